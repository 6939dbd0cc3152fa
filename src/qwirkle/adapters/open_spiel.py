"""Qwirkle for OpenSpiel: importing this registers the game ``python_qwirkle``.

It needs the extra ``open-spiel``. Every installed tile game can be loaded:

>>> import pyspiel
>>> import qwirkle.adapters.open_spiel
>>> game = pyspiel.load_game("python_qwirkle(variant=schmidt,players=3)")
>>> game.num_distinct_actions(), game.max_chance_outcomes(), game.num_players()
(60553, 36, 3)

The parameters are ``variant``, a name; ``options`` of the variant, as a text like
``hand_size:5 tie_break:youngest``; ``players``, their number; ``window``, the size of the window;
and ``idle_rounds``, the number of rounds without growth of the board after which a game is cut off
(exchanges could go on for ever).

- Deals and draws are chance nodes, one piece at a time: see :mod:`qwirkle.adapters.draws`.
- Turns are made tile by tile: see :mod:`qwirkle.adapters.turns`.
- Returns are the points once the game has ended or was cut off; before that they are 0. So it is
  a general-sum game with rewards at the end.
- An observation is a player's :class:`~qwirkle.View` and the steps of the player's turn so far.
  The string has the view's JSON; :class:`QwirkleObserver` explains the tensor.
- An information state is everything that a player has seen since the deal: the player's own
  tiles, all moves, and the number of tiles in other players' exchanges. It leaves out the order in
  which the tiles of one move were placed or those of one draw came, since nothing depends on it.
  It has no tensor.
- Both are also available in two parts, as strings: the part that all players see, and the part
  that only one player sees.
- The public part changes only when a move is over, including its draws.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import prod
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
import pyspiel

from qwirkle._engine import engine_of
from qwirkle.adapters.arrays import Layout
from qwirkle.adapters.draws import Node, Setting
from qwirkle.adapters.games import Games
from qwirkle.adapters.turns import WINDOW, PartialTurn
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.registry import variant_of

_Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]

_DEFAULTS: Final[Mapping[str, Any]] = {
    "variant": "standard",
    "options": "",
    "players": 2,
    "idle_rounds": 10,
    "window": WINDOW,
}

_TYPE: Final = pyspiel.GameType(
    short_name="python_qwirkle",
    long_name="Python Qwirkle",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=54,  # with options; every printed edition is for 2 to 4 players
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=dict(_DEFAULTS),
)


class QwirkleGame(pyspiel.Game):
    """A variant with its players, as a game of OpenSpiel.

    >>> game = pyspiel.load_game("python_qwirkle", {"options": "hand_size:5"})
    >>> game.setting.variant
    get_variant('standard', hand_size=5)
    >>> game.min_utility(), game.max_utility(), game.max_game_length()
    (0.0, 2598.0, 13080)
    """

    setting: Setting
    """The variant, the players, and when games are cut off."""
    first: Node
    """The first node, before the deal."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make the game.

        Args:
            params: the parameters, as OpenSpiel gives them.

        Raises:
            QwirkleError: if a parameter is wrong.
        """
        chosen = {**_DEFAULTS, **(params or {})}
        self.setting = setting = Setting.of(
            variant_of(chosen["variant"], _options(chosen["options"])),
            players=chosen["players"],
            idle_rounds=chosen["idle_rounds"],
            window=chosen["window"],
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=setting.steps.size,
            max_chance_outcomes=len(setting.kinds),
            num_players=len(setting.players),
            min_utility=float(-setting.most_points * engine_of(setting.variant).can_lose),
            max_utility=float(setting.most_points),
            max_game_length=setting.most_steps,
        )
        super().__init__(_TYPE, info, dict(params or {}))
        self.first = Node.begin(setting)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound of the draws in a game."""
        return self.setting.most_draws

    def new_initial_state(self) -> QwirkleState:
        """The state before the deal."""
        return QwirkleState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> QwirkleObserver:
        """An observer of states as one player sees them, or of a part of that."""
        return QwirkleObserver(self.setting, iig_obs_type, params)


class QwirkleState(pyspiel.State):
    """A state of OpenSpiel: a game between two actions.

    >>> game = pyspiel.load_game("python_qwirkle")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), state.chance_outcomes()[0], state.action_to_string(0)
    (True, (0, 0.027777777777777776), 'draw Rc')
    >>> for number in (0, 1, 2, 3, 4, 35, 6, 13, 20, 27, 34, 5):
    ...     state.apply_action(number)
    >>> state.current_player(), state.legal_actions()
    (0, [877, 2558, 4239, 5920, 7601])
    >>> state.action_to_string(2558), str(state.node.state.hands[0][1])
    ('Rs at 0,0', 'Rs')
    """

    node: Node
    """The same as an immutable value, with the state of this library."""

    def __init__(self, game: QwirkleGame) -> None:
        """Begin a game; programs call ``game.new_initial_state()`` instead."""
        super().__init__(game)
        self.node = game.first

    def current_player(self) -> int:
        """The next to act: a seat, OpenSpiel's number for chance, or that for a terminal state."""
        node = self.node
        if node.pending_draw is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if node.turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return node.turn.position.turn

    def is_terminal(self) -> bool:
        """Whether the game has ended or was cut off."""
        return self.node.awaited is None

    def _legal_actions(self, player: int) -> list[int]:
        turn = self.node.own_turn(player)
        return [] if turn is None else list(turn.actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the pieces that can be drawn, each with its probability."""
        pending = self.node.pending_draw
        if pending is None:
            raise InvalidValue("this is not a chance node: nothing is drawn now")
        counts, kinds = pending.counts, self.node.setting.kinds
        total = sum(counts.values())
        return [
            (number, counts[piece] / total) for number, piece in enumerate(kinds) if counts[piece]
        ]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.describe(action)

    def returns(self) -> list[float]:
        """The points by seat, once the game is over."""
        state = self.node.state
        if state is None or not self.is_terminal():
            return [0.0] * len(self.node.seen)
        return list(map(float, state.standings))

    def resample_from_infostate(self, player: int, sampler: Any) -> QwirkleState:
        """A state that looks the same to the player to move, with the unseen pieces at random.

        Its history is still that of this state. The tiles that the player put under face-down
        stacks are mixed with the rest, as in a view.

        Args:
            player: the player to move.
            sampler: a function without arguments that returns random numbers from 0 to 1.
        """
        other: QwirkleState = self.clone()
        other.node = self.node.sampled(player, Random(int(sampler() * 2**53)))
        return other

    def __str__(self) -> str:
        return str(self.node)


class QwirkleObserver:
    """An observer of states as a player sees them, as a string and as a tensor.

    The tensor has the arrays of :class:`qwirkle.adapters.arrays.Layout` one after the other,
    with the steps of the player's turn so far. During the deal, all numbers are 0.

    The public part alone, the private part alone, and information states have only a string.

    >>> from open_spiel.python.observation import make_observation
    >>> game = pyspiel.load_game("python_qwirkle")
    >>> observation = make_observation(game)
    >>> observation.tensor.shape, observation.dict["board"].shape
    ((21973,), (13, 41, 41))
    """

    tensor: _Numbers | None
    """All numbers in one dimension; None if there is only a string."""
    dict: Mapping[str, _Numbers]
    """The arrays that the tensor is made of, by name."""

    def __init__(
        self, setting: Setting, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> None:
        """Make an observer for a game.

        Args:
            setting: the game.
            iig_obs_type: the kind of observation: of the present or since the deal; the public
                part, the private part, or both.
            params: must be empty.

        Raises:
            InvalidValue: if all hands are asked for, or there are parameters.
        """
        seen = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or seen.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            possible = "the tiles of at most one player"
            raise InvalidValue(f"an observer sees {possible}, and takes no params")
        self._layout = Layout(setting.steps, len(setting.players))
        self._has_history = seen.perfect_recall
        self._is_public = seen.public_info
        self._is_private = seen.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        has_tensor = self._is_public and self._is_private and not self._has_history
        self.tensor, self.dict = _parts(self._layout) if has_tensor else (None, {})

    def set_from(self, state: QwirkleState, player: int) -> None:
        """Fill the tensor with a player's observation."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        view = state.node.view(player)
        if view is not None:
            turn = state.node.own_turn(player) or PartialTurn.begin(self._layout.steps, view)
            for name, numbers in self._layout.arrays(view, turn).items():
                self.dict[name][:] = numbers

    def string_from(self, state: QwirkleState, player: int) -> str:
        """A player's observation as text."""
        node, has_history = state.node, self._has_history
        if self._is_public and self._is_private:
            return node.history(player) if has_history else node.observation(player)
        if self._is_public:
            return node.public_history() if has_history else node.public_observation()
        if self._is_private:
            return (node.private_history if has_history else node.private_observation)(player)
        return ""


class RolloutEvaluator:
    """The returns of random games from a state, for OpenSpiel's tree searches in Python.

    It stands for OpenSpiel's ``RandomRolloutEvaluator``, but its games are made by
    :class:`qwirkle.adapters.games.Games`, which is several times as fast.

    >>> game = pyspiel.load_game("python_qwirkle")
    >>> state = game.new_initial_state()
    >>> len(RolloutEvaluator(np.random.RandomState(1), n_rollouts=2).evaluate(state))
    2
    """

    def __init__(self, random_state: Any, n_rollouts: int = 1) -> None:
        """Make an evaluator.

        Args:
            random_state: a ``RandomState`` of NumPy.
            n_rollouts: the number of random games for each state.
        """
        self._random, self._count = random_state, n_rollouts
        self._games: Games | None = None
        self._setting: Setting | None = None

    def evaluate(self, state: QwirkleState) -> np.ndarray[Any, Any]:
        """The average returns of the random games, by seat."""
        returns = [self._rollout(state.clone()) for _ in range(self._count)]
        return np.asarray(np.mean(returns, axis=0))

    def prior(self, state: QwirkleState) -> list[tuple[int, float]]:
        """All actions, equally likely; the pieces that chance can draw, by their probability."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def _rollout(self, state: QwirkleState) -> list[float]:
        """The returns of one random game."""
        while state.is_chance_node():
            pieces, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self._random.choice(pieces, p=chances))
        node, games, setting = state.node, self._games, state.node.setting
        if node.turn is None or node.state is None:
            return state.returns()
        if games is None or setting != self._setting:
            options: Any = {"window": setting.steps.window, "idle_rounds": setting.idle_rounds}
            games = self._games = Games(setting.variant, len(setting.players), 1, **options)
            self._setting = setting
        games.load(0, node.mixed(Random(self._random.randint(2**32))), node.idle)
        for action in node.turn.taken:
            games.step([action])
        while not (games.over[0] or games.cut[0]):
            possible = games.possible(0)
            games.step(possible[[int(self._random.random_sample() * len(possible))]])
        return [*map(float, games.scores[0])]


def _parts(layout: Layout) -> tuple[_Numbers, dict[str, _Numbers]]:
    """A tensor of zeros, and the arrays in it by name."""
    shapes = {name: bounds.shape for name, bounds in layout.bounds.items()}
    tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
    parts, begin = {}, 0
    for name, shape in shapes.items():
        parts[name] = tensor[begin : begin + prod(shape)].reshape(shape)
        begin += prod(shape)
    return tensor, parts


def _options(text: str) -> dict[str, Any]:
    """The options of a variant, each a name, a colon, and a JSON value or a plain word."""
    options: dict[str, Any] = {}
    for word in text.split():
        name, colon, value = word.partition(":")
        if not colon:
            raise InvalidValue(f"expected an option like hand_size:5, not {short_repr(word)}")
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value  # a plain word
    return options


pyspiel.register_game(_TYPE, QwirkleGame)
