"""The numbers of new rows per line that give a seat to every card that must be dealt.

This is condition (1) of :mod:`~qwirkle_variants.cards.dealing`: for a kind that needs n seats,
there are at least n rows of its colour and of its shape together. Whether all these rows get three
cards each, condition (2), is decided elsewhere, but sums show early if there are too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from operator import gt, sub
from typing import Final

from qwirkle_variants.cards.grid import COPIES, KIND_AT, LONGEST, SHAPE_PLACE, SHORTEST
from qwirkle_variants.cards.work import Work

NO_ROWS: Final = (0,) * 12
MOST_ROWS: Final = LONGEST * COPIES // SHORTEST
"""The most rows for which a line can have cards."""


class Covers:
    """The numbers of new rows that suffice and are not obviously too many.

    The colours are chosen one by one, fewer rows first, and the shapes follow. Some numbers may
    include a row more than needed, but always after those without it.
    """

    def __init__(
        self,
        needs: Sequence[int],
        floor: Sequence[int],
        caps: Sequence[int],
        most: Sequence[int],
        work: Work,
    ) -> None:
        """Look for numbers of rows.

        Args:
            needs: for each kind, how many seats it needs in new rows.
            floor: for each line, the fewest new rows that it has.
            caps: for each place, how many cards may go there.
            most: for each kind, how many cards there are.
            work: counts the steps.
        """
        self.work = work
        self._count(caps, most)
        self.top = [sum([cards >= 0 for cards in spare]) - 1 for spare in self.spare]
        self.needs = needs
        grid = [needs[at : at + 6] for at in range(0, 36, 6)]
        columns = [needs[at::6] for at in range(6)]
        self.low = [
            max(low, *map(sub, needed, most))  # what the lines that cross it cannot hold
            for low, needed, most in zip(
                floor,
                [*grid, *columns],
                [self.top[6:]] * 6 + [self.top[:6]] * 6,
                strict=True,
            )
        ]
        self.room = sum(most) // SHORTEST
        """The most rows in all lines together, which may shrink during the search."""
        self.closely = False
        """Whether to check every choice closely, which pays off once some have failed (2)."""
        self.wish: Sequence[int] = NO_ROWS
        """For each line, how many rows are wanted."""
        self.lacking = 0
        """How many of the wanted rows may be missing in all lines together."""

    def spend(self, least: Sequence[int], more: int) -> None:
        """Look only for rows that can be filled with certain cards and few others.

        Args:
            least: for each kind, how many cards there are.
            more: how many others there may be.
        """
        self._count([*least, *(least[kind] for kind in KIND_AT[36:])], least)
        self.more = more
        self.room = (sum(least) + more) // SHORTEST
        self.closely = True

    def _count(self, caps: Sequence[int], most: Sequence[int]) -> None:
        self.caps = caps
        self.most = most
        self.spare = [spare_cards(tuple(caps[at : at + 6])) for at in range(0, 72, 6)]
        self.more = 0

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        if not any(map(gt, self.low, self.top)) and not (
            self.closely and fewest_rows(self.needs) > self.room
        ):
            yield from self._choose(0, self.low[:6], self.low[6:])

    def _choose(self, i: int, colors: list[int], shapes: list[int]) -> Iterator[tuple[int, ...]]:
        """Choose the rows of the colours from ``i`` on; the rest are the fewest possible so far."""
        self.work.step()
        if i == 6:
            yield (*colors, *shapes)
            return
        low, needs = colors[i], self.needs[6 * i : 6 * i + 6]
        for rows in range(low, min(self.top[i], max(low, self.wish[i], *needs)) + 1):
            colors[i] = rows
            wanted = [max(shape, need - rows) for shape, need in zip(shapes, needs, strict=True)]
            if (
                not any(map(gt, wanted, self.top[6:]))
                and self._has_room(i + 1, [*colors, *wanted])
                and (not self.closely or self._can_be_filled(colors, wanted))
            ):
                yield from self._choose(i + 1, colors, wanted)
        colors[i] = low

    def _has_room(self, chosen: int, rows: list[int]) -> bool:
        """Whether there is room for these rows and for the wanted ones.

        In the lines that are chosen already, wanted rows beyond these are missing. The other lines
        may still get more, as long as there is room.
        """
        room = self.room - sum(rows)
        if self.wish is NO_ROWS or room < 0:
            return room >= 0
        lacking = [max(0, wish - number) for wish, number in zip(self.wish, rows, strict=True)]
        return sum(lacking[:chosen]) + max(0, sum(lacking[chosen:]) - room) <= self.lacking

    def _can_be_filled(self, colors: list[int], shapes: list[int]) -> bool:
        """Whether these rows can have three cards each, as far as sums tell (2).

        A line can spare its cards beyond three for each row, counting no more cards of a kind than
        it has rows. If a colour and a shape both count a copy, one of them must spare it.
        """
        of_shapes = [self.spare[6 + j][rows] for j, rows in enumerate(shapes)]
        total = self.more + sum(of_shapes)
        for i, rows in enumerate(colors):
            own = self.spare[i][rows]
            total += own
            own += self.more
            for j, others in enumerate(shapes if rows else ()):
                if others:
                    kind = 6 * i + j
                    counted = min(self.caps[kind], rows) + min(self.caps[SHAPE_PLACE[kind]], others)
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


def fewest_rows(needs: Sequence[int]) -> int:
    """The fewest rows, in all lines together, in which every kind has the seats that it needs.

    That is the most seats that six kinds need together, no two of them in one line (Egerváry).
    """
    most = [0] * 64  # for each set of shapes, matched with the same number of first colours
    for shapes in range(1, 64):
        at = 6 * (shapes.bit_count() - 1)
        most[shapes] = max(
            [
                most[shapes ^ 1 << shape] + needs[at + shape]
                for shape in range(6)
                if shapes >> shape & 1
            ]
        )
    return most[63]
