# ruff: noqa: N802
"""Games from files, as documents show them: what they are, and what is wrong with a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import qwirkle
from qwirkle import InvalidValue, QwirkleError
from qwirkle.sphinxext.claims import Verdict, faults
from qwirkle.sphinxext.sources import Game, from_figure, from_record

FIGURES = Path(__file__).parent.parent / "figures"

TURN: dict[str, Any] = {"place": [[[1, 0], "Bs"]], "points": 2, "lines": [{"points": 2}]}
POSITION: dict[str, Any] = {"board": [[[0, 0], "Rs"]], "turns": [TURN], "note": "for readers"}
GAME: dict[str, Any] = {
    "hands": ["Rs Bs", "Gs Yx", "Gd"],
    "turns": [
        {
            "seat": 0,
            "move": "Rs@0,0 Bs@1,0",
            "figure": "I",
            "draw": ["Px", "Pk", "Yc", "Yd", "Oc", "Od"],
        },
        {"move": "Gs@2,0", "draw": "Rd Rt Rk Gx Gt"},
    ],
}


def read(data: object, **fields: object) -> Game:
    """The game of a figure."""
    return from_figure(json.dumps(data), None, fields)


def assert_all_is_so(game: Game) -> None:
    """Nothing that is printed is wrong."""
    assert game.faults == ()
    for step in game.steps:
        assert faults(step.claims, Verdict.of(step.state, step.move)) == []


@pytest.mark.parametrize("path", sorted(FIGURES.glob("*.json")), ids=lambda path: path.stem)
def test_the_figures_of_the_manuals_can_be_shown(path: Path) -> None:
    """All with turns; they play as printed."""
    data = json.loads(path.read_text(encoding="utf-8"))
    game = read(data)
    assert len(game.steps) == len(data.get("turns", []))
    assert all("points" in step.claims for step in game.steps)
    assert_all_is_so(game)


def test_a_game_follows_its_hands_and_draws() -> None:
    """By labels and numbers; the end is the one after the last move."""
    game = read({**GAME, "scores": [2, 3, 0]}, players=["Ada", "Bob", "Cleo"])
    assert_all_is_so(game)
    assert [step.label for step in game.steps] == ["I", "2"]
    assert game.at("I") == game.at("1") == game.steps[0]
    assert game.chosen("2 1-2") == [game.steps[1], *game.steps]
    assert game.at("").state == game.end
    assert [str(tile) for tile in game.end.hands[0]] == ["Oc", "Od", "Yc", "Yd", "Pk", "Px"]
    assert game.end.players[2].name == "Cleo"


def test_B2_without_seats_the_rules_find_who_starts() -> None:
    """As they do for any position."""
    turns = [{"move": "Rs@0,0 Bs@1,0"}]
    assert read({"hands": ["Gd", "Rs Bs"], "turns": turns}).steps[0].state.turn == 1
    assert read({"hands": ["Gd", "Rs Bs"]}).end.turn == 1


def test_in_a_position_everyone_holds_what_is_still_to_be_laid() -> None:
    """And nothing is made up; seats may be given."""
    more = {"place": [[[2, 0], "Gs"]], "seat": 2}
    game = read({**POSITION, "turns": [TURN, more], "end": "Rs@0,0 Bs@1,0 Gs@2,0"})
    assert_all_is_so(game)
    hands = [["".join(map(str, hand)) for hand in step.state.hands] for step in game.steps]
    assert hands == [["Bs", "", "Gs"], ["", "", "Gs"]]
    assert game.end.scores == (2, 0, 3)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], r"expected an object, not \[\]"),
        ({"turns": 3}, "turns: expected list, not 3"),
        ({"turns": [3]}, "expected an object, not 3"),
        ({"variants": ["chess"]}, "no variant is called 'chess'"),
        ({"turns": [{"figure": 7}]}, "figure: expected str, not 7"),
        ({"turns": [{}]}, "move 1: the text is empty"),
        ({"turns": [{"place": [3]}]}, "move 1: expected a cell and its tile, not 3"),
        ({"turns": [{**TURN, "lines": [3]}]}, "move 1: expected an object, not 3"),
        ({"turns": [{**TURN, "seat": "0"}]}, "move 1: seat: expected int, not '0'"),
        ({**POSITION, "turns": [{**TURN, "seat": -1}]}, "turn: expected an integer"),
        ({**POSITION, "turns": [{"exchange": ["Gd"]}]}, "move 1: swap Gd: the hand lacks Gd"),
        ({**GAME, "hands": 3}, "hands: expected one for each player"),
        ({**GAME, "board": 3}, "expected cells with their tiles, not 3"),
    ],
)
def test_what_is_no_figure_is_refused(data: object, message: str) -> None:
    """With what is wrong, and where."""
    with pytest.raises(QwirkleError, match=message):
        read(data)


def test_what_is_no_json_is_refused() -> None:
    """With the place of the first fault."""
    with pytest.raises(InvalidValue, match=r"expected a figure: .*line 1 column 2"):
        from_figure("{", None, {})


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({**GAME, "scores": [9, 9, 9]}, "scores: at the end it is [2, 3, 0], not [9, 9, 9]"),
        ({**GAME, "board": "Rs@0,0"}, "board: the table at the end is another one: Rs@0,0 Bs@1,0"),
        ({**POSITION, "end": "Rs@0,0"}, "end: the table at the end is another one: Rs@0,0 Bs@1,0"),
        (
            {**GAME, "turns": [GAME["turns"][0], {"seat": 2, "move": "Gs@2,0"}]},
            "move 2: it is the turn of seat 1, not 2",
        ),
    ],
)
def test_what_a_figure_says_besides_must_be_so(data: object, fault: str) -> None:
    """It is still shown."""
    [found] = read(data).faults
    assert found.startswith(fault)


def test_remarks_of_a_record_must_be_so() -> None:
    """Those in the form of the library's own; others are free."""
    state = qwirkle.position(
        board="Rs@0,0", hands=["Bs", "Gs"], supply="Rc Rd Rt", players=["A # 1", "B"]
    )
    record = qwirkle.GameRecord(state).play(qwirkle.parse_move("Bs@1,0"))
    text = str(record)
    assert from_record(text).faults == ()
    assert from_record(text.replace("now 2", "now at last 2")).faults == ()
    [fault] = from_record(text.replace("now 2", "now 3")).faults
    line = len(text.splitlines())
    assert fault == (
        f"line {line}: it says 'A # 1: 2 points, now 3', but it is 'A # 1: 2 points, now 2'"
    )
    assert from_record(str(qwirkle.GameRecord(state))).steps == ()
