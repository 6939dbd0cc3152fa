"""The moves of the card game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Self

import attrs

from qwirkle import BareMove, Tile, Word
from qwirkle.authoring import RowsMove
from qwirkle_variants.cards.grid import LONGEST, CardRow
from qwirkle_variants.cards.rows import Rows, as_rows, rows_from_words, rows_text


@attrs.frozen(repr=False)
class Lay(RowsMove):
    """Play one or more cards of the hand and rearrange the rows (K4, K5).

    The rows are all those on the table after the turn, before Qwirkles are taken away.

    >>> move = Lay(["Rs Rc Rd", "Bs Bd Bc"])
    >>> print(move)
    lay Rc Rs Rd | Bc Bs Bd
    >>> move == Lay("Bc Bs Bd | Rd Rc Rs")
    True
    """

    verb: ClassVar[str] = "lay"
    example: ClassVar[str] = "lay Rs Rc Rd | Bs Bc Bd"
    meaning: ClassVar[str] = "name every row as it is after your turn"
    does: ClassVar[str] = "play cards"

    rows: Rows = attrs.field(converter=as_rows)
    """The rows, each sorted, and all sorted."""

    @property
    def qwirkles(self) -> tuple[CardRow, ...]:
        """The rows of six among them (K7)."""
        return tuple(row for row in self.rows if len(row) == LONGEST)

    @classmethod
    def of_rows(cls, rows: Iterable[Iterable[Tile]]) -> Self:
        return cls(rows)

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Self:
        return cls(rows_from_words(words))

    @property
    def in_words(self) -> str:
        return "arrange the rows like this"

    def __str__(self) -> str:
        return f"{self.verb} {rows_text(self.rows)}".rstrip()

    def __repr__(self) -> str:
        return f"Lay({rows_text(self.rows)!r})"


@attrs.frozen
class Redraw(BareMove):
    """Show a hand without a card to play, draw another and mix the old one in (K8).

    >>> print(Redraw())
    redraw
    """

    verb: ClassVar[str] = "redraw"
    meaning: ClassVar[str] = "show a hand without a card to play, and draw a new one"
    does: ClassVar[str] = "draw a new hand"

    @property
    def in_words(self) -> str:
        return "draw a new hand after showing the old one"
