"""The legal moves of a card game, as lazy collections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import ClassVar

import attrs

from qwirkle import Move, Pass, Tile
from qwirkle.authoring import TILES, LegalMoves, as_random, in_order, pick
from qwirkle.errors import InvalidValue, WorkLimitReached
from qwirkle_variants.cards.legality import can_lay, can_redraw, is_opening, judge, openings, search
from qwirkle_variants.cards.listing import turns
from qwirkle_variants.cards.rows import Lay, Redraw, Row, cards_of, row_of
from qwirkle_variants.cards.search import DEFAULT_WORK, Work, as_limit
from qwirkle_variants.cards.state import CardPosition


@attrs.frozen(eq=False)
class Lays(LegalMoves[Lay]):
    """The legal turns that play a card, one for each result.

    Those that disturb the rows least come first: by how many old rows are broken up, that is, are
    not whole in their own row; then by which, in the order of the rows; then by where the
    cards go, kind by kind, those of the hand first; then by how they are dealt.

    >>> import qwirkle
    >>> state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Rk", "Gd"])
    >>> for move in qwirkle.legal_moves(state).lays:
    ...     print(move)
    lay Rc Rs Rd Rk
    lay Rc Rs Rd Rt
    lay Rc Rs Rd Rt Rk
    """

    position: CardPosition
    work: int | None = DEFAULT_WORK
    """How many steps a question may take; None for no limit."""
    move_type: ClassVar[type[object]] = Lay

    def within(self, work: int | None) -> Lays:
        """The same turns with another limit; see :meth:`CardMoves.within`."""
        return Lays(self.position, as_limit(work))

    def __iter__(self) -> Iterator[Lay]:
        work = Work("the next turn", self.work)
        for move in self._listed(work):
            yield move
            work.renew()

    def _listed(self, work: Work) -> Iterator[Lay]:
        if is_opening(self.position):
            return (Lay([row]) for row in openings(self.position))
        return map(_lay, turns(search(self.position, work)))

    def __bool__(self) -> bool:
        return can_lay(self.position, self.work)

    def count(self) -> int:
        """The number of turns, found by listing them all; there can be millions.

        Raises:
            WorkLimitReached: if that takes more steps than the limit allows.
        """
        return sum(1 for _ in self._listed(Work("the number of turns", self.work)))

    def sample(self, random: Random) -> Lay:
        """A random turn; not all are equally likely.

        Raises:
            InvalidValue: if no move is legal.
            WorkLimitReached: if it takes more steps than the limit allows.
        """
        as_random(random)
        if is_opening(self.position):
            sets = openings(self.position)
            rows = [row_of(sets[pick(random, len(sets))])] if sets else None
        else:
            rows = search(self.position, Work("a random turn", self.work)).sample(random)
        if rows is None:
            raise InvalidValue("there is no card to play")
        return _lay(rows)

    def best(self) -> Lay | None:
        """The turn that makes the most Qwirkles, or None if no card can be played.

        Of several, it is one with the tightest rows: the fewest cards beyond three in a row.

        Raises:
            WorkLimitReached: if it takes more steps than the limit allows; its ``found`` is
                the best turn found by then.
        """
        if is_opening(self.position):
            return next(iter(self), None)
        asked = search(self.position, Work("the best turn", self.work))
        try:
            rows = asked.best()
        except WorkLimitReached as reached:
            asked.work.renew()
            with suppress(WorkLimitReached):  # there may be no answer in the same number of steps
                rows = asked.found or asked.some(asked.most_qwirkles)
                reached.found = None if rows is None else _lay(rows)
            raise
        return None if rows is None else _lay(rows)

    def some_best(self, random: Random | None = None) -> Lay | None:
        """A turn that makes the most Qwirkles, or None; its rows need not be the tightest.

        Args:
            random: chooses the turn; its Qwirkles are the same every time.

        Raises:
            WorkLimitReached: if it takes more steps than the limit allows.
        """
        if is_opening(self.position):
            return self.best()
        asked = search(self.position, Work("a turn with the most Qwirkles", self.work))
        plan = next(asked.plans(), None)
        if plan is None:
            return None
        rows = asked.sample(random, plan) if random else asked.some(plan)
        return None if rows is None else _lay(rows)


@attrs.frozen(eq=False)
class CardMoves(LegalMoves[Move]):
    """The legal moves of a card game: lays or, if none is possible, a redraw or a pass (K8, R15).

    >>> import qwirkle
    >>> state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Bk", "Gd"], pile="Yx")
    >>> bool(qwirkle.legal_moves(state).lays), list(qwirkle.legal_moves(state))
    (False, [Redraw()])
    """

    position: CardPosition
    work: int | None = DEFAULT_WORK
    """How many steps a question may take; None for no limit."""

    def within(self, work: int | None) -> CardMoves:
        """The same moves, with another limit for every question about them.

        A question that reaches the limit raises :class:`~qwirkle.errors.WorkLimitReached`. In a list, the
        limit applies to every move.

        Args:
            work: how many steps a question may take; None for no limit. A step takes some
                hundredths of a millisecond.

        >>> import qwirkle
        >>> state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Rk", "Gd"])
        >>> qwirkle.legal_moves(state).within(1000).count()
        3
        >>> qwirkle.legal_moves(state).within(10).count()
        Traceback (most recent call last):
        qwirkle.errors.WorkLimitReached: 10 steps were not enough to find the number of turns; within(work) of the legal moves allows more
        """
        return CardMoves(self.position, as_limit(work))

    @property
    def lays(self) -> Lays:
        """The turns that play a card, without the other moves."""
        return Lays(self.position, self.work)

    def best(self) -> Move | None:
        """The turn that makes the most Qwirkles or, if no card can be played, the only move.

        Of several, it is one with the tightest rows: the fewest cards beyond three in a row. It is
        None only if there is no move at all; the best of :attr:`lays` is None if no card can be
        played.

        Raises:
            WorkLimitReached: if it takes more steps than the limit allows; its ``found`` is
                the best turn found by then.

        >>> import qwirkle
        >>> table = "Rc Rs Rd Rt Rk | Yc Ys Yd Yt"
        >>> state = qwirkle.position("cards", table=table, hands=["Rx Bt Gt", "Gd"])
        >>> print(qwirkle.legal_moves(state).best())
        lay Rc Rs Rd Rt Rk Rx | Yc Ys Yd | Yt Gt Bt
        """
        return self.lays.best() or next(iter(self._otherwise()), None)

    def some_best(self, random: Random | None = None) -> Move | None:
        """A move that scores as much as :meth:`best`, found in a third of the time."""
        return self.lays.some_best(random) or next(iter(self._otherwise()), None)

    def playable(self) -> tuple[Tile, ...]:
        """The kinds of cards in the hand that some turn plays, each once, sorted.

        >>> import qwirkle
        >>> state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Bk", "Gd"])
        >>> qwirkle.legal_moves(state).playable()
        (Tile.parse('Rt'),)
        """
        if is_opening(self.position):
            return in_order({*cards_of(openings(self.position))})
        work = Work("the cards that can be played", self.work)
        return tuple(TILES[kind] for kind in search(self.position, work).playable())

    def __iter__(self) -> Iterator[Move]:
        yield from self.lays or self._otherwise()

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and judge(self.position, move, self.work).is_legal

    def __bool__(self) -> bool:
        return self.position.can_move

    def count(self) -> int:
        """The number of moves, found by listing them all; there can be millions.

        Raises:
            WorkLimitReached: if that takes more steps than the limit allows.
        """
        return self.lays.count() or int(bool(self))

    def sample(self, random: Random) -> Move:
        """A random move; not all turns are equally likely.

        Raises:
            InvalidValue: if no move is legal.
        """
        as_random(random)
        if not self.position.can_move:
            raise InvalidValue("there is no legal move to choose")
        return self.lays.sample(random) if self.lays else self._otherwise()[0]

    def _otherwise(self) -> list[Move]:
        """The only move of a player who cannot play a card; none if no move can be made."""
        if not self.position.can_move:
            return []
        return [Redraw() if can_redraw(self.position) else Pass()]


def _lay(rows: Iterable[Row]) -> Lay:
    return Lay(row.cards for row in rows)
