"""The cards of a hand that can be played together, learnt from those that cannot.

If some cards cannot be played together, no larger set that includes them can be. So each set that
fails is made as small as possible, and rules out all sets that include it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from qwirkle_variants.cards.grid import Row


class Together:
    """The sets of cards that may still be possible.

    A set is an integer with a bit for each card. Of several copies, the first are taken first.
    """

    def __init__(
        self,
        held: Sequence[int],
        deal: Callable[[Sequence[int]], list[Row] | None],
        suspects: list[Sequence[int]],
    ) -> None:
        """Start with every set as possible.

        Args:
            held: the kinds of the cards of the hand, sorted.
            deal: finds rows with some of them, and perhaps more; None if there are none.
            suspects: sets that failed in similar cases, and so are tried first; those that fail
                here are added.
        """
        self._held = held
        self._deal = deal
        self._suspects = suspects
        copies = [1 << i for i in range(1, len(held)) if held[i] == held[i - 1]]
        self._possible = [
            cards
            for cards in range(1 << len(held))
            if all(cards & copy >> 1 for copy in copies if cards & copy)
        ]
        self._possible.sort(key=int.bit_count, reverse=True)

    def deal(self, played: Sequence[int]) -> list[Row] | None:
        """Rows with these cards, or None; a failure rules out further sets."""
        cards = self._as_set(played)
        if cards not in self._possible:
            return None
        rows = self._deal(played)
        if rows is None:
            failing = self._as_set(self._smallest(played))
            self._possible = [found for found in self._possible if found & failing != failing]
        return rows

    def _smallest(self, played: Sequence[int]) -> Sequence[int]:
        """Some of these cards that cannot be played together, none of which can be left out."""
        cards = self._as_set(played)
        for suspect in self._suspects:
            if self._as_set(suspect) & ~cards == 0 and self._deal(suspect) is None:
                return suspect
        smaller = list(played)
        for kind in played:
            rest = smaller.copy()
            rest.remove(kind)
            if rest and self._deal(rest) is None:
                smaller = rest
        self._suspects.append(smaller)
        return smaller

    def most(self, played: Sequence[int] = ()) -> int:
        """The most cards that can be played together with these, as far as is known."""
        cards = self._as_set(played)
        return next((found.bit_count() for found in self._possible if found & cards == cards), 0)

    def can_be_more(self, number: int) -> bool:
        """Whether more cards than a number can be played together."""
        while self.most() > number:
            cards = self._possible[0]
            played = [kind for i, kind in enumerate(self._held) if cards >> i & 1]
            if self.deal(played) is not None:
                return True
        return False

    def _as_set(self, played: Sequence[int]) -> int:
        cards = 0
        for kind in played:
            at = self._held.index(kind)
            while cards >> at & 1:
                at += 1
            cards |= 1 << at
        return cards
