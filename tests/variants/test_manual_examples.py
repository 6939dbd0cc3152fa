# ruff: noqa: N802
"""The worked examples of the manuals, each played in the editions that print it."""

from __future__ import annotations

from typing import Any

import pytest
from edition_positions import edition, seated
from manual_figures import (
    FIGURES,
    REASONS,
    assert_claims,
    assert_scores,
    board_of,
    codes,
    figure,
    holding,
    placed,
)

import qwirkle
from qwirkle import Exchange, Move, TileState

PRINTED_IN = {
    "game_french": ["standard", "mindware", "999games-fr"],
    "game_dutch_text": ["999games-nl"],
    "game_dutch_letters": ["999games-nl"],
    "game_hebrew": ["hebrew"],
    "german_antje_circle": ["schmidt"],
    "german_sequence": ["schmidt"],
    "german_five_misfits": ["schmidt"],
    "german_steffi_red": ["schmidt"],
    "german_julia_take": ["schmidt-actions"],
    "hebrew_three_stars": ["hebrew"],
}
"""The editions of each figure. (The action tile's example is tested with the action tiles.)"""

OLDEST_FIRST = (40, 30, 20, 10)
YOUNGEST_FIRST = (10, 20, 30, 40)

GAMES = pytest.mark.parametrize(
    ("name", "variant"),
    [(name, each) for name in PRINTED_IN if "game" in name for each in PRINTED_IN[name]],
)


def deal(name: str, variant: str, ages: tuple[int, ...] = OLDEST_FIRST) -> TileState:
    """The first state of a game in an edition."""
    return qwirkle.position(
        edition(variant), players=seated(*ages), hands=figure(name)["hands"], seed=17
    )


def move_of(turn: dict[str, Any]) -> Move:
    """The printed move of a turn, or the exchange inserted where the text skips a seat."""
    return placed(turn["place"]) if turn["printed"] else Exchange(turn["exchange"])


def test_the_editions_of_the_figures() -> None:
    """The files name the same editions as the table above, and they exist."""
    found = {path.stem: figure(path.stem)["variants"] for path in FIGURES.glob("*.json")}
    assert found == PRINTED_IN
    assert {each for variants in found.values() for each in variants} <= set(qwirkle.variants())


@GAMES
def test_B2_B3_the_first_player_of_the_games(name: str, variant: str) -> None:
    """Two players announce three: the older one starts, but with stacks the younger one."""
    assert deal(name, variant).turn == figure(name)["first_seat"] == 0
    assert deal(name, variant, YOUNGEST_FIRST).turn == figure(name)["tie"][1] == 1
    assert deal(name, "schmidt").turn == 1
    assert deal(name, "schmidt", YOUNGEST_FIRST).turn == 0


@GAMES
def test_C1_C2_X2_the_games_turn_by_turn(name: str, variant: str) -> None:
    """Every turn is legal for the right player and scores as printed, line by line.

    The exchanges that fill a gap in the text leave the size of the supply unchanged.
    """
    data = figure(name)
    record = qwirkle.GameRecord(deal(name, variant))
    for turn in data["turns"]:
        state, move = record.state, move_of(turn)
        assert state.turn == turn["seat"]
        if turn["printed"]:
            assert_scores(state, turn)
            assert_claims(state, turn)
        record = record.play(move, draw=turn["draw"])
        gained = record.state.scores[turn["seat"]] - state.scores[turn["seat"]]
        assert gained == turn["points"]
        drawn = len(turn["draw"]) if turn["printed"] else 0
        assert len(state.supply) - len(record.state.supply) == drawn
    assert list(record.state.scores) == data["scores"]
    assert record.state.board == board_of(data["board"])
    assert not record.state.is_over
    again = qwirkle.GameRecord.parse(str(record))
    assert (again, again.start.variant) == (record, edition(variant))


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("german_antje_circle", [4]),
        ("german_sequence", [7, 6, 17]),
        ("german_steffi_red", [9]),
        ("hebrew_three_stars", [7]),
    ],
)
def test_C1_C2_the_positions(name: str, points: list[int]) -> None:
    """Every turn scores as printed, line by line, in sequence."""
    data = figure(name)
    board, found = board_of(data["board"]), []
    for turn in data["turns"]:
        state = holding(edition(PRINTED_IN[name][0]), board, [tile for _, tile in turn["place"]])
        assert_scores(state, turn)
        assert_claims(state, turn)
        found.append(qwirkle.score(state, placed(turn["place"])).total)
        board = qwirkle.apply(state, placed(turn["place"])).board
    assert found == points


@pytest.mark.parametrize(
    ("number", "reasons"),
    [
        (1, {"line-too-long", "duplicate-in-line"}),
        (2, {"duplicate-in-line"}),
        (3, {"duplicate-in-line"}),
        (4, {"touches-nothing"}),
        (5, {"line-mismatch"}),
    ],
)
def test_P1_P3_P4_the_five_misfits(number: int, reasons: set[str]) -> None:
    """Each is refused for its own reason, in the edition that prints them."""
    data = figure("german_five_misfits")
    assert len(data["misfits"]) == 5
    misfit = data["misfits"][number - 1]
    move = placed(misfit["place"])
    state = holding(edition("schmidt"), board_of(data["board"]), move.laid)
    assert {str(code) for code in codes(state, move)} == reasons
    assert {str(REASONS[reason]) for reason in misfit["reasons"]} == reasons
