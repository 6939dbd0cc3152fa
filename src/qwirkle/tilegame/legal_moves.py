"""The legal moves of a tile game, as lazy collections.

The order is fixed: placements, then exchanges, then the pass. Placements come by
their anchor, the first of their cells that touches the board, in cell order; for each
anchor single tiles first, then rows, then columns, each grown cell by cell: onward from
the anchor, then with one more cell before it, and so on. Tiles for the same cells come
in the order of tiles, the anchor's first. Openings come set by set, each in every order.
Exchanges come by their number of tiles, then in the order of tiles.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import is_, itemgetter
from random import Random
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

import attrs

from qwirkle._masks import mask_of
from qwirkle.cells import Cell
from qwirkle.chance import as_random, pick
from qwirkle.errors import InvalidValue
from qwirkle.legal_moves import LegalMoves
from qwirkle.moves import Exchange, Move, Pass, Place, unchecked_exchange, unchecked_place
from qwirkle.tilegame._generator import Group, openings, placements, placements_with, singles
from qwirkle.tilegame.state import TilePosition
from qwirkle.tiles import Tile

if TYPE_CHECKING:
    from qwirkle.tilegame.game import TileGame


@attrs.frozen(eq=False)
class Placements(LegalMoves[Place]):
    """The legal placements.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
    >>> qwirkle.legal_moves(state).placements.count()
    4
    """

    position: TilePosition
    move_type: ClassVar[type[object]] = Place

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
        """The placements in groups: the cells, the points for filling them, and the tiles that fit.

        No move is built, so this is the fastest way to look at all placements.

        >>> import qwirkle
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Rc Bs", "Gd"], supply="Rc")
        >>> cells, points, ways = next(qwirkle.legal_moves(state).placements.groups())
        >>> cells, points, [laid.tiles for laid in ways]
        ((Cell(x=-1, y=0),), 2, [(Tile.parse('Rc'),), (Tile.parse('Bs'),)])
        """
        position = self.position
        return groups(position, position.hand) if position.can_move else iter(())

    def best(self) -> Place | None:
        """The first placement that scores the most, or None if there is none."""
        found = max(self.groups(), key=itemgetter(1), default=None)
        return found and unchecked_place(found[0], found[2][0].tiles)

    def __bool__(self) -> bool:
        position = self.position
        if not position.can_move:
            return False
        return position.variant.can_place(position, position.hand)

    def count(self) -> int:
        """The number of placements, found without building one."""
        return _size(self.groups())

    def sample(self, random: Random) -> Place:
        """A random placement, all equally likely; no other is built.

        Raises:
            InvalidValue: if there is none.
        """
        groups = list(self.groups())
        return _number(groups, _picked(random, _size(groups)))


def _size(groups: Iterable[Group]) -> int:
    """How many placements some groups have."""
    return sum([len(ways) for _, _, ways in groups])


def _number(groups: Iterable[Group], index: int) -> Place:
    """The placement at an index of some groups, which must be below their size."""
    left = iter(groups)
    cells, _, ways = next(left)
    while index >= len(ways):
        index -= len(ways)
        cells, _, ways = next(left)
    return unchecked_place(cells, ways[index].tiles)


def groups(position: TilePosition, hand: Sequence[Tile]) -> Iterator[Group]:
    """All placements of a hand, in groups, without those that the variant forbids.

    Every list of moves is made from these groups, so none includes a forbidden placement.
    """
    variant, board = position.variant, position.board
    if board:
        found = placements(board.open_cells, mask_of(hand), variant.points)
    else:
        found = _openings(variant, hand)
    return _legal(position, len(hand), found)


def groups_with(position: TilePosition, placed: Mapping[Cell, Tile]) -> Iterator[Group]:
    """The placements of the hand that contain some tiles, in groups, found without most others.

    If the player has placed nothing, and the variant forbids nothing, these are the placements of
    one tile alone (on a board with tiles), since every other placement contains one of them.
    """
    variant, board, hand = position.variant, position.board, position.hand
    if not board:
        found = _openings(variant, hand)
    elif placed:
        found = placements_with(placed, board.open_cells, mask_of(hand), variant.points)
    elif variant.may_forbid(position):
        return groups(position, hand)
    else:
        found = singles(board.open_cells, mask_of(hand), variant.points)
    return _legal(position, len(hand), _containing(placed, found) if placed else found)


def _containing(placed: Mapping[Cell, Tile], found: Iterator[Group]) -> Iterator[Group]:
    """The groups without the placements that do not contain these tiles."""
    for cells, points, ways in found:
        if placed.keys() <= {*cells}:
            at = [(cells.index(cell), tile) for cell, tile in placed.items()]
            fitting = [laid for laid in ways if all(laid.tiles[i] is tile for i, tile in at)]
            if fitting:
                yield cells, points, fitting


def _legal(position: TilePosition, hand_size: int, found: Iterator[Group]) -> Iterator[Group]:
    """The groups with the bonus for the last tile, without what the variant forbids."""
    variant = position.variant
    bonus = 0 if position.stock else variant.end_bonus()
    if bonus:
        found = _with_bonus(found, hand_size, bonus)
    return _allowed(position, found) if variant.may_forbid(position) else found


def _allowed(position: TilePosition, found: Iterator[Group]) -> Iterator[Group]:
    """The groups without the placements that the variant forbids."""
    forbids = position.variant.forbids
    for cells, points, ways in found:
        allowed = [
            laid for laid in ways if forbids(position, unchecked_place(cells, laid.tiles)) is None
        ]
        if allowed:
            yield cells, points, allowed


def _with_bonus(groups: Iterator[Group], hand_size: int, bonus: int) -> Iterator[Group]:
    """The groups, with more points for those that place the whole hand (C3)."""
    for cells, points, ways in groups:
        yield cells, points + bonus * (len(cells) == hand_size), ways


def _openings(variant: TileGame, hand: Sequence[Tile]) -> Iterator[Group]:
    """The first lines, each a group of its own."""
    for laid in openings(hand):
        size = len(laid.tiles)
        yield tuple([Cell(x, 0) for x in range(size)]), variant.line_points(size), (laid,)


@attrs.frozen(eq=False)
class Exchanges(LegalMoves[Exchange]):
    """The legal exchanges, in which copies of a tile are all the same.

    A hand of 54 tiles has up to 10**14 of them, so they are counted and chosen by arithmetic.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Bs Gd", "Gd"], supply="Rc Rd")
    >>> [str(move) for move in qwirkle.legal_moves(state).exchanges]
    ['swap Gd', 'swap Bs', 'swap Gd Bs', 'swap Bs Bs']
    """

    position: TilePosition
    move_type: ClassVar[type[object]] = Exchange

    def __iter__(self) -> Iterator[Exchange]:
        hand = self.position.hand
        follow = _followers(hand)
        for size in range(self._most()):
            for place, tiles in _choices(follow, size, len(hand) - 1):
                for _, tile in follow[place]:
                    yield unchecked_exchange(tiles + tile)

    def __bool__(self) -> bool:
        return self._most() > 0

    def count(self) -> int:
        """The number of exchanges, found without building one."""
        return _ways(self.position.hand).totals[self._most()]

    def sample(self, random: Random) -> Exchange:
        """A random exchange, all equally likely; no other is built.

        Raises:
            InvalidValue: if there is none.
        """
        return self.number(_picked(random, self.count()))

    def number(self, index: int) -> Exchange:
        """The exchange at an index of the list, which must be below :meth:`count`.

        >>> import qwirkle
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Bs Gd", "Gd"], supply="Rc Rd")
        >>> print(qwirkle.legal_moves(state).exchanges.number(2))
        swap Gd Bs
        """
        hand = self.position.hand
        totals, kinds = _ways(hand)
        size = bisect_right(totals, index)
        index -= totals[size - 1]
        # Kind by kind: the choices with more copies of a tile come before those with fewer.
        tiles: tuple[Tile, ...] = ()
        for first, copies, ways in kinds:
            taken = min(copies, size)
            while index >= ways[size - taken]:
                index -= ways[size - taken]
                taken -= 1
            tiles += hand[first : first + taken]
            size -= taken
        return unchecked_exchange(tiles)

    def best(self) -> Exchange | None:
        """The first exchange, since none of them scores, or None if there is none."""
        return next(iter(self), None)

    def largest(self) -> Exchange | None:
        """The first exchange with the most tiles, or None if there is none.

        >>> import qwirkle
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Bs Gd", "Gd"], supply="Rc Rd")
        >>> print(qwirkle.legal_moves(state).exchanges.largest())
        swap Gd Bs
        """
        most = self._most()
        return unchecked_exchange(self.position.hand[:most]) if most else None

    def _most(self) -> int:
        """The most tiles that can be exchanged now."""
        position = self.position
        if not position.can_move or not position.board:
            return 0
        return max(0, min(position.variant.most_exchanged(position), len(position.hand)))


Follower: TypeAlias = tuple[int, tuple[Tile]]
"""A place in a sorted hand, and the tile there."""


def _followers(hand: tuple[Tile, ...]) -> list[list[Follower]]:
    """The tiles that can come next in a choice, at the start and after each place of the hand.

    Copies are interchangeable, so only the first of those not chosen yet can come next.
    """
    follow: list[list[Follower]] = [[]]
    for place in reversed(range(len(hand))):
        here: Follower = (place, (hand[place],))
        later = follow[-1]
        if later and later[0][1][0] is hand[place]:
            follow.append([here, *later[1:]])
        else:
            follow.append([here, *later])
    follow.reverse()
    return follow


def _choices(
    follow: Sequence[Sequence[Follower]], size: int, end: int
) -> Iterator[tuple[int, tuple[Tile, ...]]]:
    """The ways to choose tiles before a place of the hand, each with the place after its last.

    Smaller choices are used only if enough tiles follow them to complete them.
    """
    if not size:
        yield 0, ()
        return
    for place, tiles in _choices(follow, size - 1, end - 1):
        for at, tile in follow[place]:
            if at >= end:
                break
            yield at + 1, tiles + tile


class Ways(NamedTuple):
    """The numbers of ways to choose tiles of a hand, where copies are interchangeable."""

    totals: tuple[int, ...]
    """For every number of tiles from 0 on, how many choices have 1 to that many."""
    kinds: tuple[tuple[int, int, tuple[int, ...]], ...]
    """For every kind of tile: its first place in the hand, its copies, and for every number of
    tiles how many choices there are of the kinds after it."""


def _ways(hand: tuple[Tile, ...]) -> Ways:
    """The numbers for a sorted hand, which depend only on which of its tiles are copies."""
    return _counted(tuple(map(is_, hand, hand[1:])), len(hand))


@lru_cache(maxsize=1024)
def _counted(is_copy: tuple[bool, ...], size: int) -> Ways:
    """The numbers for a hand of some size, given whether each tile but the first is a copy."""
    kinds: list[tuple[int, int, tuple[int, ...]]] = []
    ways = (1, *[0] * size)
    copies = 1
    for first in reversed(range(size)):
        if first and is_copy[first - 1]:
            copies += 1
            continue
        kinds.append((first, copies, ways))
        ways = tuple([sum(ways[max(0, n - copies) : n + 1]) for n in range(size + 1)])
        copies = 1
    return Ways(tuple(accumulate((0, *ways[1:]))), tuple(reversed(kinds)))


@attrs.frozen(eq=False)
class TileMoves(LegalMoves[Move]):
    """The legal moves of a tile game.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
    >>> best = max(qwirkle.legal_moves(state).scored(), key=lambda pair: pair[1])
    >>> print(*best)
    Bs@-1,0 2
    """

    position: TilePosition

    @property
    def placements(self) -> Placements:
        """The placements alone."""
        return Placements(self.position)

    @property
    def exchanges(self) -> Exchanges:
        """The exchanges alone."""
        return Exchanges(self.position)

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
        """The moves that are neither placements nor exchanges, which come last."""
        if Pass() in self:
            yield Pass()
        yield from self.own

    @property
    def own(self) -> tuple[Move, ...]:
        """The moves that only this variant has.

        >>> import qwirkle
        >>> game = qwirkle.get_variant("schmidt-actions", dealt=True)
        >>> state = qwirkle.position(game, board="Rs@0,0 Rc@1,0", hands=["Bd", "Gd"])
        >>> [str(move) for move in qwirkle.legal_moves(state).own]
        ['draw-three', 'take 0,0', 'take 1,0']
        """
        position = self.position
        return tuple(position.variant.own_moves(position)) if position.can_move else ()

    def __bool__(self) -> bool:
        # A player who can neither place nor exchange may pass, so there is always a move.
        return self.position.can_move

    def count(self) -> int:
        """The number of moves, found without building a placement."""
        return self.placements.count() + self.exchanges.count() + sum(1 for _ in self.others())

    def sample(self, random: Random) -> Move:
        """A random move, all equally likely; no other placement is built.

        Raises:
            InvalidValue: if there is none.
        """
        groups, others, exchanges = (
            list(self.placements.groups()),
            list(self.others()),
            self.exchanges,
        )
        placed, exchanged = _size(groups), exchanges.count()
        index = _picked(random, placed + exchanged + len(others))
        if index < placed:
            return _number(groups, index)
        index -= placed
        return exchanges.number(index) if index < exchanged else others[index - exchanged]


def _picked(random: Random, count: int) -> int:
    """A random index of a list of moves."""
    as_random(random)
    if not count:
        raise InvalidValue("there is no legal move to choose")
    return pick(random, count)
