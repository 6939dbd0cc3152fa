"""The one module that knows the compiled kernel.

The kernel gives the same results as the Python code, which is the reference, but faster. Without
it, or with ``QWIRKLE_PURE=1`` in the environment, the Python code does everything. It also does
whatever the kernel declines: then the functions here return None.

Fields, bots and endings cross the border by name.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

if TYPE_CHECKING:
    from types import NotImplementedType

    from qwirkle._kernel import Games as Games
    from qwirkle._kernel import Grid as Grid
    from qwirkle._kernel import Groups as Groups
    from qwirkle._kernel import Rules
    from qwirkle.cells import Cell
    from qwirkle.judgement import Score
    from qwirkle.moves import Exchange, Move, Place
    from qwirkle.state import View
    from qwirkle.tilegame.hooks import TileHooks
    from qwirkle.tilegame.state import TilePosition, TileState
    from qwirkle.tiles import Tile
    from qwirkle.variant import Variant

T = TypeVar("T")
S = TypeVar("S", bound="TileState")


def find(environ: Mapping[str, str] = os.environ) -> Any:
    """The kernel, or None if it is not installed, or if the environment asks for Python alone."""
    if environ.get("QWIRKLE_PURE", "") in ("", "0"):
        with suppress(ImportError):  # there was no compiler, or this is another interpreter
            return import_module("qwirkle._kernel")
    return None


kernel: Any = find()
"""The kernel in use, or None. Every function looks it up here each time, so that a test can use
the kernel and the Python code side by side."""


def bind(*known: object) -> None:
    """Tell the kernel the tiles and the classes of the library, even if it is not in use."""
    found = find({})
    if found is not None:
        found.bind(*known)


# For any game


def mixed(pieces: tuple[T, ...], text: str) -> tuple[T, ...] | None:
    """The pieces in the order that a text determines."""
    order: tuple[T, ...] | None = kernel and kernel.mixed(pieces, text)
    return order


def grid_around(tiles: Mapping[Cell, Tile]) -> Grid | None:
    """The open cells of a board whose tiles are connected and whose lines fit."""
    grid: Grid | None = kernel and kernel.Grid.around(tiles)
    return grid


def exchange_count(hand: tuple[Tile, ...], most: int) -> int | None:
    """The number of exchanges of up to some number of tiles of a sorted hand."""
    count: int | None = kernel and kernel.exchanges(hand, most)
    return count


def exchanges(hand: tuple[Tile, ...], most: int, index: int, count: int) -> list[Exchange] | None:
    """Some of the exchanges of up to ``most`` tiles of a sorted hand, from an index of the list."""
    moves: list[Exchange] | None = kernel and kernel.exchanges(hand, most, index, count)
    return moves


# For one variant of the tile game

MOST_TILES: Final = 108
"""The most tiles in a box of which the kernel plays many games at once."""

ASKED: Final = frozenset(["end_bonus", "line_points", "pieces"])
"""The hooks that the kernel honours, since it is given their answers."""

DESCRIBING: Final = frozenset(
    [
        "_abc_impl",  # every class has one
        "all_facts",
        "citations",
        "completed",
        "edition",
        "facts",
        "faults",
        "highlights",
        "in_words",
        "name",
        "options",
        "possible_options",
        "scene",
        "statements",
        "undeclared",
        "version",
        "with_options",
        "workbench",
    ]
)
"""The members that describe a game or set up positions. Whatever else a subclass overrides,
private members included, is a rule that the kernel does not know, so Python plays."""


class Remembering:
    """The private base class of tile games: a slot for what follows from their hooks.

    It is not a field, so that equality, copies and pickles leave it out: where a pickle is read,
    the class may have other hooks. A cached property would slow down all other attributes of a
    slotted class.
    """

    __slots__ = ("_engine",)

    _engine: Engine


def overridden(kind: type, engine: type) -> set[str]:
    """The members of an engine that decide rules and that a subclass overrides.

    >>> import qwirkle.authoring
    >>> class House(qwirkle.authoring.TileGame):
    ...     def starter(self, players, hands):
    ...         return 0
    >>> overridden(House, qwirkle.authoring.TileGame)
    {'starter'}
    """
    names = {name for base in kind.__mro__[: kind.__mro__.index(engine)] for name in vars(base)}
    names = {name for name in names if hasattr(engine, name) and not name.startswith("__")}
    return names - DESCRIBING


class Result(NamedTuple):
    """The result of a game that the kernel played, by seat."""

    scores: tuple[int, ...]
    turns: tuple[int, ...]
    starter: int
    plies: int
    reason: str | None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points (E4, R7); empty if the game was cut off."""
        best = max(self.scores) if self.reason else None
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)


class Engine:
    """Values that follow from the hooks of a game, worked out once, and the kernel's part in it."""

    __slots__ = (
        "_of", "_rules", "_single", "adds_points", "bonus", "by_tile", "can_forbid", "can_lose",
        "is_bounded", "may_forbid", "opens", "plays", "points", "specials",
    )  # fmt: skip

    def __init__(self, game: Any) -> None:
        base = next(kind for kind in type(game).__mro__ if Remembering in kind.__bases__)
        own = overridden(type(game), base) - ASKED
        self._of = game.rules
        self.points: tuple[int, ...] = (0, 0, *map(game.line_points, range(2, 7)))
        """The points for lines of 0 to 6 tiles on the board, where one tile is not a line."""
        self.bonus = game.end_bonus()
        """The points for ending the game by placing the last tile of a hand."""
        self.specials = game.specials
        """The names of the special tiles in the box."""
        self.by_tile = "forbids" not in own
        """Whether placements are forbidden only because of single tiles."""
        vetoes = {"forbids", "forbids_tile"}
        kinds = type(game).__mro__[: type(game).__mro__.index(base)]
        saying = [kind for kind in kinds if "may_forbid" in vars(kind)]
        forbidding = [kind for kind in kinds if vetoes & vars(kind).keys()]
        self.can_forbid = any(not any(issubclass(s, k) for s in saying) for k in forbidding)
        """Whether a class forbids placements, and neither it nor a subclass says when."""
        self.may_forbid = not own.isdisjoint([*vetoes, "may_forbid"])
        """Whether any class forbids placements."""
        self.adds_points = "bonus_points" in own
        """Whether a subclass overrides the hook `bonus_points`."""
        self._single: int | None = None
        with suppress(Exception):  # few games ever ask for it, and those show the error
            self._single = game.line_points(1)
        self.opens = self._single is not None and not game.fixed_board
        """Whether the kernel knows the openings, which run from 0,0 unless the board is fixed."""
        self.is_bounded = own.isdisjoint(["bonus_points", "final_scores"])
        """Whether the points of a game follow from those for lines and for finishing."""
        least = min(*self.points, self._single or 0) + min(self.bonus, 0)
        self.can_lose = least < 0 or not self.is_bounded
        """Whether players may lose points."""
        self.plays = not own and not self.specials and self._single is not None
        """Whether the kernel knows all its rules."""
        self._rules: Rules | None = None

    @property
    def rules(self) -> Rules | None:
        """The rules as the kernel needs them; None without a kernel, or if they do not fit it."""
        if self._rules is None:
            rules = self._of
            # Points may be too large for the kernel, or not be integers at all.
            with suppress(TypeError, ValueError, OverflowError):
                self._rules = kernel.Rules(
                    points=self.points,
                    single=self._single or 0,
                    bonus=self.bonus,
                    hand_size=rules.hand_size,
                    exchange_limit=rules.exchange_limit,
                    stacks=rules.supply == "stacks",
                    must_exchange=rules.stuck == "must-exchange",
                    at_once=rules.no_play == "at-once",
                )
        return self._rules

    def placements(self, position: TilePosition) -> Groups | None:
        """The placements of the player to move."""
        if kernel is None or not self.plays or (rules := self.rules) is None:
            return None
        found: Groups | None = kernel.placements(position, rules)
        return found

    def placements_on(
        self, grid: Grid, hand: tuple[Tile, ...], size: int = 0, with_bonus: bool = False
    ) -> Groups | None:
        """The placements of some tiles of a hand of some size on a board."""
        return self.rules and grid.placements(hand, size, self.rules, with_bonus)

    def fitting_points(self, grid: Grid, move: Place) -> int | NotImplementedType | None:
        """The points of a placement, or None if it does not fit; NotImplemented if Python must
        decide."""
        points: int | NotImplementedType | None = NotImplemented
        if (rules := self.rules) is not None:
            points = grid.fitting_points(move.cells, move.laid, rules)
        return points

    def score(
        self, position: TilePosition, move: Place, hand: tuple[Tile, ...], *, with_bonus: bool
    ) -> Score | None:
        """The score of a placement of some tiles of a hand, by the rules of the usual tile game."""
        grid: Any = position.board.open_cells
        if kernel is None or type(grid) is not kernel.Grid:
            return None
        rules = self.rules
        found: Score | None = rules and grid.score(move.cells, move.laid, hand, with_bonus, rules)
        return found


def engine_of(game: TileHooks) -> Engine:
    """The engine of a tile game."""
    # Not by catching an AttributeError, which would be the context of an error in a hook.
    known: Engine | None = getattr(game, "_engine", None)
    if known is None:
        known = Engine(game)
        object.__setattr__(game, "_engine", known)
    return known


def apply(game: TileHooks, state: S, move: Move) -> S | None:
    """The state after a legal placement or exchange."""
    # A state of another variant has other points, although this one decides the rest.
    if kernel is None or state.outcome is not None or state.variant is not game:
        return None
    engine = engine_of(game)
    if not engine.plays or (rules := engine.rules) is None:
        return None
    after: S | None = kernel.apply(state, move, rules)
    return after


def observe(state: TileState, seat: int, kind: Any) -> Any:
    """The view of a player, of some class."""
    return kernel and kernel.observe(state, seat, kind)


def play(
    variant: Variant,
    start: View | int,
    games: Sequence[tuple[int, Sequence[str]]],
    longest: int,
) -> list[Result] | None:
    """The results of whole games between built-in bots.

    Args:
        variant: the variant.
        start: the number of players of new games, or a view from which every game goes on after
            the pieces that its player cannot see have been dealt again.
        games: the seed of each game, and the names of its bots by seat.
        longest: the number of moves after which a game is cut off.
    """
    if (rules := _rules_to_play(variant)) is None:
        return None
    game: Any = variant
    of, count, viewer = game.box, start, 0
    if not isinstance(start, int):  # any state behind the view will do
        of, count, viewer = start.sample_state(Random(0)), len(start.players), start.seat
    jobs = [(str(seed), tuple(bots)) for seed, bots in games]
    try:
        played = kernel.play(of, count, viewer, rules, jobs, longest)
    except (ValueError, MemoryError):  # a board that is or gets too large, or an unknown bot
        return None
    return [Result(*result) for result in played]


def leads(
    view: View, moves: Sequence[Move], worlds: int, plies: int, text: str
) -> list[tuple[int, ...]] | None:
    """For each placement, the sum of the player's leads in each world after some greedy moves.

    Args:
        view: the view of the player to move.
        moves: the placements.
        worlds: how many worlds to try; the unseen tiles are dealt again for each.
        plies: the number of greedy moves.
        text: determines the worlds.
    """
    if (rules := _rules_to_play(view.variant)) is None:
        return None
    found: Any = view.variant.legal_moves(view)
    numbers = {move: number for number, move in enumerate(found.placements)}
    try:
        chosen = tuple(numbers[move] for move in moves)
        leads: list[tuple[int, ...]] = kernel.leads(
            view.sample_state(Random(0)), rules, chosen, worlds, plies, text
        )
    except (KeyError, ValueError, MemoryError):  # another move, or a board that gets too large
        return None
    return leads


def games(
    variant: Variant,
    count: int,
    players: int,
    window: int,
    most_idle: int,
    reward: int,
    arrays: Sequence[object],
) -> Games | None:
    """Many games at once, in small steps, which write into arrays.

    Args:
        variant: the variant.
        count: the number of games.
        players: the number of players.
        window: the width and height of the window.
        most_idle: the number of moves without a placement after which a game is cut off.
        reward: the number of the kind of reward.
        arrays: the arrays for the boards, the numbers, the masks, the rewards, the ends, the
            scores, and the placements left out.
    """
    if (rules := _rules_to_play(variant)) is None:
        return None
    game: Any = variant
    made: Games | None = None
    with suppress(ValueError):  # too many points
        if len(game.box) <= MOST_TILES:
            made = kernel.Games(rules, count, players, window, most_idle, reward, *arrays)
    return made


def _rules_to_play(variant: Variant) -> Rules | None:
    """The rules of a game that the kernel can play alone, since it knows all of them."""
    if kernel is None or not isinstance(variant, Remembering):
        return None
    engine = engine_of(variant)  # type: ignore[arg-type]  # a tile game remembers
    return engine.rules if engine.plays and not engine.can_lose else None
