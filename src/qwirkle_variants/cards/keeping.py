"""The old rows that can stay whole beside some Qwirkles, if the rest is regrouped freely.

A Qwirkle holds every old row of its line whole, so with q Qwirkles in a line, q of its old
rows stay whole at no cost, whichever they are. Only rows beyond those must be kept by themselves,
perhaps with more cards. So in every line it is enough to choose the rows that are kept in this
way: at most the number of old rows less the number of Qwirkles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, combinations

from qwirkle_variants.cards.dealing import Loose
from qwirkle_variants.cards.grid import LINES, Row
from qwirkle_variants.cards.work import Work


class Keeping:
    """The old rows beside some Qwirkles."""

    def __init__(
        self,
        old: Sequence[Row],
        most: Sequence[int],
        qwirkles: Sequence[int],
        loose: Callable[[Sequence[Row]], Loose],
        fits: Callable[[Sequence[Row]], bool],
        work: Work,
    ) -> None:
        """Set up the search.

        Args:
            old: the rows on the table.
            most: for each kind, how many cards there are.
            qwirkles: for each line, how many Qwirkles are made.
            loose: the cards that are loose if these rows are kept and none is a Qwirkle.
            fits: whether there is a turn if these rows are kept and none is a Qwirkle.
            work: counts the steps.
        """
        self.old = old
        self.qwirkles = qwirkles
        self.loose = loose
        self.fits = fits
        self.work = work
        self.of_line = [[i for i, row in enumerate(old) if row.line == line] for line in LINES]
        self.left = [
            cards - qwirkles[kind // 6] - qwirkles[6 + kind % 6] for kind, cards in enumerate(most)
        ]

    @property
    def fewest_broken(self) -> int:
        """A lower bound for the rows broken up, from the number of cards."""
        return self._fewest_broken(self.of_line, self._excess(self.of_line), self.left)

    def _excess(self, rows: list[list[int]]) -> list[int]:
        """For each line, how many more of some rows there are than Qwirkles."""
        return [max(0, len(line) - n) for line, n in zip(rows, self.qwirkles, strict=True)]

    def ways(self, broken: int) -> Iterator[tuple[bool, ...]]:
        """The ways to keep all but ``broken`` rows; those that keep the first rows come first.

        Args:
            broken: how many rows are not kept.
        """
        return self._ways((), broken, None)

    def _ways(
        self, kept: tuple[bool, ...], broken: int, known: tuple[bool, ...] | None
    ) -> Iterator[tuple[bool, ...]]:
        """The same ways with the first rows decided, perhaps given one that is known already."""
        if known is None and (known := self._way(kept, broken)) is None:
            return
        at = len(kept)
        if at == len(self.old):
            if kept.count(False) == broken:
                yield kept
            return
        yield from self._ways((*kept, True), broken, known if known[at] else None)
        if kept.count(False) < broken:
            yield from self._ways((*kept, False), broken, None if known[at] else known)

    def _way(self, decided: tuple[bool, ...], broken: int) -> tuple[bool, ...] | None:
        """A way to keep all but at most ``broken`` rows, with the first rows decided, or None."""
        rows = [[i for i in rows if decided[i : i + 1] != (False,)] for rows in self.of_line]
        certain = [{i for i in line if i < len(decided)} for line in rows]
        spare = broken - decided.count(False)
        alone = self._alone(rows, self._excess(rows), [], self.left, spare, certain)
        if alone is None:
            return None
        kept = [i in alone for i in range(len(self.old))]
        for line, qwirkles in zip(rows, self.qwirkles, strict=True):
            others = [i for i in line if not kept[i]]  # those decided come first
            for i in others[:qwirkles]:
                kept[i] = True
        return tuple(kept)

    def _alone(
        self,
        rows: list[list[int]],
        excess: list[int],
        chosen: list[int],
        left: list[int],
        spare: int,
        certain: list[set[int]],
    ) -> list[int] | None:
        """Rows to keep that are not Qwirkles, or None if that is impossible.

        Args:
            rows: for each line, the old rows that may be kept.
            excess: for each line, how many of them must still be kept in this way or broken up.
            chosen: those that are kept in this way.
            left: how many cards are left of each kind.
            spare: how many more rows may be broken up.
            certain: for each line, the rows that must be kept, in this way or as Qwirkles.
        """
        self.work.step()
        rows = [[i for i in line if self._is_left(i, left)] for line in rows]
        for line in LINES:
            if excess[line] and len(certain[line].difference(rows[line])) > self.qwirkles[line]:
                return None
        spare -= sum(max(0, n - len(line)) for n, line in zip(excess, rows, strict=True))
        excess = [min(n, len(line)) for n, line in zip(excess, rows, strict=True)]
        if spare < 0 or self._fewest_broken(rows, excess, left) > spare:
            return None
        kept = [self.old[i] for i in chosen]
        if not any(excess):
            return chosen if self.fits(kept) else None
        if not self.loose(kept).can_be_dealt(excess, spare):
            return None
        line = max(LINES, key=lambda line: excess[line])
        wish = excess[line]
        others = [*excess[:line], 0, *excess[line + 1 :]]
        for number in range(wish, max(-1, wish - spare - 1), -1):
            for some in combinations(rows[line], number):
                if len(certain[line].difference(some)) > self.qwirkles[line]:
                    continue
                rest = left.copy()
                for i in some:
                    for kind in self.old[i].kinds:
                        rest[kind] -= 1
                if min(rest) >= 0:
                    more = [*chosen, *some]
                    found = self._alone(rows, others, more, rest, spare - wish + number, certain)
                    if found is not None:
                        return found
        return None

    def _is_left(self, i: int, left: list[int]) -> bool:
        """Whether the cards of a row are left."""
        return all(left[kind] for kind in self.old[i].kinds)

    def _fewest_broken(self, rows: list[list[int]], excess: list[int], left: Sequence[int]) -> int:
        """A lower bound for the rows broken up, from the number of cards that are left."""
        sizes: list[int] = []
        for line, number in zip(rows, excess, strict=True):
            sizes += sorted(len(self.old[i].kinds) for i in line)[:number]
        cards = sum(left)
        return sum(total > cards for total in accumulate(sorted(sizes)))
