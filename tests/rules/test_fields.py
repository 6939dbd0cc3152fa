# ruff: noqa: N802
"""The effect of every value of every field of `Rules`, so that none can be ignored."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from cases import case
from tile_positions import kinds, legal, play, position, standard, texts

import qwirkle
from qwirkle import Player
from qwirkle.authoring import Rules, TileGame
from qwirkle.errors import InvalidOption, InvalidValue


def _tie_break(variant: TileGame) -> object:
    """The starter among a child, an adult and an old player who announce the same."""
    players = [Player("grown-up", age=30), Player("child", age=6), Player("old", age=80)]
    state = position("", "Rc Rs", "Bc Bs", "Gc Gs", players=players, variant=variant)
    return state.players[state.turn].name


def _supply(variant: TileGame) -> object:
    """Whether the returned tile is at the bottom, for every seed."""
    last: set[str] = set()
    for seed in range(20):
        state = position("Rs@0,0", "Gd", "Bx", supply="Oc Os Od Ot", seed=seed, variant=variant)
        last.add(str(play(state, "swap Gd").supply.tiles[-1]))
    return last == {"Gd"}


def _stuck(variant: TileGame) -> object:
    """The kinds of moves of a player who cannot place."""
    return kinds(position("Rs@0,0", "Bd", "Gt", supply="Os", variant=variant))


def _no_play(variant: TileGame) -> object:
    """Whether a stuck game is over without a pass."""
    return position("Rs@0,0", "Bd", "Gt", variant=variant).is_over


def _exchange_limit(variant: TileGame) -> object:
    """The most tiles in a legal exchange of a hand of six."""
    state = position(
        "Rs@0,0", "Bd Gt Yk Px Oc Os", "Gt", supply="Oc Ok Ox Od Ot Yc", variant=variant
    )
    return max(len(text.split()) - 1 for text in legal(state) if text.startswith("swap"))


def _hand_size(variant: TileGame) -> object:
    """The number of tiles dealt, and the number in a hand after one of two was placed."""
    dealt = {len(hand) for hand in qwirkle.new_game(variant, seed=1).hands}
    state = position("Rs@0,0", "Rc", "Gt", supply="Oc Ok Ox Od Ot Yc Yd Yt Yk", variant=variant)
    return dealt, len(play(state, "Rc@1,0").hands[0])


def _players(variant: TileGame) -> object:
    """The numbers of players with which a game can begin."""
    able: list[int] = []
    for players in range(1, 8):
        try:
            qwirkle.new_game(variant, players=players, seed=1)
        except InvalidValue:
            continue
        able.append(players)
    return able


SHOWN: dict[str, tuple[Callable[[TileGame], object], dict[object, object]]] = {
    "tie_break": (_tie_break, {"oldest": "old", "youngest": "child"}),
    "supply": (_supply, {"bag": False, "stacks": True}),
    "stuck": (_stuck, {"must-exchange": {"swap"}, "may-exchange": {"swap", "pass"}}),
    "no_play": (_no_play, {"at-once": True, "all-passed": False}),
    "exchange_limit": (_exchange_limit, {6: 6, 1: 1, 4: 4}),
    "hand_size": (_hand_size, {6: ({6}, 6), 3: ({3}, 3), 8: ({8}, 8)}),
    "min_players": (_players, {2: [2, 3, 4], 1: [1, 2, 3, 4], 4: [4]}),
    "max_players": (_players, {4: [2, 3, 4], 2: [2], 6: [2, 3, 4, 5, 6]}),
}
"""For each field: what shows it, and what that gives for each value, the default first."""

CASES = [(name, value) for name, (_, shown) in SHOWN.items() for value in shown]
FACTS = standard().facts()


def test_every_value_of_every_field_has_an_effect() -> None:
    """Each value gives the expected result, and another value gives another one."""
    for name, value in CASES:
        with case(name, value):
            show, expected = SHOWN[name]
            assert show(standard(**{name: value})) == expected[value]
            assert len({str(shown) for shown in expected.values()}) == len(expected)


def test_every_field_is_in_the_table() -> None:
    """A new field of `Rules` needs a line in the table above."""
    assert set(SHOWN) == {field.name for field in attrs.fields(Rules)}


def test_the_standard_rules_are_the_first_value() -> None:
    """The rules of the variant `standard` are those of the original tile game."""
    for name in SHOWN:
        with case(name):
            first = next(iter(SHOWN[name][1]))
            assert getattr(standard().rules, name) == first


def test_named_values_are_all_tested() -> None:
    """The error for a wrong value lists the right ones, and all are in the table above."""
    for name in ["tie_break", "supply", "stuck", "no_play"]:
        with case(name):
            with pytest.raises(InvalidOption) as caught:
                standard(**{name: "nonsense"})
            listed = str(caught.value).split(" must be ")[1].split(", not ")[0]
            assert set(listed.split(" or ")) == {repr(value) for value in SHOWN[name][1]}


def test_S4_X2_the_seed_decides_the_bag_and_not_the_stacks() -> None:
    """One field covers both rules: an exchange mixes the bag by the seed, never the stacks."""
    orders: dict[str, set[str]] = {"bag": set(), "stacks": set()}
    for supply, seen in orders.items():
        for seed in range(10):
            state = position(
                "Rs@0,0",
                "Gd",
                "Bx",
                supply="Oc Os Od Ot Ok",
                seed=seed,
                variant=standard(supply=supply),
            )
            seen.add(texts(play(state, "swap Gd").supply.tiles))
    assert len(orders["bag"]) > 5
    assert orders["stacks"] == {"Os Od Ot Ok Gd"}
