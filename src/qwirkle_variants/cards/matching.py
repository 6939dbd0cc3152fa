"""Matching elements with partners."""

from __future__ import annotations

from collections.abc import Sequence


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
