"""The questions about turns, answered exactly: is there one, what can be played, which is best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final, Literal, TypeAlias

from qwirkle.engine import pick, shuffled
from qwirkle_variants.cards.grid import KINDS_OF_LINE, LONGEST, SHORTEST, Row, counts_of_rows

Deal: TypeAlias = Callable[
    [Sequence[Row], list[int], list[int], Sequence[bool], Sequence[int]], list[Row] | None
]
"""How a reading of regrouping finds a turn; see :func:`qwirkle_variants.cards.free.deal`."""

Then: TypeAlias = Literal["most-cards", "fewest-cards", "least-disturbance"]
"""What decides between turns with as many Qwirkles."""

_Plan: TypeAlias = tuple[int, ...]
"""For each line, how many Qwirkles to make."""

_NO_QWIRKLES: Final[_Plan] = (0,) * 12


class Search:
    """A table and a hand, and what can be done with them in one turn."""

    def __init__(
        self, old: Sequence[Row], hand: list[int], deal: Deal, *, rows_stay: bool = False
    ) -> None:
        """Ask about a turn.

        Args:
            old: the rows on the table.
            hand: how many cards of each kind the player holds.
            deal: the reading of regrouping.
            rows_stay: whether by that reading every old row has a row of its own at the end.
        """
        self.old = old
        self.table = counts_of_rows(old)
        self.hand = hand
        self.most = [lying + held for lying, held in zip(self.table, hand, strict=True)]
        self.held = [kind for kind, copies in enumerate(hand) for _ in range(copies)]
        self.kinds = list(dict.fromkeys(self.held))
        self._deal = deal
        spare = sum(self.most) - (SHORTEST * len(old) if rows_stay else 0)
        self._most_qwirkles = spare // SHORTEST  # rows that stay need three, a Qwirkle three more

    def deal(
        self,
        played: Iterable[int] = (),
        kept: Sequence[bool] | None = None,
        qwirkles: _Plan = _NO_QWIRKLES,
        *,
        exactly: bool = False,
    ) -> list[Row] | None:
        """Rows with these cards of the hand, if there are such.

        Args:
            played: the kinds of the cards.
            kept: for each old row, whether it stays whole; left out, none need.
            qwirkles: for each line, how many Qwirkles at the least.
            exactly: whether no other card of the hand is played.
        """
        least = self.table.copy()
        for kind in played:
            least[kind] += 1
        most = least if exactly else self.most
        return self._deal(self.old, least, most, kept or [False] * len(self.old), qwirkles)

    def some(
        self, kept: Sequence[bool] | None = None, qwirkles: _Plan = _NO_QWIRKLES
    ) -> list[Row] | None:
        """Rows that some turn ends with, if there is one: with a card of the hand."""
        rows = self.deal((), kept, qwirkles)
        if rows is None or self.played(rows):
            return rows
        turns = (self.deal([kind], kept, qwirkles) for kind in self.kinds)
        return next((rows for rows in turns if rows is not None), None)

    def played(self, rows: Iterable[Row]) -> list[int]:
        """The kinds of the cards of the hand that some rows hold."""
        after = counts_of_rows(rows)
        return [kind for kind in self.kinds for _ in range(after[kind] - self.table[kind])]

    def exists(self) -> bool:
        """Whether there is any turn (K8)."""
        return any(map(self._plainly, self.kinds)) or any(
            self.deal([kind]) is not None for kind in self.kinds
        )

    def playable(self) -> list[int]:
        """The kinds of the hand that some turn plays."""
        return [kind for kind in self.kinds if self._plainly(kind) or self.deal([kind]) is not None]

    def _plainly(self, kind: int) -> bool:
        """Whether a card can be added to a row, or laid with two others of the hand."""
        lines = kind // 6, 6 + kind % 6
        rows = sum([row.line in lines for row in self.old])
        return rows > self.table[kind] or any(  # more rows than copies: one lacks it
            sum([self.hand[other] > 0 for other in KINDS_OF_LINE[line]]) >= SHORTEST
            for line in lines
        )

    def sample(self, random: Random) -> list[Row] | None:
        """Some turn, by chance, if there is one."""
        bold = random.random()
        some: list[bool] = [random.random() > bold**2 for _ in self.old]
        kinds = shuffled(self.kinds, random)
        for kept in (some, None):
            for first in kinds:
                if (rows := self.deal([first], kept)) is not None:
                    return self._with_more([first], kept, rows, random)
        return None

    def _with_more(
        self, played: list[int], kept: list[bool] | None, rows: list[Row], random: Random
    ) -> list[Row]:
        """The turn, or one that plays some more cards, by chance."""
        left = self.held.copy()
        left.remove(played[0])
        for kind in shuffled(left, random):
            more = self.deal([*played, kind], kept) if pick(random, 2) else None
            if more is not None:
                played, rows = [*played, kind], more
        return rows

    def best(self, then: Then | None = None) -> list[Row] | None:
        """A turn with the most Qwirkles, if there is a turn.

        Args:
            then: what decides between turns with as many.
        """
        plans = self.plans(every=then is not None)
        if not plans:
            return None
        if then == "most-cards":
            return self._most_cards(plans)
        if then == "fewest-cards":
            return self._fewest_cards(plans)
        if then == "least-disturbance":
            return self.least_broken(plans)
        return self.some(qwirkles=plans[0])

    def plans(self, *, every: bool) -> list[_Plan]:
        """Ways to make the most Qwirkles, or every way; none if there is no turn.

        A plan is made longer line by line. One that cannot be done is given up with all
        that it could have grown to: a Qwirkle less is always possible, as a Qwirkle is a row.
        """
        if not self.exists():
            return []
        best = 0
        found: list[_Plan] = [_NO_QWIRKLES]
        waiting = [(_NO_QWIRKLES, 0, self.most)]
        while waiting:
            plan, line, left = waiting.pop()
            if line == 12 or sum(plan) + _bound(left, line) < best + (not every):
                continue
            if sum(plan) == self._most_qwirkles:
                continue
            waiting.append((plan, line + 1, left))
            rest = left.copy()
            for kind in KINDS_OF_LINE[line]:
                rest[kind] -= 1
            longer = (*plan[:line], plan[line] + 1, *plan[line + 1 :])
            if min(rest) < 0 or self.some(qwirkles=longer) is None:
                continue
            if sum(longer) > best:
                best, found = sum(longer), []
            if sum(longer) == best:
                found.append(longer)
            waiting.append((longer, line, rest))
        return found

    def _most_cards(self, plans: Sequence[_Plan]) -> list[Row] | None:
        """The turn of some plan that plays the most cards.

        If some cards can be played together, so can fewer of them; so cards are added one
        by one as long as that is possible.
        """
        best: list[Row] | None = None
        most = 0
        waiting: list[tuple[_Plan, list[int], list[int]]] = [
            (plan, [], self.held) for plan in reversed(plans)
        ]
        while waiting:
            plan, played, left = waiting.pop()
            if not left or len(played) + len(left) <= most:
                continue
            kind, rest = left[0], left[1:]
            waiting.append((plan, played, [other for other in rest if other != kind]))
            rows = self.deal([*played, kind], None, plan)
            if rows is not None:
                waiting.append((plan, [*played, kind], rest))
                if len(self.played(rows)) > most:
                    best, most = rows, len(self.played(rows))
        return best

    def _fewest_cards(self, plans: Sequence[_Plan]) -> list[Row] | None:
        """The turn of some plan that plays the fewest cards."""
        wanted = [list(self._wanted(plan)) for plan in plans]
        for size in range(1, len(self.held) + 1):
            for plan, cards in zip(plans, wanted, strict=True):
                rest = self.held.copy()
                for kind in cards:
                    rest.remove(kind)
                for more in _choices(rest, size - len(cards)):
                    rows = self.deal([*cards, *more], None, plan, exactly=True)
                    if rows is not None:
                        return rows
        return None

    def _wanted(self, plan: _Plan) -> Iterator[int]:
        """The cards of the hand that a plan cannot do without."""
        for kind in self.kinds:
            copies = plan[kind // 6] + plan[6 + kind % 6] - self.table[kind]
            yield from [kind] * copies

    def least_broken(self, plans: Sequence[_Plan]) -> list[Row] | None:
        """The turn of some plan that keeps the most rows, as the reading keeps them."""
        best: list[Row] | None = None
        fewest = len(self.old) + 1
        for plan in plans:
            alone = [
                self.some(_only(i, len(self.old)), plan) is not None for i in range(len(self.old))
            ]
            waiting: list[tuple[tuple[bool, ...], list[Row] | None]] = [((), self.some(None, plan))]
            while waiting:
                kept, rows = waiting.pop()
                at = len(kept)
                if kept.count(False) + alone[at:].count(False) >= fewest:
                    continue
                undecided = (False,) * (len(self.old) - at)
                if rows is None and (rows := self.some((*kept, *undecided), plan)) is None:
                    continue
                if not undecided:
                    best, fewest = rows, kept.count(False)
                    continue
                waiting.append(((*kept, False), rows))
                if alone[at]:
                    waiting.append(((*kept, True), None))
        return best


def _only(kept: int, rows: int) -> list[bool]:
    return [row == kept for row in range(rows)]


def _bound(left: list[int], first: int) -> int:
    """No more Qwirkles than this can be made of the cards, in lines from this one on."""
    lines = [min([left[kind] for kind in KINDS_OF_LINE[line]]) for line in range(first, 12)]
    return min(sum(lines), sum(left) // LONGEST)


def _choices(cards: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """The ways to choose so many of some sorted cards, whichever copies are taken."""
    if size >= 0:
        yield from dict.fromkeys(combinations(cards, size))
