"""The open cells of a table: what may go where, kept up to date tile by tile.

This is what makes the generator fast. For every empty cell beside a tile it holds the mask
of the tiles that fit there (P3, P4), and along the row and along the column separately what
the line there would take and how long it is already. A placed tile changes only the cells
at the ends of its own two lines.

Inside, a cell is one integer: columns are `STRIDE` apart, so a step to the right adds
`STRIDE` and a step down adds 1, and the integers sort like the cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

import attrs

from qwirkle.cells import Cell, unchecked_cell
from qwirkle.tiles import ALL, TILES, Tile

# Tables are connected, so a stride of 16,384 serves any with fewer than 8,000 tiles.
STRIDE: Final = 1 << 14
_HALF: Final = STRIDE >> 1

JOINS: Final = {tile._bit: tile._joins for tile in TILES}
"""For the bit of a tile, the mask of the tiles that can share a line with it."""


class Grid(dict[int, Cell]):
    """The translation between integers and cells, around a cell of the table."""

    def __init__(self, x: int, y: int) -> None:
        super().__init__()
        self.x = x
        self.y = y

    def __missing__(self, key: int) -> Cell:
        column = (key + _HALF) // STRIDE
        cell = unchecked_cell(self.x + column, self.y + key - column * STRIDE)
        self[key] = cell
        return cell

    def key(self, cell: Cell) -> int:
        """The integer of a cell of the table, or one beside it."""
        return (cell[0] - self.x) * STRIDE + cell[1] - self.y

    def find(self, cell: Cell) -> int | None:
        """The integer of any cell; None if it is so far away that it has none of its own."""
        down = cell[1] - self.y
        return (cell[0] - self.x) * STRIDE + down if -_HALF <= down < _HALF else None


Slot: TypeAlias = tuple[int, int, int, int]
"""An open cell, along its row or along its column: the mask of the tiles that fit the line there
(none if the two runs beside it exclude each other), how many tiles lie directly before it, how
many directly after it, and the mask of the latter. A plain tuple, since every move makes some."""

OpenCell: TypeAlias = tuple[int, tuple[Slot, Slot]]
"""An open cell: the mask of the tiles that fit both its lines; its row and its column."""

FREE: Final[Slot] = (ALL, 0, 0, 0)
"""A cell with no neighbour along this direction takes anything."""

FREE_CELL: Final[OpenCell] = (ALL, (FREE, FREE))
"""A cell with no neighbour at all."""


@attrs.frozen(eq=False, repr=False)
class OpenCells:
    """The empty cells that touch a tile.

    >>> from qwirkle import Board, Tile
    >>> cells = Board("Rs@0,0").open_cells
    >>> [str(cells.grid[key]) for key in sorted(cells.cells)]
    ['-1,0', '0,-1', '0,1', '1,0']
    >>> bool(cells.fitting() & Tile.parse("Bd")._bit)
    False
    """

    grid: Grid
    bits: dict[int, int]
    """Every tile on the table, as its bit."""
    cells: dict[int, OpenCell]
    """The empty cells with a tile beside, above or below them."""

    @staticmethod
    def around(tiles: Mapping[Cell, Tile]) -> OpenCells:
        """The open cells of a table."""
        x, y = min(tiles, default=(0, 0))
        return OpenCells(Grid(x, y), {}, {}).filling(tiles.items())

    def filling(self, placed: Iterable[tuple[Cell, Tile]]) -> OpenCells:
        """The open cells after these tiles have been laid on empty cells."""
        key_of = self.grid.key
        bits, cells = self.bits.copy(), self.cells.copy()
        keys: list[int] = []
        for cell, tile in placed:
            key = key_of(cell)
            keys.append(key)
            bits[key] = tile._bit
            cells.pop(key, None)
        keys.sort()
        _renew(cells, bits, keys, 0, STRIDE)
        _renew(cells, bits, keys, 1, 1)
        return OpenCells(self.grid, bits, cells)

    def barring(self, cell: Cell, tile: Tile) -> OpenCells:
        """The open cells if this tile may not go to this one of them."""
        key = self.grid.key(cell)
        if key not in self.cells:  # nothing can go there anyway
            return self
        mask, lines = self.cells[key]
        return attrs.evolve(self, cells={**self.cells, key: (mask & ~tile._bit, lines)})

    def fitting(self) -> int:
        """The mask of the tiles that could be placed somewhere.

        Every placement begins with one tile that fits on its own, so somebody can
        place if and only if one of their tiles is in this mask.
        """
        found = 0
        for mask, _ in self.cells.values():
            found |= mask
        return found


def _renew(
    cells: dict[int, OpenCell], bits: dict[int, int], keys: list[int], along: int, step: int
) -> None:
    """Bring the cells at both ends of every line through new tiles up to date.

    Args:
        cells: the open cells.
        bits: the tiles on the table, the new ones included.
        keys: where the new ones are, in order.
        along: 0 for rows, 1 for columns.
        step: from a cell to the next one.
    """
    end = keys[0] if keys else 0
    for key in keys:
        if key < end and not (end - key) % step:
            continue  # it lies in the line before
        start = key
        while start - step in bits:
            start -= step
        mask, length, tiles, end = ALL, 0, 0, start
        while end in bits:
            bit = bits[end]
            mask &= JOINS[bit]
            tiles |= bit
            length += 1
            end += step
        # The cell behind the line, where another one may begin.
        _, lines = cells.get(end, FREE_CELL)
        _, _, after, ahead = lines[along]
        both = _both(mask, ahead, _mask(bits, end + step, step)) if after else mask
        _set(cells, end, along, lines, (both, length, after, ahead))
        # The cell before it, where another one may end.
        before = start - step
        _, lines = cells.get(before, FREE_CELL)
        behind = lines[along][1]
        both = _both(_mask(bits, before - step, -step), tiles, mask) if behind else mask
        _set(cells, before, along, lines, (both, behind, length, tiles))


def _set(
    cells: dict[int, OpenCell], key: int, along: int, lines: tuple[Slot, Slot], slot: Slot
) -> None:
    row, column = (lines[0], slot) if along else (slot, lines[1])
    cells[key] = row[0] & column[0], (row, column)


def _mask(bits: dict[int, int], key: int, step: int) -> int:
    """What suits all tiles of the line that begins at a cell."""
    mask = ALL
    while key in bits:
        mask &= JOINS[bits[key]]
        key += step
    return mask


def _both(first: int, tiles: int, second: int) -> int:
    """What suits two lines that would become one: nothing, if tiles of the second do not suit
    the first."""
    return 0 if tiles & ~first else first & second
