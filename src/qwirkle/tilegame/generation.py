"""The move generator.

A placement is grown from its anchor: the first of its cells, in cell order, that
touches the table. Before the anchor come only cells that touch nothing (a touching
one would be the anchor itself), behind it any cells. So every step of the growth is a
legal placement, no placement comes out twice, and there are no dead ends.

What may join a line is a mask that shrinks with every tile; the points depend only on
the cells, so placements come in groups that fill the same cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final, TypeAlias

from qwirkle.opencells import FREE, STRIDE, OpenCells
from qwirkle.start import opening_sets
from qwirkle.tiles import TILE_OF_BIT, Tile

Grown: TypeAlias = list[tuple[int, tuple[Tile, ...]]]
"""Tiles for the same cells: what may still join their line, and the tiles in cell order."""

Group: TypeAlias = tuple[tuple[int, ...], int, Grown]
"""The cells (as integers), the points, and the tiles that can go there."""


class _Choices(dict[int, tuple[tuple[int, Tile], ...]]):
    """For a mask: its tiles in order, each with the mask of what it can join."""

    def __missing__(self, mask: int) -> tuple[tuple[int, Tile], ...]:
        if len(self) > 50_000:  # it remembers what hands hold, but not for ever
            self.clear()
        left, found = mask, []
        while left:
            tile = TILE_OF_BIT[left & -left]
            left ^= tile._bit
            found.append((tile._joins, tile))
        self[mask] = choices = tuple(found)
        return choices


_CHOICES: Final = _Choices()


def mask_of(tiles: Sequence[Tile]) -> int:
    """The mask of some tiles; lines never repeat a tile, so copies do not matter."""
    mask = 0
    for tile in tiles:
        mask |= tile._bit
    return mask


def placements(cells: OpenCells, hand: int, points: Sequence[int]) -> Iterator[Group]:
    """All placements of a hand beside the tiles on the table, in groups.

    Args:
        cells: where a tile may go, and which.
        hand: the mask of the tiles in hand.
        points: what a line of each length is worth, from 0 on; 0 for lengths 0 and 1.
    """
    rows, columns, barred, choices = cells.rows, cells.columns, cells.barred, _CHOICES
    row_at, column_at = rows.get, columns.get
    for anchor in cells.in_order():
        row = row_at(anchor, FREE)
        column = column_at(anchor, FREE)
        fitting = hand & row[0] & column[0]
        if anchor in barred:
            fitting &= ~barred[anchor]
        if not fitting:
            continue
        tiles_here = choices[fitting]
        row_points = points[row[1] + 1 + row[2]]
        column_points = points[column[1] + 1 + column[2]]
        yield (anchor,), row_points + column_points, [(0, (tile,)) for _, tile in tiles_here]
        for along, across, step, slot, crossing in (
            (row_at, column_at, STRIDE, row, column_points),
            (column_at, row_at, 1, column, row_points),
        ):
            mask, behind, beyond, _ = slot
            next_key = anchor + step * (beyond + 1)
            before = anchor - step
            may_grow_back = not (behind or before in rows or before in columns)
            if not (may_grow_back or hand & along(next_key, FREE)[0] & across(next_key, FREE)[0]):
                continue
            grown: Grown = []
            for joins, tile in tiles_here:
                joining = mask & joins
                if joining & hand:  # there is room for another tile of the hand
                    grown.append((joining, (tile,)))
            filled: tuple[int, ...] = (anchor,)
            length = behind + 1 + beyond
            while grown:
                # From what is filled so far onward, past the tiles that lie there.
                onward, total, crossed, keys, key = grown, length, crossing, filled, next_key
                while True:
                    mask, _, after, ahead = along(key, FREE)
                    other, over, under, _ = across(key, FREE)
                    allowed = hand & mask & other
                    if key in barred:
                        allowed &= ~barred[key]
                    if not allowed:
                        break
                    longer: Grown = []
                    for joining, tiles in onward:
                        if ahead & ~joining:  # the tiles behind the gap must suit the line
                            continue
                        for joins, tile in choices[joining & allowed]:
                            longer.append((joining & mask & joins, (*tiles, tile)))
                    if not longer:
                        break
                    onward = longer
                    total += 1 + after
                    crossed += points[over + 1 + under]
                    keys = (*keys, key)
                    yield keys, points[total] + crossed, onward
                    key += step * (after + 1)
                # One more cell before, as long as that touches nothing.
                if not may_grow_back:
                    break
                longer = []
                for joining, tiles in grown:
                    for joins, tile in choices[joining & hand]:
                        longer.append((joining & joins, (tile, *tiles)))
                grown = longer
                if grown:
                    length += 1
                    filled = (before, *filled)
                    yield filled, points[length] + crossing, grown
                    before -= step
                    may_grow_back = not (before in rows or before in columns)


def openings(hand: Sequence[Tile]) -> Iterator[tuple[Tile, ...]]:
    """The opening lines: each largest set, in every order of its tiles (B2)."""
    for tiles in opening_sets(hand):
        yield from permutations(tiles)
