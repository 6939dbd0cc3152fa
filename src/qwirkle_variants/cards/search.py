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

    def __init__(self, old: Sequence[Row], hand: list[int], deal: Deal) -> None:
        """Ask about a turn.

        Args:
            old: the rows on the table.
            hand: how many cards of each kind the player holds.
            deal: the reading of regrouping.
        """
        self.old = old
        self.table = counts_of_rows(old)
        self.hand = hand
        self.most = [lying + held for lying, held in zip(self.table, hand, strict=True)]
        self.held = [kind for kind, copies in enumerate(hand) for _ in range(copies)]
        self.kinds = list(dict.fromkeys(self.held))
        self._deal = deal

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
        plans = self._plans(every=then is not None)
        if not plans:
            return None
        if then == "most-cards":
            return self._most_cards(plans)
        if then == "fewest-cards":
            return self._fewest_cards(plans)
        if then == "least-disturbance":
            return self._least_disturbance(plans)
        return self.some(qwirkles=plans[0])

    def _plans(self, every: bool) -> list[_Plan]:
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
        """The turn of some plan that plays the most cards."""
        best: list[Row] | None = None
        for plan in plans:
            alone = {kind for kind in self.kinds if self.deal([kind], None, plan) is not None}
            cards = [kind for kind in self.held if kind in alone]
            for size in range(len(cards), 0, -1):
                if best is not None and size <= len(self.played(best)):
                    break
                turns = (self.deal(hand, None, plan) for hand in _choices(cards, size))
                if (rows := next((rows for rows in turns if rows is not None), None)) is not None:
                    best = rows
                    break
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

    def _least_disturbance(self, plans: Sequence[_Plan]) -> list[Row] | None:
        """The turn of some plan that breaks up the fewest rows."""
        best: list[Row] | None = None
        fewest = len(self.old) + 1
        waiting: list[tuple[_Plan, tuple[bool, ...]]] = [(plan, ()) for plan in reversed(plans)]
        while waiting:
            plan, kept = waiting.pop()
            undecided = len(self.old) - len(kept)
            if kept.count(False) >= fewest:
                continue
            rows = self.some((*kept, *(False,) * undecided), plan)
            if rows is None:
                continue
            if undecided:
                waiting += [(plan, (*kept, False)), (plan, (*kept, True))]
            else:
                best, fewest = rows, kept.count(False)
        return best


def _bound(left: list[int], first: int) -> int:
    """No more Qwirkles than this can be made of the cards, in lines from this one on."""
    lines = [min([left[kind] for kind in KINDS_OF_LINE[line]]) for line in range(first, 12)]
    return min(sum(lines), sum(left) // LONGEST)


def _choices(cards: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """The ways to choose so many of some sorted cards, whichever copies are taken."""
    if size >= 0:
        yield from dict.fromkeys(combinations(cards, size))
