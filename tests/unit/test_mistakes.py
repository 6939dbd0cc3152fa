"""Mistakes in the class of a variant are reported when the class is made, in one sentence."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator
from functools import cache, cached_property, partialmethod, wraps
from typing import Any, final

import attrs
import pytest
from cases import case

from qwirkle import TileView, Variant, Violation
from qwirkle._mistakes import check_class
from qwirkle.authoring import (
    TILES,
    Code,
    Fact,
    Option,
    TileGame,
    choice,
    whole_number,
    yes_or_no,
)
from qwirkle.errors import InvalidValue
from qwirkle.tilegame.hooks import TileHooks
from qwirkle_variants import CardGame


def house(base: type, **members: Any) -> Any:
    """A class with these members."""
    return type("House", (base,), members)


def test_the_engine_has_no_mistakes() -> None:
    """Its own classes are not checked when they are made, which would take long at every import."""
    check_class(TileHooks, Variant)
    check_class(TileGame, Variant)


def said(make: Callable[[], object]) -> str:
    """The message of the error."""
    with pytest.raises(InvalidValue) as caught:
        make()
    return str(caught.value)


class Varied(TileGame):
    """A sound variant, whose methods take more than the library gives them."""

    largest_hand = 12

    def starter(self, *args: Any, last: bool = False) -> int:
        return 0

    def forbids(self, position: Any, move: Any, most: int = 15) -> None:
        return None

    def helper(self) -> int:
        return 0


# Misspelt hooks, and the right ones.
MISSPELT = {
    "line_point": "line_points",
    "line_pionts": "line_points",
    "linePoints": "line_points",
    "forbid": "forbids",
    "winner": "winners",
    "own_move": "own_moves",
    "judge_owns": "judge_own",
    "move_type": "move_types",
    "fact": "facts",
}


def test_a_misspelt_hook_is_refused() -> None:
    """The sentence names the hook that is meant, and says how to name a helper."""
    helper = "(A helper needs another name, or an underscore in front.)"
    for typed, meant in MISSPELT.items():
        with case(typed):
            message = f"House.{typed}: there is no such hook; did you mean '{meant}'? {helper}"
            assert said(lambda: house(TileGame, **{typed: None})) == message  # noqa: B023


def typos(name: str) -> Iterator[str]:
    """The names with one letter missing, added or wrong, or with two swapped."""
    for i in range(len(name)):
        before, after = name[:i], name[i:]
        yield before + after[1:]
        yield before + after[1:2] + after[:1] + after[2:]
        for letter in string.ascii_lowercase:
            yield before + letter + after
            yield before + letter + after[1:]


def test_every_typo_of_a_hook_is_refused() -> None:
    """Whatever letter of a hook's name is wrong, the class is refused."""
    for hook in ("pieces", "ending", "line_points"):
        for typed in {*typos(hook)} - {*dir(TileGame)}:
            if typed[0] != "_":
                with case(typed):
                    assert f"did you mean '{hook}'?" in said(lambda: house(TileGame, **{typed: 0}))  # noqa: B023


def test_a_class_beside_the_variants_is_checked_too() -> None:
    """Its members are those of the class that inherits them; helpers are still fine."""

    class Beside:
        """A class with rules, which is not a variant."""

        def bonus_point(self, position: object, move: object) -> int:
            return 1

    class Helping:
        """A class with a helper."""

        def half(self, points: int) -> int:
            return points // 2

    assert "did you mean 'bonus_points'?" in said(lambda: type("House", (Beside, TileGame), {}))
    type("House", (Helping, TileGame), {})


# Final members, and what their authors may want; only members that the class has are named.
TILE_GAME = {
    "score": "line_points bonus_points",
    "scored_lines": "line_points bonus_points",
    "after": "advance",
    "apply": "advance",
    "play": "advance",
    "check": "forbids judge_own",
    "is_legal": "forbids judge_own",
    "judge": "forbids judge_own",
    "judge_turn": "forbids judge_own",
    "can_place": "forbids",
    "judge_board": "forbids",
    "board_violations": "forbids",
    "exchangeable": "most_exchanged",
    "box": "pieces",
    "specials": "pieces",
    "outcome_of": "ending winners final_scores",
    "observe": "sees",
    "encode": "",
}
ENGINE = {
    "score": "scored_lines",
    "play": "after",
    "check": "judge",
    "observe": "sees",
    "fields": "",
}


def test_a_final_member_is_refused() -> None:
    """The sentence names the hooks to override instead, if there are any."""
    for base, table in (
        (TileGame, TILE_GAME),
        (Varied, TILE_GAME),
        (CardGame, ENGINE),
        (Variant, ENGINE),
    ):
        for name, wanted in table.items():
            hooks = " or ".join(f"'{hook}'" for hook in wanted.split() if hasattr(base, hook))
            instead = f"; override {hooks} instead" if hooks else ""
            for member in (lambda *_: 0, property(lambda self: 0), 0):
                with case(base, name, member):
                    message = said(lambda: house(base, **{name: member}))  # noqa: B023
                    assert message == f"House.{name} is final{instead}"


# Overrides that cannot be used like the member that they replace, and what the sentence says.
UNLIKE: dict[str, tuple[str, Any, str]] = {
    "too few": (
        "starter",
        lambda self: 0,
        "takes (self); it is called with (self, players, hands)",
    ),
    "too many": (
        "line_points",
        lambda self, line, colour: 0,
        "takes (self, line, colour); it is called with (self, length)",
    ),
    "no self": ("end_bonus", lambda: 0, "takes (); it is called with (self)"),
    "by name only": (
        "line_points",
        lambda self, *, length: 0,
        "takes (self, length); it is called with (self, length)",
    ),
    "without an option": (
        "ends_turn",
        lambda self, before: 0,
        "takes (self, before); it is called with (self, before, after)",
    ),
    "method": ("largest_hand", lambda self: 12, "must be a property or a value"),
    "value": ("pieces", TILES * 2, "must be a method"),
    "property": ("pieces", property(lambda self: TILES), "must be a method"),
    "cached property": ("pieces", cached_property(lambda self: TILES), "must be a method"),
}


def test_an_override_that_cannot_be_used_is_refused() -> None:
    """The sentence says how the library uses it, whatever a class in between takes."""
    for what, (name, member, message) in UNLIKE.items():
        for base in (TileGame, Varied):
            with case(what, base):
                assert said(lambda: house(base, **{name: member})) == f"House.{name} {message}"  # noqa: B023


def test_attrs_classes_are_checked_too() -> None:
    """A field is a member like any other, although attrs makes the class twice."""

    def slotted() -> object:
        @attrs.frozen
        class House(TileGame):
            pieces: Any = attrs.field(default=TILES)

        return House

    def annotated() -> object:
        @attrs.frozen(kw_only=True)
        class House(TileGame):
            line_point: int  # not a member before attrs makes a slot for it

        return House

    assert said(slotted) == "House.pieces must be a method"
    assert said(annotated).startswith("House.line_point: there is no such hook")


@final
class LastView(TileView):
    """A view of which there are no subclasses."""


def lucky(points: Callable[[Any, int, int], int]) -> Callable[[Any, int], int]:
    """A decorator that passes on another number."""

    @wraps(points)
    def with_luck(self: Any, length: int) -> int:
        return points(self, length, 7)

    return with_luck


FINE: dict[str, dict[str, Any]] = {
    "other names": {"starter": lambda me, people, tiles: 0},
    "a default": {"line_points": lambda self, length, factor=2: length * factor},
    "any arguments": {"starter": lambda self, *args, **named: 0},
    "a static method": {"line_points": staticmethod(lambda length: length)},
    "a class method": {"end_bonus": classmethod(lambda cls: 0)},
    "a partial method": {"line_points": partialmethod(lambda self, more, length: length, 1)},
    "a cache": {"line_points": cache(lambda self, length: length)},
    "a decorator": {"line_points": lucky(lambda self, length, luck: length + luck)},
    "a callable": {"line_points": [0, 1, 2, 3, 4, 5, 12].__getitem__},
    "a value for a property": {"largest_hand": 12},
    "a cached property": {"largest_hand": cached_property(lambda self: 12)},
    "private": {"_line_point": 0, "_score": 0, "__module__": "here"},
    "another name": {"state": 0, "start": 0, "game": 0, "rule": 0, "listed": 0, "NAME": 0},
    "a final class": {"view_type": LastView},
}


def test_other_members_are_fine() -> None:
    """A class may have helpers, and may override hooks in any way that works, more than once."""
    for what, members in FINE.items():
        for base in (TileGame, Varied):
            with case(what, base):
                made = house(house(base, **members), **members)
                assert made("house").end_bonus() in (0, 6)


def test_a_sound_attrs_class_is_fine() -> None:
    """Fields may have new names, and may change the default of an old one."""

    @attrs.frozen
    class House(TileGame):
        version: int = 2
        wind: str = "west"

        @cached_property
        def largest_hand(self) -> int:
            return 12

    game = House("house")
    assert (game.version, game.wind, game.largest_hand) == (2, "west", 12)


def test_rule_ids_are_several_texts() -> None:
    """One text in place of several rule ids is refused, and any iterable of texts is taken."""
    makers: dict[str, Callable[[Any], Any]] = {
        "Violation": lambda rules: Violation(Code.GAP, rules, "there is a gap"),
        "Violation.of": lambda rules: Violation.of(Code.GAME_OVER, rules),
        "Fact": lambda rules: Fact(1, rules, "one"),
        "Option": lambda rules: Option(rules, str, {}),
        "choice": lambda rules: choice(rules, one="one").metadata["option"],
        "whole_number": lambda rules: whole_number(rules, 1, 2, str).metadata["option"],
        "yes_or_no": lambda rules: yes_or_no(rules, yes="yes", no="no").metadata["option"],
    }
    for name, make in makers.items():
        with case(name):
            message = """pass rule ids as a tuple, such as ("H1",), not as 'H1'"""
            assert said(lambda: make("H1")) == message  # noqa: B023
            for rules in (("H1", "H2"), ["H1", "H2"], iter(["H1", "H2"])):
                assert make(rules).rules == ("H1", "H2")


def test_an_option_decides_a_rule() -> None:
    """Without rule ids it would be in no list of facts."""
    for make in (
        lambda: whole_number((), 1, 3, "{} biscuits".format),
        lambda: choice((), tea="tea", coffee="coffee"),
        lambda: yes_or_no((), yes="yes", no="no"),
    ):
        assert "needs the ids of the rules" in said(make)
