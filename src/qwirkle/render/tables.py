"""A table with its coordinates and marks, and tiles in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import attrs

from qwirkle.cells import Cell
from qwirkle.render.elements import (
    BOLD,
    CENTERED,
    Part,
    below,
    form,
    note_part,
    tile_at,
    width_of,
    words,
)
from qwirkle.render.frame import Frame
from qwirkle.render.marks import Marks, end_of, is_column
from qwirkle.render.palette import CLAIM, FAINT, MARK, ON_MARK
from qwirkle.render.shapes import UNIT
from qwirkle.tiles import Tile

_FONT: Final = 14  # of the coordinates
_HEADER: Final = 22  # the height of the numbers of columns
_MIDDLE: Final = UNIT / 2
_BADGE: Final = 11  # half the height of a number with a ground
_IN_A_ROW: Final = 12
_QUIET: Final = f' fill="{FAINT}"{CENTERED}'  # how the numbers at the edges look


@attrs.frozen
class Grid:
    """Where the cells of a table are in its picture."""

    frame: Frame
    """The cells."""
    margin: int
    """The width left of them, for the numbers of rows."""
    header: int
    """The height above them, for the numbers of columns."""

    @staticmethod
    def around(cells: Iterable[tuple[int, int]], rows: Sequence[Sequence[Cell]] = ()) -> Grid:
        """The smallest with all these cells, of which there is at least one.

        Args:
            cells: the cells.
            rows: rows with numbers of their own, which are shown instead of coordinates.
        """
        frame = Frame.around(cells)
        numbers = range(len(rows)) if rows else range(frame.top, frame.top + frame.rows)
        margin = max(width_of(_number(number), _FONT) for number in numbers) + 4
        return Grid(frame, margin, 0 if rows else _HEADER)

    def at(self, cell: tuple[int, int]) -> tuple[int, int]:
        """The upper left corner of a cell."""
        x, y = cell
        return self.margin + (x - self.frame.left) * UNIT, self.header + (y - self.frame.top) * UNIT

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height."""
        return self.margin + self.frame.columns * UNIT, self.header + self.frame.rows * UNIT


def table_part(
    tiles: Mapping[Cell, Tile], marks: Marks, rows: Sequence[Sequence[Cell]] = ()
) -> Part:
    """The tiles and marks at their places, with the numbers of the rows or the coordinates.

    Raises:
        InvalidValue: if the cells lie too far apart for a picture.
    """
    cells = {*tiles, *marks.all_cells}
    if not cells:
        return note_part("nothing lies on the table")
    grid = Grid.around(cells, rows)
    numbers = _before_rows(rows, grid) if rows else _coordinates(grid)
    return Part(*grid.size, "\n".join([*numbers, *_drawn(tiles, marks, grid)]))


def _coordinates(grid: Grid) -> Iterator[str]:
    """The numbers of the columns and rows of cells, at the edges."""
    frame = grid.frame
    for i in range(frame.columns):
        x = grid.margin + i * UNIT + _MIDDLE
        yield words(x, 10, _number(frame.left + i), _FONT, _QUIET)
    for y in range(frame.top, frame.top + frame.rows):
        yield _before((frame.left, y), y, grid)


def _before_rows(rows: Sequence[Sequence[Cell]], grid: Grid) -> Iterator[str]:
    """The number of every row, in front of it."""
    for number, row in enumerate(rows):
        yield _before(row[0], number, grid)


def _before(cell: tuple[int, int], number: int, grid: Grid) -> str:
    """A number left of a cell."""
    x, y = grid.at(cell)
    return words(x - grid.margin / 2 - 2, y + _MIDDLE, _number(number), _FONT, _QUIET)


def _drawn(tiles: Mapping[Cell, Tile], marks: Marks, grid: Grid) -> Iterator[str]:
    """Tiles in the order of reading, and what lies over them."""
    at = grid.at
    for cell in sorted(tiles, key=lambda cell: (cell.y, cell.x)):
        yield tile_at(tiles[cell], *at(cell))
    for cell in marks.cells:
        yield form("free", *at(cell))
    for cell in marks.last:
        yield form("last", *at(cell))
    if marks.line:
        (left, top), (right, bottom) = at(marks.line[0]), at(marks.line[-1])
        yield (
            f'<rect x="{left}" y="{top}" width="{right - left + UNIT}" '
            f'height="{bottom - top + UNIT}" rx="8" fill="none" stroke="{CLAIM}" '
            'stroke-width="4" stroke-dasharray="12 5"/>'
        )
    for cell, number in marks.points:
        x, y = at(cell)
        if cell in tiles:  # in a corner, so that the tile can be seen
            yield _badge(x + UNIT - _BADGE, y + _BADGE, number)
        else:
            yield _badge(x + _MIDDLE, y + _MIDDLE, number)
    for line in marks.scored:
        x, y = at(end_of(line))
        if is_column(line):
            yield _badge(x + _MIDDLE, y + _BADGE + 2, line.points)
        else:
            yield _badge(x + _BADGE + 2, y + _MIDDLE, line.points)


def row_part(tiles: Sequence[Tile], laid: Sequence[bool] = (), points: int | None = None) -> Part:
    """Tiles side by side, with their points behind them."""
    elements = [tile_at(tile, i * UNIT, 0) for i, tile in enumerate(tiles)]
    elements += [form("last", i * UNIT, 0) for i, is_laid in enumerate(laid) if is_laid]
    width = len(tiles) * UNIT
    if points is not None:
        elements.append(_badge(width + _BADGE + 2, _MIDDLE, points))
        width += UNIT
    return Part(width, UNIT, "\n".join(elements))


def hand_part(tiles: Sequence[Tile]) -> Part:
    """Tiles in rows that are not too long; there may be none."""
    if not tiles:
        return note_part("no tile")
    return below(row_part(tiles[at : at + _IN_A_ROW]) for at in range(0, len(tiles), _IN_A_ROW))


def _number(coordinate: int) -> str:
    """The number of a row or column; of a long one only the end, which tells it from the next."""
    text = str(coordinate)
    return text if len(text) <= 5 else f"…{text[-3:]}"


def _badge(x: float, y: float, number: int) -> str:
    """A number that can be read on everything."""
    text = str(number)
    half = max(_BADGE, 4.5 * len(text) + 4)
    return (
        f'<rect x="{x - half:g}" y="{y - _BADGE:g}" width="{2 * half:g}" '
        f'height="{2 * _BADGE}" rx="{_BADGE}" fill="{MARK}"/>'
        + words(x, y, text, 15, f' fill="{ON_MARK}"{BOLD}{CENTERED}')
    )
