"""The legal moves of a tile game, as lazy views.

The order is fixed: placements, then exchanges, then the pass. Placements come by
their anchor, the first of their cells that touches the table, in cell order; for each
anchor single tiles first, then rows, then columns, each grown cell by cell: onward from
the anchor, then with one more cell before it, and so on. Tiles for the same cells come
in the order of tiles, the anchor's first. Openings come set by set, each in every order.
Exchanges come by their number of tiles, then in the order of tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import TypeAlias

import attrs

from qwirkle.cells import Cell
from qwirkle.moves import Exchange, Move, Pass, Place, unchecked_place
from qwirkle.tilegame.generation import mask_of, openings, placements
from qwirkle.tilegame.state import TileTable
from qwirkle.tiles import Tile
from qwirkle.variant import LegalMoves

Ways: TypeAlias = tuple[tuple[Cell, ...], int, list[tuple[Tile, ...]]]
"""Some cells, the points for filling them, and the tiles that can go there."""


@attrs.frozen(eq=False)
class Placements(LegalMoves[Place]):
    """The legal placements.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
    >>> qwirkle.legal_moves(state).placements.count()
    4
    """

    table: TileTable

    def __iter__(self) -> Iterator[Place]:
        return (move for move, _ in self.scored())

    def scored(self) -> Iterator[tuple[Place, int]]:
        """Each placement with the points it scores."""
        for cells, points, ways in self._ways():
            for laid in ways:
                yield unchecked_place(cells, laid), points

    def best(self) -> Place | None:
        """The first of those that score the most, or None if there is none."""
        found = max(self._ways(), key=itemgetter(1), default=None)
        return found and unchecked_place(found[0], found[2][0])

    def _ways(self) -> Iterator[Ways]:
        """The placements, those that fill the same cells together: they score the same."""
        table = self.table
        if not _to_move(table):
            return
        variant = table.variant
        points = variant.points
        hand_size = len(table.hand)
        bonus = 0 if table.stock else variant.end_bonus()
        if not table.board:
            for laid in openings(table.hand):
                total = variant.line_points(len(laid))
                row = tuple(Cell(x, 0) for x in range(len(laid)))
                yield row, total + (len(laid) == hand_size) * bonus, [laid]
            return
        cells = variant.open_cells(table)
        grid = cells.grid
        for keys, total, grown in placements(cells, mask_of(table.hand), points):
            if len(keys) == hand_size:
                total += bonus
            yield tuple([grid[key] for key in keys]), total, [laid for _, laid in grown]

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Place) and not self.table.variant.check(self.table, move)

    def __bool__(self) -> bool:
        table = self.table
        if not _to_move(table):
            return False
        return table.variant.can_place(table, table.hand)

    def count(self) -> int:
        """How many there are; no move is built for it."""
        table = self.table
        if not _to_move(table):
            return 0
        if not table.board:
            return sum(1 for _ in openings(table.hand))
        variant = table.variant
        groups = placements(variant.open_cells(table), mask_of(table.hand), variant.points)
        return sum(len(grown) for _, _, grown in groups)


@attrs.frozen(eq=False)
class Exchanges(LegalMoves[Exchange]):
    """The legal exchanges: which tiles, not which copies of them.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Bs Gd", "Gd"], supply="Rc Rd")
    >>> [str(move) for move in qwirkle.legal_moves(state).exchanges]
    ['swap Gd', 'swap Bs', 'swap Gd Bs', 'swap Bs Bs']
    """

    table: TileTable

    def __iter__(self) -> Iterator[Exchange]:
        table = self.table
        if not _to_move(table) or not table.board:
            return
        for size in range(1, table.variant.most_exchanged(table) + 1):
            for tiles in _choices(table.hand, size):
                yield Exchange(tiles)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Exchange) and not self.table.variant.check(self.table, move)


@attrs.frozen(eq=False)
class TileMoves(LegalMoves[Move]):
    """The legal moves of a tile game.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
    >>> best = max(qwirkle.legal_moves(state).scored(), key=lambda pair: pair[1])
    >>> print(*best)
    Bs@-1,0 2
    """

    table: TileTable

    @property
    def placements(self) -> Placements:
        """The placements alone."""
        return Placements(self.table)

    @property
    def exchanges(self) -> Exchanges:
        """The exchanges alone."""
        return Exchanges(self.table)

    def scored(self) -> Iterator[tuple[Place, int]]:
        """Each placement with the points it scores, in one pass."""
        return self.placements.scored()

    def best(self) -> Move | None:
        """The first placement that scores the most, or else the first move."""
        return self.placements.best() or next(iter(self), None)

    def __iter__(self) -> Iterator[Move]:
        yield from self.placements
        yield from self.exchanges
        if Pass() in self:
            yield Pass()

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and not self.table.variant.check(self.table, move)

    def __bool__(self) -> bool:
        # Somebody who can neither place nor exchange may pass, so there is always a move.
        return _to_move(self.table)

    def count(self) -> int:
        """How many there are; no placement is built for it."""
        return self.placements.count() + self.exchanges.count() + (Pass() in self)


def _choices(hand: tuple[Tile, ...], size: int) -> Iterator[tuple[Tile, ...]]:
    """The ways to choose tiles of a sorted hand, whichever copies are taken."""
    if not size:
        yield ()
    for i, tile in enumerate(hand[: len(hand) - size + 1] if size else ()):
        if not i or tile is not hand[i - 1]:
            for rest in _choices(hand[i + 1 :], size - 1):
                yield (tile, *rest)


def _to_move(table: TileTable) -> bool:
    return table.may_move and not table.is_over
