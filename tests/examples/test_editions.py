"""The notebook about the editions: it runs, and what it concludes is what it printed."""

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
    """Whether there are two plots, and the board of each game that closed."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    pictures = sum("image/svg+xml" in output.get("data", ()) for output in outputs)
    return pictures == 2 + printed(notebook).count(": closed after ")


@pytest.fixture
def committed() -> NotebookNode:
    """The notebook with what came of its long run."""
    notebook = nbformat.read(PATH, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    return notebook


def test_it_runs_in_short(committed: NotebookNode, monkeypatch: pytest.MonkeyPatch) -> None:
    """From top to bottom in a kernel of its own, with few games."""
    monkeypatch.setenv("QWIRKLE_GAMES", "12")
    notebook = nbformat.from_dict(committed)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, kernel_name="python3", timeout=300).execute()
    assert printed(notebook).count(": 12 games\n") == KINDS
    assert has_its_pictures(notebook)


def test_its_long_run_is_what_is_kept(committed: NotebookNode) -> None:
    """Of all cells, once, in order, without an error or a warning."""
    cells = [cell for cell in committed.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    kinds = {(o.output_type, o.get("name")) for cell in cells for o in cell.outputs}
    assert kinds == {("stream", "stdout"), ("display_data", None)}
    assert printed(committed).count(": 10000 games\n") == KINDS
    assert has_its_pictures(committed)


def test_its_conclusions_are_what_it_printed(committed: NotebookNode) -> None:
    """Every number with an error, and every count of games."""
    conclusions = committed.cells[-1]
    assert conclusions.cell_type == "markdown"
    claims = re.findall(rf"-?{NUMBER} (?:±|of|to) {NUMBER}", conclusions.source)
    assert len(claims) > 10
    assert [claim for claim in claims if claim not in printed(committed)] == []
