"""Pictures as text, for terminals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

from qwirkle.board import EMPTY_CELL, Board
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.render.marks import columns_and_rows
from qwirkle.render.shapes import CHARACTERS, PAINTS, TILE
from qwirkle.scene import Scene
from qwirkle.state import State, View
from qwirkle.tiles import Tile, as_tile
from qwirkle.words import counted, expect, expect_number

Style: TypeAlias = Literal["ascii", "shapes", "color"]

STYLES: Final[tuple[Style, ...]] = get_args(Style)
"""The ways to write a tile: in letters, with the character of its shape, or also in colour."""

_WIDTH: Final = 2  # the columns that a tile takes in a terminal, in every style
_BELOW: Final = 4  # the lines below the board and the players: notes, a hand and a prompt


def text(thing: State | View | Board, *, style: Style = "ascii", margin: int = 0) -> str:
    """A position as text: the board, the players, and whose turn it is.

    In the style ``"ascii"``, the text of a board is a grid that :class:`~qwirkle.Board` can read.

    Args:
        thing: a state, a view, or a board alone.
        style: a style of tiles, as in :func:`tile_text`.
        margin: the number of empty rows and columns on each side of a board, up to 10.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0 Bs@1,0 Bc@1,1", hands=["Rc", "Gd"], supply="")
    >>> print(text(state))
         0  1
     0  Rs Bs
     1   . Bc
    > Player 1     0 points  Rc
      Player 2     0 points  Gd
    0 tiles in the supply
    >>> print(text(state, style="shapes").splitlines()[1])
     0  R■ B■
    """
    expect_number("margin", margin, 0, 10)
    return scene_text(scene_of(thing), style, margin)


def scene_of(thing: State | View | Board) -> Scene:
    """The scene of a position, or of a board alone."""
    if isinstance(thing, Board):
        return Scene(tuple(thing.items()), (), ())
    expect(thing, (State, View), "a state, a view or a board")
    found: Scene = thing.variant.scene(thing)
    return found


def tile_text(tile: Tile | str, *, style: Style = "ascii") -> str:
    r"""A tile as text, two columns wide.

    Args:
        tile: a tile or its text.
        style: ``"ascii"`` for two letters; ``"shapes"`` for the letter of the colour and the
            shape as a character; ``"color"`` for the same in colour on a dark background, which
            can be read in light and dark terminals.

    >>> tile_text("Rs"), tile_text("Rs", style="shapes")
    ('Rs', 'R■')
    >>> tile_text("Rs", style="color")
    '\x1b[1;38;5;196;48;5;233mR■\x1b[0m'
    """
    tile = as_tile(tile)
    if _checked(style) == "ascii":
        return str(tile)
    pictured = tile.color.letter + CHARACTERS[tile.shape]
    if style == "shapes":
        return pictured
    return f"\x1b[1;38;5;{PAINTS[tile.color].xterm};48;5;{TILE.xterm}m{pictured}\x1b[0m"


def row_text(tiles: Iterable[Tile], style: Style) -> str:
    """Tiles side by side."""
    return " ".join(tile_text(tile, style=style) for tile in tiles)


def scene_text(
    scene: Scene,
    style: Style,
    margin: int = 0,
    screen: tuple[int, int] | None = None,
    recent: Iterable[int] = (),
) -> str:
    """A scene as text.

    Args:
        scene: the scene.
        style: a style of tiles.
        margin: the number of empty rows and columns on each side of a board.
        screen: the columns and lines of the screen, if the board must fit. A cell then takes three
            characters, and a line says which columns are not shown.
        recent: the columns of the last moves, the latest first; as many as possible are shown.
    """
    lines = _board_lines(scene, _checked(style), margin, screen, recent)
    widest = max((len(seat.name) for seat in scene.seats), default=0)
    for seat in scene.seats:
        mark = ">" if seat.to_move else " "
        hand = f"{seat.size} hidden" if seat.hand is None else row_text(seat.hand, style)
        number, unit = counted(seat.score, scene.unit).split(" ", 1)
        score = f"{number:>5} {unit:{len(scene.unit)}}"
        lines.append(f"{mark} {seat.name:{widest}} {score}  {hand}".rstrip())
    return "\n".join([*lines, *scene.notes])


def _checked(style: Style) -> Style:
    if style in STYLES:
        return style
    possible = ", ".join(map(repr, STYLES))
    raise InvalidValue(f"the styles are {possible}, not {short_repr(style)}")


def _board_lines(
    scene: Scene, style: Style, empty: int, screen: tuple[int, int] | None, recent: Iterable[int]
) -> list[str]:
    """The tiles with their coordinates, or in labelled rows."""
    if not scene.tiles:
        return [f"({scene.no_pieces})"]
    drawn: dict[tuple[int, int], str] = {
        cell: tile_text(tile, style=style) for cell, tile in scene.tiles
    }
    if scene.labels:
        labelled = ((label, " ".join(drawn[cell] for cell in row)) for label, row in scene.labels)
        return [f"{label:>2}  {row}" for label, row in labelled]
    columns, rows = (
        range(numbers.start - empty, numbers.stop + empty) for numbers in columns_and_rows(drawn)
    )
    longest = max(len(str(x)) for x in (columns[0], columns[-1], 10))
    margin = max(len(str(y)) for y in (rows[0], rows[-1], 10)) + 1
    # On a screen, long numbers of columns take two lines, so that the cells can be narrow.
    step = 2 if screen is not None and _WIDTH < longest < 2 * (_WIDTH + 1) else 1
    width = (longest if step == 1 else _WIDTH) + 1
    shown = columns
    if screen is not None:  # the last character stays free, since some terminals wrap after it
        shown = _window(columns, recent, max((screen[0] - 1 - margin) // width, 1))
    heads = [
        " " * (margin + (i + 1 - step) * width)
        + "".join(f"{x:{step * width}}" for x in shown[i::step])
        for i in range(min(step, len(shown)))
    ]
    # Colour codes take no space on the screen, so the padding does not depend on them.
    padding, blank = " " * (width - _WIDTH), f"{EMPTY_CELL:>{_WIDTH}}"
    lines = heads.copy()
    for y in rows:
        cells = (padding + drawn.get((x, y), blank) for x in shown)
        lines.append(f"{y:{margin - 1}} {''.join(cells)}")
    if screen is not None and len(lines) + len(scene.seats) + _BELOW > screen[1]:
        lines += heads  # those above the board have left the screen
    sides = range(columns[0], shown[0]), range(shown[-1] + 1, columns[-1] + 1)
    if hidden := [f"{x[0]}" + f" to {x[-1]}" * (len(x) > 1) for x in sides if x]:
        lines.append(f"columns not shown: {', '.join(hidden)}")
    return lines


def _window(columns: range, recent: Iterable[int], most: int) -> range:
    """As many of the columns as there is room for, around as many recent ones as possible."""
    kept: list[int] = []
    for x in recent:
        if max([*kept, x]) - min([*kept, x]) >= most:
            break
        kept.append(x)
    middle = (min(kept) + max(kept)) // 2 if kept else columns[len(columns) // 2]
    first = max(min(middle - most // 2, columns[-1] - most + 1), columns[0])
    return range(first, min(first + most, columns[-1] + 1))
