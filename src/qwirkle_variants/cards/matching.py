"""Giving everybody a partner of their own."""

from __future__ import annotations

from collections.abc import Sequence


def matched(wishes: Sequence[Sequence[int]]) -> list[int | None]:
    """A partner for as many as possible, no partner twice.

    Those who come first have precedence: who gets a partner keeps one, if another, so the
    ones left without are the last possible.

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
