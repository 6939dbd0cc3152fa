"""Dealing cards into rows, decided by arithmetic.

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
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cached_property

from qwirkle_variants.cards.covers import NO_ROWS, Covers
from qwirkle_variants.cards.grid import (
    COLOR_PLACE,
    KIND_AT,
    LINE_AT,
    LINES,
    OTHER_PLACE,
    PLACES_OF_LINE,
    SHAPE_PLACE,
    SHORTEST,
    Row,
    dealt_round,
)
from qwirkle_variants.cards.work import Work


class Loose:
    """Loose cards, and the seats that kept rows have for them.

    It changes while it is set up, and is used for only one search.
    """

    def __init__(
        self, least: list[int], most: list[int], kept: Sequence[Row], work: Work | None = None
    ) -> None:
        """Set the cards of the kept rows aside.

        Args:
            least: for each kind, how many copies must be dealt.
            most: for each kind, how many copies there are to deal.
            kept: the rows that stay whole.
            work: counts the steps; by default there is no limit.
        """
        self.least = list(least)
        self.most = list(most)
        self.seats = [0] * 72
        """For each place, how many kept rows of its line lack its kind."""
        self.floor = [0] * 12
        """For each line, the fewest new rows that it has."""
        self.kept = kept
        self.work = work or Work()
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
        for place, copies in ((COLOR_PLACE[kind], to_color), (SHAPE_PLACE[kind], to_shape)):
            given.caps[place] = copies
            line = LINE_AT[place]
            given.floor[line] = max(given.floor[line], copies - self.seats[place])
        return given

    def can_be_dealt(self, wish: Sequence[int] = NO_ROWS, lacking: int = 0) -> bool:
        """Whether there is a way to deal the cards.

        Args:
            wish: for each line, how many new rows are wanted.
            lacking: how many of these may be missing. If more must be, that may go unnoticed.
        """
        covers = self._covers()
        covers.wish, covers.lacking = wish, lacking
        return next(self._ways(covers), None) is not None

    def deal(self) -> list[Row] | None:
        """New and kept rows with all cards that must be dealt and perhaps more, or None."""
        ways = self._ways(self._covers())
        return next((self._dealt(rows, taken) for rows, taken in ways), None)

    def can_be_dealt_with(self, more: int) -> bool:
        """Whether the cards that must be dealt can be, with a few others.

        Args:
            more: how many others there may be.
        """
        covers = self._covers()
        covers.spend(self.least, more)
        for rows in covers if min(self.most) >= 0 else ():
            filled = self._fill(rows, self.least)
            if filled is not None and filled[1] <= more:
                return True
        return False

    def tops(self) -> list[int]:
        """For each line, the most new rows that its cards alone would allow."""
        return self._covers().top

    def _covers(self) -> Covers:
        """The numbers of new rows that meet (1)."""
        seats = self.seats
        needs = [
            max(0, least - seats[kind] - seats[SHAPE_PLACE[kind]])
            for kind, least in enumerate(self.least)
        ]
        return Covers(needs, self.floor, self.caps, self.most, self.work)

    def _ways(self, covers: Covers) -> Iterator[tuple[tuple[int, ...], list[int]]]:
        """The numbers of new rows that also meet (2), each with a way to do so."""
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
        free = first.copy()
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
            if short and first is self.most:
                return None
        if short:
            free = [
                left + more - used for left, more, used in zip(free, self.most, first, strict=True)
            ]
            if not all(_augment(line, limits, taken, free) for line in short):
                return None
        return taken, len(short)

    def _dealt(self, rows: Sequence[int], taken: list[int]) -> list[Row]:
        """The new and kept rows, after the new ones have got three cards each."""
        dealt = [set(row.kinds) for row in self.kept]
        for kind, least in enumerate(self.least):
            places = COLOR_PLACE[kind], SHAPE_PLACE[kind]
            left = least - sum(taken[place] for place in places)
            for i, row in enumerate(self.kept):
                if left > 0 and kind in row.missing and kind not in dealt[i]:
                    dealt[i].add(kind)
                    left -= 1
            for place in places:
                number = min(max(left, 0), rows[LINE_AT[place]] - taken[place])
                taken[place] += number
                left -= number
        found = [
            Row(row.line, tuple(sorted(kinds))) for row, kinds in zip(self.kept, dealt, strict=True)
        ]
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
