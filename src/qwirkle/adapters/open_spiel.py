"""Qwirkle for OpenSpiel: importing this registers the game ``python_qwirkle``.

It needs the extra ``open-spiel``. Every tile game that is installed can be loaded:

>>> import pyspiel
>>> import qwirkle.adapters.open_spiel
>>> game = pyspiel.load_game("python_qwirkle(variant=schmidt,players=3)")
>>> game.num_distinct_actions(), game.max_chance_outcomes(), game.num_players()
(1315, 36, 3)

The parameters are ``variant``, a name; ``options`` of the variant, as a text like
``hand_size:5 tie_break:youngest``; ``players``; and ``idle_rounds``, after which a game is cut
off in which the table does not grow (exchanges could go on for ever).

- Deals and draws are chance nodes, one piece at a time: see :mod:`qwirkle.adapters.draws`.
- Turns are made tile by tile: see :mod:`qwirkle.adapters.turns`.
- Returns are the points, when the game has ended or was cut off; before that they are 0. So it
  is a game of general sum with rewards at the end.
- An observation is a player's :class:`~qwirkle.View` and the steps of the player's turn so far.
  The string has the view's JSON; :class:`QwirkleObserver` explains the tensor.
- An information state is everything that a player has seen since the deal: the player's own
  tiles, all moves, and how many tiles the others exchange. The order in which the tiles of one
  move were placed, or those of one draw came, is left out, since nothing depends on it. There is
  no tensor of it.
- Both also come in two parts, as strings: what all players see, and what only one player sees.
- What everybody sees changes when a move is over, its draws included.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import prod
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
import pyspiel

from qwirkle.adapters.arrays import Layout
from qwirkle.adapters.draws import Moment, Setting
from qwirkle.adapters.turns import Turn
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.registry import variant_of

_Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]

_DEFAULTS: Final[Mapping[str, Any]] = {
    "variant": "standard",
    "options": "",
    "players": 2,
    "idle_rounds": 10,
}

_TYPE: Final = pyspiel.GameType(
    short_name="python_qwirkle",
    long_name="Python Qwirkle",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=54,  # with options; in all editions 2 to 4 play
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=dict(_DEFAULTS),
)


class QwirkleGame(pyspiel.Game):
    """A variant with its players, as OpenSpiel loads it.

    >>> game = pyspiel.load_game("python_qwirkle", {"options": "hand_size:5"})
    >>> game.setting.variant
    get_variant('standard', hand_size=5)
    >>> game.min_utility(), game.max_utility(), game.max_game_length()
    (0.0, 2598.0, 13080)
    """

    setting: Setting
    """The variant, the players, and when games are cut off."""
    first: Moment
    """The beginning, before the deal."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make the game.

        Args:
            params: the parameters, as OpenSpiel gives them.

        Raises:
            QwirkleError: if there is no such game.
        """
        chosen = {**_DEFAULTS, **(params or {})}
        self.setting = setting = Setting.of(
            variant_of(chosen["variant"], _options(chosen["options"])),
            players=chosen["players"],
            idle_rounds=chosen["idle_rounds"],
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=setting.steps.size,
            max_chance_outcomes=len(setting.kinds),
            num_players=len(setting.players),
            min_utility=0.0,
            max_utility=float(setting.most_points),
            max_game_length=setting.most_steps,
        )
        super().__init__(_TYPE, info, dict(params or {}))
        self.first = Moment.begin(setting)

    def max_chance_nodes_in_history(self) -> int:
        """No game has more draws."""
        return self.setting.most_draws

    def new_initial_state(self) -> QwirkleState:
        """The state before the deal."""
        return QwirkleState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> QwirkleObserver:
        """An observer of states, for what one player sees or for a part of it."""
        return QwirkleObserver(self.setting, iig_obs_type, params)


class QwirkleState(pyspiel.State):
    """A game at one moment.

    >>> game = pyspiel.load_game("python_qwirkle")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), state.chance_outcomes()[0], state.action_to_string(0)
    (True, (0, 0.027777777777777776), 'draw Rc')
    >>> for number in (0, 1, 2, 3, 4, 35, 6, 13, 20, 27, 34, 5):
    ...     state.apply_action(number)
    >>> state.current_player(), state.legal_actions()
    (0, [7, 225, 443, 661, 879])
    >>> state.action_to_string(225), str(state.moment.state.hands[0][1])
    ('Rs at 0,0', 'Rs')
    """

    moment: Moment
    """The same as a value of this library, with the state and what comes next."""

    def __init__(self, game: QwirkleGame) -> None:
        """Begin a game; ``game.new_initial_state()`` does it."""
        super().__init__(game)
        self.moment = game.first

    def current_player(self) -> int:
        """Whose action comes next: a seat, chance, or nobody's."""
        moment = self.moment
        if moment.drawing is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if moment.turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return moment.turn.position.turn

    def is_terminal(self) -> bool:
        """Whether the game has ended or was cut off."""
        return self.moment.awaited is None

    def _legal_actions(self, player: int) -> list[int]:
        turn = self.moment.own_turn(player)
        return [] if turn is None else list(turn.actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The pieces that can be drawn, by number, and how likely each is."""
        drawing = self.moment.drawing
        if drawing is None:
            raise InvalidValue("nothing is drawn now")
        counts, kinds = drawing.counts, self.moment.setting.kinds
        total = sum(counts.values())
        return [
            (number, counts[piece] / total) for number, piece in enumerate(kinds) if counts[piece]
        ]

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.describe(action)

    def returns(self) -> list[float]:
        """The points by seat, once the game is over."""
        state = self.moment.state
        if state is None or not self.is_terminal():
            return [0.0] * len(self.moment.seen)
        return list(map(float, state.scores))

    def resample_from_infostate(self, player: int, sampler: Any) -> QwirkleState:
        """A state that looks just like this to the player to move, the unseen dealt at random.

        Its history is still that of this state. What the player put under face-down stacks is
        mixed with the rest, as in a view.

        Args:
            player: the player to move.
            sampler: a function without arguments that gives random numbers from 0 to 1.
        """
        other: QwirkleState = self.clone()
        other.moment = self.moment.sampled(player, Random(int(sampler() * 2**53)))
        return other

    def __str__(self) -> str:
        return str(self.moment)


class QwirkleObserver:
    """States as a player sees them: as a string, and as a tensor.

    The tensor has the arrays of :class:`qwirkle.adapters.arrays.Layout` one after the other,
    with the steps of the player's turn so far. While tiles are dealt, everything is 0.

    What all players see, what only one player sees, and information states have a string alone.

    >>> from open_spiel.python.observation import make_observation
    >>> game = pyspiel.load_game("python_qwirkle")
    >>> observation = make_observation(game)
    >>> observation.tensor.shape, observation.dict["board"].shape
    ((1173,), (108, 4))
    """

    tensor: _Numbers | None
    """The numbers in one row; None if there is only a string."""
    dict: Mapping[str, _Numbers]
    """Its parts by name, in their shapes."""

    def __init__(
        self, setting: Setting, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> None:
        """Make it for a game.

        Args:
            setting: the game.
            iig_obs_type: what is to be seen: now or since the deal; what all players see,
                what only the player sees, or both.
            params: none.

        Raises:
            InvalidValue: if all hands are asked for, or there are parameters.
        """
        seen = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or seen.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise InvalidValue("an observer sees the tiles of one player at most; it has no params")
        self._layout = Layout(setting.steps, len(setting.players))
        self._has_history = seen.perfect_recall
        self._is_public = seen.public_info
        self._is_private = seen.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        has_tensor = self._is_public and self._is_private and not self._has_history
        self.tensor, self.dict = _parts(self._layout) if has_tensor else (None, {})

    def set_from(self, state: QwirkleState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        view = state.moment.view(player)
        if view is not None:
            nothing_chosen = Turn(self._layout.steps, view)
            turn = state.moment.own_turn(player) or nothing_chosen
            for name, numbers in self._layout.arrays(view, turn).items():
                self.dict[name][:] = numbers

    def string_from(self, state: QwirkleState, player: int) -> str:
        """What a player sees, as text."""
        moment, has_history = state.moment, self._has_history
        if self._is_public and self._is_private:
            return moment.history(player) if has_history else moment.observation(player)
        if self._is_public:
            return moment.public_history() if has_history else moment.public_observation()
        if self._is_private:
            return (moment.private_history if has_history else moment.private_observation)(player)
        return ""


def _parts(layout: Layout) -> tuple[_Numbers, dict[str, _Numbers]]:
    """A tensor of zeros, and its parts by name."""
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
            raise InvalidValue(f"an option is like hand_size:5, not {short_repr(word)}")
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value  # a plain word
    return options


pyspiel.register_game(_TYPE, QwirkleGame)
