"""The strict reading of regrouping (K6, R14): old rows stay, new ones need a card of the hand.

Every old row is still there at the end: a row of its own holds at least two of its cards. Every
other row is new, and has a played card of its own. Copies of a card are interchangeable, so only
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
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

import attrs

from qwirkle_variants.cards.grid import KINDS_OF_LINE, LINES, SHORTEST, Row, counts_of_rows
from qwirkle_variants.cards.matching import matched
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

    The arguments are those of the free reading.
    """
    return Position(old, least, most, kept, frozenset(), work).with_qwirkles(list(qwirkles), [])


def amiss(
    old: Sequence[Row], rows: Sequence[Row], played: Sequence[int]
) -> tuple[list[int], list[int]]:
    """The old rows that have no row of their own, and the rows that nothing accounts for.

    The two conditions, that every old row has a row of its own and that every row is an old one or
    has a played card of its own, can be checked separately: if each can be met, both can be met at
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
class Position:
    """The requirements for the end of a turn, apart from the new rows."""

    old: Sequence[Row]
    least: list[int]
    most: list[int]
    kept: Sequence[bool]
    completed: frozenset[int]
    work: Work

    def with_qwirkles(self, qwirkles: list[int], new: list[Row]) -> list[Row] | None:
        """All rows with these new ones and with further Qwirkles of each line, or None.

        A Qwirkle is an old row that is completed, or a new one.
        """
        line = next((line for line in LINES if qwirkles[line]), None)
        if line is None:
            return self.with_new_rows(new)
        number = qwirkles[line]
        rest = [*qwirkles[:line], 0, *qwirkles[line + 1 :]]
        rows = [i for i, row in enumerate(self.old) if row.line == line]
        fits = min(number, len(rows))
        for size in range(fits, -1 if self._over(new) else fits - 1, -1):
            more = [*new, *[Row(line, KINDS_OF_LINE[line])] * (number - size)]
            for chosen in combinations(rows, size):
                table = attrs.evolve(self, completed=self.completed.union(chosen))
                if table.filled(more) is not None:
                    found = table.with_qwirkles(rest, more)
                    if found is not None:
                        return found
        return None

    def with_new_rows(self, new: list[Row]) -> list[Row] | None:
        """All rows with these new ones, and more of them for the cards that are over, or None."""
        filling = self.filled(new)
        if filling is None:
            return None
        over = self._over(new)
        if over:
            ways = (self.with_new_rows([*new, row]) for row in self._for(over))
            return next((rows for rows in ways if rows is not None), None)
        served = self._served(new) or []
        for kind, lying in enumerate(counts_of_rows(self.old)):
            # There are enough seats: an old row for every card of the table, and a new row for
            # every card that serves one.
            used = self.most[kind] - filling.left[kind]
            filling.seat(kind, max(self.least[kind], lying + served.count(kind)) - used)
        return filling.found() + new

    def filled(self, new: list[Row]) -> _Filling | None:
        """The old rows with their cards beside these new rows, or None if that is impossible.

        New rows only take cards away from the old ones, so if these are too many, more would be
        too.
        """
        self.work.step(1 + len(self.old) // 4)  # it takes longer with more rows
        filling = _Filling(self.old, self.most)
        for i, row in enumerate(self.old):
            if i in self.completed:
                filling.give(i, KINDS_OF_LINE[row.line])
            elif self.kept[i]:
                filling.give(i, row.kinds)
        for row in new:
            filling.take(row.kinds)
        possible = min(filling.left) >= 0 and self._served(new) is not None and filling.fill()
        return filling if possible else None

    def _served(self, new: list[Row]) -> list[int] | None:
        """For each new row the kind of a played card of its own, or None if one has none."""
        table = counts_of_rows(self.old)
        played = [kind for kind in range(36) for _ in range(self.most[kind] - table[kind])]
        cards = matched([[i for i, kind in enumerate(played) if kind in row.kinds] for row in new])
        found = [played[card] for card in cards if card is not None]
        return found if len(found) == len(new) else None

    def _over(self, new: list[Row]) -> set[int]:
        """The kinds of which more copies must be dealt than there are seats."""
        seats = counts_of_rows([*new, *(Row(0, KINDS_OF_LINE[row.line]) for row in self.old)])
        return {kind for kind in range(36) if self.least[kind] > seats[kind]}

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


class _Filling:
    """The old rows while they get their cards, as a flow from kinds to rows.

    A row that is neither kept nor completed takes three cards, of its own kinds directly
    and of the others through a gate that lets only one in.
    """

    def __init__(self, old: Sequence[Row], most: list[int]) -> None:
        self.old = old
        self.left = list(most)
        self.rows: list[set[int]] = [set() for _ in old]
        self.certain = [False] * len(old)

    def take(self, kinds: Sequence[int]) -> None:
        """Use up a card of each of these kinds."""
        for kind in kinds:
            self.left[kind] -= 1

    def give(self, i: int, kinds: Sequence[int]) -> None:
        """Give a row these cards, which it keeps."""
        self.take(kinds)
        self.rows[i].update(kinds)
        self.certain[i] = True

    def fill(self) -> bool:
        """Give every row three cards, if that is possible."""
        short: list[int] = []
        for i, row in enumerate(self.old):
            if self.certain[i]:
                continue
            own = [kind for kind in row.kinds if self.left[kind]][:SHORTEST]
            self.take(own)
            self.rows[i].update(own)
            short += [i] * (SHORTEST - len(own))
        return all(self._augment(i) for i in short)

    def _augment(self, i: int) -> bool:
        """Give a row one more card, if necessary by passing cards between rows."""
        start: _Node = ("row", i)
        came_from: dict[_Node, _Node | None] = {start: None}
        waiting: list[_Node] = [start]
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
            for j, row in enumerate(self.old):
                if number in self.rows[j] and not self.certain[j]:
                    yield ("row" if number in row.kinds else "gate"), j
            return
        row, held = self.old[number], self.rows[number]
        if what == "row":
            yield from (("kind", kind) for kind in row.kinds if kind not in held)
            if held.issubset(row.kinds):
                yield "gate", number
        else:
            yield from (("kind", kind) for kind in row.missing if kind not in held)
            if not held.issubset(row.kinds):
                yield "row", number

    def _pass_on(self, node: _Node, came_from: dict[_Node, _Node | None]) -> None:
        """Move cards along the path that has been found, from its end."""
        while (before := came_from[node]) is not None:
            (what, number), (earlier, taker) = node, before
            if what == "kind":
                self.rows[taker].add(number)
            elif earlier == "kind":
                self.rows[number].remove(taker)
            node = before

    def seat(self, kind: int, copies: int) -> None:
        """Seat more copies of a kind in rows that lack it."""
        for i, row in enumerate(self.old):
            if copies > 0 and kind in KINDS_OF_LINE[row.line] and kind not in self.rows[i]:
                self.rows[i].add(kind)
                copies -= 1

    def found(self) -> list[Row]:
        """The rows as they are now."""
        return [
            Row(row.line, tuple(sorted(kinds)))
            for row, kinds in zip(self.old, self.rows, strict=True)
        ]


_Node: TypeAlias = tuple[str, int]
"""A kind, a row, or the gate of a row for cards that are not its own."""
