"""Sets of tiles as 36-bit masks, and the open cells of a board with the tiles that fit there.

A mask is an integer with its own type, used to decide rule P3. Lines never repeat a tile, so copies
do not matter.

The open cells make the generator fast, and are updated tile by tile. For every empty cell next to a
tile they hold the mask of the tiles that fit there (P3, P4). For the row and the column separately,
they also hold the tiles next to the cell, the length that the line would have, and the tiles that
would fit it. A placed tile changes only the cells at the ends of its two lines.

Internally, a cell is one integer: columns are `STRIDE` apart, so a step to the right adds `STRIDE`
and a step down adds 1, and the integers sort like the cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NewType, TypeAlias

import attrs

from qwirkle import _engine
from qwirkle.cells import Cell, unchecked_cell
from qwirkle.tiles import TILES, Tile

if TYPE_CHECKING:
    from qwirkle._engine import Grid

Mask = NewType("Mask", int)
"""A set of tiles: bit n stands for tile number n."""

ALL: Final = Mask((1 << len(TILES)) - 1)
"""All 36 tiles, any of which may join an empty line."""

BIT: Final[Mapping[Tile, Mask]] = {tile: Mask(1 << tile.order) for tile in TILES}
"""The mask of each single tile."""

JOINS: Final[Mapping[Tile, Mask]] = {
    tile: Mask(
        sum(
            BIT[other]
            for other in TILES
            if (other.color is tile.color) != (other.shape is tile.shape)
        )
    )
    for tile in TILES
}
"""For each tile, those that can share a line with it: they have exactly one attribute in common."""

_TILE: Final = {bit: tile for tile, bit in BIT.items()}


def mask_of(tiles: Iterable[Tile]) -> Mask:
    """The mask of some tiles."""
    mask, bit = 0, BIT
    for tile in tiles:
        mask |= bit[tile]
    return Mask(mask)


def tiles_of(mask: Mask) -> Iterator[Tile]:
    """The tiles of a mask, in order.

    >>> from qwirkle.tiles import as_tiles, tiles_text
    >>> tiles_text(tiles_of(mask_of(as_tiles("Bd Rs"))))
    'Rs Bd'
    """
    left: int = mask
    while left:
        lowest = Mask(left & -left)
        left ^= lowest
        yield _TILE[lowest]


def joins_of(tiles: Iterable[Tile]) -> Mask:
    """The mask of the tiles that can share a line with all of the given ones.

    >>> from qwirkle.tiles import as_tiles, tiles_text
    >>> tiles_text(tiles_of(joins_of(as_tiles("Rs Rc"))))
    'Rd Rt Rk Rx'
    """
    joins: int = ALL
    for tile in tiles:
        joins &= JOINS[tile]
    return Mask(joins)


def fit(tiles: Iterable[Tile]) -> bool:
    """Whether the tiles can be in one line (P3).

    Two tiles go together if they share exactly one attribute, and tiles that
    go together in pairs all share the same one: a tile that has one attribute
    in common with the red square, and one with the red circle, can only be red.
    So it is enough to check each tile against the mask of those that may still join.
    """
    may_join: int = ALL
    for tile in tiles:
        if not BIT[tile] & may_join:
            return False
        may_join &= JOINS[tile]
    return True


# Boards are connected, so a stride of 16,384 is enough for any with fewer than 8,000 tiles.
STRIDE: Final = 1 << 14
_HALF: Final = STRIDE >> 1
# Boards whose first cell is this close to the origin share their keys, which stay few.
_NEAR: Final = 50


class CellKeys(dict[int, tuple[Cell]]):
    """The mapping from integers to cells, relative to one cell of the board.

    Each cell comes in its own tuple, ready to be concatenated.
    """

    def __init__(self, x: int, y: int) -> None:
        super().__init__()
        self.x = x
        self.y = y

    @staticmethod
    def around(cell: tuple[int, int]) -> CellKeys:
        """The keys for a board with this cell. Most boards share one instance and its cells."""
        x, y = cell
        return _HOME if -_NEAR <= x <= _NEAR and -_NEAR <= y <= _NEAR else CellKeys(x, y)

    def __missing__(self, key: int) -> tuple[Cell]:
        column = (key + _HALF) // STRIDE
        self[key] = found = (unchecked_cell(self.x + column, self.y + key - column * STRIDE),)
        return found

    def key(self, cell: Cell) -> int:
        """The integer of a cell of the board, or of one next to it."""
        return (cell[0] - self.x) * STRIDE + cell[1] - self.y

    def find(self, cell: Cell) -> int | None:
        """The integer of any cell; None if it is too far away to have one."""
        down = cell[1] - self.y
        return (cell[0] - self.x) * STRIDE + down if -_HALF <= down < _HALF else None


_HOME: Final = CellKeys(0, 0)

# Plain tuples: unpacking one is much faster than unpacking a named tuple.
Slot: TypeAlias = tuple[Mask, int, Mask, Mask, int]
"""An open cell along its row or its column: the tiles that fit the line there (none if the tiles
on its two sides exclude each other), the length that the line would have, the tiles directly
before and directly after the cell, and the distance to the empty cell after those."""

OpenCell: TypeAlias = tuple[int, Slot, Slot]
"""An open cell: the mask of the tiles that fit both its lines, and its slots in row and column."""


class _Slots(dict[tuple[int, int], Slot]):
    """The slots, cached by the masks of the tiles before and after, as most of them recur."""

    def __missing__(self, beside: tuple[int, int]) -> Slot:
        if len(self) > 50_000:  # keeps the cache bounded
            self.clear()
        before, after = map(Mask, beside)
        first, second = joins_of(tiles_of(before)), joins_of(tiles_of(after))
        fits = Mask(0 if after & ~first else first & second)
        far = after.bit_count() + 1
        self[beside] = slot = (fits, before.bit_count() + far, before, after, far)
        return slot


_SLOTS: Final = _Slots()

FREE: Final[Slot] = _SLOTS[0, 0]
"""A cell with no neighbour in this direction, where any tile fits."""

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
    """The empty cells that touch a tile."""

    def __iter__(self) -> Iterator[Cell]:
        return (self.keys[key][0] for key in sorted(self.cells))

    def has(self, cell: Cell) -> bool:
        """Whether a cell is one of them."""
        return self.keys.find(cell) in self.cells

    @staticmethod
    def around(tiles: Mapping[Cell, Tile]) -> OpenCells:
        """The open cells of a board, found from its lines, which are fewer than its tiles.

        Equal boards have them in the same order, however they were made.
        """
        keys = CellKeys.around(min(tiles, default=(0, 0)))
        left, top, bits = keys.x, keys.y, BIT
        filled = {(x - left) * STRIDE + y - top: bits[tile] for (x, y), tile in tiles.items()}
        order = sorted(filled)
        rows, columns = _beside(filled, order, STRIDE), _beside(filled, order, 1)
        cells: dict[int, OpenCell] = {}
        for key, row in rows.items():
            column = columns.pop(key, FREE)
            cells[key] = row[0] & column[0], row, column
        for key, column in columns.items():
            cells[key] = column[0], FREE, column
        return OpenCells(keys, cells)

    def filling(self, placed: Iterable[tuple[Cell, Tile]]) -> OpenCells:
        """The open cells after these tiles have been placed on empty cells."""
        keys, cells, slots, bits = self.keys, self.cells.copy(), _SLOTS, BIT
        at = cells.get
        for cell, tile in placed:
            key, bit = keys.key(cell), bits[tile]
            _, row, column = cells.pop(key, FREE_CELL)
            # The line through the tile is now next to the empty cells at its two ends.
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
        """Whether any tile of a mask can be placed.

        Every placement begins with one tile that fits on its own, so this tells whether a player
        with these tiles can place at all.
        """
        # The newest cells come first, since they are the likeliest to take a tile.
        for mask, _, _ in reversed(self.cells.values()):  # noqa: SIM110
            if mask & tiles:
                return True
        return False


def open_cells_around(tiles: Mapping[Cell, Tile]) -> OpenCells | Grid:
    """The open cells of a board, in the kernel if possible."""
    return _engine.grid_around(tiles) or OpenCells.around(tiles)


def _beside(filled: Mapping[int, int], order: Sequence[int], step: int) -> dict[int, Slot]:
    """The slots of the empty cells at the ends of all rows, or of all columns.

    Args:
        filled: the masks of the tiles by cell.
        order: the cells in order.
        step: the distance to the next cell of a row or column.
    """
    found: dict[int, Slot] = {}
    ended: dict[int, int] = {}  # the lines so far, by the empty cells after them
    at, slots = filled.get, _SLOTS
    for key in order:
        before = key - step
        if before not in filled:
            line = 0
            while bit := at(key):
                line |= bit
                key += step
            found[before] = slots[ended.pop(before, 0), line]
            ended[key] = line
    for key, line in ended.items():
        found[key] = slots[line, 0]
    return found
