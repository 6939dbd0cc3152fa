"""Sets of tiles as 36-bit masks, used to decide rule P3.

A mask is an integer with its own type. Lines never repeat a tile, so copies do not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NewType

from qwirkle.tiles import TILES, Tile

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
    go together two by two all share the same one: a tile that has one attribute
    in common with the red square, and one with the red circle, can only be red.
    So it is enough to check each tile against the mask of those that may still join.
    """
    may_join: int = ALL
    for tile in tiles:
        if not BIT[tile] & may_join:
            return False
        may_join &= JOINS[tile]
    return True
