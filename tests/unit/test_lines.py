"""Lines: their common attribute, whether they fit, and how they are found."""

from __future__ import annotations

from itertools import combinations

import attrs
import pytest
from cases import case
from samples import tiles

from qwirkle import Board, Cell, Color, Line, Shape
from qwirkle._masks import fit
from qwirkle.lines import ACROSS, DOWN, LONGEST, runs_through, shared
from qwirkle.tiles import TILES, Tile


def line(text: str) -> Line:
    """A row with these tiles."""
    found = tiles(text)
    return Line(tuple(Cell(x, 0) for x in range(len(found))), found)


def test_the_longest_line_has_six_tiles() -> None:
    """P3: there are six colours and six shapes."""
    assert LONGEST == len(Color) == len(Shape) == 6


def test_the_attribute_and_legality_of_a_line() -> None:
    """P3: one colour with different shapes, or one shape with different colours."""
    cases: list[tuple[str, Color | Shape | None, bool, str]] = [
        ("Rs", Color.RED, True, ""),
        ("Rs Rc", Color.RED, True, ""),
        ("Rs Bs", Shape.SQUARE, True, ""),
        ("Rc Rs Rd Rt Rk Rx", Color.RED, True, ""),
        ("Rc Oc Yc Gc Bc Pc", Shape.CIRCLE, True, ""),
        ("Rs Bc", None, False, ""),
        ("Rs Rc Bc", None, False, ""),
        ("Rs Bs Bc", None, False, ""),
        ("Rs Rs", Color.RED, False, "Rs"),
        ("Rs Rc Rs", Color.RED, False, "Rs"),
        ("Bs Rs Bs Rs", Shape.SQUARE, False, "Rs Bs"),
        ("Rc Rs Rd Rt Rk Rx Rc", Color.RED, False, "Rc"),
    ]
    for text, what, fits, repeated in cases:
        with case(text, what, fits, repeated):
            found = line(text)
            assert found.shared is what
            assert found.fits is fits
            assert found.repeated == tiles(repeated)
            assert len(found) == len(text.split())
            assert str(found) == text


def test_a_set_of_one_tile_shares_its_colour_first() -> None:
    """If both are shared, the colour is named."""
    assert shared(tiles("Gd")) is Color.GREEN
    assert shared(tiles("Gd Gd")) is Color.GREEN


def test_fit_agrees_with_the_wording_of_the_rule() -> None:
    """P3 by masks agrees with P3 by counting, for pairs and for triples with the red square."""
    for count in (2, 3):
        for chosen in combinations((*TILES[:20], TILES[1]), count):
            different = len(set(chosen)) == count
            alike = len({t.color for t in chosen}) == 1 or len({t.shape for t in chosen}) == 1
            assert fit(chosen) is (different and alike)
    assert fit(())


def test_lines_are_values() -> None:
    """They are hashable and frozen, equal if cells and tiles are, and have a Python repr."""
    one, other = line("Rs Bs"), line("Rs Bs")
    assert one == other
    assert hash(one) == hash(other)
    assert one != line("Bs Rs")
    assert one != Line((Cell(5, 5), Cell(6, 5)), one.tiles)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.tiles = ()  # type: ignore[misc]


def test_runs_start_at_their_first_tile_and_come_once() -> None:
    """Several cells of one line give one run."""
    board = Board("Rs@0,0 Bs@1,0 Gs@2,0 Bc@1,1")
    found = runs_through(board, (Cell(2, 0), Cell(0, 0), Cell(1, 0)))
    assert [(run.x, run.y, run.direction, str(run.line())) for run in found] == [
        (0, 0, ACROSS, "Rs Bs Gs"),
        (1, 0, DOWN, "Bs Bc"),
    ]
    assert found[1].line() == Line((Cell(1, 0), Cell(1, 1)), tiles("Bs Bc"))


def test_the_placed_line_comes_before_those_that_cross_it() -> None:
    """For cells of one column it is the column; for one row or a single cell, the row."""
    board = Board("Rs@0,0 Bs@1,0 Rc@0,1 Bc@1,1")
    column = runs_through(board, (Cell(0, 0), Cell(0, 1)))
    assert [str(run.line()) for run in column] == ["Rs Rc", "Rs Bs", "Rc Bc"]
    row = runs_through(board, (Cell(0, 0), Cell(1, 0)))
    assert [str(run.line()) for run in row] == ["Rs Bs", "Rs Rc", "Bs Bc"]
    single = runs_through(board, (Cell(1, 1),))
    assert [str(run.line()) for run in single] == ["Rc Bc", "Bs Bc"]


def test_single_tiles_and_empty_cells_have_no_run() -> None:
    """P2: a line has at least two tiles."""
    table: dict[Cell, Tile] = {Cell(0, 0): Tile.parse("Rs")}
    assert runs_through(table, (Cell(0, 0),)) == []
    assert runs_through(table, (Cell(7, 7),)) == []
    assert runs_through(table, ()) == []
