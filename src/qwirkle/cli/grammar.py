"""The words that people type, for every game: commands, moves, cells, and steps between rows.

The game in the terminal and the score keeper in the examples read their lines with this module.
It needs nothing but the library itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from qwirkle.errors import InvalidValue, short_repr
from qwirkle.moves import Move, Place, RowsMove
from qwirkle.notation import CELL, PLACED, TILE, tidied, typed_move
from qwirkle.render import Style, tile_text
from qwirkle.render.terminal import row_text
from qwirkle.scene import Scene
from qwirkle.state import State, View
from qwirkle.tiles import Color, Shape, Tile, as_tiles, in_order, tiles_text

# Commands

COMMANDS: Final = {
    "board": ("board", "show everything again"),
    "hint": ("hint", "show the move that scores the most"),
    "cells": ("cells", "show what can be placed, and where"),
    "rules": ("rules RULE", "look up a rule by its id; 'rules' lists all of them"),
    "undo": ("undo", "take back the last move, with the answers of bots"),
    "redo": ("redo", "make the moves again that were taken back"),
    "save": ("save FILE", "save the game and go on"),
    "quit": ("quit", "leave; the game is saved"),
    "help": ("? or help", "show this list"),
}
"""The commands by name, each with an example and an explanation."""

_OTHER_NAMES: Final = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "rule": "rules"}

STEPS: Final = {
    "put": ("put Rt Rk 2", "add {pieces} from your hand to row 2"),
    "new": ("new Rd Gd Bd", "start a row with {pieces} from your hand"),
    "move": ("move Yd 2 3", "move from row 2 to row 3; 'move Yd 2 new' starts a row"),
    "back": ("back Rt 2", "take back what you added to row 2"),
    "reset": ("reset", "put everything back as it was"),
    "done": ("done", "make the move with the rows as they are now"),
}
"""The steps of a game with rows, in the same form."""


def command_of(line: str) -> tuple[str, list[str]]:
    """The first word of a line, as a command is usually called, and the other words.

    >>> command_of("? "), command_of("Rule p3"), command_of("")
    (('help', []), ('rules', ['p3']), ('', []))
    """
    first, *words = line.split() or [""]
    return _OTHER_NAMES.get(first.lower(), first.lower()), words


def help_on(
    kinds: Iterable[type[Move]],
    pieces: str,
    commands: Iterable[str] = COMMANDS,
    style: Style = "ascii",
) -> Iterator[tuple[str, str]]:
    """Examples of everything that can be typed, each with an explanation.

    Args:
        kinds: the moves of the game.
        pieces: the name of the things that players hold.
        commands: the commands that can be used.
        style: the style of tiles; except in ASCII, the shapes are shown.
    """
    kinds = tuple(kinds)
    if rows_move_of(kinds):
        for example, meaning in STEPS.values():
            yield example, meaning.format(pieces=pieces)
    for kind in kinds:
        others = " or ".join(map(repr, kind.synonyms))
        yield kind.example or kind.verb, kind.meaning + (f"; also {others}" if others else "")
        if kind is Place:
            yield "Rs", "place it; you are asked where, except in the first move"
    for name in commands:
        yield COMMANDS[name]
        if name == "board" and Place in kinds:
            yield "board 12", "show the columns around 12, if the board is too wide"
    yield (
        " ".join(color.letter for color in Color),
        ", ".join(color.name.lower() for color in Color),
    )
    names = {shape: shape.name.lower() for shape in Shape}
    if style != "ascii":
        drawn = (tile_text(Tile(Color.RED, shape), style="shapes")[1:] for shape in Shape)
        names = {shape: f"{sign} {names[shape]}" for shape, sign in zip(Shape, drawn, strict=True)}
    yield " ".join(shape.letter for shape in Shape), ", ".join(names.values())


# Moves

_ANSWER: Final = re.compile(rf"(?:@|at)? ?{CELL.pattern}", re.IGNORECASE)


def read_move(text: str, position: State | View) -> Move:
    """The move that a player means.

    The first line of a tile game may be typed as its tiles alone; then it is the row from 0,0.

    >>> import qwirkle
    >>> print(read_move("rs rc", qwirkle.position(hands=["Rs Rc", "Gd"])))
    Rs@0,0 Rc@1,0

    Raises:
        NotationError: if the text is not a move.
    """
    kinds = position.variant.move_types
    words = tidied(text, kinds).split()
    if Place in kinds and _is_opening(position) and words and all(map(TILE.fullmatch, words)):
        return Place({(x, 0): tile for x, tile in enumerate(words)})
    return typed_move(text, position.variant)


def completed(line: str, position: State | View, ask: Callable[[str], str]) -> str:
    """A line with the cells, or the row, that were left out; they are asked for.

    An answer that is neither replaces the line, so that people can change their minds.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0", hands=["Rc Bs", "Gd"])
    >>> completed("rc bs@0,1", state, lambda question: "1 0")
    'Rc@1,0 Bs@0,1'
    >>> completed("rc", state, lambda question: "hint")
    'hint'
    """
    kinds = position.variant.move_types
    words = tidied(line, kinds).split()
    are_placed = [bool(PLACED.fullmatch(word)) for word in words]
    if all(are_placed) or not all(
        is_placed or TILE.fullmatch(word) for word, is_placed in zip(words, are_placed, strict=True)
    ):
        return line
    if rows_move_of(kinds) and not any(are_placed):
        answer = ask(f"{' '.join(words)}: which row? (a number, or new) ")
        row = answer.strip().lower()
        is_row = row.isdecimal() or row == "new"
        return f"put {' '.join(words)} {row}" if is_row else completed(answer, position, ask)
    if Place not in kinds or (_is_opening(position) and not any(are_placed)):
        return line
    for number, word in enumerate(words):
        if not are_placed[number]:
            answer = ask(f"{word}: where? (like 2,0) ")
            cell = _ANSWER.fullmatch(" ".join(answer.split()))
            if cell is None:
                return completed(answer, position, ask)
            words[number] = f"{word}@{cell[1]},{cell[2]}"
    return " ".join(words)


def _is_opening(position: State | View) -> bool:
    return not position.variant.scene(position).tiles


# Games with rows

_SMALL: Final = ("and", "from", "in", "into", "row", "to")
"""Words that people may put between cards and rows."""


def rows_move_of(kinds: Iterable[type[Move]]) -> type[RowsMove] | None:
    """The move that names every row, if a game has one; such games are played in steps."""
    return next((kind for kind in kinds if issubclass(kind, RowsMove)), None)


class Workbench:
    """Rows and a hand whose cards can be moved about before the move is made.

    >>> from qwirkle.tiles import as_tiles
    >>> bench = Workbench([as_tiles("Rc Rs Rd")], as_tiles("Rt Gx"))
    >>> bench.do("put", ["rt", "0"])
    >>> print(bench)
     0  Rc Rs Rd Rt
    hand  Gx
    """

    def __init__(
        self, rows: Sequence[Sequence[Tile]], hand: Sequence[Tile], pieces: str = "cards"
    ) -> None:
        self._start = rows, hand
        self._pieces = pieces
        self._reset()

    @staticmethod
    def of(scene: Scene, hand: Sequence[Tile]) -> Workbench:
        """The workbench for the rows of a scene, which keep their numbers."""
        tiles = dict(scene.tiles)
        rows = [[tiles[cell] for cell in row] for _, row in scene.labels]
        return Workbench(rows, hand, scene.pieces)

    @property
    def rows(self) -> list[tuple[Tile, ...]]:
        """The rows as they are now, without empty ones."""
        return [in_order(row) for row in self._rows if row]

    @property
    def is_changed(self) -> bool:
        """Whether a step has been done."""
        rows, _ = self._start
        return [*map(Counter, self._rows)] != [*map(Counter, rows)]

    def steps_to(self, rows: Iterable[Iterable[Tile]]) -> Iterator[str]:
        """The steps that lead to the rows of a legal move, as they can be typed.

        Cards that stay together stay in their row. If some steps have been done already, the
        first one resets them.

        >>> bench = Workbench([as_tiles("Rc Rs Rd Rt"), as_tiles("Yt Gt Bt")], as_tiles("Rx Rk"))
        >>> list(bench.steps_to([as_tiles("Rc Rs Rd Rk Rx"), as_tiles("Rt Yt Gt Bt")]))
        ['put Rk Rx 0', 'move Rt 0 1']
        """
        old, _ = self._start
        if self.is_changed:
            yield "reset"
        spare = [Counter(row) for row in old]
        wanted = [Counter(row) for row in rows]
        numbers = _keep(spare, wanted)
        count = len(old)
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
            InvalidValue: if it cannot be done; then nothing has changed.
        """
        words = [word for word in words if word.lower() not in _SMALL]
        if verb == "reset":
            self._reset()
        elif verb == "new":
            self._move(words, self._hand, [])
        elif len(words) < 2 + (verb == "move"):
            raise InvalidValue(f"say which {self._pieces} and which row, like: {STEPS[verb][0]}")
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
            raise InvalidValue(f"there is no row yet; start one, like: {STEPS['new'][0]}")
        last = len(self._rows) - 1
        raise InvalidValue(
            f"{short_repr(word)} is not a row; the rows have the numbers 0 to {last}"
        )

    def _move(self, words: Sequence[str], source: list[Tile], target: list[Tile]) -> None:
        cards = _cards(words)
        if not cards:
            raise InvalidValue(f"say which {self._pieces}")
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
        """Return cards to the hand, but only cards that came from it."""
        _, hand = self._start
        cards = _cards(words)
        for card in cards:
            count = cards.count(card)
            if row.count(card) >= count > hand.count(card) - self._hand.count(card):
                raise InvalidValue(f"{card} was there before your turn, so it must stay in a row")
        self._move(words, row, self._hand)

    def __str__(self) -> str:
        return self.text()

    def text(self, style: Style = "ascii") -> str:
        """The rows in a style of tiles, and the hand in the letters to type."""
        rows = enumerate(map(in_order, self._rows))
        lines = [f"{number:2}  {row_text(row, style)}" for number, row in rows if row]
        return "\n".join([*lines, f"hand  {tiles_text(in_order(self._hand))}".rstrip()])


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


def _cards(words: Sequence[str]) -> tuple[Tile, ...]:
    """The cards that a player means, by letters or names."""
    return as_tiles(tidied(" ".join(words)))


def _text(cards: Counter[Tile]) -> str:
    return tiles_text(in_order(cards.elements()))
