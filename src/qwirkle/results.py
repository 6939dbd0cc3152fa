"""The results of simulations, in numbers."""

from __future__ import annotations

from collections import Counter
from math import fsum, sqrt
from typing import Any

import attrs

from qwirkle.encoding import variant_to_fields
from qwirkle.variant import Variant


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
    """The bots that won; several share a win, and nobody wins an unfinished game."""
    starter: int
    """The bot that started."""
    plies: int
    """How many moves were made."""
    turns: tuple[int, ...]
    """How many turns each bot had; with action tiles, a turn can have two moves."""
    reason: str | None
    """Why the game ended, or None if it was cut off."""

    def share(self, bot: int) -> float:
        """A bot's share of the win: bots that tie share it equally."""
        return 1 / len(self.winners) if bot in self.winners else 0.0


@attrs.frozen
class Simulation:
    """Many games between the same bots. Values by bot are in the order of the bots.

    Without games, every number is 0.

    >>> import qwirkle
    >>> found = qwirkle.simulate("standard", ["greedy", "random"], games=10, seed=1)
    >>> found.wins, found.win_rates, found.reasons
    ((10.0, 0.0), (1.0, 0.0), {'went-out': 10})
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
        count = self._count
        return tuple(
            sqrt(fsum((share - rate) ** 2 for share in shares)) / count
            for shares, rate in zip(self._shares(), self.win_rates, strict=True)
        )

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
        return fsum(game.share(game.starter) for game in self.games) / self._count

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
            "reasons": self.reasons,
        }

    @property
    def _count(self) -> int:
        """The number of games to divide by: 1 if there are none."""
        return max(len(self.games), 1)

    def _shares(self) -> list[list[float]]:
        """For each bot, its share of the win in every game."""
        return [[game.share(bot) for game in self.games] for bot in range(len(self.bots))]

    def _sums(self, field: str) -> list[int]:
        """The sum of a field over all games, by bot."""
        values = [getattr(game, field) for game in self.games]
        return [sum(column[bot] for column in values) for bot in range(len(self.bots))]
