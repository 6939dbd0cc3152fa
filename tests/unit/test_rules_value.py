"""The `Rules` value: the rules on which editions and families differ."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from cases import case
from jsonschema import Draft202012Validator
from own_games import Kitchen, KitchenRules
from samples import Unequal

import qwirkle
from qwirkle.authoring import Fact, Rules, TileGame, yes_or_no
from qwirkle.errors import DecodeError, InvalidOption, InvalidValue

FIELDS: dict[str, tuple[tuple[Any, ...], tuple[str, ...]]] = {
    "tie_break": (("oldest", "youngest"), ("B3",)),
    "supply": (("bag", "stacks"), ("S4", "X2")),
    "stuck": (("must-exchange", "may-exchange"), ("X4", "R5")),
    "no_play": (("at-once", "all-passed"), ("E3", "R3")),
}
NUMBERS = {
    "exchange_limit": (6, ("X1",)),
    "hand_size": (6, ("S2", "T1")),
    "min_players": (2, ("S3",)),
    "max_players": (4, ("S3",)),
}


def test_the_fields_and_their_defaults() -> None:
    """The defaults are those of standard and of the first edition."""
    rules = Rules()
    assert set(FIELDS | NUMBERS) == {field.name for field in attrs.fields(Rules)}
    for name, (choices, _) in FIELDS.items():
        assert getattr(rules, name) == choices[0]
    for name, (default, _) in NUMBERS.items():
        assert getattr(rules, name) == default


def test_wrong_choices_name_the_right_ones() -> None:
    """The InvalidOption has the field, the possible values and the given value."""
    cases: list[Any] = [None, "", "Oldest", 5, True, ["oldest"], b"bag", 3.5, Unequal("oldest")]
    for name in FIELDS:
        for value in cases:
            with case(name, value):
                with pytest.raises(InvalidOption) as caught:
                    Rules(**{name: value})
                first, second = FIELDS[name][0]
                assert str(caught.value) == f"{name} must be {first!r} or {second!r}, not {value!r}"


def test_wrong_numbers_name_the_range() -> None:
    """The InvalidOption has the field, the range and the given value."""
    for name in NUMBERS:
        values: list[Any] = [0, -1, 55, 10**30, True, 6.0, "6", None, [], b"6"]
        for value in values:
            with case(name, value):
                with pytest.raises(InvalidOption) as caught:
                    Rules(**{name: value})
                assert str(caught.value) == f"{name} must be a number from 1 to 54, not {value!r}"


def test_numbers_at_the_edges() -> None:
    cases: list[dict[str, int]] = [
        {"exchange_limit": 1},
        {"exchange_limit": 54},
        {"hand_size": 27},
        {"hand_size": 54, "max_players": 2},
        {"hand_size": 2, "max_players": 54},
        {"min_players": 1, "max_players": 1},
        {"min_players": 4},
    ]
    for fields in cases:
        with case(fields):
            rules = Rules(**fields)  # type: ignore[arg-type]
            assert {name: getattr(rules, name) for name in fields} == fields


def test_numbers_that_contradict_each_other() -> None:
    """There are more hands than tiles, or the minimum exceeds the maximum."""
    with pytest.raises(InvalidOption, match="min_players must be no more than max_players: 5 is"):
        Rules(min_players=5)
    with pytest.raises(InvalidOption, match="no more than the 108 tiles there are: 28 for each of"):
        Rules(hand_size=28)
    with pytest.raises(InvalidOption, match="37 for each of 3"):
        Rules(hand_size=37, max_players=3)


def test_facts_have_every_field_with_its_rules() -> None:
    """They are in the order of the fields, with the ids and a sentence."""
    facts = Rules(hand_size=5, exchange_limit=3, min_players=1, max_players=7).facts()
    assert list(facts) == [field.name for field in attrs.fields(Rules)]
    for name, (_, rules) in (FIELDS | NUMBERS).items():
        assert facts[name].rules == rules
    assert facts["hand_size"] == Fact(5, ("S2", "T1"), "a full hand has 5 tiles")
    assert facts["exchange_limit"].text == "at most 3 tiles can be exchanged in a turn"
    assert facts["min_players"].text == "at least 1 player"
    assert facts["max_players"].text == "at most 7 players"


def test_changed_rules() -> None:
    """The old value stays as it is; the error for a wrong name lists the right ones."""
    rules = Rules()
    assert rules.changed() == rules
    assert rules.changed(hand_size=5, tie_break="youngest") == Rules(
        hand_size=5, tie_break="youngest"
    )
    assert rules == Rules()
    with pytest.raises(InvalidOption) as caught:
        rules.changed(handsize=5)
    assert str(caught.value) == (
        "there is no option 'handsize'; the options are tie_break, supply, stuck, no_play, "
        "exchange_limit, hand_size, min_players, max_players"
    )
    with pytest.raises(InvalidOption, match="hand_size must be a number"):
        rules.changed(hand_size=None)


# Subclasses, whose fields are options too


def kitchen(**options: object) -> Kitchen:
    """The game with its own options, made as it is for people who choose it by name."""
    qwirkle.register(Kitchen("kitchen", KitchenRules(hand_size=5)))
    found = qwirkle.get_variant("kitchen", **options)
    assert isinstance(found, Kitchen)
    return found


def test_own_options_are_options_like_the_usual_ones() -> None:
    """They are chosen by name, kept beside the others, and listed if they differ."""
    usual = kitchen()
    assert list(usual.possible_options) == [*Rules().facts(), "biscuits", "shared"]
    assert (usual.options, usual.rules.biscuits, usual.end_bonus()) == ({}, 3, 3)
    game = kitchen(shared=True, biscuits=7, exchange_limit=2)
    assert [*game.options.items()] == [("biscuits", 7), ("exchange_limit", 2), ("shared", True)]
    assert game.rules == KitchenRules(hand_size=5, exchange_limit=2, biscuits=7, shared=True)
    assert game.with_options(shared=False).rules == game.rules.changed(shared=False)
    assert game.with_options(shared=False, biscuits=3, exchange_limit=6) == usual
    assert eval(repr(game), vars(qwirkle).copy()) == game
    end = {"board": "Rs@0,0", "hands": ["", "Gd"], "supply": "", "scores": [3, 9]}
    assert qwirkle.position(usual, **end).winners == (1,)
    assert qwirkle.position(game, **end).winners == (0, 1)


def test_own_options_are_described() -> None:
    """Their sentences are in the facts and in the rules in words, and comparisons show them."""
    game = kitchen(biscuits=7)
    assert game.rules.facts()["biscuits"] == Fact(7, ("H1",), "finishing is worth 7 biscuits")
    assert game.facts()["shared"].text == "the best player wins"
    assert game.statements["H1"].text == "Finishing is worth 7 biscuits."
    assert game.undeclared() == {}
    found = {each.field: (each.first, each.second) for each in qwirkle.compare("kitchen", game)}
    assert found == {"biscuits": (3, 7), "end_bonus": (3, 7)}
    found = {each.field: (each.first, each.second) for each in qwirkle.compare("standard", game)}
    assert (found["biscuits"], found["shared"]) == ((None, 7), (None, False))


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"biscuits": 11}, "biscuits must be a number from 1 to 10, not 11"),
        ({"biscuits": "many"}, "biscuits must be a number from 1 to 10, not 'many'"),
        ({"shared": 1}, "shared must be True or False, not 1"),
        ({"biskits": 3}, "there is no option 'biskits'; the options are tie_break, "),
        ({"biskits": 3}, "max_players, biscuits, shared"),
        ({"hand_size": 99, "biscuits": 3}, "hand_size must be a number from 1 to 54, not 99"),
        ({"hand_size": 28}, "hand_size times max_players must be no more than the 108 tiles"),
    ],
)
def test_wrong_values_of_own_options(options: dict[str, object], text: str) -> None:
    """The message says what is possible, and a saved game with such an option is not read."""
    with pytest.raises(InvalidOption) as caught:
        kitchen(**options)
    assert text in str(caught.value)
    saved = json.loads(qwirkle.to_json(qwirkle.new_game("kitchen", seed=1)))
    with pytest.raises(DecodeError) as refused:
        qwirkle.from_json(json.dumps(saved | {"options": options}))
    assert text in str(refused.value)


def test_own_options_travel() -> None:
    """They are in JSON, which its schema describes, and in records."""
    state = qwirkle.new_game(kitchen(biscuits=7), seed=1)
    text = qwirkle.to_json(state)
    assert json.loads(text)["options"] == {"biscuits": 7}
    assert qwirkle.from_json(text) == state
    record = qwirkle.GameRecord(state)
    assert qwirkle.GameRecord.parse(str(record)) == record
    schema = qwirkle.codec.json_schema("kitchen")
    validator = Draft202012Validator(schema)
    for options, is_valid in (
        ({"biscuits": 7, "hand_size": 4}, True),
        ({"shared": True}, True),
        ({"biscuits": 11}, False),
        ({"shared": "yes"}, False),
        ({"biskits": 3}, False),
    ):
        with case(options):
            assert validator.is_valid(json.loads(text) | {"options": options}) is is_valid


def test_subclasses_that_are_refused() -> None:
    """A class whose fields would not all be options, and defaults of another class."""
    bare = type("Bare", (Rules,), {"biscuits": yes_or_no(("H1",), yes="yes", no="no")})
    plain = attrs.make_class(
        "Plain", {"crumbs": attrs.field(default=3)}, bases=(Rules,), slots=True
    )
    cases: list[tuple[Callable[[], object], str]] = [
        (bare, "Bare needs the decorator @attrs.frozen(kw_only=True)"),
        (
            plain,
            "Plain.crumbs: describe it with choice(), whole_number(), yes_or_no() or option()",
        ),
        (
            lambda: Kitchen("kitchen", KitchenRules(), defaults=Rules()),
            "expected KitchenRules for defaults, not Rules(",
        ),
        (
            lambda: TileGame("kitchen", Rules(), defaults=KitchenRules()),
            "expected Rules for defaults, not KitchenRules(",
        ),
        (lambda: TileGame("kitchen", "none"), "expected Rules for rules, not 'none'"),  # type: ignore[arg-type]
    ]
    for make, text in cases:
        with case(text):
            with pytest.raises(InvalidValue) as caught:
                make()
            assert str(caught.value).startswith(text)
