"""How strong are the bots? Games on a seed that was not used while they were made.

Run it with ``python benchmarks/strength.py [--quick] [--write]``. It fails if a bot wins fewer games
than it should.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import process_time
from typing import Final, NamedTuple

import qwirkle
from qwirkle.bots import CAREFUL, Bot, bot_name, get_bot
from qwirkle.lookahead import leads, likely_moves

SEED: Final = 20_261_118
"""The seed of the games, which nobody may use to tune a bot."""

TABLE: Final = Path(__file__).parents[1] / "docs" / "parts" / "strength.md"
"""The table of the documentation."""


def without_actions(view: qwirkle.View) -> qwirkle.Move:
    """Play as ``careful`` does, but never use an action tile."""
    text = f"without actions {view.seat} {view.scores} {view.hand}"
    likely = likely_moves(view, CAREFUL, text)
    found = leads(view, likely, CAREFUL.worlds, CAREFUL.rounds, text)
    return likely[max(range(len(likely)), key=lambda place: sum(found[place]))]


def first_found(view: qwirkle.View) -> qwirkle.Move:
    """Make the most Qwirkles, by the first such turn that is found."""
    return qwirkle.legal_moves(view).some_best() or qwirkle.bots.greedy(view)


LABELS: Final = {
    "without_actions": "`careful` without using them",
    "first_found": "the most Qwirkles, anyhow",
}
"""Other names for bots that are only here."""


class Row(NamedTuple):
    """Games to play: the first bot should win at least some part of them."""

    game: str
    variant: str
    bots: Sequence[str | Bot]
    games: int
    least: float


ROWS: Final = (
    Row("tile game", "standard", ["greedy", "random"], 1000, 0.99),
    Row("tile game", "standard", ["careful", "greedy"], 2000, 0.64),
    Row("tile game", "standard", ["careful", "greedy", "greedy"], 2000, 0.45),
    Row("tile game", "standard", ["careful", "greedy", "greedy", "greedy"], 2000, 0.35),
    Row("tile game", "standard", ["strong", "greedy"], 1000, 0.7),
    Row("tile game", "standard", ["strong", "careful"], 1000, 0.5),
    Row("action tiles", "schmidt-actions", ["careful", without_actions], 400, 0.62),
    Row("card game", "cards", ["greedy", "random"], 400, 0.9),
    Row("card game", "cards", ["greedy", first_found], 1000, 0.6),
    Row("card game", "cards", ["careful", first_found], 600, 0.66),
    Row("card game", "cards", ["careful", "greedy"], 600, 0.52),
    Row("card game", "cards", ["strong", first_found], 600, 0.66),
    Row("card game", "cards", ["strong", "greedy"], 600, 0.55),
)


def milliseconds(bot: Bot, variant: str, players: int, games: int = 2) -> float:
    """The processor time of a move of a bot, on average over some games between such bots."""
    spent, moves = 0.0, 0
    for seed in range(games):
        state = qwirkle.new_game(variant, players=players, seed=seed)
        while not state.is_over:
            view = qwirkle.observe(state, state.turn)
            begun = process_time()
            move = bot(view)
            spent += process_time() - begun
            moves += 1
            state = qwirkle.apply(state, move)
    return 1000 * spent / moves


def main(arguments: Sequence[str] | None = None) -> int:
    """Play all games, and show the results as a table."""
    parser = ArgumentParser(description="Measure the strength of the bots.")
    parser.add_argument("--quick", action="store_true", help="few games, to try it out")
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name}")
    given = parser.parse_args(arguments)
    lines = [
        "| bot | game | against | games | won | ms a move |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    weak = []
    with ProcessPoolExecutor() as pool:
        for row in ROWS:
            games = 4 if given.quick else row.games
            found = qwirkle.simulate(row.variant, row.bots, games, SEED, pool)
            first, *others = found.bots
            rivals = f"{len(others)} " * (len(others) > 1) + LABELS.get(others[0], f"`{others[0]}`")
            won = f"{100 * found.win_rates[0]:.1f} ± {100 * found.standard_errors[0]:.1f} %"
            time = milliseconds(get_bot(row.bots[0]), row.variant, len(row.bots))
            lines.append(f"| `{first}` | {row.game} | {rivals} | {games} | {won} | {time:.2g} |")
            print(lines[-1], file=sys.stderr)
            if found.win_rates[0] < row.least and not given.quick:
                weak.append(f"{bot_name(row.bots[0])} should win {row.least:.0%} of: {lines[-1]}")
    print("\n".join([*lines, *weak]))
    if given.write:
        TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 1 if weak else 0


if __name__ == "__main__":
    sys.exit(main())
