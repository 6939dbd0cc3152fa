"""Lines: their common attribute, whether they fit, and how they are found."""

from __future__ import annotations

from itertools import combinations
from random import Random

import attrs
import pytest
from cases import case
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import played, tiles

from qwirkle import Board, Cell, Color, Line, Shape
from qwirkle._masks import fit
from qwirkle.lines import ACROSS, DOWN, LONGEST, are_sound, runs_through, shared
from qwirkle.tiles import TILES, Tile

FAR = 10**99
"""An integer that is too far away."""


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


@st.composite
def tables(draw: st.DrawFn) -> dict[Cell, Tile]:
    """Tiles of few kinds close together, possibly far away, so that all lines often fit."""
    numbers = st.sampled_from([0, -3, FAR - 5, FAR - 1, -FAR])
    left, top = draw(numbers), draw(numbers)
    cells = st.builds(Cell, st.integers(left, left + 4), st.integers(top, top + 3))
    kinds = st.sampled_from(draw(st.sampled_from([tiles("Rs Rc Rd Bs Bc"), TILES])))
    return draw(st.dictionaries(cells, kinds, max_size=8))


def is_sound_by_the_rules(table: dict[Cell, Tile]) -> bool:
    """P1 and P3, line by line and group by group, and cell by cell for those too far away."""
    runs = runs_through(table, tuple(table))
    are_near = all(max(abs(x), abs(y)) < FAR for x, y in table)
    return are_near and all(fit(run.tiles) for run in runs) and len(Board(table).groups()) <= 1


@settings(max_examples=4 * settings().max_examples)
@given(tables())
def test_sound_tiles_are_those_that_break_no_rule(table: dict[Cell, Tile]) -> None:
    """The quick answer is that of the rules."""
    assert are_sound(table, FAR) is is_sound_by_the_rules(table)


def test_tiles_of_a_game_are_sound_until_one_is_changed_or_moved() -> None:
    """The quick answer is that of the rules for larger boards, too."""
    random = Random(3)
    answers: list[bool] = []
    for seed in range(12):
        table = dict(played(30, seed).board)
        assert are_sound(table, FAR)
        for _ in range(20):
            changed = table.copy()
            cell = random.choice([*changed])
            tile = changed.pop(cell)
            if random.random() < 0.5:
                changed[random.choice(cell.neighbors)] = tile
            else:
                changed[cell] = random.choice(TILES)
            answers.append(are_sound(changed, FAR))
            assert answers[-1] is is_sound_by_the_rules(changed)
    assert {*answers} == {True, False}


def test_sound_tiles_of_unusual_shapes() -> None:
    """No tiles, one tile, lines that are too long, and tiles too far apart or too far away."""
    cases: list[tuple[str, bool]] = [
        ("", True),
        ("Rs@5,-5", True),
        ("Rs@0,0 Bs@0,1 Bc@1,1", True),
        ("Rs@0,0 Bs@1,1", False),  # only the corners touch
        ("Rs@0,1 Bs@1,0", False),
        ("Rs@0,2 Rc@0,3 Bs@1,0 Bc@1,1", False),  # the last of a column, the first of the next
        ("Rs@0,0 Rc@2,0", False),
        (f"Rs@0,0 Bs@{FAR - 1},0", False),
        (f"Rs@0,{1 - FAR} Bs@0,0", False),
        (f"Rs@{FAR - 1},{1 - FAR} Bs@{FAR - 2},{1 - FAR}", True),
        (f"Rs@{FAR - 1},0 Bs@{FAR},0", False),
        (f"Rs@{1 - FAR},0 Bs@{-FAR},0", False),
        (f"Rs@0,{FAR - 1} Bs@0,{FAR}", False),
        (f"Rs@0,{1 - FAR} Bs@0,{-FAR}", False),
        (" ".join(f"R{'csdtkx'[y % 6]}@0,{y}" for y in range(6)), True),
        (" ".join(f"R{'csdtkx'[y % 6]}@0,{y}" for y in range(7)), False),
        (" ".join(f"R{'csdtkx'[x % 6]}@{x},0" for x in range(7)), False),
    ]
    for text, sound in cases:
        with case(text, sound):
            assert Board(text).is_sound(FAR) is sound
            assert is_sound_by_the_rules(dict(Board(text))) is sound
