"""The results of simulations, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import fsum, sqrt
from operator import add
from typing import Any, Final, TypeAlias

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
    moves: tuple[str, ...] | None = None
    """The moves as text, if they were asked for."""

    def share(self, bot: int) -> float:
        """A bot's share of the win: bots that tie share it equally."""
        return 1 / len(self.winners) if bot in self.winners else 0.0


Games: TypeAlias = Iterable[SimulatedGame]


@attrs.frozen(init=False)
class Simulation:
    """Many games between the same bots. Values by bot are in the order of the bots.

    Without games, every number is 0. It prints as a table with a row for each bot: its wins,
    its win rate with the standard error, its average score, and its average score in a turn.

    Args:
        variant: the variant that was played.
        bots: the names of the bots.
        games: the games, perhaps from :func:`~qwirkle.simulation.stream`.
        keep: whether to keep the games; the statistics do not need them.

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
    """The games, in order; empty if they were not kept."""
    _sums: tuple[int, ...] = attrs.field(repr=False)
    """The sums of the scores and of the turns, by bot, and of the moves."""
    _endings: Counter[tuple[tuple[int, ...], int, str | None]] = attrs.field(repr=False, hash=False)
    """The numbers of games with the same winners, starter and reason."""

    def __init__(
        self, variant: Variant, bots: Sequence[str], games: Games, *, keep: bool = True
    ) -> None:
        kept: list[SimulatedGame] = []
        sums: Iterable[int] = [0] * (2 * len(bots) + 1)
        endings: Counter[Any] = Counter()
        for game in games:
            sums = [*map(add, sums, (*game.scores, *game.turns, game.plies))]
            endings[game.winners, game.starter, game.reason] += 1
            kept += [game] * keep
        self.__attrs_init__(variant, tuple(bots), tuple(kept), tuple(sums), endings)  # pyright: ignore[reportAttributeAccessIssue]

    @property
    def count(self) -> int:
        """The number of games."""
        return self._endings.total()

    @property
    def wins(self) -> tuple[float, ...]:
        """The number of games that each bot won, ties in equal parts."""
        return tuple(self._sum(bot) for bot in range(len(self.bots)))

    @property
    def win_rates(self) -> tuple[float, ...]:
        """The fraction of all games that each bot won."""
        return tuple(wins / self._divisor for wins in self.wins)

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """The standard errors of the win rates, by bot."""
        return tuple(self._error(bot) for bot in range(len(self.bots)))

    @property
    def mean_scores(self) -> tuple[float, ...]:
        """The average final score of each bot."""
        return tuple(total / self._divisor for total in self._sums[: len(self.bots)])

    @property
    def points_per_turn(self) -> tuple[float, ...]:
        """The average points of each bot in a turn."""
        pairs = zip(self._sums, self._sums[len(self.bots) : -1], strict=False)
        return tuple(scores / max(turns, 1) for scores, turns in pairs)

    @property
    def mean_length(self) -> float:
        """The average number of moves in a game."""
        return self._sums[-1] / self._divisor

    @property
    def starter_wins(self) -> float:
        """The fraction of all games won by the bot that started, ties in equal parts."""
        return self._sum(None) / self._divisor

    @property
    def starter_error(self) -> float:
        """The standard error of that fraction."""
        return self._error(None)

    @property
    def unfinished(self) -> int:
        """The number of games that were cut off."""
        return self.count - sum(self.reasons.values())

    @property
    def reasons(self) -> dict[str, int]:
        """The number of games that ended for each reason, sorted by the reason."""
        reasons: Counter[str] = Counter()
        for (_, _, reason), count in self._endings.items():
            if reason is not None:
                reasons[reason] += count
        return dict(sorted(reasons.items()))

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
            "games": self.count,
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
        parts = [counted(self.count, "games")]
        parts += [f"{self.unfinished} not finished"] * bool(self.unfinished)
        parts.append(f"{self.mean_length:.1f} moves on average")
        parts.append(f"the starter won {self.starter_wins:.1%}")
        return ", ".join(parts)

    @property
    def _divisor(self) -> int:
        """The number of games to divide by: 1 if there are none."""
        return max(self.count, 1)

    def _shares(self, bot: int | None) -> Iterator[tuple[int, float]]:
        """Numbers of games, and the share of the win in each that a bot or the starter has."""
        for (winners, starter, _), count in self._endings.items():
            who = starter if bot is None else bot
            yield count, 1 / len(winners) if who in winners else 0.0

    def _sum(self, bot: int | None) -> float:
        """The sum of the shares."""
        return fsum(count * share for count, share in self._shares(bot))

    def _error(self, bot: int | None) -> float:
        """The standard error of the average of the shares."""
        average = self._sum(bot) / self._divisor
        squares = (count * (share - average) ** 2 for count, share in self._shares(bot))
        return sqrt(fsum(squares)) / self._divisor


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
