"""Advice: exact at the end, estimates before, and reasons that come from sampled replies."""

from __future__ import annotations

import re
from typing import Any

import pytest
from players import walk

import qwirkle
from qwirkle import Place, advice, advise
from qwirkle.bots import greedy
from qwirkle.errors import InvalidValue

CIRCLES = "Rc@0,0 Oc@1,0 Yc@2,0 Gc@3,0"


def solved(state: Any, seat: int) -> int:
    """A player's final lead if both play their best, by trying everything."""
    if state.is_over:
        return int(state.standings[seat] - state.standings[1 - seat])
    values = [solved(qwirkle.apply(state, move), seat) for move in qwirkle.legal_moves(state)]
    return max(values) if state.turn == seat else min(values)


def endings(variant: str) -> list[Any]:
    """Positions with few tiles and nothing to draw."""
    if variant == "schmidt-actions":  # small boards, since any tile of a board can be taken
        board, actions = "Rs@0,0 Rc@1,0 Bc@1,1", [["take-tile", "draw-three"], ["take-tile"]]
        return [
            qwirkle.position(variant, board=board, hands=hands, supply="", actions=actions)
            for hands in (["Gc Rx", "Rd Gs"], ["Gc Yd", "Rd Yk"], ["Rd", "Rx"])
        ]
    states = [
        state
        for seed in range(12)
        for state in walk(qwirkle.new_game(variant, players=2, seed=seed), greedy)
        if not state.is_over and not state.supply and sum(map(len, state.hands)) <= 4
    ]
    assert len(states) >= 10
    return states


@pytest.mark.parametrize("variant", ["standard", "schmidt", "schmidt-actions"])
def test_the_end_is_exact(variant: str) -> None:
    """Brute force, which tries every line of play, finds the same final leads."""
    for state in endings(variant):
        advised = advise(state, top=3)
        values = [solved(qwirkle.apply(state, it.move), state.turn) for it in advised]
        assert [it.lead for it in advised] == values == sorted(values, reverse=True)
        assert values[0] == solved(state, state.turn)
        assert all(it.exact and not it.error for it in advised)


def test_the_end_in_words() -> None:
    state = qwirkle.position(board="Rs@0,0", hands=["Bs", "Gd"], supply="")
    assert advise(state)[0].why == ("if both play their best, you finish 8 ahead",)
    behind = qwirkle.position(board="Rs@0,0", hands=["Bs", "Gd"], supply="", scores=[0, 9])
    assert advise(behind)[0].why == ("if both play their best, you finish 1 behind",)
    level = qwirkle.position(board="Rs@0,0", hands=["Bs", "Gd"], supply="", scores=[0, 8])
    assert advise(level)[0].why == ("if both play their best, you finish level",)


@pytest.mark.parametrize(("name", "limit"), [("MOST_TRIED", 3), ("DEEPEST", 1)])
def test_beyond_a_limit_the_end_is_estimated(
    monkeypatch: pytest.MonkeyPatch, name: str, limit: int
) -> None:
    """One deal is enough then, since the other's hand is known."""
    board = "Rs@0,0 Rc@1,0 Rd@2,0 Rt@3,0"
    state = qwirkle.position(board=board, hands=["Rk Bs Gd", "Rx Bd Gx"], supply="")
    monkeypatch.setattr(advice, name, limit)
    advised = advise(state)
    assert not any(it.exact for it in advised)
    assert not any("deals" in reason for it in advised for reason in it.why)
    for it in advised:
        assert it.lead == advise(state, seconds=0.01)[advised.index(it)].lead


def test_seven_tiles_are_few_enough() -> None:
    """Most endings with up to seven tiles are solved; the limit is a matter of their boards."""
    for seed in (5, 8, 10):
        states = walk(qwirkle.new_game(players=2, seed=seed), greedy)
        ending = next(it for it in states if not it.supply and sum(map(len, it.hands)) <= 7)
        assert all(it.exact for it in advise(ending))


def test_moves_that_take_long_to_find_are_counted_when_they_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A hand of cards can be laid in thousands of ways; finding them all takes many seconds."""
    table = ["Rc Rs Rd", "Oc Os Od", "Yc Ys Yd", "Gc Gs Gd"]
    late = qwirkle.position("cards", table=table, hands=["Rt Ot Yt Gt Bt", "Yk Bx"], pile="")
    monkeypatch.setattr(advice, "MOST_TRIED", 1_000)
    monkeypatch.setattr(advice, "apply", lambda *_: pytest.fail("one position has too many"))
    assert advice._solved(qwirkle.observe(late, 0), 5) is None


def test_permutations_of_the_same_cells_are_named_once() -> None:
    """An opening of three tiles has six orders, which lead to the same."""
    state = qwirkle.position(hands=["Rs Rc Rd Bk", "Gd"], turn=0)
    advised = advise(state)
    assert len(advised) == 1
    assert isinstance(advised[0].move, Place)


def test_estimates_add_up() -> None:
    """A lead consists of the scores so far, the move, the answers and the next turn."""
    states = walk(qwirkle.new_game(players=2, seed=4), greedy)
    for state in states[1:30:7]:
        best, *others = advise(state)
        assert best.error == 0
        assert not best.exact
        leads = [it.lead for it in (best, *others)]
        assert leads == sorted(leads, reverse=True)
        for it in (best, *others):
            now, answers, then = map(float, re.findall(r"\d+(?:\.\d)?", it.why[0]))
            before = state.scores[state.turn] - state.scores[1 - state.turn]
            assert now == it.score.total == qwirkle.score(state, it.move).total
            assert it.lead == pytest.approx(before + now - answers + then, abs=0.11)
        assert advise(qwirkle.observe(state, state.turn)) == [best, *others]
        assert advise(state, seed=1) != [best, *others]


def test_a_move_that_is_clearly_worse_is_not_as_good() -> None:
    """Placing the red clover below scores nearly as much, and gives nothing away."""
    state = qwirkle.position(board=f"{CIRCLES} Bc@4,0", hands=["Pc Rt Gx", "Gd"])
    first, *others = advise(state)
    assert str(first.move) in ("Pc@5,0", "Pc@-1,0")
    assert first.score.total == 12
    for it in others:
        alike = abs(first.lead - it.lead) <= 2 * it.error
        assert alike is any("as good as the first" in reason for reason in it.why)
    assert any(first.lead - it.lead > 2 * it.error for it in others)


def test_reasons_come_from_the_replies() -> None:
    """Someone who makes a line of five is warned, and told if no move prevents a Qwirkle."""
    hands = ["Bc Gx Rs", "Pc Gd"]
    state = qwirkle.position(board=CIRCLES, hands=hands, supply="Pc Pc Bc Rs Gx")
    reasons = {it.move: it.why for it in advise(state, top=20)}
    five = [why for move, why in reasons.items() if str(move) in ("Bc@4,0", "Bc@-1,0")]
    assert five
    assert all("they complete the circles with the purple circle" in why[-1] for why in five)
    assert all("none of these moves stops it" not in why[-1] for why in five)
    state = qwirkle.position(board=f"{CIRCLES} Bc@4,0", hands=["Gx Rs Rd", "Pc Gd"], supply="Pc")
    for it in advise(state):
        assert it.why[-1].endswith("with the purple circle; none of these moves stops it")
    state = qwirkle.position(board="Rs@0,0 Bs@1,0", hands=["Gs", "Gd"])
    assert not any("they" in reason for it in advise(state) for reason in it.why[1:])


def test_crosses_and_colours_have_names() -> None:
    board = "Rx@0,0 Ox@1,0 Yx@2,0 Gx@3,0 Bx@4,0"
    state = qwirkle.position(board=board, hands=["Gs Rd", "Px"], supply="Px Px")
    assert "complete the crosses with the purple cross" in advise(state)[0].why[-1]
    board = "Rx@0,0 Rc@1,0 Rs@2,0 Rd@3,0 Rt@4,0"
    state = qwirkle.position(board=board, hands=["Gc Yk", "Rk"], supply="Rk Rk")
    assert "complete the red tiles with the red clover" in advise(state)[0].why[-1]


def test_every_game_has_advice() -> None:
    """Also with action tiles, with cards, for one and for many players."""
    game = qwirkle.get_variant("schmidt-actions", dealt=True)
    board = f"{CIRCLES} Bc@4,0 Bd@4,1 Pd@5,1 Pc@5,2"
    acting = qwirkle.position(game, board=board, hands=["Gx Rd", "Rd"])
    assert str(advise(acting)[0].move) == "take 5,2"
    cards = walk(qwirkle.new_game("cards", players=3, seed=2), greedy)[5]
    advised = advise(cards, top=2)
    assert 1 <= len(advised) <= 2
    assert all(it.move in qwirkle.legal_moves(cards) for it in advised)
    late = qwirkle.position("cards", table=["Rc Rs Rd"], hands=["Rt Gd", "Yk Bx"], pile="")
    assert advise(late)[0].move in qwirkle.legal_moves(late)
    many = qwirkle.new_game(players=4, seed=1)
    assert advise(many)[0].move in qwirkle.legal_moves(many)
    alone = qwirkle.new_game(qwirkle.get_variant("standard", min_players=1), players=1, seed=1)
    first = advise(alone)[0]
    now, then = re.fullmatch(r"(\d+) now, then (\d+\.\d)", first.why[0]).groups()  # type: ignore[union-attr]
    assert float(then) > 0
    assert first.lead == pytest.approx(int(now) + float(then), abs=0.05)


def test_a_time_to_think_gives_more_deals() -> None:
    state = qwirkle.new_game(players=2, seed=1)
    assert advise(state, seconds=0.3)[0].move in qwirkle.legal_moves(state)


def test_what_cannot_be_advised() -> None:
    over = qwirkle.position(board="Rs@0,0", hands=["", "Gd"], supply="")
    with pytest.raises(InvalidValue, match="no move to advise: the game is over"):
        advise(over)
    state = qwirkle.new_game(players=2, seed=1)
    with pytest.raises(InvalidValue, match="no move to advise: it is another player's turn"):
        advise(qwirkle.observe(state, 1 - state.turn))
    for wrong in (0, -1, float("nan"), float("inf"), True, "1", 10**9):
        with pytest.raises(InvalidValue, match="seconds must be a number"):
            advise(state, seconds=wrong)  # type: ignore[arg-type]


def test_advice_as_json() -> None:
    state = qwirkle.position(board="Rs@0,0", hands=["Bs", "Gd"], supply="")
    text = qwirkle.to_json(advise(state, top=1))
    assert '"lead": 8.0, "error": 0.0, "exact": true, "why": ["if both' in text
