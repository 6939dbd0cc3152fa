# ruff: noqa: N802
"""E1 to E4, R3, R7 and R21: the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

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
    texts,
)

import qwirkle
from qwirkle import EndReason, Player, TileState, authoring
from qwirkle.authoring import Code, TileGame

MAY = {"stuck": "may-exchange"}
PASSING = {"no_play": "all-passed"}


def reason(state: TileState) -> EndReason | None:
    """The reason for the end of the game, or None."""
    return EndReason(state.outcome.reason) if state.outcome else None


# E1: an empty supply


def test_E1_play_goes_on_without_refilling() -> None:
    """With nothing to draw the hands get smaller, and the game continues."""
    state = position("Rs@0,0", "Rc Gd", "Rd Gt")
    after = play(state, "Rc@1,0")
    assert (texts(after.hands[0]), after.is_over, after.turn) == ("Gd", False, 1)
    after = play(after, "Rd@2,0")
    assert (texts(after.hands[1]), len(after.supply)) == ("Gt", 0)


@pytest.mark.parametrize(("supply", "hand"), [("Ok", "Gd Ok"), ("Ok Px", "Gd Ok Px")])
def test_E1_a_supply_smaller_than_the_refill(supply: str, hand: str) -> None:
    """A player who needs more tiles than are left draws all that are left."""
    state = position("Rs@0,0", "Rc Rd Rt Gd", "Rk", supply=supply)
    after = play(state, "Rc@1,0 Rd@2,0 Rt@3,0")
    assert sorted(map(str, after.hands[0])) == sorted(hand.split())
    assert len(after.supply) == 0
    assert not after.is_over


def test_E1_a_supply_of_just_the_refill() -> None:
    """The last tiles are drawn, and the next player already plays without refilling."""
    state = position("Rs@0,0", "Rc Gd Gt Gk Gx Gc", "Rd Bt", supply="Ok")
    after = play(state, "Rc@1,0")
    assert (len(after.hands[0]), len(after.supply)) == (6, 0)
    assert texts(play(after, "Rd@2,0").hands[1]) == "Bt"


def test_E1_an_empty_supply_does_not_end_the_game() -> None:
    """The game goes on while everybody holds tiles and somebody can place."""
    state = position("Rs@0,0", "Rc Gd", "Rd Gt")
    assert not state.is_over
    assert state.winners == ()


# E2: going out


@pytest.mark.parametrize("no_play", ["at-once", "all-passed"])
def test_E2_the_first_player_without_tiles_ends_the_game(no_play: str) -> None:
    """The game ends at once: other players, who could still place, get no further turn."""
    variant = standard(no_play=no_play)
    state = position("Rs@0,0", "Rc", "Rd", "Rt", variant=variant)
    after = play(state, "Rc@1,0")
    assert reason(after) is EndReason.WENT_OUT
    assert legal(after) == []
    assert codes(after, "Rd@2,0") == {Code.GAME_OVER}
    assert rules_broken(after, "Rd@2,0") == {"E2"}
    assert codes(after, "pass") == {Code.GAME_OVER}


@pytest.mark.parametrize("supply", ["Ok", "Ok Px"])
def test_E2_not_while_the_supply_holds_tiles(supply: str) -> None:
    """A player who empties the hand while tiles are left draws again."""
    state = position("Rs@0,0", "Rc Rd", "Rt", supply=supply)
    after = play(state, "Rc@1,0 Rd@2,0")
    assert reason(after) is None
    assert texts(after.hands[0]) == supply


def test_E2_an_exchange_never_ends_the_game() -> None:
    """A player who exchanges the whole hand has a hand of the same size."""
    state = position("Rs@0,0", "Rc Rd", "Rt", supply="Ok Px")
    assert not play(state, "swap Rc Rd").is_over


def test_E2_in_the_middle_of_a_round() -> None:
    """The round is not completed, so the last seat may get no turn."""
    state = position("Rs@0,0", "Rc Gx", "Rd", "Rt", turn=1)
    after = play(state, "Rd@1,0")
    assert reason(after) is EndReason.WENT_OUT
    assert after.scores == (0, 8, 0)


def test_E2_a_position_with_an_empty_hand_is_over() -> None:
    """A position that meets the end condition is over, whichever player is to move."""
    for turn in (0, 1):
        state = position("Rs@0,0", "", "Rd", turn=turn)
        assert reason(state) is EndReason.WENT_OUT
        assert legal(state) == []


def test_E2_an_empty_hand_alone_is_not_the_end() -> None:
    """With tiles in the supply, a position with an empty hand goes on."""
    assert not position("Rs@0,0", "", "Rd", supply="Ok").is_over


# E3: nobody can place, in editions that print it


def test_E3_the_game_ends_at_once() -> None:
    """If the supply is empty and nobody can place, it ends without passes and without C3."""
    state = position("Rs@0,0", "Bd", "Gt", scores=[4, 9])
    assert reason(state) is EndReason.NO_PLAY
    assert legal(state) == []
    assert (state.scores, state.winners) == ((4, 9), (1,))
    assert codes(state, "pass") == {Code.GAME_OVER}
    assert rules_broken(state, "pass") == {"E3"}


def test_E3_after_the_move_that_leaves_nobody_able() -> None:
    """The player who places the last tile that fits gets its points, but no bonus."""
    state = position("Rs@0,0", "Rc Gx", "Bd")
    assert points(state, "Rc@1,0") == [2]
    after = play(state, "Rc@1,0")
    assert reason(after) is EndReason.NO_PLAY
    assert after.scores == (2, 0)


def test_E3_after_drawing_the_last_tile() -> None:
    """The refill empties the supply, and the drawn tile does not fit: the game is over."""
    state = position("Rs@0,0", "Rc Gx", "Bd", supply="Yt")
    after = play(state, "Rc@1,0")
    assert texts(after.hands[0]) == "Yt Gx"
    assert reason(after) is EndReason.NO_PLAY


def test_E3_not_while_anybody_can_place() -> None:
    """One player who can place is enough, whichever player is to move; the others pass."""
    state = position("Rs@0,0", "Bd", "Gt", "Rx Yk", "Px")
    assert reason(state) is None
    state = play(state, "pass", "pass")
    assert reason(state) is None
    assert kinds(state) == {"place"}
    assert reason(play(state, "Rx@1,0")) is None  # the purple cross fits beside the red one
    assert legal(play(state, "Rx@1,0"))[0].startswith("Px")


@pytest.mark.parametrize("supply", ["Os", "Oc Ok Os"])
def test_E3_not_while_the_supply_holds_tiles(supply: str) -> None:
    """Nobody can place, but there are tiles to exchange for."""
    assert reason(position("Rs@0,0", "Bd", "Gt", supply=supply)) is None


def test_E3_passes_do_not_end_the_game_where_it_is_printed() -> None:
    """No round of passes ends the game while somebody can place."""
    state = position("Rs@0,0", "Bd", "Gt", "Rx", passes=2, turn=2)
    assert reason(state) is None
    state = position("Rs@0,0", "Bd", "Rx", passes=5)
    assert reason(state) is None


def test_E3_copies_of_the_only_tile_fit_nowhere() -> None:
    """All players hold copies of the tile on the board, so the game is over at once."""
    assert reason(position("Rs@0,0", "Rs", "Rs")) is EndReason.NO_PLAY
    assert reason(position("Rs@0,0", "Rs", "Rs Rx")) is None


# R3: nobody can place, in the other editions


def test_R3_not_at_once_but_when_all_have_passed() -> None:
    """A stuck game goes on until every player in a row has passed; no bonus."""
    state = position("Rs@0,0", "Bd", "Gt", "Yk", scores=[4, 9, 1], variant=standard(**PASSING))
    for seat in range(3):
        assert (reason(state), state.turn, state.passes) == (None, seat, seat)
        assert legal(state) == ["pass"]
        state = play(state, "pass")
    assert reason(state) is EndReason.ALL_PASSED
    assert (state.scores, state.winners) == ((4, 9, 1), (1,))
    assert legal(state) == []
    assert codes(state, "pass") == {Code.GAME_OVER}
    assert rules_broken(state, "pass") == {"R3"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R3_all_players_must_have_passed(players: int) -> None:
    """One pass fewer than the number of players is not enough."""
    hands = ["Bd", "Gt", "Yk", "Px"][:players]
    variant = standard(**PASSING)
    almost = position("Rs@0,0", *hands, passes=players - 1, variant=variant)
    assert reason(almost) is None
    assert reason(play(almost, "pass")) is EndReason.ALL_PASSED
    assert reason(position("Rs@0,0", *hands, passes=players, variant=variant)) is (
        EndReason.ALL_PASSED
    )


def test_R3_a_placement_breaks_the_row_of_passes() -> None:
    """Passes before it do not count: the round starts again."""
    state = position("Rs@0,0", "Bd", "Rc Gx", "Yt", variant=standard(**PASSING))
    state = play(state, "pass", "Rc@1,0")
    assert (state.passes, reason(state)) == (0, None)
    state = play(state, "pass", "pass")
    assert reason(state) is None
    assert reason(play(state, "pass")) is EndReason.ALL_PASSED


@pytest.mark.parametrize("no_play", ["at-once", "all-passed"])
def test_R3_passes_while_tiles_are_left_never_end_the_game(no_play: str) -> None:
    """In editions that allow it, passing can go on for ever while the supply holds a tile."""
    variant = standard(**MAY, no_play=no_play)
    state = position("Rs@0,0", "Bd", "Gt", supply="Os", variant=variant)
    for _ in range(9):
        state = play(state, "pass")
        assert reason(state) is None
        assert is_legal(state, "pass")
    assert kinds(state) == {"swap", "pass"}


def test_R3_an_exchange_breaks_the_row_of_passes() -> None:
    """A player who exchanges has not passed."""
    variant = standard(**MAY, **PASSING)
    state = position("Rs@0,0", "Bd", "Gt", supply="Os", variant=variant)
    state = play(state, "pass", "swap Gt")
    assert (state.passes, reason(state)) == (0, None)


class Teams(TileGame):
    """The first and the third player play together against the others."""

    def winners(self, players: Sequence[Player], scores: Sequence[int]) -> tuple[int, ...]:
        """The team with more points, or all players."""
        teams = [sum(scores[first::2]) for first in (0, 1)]
        seats = range(len(players))
        return tuple(seat for seat in seats if teams[seat % 2] == max(teams))


def test_E4_a_variant_may_decide_who_wins() -> None:
    """The state and every view agree."""
    fields = {"board": "Rs@0,0", "hands": ["", "Gd", "Gd", "Yd"], "supply": ""}
    teams = Teams("teams")
    for scores, winners in (
        ([9, 5, 0, 5], (1, 3)),
        ([9, 5, 2, 5], (0, 2)),
        ([1, 1, 1, 1], (0, 1, 2, 3)),
    ):
        state = qwirkle.position(teams, **fields, scores=scores)
        assert state.winners == winners
        assert state.outcome == authoring.Outcome(EndReason.WENT_OUT, tuple(scores), winners)
        assert {qwirkle.observe(state, seat).outcome for seat in range(4)} == {state.outcome}
    assert list(teams.undeclared()) == ["winners"]


def test_R3_a_player_who_can_place_keeps_the_game_going() -> None:
    """That player may not pass (R5), so the row of passes cannot be completed."""
    state = position("Rs@0,0", "Bd", "Gt", "Rx", variant=standard(**PASSING))
    state = play(state, "pass", "pass")
    assert not is_legal(state, "pass")
    assert reason(play(state, "Rx@1,0")) is EndReason.WENT_OUT


def test_R3_where_E3_is_printed_there_are_no_passes() -> None:
    """The same position is over at once, or only after the passes."""
    hands = ("Bd", "Gt")
    assert reason(position("Rs@0,0", *hands)) is EndReason.NO_PLAY
    assert reason(position("Rs@0,0", *hands, variant=standard(**PASSING))) is None
    passed = play(position("Rs@0,0", *hands, variant=standard(**PASSING)), "pass", "pass")
    assert reason(passed) is EndReason.ALL_PASSED


# R21: a closed board

CLOSED = " ".join(
    f"{tile}@{x},{y}"
    for y, row in enumerate(("Rc Rs Rd Rt Rk Rx", "Rs Rd Rt Rk Rx Rc", "Rd Rt Rk Rx Rc Rs"))
    for x, tile in enumerate(row.split())
)
"""All eighteen red tiles in three Qwirkles side by side: nothing else can ever join them."""

ALMOST_CLOSED = CLOSED.removesuffix(" Rs@5,2")
"""The same without its last tile, which somebody still has."""


@pytest.mark.parametrize("no_play", ["at-once", "all-passed"])
@pytest.mark.parametrize("stuck", ["must-exchange", "may-exchange"])
def test_R21_the_game_ends_when_no_tile_that_is_left_fits(stuck: str, no_play: str) -> None:
    """It ends although there are tiles to draw: no exchange, no pass and no bonus."""
    variant = standard(stuck=stuck, no_play=no_play)
    state = qwirkle.position(variant, board=CLOSED, hands=["Bd", "Gt"], scores=[4, 9])
    assert len(state.supply) == 88
    assert reason(state) is EndReason.CLOSED
    assert legal(state) == []
    assert (state.scores, state.winners) == ((4, 9), (1,))
    for text in ("pass", "swap Bd", "Bd@6,0"):
        assert codes(state, text) == {Code.GAME_OVER}
        assert rules_broken(state, text) == {"R21"}


def test_R21_the_move_that_closes_the_board_scores_without_a_bonus() -> None:
    """The player placed the last tile of the hand, but C3 is only for ending the game by E2."""
    state = position(ALMOST_CLOSED, "Rs", "Gt", supply="Bd Bk Bt Yd Yk Yt Gk")
    assert points(state, "Rs@5,2") == [12, 3]
    after = play(state, "Rs@5,2")
    assert reason(after) is EndReason.CLOSED
    assert after.scores == (15, 0)


@pytest.mark.parametrize(
    ("hands", "supply"),
    [(("Rs", "Gt"), "Bd"), (("Gt", "Rs"), "Bd"), (("Gt", "Bd"), "Yk Rs Yk")],
)
def test_R21_not_while_anybody_has_or_may_draw_a_tile_that_fits(
    hands: tuple[str, str], supply: str
) -> None:
    """Neither the owner of the last red square nor its place in the supply matters."""
    assert reason(position(ALMOST_CLOSED, *hands, supply=supply)) is None


@pytest.mark.parametrize(
    ("no_play", "expected"), [("at-once", EndReason.NO_PLAY), ("all-passed", None)]
)
def test_R21_with_an_empty_supply_E3_and_R3_decide(
    no_play: str, expected: EndReason | None
) -> None:
    """With nothing left to draw, the edition says how the game ends."""
    state = position(CLOSED, "Bd", "Gt", variant=standard(no_play=no_play))
    assert reason(state) is expected


def test_R21_is_not_about_an_empty_board() -> None:
    """Before the first line every tile fits."""
    assert reason(position("", "Bd", "Gt", supply="Yk", turn=0)) is None


def test_R21_is_public_knowledge() -> None:
    """Views and saved views know it, whichever player holds which tile."""
    state = qwirkle.position(board=CLOSED, hands=["Bd", "Gt"])
    assert qwirkle.from_json(qwirkle.to_json(state)) == state
    for seat in (0, 1):
        view = qwirkle.observe(state, seat)
        assert view.outcome == state.outcome
        assert view.sample_state(Random(1)).outcome == state.outcome
        assert qwirkle.from_json(qwirkle.to_json(view)) == view
        assert '"outcome": "closed"' in qwirkle.to_json(view)
    open_view = qwirkle.to_json(view).replace('"closed"', "null")
    with pytest.raises(qwirkle.errors.DecodeError, match="outcome"):
        qwirkle.from_json(open_view)


# E4 and R7: the winners


def test_E4_the_most_points_win() -> None:
    """The player who used the last tile may lose in spite of the bonus."""
    state = position("Rs@0,0", "Rc", "Gd", "Yt", scores=[1, 20, 12])
    after = play(state, "Rc@1,0")
    assert (after.scores, after.winners) == ((9, 20, 12), (1,))


def test_E4_the_bonus_counts_for_the_win() -> None:
    """Six points can decide the game."""
    state = position("Rs@0,0", "Rc", "Gd", scores=[5, 12])
    assert play(state, "Rc@1,0").winners == (0,)


@pytest.mark.parametrize("options", [{}, PASSING])
def test_E4_at_every_kind_of_end(options: dict[str, str]) -> None:
    """A stuck game is won by the most points as well."""
    state = position("Rs@0,0", "Bd", "Gt", scores=[3, 2], passes=2, variant=standard(**options))
    assert state.is_over
    assert state.winners == (0,)


def test_E4_nobody_has_won_before_the_end() -> None:
    """The scores do not matter before the end."""
    assert position("Rs@0,0", "Rc", "Rd", scores=[50, 2]).winners == ()


@pytest.mark.parametrize(
    ("scores", "winners"),
    [([7, 7], (0, 1)), ([9, 3, 9], (0, 2)), ([0, 0, 0, 0], (0, 1, 2, 3)), ([1, 8, 8], (1, 2))],
)
def test_R7_all_tied_players_win(scores: list[int], winners: tuple[int, ...]) -> None:
    """A tie at the end is a win shared by all players with the most points."""
    hands = ["Bd", "Gt", "Yk", "Px"][: len(scores)]
    state = position("Rs@0,0", *hands, scores=scores)
    assert state.winners == winners


def test_R7_the_player_who_went_out_does_not_win_a_tie_alone() -> None:
    """The last move makes it a tie, and both win."""
    state = position("Rs@0,0", "Rc", "Gd", scores=[4, 12])
    after = play(state, "Rc@1,0")
    assert (after.scores, after.winners) == ((12, 12), (0, 1))


@pytest.mark.parametrize("tie_break", ["oldest", "youngest"])
def test_R7_ages_do_not_break_a_tie_at_the_end(tie_break: str) -> None:
    """Ages matter only for the start."""
    players = [qwirkle.Player("Ada", age=60), qwirkle.Player("Bob", age=6)]
    variant = standard(tie_break=tie_break)
    state = position("Rs@0,0", "Bd", "Gt", scores=[7, 7], players=players, variant=variant)
    assert state.winners == (0, 1)
