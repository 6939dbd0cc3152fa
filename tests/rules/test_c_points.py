# ruff: noqa: N802
"""C1 to C3: the points."""

from __future__ import annotations

import json

import pytest
from engines import agreed
from jsonschema import Draft202012Validator
from tile_positions import play, points, position, standard

import qwirkle
from qwirkle import Color, GameRecord, Place, Shape, Tile, TileState
from qwirkle.authoring import TileGame
from qwirkle.testing import CHECKS, Check

REDS = "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0"
SIX_REDS = "Rc@1,0 Rd@2,0 Rt@3,0 Rk@4,0 Rx@5,0"


def lines(state: TileState, text: str) -> list[str]:
    """The tiles of the lines that score."""
    return [str(line) for line in qwirkle.score(state, qwirkle.parse_move(text)).lines]


# C1: a point for every tile of every line


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("Rc@1,0", 2),
        ("Rc@1,0 Rd@2,0", 3),
        ("Rc@1,0 Rd@2,0 Rt@3,0", 4),
        ("Rc@1,0 Rd@2,0 Rt@3,0 Rk@4,0", 5),
    ],
)
def test_C1_a_point_for_every_tile_old_ones_included(text: str, total: int) -> None:
    """The tile on the board counts in the line that is formed with it."""
    assert points(position("Rs@0,0", "Rc Rd Rt Rk", "Gd", supply="Yt"), text) == [total]


def test_C1_an_extended_line_counts_whole() -> None:
    """One tile at the end of four scores five."""
    state = position("Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0", "Rk", "Gd", supply="Yt")
    assert points(state, "Rk@4,0") == [5]
    assert lines(state, "Rk@4,0") == ["Rc Rs Rd Rt Rk"]


def test_C1_a_tile_in_two_lines_counts_in_both() -> None:
    """One tile at a corner scores its row and its column."""
    state = position("Rs@0,0 Rc@1,0 Bc@1,1", "Bs", "Gd", supply="Yt")
    assert points(state, "Bs@0,1") == [2, 2]
    assert sorted(lines(state, "Bs@0,1")) == ["Bs Bc", "Rs Bs"]


def test_C1_every_crossing_line_counts() -> None:
    """Three tiles below three make a row and three columns."""
    state = position("Rs@0,0 Rc@1,0 Rd@2,0", "Bs Bc Bd", "Gd", supply="Yt")
    assert points(state, "Bs@0,1 Bc@1,1 Bd@2,1") == [3, 2, 2, 2]
    assert lines(state, "Bs@0,1 Bc@1,1 Bd@2,1") == ["Bs Bc Bd", "Rs Bs", "Rc Bc", "Rd Bd"]


def test_C1_lines_that_were_not_touched_do_not_count() -> None:
    """Tiles in other lines score nothing."""
    state = position("Rs@0,0 Rc@1,0 Rd@2,0 Bd@2,1 Od@2,2", "Bs", "Gd", supply="Yt")
    assert points(state, "Bs@0,1") == [2]


def test_C1_a_single_tile_across_is_not_a_line() -> None:
    """A tile without a neighbour in one direction scores nothing in that direction."""
    state = position("Rs@0,0 Rc@1,0", "Rd", "Gd", supply="Yt")
    assert points(state, "Rd@2,0") == [3]


def test_C1_each_line_counts_once() -> None:
    """Two tiles in one line score that line once."""
    state = position("Rs@0,0 Rc@1,0", "Rd Rt", "Gd", supply="Yt")
    assert points(state, "Rd@-1,0 Rt@2,0") == [4]


def test_C1_a_line_in_a_column_comes_with_its_rows() -> None:
    """A turn placed downward scores its column, then the rows that it crosses."""
    state = position("Rs@0,0 Bs@0,1 Os@0,2", "Rc Bc Oc", "Gd", supply="Yt")
    assert points(state, "Rc@1,0 Bc@1,1 Oc@1,2") == [3, 2, 2, 2]
    assert lines(state, "Rc@1,0 Bc@1,1 Oc@1,2") == ["Rc Bc Oc", "Rs Rc", "Bs Bc", "Os Oc"]


def test_C1_the_lines_name_their_cells() -> None:
    """A score says which cells, which tiles and how many points."""
    state = position("Rs@0,0 Rc@1,0 Bc@1,1", "Bs", "Gd", supply="Yt")
    row, column = qwirkle.score(state, Place({(0, 1): "Bs"})).lines
    assert (row.cells, str(row), row.points) == (((0, 1), (1, 1)), "Bs Bc", 2)
    assert (column.cells, str(column), column.points) == (((0, 0), (0, 1)), "Rs Bs", 2)


def test_C1_points_go_to_the_player_who_placed() -> None:
    """They are added to that player's score, and no other score changes."""
    state = position("Rs@0,0", "Gd", "Rc", "Yt", scores=[5, 6, 7], turn=1, supply="Ok")
    assert play(state, "Rc@1,0").scores == (5, 8, 7)


# C2: a Qwirkle


def test_C2_a_qwirkle_is_twelve() -> None:
    """The sixth tile of a colour scores six points and six more."""
    assert points(position(REDS, "Rx", "Gd", supply="Yt"), "Rx@5,0") == [12]


def test_C2_a_qwirkle_of_a_shape_is_twelve() -> None:
    """The sixth tile of a shape does the same, in a column."""
    column = "Rs@0,0 Os@0,1 Ys@0,2 Gs@0,3 Bs@0,4"
    assert points(position(column, "Ps", "Gd", supply="Yt"), "Ps@0,5") == [12]


def test_C2_a_line_of_five_is_not_a_qwirkle() -> None:
    """A line of five scores five."""
    assert points(position("Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0", "Rx", "Gd", supply="Yt"), "Rx@4,0") == [5]


def test_C2_a_qwirkle_placed_in_one_turn_is_twelve() -> None:
    """Five tiles placed beside one make six."""
    assert points(position("Rs@0,0", "Rc Rd Rt Rk Rx", "Gd", supply="Yt"), SIX_REDS) == [12]


def test_C2_a_qwirkle_and_a_crossing_line() -> None:
    """The bonus belongs to the Qwirkle; the other line scores only its tiles."""
    state = position(REDS + " Ok@4,1", "Rx Ox", "Gd", supply="Yt")
    assert points(state, "Rx@5,0 Ox@5,1") == [2, 12, 2]


def test_C2_one_tile_completes_two_qwirkles() -> None:
    """Where five reds and five crosses meet, one tile scores 24."""
    board = REDS + " Ok@4,1 Ox@5,1 Yx@5,2 Gx@5,3 Bx@5,4 Px@5,5"
    assert points(position(board, "Rx", "Gd", supply="Yt"), "Rx@5,0") == [12, 12]


def test_C2_six_tiles_complete_seven_qwirkles() -> None:
    """The last row of a square of all 36 tiles scores 84 points."""
    board = {
        (x, y): Tile(color, shape)
        for y, color in enumerate(list(Color)[:5])
        for x, shape in enumerate(Shape)
    }
    state = qwirkle.position(board=board, hands=["Pc Ps Pd Pt Pk Px", "Gd"])
    text = "Pc@0,5 Ps@1,5 Pd@2,5 Pt@3,5 Pk@4,5 Px@5,5"
    assert points(state, text) == [12] * 7


def test_C2_a_qwirkle_on_the_board_does_not_score_again() -> None:
    """A tile placed across a complete line scores only the crossing line."""
    state = position(REDS + " Rx@5,0", "Ox Oc", "Gd", supply="Yt")
    assert points(state, "Ox@5,1") == [2]


# C3: the end bonus


def test_C3_placing_the_last_tile_gets_six_more() -> None:
    """With an empty supply, a player who places the last tile of the hand gets the bonus."""
    state = position("Rs@0,0", "Rc", "Gd")
    assert points(state, "Rc@1,0") == [2, 6]
    score = qwirkle.score(state, Place({(1, 0): "Rc"}))
    assert (score.total, score.end_bonus, int(score)) == (8, 6, 8)
    assert play(state, "Rc@1,0").scores == (8, 0)


def test_C3_placing_several_last_tiles_gets_six_more_once() -> None:
    """The bonus is for ending the game, not for each tile."""
    assert points(position("Rs@0,0", "Rc Rd", "Gd"), "Rc@1,0 Rd@2,0") == [3, 6]


def test_C3_no_bonus_with_a_tile_left() -> None:
    """A player with one tile in hand has not ended the game."""
    assert points(position("Rs@0,0", "Rc Rd", "Gd"), "Rc@1,0") == [2]


@pytest.mark.parametrize("supply", ["Yt", "Yt Ok", "Yt Ok Ox Oc Bd Bk"])
def test_C3_no_bonus_while_the_supply_holds_tiles(supply: str) -> None:
    """A player who empties the hand and draws again has not ended the game."""
    state = position("Rs@0,0", "Rc", "Rd", supply=supply)
    assert points(state, "Rc@1,0") == [2]
    assert not play(state, "Rc@1,0").is_over


def test_C3_bonus_with_a_qwirkle() -> None:
    """Both bonuses are added: 12 and 6."""
    assert points(position("Rs@0,0", "Rc Rd Rt Rk Rx", "Gd"), SIX_REDS) == [12, 6]


@pytest.mark.parametrize("no_play", ["at-once", "all-passed"])
@pytest.mark.parametrize("stuck", ["must-exchange", "may-exchange"])
def test_C3_the_bonus_is_the_same_in_every_edition(no_play: str, stuck: str) -> None:
    """No field of the rules changes it."""
    variant = standard(no_play=no_play, stuck=stuck)
    assert points(position("Rs@0,0", "Rc", "Gd", variant=variant), "Rc@1,0") == [2, 6]


def test_C3_opening_with_the_last_tiles_of_all() -> None:
    """In a position like this the first line ends the game, with the bonus."""
    state = position("", "Rc Rs", "Gd")
    assert points(state, "Rc@0,0 Rs@1,0") == [2, 6]
    assert points(position("", "Rc", "Gd", turn=0), "Rc@0,0") == [1, 6]


def test_C3_the_others_tiles_cost_nothing() -> None:
    """Tiles that the other players still hold do not change any score."""
    state = position("Rs@0,0", "Rc", "Gd Gt Gk", scores=[1, 9])
    assert play(state, "Rc@1,0").scores == (9, 9)


# Points that a variant takes away


class Costly(TileGame):
    """A game in which long lines cost points, and so does the end."""

    def line_points(self, length: int) -> int:
        """A pair scores 2, three tiles 0, a Qwirkle -6."""
        return 6 - 2 * length

    def end_bonus(self) -> int:
        """Finishing costs points."""
        return -20


COSTLY = Costly("costly")


@pytest.mark.parametrize("promise", CHECKS, ids=lambda promise: promise.name)
def test_a_variant_may_take_points_away(promise: Check) -> None:
    promise(COSTLY)


def test_negative_points_are_written_and_read() -> None:
    """States, views, records and the schema."""
    record = GameRecord[TileState](qwirkle.new_game(COSTLY, seed=1))
    while not record.state.is_over:
        moves = qwirkle.legal_moves(record.state)
        worst = min(moves.scored(), key=lambda pair: pair[1], default=(moves.best(), 0))[0]
        record = record.play(worst or qwirkle.Pass())
    assert max(record.state.scores) < 0
    assert GameRecord.parse(str(record)) == record
    schema = Draft202012Validator(qwirkle.codec.json_schema(COSTLY))
    for thing in (record, record.state, qwirkle.observe(record.state, 0)):
        text = qwirkle.to_json(thing)
        assert qwirkle.from_json(text) == thing
        schema.validate(json.loads(text))


class Golf(TileGame):
    """A game in which every line costs points."""

    def line_points(self, length: int) -> int:
        """A point for every tile."""
        return -length


GOLF = Golf("golf")


@pytest.fixture(autouse=True)
def _known_by_name() -> None:
    """Games are read and written by the names of their variants."""
    qwirkle.register(COSTLY)
    qwirkle.register(GOLF)


@pytest.mark.parametrize(
    ("board", "supply", "best"),
    [
        ("Rs@0,0 Rd@1,0", "Yt Yt", "swap Rc Gx"),  # for nothing
        ("Rs@0,0 Rd@1,0", "", "Rc@0,-1"),  # the smallest loss
        ("", "Yt Yt", "Rc@0,0"),  # there is no other move
    ],
)
def test_best_prefers_nothing_to_a_loss(board: str, supply: str, best: str) -> None:
    state = position(board, "Rc Gx", "Yk", supply=supply, variant=GOLF, turn=0)
    for bot in (qwirkle.bots.greedy, qwirkle.bots.careful):
        assert str(bot(qwirkle.observe(state, 0))) == best
    found = qwirkle.legal_moves(state).best()
    assert found is not None
    assert qwirkle.score(state, found) == qwirkle.score(state, qwirkle.parse_move(best))


def test_all_engines_avoid_the_same_losses() -> None:
    """The random bot loses points, and the others exchange after the first line."""
    bots = ["greedy", "careful", "random"]
    [game] = agreed(lambda: qwirkle.simulate(GOLF, bots, 1, seed=2, longest=60).games)
    assert game.scores[2] < -20 < -10 < min(game.scores[:2])
