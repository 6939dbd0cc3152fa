"""Cells: any two integers, equal to the plain pair."""

from __future__ import annotations

import copy
import math
import pickle
from typing import Any

import pytest
from cases import case
from samples import opened

import qwirkle
from qwirkle import Board, Cell, Place, Tile
from qwirkle.authoring import Code
from qwirkle.errors import InvalidValue, NotationError

NEAR_THE_BOUND = [10**98, -(10**98), 10**99 - 1, 10**99, -(10**99), 10**100 - 2, 2 - 10**100]
"""Integers of 99 and of 100 digits; the last of them still have neighbours on both sides."""


def len_of(x: int) -> str:
    """A number as its number of digits, for the test report."""
    return f"{'-' * (x < 0)}{int(math.log10(abs(x))) + 1} digits"


def test_a_cell_is_its_pair() -> None:
    cell = Cell(3, -4)
    x, y = cell
    assert cell == (3, -4)
    assert (3, -4) == (x, y) == (cell.x, cell.y) == (cell[0], cell[1])
    assert hash((3, -4)) == hash(cell)
    assert {cell: "here"}[3, -4] == "here"  # type: ignore[index]
    assert [Cell(-1, 5), Cell(0, -1), Cell(0, 0)] == sorted([Cell(0, 0), Cell(0, -1), Cell(-1, 5)])
    assert cell != Cell(-4, 3)


def test_cells_take_integers_of_up_to_a_hundred_digits() -> None:
    cases: list[int] = [0, -1, 10**30, -(10**30), 2**63, *NEAR_THE_BOUND, 10**100 - 1]
    for x in cases:
        with case(x):
            cell = Cell(x, -x)
            assert f"{x},{-x}" == str(cell)
            assert cell == Cell.parse(str(cell))
            assert f"Cell(x={x}, y={-x})" == repr(cell)
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                again = pickle.loads(pickle.dumps(cell, protocol))
                assert (Cell, cell) == (type(again), again)
            assert cell == copy.deepcopy(cell)


@pytest.mark.parametrize("x", [10**100, -(10**100), 10**101, 10**5000, -(10**5000)], ids=len_of)
def test_cells_take_no_more_digits_than_a_hundred(x: int) -> None:
    """Every way to make a cell refuses a number that cannot be written and read."""
    for make in (
        lambda: Cell(x, 0),
        lambda: Cell(0, x),
        lambda: Cell.of((x, 0)),
        lambda: Cell(0, 0)._replace(y=x),
        lambda: Place({(x, 0): "Rs"}),
        lambda: Place([((x, 0), "Rs"), ((x, 0), "Rs")]),
        lambda: Board({(0, x): "Rs"}),
        lambda: qwirkle.apply(opened(), Place({(x, 0): "Gs"})),
    ):
        with pytest.raises(InvalidValue, match="a cell's integers have at most 100 digits"):
            make()
    with pytest.raises(qwirkle.errors.InvalidPosition) as caught:
        qwirkle.position(board={(x, 0): "Rs", (0, 0): "Rs"})
    assert [fault.field for fault in caught.value.faults] == ["board"]


def test_far_boards_are_written_and_read() -> None:
    """Moves, positions and reasons as text, JSON, repr and picture, up to the bound."""
    for x in NEAR_THE_BOUND:
        with case(x):
            move = Place({(x, -x): "Bs"})
            assert qwirkle.parse_move(str(move)) == move
            assert eval(repr(move), dict(vars(qwirkle))) == move
            assert [found.code for found in qwirkle.check(opened(hands=["Bs", "Gd"]), move)] == [
                Code.TOUCHES_NOTHING
            ]
            assert move not in qwirkle.legal_moves(opened(hands=["Bs", "Gd"]))
            fields: dict[str, Any] = {"board": {(x, -x): "Rs"}, "hands": ["Bs", "Gd"], "supply": ""}
            if abs(x) >= 10**99:  # a board must have room to grow
                with pytest.raises(
                    qwirkle.errors.InvalidPosition, match="of a board have at most 99 digits"
                ):
                    qwirkle.position(**fields)
                continue
            far = qwirkle.position(**fields)
            assert qwirkle.from_json(qwirkle.to_json(far)) == far
            assert eval(repr(far), dict(vars(qwirkle))) == far
            assert f"{x}" in qwirkle.render.text(far)
            assert len(list(qwirkle.legal_moves(far))) == 4
            for played in qwirkle.legal_moves(far):
                assert qwirkle.check(far, played) == ()


def test_cells_take_only_integers() -> None:
    """Booleans are refused too; both values are shown."""
    values: list[Any] = [True, 1.0, "1", None, b"1", [1], 1j, float("nan")]
    for value in values:
        with case(value):
            with pytest.raises(InvalidValue, match="a cell is two integers, not") as caught:
                Cell(value, 0)
            assert f"not {value!r} and 0" in str(caught.value)
            with pytest.raises(InvalidValue, match="a cell is two integers, not") as caught:
                Cell(0, value)
            assert f"not 0 and {value!r}" in str(caught.value)


def test_neighbors_are_four_cells_in_order() -> None:
    """Diagonal cells are not neighbours (P1)."""
    neighbors = Cell(2, 5).neighbors
    assert neighbors == ((1, 5), (2, 4), (2, 6), (3, 5))
    assert list(neighbors) == sorted(neighbors)
    assert {Cell} == set(map(type, neighbors))


@pytest.mark.parametrize(
    ("text", "cell"),
    [("0,0", (0, 0)), ("-0,007", (0, 7)), ("12,-34", (12, -34)), (f"{10**99},0", (10**99, 0))],
)
def test_parse_reads_cells(text: str, cell: tuple[int, int]) -> None:
    assert cell == Cell.parse(text)
    assert Cell is type(Cell.parse(text))


ODD = ["1", ",", "1,", ",1", "1,2,3", "+1,2", "1.0,2", "--1,2", "a,b", "1_0,2", "\u0661,2"]


@pytest.mark.parametrize("text", ["", "1 ,2", " 1,2", "1,2 ", "1,2\n", f"{10**100},0", *ODD])
def test_parse_refuses_other_texts(text: str) -> None:
    """Other digits, spaces and more than a hundred digits are refused."""
    with pytest.raises(NotationError, match="is not a cell: two integers with a comma") as caught:
        Cell.parse(text)
    assert (text, 0) == (caught.value.text, caught.value.at)


def test_the_cache_of_cells_is_bounded() -> None:
    """Every text is read, however many there are."""
    for x in range(10_002):
        assert Board(f"Rs@{x},0")[x, 0] is Tile.parse("Rs")


def test_other_values_are_not_cells() -> None:
    values: list[Any] = [(1,), (1, 2, 3), "12", {1, 2}, None, 5, [], {1: 2}]
    for value in values:
        with case(value):
            with pytest.raises(
                InvalidValue, match="expected a cell, a pair of integers, not"
            ) as caught:
                Cell.of(value)
            assert repr(value) in str(caught.value)
