"""The legal moves of a tile game, as lazy collections.

The order is fixed: placements, then exchanges, then the pass. Placements come by
their anchor, the first of their cells that touches the board, in cell order; for each
anchor single tiles first, then rows, then columns, each grown cell by cell: onward from
the anchor, then with one more cell before it, and so on. Tiles for the same cells come
in the order of tiles, the anchor's first. Openings come set by set, each in every order,
as rows from 0,0, though a first line may be anywhere.
Exchanges come by their number of tiles, then in the order of tiles.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain, groupby, starmap
from operator import is_, itemgetter
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, TypeAlias

import attrs

from qwirkle import _engine
from qwirkle._engine import engine_of
from qwirkle._masks import Mask, OpenCells, joins_of, mask_of, tiles_of
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, ask, note
from qwirkle.moves import (
    Exchange,
    LegalMoves,
    Move,
    Pass,
    Place,
    unchecked_exchange,
    unchecked_place,
)
from qwirkle.supply import as_random, pick
from qwirkle.tilegame._generator import (
    Group,
    Groups,
    openings,
    placements,
    placements_with,
    singles,
)
from qwirkle.tilegame.legality import is_far
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
        return self._found(rated=False).moves()

    def scored(self) -> Iterator[tuple[Place, int]]:
        """Each placement with the points it scores."""
        return self._found().scored()

    def groups(self) -> Iterator[Group]:
        """The placements in groups: the cells, the points for filling them, and the tiles that fit.

        No move is built, so this is the fastest way to look at all placements.

        >>> import qwirkle
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Rc Bs", "Gd"], supply="Rc")
        >>> cells, points, ways = next(qwirkle.legal_moves(state).placements.groups())
        >>> cells, points, [[str(tile) for tile in tiles] for tiles in ways]
        ((Cell(x=-1, y=0),), 2, [['Rc'], ['Bs']])
        """
        return iter(self._found())

    def _found(self, *, rated: bool = True) -> Groups | _engine.Groups:
        """The placements in groups, by the kernel if possible.

        Args:
            rated: whether their points are needed, not just the moves.
        """
        position = self.position
        try:
            native = engine_of(position.variant).placements(position)
            if native is not None:
                return native
            return groups(position, position.hand, rated) if position.can_move else Groups(())
        except Exception as error:
            note(error, position)
            raise

    def best(self) -> Place | None:
        """The first placement that scores the most, or None if there is none."""
        return self._found().best()

    def __bool__(self) -> bool:
        position = self.position
        if not position.can_move:
            return False
        return position.variant.can_place(position, position.hand)

    def count(self) -> int:
        """The number of placements, found without building one."""
        return self._found(rated=False).size()

    def sample(self, random: Random) -> Place:
        """A random placement, all equally likely; no other is built.

        Raises:
            InvalidValue: if no move is legal.
        """
        found = self._found(rated=False)
        return found.number(_picked(random, found.size()))


def groups(position: TilePosition, hand: tuple[Tile, ...], rated: bool) -> Groups | _engine.Groups:
    """All placements of a hand, in groups, without those that the variant forbids.

    Every list of moves is made from these groups, so none includes a forbidden placement.

    Args:
        position: the state or view.
        hand: the hand.
        rated: whether the points are needed, not just the moves.
    """
    variant, board, size = position.variant, position.board, len(hand)
    engine, open_cells = engine_of(variant), board.open_cells
    if not isinstance(open_cells, OpenCells) and (board or engine.opens):
        native = engine.placements_on(open_cells, hand, size, not position.stock)
        if native is not None:
            legal = _legal(position, native, rated)
            return native if legal is native else Groups(legal)
    if not board:
        found = _openings(variant, hand)
    else:  # the kernel left it a hand that is not a tuple of tiles, or points too large to count
        if not isinstance(open_cells, OpenCells):
            open_cells = OpenCells.around(board)
        found = placements(open_cells, mask_of(hand), engine.points)
    return Groups(_legal(position, _with_bonus(position, size, found), rated))


def is_any_allowed(position: TilePosition, hand: tuple[Tile, ...]) -> bool:
    """Whether a variant that forbids placements allows one of a hand.

    Single tiles are judged first: every placement contains one, so they nearly always decide,
    and they do so for certain if each tile is judged by itself.
    """
    if position.board:
        if any(_legal(position, _singles(position, hand), rated=False)):
            return True
        if engine_of(position.variant).by_tile:
            return False
    return any(groups(position, hand, rated=False))


def groups_with(position: TilePosition, placed: Mapping[Cell, Tile]) -> Iterable[Group]:
    """The placements of the hand that contain some tiles, in groups, found without most others.

    If the player has placed nothing, and the variant forbids nothing, these are the placements of
    one tile alone (on a board with tiles), since every other placement contains one of them.
    """
    variant, board, hand = position.variant, position.board, position.hand
    engine = engine_of(variant)
    if not placed and (not board or (variant.has_veto(position) and not engine.by_tile)):
        return groups(position, hand, rated=True)
    if not board:
        found = _openings_with(variant, hand, placed)
    elif not placed:
        found = _singles(position, hand)
    elif isinstance(open_cells := _open_cells(position), OpenCells):
        found = placements_with(placed, open_cells, mask_of(hand), engine.points)
    else:
        tiles = placed.values()
        usable = Mask(mask_of(hand) & (mask_of(tiles) | joins_of(tiles)))
        found = iter(engine.placements_on(open_cells, tuple(tiles_of(usable))) or ())
    found = _with_bonus(position, len(hand), found)
    return _legal(position, _containing(placed, found) if placed else found, rated=True)


def _open_cells(position: TilePosition) -> OpenCells | _engine.Grid:
    """The open cells of a board; those of the kernel only if it can count the points."""
    open_cells = position.board.open_cells
    if not isinstance(open_cells, OpenCells) and engine_of(position.variant).rules is None:
        return OpenCells.around(position.board)
    return open_cells


def _singles(position: TilePosition, hand: Sequence[Tile]) -> Iterator[Group]:
    """The placements of one tile alone beside the tiles on the board, in groups."""
    open_cells, engine = _open_cells(position), engine_of(position.variant)
    if isinstance(open_cells, OpenCells):
        yield from singles(open_cells, mask_of(hand), engine.points)
    else:
        for tile in tiles_of(mask_of(hand)):
            yield from engine.placements_on(open_cells, (tile,)) or ()


def _containing(placed: Mapping[Cell, Tile], found: Iterable[Group]) -> Iterator[Group]:
    """The groups without the placements that do not contain these tiles."""
    for cells, points, ways in found:
        if placed.keys() <= {*cells}:
            at = [(cells.index(cell), tile) for cell, tile in placed.items()]
            fitting = [laid for laid in ways if all(laid[i] is tile for i, tile in at)]
            if fitting:
                yield cells, points, fitting


def _legal(position: TilePosition, found: Iterable[Group], rated: bool) -> Iterable[Group]:
    """The groups without the placements that the variant forbids, with all their points if they
    are needed."""
    if position.variant.has_veto(position):
        found = _allowed(position, found)
    if rated and engine_of(position.variant).adds_points:
        found = _rated(position, found)
    return found


def _allowed(position: TilePosition, found: Iterable[Group]) -> Iterator[Group]:
    variant, by_tile = position.variant, engine_of(position.variant).by_tile

    @cache
    def is_free(cell: Cell, tile: Tile) -> bool:
        alone = unchecked_place((cell,), (tile,))
        return not ask(position, alone, variant.forbids_tile, position, cell, tile)

    def is_allowed(move: Place) -> bool:
        return not ask(position, move, variant.forbids, position, move)

    for cells, points, ways in found:
        allowed = [laid for laid in ways if all(map(is_free, cells, laid))]
        if not by_tile:
            allowed = [laid for laid in allowed if is_allowed(unchecked_place(cells, laid))]
        if allowed:
            yield cells, points, allowed


def _rated(position: TilePosition, found: Iterable[Group]) -> Iterator[Group]:
    """The groups with the points that the variant adds, split where these differ."""
    bonus = position.variant.bonus_points
    for cells, points, ways in found:
        moves = [unchecked_place(cells, laid) for laid in ways]
        more = [ask(position, move, bonus, position, move) for move in moves]
        for added, alike in groupby(zip(more, ways, strict=True), itemgetter(0)):
            yield cells, points + added, [laid for _, laid in alike]


def _with_bonus(position: TilePosition, hand_size: int, groups: Iterator[Group]) -> Iterator[Group]:
    """The groups, with more points for those that place the whole hand at the end (C3)."""
    bonus = 0 if position.stock else engine_of(position.variant).bonus
    return _increased(groups, hand_size, bonus) if bonus else groups


def _increased(groups: Iterator[Group], hand_size: int, bonus: int) -> Iterator[Group]:
    for cells, points, ways in groups:
        yield cells, points + bonus * (len(cells) == hand_size), ways


def _openings(variant: TileGame, hand: Sequence[Tile]) -> Iterator[Group]:
    """The first lines: rows from 0,0 in one group, or all lines through 0,0, each in its own."""
    if ways := tuple(openings(hand)):
        points = variant.line_points(len(ways[0]))
        lines = [*_lines_through([Cell(0, 0)], len(ways[0]))]
        if not variant.fixed_board:
            yield lines[0], points, ways
        else:
            yield from ((line, points, (laid,)) for laid in ways for line in lines)


def _openings_with(
    variant: TileGame, hand: Sequence[Tile], placed: Mapping[Cell, Tile]
) -> Iterator[Group]:
    """The first lines that contain some tiles: the listed ones or, if there are none, all others.

    So a player who begins in the listed row stays in it, which is what the adapters number.
    """
    listed = [*_openings(variant, hand)]
    if variant.fixed_board or any(_containing(placed, listed)):
        yield from listed
        return
    for line in _lines_through([*placed], len(listed[0][0]) if listed else 0):
        in_row = {Cell(line.index(cell), 0): tile for cell, tile in placed.items()}
        for _, points, ways in _containing(in_row, listed):
            yield line, points, ways


def _lines_through(cells: Sequence[Cell], length: int) -> Iterator[tuple[Cell, ...]]:
    """The rows and columns of some length that contain these cells."""
    x, y = cells[0]
    for dx, dy in ((1, 0), (0, 1))[:length]:  # a single tile is both
        for back in range(length):
            steps = range(-back, length - back)
            line = [(x + step * dx, y + step * dy) for step in steps]
            if {*cells} <= {*line} and not is_far(line):
                yield tuple(starmap(Cell, line))


@attrs.frozen(eq=False)
class Exchanges(LegalMoves[Exchange]):
    """The legal exchanges; copies of a tile are interchangeable.

    A hand of 54 tiles has up to 10**14 of them, so they are counted and chosen by arithmetic.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Bs Gd", "Gd"], supply="Rc Rd")
    >>> [str(move) for move in qwirkle.legal_moves(state).exchanges]
    ['swap Gd', 'swap Bs', 'swap Gd Bs', 'swap Bs Bs']
    """

    position: TilePosition
    move_type: ClassVar[type[object]] = Exchange

    def __iter__(self) -> Iterator[Exchange]:
        return chain.from_iterable(self._blocks())

    def _blocks(self) -> Iterator[Iterable[Exchange]]:
        """The exchanges, in blocks that the kernel lists at once, or without it in one."""
        hand, most = self.position.hand, self._most()
        block, listed = _engine.exchanges(hand, most, 0, _BLOCK), 0
        if block is None:
            yield self._one_by_one(hand, most)
        while block:
            yield block
            listed += len(block)
            block = _engine.exchanges(hand, most, listed, _BLOCK) if len(block) == _BLOCK else None

    @staticmethod
    def _one_by_one(hand: tuple[Tile, ...], most: int) -> Iterator[Exchange]:
        follow = _followers(hand)
        for size in range(most):
            for place, tiles in _choices(follow, size, len(hand) - 1):
                for _, tile in follow[place]:
                    yield unchecked_exchange(tiles + tile)

    def __bool__(self) -> bool:
        return self._most() > 0

    def count(self) -> int:
        """The number of exchanges, found without building one."""
        hand, most = self.position.hand, self._most()
        native = _engine.exchange_count(hand, most)
        return _ways(hand).totals[most] if native is None else native

    def sample(self, random: Random) -> Exchange:
        """A random exchange, all equally likely; no other is built.

        Raises:
            InvalidValue: if no move is legal.
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
        if native := _engine.exchanges(hand, len(hand), index, 1):
            return native[0]
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
        if not position.can_move:
            return 0
        try:
            return position.variant.exchangeable(position)
        except Exception as error:
            note(error, position)
            raise


_BLOCK: Final = 1000
"""The number of exchanges to list at once, more than a hand of six tiles has."""

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
        """The first placement that scores the most, or else the first move.

        Any other move is better than a placement that costs points.
        """
        best, position = self.placements.best(), self.position
        if best is None:
            return next(iter(self), None)
        if (
            engine_of(position.variant).can_lose
            and position.variant.judge(position, best).points < 0
        ):
            return next(chain(self.exchanges, self.others()), best)
        return best

    def __iter__(self) -> Iterator[Move]:
        return chain.from_iterable(self._parts())

    def _parts(self) -> Iterator[Iterable[Move]]:
        """The moves by their kinds, each kind found when it is needed."""
        placements = iter(self.placements)
        first = next(placements, None)
        if first is not None:
            yield (first,)
        yield placements
        yield self.exchanges
        yield self.others() if first is None else self.own

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
        if engine_of(position.variant).plays or not position.can_move:
            return ()
        return ask(position, None, lambda: tuple(position.variant.own_moves(position)))

    def __bool__(self) -> bool:
        # A player who can neither place nor exchange may pass, so there is always a move.
        return self.position.can_move

    def count(self) -> int:
        """The number of moves, found without building a placement."""
        placed = self.placements.count()
        others = self.own if placed else tuple(self.others())
        return placed + self.exchanges.count() + len(others)

    def sample(self, random: Random) -> Move:
        """A random move, all equally likely; no other placement is built.

        Raises:
            InvalidValue: if no move is legal.
        """
        found, exchanges = self.placements._found(rated=False), self.exchanges
        placed, exchanged = found.size(), exchanges.count()
        others = self.own if placed else tuple(self.others())
        index = _picked(random, placed + exchanged + len(others))
        if index < placed:
            return found.number(index)
        index -= placed
        return exchanges.number(index) if index < exchanged else others[index - exchanged]


def _picked(random: Random, count: int) -> int:
    """A random index of a list of moves."""
    as_random(random)
    if not count:
        raise InvalidValue("there is no legal move to choose")
    return pick(random, count)
