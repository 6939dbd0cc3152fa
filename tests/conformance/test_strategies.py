"""The public strategies: the values they give, and that failures shrink to something small."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from cases import case
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisWarning, NoSuchExample

import qwirkle
from qwirkle import Cell, Color, Exchange, Shape, State, Tile
from qwirkle.testing import cells, hands, moves_of, playouts, states, tiles

ALL_TILES = [Tile(color, shape) for color in Color for shape in Shape]
ACTIONS = qwirkle.get_variant("schmidt-actions", dealt=True)


def small(strategy: st.SearchStrategy[Any], condition: Any = lambda found: True) -> Any:
    """The smallest example that Hypothesis finds, without an explanation."""
    quick = settings(phases=[Phase.generate, Phase.shrink], database=None, max_examples=1000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HypothesisWarning)  # it shows examples at length
        return find(strategy, condition, settings=quick)


# Tiles, cells and hands


def test_every_tile_occurs() -> None:
    """All 36 tiles occur, and nothing else."""
    for tile in ALL_TILES:
        with case(tile):
            assert small(tiles(), lambda found, tile=tile: found is tile) is tile


@given(tiles())
def test_tiles_are_the_shared_ones(tile: Tile) -> None:
    """They are not copies."""
    assert tile in ALL_TILES
    assert Tile(tile.color, tile.shape) is tile


def test_tiles_shrink_to_the_first() -> None:
    """They shrink to the red circle, or to the first of a colour."""
    assert str(small(tiles())) == "Rc"
    assert str(small(tiles(), lambda tile: tile.color is Color.BLUE)) == "Bc"
    assert str(small(tiles(), lambda tile: tile.color is not Color.RED)) == "Oc"


@given(cells(furthest=3))
def test_cells_near_the_middle(cell: Cell) -> None:
    """They are within the requested distance in every direction."""
    assert type(cell) is Cell
    assert max(abs(cell.x), abs(cell.y)) <= 3


def test_cells_of_any_kind() -> None:
    """Distant and negative cells occur too, and they shrink to the middle."""
    assert small(cells()) == (0, 0)
    assert small(cells(), lambda cell: cell.x > 1000) == (1001, 0)
    assert small(cells(), lambda cell: cell.y < -1000) == (0, -1001)
    assert small(cells(furthest=3), lambda cell: cell.x == cell.y == -3) == (-3, -3)
    assert small(cells(furthest=0)) == (0, 0)
    with pytest.raises(NoSuchExample):
        small(cells(furthest=3), lambda cell: cell.x > 3)


@given(hands())
def test_hands_come_out_of_one_box(hand: tuple[Tile, ...]) -> None:
    """They have at most six tiles, sorted, and never four of a kind."""
    assert len(hand) <= 6
    assert list(hand) == sorted(hand)
    assert max(Counter(hand).values(), default=0) <= 3


@given(hands(min_size=2, max_size=9))
def test_hands_of_other_sizes(hand: tuple[Tile, ...]) -> None:
    """The size is as requested, and a position accepts them."""
    assert 2 <= len(hand) <= 9
    qwirkle.position(qwirkle.get_variant("standard", hand_size=9), hands=[hand, ()])


def test_hands_shrink() -> None:
    """They shrink to no tiles, to the fewest tiles, and to the first ones."""
    assert small(hands()) == ()
    assert small(hands(min_size=2)) == (Tile.parse("Rc"),) * 2
    three = small(hands(), lambda hand: max(Counter(hand).values(), default=0) == 3)
    assert len(three) == 3
    assert len(set(small(hands(), lambda hand: len(set(hand)) == 6))) == 6
    assert len(small(hands(max_size=12), lambda hand: len(hand) > 10)) == 11


# Games


@pytest.mark.parametrize("variant", ["standard", "schmidt", ACTIONS], ids=str)
def test_a_playout_is_a_game(variant: Any) -> None:
    """It begins with the deal, and every state follows from the last by a legal move."""

    @given(playouts(variant, max_moves=6))
    def test(played: list[State]) -> None:
        first = played[0]
        assert first.variant == qwirkle.get_variant(variant)
        assert first == qwirkle.new_game(variant, players=first.players, seed=first.seed)  # type: ignore[attr-defined]
        assert len(first.players) in first.variant.player_counts
        assert len(played) <= 7
        for before, after in pairwise(played):
            moves = (move for _, move in zip(range(200), qwirkle.legal_moves(before), strict=False))
            assert any(qwirkle.apply(before, move) == after for move in moves)

    test()


@given(playouts(min_moves=4, max_moves=4))
def test_playouts_of_a_given_length(played: list[State]) -> None:
    """They have the requested number of moves, unless the game ends before."""
    assert len(played) == 5


@given(playouts(max_moves=0))
def test_playouts_without_a_move(played: list[State]) -> None:
    """They have only the deal."""
    [state] = played
    assert not state.is_over
    assert state.scores == (0,) * len(state.players)


def test_playouts_stop_at_the_end() -> None:
    """A finished game gets no more moves, however many are requested."""

    @settings(max_examples=1)
    @given(playouts("cards", min_moves=150, max_moves=150))
    def test(played: list[State]) -> None:
        assert played[-1].is_over
        assert not any(state.is_over for state in played[:-1])

    test()


def test_playouts_shrink_to_few_first_moves() -> None:
    """They have as few players and moves as possible, seed 0, and the first legal moves."""
    played = small(playouts(), lambda found: len(found) > 3)
    assert len(played) == 4
    assert played[0] == qwirkle.new_game(players=2, seed=0)
    for before, after in pairwise(played):
        assert qwirkle.apply(before, next(iter(qwirkle.legal_moves(before)))) == after


def test_playouts_shrink_to_the_relevant_moves() -> None:
    """One exchange after the opening is the shortest game with an exchange."""
    played = small(
        playouts("schmidt", max_moves=20),
        lambda found: any(a.board == b.board for a, b in pairwise(found)),
    )
    assert len(played) == 3
    assert len(played[0].players) == 2


@given(states("mindware", max_moves=3))
def test_states_are_reached_by_playing(state: State) -> None:
    """They have at most the requested moves, and any seed and number of players."""
    assert state.variant.name == "mindware"
    assert 0 <= state.ply <= 3  # type: ignore[attr-defined]


def test_states_shrink() -> None:
    """They shrink to the first deal, or to the first state that meets a condition."""
    assert small(states()) == qwirkle.new_game(players=2, seed=0)
    assert len(small(states(), lambda state: len(state.players) == 4).players) == 4
    acted = small(states(ACTIONS), lambda state: state.acted)
    assert acted.ply == 1
    assert len(acted.board) == 0


def test_states_of_every_variant() -> None:
    """Names and variants are accepted, with options too."""
    names: list[Any] = [*qwirkle.variants(), ACTIONS]
    for variant in names:
        state = small(states(variant, max_moves=2), lambda found: found.ply == 2)
        assert state.variant == qwirkle.get_variant(variant)


def test_moves_of_a_state() -> None:
    """Every move occurs, and the first is the smallest."""
    state = qwirkle.position(board="Rs@0,0", hands=["Bs Gd", "Rc"], supply="Oc Od")
    moves = list(qwirkle.legal_moves(state))
    assert small(moves_of(state)) == moves[0]
    for move in moves:
        assert small(moves_of(state), lambda found, move=move: found == move) == move


@given(st.data())
def test_moves_of_a_view(data: st.DataObject) -> None:
    """The view of the player to move is accepted too."""
    state = qwirkle.position(board="Rs@0,0", hands=["Bs Gd", "Rc"], supply="Oc Od")
    move = data.draw(moves_of(qwirkle.observe(state, 0)))  # type: ignore[arg-type]
    assert move in qwirkle.legal_moves(state)


def test_moves_of_a_long_list() -> None:
    """The first are listed and any other can be sampled, so that large boards stay quick."""
    state = qwirkle.new_game(seed=1)
    state = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))
    moves = list(qwirkle.legal_moves(state))
    assert len(moves) > 50
    assert small(moves_of(state), lambda found: True) == moves[0]
    assert isinstance(small(moves_of(state), lambda found: isinstance(found, Exchange)), Exchange)


def test_a_finished_game_has_no_moves() -> None:
    """There is nothing to draw from."""
    state = qwirkle.position(board="Rs@0,0", hands=["", "Rc"], supply="")
    assert moves_of(state).is_empty


# By type


@given(st.from_type(Tile), st.from_type(Cell), st.from_type(State))  # type: ignore[type-abstract]
def test_from_type(tile: Tile, cell: Cell, state: State) -> None:
    """Hypothesis knows the strategies for the types of the library."""
    assert tile in ALL_TILES
    assert type(cell) is Cell
    assert isinstance(state, qwirkle.TileState)


def test_from_type_shrinks_as_well() -> None:
    """They are the same strategies."""
    assert str(small(st.from_type(Tile))) == "Rc"
    assert small(st.from_type(Cell)) == (0, 0)
    assert small(st.from_type(State)) == qwirkle.new_game(players=2, seed=0)


def test_from_type_needs_no_import_of_the_strategies() -> None:
    """Hypothesis finds them by its own entry point, in a program that only plays."""
    program = (
        "import sys, qwirkle; assert 'hypothesis' not in sys.modules;"
        "from hypothesis import find, strategies as st;"
        "print(find(st.from_type(qwirkle.Tile), lambda tile: tile.color.name == 'BLUE'))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout.strip()) == (0, "Bc"), run.stderr
