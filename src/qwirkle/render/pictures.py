"""Pictures as SVG: of a tile, a hand, a board, a score, and of a whole table with its players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Final

import attrs

from qwirkle.board import Board
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.moves import Move
from qwirkle.render import spoken
from qwirkle.render.elements import (
    BOLD,
    NOTE,
    PADDING,
    Part,
    below,
    document,
    grid,
    note_part,
    on_table,
    wrapped,
)
from qwirkle.render.marks import Marks
from qwirkle.render.moment import Moment, moment_after
from qwirkle.render.seats import seat_parts
from qwirkle.render.shapes import UNIT
from qwirkle.render.tables import Grid, hand_part, row_part, table_part
from qwirkle.scene import Scene
from qwirkle.scoring import Score
from qwirkle.state import State, View
from qwirkle.tiles import Tile, as_tiles, in_order
from qwirkle.words import counted

_SIZE: Final = 48
_SMALLEST: Final = 8
_LARGEST: Final = 256
_NARROWEST: Final = 300  # so that notes have room below a small table


def svg(
    thing: Tile | Iterable[Tile | str] | Board | Score | State | View,
    *,
    move: Move | None = None,
    last: Iterable[tuple[int, int]] = (),
    cells: Iterable[tuple[int, int]] = (),
    line: Iterable[tuple[int, int]] = (),
    points: Mapping[Cell, int] | Mapping[tuple[int, int], int] | None = None,
    size: int = _SIZE,
) -> str:
    """A picture as SVG, which needs nothing else and says in words what it shows.

    Args:
        thing: a tile, some tiles or their text, a board, a score, a state, or what a player sees
            of one.
        move: a legal move in a state or view: the picture is that of the table after it, before
            anything is drawn, with what was laid and the points of every line.
        last: cells to mark as those of the last move.
        cells: cells to mark as those where something may be laid.
        line: the cells of a line that somebody claims, outlined together.
        points: numbers to print on cells.
        size: the pixels of a tile, from 8 to 256.

    >>> import qwirkle
    >>> picture = svg(qwirkle.Board("Rs@0,0 Bs@1,0"), last=[(1, 0)], size=24)
    >>> picture[:41], picture.count("data-tile")
    ('<svg xmlns="http://www.w3.org/2000/svg" r', 2)

    Raises:
        InvalidValue: if something of this cannot be drawn, or is too large for a picture.
        IllegalMove: if the move is not legal.
    """
    if type(size) is not int or not _SMALLEST <= size <= _LARGEST:
        message = f"a tile has {_SMALLEST} to {_LARGEST} pixels"
        raise InvalidValue(f"size: {message}, not {short_repr(size)}")
    marks = Marks.of(last, cells, line, {} if points is None else points)
    if isinstance(thing, (State, View)):
        return _of_table(thing, move, marks, size)
    if move is not None:
        raise InvalidValue(f"a move is drawn with a state or a view, not with {short_repr(thing)}")
    if isinstance(thing, Board):
        return _of_board(thing, marks, size)
    if marks != Marks():
        raise InvalidValue(f"cells are marked on a table, not on {short_repr(thing)}")
    if isinstance(thing, Score):
        return _of_score(thing, size)
    if isinstance(thing, Tile):
        return document(thing.name, ["A tile."], row_part([thing]), size)
    return _of_hand(_tiles(thing), size)


@attrs.frozen
class Box:
    """A part of a picture, in fractions of its width and height: so it fits at any size.

    >>> Box(0.25, 0, 0.5, 1).left
    0.25
    """

    left: float
    """What is left of it."""
    top: float
    """What is above it."""
    width: float
    """How wide it is."""
    height: float
    """How high it is."""


def boxes(board: Board, *, cells: Iterable[tuple[int, int]] = ()) -> dict[Cell, Box]:
    """Where the cells are in the picture that :func:`svg` makes of a board.

    With it a program knows which cell somebody has clicked on, or lays something over one.

    Args:
        board: the board.
        cells: the cells that are marked in the picture, in whatever way.

    Returns:
        Every cell that the picture has room for, empty ones included, row by row.

    >>> import qwirkle
    >>> found = boxes(qwirkle.Board("Rs@0,0 Bs@1,0"), cells=[(0, 1)])
    >>> [str(cell) for cell in found]
    ['0,0', '1,0', '0,1', '1,1']
    >>> found[0, 0].left < 0.5 < found[1, 0].left + found[1, 0].width
    True

    Raises:
        InvalidValue: if there is no such picture.
    """
    if not isinstance(board, Board):
        raise InvalidValue(f"expected a board, not {short_repr(board)}")
    shown_cells = {*board, *Marks.of((), cells, (), {}).all_cells}
    if not shown_cells:
        return {}
    grid = Grid.around(shown_cells)
    frame = grid.frame
    width, height = (side + 2 * PADDING for side in grid.size)
    found: dict[Cell, Box] = {}
    for y in range(frame.top, frame.top + frame.rows):
        for x in range(frame.left, frame.left + frame.columns):
            left, top = (corner + PADDING for corner in grid.at((x, y)))
            found[Cell(x, y)] = Box(left / width, top / height, UNIT / width, UNIT / height)
    return found


def _tiles(thing: object) -> tuple[Tile, ...]:
    if isinstance(thing, str):
        thing = as_tiles(thing)
    if not isinstance(thing, Iterable) or isinstance(thing, Mapping):
        possible = "a tile, tiles, a board, a score, a state or a view"
        raise InvalidValue(f"there are pictures of {possible}, not of {short_repr(thing)}")
    tiles = as_tiles(thing)
    # A set has no order of its own, and not the same one every time.
    return in_order(tiles) if isinstance(thing, Set) else tiles


def _of_hand(tiles: tuple[Tile, ...], size: int) -> str:
    title = counted(len(tiles), "tiles")
    return document(title, [f"{spoken.of_tiles(tiles)}."], on_table(hand_part(tiles)), size)


def _of_board(board: Board, marks: Marks, size: int) -> str:
    title = f"a table of {counted(len(board), 'tiles')}"
    said = [*spoken.of_table(board), *spoken.of_marks(marks)]
    return document(title, said, on_table(table_part(board, marks)), size)


def _of_score(score: Score, size: int) -> str:
    rows = [row_part(line.tiles, points=line.points) for line in score.lines]
    said = [f"{line.points} for {spoken.of_tiles(line.tiles)}." for line in score.lines]
    if score.end_bonus:
        bonus = f"{score.end_bonus} for ending the game"
        rows.append(note_part(bonus))
        said.append(f"{bonus}.")
    total = counted(score.total, "points")
    said = said or ["No line."]
    rows.append(note_part(f"{total} in all", BOLD))
    return document(total, said, on_table(below(rows, 6)), size)


def _of_table(table: State | View, move: Move | None, marks: Marks, size: int) -> str:
    if move is None:
        moment = Moment(table.variant.scene(table), (), (), ())
        title = _turn(moment.scene)
    elif marks.last:
        raise InvalidValue("a move is marked by itself: leave out last")
    else:
        moment = moment_after(table, move)
        title = moment.scene.notes[-1]
        marks = attrs.evolve(marks, last=moment.cells, scored=moment.scored)
    if isinstance(table, View):
        title += f", as {table.players[table.seat].name} sees it"
    tiles = dict(moment.scene.tiles)
    said = [
        *spoken.of_table(tiles, moment.scene.rows),
        *spoken.of_completed(moment.completed),
        *spoken.of_marks(marks),
        *spoken.of_seats(moment.scene),
    ]
    part = _whole(moment, table_part(tiles, marks, moment.scene.rows))
    return document(f"{table.variant.name}: {title}", said, on_table(part), size)


def _whole(moment: Moment, table: Part) -> Part:
    """The table, what was completed, the players, and the notes, below each other."""
    parts = [table]
    if moment.completed:
        rows = (row_part(line.tiles, line.laid, line.points) for line in moment.completed)
        parts.append(below([note_part("completed"), *rows]))
    seats = seat_parts(moment.scene)
    width = max(_NARROWEST, *(part.width for part in (*parts, *seats)))
    columns = (width + PADDING) // (seats[0].width + PADDING)
    notes = (line for note in moment.scene.notes for line in wrapped(note, width, NOTE))
    parts += [grid(seats, int(columns), PADDING), below(map(note_part, notes))]
    return attrs.evolve(below(parts, PADDING), width=width)


def _turn(scene: Scene) -> str:
    names = [seat.name for seat in scene.seats if seat.to_move]
    return f"{names[0]} to move" if names else "the game is over"
