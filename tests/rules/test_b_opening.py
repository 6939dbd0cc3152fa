# ruff: noqa: N802
"""B1 to B4, R1, R2 and R6: the starter and the opening."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

import pytest
from tile_positions import (
    codes,
    is_legal,
    kinds,
    legal,
    play,
    points,
    position,
    rules_broken,
    standard,
)

import qwirkle
from qwirkle import Place, Player, Tile, TileState
from qwirkle.authoring import Code

THREE_RED = "Rc Rs Rd Gt Bk Px"
THREE_SQUARES = "Os Ys Gs Bc Pd Rt"
TWO_AT_MOST = "Rx Rk Oc Yd Gs Bt"
ALL_DIFFERENT = "Rc Os Yd Gt Bk Px"


def announced(state: TileState, seat: int) -> int:
    """The number that a player announces: the size of the sets that this hand could open with."""
    turned = qwirkle.position(
        state.variant,
        players=state.players,
        hands=state.hands,
        supply=state.supply.tiles,
        turn=seat,
    )
    [size] = {len(found.cells) for found in qwirkle.legal_moves(turned).placements}
    return size


def largest_by_trial(hand: Sequence[Tile]) -> int:
    """The same number, found by testing every choice of different tiles against B1."""
    for size in range(len(hand), 0, -1):
        for tiles in combinations(hand, size):
            if len(set(tiles)) < size:
                continue
            if len({tile.color for tile in tiles}) == 1 or len({tile.shape for tile in tiles}) == 1:
                return size
    return 0


def starter(ages: Sequence[int | None], hands: Sequence[str], **options: object) -> int:
    """The seat that starts with these ages and hands."""
    players = [Player(f"seat {seat}", age=age) for seat, age in enumerate(ages)]
    return position("", *hands, players=players, variant=standard(**options)).turn


# B1: the announced number


@pytest.mark.parametrize(
    ("hand", "number"),
    [
        ("Rc Rs Rd Rt Rk Rx", 6),
        ("Rs Os Ys Gs Bs Ps", 6),
        (THREE_RED, 3),
        (THREE_SQUARES, 3),
        (TWO_AT_MOST, 2),
        (ALL_DIFFERENT, 1),
        ("Rc Rs Bs Gs", 3),
        ("Rc", 1),
    ],
)
def test_B1_the_largest_number_that_share_a_colour_or_a_shape(hand: str, number: int) -> None:
    """Colours and shapes both count, and the larger number is announced."""
    assert announced(position("", hand, "Gd"), 0) == number


@pytest.mark.parametrize(
    ("hand", "number"),
    [
        ("Rs Rs Rs", 1),
        ("Rs Rs Rs Bs", 2),
        ("Rs Rs Rc Rc Bd Bd", 2),
        ("Rs Rs Rc Rd Yt Yt", 3),
    ],
)
def test_B1_identical_tiles_count_once(hand: str, number: int) -> None:
    """Copies do not increase the number."""
    assert announced(position("", hand, "Gd"), 0) == number


def test_B1_copies_do_not_win_the_start() -> None:
    """Three copies and another red tile make 2, so the hand with three squares starts."""
    assert position("", "Rs Rs Rs Rc Gd Bt", THREE_SQUARES).turn == 1
    assert position("", THREE_SQUARES, "Rs Rs Rs Rc Gd Bt").turn == 0


def test_B1_colour_and_shape_are_not_added_up() -> None:
    """Two reds and two squares that share the red square make 2, not 3."""
    assert announced(position("", "Rs Rc Bs", "Gd"), 0) == 2


def test_B1_agrees_with_trying_all_choices() -> None:
    """For the hands of many deals, trying every choice finds the same number."""
    for seed in range(60):
        state = qwirkle.new_game(players=4, seed=seed)
        expected = [largest_by_trial(hand) for hand in state.hands]
        assert [announced(state, seat) for seat in range(4)] == expected


# B2: the highest number starts, with such a set


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_B2_the_highest_number_starts(seat: int) -> None:
    """A player with three tiles that go together starts, against hands with two."""
    hands = [TWO_AT_MOST, "Rx Rk Oc Yd Gs Bt", "Ox Ok Yc Gd Bs Pt", "Yx Yk Gc Bd Ps Ot"]
    hands[seat] = "Pc Pk Pd Rs Ot Gx"
    assert position("", *hands).turn == seat


def test_B2_new_games_start_with_the_highest_number() -> None:
    """In many deals the starter has the highest number, at the lowest seat of those tied."""
    starters: set[int] = set()
    for seed in range(60):
        state = qwirkle.new_game(players=4, seed=seed)
        numbers = [largest_by_trial(hand) for hand in state.hands]
        assert state.turn == numbers.index(max(numbers))
        starters.add(state.turn)
    assert starters == {0, 1, 2, 3}


def test_B2_the_age_does_not_matter_without_a_tie() -> None:
    """Without a tie the highest number starts, however old the other players are."""
    assert starter([90, 5], [TWO_AT_MOST, THREE_RED]) == 1
    assert starter([5, 90], [TWO_AT_MOST, THREE_RED], tie_break="youngest") == 1


def test_B2_the_set_is_the_first_line_in_any_order() -> None:
    """Three red tiles can be placed in six orders, each of which is listed once."""
    state = position("", THREE_RED, TWO_AT_MOST, supply="Yt")
    rows = {
        " ".join(f"{tile}@{x},0" for x, tile in enumerate(order))
        for order in permutations(["Rc", "Rs", "Rd"])
    }
    assert set(legal(state)) == rows
    assert all(is_legal(state, row) for row in rows)


def test_B2_any_of_several_largest_sets() -> None:
    """If there are two sets of two, either is a legal first line."""
    state = position("", "Rc Rs Bs Gd", "Ox", supply="Yt")
    assert set(legal(state)) == {
        "Rc@0,0 Rs@1,0",
        "Rs@0,0 Rc@1,0",
        "Rs@0,0 Bs@1,0",
        "Bs@0,0 Rs@1,0",
    }
    assert is_legal(state, "Bs@0,0 Rs@1,0")
    assert codes(state, "Rc@0,0 Gd@1,0") >= {Code.NOT_OPENING_SET}


def test_B2_copies_do_not_repeat_an_opening() -> None:
    """A second copy of a tile does not add a second opening."""
    state = position("", "Rc Rs Rs", "Ox", supply="Yt")
    assert sorted(legal(state)) == ["Rc@0,0 Rs@1,0", "Rs@0,0 Rc@1,0"]


@pytest.mark.parametrize("far", [0, 7, -3000, 10**30])
def test_B2_the_first_line_may_be_anywhere(far: int) -> None:
    """No manual says where it begins, or whether it is a row or a column."""
    state = position("", THREE_RED, TWO_AT_MOST, supply="Yt Yk Yx")
    row = Place({(far + i, -far): tile for i, tile in enumerate(["Rs", "Rc", "Rd"])})
    column = Place({(-far, far + i): tile for i, tile in enumerate(["Rs", "Rc", "Rd"])})
    listed = Place("Rs@0,0 Rc@1,0 Rd@2,0")
    assert listed in [*qwirkle.legal_moves(state)]
    for move in (row, column):
        for place in (state, qwirkle.observe(state, 0)):
            assert qwirkle.check(place, move) == ()
            assert move in qwirkle.legal_moves(place)
            assert move in qwirkle.legal_moves(place).placements
            assert qwirkle.score(place, move).total == 3
            assert qwirkle.draft(place, move).score == qwirkle.score(place, move)
        assert state.variant.as_listed(state, move) == listed
        after = qwirkle.apply(state, move)
        assert after.board == dict(move.tiles)
        assert after.hands == qwirkle.apply(state, listed).hands
        assert qwirkle.from_json(qwirkle.to_json(after)) == after
        record = qwirkle.GameRecord(state).play(move)
        assert qwirkle.GameRecord.parse(str(record)).state == after
        assert qwirkle.legal_moves(after).count() == (
            qwirkle.legal_moves(qwirkle.apply(state, listed)).count()
        )


def test_B2_a_draft_of_the_first_line_may_begin_anywhere() -> None:
    """Tiles then fit in the row and in the column of the first one, without a gap too large."""
    state = position("", "Rc Rs Gt", "Ox", supply="Yt")
    fits = qwirkle.draft(state, "Rc@7,-4").fits
    assert [str(fit.cell) for fit in fits] == ["6,-4", "7,-5", "7,-3", "8,-4"]
    assert {(str(fit.tile), fit.points) for fit in fits} == {("Rs", 2)}
    assert qwirkle.draft(state, "Rc@7,-4 Rs@9,-4").missing is None


def test_B2_the_first_line_is_straight() -> None:
    """The set is one row or one column, wherever it is."""
    state = position("", THREE_RED, TWO_AT_MOST, supply="Yt")
    assert codes(state, "Rc@5,5 Rs@6,5 Rd@6,6") == {Code.NOT_IN_ONE_LINE}
    assert codes(state, "Rc@5,5 Rs@6,6 Rd@7,7") == {Code.NOT_IN_ONE_LINE}


def test_B2_the_first_line_is_not_so_far_away_that_the_game_could_not_go_on() -> None:
    """A game that begins in the farthest cell can be played, written and read."""
    state = position("", "Rc", "Yt", supply="Yx Ys Rd Rx")
    assert codes(state, f"Rc@{-(10**98)},0") == {Code.TOO_FAR}
    assert not qwirkle.draft(state, f"Rc@0,{10**98}").fits
    state = qwirkle.apply(state, Place(f"Rc@{1 - 10**98},{10**98 - 1}"))
    while not state.is_over:
        assert qwirkle.from_json(qwirkle.to_json(state)) == state
        best = qwirkle.legal_moves(state).best()
        assert best is not None
        state = qwirkle.apply(state, best)


def test_B2_the_first_line_has_no_gap() -> None:
    """The set is one line (P2), even if the rest of the board is empty."""
    state = position("", THREE_RED, TWO_AT_MOST, supply="Yt")
    assert codes(state, "Rc@0,0 Rs@1,0 Rd@3,0") == {Code.GAP}


def test_B2_the_first_line_scores_its_tiles() -> None:
    """The starter gets a point for each tile, and 12 for a Qwirkle."""
    assert points(position("", THREE_RED, "Ox", supply="Yt"), "Rc@0,0 Rs@1,0 Rd@2,0") == [3]
    six = position("", "Rc Rs Rd Rt Rk Rx", "Ox", supply="Yt")
    assert points(six, "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0 Rx@5,0") == [12]


# B3: a tie at the start


def test_B3_the_oldest_of_those_tied_starts() -> None:
    """If two players announce 3, the older one starts."""
    assert starter([30, 40], [THREE_RED, THREE_SQUARES]) == 1
    assert starter([40, 30], [THREE_RED, THREE_SQUARES]) == 0


def test_B3_the_youngest_of_those_tied_starts() -> None:
    """In editions that say so, the younger of two players who announce 3 starts."""
    assert starter([30, 40], [THREE_RED, THREE_SQUARES], tie_break="youngest") == 0
    assert starter([40, 30], [THREE_RED, THREE_SQUARES], tie_break="youngest") == 1


def test_B3_only_the_ages_of_those_tied_matter() -> None:
    """A player who announced less does not start, whether the oldest or the youngest."""
    hands = [TWO_AT_MOST, THREE_RED, THREE_SQUARES]
    assert starter([99, 30, 40], hands) == 2
    assert starter([1, 30, 40], hands) == 2
    assert starter([99, 30, 40], hands, tie_break="youngest") == 1
    assert starter([1, 30, 40], hands, tie_break="youngest") == 1


def test_B3_ties_of_more_than_two() -> None:
    """If four announce the same number, the oldest or the youngest starts."""
    hands = [ALL_DIFFERENT, ALL_DIFFERENT, "Rs Od Yt Gk Bx Pc", "Rd Ot Yk Gx Bc Ps"]
    assert starter([30, 50, 60, 40], hands) == 2
    assert starter([40, 50, 60, 30], hands, tie_break="youngest") == 3


def test_B3_a_new_game_uses_the_ages() -> None:
    """The tie-break is the same for a deal and for a position."""
    seen: set[tuple[int, int]] = set()
    for seed in range(40):
        players = [Player("Ada", age=20), Player("Bob", age=60), Player("Cy", age=40)]
        old = qwirkle.new_game(players=players, seed=seed)
        young = qwirkle.new_game(standard(tie_break="youngest"), players=players, seed=seed)
        numbers = [largest_by_trial(hand) for hand in old.hands]
        tied = [seat for seat in range(3) if numbers[seat] == max(numbers)]
        assert old.turn == next(seat for seat in (1, 2, 0) if seat in tied)
        assert young.turn == next(seat for seat in (0, 2, 1) if seat in tied)
        seen.add((old.turn, young.turn))
    assert len(seen) > 3


# R1: ages that do not decide


@pytest.mark.parametrize("tie_break", ["oldest", "youngest"])
@pytest.mark.parametrize("ages", [[None, None], [None, 40], [None, 3], [40, None], [3, None]])
def test_R1_unknown_age_means_lowest_seat(ages: list[int | None], tie_break: str) -> None:
    """If the age of any tied player is unknown, the ages are not used at all."""
    assert starter(ages, [THREE_RED, THREE_SQUARES], tie_break=tie_break) == 0


@pytest.mark.parametrize("tie_break", ["oldest", "youngest"])
def test_R1_one_unknown_age_of_three_is_enough(tie_break: str) -> None:
    """Two known ages decide nothing if the age of the third tied player is unknown."""
    hands = [TWO_AT_MOST, THREE_RED, THREE_SQUARES, "Yt Gt Bt Oc Pk Rx"]
    for ages in ([9, 30, 40, None], [9, 40, 30, None], [9, None, 30, 40], [9, None, 40, 30]):
        assert starter(ages, hands, tie_break=tie_break) == 1


def test_R1_the_lowest_seat_of_those_tied_not_of_all() -> None:
    """With unknown ages the first seat of those tied starts, not seat 0."""
    assert starter([None] * 3, [TWO_AT_MOST, THREE_RED, THREE_SQUARES]) == 1


def test_R1_unknown_ages_of_others_do_not_matter() -> None:
    """The ages of those tied are known, so they decide."""
    hands = [TWO_AT_MOST, THREE_RED, THREE_SQUARES]
    assert starter([None, 30, 40], hands) == 2
    assert starter([None, 40, 30], hands, tie_break="youngest") == 2


@pytest.mark.parametrize("tie_break", ["oldest", "youngest"])
def test_R1_the_lowest_seat_of_equally_old_players(tie_break: str) -> None:
    """If the ages are equal, the seat decides."""
    assert starter([40, 40], [THREE_RED, THREE_SQUARES], tie_break=tie_break) == 0
    hands = [TWO_AT_MOST, THREE_RED, THREE_SQUARES]
    assert starter([50, 40, 40], hands, tie_break=tie_break) == 1


def test_R1_equal_ages_only_among_the_oldest_or_youngest() -> None:
    """The lowest seat of the two oldest (youngest) of three starts, not the lowest of all."""
    hands = [THREE_RED, THREE_SQUARES, "Yt Gt Bt Oc Pk Rx"]
    assert starter([30, 40, 40], hands) == 1
    assert starter([40, 30, 30], hands, tie_break="youngest") == 1


def test_R1_age_zero_is_known() -> None:
    """An age of 0 counts as known."""
    assert starter([5, 0], [THREE_RED, THREE_SQUARES], tie_break="youngest") == 1
    assert starter([0, 5], [THREE_RED, THREE_SQUARES]) == 1


# B4: clockwise turns


@pytest.mark.parametrize("players", [2, 3, 4])
def test_B4_turns_go_round_by_seat(players: int) -> None:
    """After the starter comes the next seat, after the last seat the first."""
    state = qwirkle.new_game(players=players, seed=5)
    seats = [state.turn]
    for _ in range(2 * players):
        state = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))
        seats.append(state.turn)
    first = seats[0]
    assert seats == [(first + i) % players for i in range(2 * players + 1)]


def test_B4_after_every_kind_of_move_comes_the_next_seat() -> None:
    """Placing, exchanging and passing all end the turn."""
    may = standard(stuck="may-exchange", hand_size=1)
    state = position("Rs@0,0", "Bs", "Gd", "Yt", supply="Rc Bx Ok", turn=0, variant=may)
    turns = [state.turn]
    for text in ("Bs@1,0", "swap Gd", "pass"):
        state = play(state, text)
        turns.append(state.turn)
    assert turns == [0, 1, 2, 0]


def test_B4_a_waiting_player_cannot_move() -> None:
    """In the view of another seat no move is legal, and the reason is that it must wait."""
    state = position("Rs@0,0", "Bs", "Rc", supply="Rd")
    waiting = qwirkle.observe(state, 1)
    assert list(qwirkle.legal_moves(waiting)) == []
    [violation] = qwirkle.check(waiting, qwirkle.parse_move("Rc@1,0"))
    assert (violation.code, violation.rules) == (Code.NOT_YOUR_TURN, ("B4",))
    assert qwirkle.check(qwirkle.observe(state, 0), qwirkle.parse_move("Bs@1,0")) == ()


# R2: a single tile as the first line


def test_R2_a_single_tile_is_placed_and_scores_one() -> None:
    """If no two tiles of any hand go together, the starter places one, for one point."""
    state = position("", ALL_DIFFERENT, "Oc Ys Gd Bt Pk Rx", supply="Yt")
    assert legal(state) == [f"{tile}@0,0" for tile in ALL_DIFFERENT.split()]
    assert points(state, "Yd@0,0") == [1]
    [line] = qwirkle.score(state, qwirkle.parse_move("Yd@0,0")).lines
    assert (line.cells, str(line), line.points) == (((0, 0),), "Yd", 1)
    assert play(state, "Yd@0,0").scores == (1, 0)


def test_R2_a_single_tile_is_not_a_line_later() -> None:
    """Beside another tile, only lines of two or more score."""
    state = play(position("", ALL_DIFFERENT, "Oc Ys Gd Bt Pk Rx", supply="Yt"), "Yd@0,0")
    assert points(state, "Ys@1,0") == [2]


def test_R2_tied_at_one_the_tie_break_decides() -> None:
    """A largest set of one tile is announced like any other."""
    assert starter([30, 40], [ALL_DIFFERENT, "Oc Ys Gd Bt Pk Rx"]) == 1


# R6: the starter may only choose among the largest sets


@pytest.mark.parametrize("supply", ["bag", "stacks"])
@pytest.mark.parametrize("stuck", ["must-exchange", "may-exchange"])
def test_R6_the_starter_may_not_exchange(stuck: str, supply: str) -> None:
    """Before the first line an exchange is not legal, and no legal move is one."""
    variant = standard(stuck=stuck, supply=supply)
    state = position("", THREE_RED, TWO_AT_MOST, supply="Yt", variant=variant)
    assert codes(state, "swap Px") == {Code.OPENING_FIRST}
    assert rules_broken(state, "swap Px") == {"R6"}
    assert kinds(state) == {"place"}


@pytest.mark.parametrize("stuck", ["must-exchange", "may-exchange"])
def test_R6_the_starter_may_not_pass(stuck: str) -> None:
    """The starter can always place a first line, so a pass is not legal."""
    state = position("", THREE_RED, TWO_AT_MOST, supply="Yt", variant=standard(stuck=stuck))
    assert codes(state, "pass") == {Code.PASS_WHILE_MOVE}


@pytest.mark.parametrize("text", ["Rc@0,0", "Gt@0,0", "Rc@0,0 Rs@1,0", "Rd@0,0 Rc@1,0"])
def test_R6_a_smaller_set_is_refused(text: str) -> None:
    """Neither a part of the largest set nor a smaller set is a legal first line."""
    state = position("", THREE_RED, TWO_AT_MOST, supply="Yt")
    assert codes(state, text) == {Code.NOT_OPENING_SET}
    assert rules_broken(state, text) == {"B2", "R6"}


def test_R6_a_smaller_set_of_another_kind_is_refused() -> None:
    """With three reds, the pair of squares is a line (P3) but not a legal opening."""
    state = position("", "Rc Rs Rd Bs", "Ox", supply="Yt")
    assert codes(state, "Rs@0,0 Bs@1,0") == {Code.NOT_OPENING_SET}
    assert is_legal(state, "Rs@0,0 Rc@1,0 Rd@2,0")


def test_R6_nothing_may_be_added_to_the_set() -> None:
    """One more tile breaks the line, and the opening is refused."""
    state = position("", "Rc Rs Rd Bs", "Ox", supply="Yt")
    assert codes(state, "Rc@0,0 Rd@1,0 Rs@2,0 Bs@3,0") == {
        Code.LINE_MISMATCH,
        Code.NO_SHARED_ATTRIBUTE,
        Code.NOT_OPENING_SET,
    }


def test_R6_not_the_set_of_another_player() -> None:
    """The starter must use tiles of the starter's hand."""
    state = position("", THREE_RED, TWO_AT_MOST, supply="Yt")
    assert codes(state, "Rx@0,0 Rk@1,0") == {Code.NOT_YOUR_TILE, Code.NOT_OPENING_SET}


def test_R6_after_the_first_line_any_player_may_exchange() -> None:
    """The ruling is only about the first line."""
    state = play(position("", THREE_RED, TWO_AT_MOST, supply="Yt Yk Yx Yc"), "Rc@0,0 Rs@1,0 Rd@2,0")
    assert is_legal(state, "swap Rx")
