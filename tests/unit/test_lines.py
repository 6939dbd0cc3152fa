"""Lines: their common attribute, whether they fit, and how they are found."""

from __future__ import annotations

from cases import case
from samples import tiles

from qwirkle import Board, Cell, Color, Shape
from qwirkle._masks import fit
from qwirkle.authoring import Line
from qwirkle.lines import LONGEST, runs_through
from qwirkle.tiles import Tile

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


def is_sound_by_the_rules(table: dict[Cell, Tile]) -> bool:
    """P1 and P3, line by line and group by group, and cell by cell for those too far away."""
    runs = runs_through(table.get, tuple(table))
    are_near = all(max(abs(x), abs(y)) < FAR for x, y in table)
    return are_near and all(fit(run.tiles) for run in runs) and len(Board(table).groups()) <= 1


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
