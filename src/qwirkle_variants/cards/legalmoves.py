"""The legal moves of a card game, as lazy views."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final, get_args

import attrs

from qwirkle import InvalidValue, LegalMoves, Move, Pass, Tile
from qwirkle.engine import as_random, in_order, pick, shown
from qwirkle_variants.cards.grid import KINDS, Row
from qwirkle_variants.cards.legality import can_lay, can_redraw, is_opening, judge, openings, search
from qwirkle_variants.cards.listing import least_disturbed, strict_turns, turns
from qwirkle_variants.cards.moves import Lay, Redraw
from qwirkle_variants.cards.search import Then
from qwirkle_variants.cards.state import CardTable

_THEN: Final = get_args(Then)


@attrs.frozen(eq=False)
class Lays(LegalMoves[Lay]):
    """The legal turns that play a card, each resulting table once.

    Those that disturb the table least come first: by how many old rows are broken up, that
    is, do not lie whole in a row of their own; then by which, in the order of the table; then
    by where the cards go, kind by kind, those of the hand first; then by how they are dealt.

    >>> import qwirkle
    >>> state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Rk", "Gd"])
    >>> for move in qwirkle.legal_moves(state).lays:
    ...     print(move)
    lay Rc Rs Rd Rk
    lay Rc Rs Rd Rt
    lay Rc Rs Rd Rt Rk
    """

    table: CardTable

    def __iter__(self) -> Iterator[Lay]:
        table = self.table
        if not _to_move(table):
            return
        if is_opening(table):
            yield from (Lay([row]) for row in openings(table))
            return
        listed = strict_turns if table.variant.regrouping == "strict" else turns
        yield from map(_lay, listed(search(table)))

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Lay) and not judge(self.table, move).violations

    def __bool__(self) -> bool:
        return _to_move(self.table) and can_lay(self.table)

    def count(self) -> int:
        """How many there are, by listing them: there can be millions, so it may take long."""
        return super().count()

    def sample(self, random: Random) -> Lay:
        """Some turn, by chance; not all are equally likely.

        Raises:
            InvalidValue: if there is none.
        """
        found = self._sampled(as_random(random)) if _to_move(self.table) else None
        if found is None:
            raise InvalidValue("there is no card to play")
        return found

    def best(self, then: Then | None = None) -> Lay | None:
        """A turn that makes the most Qwirkles, or None if no card can be played.

        Args:
            then: what decides between turns with as many: ``"most-cards"`` or
                ``"fewest-cards"`` of the hand, or ``"least-disturbance"``, which breaks up
                the fewest old rows and can take long on a large table. Left out, it is any of
                them, always the same.
        """
        if then is not None and (type(then) is not str or then not in _THEN):
            raise InvalidValue(f"'then' is one of {', '.join(_THEN)}, not {shown(then)}")
        if not _to_move(self.table):
            return None
        if is_opening(self.table):
            return next(iter(self), None)
        if then == "least-disturbance" and self.table.variant.regrouping == "strict":
            rows = least_disturbed(search(self.table), search(self.table, "free"))
        else:
            rows = search(self.table).best(then)
        return None if rows is None else _lay(rows)

    def _sampled(self, random: Random) -> Lay | None:
        if is_opening(self.table):
            sets = openings(self.table)
            return Lay([sets[pick(random, len(sets))]]) if sets else None
        rows = search(self.table).sample(random)
        return None if rows is None else _lay(rows)


@attrs.frozen(eq=False)
class CardMoves(LegalMoves[Move]):
    """The legal moves of a card game: lays, or else a redraw or a pass alone (K8, R15).

    >>> import qwirkle
    >>> state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Bk", "Gd"], pile="Yx")
    >>> bool(qwirkle.legal_moves(state).lays), list(qwirkle.legal_moves(state))
    (False, [Redraw()])
    """

    table: CardTable

    @property
    def lays(self) -> Lays:
        """The turns that play a card alone."""
        return Lays(self.table)

    def best(self, then: Then | None = None) -> Move | None:
        """A turn that makes the most Qwirkles, or else the one move that there is.

        It is None only where there is no move at all; the best of :attr:`lays` is None
        if no card can be played.

        Args:
            then: what decides between turns with as many: ``"most-cards"`` or
                ``"fewest-cards"`` of the hand, or ``"least-disturbance"``, which breaks up
                the fewest old rows and can take long on a large table. Left out, it is any of
                them, always the same.

        >>> import qwirkle
        >>> table = "Rc Rs Rd Rt Rk | Yc Ys Yd"
        >>> state = qwirkle.position("cards", table=table, hands=["Rx Yt Bk", "Gd"])
        >>> print(qwirkle.legal_moves(state).best())
        lay Rc Rs Rd Rt Rk Rx | Yc Ys Yd
        >>> print(qwirkle.legal_moves(state).best(then="most-cards"))
        lay Rc Rs Rd Rt Rk Rx | Yc Ys Yd Yt
        """
        found = self.lays.best(then)
        if found is None and _to_move(self.table):
            return self._otherwise()
        return found

    def playable(self) -> tuple[Tile, ...]:
        """The kinds of cards in the hand that some turn plays, each once, sorted.

        >>> import qwirkle
        >>> state = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Bk", "Gd"])
        >>> qwirkle.legal_moves(state).playable()
        (Tile.parse('Rt'),)
        """
        if not _to_move(self.table):
            return ()
        if is_opening(self.table):
            return in_order({card for row in openings(self.table) for card in row})
        return tuple(KINDS[kind] for kind in search(self.table).playable())

    def __iter__(self) -> Iterator[Move]:
        if self.lays:
            yield from self.lays
        elif _to_move(self.table):
            yield self._otherwise()

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and not judge(self.table, move).violations

    def __bool__(self) -> bool:
        return _to_move(self.table)

    def count(self) -> int:
        """How many there are, by listing them: there can be millions, so it may take long."""
        return super().count()

    def sample(self, random: Random) -> Move:
        """Some move, by chance; not all turns are equally likely.

        Raises:
            InvalidValue: if there is none.
        """
        as_random(random)
        if not _to_move(self.table):
            raise InvalidValue("there is no legal move to choose")
        return self.lays.sample(random) if self.lays else self._otherwise()

    def _otherwise(self) -> Move:
        """What is left to somebody who can play nothing."""
        return Redraw() if can_redraw(self.table) else Pass()


def _to_move(table: CardTable) -> bool:
    return table.may_move and not table.is_over


def _lay(rows: Iterable[Row]) -> Lay:
    return Lay(row.cards for row in rows)
