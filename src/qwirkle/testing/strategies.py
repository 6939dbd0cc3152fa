"""Hypothesis strategies for tiles, and for the games of any variant.

A playout is drawn as one number for each move: an index into the first legal moves, or a seed for
a random one. Legal moves have a fixed order, so a failure shrinks to few moves, and to the first
legal ones.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from hypothesis import strategies as st

from qwirkle.api import apply, legal_moves, new_game
from qwirkle.cells import Cell
from qwirkle.moves import Move
from qwirkle.registry import get_variant
from qwirkle.state import State
from qwirkle.supply import SEEDS
from qwirkle.tilegame.rules import COPIES
from qwirkle.tiles import TILES, Tile
from qwirkle.variant import Variant

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
