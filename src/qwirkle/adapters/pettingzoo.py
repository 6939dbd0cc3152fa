"""The tile game as an environment of PettingZoo, in which agents take turns.

A turn is made in small steps, tile by tile (see :mod:`qwirkle.adapters.turns`), so an agent acts
several times in a row until its turn is over. It needs the extra ``pettingzoo``.
"""

from __future__ import annotations

import sys
from io import BytesIO
from typing import Any, Final, TypeAlias

import attrs
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper
from PIL import Image
from resvg_py import svg_to_bytes

from qwirkle import render
from qwirkle.adapters.arrays import NUMBER, Layout
from qwirkle.adapters.turns import PartialTurn, Steps
from qwirkle.api import apply, new_game, observe
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.moves import Move, Place
from qwirkle.supply import as_seed
from qwirkle.tilegame.state import TileState, with_hand
from qwirkle.variant import Variant
from qwirkle.words import ranged

Observation: TypeAlias = dict[str, Any]
"""The observation of an agent: ``observation``, a dict of arrays, and ``action_mask``."""

FRAME: Final = (960, 960)
"""The width and height of pictures as arrays; all have the same size, as films need."""

_NO_GAME: Final = "there is no game yet; call reset to begin one"


def env(
    variant: str | Variant = "standard",
    players: int = 2,
    *,
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
    made = raw_env(variant, players, idle_rounds=idle_rounds, render_mode=render_mode)
    return OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Observation, Any]):  # noqa: N801  # PettingZoo's own name
    """The environment without a wrapper.

    The rewards are points. An observation has the arrays of
    :class:`qwirkle.adapters.arrays.Layout` and a mask of the possible actions.

    Args:
        variant: a tile game or its name.
        players: the number of players.
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
    qwirkle.errors.InvalidValue: action 8 is not possible; possible: 225 (Yc at 0,0), 443 (Gc at 0,0), 661 (Bc at 0,0)

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

    position: TileState
    """The state at the beginning of the turn under way."""
    turn: PartialTurn
    """The turn under way, with the choices so far and the actions possible next."""

    def __init__(
        self,
        variant: str | Variant = "standard",
        players: int = 2,
        *,
        idle_rounds: int = 10,
        render_mode: str | None = None,
    ) -> None:
        steps = Steps.of(variant)
        counts = steps.variant.player_counts
        if type(players) is not int or players not in counts:
            many = f"{ranged(counts[0], counts[-1], 'players')} can play {steps.variant.name}"
            raise InvalidValue(f"players: {many}, not {short_repr(players)} [S3]")
        if type(idle_rounds) is not int or idle_rounds < 1:
            message = f"expected a number from 1 on, not {short_repr(idle_rounds)}"
            raise InvalidValue(f"idle_rounds: {message}")
        modes = self.metadata["render_modes"]
        if render_mode not in (None, *modes):
            message = f"expected one of {', '.join(modes)}, or None, not {short_repr(render_mode)}"
            raise InvalidValue(f"render_mode: {message}")
        self.steps = steps
        self.layout = Layout(steps, players)
        self.idle_rounds = idle_rounds
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents = []  # before the first game
        self.np_random = np.random.default_rng()
        self.action_spaces = {agent: Discrete(steps.size) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}

    def _space(self) -> Dict:
        arrays: dict[str, Space[Any]] = {
            name: Box(bounds.low, bounds.high, bounds.shape, NUMBER)
            for name, bounds in self.layout.bounds.items()
        }
        mask = Box(0, 1, (self.steps.size,), np.int8)
        return Dict({"observation": Dict(arrays), "action_mask": mask})

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
            options: not used.

        Raises:
            InvalidValue: if the seed is anything else.
        """
        if seed is None:
            seed = int(self.np_random.integers(2**64, dtype=np.uint64))
        else:
            seed = as_seed(seed)
            if seed < 0:
                raise InvalidValue(f"the seed of an environment must be at least 0, not {seed}")
            self.np_random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._idle = 0
        self._last: tuple[Cell, ...] = ()
        self._begin(new_game(self.steps.variant, players=self.agents, seed=seed))
        self._show()

    def step(self, action: int | None) -> None:
        """Take a step of a turn; once the game is over, the action must be None.

        Raises:
            InvalidValue: if the action is not possible; it says which actions are.
        """
        if not self.agents:
            raise InvalidValue(_NO_GAME)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                message = f"the game is over: the action of {agent} must be None"
                raise InvalidValue(f"{message}, not {short_repr(action)}")
            self._was_dead_step(None)
            return
        after = self.turn.after(action)  # type: ignore[arg-type]  # it checks the type itself
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if isinstance(after, PartialTurn):
            self.turn = after
        else:
            self._play(after)
        self._accumulate_rewards()
        self._show()

    def _play(self, move: Move) -> None:
        """Play a complete move. With moves that only the variant has, the same player may go on."""
        before, after = self.position.scores, apply(self.position, move)
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = after.standings[seat] - before[seat]
        self._last = move.cells if isinstance(move, Place) else ()
        self._idle = 0 if self._last else self._idle + 1
        idle = self._idle >= self.idle_rounds * len(self.agents)
        self.terminations = dict.fromkeys(self.agents, after.is_over)
        self.truncations = dict.fromkeys(self.agents, idle and not after.is_over)
        self._begin(after)

    def _begin(self, state: TileState) -> None:
        self.position = state
        self.turn = PartialTurn.begin(self.steps, state)
        self.agent_selection = self.possible_agents[state.turn]

    def observe(self, agent: str) -> Observation:
        """The observation of an agent; the mask is all zeros if the agent is not to move."""
        seat = self.possible_agents.index(self._known(agent))
        view = observe(self._position(), seat)
        mask = np.zeros(self.steps.size, np.int8)
        if agent == self.agent_selection and not self.truncations.get(agent, True):
            mask[list(self.turn.actions)] = 1
        return {"observation": self.layout.arrays(view, self.turn), "action_mask": mask}

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """The observation of the agent to move, its reward since its last action, whether the game
        has ended or was cut off, and further information."""
        self._position()
        return super().last(observe)

    def render(self) -> str | NDArray[Any] | None:
        """Show the position with the tiles of all players, as ``render_mode`` says."""
        position = self._with_placed()
        if self.render_mode == "rgb_array":
            return _pixels(render.svg(position, last=self.turn.cells or self._last))
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

    def _with_placed(self) -> TileState:
        """The state with the tiles placed in this turn.

        If that looks like the end of the game, it is the state without them, since points and
        winners are known only after the turn.
        """
        state, turn = self._position(), self.turn
        if not turn.cells:
            return state
        board = state.board.placing(turn.placed)
        left = [tile for slot, tile in enumerate(state.hand) if slot not in turn.slots]
        found = attrs.evolve(state, board=board, hands=with_hand(state.hands, state.turn, left))
        return state if found.is_over else found

    def _position(self) -> TileState:
        if hasattr(self, "position"):
            return self.position
        raise InvalidValue(_NO_GAME)

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
