"""Features, examples and tables, as NumPy arrays, as Arrow and as Parquet.

A table is a dictionary of columns, which ``pandas.DataFrame``, ``polars.DataFrame`` and ``pyarrow.table`` take as it is.
Where pyarrow is installed it is an Arrow stream, too, for everything that reads those.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from kibitzer._kibitzer import (
    Game,
    Position,
    PuzzleAnswer,
    example_columns,
    feature_names,
    feature_rows,
    write_columns,
)
from kibitzer._kibitzer import cross_validate as judge

__all__ = [
    "Table",
    "cross_validate",
    "examples",
    "feature_names",
    "features",
    "features_and_labels",
    "solved",
    "write_parquet",
]

Column = Union[npt.NDArray[Any], list[str]]


class Table(dict[str, Column]):
    """Columns of equal length by their names, each a NumPy array or a list of texts."""

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        """Hand the table over as an Arrow stream, in a capsule of the Arrow PyCapsule interface.

        ``pandas.DataFrame.from_arrow``, ``polars``, ``duckdb`` and others ask for it. It takes pyarrow to make one.
        """
        import pyarrow  # type: ignore[import-untyped, unused-ignore]

        return pyarrow.table(dict(self)).__arrow_c_stream__(requested_schema)


#: The columns of ``examples`` that are no features, with their types; ``position`` is text.
FACTS = {"deal": np.uint64, "choice": np.uint64, "solvable": np.uint64}


def features(
    positions: Iterable[Union[str, Position]], which: str = "six", *, threads: Optional[int] = None
) -> npt.NDArray[np.float32]:
    """Measure positions of Birds of a Feather: one row a position, one column for each of ``feature_names(which)``.

    >>> features(["8C 7S / 2D 8D"]).shape
    (1, 6)
    """
    rows = np.frombuffer(feature_rows(positions, which, threads), dtype=np.float32)
    return rows.reshape(-1, len(feature_names(which)))


def examples(seeds: Iterable[int], which: str = "six", *, threads: Optional[int] = None) -> Table:
    """Make examples of Birds of a Feather to learn from: positions, their features, and whether they can be won.

    From each deal a random child that can be won is followed to the end. The deal is kept, and wherever the children
    are of both kinds, all of them: the examples of Kucharski, Deihim and Ergezer (2019).
    """
    table = Table()
    for name, column in example_columns(list(seeds), which, threads):
        if isinstance(column, list):
            table[name] = column
        else:
            table[name] = np.frombuffer(column, dtype=FACTS.get(name, np.float64))
    table["solvable"] = np.asarray(table["solvable"], dtype=bool)
    return table


def features_and_labels(
    seeds: Iterable[int], which: str = "six", *, threads: Optional[int] = None
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.uint64]]:
    """Make examples as scikit-learn takes them: features, labels, and the deal of each row.

    Positions of one deal are alike, so split by deals.
    """
    table = examples(seeds, which, threads=threads)
    rows = np.column_stack([table[name] for name in feature_names(which)])
    return rows, np.asarray(table["solvable"]), np.asarray(table["deal"])


def cross_validate(learner: str, seeds: Iterable[int], *, folds: int = 5, threads: Optional[int] = None) -> float:
    """Judge a model of ours, such as ``logistic:terms=cubic``: its share of right answers on deals it has not seen."""
    parts = judge(learner, list(seeds), folds, threads)
    return sum(right for right, _ in parts) / sum(total for _, total in parts)


def solved(
    game: Union[str, Game],
    seeds: Iterable[int],
    algorithm: Optional[str] = None,
    *,
    max_nodes: Optional[int] = None,
    max_time: Optional[float] = None,
    max_memory: Optional[int] = None,
    threads: Optional[int] = None,
) -> Table:
    """Decide deals on all cores, as a table: seed, position, verdict, length, expanded and seconds.

    ``length`` is not a number where there is no solution.
    """
    if not isinstance(game, Game):
        game = Game(game)
    answers: Sequence[PuzzleAnswer] = game.solve_seeds(
        seeds, algorithm, max_nodes=max_nodes, max_time=max_time, max_memory=max_memory, threads=threads
    )
    lengths = [np.nan if answer.length is None else answer.length for answer in answers]
    columns: dict[str, Column] = {
        "seed": np.array([answer.seed for answer in answers], dtype=np.uint64),
        "position": [answer.position for answer in answers],
        "verdict": [answer.verdict for answer in answers],
        "length": np.array(lengths, dtype=np.float64),
        "expanded": np.array([answer.expanded for answer in answers], dtype=np.uint64),
        "seconds": np.array([answer.seconds for answer in answers], dtype=np.float64),
    }
    return Table(columns)


def write_parquet(path: Union[str, os.PathLike[str]], table: Mapping[str, Iterable[Any]]) -> None:
    """Write a table as a Parquet file, which appears whole or not at all.

    A column holds whole numbers from 0 on, numbers and ``None``, or texts; numbers that are none become ``None``.
    """
    write_columns(os.fspath(path), [(name, _plain(column)) for name, column in table.items()])


def _plain(column: Iterable[Any]) -> list[Any]:
    values = column.tolist() if isinstance(column, np.ndarray) else list(column)
    return [None if value != value else value for value in values]
