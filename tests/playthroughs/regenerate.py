"""Golden games: play them and write them to files.

Each game is a record in a text file of this folder; ``ends.json`` says how each of them
ended. A golden game shows that something has changed, not that it was right before: check
at the difference before you commit it.

    python tests/playthroughs/regenerate.py
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import attrs

import qwirkle
from qwirkle import GameRecord, Move, Player, State
from qwirkle.authoring import LegalMoves, TileMoves
from qwirkle_variants import CardState

FOLDER: Final = Path(__file__).parent
ENDS: Final = FOLDER / "ends.json"

LONGEST: Final = 2000
"""The most moves of a game: one that goes on longer is a mistake."""

Strategy: TypeAlias = Callable[[LegalMoves[Move], State, Random], Move]


def greedy(moves: LegalMoves[Move], state: State, random: Random) -> Move:
    """The first of the moves that score most; if none scores, a random move."""
    if isinstance(moves, TileMoves):
        scored: Iterator[tuple[Move, int]] = moves.scored()
    else:
        scored = ((move, qwirkle.score(state, move).total) for move in moves)
    best, points = max(scored, key=lambda pair: pair[1], default=(None, 0))
    return best if best is not None and points else moves.sample(random)


def bot(moves: LegalMoves[Move], state: State, random: Random) -> Move:
    """The move of the library's own greedy bot."""
    return qwirkle.bots.greedy(qwirkle.observe(state, state.turn))


def anyhow(moves: LegalMoves[Move], state: State, random: Random) -> Move:
    """A random move, all equally likely."""
    return moves.sample(random)


def placing(moves: LegalMoves[Move], state: State, random: Random) -> Move:
    """A random placement if there is one, otherwise a random move."""
    if isinstance(moves, TileMoves) and moves.placements:
        return moves.placements.sample(random)
    return moves.sample(random)


def recorded(name: str) -> Strategy:
    """The moves that are in the file of a game, as long as they are legal.

    A tie-break that is no longer there chose them.
    """

    def again(moves: LegalMoves[Move], state: State, random: Random) -> Move:
        assert isinstance(state, CardState)
        move = _recorded(name).turns[state.ply].move
        assert move in moves
        return move

    return again


@cache
def _recorded(name: str) -> GameRecord[Any]:
    return GameRecord.parse((FOLDER / f"{name}.txt").read_bytes().decode())


def acting(moves: LegalMoves[Move], state: State, random: Random) -> Move:
    """A random use of an action tile if there is one, otherwise the greedy move."""
    if isinstance(moves, TileMoves) and (actions := moves.own):
        return actions[int(random.random() * len(actions))]  # the same in every Python
    return greedy(moves, state, random)


@attrs.frozen
class Game:
    """The complete description of a game to play."""

    variant: str
    """The name of the variant."""
    players: tuple[Player, ...]
    """The players."""
    strategies: tuple[Strategy, ...]
    """How each of them plays, by seat."""
    seed: int
    """The source of all randomness."""
    options: Mapping[str, object] = attrs.field(factory=dict)
    """The options of the variant."""

    def record(self) -> GameRecord[Any]:
        """The record of the game, played to its end."""
        variant = qwirkle.get_variant(self.variant, **self.options)
        start = qwirkle.new_game(variant, players=self.players, seed=self.seed)
        record: GameRecord[Any] = GameRecord(start)
        chance = Random(self.seed)
        while not record.state.is_over:
            assert len(record.turns) < LONGEST
            moves = qwirkle.legal_moves(record.state)
            choose = self.strategies[record.state.turn]
            record = record.play(choose(moves, record.state, chance))
        return record


ADA, BOB, CY, DI = (
    Player("Ada", age=36),
    Player("Bob", age=12),
    Player("Cy", age=71),
    Player("Di", age=5),
)

GAMES: Final[dict[str, Game]] = {
    "standard-2-greedy": Game("standard", (ADA, BOB), (greedy, greedy), 1),
    "standard-2-anyhow": Game("standard", (Player("Ada"), Player("Bob")), (anyhow, anyhow), 2),
    "standard-3-placing": Game("standard", (ADA, BOB, CY), (placing, placing, placing), 3),
    "standard-4-mixed": Game("standard", (ADA, BOB, CY, DI), (greedy, anyhow, placing, greedy), 4),
    # One game that gets stuck, which is rare, under both rules for that case.
    "standard-2-no-play": Game("standard", (ADA, BOB), (greedy, greedy), 768),
    "standard-2-all-passed": Game(
        "standard", (ADA, BOB), (greedy, greedy), 768, {"no_play": "all-passed"}
    ),
    "standard-3-stacks": Game(
        "standard",
        (ADA, BOB, CY),
        (anyhow, placing, greedy),
        5,
        {"stuck": "may-exchange", "supply": "stacks", "tie_break": "youngest"},
    ),
    # The printed editions.
    "mindware-2-greedy": Game("mindware", (ADA, BOB), (greedy, greedy), 6),
    "999games-nl-2-greedy": Game("999games-nl", (ADA, BOB), (greedy, greedy), 7),
    "999games-fr-3-mixed": Game("999games-fr", (ADA, BOB, CY), (greedy, greedy, placing), 8),
    "hebrew-2-mixed": Game("hebrew", (BOB, CY), (greedy, placing), 9),
    "schmidt-3-mixed": Game("schmidt", (ADA, BOB, CY), (greedy, greedy, placing), 10),
    # One game that ends with a closed board, which is even rarer.
    "schmidt-2-closed": Game(
        "schmidt", (Player("Ada"), Player("Bob")), (bot, bot), 17962050343692861877
    ),
    "schmidt-actions-2-acting": Game("schmidt-actions", (ADA, BOB), (acting, acting), 12),
    # The card game: regrouping at random, and for the most Qwirkles.
    "cards-3-anyhow": Game("cards", (ADA, BOB, CY), (anyhow, anyhow, anyhow), 150),  # one redraw
    "cards-2-best": Game("cards", (ADA, BOB), (recorded("cards-2-best"),) * 2, 14),
    "cards-4-strict": Game(
        "cards",
        (ADA, BOB, CY, DI),
        (recorded("cards-4-strict"),) * 4,
        15,
        {"regrouping": "strict"},
    ),
}
"""The golden games, by the names of their files."""


def end_of(record: GameRecord[Any]) -> dict[str, Any]:
    """The outcome of a game, as in ``ends.json``."""
    outcome = record.state.outcome
    assert outcome is not None
    return {
        "variant": record.start.variant.name,
        "players": len(record.start.players),
        "moves": len(record.turns),
        "reason": outcome.reason.value,
        "scores": list(outcome.scores),
        "winners": list(outcome.winners),
    }


def ends_text(ends: Mapping[str, Mapping[str, object]]) -> str:
    """The table of ends, one game to a line."""
    rows = [f" {json.dumps(name)}: {json.dumps(end)}" for name, end in sorted(ends.items())]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def main() -> None:
    """Write all games and the table of their ends."""
    ends: dict[str, dict[str, Any]] = {}
    for name, game in GAMES.items():
        record = game.record()
        (FOLDER / f"{name}.txt").write_bytes(str(record).encode())
        ends[name] = end_of(record)
    ENDS.write_bytes(ends_text(ends).encode())


if __name__ == "__main__":
    main()
