"""Turns in small steps: they lead to every legal move and to nothing else."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tile_games import ACTIONS, SOME, TILE_GAMES

import qwirkle
from qwirkle import Cell, Exchange, Move, Pass, Place, TileState, TileView
from qwirkle.adapters.turns import PartialTurn, Steps
from qwirkle.authoring import TileGame
from qwirkle.errors import InvalidValue
from qwirkle.testing import states
from qwirkle_variants import DrawThree, TakeTile

FEW = 600  # few enough moves to list in every order of their tiles


def position(**fields: object) -> TileState:
    """A position with a red square on the board."""
    return qwirkle.position(**{"board": "Rs@0,0", "supply": "Yk Yx Gc", **fields})  # type: ignore[call-overload]


def begin(state: TileState | TileView) -> PartialTurn:
    """A turn with nothing chosen yet."""
    return PartialTurn.begin(Steps.of(state.variant), state)


def step(turn: PartialTurn, *actions: int) -> PartialTurn:
    """The turn after some steps that do not complete it."""
    for action in actions:
        after = turn.after(action)
        assert isinstance(after, PartialTurn)
        turn = after
    return turn


def words(turn: PartialTurn) -> list[str]:
    """The possible actions in words."""
    return [turn.steps.describe(action, turn) for action in turn.actions]


def expected(turn: PartialTurn) -> set[int]:
    """The possible actions by definition, found by examining every action."""
    steps, start = turn.steps, turn.position
    placed = dict(turn.placed)
    filled = {**start.board, **placed}
    cells = sorted({near for cell in filled for near in cell.neighbors} - filled.keys())
    cells = cells or [Cell(0, 0)]
    moves = list(qwirkle.legal_moves(start))
    places = [dict(move.tiles) for move in moves if isinstance(move, Place)]
    places = [each for each in places if placed.items() <= each.items() and not turn.marked]
    swaps = [move.tiles for move in moves if isinstance(move, Exchange)]
    marked = turn.marked
    found: set[int] = set()
    if placed in places or marked in swaps or (Pass() in moves and not turn.slots):
        found.add(0)
    unused = [slot for slot in range(len(start.hand)) if slot not in turn.slots]
    for slot in unused:
        tile = start.hand[slot]
        if any(start.hand[other] == tile for other in unused if other < slot):
            continue
        if not placed and any(each[: len(marked) + 1] == (*marked, tile) for each in swaps):
            found.add(1 + slot)
        for number, cell in enumerate(cells):
            if any(each.get(cell) == tile for each in places):
                found.add(1 + steps.hand + slot * steps.cells + number)
    if not turn.slots:
        others = [move for move in moves if not isinstance(move, (Place, Exchange, Pass))]
        first = 1 + steps.hand + steps.hand * steps.cells
        found |= set(range(first, first + len(others)))
    return found


def reached(turn: PartialTurn, known: dict[object, set[Move]]) -> set[Move]:
    """The moves that some steps lead to; each choice is examined once, whatever its order."""
    choice = frozenset(turn.placed), turn.marked
    if choice not in known:
        assert turn.actions, "a dead end"
        known[choice] = set()
        for action in turn.actions:
            after = turn.after(action)
            known[choice] |= {after} if isinstance(after, Move) else reached(after, known)
    return known[choice]


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_every_legal_move_is_reached_and_nothing_else(game: TileGame) -> None:
    """States of real games and the views of the player to move are tested."""
    acted: Counter[type[Move]] = Counter()

    @SOME
    @given(states(game, max_moves=30))
    def check(state: Any) -> None:
        moves = qwirkle.legal_moves(state)
        assume(not state.is_over and moves.count() <= FEW)
        acted.update(map(type, moves))
        seen = qwirkle.observe(state, state.turn)
        assert reached(begin(state), {}) == set(moves) == reached(begin(seen), {})

    check()
    kinds = {Place, Exchange} | ({DrawThree, TakeTile} if game is ACTIONS else set())
    assert kinds <= set(acted)


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_the_actions_are_those_of_the_definition(game: TileGame) -> None:
    """They agree at every step of a move, in the view too, and are within the action space."""

    @SOME
    @given(states(game, max_moves=30), st.data())
    def check(state: Any, data: st.DataObject) -> None:
        assume(not state.is_over and qwirkle.legal_moves(state).count() <= FEW)
        turn: PartialTurn | Move = begin(state)
        seen: PartialTurn | Move = begin(qwirkle.observe(state, state.turn))
        while isinstance(turn, PartialTurn):
            assert isinstance(seen, PartialTurn)
            assert set(turn.actions) == expected(turn)
            assert list(turn.actions) == sorted(turn.actions)
            assert turn.actions[-1] < turn.steps.size
            assert seen.actions == turn.actions
            action = data.draw(st.sampled_from(turn.actions))
            assert turn.steps.describe(action, turn) == seen.steps.describe(action, seen)
            turn, seen = turn.after(action), seen.after(action)
        assert turn == seen
        assert qwirkle.check(state, turn) == ()

    check()


def test_a_placement_is_made_tile_by_tile_and_ended() -> None:
    """Ending the turn is a separate step, even if nothing can be added."""
    turn = begin(position(hands=["Rd Rc", "Gd"]))
    turn = step(turn, turn.steps.place(0, 3))
    assert words(turn) == [
        "end the turn",
        "Rd at -1,0",
        "Rd at 1,-1",
        "Rd at 1,1",
        "Rd at 2,0",
    ]
    turn = step(turn, turn.steps.place(1, turn.open_cells.index(Cell(2, 0))))
    assert turn.placed == (
        (Cell(1, 0), qwirkle.Tile.parse("Rc")),
        (Cell(2, 0), qwirkle.Tile.parse("Rd")),
    )
    assert turn.actions == (0,)
    assert turn.after(0) == Place("Rc@1,0 Rd@2,0")


def test_tiles_are_marked_in_the_order_of_their_slots() -> None:
    """There is one sequence for each exchange (X1); nothing is placed after a mark."""
    turn = begin(position(hands=["Bd Bd Gk", "Rd"]))  # sorted: Gk Bd Bd
    assert words(turn) == ["mark Gk", "mark Bd"]
    turn = step(turn, 2)
    assert (words(turn), turn.actions) == (["end the turn", "mark Bd"], (0, 3))
    turn = step(turn, 3)
    assert (turn.actions, turn.placed, turn.slots) == ((0,), (), (1, 2))
    assert turn.after(0) == Exchange("Bd Bd") == Exchange(turn.marked)


def test_action_tiles_have_their_own_actions() -> None:
    """They follow the order of the legal moves, and then the usual turn follows (A3)."""
    state = qwirkle.position(
        ACTIONS, board="Rs@0,0 Rc@1,0", hands=["Bd", "Gd"], supply="Gk Gx Pk Yd"
    )
    turn = begin(state)
    assert words(turn) == ["mark Bd", "draw-three", "take 0,0", "take 1,0"]
    first = turn.steps.first_other
    assert [turn.after(action) for action in turn.actions[1:]] == [
        DrawThree(),
        TakeTile((0, 0)),
        TakeTile((1, 0)),
    ]
    assert turn.actions[1:] == (first, first + 1, first + 2)
    move = turn.after(first)
    assert isinstance(move, Move)
    assert words(begin(qwirkle.apply(state, move)))[:2] == ["mark Gk", "mark Gx"]


def test_nobody_can_act_while_waiting_or_after_the_end() -> None:
    """The message says so."""
    waiting = begin(qwirkle.observe(position(hands=["Bs", "Gd"]), 1))
    over = begin(position(hands=["", "Gd"], supply=""))
    assert (waiting.actions, over.actions) == ((), ())
    with pytest.raises(InvalidValue, match=r"^action 0 is not possible; possible: none$"):
        over.after(0)


@pytest.mark.parametrize("action", [0, -1, 3, 10**9, 1.5, "1", None, [1]])
def test_a_wrong_action_is_refused_with_a_list_of_the_possible_ones(action: Any) -> None:
    """The message has the first few by number and in words, and how many more there are."""
    turn = begin(position(hands=["Bs Bd", "Gd"]))
    message = (
        r"is not possible; possible: 1 \(mark Bs\), 2 \(mark Bd\), 7 \(Bs at -1,0\), "
        r"8 \(Bs at 0,-1\), 9 \(Bs at 0,1\) and 1 more$"
    )
    with pytest.raises(InvalidValue, match=message):
        turn.after(action)
    with pytest.raises(InvalidValue, match=message):
        turn.steps.describe(action, turn)


def test_the_card_game_and_other_values_have_no_steps() -> None:
    """Only tile games have turns in steps."""
    with pytest.raises(InvalidValue, match=r"get_variant\('cards'\) is not"):
        Steps.of("cards")
    with pytest.raises(qwirkle.errors.UnknownVariant):
        Steps.of("chess")


def test_steps_of_another_variant_are_refused() -> None:
    """Their numbers would have another meaning."""
    with pytest.raises(InvalidValue, match="these are steps of get_variant"):
        PartialTurn.begin(Steps.of("schmidt"), position(hands=["Bs", "Gd"]))


def test_a_variant_with_more_moves_than_numbers_is_refused() -> None:
    """A plugin could have them, and no action may stand for two moves."""
    state = qwirkle.position(ACTIONS, board="Rs@0,0 Rc@1,0", hands=["Bd", "Gd"], supply="Gk")
    steps = Steps(ACTIONS, hand=10, cells=218, others=2)
    with pytest.raises(InvalidValue, match="adds 3 moves, more than"):
        _ = PartialTurn.begin(steps, state).actions


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_the_numbers_do_not_overlap(game: TileGame) -> None:
    """Every mark, placement and other move has one; with the end of a turn they fill the space."""
    steps = Steps.of(game)
    marks = [steps.mark(slot) for slot in range(steps.hand)]
    places = [steps.place(s, k) for s in range(steps.hand) for k in range(steps.cells)]
    others = [steps.first_other + j for j in range(steps.others)]
    assert [0, *marks, *places, *others] == list(range(steps.size))
    assert (steps.hand, steps.others > 0) == (game.largest_hand, len(game.move_types) > 3)


def test_hands_that_can_be_too_large_are_refused() -> None:
    """The number of actions grows with every tile."""
    game = qwirkle.get_variant("standard", hand_size=12)
    assert Steps.of(game).hand == 12
    with pytest.raises(InvalidValue, match="its hands have up to 13 tiles"):
        Steps.of(qwirkle.get_variant("standard", hand_size=13, max_players=2))


def test_only_positions_of_tile_games_have_turns() -> None:
    with pytest.raises(InvalidValue, match="expected a state or a view of a tile game, not None"):
        PartialTurn.begin(Steps.of("standard"), None)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="expected a state or a view of a tile game"):
        PartialTurn.begin(Steps.of("standard"), qwirkle.new_game("cards", seed=1))
