"""Games to test with: strategies for Hypothesis, and the games that the checks share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final

import attrs
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import strategies as st

from qwirkle.api import apply, legal_moves, new_game
from qwirkle.cells import Cell
from qwirkle.moves import Move
from qwirkle.registry import get_variant
from qwirkle.state import State, View
from qwirkle.supply import SEEDS
from qwirkle.tilegame.rules import COPIES
from qwirkle.tiles import TILES, Tile
from qwirkle.variant import Variant
from qwirkle.words import counted

FIRST = 20
"""The number of moves to list and choose from, since a state can have too many to list all."""


def tiles() -> st.SearchStrategy[Tile]:
    """One of the 36 tiles.

    >>> from hypothesis import find
    >>> find(tiles(), lambda tile: tile.color.name == "BLUE")
    Tile.parse('Bc')
    """
    return st.sampled_from(TILES)


def cells(*, furthest: int | None = None) -> st.SearchStrategy[Cell]:
    """A cell; with ``furthest``, one whose coordinates are at most that far from 0.

    >>> from hypothesis import find
    >>> find(cells(furthest=9), lambda cell: cell.x > 2)
    Cell(x=3, y=0)
    """
    low = None if furthest is None else -furthest
    return st.builds(Cell, st.integers(low, furthest), st.integers(low, furthest))


def hands(*, min_size: int = 0, max_size: int = 6) -> st.SearchStrategy[tuple[Tile, ...]]:
    """A sorted hand from one box, so with at most three equal tiles.

    >>> from hypothesis import find
    >>> find(hands(), lambda hand: len(set(hand)) == 2)
    (Tile.parse('Rc'), Tile.parse('Rs'))
    """
    box = sorted(TILES * COPIES)
    places = st.sets(st.integers(0, len(box) - 1), min_size=min_size, max_size=max_size)
    return places.map(lambda chosen: tuple(box[place] for place in sorted(chosen)))


def moves_of(state: State) -> st.SearchStrategy[Move]:
    """A legal move, one of the first few or a random one; nothing if there is none.

    >>> from hypothesis import find
    >>> state = new_game(seed=1)
    >>> find(moves_of(state), lambda move: True) == next(iter(legal_moves(state)))
    True
    """
    moves = legal_moves(state)
    if not moves:
        return st.nothing()
    by_chance = st.integers(0, 2**32 - 1).map(lambda seed: moves.sample(Random(seed)))
    return st.sampled_from(list(islice(moves, FIRST))) | by_chance


@st.composite
def playouts(
    draw: st.DrawFn,
    variant: str | Variant = "standard",
    *,
    min_moves: int = 0,
    max_moves: int = 40,
) -> list[State]:
    """The states of a game from its start, one before each move and one after the last.

    Args:
        draw: an argument that Hypothesis supplies.
        variant: a variant or its name.
        min_moves: the least number of moves, unless the game ends earlier.
        max_moves: the largest number of moves.

    >>> from hypothesis import given
    >>> @given(playouts("schmidt", max_moves=3))
    ... def test(states):
    ...     assert [state.ply for state in states] == list(range(len(states)))
    >>> test()
    """
    chosen = get_variant(variant)
    players = draw(st.sampled_from(chosen.player_counts))
    seed = draw(st.integers(SEEDS[0], SEEDS[-1]))
    state: State = new_game(chosen, players=players, seed=seed)
    states = [state]
    for _ in range(draw(st.integers(min_moves, max_moves))):
        if state.is_over:
            break
        state = apply(state, draw(moves_of(state)))
        states.append(state)
    return states


def states(variant: str | Variant = "standard", *, max_moves: int = 40) -> st.SearchStrategy[State]:
    """A state that a game of the variant can reach.

    >>> from hypothesis import given
    >>> @given(states("schmidt", max_moves=3))
    ... def test(state):
    ...     assert state.ply <= 3
    >>> test()
    """
    return playouts(variant, max_moves=max_moves).map(lambda played: played[-1])


# Checks

LIMIT: Final = 400
"""The largest number of moves of a state to list, since a state can have thousands."""

SOME: Final = 60
"""The number of moves to list where a few are enough, since some games list them slowly."""


class NotSound(AssertionError):
    """A broken promise of a variant; the message says which, and where.

    >>> issubclass(NotSound, AssertionError)
    True
    """


def insist(truth: object, message: str, *where: object) -> None:
    """Raise an error with the values concerned unless something is true."""
    if not truth:
        raise NotSound("\n".join([message, *(f"  at {thing!r}" for thing in where)]))


@attrs.frozen
class Check:
    """A check of the suite, which is a function of a variant, with the promise that it tests.

    >>> from qwirkle.testing import CHECKS
    >>> for check in CHECKS[2:4]:
    ...     print(f"{check.name}: {check.sentence}")
    conservation: No tile is lost or made, and hands are sorted.
    order: Every legal move is listed once, in the same order for equal states.
    """

    name: str
    """The name, which is part of the name of the test."""
    sentence: str
    """The promise, which a failure also states."""
    _run: Callable[[Variant], None]

    def __call__(self, variant: Variant) -> None:
        """Test a variant.

        Raises:
            NotSound: if the variant breaks the promise.
        """
        try:
            self._run(variant)
        except NotSound as error:
            promise = f"  the promise ({self.name}): {self.sentence}"
            raise NotSound(f"{error}\n{promise}") from error.__cause__


def promise(run: Callable[[Any], None]) -> Check:
    """A check of the suite; its docstring is its sentence."""
    return Check(run.__name__, " ".join((run.__doc__ or "").split()), run)


def game_promise(test: Callable[[list[State]], None]) -> Check:
    """A check of the suite that tests the states of many games."""
    return attrs.evolve(promise(test), run=partial(on_games, test))


@attrs.define
class _Games:
    """The games that checks look at, and the moves that were listed in them."""

    variant: Variant | None = None
    """Their variant, once all of them were played."""
    played: list[list[State]] = attrs.field(factory=list)
    listed: dict[int, list[Move]] = attrs.field(factory=dict)
    """The moves by the id of the state, which is in use as long as its game is here."""

    def kept(self, states: list[State]) -> list[State]:
        """Keep the states of a game, and return them."""
        self.played.append(states)
        return states


# The games of the last variant, since most checks look at the same games: playing them, and
# listing their moves, takes longer than the checks do. They belong to one object, and not to all
# that are equal to it, since another one may have another fault.
_last = _Games()


def on_games(test: Callable[[list[State]], None], variant: Variant) -> None:
    """Run a test on the states of many games, and report the first failure with its seed."""

    def on_states(states: list[State]) -> None:
        try:
            test(states)
        except NotSound as error:
            seed, moves = getattr(states[0], "seed", "?"), counted(len(states) - 1, "moves")
            where = f"{variant!r} with {len(states[0].players)} players, seed {seed}, after {moves}"
            sentence, *details = str(error).splitlines()
            raise NotSound("\n".join([sentence, f"  in {where}", *details])) from None

    if _last.variant is variant:
        for states in _last.played:
            on_states(states)
        return
    # The first check tests each game before the next one is played, since a variant may be so
    # faulty that some games cannot be played.
    _last.variant, _last.played, _last.listed = None, [], {}
    usual = settings(
        max_examples=12,
        phases=[Phase.generate],
        deadline=None,
        derandomize=True,
        database=None,
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=Verbosity.quiet,  # a game as Hypothesis shows it takes hundreds of lines
        suppress_health_check=list(HealthCheck),  # pyright: ignore[reportArgumentType]
    )
    usual(given(playouts(variant, max_moves=30).map(_last.kept))(on_states))()
    _last.variant = variant


def listed(state: State | View, most: int = LIMIT + 1) -> list[Move]:
    """The first legal moves."""
    return list(islice(legal_moves(state), most))


def listed_once(state: State) -> list[Move]:
    """The moves of a state of the games that are being tested."""
    if id(state) not in _last.listed:
        _last.listed[id(state)] = listed(state)
    return _last.listed[id(state)]
