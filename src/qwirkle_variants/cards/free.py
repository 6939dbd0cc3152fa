"""The free reading of regrouping (K5): only the rows at the end of the turn must be valid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from qwirkle_variants.cards.dealing import Loose
from qwirkle_variants.cards.grid import KINDS_OF_LINE, LINES, Row
from qwirkle_variants.cards.work import Work


def deal(
    old: Sequence[Row],
    least: list[int],
    most: list[int],
    kept: Sequence[bool],
    qwirkles: Sequence[int],
    work: Work,
) -> list[Row] | None:
    """Rows that a turn can end with, or None if there is no such turn.

    Args:
        old: the rows on the table.
        least: for each kind, the fewest copies that are in the rows afterwards.
        most: for each kind, the most copies that are in the rows afterwards.
        kept: for each old row, whether it stays whole.
        qwirkles: for each line, the fewest of its rows that have six cards.
        work: counts the steps.
    """
    rows = [row for row, keep in zip(old, kept, strict=True) if keep]
    for completed in _completed(rows, qwirkles):
        others = [row for i, row in enumerate(rows) if i not in completed]
        dealt = loose(least, most, others, qwirkles, work).deal()
        if dealt is not None:
            return dealt + [
                Row(line, KINDS_OF_LINE[line]) for line in LINES for _ in range(qwirkles[line])
            ]
    return None


def loose(
    least: list[int], most: list[int], kept: Sequence[Row], qwirkles: Sequence[int], work: Work
) -> Loose:
    """The cards that are loose beside kept rows and Qwirkles, none of which is a kept row."""
    cards = Loose(least, most, kept, work)
    for line in LINES:
        for _ in range(qwirkles[line]):
            cards.take(KINDS_OF_LINE[line])
    return cards


def _completed(kept: Sequence[Row], qwirkles: Sequence[int]) -> Iterator[set[int]]:
    """The ways to choose which kept rows become the Qwirkles, as many as possible.

    A Qwirkle holds every kept row of its line whole, so it may as well be one of them; the row
    that would have held that one is then a new row like any other.
    """
    of_line = [[i for i, row in enumerate(kept) if row.line == line] for line in LINES]
    choices = [
        combinations(rows, min(number, len(rows)))
        for rows, number in zip(of_line, qwirkles, strict=True)
        if number
    ]
    for chosen in product(*choices):
        yield {i for rows in chosen for i in rows}
