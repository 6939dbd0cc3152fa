"""Exact answers about turns: whether there is one, what can be played, and which is best.

The work for an answer is limited, in steps of the search. A step is a small piece of it, some
hundredths of a millisecond. Steps are counted rather than timed, so a question ends in the same
way on every machine.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, product
from math import inf
from random import Random
from typing import Final, TypeAlias

from qwirkle.authoring import pick, short_repr, shuffled
from qwirkle.errors import InvalidValue, WorkLimitReached
from qwirkle_variants.cards.dealing import Loose, Tight, fewest_rows
from qwirkle_variants.cards.rows import LINES, QWIRKLE_OF_LINE, SHORTEST, Row, counts, surplus
from qwirkle_variants.cards.strict import Staying

_Plan: TypeAlias = tuple[int, ...]
"""For each line, how many Qwirkles to make."""

_NO_QWIRKLES: Final[_Plan] = (0,) * 12

_PATIENCE: Final = 8
"""How many plans may fail before their common beginning is checked."""

DEFAULT_WORK: Final = 250_000
"""How many steps a question may take unless the caller says otherwise: a few seconds."""


class Work:
    """The steps that a question takes, counted."""

    def __init__(self, question: str = "", limit: int | None = None) -> None:
        """Start counting.

        Args:
            question: the result that is wanted, as a noun phrase.
            limit: how many steps there may be; None for no limit.
        """
        self.question = question
        self.limit = limit
        self.renew()

    def renew(self) -> None:
        """Start again with the full number of steps."""
        self.left: float = inf if self.limit is None else self.limit

    def step(self, number: int = 1) -> None:
        """Count one or more steps.

        Raises:
            WorkLimitReached: if that is more than the limit allows.
        """
        self.left -= number
        if self.left < 0:
            raise WorkLimitReached(self.question, self.limit or 0)


def as_limit(value: object) -> int | None:
    """A checked number of steps, or None for no limit."""
    if value is None or (type(value) is int and value > 0):
        return value
    raise InvalidValue(
        f"work is a number of steps, or None for any number, not {short_repr(value)}"
    )


class Search:
    """The turns that are possible with some rows and a hand."""

    def __init__(self, old: Sequence[Row], held: list[int], work: Work, *, strict: bool) -> None:
        """Set up the search.

        Args:
            old: the rows on the table.
            held: the kinds of the cards in the hand, sorted.
            work: counts the steps.
            strict: whether old rows stay, and new ones need a card of the hand.
        """
        self.old = old
        self.table = counts(old)
        self.most = self._with_table(held)
        self.held = held
        self.kinds = list(dict.fromkeys(held))
        self.work = work
        self.strict = strict
        self.most_qwirkles = _NO_QWIRKLES
        """The most Qwirkles found so far, for each line."""
        self.found: list[Row] | None = None
        """The rows of the best turn found so far."""
        self._failures = 0

    def deal(
        self, played: Sequence[int] = (), kept: Container[int] = (), plan: _Plan = _NO_QWIRKLES
    ) -> list[Row] | None:
        """Rows with these cards of the hand, or None if there are none.

        Args:
            played: the kinds of the cards.
            kept: the old rows that stay whole.
            plan: for each line, the fewest Qwirkles. Kept rows are not among them.
        """
        if self.strict:
            least = self._with_table(played)
            staying = Staying(self.old, least, self.most, self.work.step, kept)
            ways = (way.with_new_rows() for way in staying.ways(plan))
            return next(chain.from_iterable(ways), None)
        rows = [row for i, row in enumerate(self.old) if i in kept]
        dealt = self._loose(plan, played, rows).deal()
        return None if dealt is None else dealt + _made(plan)

    def _with_table(self, played: Iterable[int]) -> list[int]:
        """How many cards of each kind there are on the table and among these."""
        cards = self.table.copy()
        for kind in played:
            cards[kind] += 1
        return cards

    def some(self, plan: _Plan) -> list[Row] | None:
        """The rows after some turn with these Qwirkles, or None if there is none."""
        rows = self.deal(plan=plan)
        if rows is None or self.played(rows):
            return rows
        turns = (self.deal([kind], plan=plan) for kind in self.kinds)
        return next((rows for rows in turns if rows is not None), None)

    def played(self, rows: Iterable[Row]) -> list[int]:
        """The kinds of the cards that some rows hold beyond those on the table."""
        return surplus(counts(rows), self.table)

    def exists(self) -> bool:
        """Whether there is any turn (K8)."""
        return any(map(self._plainly, self.kinds)) or any(map(self._with, self.kinds))

    def playable(self) -> list[int]:
        """The kinds of the hand that some turn plays."""
        return [kind for kind in self.kinds if self._plainly(kind) or self._with(kind)]

    def _plainly(self, kind: int) -> bool:
        """Whether a card can simply be added to a row, or laid with two others of the hand."""
        lines = kind // 6, 6 + kind % 6
        rows = sum([row.line in lines for row in self.old])
        return rows > self.table[kind] or any(  # more rows than copies: one lacks it
            sum([line in (other // 6, 6 + other % 6) for other in self.kinds]) >= SHORTEST
            for line in lines
        )

    def sample(self, random: Random, plan: _Plan = _NO_QWIRKLES) -> list[Row] | None:
        """A random turn with these Qwirkles, or None if there is none.

        After a first card, others are added at random as long as there is a turn with all of them.
        """
        bold = random.random()
        some: Container[int] = {i for i in range(len(self.old)) if random.random() > bold**2}
        for kept, first in product((some, ()), shuffled(self.kinds, random)):
            if (rows := self.deal([first], kept, plan)) is not None:
                break
        else:
            return None
        played, left = [first], self.held.copy()
        left.remove(first)
        for kind in shuffled(left, random):
            more = self.deal([*played, kind], kept, plan) if pick(random, 2) else None
            if more is not None:
                played, rows = [*played, kind], more
        return rows

    def best(self) -> list[Row] | None:
        """The tightest turn with the most Qwirkles, or None if there is no turn.

        It has the fewest cards beyond three in a row.
        """
        lying = sum(self.table)
        fewest = min([(lying + n) % SHORTEST for n in range(1, len(self.held) + 1)], default=0)
        below = sum(self.most)
        for plan in self.plans():
            for beyond, rows in self._tighter(plan, below):
                below, self.found = beyond, rows
                if beyond == fewest:  # all rows together cannot have fewer
                    return rows
        return self.found

    def _tighter(self, plan: _Plan, below: int) -> Iterator[Tight]:
        """Ever tighter turns with these Qwirkles, all with fewer cards beyond three in a row."""
        if self.strict:
            staying = Staying(self.old, self.table, self.most, self.work.step)
            yield from staying.tighter(plan, below)
            return
        made = _made(plan)
        must_play = () if self.played(made) else self.kinds
        for beyond, rows in self._loose(plan).tighter(must_play, below):
            yield beyond, rows + made

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
        return max(fewest_rows(self.table), len(self.old) if self.strict else 0)

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
        possible = self._may_be(plan) and self.some(plan) is not None
        self._failures += not possible
        return possible

    def _may_be(self, plan: _Plan, played: Iterable[int] = ()) -> bool:
        """Whether arithmetic allows a plan and some cards; checked only if old rows stay."""
        return not self.strict or self._loose(plan, played).can_be_dealt()

    def _with(self, kind: int) -> bool:
        """Whether some turn plays a card."""
        return self._may_be(_NO_QWIRKLES, [kind]) and self.deal([kind]) is not None

    def _loose(self, plan: _Plan, played: Iterable[int] = (), kept: Sequence[Row] = ()) -> Loose:
        """The cards that are loose beside kept rows and Qwirkles, as if regrouping were free.

        If old rows stay, every line still has at least as many rows.
        """
        loose = Loose(self._with_table(played), self.most, kept, self.work.step)
        for row in _made(plan):
            loose.take(row.kinds)
        if self.strict:
            rows = [row.line for row in self.old]
            loose.floor = [max(0, rows.count(line) - plan[line]) for line in LINES]
        return loose


def _made(plan: _Plan) -> list[Row]:
    """The Qwirkles of a plan."""
    return [QWIRKLE_OF_LINE[line] for line in LINES for _ in range(plan[line])]
