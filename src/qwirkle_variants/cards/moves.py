"""The moves of the card game, and the workbench on which a player builds one step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, Final, Self

import attrs

from qwirkle import BareMove, Cell, InvalidValue, Move, QwirkleError, Scene, Tile, Word
from qwirkle.authoring import Workbench, in_order, short_repr, tiles_text, typed_tiles
from qwirkle_variants.cards.grid import LONGEST, CardRow
from qwirkle_variants.cards.rows import Rows, as_rows, rows_from_words, rows_text, scene_of


@attrs.frozen(repr=False)
class Lay(Move):
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


# Steps

_SMALL: Final = ("and", "from", "in", "into", "row", "to")
"""Words that people may put between cards and rows."""
_NEW: Final = -2
_HAND: Final = -1
"""The places after the rows: an empty row, and the hand."""


@attrs.frozen
class CardWorkbench(Workbench):
    """Rows and a hand whose cards can be moved about before the move is made.

    >>> import qwirkle
    >>> state = qwirkle.position("cards", table="Rc Rs Rd", hands=["Rt Gx", "Yx"])
    >>> print(state.variant.workbench(state).after("put", ["rt", "0"]).move)
    lay Rc Rs Rd Rt
    """

    rows: Rows
    """The rows by number; one that has become empty keeps its number."""
    hand: tuple[Tile, ...]
    """The cards that are still in the hand, sorted."""
    start: tuple[Tile, ...]
    """The hand at the start of the turn."""

    parts: ClassVar[str] = "rows"
    verbs: ClassVar[Mapping[str, tuple[str, str]]] = {
        "put": ("put Rt Rk 2", "add cards from your hand to row 2"),
        "new": ("new Rd Gd Bd", "start a row with cards from your hand"),
        "move": ("move Yd 2 3", "move from row 2 to row 3; 'move Yd 2 new' starts a row"),
        "back": ("back Rt 2", "take back what you added to row 2"),
    }

    @property
    def move(self) -> Lay:
        return Lay(row for row in self.rows if row)

    @property
    def scene(self) -> Scene:
        rows = [
            [(Cell(x, number), card) for x, card in enumerate(row)]
            for number, row in enumerate(self.rows)
        ]
        return scene_of(rows, notes=(f"hand  {tiles_text(self.hand)}".rstrip(),))

    def completed(self, line: str, ask: Callable[[str], str]) -> str:
        """A line with the row for its cards; an answer that is not a row replaces the line."""
        cards = ""
        with suppress(QwirkleError):
            cards = tiles_text(typed_tiles(line))
        if not cards:
            return line
        answer = ask(f"{cards}: which row? (a number, or new) ")
        row = answer.strip().lower()
        is_row = row.isdecimal() or row == "new"
        return f"put {cards} {row}" if is_row else self.completed(answer, ask)

    def after(self, verb: str, words: Sequence[str]) -> Self:
        words = [word for word in words if word.lower() not in _SMALL]
        count = {"new": 0, "move": 2}.get(verb, 1)  # the numbers of rows after the cards
        if count and len(words) <= count:
            raise InvalidValue(f"say which cards and which row, like: {self.verbs[verb][0]}")
        rows = [self._place(word) for word in words[len(words) - count :]]
        cards = typed_tiles(" ".join(words[: len(words) - count]))
        if not cards:
            raise InvalidValue("say which cards")
        source = rows[0] if verb in ("move", "back") else _HAND
        target = _HAND if verb == "back" else [_NEW, *rows][-1]
        return self._moved(cards, source, target)

    def _place(self, word: str) -> int:
        if word.lower() == "new":
            return _NEW
        if word.isdecimal() and len(word) < 4 and int(word) < len(self.rows):
            return int(word)
        if not self.rows:
            raise InvalidValue(f"there is no row yet; start one, like: {self.verbs['new'][0]}")
        last = len(self.rows) - 1
        raise InvalidValue(
            f"{short_repr(word)} is not a row; the rows have the numbers 0 to {last}"
        )

    def _moved(self, cards: Sequence[Tile], source: int, target: int) -> Self:
        places = [[*row] for row in (*self.rows, (), self.hand)]
        for card in cards:
            if card not in places[source]:
                where = "in your hand" if source == _HAND else "in that row"
                raise InvalidValue(f"{card} is not {where}")
            places[source].remove(card)
        places[target] += cards
        *rows, new, hand = map(in_order, places)
        for card in cards:
            if hand.count(card) > self.start.count(card):
                raise InvalidValue(f"{card} was there before your turn, so it must stay in a row")
        return attrs.evolve(self, rows=(*rows, new) if new else tuple(rows), hand=hand)

    def steps_to(self, move: Move) -> Iterator[str]:
        """The steps; cards that stay together stay in their row.

        >>> import qwirkle
        >>> state = qwirkle.position("cards", table="Rc Rs Rd Rt | Yt Gt Bt", hands=["Rx Rk", "Yx"])
        >>> move = Lay("Rc Rs Rd Rk Rx | Rt Yt Gt Bt")
        >>> list(state.variant.workbench(state).steps_to(move))
        ['put Rk Rx 1', 'move Rt 1 0']
        """
        spare = [Counter(row) for row in self.rows]
        wanted = [Counter(row) for row in move.rows] if isinstance(move, Lay) else []
        numbers = _keep(spare, wanted)
        count = len(self.rows)
        for i, cards in enumerate(wanted):
            number = numbers.get(i, count)
            for source, there in enumerate(spare):
                coming = cards & there
                if coming:
                    yield f"move {_text(coming)} {source} {'new' if number == count else number}"
                    count = max(count, number + 1)
                    there -= coming
                    cards -= coming
            if cards:  # the rest is in the hand
                yield f"new {_text(cards)}" if number == count else f"put {_text(cards)} {number}"
                count = max(count, number + 1)


def _keep(rows: list[Counter[Tile]], wanted: list[Counter[Tile]]) -> dict[int, int]:
    """Give each wanted row the number of the row from which the most cards stay, if any do.

    The cards that stay are removed from both.
    """
    pairs = [(i, number) for i in range(len(wanted)) for number in range(len(rows))]
    pairs.sort(key=lambda pair: -(wanted[pair[0]] & rows[pair[1]]).total())
    kept: dict[int, int] = {}
    for i, number in pairs:
        staying = wanted[i] & rows[number]
        if staying and i not in kept and number not in kept.values():
            kept[i] = number
            wanted[i] -= staying
            rows[number] -= staying
    return kept


def _text(cards: Counter[Tile]) -> str:
    return tiles_text(in_order(cards.elements()))
