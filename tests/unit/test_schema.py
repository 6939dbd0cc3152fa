"""The JSON Schema in the documentation, compared with what the library writes and reads."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any, ClassVar

import attrs
from cases import case
from jsonschema import Draft202012Validator

import qwirkle
from qwirkle import authoring
from qwirkle.authoring import COUNT, Extra, TileGame, per_seat
from qwirkle.errors import DecodeError

SCHEMA = json.loads(files("qwirkle").joinpath("qwirkle.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

OURS = [name for name, origin in qwirkle.variants().items() if origin.startswith("qwirkle ")]

VARIANTS = {
    **{name: qwirkle.get_variant(name) for name in OURS},
    "standard with options": qwirkle.get_variant(
        "standard", tie_break="youngest", supply="stacks", hand_size=5, max_players=5
    ),
    "actions with options": qwirkle.get_variant(
        "schmidt-actions", base="hebrew", dealt=True, actions=("take-tile",), exchange_limit=3
    ),
    "strict cards": qwirkle.get_variant("cards", regrouping="strict"),
}


def documents(variant: object, *, moves: int) -> Iterator[dict[str, Any]]:
    """The states and the views of a random game."""
    random = Random(7)
    state: Any = qwirkle.new_game(variant, players=[qwirkle.Player("Zoë", 8), "Bob", "李"], seed=5)  # type: ignore[call-overload]
    for _ in range(moves):
        yield json.loads(qwirkle.to_json(state))
        for seat in range(3):
            yield json.loads(qwirkle.to_json(qwirkle.observe(state, seat)))
        if state.is_over:
            return
        moves_now = qwirkle.legal_moves(state)
        best = moves_now.best() if random.random() < 0.5 else None  # so that boards grow
        state = qwirkle.apply(state, best or moves_now.sample(random))


SAMPLES = {
    f"{kind} of {name}": document
    for name in ("standard", "schmidt-actions", "cards")
    for kind, document in zip(
        ("state", "view"), list(documents(VARIANTS[name], moves=12))[-4:-2], strict=True
    )
}

Path_ = tuple[str | int, ...]


def paths(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The path to every part of a document, except the parts of its options."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in parts:
        yield (*path, key)
        if isinstance(part, (dict, list)):
            yield from paths(part, (*path, key))


def changed(document: dict[str, Any], path: Path_, value: Any) -> dict[str, Any]:
    """A copy with another value at a path."""
    found = copy.deepcopy(document)
    part: Any = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return found


def is_read(document: Any) -> bool:
    """Whether ``from_json`` accepts it."""
    try:
        qwirkle.from_json(json.dumps(document))
    except DecodeError:
        return False
    return True


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_everything_that_the_library_writes_is_valid() -> None:
    """Every state and view of a short game, and of the end of a long one, is valid."""
    for name in VARIANTS:
        with case(name):
            for document in documents(VARIANTS[name], moves=25):
                assert [error.message for error in VALIDATOR.iter_errors(document)] == []


def test_finished_games_are_valid() -> None:
    state = qwirkle.position(board="Rs@-1,0", hands=["", "Gd"], supply="")
    document = json.loads(qwirkle.to_json(qwirkle.observe(state, 1)))
    assert document["outcome"] == "went-out"
    assert VALIDATOR.is_valid(document)
    taken = "Rc Rs Rd Rt Rk Rx"
    cards = qwirkle.position("cards", qwirkles=[taken, ""], hands=["", ""], pile="", turns_left=0)
    assert VALIDATOR.is_valid(json.loads(qwirkle.to_json(cards)))


def test_no_field_may_be_missing() -> None:
    for name in SAMPLES:
        with case(name):
            for path in paths(SAMPLES[name]):
                if isinstance(path[-1], str):
                    document = copy.deepcopy(SAMPLES[name])
                    part: Any = document
                    for key in path[:-1]:
                        part = part[key]
                    del part[path[-1]]
                    assert not is_read(document), path
                    assert not VALIDATOR.is_valid(document), path


def test_no_extra_field_is_allowed() -> None:
    """Unknown fields and those of other kinds of documents are refused."""
    for name in SAMPLES:
        with case(name):
            foreign = {field: value for other in SAMPLES.values() for field, value in other.items()}
            for field, value in {**foreign, "more": 1, "": None}.items():
                if field not in SAMPLES[name]:
                    document = {**SAMPLES[name], field: value}
                    assert not is_read(document), field
                    assert not VALIDATOR.is_valid(document), field
            document = changed(SAMPLES[name], ("players", 0, "more"), 1)
            assert not is_read(document)
            assert not VALIDATOR.is_valid(document)


def test_every_part_has_its_type() -> None:
    """Both the schema and the library refuse any other type."""
    for name in SAMPLES:
        with case(name):
            others: list[Any] = [None, True, 7, 0.5, "Zz", [], {}, [None], [[]], [7], {"x": 1}]
            for path in paths(SAMPLES[name]):
                for value in others:
                    document = changed(SAMPLES[name], path, value)
                    if not is_read(document) and not only_from_json_can_tell(path, value):
                        assert not VALIDATOR.is_valid(document), (path, value)


def only_from_json_can_tell(path: Path_, value: Any) -> bool:
    """Whether the value is of the right type, but not possible in this document."""
    name = path[0]
    if type(value) is int:  # a number that other fields or the version contradict
        return path[-1] != "format" and name not in ("qwirkle", "variant", "options", "players")
    return value == [7] and name in ("scores", "hand_sizes")  # too few of them


# Documents that both refuse: the kind, the path, and the value at that path.
REFUSED: list[tuple[str, Path_, Any]] = [
    ("state of standard", ("qwirkle",), "record"),
    ("state of standard", ("format",), 2),
    ("state of standard", ("variant",), "cards"),
    ("state of standard", ("variant",), "schmidt-actions"),
    ("state of cards", ("variant",), "standard"),
    ("state of standard", ("qwirkle",), "view"),
    ("view of standard", ("qwirkle",), "state"),
    ("state of standard", ("options",), {"hand_size": 0}),
    ("state of standard", ("options",), {"tie_break": "tallest"}),
    ("state of standard", ("options",), {"dealt": True}),
    ("state of schmidt-actions", ("options",), {"dealt": 1}),
    ("state of schmidt-actions", ("options",), {"actions": ["fly"]}),
    ("state of cards", ("options",), {"regrouping": "loose"}),
    ("state of standard", ("players", 0, "name"), ""),
    ("state of standard", ("players", 0, "name"), "x" * 81),
    ("state of standard", ("players", 0, "age"), -1),
    ("state of standard", ("hands", 0), "Rz"),
    ("state of standard", ("hands", 0), "*draw-three"),
    ("state of standard", ("supply",), "Rs, Bs"),
    ("state of standard", ("board",), "Rs"),
    ("state of standard", ("board",), "Rs@0.5,0"),
    ("state of standard", ("board",), "Rs@" + "9" * 101 + ",0"),
    ("state of standard", ("scores", 0), -(10**9) - 1),
    ("state of standard", ("turn",), -1),
    ("state of standard", ("seed",), 2**64),
    ("state of standard", ("ply",), -1),
    ("view of standard", ("seat",), -1),
    ("view of standard", ("outcome",), ""),
    ("state of schmidt-actions", ("actions", 0), "fly"),
    ("state of schmidt-actions", ("acted",), 0),
    ("state of schmidt-actions", ("barred",), "here"),
    ("state of schmidt-actions", ("taken",), "Zz"),
    ("state of cards", ("table",), "Rs Rc"),
    ("state of cards", ("table",), "Rc Rs Rd |"),
    ("state of cards", ("table",), "Rc Rs Rd Rt Rk Rx"),
    ("state of cards", ("qwirkles", 0), "Rc Rs Rd"),
    ("state of cards", ("turns_left",), 5),
    ("state of cards", ("turns_left",), -1),
]


def test_both_refuse_values_of_the_wrong_form() -> None:
    for name, path, value in REFUSED:
        with case(name, path, value):
            document = changed(SAMPLES[name], path, value)
            assert not is_read(document)
            assert not VALIDATOR.is_valid(document)


# Values that only the library can refuse, since they depend on other fields or on rules.
ONLY_FROM_JSON: dict[str, tuple[str, Path_, Any]] = {
    "a variant that is not installed": ("state of standard", ("variant",), "chess"),
    "another version of the variant": ("state of standard", ("version",), 2),
    "a base that is not there": ("state of schmidt-actions", ("options",), {"base": "chess"}),
    "options that exclude each other": (
        "state of standard",
        ("options",),
        {"min_players": 4, "max_players": 3},
    ),
    "too many players": ("state of standard", ("players",), [{"name": "Ada", "age": None}] * 5),
    "as many of something as there are players": ("state of standard", ("scores",), [1, 2]),
    "a seat that nobody has": ("state of standard", ("turn",), 3),
    "a name that cannot be printed": ("state of standard", ("players", 0, "name"), "a\nb"),
    "a broken line": ("state of standard", ("board",), "Rs@0,0 Bd@1,0"),
    "two islands": ("state of standard", ("board",), "Rs@0,0 Rs@9,9"),
    "a fourth red square": ("state of standard", ("supply",), "Rs Rs Rs Rs"),
    "a hand too large": ("state of standard", ("hands", 0), "Rc Rs Rd Rt Rk Rx Bc"),
    "a special tile in a game without": ("state of standard", ("supply",), "*draw-three"),
    "numbers that do not add up": ("view of standard", ("supply_size",), 0),
    "an end that is none": ("view of standard", ("outcome",), "went-out"),
    "a whole number with a point": ("state of standard", ("turn",), 0.0),
    "a row that is none": ("state of cards", ("table",), "Rc Bs Gd"),
}


def test_values_that_only_the_library_can_refuse() -> None:
    """The schema is only a first check, and accepts them."""
    for what in ONLY_FROM_JSON:
        with case(what):
            name, path, value = ONLY_FROM_JSON[what]
            document = changed(SAMPLES[name], path, value)
            assert not is_read(document)
            assert VALIDATOR.is_valid(document)


def test_the_schema_in_the_package_is_up_to_date() -> None:
    """CONTRIBUTING.md says how to write it again after a change of fields or options."""
    assert qwirkle.codec.json_schema() == SCHEMA
    assert SCHEMA["$id"] == "urn:qwirkle:format:1"


def test_the_schema_knows_all_variants_that_come_with_the_library() -> None:
    branches = [
        branch
        for branch in SCHEMA["$defs"]["position"]["allOf"]
        if "enum" in branch["if"]["properties"]["variant"]
    ]
    named = [name for branch in branches for name in branch["if"]["properties"]["variant"]["enum"]]
    assert sorted(named) == sorted(OURS)
    options = [set(branch["then"]["properties"]["options"]["properties"]) for branch in branches]
    rules = set(authoring.Rules().facts())
    assert options == [rules, {"regrouping"}, rules | {"base", "actions", "dealt"}]


@attrs.frozen(kw_only=True)
class Streak(Extra):
    """One number for each player."""

    streak: tuple[int, ...] = per_seat(COUNT)


class Streaks(TileGame[Streak]):
    """A tile game with an added field."""

    extra_type: ClassVar[type[Extra]] = Streak


def test_a_custom_variant_has_a_schema() -> None:
    """It has the fields that the variant adds, and accepts no other variant."""
    streaks = Streaks("streaks")
    qwirkle.register(streaks)
    schema = qwirkle.codec.json_schema("streaks")
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for document in documents(streaks, moves=3):
        assert [error.message for error in validator.iter_errors(document)] == []
        assert not validator.is_valid(document | {"streak": [1.5]})
        assert not VALIDATOR.is_valid(document)
        usual = {name: value for name, value in document.items() if name != "streak"}
        assert not validator.is_valid(usual)
        assert VALIDATOR.is_valid(usual)
    assert not validator.is_valid(SAMPLES["state of standard"])
