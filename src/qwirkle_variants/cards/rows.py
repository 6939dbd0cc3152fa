"""Rows of cards: in texts and pictures, in the moves that arrange them, and in the search.

In the search for turns, the 36 kinds of cards are a grid of six colours by six shapes. A kind is a
number from 0 to 35, and a line one from 0 to 11: first the colours, then the shapes. A *place* is a
kind in one of its two lines; there are 72, and the first 36 have the numbers of the kinds in the
lines of their colours. A row belongs to the line of the colour or shape that its cards share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, Final, NamedTuple, Self, TypeAlias

import attrs

from qwirkle import Cell, Move, QwirkleError, Tile
from qwirkle.authoring import (
    TILE_PATTERN,
    TILES,
    BareMove,
    Kind,
    Scene,
    Seat,
    Word,
    Workbench,
    as_tiles,
    at_most,
    in_order,
    short_repr,
    tiles_text,
    typed_tiles,
)
from qwirkle.errors import InvalidValue

CardRow: TypeAlias = tuple[Tile, ...]
"""A row of cards, sorted."""

COPIES: Final = 3
"""The number of copies of each card (K1)."""
LINES: Final = range(12)
SHORTEST: Final = 3
"""The fewest cards in a row (K3)."""
LONGEST: Final = 6
"""The most cards in a row, which is then a Qwirkle (K3, K7)."""

KINDS_OF_LINE: Final = tuple(
    [tuple(range(6 * i, 6 * i + 6)) for i in range(6)] + [tuple(range(j, 36, 6)) for j in range(6)]
)
PLACES_OF_LINE: Final = tuple(tuple(range(6 * line, 6 * line + 6)) for line in LINES)
KIND_AT: Final = tuple(kind for kinds in KINDS_OF_LINE for kind in kinds)
LINE_AT: Final = tuple(line for line in LINES for _ in range(6))
OTHER_PLACE: Final = (*(36 + 6 * (kind % 6) + kind // 6 for kind in range(36)), *KIND_AT[36:])
"""For each place, the place of the same kind in its other line."""


class Row(NamedTuple):
    """A row in the search: its line, and its kinds in order."""

    line: int
    kinds: tuple[int, ...]

    @property
    def cards(self) -> CardRow:
        """The cards of the row."""
        return tuple(TILES[kind] for kind in self.kinds)


QWIRKLE_OF_LINE: Final = tuple(Row(line, kinds) for line, kinds in enumerate(KINDS_OF_LINE))


def kind_of(card: Tile) -> int:
    """The number of a card's kind."""
    return 6 * card.color + card.shape


def row_of(cards: Sequence[Tile]) -> Row:
    """The row that three or more cards form."""
    first, second = cards[:2]
    line = first.color if first.color is second.color else 6 + first.shape
    return Row(int(line), tuple(map(kind_of, cards)))


def counts(rows: Iterable[Row]) -> list[int]:
    """The number of cards of each kind in some rows."""
    found = [0] * 36
    for row in rows:
        for kind in row.kinds:
            found[kind] += 1
    return found


def surplus(most: Sequence[int], least: Sequence[int]) -> list[int]:
    """The kinds with more cards than the least, each once for every card too many."""
    return [kind for kind in range(36) for _ in range(most[kind] - least[kind])]


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
    partners = {who: partner for partner, who in taker.items()}
    return [partners.get(who) for who in range(len(wishes))]


def seat(kind: int, copies: int, rows: Iterable[tuple[int, set[int]]]) -> int:
    """Add a card to the first rows that lack it, and return how many copies have no seat.

    Args:
        kind: the kind of the card.
        copies: how many copies to add.
        rows: the line and the kinds of each row.
    """
    for line, kinds in rows:
        if copies > 0 and kind in KINDS_OF_LINE[line] and kind not in kinds:
            kinds.add(kind)
            copies -= 1
    return copies


def dealt_round(line: int, copies: Sequence[int], rows: int) -> list[Row]:
    """The cards of a line, dealt round robin into rows.

    Args:
        line: the line.
        copies: how many cards of each of its kinds, none more than there are rows.
        rows: how many rows.
    """
    kinds = zip(KINDS_OF_LINE[line], copies, strict=True)
    cards = [kind for kind, number in kinds for _ in range(number)]
    return [Row(line, tuple(cards[first::rows])) for first in range(rows)]


Rows: TypeAlias = tuple[CardRow, ...]
"""Rows of cards, sorted."""

BAR: Final = "|"
"""The separator between rows in a text."""

BOX: Final = TILES * COPIES
"""All 108 cards (K1)."""


def canonical(rows: Iterable[Iterable[Tile]]) -> Rows:
    """The rows in their one form: each sorted, and all sorted."""
    return tuple(sorted(map(in_order, rows)))


def as_rows(value: object) -> Rows:
    """Rows from rows or from a text like ``"Rs Rc Rd | Bs Bc Bd"``."""
    if isinstance(value, str):
        return rows_from_words(at_most(Word.split(value), "cards"))
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise InvalidValue(f"expected rows of cards or their text, not {short_repr(value)}")
    rows = canonical(map(as_tiles, at_most(value, "rows", len(BOX))))
    if () in rows:
        raise InvalidValue("there is a row of no cards")
    return rows


def rows_from_words(words: Sequence[Word]) -> Rows:
    """The rows that the words of a text stand for; none of them is empty."""
    if not words:
        return ()
    rows: list[list[Tile]] = [[]]
    for word in words:
        if word.text != BAR:
            rows[-1].append(Tile.from_word(word))
        elif not rows[-1] or word is words[-1]:
            raise word.error(f"there is a row on either side of {BAR!r}")
        else:
            rows.append([])
    return canonical(rows)


def rows_text(rows: Iterable[CardRow]) -> str:
    """The text of some rows, which :func:`as_rows` reads."""
    return f" {BAR} ".join(map(tiles_text, rows))


def cards_of(rows: Iterable[CardRow]) -> list[Tile]:
    """All cards of some rows."""
    return [card for row in rows for card in row]


def scene_of(
    rows: Sequence[Sequence[tuple[Cell, Tile]]],
    seats: tuple[Seat, ...] = (),
    notes: tuple[str, ...] = (),
) -> Scene:
    """A scene of rows at their places, labelled with their numbers; empty ones have no label."""
    labels = ((str(i), tuple(cell for cell, _ in row)) for i, row in enumerate(rows) if row)
    return Scene(
        tuple(placed for row in rows for placed in row),
        seats,
        notes,
        unit="Qwirkles",
        pieces="cards",
        labels=tuple(labels),
    )


def _kind(fewest: int, most: int, description: str) -> Kind[Rows]:
    """The kind of fields with rows of some lengths."""
    row = f"{TILE_PATTERN}( {TILE_PATTERN}){{{fewest - 1},{most - 1}}}"
    schema = {"type": "string", "description": description, "pattern": rf"^({row}( \| {row})*)?$"}
    return Kind(as_rows, rows_text, schema, (), cards_of)


ROWS: Final = _kind(
    SHORTEST, LONGEST - 1, 'Rows of three to five cards, like "Rs Rc Rd | Bs Gs Ps".'
)
"""Rows on the table."""
QWIRKLES: Final = _kind(LONGEST, LONGEST, "Rows of six cards.")
"""Rows that were taken."""


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
    is_public: ClassVar[bool] = True
    signs: ClassVar[str] = "|"

    rows: Rows = attrs.field(converter=as_rows)
    """The rows, each sorted, and all sorted."""

    @property
    def qwirkles(self) -> tuple[CardRow, ...]:
        """The rows of six among them (K7)."""
        return tuple(row for row in self.rows if len(row) == LONGEST)

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Self:
        return cls(rows_from_words(words))

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
        while True:
            cards = ""
            with suppress(QwirkleError):
                cards = tiles_text(typed_tiles(line))
            if not cards:
                return line
            line = ask(f"{cards}: which row? (a number, or new) ")
            row = line.strip().lower()
            if row.isdecimal() or row == "new":
                return f"put {cards} {row}"

    def after(self, verb: str, words: Sequence[str]) -> Self:
        words = [word for word in words if word.lower() not in _SMALL]
        count = {"new": 0, "move": 2}.get(verb, 1)  # the numbers of rows after the cards
        if count and len(words) <= count:
            raise InvalidValue(f"say which cards and which row, like: {self.verbs[verb][0]}")
        rows = [self._place(word) for word in words[len(words) - count :]]
        cards = typed_tiles(" ".join(words[: len(words) - count]))
        if not cards:
            raise InvalidValue("say which cards")
        source = rows[0] if verb in ("move", "back") else None
        target = None if verb == "back" else [len(self.rows), *rows][-1]
        return self.moved(cards, source, target)

    def _place(self, word: str) -> int:
        if word.lower() == "new":
            return len(self.rows)
        if word.isdecimal() and len(word) < 4 and int(word) < len(self.rows):
            return int(word)
        if not self.rows:
            raise InvalidValue(f"there is no row yet; start one, like: {self.verbs['new'][0]}")
        last = len(self.rows) - 1
        raise InvalidValue(
            f"{short_repr(word)} is not a row; the rows have the numbers 0 to {last}"
        )

    def moved(self, tiles: Sequence[Tile], source: int | None, target: int | None) -> Self:
        """The workbench after cards have gone from one place to another.

        >>> import qwirkle
        >>> state = qwirkle.position("cards", table="Rc Rs Rd", hands=["Rt Gx", "Yx"])
        >>> print(state.variant.workbench(state).moved(state.hand[:1], None, 0).move)
        lay Rc Rs Rd Rt
        """
        hand = len(self.rows) + 1  # its place, after the rows and an empty one
        places = [[*row] for row in (*self.rows, (), self.hand)]
        start, end = (hand if place is None else place for place in (source, target))
        for card in tiles:
            if card not in places[start]:
                where = "in your hand" if start == hand else "in that row"
                raise InvalidValue(f"{card} is not {where}")
            places[start].remove(card)
        places[end] += tiles
        *rows, new, held = map(in_order, places)
        for card in tiles:
            if held.count(card) > self.start.count(card):
                raise InvalidValue(f"{card} was there before your turn, so it must stay in a row")
        return attrs.evolve(self, rows=(*rows, new) if new else tuple(rows), hand=held)

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
