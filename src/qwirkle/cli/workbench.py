"""A table of rows while somebody regroups it, step by step, before the turn is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from qwirkle.cli.wording import tidied
from qwirkle.errors import InvalidValue
from qwirkle.tiles import Tile, as_tile, in_order, tiles_text
from qwirkle.variant import Scene

VERB: Final = "lay"
"""The verb of a move that lays all rows anew: games that have it are played on a workbench."""

STEPS: Final = {
    "put": ("put Rt Rk 2", "add cards of your hand to row 2"),
    "new": ("new Rd Gd Bd", "begin a row with cards of your hand"),
    "move": ("move Yd 2 3", "a card from row 2 to row 3; 'move Yd 2 new' begins a row"),
    "back": ("back Rt 2", "take a card that you have put into row 2 back into your hand"),
    "reset": ("reset", "the table as it was"),
}
"""What can be typed: by verb an example, and what it does."""


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
        """The workbench for what lies on a table, with its rows and their numbers."""
        count = max((cell.y + 1 for cell, _ in scene.tiles), default=0)
        rows: list[list[Tile]] = [[] for _ in range(count)]
        for cell, tile in scene.tiles:
            rows[cell.y].append(tile)
        return Workbench(rows, hand)

    @property
    def move_text(self) -> str:
        """The text of the move that lays the rows as they are now."""
        return f"{VERB} {' | '.join(tiles_text(in_order(row)) for row in self._rows if row)}"

    def do(self, verb: str, words: Sequence[str]) -> None:
        """Do one step.

        Raises:
            InvalidValue: if it cannot be done; nothing has changed then.
        """
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
        if word == "new":
            return []
        if word.isdecimal() and len(word) < 4 and int(word) < len(self._rows):
            return self._rows[int(word)]
        raise InvalidValue(f"{word!r} is no row: they have the numbers 0 to {len(self._rows) - 1}")

    def _move(self, words: Sequence[str], source: list[Tile], target: list[Tile]) -> None:
        cards = [as_tile(tidied(word)) for word in words]
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
        for card in [as_tile(tidied(word)) for word in words]:
            coming = sum(as_tile(tidied(word)) is card for word in words)
            if self._hand.count(card) + coming > hand.count(card):
                raise InvalidValue(f"{card} is not one that you have put down")
        self._move(words, row, self._hand)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for number, row in enumerate(self._rows):
            if row:
                yield f"{number:2}  {tiles_text(in_order(row))}"
        yield f"hand  {tiles_text(in_order(self._hand))}".rstrip()
