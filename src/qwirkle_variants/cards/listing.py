"""Listing every table that a turn can end with, each once, the least disturbed first.

The order: by how many old rows are broken up (which do not lie whole in a row of their own);
then by which, in the order of the table; then by where the loose cards go, kind by kind, those
of the hand first: fewer to the row of their colour first, then fewer to that of their shape;
then by how the cards of each line are dealt.

The search for where cards go asks after every step whether it can still end well. But a table
can come about in several ways, of which all but one are thrown away: so there can be long
pauses between turns, above all in the strict reading, whose turns are picked from the free ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from qwirkle_variants.cards.dealing import Loose
from qwirkle_variants.cards.grid import (
    COLOR_PLACE,
    KINDS_OF_LINE,
    LINE_AT,
    LINES,
    LONGEST,
    SHAPE_PLACE,
    SHORTEST,
    Row,
)
from qwirkle_variants.cards.matching import matched
from qwirkle_variants.cards.search import Search
from qwirkle_variants.cards.strict import amiss

_Copies: TypeAlias = tuple[int, ...]
"""How many there are of each kind of a line."""
_Dealt: TypeAlias = tuple[tuple[int, ...], ...]
"""Rows of a line, each by the positions of its cards in the line; all sorted."""


def turns(search: Search, sizes: range | None = None) -> Iterator[list[Row]]:
    """The rows that every turn of the free reading ends with, each table once.

    Args:
        search: the table and the hand.
        sizes: how many old rows are broken up; left out, any number of them.
    """
    old, hand = search.old, search.playable()
    sizes = sizes or range(len(old) + 1)
    for size in sizes if hand else ():
        for chosen in combinations(range(len(old)), size):
            for rows in _regrouped(search, hand, chosen):
                # The same table can come about by breaking up more, or the copy of a row.
                if broken(old, rows) == chosen:
                    yield rows


def strict_turns(search: Search, sizes: range | None = None) -> Iterator[list[Row]]:
    """The same for the strict reading, whose turns are some of the free ones."""
    for rows in turns(search, sizes):
        if not any(amiss(search.old, rows, search.played(rows))):
            yield rows


def least_disturbed(strict: Search, free: Search) -> list[Row] | None:
    """The strict turn with the most Qwirkles that breaks up the fewest rows, if there is a turn.

    An old row can lie whole in the row that another old row lives on in, which the search for
    rows that live on does not see. No strict turn breaks up fewer rows than a free one can,
    so there is seldom anything to look through.
    """
    plans = strict.plans(every=True)
    found, bound = strict.least_broken(plans), free.least_broken(plans)
    if found is None or bound is None:
        return None
    fewer = range(len(broken(free.old, bound)), len(broken(free.old, found)))
    better = strict_turns(strict, fewer) if fewer else iter(())
    return next((rows for rows in better if _qwirkles(rows) == _qwirkles(found)), found)


def _qwirkles(rows: Sequence[Row]) -> int:
    return sum(len(row.kinds) == LONGEST for row in rows)


def broken(old: Sequence[Row], rows: Sequence[Row]) -> tuple[int, ...]:
    """Which old rows do not lie whole in a row of their own, as few and as late as can be."""
    homes = matched(
        [
            [i for i, row in enumerate(rows) if row.line == line and _holds(row, kinds)]
            for line, kinds in old
        ]
    )
    return tuple(i for i, home in enumerate(homes) if home is None)


def _holds(row: Row, kinds: Sequence[int]) -> bool:
    """Whether a row holds all these kinds."""
    return set(row.kinds).issuperset(kinds)


def _regrouped(search: Search, hand: list[int], chosen: Sequence[int]) -> Iterator[list[Row]]:
    """All tables after a turn in which the other rows stay whole.

    Args:
        search: the table and the hand.
        hand: the kinds of the hand that can be played.
        chosen: which old rows are broken up.
    """
    kept = [row for i, row in enumerate(search.old) if i not in chosen]
    most = [search.most[k] if k in hand else copies for k, copies in enumerate(search.table)]
    loose = Loose(search.table, most, kept)
    others = [kind for kind in range(36) if loose.most[kind] and kind not in hand]
    for given in _spread(loose, hand + others, len(hand), False):
        yield from _rows(given, kept, 0)


def _spread(loose: Loose, kinds: list[int], hand: int, played: bool) -> Iterator[list[int]]:
    """The ways to give the loose cards to their colours or their shapes: how many, by place.

    Args:
        loose: the cards, with those given already.
        kinds: the kinds still to be given.
        hand: how many of them, the first ones, are of the hand.
        played: whether a card of the hand has been given already.
    """
    if not kinds:
        yield loose.caps
        return
    kind, *others = kinds
    least, most = loose.least[kind], loose.most[kind]
    must_play = hand == 1 and not played  # K4: the last chance
    tops = loose.tops()
    to_color, to_shape = (
        min(most, loose.seats[place] + tops[LINE_AT[place]])
        for place in (COLOR_PLACE[kind], SHAPE_PLACE[kind])
    )
    ways = [
        (i, j)
        for i in range(to_color + 1)
        for j in range(max(0, least + must_play - i), min(to_shape, most - i) + 1)
    ]
    certain = ways[-1] if ways and not must_play else None  # if no other way is possible
    for way in ways:
        given = loose.split(kind, *way)
        if way == certain or given.can_be_dealt():
            certain = None
            more = played or sum(way) > least
            yield from _spread(given, others, hand - 1, more)


def _rows(given: Sequence[int], kept: Sequence[Row], line: int) -> Iterator[list[Row]]:
    """The ways to deal the cards that each line is given, from one line on."""
    if line == len(LINES):
        yield []
        return
    kinds = KINDS_OF_LINE[line]
    copies = tuple(given[6 * line : 6 * line + 6])
    whole = tuple(
        tuple(kinds.index(kind) for kind in row.kinds) for row in kept if row.line == line
    )
    for dealt in _grown(copies, whole) if whole else _dealt(copies):
        rows = [Row(line, tuple(kinds[at] for at in row)) for row in dealt]
        for others in _rows(given, kept, line + 1):
            yield rows + others


@lru_cache(maxsize=4096)
def _grown(copies: _Copies, whole: _Dealt) -> tuple[_Dealt, ...]:
    """The ways to deal the cards of a line to rows that are there already, and to new ones."""
    if not whole:
        return tuple(_dealt(copies))
    found: dict[_Dealt, None] = {}
    first, *others = whole
    free = [at for at in range(6) if copies[at] and at not in first]
    for size in range(len(free) + 1):
        for added in combinations(free, size):
            left = tuple(number - (at in added) for at, number in enumerate(copies))
            row = tuple(sorted((*first, *added)))
            for rest in _grown(left, tuple(others)):
                found[tuple(sorted((row, *rest)))] = None
    return tuple(found)


def _dealt(copies: _Copies, before: tuple[int, ...] = ()) -> Iterator[_Dealt]:
    """The ways to deal the cards of a line into rows, none twice.

    Rows come in order, by the first card and then by the others; a row is not before the
    one that came before it.
    """
    if not any(copies):
        yield ()
        return
    first = next(at for at in range(6) if copies[at])
    others = [at for at in range(first + 1, 6) if copies[at]]
    for size in range(SHORTEST - 1, len(others) + 1):
        for chosen in combinations(others, size):
            row = (first, *chosen)
            left = tuple(number - (at in row) for at, number in enumerate(copies))
            if row >= before and sum(left) >= SHORTEST * max(left):
                for rest in _dealt(left, row):
                    yield (row, *rest)
