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
from typing import TypeAlias

from qwirkle.opencells import FREE, STRIDE, OpenCells
from qwirkle.tiles import TILES, Tile

Grown: TypeAlias = list[tuple[int, tuple[Tile, ...]]]
"""Tiles for the same cells: what may still join their line, and the tiles in cell order."""

Group: TypeAlias = tuple[tuple[int, ...], int, Grown]
"""The cells (as integers), the points, and the tiles that can go there."""


class _Choices(dict[int, tuple[tuple[int, Tile], ...]]):
    """For a mask of some tiles of a hand: those tiles, each with what it can join."""

    def __init__(self, hand: int) -> None:
        super().__init__()
        self.hand = [(tile.joins, tile) for tile in TILES if tile.bit & hand]

    def __missing__(self, mask: int) -> tuple[tuple[int, Tile], ...]:
        choices = tuple(pair for pair in self.hand if pair[1].bit & mask)
        self[mask] = choices
        return choices


def mask_of(tiles: Sequence[Tile]) -> int:
    """The mask of some tiles; lines never repeat a tile, so copies do not matter."""
    mask = 0
    for tile in tiles:
        mask |= tile.bit
    return mask


def placements(cells: OpenCells, hand: int, points: Sequence[int]) -> Iterator[Group]:
    """All placements of a hand beside the tiles on the table, in groups.

    Args:
        cells: where a tile may go, and which.
        hand: the mask of the tiles in hand.
        points: what a line of each length is worth, from 0 on; 0 for lengths 0 and 1.
    """
    rows, columns = cells.rows, cells.columns
    choices = _Choices(hand)
    for anchor in cells.in_order():
        row = rows.get(anchor, FREE)
        column = columns.get(anchor, FREE)
        fitting = choices[hand & row.mask & column.mask]
        if not fitting:
            continue
        width = row.before + 1 + row.after
        height = column.before + 1 + column.after
        yield (
            (anchor,),
            points[width] + points[height],
            [(0, (tile,)) for _, tile in fitting],
        )
        for along, across, step, slot, length, crossing in (
            (rows, columns, STRIDE, row, width, points[height]),
            (columns, rows, 1, column, height, points[width]),
        ):
            mask = slot.mask
            grown: Grown = [(mask & joins, (tile,)) for joins, tile in fitting]
            filled: tuple[int, ...] = (anchor,)
            before = anchor
            while True:
                # From what is filled so far onward, past the tiles that lie there.
                onward, total, crossed, keys = grown, length, crossing, filled
                key = anchor + step * (slot.after + 1)
                while True:
                    here = along.get(key, FREE)
                    other = across.get(key, FREE)
                    mask, _, after, ahead = here
                    allowed = hand & mask & other.mask
                    if not allowed:
                        break
                    onward = [
                        (joining & mask & joins, (*tiles, tile))
                        for joining, tiles in onward
                        if not ahead & ~joining  # the tiles behind the gap must suit the line
                        for joins, tile in choices[joining & allowed]
                    ]
                    if not onward:
                        break
                    total += 1 + after
                    crossed += points[other.before + 1 + other.after]
                    keys = (*keys, key)
                    yield keys, points[total] + crossed, onward
                    key += step * (after + 1)
                # One more cell before the anchor, if that touches nothing.
                before -= step
                if slot.before or before in rows or before in columns:
                    break
                grown = [
                    (joining & joins, (tile, *tiles))
                    for joining, tiles in grown
                    for joins, tile in choices[joining & hand]
                ]
                if not grown:
                    break
                length += 1
                filled = (before, *filled)
                yield filled, points[length] + crossing, grown


def opening_sets(hand: Sequence[Tile]) -> list[tuple[Tile, ...]]:
    """The largest sets in a hand that share a colour or a shape, copies counted once (B1).

    >>> from qwirkle.tiles import as_tiles, tiles_text
    >>> [tiles_text(s) for s in opening_sets(as_tiles("Rc Rc Rs Bs Gd"))]
    ['Rc Rs', 'Rs Bs']
    """
    kinds = sorted(set(hand))
    sets = {tuple(t for t in kinds if t.color is tile.color) for tile in kinds} | {
        tuple(t for t in kinds if t.shape is tile.shape) for tile in kinds
    }
    largest = max(map(len, sets), default=0)
    return sorted(tiles for tiles in sets if len(tiles) == largest)


def openings(hand: Sequence[Tile]) -> Iterator[tuple[Tile, ...]]:
    """The opening lines: each largest set, in every order of its tiles (B2)."""
    for tiles in opening_sets(hand):
        yield from permutations(tiles)
