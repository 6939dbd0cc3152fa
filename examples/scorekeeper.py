"""Keep the score of a game that is played with real tiles.

Run it with ``python examples/scorekeeper.py FILE``. You type the moves; it checks and counts them
by the rules of your edition, and writes the game to the file. If the file exists, its game
continues; ``--replay`` only shows the game in it. You type moves and commands just as in
``qwirkle play``.

The program does not know which tiles are in the hands and in the supply. But it knows how many
there are in each, and which ones there are altogether, and its answers depend on nothing else. So
it deals the hidden tiles in any way in which the move can be made, and leaves the rules to the
library.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

import qwirkle
from qwirkle import (
    Board,
    Exchange,
    IllegalMove,
    Pass,
    Place,
    QwirkleError,
    Tile,
    TileState,
    authoring,
)
from qwirkle.authoring import ending, largest_set
from qwirkle.cli.grammar import command_of, completed, help_on
from qwirkle.errors import InvalidValue
from qwirkle.notation import parse_move, tidied

HEAD = "qwirkle score sheet 1\nedition: {}\nplayers: {}\nfirst: {}\n"
LONGEST = 100_000  # characters of a file; a long game has a few thousand
COMMANDS = ("board", "rules", "undo", "redo", "quit", "help")


def say(text: str) -> None:
    """Print some lines, wrapped if they are too long for the terminal."""
    width = shutil.get_terminal_size().columns
    for line in text.split("\n"):
        print(textwrap.fill(line, width, subsequent_indent="    ") if len(line) > width else line)


def tile_game(edition: str) -> authoring.TileGame:
    """The edition, as far as people who do not see the hands can follow it."""
    game = qwirkle.get_variant(edition)
    if not isinstance(game, authoring.TileGame):
        raise InvalidValue(f"{edition} is not played with tiles")
    # The program is not told who draws a special tile, so everyone has what it brings at once.
    return game.with_options(dealt=True) if game.specials else game


def dealt(
    state: TileState,
    held: Sequence[Tile] = (),
    suits: Callable[[list[Tile]], bool] = lambda hand: True,
    **changes: object,
) -> TileState:
    """The same position with the hidden tiles dealt again.

    The player to move gets those in ``held``, and then any others with which the hand ``suits``.
    """
    hidden = [tile for hand in state.hands for tile in hand]
    hidden += [tile for tile in state.supply.tiles if isinstance(tile, Tile)]
    taken = getattr(state, "taken", None)  # from the board, in this turn: everyone saw it
    hand = [taken, *held] if taken and taken not in held else [*held]
    for tile in hand:
        hidden.remove(tile)
    for tile in hidden[:]:
        if len(hand) < len(state.hand) and suits([*hand, tile]):
            hand.append(tile)
            hidden.remove(tile)
    hidden = [*hand, *hidden]
    hands: list[list[Tile]] = [[] for _ in state.players]
    for seat in sorted(range(len(hands)), key=lambda seat: seat != state.turn):
        hands[seat], hidden = hidden[: (size := len(state.hands[seat]))], hidden[size:]
    known = {"players": state.players, **state.variant.encode(state)}
    return qwirkle.position(
        state.variant, **{**known, "hands": hands, "supply": hidden, "seed": 0, "ply": 0, **changes}
    )


def played(state: TileState, line: str) -> tuple[str, qwirkle.Score, TileState]:
    """The text of a move, its score and the position after it."""
    game = state.variant
    text = tidied(line, game.move_types, state.board.items())
    swap = re.fullmatch(f"{Exchange.verb} ([0-9]{{1,3}})", text)
    if text.startswith(Exchange.verb) and not swap:
        raise InvalidValue("the tiles stay hidden: say how many, like swap 3")
    number = int(swap[1]) if swap else 0
    move = Exchange(state.hand[:number]) if swap else parse_move(text, state, forgiving=True)
    text = text if swap else str(move)
    if isinstance(move, Place):
        number = len(move.laid)
        if wrong := qwirkle.check_board(state.board, move, game):
            raise IllegalMove(move, wrong)
    if number > len(state.hand):
        raise InvalidValue(f"{to_move(state)} has {len(state.hand)} tiles, not {number}")
    if isinstance(move, Place) and not state.board:
        # A largest set of the hand; for the library it starts at 0,0 and runs to the right.
        state = dealt(state, move.laid, lambda hand: largest_set(hand) == number)
        row = Place({(x, 0): tile for x, tile in enumerate(move.laid)})
        after = dealt(qwirkle.apply(state, row), board=Board(move.tiles))
        return text, qwirkle.score(state, row), after
    if isinstance(move, Place):
        state = dealt(state, move.laid)
    elif isinstance(move, Pass):
        state = dealt(state, suits=lambda hand: not game.can_place(state, hand))
    return text, qwirkle.score(state, move), qwirkle.apply(state, move)


def to_move(state: TileState) -> str:
    """The name of the player to move."""
    return state.players[state.turn].name


def standing(state: TileState) -> str:
    """The points of all players, the supply, and the next player or the result."""
    pairs = zip(state.players, state.standings, strict=True)
    points = ", ".join(f"{player.name} {score}" for player, score in pairs)
    then = "; ".join(ending(state)) or f"{to_move(state)} is next"
    return f"  {points}; {len(state.supply)} tiles in the supply; {then}"


class Game:
    """A game so far, and its record: a head, and a line for every move."""

    def __init__(self, edition: str, players: str, first: str) -> None:
        names = [name.strip() for name in players.split(",")]
        state = qwirkle.new_game(tile_game(edition), names, seed=0)
        if names.count(first) != 1:
            raise InvalidValue(f"one of {', '.join(names)} starts, not {first!r}")
        self.states = [dealt(state, turn=names.index(first))]
        self.head = HEAD.format(edition, ", ".join(names), first)
        self.lines: list[str] = []
        self.undone: list[tuple[str, TileState]] = []

    @staticmethod
    def asked() -> Game:
        """A new game; ask for the edition and the players."""
        while True:
            try:
                say(f"The editions are {', '.join(qwirkle.variants())}.")
                edition = input("Which edition? ").strip()
                on_a_tie = tile_game(edition).facts()["tie_break"].text
                players = input("The players, in turn order: ")
                say(f"  The player with the largest set starts; {on_a_tie}.")
                return Game(edition, players, input("Who starts? ").strip())
            except QwirkleError as error:
                say(f"  {error}")

    @staticmethod
    def read(path: Path, tell: Callable[[str], object]) -> Game:
        """The game in a file; every move is announced."""
        try:
            with path.open(encoding="utf-8") as file:
                text = file.read(LONGEST + 1)
        except (OSError, ValueError) as error:
            raise InvalidValue(f"it cannot be read: {error}") from None
        head = re.match(HEAD.replace("{}", "(.*)"), text)
        if head is None or len(text) > LONGEST:
            raise InvalidValue(f"lines 1 to 4: a game starts with {HEAD.format(*3 * ['...'])!r}")
        where = "lines 2 to 4"
        try:
            game = Game(*head.groups())
            for number, line in enumerate(text.split("\n")[4:], 5):
                where = f"line {number}"
                if move := re.sub(r"^ *[0-9]+\.|#.*", "", line).strip():
                    tell(game.play(move))
        except QwirkleError as error:
            raise InvalidValue(f"{where}: {error}") from None
        return game

    def play(self, line: str) -> str:
        """Make a move and announce it; if it is not legal, nothing changes."""
        before = self.states[-1]
        text, score, after = played(before, line)
        parts = [f"{line.points} ({line})" for line in score.lines]
        parts += [f"{points} ({words})" for points, words in score.extras]
        said = f"{to_move(before)}: {score.total} points, now {after.scores[before.turn]}"
        self.states.append(after)
        self.lines.append(f"{len(self.states) - 1}. {text}  # {said}")
        self.undone.clear()
        return f"{self.lines[-1]}\n  {' + '.join(parts) or 'no points'}"

    def undo(self) -> str:
        """Take back the last move."""
        if not self.lines:
            return "  there is nothing to take back"
        self.undone.append((self.lines.pop(), self.states.pop()))
        return f"  taken back: {self.undone[-1][0]}"

    def redo(self) -> str:
        """Make the move again that was taken back last."""
        if not self.undone:
            return "  there is nothing to make again"
        line, state = self.undone.pop()
        self.lines.append(line)
        self.states.append(state)
        return line

    def rules(self, names: Sequence[str]) -> str:
        """The rules with these ids, or all of them, as the edition has them."""
        stated = self.states[-1].variant.statements
        wanted = [name.upper() for name in names] or list(stated)
        return "\n".join(
            f"  {name}: {stated.get(name, 'there is no such rule')}" for name in wanted
        )

    def help(self) -> str:
        """Everything that can be typed. Exchanged tiles stay hidden, so they are only counted."""
        rows = dict(help_on(self.states[-1].variant.move_types, COMMANDS))
        rows = {f"{Exchange.verb} 3" if row == Exchange.example else row: rows[row] for row in rows}
        return "\n".join(f"  {example:14}  {meaning}" for example, meaning in rows.items())

    def explained(self, error: QwirkleError) -> str:
        """The reasons why a move is not legal, and the rules of the edition about them."""
        if not isinstance(error, IllegalMove):
            return f"  {error}"
        stated = self.states[-1].variant.statements
        rules = {rule: None for violation in error.violations for rule in violation.rules}
        says = [f"    {rule}: {stated[rule]}" for rule in rules if rule in stated]
        return "\n".join([*(f"  {violation}" for violation in error.violations), *says])

    def answer(self, line: str) -> str:
        """Follow a line, a command or a move, and answer it."""
        command, words = command_of(line)
        match command:
            case "help" | "":
                return self.help()
            case "board":
                return qwirkle.render.text(self.states[-1].board, margin=1)
            case "rules":
                return self.rules(words)
            case "undo":
                return self.undo()
            case "redo":
                return self.redo()
            case _:
                return self.play(line)

    def __str__(self) -> str:
        return "\n".join([self.head, *self.lines, ""])


def main() -> None:
    """Talk with the players."""
    parser = argparse.ArgumentParser(description="Keep the score of a game with real tiles.")
    parser.add_argument("file", type=Path, help="the file of the game, which may not exist yet")
    parser.add_argument("--replay", action="store_true", help="only show the game in the file")
    given = parser.parse_args()
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # it may lack a character
    try:
        there = given.replay or given.file.exists()
        game = Game.read(given.file, say if given.replay else str) if there else Game.asked()
        new = given.file.with_name(f"{given.file.name}.new")
        print(game.answer("board"))
        while not given.replay:
            state = game.states[-1]
            say(standing(state))
            prompt = f"{'the end' if state.is_over else to_move(state)}> "
            line = completed(input(prompt), state, lambda question: input(f"  {question}"))
            if command_of(line)[0] == "quit":
                return
            try:
                before = str(game)
                say(game.answer(line))
                if str(game) != before:
                    new.write_text(str(game), encoding="utf-8")
                    new.replace(given.file)  # so that there is always a complete file
            except QwirkleError as error:
                say(game.explained(error))
        say(standing(game.states[-1]))
    except (EOFError, KeyboardInterrupt):
        print()  # every move is in the file
    except (QwirkleError, OSError) as error:
        sys.exit(f"{given.file}: {error}")


if __name__ == "__main__":
    main()
