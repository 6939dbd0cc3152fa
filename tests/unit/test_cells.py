"""Cells: any two integers, equal to the plain pair."""

from __future__ import annotations

import copy
import pickle

import pytest

from qwirkle import Board, Cell, InvalidValue, NotationError, Place
from qwirkle.cells import as_cell, cell_of
from qwirkle.tiles import Word


def test_a_cell_is_its_pair() -> None:
    """It equals, hashes, unpacks and sorts like the pair."""
    cell = Cell(3, -4)
    x, y = cell
    assert cell == (3, -4)
    assert (3, -4) == (x, y) == (cell.x, cell.y) == (cell[0], cell[1])
    assert hash((3, -4)) == hash(cell)
    assert {cell: "here"}[3, -4] == "here"
    assert [Cell(-1, 5), Cell(0, -1), Cell(0, 0)] == sorted([Cell(0, 0), Cell(0, -1), Cell(-1, 5)])
    assert cell != Cell(-4, 3)


@pytest.mark.parametrize("x", [0, -1, 10**30, -(10**30), 2**63])
def test_cells_take_any_integers(x: int) -> None:
    """No table is too large, and the text reads back."""
    cell = Cell(x, -x)
    assert f"{x},{-x}" == str(cell)
    assert cell == Cell.parse(str(cell))
    assert f"Cell(x={x}, y={-x})" == repr(cell)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(cell, protocol))
        assert (Cell, cell) == (type(again), again)
    assert cell == copy.deepcopy(cell)


@pytest.mark.parametrize("value", [True, 1.0, "1", None, b"1", [1], 1j, float("nan")], ids=repr)
def test_cells_take_nothing_else(value: object) -> None:
    """Not even true and false, which Python counts as integers; both values are shown."""
    with pytest.raises(InvalidValue, match="a cell is two integers, not") as caught:
        Cell(value, 0)
    assert f"not {value!r} and 0" in str(caught.value)
    with pytest.raises(InvalidValue, match="a cell is two integers, not") as caught:
        Cell(0, value)
    assert f"not 0 and {value!r}" in str(caught.value)


def test_cells_are_frozen() -> None:
    """A cell cannot be changed, nor get attributes."""
    cell = Cell(1, 2)
    with pytest.raises(AttributeError):
        cell.x = 5
    with pytest.raises(AttributeError):
        cell.color = "red"
    assert cell == (1, 2)


def test_neighbors_are_four_cells_in_order() -> None:
    """Those beside it, never the diagonal ones (P1)."""
    neighbors = Cell(2, 5).neighbors
    assert neighbors == ((1, 5), (2, 4), (2, 6), (3, 5))
    assert list(neighbors) == sorted(neighbors)
    assert {Cell} == set(map(type, neighbors))


@pytest.mark.parametrize(
    ("text", "cell"),
    [("0,0", (0, 0)), ("-0,007", (0, 7)), ("12,-34", (12, -34)), (f"{10**99},0", (10**99, 0))],
)
def test_parse_reads_cells(text: str, cell: tuple[int, int]) -> None:
    """Two integers and a comma."""
    assert cell == Cell.parse(text)
    assert Cell is type(Cell.parse(text))


@pytest.mark.parametrize(
    "text",
    ["", ",", "1", "1,", ",1", "1,2,3", "1 ,2", " 1,2", "1,2 ", "+1,2", "1.0,2", "--1,2", "a,b",
     "1_0,2", "\u0661,2", "\u00b2,2", f"{10**100},0", "1,2\n"],
)  # fmt: skip
def test_parse_reads_nothing_else(text: str) -> None:
    """No other digits, no spaces, no more than a hundred digits."""
    with pytest.raises(NotationError, match="is not a cell: two integers with a comma") as caught:
        Cell.parse(text)
    assert (text, 0) == (caught.value.text, caught.value.at)


@pytest.mark.parametrize("value", [None, 5, (1, 2), b"1,2"], ids=repr)
def test_parse_takes_texts_only(value: object) -> None:
    """A cell itself is no text of one."""
    with pytest.raises(InvalidValue, match="expected the text of a cell, not"):
        Cell.parse(value)


def test_a_word_that_is_no_cell_says_where() -> None:
    """The error points into the whole text."""
    word = Word.split("take 1;0")[1]
    with pytest.raises(NotationError) as caught:
        cell_of(word)
    assert (caught.value.text, caught.value.at) == ("take 1;0", 5)
    assert cell_of(Word("4,5", "4,5", 0)) == (4, 5)


def test_as_cell_takes_a_cell_or_a_pair() -> None:
    """Tuples and lists of two integers become cells."""
    cell = Cell(1, 2)
    assert as_cell(cell) is cell
    for pair in ((1, 2), [1, 2]):
        assert cell == as_cell(pair)
        assert Cell is type(as_cell(pair))


@pytest.mark.parametrize("value", [(1,), (1, 2, 3), "12", {1, 2}, None, 5, [], {1: 2}], ids=repr)
def test_as_cell_takes_nothing_else(value: object) -> None:
    """What is no pair is shown."""
    with pytest.raises(InvalidValue, match="expected a cell, a pair of integers, not") as caught:
        as_cell(value)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize("pair", [(True, 0), (0.0, 0), ("0", "0"), (None, None)], ids=repr)
def test_pairs_of_other_things_are_no_cells(pair: object) -> None:
    """The integers of a pair are checked wherever a pair is accepted."""
    for make in (as_cell, lambda value: Board([(value, "Rs")]), lambda value: Place({value: "Rs"})):
        with pytest.raises(InvalidValue, match="a cell is two integers"):
            make(pair)
