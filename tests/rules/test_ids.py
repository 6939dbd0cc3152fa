# ruff: noqa: N802
"""The ids of the rules: every id has a test that names it, and no unknown id is used."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from cases import case
from own_games import Starred
from rule_ids import IDS
from tile_positions import Shrug, move, play, position, standard

import qwirkle
import qwirkle_variants
from qwirkle import Exchange, Move, Pass, Place, TileState, TileView
from qwirkle.authoring import Code, Rules
from qwirkle.errors import InvalidPosition

TESTS = Path(__file__).parent.parent
PACKAGES = [Path(package.__path__[0]) for package in (qwirkle, qwirkle_variants)]

RED_ROW = "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0 Rx@5,0"


@cache
def words_of_tests() -> frozenset[str]:
    """The words in the names of all test functions under ``tests``."""
    return frozenset(
        word
        for path in TESTS.rglob("test_*.py")
        for name in re.findall(r"^ *def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        for word in name.split("_")
    )


def one_move_per_code() -> dict[Code, tuple[TileState | TileView, Move]]:
    """For each code, a move that is not legal for that reason."""
    state = position("Rs@0,0", "Rc Rd Bs Gd", "Rt", supply="Oc Od")
    opening = position("", "Rc Rs Rd", "Gt", supply="Oc")
    small = position("Rs@0,0", "Rc Rd Bs Gd", "Rt", supply="Oc")
    limit = standard(exchange_limit=1)
    limited = position("Rs@0,0", "Rc Rd", "Rt", supply="Oc Od", variant=limit)
    return {
        Code.GAME_OVER: (position("Rs@0,0", "", "Rt"), Pass()),
        Code.NOT_YOUR_TURN: (qwirkle.observe(state, 1), Pass()),
        Code.NO_SUCH_MOVE: (state, Shrug()),
        Code.NOT_YOUR_TILE: (state, Exchange("Px")),
        Code.NOTHING_PLACED: (state, Place({})),
        Code.CELL_TAKEN: (state, move("Rc@0,0")),
        Code.NOT_IN_ONE_LINE: (state, move("Rc@1,0 Rd@0,1")),
        Code.GAP: (state, move("Rc@1,0 Rd@3,0")),
        Code.TOUCHES_NOTHING: (state, move("Rc@5,5")),
        Code.NO_SHARED_ATTRIBUTE: (state, move("Rc@1,0 Bs@2,0")),
        Code.DUPLICATE_IN_LINE: (position("Rs@0,0", "Rs", "Rt", supply="Oc"), move("Rs@1,0")),
        Code.LINE_MISMATCH: (state, move("Gd@1,0")),
        Code.LINE_TOO_LONG: (position(RED_ROW, "Rc", "Gd", supply="Oc"), move("Rc@6,0")),
        Code.NOT_OPENING_SET: (opening, move("Rc@0,0")),
        Code.NOT_AT_START: (
            position("", "Rc Rs", "Gt", variant=Starred("starred")),
            move("Rc@1,0 Rs@2,0"),
        ),
        Code.TOO_FAR: (
            opening,
            Place({(10**98 + i, 0): tile for i, tile in enumerate(opening.hand)}),
        ),
        Code.OPENING_FIRST: (opening, Exchange("Rc")),
        Code.EXCHANGE_EMPTY: (state, Exchange("")),
        Code.EXCHANGE_TOO_LARGE: (limited, Exchange("Rc Rd")),
        Code.SUPPLY_TOO_SMALL: (small, Exchange("Rc Rd")),
        Code.PASS_WHILE_MOVE: (state, Pass()),
        Code.MUST_EXCHANGE: (position("Rs@0,0", "Gd", "Rt", supply="Oc"), Pass()),
    }


OF_A_BARE_BOARD = (
    Code.HAND_TOO_SMALL, Code.NOT_IN_BOX,
    Code.SEPARATE_GROUPS, Code.TOO_MANY_COPIES, Code.TOO_MANY_TILES,
)  # fmt: skip
"""The reasons of ``check_board`` alone, where the hand is not known."""

RULES_OF_CODES: dict[Code, set[tuple[str, ...]]] = {
    Code.GAME_OVER: {("E2",)},
    Code.NOT_YOUR_TURN: {("B4",)},
    Code.NO_SUCH_MOVE: {("T1",)},
    Code.NOT_YOUR_TILE: {("T1",)},
    Code.NOTHING_PLACED: {("T1",)},
    Code.CELL_TAKEN: {("P1",)},
    Code.NOT_IN_ONE_LINE: {("P5",)},
    Code.GAP: {("P2", "P5")},
    Code.TOUCHES_NOTHING: {("P1",)},
    Code.NO_SHARED_ATTRIBUTE: {("P5",)},
    Code.DUPLICATE_IN_LINE: {("P3",)},
    Code.LINE_MISMATCH: {("P3",)},
    Code.LINE_TOO_LONG: {("P3",)},
    Code.NOT_OPENING_SET: {("B2", "R6")},
    Code.NOT_AT_START: {("B2",)},
    Code.TOO_FAR: {("B2",)},
    Code.OPENING_FIRST: {("R6",)},
    Code.EXCHANGE_EMPTY: {("X1",)},
    Code.EXCHANGE_TOO_LARGE: {("X1",)},
    Code.SUPPLY_TOO_SMALL: {("X3", "R4")},
    Code.PASS_WHILE_MOVE: {("R5",)},
    Code.MUST_EXCHANGE: {("X4", "R5")},
}


def test_every_rule_has_a_test_that_names_it() -> None:
    """Every id is in the name of a test function, between underscores."""
    assert [rule for rule in IDS if rule not in words_of_tests()] == []


def test_no_test_names_an_unknown_rule() -> None:
    """Every word of a test's name that looks like an id is one."""
    groups = "".join(sorted({rule[0] for rule in IDS} - {"R"}))
    found = {word for word in words_of_tests() if re.fullmatch(f"[{groups}][0-9]+", word)}
    assert sorted(found - set(IDS)) == []


def test_every_violation_names_known_rules() -> None:
    """Each code occurs, with a message and the ids of the broken rules."""
    for code in [code for code in Code if code not in OF_A_BARE_BOARD]:
        with case(code):
            state, wanted = one_move_per_code()[code]
            violations = [found for found in qwirkle.check(state, wanted) if found.code is code]
            assert {found.rules for found in violations} == RULES_OF_CODES[code]
            for found in violations:
                assert set(found.rules) <= set(IDS)
                assert found.message
                assert str(found).endswith(f"[{', '.join(found.rules)}]")


@pytest.mark.parametrize(
    ("passes", "no_play", "rule"), [(0, "at-once", "E3"), (2, "all-passed", "R3")]
)
def test_E3_R3_the_other_ends_name_their_rule(passes: int, no_play: str, rule: str) -> None:
    """A move after the end of a stuck game names the rule by which the game ended."""
    variant = standard(no_play=no_play)
    state = position("Rs@0,0", "Bd", "Gt", passes=passes, variant=variant)
    [violation] = qwirkle.check(state, Pass())
    assert (violation.code, violation.rules) == (Code.GAME_OVER, (rule,))


def test_every_field_of_the_rules_names_known_rules() -> None:
    """Each is an option with ids and words, and so are the facts made from it."""
    facts, options = standard().facts(), standard().possible_options
    assert list(options) == [field.name for field in attrs.fields(Rules)]
    for name, option in options.items():
        assert option.rules
        assert set(option.rules) <= set(IDS)
        assert facts[name].rules == option.rules
        assert facts[name].text == option.text(facts[name].value)


def test_every_id_in_the_source_is_known() -> None:
    """Every text in the source that looks like an id, alone or in brackets, is one."""
    found: dict[str, str] = {}
    for path in sorted(path for package in PACKAGES for path in package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
                ids = [
                    rule
                    for listed in re.findall(r"\[([A-Z][0-9]{1,2}(?:, [A-Z][0-9]{1,2})*)\]", text)
                    for rule in listed.split(", ")
                ]
                ids += [text] if re.fullmatch(r"[A-Z][0-9]{1,2}", text) else []
                found |= dict.fromkeys(ids, str(path))
    assert {"P3", "A5", "R10"} <= set(found)
    assert {rule: path for rule, path in found.items() if rule not in IDS} == {}


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"board": "Rs@0,0 Rc@5,5"}, "P1"),
        ({"board": "Rs@0,0 Bc@1,0"}, "P3"),
        ({"hands": ["Rs Rs", "Rs Rs"]}, "S1"),
        ({"hands": ["Rs Rc Rd Rt Rk Rx Gd", ""]}, "S2"),
        ({"players": 5}, "S3"),
    ],
)
def test_S1_S2_S3_P1_P3_faults_of_positions_name_their_rule(
    fields: dict[str, Any], rule: str
) -> None:
    """A fault of a position says which rule it would break."""
    with pytest.raises(InvalidPosition) as caught:
        qwirkle.position(standard(), **fields)
    assert [f"[{rule}]" in fault.message for fault in caught.value.faults] == [True]


def test_a_broken_rule_is_named_when_a_move_is_refused() -> None:
    """The text of the exception has the ids too; P4 only if there is a second line."""
    with pytest.raises(qwirkle.IllegalMove, match=r"\[P3\]"):
        play(position("Rs@0,0", "Gd", "Rt", supply="Oc"), "Gd@1,0")
    with pytest.raises(qwirkle.IllegalMove, match=r"\[P3, P4\]"):
        play(position("Rs@0,0 Rc@1,0 Gc@1,1", "Gd", "Rt", supply="Oc"), "Gd@0,1")
