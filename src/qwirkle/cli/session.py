"""A game in the terminal: people and bots take turns, and the game is saved as a record."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from shlex import quote
from typing import ClassVar, Final, Protocol, Self, runtime_checkable

from rich.console import Console
from rich.text import Text

from qwirkle.advice import advise
from qwirkle.api import check, legal_moves, observe
from qwirkle.bots import Bot
from qwirkle.cli import reports
from qwirkle.cli.files import free_path, is_json, parsed, read, write
from qwirkle.cli.grammar import command_of, completed, help_on
from qwirkle.cli.seats import PERSON, PROGRAM, Chair, parse_chairs
from qwirkle.errors import (
    IllegalMove,
    InvalidValue,
    NotationError,
    QwirkleError,
    short_repr,
    shortened,
)
from qwirkle.moves import LegalMoves, Move, Place
from qwirkle.notation import parse_move
from qwirkle.record import GameRecord, Turn, held
from qwirkle.render.terminal import scene_text
from qwirkle.scene import Workbench
from qwirkle.state import State, View
from qwirkle.tiles import Tile, tiles_text
from qwirkle.words import counted


class Left(Exception):
    """A player has left the game, or the input has ended."""


class Session:
    """A game that is played in a terminal.

    If several people share the keyboard, the screen is cleared whenever the turn passes, and the
    next player is told what happened before the hand is shown.
    """

    goes_on: ClassVar[str] = "qwirkle play --resume"
    """The command that continues a saved game, before the name of its file."""
    ends: ClassVar[bool] = True
    """Whether the game ends here; if not, it is played elsewhere, and one person types it in."""

    def __init__(
        self, record: GameRecord[State], chairs: tuple[Chair, ...], path: Path, console: Console
    ) -> None:
        seats = ", ".join(chair.kind for chair in chairs)
        self.record = GameRecord(record.start, record.turns, {**record.headers, "seats": seats})
        self.chairs = chairs
        self.path = path
        self.console = console
        people = sum(chair.bot is None for chair in chairs)
        self._is_shared = people > 1 and None in self.view.open_hands
        self._shown_to: int | None = None
        self._undone: list[tuple[Turn, ...]] = []
        self._taken_back = ""
        self._unchanged: Workbench | None = None
        self._bench: Workbench | None = None

    @classmethod
    def resumed(cls, path: Path, console: Console, chairs: Sequence[Chair] = ()) -> Self:
        """The game in a file, or a game from the position in it.

        The players come from the chairs, or else from the file, or else they are people. JSON is
        not overwritten: such a game gets a new file.
        """
        text = read(path)
        record = parsed(text, path)
        if isinstance(record, View):
            raise InvalidValue(
                f"{path} holds only one player's view; to play, you need a whole position"
            )
        record = GameRecord(record) if isinstance(record, State) else record
        players = record.start.players
        people = ",".join([PERSON] * len(players))
        seats = record.headers.get("seats", people) if cls.ends else people
        if not chairs and PROGRAM in seats:  # a file may come from anybody
            raise InvalidValue(
                f"a program plays in {path}, and no file may start one; choose the players, "
                f"like --seats {people}"
            )
        chairs = chairs or parse_chairs(seats)
        if len(chairs) != len(players):
            many = counted(len(players), "players")
            raise InvalidValue(f"{counted(len(chairs), 'seats')} for {many}")
        seated = zip(players, chairs, strict=True)
        named = tuple(Chair(player.name, chair.kind) for player, chair in seated)
        return cls(record, named, free_path() if is_json(text) else path, console)

    @property
    def state(self) -> State:
        """The state of the game now."""
        return self.record.state

    @property
    def view(self) -> View:
        """The view of the player to move."""
        return observe(self.state, self.state.turn)

    @property
    def recent(self) -> list[int]:
        """The columns of all moves, the latest first."""
        return [cell.x for turn in reversed(self.record.turns) for cell in turn.move.cells]

    @property
    def _name(self) -> str:
        return self.state.players[self.state.turn].name

    def run(self) -> None:
        """Play until the game is over or a player leaves; either way the game is saved.

        Raises:
            KeyboardInterrupt: if a player pressed Ctrl-C; the game is saved first.
            Exception: if a bot cannot go on; the game is saved first.
        """
        plies = len(self.record.turns)
        if not self._is_shared and not self.state.is_over:
            self._tell(self._news())
        try:
            while not (self.ends and self.state.is_over):
                bot = self.chairs[self.state.turn].bot
                if bot is None:
                    plies = len(self.record.turns)
                    self._ask()
                else:
                    self.play(self.chosen_by(bot))
        except Left:
            self._clear()
        except BaseException:
            self._clear()
            self.console.print()
            self.save(self.path)
            raise
        else:
            if self._is_shared:
                self._tell(plies)
            self.console.print()
            reports.show_position(self.state, self.console, self.recent)
            self.console.print(reports.score_sheet(self.record))
        self.save(self.path)

    def chosen_by(self, bot: Bot) -> Move:
        """The move that a bot chooses, or the first legal one if it chooses none.

        Raises:
            QwirkleError: if no legal move can be found either.
        """
        try:
            move = bot(self.view)
            if violations := check(self.view, move):
                raise IllegalMove(move, violations)
        except QwirkleError as error:
            move = next(iter(legal_moves(self.view)))
            self._say(
                f"{self._name} could not choose a move and plays the first legal one: {error}"
            )
        return move

    def play(
        self, move: Move, draw: object = None, holding: object = None, comment: str = ""
    ) -> None:
        """Make a move and announce it.

        If people share the keyboard, a move that ends a turn is announced to the next player.

        Raises:
            IllegalMove: if the move is not legal.
        """
        before = held(self.state, holding)
        self.record = self.record.play(move, draw=draw, holding=holding, comment=comment)
        if not self._is_shared or (self.state.turn == before.turn and not self.state.is_over):
            self._announce(before, self.record.turns[-1])

    def save(self, path: Path) -> None:
        """Write the game and its players to a file, and say so."""
        write(path, str(self.record))
        watch, go_on = "Watch it with: qwirkle replay", f"Continue with: {self.goes_on}"
        command = f"{watch if self.state.is_over else go_on} {quote(str(path))}"
        for text in (f"The game is saved in {shortened(str(path), 300)}", command):
            # A command can be copied in one piece if only the terminal wraps it.
            self.console.print(Text(reports.brief(text)), soft_wrap=True)

    # Telling what happened

    def _announce(self, before: State, turn: Turn) -> None:
        self.console.print(*reports.told(before, turn), sep="\n")

    def _tell(self, plies: int) -> None:
        """Announce all moves after the first ones."""
        moves = zip(self.record.states(), self.record.turns, strict=False)  # without the last state
        for before, turn in islice(moves, plies, None):
            self._announce(before, turn)

    def _news(self) -> int:
        """The number of moves that the player to move knows: those up to their own last one."""
        seats = [state.turn for state in self.record.states()][:-1]
        known = [ply for ply, seat in enumerate(seats, 1) if seat == self.state.turn]
        return max(known, default=0)

    def _clear(self) -> None:
        """Remove a hand from the screen if other people use the same keyboard."""
        if not self._is_shared or not self.console.is_terminal:
            return
        if self.console.is_dumb_terminal:
            self.console.print("\n" * self.console.height)
        else:
            self.console.clear()
            self.console.file.write("\x1b[3J")  # clears the scrollback too
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()

    # Asking a person

    def _ask(self) -> None:
        """Let a person act until a move has been made or taken back."""
        state = self.state
        self._hand_over()
        self._unchanged = self._bench = state.variant.workbench(self.view)
        self._board()
        while self.state is state:
            prompt = "The end> " if state.is_over else f"{self._name}> "
            line = completed(self._typed(prompt), state, self._answer)
            self._do(line if self._bench is None else self._bench.completed(line, self._answer))
        if self.state.turn != state.turn or self.state.is_over:
            self._clear()

    def _hand_over(self) -> None:
        """Let people who share a keyboard look away before a hand is shown to another."""
        if self._is_shared and self._shown_to != self.state.turn:
            if self._taken_back:
                self.console.print(Text(self._taken_back))
            self._tell(self._news())
            typed = self._typed(f"{self._name}, press Enter when only you are looking. ")
            if command_of(typed)[0] == "quit":
                raise Left
        self._taken_back = ""
        self._shown_to = self.state.turn

    def _typed(self, prompt: str) -> str:
        try:
            return input(prompt)  # not the console's: editing a line redraws this prompt
        except EOFError:
            raise Left from None

    def _answer(self, question: str) -> str:
        return self._typed(f"  {question}")

    def _do(self, typed: str) -> None:
        """Follow a line: a command, a step on the workbench, or a move."""
        verb, words = command_of(typed)
        bench = self._bench
        try:
            match verb:
                case "":
                    self._say("type a move, or ? for help")
                case "quit":
                    raise Left
                case "save":
                    self.save(Path(" ".join(words)) if words else self.path)
                case "hint":
                    self._hint(self._known(words))
                case "cells":
                    self._cells(self._known(words))
                case "sheet":
                    self.console.print(reports.score_sheet(self.record))
                case "board":
                    self._board(_column(words[0]) if words else None)
                case "rules":
                    self._rules(words)
                case "undo":
                    self._undo()
                case "redo":
                    self._redo()
                case "help":
                    self.console.print(reports.help_table(self._help(), self.console))
                case "done" if bench is not None:
                    self._try(bench.move)
                case "reset" if self._unchanged is not None:
                    self._build(self._unchanged)
                case step if bench is not None and step in bench.verbs:
                    self._build(bench.after(step, words))
                case _:
                    self._try(*self._told(typed))
        except NotationError as error:
            self._say(str(error.reason), reports.WRONG)
            self._say("? lists what you can type")
        except QwirkleError as error:
            self._say(str(error), reports.WRONG)

    def _told(self, typed: str) -> tuple[Move, object, object]:
        """A move as it was typed, the pieces drawn for it and those held, if they are known."""
        return parse_move(typed, self.state, forgiving=True), None, None

    def _known(self, words: Sequence[str]) -> View:
        """The view of the player who asks for a hint."""
        return self.view

    def _help(self) -> Iterator[tuple[str, str]]:
        """Examples of everything that can be typed, each with an explanation."""
        kinds = self.state.variant.move_types
        return help_on(kinds, style=reports.style_of(self.console), bench=self._bench)

    def _try(self, move: Move, draw: object = None, holding: object = None) -> None:
        """Make a move, or explain which rules it breaks."""
        try:
            self.play(move, draw, holding)
            self._undone.clear()
        except IllegalMove as error:
            self.console.print(*reports.reasons(error.violations, self.state.variant), sep="\n")

    def _board(self, column: int | None = None) -> None:
        self.console.print()
        self._show(self.recent if column is None else [column])
        if self._bench is not None and self._bench != self._unchanged:
            self._say(f"the {self._bench.parts} as you have changed them:")
            self._build(self._bench)

    def _show(self, recent: Sequence[int]) -> None:
        """Show the position as the player to move sees it."""
        reports.show_position(self.view, self.console, recent)
        pieces = self.state.variant.scene(self.state).pieces
        self._say(f"your {pieces}: {tiles_text(self.view.hand)}")

    def _build(self, bench: Workbench) -> None:
        """Continue with a workbench, and show it."""
        self._bench = bench
        text = "\n".join(bench.scene.notes)
        if bench.scene.tiles:  # otherwise the text would say that nothing is in play
            text = scene_text(bench.scene, reports.style_of(self.console))
        self.console.print(Text.from_ansi(text), soft_wrap=True)

    def _hint(self, view: View) -> None:
        best, *_ = advise(view)
        steps = [] if self._unchanged is None else [*self._unchanged.steps_to(best.move)]
        if steps:
            steps = [*["reset"] * (self._bench != self._unchanged), *steps, "done"]
        for line in (*(steps or [str(best.move)]), *reports.in_favour(view, best)):
            self._say(line)

    def _cells(self, view: View) -> None:
        pieces = self.state.variant.scene(self.state).pieces
        for line in fitting(legal_moves(view), pieces):
            self._say(line)

    def _rules(self, names: Sequence[str]) -> None:
        if not names:
            self.console.print(reports.rules_of(self.state.variant))
        for name in names:
            self._say(reports.rule_of(name, self.state.variant))

    def _undo(self) -> None:
        if self._unchanged is not None and self._bench != self._unchanged:
            self._build(self._unchanged)
            parts = self._unchanged.parts
            self._say(f"the {parts} are as they were; undo again to take back your last move")
            return
        seats = [state.turn for state in self.record.states()][:-1]
        people = [ply for ply, seat in enumerate(seats) if self.chairs[seat].bot is None]
        if not people:
            self._say("there is nothing to take back")
            return
        name, seat, turns = self._name if self.ends else "You", self.state.turn, self.record.turns
        self._undone.append(turns[people[-1] :])
        self.record = GameRecord(self.record.start, turns[: people[-1]], self.record.headers)
        self._taken_back = f"{name} took back {counted(len(turns) - people[-1], 'moves')}."
        if not self._is_shared or self.state.turn == seat:
            self._say(self._taken_back)

    def _redo(self) -> None:
        if not self._undone:
            self._say("there is nothing to redo")
            return
        for turn in self._undone.pop():
            self.play(turn.move, turn.draw, turn.holding, turn.comment)

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(reports.indented(text, style))


def _column(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        wrong = f"{short_repr(word)} is not the number of a column, like: board 12"
        raise InvalidValue(wrong) from None


# Possible moves


@runtime_checkable
class _Playable(Protocol):
    """Legal moves that know which pieces of the hand can be played."""

    def playable(self) -> Sequence[Tile]: ...


@runtime_checkable
class _Placeable(Protocol):
    """Legal moves that list the placements alone."""

    @property
    def placements(self) -> LegalMoves[Place]: ...


_MOST: Final = 20
"""The most moves that are listed for a game with other moves."""


def fitting(moves: LegalMoves[Move], pieces: str) -> Iterator[str]:
    """Lines of text that say what can be placed, and where.

    Args:
        moves: the legal moves.
        pieces: the word for what players hold.
    """
    if isinstance(moves, _Playable):
        yield f"{pieces} that can be played: {tiles_text(moves.playable()) or 'none'}"
    elif isinstance(moves, _Placeable):
        placements = list(moves.placements)
        # The first line of a game may have to be a long one; later all tiles can be placed alone.
        fewest = min((len(move.cells) for move in placements), default=0)
        shortest = [move for move in placements if len(move.cells) == fewest]
        found = sorted({placed for move in shortest for placed in move.tiles})
        for cell, group in groupby(found, lambda placed: placed[0]):
            yield f"{cell}: {tiles_text(tile for _, tile in group)}"
        if not found:
            yield f"none of your {pieces} can be placed anywhere"
    else:
        first = [str(move) for move in islice(moves, _MOST + 1)]
        yield from first[:_MOST]
        yield from ["and more"] * (len(first) > _MOST)
