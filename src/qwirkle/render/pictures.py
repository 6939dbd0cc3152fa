"""Pictures as SVG: of tiles, boards, scores, positions and moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Final

import attrs

from qwirkle.board import Board
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.judgement import Score
from qwirkle.moves import Move
from qwirkle.render.marks import Marks
from qwirkle.render.parts import (
    NOTE,
    PADDING,
    Part,
    Places,
    below,
    board_part,
    document,
    hand_part,
    in_columns,
    note_part,
    on_background,
    row_part,
    seat_parts,
    wrapped,
)
from qwirkle.render.played import AfterMove, Played, after_move
from qwirkle.render.shapes import UNIT
from qwirkle.render.terminal import scene_of
from qwirkle.scene import Scene
from qwirkle.state import State, View
from qwirkle.tiles import Tile, as_tiles, in_order
from qwirkle.words import counted, expect, expect_number, sentence

_SIZE: Final = 48
_SMALLEST: Final = 8
_LARGEST: Final = 256
_NARROWEST: Final = 7 * UNIT  # leaves enough space for notes below a small board


def svg(
    thing: Tile | Iterable[Tile | str] | Board | Score | State | View | Played,
    *,
    move: Move | None = None,
    last: Iterable[tuple[int, int]] = (),
    cells: Iterable[tuple[int, int]] = (),
    line: Iterable[tuple[int, int]] = (),
    points: Mapping[Cell, int] | Mapping[tuple[int, int], int] | None = None,
    size: int = _SIZE,
    axes: bool = True,
    only_board: bool = False,
    notes: bool = True,
) -> str:
    """A picture as SVG that needs no other file and describes itself in words.

    Args:
        thing: a tile, some tiles or their text, a board, a score, a state, a view, or a played
            move.
        move: a legal move in the state or view. The picture shows the position after it, before
            anything is drawn, highlights the move, and gives the points of every line.
        last: cells to mark as those of the last move.
        cells: cells to mark as open, where something may be placed.
        line: the cells of a claimed line, outlined together.
        points: numbers to print on cells.
        size: the side of a tile in pixels, from 8 to 256.
        axes: whether the rows and columns of a board are numbered.
        only_board: whether the players and notes of a state or view are left out. They are still
            part of the description.
        notes: whether the notes of a state or view are shown below the players.

    >>> import qwirkle
    >>> picture = svg(qwirkle.Board("Rs@0,0 Bs@1,0"), last=[(1, 0)], size=24)
    >>> picture[:41], picture.count("data-tile")
    ('<svg xmlns="http://www.w3.org/2000/svg" r', 2)

    Raises:
        InvalidValue: if something cannot be drawn, or is too large for a picture.
        IllegalMove: if the move is not legal.
    """
    expect_number("size", size, _SMALLEST, _LARGEST)
    marks = Marks.of(last, cells, line, {} if points is None else points)
    if isinstance(thing, Played) and move is None:
        move, thing = thing.move, thing.state
    if move is not None and not isinstance(thing, (State, View)):
        raise InvalidValue(f"move: give it with a state or a view, not with {short_repr(thing)}")
    if isinstance(thing, (Board, State, View)):
        title, after, marks = _titled(thing, move, marks)
        part = _board_and_lines(after, marks, axes=axes)
        if after.scene.seats and not only_board:
            part = _with_players(part, after.scene, notes=notes)
        return document(title, _in_words(after, marks), on_background(part), size)
    if marks != Marks():
        possible = "a board, a state or a view"
        raise InvalidValue(f"only {possible} can have marked cells, not {short_repr(thing)}")
    if isinstance(thing, Score):
        return _of_score(thing, size)
    if isinstance(thing, Tile):
        return document(thing.name, ["A tile."], row_part([thing]), size)
    tiles = _tiles(thing)
    title = counted(len(tiles), "tiles")
    return document(title, [f"{_names(tiles)}."], on_background(hand_part(tiles)), size)


@attrs.frozen
class Box:
    """A rectangle in a picture, in fractions of its width and height, so it fits at any size.

    >>> Box(0.25, 0, 0.5, 1).left
    0.25
    """

    left: float
    """The distance from the left edge of the picture."""
    top: float
    """The distance from the top edge of the picture."""
    width: float
    """The width of the rectangle."""
    height: float
    """The height of the rectangle."""


def boxes(board: Board, *, cells: Iterable[tuple[int, int]] = ()) -> dict[Cell, Box]:
    """The places of the cells in the picture that :func:`svg` makes of a board, with its axes.

    A program can use them to find the cell that a player clicks on, or to put something over it.

    Args:
        board: the board.
        cells: all cells that are marked in the picture, with any mark.

    Returns:
        Every cell in the picture, empty ones included, row by row.

    >>> import qwirkle
    >>> found = boxes(qwirkle.Board("Rs@0,0 Bs@1,0"), cells=[(0, 1)])
    >>> [str(cell) for cell in found]
    ['0,0', '1,0', '0,1', '1,1']
    >>> found[0, 0].left < 0.5 < found[1, 0].left + found[1, 0].width
    True

    Raises:
        InvalidValue: if there is no such picture.
    """
    expect(board, Board, "a board")
    drawn = {*board, *Marks.of((), cells, (), {}).all_cells}
    if not drawn:
        return {}
    places = Places.of(drawn)
    width, height = (side + 2 * PADDING for side in places.size)
    found: dict[Cell, Box] = {}
    for y in places.rows:
        for x in places.columns:
            left, top = (corner + PADDING for corner in places.at((x, y)))
            found[Cell(x, y)] = Box(left / width, top / height, UNIT / width, UNIT / height)
    return found


# The pictures


def _tiles(thing: object) -> tuple[Tile, ...]:
    if not isinstance(thing, Iterable) or isinstance(thing, Mapping):
        possible = "a tile, tiles, a board, a score, a state, a view or a played move"
        raise InvalidValue(f"there are pictures of {possible}, not of {short_repr(thing)}")
    tiles = as_tiles(thing)
    # The order of a set is not the same in every process.
    return in_order(tiles) if isinstance(thing, Set) else tiles


def _of_score(score: Score, size: int) -> str:
    rows = [row_part(line.tiles, points=line.points) for line in score.lines]
    described = [f"{line.points} for {_names(line.tiles)}." for line in score.lines]
    for extra in [f"{points} {words}" for points, words in score.extras]:
        rows.append(note_part(extra))
        described.append(f"{extra}.")
    total = counted(score.total, "points")
    rows.append(note_part(f"{total} in total", bold=True))
    return document(total, described or ["No lines."], on_background(below(rows, 6)), size)


def _titled(
    thing: Board | State | View, move: Move | None, marks: Marks
) -> tuple[str, AfterMove, Marks]:
    """The title of a picture, its scene, and the marks with those of the move."""
    if isinstance(thing, Board):
        return f"a board with {counted(len(thing), 'tiles')}", AfterMove(scene_of(thing)), marks
    if move is None:
        after = AfterMove(scene_of(thing))
        names = [seat.name for seat in after.scene.seats if seat.to_move]
        nobody = "the game is over" if thing.is_over else "a position"
        title = f"{names[0]} to move" if names else nobody
    elif marks.last:
        raise InvalidValue("last: leave it out with a move, which is marked anyway")
    else:
        after = after_move(thing, move)
        title = after.scene.notes[0]
        marks = attrs.evolve(marks, last=after.highlights, scored=after.scored)
    if isinstance(thing, View):
        title += f", as {thing.players[thing.seat].name} sees it"
    return title, after, marks


def _board_and_lines(after: AfterMove, marks: Marks, *, axes: bool) -> Part:
    """The board, and the completed lines below it."""
    board = board_part(after.scene, marks, axes=axes)
    if not after.completed:
        return board
    rows = (row_part(line.tiles, played, line.points) for line, played in after.completed)
    return below([board, below([note_part("completed"), *rows])], PADDING)


def _with_players(board: Part, scene: Scene, *, notes: bool) -> Part:
    """The board with the players below it, and perhaps the notes."""
    seats = seat_parts(scene)
    width = max(board.width, seats[0].width, _NARROWEST if notes else 0)
    columns = (width + PADDING) // (seats[0].width + PADDING)
    parts = [board, in_columns(seats, int(columns), PADDING)]
    lines = [line for note in scene.notes for line in wrapped(note, width, NOTE)]
    if notes and lines:
        parts.append(below(map(note_part, lines)))
    return attrs.evolve(below(parts, PADDING), width=width)


# Pictures in words, for people who do not see them


def _names(tiles: Iterable[Tile], pieces: str = "tiles") -> str:
    return ", ".join(tile.name for tile in tiles) or f"no {pieces}"


def _in_words(after: AfterMove, marks: Marks) -> list[str]:
    """A whole picture in sentences."""
    return [
        *_board_in_words(after.scene),
        *(f"Completed for {line.points}: {_names(line.tiles)}." for line, _ in after.completed),
        *_marks_in_words(marks),
        *_seats_in_words(after.scene),
        *map(sentence, after.scene.notes),
    ]


def _board_in_words(scene: Scene) -> Iterator[str]:
    """The tiles row by row, with the labels of the variant or with their coordinates."""
    tiles = dict(scene.tiles)
    if not tiles:
        yield f"{scene.no_pieces.capitalize()}."
    rows = {label: [tiles[cell].name for cell in row] for label, row in scene.labels}
    for cell in () if rows else sorted(tiles, key=lambda cell: (cell.y, cell.x)):
        rows.setdefault(str(cell.y), []).append(f"{tiles[cell].name} at {cell.x}")
    for label, names in rows.items():
        yield f"Row {label}: {', '.join(names)}."


def _marks_in_words(marks: Marks) -> list[str]:
    kinds = {
        "Last move": map(str, marks.last),
        "Open cells": map(str, marks.cells),
        "Claimed as a line": map(str, marks.line),
        "Points": (f"{number} at {cell}" for cell, number in marks.points),
        "Points for lines": (f"{line.points} for {_names(line.tiles)}" for line in marks.scored),
    }
    described = {kind: "; ".join(words) for kind, words in kinds.items()}
    return [f"{kind}: {words}." for kind, words in described.items() if words]


def _seats_in_words(scene: Scene) -> Iterator[str]:
    for seat in scene.seats:
        turn = ", to move" if seat.to_move else ""
        hand = f"{seat.size} hidden" if seat.hand is None else _names(seat.hand, scene.pieces)
        yield f"{seat.name}{turn}: {counted(seat.score, scene.unit)}, {hand}."
