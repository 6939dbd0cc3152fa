"""JSON for everything that travels: records, moves, scores, violations and outcomes."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from cases import case
from jsonschema import Draft202012Validator
from samples import finished, opened

import qwirkle
from qwirkle import Cell, GameRecord, Place, Tile, TileState, TileView, authoring
from qwirkle.errors import DecodeError, InvalidValue
from qwirkle.record import MOST_MOVES
from qwirkle_variants import CardState

SCHEMA = qwirkle.codec.json_schema()
VARIANTS = [*qwirkle.variants(), qwirkle.get_variant("cards", regrouping="strict")]


def written(value: object) -> Any:
    """A value after it was written and read by other programs."""
    return json.loads(qwirkle.to_json(value))


def fits(value: object, part: str = "") -> bool:
    """Whether a value has the form that the schema describes."""
    schema = SCHEMA if not part else {"$ref": f"#/$defs/{part}", "$defs": SCHEMA["$defs"]}
    return Draft202012Validator(schema).is_valid(value)


def played(variant: Any, moves: int = 8) -> GameRecord[Any]:
    """The beginning of a random game."""
    random = Random(5)
    record: GameRecord[Any] = GameRecord(qwirkle.new_game(variant, ["Ada", "Bob"], seed=3))
    for _ in range(moves):
        found = qwirkle.legal_moves(record.state)
        best = found.best() if random.random() < 0.5 else None
        record = record.play(best or found.sample(random))
    return record


def test_a_record_and_its_parts() -> None:
    """A record can be read again, and everything about its moves has the documented form."""
    for variant in VARIANTS:
        with case(variant):
            record = played(variant)
            document = written(record)
            assert fits(document)
            for seat in range(2):
                seen = written(record.seen_by(seat))
                assert fits(seen, "seen")
                assert not fits(seen | {"view": document["start"]}, "seen")
            assert not fits(document | {"odd": 1})
            told = {**document["turns"][0], "holding": [*map(str, record.start.hand)]}
            assert fits(document | {"turns": [told]})
            assert not fits(document | {"turns": [told | {"holding": None}]})
            assert not fits(document | {"start": written(qwirkle.observe(record.start, 0))})
            again = qwirkle.from_json(json.dumps(document), GameRecord)
            assert again == record
            assert again.state == record.state
            state = record.start
            for turn, following in zip(record.turns, list(record.states())[1:], strict=True):
                assert fits(written(turn.move), "move")
                assert qwirkle.parse_move(written(turn.move), state) == turn.move
                assert fits(written(qwirkle.score(state, turn.move)), "score")
                for move in (qwirkle.Pass(), qwirkle.Exchange("Rs Rs"), Place("Rs@9,9 Bd@5,5")):
                    reasons = written(qwirkle.check(state, move))
                    assert all(fits(reason, "violation") for reason in reasons)
                    assert not any(fits(reason | {"odd": 1}, "violation") for reason in reasons)
                state = following


def test_records_without_headers_and_comments_are_read() -> None:
    document = written(RECORD)
    del document["headers"]
    for turn in document["turns"]:
        del turn["comment"]
    assert qwirkle.from_json(json.dumps(document)) == RECORD


def test_a_score() -> None:
    """Every line has its cells, tiles and points; the total is there as well."""
    state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="")
    assert written(qwirkle.score(state, Place("Bs@1,0"))) == {
        "total": 8,
        "lines": [{"cells": ["0,0", "1,0"], "tiles": ["Rs", "Bs"], "points": 2}],
        "end_bonus": 6,
        "bonus_points": 0,
    }
    assert written(authoring.Line((Cell(0, 0),), (Tile.parse("Rs"),))) == {
        "cells": ["0,0"],
        "tiles": ["Rs"],
    }


def test_a_violation() -> None:
    """The values of its sentence are values, not words."""
    state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"])
    assert written(qwirkle.check(state, Place("Gd@1,0"))[0]) == {
        "code": "not-your-tile",
        "rules": ["T1"],
        "message": "the hand lacks Gd; it holds Bs",
        "cells": [],
        "tiles": ["Gd"],
        "values": {"hand": ["Bs"]},
    }
    opening = qwirkle.position(hands=["Rs Rc", "Gd"], turn=0)
    [reason] = written(qwirkle.check(opening, Place("Rs@0,0")))
    assert reason["values"] == {"sets": [["Rc", "Rs"]]}


def test_an_outcome() -> None:
    outcome = written(finished().outcome)
    assert outcome == {"reason": "went-out", "scores": [4, 7], "winners": [1]}
    assert fits(outcome, "outcome")
    assert not fits({**outcome, "winners": [-1]}, "outcome")


def test_a_draft() -> None:
    """A front end learns what fits where, and why the player may not stop."""
    view = qwirkle.observe(opened(), 0)
    for placed in ("", "Bc@2,0", "Gs@2,0", "Bd@9,9"):
        document = written(qwirkle.draft(view, placed))
        assert fits(document, "draft")
        assert not fits(document | {"odd": 1}, "draft")
    assert written(qwirkle.draft(view, "Gs@2,0")) == {
        "move": "Gs@2,0",
        "is_legal": True,
        "violations": [],
        "score": {
            "total": 3,
            "lines": [{"cells": ["0,0", "1,0", "2,0"], "tiles": ["Rs", "Bs", "Gs"], "points": 3}],
            "end_bonus": 0,
            "bonus_points": 0,
        },
        "missing": 0,
        "fits": [],
    }
    assert written(qwirkle.draft(view, "Bc@1,1"))["fits"][0] == {
        "cell": "1,-1",
        "tile": "Bd",
        "points": 3,
    }


def test_a_message_of_several_values() -> None:
    """A program combines values with its own, in lists and dictionaries."""
    state = opened()
    message = {
        "view": qwirkle.observe(state, 1),
        "moves": list(qwirkle.legal_moves(state))[:2],
        "last": None,
        "at": (Cell(-1, 2), Tile.parse("Rs"), authoring.Special("take-tile")),
        "why": qwirkle.EndReason.NO_PLAY,
        "who": qwirkle.Player("Zoë", 8),
        "numbers": [1, 1.5, True],
    }
    assert written(message) == {
        "view": written(qwirkle.observe(state, 1)),
        "moves": [str(move) for move in message["moves"]],  # type: ignore[attr-defined]
        "last": None,
        "at": ["-1,2", "Rs", "*take-tile"],
        "why": "no-play",
        "who": {"name": "Zoë", "age": 8},
        "numbers": [1, 1.5, True],
    }
    assert "Zoë" in qwirkle.to_json(message)


def nested(depth: int) -> list[object]:
    found: list[object] = []
    for _ in range(depth):
        found = [found]
    return found


def test_values_that_cannot_be_written() -> None:
    cases: list[tuple[object, str]] = [
        (object(), "expected a state"),
        ([object()], "expected a state"),
        ({"a": {1, 2}}, "expected a state"),
        ({1: "a"}, "the names in a JSON object are texts, not 1"),
        ([float("nan")], "cannot be written as JSON"),
        ([10**5000], "cannot be written as JSON"),
        (nested(100_000), "nested too deeply"),
        (qwirkle.legal_moves(opened()), "expected a state"),
        (
            qwirkle.Violation.of(authoring.Code.NOT_YOUR_TURN, [], player=object()),
            "expected a state",
        ),
    ]
    for value, words in cases:
        with case(value, words), pytest.raises(InvalidValue, match=words):
            qwirkle.to_json(value)


RECORD = played("standard", 2)
DOCUMENT = written(RECORD)


def changed(**fields: object) -> str:
    return json.dumps({**DOCUMENT, **fields})


def test_records_that_are_not_valid() -> None:
    """The path says where, and every fault of the first state is listed."""
    cases: list[tuple[str, str, str]] = [
        (changed(**{"\x1b[31m": 1}), "'\\x1b[31m'", "unknown; the fields"),
        ('{"\\u001b[31m": 1, "\\u001b[31m": 2}', "'\\x1b[31m'", "given twice"),
        (changed(headers={"\x1b[31m": ""}), "headers.'\\x1b[31m'", "cannot be the name"),
        (changed(odd=1), "odd", "unknown; the fields are qwirkle, format, headers, start"),
        ('{"qwirkle": "record", "format": 1, "turns": []}', "start", "missing"),
        (changed(format=2), "format", "expected 1"),
        (changed(start=[]), "start.$", "expected an object"),
        (changed(start={**DOCUMENT["start"], "turn": 9}), "start.turn", "9"),
        (changed(start=DOCUMENT), "start.qwirkle", "expected 'state' or 'view'"),
        (
            changed(start=written(qwirkle.observe(RECORD.start, 0))),
            "start.qwirkle",
            "a record begins with a state",
        ),
        (changed(headers=None), "headers", "expected an object, not None"),
        (changed(headers={"date": 5}), "headers.date", "the header date must be a text of at most"),
        (changed(headers={"turn": "x"}), "headers.turn", "'turn' cannot be the name of a header"),
        (changed(headers={"x" * 99: "x"}), "headers." + "x" * 40, "cannot be the name of a header"),
        (changed(turns=[{**DOCUMENT["turns"][0], "comment": 5}]), "turns[0]", "a comment must be"),
        (changed(turns={}), "turns", "expected an array of at most 10000 moves"),
        (changed(turns=[1] * (MOST_MOVES + 1)), "turns", "expected an array of at most"),
        (changed(turns=["pass"]), "turns[0]", "expected an object with the text of a move"),
        (changed(turns=[{"move": "pass"}]), "turns[0]", "expected an object"),
        (changed(turns=[{"move": 7, "draw": []}]), "turns[0]", "expected an object"),
        (changed(turns=[{"move": "pass", "draw": "Rs"}]), "turns[0]", "expected an object"),
        (changed(turns=[{"move": "pass", "draw": [], "odd": 1}]), "turns[0]", "expected an object"),
        (changed(turns=[{**DOCUMENT["turns"][0], "holding": None}]), "turns[0]", "expected an obj"),
        (changed(turns=[{**DOCUMENT["turns"][0], "holding": [7]}]), "turns[0]", "7"),
        (changed(turns=[{"move": "odd", "draw": []}]), "turns[0]", "odd"),
        (changed(turns=[{"move": "pass", "draw": []}]), "turns[0]", r"\[R5\]"),
        (changed(turns=[{**DOCUMENT["turns"][0], "draw": ["Rs", 7]}]), "turns[0]", "7"),
        (changed(turns=[DOCUMENT["turns"][0]] * 2), "turns[1]", "the hand lacks"),
    ]
    for text, path, words in cases:
        with case(text, path, words):
            with pytest.raises(DecodeError, match=words) as caught:
                qwirkle.from_json(text)
            assert caught.value.path == path


def test_what_is_expected() -> None:
    """The class of the result is checked, and also that there is such a class."""
    state = opened()
    view = qwirkle.observe(state, 0)
    assert qwirkle.from_json(qwirkle.to_json(state), TileState) == state
    assert qwirkle.from_json(qwirkle.to_json(state), qwirkle.State) == state  # type: ignore[type-abstract]
    assert qwirkle.from_json(qwirkle.to_json(view), TileView) == view
    for text, expect, words in (
        (qwirkle.to_json(state), TileView, "expected a TileView, not a TileState"),
        (qwirkle.to_json(state), CardState, "expected a CardState, not a TileState"),
        (qwirkle.to_json(state), qwirkle.View, "expected a View, not a TileState"),
        (changed(), TileState, "expected a TileState, not a GameRecord"),
    ):
        with pytest.raises(DecodeError, match=words):
            qwirkle.from_json(text, expect)
    for odd in (int, 7, "TileState", TileState[Any], state):
        with pytest.raises(InvalidValue, match="expected a class of states, views or records"):
            qwirkle.from_json(qwirkle.to_json(state), odd)  # type: ignore[arg-type, type-var]
