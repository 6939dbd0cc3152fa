"""Listing every result of a turn once, the least disturbed rows first.

The order: by how many old rows are broken up (that is, are not whole in their own row); then
by which, in the order of the rows; then by where the loose cards go, kind by kind, those of the
hand first: fewer to the row of their colour first, then fewer to that of their shape;
then by how the cards of each line are dealt.

For each choice of rows to break up, the search for where cards go checks after every step whether
it can still succeed, and whether the lines that have all their cards can be dealt so that exactly
these rows are broken up. So a result that comes about in several ways is found in only one of
them.
In the strict reading a line must also have a row for each of its old ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import TypeAlias

from qwirkle_variants.cards.dealing import Loose
from qwirkle_variants.cards.rows import (
    KIND_AT,
    KINDS_OF_LINE,
    LINE_AT,
    LINES,
    LONGEST,
    OTHER_PLACE,
    PLACES_OF_LINE,
    SHORTEST,
    Row,
    matched,
)
from qwirkle_variants.cards.search import Search
from qwirkle_variants.cards.strict import amiss

_Copies: TypeAlias = tuple[int, ...]
"""How many there are of each kind of a line."""
_Dealt: TypeAlias = tuple[tuple[int, ...], ...]
"""Rows of a line, each by the positions of its cards in the line; all sorted."""
_Old: TypeAlias = tuple[tuple[tuple[int, ...], bool], ...]
"""The old rows of a line in the same way, and whether each is kept."""


def turns(search: Search) -> Iterator[list[Row]]:
    """The rows after every turn, each result once."""
    hand = search.playable()
    for size in range(len(search.old) + 1) if hand else ():
        for chosen in combinations(range(len(search.old)), size):
            search.work.step()
            for rows in _Regrouping(search, hand, chosen).tables():
                if not (search.strict and any(amiss(search.old, rows, search.played(rows)))):
                    yield rows


class _Regrouping:
    """A turn in which some old rows are broken up, and all others stay whole."""

    def __init__(self, search: Search, hand: list[int], chosen: Sequence[int]) -> None:
        """Break up rows.

        Args:
            search: the rows and the hand.
            hand: the kinds of the hand that can be played.
            chosen: which old rows are broken up.
        """
        self.hand = hand
        self.strict = search.strict
        self.old: list[_Old] = [
            tuple(
                (tuple(map(KINDS_OF_LINE[line].index, row.kinds)), i not in chosen)
                for i, row in enumerate(search.old)
                if row.line == line
            )
            for line in LINES
        ]
        self.touched = {search.old[i].line for i in chosen}
        kept = [row for i, row in enumerate(search.old) if i not in chosen]
        most = [search.most[k] if k in hand else copies for k, copies in enumerate(search.table)]
        self.loose = Loose(search.table, most, kept, search.work.step)
        if self.strict:
            for i in chosen:
                self.loose.floor[search.old[i].line] += 1
        others = [kind for kind in range(36) if self.loose.most[kind] and kind not in hand]
        self.kinds = hand + others

    def tables(self) -> Iterator[list[Row]]:
        """The rows after every such turn."""
        if self._may_be(self.touched, self.loose, 0):
            for given in self._spread(self.loose, 0, False):
                yield from self._rows(given, 0)

    def _may_be(self, lines: Iterable[int], loose: Loose, at: int) -> bool:
        """Whether each of some lines can be dealt with the cards that it might get.

        Args:
            lines: which lines to look at.
            loose: the cards, with those given already.
            at: how many kinds have been given already.
        """
        given = self.kinds[:at]
        most = self._most(loose)
        for line in lines:
            cards = []
            for place in PLACES_OF_LINE[line]:
                kind = KIND_AT[place]
                low = most[place] if kind in given else loose.least[kind] - most[OTHER_PLACE[place]]
                cards.append(tuple(range(max(0, low), most[place] + 1)))
            if not _may_be_line(tuple(cards), self.old[line], self.strict):
                return False
        return True

    def _most(self, loose: Loose) -> list[int]:
        """For each place, how many cards it can get."""
        tops = loose.tops()
        return [
            min(cap, loose.seats[place] + tops[LINE_AT[place]])
            for place, cap in enumerate(loose.caps)
        ]

    def _spread(self, loose: Loose, at: int, played: bool) -> Iterator[list[int]]:
        """The ways to give the loose cards to their colours or their shapes: how many, by place.

        Args:
            loose: the cards, with those given already.
            at: how many kinds have been given already.
            played: whether a card of the hand has been given already.
        """
        loose.step(1)
        if at == len(self.kinds):
            yield loose.caps
            return
        kind = self.kinds[at]
        least, most = loose.least[kind], loose.most[kind]
        must_play = at == len(self.hand) - 1 and not played  # K4: the last kind of the hand
        at_most = self._most(loose)
        places = kind, OTHER_PLACE[kind]
        to_color, to_shape = (at_most[place] for place in places)
        ways = [
            (i, j)
            for i in range(to_color + 1)
            for j in range(max(0, least + must_play - i), min(to_shape, most - i) + 1)
        ]
        lines = self.touched.intersection([LINE_AT[place] for place in places])
        certain = ways[-1] if ways and not must_play else None  # possible if no other way is
        for way in ways:
            given = loose.split(kind, *way)
            if way == certain or given.can_be_dealt():
                certain = None
                if self._may_be(lines, given, at + 1):
                    yield from self._spread(given, at + 1, played or sum(way) > least)

    def _rows(self, given: Sequence[int], line: int) -> Iterator[list[Row]]:
        """The ways to deal the cards that each line is given, from ``line`` on."""
        if line == len(LINES):
            yield []
            return
        kinds = KINDS_OF_LINE[line]
        copies = tuple(given[6 * line : 6 * line + 6])
        for dealt in _line(copies, self.old[line], self.strict):
            rows = [Row(line, tuple(kinds[at] for at in row)) for row in dealt]
            self.loose.step(1)
            for others in self._rows(given, line + 1):
                yield rows + others


@lru_cache(maxsize=4096)
def _may_be_line(numbers: tuple[tuple[int, ...], ...], old: _Old, strict: bool) -> bool:
    """Whether a line can be dealt with one of these numbers of copies of each kind."""
    return any(True for copies in product(*numbers) for _ in _line(copies, old, strict))


def _line(copies: _Copies, old: _Old, strict: bool) -> Iterator[_Dealt]:
    """The ways to deal the cards of a line so that exactly the rows that are not kept are broken.

    Args:
        copies: how many there are of each kind, apart from the kept rows.
        old: the old rows.
        strict: whether each of them has its own row with two of its cards.
    """
    whole = tuple(row for row, kept in old if kept)
    for dealt in _grown(copies, whole) if whole else _dealt(copies):
        if len(whole) == len(old) or _are_broken(old, dealt, strict):
            yield dealt


def _are_broken(old: _Old, dealt: _Dealt, strict: bool) -> bool:
    """Whether exactly the rows that are not kept are broken up and, if strict, none is gone."""
    homes = _homes(old, dealt, LONGEST)
    if any((home is None) == kept for home, (_, kept) in zip(homes, old, strict=True)):
        return False
    return not strict or None not in _homes(old, dealt, 2)


def _homes(old: _Old, dealt: _Dealt, least: int) -> list[int | None]:
    """A separate row for each old row, with at least ``least`` of its cards, or all of them."""
    rows = list(map(set, dealt))
    return matched(
        [
            [i for i, row in enumerate(rows) if len(row.intersection(o)) >= min(least, len(o))]
            for o, _ in old
        ]
    )


@lru_cache(maxsize=4096)
def _grown(copies: _Copies, whole: _Dealt) -> tuple[_Dealt, ...]:
    """The ways to deal the cards of a line to existing rows and to new ones."""
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

    Rows come in order, by the first card and then by the others, so that no way is found twice.
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
