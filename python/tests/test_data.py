"""Features, examples and tables: what NumPy, pandas, polars and pyarrow make of them."""

from pathlib import Path

import numpy as np
import pandas
import polars
import pyarrow
import pyarrow.parquet

import kibitzer

PAPER = "8C 8H 8S 7S / 6H JH 5H 9H / 5C 7C KS 4S / 2D TS QS 3D"


def test_features_are_an_array_with_a_name_for_each_column() -> None:
    position = kibitzer.Position("birds", PAPER)
    found = kibitzer.features([PAPER, position])
    names = kibitzer.feature_names("six")
    assert found.shape == (2, len(names)) and found.dtype == np.float32 and found.flags.writeable
    row = dict(zip(names, found[0].tolist()))
    assert row["moves"] == len(position.legal_moves())
    assert (row["suit_most"], row["rank_most"]) == (6, 3), "six spades and three eights"
    assert (found[0] == found[1]).all()
    for which in ["six", "cubic", "board", "deal", "stackability"]:
        assert kibitzer.features([PAPER], which).shape == (1, len(kibitzer.feature_names(which)))
    assert kibitzer.features([]).shape == (0, 6)


def test_features_of_many_positions_come_in_their_order() -> None:
    game = kibitzer.Game("birds")
    positions = [game.deal(seed) for seed in range(1500)]
    whole = kibitzer.features(positions, threads=2)
    assert (whole[700:703] == kibitzer.features(positions[700:703], threads=1)).all()


def test_labels_are_right() -> None:
    table = kibitzer.examples([3, 4, 1163])
    deals = table["deal"]
    assert isinstance(deals, np.ndarray) and set(deals.tolist()) == {3, 4, 1163}
    for position, solvable in list(zip(table["position"], table["solvable"]))[::20]:
        verdict = kibitzer.Position("birds", position).solve().verdict
        assert verdict == ("solved" if solvable else "unsolvable")
    rows, labels, groups = kibitzer.features_and_labels([3, 4, 1163])
    assert rows.shape == (len(labels), 6) and (groups == deals).all()
    assert np.allclose(rows, kibitzer.features(table["position"]))


def test_tables_are_read_directly(tmp_path: Path) -> None:
    table = kibitzer.solved("birds", range(1160, 1170))
    assert table["verdict"].count("unsolvable") == 1
    path = tmp_path / "deals.parquet"
    kibitzer.write_parquet(path, table)
    frames = [pandas.DataFrame(table), pandas.read_parquet(path)]
    assert [frame["seed"].tolist() for frame in frames] == [list(range(1160, 1170))] * 2
    assert frames[1]["length"].isna().sum() == 1
    for frame in [polars.DataFrame(table), polars.read_parquet(path)]:
        assert frame["verdict"].to_list() == table["verdict"]
    assert pyarrow.table(table).num_rows == 10
    schema = pyarrow.parquet.read_schema(path)
    assert schema.names == list(table)
    assert schema.field("seed").type == pyarrow.uint64() and schema.field("verdict").type == pyarrow.string()


def test_a_table_is_an_arrow_stream() -> None:
    table = kibitzer.solved("birds", range(1160, 1170))
    read = pyarrow.RecordBatchReader.from_stream(table).read_all()
    assert read.column_names == list(table) and read["verdict"].to_pylist() == table["verdict"]
    assert read["seed"].to_pylist() == list(range(1160, 1170)) and read.schema.field("length").type == pyarrow.float64()

    class Stream:
        """Shows the stream and nothing else, so that nobody takes it for a dictionary."""

        __arrow_c_stream__ = table.__arrow_c_stream__

    assert polars.DataFrame(Stream())["verdict"].to_list() == table["verdict"]
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert pandas.DataFrame.from_arrow(Stream())["verdict"].tolist() == table["verdict"]
    examples = pyarrow.RecordBatchReader.from_stream(kibitzer.examples(range(3))).read_all()
    assert examples.schema.field("solvable").type == pyarrow.bool_()


def test_examples_go_through_parquet(tmp_path: Path) -> None:
    table = kibitzer.examples(range(5))
    path = tmp_path / "examples.parquet"
    kibitzer.write_parquet(path, table)
    back = polars.read_parquet(path)
    assert back.columns == ["deal", "choice", "solvable", "position", *kibitzer.feature_names("six")]
    assert back["moves"].to_list() == table["moves"].tolist()  # type: ignore[union-attr]


def test_our_models_are_judged_on_deals_they_have_not_seen() -> None:
    accuracy = kibitzer.cross_validate("logistic", range(60), folds=3)
    assert 0.6 < accuracy < 0.9
