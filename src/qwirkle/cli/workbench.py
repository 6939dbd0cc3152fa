"""Rows that a player regroups step by step before making the turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from qwirkle.cli.wording import tidied
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.scene import Scene
from qwirkle.tiles import Tile, as_tiles, in_order, tiles_text

VERB: Final = "lay"
"""The verb of a move that names every row: games that have it are played on a workbench."""

BAR: Final = "|"
"""The sign between the rows of such a move."""

STEPS: Final = {
    "put": ("put Rt Rk 2", "add cards of your hand to row 2"),
    "new": ("new Rd Gd Bd", "begin a row with cards of your hand"),
    "move": ("move Yd 2 3", "a card from row 2 to row 3; 'move Yd 2 new' begins a row"),
    "back": ("back Rt 2", "take a card that you have put into row 2 back into your hand"),
    "reset": ("reset", "the table as it was"),
}
"""The steps that can be typed: by verb, an example and what it does."""

TURNS: Final = {
    "done": ("done", "make the turn with the rows as they are now"),
    VERB: (
        f"{VERB} Rs Rc Rd {BAR} Bs Bc Bd",
        "make the turn at once: every row of the table after it",
    ),
}
"""How a turn ends, in the same form."""


_SMALL: Final = ("and", "from", "in", "into", "row", "to")
"""Words that people may put between cards and rows."""


class Workbench:
    """Rows and a hand whose cards can be moved about.

    >>> from qwirkle.tiles import as_tiles
    >>> bench = Workbench([as_tiles("Rc Rs Rd")], as_tiles("Rt Gx"))
    >>> bench.do("put", ["rt", "0"])
    >>> print(bench)
     0  Rc Rs Rd Rt
    hand  Gx
    >>> bench.move_text
    'lay Rc Rs Rd Rt'
    """

    def __init__(self, rows: Sequence[Sequence[Tile]], hand: Sequence[Tile]) -> None:
        self._start = rows, hand
        self._reset()

    @staticmethod
    def of(scene: Scene, hand: Sequence[Tile]) -> Workbench:
        """The workbench for the rows of a scene, with the numbers they have there."""
        tiles = dict(scene.tiles)
        return Workbench([[tiles[cell] for cell in row] for row in scene.rows], hand)

    @property
    def move_text(self) -> str:
        """The text of the move that lays the rows as they are now."""
        rows = (tiles_text(in_order(row)) for row in self._rows if row)
        return f"{VERB} {f' {BAR} '.join(rows)}"

    @property
    def is_changed(self) -> bool:
        """Whether a step has been done."""
        rows, _ = self._start
        return [*map(Counter, self._rows)] != [*map(Counter, rows)]

    def told(self, move_text: str) -> str:
        """A legal move as it is announced: without row numbers, which others may not have seen.

        >>> bench = Workbench([as_tiles("Rc Rs Rd Rt"), as_tiles("Yt Gt Bt")], as_tiles("Rx Rk"))
        >>> bench.told("lay Rc Rs Rd Rk Rx | Rt Yt Gt Bt")
        'Rk Rx, with rows regrouped'
        """
        rows, _ = self._start
        played = Counter(as_tiles(move_text.removeprefix(VERB).replace(BAR, " ")))
        played -= Counter(card for row in rows for card in row)
        is_regrouped = any(step.startswith("move") for step in self.steps_to(move_text))
        return _text(played) + (", with rows regrouped" if is_regrouped else "")

    def steps_to(self, move_text: str) -> Iterator[str]:
        """The steps that lead to a legal move, as they can be typed.

        Cards that stay together stay in their row; if some steps have been done already, the
        first is to reset.

        >>> bench = Workbench([as_tiles("Rc Rs Rd Rt"), as_tiles("Yt Gt Bt")], as_tiles("Rx Rk"))
        >>> list(bench.steps_to("lay Rc Rs Rd Rk Rx | Rt Yt Gt Bt"))
        ['put Rk Rx 0', 'move Rt 0 1']
        """
        rows, _ = self._start
        if self.is_changed:
            yield "reset"
        spare = [Counter(row) for row in rows]
        wanted = [Counter(as_tiles(row)) for row in move_text.removeprefix(VERB).split(BAR)]
        numbers = _keep(spare, wanted)
        count = len(rows)
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

    def do(self, verb: str, words: Sequence[str]) -> None:
        """Do one step.

        Raises:
            InvalidValue: if it cannot be done; nothing has changed then.
        """
        words = [word for word in words if word.lower() not in _SMALL]
        if verb == "reset":
            self._reset()
        elif verb == "new":
            self._move(words, self._hand, [])
        elif len(words) < 2 + (verb == "move"):
            raise InvalidValue(f"say which cards and which row, like: {STEPS[verb][0]}")
        elif verb == "put":
            self._move(words[:-1], self._hand, self._row(words[-1]))
        elif verb == "back":
            self._back(words[:-1], self._row(words[-1]))
        else:
            self._move(words[:-2], self._row(words[-2]), self._row(words[-1]))

    def _reset(self) -> None:
        rows, hand = self._start
        self._rows = [list(row) for row in rows]
        self._hand = list(hand)

    def _row(self, word: str) -> list[Tile]:
        if word.lower() == "new":
            return []
        if word.isdecimal() and len(word) < 4 and int(word) < len(self._rows):
            return self._rows[int(word)]
        if not self._rows:
            raise InvalidValue(f"there is no row yet; begin one, like: {STEPS['new'][0]}")
        last = len(self._rows) - 1
        raise InvalidValue(
            f"{short_repr(word)} is not a row; the rows have the numbers 0 to {last}"
        )

    def _move(self, words: Sequence[str], source: list[Tile], target: list[Tile]) -> None:
        cards = _cards(words)
        if not cards:
            raise InvalidValue("say which cards")
        left = source.copy()
        for card in cards:
            if card not in left:
                where = "in your hand" if source is self._hand else "in that row"
                raise InvalidValue(f"{card} is not {where}")
            left.remove(card)
        source[:] = left
        target += cards
        if not any(target is known for known in (*self._rows, self._hand)):
            self._rows.append(target)

    def _back(self, words: Sequence[str], row: list[Tile]) -> None:
        """Cards go into the hand only if they came from it."""
        _, hand = self._start
        cards = _cards(words)
        for card in cards:
            if self._hand.count(card) + cards.count(card) > hand.count(card):
                raise InvalidValue(f"{card} is not one that you have put down")
        self._move(words, row, self._hand)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for number, row in enumerate(self._rows):
            if row:
                yield f"{number:2}  {tiles_text(in_order(row))}"
        yield f"hand  {tiles_text(in_order(self._hand))}".rstrip()


def _keep(rows: list[Counter[Tile]], wanted: list[Counter[Tile]]) -> dict[int, int]:
    """Give each wanted row the number of the row from which the most cards stay, if any do.

    The cards that stay are taken out of both.
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


def _cards(words: Sequence[str]) -> tuple[Tile, ...]:
    """The cards that somebody means: their letters or names."""
    return as_tiles(tidied(" ".join(words)))


def _text(cards: Counter[Tile]) -> str:
    return tiles_text(in_order(cards.elements()))
