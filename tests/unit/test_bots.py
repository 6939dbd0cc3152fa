"""Bots: their moves are legal to the end and depend only on the view, and each plays as stated."""

from __future__ import annotations

from random import Random
from typing import Any

import players
import pytest
from cases import case
from harbour import Harbour
from players import seen, walk
from samples import HOSTILE, finished, opened, played, waiting

import qwirkle
from qwirkle import Exchange, Move, Pass, Place, State, View, bots
from qwirkle.bots import (
    BOTS,
    CAREFUL,
    CAREFUL_ELSEWHERE,
    STRONG,
    STRONG_ELSEWHERE,
    Bot,
    bot_name,
    careful,
    get_bot,
    greedy,
    strong,
)
from qwirkle.errors import InvalidValue
from qwirkle.lookahead import Effort, worth_using
from qwirkle.lookahead import played as looked_ahead
from qwirkle.supply import Chance


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("variant", ["standard", "schmidt-actions", "cards"])
def test_bots_depend_only_on_their_view(variant: str, name: str) -> None:
    """The same view gives the same move, and so does every state that looks like it."""
    bot = BOTS[name]
    state: State = qwirkle.new_game(variant, players=3, seed=5)
    for turn in range(8):
        view = seen(state)
        move = bot(view)
        assert move == bot(view)
        assert move in qwirkle.legal_moves(view)
        for seed in range(2):
            other = view.sample_state(Random(f"{turn} {seed}"))
            assert bot(seen(other)) == move
        state = qwirkle.apply(state, move)


def test_the_random_bot_never_changes() -> None:
    """Its moves for a seed must stay the same, because results depend on them."""
    view = seen(played(9))
    assert Chance(bots._known(view)).random() == 0.2567359462797796
    assert str(bots.random(view)) == "Gd@3,1 Od@4,1"


@pytest.mark.parametrize("variant", ["standard", "schmidt-actions"])
def test_greedy_scores_the_most(variant: str) -> None:
    """Its moves agree with the plain definition throughout a game."""
    for state in walk(qwirkle.new_game(variant, seed=2), greedy)[:-1]:
        totals = [qwirkle.score(state, move).total for move in qwirkle.legal_moves(state)]
        assert qwirkle.score(state, greedy(seen(state))).total == max(totals)


def test_a_bot_that_cannot_place_exchanges_as_many_as_possible() -> None:
    """It exchanges as many tiles as the supply has; with an empty supply it passes."""
    stuck: dict[str, Any] = {"hands": ["Gd Gd Yk Ox", "Bc"]}
    for bot in (greedy, careful):
        assert bot(seen(opened(**stuck, supply="Rc Rd Rt Rk Rx"))) == Exchange("Gd Gd Yk Ox")
        assert bot(seen(opened(**stuck, supply="Rc Rd"))) == Exchange("Ox Yk")
        assert bot(seen(opened(**stuck, supply=""))) == Pass()


def test_careful_does_not_leave_a_line_of_five() -> None:
    """In this position another player must hold the tile that completes it."""
    board = "Rs@0,0 Rc@1,0 Rd@2,0 Rt@3,0"
    state = qwirkle.position(board=board, hands=["Rk Bs", "Rx"], supply="")
    assert len(qwirkle.apply(state, greedy(seen(state))).board.lines()[0].tiles) == 5
    after = qwirkle.apply(state, careful(seen(state)))
    assert max(len(line.tiles) for line in after.board.lines()) == 4
    alone = qwirkle.position(board=board, hands=["Rk Bs", "Gx"], supply="")
    after = qwirkle.apply(alone, careful(seen(alone)))
    assert max(len(line.tiles) for line in after.board.lines()) == 5


def test_careful_is_greedy_with_very_large_hands() -> None:
    """If a hand can have more than twelve tiles, looking ahead would take too long."""
    board = "Rs@0,0 Rc@1,0 Rd@2,0 Rt@3,0"
    for size, is_greedy in ((12, False), (13, True)):
        game = qwirkle.get_variant("standard", hand_size=size)
        state = qwirkle.position(game, board=board, hands=["Rk Bs", "Rx"], supply="")
        assert (careful(seen(state)) == greedy(seen(state))) is is_greedy


def by_the_book(view: View, effort: Effort) -> Move:
    """The choice of a bot that looks ahead, worked out without any shortcut."""

    def most(state: Any) -> Move:
        moves = list(qwirkle.legal_moves(state))
        best = max(moves, key=lambda move: qwirkle.score(state, move).total)
        return max(moves, key=lambda m: len(m.tiles)) if isinstance(best, Exchange) else best

    def ahead(move: Move) -> float:
        total = 0
        for world in worlds:
            state = qwirkle.apply(world, move)
            for _ in range(effort.rounds * len(view.players)):
                state = state if state.is_over else qwirkle.apply(state, most(state))
            mine = state.scores[view.seat]
            total += sum(mine - score for score in state.scores)
        return total

    chance = Chance(bots._known(view))
    worlds: list[Any] = [view.sample_state(chance) for _ in range(effort.worlds)]
    points = {
        move: qwirkle.score(view, move).total
        for move in qwirkle.legal_moves(view)
        if isinstance(move, Place)
    }
    if not points:
        return greedy(view)
    order = sorted(points, key=lambda move: -points[move])[: effort.candidates]
    return max((m for m in order if points[m] >= points[order[0]] - effort.margin), key=ahead)


@pytest.mark.parametrize(
    ("bot", "effort", "count", "plies"),
    [(careful, CAREFUL, 3, [0, 20, -8, -3]), (strong, STRONG, 2, [3, -8, -3])],
)
def test_bots_that_look_ahead_follow_their_description(
    bot: Bot, effort: Effort, count: int, plies: list[int]
) -> None:
    """A slower method gives the same moves at the opening, in the middle and at the end."""
    states = walk(qwirkle.new_game(players=count, seed=9), greedy)
    different = 0
    for state in [states[ply] for ply in plies]:
        assert bot(seen(state)) == by_the_book(seen(state), effort)
        different += bot(seen(state)) != greedy(seen(state))
    assert different >= 1


def test_a_move_that_keeps_the_turn_is_used_when_it_is_worth_it() -> None:
    """Taking the purple circle makes a Qwirkle of six; without it a careful bot waits."""
    game = qwirkle.get_variant("schmidt-actions", dealt=True)
    circles = "Rc@0,0 Oc@1,0 Yc@2,0 Gc@3,0 Bc@4,0"
    held = qwirkle.position(game, board=f"{circles} Bd@4,1 Pd@5,1 Pc@5,2", hands=["Gx", "Rd"])
    assert str(worth_using(seen(held))) == str(careful(seen(held))) == "take 5,2"
    assert str(careful(seen(qwirkle.apply(held, careful(seen(held)))))) == "Pc@5,0"
    plain = qwirkle.position(game, board="Rc@0,0 Oc@1,0", hands=["Yc Gc Gx", "Rd"])
    assert worth_using(seen(plain)) is None
    assert isinstance(careful(seen(plain)), Place)


def test_drawing_is_tried_in_several_worlds() -> None:
    """Three tiles from a supply of purple circles complete the line, in every world."""
    game = qwirkle.get_variant("schmidt-actions", dealt=True, actions=["draw-three"])
    board = "Rc@0,0 Oc@1,0 Yc@2,0 Gc@3,0 Bc@4,0"
    state = qwirkle.position(game, board=board, hands=["Gx", "Pc"], supply="Pc Pc")
    assert str(careful(seen(state))) == "draw-three"


@pytest.mark.parametrize(
    ("bot", "effort"), [(careful, CAREFUL_ELSEWHERE), (strong, STRONG_ELSEWHERE)]
)
def test_looking_ahead_in_a_game_of_another_kind(bot: Bot, effort: Effort) -> None:
    """In the card game, random turns with as many Qwirkles are compared with the greedy one."""

    def ahead(move: Move) -> int:
        total = 0
        for world in worlds:
            state: Any = qwirkle.apply(world, move)
            for _ in view.players:
                if not state.is_over:
                    state = qwirkle.apply(state, qwirkle.legal_moves(state).some_best())
            total += sum(state.scores[view.seat] - score for score in state.scores)
        return total

    different = 0
    for state in walk(qwirkle.new_game("cards", players=2, seed=2), greedy)[4:-1]:
        view: Any = seen(state)
        moves, chance = qwirkle.legal_moves(view), Chance(f"{bots._known(view)} moves")
        tried = [greedy(view), *(moves.some_best(chance) for _ in range(effort.candidates))]
        chance = Chance(bots._known(view))
        worlds = [view.sample_state(chance) for _ in range(effort.worlds)]
        assert bot(view) == max(tried, key=ahead)
        assert qwirkle.score(view, bot(view)).total == qwirkle.score(view, greedy(view)).total
        different += bot(view) != greedy(view)
    assert different >= 1


def test_a_world_where_a_move_is_too_hard_to_find_ends_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = qwirkle.new_game("cards", players=2, seed=2)
    state = qwirkle.apply(state, greedy(seen(state)))
    monkeypatch.setattr("qwirkle.lookahead.STEPS", 1)
    assert [move for _, move, _ in looked_ahead(state, greedy(seen(state)), 2)] == [
        greedy(seen(state))
    ]
    assert careful(seen(state)) == greedy(seen(state))


def test_a_bot_without_a_legal_move() -> None:
    """Bots raise an error after the end and for a waiting player."""
    for name in BOTS:
        for view in [seen(finished()), waiting()]:
            with (
                case(name, view),
                pytest.raises(InvalidValue, match="there is no legal move to choose"),
            ):
                BOTS[name](view)


def test_bots_need_views() -> None:
    """A state is refused, because it would allow cheating."""
    for name in BOTS:
        with case(name):
            for other in (opened, *HOSTILE.values()):
                with pytest.raises(InvalidValue, match="a bot needs a view"):
                    BOTS[name](other())


def test_bots_by_name() -> None:
    """They are in order of strength, and the mapping cannot be changed."""
    assert list(BOTS) == ["random", "greedy", "careful", "strong"]
    assert [get_bot(name) for name in BOTS] == [bots.random, greedy, careful, strong]
    assert get_bot(players.first) is players.first
    with pytest.raises(TypeError):
        BOTS["mine"] = players.first  # type: ignore[index]


def test_names_of_bots() -> None:
    """Functions, registered names and objects, by their class, have names."""
    found: list[Any] = [*BOTS, *BOTS.values(), players.first, players.Named()]
    names = ["random", "greedy", "careful", "strong"]
    assert [bot_name(bot) for bot in found] == [*names, *names, "first", "Named"]


def test_wrong_names_of_bots() -> None:
    with pytest.raises(InvalidValue, match=r"no bot is called 'gredy'; did you mean 'greedy'\?"):
        get_bot("gredy")
    with pytest.raises(InvalidValue, match=r"'X'; choose careful, greedy, random, strong$"):
        bot_name("X")
    for other in (make() for make in HOSTILE.values()):
        if not callable(other):
            with pytest.raises(InvalidValue, match=r"choose careful|a name or a function"):
                get_bot(other)  # type: ignore[arg-type]


def test_own_moves_that_pass_the_turn_are_worth_nothing() -> None:
    """Nobody knows what they are good for, so no bot here uses them."""
    view = seen(qwirkle.position(Harbour("harbour"), board="Rs@0,0", hands=["Rc", "Gd"]))
    moves: Any = qwirkle.legal_moves(view)
    assert [*map(str, moves.own)] == ["whistle", "light 0,0"]
    assert worth_using(view) is None
