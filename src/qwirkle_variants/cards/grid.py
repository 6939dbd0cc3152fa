"""The 36 kinds of cards as a grid of six colours by six shapes, and rows in its twelve lines.

In the search for turns, a kind is a number from 0 to 35, and a line one from 0 to 11:
first the colours, then the shapes. A *place* is a kind in one of its two lines; there are 72.
A row belongs to the line of the colour or shape that its cards share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from qwirkle import Tile
from qwirkle.authoring import TILES

CardRow: TypeAlias = tuple[Tile, ...]
"""A row of cards, sorted."""

KINDS: Final = TILES
"""The cards by their numbers."""
COPIES: Final = 3
"""The number of copies of each card (K1)."""
LINES: Final = range(12)
SHORTEST: Final = 3
"""The fewest cards in a row (K3)."""
LONGEST: Final = 6
"""The most cards in a row, which is then a Qwirkle (K3, K7)."""

KINDS_OF_LINE: Final = tuple(
    [tuple(range(6 * i, 6 * i + 6)) for i in range(6)] + [tuple(range(j, 36, 6)) for j in range(6)]
)
PLACES_OF_LINE: Final = tuple(tuple(range(6 * line, 6 * line + 6)) for line in LINES)
KIND_AT: Final = tuple(kind for kinds in KINDS_OF_LINE for kind in kinds)
LINE_AT: Final = tuple(line for line in LINES for _ in range(6))
COLOR_PLACE: Final = tuple(range(36))
SHAPE_PLACE: Final = tuple(36 + 6 * (kind % 6) + kind // 6 for kind in range(36))
OTHER_PLACE: Final = (*SHAPE_PLACE, *(KIND_AT[place] for place in range(36, 72)))
"""For each place, the place of the same kind in its other line."""


class Row(NamedTuple):
    """A row in the search: its line, and its kinds in order."""

    line: int
    kinds: tuple[int, ...]

    @property
    def missing(self) -> tuple[int, ...]:
        """The kinds of its line that it does not hold."""
        return tuple(kind for kind in KINDS_OF_LINE[self.line] if kind not in self.kinds)

    @property
    def cards(self) -> CardRow:
        """The cards of the row."""
        return tuple(KINDS[kind] for kind in self.kinds)


def kind_of(card: Tile) -> int:
    """The number of a card's kind."""
    return 6 * card.color + card.shape


def row_of(cards: Sequence[Tile]) -> Row:
    """The row that three or more cards form."""
    first, second = cards[:2]
    line = first.color if first.color is second.color else 6 + first.shape
    return Row(int(line), tuple(map(kind_of, cards)))


def counts(cards: Iterable[Tile]) -> list[int]:
    """The number of cards of each kind."""
    found = [0] * 36
    for card in cards:
        found[kind_of(card)] += 1
    return found


def counts_of_rows(rows: Iterable[Row]) -> list[int]:
    """The number of cards of each kind in some rows."""
    found = [0] * 36
    for row in rows:
        for kind in row.kinds:
            found[kind] += 1
    return found


def matched(wishes: Sequence[Sequence[int]]) -> list[int | None]:
    """A partner for as many elements as possible, none of them twice.

    Earlier elements have precedence: an element that has a partner may get another one but never
    loses it, so those left without a partner come as late as possible.

    >>> matched([[7], [7, 8], [8]])
    [7, 8, None]
    """
    taker: dict[int, int] = {}

    def find(who: int, refused: set[int]) -> bool:
        for partner in wishes[who]:
            if partner not in refused:
                refused.add(partner)
                if partner not in taker or find(taker[partner], refused):
                    taker[partner] = who
                    return True
        return False

    for who in range(len(wishes)):
        find(who, set())
    partners: list[int | None] = [None] * len(wishes)
    for partner, who in taker.items():
        partners[who] = partner
    return partners


def dealt_round(line: int, copies: Sequence[int], rows: int) -> list[Row]:
    """The cards of a line, dealt round robin into rows.

    Args:
        line: the line.
        copies: how many cards of each of its kinds, none more than there are rows.
        rows: how many rows.
    """
    dealt: list[list[int]] = [[] for _ in range(rows)]
    turn = 0
    for kind, number in zip(KINDS_OF_LINE[line], copies, strict=True):
        for _ in range(number):
            dealt[turn % rows].append(kind)
            turn += 1
    return [Row(line, tuple(kinds)) for kinds in dealt]
