"""A bot that looks ahead: what a move scores, less what the next player can make of it.

It sees a view, and so neither the others' tiles nor what comes out of the supply. It deals
these in some ways that are possible, and in each of these worlds finds the best reply.

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
    """How many worlds it imagines."""
    width: int = 8
    """How many of the placements that score the most it thinks about."""
    seed: int = 0
    """What the worlds are derived from, together with the view."""

    def __call__(self, view: View) -> Move:
        """The placement that is worth the most; without one, what the greedy bot does."""
        if not isinstance(view, TileView):
            raise TypeError("this bot plays the tile game only")
        scored = qwirkle.legal_moves(view).scored()
        likely = nlargest(self.width, scored, key=lambda pair: pair[1])
        if len(likely) < 2:
            return qwirkle.bots.greedy(view)
        # The same worlds for all moves: else the difference would be luck as well.
        chance = random.Random(f"{self.seed} {view}")
        worlds = [view.sample_state(chance) for _ in range(self.samples)]

        def worth(pair: tuple[Move, int]) -> float:
            move, points = pair
            replies = [best_reply(qwirkle.apply(world, move)) for world in worlds]
            return points - sum(replies) / len(replies)

        return max(likely, key=worth)[0]


def best_reply(state: TileState) -> int:
    """The most points that the player to move can make; none if the game is over."""
    return max((points for _, points in qwirkle.legal_moves(state).scored()), default=0)


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare the bot with the greedy one."""
    parser = ArgumentParser(description="Let the search bot play against the greedy one.")
    parser.add_argument("--games", type=int, default=200, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of deals and worlds (%(default)s)")
    parser.add_argument("--samples", type=int, default=8, help="worlds (%(default)s)")
    parser.add_argument("--width", type=int, default=8, help="placements (%(default)s)")
    options = parser.parse_args(arguments)
    if min(options.samples, options.width) < 1:
        parser.error("there must be at least one world and one placement")
    bot = SearchBot(options.samples, options.width, options.seed)
    bots: list[str | qwirkle.Bot] = [bot, "greedy"]

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
        print(f"{name:10} wins {100 * wins:5.1f} %, and makes {points:.2f} points in a turn")
    print(f"(the wins may be off by {100 * found.standard_errors[0]:.1f} %)")


if __name__ == "__main__":
    main()
