"""A game in the terminal: people and bots take turns, and the record is what remains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote
from typing import Final, Protocol, runtime_checkable

import attrs
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from qwirkle.api import check, legal_moves, observe, score
from qwirkle.bots import Bot, greedy
from qwirkle.cells import Cell
from qwirkle.cli.files import read, write
from qwirkle.cli.reports import INDENT, WRONG, brief, picture, reasons, score_sheet, worth
from qwirkle.cli.seats import Chair
from qwirkle.cli.wording import read_move
from qwirkle.cli.workbench import STEPS, TURNS, VERB, Workbench
from qwirkle.errors import DecodeError, NotationError, QwirkleError
from qwirkle.legal_moves import LegalMoves
from qwirkle.moves import Move
from qwirkle.record import GameRecord
from qwirkle.render.shapes import CHARACTERS
from qwirkle.state import State, View
from qwirkle.tilegame.legal_moves import TileMoves
from qwirkle.tiles import Color, Shape, Tile, in_order, tiles_text
from qwirkle.words import counted

MOVES: Final = {
    "place": (
        "Rs@1,0 Bs@2,0",
        "place tiles at cells (column, row), after 'place', 'play' or nothing; "
        "the first line as tiles alone",
    ),
    "swap": ("swap Rs Bd", "exchange tiles; 'exchange' and 'trade' mean the same"),
    "draw-three": ("draw-three", "use this action tile"),
    "take": ("take 1,0", "use this action tile"),
    "redraw": ("redraw", "show a hand that can play nothing, and get another"),
    "pass": ("pass", "pass, where nothing else can be done"),
}
"""The moves that have an example: by verb, with what it means."""

COMMANDS: Final = {
    "hint": ("hint", "the move that scores most"),
    "cells": ("cells", "what can be laid, and where"),
    "undo": ("undo", "take back your last move, and what came after it"),
    "save": ("save FILE", "write the game down and go on"),
    "quit": ("quit", "leave; the game is saved"),
    "help": ("help", "this list"),
}

_CHAIRS: Final = "# seats: "


class Left(Exception):
    """Somebody has left the table."""


@runtime_checkable
class _Playable(Protocol):
    """Legal moves that know which tiles of the hand can be played."""

    def playable(self) -> Sequence[Tile]: ...


class Session:
    """A game that is played in a terminal."""

    def __init__(
        self, record: GameRecord[State], chairs: tuple[Chair, ...], path: Path, console: Console
    ) -> None:
        self.record = record
        self.chairs = chairs
        self.path = path
        self.console = console
        self._shown_to: int | None = None
        self._bench: Workbench | None = None

    @staticmethod
    def resumed(path: Path, console: Console) -> Session:
        """The game that a file holds, with those who sat there; people, if it does not say."""
        text = read(path)
        record = GameRecord.parse(text)
        players = record.start.players
        written = [line for line in text.splitlines() if line.startswith(_CHAIRS)]
        kinds = (
            written[0].removeprefix(_CHAIRS).split(",") if written else ["person"] * len(players)
        )
        if len(kinds) != len(players):
            raise DecodeError(
                "seats", f"{len(kinds)} of them for {counted(len(players), 'players')}"
            )
        chairs = (
            attrs.evolve(Chair.parse(kind), name=player.name)
            for kind, player in zip(kinds, players, strict=True)
        )
        return Session(record, tuple(chairs), path, console)

    @property
    def state(self) -> State:
        """The game so far."""
        return self.record.state

    @property
    def view(self) -> View:
        """What the player to move may know."""
        return observe(self.state, self.state.turn)

    def run(self) -> None:
        """Play until the end, or until somebody leaves; either way the game is saved.

        Raises:
            KeyboardInterrupt: if somebody has pressed Ctrl-C; the game is saved all the same.
            QwirkleError: if a bot cannot go on; the game is saved all the same.
        """
        try:
            while not self.state.is_over:
                bot = self.chairs[self.state.turn].bot
                if bot is None:
                    self._ask()
                else:
                    self.play(self.chosen_by(bot))
        except Left:
            self.save(self.path)
            return
        except (KeyboardInterrupt, QwirkleError):
            self.console.print()
            self.save(self.path)
            raise
        self.console.print()
        self.console.print(picture(self.state, self.console))
        self.console.print(score_sheet(self.record))
        self.save(self.path)

    def chosen_by(self, bot: Bot) -> Move:
        """The move that a bot chooses, or the first legal one if it fails to choose.

        Raises:
            QwirkleError: if no legal move can be found either.
        """
        try:
            return bot(self.view)
        except QwirkleError as error:
            name = self.state.players[self.state.turn].name
            move = next(iter(legal_moves(self.view)))
            self._say(f"{name} could not choose a move, so this is the first one: {error}", WRONG)
            return move

    def play(self, move: Move, draw: object = None) -> None:
        """Make a move, and say what it was.

        Raises:
            IllegalMove: if it is not legal.
        """
        state = self.state
        points = score(state, move)
        self.record = self.record.play(move, draw=draw)
        name = state.players[state.turn].name
        scene = state.variant.scene(state)
        people = any(chair.bot is None for chair in self.chairs)
        told = state.variant.in_words(state, move) if people else str(move)
        if move.verb == VERB:
            told = Workbench.of(scene, ()).told(str(move))
        self.console.print(Text(f"{name}: {told}", style="bold"))
        self._say(worth(points, scene.unit))

    def save(self, path: Path) -> None:
        """Write the game and who sits at the table."""
        head, body = str(self.record).split("\n", 1)
        kinds = ", ".join(chair.kind for chair in self.chairs)
        write(path, f"{head}\n{_CHAIRS}{kinds}\n{body}")
        then = "look at it again" if self.state.is_over else "go on"
        command = "replay" if self.state.is_over else "play --resume"
        text = f"The game is in {path}; {then} with: qwirkle {command} {quote(str(path))}"
        # A command is copied in one piece.
        self.console.print(Text(brief(text)), soft_wrap=True)

    def _ask(self) -> None:
        """Let a person do something, until a move has been made or taken back."""
        state = self.state
        name = state.players[state.turn].name
        self._hand_over(name)
        verbs = [kind.verb for kind in state.variant.move_types]
        self._bench = (
            Workbench.of(state.variant.scene(state), self.view.hand) if VERB in verbs else None
        )
        self.console.print()
        self.console.print(picture(self.view, self.console))
        self._say(f"your hand, as you type it: {tiles_text(self.view.hand)}")
        while self.state is state:
            self._do(self._typed(f"{name}> "))

    def _hand_over(self, name: str) -> None:
        """Let people who share a keyboard look away before a hand is shown to another."""
        people = sum(chair.bot is None for chair in self.chairs)
        if people > 1 and self._shown_to != self.state.turn:
            self.console.clear()
            self._typed(f"{name}, press Enter when only you are looking. ")
        self._shown_to = self.state.turn

    def _typed(self, prompt: str) -> str:
        try:
            return input(prompt)  # not the console's: whoever edits a line redraws the prompt
        except EOFError:
            raise Left from None

    def _do(self, typed: str) -> None:
        """What somebody typed: a command, a step on the workbench, or a move."""
        verb, *words = typed.split() or ["help"]
        bench = self._bench
        try:
            match verb.lower():
                case "quit":
                    raise Left
                case "save":
                    self.save(Path(" ".join(words)) if words else self.path)
                case "hint":
                    self._hint()
                case "cells":
                    self._cells()
                case "undo":
                    self._undo()
                case "help":
                    self._help()
                case "done" if bench is not None:
                    self._try(read_move(bench.move_text, self.state))
                case step if bench is not None and step in STEPS:
                    bench.do(step, words)
                    self.console.print(Text(str(bench)))
                case _:
                    self._try(read_move(typed, self.state))
        except QwirkleError as error:
            self._say(str(error), style=WRONG)
            if isinstance(error, NotationError):
                self._say("'help' lists what you can type")

    def _try(self, move: Move) -> None:
        """Make a move, or say by which rules it cannot be made."""
        violations = check(self.state, move)
        if violations:
            self.console.print(*reasons(violations, self.state.variant), sep="\n")
        else:
            self.play(move)

    def _help(self) -> None:
        bench = {} if self._bench is None else STEPS | TURNS
        verbs = [kind.verb for kind in self.state.variant.move_types if kind.verb != VERB]
        moves = (MOVES.get(verb, (verb, "a move of this game")) for verb in verbs)
        table = Table.grid(padding=(0, 2, 0, 0))
        for example, meaning in (*bench.values(), *moves, *COMMANDS.values(), *_letters()):
            table.add_row(Text(example, style="bold", no_wrap=True), Text(meaning))
        self.console.print(Padding(table, INDENT, expand=False))

    def _hint(self) -> None:
        move = greedy(self.view)
        points = worth(score(self.view, move), self.state.variant.scene(self.state).unit)
        steps = [str(move)]
        if self._bench is not None and move.verb == VERB:
            steps = [*self._bench.steps_to(str(move)), "done"]
        for step in (*steps, points):
            self._say(step)

    def _cells(self) -> None:
        for line in _fitting(legal_moves(self.view)):
            self._say(line)

    def _undo(self) -> None:
        if self._bench is not None and self._bench.is_changed:
            self._bench.do("reset", ())
            self.console.print(Text(str(self._bench)))
            self._say("the rows are as they were; undo again to take back your last move")
            return
        states = list(self.record.states())
        plies = range(len(self.record.turns))
        people = [ply for ply in plies if self.chairs[states[ply].turn].bot is None]
        if people:
            self.record = GameRecord(self.record.start, self.record.turns[: people[-1]])
        else:
            self._say("there is nothing to take back")

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(Padding(Text(brief(text), style=style), INDENT, expand=False))


def _letters() -> Iterator[tuple[str, str]]:
    """How tiles are typed."""
    yield (
        " ".join(color.letter for color in Color),
        ", ".join(color.name.lower() for color in Color),
    )
    shapes = (f"{CHARACTERS[shape]} {shape.name.lower()}" for shape in Shape)
    yield " ".join(shape.letter for shape in Shape), ", ".join(shapes)


def _fitting(moves: LegalMoves[Move]) -> Iterator[str]:
    """What can be laid and where, in lines of text."""
    if isinstance(moves, _Playable):
        yield f"cards that can be played: {tiles_text(moves.playable()) or 'none'}"
        return
    placements = list(moves.placements) if isinstance(moves, TileMoves) else []
    fewest = min((len(move.cells) for move in placements), default=0)  # an opening has no choice
    found: dict[Cell, set[Tile]] = {}
    for move in placements:
        if len(move.cells) == fewest:
            for cell, tile in move.tiles:
                found.setdefault(cell, set()).add(tile)
    for cell, tiles in sorted(found.items()):
        yield f"{cell}: {tiles_text(in_order(tiles))}"
    if not found:
        yield "nothing can be laid anywhere"
