"""The move generator.

A placement is grown from its anchor: the first of its cells, in cell order, that touches the
board. Cells before the anchor touch nothing (or they would be the anchor themselves); those after
it may be any cells. So every step of the growth is a legal placement, no placement is found twice,
and there are no dead ends.

The tiles that may join a line are a mask that shrinks with every tile. The points depend only on
the cells, so placements come in groups that fill the same cells. Which tiles can follow others is
the same on every board, so it is worked out once and cached (`Laid`), which leaves little to do
for each move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from operator import itemgetter
from typing import Any, Final, TypeAlias

from qwirkle._masks import STRIDE, Mask, OpenCell, OpenCells, joins_of, mask_of, tiles_of
from qwirkle.cells import Cell
from qwirkle.lines import LONGEST
from qwirkle.moves import Place, unchecked_place
from qwirkle.state import opening_sets
from qwirkle.tiles import Tile


class Laid:
    """Tiles placed in a line, the tiles that may join them, and the longer lines that result.

    There are 23,436 of them, one for each way to place up to six tiles in a line. Each of them,
    and each longer line, is made when it is first needed.
    """

    __slots__ = ("before", "joins", "onward", "tiles")

    def __init__(self, tiles: tuple[Tile, ...]) -> None:
        self.tiles = tiles
        self.joins = joins_of(tiles)
        """The mask of the tiles that may join them all."""
        self.onward = _Longer(self, in_front=False)
        """For a mask of such tiles, the lines with one of them added at the end."""
        self.before = _Longer(self, in_front=True)
        """For a mask of such tiles, the lines with one of them added at the front."""


Front: TypeAlias = tuple[Sequence[Laid], int]
"""Ways to fill the same cells, and the mask of the tiles that may join any of them."""


class _Longer(dict[int, Front]):
    """The lines with one more tile at one end, by the mask of the possible tiles."""

    __slots__ = ("in_front", "laid")

    def __init__(self, laid: Laid, *, in_front: bool) -> None:
        self.laid = laid
        self.in_front = in_front

    def __missing__(self, mask: int) -> Front:
        old, in_front = self.laid.tiles, self.in_front
        longer = [(tile, *old) if in_front else (*old, tile) for tile in tiles_of(Mask(mask))]
        self[mask] = front = _front([laid_as(tiles) for tiles in longer])
        return front


Group: TypeAlias = tuple[tuple[Cell, ...], int, Sequence[tuple[Tile, ...]]]
"""The cells, the points, and the tiles that can go there."""


class Groups:
    """Placements, in groups that fill the same cells. The kernel has the same class."""

    __slots__ = ("_groups",)

    def __init__(self, groups: Iterable[Group]) -> None:
        self._groups = groups

    def __iter__(self) -> Iterator[Group]:
        return iter(self._groups)

    def moves(self) -> Iterator[Place]:
        """The placements."""
        for cells, _, ways in self._groups:
            for laid in ways:
                yield unchecked_place(cells, laid)

    def scored(self) -> Iterator[tuple[Place, int]]:
        """The placements with their points."""
        for cells, points, ways in self._groups:
            for laid in ways:
                yield unchecked_place(cells, laid), points

    def best(self) -> Place | None:
        """The first placement that scores the most, or None if there is none."""
        found = max(self._groups, key=itemgetter(1), default=None)
        return found and unchecked_place(found[0], found[2][0])

    def size(self) -> int:
        """The number of placements, for which all groups are found and kept."""
        self._groups = list(self._groups)
        return sum([len(ways) for _, _, ways in self._groups])

    def number(self, index: int) -> Place:
        """The placement at an index, which must be below the size."""
        left = iter(self._groups)
        cells, _, ways = next(left)
        while index >= len(ways):
            index -= len(ways)
            cells, _, ways = next(left)
        return unchecked_place(cells, ways[index])


@cache
def laid_as(tiles: tuple[Tile, ...]) -> Laid:
    """The one shared value for these tiles."""
    return Laid(tiles)


def _front(found: Sequence[Laid]) -> Front:
    joins = 0
    for laid in found:
        joins |= laid.joins
    return tuple(found), joins


class _Singles(dict[int, Front]):
    """The tiles of a mask, each as a line of one tile."""

    def __missing__(self, mask: int) -> Front:
        if len(self) > 50_000:  # keeps the cache bounded
            self.clear()
        self[mask] = front = _front([laid_as((tile,)) for tile in tiles_of(Mask(mask))])
        return front


_SINGLES: Final = _Singles()


def placements(
    open_cells: OpenCells,
    hand: int,
    points: Sequence[int],
    anchors: Mapping[int, OpenCell] | None = None,
) -> Iterator[Group]:
    """All placements of a hand beside the tiles on the board, in groups.

    Args:
        open_cells: the cells where a tile may go, with the tiles that fit.
        hand: the mask of the tiles in hand.
        points: the points for a line of each length from 0 on; 0 for lengths 0 and 1.
        anchors: the open cells to begin with, if not all.
    """
    cells: dict[int, Any] = open_cells.cells  # whose slots are indexed by number
    keys, singles, at = open_cells.keys, _SINGLES, cells.get
    first = cells if anchors is None else anchors
    for anchor in sorted([key for key, cell in first.items() if cell[0] & hand]):
        cell = cells[anchor]
        fitting, row, column = cell
        here, partners = singles[fitting & hand]
        row_points, column_points = points[row[1]], points[column[1]]
        place: tuple[Cell, ...] = keys[anchor]
        yield place, row_points + column_points, [laid.tiles for laid in here]
        partners &= hand
        if not partners:
            continue
        for along in (1, 2):
            slot = cell[along]
            if not slot[0] & partners:
                continue
            line, length, behind, _, far = slot
            if along == 1:
                step, across, crossing = STRIDE, 2, column_points
            else:
                step, across, crossing = 1, 1, row_points
            next_key = anchor + step * far
            before = anchor - step
            may_grow_back = not behind and before not in cells
            suiting = line & hand
            grown, filled = here, place
            while True:
                # Grow onward from the filled cells, past the tiles already on the board.
                key, onward, allowed = next_key, grown, suiting
                covered, total = filled, length
                mask, crossed = line, crossing
                while True:
                    there = at(key)
                    if there is None:
                        gained = 1
                    else:
                        allowed &= there[0]
                        if not allowed:
                            break
                        its_mask, _, _, ahead, gained = there[along]
                        if ahead:
                            # The tiles after the cell must fit the line too.
                            if ahead & ~mask:
                                break
                            onward = [laid for laid in onward if not ahead & ~laid.joins]
                        mask &= its_mask
                        crossed += points[there[across][1]]
                    longer: list[Laid] = []
                    joining = 0
                    for laid in onward:
                        ways, union = laid.onward[laid.joins & allowed]
                        longer += ways
                        joining |= union
                    if not longer:
                        break
                    onward = longer
                    total += gained
                    covered += keys[key]
                    yield covered, points[total] + crossed, [laid.tiles for laid in onward]
                    allowed = mask & hand
                    if not joining & allowed:
                        break
                    key += step * gained
                # Add one more cell before, as long as it touches nothing.
                if not may_grow_back:
                    break
                longer = []
                joins = 0
                for laid in grown:
                    ways, union = laid.before[laid.joins & suiting]
                    longer += ways
                    joins |= union
                grown = longer
                length += 1
                filled = keys[before] + filled
                yield filled, points[length] + crossing, [laid.tiles for laid in grown]
                if not joins & suiting:
                    break
                before -= step
                may_grow_back = before not in cells


def singles(open_cells: OpenCells, hand: int, points: Sequence[int]) -> Iterator[Group]:
    """The placements of one tile, in groups; the arguments are those of :func:`placements`."""
    for key, (fitting, row, column) in open_cells.cells.items():
        if fitting & hand:
            yield (
                open_cells.keys[key],
                points[row[1]] + points[column[1]],
                [laid.tiles for laid in _SINGLES[fitting & hand][0]],
            )


def placements_with(
    placed: Mapping[Cell, Tile], open_cells: OpenCells, hand: int, points: Sequence[int]
) -> Iterator[Group]:
    """The placements that may contain some tiles, in groups; most of the others are left out.

    Their anchors are in line with the first placed cell, and their tiles can share a line with
    every placed tile, so there are few even if the hand is large.

    Args:
        placed: the tiles by their cells, at least one.
        open_cells: the cells where a tile may go, with the tiles that fit.
        hand: the mask of the tiles in hand.
        points: the points for a line of each length from 0 on; 0 for lengths 0 and 1.
    """
    key, cells = open_cells.keys.find(next(iter(placed))), open_cells.cells
    if key is None:
        return iter(())
    near = [key + step * far for step in (1, STRIDE) for far in range(1 - LONGEST, LONGEST)]
    anchors = {anchor: cells[anchor] for anchor in near if anchor in cells}
    tiles = placed.values()
    return placements(open_cells, hand & (mask_of(tiles) | joins_of(tiles)), points, anchors)


def openings(hand: Sequence[Tile]) -> Iterator[tuple[Tile, ...]]:
    """The opening lines: each largest set, in every order of its tiles (B2)."""
    for tiles in opening_sets(hand):
        yield from permutations(tiles)
