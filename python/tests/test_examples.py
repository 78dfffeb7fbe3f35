"""The examples run, small."""

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name: str, *arguments: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")


def test_a_heuristic_in_python(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run("heuristic.py", "--deals", "5", monkeypatch=monkeypatch)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["with the heuristic", "without"]
    assert all("of 5 deals solved" in line for line in lines)


def test_seven_models(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    document = tmp_path / "notes.md"
    document.write_text("before\n<!-- models:begin -->\nold\n<!-- models:end -->\nafter\n", encoding="utf-8")
    run("models.py", "--deals", "100", "--into", f"{document}#models", monkeypatch=monkeypatch)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + 7 and lines[2].startswith("logistic regression")
    for line in lines[2:]:
        paper, theirs, ours = (float(number) for number in line.split()[-3:])
        # Worse than always saying the more frequent answer would be a model that has learned nothing.
        assert 70 <= paper <= 76 and 60 <= theirs <= 90 and 60 <= ours <= 90, line
    written = document.read_text(encoding="utf-8").splitlines()
    assert written[0] == "before" and written[-1] == "after" and "old" not in written
    assert len([line for line in written if line.startswith("|")]) == 2 + 7


def test_a_plot_of_a_race(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "race.png"
    run("race.py", "--deals", "40", "--out", str(picture), monkeypatch=monkeypatch)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "exact" in capsys.readouterr().out
