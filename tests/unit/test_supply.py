"""The supply: tiles and specials, drawing them, and games with specials."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import attrs
import pytest
from cases import case
from samples import tiles

import qwirkle
from qwirkle import Exchange, Place, Tile, TileState, authoring
from qwirkle.authoring import Special, Supply, TileGame
from qwirkle.errors import InvalidPosition
from qwirkle.supply import Piece, as_pieces, draw, pieces_text, without

STAR = Special("star")
MOON = Special("moon")


# Pieces


def test_supplies() -> None:
    supply = Supply("Rs Bd Rs")
    assert (len(supply), supply.tiles) == (3, tiles("Rs Bd Rs"))
    assert supply == Supply(["Rs", "Bd", "Rs"]) == Supply.of(tiles("Rs Bd Rs")) == Supply(supply)
    assert supply != Supply("Bd Rs Rs")
    assert (len(Supply()), Supply().tiles, bool(Supply())) == (0, (), False)
    assert repr(supply) == "Supply('Rs Bd Rs')"


def test_the_ways_to_give_pieces() -> None:
    """They are given like tiles, with a star before the name of a special."""
    cases: list[object] = [
        "Rs *star Bd *moon",
        ["Rs", "*star", "Bd", "*moon"],
        [Tile.parse("Rs"), STAR, "Bd", MOON],
        Supply("Rs *star Bd *moon"),
        iter(["Rs", STAR, Tile.parse("Bd"), "*moon"]),
    ]
    for value in cases:
        with case(value):
            pieces = as_pieces(value)
            assert pieces == (Tile.parse("Rs"), STAR, Tile.parse("Bd"), MOON)
            assert pieces_text(pieces) == "Rs *star Bd *moon"
            assert as_pieces(pieces_text(pieces)) == pieces


@pytest.mark.parametrize("value", [None, 5, [5], [None], object, [["Rs"]], "Rs star", ["star"]])
def test_other_values_are_not_pieces(value: object) -> None:
    with pytest.raises(qwirkle.QwirkleError, match=r"expected|'star' is not a tile") as caught:
        as_pieces(value)
    assert not isinstance(value, str) or caught.value.at == 3  # type: ignore[attr-defined]


def test_without_takes_copies_one_by_one() -> None:
    """The result has the pieces that are left, in order, and those that are missing."""
    assert without(tiles("Rs Bd Rs"), tiles("Rs")) == (tiles("Bd Rs"), [])
    assert without(tiles("Rs Bd"), tiles("Rs Rs Gk")) == (tiles("Bd"), list(tiles("Rs Gk")))
    assert without(as_pieces("Rs *star *moon"), [STAR, STAR]) == (as_pieces("Rs *moon"), [STAR])
    assert without((), ()) == ((), [])


# Drawing


def test_drawing() -> None:
    """T1, R8: pieces are drawn until there are enough tiles or nothing is left."""
    cases: list[tuple[str, int, str, str, str]] = [
        ("Rs Bd Gk", 2, "Rs Bd", "Rs Bd", "Gk"),
        ("Rs Bd", 0, "", "", "Rs Bd"),
        ("Rs Bd", 5, "Rs Bd", "Rs Bd", ""),
        ("", 3, "", "", ""),
        ("*star Rs Bd", 1, "*star Rs", "Rs", "Bd"),  # revealed, and another piece drawn for it
        ("*star *moon Rs Bd", 2, "*star *moon Rs Bd", "Rs Bd", ""),
        ("Rs *star Bd", 1, "Rs", "Rs", "*star Bd"),  # drawing stops when there are enough tiles
        ("Rs *star", 2, "Rs *star", "Rs", ""),  # the last piece is drawn too
        ("*star Rs", 0, "", "", "*star Rs"),
        ("*star *moon", 2, "", "", "*star *moon"),  # without a tile there is nothing to draw
    ]
    for supply, size, pieces, drawn, rest in cases:
        with case(supply, size, pieces, drawn, rest):
            found = draw(as_pieces(supply), size)
            assert pieces_text(found.pieces) == pieces
            assert found.tiles == tiles(drawn)
            assert pieces_text(found.rest) == rest
            assert found.specials == tuple(p for p in found.pieces if isinstance(p, Special))
            assert draw(as_pieces(supply), size, found.pieces) == found
            assert draw(as_pieces(supply), size, pieces) == found


FEW = "cannot be drawn: the move draws"
OUT = "cannot be drawn: not in the supply"
GIVEN = [
    # the pieces that are given, and those that are left, or why they cannot be drawn
    ("Bd Gk", "Rs *star"),
    ("*star Gk Rs", "Bd"),
    ("Gk *star Bd", "Rs"),
    ("", f"nothing {FEW}"),
    ("*star Rs", f"*star Rs {FEW}"),
    ("Rs Bd *star", f"Rs Bd *star {FEW}"),
    ("Rs Bd Gk", f"Rs Bd Gk {FEW}"),
    ("Rs Rs", f"Rs {OUT}"),
    ("*moon Rs Bd", f"*moon {OUT}"),
    ("*star *star Rs Bd", f"*star {OUT}"),
]


@pytest.mark.parametrize(("given", "result"), GIVEN)
def test_pieces_that_are_given_are_drawn_if_they_can_be(given: str, result: str) -> None:
    supply = as_pieces("Rs *star Bd Gk")
    if "cannot" not in result:
        found = draw(supply, 2, given)
        assert (pieces_text(found.pieces), pieces_text(found.rest)) == (given, result)
        assert len(found.tiles) == 2
    else:
        with pytest.raises(qwirkle.errors.InvalidDraw, match=re.escape(result)):
            draw(supply, 2, given)


# Games with specials


@attrs.frozen(repr=False)
class Sky(TileGame):
    """The tile game with two specials; every player scores when one is drawn."""

    def pieces(self) -> tuple[Piece, ...]:
        """Two pieces more than usual."""
        return (*super().pieces(), Special("moon"), Special("star"))

    def revealed(self, state: TileState, specials: Sequence[Special]) -> TileState:
        """Ten points for every player for each special."""
        gained = 10 * len(specials)
        return attrs.evolve(state, scores=tuple(score + gained for score in state.scores))


SKY = Sky("sky")


def at(supply: str, **fields: object) -> TileState:
    """A position of that game."""
    usual: dict[str, Any] = {"board": "Rs@0,0 Bs@1,0", "hands": ["Gs Gd", "Yx"]}
    return qwirkle.position(SKY, supply=supply, **(usual | fields))


def test_specials_are_revealed_when_they_are_drawn() -> None:
    """Another piece is drawn instead, and the variant decides the effect."""
    state = at("*star Rc Rd *moon Rt Rk Rx")
    move = Exchange("Gs Gd")
    assert qwirkle.api.draws(state, move) == as_pieces("*star Rc Rd")
    after = qwirkle.apply(state, move)
    assert after.hands[0] == tiles("Rc Rd")
    assert after.scores == (10, 10)
    assert Counter(after.supply.tiles) == Counter(as_pieces("*moon Rt Rk Rx Gs Gd"))
    after = qwirkle.apply(state, Place("Gs@2,0"))
    assert after.hands[0] == tuple(sorted(tiles("Gd Rc Rd Rt Rk Rx")))
    assert after.scores == (3 + 20, 20)
    assert qwirkle.score(state, Place("Gs@2,0")).total == 3
    given = qwirkle.apply(state, move, draw="Rx *moon Rk")
    assert (given.hands[0], given.scores) == (tiles("Rk Rx"), (10, 10))


def test_a_supply_of_specials_alone_is_empty() -> None:
    """R8: nobody draws or exchanges any more, and the first empty hand ends the game."""
    state = at("*star *moon", hands=["Gs", "Yx"])
    assert (len(state.supply), state.stock) == (2, 0)
    assert [violation.rules for violation in qwirkle.check(state, Exchange("Gs"))] == [("X3", "R4")]
    move = Place("Gs@2,0")
    assert qwirkle.score(state, move).end_bonus == 6
    assert dict(qwirkle.legal_moves(state).scored())[move] == 9
    after = qwirkle.apply(state, move)
    assert (after.supply, after.scores) == (state.supply, (9, 0))
    assert after.outcome is not None
    assert after.outcome.reason is qwirkle.EndReason.WENT_OUT
    stuck = at("*star", hands=["Gd", "Gc"], turn=1)
    assert stuck.is_over
    assert [violation.code for violation in qwirkle.check(stuck, qwirkle.Pass())] == ["game-over"]


def test_a_view_knows_how_many_tiles_can_be_drawn() -> None:
    """The specials are among the unseen pieces, and only in the supply."""
    state = at("*star Rc Rd *moon", hands=["Gs Gd", "Yx"])
    for seat, unseen in enumerate(("Rc Rd Yx *moon *star", "Rc Rd Gs Gd *moon *star")):
        view = qwirkle.observe(state, seat)
        assert pieces_text(view.unseen) == unseen
        assert (view.supply_size, view.stock) == (4, 2)
        for seed in range(20):
            sampled = view.sample_state(Random(seed))
            assert qwirkle.observe(sampled, seat) == view
            assert Counter(sampled.supply.tiles)[STAR] == 1
        orders = {view.sample_state(Random(seed)).supply for seed in range(50)}
        assert len({supply.tiles.index(STAR) for supply in orders}) == 4
    assert "2 tiles in the supply" in qwirkle.render.text(state)


def test_specials_survive_json_records_and_reprs() -> None:
    """They are written with a star before the name."""
    qwirkle.register(SKY)
    state = at("*star Rc Rd *moon Rt", seed=3)
    assert json.loads(qwirkle.to_json(state))["supply"] == "*star Rc Rd *moon Rt"
    for position in (state, qwirkle.observe(state, 0), qwirkle.observe(state, 1)):
        assert qwirkle.from_json(qwirkle.to_json(position)) == position
    assert eval(repr(state), dict(vars(qwirkle))) == state
    record = qwirkle.GameRecord(state).play(Exchange("Gs")).play(Exchange("Yx"))
    assert "1. swap Gs draws *star Rc  # Player 1: 10 points, now 10" in str(record)
    assert qwirkle.GameRecord.parse(str(record)) == record


def test_positions_with_specials() -> None:
    """A default supply has those of the box; others and duplicates are refused."""
    state = qwirkle.position(SKY, board="Rs@0,0", hands=["Gs", "Yx"], seed=5)
    assert Counter(state.supply.tiles) + Counter(tiles("Rs Gs Yx")) == Counter(SKY.pieces())
    assert len(SKY.pieces()) == 110
    for supply, name in (("*comet", "comet"), ("*star Rc *star", "star")):
        with pytest.raises(InvalidPosition) as caught:
            at(supply)
        assert [str(fault) for fault in caught.value.faults] == [
            f"supply: one {name} (*{name}) more than the box holds [S1]"
        ]
    with pytest.raises(InvalidPosition, match=r"hands\[0\]: '\*star' is not a tile"):
        at("", hands=["*star", ""])
    with pytest.raises(InvalidPosition, match=r"supply: one star \(\*star\) more than the box"):
        qwirkle.position(supply="*star")


def test_names_of_specials() -> None:
    """They have lower-case letters with hyphens between, as texts require."""
    for name in ["", "a b", "Draw", "*star", "a--b", "-a", 3, None, []]:
        with case(name):
            with pytest.raises(
                qwirkle.errors.InvalidValue, match="a special is named in lower-case letters"
            ):
                authoring.Special(name)  # type: ignore[arg-type]
            assert str(authoring.Special("draw-three")) == "*draw-three"
