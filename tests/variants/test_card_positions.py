# ruff: noqa: N802
"""Positions, texts, JSON and records of the card game: which are accepted and which are not."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest
from card_positions import (
    BOX,
    EACH_READING,
    FREE,
    RED_SIX,
    STRICT,
    cards,
    dealt,
    everywhere,
    move,
    rows,
    seated,
    words,
)
from hypothesis import given
from hypothesis import strategies as st

import qwirkle
from qwirkle import GameRecord, Pass, Player, QwirkleError, Tile
from qwirkle.errors import (
    DecodeError,
    InvalidDraw,
    InvalidOption,
    InvalidPosition,
    NotationError,
    UnknownVariant,
)
from qwirkle.supply import mixed
from qwirkle_variants import CardGame, CardState, CardView, Lay, Redraw

FIELDS = tuple(FREE.fields(CardState).names)

RED = "Rc Rs Rd"
GREEN_SIX = "Gc Gs Gd Gt Gk Gx"
STUCK = "Ot Ok Yk Yx Gx Gs Bs Bt Pd"
NEXT = "Oc Os Od Yc Ys Yd Px Pk Bx"


def full(**changes: object) -> CardState:
    """A position in which every field is given."""
    fields: dict[str, Any] = {
        "players": [Player("Ada", 36), "Bob", "Cy"],
        "table": f"{RED} | Gt Bt Pt",
        "hands": ["Rt Bk", "Yx Oc", "Bk"],
        "pile": "Yx Bk Od",
        "qwirkles": ["", GREEN_SIX, ""],
        "turn": 1,
        "turns_left": None,
        "shown": ["Yx", "", "Bk Yx"],
        "seed": 17,
        "ply": 5,
    }
    return qwirkle.position(FREE, **fields | changes)


def faults(**fields: object) -> list[tuple[str, str]]:
    """Everything that is wrong with a position, as field and message."""
    with pytest.raises(InvalidPosition) as caught:
        qwirkle.position("cards", **fields)
    return [(fault.field, fault.message) for fault in caught.value.faults]


# Positions and their defaults


def test_every_field_as_given() -> None:
    """Fields take the form that states have: sorted rows and hands, the pile in its order."""
    state = full()
    assert state.players == (Player("Ada", 36), Player("Bob"), Player("Cy"))
    assert state.table == rows(RED, "Gt Bt Pt")
    assert [words(hand) for hand in state.hands] == ["Rt Bk", "Oc Yx", "Bk"]
    assert words(state.pile) == "Yx Bk Od"
    assert state.qwirkles == ((), rows(GREEN_SIX), ())
    assert (state.turn, state.turns_left, state.seed, state.ply) == (1, None, 17, 5)
    assert [words(seen) for seen in state.shown] == ["Yx", "", "Yx Bk"]
    assert (state.scores, state.hand, state.pile_size) == ((0, 1, 0), cards("Oc Yx"), 3)
    fields = {name: getattr(state, name) for name in FIELDS}
    assert qwirkle.position("cards", **fields) == state != qwirkle.position(STRICT, **fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"table": "Pt Bt Gt | Rc Rs Rd"},
        {"table": [RED, "Gt Bt Pt"]},
        {"table": [cards("Pt Gt Bt"), ["Rd", Tile.parse("Rc"), "Rs"]]},
        {"table": (row for row in ("Gt Bt Pt", RED))},
        {"hands": (hand for hand in ([Tile.parse("Bk"), "Rt"], "Oc Yx", ("Bk",)))},
        {"pile": (card for card in ("Yx", Tile.parse("Bk"), "Od"))},
        {"qwirkles": [[], [RED_SIX.replace("R", "G")], ""]},
        {"shown": iter([["Yx"], (), "Yx Bk"])},
    ],
)
def test_other_forms_of_the_fields(fields: dict[str, Any]) -> None:
    """Texts, cards and generators are accepted, and neither rows nor their cards have an order."""
    assert full(**fields) == full()


def test_the_default_pile_is_everything_that_is_not_seen() -> None:
    """The seed decides its order, so a game can go on from any rows."""
    fields = {"table": RED, "hands": ["Rt Rs", "Gd"], "qwirkles": ["", GREEN_SIX]}
    state = qwirkle.position("cards", **fields, seed=77)
    assert everywhere(state) == Counter(BOX)
    assert state.pile == mixed(sorted(state.pile), 77, 0)
    assert state.turns_left is None


@pytest.mark.parametrize(
    ("fields", "turns_left"),
    [
        ({}, 2),
        ({"players": 4}, 4),
        ({"turns_left": None}, None),
        ({"turns_left": 1}, 1),
        ({"turns_left": 0}, 0),
    ],
)
def test_K10_an_empty_pile_means_the_last_round(
    fields: dict[str, Any], turns_left: int | None
) -> None:
    state = qwirkle.position("cards", table=RED, pile="", **fields)
    assert (state.turns_left, state.is_over) == (turns_left, turns_left == 0)


@pytest.mark.parametrize(
    ("table", "fields", "turn"),
    [
        ("", {}, 1),
        ("", {"players": seated(9, 8, 7)}, 2),
        ("", {"turn": 0}, 0),
        ("", {"qwirkles": ["", GREEN_SIX, ""]}, 0),
        (RED, {}, 0),
        (RED, {"turn": 2}, 2),
    ],
)
def test_K2_the_default_turn(table: str, fields: dict[str, Any], turn: int) -> None:
    """With no rows and no Qwirkles it is the starter's turn; otherwise the first seat's."""
    assert dealt(table, "Rs Bd", "Rs Bs Gs", "Yc Yd Yt", pile="Ox", **fields).turn == turn


# Impossible positions

BEGUN = "while the pile has this many cards, the last round has not begun [K10]"
UNHELD = "Bk is not in the pile, nor with anybody who drew since [K8]"
LATER = "a player who drew later has been shown fewer cards, and no others"


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        # K1: the box, the hands and the players
        ({"hands": ["Rs Rs Rs Rs", ""]}, "hands[0]", "one red square (Rs) more than the box"),
        ({"table": RED, "hands": ["Rs Rs", "Rs"]}, "hands[1]", "one red square (Rs) more"),
        ({"hands": ["Rs Rs Rs", ""], "pile": "Gd Rs"}, "pile", "one red square (Rs) more"),
        ({"hands": ["Rs Rs Rs", ""], "qwirkles": ["", RED_SIX]}, "hands[0]", "one red square"),
        ({"hands": ["", STUCK + " Px"]}, "hands[1]", "10 tiles are more than 9 [K1]"),
        ({"players": 5}, "players", "2 to 4 players can play, not 5"),
        # K3: the rows
        ({"table": "Rc Rs"}, "table", "the row Rc Rs is too short: a row has at least 3"),
        ({"table": f"{RED} | Rc Rc Rs"}, "table", "the row Rc Rc Rs holds Rc 2 times [K3]"),
        ({"table": "Rc Gs Yd"}, "table", "the row Rc Yd Gs is neither of one colour nor of one"),
        # K7: Qwirkles
        ({"table": RED_SIX}, "table", f"{RED_SIX} is a Qwirkle, which its player takes [K7]"),
        ({"qwirkles": ["", "Rc Rs Rd Rt Rk"]}, "qwirkles[1]", "Rc Rs Rd Rt Rk is not a Qwirkle"),
        ({"qwirkles": ["Rc Gs Yd Bt Pk Ox", ""]}, "qwirkles[0]", "the row Rc Ox Yd Gs Bt Pk is"),
        # K10: the last round
        ({"table": RED, "turns_left": 1}, "turns_left", BEGUN),
        ({"turns_left": 0, "pile": "Yx " + "Ok Od " * 3 + "Ot Ot Ot"}, "turns_left", BEGUN),
        ({"pile": "", "turns_left": 3}, "turns_left", "expected None or 0 to 2 turns, not 3"),
        ({"pile": "", "turns_left": True}, "turns_left", "expected an integer from 0 to 4, not True"),
        ({"pile": "", "turns_left": "1"}, "turns_left", "expected an integer from 0 to 4, not '1'"),
        # K8: shown cards, which nobody who has not drawn since can hold
        ({"pile": "Yx", "shown": ["", "Bk"]}, "shown[1]", UNHELD),
        ({"pile": "Bk Yx", "shown": ["", "Bk Bk"]}, "shown[1]", UNHELD),
        ({"pile": "Yx", "hands": ["", "Bk"], "shown": ["", "Bk"]}, "shown[1]", UNHELD),
        ({"table": "Bk Gk Pk", "hands": ["Bk", ""], "pile": "Yx", "shown": ["", "Bk Bk"]},
         "shown[1]", UNHELD),
        ({"hands": ["Bk", "Yx"], "revealed": ["Bk", "Yx Yx Rt"]}, "revealed[1]",
         "Rt Yx is not in the hand [K8]"),
        # the forms of the fields
        ({"hands": ["", ""], "revealed": [""]}, "revealed", "1 revealed for 2 players"),
        ({"players": 3, "hands": ["", ""]}, "hands", "2 hands for 3 players"),
        ({"players": 2, "hands": [STUCK + " Px", "", "Rs"]}, "hands", "3 hands for 2 players"),
        ({"table": 5}, "table", "expected rows of cards or their text, not 5"),
        ({"table": [5]}, "table", "expected tiles or their text, not 5"),
        ({"table": [[5]]}, "table", "expected a tile or its text, not 5"),
        ({"qwirkles": ["", 5]}, "qwirkles[1]", "expected rows of cards or their text, not 5"),
        ({"table": "Rs Zz Rd"}, "table", "'Zz' is not a tile"),
        ({"table": "| Rs"}, "table", "there is a row on either side of '|' (at character 0 of "),
        ({"qwirkles": ["Rs | ?", ""]}, "qwirkles[0]", "'?' is not a tile"),
        ({"pile": "Zz", "shown": ["Gk", "Gk"]}, "pile", "'Zz' is not a tile"),
        ({"supply": "Rs"}, "supply", f"unknown; the fields are {', '.join(FIELDS)}"),
    ],
    ids=str,
)  # fmt: skip
def test_K1_K3_K7_K8_K10_each_fault_by_itself(
    fields: dict[str, Any], field: str, message: str
) -> None:
    """One mistake gives one fault, with its field and a sentence."""
    [(found, text)] = faults(**fields)
    assert found == field
    assert text.startswith(message)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        # A player who drew later knows less, so one of two seats knows all that the other knows.
        ({"pile": "Bk Yx", "shown": ["Bk", "Yx"]}, [("shown[0]", LATER), ("shown[1]", LATER)]),
        (
            {"pile": "Bk Bk Yx", "shown": ["", "Bk Bk", "Bk Yx"]},
            [("shown[1]", LATER), ("shown[2]", LATER)],
        ),
        # Seat 0 has drawn after the first clover was shown, not after the second.
        (
            {"table": RED, "hands": ["Bk Bk", ""], "shown": ["Bk", "Bk Bk"], "pile": "Yx"},
            [("shown[0]", UNHELD), ("shown[1]", UNHELD)],
        ),
    ],
    ids=["not the same", "of three", "more than was shown"],
)
def test_K8_two_seats_cannot_know_different_cards(
    fields: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert faults(**fields) == expected


@pytest.mark.parametrize(
    ("hands", "pile", "shown"),
    [
        (["", ""], "Bk", ["Bk", "Bk"]),
        (["", ""], "Bk", ["", "Bk"]),
        (["Bk", ""], "", ["", "Bk"]),  # seat 0 has drawn it
        (["Bk", ""], "Bk", ["Bk", "Bk Bk"]),  # one of two
        (["Bk", "Bk"], "Bk", ["Bk", "Bk Bk"]),
        (["Bk", "Bk", ""], "", ["", "", "Bk Bk"]),
        (["Bk Bk", "", ""], "Bk", ["", "", "Bk Bk Bk"]),
        (["", "", ""], "Bk Bk Yx", ["", "Bk", "Yx Bk"]),
    ],
)
def test_K8_cards_that_can_have_been_shown(hands: list[str], pile: str, shown: list[str]) -> None:
    """The copies are in the pile, or with players who have drawn since."""
    state = qwirkle.position("cards", table=RED, hands=hands, pile=pile, shown=shown)
    assert [words(seen) for seen in state.shown] == shown
    for seat in range(len(hands)):
        view = FREE.observe(state, seat)
        assert qwirkle.from_json(qwirkle.to_json(view)) == view


def test_several_faults_at_once_are_all_reported() -> None:
    """Each has its own field, and none hides another."""
    found = faults(
        table="Rc Rs | Rc Gs Yd | Gc Gs Gd Gt Gk Gx",
        hands=["Rs Rs Rs", "Zz", STUCK + " Px"],
        pile="Yx",
        qwirkles=["Bc Bs Bd", "?", ""],
        turn=9,
        shown=["Bk", "Yx", 5],
        hand="Rs",
    )
    assert " ".join(field for field, _ in found) == (
        "hand qwirkles[1] turn shown[2] hands[1] table table table qwirkles[0] hands[2] hands[0] "
        "shown[0] shown[1]"
    )


# JSON

PUBLIC = {
    "format": 1,
    "variant": "cards",
    "version": 1,
    "options": {},
    "players": [
        {"name": "Ada", "age": 36},
        {"name": "Bob", "age": None},
        {"name": "Cy", "age": None},
    ],
    "table": "Rc Rs Rd | Gt Bt Pt",
    "qwirkles": ["", "Gc Gs Gd Gt Gk Gx", ""],
    "turn": 1,
    "turns_left": None,
    "shown": ["Yx", "", "Yx Bk"],
    "ply": 5,
}

LAST = dealt(RED, "Rt", "Gk", "", turns_left=2, qwirkles=["", GREEN_SIX, ""])

WRITTEN: dict[str, dict[str, Any]] = {
    "state": json.loads(qwirkle.to_json(full())),
    "view": json.loads(qwirkle.to_json(FREE.observe(full(), 2))),
    "last view": json.loads(qwirkle.to_json(FREE.observe(LAST, 1))),
}


def test_the_format_of_states_and_views() -> None:
    """They have exactly these fields, because saved games depend on them."""
    hidden = {"hands": ["Rt Bk", "Oc Yx", "Bk"], "pile": "Yx Bk Od", "seed": 17}
    assert WRITTEN["state"] == PUBLIC | {"qwirkle": "state"} | hidden
    seen = {"hand_sizes": [2, 2, 1], "pile_size": 3, "unseen": "Rt Oc Od Yx Yx Bk Bk"}
    assert WRITTEN["view"] == PUBLIC | {"qwirkle": "view", "seat": 2, "hand": "Bk"} | seen
    strict = qwirkle.new_game(STRICT, seed=1)
    assert json.loads(qwirkle.to_json(strict))["options"] == {"regrouping": "strict"}


def rejected(kind: str, **changes: object) -> DecodeError:
    """The DecodeError that reading a valid text with these changes raises."""
    with pytest.raises(DecodeError) as caught:
        qwirkle.from_json(json.dumps(WRITTEN[kind] | changes))
    return caught.value


@pytest.mark.parametrize(
    ("kind", "changes", "path"),
    [
        ("state", {"options": {"regrouping": "lax"}}, "options"),
        ("state", {"shown": ["Gk", "", ""]}, "shown[0]"),
        ("state", {"seat": 0}, "seat"),
        ("view", {"pile": ""}, "pile"),
        ("view", {"turns_left": 4}, "turns_left"),
        ("last view", {"turns_left": 4}, "turns_left"),
        ("view", {"hand": STUCK + " Px"}, "hand"),
        ("view", {"hand": "Bk Od"}, "hand_sizes"),
        ("view", {"hand": ""}, "hand_sizes"),
        ("view", {"hand_sizes": [2, 2]}, "hand_sizes"),
        ("view", {"hand_sizes": [2, 2, 2]}, "hand_sizes"),
        ("view", {"hand_sizes": [-1, 2, 1]}, "hand_sizes[0]"),
        ("view", {"hand_sizes": [10, 2, 1]}, "hand_sizes"),
        ("view", {"hand_sizes": [3, 2, 1]}, "pile_size"),
        ("view", {"pile_size": 4}, "pile_size"),
        ("view", {"pile_size": -3, "unseen": "Rt", "shown": ["", "", ""]}, "pile_size"),
        ("view", {"unseen": ""}, "pile_size"),
        ("view", {"unseen": "Rt Oc Od Yx Yx Bk Bk Bk"}, "unseen"),  # four blue clovers
        ("view", {"shown": ["Gk", "", ""]}, "shown[0]"),
        ("view", {"shown": ["Yx", "Oc", "Yx Bk"]}, "shown[0]"),
        ("view", {"revealed": ["Gt Bk"]}, "revealed"),
        ("view", {"revealed": ["Rt Bk Px", "", ""]}, "revealed[0]"),
        ("view", {"revealed": ["", "", "Px"], "unseen": "Rt Oc Od Yx Yx Bk Bk"}, "revealed[2]"),
    ],
)
def test_K8_json_that_no_game_can_have(kind: str, changes: dict[str, Any], path: str) -> None:
    """A value that a position refuses is refused in JSON as well; the path says where."""
    assert rejected(kind, **changes).path == path


def test_K8_a_view_that_no_state_can_have() -> None:
    """All numbers add up, but the other player cannot hold the only unseen card."""
    view = FREE.observe(dealt(RED, "Gx", "Yc", pile="Yd"), 0)
    fields = json.loads(qwirkle.to_json(view)) | {"unseen": "Gd Yc", "shown": ["", "Gd"]}
    assert survives(fields)
    with pytest.raises(DecodeError, match="not as many unseen cards as the others could") as caught:
        qwirkle.from_json(json.dumps(fields | {"shown": ["Yc Gd", "Yc Gd"]}))
    assert caught.value.path == "shown"
    # With a copy in the player's hand, that copy may be the one that was shown.
    held = fields | {"hand": "Gd", "unseen": "Gd", "pile_size": 0, "shown": ["", "Gd"]}
    assert survives(held)
    assert not survives(held | {"shown": ["Gd", "Gd"]})


def test_K8_saved_games_without_revealed_hands() -> None:
    """Without the field nothing is revealed, and it is written only if something is."""
    state = dealt(RED, "Gt Bk", "Gx Yx")
    for value in (state, FREE.observe(state, 1)):
        assert "revealed" not in json.loads(qwirkle.to_json(value))
    after = qwirkle.apply(state, Pass())
    saved = json.loads(qwirkle.to_json(after))
    assert saved.pop("revealed") == ["Gt Bk", ""]
    assert qwirkle.from_json(json.dumps(saved)) == attrs.evolve(after, revealed=((), ()))


def survives(fields: dict[str, Any] | str) -> bool:
    """Whether the text is read; if so it reads back equal, otherwise the error is a DecodeError."""
    try:
        table = qwirkle.from_json(fields if isinstance(fields, str) else json.dumps(fields))
    except DecodeError:
        return False
    assert qwirkle.from_json(qwirkle.to_json(table)) == table
    if isinstance(table, CardView):
        sampled = table.sample_state(Random(1))
        assert table.variant.observe(sampled, table.seat) == table
        assert qwirkle.from_json(qwirkle.to_json(sampled)) == sampled
    return True


NASTY: list[Any] = [
    None, True, 0, 1, -1, 2, 9, 10**9 + 1, 1.5, "", "Rs", "Zz", "Rs Rs Rs Rs", RED, RED_SIX, "Rs |",
    f"{RED} | {RED}", "\ud800", STUCK * 2, "view", [], [""], ["", "", ""], [0, 0, 0], [2, 2, 1],
    [-1, 3, 3], ["Bk", "Yx", ""], ["Bk", "Bk", "Bk"], {}, {"regrouping": "strict"}, [{"name": "A"}],
]  # fmt: skip


def parts(value: Any) -> Iterator[tuple[Any, str | int]]:
    """Every part of a JSON value, as what it is in and its key or number."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from parts(value[key])


@pytest.mark.parametrize("kind", WRITTEN)
def test_each_part_replaced_by_other_values(kind: str) -> None:
    """Each replacement is either read or raises a DecodeError, and no part may be missing."""
    fields, read = copy.deepcopy(WRITTEN[kind]), 0
    for within, key in parts(fields):
        usual = within[key]
        for value in NASTY:
            within[key] = value
            read += survives(fields)
        within[key] = usual
        if isinstance(within, dict):
            del within[key]
            assert not survives(fields)
            within[key] = usual
    assert read > 10


SOME = st.lists(st.sampled_from(["Bk", "Yx", "Rt", "Oc", "Od", "Gk"]), max_size=4).map(" ".join)
SIZE = st.integers(-1, 4)


@given(
    st.sampled_from(list(WRITTEN.values())),
    st.fixed_dictionaries(
        {},
        optional={
            **dict.fromkeys(["shown", "revealed"], st.lists(SOME, min_size=3, max_size=3)),
            "hand_sizes": st.lists(SIZE, min_size=3, max_size=3),
            **dict.fromkeys(["pile", "unseen", "hand"], SOME),
            **dict.fromkeys(["pile_size", "turn", "seat"], SIZE),
            "turns_left": SIZE | st.none(),
        },
    ),
)
def test_random_values_in_several_fields(fields: dict[str, Any], changes: dict[str, Any]) -> None:
    """Nearly right numbers and cards are put in several places at once."""
    survives(fields | {name: changes[name] for name in changes if name in [*fields, "revealed"]})


# Moves as values


@pytest.mark.parametrize(
    "given_as",
    [
        "Bd Bc Bs | Rd Rs Rc",
        ["Rs Rc Rd", "Bs Bd Bc"],
        [cards("Bs Bc Bd"), ["Rd", "Rc", Tile.parse("Rs")]],
        (row for row in ("Bc Bs Bd", RED)),
    ],
    ids=["text", "texts", "cards", "a generator"],
)
def test_a_lay_has_one_form(given_as: Any) -> None:
    """The cards of each row and the rows are sorted, however they were given."""
    found = Lay(given_as)
    assert found.rows == rows("Bc Bs Bd", RED)
    assert repr(found) == "Lay('Rc Rs Rd | Bc Bs Bd')"
    assert (found, hash(found)) == (Lay(found.rows), hash(Lay(found.rows)))
    assert found != Lay(RED) != Lay(f"{RED} | {RED}")


@pytest.mark.parametrize(
    "text",
    ["lay Rc Rs Rd | Rc Rs Rd", f"lay {RED_SIX} | Gc Gc | Bc Bs Bd", "lay", "redraw", "pass"],
)
def test_a_move_and_its_text(text: str) -> None:
    """Read and written, pasted as Python, copied and pickled, it stays the same."""
    found = qwirkle.parse_move(text, "cards")
    assert str(found) == text
    assert qwirkle.parse_move(f"  {text.replace(' ', '   ')}\n", full()) == found
    assert eval(repr(found), {"Lay": Lay, "Redraw": Redraw, "Pass": Pass}) == found
    assert copy.deepcopy(found) == pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("lay |", 4, "there is a row on either side of '|'"),
        ("lay Rs |", 7, "there is a row on either side of '|'"),
        ("lay | Rs", 4, "there is a row on either side of '|'"),
        ("lay Rs | | Rc", 9, "there is a row on either side of '|'"),
        ("lay Rs|Rc", 4, "'Rs|Rc' is not a tile"),
        ("lay Rs@0,0", 4, "'Rs@0,0' is not a tile"),
        ("redraw Rs", 7, "nothing follows 'redraw'"),
        ("swap Rs", 0, "'swap' does not begin a move; these do: lay, redraw, pass"),
        ("Rs@0,0", 0, "'Rs@0,0' does not begin a move; these do: lay, redraw, pass"),
    ],
)
def test_a_text_that_is_not_a_move(text: str, at: int, message: str) -> None:
    """The error says where the text goes wrong."""
    with pytest.raises(NotationError) as caught:
        qwirkle.parse_move(text, "cards")
    assert (caught.value.at, caught.value.text) == (at, text)
    assert caught.value.reason.startswith(message)


@pytest.mark.parametrize("value", [5, None, {"Rs": 1}, [5], b"Rs", [["Zz"]], ["Rs |"], [[["Rs"]]]])
def test_values_that_are_not_a_lay(value: Any) -> None:
    """Every value raises one of the library's own errors."""
    with pytest.raises(QwirkleError):
        Lay(value)


# The variant


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"regrouping": "lax"}, "regrouping must be 'free' or 'strict', not 'lax'"),
        ({"regrouping": None}, "regrouping must be 'free' or 'strict', not None"),
        ({"regrouping": ["free"]}, r"regrouping must be 'free' or 'strict', not \['free'\]"),
        ({"hand_size": 8}, "there is no option 'hand_size'; the option is regrouping"),
        ({"regrouping": "strict", "tie_break": "oldest"}, "there is no option 'tie_break'"),
    ],
)
def test_R14_unknown_options(options: dict[str, Any], message: str) -> None:
    """The error lists the options that exist."""
    for source in ("cards", STRICT):
        with pytest.raises(InvalidOption, match=message):
            qwirkle.get_variant(source, **options)
    with pytest.raises(InvalidOption, match="'free' or 'strict'"):
        CardGame(regrouping="lax")  # type: ignore[arg-type]


@EACH_READING
def test_R14_the_reading_is_the_option_of_the_variant(variant: CardGame) -> None:
    """It is found by name and options, and is written like that."""
    options = {"regrouping": "strict"} if variant is STRICT else {}
    assert (variant.options, qwirkle.get_variant("cards", **options)) == (options, variant)
    assert eval(repr(variant), vars(qwirkle).copy()) == variant
    assert STRICT.with_options(regrouping=variant.regrouping) == variant
    with pytest.raises(UnknownVariant, match="did you mean 'cards'"):
        qwirkle.get_variant("card")
    assert {name: (fact.value, fact.rules) for name, fact in variant.facts().items()} == {
        "hand_size": (9, ("K1",)),
        "min_players": (2, ("K1",)),
        "max_players": (4, ("K1",)),
        "tie_break": ("youngest", ("K2",)),
        "stuck": ("new-cards", ("K8",)),
        "line_points": ((0, 0, 0, 0, 0, 1), ("K7", "K11")),
        "end_bonus": (0, ("K11",)),
        "pieces": ("3 of every tile", ("K1",)),
        "regrouping": (variant.regrouping, ("K5", "K6", "R14")),
    }
    assert FREE.facts()["regrouping"].text != STRICT.facts()["regrouping"].text


def test_K1_to_K13_are_all_cited() -> None:
    """Each rule is cited in our words, with the rulings about what it leaves open."""
    citations = FREE.citations
    assert {*citations} == {f"K{number}" for number in range(1, 14)}
    assert {citation.source for citation in citations.values()} == {
        "G3 and Schmidt, 2016, Polish rules"
    }
    assert [rule for rule in citations if citations[rule].status != "printed"] == ["K1"]
    assert {rule: citation.rulings for rule, citation in citations.items() if citation.rulings} == {
        "K2": ("R1", "R17"),
        "K6": ("R14",),
        "K7": ("R16",),
        "K8": ("R15",),
        "K10": ("R18",),
    }
    box = FREE.edition
    assert (box.title, box.publisher, box.year) == (
        "Qwirkle karciane",
        "G3 and Schmidt Spiele",
        2016,
    )
    assert (box.players, box.ages, box.minutes) == ("2 to 4", "8 and up", None)
    assert (box.languages, box.designer) == (("Polish",), "Susan McKinley Ross")


# Given draws


def test_K9_given_cards_are_drawn() -> None:
    """They may be anywhere in the pile; the others keep their order."""
    state = dealt(RED, "Rt Gk Gs Oc Od Yd Bx Bd Px", "Ox", pile="Yx Yt Bk Bt Yx")
    wanted = move(f"lay {RED} Rt")
    assert qwirkle.api.draws(state, wanted, draw="Bk") == cards("Bk")
    for draw in ("Bk", (Tile.parse("Bk"),), iter(["Bk"])):
        after = qwirkle.apply(state, wanted, draw=draw)
        assert Tile.parse("Bk") in after.hands[0]
        assert words(after.pile) == "Yx Yt Bt Yx"
    assert qwirkle.apply(state, wanted, draw="Yx") == qwirkle.apply(state, wanted)


@pytest.mark.parametrize(
    ("pile", "text", "draw", "hand"),
    [
        (f"{NEXT} Gk Ot", "redraw", "Gk Oc Os Od Yc Ys Yd Px Pk", "Gk Oc Os Od Yc Ys Yd Px Pk"),
        (f"{NEXT} Gk Ot", "redraw", f"{NEXT} Gk", None),
        (f"{NEXT} Gk Ot", "redraw", f"{NEXT.removesuffix(' Bx')} Pd", None),  # of the old hand
        ("Gk Ot", "redraw", "Ot Gk", "Ot Gk"),
        ("Gk Ot", "redraw", "Ot", None),
        ("", "pass", "", STUCK),
        ("", "pass", "Gk", None),
    ],
)
def test_K8_R15_given_cards_for_a_new_hand(
    pile: str, text: str, draw: str, hand: str | None
) -> None:
    """Nine cards of the pile or all of a smaller one, never of the hand that goes back."""
    state = dealt(RED, STUCK, "Ox", pile=pile)
    if hand is None:
        with pytest.raises(InvalidDraw):
            qwirkle.apply(state, move(text), draw=draw)
    else:
        after = qwirkle.apply(state, move(text), draw=draw)
        assert after.hands[0] == tuple(sorted(cards(hand)))
        assert everywhere(after) == everywhere(state)


# Records


def test_K8_a_record_with_a_redraw() -> None:
    """Read back with its draws it is the same game; without them the pile decides."""
    state = dealt(RED, STUCK, "Rt Rk Rx Gk", pile=f"{NEXT} Gk", players=["Ada", "Bob"], seed=12)
    record = GameRecord(state).play(Redraw())
    record = record.play(move(f"lay {RED} | Oc Os Od"), draw="Gk Yx Gs")
    record = record.play(move(f"lay {RED_SIX} | Oc Os Od"), draw="Ot Ok Yk Gx Bs Bt Pd")
    record = record.play(move("lay Oc Os Od | Yc Ys Yd"))
    record = record.play(move("lay Oc Os Od Ot Ok | Yc Ys Yd"))
    assert (record.state.is_over, record.state.scores) == (True, (0, 1))
    text = str(record)
    assert f"1. redraw draws {NEXT}  # Ada: 0 Qwirkles, now 0" in text
    assert "draws Ot Ok Yk Gx Bs Bt Pd  # Bob: 1 Qwirkles, now 1" in text
    again = GameRecord.parse(text)
    assert (again, again.state, str(again)) == (record, record.state, text)
    short = GameRecord(state).play(Redraw()).play(move(f"lay {RED} | Oc Os Od"))
    assert GameRecord.parse(re.sub(r" draws.*", "", str(short))) == short
