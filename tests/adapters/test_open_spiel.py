"""Qwirkle in OpenSpiel: the same game, hidden information stays hidden, and the API holds."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from random import Random
from typing import Any

import attrs
import numpy as np
import pyspiel
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import make_observation
from open_spiel_games import VARIANTS, games
from own_games import Partners
from tile_games import LONG

import qwirkle
from qwirkle import Exchange, QwirkleError, Tile
from qwirkle.adapters.arrays import Layout
from qwirkle.adapters.draws import Node
from qwirkle.adapters.open_spiel import QwirkleObserver, QwirkleState, RolloutEvaluator
from qwirkle.adapters.turns import PartialTurn
from qwirkle.authoring import Special, TileGame
from qwirkle.state import largest_set
from qwirkle.tiles import as_tiles

FEW = settings.default.max_examples // 4  # type: ignore[union-attr]


def loaded(**params: Any) -> Any:
    """The game with these parameters."""
    return pyspiel.load_game("python_qwirkle", params)


def at(position: qwirkle.TileState, **params: Any) -> Any:
    """A state of OpenSpiel that has reached a position."""
    state = loaded(variant=position.variant.name, players=len(position.players), **params)
    state = state.new_initial_state()
    turn = PartialTurn.begin(state.node.setting.steps, position)
    state.node = attrs.evolve(state.node, state=position, awaited=turn, largest=len(position.board))
    return state


def step(state: Any, *words: str) -> None:
    """Take the actions with these names."""
    for wanted in words:
        called = {state.action_to_string(action): action for action in state.legal_actions()}
        state.apply_action(called[wanted])


def random_moment(variant: str, players: int, seed: int) -> tuple[Any, Random]:
    """A state somewhere in a random game, possibly in the middle of a turn or a draw."""
    random = Random(seed)
    state = loaded(variant=variant, players=players).new_initial_state()
    for _ in range(random.randrange(20, 450)):
        if state.is_terminal():
            break
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(numbers, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return state, random


seeds = st.integers(0, 2**32 - 1)
somewhere = st.builds(random_moment, st.sampled_from(VARIANTS), st.integers(2, 4), seeds)


# The same game


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_of_the_library_is_a_game_in_open_spiel(variant: str, players: int) -> None:
    """The deal, the steps of all moves, all draws and their probabilities agree."""
    turns = 0
    for there, here, _ in games(variant, players, seed=players):
        state = there.node.state
        assert (state.board, state.hands, state.scores) == (here.board, here.hands, here.scores)
        assert (state.turn, state.passes, state.outcome) == (here.turn, here.passes, here.outcome)
        assert state.extra == here.extra
        assert Counter(state.supply.tiles) == Counter(here.supply.tiles)
        assert there.is_terminal() == here.is_over
        turns += 1
    assert there.returns() == list(here.scores)
    assert turns > 40


def test_an_exchange_from_stacks_that_reaches_returned_tiles_r19() -> None:
    """Two unknown tiles come in any order, then those that were returned before."""
    position = qwirkle.position(
        "schmidt", board="Rs@0,0", hands=["Bd Gk", "Yx Rc Px"], supply="Gc Pt", turn=0
    )
    state = at(position)
    step(state, "mark Gk", "mark Bd", "end the turn", "draw Pt", "draw Gc")
    assert [str(tile) for tile in state.node.state.supply.tiles] == ["Gk", "Bd"]
    assert str(state).splitlines()[-3:-1] == ["supply, mixed: ", "under it, in order: Gk Bd"]
    step(state, "mark Yx", "end the turn")
    assert state.chance_outcomes() == [(_number(state, "Gk"), 1.0)]
    step(state, "draw Gk")
    assert [str(tile) for tile in state.node.state.supply.tiles] == ["Bd", "Yx"]
    assert str(state).splitlines()[-3:-1] == ["supply, mixed: ", "under it, in order: Bd Yx"]


def _number(state: Any, piece: str) -> int:
    return [str(kind) for kind in state.node.setting.kinds].index(piece)


def test_a_special_is_drawn_by_chance_and_another_piece_after_it_a2() -> None:
    """No hand gets it; all players see it and get its action tile."""
    position = qwirkle.position(
        "schmidt-actions", board="Rs@0,0", hands=["Bs Gk", "Yx"], supply="Gc *take-tile Pt"
    )
    state = at(position)
    step(state, "Bs at 1,0", "end the turn")
    assert [chance for _, chance in state.chance_outcomes()] == [1 / 3] * 3
    step(state, "draw *take-tile")
    assert state.is_chance_node()
    step(state, "draw Gc")
    step(state, "draw Pt")
    after = state.node.state
    assert after.actions == (("take-tile",),) * 2
    assert "Gc" not in state.information_state_string(1)
    assert state.information_state_string(1).endswith("seat 0: Bs@1,0 draws *take-tile")
    assert state.information_state_string(0).endswith("seat 0: Bs@1,0 draws Gc Pt *take-tile")


def test_a_supply_without_a_tile_counts_as_empty_r8() -> None:
    """Only a special is left, so nothing is drawn."""
    position = qwirkle.position(
        "schmidt-actions", board="Rs@0,0", hands=["Bs Gk", "Yx"], supply="*take-tile"
    )
    state = at(position)
    step(state, "Bs at 1,0", "end the turn")
    assert state.current_player() == 1
    assert state.node.state.supply.tiles == (Special("take-tile"),)


# The end


def test_a_game_is_cut_off_when_the_board_does_not_grow() -> None:
    """All players exchange for two rounds, and the returns are the points so far."""
    position = qwirkle.position(
        "standard", board="Rs@0,0", hands=["Bd Gk", "Yx", "Oc"], scores=[7, 9, 3]
    )
    state = at(position, idle_rounds=2)
    turns = 0
    while not state.is_terminal():
        assert state.returns() == [0.0] * 3
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        else:
            step(state, f"mark {state.node.state.hand[0]}", "end the turn")
            turns += 1
    assert turns == 6
    assert state.returns() == state.rewards() == [7, 9, 3]
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert not state.node.state.is_over
    assert "the board has not grown for 6 moves" in str(state)


def test_a_tile_that_only_fills_a_gap_does_not_count_as_growth() -> None:
    """Otherwise taking and placing a tile could go on for ever."""
    position = qwirkle.position(
        "schmidt-actions", board="Rs@0,0", hands=["Rd", "Yx"], actions=["", ""], supply="Rc Bk"
    )
    state = at(position, idle_rounds=9)
    state.node = attrs.evolve(state.node, largest=2, idle=3)
    step(state, "Rd at 1,0", "end the turn", "draw Rc", "draw Bk")
    assert (state.node.largest, state.node.idle) == (2, 4)


def test_the_bounds_hold_for_the_longest_games() -> None:
    """With one idle round allowed, adding one tile as rarely as possible stays within them."""
    state = loaded(idle_rounds=1).new_initial_state()
    random, steps, draws = Random(1), 0, 0
    while not state.is_terminal():
        actions = state.legal_actions()
        if state.is_chance_node():
            draws += 1
            state.apply_action(random.choice(actions))
            continue
        marks = [a for a in actions if 1 <= a <= 36]
        steps += 1
        state.apply_action(
            marks[0] if marks and not state.node.idle else 0 if 0 in actions else actions[-1]
        )
    setting = state.node.setting
    assert 300 < steps <= setting.most_steps == 109 * 2 * 7
    assert 300 < draws <= setting.most_draws
    assert max(state.returns()) <= setting.most_points == 108 * 24 + 6
    assert state.get_game().max_chance_nodes_in_history() == setting.most_draws
    assert state.get_game().max_game_length() == setting.most_steps


class Golf(TileGame):
    """A game in which every line costs points."""

    def line_points(self, length: int) -> int:
        return -length


def test_points_that_a_variant_takes_away_are_in_the_bounds() -> None:
    qwirkle.register(Golf("golf-by-steps"))
    game = loaded(variant="golf-by-steps")
    assert (game.min_utility(), game.max_utility()) == (-(108 * 12 + 6), 108 * 12 + 6)
    assert str(loaded().min_utility()) == "0.0"


def test_a_game_without_an_action_in_the_window_is_cut_off() -> None:
    """The points so far are the returns."""
    position = qwirkle.position(board=LONG, hands=["Rc Bk", "Ot"], supply="", scores=[5, 7])
    state = at(position, window=13)
    step(state, "Bk at 1,-1", "end the turn")
    assert state.is_terminal()
    assert not state.node.state.is_over
    assert state.returns() == [float(points) for points in state.node.state.scores]
    assert state.returns()[1] == 7
    assert RolloutEvaluator(np.random.RandomState(1)).evaluate(state).tolist() == state.returns()


# Hidden information


def seen(state: Any, player: int) -> tuple[Any, ...]:
    """Everything that OpenSpiel shows to a player."""
    return (
        state.observation_string(player),
        state.information_state_string(player),
        state.observation_tensor(player),
    )


@settings(max_examples=FEW)
@given(somewhere)
def test_states_that_differ_only_in_hidden_pieces_look_the_same(found: tuple[Any, Random]) -> None:
    """Dealing the unseen pieces again makes no difference to a player."""
    state, random = found
    for player, view in enumerate(map(state.node.view, range(state.num_players()))):
        if view is not None:
            other = state.clone()
            other.node = attrs.evolve(state.node, state=view.sample_state(random))
            assert seen(other, player) == seen(state, player)


HAND = "Rc Rs Rd Rt Rk Gx"
DRAWN = "Yx Ox Bx Px Gc"


def exchanged(variant: str, others: list[Tile], size: int) -> Any:
    """Seat 0 is dealt a hand, opens with five tiles and draws; seat 1 has the first of the
    others, exchanges some of them and draws the next."""
    state = loaded(variant=variant).new_initial_state()
    step(state, *(f"draw {tile}" for tile in [*as_tiles(HAND), *others[:6]]))
    assert state.current_player() == 0
    step(state, *(f"{tile} at {x},0" for x, tile in enumerate(HAND.split()[:5])))
    step(state, "end the turn", *(f"draw {tile}" for tile in DRAWN.split()))
    for number in range(size):  # the first tiles of the hand; after a mark, the turn can end
        state.apply_action(state.legal_actions()[number > 0])
    step(state, "end the turn", *(f"draw {tile}" for tile in others[6 : 6 + size]))
    return state


@settings(max_examples=2 * FEW)
@given(
    st.sampled_from(["standard", "schmidt"]),
    st.permutations(
        [t for t in qwirkle.get_variant("schmidt").pieces() if str(t) not in HAND + DRAWN]  # type: ignore[attr-defined]
    ),
    st.integers(1, 6),
)
def test_two_games_that_a_player_cannot_tell_apart_look_the_same(
    variant: str, others: list[Tile], size: int
) -> None:
    """It does not matter what seat 1 was dealt, exchanged and drew, if seat 0 begins."""
    assume(largest_set(others[:6]) < 5)
    usual = as_tiles("Os Yc Gd Bt Pk Bc Ys Gt Bk Pd Yt Gk")
    one, other = exchanged(variant, list(usual), size), exchanged(variant, others, size)
    assert seen(one, 0) == seen(other, 0)
    assert one.information_state_string(0).endswith(f"\nseat 1: swap {size}")
    if sorted(others[: 6 + size]) != sorted(usual[: 6 + size]):
        assert seen(one, 1) != seen(other, 1)


def test_steps_of_a_turn_are_seen_by_their_player_alone() -> None:
    """The others see the move when it is complete."""
    position = qwirkle.position("standard", board="Rs@0,0", hands=["Rd Gk", "Yx"])
    state = at(position)
    before = seen(state, 0), seen(state, 1)
    step(state, "Rd at 1,0")
    assert seen(state, 1) == before[1]
    assert all(now != old for now, old in zip(seen(state, 0), before[0], strict=True))
    assert state.observation_string(0).splitlines()[1] == "now: Rd@1,0"
    assert state.information_state_string(0) == "now: Rd@1,0"
    assert str(state).endswith("now: Rd@1,0")
    state = at(position)
    step(state, "mark Rd")
    assert seen(state, 1) == before[1]
    assert all(now != old for now, old in zip(seen(state, 0), before[0], strict=True))
    assert state.observation_string(0).splitlines()[1] == "now: swap Rd"


# The tensor


@settings(max_examples=FEW)
@given(somewhere)
def test_the_tensor_has_the_arrays_of_the_view(found: tuple[Any, Random]) -> None:
    """They are concatenated, with the player's own turn so far and nothing of another's."""
    state, _ = found
    observation = make_observation(state.get_game())
    layout = Layout(state.node.setting.steps, state.num_players())
    for player in range(state.num_players()):
        observation.set_from(state, player)
        view = state.node.view(player)
        assert np.array_equal(observation.tensor, state.observation_tensor(player))
        assert observation.string_from(state, player) == state.observation_string(player)
        if view is None:
            assert not observation.tensor.any()
            continue
        turn = state.node.own_turn(player) or PartialTurn.begin(layout.steps, view)
        arrays = layout.arrays(view, turn)
        assert list(arrays) == list(observation.dict)
        for name, numbers in arrays.items():
            np.testing.assert_array_equal(observation.dict[name], numbers)
        together = np.concatenate([numbers.ravel() for numbers in arrays.values()])
        np.testing.assert_array_equal(observation.tensor, together)


# Public and private observations

NOBODY, ONE, ALL = (
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)


def part(state: Any, player: int, *, public: bool, private: Any, recall: bool = False) -> str:
    """The output of an observer of this kind for a state."""
    wanted = pyspiel.IIGObservationType(
        public_info=public, perfect_recall=recall, private_info=private
    )
    observation = make_observation(state.get_game(), wanted)
    observation.set_from(state, player)
    assert (observation.tensor, observation.dict) == (None, {})
    return str(observation.string_from(state, player))


@settings(max_examples=FEW)
@given(somewhere)
def test_the_two_parts_of_an_observation_make_the_whole(found: tuple[Any, Random]) -> None:
    """One is the same for all and shows no hand; the other is a player's hand and steps."""
    state, random = found
    [public] = {
        part(state, seat, public=True, private=NOBODY) for seat in range(state.num_players())
    }
    for seat in range(state.num_players()):
        private = part(state, seat, public=False, private=ONE)
        assert part(state, seat, public=False, private=NOBODY) == ""
        if not state.observation_string(seat):
            assert public == private == ""
            continue
        hand, *steps = private.splitlines()
        view, *same_steps = state.observation_string(seat).splitlines()
        assert steps == same_steps
        fields = {**json.loads(public), **json.loads(hand), "qwirkle": "view", "format": 1}
        assert {**fields, "unseen": json.loads(view)["unseen"]} == json.loads(view)
        assert not {"seat", "hand", "unseen"} & {*json.loads(public)}
    player = state.current_player()
    if player >= 0:
        other = state.resample_from_infostate(player, random.random)
        for recall in (False, True):
            for seat in range(state.num_players()):
                seen_by_all = {"public": True, "private": NOBODY, "recall": recall}
                assert part(other, seat, **seen_by_all) == part(state, seat, **seen_by_all)
            own = {"public": False, "private": ONE, "recall": recall}
            assert part(other, player, **own) == part(state, player, **own)


@settings(max_examples=FEW)
@given(somewhere)
def test_the_two_parts_of_a_history_make_the_whole(found: tuple[Any, Random]) -> None:
    """A player's lines are the public ones, except those that say more to that player."""
    state, _ = found
    public = part(state, 0, public=True, private=NOBODY, recall=True).splitlines()
    for seat in range(state.num_players()):
        whole = state.information_state_string(seat).splitlines()
        own = part(state, seat, public=False, private=ONE, recall=True).splitlines()
        assert own == [line for line in whole if line not in public]
        assert len(whole) - len(public) == sum(line.startswith("now: ") for line in whole)
        mine = (f"seat {seat} is dealt ", f"seat {seat}: ", "now: ")
        assert all(line.startswith(mine) for line in own)


def test_what_all_players_see_of_draws_and_exchanges() -> None:
    """They see the number of tiles exchanged and the specials (A2), but not the tiles."""
    position = qwirkle.position(
        "schmidt-actions", board="Rs@0,0", hands=["Bd Gk", "Bs Yx"], supply="Gc *take-tile Pt"
    )
    state = at(position)
    step(state, "mark Gk", "end the turn", "draw *take-tile", "draw Pt")
    step(state, "Bs at 1,0", "end the turn", "draw Gc", "draw Gk")
    public = part(state, 0, public=True, private=NOBODY, recall=True)
    assert public.splitlines() == ["seat 0: swap 1 draws *take-tile", "seat 1: Bs@1,0"]
    assert [part(state, seat, public=False, private=ONE, recall=True) for seat in (0, 1)] == [
        "seat 0: swap Gk draws Pt *take-tile",
        "seat 1: Bs@1,0 draws Gc Gk",
    ]


def test_other_observers_are_refused() -> None:
    """No observer sees all hands, and there are no settings."""
    setting = loaded().setting
    everything = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=ALL
    )
    for wanted, params in ((everything, None), (None, {"size": 3})):
        with pytest.raises(QwirkleError, match="sees the tiles of at most one player"):
            QwirkleObserver(setting, wanted, params)
    history = QwirkleObserver(setting, pyspiel.IIGObservationType(perfect_recall=True))
    state = loaded().new_initial_state()
    history.set_from(state, 0)
    assert (history.tensor, history.dict, history.string_from(state, 0)) == (None, {}, "")


# OpenSpiel's interface


def test_parameters_choose_the_game() -> None:
    """They set the variant, its options and the number of players."""
    text = "python_qwirkle(variant=schmidt-actions,options=dealt:true base:hebrew,players=4)"
    game = pyspiel.load_game(text)
    variant = qwirkle.get_variant("schmidt-actions", dealt=True, base="hebrew")
    assert game.setting.variant == variant
    assert game.num_players() == 4
    again = pyspiel.load_game(str(game))
    assert (str(again), again.setting) == (str(game), game.setting)
    assert loaded().setting == type(game)().setting


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"variant": "cards"}, "only a tile game has turns in steps"),
        ({"variant": "standart"}, "standard"),
        ({"players": 5}, "2 to 4 players"),
        ({"window": 40}, "window must be odd"),
        ({"idle_rounds": 0}, "idle_rounds must be a number from 1 to 10000, not 0"),
        ({"idle_rounds": 10_001}, "idle_rounds must be a number from 1 to 10000, not 10001"),
        ({"options": "hand_size"}, "expected an option like hand_size:5, not 'hand_size'"),
        ({"options": "hand_size:many"}, "hand_size must be a number"),
        ({"options": "tile_break:oldest"}, "there is no option 'tile_break'"),
        ({"options": "name:schmidt"}, "there is no option 'name'"),
        ({"options": "hand_size:" + "[" * 100_000}, "hand_size must be a number"),
    ],
)
def test_a_game_that_does_not_exist_is_refused(params: dict[str, Any], message: str) -> None:
    """The message is the library's own."""
    with pytest.raises(QwirkleError, match=message):
        loaded(**params)


def test_impossible_actions_are_refused_and_change_nothing() -> None:
    """A missing piece, an unknown number, a wrong step and a move after the end are refused."""
    state = at(qwirkle.position("standard", board="Rs@0,0", hands=["Rd", "Gk"], supply="Yx"))
    before = state.node
    with pytest.raises(QwirkleError, match="action 1314 is not possible"):
        state.apply_action(1314)
    with pytest.raises(QwirkleError, match="nothing is drawn now"):
        state.chance_outcomes()
    assert state.node is before
    step(state, "Rd at 1,0", "end the turn")
    with pytest.raises(QwirkleError, match="Rd cannot be drawn; possible: Yx"):
        state.apply_action(_number(state, "Rd"))
    with pytest.raises(QwirkleError, match="pieces are numbered 0 to 35, not 36"):
        state.apply_action(36)
    with pytest.raises(QwirkleError, match="pieces are numbered 0 to 35, not -1"):
        state.node.after(-1)
    with pytest.raises(QwirkleError, match="pieces are numbered 0 to 35, not 'Yx'"):
        state.node.after("Yx")
    step(state, "draw Yx")
    position = qwirkle.position("standard", board="Rs@0,0", hands=["Rd", "Gk"], supply="")
    state = at(position)
    step(state, "Rd at 1,0", "end the turn")
    assert state.is_terminal()
    for act in (state.apply_action, state.node.describe):
        with pytest.raises(QwirkleError, match="action 0 is not possible: the game is over"):
            act(0)
    with pytest.raises(QwirkleError, match="not the turn of seat 1"):
        state.node.sampled(1, Random(1))


@settings(max_examples=FEW)
@given(somewhere)
def test_copies_are_equal_and_independent(found: tuple[Any, Random]) -> None:
    """Clones, and states restored by OpenSpiel or by pickle, are tested."""
    state, _ = found
    game = state.get_game()
    assert state.clone().node is state.node
    for copy in (
        state.clone(),
        game.deserialize_state(state.serialize()),
        pickle.loads(pickle.dumps(state)),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ):
        assert isinstance(copy, QwirkleState)
        assert (copy.node, str(copy)) == (state.node, str(state))
        assert copy.history() == state.history()
        assert copy.legal_actions() == state.legal_actions()
        if not state.is_terminal():
            before = state.node
            copy.apply_action(copy.legal_actions()[0])
            assert state.node is before != copy.node


@settings(max_examples=FEW)
@given(somewhere)
def test_a_state_is_imagined_from_what_its_player_knows(found: tuple[Any, Random]) -> None:
    """It looks the same to the player to move, and allows the same actions."""
    state, random = found
    player = state.current_player()
    assume(player >= 0)
    other = state.resample_from_infostate(player, random.random)
    assert seen(other, player) == seen(state, player)
    assert other.legal_actions() == state.legal_actions()
    for seat in range(state.num_players()):
        if seat != player:
            assert other.observation_string(seat) == other.information_state_string(seat)


def test_a_sampled_state_depends_on_the_sampler_and_forgets_tiles_under_the_stacks() -> None:
    """Like a view, it mixes the whole supply."""
    state = exchanged("schmidt", list(as_tiles("Os Yc Gd Bt Pk Bc Os")), 1)
    assert (state.current_player(), state.node.known) == (0, 1)
    once, again, other = (
        state.resample_from_infostate(0, lambda number=number: number).node
        for number in (0.25, 0.25, 0.75)
    )
    assert once == again != other
    assert once.known == 0


def test_the_first_node_has_no_observations() -> None:
    """Before the deal there is no view, no turn and no history."""
    state = loaded().new_initial_state()
    node: Node = state.node
    assert (node.view(0), node.turn, node.own_turn(0)) == (None, None, None)
    assert (state.observation_string(0), state.information_state_string(0)) == ("", "")
    assert (node.public_observation(), node.private_observation(0)) == ("", "")
    assert state.returns() == [0.0, 0.0]
    assert str(state) == "deal draws "
    assert state._legal_actions(0) == []


def test_the_returns_are_the_final_scores() -> None:
    """A settlement counts, and the bounds are wide enough for it."""
    qwirkle.register(Partners("partners"))
    game = pyspiel.load_game("python_qwirkle(variant=partners,players=4,idle_rounds=30)")
    state, random = game.new_initial_state(), Random(4)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    final = state.node.state
    assert tuple(state.returns()) == final.standings
    assert final.is_over
    assert final.standings != final.scores
    assert game.min_utility() == -game.max_utility() == -(10**9)


# Random games


def late(variant: str = "standard") -> Any:
    """A state of OpenSpiel near the end of a greedy game, in the middle of a turn."""
    state = qwirkle.new_game(variant, seed=1)
    while len(state.supply) > 6:
        moves = qwirkle.legal_moves(state)
        state = qwirkle.apply(state, moves.best() or Exchange(state.hand[:1]))
    there = at(state)
    there.apply_action(there.legal_actions()[-1])
    return there


def test_random_games_have_the_returns_of_open_spiels_own() -> None:
    """The averages differ by no more than chance would explain."""
    state, count = late(), 150
    ours = RolloutEvaluator(np.random.RandomState(1))
    theirs = RandomRolloutEvaluator(1, np.random.RandomState(2))
    found = np.array([[each.evaluate(state) for each in (ours, theirs)] for _ in range(count)])
    error = np.sqrt(found.var(0).sum(0) / count)
    assert (error < 3).all()
    difference = found[:, 0].mean(0) - found[:, 1].mean(0)
    assert (abs(difference) < 3 * error).all()
    several = RolloutEvaluator(np.random.RandomState(1), n_rollouts=count).evaluate(state)
    np.testing.assert_allclose(several, found[:, 0].mean(0))


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_go_on_from_any_state(variant: str) -> None:
    """Deals, draws, turns under way and ends; the state stays as it is."""
    evaluator = RolloutEvaluator(np.random.RandomState(3))
    for seed in range(4):
        state, _ = random_moment(variant, 2 + seed % 3, seed)
        before = str(state)
        returns = evaluator.evaluate(state)
        assert str(state) == before
        assert returns.shape == (state.num_players(),)
        if state.is_terminal():
            assert returns.tolist() == state.returns()
            continue
        assert returns.max() > 0
        prior = evaluator.prior(state)
        assert [action for action, _ in prior] == state.legal_actions()
        assert abs(sum(chance for _, chance in prior) - 1) < 1e-9
        if state.is_chance_node():
            assert prior == state.chance_outcomes()
    over = at(qwirkle.position(variant, board="Rs@0,0", hands=["", "Gd"], scores=[3, 4], supply=""))
    assert evaluator.evaluate(over).tolist() == [3, 4]
    first = loaded(variant=variant).new_initial_state()
    assert evaluator.evaluate(first).max() > 10


def test_random_games_mix_only_what_nobody_knows_r19() -> None:
    """The tiles under the stacks stay in their order."""
    state = exchanged("schmidt", list(as_tiles("Os Yc Gd Bt Pk Bc Os Ys Gt")), 3)
    node: Node = state.node
    assert node.state is not None
    pieces = node.state.supply.tiles
    found = [node.mixed(Random(seed)) for seed in range(5)]
    assert node.known == 3
    for mixed in found:
        assert mixed.supply.tiles[-3:] == pieces[-3:]
        assert Counter(mixed.supply.tiles) == Counter(pieces)
        assert (mixed.hands, mixed.board) == (node.state.hands, node.state.board)
    assert len({mixed.supply.tiles for mixed in found}) == len({mixed.seed for mixed in found}) == 5
    with pytest.raises(QwirkleError, match="no state before the deal is over"):
        loaded().new_initial_state().node.mixed(Random(1))
