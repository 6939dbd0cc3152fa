"""Many tile games at once, made in small steps, with what players see in arrays.

The compiled kernel plays them if it can; otherwise Python does, more slowly, with the same results.
The environments for frameworks are made of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import attrs
import numpy as np
from numpy.typing import NDArray

from qwirkle import _engine
from qwirkle.adapters.arrays import FLAG_TYPE, Arrays, Layout
from qwirkle.adapters.turns import MOST_ROUNDS, PartialTurn, Steps
from qwirkle.api import apply, new_game, observe
from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.moves import Move, Place
from qwirkle.supply import as_seed
from qwirkle.tilegame.state import TileState, with_hand
from qwirkle.variant import Variant
from qwirkle.words import counted, expect, expect_number, ranged

REWARDS: Final = ("points", "margin", "win")
"""The kinds of rewards: the points gained, those gained more than the others did on average,
or a share of the win at the end."""

MOST: Final = 1 << 20
"""The most games at once."""

_NO_GAME: Final = "there is no game yet; call reset to begin one"


MOST_IDLE: Final = 1_000_000
"""The most moves since the last placement."""


class Room(NamedTuple):
    """The arrays of some games, to write to."""

    board: NDArray[Any]
    numbers: NDArray[Any]
    masks: NDArray[Any]
    rewards: NDArray[Any]
    ended: NDArray[Any]
    scores: NDArray[Any]
    left_out: NDArray[Any]


class Games:
    """Some games of a variant, with what the players to move see in arrays.

    Rows of the arrays are games. They are overwritten by every step, and read-only.

    >>> import qwirkle
    >>> games = Games("standard", players=2, count=2)
    >>> for number in range(2):
    ...     games.load(number, qwirkle.new_game(seed=number))
    >>> [possible.tolist()[:3] for possible in map(games.possible, range(2))]
    [[14325, 24411, 44583], [21049, 31135, 41221]]
    >>> games.step([14325, 21049])
    >>> games.seen["board"][0, :, 20, 20].tolist()
    [0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]
    """

    layout: Layout
    """The arrays and the actions."""
    seen: Arrays
    """The observations of the players to move, by the names in ``layout.bounds``."""
    masks: NDArray[Any]
    """A number for each action, which is 1 if the action is possible, and otherwise 0."""
    rewards: NDArray[Any]
    """The rewards of the last step, by seat."""
    over: NDArray[Any]
    """Whether a game has ended."""
    cut: NDArray[Any]
    """Whether a game was cut off."""
    scores: NDArray[Any]
    """The scores, by seat."""
    left_out: NDArray[Any]
    """The number of legal placements that are not inside the window."""
    options: dict[str, Any]
    """The arguments with these names."""

    def __init__(
        self,
        variant: str | Variant,
        players: int,
        count: int,
        *,
        window: int = 41,
        reward: str = "points",
        idle_rounds: int = 10,
    ) -> None:
        """Make room for games; each begins when it is loaded.

        Args:
            variant: a tile game or its name.
            players: the number of players.
            count: the number of games.
            window: the width and height of the window, an odd number from 13 to 127.
            reward: one of :data:`REWARDS`.
            idle_rounds: the number of rounds without a placement after which a game is cut off.

        Raises:
            InvalidValue: if an argument is not possible.
            UnknownVariant: if there is no variant of that name.
        """
        steps = Steps.of(variant, window)
        counts = steps.variant.player_counts
        if type(players) is not int or players not in counts:
            many = f"{ranged(counts[0], counts[-1], 'players')} can play {steps.variant.name}"
            raise InvalidValue(f"players: {many}, not {short_repr(players)} [S3]")
        expect_number("count", count, 1, MOST)
        expect_number("idle_rounds", idle_rounds, 1, MOST_ROUNDS)
        if reward not in REWARDS:
            raise InvalidValue(f"reward: one of {', '.join(REWARDS)}, not {short_repr(reward)}")
        self.layout = layout = Layout(steps, players)
        self.options = {"window": window, "reward": reward, "idle_rounds": idle_rounds}
        widths = {name: each.shape[0] for name, each in layout.bounds.items() if name != "board"}
        ends = dict(zip(widths, np.cumsum([*widths.values()]).tolist(), strict=True))
        self._parts = {name: slice(ends[name] - widths[name], ends[name]) for name in widths}
        self._room = room = Room(
            np.zeros((count, *layout.bounds["board"].shape), FLAG_TYPE),
            np.zeros((count, sum(widths.values())), np.int32),
            np.zeros((count, steps.size), FLAG_TYPE),
            np.zeros((count, players), np.float32),
            np.zeros((2, count), np.bool_),
            np.zeros((count, players), np.int64),
            np.zeros(count, np.int64),
        )
        seen = {name: room.numbers[:, part] for name, part in self._parts.items()}
        seen["board"] = room.board
        limits = (idle_rounds * players, REWARDS.index(reward))
        native = _engine.games(steps.variant, count, players, window, *limits, room)
        self._played = native or Played(layout, *limits, seen, room)
        self.seen = {name: _read_only(array) for name, array in seen.items()}
        _, _, self.masks, self.rewards, ended, self.scores, self.left_out = map(_read_only, room)
        self.over, self.cut = ended

    def load(self, game: int | np.integer[Any], state: TileState, idle: int = 0) -> None:
        """Go on from a state in one of the games.

        Args:
            game: the number of the game.
            state: the state, at the beginning of a turn.
            idle: the number of moves since the last placement.

        Raises:
            InvalidValue: if the state has larger numbers than the arrays.
        """
        game = int(game) if isinstance(game, np.integer) else game
        expect_number("game", game, 0, len(self.masks) - 1)
        expect_number("idle", idle, 0, MOST_IDLE)
        expect(state, TileState, "the state of a tile game")
        PartialTurn.begin(self.layout.steps, state)  # it refuses other variants
        if len(state.players) != self.layout.players:
            many = counted(self.layout.players, "players")
            raise InvalidValue(f"the state must have {many}, not {len(state.players)}")
        try:
            self._played.load(game, state, str(state.seed), idle)
        except ValueError as error:
            raise error if isinstance(error, InvalidValue) else InvalidValue(str(error)) from None

    def step(self, actions: object) -> None:
        """Take a step in every game, or in none if one of the actions is not possible.

        Raises:
            InvalidValue: if an action is not possible; it says which are.
        """
        count = len(self.masks)
        try:
            chosen = np.asarray(actions)
        except ValueError:  # lists of different lengths
            chosen = np.array(None)
        if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
            raise InvalidValue(f"expected {count} actions, one for each game, all integers")
        wrong = self._played.step(np.ascontiguousarray(chosen, np.int64))
        if wrong is not None:
            first = ", ".join(map(str, self.possible(wrong)[:5]))
            message = f"action {chosen[wrong]} of game {wrong} is not possible"
            raise InvalidValue(f"{message}; possible: {first or 'none'}, and others by the mask")

    def possible(self, game: int) -> NDArray[Any]:
        """The possible actions of a game, sorted."""
        return np.flatnonzero(self.masks[game].view(np.bool_))

    def copied(self, game: int, seat: int) -> Arrays:
        """A copy of what a player sees in a game, who need not be to move."""
        mover = int(self.seen["seat"][game, 0])
        if seat != mover:
            self._played.observe(game, seat)
        numbers = self._room.numbers[game].copy()
        if seat != mover:
            self._played.observe(game, mover)
        parts = {name: numbers[part] for name, part in self._parts.items()}
        return {"board": self._room.board[game].copy(), **parts}


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same array for those who only read it."""
    shown = array.view()
    shown.flags.writeable = False
    return shown


class Played:
    """Games that Python plays; the kernel's ``Games`` has the same methods."""

    def __init__(
        self, layout: Layout, most_idle: int, reward: int, seen: Arrays, room: Room
    ) -> None:
        self.layout, self.most_idle, self.reward = layout, most_idle, REWARDS[reward]
        self.seen, self.room = seen, room
        self.turns: dict[int, PartialTurn] = {}
        self.idle: dict[int, int] = {}

    def load(self, game: int, state: TileState, seed: str, idle: int) -> None:
        """Begin a turn of a game."""
        turn, room = PartialTurn.begin(self.layout.steps, state), self.room
        self._show(game, turn)
        self.idle[game] = idle
        room.rewards[game] = 0
        room.scores[game] = state.standings
        room.left_out[game] = 0 if state.is_over else turn.left_out
        is_cut = not state.is_over and (idle >= self.most_idle or not turn.actions)
        room.ended[:, game] = state.is_over, is_cut
        if is_cut:
            room.masks[game] = 0

    def step(self, actions: NDArray[Any]) -> int | None:
        """Take a step in every game, or in none: the result is the first game that has none."""
        for game, action in enumerate(actions):
            if action < 0 or not self.room.masks[game, action : action + 1].any():
                return game
        for game, action in enumerate(actions):
            before = self.turns[game]
            after = before.after(action)
            if isinstance(after, PartialTurn):
                self._show(game, after)
                self.room.rewards[game] = 0
            else:
                self._play(game, before.position, after)
        return None

    def observe(self, game: int, seat: int) -> None:
        """Write what a player sees."""
        self._write(game, seat, self.turns[game])

    def _write(self, game: int, seat: int, turn: PartialTurn) -> None:
        state: Any = turn.position
        for name, array in self.layout.arrays(observe(state, seat), turn).items():
            self.seen[name][game] = array

    def _show(self, game: int, turn: PartialTurn) -> None:
        """Write what the player to move sees, and the possible actions."""
        possible = list(turn.actions)  # before anything changes, since this can fail
        self._write(game, turn.position.turn, turn)
        self.turns[game] = turn
        self.room.masks[game] = 0
        self.room.masks[game, possible] = 1

    def _play(self, game: int, before: Any, move: Move) -> None:
        """Make a complete move. With moves that only the variant has, the player may go on."""
        after = apply(before, move)
        self.load(game, after, "", 0 if isinstance(move, Place) else self.idle[game] + 1)
        self.room.rewards[game] = rewards(self.reward, before, after)


def rewards(kind: str, before: TileState, after: TileState) -> list[float]:
    """The rewards by seat for what happened between two states of a game.

    >>> import qwirkle
    >>> before = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
    >>> after = qwirkle.apply(before, qwirkle.parse_move("Bs@1,0"))
    >>> [rewards(kind, before, after) for kind in REWARDS]
    [[2.0, 0.0], [2.0, -2.0], [0.0, 0.0]]
    """
    if kind == "win":
        share = 1 / max(len(after.winners), 1)
        return [share * (seat in after.winners) for seat in range(len(after.players))]
    pairs = zip(after.standings, before.scores, strict=True)
    gained = [float(now - then) for now, then in pairs]
    others = len(gained) - 1
    if kind == "margin" and others:
        return [each - (sum(gained) - each) / others for each in gained]
    return gained


def seed_of(given: object) -> int:
    """A seed of an environment, which Gymnasium does not let be negative."""
    seed = as_seed(given)
    if seed < 0:
        raise InvalidValue(f"the seed of an environment must be at least 0, not {seed}")
    return seed


class Episode:
    """One game for an environment: arrays, and the turn under way when somebody asks for it.

    >>> import qwirkle
    >>> episode = Episode(Games("standard", players=2, count=1))
    >>> episode.begin(qwirkle.new_game(seed=1))
    >>> episode.step(episode.games.possible(0)[0])
    >>> episode.turn.placed
    ((Cell(x=0, y=0), Tile.parse('Yc')),)
    """

    games: Games
    """The arrays, for one game."""
    last: tuple[Cell, ...] = ()
    """The cells of the last move, if it was a placement."""
    idle: int = 0
    """The number of moves since the last placement."""

    def __init__(self, games: Games) -> None:
        """Make an episode with room for one game."""
        self.games = games
        self._turn: PartialTurn | None = None
        self._later: list[int] = []

    def reset(
        self,
        players: int | Sequence[str],
        seed: int | None,
        random: np.random.Generator,
        options: dict[str, Any] | None,
    ) -> None:
        """Begin a game for an environment.

        Args:
            players: the players, as :func:`qwirkle.new_game` takes them.
            seed: the seed of the game; without one, the generator gives it.
            random: the generator.
            options: ``{"state": state}`` begins with a state of the same variant instead.

        Raises:
            InvalidValue: if the seed or the state is not possible.
        """
        layout, state = self.games.layout, (options or {}).get("state")
        seed = int(random.integers(2**64, dtype=np.uint64)) if seed is None else seed_of(seed)
        if state is None:
            state = new_game(layout.steps.variant, players=players, seed=seed)
        self.begin(state)

    def begin(self, state: TileState, idle: int = 0) -> None:
        """Go on from a state, at the beginning of a turn, after some moves without a placement."""
        self.games.load(0, state, idle)
        self._begin(state, (), idle)
        self._later = []

    def _begin(self, state: TileState, last: tuple[Cell, ...], idle: int) -> None:
        self._turn = PartialTurn.begin(self.games.layout.steps, state)
        self.last, self.idle = last, idle

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or was cut off."""
        return bool(self.games.over[0] or self.games.cut[0])

    @property
    def seat(self) -> int:
        """The seat to move."""
        if self._turn is None:
            raise InvalidValue(_NO_GAME)
        return int(self.games.seen["seat"][0, 0])

    @property
    def turn(self) -> PartialTurn:
        """The turn under way; the steps since it was last asked for are made again."""
        if self._turn is None:
            raise InvalidValue(_NO_GAME)
        for action in self._later:
            after = self._turn.after(action)
            if isinstance(after, PartialTurn):
                self._turn = after
            else:
                self._made(after)
        self._later = []
        return self._turn

    def _made(self, move: Move) -> None:
        """Begin the next turn after a complete move."""
        state: Any = self._turn and self._turn.position
        cells = move.cells if isinstance(move, Place) else ()
        self._begin(apply(state, move), cells, 0 if cells else self.idle + 1)

    @property
    def position(self) -> TileState:
        """The state at the beginning of the turn under way."""
        return self.turn.position  # type: ignore[return-value]  # it began with a state

    def step(self, action: Any) -> None:
        """Take a step.

        Raises:
            InvalidValue: if the action is not possible; it says which are.
        """
        try:
            self.games.step([action])
        except (TypeError, ValueError, OverflowError):
            self.turn.choice(action)  # it explains what is wrong
            raise
        self._later.append(int(action))

    def play(self, move: Move) -> None:
        """Make a complete move, whether or not it is inside the window.

        Raises:
            IllegalMove: if it is not legal.
        """
        _ = self.turn  # after all steps so far
        self._made(move)
        self.games.load(0, self.position, self.idle)

    def __reduce__(self) -> tuple[Any, ...]:
        # The kernel's games and the arrays are not copied, but made again.
        layout = self.games.layout
        state = None if self._turn is None else (self.turn, self.last, self.idle)
        return _episode, (layout.steps.variant, layout.players, self.games.options, state)

    def seen(self, seat: int) -> Arrays:
        """A copy of the observation of a player."""
        return self.games.copied(0, seat)

    @property
    def shown(self) -> TileState:
        """The state with the tiles placed in this turn.

        If that looks like the end of the game, it is the state without them, since points and
        winners are known only after the turn.
        """
        state, turn = self.position, self.turn
        if not turn.placed:
            return state
        left = [*state.hand]
        for _, tile in turn.placed:
            left.remove(tile)
        board, hands = state.board.placing(turn.placed), with_hand(state.hands, state.turn, left)
        found = attrs.evolve(state, board=board, hands=hands)
        return state if found.is_over else found


def _episode(variant: Variant, players: int, options: Any, state: Any) -> Episode:
    """An episode in which some steps have been made."""
    episode = Episode(Games(variant, players, 1, **options))
    if state is not None:
        turn, last, idle = state
        episode.begin(turn.position, idle)
        episode.last = last
        for action in turn.taken:
            episode.step(action)
    return episode
