"""The `Rules` value: the rules on which editions and families differ."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from cases import case
from samples import Unequal

from qwirkle.authoring import Fact, Rules
from qwirkle.errors import InvalidOption

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
