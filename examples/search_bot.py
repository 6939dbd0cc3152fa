"""A bot that looks ahead: the points of a move, minus those of the next player's best reply.

The bot gets a view, without the other players' tiles and without the order of the supply. It
deals the unseen tiles in several ways, and finds the best reply in each of these worlds.

Run it with ``python examples/search_bot.py [--games N] [--seed N] [--samples N] [--width N]``.
"""

from __future__ import annotations

import random
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from heapq import nlargest

import attrs

import qwirkle
from qwirkle import Move, TileState, TileView, View


@attrs.frozen
class SearchBot:
    """A bot for the tile game; the same view and seed always give the same move."""

    samples: int = 8
    """The number of worlds that it deals."""
    width: int = 8
    """The number of placements that it compares, those with the most points."""
    seed: int = 0
    """The seed of the worlds, together with the view."""

    def __call__(self, view: View) -> Move:
        """The best placement; if there is no choice, the move of the greedy bot."""
        if not isinstance(view, TileView):
            raise TypeError("this bot plays only the tile game")
        scored = qwirkle.legal_moves(view).scored()
        likely = nlargest(self.width, scored, key=lambda pair: pair[1])
        if len(likely) < 2:
            return qwirkle.bots.greedy(view)
        # Trying all moves in the same worlds keeps luck from deciding between them.
        chance = random.Random(f"{self.seed} {view}")
        worlds = [view.sample_state(chance) for _ in range(self.samples)]

        def worth(pair: tuple[Move, int]) -> float:
            move, points = pair
            replies = [best_reply(qwirkle.apply(world, move)) for world in worlds]
            return points - sum(replies) / len(replies)

        return max(likely, key=worth)[0]


def best_reply(state: TileState) -> int:
    """The most points that the player to move can score; 0 if the game is over."""
    return max((points for _, points in qwirkle.legal_moves(state).scored()), default=0)


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare the bot with the greedy one."""
    parser = ArgumentParser(description="Let the search bot play against the greedy one.")
    parser.add_argument("--games", type=int, default=200, help="the number of games (%(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="the seed of deals and worlds (%(default)s)"
    )
    parser.add_argument("--samples", type=int, default=8, help="the number of worlds (%(default)s)")
    parser.add_argument(
        "--width", type=int, default=8, help="the number of placements to compare (%(default)s)"
    )
    options = parser.parse_args(arguments)
    if min(options.samples, options.width) < 1:
        parser.error("there must be at least one world and one placement")
    bot = SearchBot(options.samples, options.width, options.seed)
    bots: list[str | qwirkle.bots.Bot] = [bot, "greedy"]

    def progress(done: int) -> None:
        print(f"\r{done} of {options.games} games", end="", file=sys.stderr)

    try:
        with ProcessPoolExecutor() as executor:
            found = qwirkle.simulate(
                "standard", bots, options.games, options.seed, executor, progress=progress
            )
    except qwirkle.QwirkleError as error:
        parser.error(str(error))
    print(file=sys.stderr)
    print(f"{options.games} games, {bot}:")
    rates = zip(found.bots, found.win_rates, found.points_per_turn, strict=True)
    for name, wins, points in rates:
        print(f"{name:10} wins {100 * wins:5.1f} %, with {points:.2f} points in a turn")
    print(f"(the standard error of the wins is {100 * found.standard_errors[0]:.1f} %)")


if __name__ == "__main__":
    main()
