"""Whether old rows can stay and new ones have a card of the hand: the strict reading (K6, R14).

Every old row is still there at the end: its own row holds at least two of its cards. Every
other row is new, and has its own played card. Copies of a card are interchangeable, so only
the number of each kind in each row matters.

Suppose that the new rows are given. Then everything depends on whether every old row gets its
cards: three, of which at most one is not its own; six if it is to be completed; all its own if it
is to stay whole. That is a flow from the cards that are left to the rows. An old row has a seat
for every kind of its line, so a card that must be dealt finds no seat only if more copies of its
kind must be dealt than there are old rows in its two lines and new rows with a card of that kind.
Those copies are *over*, and new rows must hold them.

So new rows other than Qwirkles are needed only for cards that are over: all other cards of a new
row can go back where they were, or into another old row, or to the hand, and nothing gets worse. A
card that is over is always one of the hand, since every old row has seats for its own cards; and
it serves the new row that is added for it.

For the tightest rows, new rows of three are also added: a card of the hand serves one in its
colour or in its shape, and the flow chooses two others for it. The cards of the table and those
that serve are given out before the other cards of the hand, so the cards beyond three in a row are
those of the first sort that the flow has no use for. A new row makes use of fewer of them if there
are more new rows besides, so one that makes use of none is not worth adding.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import TypeAlias

import attrs

from qwirkle_variants.cards.dealing import Step, Tight
from qwirkle_variants.cards.rows import (
    KINDS_OF_LINE,
    LINES,
    QWIRKLE_OF_LINE,
    SHORTEST,
    Row,
    counts,
    matched,
    seat,
    surplus,
)


def amiss(
    old: Sequence[Row], rows: Sequence[Row], played: Sequence[int]
) -> tuple[list[int], list[int]]:
    """The old rows that have lost their row, and the rows that nothing accounts for.

    The two conditions, that every old row has its own row and that every row is an old one or
    has its own played card, can be checked separately: if each can be met, both can be met at
    once (Mendelsohn and Dulmage).
    """
    homes = matched([[i for i, row in enumerate(rows) if _is_of(row, o)] for o in old])
    claims = [
        [i for i, o in enumerate(old) if _is_of(row, o)]
        + [len(old) + i for i, kind in enumerate(played) if kind in row.kinds]
        for row in rows
    ]
    return _left_out(homes), _left_out(matched(claims))


def _is_of(row: Row, old: Row) -> bool:
    """Whether a row can come from an old one: it holds at least two of its cards."""
    return len(set(row.kinds).intersection(old.kinds)) > 1


def _left_out(partners: Sequence[int | None]) -> list[int]:
    return [i for i, partner in enumerate(partners) if partner is None]


@attrs.frozen
class Staying:
    """The requirements for the end of a turn in which old rows stay, apart from the new rows."""

    old: Sequence[Row]
    """The rows on the table."""
    least: list[int]
    """For each kind, the fewest copies that are in the rows afterwards."""
    most: list[int]
    """For each kind, the most copies that are in the rows afterwards."""
    step: Step
    """Counts the steps."""
    kept: Container[int] = ()
    """The old rows that stay whole."""
    completed: frozenset[int] = frozenset()
    """The old rows that become Qwirkles."""
    new: tuple[Row, ...] = ()
    """New rows."""

    def ways(self, qwirkles: Sequence[int], *, every: bool = False) -> Iterator[Staying]:
        """The ways to make Qwirkles, as far as the old rows still get their cards.

        A Qwirkle is an old row that is completed, or a new one. As many as possible are completed,
        unless every way is wanted or cards are over.
        """
        line = next((line for line in LINES if qwirkles[line]), None)
        if line is None:
            yield self
            return
        number = qwirkles[line]
        rest = [*qwirkles[:line], 0, *qwirkles[line + 1 :]]
        rows = [i for i, row in enumerate(self.old) if row.line == line]
        fits = min(number, len(rows))
        for size in range(fits, -1 if every or self._over() else fits - 1, -1):
            new = (*self.new, *[QWIRKLE_OF_LINE[line]] * (number - size))
            for chosen in combinations(rows, size):
                way = attrs.evolve(self, completed=self.completed.union(chosen), new=new)
                if way.filled() is not None:
                    yield from way.ways(rest, every=every)

    def with_new_rows(self) -> Iterator[list[Row]]:
        """Ways to arrange all rows, and more new ones for the cards that are over."""
        filling = self.filled()
        if filling is None:
            return
        if over := self._over():
            for row in self._for(over):
                yield from attrs.evolve(self, new=(*self.new, row)).with_new_rows()
            return
        served = self._served() or []
        table = counts(self.old)
        yield filling.dealt(
            [max(self.least[kind], table[kind] + served.count(kind)) for kind in range(36)]
        )

    def filled(self) -> _Filling | None:
        """The rows with their cards, or None if that is impossible.

        New rows only take cards away from the old ones, so if these are too many, more would be
        too.
        """
        filling = self._empty(self.most)
        possible = (
            min(filling.left) >= 0
            and self._served() is not None
            and next(filling.fill(), None) is None
        )
        return filling if possible else None

    def _empty(self, cards: Sequence[int]) -> _Filling:
        """The rows before they get their cards."""
        self.step(1 + len(self.old) // 4)  # it takes longer with more rows
        filling = _Filling(cards)
        for i, row in enumerate(self.old):
            certain = row.kinds if i in self.kept else ()
            filling.add(row, KINDS_OF_LINE[row.line] if i in self.completed else certain)
        for row in self.new:
            filling.add(row, row.kinds)
        return filling

    def _served(self) -> list[int] | None:
        """For each new row the kind of its own played card, or None if one has none."""
        played = surplus(self.most, counts(self.old))
        cards = matched(
            [[i for i, kind in enumerate(played) if kind in row.kinds] for row in self.new]
        )
        found = [played[card] for card in cards if card is not None]
        return found if len(found) == len(self.new) else None

    def _over(self) -> set[int]:
        """The kinds of which more copies must be dealt than there are seats."""
        return {*surplus(self.least, self.seats())}

    def seats(self) -> list[int]:
        """For each kind, how many rows can hold a card of it: old rows, and new ones with it."""
        return counts([*self.new, *(QWIRKLE_OF_LINE[row.line] for row in self.old)])

    def _for(self, over: set[int]) -> Iterator[Row]:
        """The new rows that can hold the first card that is over.

        All its other cards are over too, or it has just three: a card that is not over is not
        needed there, so it can go back as long as three are left.
        """
        first = min(over)
        for line in (first // 6, 6 + first % 6):
            others = [kind for kind in KINDS_OF_LINE[line] if kind != first and self.most[kind]]
            for size in range(len(others), SHORTEST - 2, -1):
                for chosen in combinations(others, size):
                    if size == SHORTEST - 1 or over.issuperset(chosen):
                        yield Row(line, tuple(sorted((first, *chosen))))

    # The tightest rows

    def tighter(self, qwirkles: Sequence[int], below: int) -> Iterator[Tight]:
        """Ever tighter rows with these Qwirkles of each line, up to the tightest.

        Args:
            qwirkles: for each line, how many Qwirkles there are.
            below: how many cards beyond three in a row, Qwirkles apart, are too many.
        """
        for way in self.ways(qwirkles, every=True):
            for cards in way.servers():
                least = [copies + cards.count(kind) for kind, copies in enumerate(self.least)]
                start = attrs.evolve(way, least=least).serving(0, ())
                for found in start.tighter(below) if start else ():
                    below = found[0]
                    yield found

    def servers(self) -> list[tuple[int, ...]]:
        """The sets of cards of the hand that can serve the new rows, which are Qwirkles."""
        held = self.held
        choices = product(*([kind for kind in row.kinds if kind in held] for row in self.new))
        sets = {tuple(sorted(chosen)) for chosen in choices}
        return sorted(s for s in sets if all(s.count(kind) <= held.count(kind) for kind in s))

    @property
    def held(self) -> list[int]:
        """The kinds of the cards that need not be dealt."""
        return surplus(self.most, self.least)

    def serving(self, at: int, served: tuple[_Served, ...]) -> _Serving | None:
        """The rows with new ones of three cards, or None if that is impossible.

        Args:
            at: how many cards of the hand have been considered.
            served: the new rows.
        """
        least = self.least.copy()
        for kind, _ in served:
            least[kind] += 1
        filling = self._empty(least)
        for kind, line in served:
            filling.add(QWIRKLE_OF_LINE[line], (kind,))
        missing = [max(0, -left) for left in filling.left]
        filling.left = [max(0, left) for left in filling.left]
        short = [*filling.fill()]
        beyond = sum(filling.left)
        for kind in range(36):  # now the other cards of the hand
            filling.left[kind] += self.most[kind] - least[kind] - missing[kind]
        if min(filling.left) < 0 or not all(map(filling.augment, short)):
            return None
        plays = bool(self.new or served or short or any(missing))
        return _Serving(self, at, served, least, filling, beyond, plays)


_Served: TypeAlias = tuple[int, int]
"""The kind of a card of the hand, and the line of the new row that it serves."""


@attrs.frozen
class _Serving:
    """Rows with new ones of three cards, each with a card of the hand that serves it."""

    staying: Staying
    at: int
    """How many cards of the hand have been considered."""
    served: tuple[_Served, ...]
    """The new rows."""
    least: list[int]
    """For each kind, the fewest copies that are in the rows."""
    filling: _Filling
    beyond: int
    """How many cards are beyond three in a row, Qwirkles apart."""
    plays: bool
    """Whether a card of the hand is played."""

    def tighter(self, below: int) -> Iterator[Tight]:
        """Ever tighter rows with these new rows and more, up to the tightest."""
        if (found := self._dealt()) and found[0] < below:
            below = found[0]
            yield found
        ways = [*self._more()]
        gains = [0] * 36  # for each kind, by how much a new row makes it better if it is the only
        for way in ways:
            kind, _ = way.served[-1]
            gains[kind] = max(gains[kind], self.beyond - way.beyond)
        for way in ways:
            at_best = way.beyond - sum(gains[kind] for kind in self.staying.held[way.at :])
            if at_best < below:
                for found in way.tighter(below):
                    below = found[0]
                    yield found

    def _dealt(self) -> Tight | None:
        """The rows, with one more card if otherwise none is played, or None."""
        if self.plays:
            return self.beyond, self.filling.dealt(self.least)
        seats = self.staying.seats()
        for kind in self.staying.held:
            if seats[kind] > self.least[kind]:
                least = [copies + (kind == k) for k, copies in enumerate(self.least)]
                return self.beyond + 1, self.filling.dealt(least)
        return None

    def _more(self) -> Iterator[_Serving]:
        """The ways to let one more card of the hand serve a new row.

        A row that makes nothing better is worth adding only if no card is played otherwise.
        """
        held = self.staying.held
        for i in range(self.at, len(held)):
            kind = held[i]
            if i > self.at and kind == held[i - 1]:
                continue  # the first copy serves first
            for line in (kind // 6, 6 + kind % 6):
                served = kind, line
                if not self.served or served >= self.served[-1]:
                    way = self.staying.serving(i + 1, (*self.served, served))
                    if way and (way.beyond < self.beyond or not self.plays):
                        yield way


class _Filling:
    """The rows while they get their cards, as a flow from kinds to rows.

    A row takes three cards, of its own kinds directly and of the others of its line through a gate
    that lets only one in.
    """

    def __init__(self, cards: Sequence[int]) -> None:
        self.left = list(cards)
        self.of: list[Row] = []
        """The lines of the rows, and their own kinds."""
        self.certain: list[tuple[int, ...]] = []
        self.rows: list[set[int]] = []

    def add(self, of: Row, certain: tuple[int, ...]) -> None:
        """Add a row with its own kinds, some of which it certainly has."""
        self.of.append(of)
        self.certain.append(certain)
        self.rows.append(set())
        self._give(len(self.rows) - 1, certain)

    def _give(self, i: int, kinds: Iterable[int]) -> None:
        for kind in kinds:
            self.left[kind] -= 1
            self.rows[i].add(kind)

    def fill(self) -> Iterator[int]:
        """Give every row three cards, and yield those that lack one, each as often as it does."""
        short: list[int] = []
        for i, row in enumerate(self.rows):
            want = max(0, SHORTEST - len(row))
            own = [k for k in self.of[i].kinds if want and self.left[k] and k not in row][:want]
            self._give(i, own)
            short += [i] * (want - len(own))
        yield from (i for i in short if not self.augment(i))

    def augment(self, i: int) -> bool:
        """Give a row one more card, if necessary by passing cards between rows."""
        came_from: dict[_Node, _Node | None] = {("row", i): None}
        waiting = [*came_from]
        for node in waiting:  # which grows during the loop
            what, number = node
            if what == "kind" and self.left[number]:
                self.left[number] -= 1
                self._pass_on(node, came_from)
                return True
            for following in self._from(what, number):
                if following not in came_from:
                    came_from[following] = node
                    waiting.append(following)
        return False

    def _from(self, what: str, number: int) -> Iterator[_Node]:
        """The nodes where the search for a card continues."""
        if what == "kind":  # some row may give up such a card
            for j, row in enumerate(self.rows):
                if number in row and number not in self.certain[j]:
                    yield ("row" if number in self.of[j].kinds else "gate"), j
            return
        line, own = self.of[number]
        held = self.rows[number]
        directly = what == "row"
        for kind in KINDS_OF_LINE[line]:
            if kind not in held and (kind in own) == directly:
                yield "kind", kind
        if held.issubset(own) == directly:
            yield ("gate" if directly else "row"), number

    def _pass_on(self, node: _Node, came_from: dict[_Node, _Node | None]) -> None:
        """Move cards along the path that has been found, from its end."""
        while (before := came_from[node]) is not None:
            (what, number), (earlier, taker) = node, before
            if what == "kind":
                self.rows[taker].add(number)
            elif earlier == "kind":
                self.rows[number].remove(taker)
            node = before

    def dealt(self, least: Sequence[int]) -> list[Row]:
        """The rows, after these numbers of cards of each kind have been seated.

        The first rows that lack a kind get it.
        """
        rows = [(of.line, row) for of, row in zip(self.of, self.rows, strict=True)]
        for kind, copies in enumerate(least):
            seat(kind, copies - sum([kind in row for _, row in rows]), rows)
        return [Row(line, tuple(sorted(row))) for line, row in rows]


_Node: TypeAlias = tuple[str, int]
"""A kind, a row, or the gate of a row for cards that are not its own."""
