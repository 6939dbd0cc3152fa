"""The tile game as an environment of PettingZoo, in which agents take turns.

A turn is made in small steps, tile by tile (see :mod:`qwirkle.adapters.turns`), so an agent acts
several times in a row until its turn is over. It needs the extra ``pettingzoo``.
"""

from __future__ import annotations

import sys
from io import BytesIO
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper
from PIL import Image
from resvg_py import svg_to_bytes

from qwirkle import render
from qwirkle.adapters.arrays import FLAG_TYPE
from qwirkle.adapters.games import Episode, Games
from qwirkle.adapters.gymnasium import spaces
from qwirkle.adapters.turns import PartialTurn
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.tilegame.state import TileState
from qwirkle.variant import Variant

Observation: TypeAlias = dict[str, Any]
"""The observation of an agent: ``observation``, a dict of arrays, and ``action_mask``."""

FRAME: Final = (960, 960)
"""The width and height of pictures as arrays; all have the same size, as films need."""


def env(
    variant: str | Variant = "standard",
    players: int = 2,
    *,
    window: int = 41,
    reward: str = "points",
    idle_rounds: int = 10,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, Any]:
    """The environment, in a wrapper that checks the order of calls.

    Its arguments are those of :class:`raw_env`.

    >>> game = env("schmidt", players=3)
    >>> game.reset(seed=7)
    >>> print(game, game.agents, game.agent_selection)
    qwirkle_v0 ['player_0', 'player_1', 'player_2'] player_0
    """
    chosen: dict[str, Any] = {"window": window, "reward": reward, "idle_rounds": idle_rounds}
    made = raw_env(variant, players, **chosen, render_mode=render_mode)
    return OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Observation, Any]):  # noqa: N801  # PettingZoo's own name
    """The environment without a wrapper.

    An observation has the arrays of :class:`qwirkle.adapters.arrays.Layout` and a mask of the
    possible actions.

    Args:
        variant: a tile game or its name.
        players: the number of players.
        window: the width and height of the window around the middle of the board.
        reward: ``"points"``; ``"margin"``, the points gained more than the others on average; or
            ``"win"``, a share of the win at the end.
        idle_rounds: the number of rounds without a placement after which the game is cut off
            (truncated), since exchanges can go on for ever. A round has a move for every player.
        render_mode: ``"ansi"`` gives a text, ``"human"`` prints it after every step, and
            ``"rgb_array"`` gives a picture. All of them show the tiles of all players.

    >>> game = raw_env()
    >>> game.reset(seed=1)
    >>> seen, reward, terminated, truncated, info = game.last()
    >>> [game.turn.steps.describe(action, game.turn) for action in seen["action_mask"].nonzero()[0]]
    ['Yc at 0,0', 'Gc at 0,0', 'Bc at 0,0']
    >>> game.step(8)
    Traceback (most recent call last):
    qwirkle.errors.InvalidValue: action 8 is not possible; possible: 21049 (Yc at 0,0), 31135 (Gc at 0,0), 41221 (Bc at 0,0)

    Raises:
        InvalidValue: if an argument is not possible.
        UnknownVariant: if there is no variant of that name.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as in PettingZoo
        "name": "qwirkle_v0",
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str | Variant = "standard",
        players: int = 2,
        *,
        window: int = 41,
        reward: str = "points",
        idle_rounds: int = 10,
        render_mode: str | None = None,
    ) -> None:
        modes = self.metadata["render_modes"]
        if render_mode not in (None, *modes):
            message = f"expected one of {', '.join(modes)}, or None, not {short_repr(render_mode)}"
            raise InvalidValue(f"render_mode: {message}")
        chosen: dict[str, Any] = {"window": window, "reward": reward, "idle_rounds": idle_rounds}
        self.episode = Episode(Games(variant, players, 1, **chosen))
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents = []  # before the first game
        self.np_random = np.random.default_rng()
        layout = self.episode.games.layout
        mask = Box(0, 1, (layout.steps.size,), FLAG_TYPE)
        space = Dict({"observation": Dict(spaces(layout)), "action_mask": mask})
        self.action_spaces = {agent: Discrete(layout.steps.size) for agent in self.possible_agents}
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)

    @property
    def position(self) -> TileState:
        """The state at the beginning of the turn under way."""
        return self.episode.position

    @property
    def turn(self) -> PartialTurn:
        """The turn under way, with the choices so far and the actions possible next."""
        return self.episode.turn

    def observation_space(self, agent: str) -> Space[Observation]:
        """The space of the observations of an agent."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of the actions of an agent."""
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: an integer from 0 to 2**64 - 1, of Python or of NumPy. The game is the one that
                :func:`qwirkle.new_game` deals with this seed, and the seeds of later games follow
                from it. If no seed is ever given, they are random.
            options: ``{"state": state}`` begins with a state of the same variant instead of a deal.

        Raises:
            InvalidValue: if the seed or the state is anything else.
        """
        self.episode.reset(self.possible_agents, seed, self.np_random, options)
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.infos = {agent: {} for agent in self.agents}
        self._go_on()
        self._show()

    def step(self, action: int | None) -> None:
        """Take a step of a turn; once the game is over, the action must be None.

        Raises:
            InvalidValue: if the action is not possible; it says which actions are.
        """
        if not self.agents:
            _ = self.episode.seat  # there must be a game
            raise InvalidValue("the game is over; call reset to begin one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                message = f"the game is over: the action of {agent} must be None"
                raise InvalidValue(f"{message}, not {short_repr(action)}")
            self._was_dead_step(None)
            return
        self.episode.step(action)
        self._cumulative_rewards[agent] = 0
        self._go_on()
        self._accumulate_rewards()
        self._show()

    def _go_on(self) -> None:
        """Take over what the step has changed."""
        games, agents = self.episode.games, self.agents
        self.rewards = dict(zip(agents, games.rewards[0].tolist(), strict=True))
        self.terminations = dict.fromkeys(agents, bool(games.over[0]))
        self.truncations = dict.fromkeys(agents, bool(games.cut[0]))
        self.agent_selection = self.possible_agents[self.episode.seat]

    def observe(self, agent: str) -> Observation:
        """The observation of an agent; the mask is all zeros if the agent is not to move."""
        seat, mover = self.possible_agents.index(self._known(agent)), self.episode.seat
        mask = self.episode.games.masks[0]
        mask = mask.copy() if seat == mover else np.zeros_like(mask)
        return {"observation": self.episode.seen(seat), "action_mask": mask}

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """The observation of the agent to move, its reward since its last action, whether the game
        has ended or was cut off, and further information."""
        _ = self.episode.seat  # there must be a game
        return super().last(observe)

    def render(self) -> str | NDArray[Any] | None:
        """Show the position with the tiles of all players, as ``render_mode`` says."""
        position, turn = self.episode.shown, self.episode.turn
        if self.render_mode == "rgb_array":
            placed = [cell for cell, _ in turn.placed]
            return _pixels(render.svg(position, last=placed or self.episode.last))
        if self.render_mode is None:
            raise InvalidValue("there is no render_mode; give one when you make the environment")
        text = render.text(position)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n\n")
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _known(self, agent: str) -> str:
        if agent in self.possible_agents:
            return agent
        agents = ", ".join(self.possible_agents)
        raise InvalidValue(f"the agents are {agents}, not {short_repr(agent)}")


def _pixels(svg: str) -> NDArray[Any]:
    """A picture as an array, centred in a white frame."""
    width, height = FRAME
    drawn = Image.open(BytesIO(bytes(svg_to_bytes(svg_string=svg, width=width, height=height))))
    frame = Image.new("RGB", FRAME, "white")
    frame.paste(drawn, ((width - drawn.width) // 2, (height - drawn.height) // 2), drawn)
    return np.array(frame)
