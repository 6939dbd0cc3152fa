"""The words that people type, for every game: commands, moves and cells.

This module needs nothing but the library itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final

from qwirkle.cells import Cell
from qwirkle.moves import Move, Place
from qwirkle.notation import CELL, PLACED, TILE, tidied
from qwirkle.render import Style
from qwirkle.render.shapes import CHARACTERS
from qwirkle.scene import Scene, Workbench
from qwirkle.state import State, View
from qwirkle.tiles import Color, Shape, Tile

# Commands

COMMANDS: Final = {
    "board": ("board", "show everything again"),
    "hint": ("hint", "show the best move, and why"),
    "cells": ("cells", "show what can be placed, and where"),
    "sheet": ("sheet", "show the score sheet so far"),
    "rules": ("rules RULE", "look up a rule by its id; 'rules' lists all of them"),
    "undo": ("undo", "take back the last move and the bots' replies"),
    "redo": ("redo", "redo the moves that were taken back"),
    "save": ("save FILE", "save the game and keep playing"),
    "quit": ("quit", "leave; the game is saved"),
    "help": ("? or help", "show this list"),
}
"""The commands by name, each with an example and an explanation."""

_OTHER_NAMES: Final = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "rule": "rules"}

STEPS: Final = {
    "reset": ("reset", "put everything back as it was"),
    "done": ("done", "make the move with the {parts} as they are now"),
}
"""The words that every workbench has in addition to its own verbs, in the same form."""


def command_of(line: str) -> tuple[str, list[str]]:
    """The first word of a line, as the usual name of a command, and the other words.

    >>> command_of("? "), command_of("Rule p3"), command_of("")
    (('help', []), ('rules', ['p3']), ('', []))
    """
    first, *words = line.split() or [""]
    return _OTHER_NAMES.get(first.lower(), first.lower()), words


def help_on(
    kinds: Collection[type[Move]],
    commands: Iterable[str] = COMMANDS,
    style: Style = "ascii",
    bench: Workbench | None = None,
) -> Iterator[tuple[str, str]]:
    """Examples of everything that can be typed, each with an explanation.

    Args:
        kinds: the moves of the game.
        commands: the commands that can be used.
        style: the style of tiles; except in ASCII, the shapes are shown.
        bench: the workbench of the game, if it has one.
    """
    if bench is not None:
        yield from bench.verbs.values()
        yield from ((word, meaning.format(parts=bench.parts)) for word, meaning in STEPS.values())
    for kind in kinds:
        others = " or ".join(map(repr, kind.synonyms))
        yield kind.example or kind.verb, kind.meaning + (f"; also {others}" if others else "")
        if kind is Place:
            yield "Rs", "place it; you are asked where, except in the first move"
    for name in commands:
        yield COMMANDS[name]
        if name == "board" and Place in kinds:
            yield "board 12", "show the columns around 12, if the board is too wide"
    names = [color.name.lower() for color in Color]
    yield " ".join(color.letter for color in Color), ", ".join(names)
    names = [shape.name.lower() for shape in Shape]
    if style != "ascii":
        names = [f"{CHARACTERS[shape]} {name}" for shape, name in zip(Shape, names, strict=True)]
    yield " ".join(shape.letter for shape in Shape), ", ".join(names)


# Moves

_ANSWER: Final = re.compile(rf"(?:@|at)? ?{CELL.pattern}", re.IGNORECASE)


def completed(line: str, position: State | View, ask: Callable[[str], str]) -> str:
    """A line with the missing cells filled in; they are asked for.

    An answer that is not a cell replaces the line, so that people can change their minds.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0", hands=["Rc Bs", "Gd"])
    >>> completed("rc bs@0,1", state, lambda question: "1 0")
    'Rc@1,0 Bs@0,1'
    >>> completed("rc", state, lambda question: "hint")
    'hint'
    """
    kinds, tiles = position.variant.move_types, _tiles(position)
    while True:
        words = tidied(line, kinds, tiles).split()
        alone = [number for number, word in enumerate(words) if TILE.fullmatch(word)]
        placed = [word for word in words if PLACED.fullmatch(word)]
        if Place not in kinds or not alone or len(alone) + len(placed) < len(words):
            return line
        if not placed and not tiles:
            return line
        for number in alone:
            line = ask(f"{words[number]}: where? (like 2,0) ")
            cell = _ANSWER.fullmatch(" ".join(line.split()))
            if cell is None:
                break
            words[number] += f"@{cell[1]},{cell[2]}"
        else:
            return " ".join(words)


def _tiles(position: State | View) -> tuple[tuple[Cell, Tile], ...]:
    """The tiles in play, with their cells."""
    found: Scene = position.variant.scene(position)
    return found.tiles
