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
        for step in (STRIDE, 1):
            ends: set[int] = set()
            for key in keys:
                end = key + step
                while end in bits:
                    end += step
                ends.add(end)
                end = key - step
                while end in bits:
                    end -= step
                ends.add(end)
            for end in ends:
                slot = _slot(bits, end, step)
                _, (row, column) = cells.get(end, _FREE_CELL)
                lines = (row, slot) if step == 1 else (slot, column)
                cells[end] = lines[0][0] & lines[1][0], lines
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


_FREE_CELL: Final[OpenCell] = (ALL, (FREE, FREE))


def _slot(bits: dict[int, int], key: int, step: int) -> Slot:
    mask, before, cell = ALL, 0, key - step
    while cell in bits:
        mask &= JOINS[bits[cell]]
        before += 1
        cell -= step
    joined, after, ahead, cell = mask, 0, 0, key + step
    while cell in bits:
        bit = bits[cell]
        # The two runs would become one line: each tile must suit the other side too.
        joined &= JOINS[bit] if bit & mask else 0
        ahead |= bit
        after += 1
        cell += step
    return joined, before, after, ahead
