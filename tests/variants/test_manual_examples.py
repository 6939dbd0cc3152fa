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
    figure,
    holding,
    placed,
)
from manual_figures import codes as reasons_against

import qwirkle
from qwirkle import Cell, Exchange, Move, TileState

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

POINTS: dict[str, list[int]] = {
    "game_french": [3, 7, 4, 6, 7, 6, 3, 3, 10, 9, 18, 9],
    "german_antje_circle": [4],
    "german_sequence": [7, 6, 17],
    "hebrew_three_stars": [7],
}
"""The printed points, in the order of the print."""

OLDEST_FIRST = (40, 30, 20, 10)
YOUNGEST_FIRST = (10, 20, 30, 40)


def cases(*prefixes: str) -> list[tuple[str, str]]:
    """The figures whose names begin with one of these, each with its editions."""
    return [
        (name, variant)
        for name, variants in PRINTED_IN.items()
        if name.startswith(prefixes)
        for variant in variants
    ]


GAMES = pytest.mark.parametrize(("name", "variant"), cases("game"))


def deal(name: str, variant: str, ages: tuple[int, ...] = OLDEST_FIRST) -> TileState:
    """The first state of a game in an edition."""
    return qwirkle.position(
        edition(variant), players=seated(*ages), hands=figure(name)["hands"], seed=17
    )


def move_of(turn: dict[str, Any]) -> Move:
    """The printed move of a turn, or the exchange inserted where the text skips a seat."""
    return placed(turn["place"]) if turn["printed"] else Exchange(turn["exchange"])


@pytest.mark.parametrize("name", PRINTED_IN)
def test_the_editions_of_a_figure(name: str) -> None:
    """The file names the same editions as the table above, and they exist."""
    assert figure(name)["variants"] == PRINTED_IN[name]
    assert set(PRINTED_IN[name]) <= set(qwirkle.variants())


def test_every_figure_has_an_edition() -> None:
    """The table above names every file."""
    assert {path.stem for path in FIGURES.glob("*.json")} == set(PRINTED_IN)


# The games


@GAMES
def test_B2_B3_the_first_player_of_the_games(name: str, variant: str) -> None:
    """Two players announce three: the older one starts in every edition that prints the game."""
    assert deal(name, variant).turn == figure(name)["first_seat"] == 0
    assert deal(name, variant, YOUNGEST_FIRST).turn == figure(name)["tie"][1] == 1


@pytest.mark.parametrize("name", [name for name in PRINTED_IN if name.startswith("game")])
def test_B3_with_stacks_the_other_player_would_start(name: str) -> None:
    """In the edition with stacks the youngest of those tied starts."""
    assert deal(name, "schmidt").turn == 1
    assert deal(name, "schmidt", YOUNGEST_FIRST).turn == 0


@GAMES
def test_C1_C2_the_games_turn_by_turn(name: str, variant: str) -> None:
    """Every turn is legal for the right player and scores as printed, line by line."""
    data, state = figure(name), deal(name, variant)
    for turn in data["turns"]:
        assert state.turn == turn["seat"]
        move = move_of(turn)
        assert qwirkle.check(state, move) == ()
        if turn["printed"]:
            assert_scores(state, turn)
            assert_claims(state, turn)
        before = state.scores[turn["seat"]]
        state = qwirkle.apply(state, move, draw=turn["draw"])
        assert state.scores[turn["seat"]] - before == turn["points"]
    assert list(state.scores) == data["scores"]
    assert state.board == board_of(data["board"])
    assert not state.is_over


@GAMES
def test_C1_C2_the_games_as_records(name: str, variant: str) -> None:
    """Written with all draws and read back, they are the same games."""
    record = qwirkle.GameRecord(deal(name, variant))
    for turn in figure(name)["turns"]:
        record = record.play(move_of(turn), draw=turn["draw"])
    again = qwirkle.GameRecord.parse(str(record))
    assert again == record
    assert list(again.state.scores) == figure(name)["scores"]
    assert again.start.variant == edition(variant)


@GAMES
def test_X2_inserted_exchanges_return_to_the_bag(name: str, variant: str) -> None:
    """The exchanges that fill a gap in the text leave the size of the supply unchanged."""
    state = deal(name, variant)
    for turn in figure(name)["turns"]:
        after = qwirkle.apply(state, move_of(turn), draw=turn["draw"])
        drawn = 0 if not turn["printed"] else len(turn["draw"])
        assert len(state.supply) - len(after.supply) == drawn
        state = after
    exchanges = [turn for turn in figure(name)["turns"] if not turn["printed"]]
    assert bool(exchanges) == (name != "game_french")


# The positions


@pytest.mark.parametrize(
    ("name", "variant"),
    [*cases("german_antje", "german_sequence", "german_steffi", "hebrew")],
)
def test_C1_C2_the_positions(name: str, variant: str) -> None:
    """Every turn scores as printed, line by line, in sequence."""
    data = figure(name)
    board = board_of(data["board"])
    for turn in data["turns"]:
        state = holding(edition(variant), board, [tile for _, tile in turn["place"]])
        assert_scores(state, turn)
        assert_claims(state, turn)
        board = qwirkle.apply(state, placed(turn["place"])).board


@pytest.mark.parametrize("name", POINTS)
def test_C1_C2_the_printed_points(name: str) -> None:
    """The points are those that the manuals print, in all their editions."""
    data = figure(name)
    for variant in PRINTED_IN[name]:
        state: Any = deal(name, variant) if "hands" in data else None
        board = board_of(data["board"]) if state is None else state.board
        found = []
        for turn in data["turns"]:
            if state is None:
                state = holding(edition(variant), board, [tile for _, tile in turn["place"]])
            found.append(qwirkle.score(state, placed(turn["place"])).total)
            state = qwirkle.apply(state, placed(turn["place"]), draw=turn.get("draw"))
            board, state = state.board, state if "hands" in data else None
        assert found == POINTS[name]


# Tiles that do not fit

MISFITS = {
    1: {"line-too-long", "duplicate-in-line"},
    2: {"duplicate-in-line"},
    3: {"duplicate-in-line"},
    4: {"touches-nothing"},
    5: {"line-mismatch"},
}
"""The five tiles of the German example, with the codes of what is wrong with each."""


@pytest.mark.parametrize("number", MISFITS)
def test_P1_P3_P4_the_five_misfits(number: int) -> None:
    """Each is refused for its own reason, in the edition that prints them."""
    data = figure("german_five_misfits")
    [variant] = data["variants"]
    [misfit] = [found for found in data["misfits"] if found["number"] == number]
    move = placed(misfit["place"])
    state = holding(edition(variant), board_of(data["board"]), move.laid)
    assert {str(code) for code in reasons_against(state, move)} == MISFITS[number]
    assert MISFITS[number] == {str(REASONS[reason]) for reason in misfit["reasons"]}
    with pytest.raises(qwirkle.IllegalMove):
        qwirkle.apply(state, move)


def test_P3_the_french_wording_of_the_third_misfit() -> None:
    """The colour is already in the line."""
    data = figure("german_five_misfits")
    [misfit] = data["extra_misfits"]
    move = placed(misfit["place"])
    state = holding(edition("schmidt"), board_of(data["board"]), move.laid)
    assert {str(code) for code in reasons_against(state, move)} == {"duplicate-in-line"}


def test_there_are_five_misfits() -> None:
    """The manual prints exactly five."""
    numbers = [found["number"] for found in figure("german_five_misfits")["misfits"]]
    assert numbers == list(MISFITS)


# Steffi's tiles


def test_P5_steffis_red_tiles_and_what_she_may_not_do() -> None:
    """Both ends of one line are legal; two tiles that share nothing and no line are not."""
    data = figure("german_steffi_red")
    [variant] = data["variants"]
    board = board_of(data["board"])
    [turn] = data["turns"]
    state = holding(edition(variant), board, "Rt Rk Rd Bc")
    assert qwirkle.score(state, placed(turn["place"])).total == 9
    for instead in data["illegal_instead"]:
        expected = {REASONS[reason] for reason in instead["reasons"]}
        assert reasons_against(state, placed(instead["place"])) == expected
    for alone in data["legal_alone"]:
        assert reasons_against(state, placed(alone)) == set()


@pytest.mark.parametrize("when", ["three_diamonds_instead", "three_diamonds_afterwards"])
def test_P2_steffis_diamonds(when: str) -> None:
    """The German and the French text describe it differently, and both score the printed points."""
    data = figure("german_steffi_red")
    turn = data[when]
    board = board_of(data["board"])
    if when.endswith("afterwards"):
        [first] = data["turns"]
        state = holding(edition("schmidt"), board, [tile for _, tile in first["place"]])
        board = qwirkle.apply(state, placed(first["place"])).board
    state = holding(edition("schmidt"), board, [tile for _, tile in turn["place"]])
    assert_scores(state, turn)
    assert_claims(state, turn)
    after = qwirkle.apply(state, placed(turn["place"])).board
    assert Cell(*data["gap"]["cell"]) not in after
