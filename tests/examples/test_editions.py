"""The notebook about the editions: it runs, and its conclusions match its output."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

PATH = Path(__file__).parents[2] / "examples" / "editions.ipynb"
KINDS = 5
NUMBER = r"\d+(?:\.\d+)?"


def printed(notebook: NotebookNode) -> str:
    """Everything that the cells printed."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return "".join(output.text for output in outputs if output.output_type == "stream")


def has_its_pictures(notebook: NotebookNode) -> bool:
    """Whether it has two plots, and the board of each game that closed."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    pictures = sum("image/svg+xml" in output.get("data", ()) for output in outputs)
    return pictures == 2 + printed(notebook).count(": closed after ")


@pytest.fixture
def committed() -> NotebookNode:
    """The notebook with the output of its long run."""
    notebook = nbformat.read(PATH, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    return notebook


def test_a_short_version_runs(committed: NotebookNode, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs from top to bottom in its own kernel, with few games."""
    monkeypatch.setenv("QWIRKLE_GAMES", "12")
    notebook = nbformat.from_dict(committed)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, kernel_name="python3", timeout=300).execute()
    assert printed(notebook).count(": 12 games\n") == KINDS
    assert has_its_pictures(notebook)


def test_the_committed_output_is_that_of_a_complete_run(committed: NotebookNode) -> None:
    """All cells ran once, in order, without an error or a warning."""
    cells = [cell for cell in committed.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    kinds = {(o.output_type, o.get("name")) for cell in cells for o in cell.outputs}
    assert kinds == {("stream", "stdout"), ("display_data", None)}
    assert printed(committed).count(": 10000 games\n") == KINDS
    assert has_its_pictures(committed)


def test_its_conclusions_match_its_output(committed: NotebookNode) -> None:
    """Every number with an error, and every count of games, is in the output."""
    conclusions = committed.cells[-1]
    assert conclusions.cell_type == "markdown"
    claims = re.findall(rf"-?{NUMBER} (?:±|of|to) {NUMBER}", conclusions.source)
    assert len(claims) > 10
    assert [claim for claim in claims if claim not in printed(committed)] == []
