"""Reasons: codes with their templates, and violations as data."""

from __future__ import annotations

import pickle
import re
from enum import StrEnum
from typing import Any

import attrs
import pytest
from cases import case
from samples import tiles

import qwirkle
from qwirkle import Cell, Place, Tile, Violation
from qwirkle.authoring import Code, Reason
from qwirkle.errors import InvalidValue
from qwirkle_variants import ActionCode, CardCode

GAP = Violation.of(Code.GAP, ["P2", "P5"], [(2, 0)])
CODES = [*Code, *ActionCode, *CardCode]


def test_violations_are_values() -> None:
    """Violations compare by content, with the core's codes or with those of a variant."""

    class Own(StrEnum):
        LATE = "late"

    violation = Violation(Own.LATE, (), "too late")
    assert str(violation) == "too late []"
    assert violation == Violation(Own.LATE, (), "too late") != GAP
    assert hash(violation) == hash(Violation(Own.LATE, (), "too late"))
    assert str(GAP) == "there is a gap at 2,0 [P2, P5]"
    assert pickle.loads(pickle.dumps(GAP)).values == GAP.values
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        violation.code = Own.LATE  # type: ignore[misc]


def test_cells_and_tiles_are_converted() -> None:
    violation = Violation(Code.GAP, (), "", [(1, 0)], "Rs Bd")
    assert type(violation.cells[0]) is Cell
    assert violation.tiles == tiles("Rs Bd")
    assert Violation.of(Code.CELL_TAKEN, [], [(1, 0)], "Rs", there="Bd").tiles == tiles("Rs")
    with pytest.raises(InvalidValue):
        Violation(Code.GAP, (), "", ["1,0"])


def test_the_repr_of_a_reason_is_how_a_program_names_it() -> None:
    """The text is the word, for the core's enums and for those of variants."""

    class Own(Reason):
        LATE = "late"

    assert (repr(Own.LATE), str(Own.LATE), f"{Own.LATE}") == ("Own.LATE", "late", "late")
    assert Own.LATE.template == ""
    assert repr(Code.GAP) == "Code.GAP"
    assert repr(qwirkle.EndReason.WENT_OUT) == "EndReason.WENT_OUT"
    assert repr(GAP).startswith("Violation(code=Code.GAP, rules=")
    for enum in (Own, Code, qwirkle.EndReason):
        assert issubclass(enum, StrEnum)


def test_a_template_names_its_values() -> None:
    """A translation finds every value, in any order and with its own word between them."""
    move = Place("Bc@5,5 Bd@6,5")
    state = qwirkle.position(board="Rs@0,0", hands=["Bc Bd", "Gd"])
    [violation] = qwirkle.check(state, move)
    assert violation.code is Code.TOUCHES_NOTHING
    assert violation.message == "nothing joins Bc Bd at 5,5 and 6,5 to the board"
    assert (violation.cells, violation.tiles, violation.values) == (move.cells, move.laid, {})
    assert violation.worded("{cells:und}: {tiles:und} ohne Anschluss") == (
        "5,5 und 6,5: Bc und Bd ohne Anschluss"
    )


def test_values_of_several_kinds() -> None:
    """Numbers, names, tiles, lists of tiles, lists of such lists, and lists of nothing."""

    class Own(Reason):
        ODD = "odd", "{name} {number} {tile} {cell} {row} {rows:or|nothing} {none:|nothing}"

    found = Violation.of(
        Own.ODD,
        ["H1"],
        name="Ada",
        number=7,
        tile=Tile.parse("Rs"),
        cell=Cell(1, 0),
        row=[*tiles("Rs Bs")],
        rows=(tiles("Rs Bs"), tiles("Rc")),
        none=(),
    )
    assert found.message == "Ada 7 Rs 1,0 Rs Bs Rs Bs or Rc nothing"
    one = Violation.of(Own.ODD, [], **{**found.values, "rows": (tiles("Rc Rd"),)})
    assert one.message == "Ada 7 Rs 1,0 Rs Bs Rc Rd nothing"


def test_the_values_belong_to_the_caller() -> None:
    violation = Violation.of(Code.CELL_TAKEN, ["P1"], [(1, 0)], "Rs", there="Bd")
    violation.values["there"] = "Rs"
    assert violation.values == {"there": "Bd"}


def test_long_values_are_cut_off() -> None:
    """A message stays short, and two cells of the largest size are still whole."""
    far = Cell(-(10**99) + 1, -(10**99) + 1)
    line = tiles("Rs") * 200
    found = Violation.of(
        Code.LINE_TOO_LONG, ["P3"], [], line, start=far, end=far, count=200, most=6
    )
    assert found.message.count(str(far)) == 2
    assert "and 160 more" in found.message
    assert found.message.endswith("a line has at most 6")
    assert len(Violation.of(Code.NOT_YOUR_TURN, [], player="x" * 9999).message) < 300


def test_a_template_that_cannot_be_filled_in() -> None:
    cases: list[Any] = ["{odd}", "{cells", "}", "{0}", "{cells.odd}", "{cells[odd]}", "{}", 7, None]
    for template in cases:
        with (
            case(template),
            pytest.raises(InvalidValue, match=r"the template .* cannot be filled in with cells"),
        ):
            GAP.worded(template)


# Sentences for people who look at the board

VALUES: dict[str, Any] = {
    "action": "draw-three",
    "cell": Cell(12, 34),
    "count": 7,
    "end": Cell(56, 78),
    "hand": tiles("Yk Pt"),
    "least": 3,
    "left": 2,
    "line": tiles("Rs Bs Rs"),
    "most": 6,
    "move": "jump 1,0",
    "player": "Ada",
    "row": tiles("Rs Bs Rs"),
    "sets": (tiles("Rs Bs"), tiles("Gd Gx")),
    "start": Cell(12, 34),
    "taken": Tile.parse("Bk"),
    "there": Tile.parse("Gd"),
    "times": 2,
}
"""Something for every value that a template names."""

ENGINE_TALK = re.compile(r"\b[ROYGBP][csdtkx]\b|\d,|@|\[|[a-z]-[a-z]|\{")
"""Texts of tiles, cells and moves, ids, and words like draw-three."""


def sample(code: Reason) -> Violation:
    """A violation of some kind, about two tiles."""
    cells = [(12, 34), (56, 78)]
    return Violation.of(code, ["P3", "R14"], cells, "Rd Bx", **VALUES)


def test_every_reason_has_a_sentence_without_codes() -> None:
    """It is short, begins with a capital letter, and ends with a full stop."""
    for code in CODES:
        with case(code):
            violation = sample(code)
            assert violation.message == violation.worded(code.template)
            assert re.fullmatch(r"[A-Z0-9][^.]*\.", violation.plain), violation.plain
            assert not ENGINE_TALK.search(violation.plain), violation.plain
            assert len(violation.plain) < 120


def test_a_second_template_is_there_only_if_it_is_needed() -> None:
    """Without it the message is used, so that no template is written twice."""
    for code in CODES:
        with case(code):
            assert code.plain != code.template
            assert bool(ENGINE_TALK.search(sample(code).message)) <= bool(code.plain)
    for enum in (Code, ActionCode, CardCode):
        plain = [sample(code).plain for code in enum]
        assert len(set(plain)) == len(plain)


def test_tiles_in_words() -> None:
    taken = Violation.of(Code.CELL_TAKEN, ["P1"], [(1, 0)], "Rs", there=Tile.parse("Bd"))
    assert taken.plain == "The red square cannot go on top of the blue diamond."
    assert GAP.plain == "There is a gap between the placed tiles."
    line = Violation.of(
        Code.LINE_MISMATCH, ["P3"], [], "Rs Bd Gx", start=Cell(0, 0), end=Cell(2, 0)
    )
    named = "The red square, the blue diamond and the green cross"
    assert line.plain == f"{named} share neither a colour nor a shape."
    many = Violation.of(Code.NOT_IN_BOX, ["S1"], [], "Rs " * 200)
    assert many.plain == "Nobody can have 200 tiles: the box has no more."


def test_a_reason_without_a_second_template() -> None:
    """Its message is used, without the ids of rules; so is a message of the author's own."""

    class Own(Reason):
        LATE = "late"
        EARLY = "early", "{player} is early [H1, H22]"
        LOUD = "loud", "{tiles} is loud", "{noise} is too loud"

    assert Violation(Own.LATE, ("H1",), "too late [H1]!").plain == "Too late!"
    assert Violation.of(Own.EARLY, ["H1"], player="Ada").plain == "Ada is early."
    assert Violation(Code.GAP, ("H3",), "the wreck is elsewhere").plain == "The wreck is elsewhere."
    assert Violation(Code.CELL_TAKEN, (), "it is taken").plain == "It is taken."
    assert Violation(Code.GAP, (), "").plain == ""
    with pytest.raises(InvalidValue, match=r"'\{noise\} is too loud' cannot"):
        assert Violation.of(Own.LOUD, [], tiles="Rs").plain
