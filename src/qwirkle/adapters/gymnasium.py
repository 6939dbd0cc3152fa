"""The tile game as an environment of Gymnasium, in which one player learns against bots.

It needs the extra ``gymnasium``. Importing this module registers the environment ``Qwirkle-v0``:

>>> import gymnasium
>>> game = gymnasium.make("qwirkle.adapters.gymnasium:Qwirkle-v0", variant="schmidt")
>>> seen, info = game.reset(seed=1)
>>> seen["hand"].sum(), info["action_mask"].sum()
(np.int64(6), np.int64(18))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import Env, register
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray

from qwirkle import render
from qwirkle.adapters.arrays import Arrays, Layout
from qwirkle.adapters.games import Episode, Games, rewards
from qwirkle.api import observe
from qwirkle.bots import Bot, get_bot
from qwirkle.errors import InvalidValue
from qwirkle.variant import Variant
from qwirkle.words import expect_number


def spaces(layout: Layout) -> dict[str, Space[Any]]:
    """The spaces of the arrays that a player sees."""
    return {
        name: Box(bounds.low, bounds.high, bounds.shape, bounds.type)
        for name, bounds in layout.bounds.items()
    }


class QwirkleEnv(Env[Arrays, Any]):
    """A game in which one player takes steps and bots make the moves of all others.

    An observation has the arrays of :class:`qwirkle.adapters.arrays.Layout`. The possible actions
    are in ``info["action_mask"]``, and :meth:`action_masks` gives them to sb3-contrib. An action
    that is not possible changes nothing, and ``info["error"]`` says why.

    Args:
        variant: a tile game or its name.
        players: the number of players.
        opponents: the bot of all other players, or a list of bots in the order of their seats: a
            name, or a function from a view to a move.
        seat: the seat of the player who learns.
        window: the width and height of the window around the middle of the board, an odd number.
        reward: ``"points"``; ``"margin"``, the points gained more than the others on average; or
            ``"win"``, a share of the win at the end. It covers the moves of the bots that follow.
        idle_rounds: the number of rounds without a placement after which the game is cut off.
        render_mode: ``"ansi"`` gives a text with the tiles of all players.

    >>> game = QwirkleEnv(opponents="random", reward="margin")
    >>> seen, info = game.reset(seed=1)
    >>> seen, reward, terminated, truncated, info = game.step(0)
    >>> info["error"].split(";")[0], reward
    ('action 0 is not possible', 0.0)

    Raises:
        InvalidValue: if an argument is not possible.
        UnknownVariant: if there is no variant of that name.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 2}  # noqa: RUF012  # as there

    def __init__(
        self,
        variant: str | Variant = "standard",
        players: int = 2,
        opponents: str | Bot | Sequence[str | Bot] = "greedy",
        *,
        seat: int = 0,
        window: int = 41,
        reward: str = "points",
        idle_rounds: int = 10,
        render_mode: str | None = None,
    ) -> None:
        chosen: dict[str, Any] = {"window": window, "reward": reward, "idle_rounds": idle_rounds}
        self.episode = Episode(Games(variant, players, 1, **chosen))
        expect_number("seat", seat, 0, players - 1)
        given = [opponents] * (players - 1) if isinstance(opponents, str) else opponents
        given = given if isinstance(given, Sequence) else [given] * (players - 1)
        if len(given) != players - 1:
            raise InvalidValue(f"opponents: expected {players - 1} bots, not {len(given)}")
        self.seat, self.reward, self.render_mode = seat, reward, render_mode
        bots = [*map(get_bot, given)]
        self.bots = dict(zip((s for s in range(players) if s != seat), bots, strict=True))
        layout = self.episode.games.layout
        self.observation_space: Space[Any] = Dict(spaces(layout))
        self.action_space = Discrete(layout.steps.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin a game; the bots make their moves up to the first turn of the player.

        Args:
            seed: an integer from 0 to 2**64 - 1. The game is the one that
                :func:`qwirkle.new_game` deals with this seed, and the seeds of later games follow
                from it. If no seed is ever given, they are random.
            options: ``{"state": state}`` begins with a state of the same variant instead of a deal.

        Raises:
            InvalidValue: if the seed or the state is anything else.
        """
        self.episode.reset(self.episode.games.layout.players, seed, self.np_random, options)
        super().reset(seed=seed)
        self._let_others_move()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """Take a step; at the end of a turn, the bots make their moves."""
        episode, games = self.episode, self.episode.games
        if episode.is_over or episode.seat != self.seat:
            why = "the game is over" if episode.is_over else "an opponent made no legal move"
            raise InvalidValue(f"{why}; call reset to begin one")
        reward, error = 0.0, {}
        try:
            episode.step(action)
        except InvalidValue as why:
            error = {"error": str(why)}
        else:
            reward = float(games.rewards[0, self.seat]) + self._let_others_move()
        ended = bool(games.over[0]), bool(games.cut[0])
        return self._seen(), reward, *ended, {**self._info(), **error}

    def _let_others_move(self) -> float:
        """Make the moves of the bots up to the player's next turn; the reward for all of them."""
        episode, total = self.episode, 0.0
        while not episode.is_over and episode.seat != self.seat:
            before = episode.position
            episode.play(self.bots[before.turn](observe(before, before.turn)))
            total += rewards(self.reward, before, episode.position)[self.seat]
        return total

    def action_masks(self) -> NDArray[np.bool_]:
        """The possible actions, for sb3-contrib."""
        return np.asarray(self.episode.games.masks[0], np.bool_)

    def _seen(self) -> Arrays:
        return self.episode.seen(self.seat)

    def _info(self) -> dict[str, Any]:
        mask = self.episode.games.masks[0].copy()
        return {"action_mask": mask, "scores": self.episode.games.scores[0].copy()}

    def render(self) -> str | None:
        """The position as text, with the tiles of all players."""
        return render.text(self.episode.shown) if self.render_mode == "ansi" else None


register(id="Qwirkle-v0", entry_point=f"{__name__}:QwirkleEnv", max_episode_steps=100_000)
