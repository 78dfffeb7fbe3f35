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


def test_seven_models(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run("models.py", "--deals", "60", monkeypatch=monkeypatch)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + 7 and lines[2].startswith("logistic regression")


def test_a_plot_of_a_race(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "race.png"
    run("race.py", "--deals", "40", "--out", str(picture), monkeypatch=monkeypatch)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "exact" in capsys.readouterr().out
