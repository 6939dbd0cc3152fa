"""Exact answers about turns: whether there is one, what can be played, and which is best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from random import Random
from typing import Final, Literal, TypeAlias

from qwirkle.authoring import pick, shuffled
from qwirkle_variants.cards import free
from qwirkle_variants.cards.covers import fewest_rows
from qwirkle_variants.cards.dealing import Loose
from qwirkle_variants.cards.grid import (
    KINDS_OF_LINE,
    LINES,
    LONGEST,
    SHORTEST,
    Row,
    counts_of_rows,
)
from qwirkle_variants.cards.keeping import Keeping
from qwirkle_variants.cards.together import Together
from qwirkle_variants.cards.work import Work

Deal: TypeAlias = Callable[
    [Sequence[Row], list[int], list[int], Sequence[bool], Sequence[int], Work], list[Row] | None
]
"""How a reading of regrouping finds a turn; see
:func:`qwirkle_variants.cards.free.deal`."""

Then: TypeAlias = Literal["most-cards", "fewest-cards", "least-disturbance"]
"""The choice between turns with equally many Qwirkles."""

_Plan: TypeAlias = tuple[int, ...]
"""For each line, how many Qwirkles to make."""

_NO_QWIRKLES: Final[_Plan] = (0,) * 12

_PATIENCE: Final = 8
"""How many plans may fail before their common beginning is checked."""


class Search:
    """The turns that are possible with some rows and a hand."""

    def __init__(
        self,
        old: Sequence[Row],
        hand: list[int],
        deal: Deal,
        work: Work | None = None,
        *,
        rows_stay: bool = False,
    ) -> None:
        """Set up the search.

        Args:
            old: the rows on the table.
            hand: how many cards of each kind the player holds.
            deal: the reading of regrouping.
            work: counts the steps; by default there is no limit.
            rows_stay: whether, in that reading, every old row has a row of its own at the end.
        """
        self.old = old
        self.table = counts_of_rows(old)
        self.hand = hand
        self.most = [lying + held for lying, held in zip(self.table, hand, strict=True)]
        self.held = [kind for kind, copies in enumerate(hand) for _ in range(copies)]
        self.kinds = list(dict.fromkeys(self.held))
        self.work = work or Work()
        self._deal = deal
        self.rows_stay = rows_stay
        self.most_qwirkles = _NO_QWIRKLES
        """The most Qwirkles found so far, for each line."""
        self._failures = 0

    def deal(
        self,
        played: Iterable[int] = (),
        kept: Sequence[bool] | None = None,
        qwirkles: _Plan = _NO_QWIRKLES,
        *,
        exactly: bool = False,
    ) -> list[Row] | None:
        """Rows with these cards of the hand, or None if there are none.

        Args:
            played: the kinds of the cards.
            kept: for each old row, whether it stays whole; by default none need.
            qwirkles: for each line, the fewest Qwirkles.
            exactly: whether no other card of the hand is played.
        """
        least = self.table.copy()
        for kind in played:
            least[kind] += 1
        most = least if exactly else self.most
        kept = kept or [False] * len(self.old)
        return self._deal(self.old, least, most, kept, qwirkles, self.work)

    def some(
        self, kept: Sequence[bool] | None = None, qwirkles: _Plan = _NO_QWIRKLES
    ) -> list[Row] | None:
        """The rows after some turn, or None if no turn plays a card."""
        rows = self.deal((), kept, qwirkles)
        if rows is None or self.played(rows):
            return rows
        turns = (self.deal([kind], kept, qwirkles) for kind in self.kinds)
        return next((rows for rows in turns if rows is not None), None)

    def played(self, rows: Iterable[Row]) -> list[int]:
        """The kinds of the cards that some rows hold beyond those on the table."""
        after = counts_of_rows(rows)
        return [kind for kind in self.kinds for _ in range(after[kind] - self.table[kind])]

    def exists(self) -> bool:
        """Whether there is any turn (K8)."""
        return any(map(self._plainly, self.kinds)) or any(
            self._with(_NO_QWIRKLES, [kind]) is not None for kind in self.kinds
        )

    def playable(self) -> list[int]:
        """The kinds of the hand that some turn plays."""
        return [
            kind
            for kind in self.kinds
            if self._plainly(kind) or self._with(_NO_QWIRKLES, [kind]) is not None
        ]

    def _plainly(self, kind: int) -> bool:
        """Whether a card can simply be added to a row, or laid with two others of the hand."""
        lines = kind // 6, 6 + kind % 6
        rows = sum([row.line in lines for row in self.old])
        return rows > self.table[kind] or any(  # more rows than copies: one lacks it
            sum([self.hand[other] > 0 for other in KINDS_OF_LINE[line]]) >= SHORTEST
            for line in lines
        )

    def sample(self, random: Random) -> list[Row] | None:
        """A random turn, or None if there is none."""
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
        """The turn, or at random one that plays more cards."""
        left = self.held.copy()
        left.remove(played[0])
        for kind in shuffled(left, random):
            more = self.deal([*played, kind], kept) if pick(random, 2) else None
            if more is not None:
                played, rows = [*played, kind], more
        return rows

    def best(self, then: Then | None = None) -> list[Row] | None:
        """A turn with the most Qwirkles, or None if there is no turn.

        Args:
            then: the choice between turns with equally many.
        """
        plans = self.plans()
        if then == "most-cards":
            return self._most_cards(plans)
        if then == "fewest-cards":
            return self._fewest_cards(plans)
        if then == "least-disturbance":
            return self.least_broken(list(plans))[0]
        return next((self.some(qwirkles=plan) for plan in plans), None)

    # The most Qwirkles

    def plans(self) -> Iterator[_Plan]:
        """The ways to make the most Qwirkles, those with more in the first lines first.

        There is none if there is no turn.
        """
        if not self.exists():
            return
        found: Iterator[_Plan] = iter([_NO_QWIRKLES])
        shapes = [min(self.most[at::6]) for at in range(6)]
        for total in range(1, sum(self.most) // SHORTEST - self._fewest_rows + 1):
            longer = self._plans((), shapes, total)
            first = next(longer, None)
            if first is None:  # nor is a larger number possible, since one Qwirkle fewer always is
                break
            self.most_qwirkles = first
            found = chain([first], longer)
        yield from found

    @cached_property
    def _fewest_rows(self) -> int:
        """The fewest rows that there are. Each needs three cards, and a Qwirkle three more."""
        return max(fewest_rows(self.table), len(self.old) if self.rows_stay else 0)

    def _plans(self, plan: _Plan, shapes: list[int], left: int) -> Iterator[_Plan]:
        """The ways to make ``left`` more Qwirkles.

        Args:
            plan: how many in the first lines.
            shapes: for each shape, how many the cards allow beside them.
            left: how many in all other lines together.
        """
        self.work.step()
        line = len(plan)
        if not left:
            whole = (*plan, *_NO_QWIRKLES[line:])
            if self._is_possible(whole):
                yield whole
            return
        sure = False
        for number in range(min(left, self._cap(line, shapes)), -1, -1):
            rest = shapes
            if line < 6:
                held = self.most[6 * line : 6 * line + 6]
                rest = [min(cap, cards - number) for cap, cards in zip(shapes, held, strict=True)]
            if left - number > sum([self._cap(later, rest) for later in range(line + 1, 12)]):
                continue
            failures, found = self._failures, False
            for whole in self._plans((*plan, number), rest, left - number):
                found = True
                yield whole
            if self._failures > failures + _PATIENCE and not (found or sure):
                if not self._is_possible((*plan, *_NO_QWIRKLES[line:])):
                    return
                sure = True

    def _cap(self, line: int, shapes: list[int]) -> int:
        """How many Qwirkles of a line the cards allow."""
        return min(self.most[6 * line : 6 * line + 6]) if line < 6 else shapes[line - 6]

    def _is_possible(self, plan: _Plan) -> bool:
        """Whether some turn makes these Qwirkles."""
        possible = self._may_be(plan) and self.some(qwirkles=plan) is not None
        self._failures += not possible
        return possible

    def _may_be(self, plan: _Plan, played: Iterable[int] = ()) -> bool:
        """Whether arithmetic allows a plan and some cards; checked only if old rows stay."""
        return not self.rows_stay or self._loose(plan, (), played).can_be_dealt()

    def _with(self, plan: _Plan, played: Sequence[int]) -> list[Row] | None:
        """Rows of a plan with these cards of the hand, or None if there are none."""
        return self.deal(played, None, plan) if self._may_be(plan, played) else None

    def _loose(self, plan: _Plan, kept: Sequence[Row] = (), played: Iterable[int] = ()) -> Loose:
        """The cards that are loose beside kept rows and Qwirkles, as if regrouping were free.

        If old rows stay, every line still has at least as many rows.
        """
        least = self.table.copy()
        for kind in played:
            least[kind] += 1
        loose = free.loose(least, self.most, kept, plan, self.work)
        if self.rows_stay:
            rows = [row.line for row in self.old]
            new = [row.line for row in kept]
            loose.floor = [
                max(0, rows.count(line) - new.count(line) - plan[line]) for line in LINES
            ]
        return loose

    # The most or the fewest cards among turns with the most Qwirkles

    def _most_cards(self, plans: Iterable[_Plan]) -> list[Row] | None:
        """The turn of some plan that plays the most cards.

        If some cards can be played together, so can fewer of them; so cards are added one
        by one as long as that is possible.
        """
        best: list[Row] | None = None
        most = 0
        suspects: list[Sequence[int]] = []
        for plan in plans:
            together = Together(self.held, partial(self._with, plan), suspects)
            waiting: list[tuple[list[int], list[int]]] = []
            if together.can_be_more(most):
                waiting.append(([], self.held))
            while waiting:
                played, left = waiting.pop()
                if len(played) + len(left) <= most or together.most(played) <= most:
                    continue
                kind, rest = left[0], left[1:]
                waiting.append((played, [other for other in rest if other != kind]))
                rows = together.deal([*played, kind])
                if rows is not None:
                    waiting.append(([*played, kind], rest))
                    if len(self.played(rows)) > most:
                        best, most = rows, len(self.played(rows))
            if most == len(self.held):
                break
        return best

    def _fewest_cards(self, plans: Iterator[_Plan]) -> list[Row] | None:
        """The turn of some plan that plays the fewest cards."""
        first = next(plans, None)
        if first is None:
            return None
        known: list[_Plan] = []
        every = _noted(chain([first], plans), known)
        fewest = SHORTEST * (self._fewest_rows + sum(first)) - sum(self.table)
        return next(
            rows
            for size in range(max(1, fewest), len(self.held) + 1)
            for plan in known or every
            for cards in self._sets(plan, size)
            if (rows := self.deal(cards, None, plan, exactly=True)) is not None
        )

    def _sets(self, plan: _Plan, size: int) -> Iterator[list[int]]:
        """The sets of cards of one size that might suffice for a plan, the first cards first."""
        cards = list(self._wanted(plan))
        rest = self.held.copy()
        for kind in cards:
            rest.remove(kind)
        waiting = [(cards, rest)]
        while waiting:
            cards, rest = waiting.pop()
            if not self._may_do(plan, cards, size):
                continue
            if len(cards) == size:
                yield cards
            else:
                waiting += [
                    ([*cards, kind], rest[rest.index(kind) + 1 :])
                    for kind in reversed(dict.fromkeys(rest))
                ]

    def _may_do(self, plan: _Plan, cards: Sequence[int], size: int) -> bool:
        """Whether a set of this size with these cards might suffice for a plan, by arithmetic."""
        more = size - len(cards)
        return more >= 0 and self._loose(plan, (), cards).can_be_dealt_with(more)

    def _wanted(self, plan: _Plan) -> Iterator[int]:
        """The cards of the hand that a plan cannot do without."""
        for kind in self.kinds:
            copies = plan[kind // 6] + plan[6 + kind % 6] - self.table[kind]
            yield from [kind] * copies

    # The least disturbance among turns with the most Qwirkles

    def least_broken(self, plans: Sequence[_Plan]) -> tuple[list[Row] | None, set[tuple[int, ...]]]:
        """The turn of some plan that keeps the most rows, in the sense of the reading.

        Also the sets of rows that might be broken up instead if regrouping were free, none of them
        larger.
        """
        others: set[tuple[int, ...]] = set()
        keepings = [
            Keeping(
                self.old,
                self.most,
                plan,
                partial(self._loose, plan),
                partial(self._fits, plan),
                self.work,
            )
            for plan in plans
        ]
        bounds = [keeping.fewest_broken for keeping in keepings]
        for broken in range(len(self.old) + 1):
            for plan, keeping, bound in zip(plans, keepings, bounds, strict=True):
                for kept in keeping.ways(broken) if bound <= broken else ():
                    if (rows := self.some(kept, plan)) is not None:
                        return rows, others
                    others.add(tuple(i for i, whole in enumerate(kept) if not whole))
        return None, others

    def _fits(self, plan: _Plan, kept: Sequence[Row]) -> bool:
        """Whether a turn can keep these rows beside the Qwirkles of a plan, if rows are free."""
        rows = self._loose(plan, kept).deal()
        if rows is None:
            return False
        cards = LONGEST * sum(plan) + sum(len(row.kinds) for row in rows)
        return cards > sum(self.table) or any(
            self._loose(plan, kept, [kind]).can_be_dealt() for kind in self.kinds
        )


def _noted(plans: Iterable[_Plan], known: list[_Plan]) -> Iterator[_Plan]:
    """The plans, each added to ``known`` when it is found."""
    for plan in plans:
        known.append(plan)
        yield plan
