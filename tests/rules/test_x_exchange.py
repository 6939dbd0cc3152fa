# ruff: noqa: N802
"""X1 to X4, R4 and R5: exchanging tiles and passing."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from tile_positions import (
    codes,
    is_legal,
    kinds,
    legal,
    play,
    position,
    rules_broken,
    standard,
    texts,
)

import qwirkle
from qwirkle import Exchange, Tile
from qwirkle.authoring import Code
from qwirkle.errors import InvalidDraw

SIX = "Rc Rd Rt Rk Rx Gd"
PLENTY = "Oc Os Od Ot Ok Ox Yc Ys Yd Yt"
EACH_SUPPLY = pytest.mark.parametrize("supply", ["bag", "stacks"])


# X1: set aside, draw, return


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_X1_one_to_six_tiles(size: int) -> None:
    """Any tiles can be exchanged, from one to the whole hand."""
    state = position("Rs@0,0", SIX, "Bx", supply=PLENTY)
    for tiles in combinations(SIX.split(), size):
        assert not qwirkle.check(state, Exchange(tiles))
    assert is_legal(state, "swap " + " ".join(SIX.split()[:size]))


def test_X1_every_choice_of_tiles_is_one_move() -> None:
    """The legal exchanges are all choices, without a difference between copies."""
    state = position("Rs@0,0", "Bx Bx Gd", "Yt", supply=PLENTY)
    assert [text for text in legal(state) if text.startswith("swap")] == [
        "swap Gd",
        "swap Bx",
        "swap Gd Bx",
        "swap Bx Bx",
        "swap Gd Bx Bx",
    ]


def test_X1_at_least_one_tile() -> None:
    """An exchange without tiles is refused."""
    state = position("Rs@0,0", SIX, "Bx", supply=PLENTY)
    assert codes(state, "swap") == {Code.EXCHANGE_EMPTY}
    assert rules_broken(state, "swap") == {"X1"}


def test_X1_at_most_six_tiles() -> None:
    """A hand of eight can still exchange only six."""
    eight = "Rc Rd Rt Rk Rx Gd Bx Bt"
    state = position("Rs@0,0", eight, "Yt", supply=PLENTY, variant=standard(hand_size=8))
    assert is_legal(state, "swap Rc Rd Rt Rk Rx Gd")
    assert codes(state, "swap Rc Rd Rt Rk Rx Gd Bx") == {Code.EXCHANGE_TOO_LARGE}
    assert rules_broken(state, "swap Rc Rd Rt Rk Rx Gd Bx") == {"X1"}


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_X1_the_limit_is_a_field(limit: int) -> None:
    """Another limit allows exactly that many, in the check and in the list."""
    state = position("Rs@0,0", SIX, "Bx", supply=PLENTY, variant=standard(exchange_limit=limit))
    tiles = SIX.split()
    assert is_legal(state, "swap " + " ".join(tiles[:limit]))
    assert codes(state, "swap " + " ".join(tiles[: limit + 1])) == {Code.EXCHANGE_TOO_LARGE}
    sizes = {len(found.tiles) for found in qwirkle.legal_moves(state).exchanges}
    assert sizes == set(range(1, limit + 1))


@EACH_SUPPLY
@pytest.mark.parametrize("size", [1, 3, 6])
def test_X1_draws_as_many_as_were_set_aside(size: int, supply: str) -> None:
    """The sizes of the hand and the supply stay the same."""
    variant = standard(supply=supply)
    state = position("Rs@0,0", SIX, "Bx", supply=PLENTY, variant=variant)
    tiles = SIX.split()
    after = play(state, "swap " + " ".join(tiles[:size]))
    assert Counter(map(str, after.hands[0])) == Counter(tiles[size:] + PLENTY.split()[:size])
    assert len(after.supply) == len(state.supply)


def test_X1_a_short_hand_is_not_refilled() -> None:
    """An exchange draws as many as were set aside, not up to six."""
    state = position("Rs@0,0", "Rc Gd", "Bx", supply=PLENTY)
    assert texts(play(state, "swap Gd").hands[0]) == "Rc Oc"


@EACH_SUPPLY
@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_X1_tiles_are_drawn_before_others_return(size: int, supply: str) -> None:
    """If the supply has exactly as many tiles, all are drawn and none comes back at once."""
    tiles = SIX.split()[:size]
    variant = standard(supply=supply)
    for seed in range(10):
        state = position(
            "Rs@0,0",
            SIX,
            "Bx",
            supply=" ".join(PLENTY.split()[:size]),
            variant=variant,
            seed=seed,
        )
        after = play(state, "swap " + " ".join(tiles))
        assert set(map(str, after.hands[0])) == {*SIX.split()[size:], *PLENTY.split()[:size]}
        assert sorted(map(str, after.supply.tiles)) == sorted(tiles)


@EACH_SUPPLY
def test_X1_the_returned_tile_cannot_be_given_as_drawn(supply: str) -> None:
    """The tile set aside is not in the supply yet, so it cannot be among given draws."""
    state = position("Rs@0,0", SIX, "Bx", supply="Oc Os", variant=standard(supply=supply))
    with pytest.raises(InvalidDraw):
        qwirkle.apply(state, Exchange("Gd"), draw="Gd")
    after = qwirkle.apply(state, Exchange("Gd"), draw="Os")
    assert texts(after.hands[0]) == "Rc Rd Rt Rk Rx Os"


def test_X1_another_copy_can_be_drawn() -> None:
    """The supply may hold a copy of the tile that was set aside."""
    state = position("Rs@0,0", "Rc Gd", "Bx", supply="Gd")
    after = play(state, "swap Gd")
    assert texts(after.hands[0]) == "Rc Gd"
    assert texts(after.supply.tiles) == "Gd"


@EACH_SUPPLY
def test_X1_no_points_and_the_turn_ends(supply: str) -> None:
    """An exchange scores nothing and leaves the board alone, and the next player moves."""
    variant = standard(supply=supply)
    state = position("Rs@0,0", SIX, "Bx", supply=PLENTY, scores=[5, 7], variant=variant)
    score = qwirkle.score(state, Exchange("Gd"))
    assert (score.total, score.lines, score.end_bonus) == (0, (), 0)
    after = play(state, "swap Gd")
    assert (after.scores, after.turn) == ((5, 7), 1)
    assert (after.board, after.hands[1]) == (state.board, state.hands[1])


def test_X1_a_player_who_can_place_may_exchange() -> None:
    """Any player may exchange, not only one who is stuck."""
    state = position("Rs@0,0", SIX, "Bx", supply=PLENTY)
    assert qwirkle.legal_moves(state).placements.count() > 0
    assert is_legal(state, "swap Rc Rd")


# X2: returning the tiles


def test_X2_returned_tiles_are_mixed_into_the_bag() -> None:
    """Depending on the seed a returned tile ends up anywhere, and the others are mixed too."""
    places: set[int] = set()
    orders: set[tuple[Tile, ...]] = set()
    for seed in range(100):
        state = position("Rs@0,0", SIX, "Bx", supply=PLENTY, seed=seed)
        supply = play(state, "swap Gd").supply.tiles
        places.add(supply.index(Tile.parse("Gd")))
        orders.add(supply)  # type: ignore[arg-type]
        assert sorted(map(str, supply)) == sorted([*PLENTY.split()[1:], "Gd"])
    assert places == set(range(10))
    assert len(orders) > 90


def test_X2_every_exchange_mixes_the_bag_again() -> None:
    """Two exchanges of one game mix differently, because chance depends on the move too."""
    state = position("Rs@0,0", SIX, "Gd", supply=PLENTY, seed=1)
    later = position("Rs@0,0", SIX, "Gd", supply=PLENTY, seed=1, ply=7)
    assert play(state, "swap Gd").supply != play(later, "swap Gd").supply
    assert play(state, "swap Gd").supply == play(state, "swap Gd").supply


def test_X2_returned_tiles_are_pushed_under_the_stacks() -> None:
    """They keep the order of the exchange, below the other tiles, whatever the seed."""
    variant = standard(supply="stacks")
    for seed in range(10):
        state = position("Rs@0,0", SIX, "Bx", supply=PLENTY, seed=seed, variant=variant)
        after = play(state, "swap Rd Rk Gd")
        assert texts(after.supply.tiles) == "Ot Ok Ox Yc Ys Yd Yt Rd Rk Gd"


def test_X2_stacks_return_tiles_in_the_order_of_the_exchange() -> None:
    """A move lists its tiles sorted, and they go under the stacks in that order."""
    state = position(
        "Rs@0,0", "Gd Rk Rd", "Bx", supply="Oc Os Od Ot", variant=standard(supply="stacks")
    )
    wanted = Exchange("Gd Rk Rd")
    after = qwirkle.apply(state, wanted)
    assert texts(wanted.tiles) == "Rd Rk Gd"
    assert texts(after.supply.tiles) == "Ot Rd Rk Gd"


def test_X2_tiles_under_the_stacks_come_back_last() -> None:
    """The first tile returned is drawn after all tiles above it, and before the second."""
    variant = standard(supply="stacks", hand_size=2)
    state = position("Rs@0,0", "Bx Gd", "Bt Yk", supply="Oc Os", variant=variant)
    state = play(state, "swap Gd Bx", "swap Bt")
    assert texts(state.hands[0]) == "Oc Os"
    assert texts(state.hands[1]) == "Yk Gd"
    assert texts(state.supply.tiles) == "Bx Bt"


# X3 and R4: at most as many as the supply holds


@EACH_SUPPLY
@pytest.mark.parametrize("size", [1, 2, 3])
def test_X3_at_most_as_many_as_the_supply_holds(size: int, supply: str) -> None:
    """One more than the supply holds is refused, and the list agrees."""
    tiles = SIX.split()
    state = position(
        "Rs@0,0",
        SIX,
        "Bx",
        supply=" ".join(PLENTY.split()[:size]),
        variant=standard(supply=supply),
    )
    assert is_legal(state, "swap " + " ".join(tiles[:size]))
    too_many = "swap " + " ".join(tiles[: size + 1])
    assert codes(state, too_many) == {Code.SUPPLY_TOO_SMALL}
    assert rules_broken(state, too_many) == {"X3", "R4"}
    assert {len(found.tiles) for found in qwirkle.legal_moves(state).exchanges} == set(
        range(1, size + 1)
    )


def test_X3_no_exchange_with_an_empty_supply() -> None:
    """If there is nothing to draw, no exchange is legal."""
    state = position("Rs@0,0", SIX, "Bx")
    assert codes(state, "swap Gd") == {Code.SUPPLY_TOO_SMALL}
    assert kinds(state) == {"place"}


@pytest.mark.parametrize("supply", ["bag", "stacks"])
@pytest.mark.parametrize("stuck", ["must-exchange", "may-exchange"])
@pytest.mark.parametrize("no_play", ["at-once", "all-passed"])
def test_R4_the_limit_of_the_supply_holds_in_every_edition(
    supply: str, stuck: str, no_play: str
) -> None:
    """Whatever the other fields say, one tile in the supply allows an exchange of one."""
    variant = standard(supply=supply, stuck=stuck, no_play=no_play)
    state = position("Rs@0,0", SIX, "Bx", supply="Oc", variant=variant)
    assert is_legal(state, "swap Gd")
    assert codes(state, "swap Gd Rc") == {Code.SUPPLY_TOO_SMALL}
    assert "R4" in rules_broken(state, "swap Gd Rc")


def test_R4_a_view_knows_the_size_of_the_supply() -> None:
    """The player to move is bound by it without seeing the tiles."""
    view = qwirkle.observe(position("Rs@0,0", SIX, "Bx", supply="Oc"), 0)
    assert not qwirkle.check(view, Exchange("Gd"))
    [violation] = qwirkle.check(view, Exchange("Gd Rc"))
    assert violation.rules == ("X3", "R4")


# X4 and R5: a player who cannot place


def test_X4_a_player_who_cannot_place_must_exchange() -> None:
    """With tiles in the supply only exchanges are legal, and a refused pass says why."""
    state = position("Rs@0,0", "Bd Gt", "Yk", supply="Oc Os")
    assert legal(state) == ["swap Gt", "swap Bd", "swap Gt Bd"]
    assert codes(state, "pass") == {Code.MUST_EXCHANGE}
    assert rules_broken(state, "pass") == {"X4", "R5"}


def test_X4_a_player_who_cannot_place_may_exchange() -> None:
    """In editions that say so, an exchange and a pass are both legal."""
    may = standard(stuck="may-exchange")
    state = position("Rs@0,0", "Bd Gt", "Yk", supply="Oc Os", variant=may)
    assert legal(state) == ["swap Gt", "swap Bd", "swap Gt Bd", "pass"]
    assert is_legal(state, "pass")
    assert is_legal(state, "swap Bd")


def test_X4_the_player_chooses_how_many() -> None:
    """A player who must exchange may choose any number of tiles, up to the size of the supply."""
    state = position("Rs@0,0", "Bd Gt Yk", "Px", supply="Oc Os")
    assert legal(state) == [
        "swap Yk",
        "swap Gt",
        "swap Bd",
        "swap Yk Gt",
        "swap Yk Bd",
        "swap Gt Bd",
    ]


@pytest.mark.parametrize("stuck", ["must-exchange", "may-exchange"])
@pytest.mark.parametrize("supply", ["", "Oc Od"])
@pytest.mark.parametrize("no_play", ["at-once", "all-passed"])
def test_R5_no_pass_while_a_placement_exists(stuck: str, supply: str, no_play: str) -> None:
    """One tile that fits forbids the pass, whatever the edition and the supply."""
    variant = standard(stuck=stuck, no_play=no_play)
    state = position("Rs@0,0", "Bd Gt Rx", "Yk", supply=supply, variant=variant)
    assert codes(state, "pass") == {Code.PASS_WHILE_MOVE}
    assert rules_broken(state, "pass") == {"R5"}
    assert kinds(state) == ({"place", "swap"} if supply else {"place"})


@pytest.mark.parametrize("stuck", ["must-exchange", "may-exchange"])
@pytest.mark.parametrize("no_play", ["at-once", "all-passed"])
def test_R5_with_an_empty_supply_the_pass_is_the_only_move(stuck: str, no_play: str) -> None:
    """A player who cannot place while another can must pass."""
    variant = standard(stuck=stuck, no_play=no_play)
    state = position("Rs@0,0", "Bd Gt", "Rx", variant=variant)
    assert legal(state) == ["pass"]
    assert is_legal(state, "pass")
    after = play(state, "pass")
    assert (after.turn, after.passes, after.hands) == (1, 1, state.hands)
    assert (after.scores, after.board) == ((0, 0), state.board)
    assert qwirkle.score(state, qwirkle.Pass()).total == 0


@pytest.mark.parametrize("stuck", ["must-exchange", "may-exchange"])
def test_R5_an_empty_hand_while_tiles_are_left_passes(stuck: str) -> None:
    """Such a player has nothing to place or exchange, so only the pass is legal."""
    state = position("Rs@0,0", "", "Rx", supply="Oc", variant=standard(stuck=stuck))
    assert not state.is_over
    assert legal(state) == ["pass"]
    assert is_legal(state, "pass")
    after = play(state, "pass")
    assert after.hands[0] == ()
    assert after.turn == 1


@pytest.mark.parametrize("stuck", ["must-exchange", "may-exchange"])
def test_R5_an_empty_hand_before_the_first_line_passes(stuck: str) -> None:
    """The same holds on an empty board, where nobody may exchange (R6)."""
    state = position("", "", "Rx", supply="Oc", turn=0, variant=standard(stuck=stuck))
    assert legal(state) == ["pass"]
    assert legal(play(state, "pass")) == ["Rx@0,0"]


def test_R5_a_tile_that_fits_only_elsewhere_forbids_the_pass() -> None:
    """One open cell anywhere is enough, even if it takes only one tile."""
    board = "Rs@0,0 Rc@-1,0 Gc@-1,1 Rd@1,0 Gd@1,1 Gt@2,1"
    assert kinds(position(board, "Bs", "Yk", supply="Oc")) == {"place", "swap"}
    assert kinds(position(board, "Bk", "Yk", supply="Oc")) == {"swap"}
    assert kinds(position(board, "Gs", "Yk", supply="Oc")) == {"place", "swap"}


@pytest.mark.parametrize("stuck", ["must-exchange", "may-exchange"])
def test_R5_a_view_may_pass_when_the_state_may(stuck: str) -> None:
    """The view of the player to move is enough to decide it."""
    state = position("Rs@0,0", "Bd Gt", "Yk", supply="Oc Os", variant=standard(stuck=stuck))
    seen = [str(found) for found in qwirkle.legal_moves(qwirkle.observe(state, 0))]
    assert seen == legal(state)
