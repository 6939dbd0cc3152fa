"""Many tile games at once, as a vector environment of Gymnasium.

It needs the extra ``gymnasium``. With the compiled kernel it takes hundreds of thousands of steps
in a second.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as BaseVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from qwirkle.adapters.arrays import FLAG_TYPE, Arrays
from qwirkle.adapters.games import Games, seed_of
from qwirkle.adapters.gymnasium import spaces
from qwirkle.api import new_game
from qwirkle.supply import derived
from qwirkle.variant import Variant

_SEEDS: Final = 2**64


class VectorEnv(BaseVectorEnv[Arrays, Any, Any]):
    """Games of a variant, in each of which a player takes a step at a time.

    What is observed is what the player to move in each game sees: the arrays of
    :class:`qwirkle.adapters.arrays.Layout`, and the ``action_mask``. A game that is over is followed
    by a new one in the same step.

    It is a vector environment for several players: rewards have a row for each game and a column
    for each seat. The arrays of observations are not copied: they are read-only, and the next step
    overwrites them.

    Args:
        num_envs: the number of games.
        variant: a tile game or its name.
        players: the number of players.
        window: the width and height of the window around the middle of the board, an odd number.
        reward: ``"points"``; ``"margin"``, the points gained more than the others on average; or
            ``"win"``, a share of the win at the end.
        idle_rounds: the number of rounds without a placement after which a game is cut off
            (truncated).

    >>> games = VectorEnv(num_envs=3, variant="schmidt")
    >>> seen, info = games.reset(seed=1)
    >>> seen, rewards, terminations, truncations, info = games.step(games.sample())
    >>> rewards.tolist(), info["scores"].tolist()
    ([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0, 0], [0, 0], [0, 0]])

    Raises:
        InvalidValue: if an argument is not possible.
        UnknownVariant: if there is no variant of that name.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as there

    def __init__(
        self,
        num_envs: int,
        variant: str | Variant = "standard",
        players: int = 2,
        window: int = 41,
        *,
        reward: str = "points",
        idle_rounds: int = 10,
    ) -> None:
        chosen: dict[str, Any] = {"window": window, "reward": reward, "idle_rounds": idle_rounds}
        self.games = games = Games(variant, players, num_envs, **chosen)
        self.num_envs, self.players = num_envs, players
        mask = Box(0, 1, (games.layout.steps.size,), FLAG_TYPE)
        self.single_observation_space = Dict({**spaces(games.layout), "action_mask": mask})
        self.single_action_space = Discrete(games.layout.steps.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seen = {**games.seen, "action_mask": games.masks}
        self._seed = 0
        self._begun = [0] * num_envs

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin a game in every row.

        Args:
            seed: the number from which the seeds of all games follow; without one, they follow
                from the last one given, and if there was none, they are random.
            options: not used.

        Raises:
            InvalidValue: if the seed is not an integer from 0 to 2**64 - 1.
        """
        if seed is None:
            seed = int(self.np_random.integers(_SEEDS, dtype=np.uint64))
        else:
            seed = seed_of(seed)
            super().reset(seed=seed)
        self._seed, self._begun = seed, [0] * self.num_envs
        for game in range(self.num_envs):
            self._begin(game)
        return self._seen, self._info()

    def _begin(self, game: int) -> None:
        """Begin the next game of a row, whose seed does not depend on the other rows."""
        seed = derived(self._seed, game + self.num_envs * self._begun[game])
        self._begun[game] += 1
        variant = self.games.layout.steps.variant
        self.games.load(game, new_game(variant, players=self.players, seed=seed))

    def step(
        self, actions: Any
    ) -> tuple[Arrays, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take a step in every game, or in none if one of the actions is not possible.

        The result has the observations, the rewards by game and seat, whether a game has ended or
        was cut off, and information: the ``scores`` before a new game begins, and how many legal
        placements were ``left_out`` because they are not inside the window.

        Raises:
            InvalidValue: if an action is not possible; it says which are.
        """
        games = self.games
        games.step(actions)
        rewards, over, cut = games.rewards.copy(), games.over.copy(), games.cut.copy()
        info = self._info()
        for game in np.flatnonzero(over | cut).tolist():
            self._begin(game)
        return self._seen, rewards, over, cut, info

    def sample(self) -> NDArray[Any]:
        """A random possible action for every game, found much faster than row by row."""
        size = self.games.masks.shape[1]
        possible = np.flatnonzero(self.games.masks.reshape(-1).view(np.bool_))
        first = np.searchsorted(possible, np.arange(self.num_envs + 1) * size)
        chosen = self.np_random.random(self.num_envs) * np.diff(first)
        return np.asarray(possible[first[:-1] + chosen.astype(np.int64)] % size)

    def _info(self) -> dict[str, Any]:
        return {"scores": self.games.scores.copy(), "left_out": self.games.left_out.copy()}
