# ruff: noqa: N802
"""Games from files for documents: records and figures, right and wrong ones."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from _ext.claims import Effect, false_claims
from _ext.sources import Game, from_figure, from_record

import qwirkle
from qwirkle import InvalidValue, QwirkleError

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


def problems_of(game: Game) -> list[str]:
    """Every printed statement that is wrong."""
    problems = list(game.problems)
    for step in game.steps:
        problems += false_claims(step.claims, Effect.of(step.state, step.move))
    return problems


def test_the_figures_of_the_manuals_are_right() -> None:
    """Every printed move is legal, with the printed points."""
    paths = sorted(FIGURES.glob("*.json"))
    assert paths
    for path in paths:
        data = json.loads(path.read_text(encoding="utf-8"))
        game = read(data)
        assert len(game.steps) == len(data.get("turns", [])), path.stem
        assert all("points" in step.claims for step in game.steps), path.stem
        assert problems_of(game) == [], path.stem


def test_a_game_follows_its_hands_and_draws() -> None:
    """Steps have labels and numbers; the end comes after the last move."""
    game = read({**GAME, "scores": [2, 3, 0]}, players=["Ada", "Bob", "Cleo"])
    assert problems_of(game) == []
    assert [step.label for step in game.steps] == ["I", "2"]
    assert game.at("I") == game.at("1") == game.steps[0]
    assert game.chosen("2 1-2") == [game.steps[1], *game.steps]
    assert game.at("").state == game.end
    assert [str(tile) for tile in game.end.hands[0]] == ["Oc", "Od", "Yc", "Yd", "Pk", "Px"]
    assert game.end.players[2].name == "Cleo"


def test_B2_without_seats_the_rules_decide_who_starts() -> None:
    """The starter is found as in any position."""
    turns = [{"move": "Rs@0,0 Bs@1,0"}]
    assert read({"hands": ["Gd", "Rs Bs"], "turns": turns}).steps[0].state.turn == 1
    assert read({"hands": ["Gd", "Rs Bs"]}).end.turn == 1


def test_without_hands_players_have_the_tiles_they_will_place() -> None:
    """They have no other tiles; seats may be given."""
    more = {"place": [[[2, 0], "Gs"]], "seat": 2}
    game = read({**POSITION, "turns": [TURN, more], "end": "Rs@0,0 Bs@1,0 Gs@2,0"})
    assert problems_of(game) == []
    hands = [["".join(map(str, hand)) for hand in step.state.hands] for step in game.steps]
    assert hands == [["Bs", "", "Gs"], ["", "", "Gs"]]
    assert game.end.scores == (2, 0, 3)


WRONG: list[tuple[object, str]] = [
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
]
"""Figures that cannot be read, each with a pattern of the message."""


def test_wrong_figures_are_refused() -> None:
    """The message says what is wrong, and where."""
    for data, message in WRONG:
        with pytest.raises(QwirkleError) as caught:
            read(data)
        assert re.search(message, str(caught.value)), f"{data}: {caught.value}"


def test_a_figure_must_be_json() -> None:
    """The message has the line and column of the first error."""
    with pytest.raises(InvalidValue, match=r"expected a figure: .*line 1 column 2"):
        from_figure("{", None, {})


FALSE: list[tuple[object, str]] = [
    ({**GAME, "scores": [9, 9, 9]}, "scores: the final scores are [2, 3, 0], not [9, 9, 9]"),
    ({**GAME, "board": "Rs@0,0"}, "board: the final board is different: Rs@0,0 Bs@1,0"),
    ({**POSITION, "end": "Rs@0,0"}, "end: the final board is different: Rs@0,0 Bs@1,0"),
    (
        {**GAME, "turns": [GAME["turns"][0], {"seat": 2, "move": "Gs@2,0"}]},
        "move 2: it is the turn of seat 1, not 2",
    ),
]
"""Figures with a false statement, each with the start of the message."""


def test_false_statements_of_a_figure_are_reported() -> None:
    """The game can still be shown."""
    for data, message in FALSE:
        problems = read(data).problems
        assert len(problems) == 1, f"{data}: {problems}"
        assert problems[0].startswith(message), f"{data}: {problems}"


def test_wrong_remarks_of_a_record_are_reported() -> None:
    """Only remarks in the library's own form are checked."""
    state = qwirkle.position(
        board="Rs@0,0", hands=["Bs", "Gs"], supply="Rc Rd Rt", players=["A # 1", "B"]
    )
    record = qwirkle.GameRecord(state).play(qwirkle.parse_move("Bs@1,0"))
    text = str(record)
    assert from_record(text).problems == ()
    assert from_record(text.replace("now 2", "now at last 2")).problems == ()
    [problem] = from_record(text.replace("now 2", "now 3")).problems
    line = len(text.splitlines())
    assert problem == (
        f"line {line}: the remark 'A # 1: 2 points, now 3' should be 'A # 1: 2 points, now 2'"
    )
    assert from_record(str(qwirkle.GameRecord(state))).steps == ()
