"""A tournament: every bot plays against every other, with a table and a chart of the results.

Run it with ``python examples/tournament.py [--games N] [--seed N] [--variant NAME] [--output FILE]``;
the chart needs matplotlib.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import combinations
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

import qwirkle

Results = dict[tuple[str, str], qwirkle.results.Simulation]
"""The results of the games between every two bots."""


def play(variant: str, games: int, seed: int, executor: Executor | None = None) -> Results:
    """Play all pairs of bots; every pair gets the same deals."""
    results: Results = {}
    for pair in combinations(qwirkle.bots.BOTS, 2):

        def progress(done: int, pair: tuple[str, str] = pair) -> None:
            print(f"\r{' - '.join(pair)}: {done} of {games} games", end="", file=sys.stderr)

        found = qwirkle.simulate(variant, pair, games, seed, executor, progress=progress)
        results[pair] = found
        print(file=sys.stderr)
    return results


def rate(results: Results, bot: str, rival: str) -> tuple[float, float]:
    """The bot's win rate against the rival, and its standard error."""
    pair = (bot, rival) if (bot, rival) in results else (rival, bot)
    found, place = results[pair], pair.index(bot)
    return found.win_rates[place], found.standard_errors[place]


def ranking(results: Results) -> list[str]:
    """The bots, sorted by wins, the best first."""
    wins = dict.fromkeys((bot for pair in results for bot in pair), 0.0)
    for pair, found in results.items():
        for bot, won in zip(pair, found.wins, strict=True):
            wins[bot] += won
    return sorted(wins, key=lambda bot: -wins[bot])


def table(results: Results) -> str:
    """The win rates in per cent, each with its standard error."""
    bots = ranking(results)
    lines = [" " * 10 + "".join(f"{f'v. {rival}':>15}" for rival in bots)]
    for bot in bots:
        cells = ["-" if bot == rival else percent(*rate(results, bot, rival)) for rival in bots]
        lines.append(f"{bot:10}" + "".join(f"{cell:>15}" for cell in cells))
    return "\n".join(lines)


def percent(value: float, error: float) -> str:
    """A rate in per cent with its error, which is left out if all games were won or lost."""
    return f"{100 * value:.0f} ± {100 * error:.0f} %" if error else f"{100 * value:.0f} %"


def chart(results: Results, title: str) -> Figure:
    """A dot for each bot and rival, with its standard error."""
    bots = ranking(results)
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for number, rival in enumerate(bots):
        others = [bot for bot in bots if bot != rival]
        places = [bots.index(bot) + (number - (len(bots) - 1) / 2) / 8 for bot in others]
        rates, errors = zip(*(rate(results, bot, rival) for bot in others), strict=True)
        axes.errorbar(places, rates, errors, fmt="o", capsize=4, label=f"against {rival}")
    axes.axhline(0.5, color="gray", linestyle=":")
    axes.set(title=title, ylabel="part of the games won", ylim=(-0.05, 1.05))
    axes.set_xticks(range(len(bots)), bots)
    axes.set_xlim(-0.5, len(bots) - 0.5)
    axes.legend()
    return figure


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and show the results."""
    parser = ArgumentParser(description="Let every bot play against every other.")
    parser.add_argument(
        "--games",
        type=int,
        default=100,
        help="the number of games for every two bots (%(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed of the deals (%(default)s)")
    parser.add_argument("--variant", default="standard", help="the variant to play (%(default)s)")
    parser.add_argument(
        "--output", type=Path, default="tournament.svg", help="for the chart (%(default)s)"
    )
    options = parser.parse_args(arguments)
    kinds = Figure().canvas.get_supported_filetypes()
    if options.output.suffix[1:] not in kinds or not options.output.parent.is_dir():
        parser.error(f"cannot write a chart to {options.output}")

    try:
        with ProcessPoolExecutor() as executor:
            results = play(options.variant, options.games, options.seed, executor)
    except qwirkle.QwirkleError as error:
        parser.error(str(error))
    title = f"{options.variant}: {options.games} games for every two bots"
    print(f"{title}\n\n{table(results)}")
    mpl.rcParams["svg.hashsalt"] = title  # the same results give the same file
    chart(results, title).savefig(options.output, metadata={"Date": None})
    print(f"\nThe chart is in {options.output}.")


if __name__ == "__main__":
    main()
