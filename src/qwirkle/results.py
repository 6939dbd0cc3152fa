"""The results of simulations, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum, sqrt
from typing import Any, Final

import attrs

from qwirkle.errors import short_repr, shortened
from qwirkle.record import variant_to_fields
from qwirkle.variant import Variant
from qwirkle.words import counted

_NAME: Final = 24
"""The most characters of a bot's name in a table."""


@attrs.frozen
class SimulatedGame:
    """One game of a simulation. Bots are numbered in the order given, whatever their seats.

    >>> import qwirkle
    >>> [game] = qwirkle.simulate("standard", ["greedy", "random"], games=1).games
    >>> game.winners, game.reason, sum(game.turns) == game.plies
    ((0,), 'went-out', True)
    """

    seed: int
    """The seed of the game."""
    scores: tuple[int, ...]
    """The final scores, by bot."""
    winners: tuple[int, ...]
    """The bots that won; several can share a win, and nobody wins an unfinished game."""
    starter: int
    """The bot that started."""
    plies: int
    """The number of moves."""
    turns: tuple[int, ...]
    """The number of turns of each bot; in some variants a turn can have several moves."""
    reason: str | None
    """The reason why the game ended, or None if it was cut off."""

    def share(self, bot: int) -> float:
        """A bot's share of the win: bots that tie share it equally."""
        return 1 / len(self.winners) if bot in self.winners else 0.0


@attrs.frozen
class Simulation:
    """Many games between the same bots. Values by bot are in the order of the bots.

    Without games, every number is 0. It prints as a table with a row for each bot: its wins,
    its win rate with the standard error, its average score, and its average score in a turn.

    >>> import qwirkle
    >>> found = qwirkle.simulate("standard", ["greedy", "random"], games=10, seed=1)
    >>> found.wins, found.win_rates, found.reasons
    ((10.0, 0.0), (1.0, 0.0), {'went-out': 10})
    >>> print(found)
    standard
    bot     wins  win rate +- error  score  per turn
    greedy  10.0    100.0% +-  0.0%  268.1       7.8
    random   0.0      0.0% +-  0.0%   89.9       2.6
    10 games, 68.7 moves on average, the starter won 60.0%
    """

    variant: Variant
    """The variant that was played."""
    bots: tuple[str, ...]
    """The names of the bots; a name may occur more than once."""
    games: tuple[SimulatedGame, ...] = attrs.field(repr=False)
    """The games, in order."""

    @property
    def wins(self) -> tuple[float, ...]:
        """The number of games that each bot won, ties in equal parts."""
        return tuple(map(fsum, self._shares()))

    @property
    def win_rates(self) -> tuple[float, ...]:
        """The fraction of all games that each bot won."""
        return tuple(wins / self._count for wins in self.wins)

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """The standard errors of the win rates, by bot."""
        return tuple(map(self._error, self._shares()))

    @property
    def mean_scores(self) -> tuple[float, ...]:
        """The average final score of each bot."""
        return tuple(total / self._count for total in self._sums("scores"))

    @property
    def points_per_turn(self) -> tuple[float, ...]:
        """The average points of each bot in a turn."""
        pairs = zip(self._sums("scores"), self._sums("turns"), strict=True)
        return tuple(scores / max(turns, 1) for scores, turns in pairs)

    @property
    def mean_length(self) -> float:
        """The average number of moves in a game."""
        return sum(game.plies for game in self.games) / self._count

    @property
    def starter_wins(self) -> float:
        """The fraction of all games won by the bot that started, ties in equal parts."""
        return fsum(self._starter_shares()) / self._count

    @property
    def starter_error(self) -> float:
        """The standard error of that fraction."""
        return self._error(self._starter_shares())

    @property
    def unfinished(self) -> int:
        """The number of games that were cut off."""
        return sum(game.reason is None for game in self.games)

    @property
    def reasons(self) -> dict[str, int]:
        """The number of games that ended for each reason, sorted by the reason."""
        return dict(sorted(Counter(game.reason for game in self.games if game.reason).items()))

    def summary(self) -> dict[str, Any]:
        """Everything but the games, as JSON values; wins and their errors are rates.

        >>> import qwirkle
        >>> found = qwirkle.simulate("standard", ["greedy", "random"], games=10, seed=1)
        >>> found.summary()["wins"]
        [1.0, 0.0]
        """
        return {
            "variant": self.variant.name,
            "options": variant_to_fields(self.variant)["options"],
            "bots": list(self.bots),
            "games": len(self.games),
            "unfinished": self.unfinished,
            "length": self.mean_length,
            "points_per_turn": list(self.points_per_turn),
            "scores": list(self.mean_scores),
            "wins": list(self.win_rates),
            "errors": list(self.standard_errors),
            "starter_wins": self.starter_wins,
            "starter_error": self.starter_error,
            "reasons": self.reasons,
        }

    def __str__(self) -> str:
        rows = [["bot", "wins", "win rate +- error", "score", "per turn"]]
        columns = (
            map(printable, self.bots),
            map("{:.1f}".format, self.wins),
            map(rate_text, self.win_rates, self.standard_errors),
            map("{:.1f}".format, self.mean_scores),
            map("{:.1f}".format, self.points_per_turn),
        )
        rows += map(list, zip(*columns, strict=True))
        return "\n".join([title_of(self.variant), *aligned(rows), self._totals()])

    def _totals(self) -> str:
        """The numbers that all bots share, below the table."""
        parts = [counted(len(self.games), "games")]
        parts += [f"{self.unfinished} not finished"] * bool(self.unfinished)
        parts.append(f"{self.mean_length:.1f} moves on average")
        parts.append(f"the starter won {self.starter_wins:.1%}")
        return ", ".join(parts)

    @property
    def _count(self) -> int:
        """The number of games to divide by: 1 if there are none."""
        return max(len(self.games), 1)

    def _shares(self) -> list[list[float]]:
        """For each bot, its share of the win in every game."""
        return [[game.share(bot) for game in self.games] for bot in range(len(self.bots))]

    def _starter_shares(self) -> list[float]:
        """The share of the win of the bot that started, in every game."""
        return [game.share(game.starter) for game in self.games]

    def _error(self, shares: list[float]) -> float:
        """The standard error of the average of some shares."""
        average = fsum(shares) / self._count
        return sqrt(fsum((share - average) ** 2 for share in shares)) / self._count

    def _sums(self, field: str) -> list[int]:
        """The sum of a field over all games, by bot."""
        values = [getattr(game, field) for game in self.games]
        return [sum(column[bot] for column in values) for bot in range(len(self.bots))]


def title_of(variant: Variant) -> str:
    """The name of a variant with its options, as the title of a table."""
    options = "".join(f", {name}={value!r}" for name, value in variant.options.items())
    return shortened(variant.name + options)


def rate_text(rate: float, error: float) -> str:
    """A rate with its standard error.

    >>> rate_text(0.64, 0.034)
    '64.0% +-  3.4%'
    """
    return f"{rate:.1%} +- {error:5.1%}"


def printable(name: str) -> str:
    """The name of a bot, which may be any text, shortened for a table."""
    return shortened(name if name.isprintable() else short_repr(name), _NAME)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table; the column with the names is the first or, after numbers, the second.

    >>> aligned([["bot", "wins"], ["greedy", "9.5"]])
    ['bot     wins', 'greedy   9.5']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    name = 0 if rows[0][0] else 1
    return [
        "  ".join(
            text.ljust(width) if column == name else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
