"""The facts of a tile game: the rules that its hooks decide, and those it does not declare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from cases import case

import qwirkle
from qwirkle import authoring
from qwirkle.authoring import TILES, Fact, Rules, Special, TileGame, described
from qwirkle.registry import Difference
from qwirkle_variants import ActionRules, ActionTiles, CardGame

HERE = __name__


class Points(TileGame):
    """A Qwirkle is worth eighteen points, and ending the game nothing."""

    def line_points(self, length: int) -> int:
        return 18 if length == 6 else super().line_points(length)

    def end_bonus(self) -> int:
        return 0


class Box(TileGame):
    """Two of every tile, and a special."""

    def pieces(self) -> tuple[Any, ...]:
        return (*TILES, Special("joker"), *TILES)


class Quiet(TileGame):
    """The first player starts, which no fact declares."""

    def starter(self, players: Sequence[Any], hands: Sequence[Any]) -> int:
        return 0


class Told(Quiet):
    """The same, declared by a fact."""

    def facts(self) -> Mapping[str, Fact]:
        return {**super().facts(), "starter": Fact("first", ("H1",), "the first player starts")}


class Listed(TileGame):
    """Two hooks for one rule, declared by one fact."""

    def most_exchanged(self, position: Any) -> int:
        return 0

    def may_forbid(self, position: Any) -> bool:
        return super().may_forbid(position)

    def facts(self) -> Mapping[str, Fact]:
        hooks = ("most_exchanged", "may_forbid")
        return {**super().facts(), "exchange": Fact(False, ("H2",), "nobody exchanges", hooks)}


class Again(Told):
    """Another starter, which the facts of the base class cannot know."""

    def starter(self, players: Sequence[Any], hands: Sequence[Any]) -> int:
        return len(players) - 1


class Describing(TileGame):
    """A game whose overridden methods are not rules."""

    @property
    def citations(self) -> Mapping[str, authoring.Citation]:
        return {}

    def scene(self, position: Any) -> authoring.Scene:
        return super().scene(position)

    def helper(self) -> None:
        """A helper that is not a hook."""

    def _points_(self) -> None:
        pass


class Mixin:
    """A base class of several variants of a plugin."""

    def ending(self, state: Any) -> Any:
        return None


class Mixed(Mixin, TileGame):
    """A rule from a class that is not a variant."""


def test_the_facts_of_a_tile_game() -> None:
    """They are those of its rules, and those of its hooks for points and the box."""
    facts = qwirkle.get_variant("standard", hand_size=5).facts()
    own = {name: facts[name] for name in ("line_points", "end_bonus", "pieces")}
    assert facts == {**Rules(hand_size=5).facts(), **own}
    assert {name: (fact.value, fact.rules, fact.text) for name, fact in own.items()} == {
        "line_points": (
            (1, 2, 3, 4, 5, 12),
            ("C1", "C2", "R2"),
            "lines of 1 to 6 tiles are worth 1, 2, 3, 4, 5 and 12 points",
        ),
        "end_bonus": (6, ("C3",), "ending the game by placing one's last tile is worth 6 points"),
        "pieces": ("3 of every tile", ("S1",), "the box holds 108 tiles: 3 of every tile"),
    }


def test_points_and_boxes_are_facts_without_a_declaration() -> None:
    """They follow from the hooks, so the facts describe what is played."""
    assert qwirkle.compare("standard", Points("points")) == (
        Difference("line_points", ("C1", "C2", "R2"), (1, 2, 3, 4, 5, 12), (1, 2, 3, 4, 5, 18)),
        Difference("end_bonus", ("C3",), 6, 0),
    )
    assert qwirkle.compare(Box("box"), "standard") == (
        Difference("pieces", ("S1",), "2 of every tile, 1 each of *joker", "3 of every tile"),
    )
    for game in (Points("points"), Box("box"), Describing("describing")):
        assert game.undeclared() == {}
        assert game.all_facts() == game.facts()
    assert qwirkle.compare("standard", Describing("describing")) == ()


def test_a_rule_that_no_fact_declares() -> None:
    """It is found, and shows in comparisons."""
    quiet = Quiet("quiet")
    place = f"{HERE}.Quiet.starter"
    assert quiet.undeclared() == {"starter": place}
    assert "starter" not in quiet.facts()
    assert quiet.all_facts()["starter"] == Fact(
        place, (), f"a rule that it does not describe: {place}"
    )
    assert qwirkle.compare("standard", quiet) == (Difference("starter", (), None, place),)
    assert qwirkle.compare(quiet, Quiet("another-name")) == ()
    assert [each.field for each in qwirkle.compare(quiet, Mixed("mixed"))] == ["starter", "ending"]
    assert Mixed("mixed").undeclared() == {"ending": f"{HERE}.Mixin.ending"}


def test_a_rule_that_is_declared() -> None:
    """A fact declares it by the name of the hook, or lists the hook."""
    told, listed = Told("told"), Listed("listed")
    assert told.undeclared() == listed.undeclared() == {}
    assert qwirkle.compare("standard", told) == (Difference("starter", ("H1",), None, "first"),)
    assert qwirkle.compare("standard", listed) == (Difference("exchange", ("H2",), None, False),)


def test_a_subclass_must_declare_its_own_rules() -> None:
    """A hook that is overridden again is not described by the facts of the base class."""
    again = Again("again")
    assert again.undeclared() == {"starter": f"{HERE}.Again.starter"}
    assert again.all_facts()["starter"].rules == ()
    [difference] = qwirkle.compare(Told("told"), again)
    assert (difference.first, difference.second) == ("first", f"{HERE}.Again.starter")


class OtherActions(ActionTiles):
    """Action tiles with an added rule."""

    def revealed(self, state: Any, specials: Any) -> Any:
        return state


class OtherCards(CardGame):
    """The card game with an added rule."""

    def starter(self, players: Sequence[Any], hands: Sequence[Any]) -> int:
        return 0


class Boxed(CardGame):
    """An engine with a hook that has the name of one of the tile game."""

    def pieces(self) -> Sequence[Any]:
        return ()


def test_only_tile_games_describe_their_points_and_box_without_a_declaration() -> None:
    other: type[Boxed] = type("Other", (Boxed,), {"pieces": lambda self: ("joker",)})
    assert list(authoring.undeclared(other, Boxed, {})) == ["pieces"]


def test_our_own_variants_declare_everything() -> None:
    """A variant based on one of them must declare what it adds."""
    for name in qwirkle.variants():
        assert qwirkle.get_variant(name).undeclared() == {}
    assert OtherCards().undeclared() == {"starter": f"{HERE}.OtherCards.starter"}


class QuietActions(ActionTiles, Quiet):
    """Action tiles, and a starter that no fact declares."""


class ToldActions(ActionTiles, Told):
    """Action tiles, and a starter that a fact declares."""


class BusyActions(ActionTiles, Mixed):
    """Action tiles, and an ending that only the facts about action tiles seem to declare."""


class OpenActions(BusyActions):
    """The same, declared by a fact."""

    def facts(self) -> Mapping[str, Fact]:
        return {**super().facts(), "ending": Fact("never", ("H1",), "the game never ends")}


def test_the_facts_of_a_class_say_nothing_about_another_class() -> None:
    """A rule must be declared by the class that has it, or by one that inherits it."""
    cases: list[tuple[type[ActionTiles], dict[str, str]]] = [
        (ActionTiles, {}),
        (OtherActions, {"revealed": f"{HERE}.OtherActions.revealed"}),
        (QuietActions, {"starter": f"{HERE}.Quiet.starter"}),
        (ToldActions, {}),
        (BusyActions, {"ending": f"{HERE}.Mixin.ending"}),
        (OpenActions, {}),
    ]
    for kind, expected in cases:
        with case(kind):
            assert kind("game", ActionRules()).undeclared() == expected
    assert ToldActions("told", ActionRules()).facts()["starter"].value == "first"


def test_pieces_described_briefly() -> None:
    """The order of the pieces does not matter."""
    cases: list[tuple[tuple[Any, ...], str]] = [
        ((), "nothing"),
        (TILES * 2, "2 of every tile"),
        (TILES[:1] * 3 + TILES[1:3], "3 each of Rc, 1 each of Rs Rd"),
        (TILES + TILES[:1], "2 each of Rc, 1 each of " + " ".join(map(str, TILES[1:]))),
        ((Special("b"), *TILES, Special("a")), "1 of every tile, 1 each of *a *b"),
    ]
    for pieces, text in cases:
        with case(pieces, text):
            assert described(pieces) == described(pieces[::-1]) == text


@pytest.mark.parametrize("name", list(qwirkle.variants()))
def test_every_rule_that_a_move_can_break_is_stated(name: str) -> None:
    """The default edition, which has no manual, explains itself as fully as the others."""
    variant = qwirkle.get_variant(name)
    statements = variant.statements
    for rule, citation in variant.citations.items():
        assert statements[rule] == citation.statement
    rulings = {ruling for cited in variant.citations.values() for ruling in cited.rulings}
    assert rulings <= statements.keys()
    for statement in statements.values():
        assert statement.text.endswith(".")
        assert statement.title
        assert statement.topic
    if isinstance(variant, authoring.TileGame):
        assert qwirkle.get_variant("mindware").statements.keys() <= statements.keys()


def test_options_and_hooks_change_what_is_stated() -> None:
    class Doubled(authoring.TileGame):
        def line_points(self, length: int) -> int:
            return 2 * length

    stated = Doubled("doubled", authoring.Rules(min_players=3)).statements
    assert stated["C1"].title == "Points for lines"
    assert str(stated["C1"]).startswith("Points for lines. Lines of 1 to 6 tiles")
    assert stated["C1"].text == "Lines of 1 to 6 tiles are worth 2, 4, 6, 8, 10 and 12 points."
    assert stated["S3"].text == "At least 3 players."
    assert stated["C3"] == qwirkle.get_variant("standard").statements["C3"]
    stated = qwirkle.get_variant("schmidt", min_players=3, max_players=5).statements
    assert stated["S3"].text == "At least 3 players. At most 5 players."
    assert stated["B3"] == qwirkle.get_variant("schmidt").citations["B3"].statement


def test_titles_are_the_same_in_all_editions_and_belong_to_one_rule() -> None:
    """Documents refer to a rule by its title."""
    titles: dict[str, str] = {}
    for name in qwirkle.variants():
        for rule, statement in qwirkle.get_variant(name).statements.items():
            assert titles.setdefault(statement.title, rule) == rule
    assert len(set(titles.values())) == len(titles)
