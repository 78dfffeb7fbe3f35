"""The examples of the documents and of the docstrings say what comes out."""

import doctest
from pathlib import Path

import pytest

import kibitzer
import kibitzer.data
import kibitzer.environments

FOLDER = Path(__file__).parent.parent


@pytest.mark.parametrize("path", [FOLDER / "README.md", FOLDER.parent / "README.md"], ids=["python", "root"])
def test_the_examples_of_a_document_run(path: Path) -> None:
    failed, tried = doctest.testfile(str(path), module_relative=False)
    assert tried >= 3 and failed == 0


@pytest.mark.parametrize("module", [kibitzer, kibitzer.data, kibitzer.environments], ids=lambda found: found.__name__)
def test_the_examples_of_a_module_run(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried >= 1 and failed == 0
