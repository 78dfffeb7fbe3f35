"""The stubs say what there is, and the package is well typed."""

import ast
import subprocess
import sys
from pathlib import Path

import kibitzer
from kibitzer import _kibitzer

PACKAGE = Path(kibitzer.__file__).parent


def names(found: object) -> set[str]:
    return {name for name in dir(found) if not name.startswith("__")}


def test_the_stubs_name_everything_and_no_more() -> None:
    stubs = ast.parse((PACKAGE / "_kibitzer.pyi").read_text())
    functions = {node.name for node in stubs.body if isinstance(node, ast.FunctionDef)}
    classes = {node.name: node for node in stubs.body if isinstance(node, ast.ClassDef)}
    types_only = {"PuzzleObject", "DuelObject"}
    values = {node.target.id for node in stubs.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    assert functions | values | (set(classes) - types_only) == names(_kibitzer)
    for name in set(classes) - types_only:
        members = {node.name for node in classes[name].body if isinstance(node, ast.FunctionDef)}
        assert {member for member in members if not member.startswith("__")} == names(getattr(_kibitzer, name)), name


def test_everything_has_words() -> None:
    for name in kibitzer.__all__:
        assert getattr(kibitzer, name).__doc__, name
    for name in names(_kibitzer):
        found = getattr(_kibitzer, name)
        if isinstance(found, type):
            for member in names(found):
                assert getattr(found, member).__doc__, f"{name}.{member}"


def test_the_stubs_have_the_signatures_of_the_library(tmp_path: Path) -> None:
    # The list of all names is made by the library; the test above compares it.
    (tmp_path / "allowed").write_text("kibitzer._kibitzer.__all__\n")
    run = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "--allowlist", "allowed", "kibitzer._kibitzer"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_mypy_is_content(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "-p", "kibitzer"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert run.returncode == 0, run.stdout + run.stderr
