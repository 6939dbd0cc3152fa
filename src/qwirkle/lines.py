"""Lines: unbroken rows and columns of tiles, and whether the tiles fit together (P2, P3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from typing import Any, Final, NamedTuple

import attrs

from qwirkle._masks import fit
from qwirkle.cells import Cell, unchecked_cell
from qwirkle.tiles import TILES, Color, Shape, Tile, tiles_text

LONGEST: Final = 6
"""The length of the longest line, since there are six colours and six shapes (P3)."""

ACROSS: Final = (1, 0)
DOWN: Final = (0, 1)


@attrs.frozen
class Line:
    """A line of tiles on the board.

    >>> from qwirkle import Board
    >>> [line] = Board("Rs@0,0 Bs@1,0").lines()
    >>> line.shared, len(line), line.fits
    (Shape.SQUARE, 2, True)
    >>> line.placed[1]
    (Cell(x=1, y=0), Tile.parse('Bs'))
    """

    cells: tuple[Cell, ...]
    """The cells, from left to right or from top to bottom."""
    tiles: tuple[Tile, ...]
    """The tiles on them, in the same order."""

    @property
    def shared(self) -> Color | Shape | None:
        """The colour, or else the shape, that all its tiles share; None if they share neither."""
        return shared(self.tiles)

    @property
    def placed(self) -> tuple[tuple[Cell, Tile], ...]:
        """The cells with their tiles."""
        return tuple(zip(self.cells, self.tiles, strict=True))

    @property
    def repeated(self) -> tuple[Tile, ...]:
        """The tiles that it holds more than once, in order."""
        return tuple(sorted(tile for tile in {*self.tiles} if self.tiles.count(tile) > 1))

    @property
    def fits(self) -> bool:
        """Whether it follows rule P3."""
        return fit(self.tiles)

    def __len__(self) -> int:
        return len(self.tiles)

    def __str__(self) -> str:
        return tiles_text(self.tiles)


def shared(tiles: Sequence[Tile]) -> Color | Shape | None:
    """The colour, or else the shape, that one or more tiles share; None if they share neither."""
    first = tiles[0]
    if all(tile.color is first.color for tile in tiles):
        return first.color
    if all(tile.shape is first.shape for tile in tiles):
        return first.shape
    return None


class Run(NamedTuple):
    """The start, the direction and the tiles of a line, which are cheap to find."""

    x: int
    y: int
    direction: tuple[int, int]
    tiles: list[Tile]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Its cells, unchecked."""
        (dx, dy), count = self.direction, len(self.tiles)
        xs = range(self.x, self.x + count) if dx else repeat(self.x, count)
        ys = range(self.y, self.y + count) if dy else repeat(self.y, count)
        return tuple(map(unchecked_cell, xs, ys))

    def line(self) -> Line:
        """The run as a public value."""
        return Line(self.cells, tuple(self.tiles))


def runs_through(at: Callable[[Any], Tile | None], cells: Sequence[Cell]) -> list[Run]:
    """The lines of two or more tiles through the given cells, each once.

    If the cells are in one column, columns come first. So the line along which tiles were placed
    comes before those that cross it, which follow in cell order.

    Args:
        at: finds the tile at a cell, given as a plain pair, which is cheaper to make.
        cells: the cells, sorted.
    """
    column = len(cells) > 1 and cells[0][0] == cells[-1][0]
    runs: list[Run] = []
    for direction in (DOWN, ACROSS) if column else (ACROSS, DOWN):
        dx, dy = direction
        covered: set[tuple[int, int]] = set()
        for cell in cells:
            if cell in covered:
                continue
            x, y = cell
            tiles: list[Tile] = []
            while (tile := at((x - dx, y - dy))) is not None:
                tiles.insert(0, tile)
                x -= dx
                y -= dy
            start_x, start_y = x, y
            x, y = cell
            while (tile := at(pair := (x, y))) is not None:
                tiles.append(tile)
                covered.add(pair)
                x += dx
                y += dy
            if len(tiles) > 1:
                runs.append(Run(start_x, start_y, direction, tiles))
    return runs


def are_sound(table: Mapping[Cell, Tile], far: int) -> bool:
    """Whether all tiles are connected (P1), all their lines fit (P3), and no cell is too far away.

    Most boards that are read need no more than this, which is much faster than finding each line.
    The board is written as a text, column by column, with a letter for every tile and a space for
    every empty cell. Then the words of the text are the lines.

    Args:
        table: the tiles.
        far: the smallest integer, positive or negative, that is too far away.
    """
    if not table:
        return True
    xs, ys = zip(*table, strict=True)
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    width, height = right - left + 1, bottom - top + 2  # with an empty cell below each column
    if width + height > len(table) + 2:  # too large to be connected, and perhaps to be written
        return False
    if not (-far < left and right < far and -far < top and bottom < far):
        return False
    letters, start = bytearray(_EMPTY) * (width * height), left * height + top
    for (x, y), tile in table.items():
        letters[x * height + y - start] = _LETTER[tile]
    text = bytes(letters)
    lines = text.split()
    for row in range(height - 1):
        lines += text[row::height].split()
    return _all_fit(lines) and _are_connected(int(text.translate(_AS_BITS), 2), height)


_EMPTY: Final = b" "
_LETTER: Final = {tile: ord("A") + tile.order for tile in TILES}
_TILE: Final = {letter: tile for tile, letter in _LETTER.items()}
_AS_BITS: Final = bytes(b"01"[letter in _TILE] for letter in range(256))

# The lines found to fit: at most 23,436.
_FITTING: Final[set[bytes]] = set()


def _all_fit(lines: Sequence[bytes]) -> bool:
    if _FITTING.issuperset(lines):  # as nearly always
        return True
    for line in {*lines} - _FITTING:
        if not fit([_TILE[letter] for letter in line]):
            return False
        _FITTING.add(line)
    return True


def _are_connected(cells: int, step: int) -> bool:
    """Whether some bits are connected, if the next column is ``step`` bits further on."""
    middle = cells.bit_length() // 2
    reached = cells >> middle << middle
    reached &= -reached  # one cell near the middle
    before = 0
    while reached != before:
        before = reached
        reached |= cells & (reached << 1 | reached >> 1)
        reached |= cells & (reached << step | reached >> step)
    return reached == cells
