"""Keep the score of a game that is played with real tiles.

Run it with ``python examples/scorekeeper.py FILE``. You type the moves; it checks and scores them
by the rules of your edition, and writes the game to the file. If the file exists, its game goes
on; ``--replay`` only prints it.

The program does not know the tiles in the hands and in the supply, but it knows their numbers and
which tiles are hidden in all. The rules that it needs do not depend on more. So it deals the
hidden tiles in any way that makes the move possible, and leaves the rules to the library.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import qwirkle
from qwirkle import Board, IllegalMove, InvalidValue, Pass, Place, QwirkleError, Tile, TileState
from qwirkle.authoring import ending, largest_set

HEAD = "qwirkle table 1\nedition: {}\nplayers: {}\nbegins: {}\n"
LONGEST = 100_000  # characters in a file; a long game has a few thousand

HELP = """\
  Rs@0,0 Bs@1,0   place tiles: a red square at column 0, row 0, and a blue one beside it
  swap 3          exchange three tiles
  pass            place no tile
  board           show the board; rows are counted downward, and numbers may be negative
  undo            take back the last line
  quit            stop; the game is saved in the file
  Colours: R red, O orange, Y yellow, G green, B blue, P purple
  Shapes: c circle, s square, d diamond, t star, k clover, x cross
  With action tiles there are also: draw-three, take 1,0"""


def tile_game(edition: str) -> qwirkle.TileGame:
    """The tile game of an edition."""
    game = qwirkle.get_variant(edition)
    if not isinstance(game, qwirkle.TileGame):
        raise InvalidValue(f"{edition} is not played with tiles")
    # Nobody types who draws special tiles, so all players have their action tiles from the start.
    return game.with_options(dealt=True) if game.specials else game


def dealt(
    state: TileState,
    held: Sequence[Tile] = (),
    suits: Callable[[list[Tile]], bool] = lambda hand: True,
    **changes: object,
) -> TileState:
    """The same position with the hidden tiles dealt again.

    The player to move gets the tiles of ``held`` first, and then tiles that keep ``suits`` true.
    """
    hidden = [tile for hand in state.hands for tile in hand]
    hidden += [tile for tile in state.supply.tiles if isinstance(tile, Tile)]
    taken = getattr(
        state, "taken", None
    )  # from the board in this turn, so all players know who has it
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


def played(state: TileState, text: str) -> tuple[qwirkle.Score, TileState]:
    """The score of a move, and the state after it."""
    game, swap = state.variant, re.fullmatch("swap ([0-9]{1,3})", text)
    if text.startswith("swap") and not swap:
        raise InvalidValue("the tiles stay hidden; type only their number, like swap 3")
    number = int(swap[1]) if swap else 0
    move = qwirkle.Exchange(state.hand[:number]) if swap else qwirkle.parse_move(text, game)
    if isinstance(move, Place):
        number = len(move.laid)
        if wrong := qwirkle.check_board(state.board, move, game):
            raise IllegalMove(move, wrong)
    if number > len(state.hand):
        raise InvalidValue(f"{to_move(state)} has {len(state.hand)} tiles, not {number}")
    if isinstance(move, Place) and not state.board:
        # The opening is a largest set of the hand; the library wants it in a row from 0,0.
        state = dealt(state, move.laid, lambda hand: largest_set(hand) == number)
        row = Place({(x, 0): tile for x, tile in enumerate(move.laid)})
        return qwirkle.score(state, row), dealt(qwirkle.apply(state, row), board=Board(move.tiles))
    if isinstance(move, Place):
        state = dealt(state, move.laid)
    elif isinstance(move, Pass):
        state = dealt(state, suits=lambda hand: not game.can_place(state, hand))
    return qwirkle.score(state, move), qwirkle.apply(state, move)


def to_move(state: TileState) -> str:
    """The name of the player to move."""
    return state.players[state.turn].name


def standing(state: TileState) -> str:
    """The scores, the size of the supply, and the next player or the winners."""
    pairs = zip(state.players, state.scores, strict=True)
    points = ", ".join(f"{player.name} {score}" for player, score in pairs)
    then = "".join(ending(state)) or f"{to_move(state)} is next"
    return f"  {points}; {len(state.supply)} tiles in the supply; {then}"


class Game:
    """A game so far, and the text of its file: a head, and a line for every move."""

    def __init__(self, edition: str, players: str, first: str) -> None:
        names = [name.strip() for name in players.split(",")]
        state = qwirkle.new_game(tile_game(edition), names, seed=0)
        if names.count(first) != 1:
            raise InvalidValue(
                f"{first!r} is not the name of one player; the players are {', '.join(names)}"
            )
        self.states = [dealt(state, turn=names.index(first))]
        self.head = HEAD.format(edition, ", ".join(names), first)
        self.lines: list[str] = []

    @staticmethod
    def asked() -> Game:
        """A new game, for which the people at the table type the edition and the players."""
        while True:
            try:
                edition = input(f"Which edition? ({', '.join(qwirkle.variants())}) ").strip()
                on_a_tie = tile_game(edition).facts()["tie_break"].text
                players = input("Who plays? (names in playing order, with commas between them) ")
                print(
                    f"  The player with the most tiles of one colour or shape begins; {on_a_tie}."
                )
                return Game(edition, players, input("Who begins? ").strip())
            except QwirkleError as error:
                print(f"  {error}")

    @staticmethod
    def read(path: Path, tell: Callable[[str], object]) -> Game:
        """The game in a file; ``tell`` is called with a text about every move."""
        try:
            with path.open(encoding="utf-8") as file:
                text = file.read(LONGEST + 1)
        except (OSError, ValueError) as error:
            raise InvalidValue(f"it cannot be read: {error}") from None
        head = re.match(HEAD.replace("{}", "(.*)"), text)
        if head is None or len(text) > LONGEST:
            raise InvalidValue(f"lines 1 to 4: a game begins with {HEAD.format(*3 * ['...'])!r}")
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

    def play(self, text: str) -> str:
        """Make a move and return a text about it; an error changes nothing."""
        before = self.states[-1]
        score, after = played(before, text)
        parts = [f"{line.points} ({line})" for line in score.lines]
        parts += [f"{score.end_bonus} (the end)"] * bool(score.end_bonus)
        result = f"{to_move(before)}: {score.total} points, now {after.scores[before.turn]}"
        self.states.append(after)
        self.lines.append(f"{len(self.states) - 1}. {text}  # {result}")
        return f"{self.lines[-1]}\n  {' + '.join(parts) or 'no points'}"

    def undo(self) -> str:
        """Take back the last move."""
        if not self.lines:
            return "  there is no move to take back"
        self.states.pop()
        return f"  taken back: {self.lines.pop()}"

    def explained(self, error: QwirkleError) -> str:
        """The message of an error, with the rules of the edition that a move breaks."""
        if not isinstance(error, IllegalMove):
            return f"  {error}"
        cited = self.states[-1].variant.citations
        rules = {rule: None for violation in error.violations for rule in violation.rules}
        says = [f"    {rule}: {cited[rule].text}" for rule in rules if rule in cited]
        return "\n".join([*(f"  {violation}" for violation in error.violations), *says])

    def __str__(self) -> str:
        return "\n".join([self.head, *self.lines, ""])


def main() -> None:
    """Read moves from the people at the table until they quit."""
    parser = argparse.ArgumentParser(description="Keep the score of a game with real tiles.")
    parser.add_argument("file", type=Path, help="the file of the game, old or new")
    parser.add_argument("--replay", action="store_true", help="only print the game in the file")
    given = parser.parse_args()
    try:
        there = given.replay or given.file.exists()
        game = Game.read(given.file, print if given.replay else str) if there else Game.asked()
        new = given.file.with_name(f"{given.file.name}.new")
        print(qwirkle.render.text(game.states[-1].board))
        while not given.replay:
            state = game.states[-1]
            print(standing(state))
            typed = " ".join(input(f"{'the end' if state.is_over else to_move(state)}> ").split())
            if typed == "quit":
                return
            if typed in ("", "?", "board"):
                print(qwirkle.render.text(state.board) if typed == "board" else HELP)
                continue
            try:
                print(game.undo() if typed == "undo" else game.play(typed))
                new.write_text(str(game), encoding="utf-8")
                new.replace(given.file)  # so that the file is complete at any time
            except QwirkleError as error:
                print(game.explained(error))
        print(standing(game.states[-1]))
    except (EOFError, KeyboardInterrupt):
        print()  # every move is already in the file
    except (QwirkleError, OSError) as error:
        sys.exit(f"{given.file}: {error}")


if __name__ == "__main__":
    main()
