"""The legal moves of a tile game, as lazy views.

The order is fixed: placements, then exchanges, then the pass. Placements come by
their anchor, the first of their cells that touches the table, in cell order; for each
anchor single tiles first, then rows, then columns, each grown cell by cell: onward from
the anchor, then with one more cell before it, and so on. Tiles for the same cells come
in the order of tiles, the anchor's first. Openings come set by set, each in every order.
Exchanges come by their number of tiles, then in the order of tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, islice
from operator import is_, itemgetter
from random import Random
from typing import Final, TypeAlias

import attrs

from qwirkle.cells import Cell
from qwirkle.chance import as_random, pick
from qwirkle.errors import InvalidValue
from qwirkle.moves import Exchange, Move, Pass, Place, unchecked_exchange, unchecked_place
from qwirkle.tilegame.generation import Group, openings, placements
from qwirkle.tilegame.state import TileTable
from qwirkle.tiles import Tile, mask_of
from qwirkle.variant import LegalMoves

Choice: TypeAlias = Callable[[tuple[Tile, ...]], tuple[Tile, ...]]
"""Some tiles of a hand."""


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
        for cells, _, ways in self.groups():
            for laid in ways:
                yield unchecked_place(cells, laid.tiles)

    def scored(self) -> Iterator[tuple[Place, int]]:
        """Each placement with the points it scores."""
        for cells, points, ways in self.groups():
            for laid in ways:
                yield unchecked_place(cells, laid.tiles), points

    def groups(self) -> Iterator[Group]:
        """The placements without building them: for some cells, what filling them scores, and
        the tiles that can go there. This is the fastest way to look at all of them.

        >>> import qwirkle
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Rc Bs", "Gd"], supply="Rc")
        >>> cells, points, ways = next(qwirkle.legal_moves(state).placements.groups())
        >>> cells, points, [laid.tiles for laid in ways]
        ((Cell(x=-1, y=0),), 2, [(Tile.parse('Rc'),), (Tile.parse('Bs'),)])
        """
        table = self.table
        if not _to_move(table):
            return iter(())
        if not table.board:
            return _openings(table)
        variant = table.variant
        cells = variant.open_cells(table)
        found = placements(cells, mask_of(table.hand), variant.points)
        return found if table.stock else _with_bonus(found, len(table.hand), variant.end_bonus())

    def best(self) -> Place | None:
        """The first of those that score the most, or None if there is none."""
        found = max(self.groups(), key=itemgetter(1), default=None)
        return found and unchecked_place(found[0], found[2][0].tiles)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Place) and self.table.variant.judge(self.table, move).is_legal

    def __bool__(self) -> bool:
        table = self.table
        if not _to_move(table):
            return False
        return table.variant.can_place(table, table.hand)

    def count(self) -> int:
        """How many there are; no move is built for it."""
        return sum([len(ways) for _, _, ways in self.groups()])


def _with_bonus(groups: Iterator[Group], hand_size: int, bonus: int) -> Iterator[Group]:
    """The groups, with more points for those that lay the whole hand (C3)."""
    for cells, points, ways in groups:
        yield cells, points + bonus * (len(cells) == hand_size), ways


def _openings(table: TileTable) -> Iterator[Group]:
    """The first lines, each a group of its own."""
    variant = table.variant
    bonus = 0 if table.stock else variant.end_bonus()
    for laid in openings(table.hand):
        size = len(laid.tiles)
        points = variant.line_points(size) + (bonus if size == len(table.hand) else 0)
        yield tuple([Cell(x, 0) for x in range(size)]), points, (laid,)


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
        hand = self.table.hand
        for choose in self._choices():
            yield unchecked_exchange(choose(hand))

    def _choices(self) -> Iterable[Choice]:
        """The ways to choose tiles that can be exchanged."""
        table = self.table
        if not _to_move(table) or not table.board:
            return ()
        hand, most = table.hand, table.variant.most_exchanged(table)
        copies = tuple(map(is_, hand, hand[1:]))
        return _choices(copies, most) if len(hand) <= _USUAL else _found(copies, most)

    def _number(self, index: int) -> Exchange:
        """One of those that there are; no other is built for it."""
        choose = next(islice(self._choices(), index, None))
        return unchecked_exchange(choose(self.table.hand))

    def count(self) -> int:
        """How many there are; no move is built for it."""
        choices = self._choices()
        return len(choices) if isinstance(choices, tuple) else sum(1 for _ in choices)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Exchange) and self.table.variant.judge(self.table, move).is_legal


_USUAL: Final = 9  # larger hands have too many choices to remember


def _found(copies: tuple[bool, ...], most: int) -> Iterator[Choice]:
    """The ways to choose tiles of a sorted hand, by their number.

    Args:
        copies: for every tile but the first, whether it is a copy of the one before. Copies
            are as good as each other, so the first stands for all of them.
        most: how many tiles at most.
    """
    firsts = [0]
    for place, copy in enumerate(copies, 1):
        firsts.append(firsts[-1] if copy else place)
    for size in range(1, most + 1):
        for at in dict.fromkeys(combinations(firsts, size)):  # which keeps their order
            yield itemgetter(*at) if size > 1 else itemgetter(slice(at[0], at[0] + 1))


@lru_cache(maxsize=256)
def _choices(copies: tuple[bool, ...], most: int) -> tuple[Choice, ...]:
    return tuple(_found(copies, most))


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
        yield from self.others()

    def others(self) -> Iterator[Move]:
        """Those that are neither placements nor exchanges, which come last."""
        if Pass() in self:
            yield Pass()

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self.table.variant.judge(self.table, move).is_legal

    def __bool__(self) -> bool:
        # Somebody who can neither place nor exchange may pass, so there is always a move.
        return _to_move(self.table)

    def count(self) -> int:
        """How many there are; no placement is built for it."""
        return self.placements.count() + self.exchanges.count() + sum(1 for _ in self.others())

    def sample(self, random: Random) -> Move:
        """One of them, all equally likely; no other placement is built for it.

        Raises:
            InvalidValue: if there is none.
        """
        as_random(random)
        groups, others = list(self.placements.groups()), list(self.others())
        exchanges = self.exchanges
        exchanged = exchanges.count()
        count = sum([len(ways) for _, _, ways in groups]) + exchanged + len(others)
        if not count:
            raise InvalidValue("there is no legal move to choose")
        left = pick(random, count)
        for cells, _, ways in groups:
            if left < len(ways):
                return unchecked_place(cells, ways[left].tiles)
            left -= len(ways)
        return exchanges._number(left) if left < exchanged else others[left - exchanged]


def _to_move(table: TileTable) -> bool:
    return table.may_move and not table.is_over
