"""Turns in small steps: they lead to every legal move inside the window, and to nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from cases import case
from hypothesis import assume, given
from hypothesis import strategies as st
from tile_games import ACTIONS, LONG, SOME, TILE_GAMES

import qwirkle
from qwirkle import Cell, Exchange, Move, Pass, Place, Tile, TileState, TileView
from qwirkle.adapters.turns import WINDOW, WINDOWS, PartialTurn, Steps
from qwirkle.authoring import TileGame
from qwirkle.errors import InvalidValue
from qwirkle.testing import states
from qwirkle_variants import DrawThree, TakeTile

FEW = 600  # few enough moves to list in every order of their tiles
KINDS = sorted({Tile(color, shape) for color in qwirkle.Color for shape in qwirkle.Shape})
sizes = st.sampled_from([13, 15, 21, WINDOW])


def position(**fields: object) -> TileState:
    """A position with a red square on the board."""
    return qwirkle.position(**{"board": "Rs@0,0", "supply": "Yk Yx Gc", **fields})  # type: ignore[call-overload]


def begin(state: TileState | TileView, window: int = WINDOW) -> PartialTurn:
    """A turn with nothing chosen yet."""
    return PartialTurn.begin(Steps.of(state.variant, window), state)


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


def place(turn: PartialTurn, text: str) -> int:
    """The number of the action that places a tile."""
    tile, _, cell = text.partition("@")
    x, y = map(int, cell.split(","))
    return turn.steps.place(Tile.parse(tile), x - turn.corner.x, y - turn.corner.y)


def inside(turn: PartialTurn, move: Move) -> bool:
    """Whether a move is inside the window by definition, counted from the middle of the board."""
    far = turn.steps.window // 2
    for axis in (0, 1):
        ends = [cell[axis] for cell in turn.position.board] or [0]
        middle = (min(ends) + max(ends)) // 2
        if isinstance(move, Place) and any(abs(c[axis] - middle) > far for c in move.cells):
            return False
    return True


def expected(turn: PartialTurn) -> set[int]:
    """The possible actions by definition, found from the list of the legal moves."""
    start, placed, marked = turn.position, dict(turn.placed), turn.marked
    size = turn.steps.window
    xs, ys = ([cell[axis] for cell in start.board] or [0] for axis in (0, 1))
    left, top = ((min(ends) + max(ends)) // 2 - size // 2 for ends in (xs, ys))
    near = {cell for tile in (*start.board, *placed) for cell in tile.neighbors}
    moves = [move for move in qwirkle.legal_moves(start) if inside(turn, move)]
    places = [dict(move.tiles) for move in moves if isinstance(move, Place) and not marked]
    swaps = [move.tiles for move in moves if isinstance(move, Exchange) and not placed]
    found: set[int] = set()
    if placed in places or marked in swaps or (Pass() in moves and not placed and not marked):
        found.add(0)
    for swap in swaps:
        if swap[: len(marked)] == marked and len(swap) > len(marked):
            found.add(1 + KINDS.index(swap[len(marked)]))
    for each in places:
        for cell, tile in each.items() if placed.items() <= each.items() else ():
            if cell not in placed and cell in (near or {(0, 0)}):
                row = KINDS.index(tile) * size + cell.y - top
                found.add(37 + row * size + cell.x - left)
    if not placed and not marked:
        others = [move for move in moves if not isinstance(move, (Place, Exchange, Pass))]
        first = 37 + 36 * size * size
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
def test_every_legal_move_inside_the_window_is_reached_and_nothing_else(game: TileGame) -> None:
    """States of real games and the views of the player to move are tested; the rest is counted."""
    acted: Counter[type[Move]] = Counter()

    @SOME
    @given(states(game, max_moves=30), sizes)
    def check(state: Any, window: int) -> None:
        moves = qwirkle.legal_moves(state)
        assume(not state.is_over and moves.count() <= FEW)
        acted.update(map(type, moves))
        turn, seen = begin(state, window), begin(qwirkle.observe(state, state.turn), window)
        wanted = {move for move in moves if inside(turn, move)}
        assert turn.left_out == seen.left_out == moves.count() - len(wanted)
        if wanted:
            assert reached(turn, {}) == wanted == reached(seen, {})

    check()
    kinds = {Place, Exchange} | ({DrawThree, TakeTile} if game is ACTIONS else set())
    assert kinds <= set(acted)


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_the_actions_are_those_of_the_definition(game: TileGame) -> None:
    """They agree at every step of a move, in the view too, and are within the action space."""

    @SOME
    @given(states(game, max_moves=30), sizes, st.data())
    def check(state: Any, window: int, data: st.DataObject) -> None:
        assume(not state.is_over and qwirkle.legal_moves(state).count() <= FEW)
        turn: PartialTurn | Move = begin(state, window)
        seen: PartialTurn | Move = begin(qwirkle.observe(state, state.turn), window)
        taken: tuple[int, ...] = ()
        while isinstance(turn, PartialTurn):
            assert isinstance(seen, PartialTurn)
            assert set(turn.actions) == expected(turn)
            assert list(turn.actions) == sorted(turn.actions)
            assert turn.actions[-1] < turn.steps.size
            assert (seen.actions, turn.taken) == (turn.actions, taken)
            action = data.draw(st.sampled_from(turn.actions))
            assert turn.steps.describe(action, turn) == seen.steps.describe(action, seen)
            turn, seen, taken = turn.after(action), seen.after(action), (*taken, action)
        assert turn == seen
        assert qwirkle.check(state, turn) == ()

    check()


@pytest.mark.parametrize("window", [13, 15, 21])
def test_small_windows_on_large_boards(window: int) -> None:
    """Boards grow as far as they can, so that many moves are outside; these are counted."""
    left_out = 0
    for seed in range(4):
        random, state = Random(seed), qwirkle.new_game(seed=seed)
        while not state.is_over:
            turn, moves = begin(state, window), [*qwirkle.legal_moves(state)]
            outside = [move for move in moves if not inside(turn, move)]
            assert turn.left_out == len(outside)
            left_out += len(outside)
            if outside and random.random() < 0.3:
                for _ in range(3):
                    assert set(turn.actions) == expected(turn)
                    after = turn.after(random.choice(turn.actions)) if turn.actions else None
                    if not isinstance(after, PartialTurn):
                        break
                    turn = after
            places = [move for move in moves if isinstance(move, Place)]
            far = [max(c.x for c in move.cells) + random.random() for move in places]
            move = places[far.index(max(far))] if places else random.choice(moves)
            state = qwirkle.apply(state, move)
    assert left_out > 300


def test_nothing_is_left_out_of_the_usual_window() -> None:
    """Random and greedy players never leave it."""
    for seed in range(20):
        state, random = qwirkle.new_game(players=2 + seed % 3, seed=seed), Random(seed)
        while not state.is_over:
            assert begin(state).left_out == 0
            moves = qwirkle.legal_moves(state)
            state = qwirkle.apply(state, moves.best() or moves.sample(random))


def test_a_turn_in_which_nothing_is_possible_inside_the_window() -> None:
    """There is then no action, and every placement is counted."""
    state = qwirkle.position(board=LONG, hands=["Ot", "Bk"], supply="")
    turn = begin(state, 13)
    assert (turn.actions, turn.left_out) == ((), 2)
    assert [str(move) for move in qwirkle.legal_moves(state)] == ["Ot@14,1", "Ot@14,3"]


def test_the_window_is_around_the_middle_of_the_board() -> None:
    """The middle is rounded down, on negative coordinates too; boards may be far away."""
    steps = Steps.of("standard", 13)
    for text, corner in (
        ("", (-6, -6)),
        ("Rs@0,0", (-6, -6)),
        ("Rs@0,0 Rc@1,0", (-6, -6)),
        ("Rs@-1,0 Rc@0,0", (-7, -6)),
        ("Rs@-3,-5 Rc@-3,-4", (-9, -11)),
        ("Rs@-3,-5 Rc@-3,-4 Rd@-3,-3", (-9, -10)),
        ("Rs@1000000000000,-7 Rc@1000000000001,-7", (10**12 - 6, -13)),
    ):
        with case(text):
            state = qwirkle.position(board=text, hands=["Rx Bs", "Gd"])
            turn = PartialTurn.begin(steps, state)
            assert turn.corner == steps.corner(state.board) == corner
            assert set(turn.actions) == expected(turn)


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_the_actions_that_make_a_move(game: TileGame) -> None:
    """They make every legal move, from the beginning of the turn and from the middle."""

    @SOME
    @given(states(game, max_moves=30))
    def check(state: Any) -> None:
        assume(not state.is_over and qwirkle.legal_moves(state).count() <= FEW)
        turn = begin(state)
        for move in qwirkle.legal_moves(state):
            *actions, last = turn.actions_to(move)
            half = step(turn, *actions[: len(actions) // 2])
            assert half.actions_to(move) == (*actions[len(actions) // 2 :], last)
            assert step(half, *actions[len(actions) // 2 :]).after(last) == move

    check()


def test_actions_of_other_moves_are_refused() -> None:
    """The move is illegal, contradicts what was chosen, or is outside the window."""
    turn = begin(position(hands=["Bd Bd Gk Rd", "Gd"]))
    swap = step(turn, turn.steps.mark(Tile.parse("Bd")))
    assert swap.actions_to(Exchange("Bd")) == (0,)
    assert swap.actions_to(Exchange("Bd Bd")) == (swap.actions[-1], 0)
    pair = begin(position(hands=["Gk Gk Bd Rd", "Gd"]))
    pair = step(pair, pair.steps.mark(Tile.parse("Gk")))
    assert pair.actions_to(Exchange("Gk Bd")) == (pair.steps.mark(Tile.parse("Bd")), 0)
    for moment, text in ((turn, "Bd@0,1"), (turn, "swap Yx"), (swap, "Rd@0,1"), (swap, "swap Gk")):
        with case(text), pytest.raises(InvalidValue, match="cannot be made in steps from here"):
            moment.actions_to(qwirkle.parse_move(text))
    state = qwirkle.position(board=LONG, hands=["Ot", "Gd"])
    with pytest.raises(InvalidValue, match=r"Place\(.* cannot be made in steps"):
        begin(state, 13).actions_to(qwirkle.parse_move("Ot@14,1"))


def test_a_placement_is_made_tile_by_tile_and_ended() -> None:
    """Ending the turn is a separate step, even if nothing can be added."""
    turn = begin(position(hands=["Rd Rc", "Gd"]))
    turn = step(turn, place(turn, "Rc@1,0"))
    assert words(turn) == ["end the turn", "Rd at 1,-1", "Rd at -1,0", "Rd at 2,0", "Rd at 1,1"]
    turn = step(turn, place(turn, "Rd@2,0"))
    assert turn.placed == ((Cell(1, 0), Tile.parse("Rc")), (Cell(2, 0), Tile.parse("Rd")))
    assert turn.actions == (0,)
    assert turn.after(0) == Place("Rc@1,0 Rd@2,0")


def test_tiles_are_marked_in_their_order() -> None:
    """There is one sequence for each exchange (X1); nothing is placed after a mark."""
    turn = begin(position(hands=["Bd Bd Gk", "Rd"]))
    assert words(turn) == ["mark Gk", "mark Bd"]
    turn = step(turn, turn.actions[1])
    assert words(turn) == ["end the turn", "mark Bd"]
    turn = step(turn, turn.actions[1])
    assert (turn.actions, turn.placed, words(turn)) == ((0,), (), ["end the turn"])
    assert turn.after(0) == Exchange("Bd Bd") == Exchange(turn.marked)


def test_action_tiles_have_their_own_actions() -> None:
    """They follow the order of the legal moves, and then the usual turn follows (A3)."""
    state = qwirkle.position(
        ACTIONS, board="Rs@0,0 Rc@1,0", hands=["Bd", "Gd"], supply="Gk Gx Pk Yd"
    )
    turn = begin(state)
    assert words(turn) == ["mark Bd", "draw-three", "take 0,0", "take 1,0"]
    first = turn.steps.first_other
    own: list[Move] = [DrawThree(), TakeTile((0, 0)), TakeTile((1, 0))]
    assert [turn.after(action) for action in turn.actions[1:]] == own
    assert [turn.actions_to(move) for move in own] == [(first,), (first + 1,), (first + 2,)]
    assert words(begin(qwirkle.apply(state, own[0])))[:2] == ["mark Gk", "mark Gx"]


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
        r"is not possible; possible: 26 \(mark Bs\), 27 \(mark Bd\), 42861 \(Bs at 0,-1\), "
        r"42901 \(Bs at -1,0\), 42903 \(Bs at 1,0\) and 1 more$"
    )
    with pytest.raises(InvalidValue, match=message):
        turn.after(action)
    with pytest.raises(InvalidValue, match=message):
        turn.steps.describe(action, turn)


@pytest.mark.parametrize("window", [11, 12, 14, 128, 129, 41.0, "41", None, True])
def test_impossible_windows_are_refused(window: Any) -> None:
    """An opening of six tiles fits into the smallest."""
    wanted = "must be odd" if window == 14 else "must be an integer from 13 to 127|must be odd"
    with pytest.raises(InvalidValue, match=f"window {wanted}"):
        Steps.of("standard", window)
    assert (WINDOWS[0], WINDOWS[-1]) == (13, 127)
    opening = qwirkle.position(board="", hands=["Rc Rs Rd Rt Rk Rx", "Gd"], variant="standard")
    assert begin(opening, 13).left_out == 0


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
    steps = Steps(ACTIONS, window=41, others=2)
    with pytest.raises(InvalidValue, match="adds 3 moves, more than"):
        _ = PartialTurn.begin(steps, state).actions


@pytest.mark.parametrize("game", TILE_GAMES, ids=repr)
def test_the_numbers_do_not_overlap(game: TileGame) -> None:
    """Every mark, placement and other move has one; with the end of a turn they fill the space."""
    steps = Steps.of(game, 13)
    marks = [steps.mark(tile) for tile in KINDS]
    places = [steps.place(t, x, y) for t in KINDS for y in range(13) for x in range(13)]
    others = [steps.first_other + j for j in range(steps.others)]
    assert [0, *marks, *places, *others] == list(range(steps.size))
    assert (steps.others > 0) == (len(game.move_types) > 3)


def test_hands_that_can_be_too_large_are_refused() -> None:
    """The number of placements grows with every tile."""
    assert Steps.of(qwirkle.get_variant("standard", hand_size=12)).size == 60553
    with pytest.raises(InvalidValue, match="its hands have up to 13 tiles"):
        Steps.of(qwirkle.get_variant("standard", hand_size=13, max_players=2))


def test_only_positions_of_tile_games_have_turns() -> None:
    with pytest.raises(InvalidValue, match="expected a state or a view, not None"):
        PartialTurn.begin(Steps.of("standard"), None)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="these are steps of get_variant"):
        PartialTurn.begin(Steps.of("standard"), qwirkle.new_game("cards", seed=1))
