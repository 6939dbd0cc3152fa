"""Whether cards can be dealt into rows, decided by arithmetic: regrouping read freely (K5).

Some rows are *kept*: they stay whole, but may grow. All other cards are *loose*: those of
the rows that are broken up, and those of the hand. The question is how many new rows every
line gets. Say line L gets r(L). Then a turn exists if and only if

(1) every card that must be dealt finds a seat: of a kind in the lines L and M, no more copies
    must be dealt than the kept rows of both lines have seats for it, plus r(L) + r(M); and
(2) every new row gets its three: each line L can be given 3 r(L) of the loose cards, of each
    kind at most r(L), so that no card is given twice.

Both are clearly necessary. They also suffice: deal (2) first. The other cards that must be dealt
go wherever their kind has a seat left, which is enough by (1): a new row has a seat for every
kind of its line. Then deal the cards of a line round robin, kind by kind, into its r(L) new
rows. No kind has more copies than there are rows, so no row gets a card twice; and the rows differ
by at most one card, so with 3 r(L) cards or more each has at least three.

With no kept row and all cards in one line, this is the simple statement that a1..a6 copies can
be dealt into rows if and only if their sum is at least three times their greatest: (1) says
that there are at least as many rows as copies of any kind, and (2) that there are three
cards for each. Taking q rows of six away first leaves (ai - q), so at most
min(min a, (sum a - 3 max a) // 3) of the rows can be Qwirkles, and that many can.

(1) becomes easier with more rows, and (2) with fewer: of 3 r cards with at most r of a kind,
at most three kinds have r copies, so three cards can go such that all have at most r - 1.
So only the least numbers of rows that satisfy (1) need be tried for (2), and if the rows of
the colours are chosen, those of the shapes follow. No more than three rows of a line are ever
needed, as there are three copies of a kind.

If it is already decided how many copies of a kind go to its colour and how many to its shape, (1)
applies to each line separately: it becomes a least number of rows for the line (`floor`), and (2)
may not give a line more copies of the kind than that (`caps`).

The rows are *tight* if few of their cards are beyond three in a row. Given the numbers of rows,
the cards that must be dealt are given to (2) first and the others only if these do not suffice. So
the cards beyond three are those that must be dealt and that (2) has no use for. There are fewer of
them with more rows, until (2) fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cache, cached_property
from operator import gt, sub
from typing import Final, TypeAlias

from qwirkle_variants.cards.rows import (
    COPIES,
    KIND_AT,
    LINE_AT,
    LINES,
    LONGEST,
    OTHER_PLACE,
    PLACES_OF_LINE,
    SHORTEST,
    Row,
    dealt_round,
    seat,
)

Step: TypeAlias = Callable[[int], None]
"""Counts steps of a search, and may end it."""
Tight: TypeAlias = tuple[int, list[Row]]
"""How many cards are beyond three in their row, and the rows."""

MOST_ROWS: Final = LONGEST * COPIES // SHORTEST
"""The most rows for which a line can have cards."""


class Loose:
    """Loose cards, and the seats that kept rows have for them.

    It changes while it is set up, and is used for only one search.
    """

    def __init__(
        self, least: Sequence[int], most: Sequence[int], kept: Sequence[Row], step: Step
    ) -> None:
        """Set the cards of the kept rows aside.

        Args:
            least: for each kind, how many copies must be dealt.
            most: for each kind, how many copies there are to deal.
            kept: the rows that stay whole.
            step: counts the steps.
        """
        self.least = list(least)
        self.most = list(most)
        self.seats = [0] * 72
        """For each place, how many kept rows of its line lack its kind."""
        self.floor = [0] * 12
        """For each line, the fewest new rows that it has."""
        self.kept = kept
        self.step = step
        for row in kept:
            self.take(row.kinds)
            for place in PLACES_OF_LINE[row.line]:
                if KIND_AT[place] not in row.kinds:
                    self.seats[place] += 1

    @cached_property
    def caps(self) -> list[int]:
        """For each place, how many copies may go there."""
        return self.most + [self.most[kind] for kind in KIND_AT[36:]]

    def take(self, kinds: Sequence[int]) -> None:
        """Set one card of each of these kinds aside."""
        for kind in kinds:
            self.least[kind] -= self.least[kind] > 0
            self.most[kind] -= 1

    def split(self, kind: int, to_color: int, to_shape: int) -> Loose:
        """The same cards with all copies of a kind given, some to its colour, some to its shape."""
        given = copy(self)
        given.least, given.most, given.floor = self.least[:], self.most[:], self.floor[:]
        given.caps = self.caps[:]
        given.least[kind], given.most[kind] = 0, to_color + to_shape  # the floors make sure of it
        for place, copies in ((kind, to_color), (OTHER_PLACE[kind], to_shape)):
            given.caps[place] = copies
            line = LINE_AT[place]
            given.floor[line] = max(given.floor[line], copies - self.seats[place])
        return given

    def can_be_dealt(self) -> bool:
        """Whether there is a way to deal the cards."""
        return next(self._ways(), None) is not None

    def deal(self) -> list[Row] | None:
        """New and kept rows with all cards that must be dealt and perhaps more, or None."""
        return next((self._dealt(rows, taken, self.least) for rows, taken in self._ways()), None)

    def tops(self) -> list[int]:
        """For each line, the most new rows that its cards alone would allow."""
        return [_most_rows(tuple(self.caps[at : at + 6])) for at in range(0, 72, 6)]

    def tighter(self, kinds: Sequence[int], below: int) -> Iterator[Tight]:
        """Ever tighter rows, up to the tightest.

        Nothing is kept. The lines are chosen one by one, more rows first.

        Args:
            kinds: if any, one of these is among the cards that need not be dealt.
            below: how many cards beyond three in a row are too many.
        """
        tops = self.tops()
        waiting = [(0, [0] * 12)]
        while waiting:
            at, rows = waiting.pop()
            self.step(1)
            filled = self._fill(rows, self.least)
            if filled is None:
                continue
            if at < len(LINES):
                *_, unused = self._give([*rows[:at], *tops[at:]], self.least)
                if sum(unused) < below:
                    waiting += [(at + 1, more) for more in self._with_line(at, rows, tops)]
                continue
            taken, others = filled
            least = self.least.copy()
            if kinds and not others:  # one more card, where it has a seat
                able = [k for k in kinds if rows[k // 6] + rows[6 + k % 6] > least[k]]
                for kind in able[:1]:
                    least[kind] += 1
                    others = 1
            beyond = sum(self.least) + others - SHORTEST * sum(rows)
            if beyond < below and (others or not kinds):
                below = beyond
                yield beyond, self._dealt(rows, taken, least)

    def _with_line(self, at: int, rows: list[int], tops: list[int]) -> Iterator[list[int]]:
        """The numbers of rows with each number for the next line, which meet (1) so far."""
        for number in range(rows[at], tops[at] + 1):
            more = [*rows[:at], number, *rows[at + 1 :]]
            if at < 6:
                needs = self.least[6 * at : 6 * at + 6]
                more[6:] = [max(low, n - number) for low, n in zip(rows[6:], needs, strict=True)]
            if not any(map(gt, more, tops)):
                yield more

    def _ways(self) -> Iterator[tuple[tuple[int, ...], list[int]]]:
        """The numbers of new rows that also meet (2), each with a way to do so."""
        covers = _Covers(self)
        for rows in covers if min(self.most) >= 0 else ():
            if (filled := self._fill(rows, self.most)) is None:
                covers.closely = True
            else:
                yield rows, filled[0]

    def _fill(self, rows: Sequence[int], first: list[int]) -> tuple[list[int], int] | None:
        """Give the new rows three cards each, if that is possible (2).

        Args:
            rows: for each line, how many new rows it gets.
            first: for each kind, how many copies are given out before any others.

        Returns:
            for each place, how many cards it gets; and how many of the others there are.
        """
        taken, limits, short, free = self._give(rows, first)
        if short:
            free = [
                left + more - used for left, more, used in zip(free, self.most, first, strict=True)
            ]
            if not all(_augment(line, limits, taken, free) for line in short):
                return None
        return taken, len(short)

    def _give(
        self, rows: Sequence[int], cards: list[int]
    ) -> tuple[list[int], list[int], list[int], list[int]]:
        """Give the new rows up to three cards each, as many of these as possible (2).

        Returns:
            for each place, how many cards it gets, and how many it may get; the lines that lack
            a card, each as often as it does; and for each kind, how many copies are left.
        """
        free = cards.copy()
        limits = [0] * 72
        taken = [0] * 72
        short: list[int] = []
        for line in LINES:
            if not rows[line]:
                continue
            want = SHORTEST * rows[line]
            for place in PLACES_OF_LINE[line]:
                limits[place] = min(rows[line], self.caps[place])
                number = min(free[KIND_AT[place]], limits[place], want)
                if number:
                    taken[place] = number
                    free[KIND_AT[place]] -= number
                    want -= number
            short += [line for _ in range(want) if not _augment(line, limits, taken, free)]
            if short and cards is self.most:
                break  # there are no others
        return taken, limits, short, free

    def _dealt(self, rows: Sequence[int], taken: list[int], least: Sequence[int]) -> list[Row]:
        """The new and kept rows, after the new ones have got three cards each."""
        dealt = [(row.line, set(row.kinds)) for row in self.kept]
        for kind, copies in enumerate(least):
            places = kind, OTHER_PLACE[kind]
            left = seat(kind, copies - sum(taken[place] for place in places), dealt)
            for place in places:
                number = min(max(left, 0), rows[LINE_AT[place]] - taken[place])
                taken[place] += number
                left -= number
        found = [Row(line, tuple(sorted(kinds))) for line, kinds in dealt]
        for line in LINES:
            if rows[line]:
                found += dealt_round(line, taken[6 * line : 6 * line + 6], rows[line])
        return found


def _augment(line: int, limits: list[int], taken: list[int], free: list[int]) -> bool:
    """Give a line one more card, if necessary by passing cards between lines."""
    came_by: dict[int, int] = {line: -1}
    waiting = [line]
    for receiver in waiting:  # which grows during the loop
        for place in PLACES_OF_LINE[receiver]:
            if taken[place] >= limits[place]:
                continue
            kind = KIND_AT[place]
            if free[kind]:
                free[kind] -= 1
                taken[place] += 1
                while (place := came_by[receiver]) >= 0:
                    taken[place] += 1
                    taken[OTHER_PLACE[place]] -= 1
                    receiver = LINE_AT[place]
                return True
            other = OTHER_PLACE[place]
            giver = LINE_AT[other]
            if taken[other] and giver not in came_by:
                came_by[giver] = place
                waiting.append(giver)
    return False


class _Covers:
    """The numbers of new rows that meet (1) and are not obviously too many for (2).

    The colours are chosen one by one, fewer rows first, and the shapes follow. Some numbers may
    include a row more than needed, but always after those without it.
    """

    def __init__(self, loose: Loose) -> None:
        """Look for numbers of rows for these cards."""
        self.step, self.caps, self.most = loose.step, loose.caps, loose.most
        self.spare = [spare_cards(tuple(self.caps[at : at + 6])) for at in range(0, 72, 6)]
        self.top = loose.tops()
        seats = loose.seats
        self.needs = [
            max(0, least - seats[kind] - seats[OTHER_PLACE[kind]])
            for kind, least in enumerate(loose.least)
        ]
        """For each kind, how many seats it needs in new rows."""
        needs = [self.needs[at : at + 6] for at in range(0, 36, 6)]
        needs += [self.needs[at::6] for at in range(6)]
        crossing = [self.top[6:]] * 6 + [self.top[:6]] * 6
        self.low = [
            max(low, *map(sub, needed, most))  # what the lines that cross it cannot hold
            for low, needed, most in zip(loose.floor, needs, crossing, strict=True)
        ]
        self.room = sum(self.most) // SHORTEST
        """The most rows in all lines together."""
        self.closely = False
        """Whether to check every choice closely, which pays off once some have failed (2)."""

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        if not any(map(gt, self.low, self.top)):
            yield from self._choose(0, self.low[:6], self.low[6:])

    def _choose(self, i: int, colors: list[int], shapes: list[int]) -> Iterator[tuple[int, ...]]:
        """Choose the rows of the colours from ``i`` on; the rest are the fewest possible so far."""
        self.step(1)
        if i == 6:
            yield (*colors, *shapes)
            return
        low, needs = colors[i], self.needs[6 * i : 6 * i + 6]
        for rows in range(low, min(self.top[i], max(low, *needs)) + 1):
            colors[i] = rows
            wanted = [max(shape, need - rows) for shape, need in zip(shapes, needs, strict=True)]
            if (
                not any(map(gt, wanted, self.top[6:]))
                and sum(colors) + sum(wanted) <= self.room
                and (not self.closely or self._can_be_filled(colors, wanted))
            ):
                yield from self._choose(i + 1, colors, wanted)
        colors[i] = low

    def _can_be_filled(self, colors: list[int], shapes: list[int]) -> bool:
        """Whether these rows can have three cards each, judging by sums alone (2).

        A line can spare its cards beyond three for each row, counting no more cards of a kind than
        it has rows. If a colour and a shape both count a copy, one of them must spare it.
        """
        of_shapes = [self.spare[6 + j][rows] for j, rows in enumerate(shapes)]
        total = sum(of_shapes)
        for i, rows in enumerate(colors):
            own = self.spare[i][rows]
            total += own
            for j, others in enumerate(shapes if rows else ()):
                if others:
                    kind = 6 * i + j
                    counted = min(self.caps[kind], rows) + min(self.caps[OTHER_PLACE[kind]], others)
                    twice = counted - self.most[kind]
                    if twice > 0:
                        total -= twice
                        own -= max(0, twice - max(0, of_shapes[j]))
            if own < 0:
                return False
        return total >= 0


@cache
def spare_cards(copies: tuple[int, ...]) -> tuple[int, ...]:
    """For each number of rows, how many cards a line can spare; below 0 it lacks some.

    >>> spare_cards((2, 1, 2, 1, 1, 0))  # one row of five, or two rows of three
    (0, 2, 1, -2, -5, -8, -11)
    """
    return tuple(
        sum(min(number, rows) for number in copies) - SHORTEST * rows
        for rows in range(MOST_ROWS + 1)
    )


@cache
def _most_rows(copies: tuple[int, ...]) -> int:
    """The most rows for which a line has cards."""
    return sum(cards >= 0 for cards in spare_cards(copies)) - 1


def fewest_rows(needs: Sequence[int]) -> int:
    """The fewest rows, in all lines together, in which every kind has the seats that it needs.

    That is the most seats that six kinds need together, no two of them in one line (Egerváry).
    """
    most = [0]  # for each set of shapes, matched with the same number of first colours
    for choices in _CHOICES:
        most.append(max([most[others] + needs[kind] for others, kind in choices]))
    return most[63]


_CHOICES: Final = [
    [(shapes ^ 1 << j, 6 * shapes.bit_count() - 6 + j) for j in range(6) if shapes >> j & 1]
    for shapes in range(1, 64)
]
"""For each set of shapes, what a first colour can take: the shapes left, and the kind."""
