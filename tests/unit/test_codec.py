"""States and views as JSON: they read back equal, and everything else is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from cases import case
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import finished, opened, played, waiting

import qwirkle
from qwirkle import State, View
from qwirkle.authoring import Rules, TileGame
from qwirkle.errors import DecodeError, InvalidValue, short_repr, shortened
from qwirkle.record import LONGEST_JSON

Path = tuple[str | int, ...]

OPTIONS = qwirkle.get_variant("standard", hand_size=5, tie_break="youngest")
THREE = opened(
    players=[qwirkle.Player("Ada", 36), "Bob", "Cy"],
    hands=["Bc Bd Gs", "Gd Yx", "Oc"],
    scores=[4, 7, 1],
)

POSITIONS: dict[str, State | View] = {
    "new": qwirkle.new_game(players=["Zoë", "李 #'\""], seed=2**64 - 1),
    "opened": opened(),
    "three": THREE,
    "over": finished(),
    "options": qwirkle.new_game(OPTIONS, players=4, seed=-(2**63)),
    "played": played(25),
    "nothing": qwirkle.position(supply="Rs"),
    "far": opened(board={(10**30, -(10**30)): "Rs"}),
    "view": qwirkle.observe(opened(), 0),
    "view of who waits": waiting(),
    "view of three": qwirkle.observe(THREE, 2),
    "view of the end": qwirkle.observe(finished(), 0),
    "view with options": qwirkle.observe(qwirkle.new_game(OPTIONS, seed=1), 1),
    "view of played": qwirkle.observe(played(25), 1),
}


def test_what_is_written_reads_back_equal() -> None:
    """The type and the text stay the same, and the game can go on."""
    for name in POSITIONS:
        with case(name):
            position = POSITIONS[name]
            text = qwirkle.to_json(position)
            again = qwirkle.from_json(text)
            assert again == position
            assert type(again) is type(position)
            assert repr(again) == repr(position)
            assert qwirkle.to_json(again) == text
            assert list(qwirkle.legal_moves(again)) == list(qwirkle.legal_moves(position))


def test_white_space_and_the_order_of_fields_do_not_matter() -> None:
    for name in POSITIONS:
        with case(name):
            fields = json.loads(qwirkle.to_json(POSITIONS[name]))
            text = json.dumps(dict(reversed(fields.items())), indent=3)
            assert qwirkle.from_json("\n " + text + "\t\r\n") == POSITIONS[name]


SEEN_BY_ALL = {
    "format": 1,
    "variant": "standard",
    "version": 1,
    "options": {},
    "players": [
        {"name": "Ada", "age": 36},
        {"name": "Bob", "age": None},
        {"name": "Cy", "age": None},
    ],
    "board": "Rs@0,0 Bs@1,0",
    "scores": [4, 7, 1],
    "turn": 0,
    "passes": 0,
    "ply": 3,
}


def test_the_formats_of_a_state_and_a_view() -> None:
    """They have exactly these fields, because saved games depend on them."""
    assert json.loads(qwirkle.to_json(THREE)) == {
        "qwirkle": "state",
        **SEEN_BY_ALL,
        "hands": ["Gs Bc Bd", "Yx Gd", "Oc"],
        "supply": "Rc Rd Yk Yk",
        "seed": 11,
    }
    assert json.loads(qwirkle.to_json(qwirkle.observe(THREE, 2))) == {
        "qwirkle": "view",
        **SEEN_BY_ALL,
        "seat": 2,
        "hand": "Oc",
        "hand_sizes": [3, 2, 1],
        "supply_size": 4,
        "unseen": "Rc Rd Yk Yk Yx Gs Gd Bc Bd",
        "outcome": None,
    }


def test_a_variant_that_differs_from_the_one_with_its_name() -> None:
    """It is not written, since another game would be read; another name solves it."""
    spoof = TileGame("standard", Rules(hand_size=5))
    mine = TileGame("mine", Rules(hand_size=5))
    qwirkle.register(mine)
    other = TileGame("mine", Rules(hand_size=4))
    for variant in (spoof, other):
        state = qwirkle.new_game(variant, seed=1)
        for position in (state, qwirkle.observe(state, 0)):
            with pytest.raises(InvalidValue, match="is not what its name and options stand for"):
                qwirkle.to_json(position)
        with pytest.raises(InvalidValue, match="register it under its own name"):
            str(qwirkle.GameRecord(state))
    state = qwirkle.new_game(mine, seed=1)
    assert qwirkle.from_json(qwirkle.to_json(state)) == state


class Unwritable(TileGame):
    """A variant with an option that JSON cannot represent."""

    @property
    def options(self) -> dict[str, Any]:
        return {"rules": {1, 2}}


def test_a_variant_whose_options_cannot_be_written() -> None:
    state = qwirkle.new_game(Unwritable("unwritable"), seed=1)
    with pytest.raises(InvalidValue, match="is not what its name and options stand for"):
        qwirkle.to_json(state)


def test_options_and_outcomes_in_json() -> None:
    """Only options that differ from the defaults are written, and only the reason of the end."""
    fields = json.loads(qwirkle.to_json(POSITIONS["options"]))
    assert fields["options"] == {"hand_size": 5, "tie_break": "youngest"}
    assert json.loads(qwirkle.to_json(POSITIONS["view of the end"]))["outcome"] == "went-out"


# Strictness, field by field. "Ada" has an age, so that it can be changed.

STRICT = {
    "state": json.loads(
        qwirkle.to_json(
            qwirkle.position(
                OPTIONS,
                players=[qwirkle.Player("Ada", 36), "Bob", "Cy"],
                board="Rs@0,0 Bs@1,0",
                hands=["Bc Bd Gs", "Gd Yx", "Oc"],
                supply="Rc Rd Yk Yk",
                scores=[4, 7, 1],
            )
        )
    )
}
STRICT["view"] = json.loads(
    qwirkle.to_json(qwirkle.observe(qwirkle.from_json(json.dumps(STRICT["state"])), 1))  # type: ignore[arg-type]
)


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths to every part of a JSON value."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from paths(part, (*path, key))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from paths(part, (*path, i))


def shown(path: Path) -> str:
    """A path as errors show it: ``players[0].name``; options are judged together."""
    if path[0] == "options":
        return "options"
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def changed(kind: str, path: Path, value: Any) -> str:
    """The text of a valid state or view with one part changed."""
    fields = json.loads(json.dumps(STRICT[kind]))
    part = fields
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return json.dumps(fields)


def at(kind: str, path: Path) -> Any:
    """One part of a valid state or view."""
    part = STRICT[kind]
    for step in path:
        part = part[step]
    return part


def rejected(text: Any) -> DecodeError:
    """The DecodeError that reading the text raises."""
    with pytest.raises(DecodeError) as caught:
        qwirkle.from_json(text)
    error = caught.value
    assert (error.path, error.reason) == (error.faults[0].field, error.faults[0].message)
    assert str(error).startswith(shortened(f"{shortened(error.path)}: {error.reason}", 900))
    return error


EVERYWHERE = [(kind, path) for kind in STRICT for path in paths(STRICT[kind])]
KEYS = [(kind, path) for kind, path in EVERYWHERE if isinstance(path[-1], str)]
OPTIONAL = [path for _, path in KEYS if path[0] == "options" and len(path) > 1]

WRONG_TYPES: dict[str, Any] = {
    "text": "5",
    "integer": 5,
    "null": None,
    "list": [],
    "object": {},
    "true": True,
    "fraction": 1.0,
}


def kind_of(value: Any) -> str:
    """The name of a JSON value's type."""
    return next(name for name, other in WRONG_TYPES.items() if type(other) is type(value))


def wrong_types(kind: str, path: Path) -> list[str]:
    """The types that a part must not have."""
    rightly = {kind_of(at(kind, path))}
    if path[-1] == "age":
        rightly |= {"integer", "null"}
    if path[-1] == "outcome":
        rightly |= {"text", "null"}  # the contents of the text are tested elsewhere
    return [name for name in WRONG_TYPES if name not in rightly]


def test_a_part_replaced_by_another_type() -> None:
    """The path names the part, and no value is converted silently, not even 1.0."""
    for kind, path in EVERYWHERE:
        for other in wrong_types(kind, path):
            with case(kind, path, other):
                error = rejected(changed(kind, path, WRONG_TYPES[other]))
                assert error.path == shown(path)


def test_a_field_that_is_missing() -> None:
    """Whether removed or renamed, the path names it: no field has a silent default."""
    for kind, path in [pair for pair in KEYS if pair[1] not in OPTIONAL]:
        with case(kind, path):
            for rename in (False, True):
                fields = json.loads(json.dumps(STRICT[kind]))
                part = fields
                for step in path[:-1]:
                    part = part[step]
                value = part.pop(path[-1])
                if rename:
                    part[f"{path[-1]}_"] = value
                assert rejected(json.dumps(fields)).path == shown(path)


def test_a_missing_or_renamed_option() -> None:
    """Without it the default holds; by another name it is refused."""
    for path in sorted(set(OPTIONAL)):
        with case(path):
            for kind in STRICT:
                fields = json.loads(json.dumps(STRICT[kind]))
                value = fields["options"].pop(path[-1])
                assert qwirkle.from_json(json.dumps(fields)).variant != OPTIONS  # type: ignore[union-attr]
                fields["options"][f"{path[-1]}s"] = value
                error = rejected(json.dumps(fields))
                assert error.path == "options"
                assert (
                    f"there is no option '{path[-1]}s'; the options are tie_break" in error.reason
                )


def test_an_extra_field() -> None:
    """Unknown names are refused in the document and in a player; odd ones are quoted and cut."""
    for kind in STRICT:
        for name in ["more", "", "Board", "hands ", "\ud800", "hash" * 100]:
            with case(kind, name):
                said = name if name in ("more", "Board") else short_repr(name)
                fields = STRICT[kind] | {name: 1}
                assert rejected(json.dumps(fields)).path == said
                fields = json.loads(json.dumps(STRICT[kind]))
                fields["players"][1][name] = 1
                assert rejected(json.dumps(fields)).path == f"players[1].{said}"


def test_a_field_that_is_given_twice() -> None:
    """Even equal values are refused, since JSON readers differ on which one counts."""
    for kind, path in KEYS:
        with case(kind, path):
            value = json.dumps(at(kind, path))
            text = changed(kind, path, "@")
            [name] = [f'"{path[-1]}": "@"']
            assert text.count(name) == 1
            error = rejected(text.replace(name, f'"{path[-1]}": {value}, "{path[-1]}": {value}'))
            assert (error.path, error.reason) == (path[-1], "given twice")


OUT_OF_RANGE: list[tuple[str, Path, Any, str]] = [
    ("state", ("qwirkle",), "board", "qwirkle"),
    ("state", ("format",), 0, "format"),
    ("state", ("format",), 2, "format"),
    ("state", ("variant",), "standart", "variant"),
    ("state", ("variant",), "x" * 100_000, "variant"),
    ("state", ("variant",), "\ud800", "variant"),
    ("state", ("version",), 2, "version"),
    ("state", ("options",), {"hand_size": 0}, "options"),
    ("state", ("options",), {"self": 1}, "options"),
    ("state", ("players",), [], "players"),
    ("state", ("players",), [{"name": "Ada", "age": None}] * 5, "players"),
    ("state", ("players", 0, "name"), "", "players[0].name"),
    ("state", ("players", 0, "name"), "\ud800", "players[0].name"),
    ("state", ("players", 1, "age"), -1, "players[1].age"),
    ("state", ("board",), "Rs@0,0 Bd@1,0", "board"),
    ("state", ("board",), "Rs", "board"),
    ("state", ("board",), "Rs@0,0\ud800", "board"),
    ("state", ("scores",), [4, 7], "scores"),
    ("state", ("scores", 2), -(10**9) - 1, "scores[2]"),
    ("state", ("turn",), 3, "turn"),
    ("state", ("passes",), -1, "passes"),
    ("state", ("passes",), 10**29, "passes"),
    ("state", ("hands",), ["", ""], "hands"),
    ("state", ("hands", 0), "Bc Bd Gs Gk Gx Gd", "hands[0]"),  # six of five
    ("state", ("hands", 1), "Zz", "hands[1]"),
    ("state", ("supply",), "Rc Rd Yk Rs Rs Rs", "supply"),  # a fourth red square
    ("state", ("seed",), 2**64, "seed"),
    ("state", ("ply",), -1, "ply"),
    ("view", ("seat",), 3, "seat"),
    ("view", ("hand",), "Zz Zz", "hand"),
    ("view", ("hand",), "Gd Yx Gd Yx Rc Rd", "hand"),  # six of five
    ("view", ("hand",), "Gd", "hand_sizes"),
    ("view", ("hand_sizes",), [3, 2], "hand_sizes"),
    ("view", ("hand_sizes", 1), 3, "hand_sizes"),
    ("view", ("hand_sizes", 2), -1, "hand_sizes[2]"),
    ("view", ("hand_sizes", 0), 6, "hand_sizes"),
    ("view", ("hand_sizes", 0), 4, "supply_size"),
    ("view", ("supply_size",), 5, "supply_size"),
    ("view", ("supply_size",), -1, "supply_size"),
    ("view", ("unseen",), "", "supply_size"),
    ("view", ("unseen",), "Rc Rd Yk Yk Yk Yk Oc Gs Gd", "unseen"),  # four yellow clovers
    ("view", ("unseen",), "Zz", "unseen"),
    ("view", ("outcome",), "went-out", "outcome"),
    ("view", ("outcome",), "horse", "outcome"),
]


def test_an_impossible_value_of_the_right_type() -> None:
    """A value that a position refuses is refused in JSON as well."""
    for kind, path, value, where in OUT_OF_RANGE:
        with case(kind, path, value, where):
            assert rejected(changed(kind, path, value)).path == where


TOO_LARGE = [
    ("state", "board", 900, "900 tiles are more than the 108 in the box [S1]"),
    ("view", "board", 1001, "at most 1000 tiles are possible"),
    ("state", "board", 60_000, "longer than 100000 characters (at character 100000 of 'Rs@0,0 "),
    ("state", "players", 101, "at most 100 players are possible"),
    ("view", "players", 101, "at most 100 players are possible"),
    ("state", "scores", 101, "at most 100 elements are possible"),
    ("state", "hands", 10_000, "at most 100 elements are possible"),
    ("view", "hand_sizes", 10_000, "at most 100 elements are possible"),
]


@pytest.mark.parametrize(("kind", "field", "count", "reason"), TOO_LARGE)
def test_large_values_get_one_short_message(kind: str, field: str, count: int, reason: str) -> None:
    row = " ".join(f"Rs@{x},0" for x in range(count))
    value: Any = row if field == "board" else [{"name": "Ada", "age": None}] * count
    error = rejected(changed(kind, (field,), value))
    assert error.path == field
    assert error.reason.startswith(reason)
    assert field == "board" or len(error.faults) == 1


def test_the_outcome_must_be_that_of_the_position() -> None:
    """A finished game cannot claim to go on, nor to have ended for another reason."""
    fields = json.loads(qwirkle.to_json(POSITIONS["view of the end"]))
    for outcome in (None, "no-play", "all-passed", "Went-out"):
        error = rejected(json.dumps(fields | {"outcome": outcome}))
        assert error.path == "outcome"
        assert "expected 'went-out'" in error.reason


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("turn",), "0", "expected an integer, not '0'"),
        (("board",), None, "expected a text, not None"),
        (("hands",), 5, "expected a list, not 5"),
        (("players",), 5, "expected a list, not 5"),
        (("players", 0), 5, "expected an object, not 5"),
        (("variant",), "standart", "no variant is called 'standart'; did you mean 'standard'?"),
        (("format",), 9, "expected 1, the format that this version reads, not 9"),
        (("version",), 9, "this is version 1 of standard, not 9"),
        (("turn",), "x" * 10_000, f"expected an integer, not '{'x' * 76}..."),
    ],
)
def test_errors_say_what_was_expected(path: Path, value: Any, reason: str) -> None:
    assert rejected(changed("state", path, value)).reason == reason


HOSTILE_TEXTS: dict[str, tuple[str, str]] = {
    "empty": ("", "not JSON: Expecting value at line 1, column 1"),
    "white space": (" \n ", "not JSON: Expecting value at line 2, column 2"),
    "half": ('{"qwirkle": "state"', "not JSON: Expecting ',' delimiter at line 1, column 20"),
    "two values": ("{} {}", "not JSON: Extra data"),
    "byte order mark": ("\ufeff{}", "not JSON: "),
    "comment": ("{} // yes", "not JSON: Extra data"),
    "single quotes": ("{'qwirkle': 1}", "not JSON: Expecting property name"),
    "nan": ("NaN", "NaN is not JSON"),
    "infinity": ("Infinity", "Infinity is not JSON"),
    "minus infinity": ('{"qwirkle": -Infinity}', "-Infinity is not JSON"),
    "control character": ('"a\nb"', "not JSON: Invalid control character"),
    "null": ("null", "expected an object, not None"),
    "list": ("[]", "expected an object, not []"),
    "text": ('"state"', "expected an object, not 'state'"),
    "number": ("5", "expected an object, not 5"),
    "true": ("true", "expected an object, not True"),
    "1e400": ("1e400", "expected an object, not inf"),
    "long fraction": ("0." + "1" * 5000, "expected an object, not 0.1111111111111111"),
    "5000 digits": ("1" * 5000, "the number 11111111111111111111... is too long"),
    "31 digits": ('{"qwirkle": -' + "1" * 30 + "}", "the number -1111111111111111111... is too"),
    "deep lists": ("[" * 100_000, "nested too deeply"),
    "deep objects": ('{"a":' * 100_000, "nested too deeply"),
    "deep and closed": ("[" * 100_000 + "]" * 100_000, "nested too deeply"),
    "long": (" " * (LONGEST_JSON + 1), "longer than 1000000 characters"),
    "two megabytes": ('"' + "x" * 2_000_000 + '"', "longer than 1000000 characters"),
    "lone surrogate": ('"\ud800"', "expected an object, not '\\ud800'"),
}


def test_texts_that_are_not_a_state() -> None:
    for name in HOSTILE_TEXTS:
        with case(name):
            text, reason = HOSTILE_TEXTS[name]
            error = rejected(text)
            assert error.path == "$"
            assert error.reason.startswith(reason)
            assert len(error.reason) < 300


def test_values_that_are_not_text() -> None:
    """Bytes are refused: the caller must decode them."""
    values: list[Any] = [None, 5, b"{}", bytearray(b"{}"), {}, [], object]
    for value in values:
        with case(value):
            error = rejected(value)
            assert (error.path, error.reason) == ("$", f"expected a text, not {value!r}")


def test_a_text_of_the_maximum_length_is_read() -> None:
    text = qwirkle.to_json(opened())
    assert qwirkle.from_json(text + " " * (LONGEST_JSON - len(text))) == opened()


@pytest.mark.parametrize("depth", [50, 900, 5000, 100_000])
def test_deep_nesting_inside_a_field(depth: int) -> None:
    """Any nesting that the parser accepts is handled."""
    error = rejected(changed("state", ("turn",), "@").replace('"@"', "[" * depth + "]" * depth))
    too_deep = (error.path, error.reason) == ("$", "nested too deeply")
    assert (too_deep and depth > 100) or error.reason.startswith("expected an integer, not ")


def test_every_fault_is_reported() -> None:
    """Missing, unknown, of the wrong type or against the rules: each has its path."""
    fields = json.loads(qwirkle.to_json(POSITIONS["opened"]))
    del fields["ply"]
    wrong = {
        "turn": True,
        "hands": ["Rs", 5, None],
        "more": 1,
        "scores": {},
        "supply": "Zz",
        "board": "Rs@0,0 Bc@1,0",
        "players": [{"name": "", "age": "8"}, {"name": "Bob", "years": 3}, 7],
    }
    error = rejected(json.dumps(fields | wrong))
    assert " ".join(fault.field for fault in error.faults) == (
        "ply more scores players[0].name players[0].age players[1].age players[1].years "
        "players[2] turn hands[1] hands[2] supply board"
    )
    assert str(error.faults[0]) == "ply: missing"
    assert str(error.faults[2]) == "scores: expected a list, not {}"


# Random texts


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**31), 10**31)
    | st.floats()
    | st.text(max_size=10)
    | st.sampled_from(["Rs", "Rs@0,0", "state", "view", "standard", "went-out", "Rs Bs Gs"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=5) | st.sampled_from(["age", "hand_size", "qwirkle", "turn"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
TEXTS = [qwirkle.to_json(position) for position in POSITIONS.values()]
MANY = settings(max_examples=4 * settings().max_examples)


def survives(text: str) -> None:
    """Check that a text reads back equal or raises a DecodeError."""
    try:
        position = qwirkle.from_json(text)
    except DecodeError:
        return
    again = qwirkle.to_json(position)
    assert qwirkle.from_json(again) == position
    assert qwirkle.to_json(qwirkle.from_json(again)) == again


@MANY
@given(st.data())
def test_random_edits_of_a_valid_text(data: st.DataObject) -> None:
    """Characters are changed, removed, doubled or inserted anywhere."""
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        stop = data.draw(st.integers(start, min(len(text), start + 10)))
        put = data.draw(
            st.text(alphabet='{}[]",:0123456789-eRsBd@ntrue\\u', max_size=6)
            | st.sampled_from([text[start:stop] * 2, "null", "[]", "{}", "1e9", "NaN", "\ud800"])
        )
        text = text[:start] + put + text[stop:]
    survives(text)


@MANY
@given(st.data())
def test_random_values_in_place_of_valid_ones(data: st.DataObject) -> None:
    fields = json.loads(data.draw(st.sampled_from(TEXTS)))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(sorted(paths(fields), key=str)))
        part = fields
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] = data.draw(JSON_VALUES)
    survives(json.dumps(fields))


@MANY
@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS), st.data())
def test_parts_of_one_position_in_another(text: str, other: str, data: st.DataObject) -> None:
    """Fields from another position are read if they fit, and refused otherwise."""
    fields, others = json.loads(text), json.loads(other)
    for name in data.draw(st.sets(st.sampled_from(sorted(others)), max_size=4)):
        fields[name] = others[name]
    survives(json.dumps(fields))


@MANY
@given(JSON_VALUES | st.text(max_size=50))
def test_other_json_values_are_refused(value: object) -> None:
    with pytest.raises(DecodeError):
        qwirkle.from_json(json.dumps(value))
    if isinstance(value, str):
        with pytest.raises(DecodeError):
            qwirkle.from_json(value)
