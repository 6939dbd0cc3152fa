"""The open cells of a board: what may go where, kept up to date tile by tile.

This is what makes the generator fast. For every empty cell beside a tile it holds the mask
of the tiles that fit there (P3, P4), and along the row and along the column separately what
lies beside it, how long the line there would be, and what it would take. A placed tile
changes only the cells at the ends of its own two lines.

Inside, a cell is one integer: columns are `STRIDE` apart, so a step to the right adds
`STRIDE` and a step down adds 1, and the integers sort like the cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

import attrs

from qwirkle._masks import ALL, BIT, Mask, joins_of, tiles_of
from qwirkle.cells import Cell, unchecked_cell
from qwirkle.tiles import Tile

# Tables are connected, so a stride of 16,384 serves any with fewer than 8,000 tiles.
STRIDE: Final = 1 << 14
_HALF: Final = STRIDE >> 1
# Tables whose first cell is as near to the origin as this share their keys, which stay few.
_NEAR: Final = 50


class CellKeys(dict[int, tuple[Cell]]):
    """The translation between integers and cells, around a cell of the board.

    The cells come as tuples of one, ready to be put together.
    """

    def __init__(self, x: int, y: int) -> None:
        super().__init__()
        self.x = x
        self.y = y

    @staticmethod
    def around(cell: tuple[int, int]) -> CellKeys:
        """The keys for a table with this cell. Most tables share one, whose cells stay known."""
        x, y = cell
        return _HOME if -_NEAR <= x <= _NEAR and -_NEAR <= y <= _NEAR else CellKeys(x, y)

    def __missing__(self, key: int) -> tuple[Cell]:
        column = (key + _HALF) // STRIDE
        self[key] = found = (unchecked_cell(self.x + column, self.y + key - column * STRIDE),)
        return found

    def key(self, cell: Cell) -> int:
        """The integer of a cell of the table, or one beside it."""
        return (cell[0] - self.x) * STRIDE + cell[1] - self.y

    def find(self, cell: Cell) -> int | None:
        """The integer of any cell; None if it is so far away that it has none of its own."""
        down = cell[1] - self.y
        return (cell[0] - self.x) * STRIDE + down if -_HALF <= down < _HALF else None


_HOME: Final = CellKeys(0, 0)

# Plain tuples: unpacking one is much faster than unpacking a named tuple.
Slot: TypeAlias = tuple[Mask, int, Mask, Mask, int]
"""An open cell, along its row or along its column: the tiles that fit the line there (none if the
tiles beside it exclude each other), how long the line would be, the tiles directly before and
directly after it, and how far it is to the empty cell after those."""

OpenCell: TypeAlias = tuple[int, Slot, Slot]
"""An open cell: the mask of the tiles that fit both its lines; its row and its column."""


class _Slots(dict[tuple[int, int], Slot]):
    """The slots, by the masks of the tiles before and after: the same few come again and again."""

    def __missing__(self, beside: tuple[int, int]) -> Slot:
        if len(self) > 50_000:  # it remembers most, but not for ever
            self.clear()
        before, after = map(Mask, beside)
        first, second = joins_of(tiles_of(before)), joins_of(tiles_of(after))
        fits = Mask(0 if after & ~first else first & second)
        far = after.bit_count() + 1
        self[beside] = slot = (fits, before.bit_count() + far, before, after, far)
        return slot


_SLOTS: Final = _Slots()

FREE: Final[Slot] = _SLOTS[0, 0]
"""A cell with no neighbour along this direction takes anything."""

FREE_CELL: Final[OpenCell] = (ALL, FREE, FREE)
"""A cell with no neighbour at all."""


@attrs.frozen(eq=False, repr=False)
class OpenCells:
    """The empty cells that touch a tile, in cell order.

    >>> from qwirkle import Board
    >>> [str(cell) for cell in Board("Rs@0,0").open_cells]
    ['-1,0', '0,-1', '0,1', '1,0']
    """

    keys: CellKeys
    cells: dict[int, OpenCell]
    """The empty cells with a tile beside, above or below them."""

    def __iter__(self) -> Iterator[Cell]:
        return (self.keys[key][0] for key in sorted(self.cells))

    @staticmethod
    def around(tiles: Mapping[Cell, Tile]) -> OpenCells:
        """The open cells of a board."""
        return OpenCells(CellKeys.around(min(tiles, default=(0, 0))), {}).filling(tiles.items())

    def filling(self, placed: Iterable[tuple[Cell, Tile]]) -> OpenCells:
        """The open cells after these tiles have been laid on empty cells."""
        keys, cells, slots, bits = self.keys, self.cells.copy(), _SLOTS, BIT
        at = cells.get
        for cell, tile in placed:
            key, bit = keys.key(cell), bits[tile]
            _, row, column = cells.pop(key, FREE_CELL)
            # The line through the tile is now what lies before and after the cells at its ends.
            _, length, before, after, far = row
            line = before | bit | after
            end = key + STRIDE * far
            _, its_row, its_column = at(end, FREE_CELL)
            slot = slots[line, its_row[3]]
            cells[end] = slot[0] & its_column[0], slot, its_column
            end -= STRIDE * (length + 1)
            _, its_row, its_column = at(end, FREE_CELL)
            slot = slots[its_row[2], line]
            cells[end] = slot[0] & its_column[0], slot, its_column
            # The same for the column.
            _, length, before, after, far = column
            line = before | bit | after
            end = key + far
            _, its_row, its_column = at(end, FREE_CELL)
            slot = slots[line, its_column[3]]
            cells[end] = its_row[0] & slot[0], its_row, slot
            end -= length + 1
            _, its_row, its_column = at(end, FREE_CELL)
            slot = slots[its_column[2], line]
            cells[end] = its_row[0] & slot[0], its_row, slot
        return OpenCells(keys, cells)

    def take_any(self, tiles: Mask) -> bool:
        """Whether some tile of a mask could be placed somewhere.

        Every placement begins with one tile that fits on its own, so this is whether
        somebody with these tiles can place at all.
        """
        # The newest cells come first: they are the likeliest to take a tile, so this ends soon.
        for mask, _, _ in reversed(self.cells.values()):  # noqa: SIM110
            if mask & tiles:
                return True
        return False
