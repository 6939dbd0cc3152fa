"""Tournaments: every bot plays every other, and the results become ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Any, Final

import attrs

from qwirkle.bots import Bot, bot_name
from qwirkle.errors import InvalidValue, SimulationError, short_repr
from qwirkle.registry import get_variant
from qwirkle.results import Simulation, aligned, printable, rate_text, title_of
from qwirkle.simulation import simulate
from qwirkle.variant import Variant

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_BOTS: Final = 50
"""The most bots in a tournament."""

_SCALE: Final = 400 / log(10)
"""How many rating points multiply the odds of winning by e: 400 points multiply them by ten."""

_ROUNDS: Final = 200
"""How many times the ratings are corrected: more than enough for them to settle."""


@attrs.frozen
class Tournament:
    """The results of a tournament. Bots are numbered in the order given.

    It prints as a table, the best bot first.

    >>> print(tournament("standard", ["random", "greedy", "careful"], games=20))
    standard
       bot      rating +- error       against 1       against 2        against 3
    1  careful      +296 +-  80               -  72.5% +-  9.7%  100.0% +-  0.0%
    2  greedy       +145 +-  77  27.5% +-  9.7%               -  100.0% +-  0.0%
    3  random       -440 +- 176   0.0% +-  0.0%   0.0% +-  0.0%                -
    """

    variant: Variant
    """The variant that was played."""
    bots: tuple[str, ...]
    """The names of the bots."""
    matches: Mapping[tuple[int, int], Simulation] = attrs.field(repr=False, hash=False)
    """The games of each pair of bots, by their numbers, the smaller one first."""
    failures: tuple[str, ...] = ()
    """Why matches ended early, in words."""

    def rate(self, bot: int, rival: int) -> tuple[float, float]:
        """The share of games that a bot won against a rival, and its standard error."""
        match = self.matches[min(bot, rival), max(bot, rival)]
        side = int(bot > rival)
        return match.win_rates[side], match.standard_errors[side]

    @property
    def ratings(self) -> tuple[tuple[float, float], ...]:
        """The rating of each bot, with its standard error if the others' ratings were exact.

        Ratings are as in chess: a bot that is 100 points ahead of another should win 64 % of
        their games, and one that is 400 points ahead ten of eleven. Their average is 0. They make
        the results as likely as possible, counting one more game for each pair as a shared win;
        otherwise a bot that has won all its games would have no rating.
        """
        bots = range(len(self.bots))
        wins, games = [0.0 for _ in bots], [[0 for _ in bots] for _ in bots]
        for pair, match in self.matches.items():
            for bot, rival, won in zip(pair, reversed(pair), match.wins, strict=True):
                wins[bot] += won + 0.5
                games[bot][rival] = match.count + 1
        strengths, errors = [0.0 for _ in bots], [0.0 for _ in bots]
        for _ in range(_ROUNDS):  # of Newton's method, one bot at a time
            for bot in bots:
                odds = [1 / (1 + exp(strengths[rival] - strengths[bot])) for rival in bots]
                pairs = [*zip(games[bot], odds, strict=True)]
                slope = sum(count * odd * (1 - odd) for count, odd in pairs)
                step = (wins[bot] - sum(count * odd for count, odd in pairs)) / slope
                strengths[bot] += min(max(step, -1.0), 1.0)
                errors[bot] = 1 / sqrt(slope)
        average = sum(strengths) / len(strengths)
        return tuple(
            (_SCALE * (strength - average), _SCALE * error)
            for strength, error in zip(strengths, errors, strict=True)
        )

    @property
    def ranking(self) -> list[int]:
        """The numbers of the bots, the best first."""
        ratings = self.ratings
        return sorted(range(len(self.bots)), key=lambda bot: -ratings[bot][0])

    def summary(self) -> dict[str, Any]:
        """Everything but the games, as JSON values."""
        return {
            "ratings": [rating for rating, _ in self.ratings],
            "errors": [error for _, error in self.ratings],
            "matches": [match.summary() for match in self.matches.values()],
            "failures": list(self.failures),
        }

    def __str__(self) -> str:
        ranking, ratings = self.ranking, self.ratings
        rows = [["", "bot", "rating +- error", *(f"against {i}" for i, _ in enumerate(ranking, 1))]]
        for place, bot in enumerate(ranking, 1):
            rating, error = ratings[bot]
            rates = [self._against(bot, rival) for rival in ranking]
            name = printable(self.bots[bot])
            rows.append([str(place), name, f"{rating:+.0f} +- {error:3.0f}", *rates])
        return "\n".join([title_of(self.variant), *aligned(rows), *self.failures])

    def _against(self, bot: int, rival: int) -> str:
        played = bot != rival and self.matches[min(bot, rival), max(bot, rival)].games
        return rate_text(*self.rate(bot, rival)) if played else "-"


def tournament(
    variant: str | Variant,
    bots: Sequence[str | Bot],
    games: int,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    progress: Callable[[int], object] | None = None,
) -> Tournament:
    """Let every bot play every other; all pairs get the same deals.

    If a bot fails, its match ends early, and the others continue.

    Args:
        variant: a variant for two players, or its name.
        bots: two or more bots: names, or functions.
        games: the number of games for each pair of bots.
        seed: the number from which the seed of every game is derived.
        executor: as for :func:`qwirkle.simulate`.
        progress: a function that is called now and then with the number of finished games.

    >>> found = tournament("standard", ["random", "greedy"], games=20)
    >>> found.rate(1, 0), found.ranking
    ((1.0, 0.0), [1, 0])

    Raises:
        SimulationError: if the executor or the variant's own code fails.
    """
    chosen = get_variant(variant)
    if not isinstance(bots, Sequence) or isinstance(bots, str) or not 2 <= len(bots) <= MOST_BOTS:
        raise InvalidValue(f"expected a list of 2 to {MOST_BOTS} bots, not {short_repr(bots)}")
    names = tuple(map(bot_name, bots))
    matches: dict[tuple[int, int], Simulation] = {}
    failures: list[str] = []
    done = 0
    for pair in combinations(range(len(bots)), 2):

        def advance(more: int, done: int = done) -> None:
            if progress is not None:
                progress(done + more)

        players = [bots[bot] for bot in pair]
        try:
            found = simulate(chosen, players, games, seed, executor, progress=advance)
        except SimulationError as error:
            if error.bot is None:
                raise
            found = error.finished
            failures.append(f"{' against '.join(names[bot] for bot in pair)}: {error}")
        matches[pair] = found
        done += games
    return Tournament(chosen, names, matches, tuple(failures))
