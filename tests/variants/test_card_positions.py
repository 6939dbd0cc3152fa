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
    EACH_READING,
    FREE,
    RED_SIX,
    STRICT,
    cards,
    dealt,
    everywhere,
    move,
    play,
    random_game,
    rows,
    seated,
    words,
)
from cases import case
from hypothesis import given
from hypothesis import strategies as st

import qwirkle
from qwirkle import (
    Citation,
    DecodeError,
    GameRecord,
    IllegalMove,
    InvalidDraw,
    InvalidOption,
    InvalidPosition,
    InvalidValue,
    NotationError,
    Pass,
    Player,
    QwirkleError,
    Tile,
    UnknownVariant,
)
from qwirkle.supply import mixed
from qwirkle.testing.conformance import contents
from qwirkle_variants import CardGame, CardState, CardView, Lay, Redraw

Path = tuple[str | int, ...]

FIELDS = ("players", *FREE.fields(CardState).by_name)

RED = "Rc Rs Rd"
GREEN_SIX = "Gc Gs Gd Gt Gk Gx"
STUCK = "Ot Ok Yk Yx Gx Gs Bs Bt Pd"
NEXT = "Oc Os Od Yc Ys Yd Px Pk Bx"
ALL = Counter({Tile(color, shape): 3 for color in qwirkle.Color for shape in qwirkle.Shape})


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
    message = "; ".join(f"{f.field}: {f.message}" for f in caught.value.faults)
    assert message.startswith(str(caught.value).partition("; and ")[0])  # and 3 more
    return [(fault.field, fault.message) for fault in caught.value.faults]


# Positions and their defaults


def test_K1_a_position_without_any_field() -> None:
    """Two players have empty hands, and the pile is full."""
    state = qwirkle.position("cards")
    assert isinstance(state, CardState)
    assert state.variant == FREE
    assert state.players == (Player("Player 1"), Player("Player 2"))
    assert (state.table, state.hands, state.qwirkles, state.shown) == ((), *[((), ())] * 3)
    assert Counter(state.pile) == ALL
    assert (state.turn, state.turns_left, state.seed, state.ply) == (0, None, 0, 0)
    assert not state.is_over


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


def test_the_fields_are_the_attributes() -> None:
    """A state's attributes, passed one by one, give the same state."""
    assert set(FIELDS) == {field.name for field in attrs.fields(CardState)} - {"variant"}
    for state in (full(), full(pile="", shown=["", "", ""], turns_left=2)):
        fields = {name: getattr(state, name) for name in FIELDS}
        assert qwirkle.position("cards", **fields) == state


def test_rows_in_any_form() -> None:
    """All forms give the same state: neither the rows nor the cards in them have an order."""
    cases: list[object] = [
        f"{RED} | Gt Bt Pt",
        "Pt Bt Gt|Rc Rs Rd".replace("|", " | "),
        [RED, "Gt Bt Pt"],
        [cards("Pt Gt Bt"), ["Rd", Tile.parse("Rc"), "Rs"]],
        (row for row in ("Gt Bt Pt", RED)),
        rows(RED, "Gt Bt Pt"),
    ]
    for table in cases:
        with case(table):
            assert full(table=table) == full()


def test_other_forms_of_the_other_fields() -> None:
    """Texts, cards and generators are accepted; a generator is read only once."""
    state = full(
        hands=(hand for hand in ([Tile.parse("Bk"), "Rt"], "Oc Yx", ("Bk",))),
        pile=(card for card in ("Yx", Tile.parse("Bk"), "Od")),
        qwirkles=[[], [RED_SIX.replace("R", "G")], ""],
        shown=iter([["Yx"], (), "Yx Bk"]),
    )
    assert state == full()


def test_the_default_pile_is_everything_that_is_not_seen() -> None:
    """The seed decides its order, so a game can go on from any rows."""
    fields = {"table": RED, "hands": ["Rt Rs", "Gd"], "qwirkles": ["", GREEN_SIX]}
    state = qwirkle.position("cards", **fields, seed=77)
    assert everywhere(state) == ALL
    left = ALL - Counter(cards(f"{RED} Rt Rs Gd {GREEN_SIX}"))
    assert state.pile == mixed(sorted(left.elements()), 77, 0)
    other = qwirkle.position("cards", **fields, seed=78)
    assert Counter(other.pile) == left
    assert other.pile != state.pile
    assert state.turns_left is None


def test_a_pile_need_not_complete_the_box() -> None:
    """It keeps its order; an empty pile means the last round unless the position says otherwise."""
    assert words(dealt(RED, "", "", pile="Yx Rc Yx").pile) == "Yx Rc Yx"
    for nothing in ("", (), list[str]()):
        state = qwirkle.position("cards", table=RED, pile=nothing)
        assert (state.pile, state.turns_left) == ((), 2)
    assert qwirkle.position("cards", table=RED, pile="", players=4).turns_left == 4
    assert qwirkle.position("cards", table=RED, pile="", turns_left=None).turns_left is None
    for left in (0, 1, 2):
        state = qwirkle.position("cards", table=RED, pile="", turns_left=left)
        assert (state.turns_left, state.is_over) == (left, left == 0)


def test_the_number_of_players() -> None:
    """It is given, or taken from another field, or the smallest that can play."""
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({}, ["Player 1", "Player 2"]),
        ({"hands": ["", "", ""]}, ["Player 1", "Player 2", "Player 3"]),
        ({"qwirkles": ["", "", ""]}, ["Player 1", "Player 2", "Player 3"]),
        ({"shown": [""] * 4}, ["Player 1", "Player 2", "Player 3", "Player 4"]),
        ({"players": 3}, ["Player 1", "Player 2", "Player 3"]),
        ({"players": ["Ada", Player("Bob", 7)], "hands": ["Rs", ""]}, ["Ada", "Bob"]),
    ]
    for fields, names in cases:
        with case(fields, names):
            state = qwirkle.position("cards", **fields)
            assert [player.name for player in state.players] == names
            assert len(state.hands) == len(state.qwirkles) == len(state.shown) == len(names)


def test_K2_the_default_turn() -> None:
    """With no rows and no Qwirkles it is the starter's turn; otherwise the first seat's."""
    hands = ["Rs Bd", "Rs Bs Gs", "Yc Yd Yt"]
    assert dealt("", *hands, pile="Ox").turn == 1
    assert dealt("", *hands, pile="Ox", players=seated(9, 8, 7)).turn == 2
    assert dealt("", *hands, pile="Ox", turn=0).turn == 0
    assert dealt(RED, *hands, pile="Ox").turn == 0
    assert dealt("", *hands, pile="Ox", qwirkles=["", GREEN_SIX, ""]).turn == 0
    assert dealt(RED, *hands, pile="Ox", turn=2).turn == 2


# Impossible positions


KEPT = "a seed is an integer of at most 64 bits, not"
NUMBER = "expected an integer from 0 to 1000000000, not"

FAULTS: list[tuple[dict[str, Any], str, str]] = [
    # K3: the rows
    ({"table": "Rc Rs"}, "table", "the row Rc Rs is too short: a row has at least 3 cards [K3]"),
    (
        {"table": f"{RED} | Rc Rc Rs"},
        "table",
        "the row Rc Rc Rs holds Rc 2 times [K3]",
    ),
    (
        {"table": "Rc Gs Yd"},
        "table",
        "the row Rc Yd Gs is neither of one colour nor of one shape [K3]",
    ),
    # K7: Qwirkles
    (
        {"table": RED_SIX},
        "table",
        "Rc Rs Rd Rt Rk Rx is a Qwirkle, which its player takes [K7]",
    ),
    ({"qwirkles": ["", "Rc Rs Rd Rt Rk"]}, "qwirkles[1]", "Rc Rs Rd Rt Rk is not a Qwirkle [K7]"),
    (
        {"qwirkles": [f"{GREEN_SIX} | Rc Gs Yd Bt Pk Ox", ""]},
        "qwirkles[0]",
        "the row Rc Ox Yd Gs Bt Pk is neither of one colour nor of one shape [K3]",
    ),
    # K10: the last round
    (
        {"table": RED, "turns_left": 1},
        "turns_left",
        "while the pile has this many cards, the last round has not begun [K10]",
    ),
    (
        {"table": RED, "turns_left": 0, "pile": "Yx " + "Ok Od " * 3 + "Ot Ot Ot"},
        "turns_left",
        "while the pile has this many cards, the last round has not begun [K10]",
    ),
    ({"pile": "", "turns_left": 3}, "turns_left", "expected None or 0 to 2 turns, not 3"),
    ({"pile": "", "turns_left": -1}, "turns_left", "expected None or 0 to 4 turns, not -1"),
    ({"pile": "", "turns_left": True}, "turns_left", "expected None or 0 to 4 turns, not True"),
    ({"pile": "", "turns_left": "1"}, "turns_left", "expected None or 0 to 4 turns, not '1'"),
    ({"pile": "", "turns_left": 1.0}, "turns_left", "expected None or 0 to 4 turns, not 1.0"),
    (
        {"pile": "", "players": 4, "turns_left": 5},
        "turns_left",
        "expected None or 0 to 4 turns, not 5",
    ),
    # K8: shown cards
    (
        {"pile": "Yx", "shown": ["", "Bk"]},
        "shown[1]",
        "Bk is not in the pile, nor with anybody who drew since [K8]",
    ),
    (
        {"pile": "Bk Yx", "shown": ["", "Bk Bk"]},
        "shown[1]",
        "Bk is not in the pile, nor with anybody who drew since [K8]",
    ),
    (  # seat 1 itself has not drawn since
        {"table": RED, "pile": "Yx", "hands": ["", "Bk"], "shown": ["", "Bk"]},
        "shown[1]",
        "Bk is not in the pile, nor with anybody who drew since [K8]",
    ),
    (  # seat 0 has drawn one of two, but the other one is in the rows
        {"table": "Bk Gk Pk", "pile": "Yx", "hands": ["Bk", ""], "shown": ["", "Bk Bk"]},
        "shown[1]",
        "Bk is not in the pile, nor with anybody who drew since [K8]",
    ),
    (
        {"hands": ["Bk", "Yx"], "revealed": ["Bk", "Yx Yx Rt"]},
        "revealed[1]",
        "Rt Yx is not in the hand [K8]",
    ),
    # one entry for each player
    ({"hands": ["", ""], "revealed": [""]}, "revealed", "1 revealed for 2 players"),
    ({"players": 3, "hands": ["", ""]}, "hands", "2 hands for 3 players"),
    ({"players": 2, "qwirkles": ["", "", ""]}, "qwirkles", "3 qwirkles for 2 players"),
    ({"hands": ["", ""], "shown": []}, "shown", "0 shown for 2 players"),
    ({"players": "Ada"}, "players", "players are a number, names or Players, not 'Ada'"),
    # the seat to move
    ({"turn": 2}, "turn", "expected an integer from 0 to 1, not 2"),
    ({"turn": -1}, "turn", "expected an integer from 0 to 1, not -1"),
    ({"turn": True}, "turn", "expected an integer from 0 to 1, not True"),
    ({"turn": None}, "turn", "expected an integer from 0 to 1, not None"),
    ({"players": 4, "turn": 4}, "turn", "expected an integer from 0 to 3, not 4"),
    # numbers
    ({"ply": -1}, "ply", f"{NUMBER} -1"),
    ({"ply": "1"}, "ply", f"{NUMBER} '1'"),
    ({"ply": 10**9 + 1}, "ply", f"{NUMBER} 1000000001"),
    ({"seed": 2**64}, "seed", f"{KEPT} {2**64}"),
    ({"seed": None}, "seed", f"{KEPT} None"),
    # types
    ({"table": 5}, "table", "expected rows of cards or their text, not 5"),
    ({"table": None}, "table", "expected rows of cards or their text, not None"),
    ({"table": {"a": 1}}, "table", "expected rows of cards or their text, not {'a': 1}"),
    ({"table": [5]}, "table", "expected tiles or their text, not 5"),
    ({"table": [[5]]}, "table", "expected a tile or its text, not 5"),
    ({"pile": 5}, "pile", "expected tiles or their text, not 5"),
    ({"pile": None}, "pile", "expected tiles or their text, not None"),
    ({"hands": [5, ""]}, "hands[0]", "expected tiles or their text, not 5"),
    ({"qwirkles": ["", 5]}, "qwirkles[1]", "expected rows of cards or their text, not 5"),
    ({"shown": ["", 5]}, "shown[1]", "expected tiles or their text, not 5"),
    ({"revealed": ["", 5]}, "revealed[1]", "expected tiles or their text, not 5"),
    # names
    ({"tabel": RED}, "tabel", f"unknown; the fields are {', '.join(FIELDS)}"),
    ({"board": "Rs@0,0"}, "board", f"unknown; the fields are {', '.join(FIELDS)}"),
    ({"supply": "Rs"}, "supply", f"unknown; the fields are {', '.join(FIELDS)}"),
    ({"scores": [0, 0]}, "scores", f"unknown; the fields are {', '.join(FIELDS)}"),
]


def test_each_fault_by_itself() -> None:
    """One mistake gives one fault, with its field and a sentence."""
    for fields, field, message in FAULTS:
        with case(fields, field, message):
            assert faults(**fields) == [(field, message)]


def test_K1_each_fault_of_the_box_by_itself() -> None:
    """One mistake gives one fault."""
    cases: list[tuple[dict[str, Any], str, str]] = [
        # The copies, the hand sizes and the number of players are checked as in any game.
        ({"hands": ["Rs Rs Rs Rs", ""]}, "hands[0]", r"one red square \(Rs\) more than the box"),
        ({"table": RED, "hands": ["Rs Rs", "Rs"]}, "hands[1]", r"one red square \(Rs\) more"),
        ({"hands": ["Rs Rs Rs", ""], "pile": "Gd Rs"}, "pile", r"one red square \(Rs\) more"),
        (
            {"hands": ["Rs Rs Rs", ""], "qwirkles": ["", RED_SIX]},
            "hands[0]",
            r"one red square \(Rs\) more",
        ),
        ({"hands": ["", STUCK + " Px"]}, "hands[1]", r"10 \w+ are more than 9 \[K1\]"),
        ({"players": 1}, "players", "2 to 4 players can play, not 1"),
        ({"players": 5}, "players", "2 to 4 players can play, not 5"),
        ({"players": ["Ada", ""]}, "players", "a player's name must be 1 to 80 printable"),
    ]
    for fields, field, message in cases:
        with case(fields, field, message):
            [(found, text)] = faults(**fields)
            assert found == field
            assert re.match(message, text)


def test_K3_everything_that_is_wrong_with_a_row() -> None:
    """The faults have the same messages as ``check``."""
    assert faults(table="Rc Rc Rs Rd Rt Rk Gx") == [
        ("table", "the row Rc Rc Rs Rd Rt Rk Gx is too long: a row has at most 6 cards [K3]"),
        ("table", "the row Rc Rc Rs Rd Rt Rk Gx holds Rc 2 times [K3]"),
        ("table", "the row Rc Rc Rs Rd Rt Rk Gx is neither of one colour nor of one shape [K3]"),
    ]


def test_K8_cards_shown_last_were_shown_to_all() -> None:
    """A player who drew later knows less, so one of two seats knows all that the other knows."""
    message = "a player who drew later has been shown fewer cards, and no others"
    assert faults(pile="Bk Yx", shown=["Bk", "Yx"]) == [
        ("shown[0]", message),
        ("shown[1]", message),
    ]
    assert faults(pile="Bk Bk Yx", shown=["", "Bk Bk", "Bk Yx"]) == [
        ("shown[1]", message),
        ("shown[2]", message),
    ]
    qwirkle.position("cards", table=RED, pile="Bk Bk Yx", shown=["", "Bk", "Bk Yx"])


def test_K8_a_seat_cannot_know_more_than_was_shown() -> None:
    """Seat 0 has drawn after the first clover was shown, not after the second."""
    message = "Bk is not in the pile, nor with anybody who drew since [K8]"
    fields: dict[str, Any] = {"table": RED, "hands": ["Bk Bk", ""], "shown": ["Bk", "Bk Bk"]}
    assert faults(**fields, pile="Yx") == [("shown[0]", message), ("shown[1]", message)]
    qwirkle.position("cards", **fields, pile="Bk")


def test_K8_cards_that_can_have_been_shown() -> None:
    """The copies are in the pile, or with players who have drawn since."""
    cases: list[tuple[list[str], str, list[str]]] = [
        (["", ""], "Bk", ["Bk", "Bk"]),
        (["", ""], "Bk", ["", "Bk"]),
        (["Bk", ""], "Bk", ["Bk", "Bk"]),
        (["Bk", ""], "", ["", "Bk"]),  # seat 0 has drawn it
        (["Bk", ""], "Bk", ["Bk", "Bk Bk"]),  # one of two
        (["Bk", "Bk"], "Bk", ["Bk", "Bk Bk"]),
        (["Bk", "Bk", ""], "", ["", "", "Bk Bk"]),
        (["Bk Bk", "", ""], "Bk", ["", "", "Bk Bk Bk"]),
        (["Bk", "Bk", ""], "", ["", "Bk", "Bk"]),
    ]
    for hands, pile, shown in cases:
        with case(hands, pile, shown):
            state = qwirkle.position("cards", table=RED, hands=hands, pile=pile, shown=shown)
            assert [words(seen) for seen in state.shown] == shown
            for seat in range(len(hands)):
                view = FREE.observe(state, seat)
                assert qwirkle.from_json(qwirkle.to_json(view)) == view


def test_one_entry_for_each_player() -> None:
    """A text or a mapping is refused, and one mistake is one fault."""
    for value in ["Rs Bs", b"Rs", {"Ada": "Rs"}, 5, None]:
        for name in ["hands", "qwirkles", "shown"]:
            with case(value, name):
                wanted = [(name, f"expected one for each player, not {value!r}")]
                assert faults(**{name: value}) == wanted
                assert faults(**{name: value}, players=3) == wanted


def test_a_text_in_a_field_says_where_it_is_wrong() -> None:
    """The message of a NotationError is part of the fault."""
    for name, value, field, bad, at in [
        ("table", "Rs Zz Rd", "table", "'Zz' is not a tile", 3),
        ("table", "| Rs", "table", "there is a row on either side of '|'", 0),
        ("table", "Rs Rc Rd |", "table", "there is a row on either side of '|'", 9),
        ("pile", "Rs Zz", "pile", "'Zz' is not a tile", 3),
        ("hands", ["", "R"], "hands[1]", "'R' is not a tile", 0),
        ("qwirkles", ["Rs | ?", ""], "qwirkles[0]", "'?' is not a tile", 5),
        ("shown", ["rs", ""], "shown[0]", "'rs' is not a tile", 0),
    ]:
        [(found, message)] = faults(**{name: value})
        assert found == field
        assert message.startswith(bad)
        assert f"(at character {at} of " in message


def test_several_faults_at_once_are_all_reported() -> None:
    """Each has its own field, and none hides another."""
    found = faults(
        table="Rc Rs | Rc Gs Yd | Gc Gs Gd Gt Gk Gx",
        hands=["Rs Rs Rs", "Zz", STUCK + " Px"],
        pile="Yx",
        qwirkles=["Bc Bs Bd", "?", ""],
        turn=9,
        turns_left=1,
        shown=["Bk", "Yx", 5],
        seed="s",
        ply=None,
        hand="Rs",
    )
    assert [field for field, _ in found] == [
        "hand",
        "qwirkles[1]",
        "turn",
        "shown[2]",
        "hands[1]",
        "seed",
        "ply",
        "table",
        "table",
        "table",
        "qwirkles[0]",
        "hands[2]",
        "hands[0]",
        "shown[0]",
        "shown[1]",
    ]
    messages = " ".join(message for _, message in found)
    for part in ("[K1]", "[K3]", "[K7]", "more than the box holds"):
        assert part in messages


def test_faulty_hands_cause_no_fault_of_the_turn() -> None:
    """Without rows, the starter is not looked for among hands that are wrong."""
    [(field, _)] = faults(hands=["Zz", ""])
    assert field == "hands[0]"


# Round trips


def tables() -> dict[str, CardState | CardView]:
    """States and views of many kinds, by name."""
    new = qwirkle.new_game(FREE, players=["Zoë", "李 #'\""], seed=2**64 - 1)
    strict = qwirkle.new_game(STRICT, players=4, seed=-(2**63))
    stuck = dealt(RED, STUCK, "Rt", "Rk", pile=f"{NEXT} Gk", seed=5)
    redrawn = play(stuck, "redraw")
    later = play(redrawn, f"lay {RED} | Oc Os Od")
    last = dealt(RED, "Rt", "Gk", "", turns_left=2, qwirkles=["", GREEN_SIX, ""])
    over = dealt(RED, "Rt", "Gk", turns_left=0)
    emptied = play(dealt(RED, "", "Rt", pile="Rk Gx"), "redraw")
    *_, (_, _, played) = random_game(qwirkle.new_game(FREE, players=3, seed=6), Random(6), 12)
    states = {
        "new": new,
        "strict": strict,
        "full": full(),
        "stuck": stuck,
        "redrawn": redrawn,
        "later": later,
        "last round": last,
        "over": over,
        "emptied": emptied,
        "played": played,
        "nothing": qwirkle.position(FREE, pile="Rs"),
    }
    views = {
        f"{name} by {seat}": state.variant.observe(state, seat)
        for name, state in states.items()
        for seat in range(len(state.players))
    }
    return {**states, **views}


TABLES = tables()


def test_what_is_written_reads_back_equal() -> None:
    """They come back with the same type and text from JSON, copy and pickle."""
    for name in TABLES:
        with case(name):
            table = TABLES[name]
            text = qwirkle.to_json(table)
            again = qwirkle.from_json(text)
            assert again == table
            assert type(again) is type(table)
            assert hash(again) == hash(table)
            assert repr(again) == repr(table)
            assert qwirkle.to_json(again) == text
            for clone in (
                copy.copy(table),
                copy.deepcopy(table),
                pickle.loads(pickle.dumps(table)),
            ):
                assert clone == table
            fields = json.loads(text)
            other = json.dumps(dict(reversed(fields.items())), indent=3)
            assert qwirkle.from_json("\n " + other + "\t\r\n") == table


def test_a_repr_is_the_position() -> None:
    """Pasted into a program, it gives the same state."""
    for name in [name for name in TABLES if isinstance(TABLES[name], CardState)]:
        with case(name):
            state = TABLES[name]
            assert eval(repr(state), vars(qwirkle).copy()) == state


def test_states_are_values() -> None:
    """They cannot be changed, and differ if any field differs."""
    state = full()
    assert {state, full()} == {state}
    for changes in (
        {"table": RED},
        {"hands": ["Rt", "Yx Oc", "Bk"]},
        {"pile": "Bk Yx Od"},
        {"qwirkles": [GREEN_SIX, "", ""]},
        {"turn": 0},
        {"shown": ["", "", "Bk Yx"]},
        {"seed": 18},
        {"ply": 6},
        {"players": 3},
    ):
        assert full(**changes) != state
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        state.turn = 0  # type: ignore[misc]
    assert dealt(RED, "Rt", "", turns_left=2) != dealt(RED, "Rt", "", turns_left=1)
    assert full() != qwirkle.position(STRICT, **{name: getattr(state, name) for name in FIELDS})


def test_the_format_of_a_state() -> None:
    """A state has exactly these fields, because saved games depend on them."""
    assert json.loads(qwirkle.to_json(full())) == {
        "qwirkle": "state",
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
        "hands": ["Rt Bk", "Oc Yx", "Bk"],
        "pile": "Yx Bk Od",
        "seed": 17,
        "ply": 5,
    }
    strict = qwirkle.new_game(STRICT, seed=1)
    assert json.loads(qwirkle.to_json(strict))["options"] == {"regrouping": "strict"}


def test_the_format_of_a_view() -> None:
    """A view has exactly these fields, and none that the player may not know."""
    assert json.loads(qwirkle.to_json(FREE.observe(full(), 2))) == {
        "qwirkle": "view",
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
        "seat": 2,
        "hand": "Bk",
        "hand_sizes": [2, 2, 1],
        "pile_size": 3,
        "unseen": "Rt Oc Od Yx Yx Bk Bk",
        "ply": full().ply,
    }


# Hostile texts


WRITTEN: dict[str, dict[str, Any]] = {
    "state": json.loads(qwirkle.to_json(full())),
    "view": json.loads(qwirkle.to_json(FREE.observe(full(), 2))),
    "last": json.loads(qwirkle.to_json(TABLES["last round"])),
    "last view": json.loads(qwirkle.to_json(TABLES["last round by 1"])),
    "strict view": json.loads(qwirkle.to_json(STRICT.observe(qwirkle.new_game(STRICT, seed=1), 0))),
}

NASTY: list[Any] = [
    None, True, False, 0, 1, -1, 2, 3, 9, 10, 108, 10**9 + 1, 2**64, 10**29, 0.0, 1.0, 1.5, "", " ",
    "Rs", "rs", "Zz", "Rs Rs Rs Rs", RED, RED_SIX, "Rs |", "|", "| Rs", f"{RED} | {RED}", "Bk Bk",
    f"{GREEN_SIX} | {GREEN_SIX}", "lay Rs", "\ud800", "\x00", "Rs@0,0", "*draw-three", STUCK * 2,
    "x" * 5000, "state", "view", [], [[]], [""], ["", ""], ["", "", ""], ["", "", "", ""], [0, 0],
    [9, 9, 9], [0, 0, 0], [1, 1, 1], [-1, 3, 3], [2, 2, 1], [2, 2, True], ["Rs", "Rs", "Rs"],
    ["Bk", "Yx", ""], ["Bk", "Bk", "Bk"], ["Yx", "Yx", "Yx"], [None], [None, "", ""], {}, {"a": 1},
    {"regrouping": "lax"}, {"regrouping": "strict"}, {"regrouping": None}, [{"name": "Ada"}],
]  # fmt: skip


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths to every part of a JSON value."""
    if path:
        yield path
    if isinstance(value, (dict, list)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(part, (*path, key))


def part_of(fields: Any, path: Path) -> Any:
    """A part of a JSON value."""
    for step in path:
        fields = fields[step]
    return fields


def changed(kind: str, path: Path, value: Any) -> str:
    """The text of a valid state or view with one part changed."""
    fields = copy.deepcopy(WRITTEN[kind])
    part_of(fields, path[:-1])[path[-1]] = value
    return json.dumps(fields)


def rejected(text: str) -> DecodeError:
    """The DecodeError that reading the text raises."""
    with pytest.raises(DecodeError) as caught:
        qwirkle.from_json(text)
    assert str(caught.value).startswith(f"{caught.value.path}: {caught.value.reason}")
    assert len(caught.value.reason) < 400
    return caught.value


def survives(text: str) -> bool:
    """Whether the text is read; if so it reads back equal, otherwise the error is a DecodeError."""
    try:
        table = qwirkle.from_json(text)
    except DecodeError:
        return False
    again = qwirkle.to_json(table)
    assert qwirkle.from_json(again) == table
    if isinstance(table, CardView):
        sampled = table.sample_state(Random(1))
        assert table.variant.observe(sampled, table.seat) == table
        assert qwirkle.from_json(qwirkle.to_json(sampled)) == sampled
    return True


def test_each_part_replaced_by_other_values() -> None:
    """Each replacement is either read or raises a DecodeError."""
    for kind in ("state", "view", "last"):
        with case(kind):
            read = 0
            for path in paths(WRITTEN[kind]):
                for value in NASTY:
                    read += survives(changed(kind, path, value))
            assert read > 20


def test_each_part_left_out_or_doubled() -> None:
    """No field has a silent default, and no list may be longer or shorter."""
    for kind in WRITTEN:
        with case(kind):
            for path in paths(WRITTEN[kind]):
                fields = copy.deepcopy(WRITTEN[kind])
                part = part_of(fields, path[:-1])
                if isinstance(part, list):
                    part.append(part[-1])
                    rejected(json.dumps(fields))
                    part.pop()
                part.pop(path[-1])
                if path[0] != "options" or len(path) == 1:
                    rejected(json.dumps(fields))


def test_each_part_replaced_by_another_type() -> None:
    """The path names the part, and no value is converted silently."""
    for kind in WRITTEN:
        with case(kind):
            others: list[Any] = ["5", 5, None, [], {}, True, 1.0, 0.5]
            for path in paths(WRITTEN[kind]):
                value = part_of(WRITTEN[kind], path)
                allowed = {type(value)}
                if path[-1] in ("age", "turns_left"):
                    allowed |= {int, type(None)}
                for other in others:
                    if type(other) in allowed:
                        continue
                    error = rejected(changed(kind, path, other))
                    assert error.path.startswith(str(path[0]))
                    if path[0] != "options" and len(path) == 2:
                        assert error.path == f"{path[0]}[{path[1]}]"


def test_an_extra_field() -> None:
    """Fields of the tile game, and of views in states or states in views, are refused too."""
    for kind in WRITTEN:
        with case(kind):
            own = WRITTEN[kind]["qwirkle"]
            others = {"board": "", "scores": [0, 0, 0], "passes": 0, "supply": "", "outcome": None}
            others |= {"seat": 0, "unseen": ""} if own == "state" else {"seed": 1, "pile": ""}
            for name, value in others.items():
                error = rejected(json.dumps(WRITTEN[kind] | {name: value}))
                assert error.path == name
                assert error.reason.startswith("unknown; the fields are players, table, ")


OUT_OF_RANGE: list[tuple[str, Path, Any, str]] = [
    ("state", ("version",), 2, "version"),
    ("state", ("options",), {"regrouping": "lax"}, "options"),
    ("state", ("options",), {"regroup": "free"}, "options"),
    ("state", ("options",), {"self": 1}, "options"),
    ("state", ("table",), "Rc Rs", "table"),
    ("state", ("table",), RED_SIX, "table"),
    ("state", ("table",), "Rc Gs Yd", "table"),
    ("state", ("table",), f"{RED} |", "table"),
    ("state", ("table",), f"{RED} | Gt Bt Pt | {GREEN_SIX}", "table"),
    ("state", ("hands",), ["", ""], "hands"),
    ("state", ("hands", 0), STUCK + " Px", "hands[0]"),
    ("state", ("hands", 1), "Zz", "hands[1]"),
    ("state", ("pile",), "Yx Bk Od Rs Rs Rs", "pile"),
    ("state", ("pile",), "Yx,Bk", "pile"),
    ("state", ("qwirkles", 0), "Bc Bs Bd", "qwirkles[0]"),
    ("state", ("qwirkles", 1), "Gc Gs Gd Gt Gk", "qwirkles[1]"),
    ("state", ("turn",), 3, "turn"),
    ("state", ("turn",), -1, "turn"),
    ("state", ("turns_left",), 4, "turns_left"),
    ("last", ("turns_left",), 4, "turns_left"),
    ("last", ("turns_left",), -1, "turns_left"),
    ("state", ("shown", 0), "Bk Bk", "shown[0]"),
    ("state", ("shown", 0), "Gk", "shown[0]"),
    ("state", ("shown", 2), "Bk Yx Gk", "shown[2]"),
    ("state", ("shown",), ["", ""], "shown"),
    ("state", ("seed",), 2**64, "seed"),
    ("state", ("ply",), -1, "ply"),
    ("state", ("ply",), 10**9 + 1, "ply"),
    ("view", ("seat",), -1, "seat"),
    ("view", ("seat",), 3, "seat"),
    ("view", ("seat",), 10**20, "seat"),
    ("view", ("turn",), 3, "turn"),
    ("view", ("table",), "Rc Rs", "table"),
    ("view", ("qwirkles", 1), "Gc", "qwirkles[1]"),
    ("view", ("turns_left",), 4, "turns_left"),
    ("last view", ("turns_left",), 4, "turns_left"),
    ("last view", ("turns_left",), -1, "turns_left"),
    ("view", ("hand",), "Zz", "hand"),
    ("view", ("hand",), STUCK + " Px", "hand"),
    ("view", ("hand",), "Bk Od", "hand_sizes"),
    ("view", ("hand",), "", "hand_sizes"),
    ("view", ("hand_sizes",), [], "hand_sizes"),
    ("view", ("hand_sizes",), [2, 2], "hand_sizes"),
    ("view", ("hand_sizes",), [2, 2, 1, 0], "hand_sizes"),
    ("view", ("hand_sizes", 2), 2, "hand_sizes"),
    ("view", ("hand_sizes", 0), -1, "hand_sizes[0]"),
    ("view", ("hand_sizes", 0), 10, "hand_sizes"),
    ("view", ("hand_sizes", 0), 3, "pile_size"),
    ("view", ("pile_size",), 4, "pile_size"),
    ("view", ("pile_size",), -1, "pile_size"),
    ("view", ("pile_size",), 10**29, "pile_size"),
    ("view", ("unseen",), "", "pile_size"),
    ("view", ("unseen",), "Rt Oc Od Yx Yx Bk", "pile_size"),
    ("view", ("unseen",), "Rt Oc Od Yx Yx Bk Bk Bk", "unseen"),  # four blue clovers
    ("view", ("unseen",), "Zz", "unseen"),
    ("view", ("shown", 0), "Gk", "shown[0]"),
    ("view", ("shown", 1), "Oc", "shown[0]"),
    ("view", ("players",), [], "players"),
    ("view", ("players",), [{"name": "Ada", "age": None}] * 5, "players"),
]


def test_an_impossible_value_of_the_right_type() -> None:
    """A value that a position refuses is refused in JSON as well; the path says where."""
    for kind, path, value, where in OUT_OF_RANGE:
        with case(kind, path, value, where):
            assert rejected(changed(kind, path, value)).path == where


def test_every_field_has_an_impossible_value() -> None:
    """Each field that only this variant has appears among the wrong values above."""
    tried = {path[0] for _, path, _, _ in OUT_OF_RANGE}
    own = {name for fields in WRITTEN.values() for name in fields}
    assert own - tried == {"qwirkle", "format", "variant"}


def test_K8_a_view_that_no_state_can_have() -> None:
    """All numbers add up, but the other player cannot hold the only unseen card."""
    view = FREE.observe(dealt(RED, "Gx", "Yc", pile="Yd", shown=["", ""]), 0)
    fields = json.loads(qwirkle.to_json(view)) | {"unseen": "Gd Yc", "shown": ["", "Gd"]}
    assert survives(json.dumps(fields))
    both = fields | {"shown": ["Yc Gd", "Yc Gd"]}
    error = rejected(json.dumps(both))
    assert error.path == "shown"
    assert error.reason == "there are not as many unseen cards as the others could hold"
    # With a copy in the player's hand, that copy may be the one that was shown.
    held = fields | {"hand": "Gd", "unseen": "Gd", "pile_size": 0, "shown": ["", "Gd"]}
    assert survives(json.dumps(held))
    assert rejected(json.dumps(held | {"shown": ["Gd", "Gd"]})).path == "shown"


def test_a_view_cannot_have_a_negative_pile() -> None:
    """It is refused even if all numbers add up."""
    changes = {"unseen": "Rt", "hand_sizes": [2, 2, 1], "pile_size": -3, "shown": ["", "", ""]}
    assert rejected(json.dumps(WRITTEN["view"] | changes)).path == "pile_size"


@given(st.data())
def test_random_edits_of_a_valid_text(data: st.DataObject) -> None:
    """Characters are changed, removed, doubled or inserted anywhere."""
    text = json.dumps(data.draw(st.sampled_from(list(WRITTEN.values()))))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        stop = data.draw(st.integers(start, min(len(text), start + 10)))
        put = data.draw(
            st.text(alphabet='{}[]",:0123456789-eRsBdGkYx| ntrue\\u', max_size=6)
            | st.sampled_from([text[start:stop] * 2, "null", "[]", "{}", " | ", " Bk", "\ud800"])
        )
        text = text[:start] + put + text[stop:]
    survives(text)


@given(st.data())
def test_random_values_in_several_fields(data: st.DataObject) -> None:
    """Nearly right numbers and cards are put in several places at once."""
    kind = data.draw(st.sampled_from(list(WRITTEN)))
    fields = copy.deepcopy(WRITTEN[kind])
    some = st.lists(st.sampled_from(["Bk", "Yx", "Rt", "Oc", "Od", "Gk"]), max_size=4).map(" ".join)
    size = st.integers(-1, 4)
    choices: dict[str, st.SearchStrategy[Any]] = {
        "shown": st.lists(some, min_size=3, max_size=3),
        "hands": st.lists(some, min_size=3, max_size=3),
        "hand_sizes": st.lists(size, min_size=3, max_size=3),
        "pile": some,
        "unseen": some,
        "hand": some,
        "pile_size": size,
        "turn": size,
        "seat": size,
        "turns_left": size | st.none(),
    }
    for name in data.draw(st.sets(st.sampled_from(sorted(set(choices) & set(fields))), min_size=1)):
        fields[name] = data.draw(choices[name])
    survives(json.dumps(fields))


# Moves as values


def test_a_lay_has_one_form() -> None:
    """The cards of each row and the rows are sorted, however they were given."""
    wanted = rows("Bc Bs Bd", RED)
    for given_as in (
        "Bd Bc Bs | Rd Rs Rc",
        ["Rs Rc Rd", "Bs Bd Bc"],
        [cards("Bs Bc Bd"), ["Rd", "Rc", Tile.parse("Rs")]],
        (row for row in ("Bc Bs Bd", RED)),
        wanted,
    ):
        found = Lay(given_as)
        assert found.rows == wanted
        assert all(type(row) is tuple for row in found.rows)
        assert (str(found), repr(found)) == (
            "lay Rc Rs Rd | Bc Bs Bd",
            "Lay('Rc Rs Rd | Bc Bs Bd')",
        )
        assert found == Lay("Rc Rs Rd | Bc Bs Bd")
        assert hash(found) == hash(Lay("Rc Rs Rd | Bc Bs Bd"))
    assert Lay(RED) != Lay(f"{RED} | {RED}")
    assert Lay(RED) != Lay("Rc Rs Rt")
    assert len({Lay(RED), Lay("Rd Rs Rc"), Redraw(), Redraw(), Pass()}) == 3


def test_a_move_and_its_text() -> None:
    """Read and written, pasted as Python, copied and pickled, it stays the same."""
    cases: list[str] = [
        "lay Rc Rs Rd",
        "lay Rc Rs Rd | Bc Bs Bd",
        "lay Rc Rs Rd | Rc Rs Rd",
        f"lay {RED_SIX} | Gc Gc | Bc Bs Bd",
        "lay Rc",
        "lay",
        "redraw",
        "pass",
    ]
    for text in cases:
        with case(text):
            found = qwirkle.parse_move(text, "cards")
            assert str(found) == text
            assert qwirkle.parse_move(str(found), FREE) == found
            assert qwirkle.parse_move(f"  {text.replace(' ', '   ')}\n", full()) == found
            assert qwirkle.parse_move(text, FREE.observe(full(), 0)) == found
            assert eval(repr(found), {"Lay": Lay, "Redraw": Redraw, "Pass": Pass}) == found
            for clone in (
                copy.copy(found),
                copy.deepcopy(found),
                pickle.loads(pickle.dumps(found)),
            ):
                assert (clone, hash(clone), str(clone)) == (found, hash(found), text)


def test_the_qwirkles_of_a_lay() -> None:
    """The rows of six among its rows."""
    assert Lay(f"{RED_SIX} | {GREEN_SIX} | Bc Bs Bd").qwirkles == rows(RED_SIX, GREEN_SIX)
    assert Lay("Bc Bs Bd Bt Bk").qwirkles == ()
    assert Lay("").qwirkles == ()


def test_a_text_that_is_not_a_move() -> None:
    """The error says where the text goes wrong."""
    cases: list[tuple[str, int, str]] = [
        ("lay |", 4, "there is a row on either side of '|'"),
        ("lay Rs |", 7, "there is a row on either side of '|'"),
        ("lay | Rs", 4, "there is a row on either side of '|'"),
        ("lay Rs | | Rc", 9, "there is a row on either side of '|'"),
        ("lay Rs | Rc | ", 12, "there is a row on either side of '|'"),
        ("lay Rs Zz", 7, "'Zz' is not a tile"),
        ("lay Rs|Rc", 4, "'Rs|Rc' is not a tile"),
        ("lay Rs ||", 7, "'||' is not a tile"),
        ("lay Rs@0,0", 4, "'Rs@0,0' is not a tile"),
        ("lay rs", 4, "'rs' is not a tile"),
        ("redraw Rs", 7, "nothing follows 'redraw'"),
        ("pass now", 5, "nothing follows 'pass'"),
        ("LAY Rs", 0, "'LAY' does not begin a move; these do: lay, redraw, pass"),
        ("swap Rs", 0, "'swap' does not begin a move; these do: lay, redraw, pass"),
        ("Rs@0,0", 0, "'Rs@0,0' does not begin a move; these do: lay, redraw, pass"),
        ("", 0, "the text is empty"),
    ]
    for text, at, message in cases:
        with case(text, at, message):
            with pytest.raises(NotationError) as caught:
                qwirkle.parse_move(text, "cards")
            assert caught.value.at == at
            assert caught.value.reason.startswith(message)
            assert caught.value.text == text


def test_other_games_have_no_lays() -> None:
    """Only this game knows these verbs."""
    for text in ("lay Rc Rs Rd", "redraw"):
        with pytest.raises(NotationError, match="does not begin a move"):
            qwirkle.parse_move(text)
    state = qwirkle.position(board="Rs@0,0", hands=["Rc", "Rd"])
    for wanted in (Lay(RED), Redraw()):
        [violation] = qwirkle.check(state, wanted)
        assert str(violation.code) == "no-such-move"


def test_values_that_are_not_a_lay() -> None:
    """Every value raises one of the library's own errors."""
    cases: list[Any] = [
        5,
        None,
        {"Rs": 1},
        [5],
        [None],
        b"Rs",
        [["Zz"]],
        ["Rs |"],
        "Zz",
        [[["Rs"]]],
        object(),
    ]
    for value in cases:
        with (
            case(value),
            pytest.raises(QwirkleError),
        ):
            Lay(value)


# The variant


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"regrouping": "lax"}, "regrouping must be 'free' or 'strict', not 'lax'"),
        ({"regrouping": None}, "regrouping must be 'free' or 'strict', not None"),
        ({"regrouping": 1}, "regrouping must be 'free' or 'strict', not 1"),
        ({"regrouping": ["free"]}, r"regrouping must be 'free' or 'strict', not \['free'\]"),
        ({"regroup": "free"}, "there is no option 'regroup'; the option is regrouping"),
        ({"hand_size": 8}, "there is no option 'hand_size'; the option is regrouping"),
        ({"version": 1}, "there is no option 'version'; the option is regrouping"),
        ({"regrouping": "strict", "tie_break": "oldest"}, "there is no option 'tie_break'"),
    ],
)
def test_R14_unknown_options(options: dict[str, Any], message: str) -> None:
    """The error lists the options that exist."""
    for call in (
        lambda: qwirkle.get_variant("cards", **options),
        lambda: FREE.with_options(**options),
        lambda: qwirkle.get_variant(STRICT, **options),
    ):
        with pytest.raises(InvalidOption, match=message):
            call()


def test_the_variant_is_a_value() -> None:
    """It is found by name and options, is written like that, and can be copied and pickled."""
    for variant in (FREE, STRICT):
        assert qwirkle.get_variant("cards", **variant.options) == variant
        assert eval(repr(variant), vars(qwirkle).copy()) == variant
        assert pickle.loads(pickle.dumps(variant)) == copy.deepcopy(variant) == variant
    assert (repr(FREE), repr(STRICT)) == (
        "get_variant('cards')",
        "get_variant('cards', regrouping='strict')",
    )
    assert qwirkle.variants()["cards"].split()[0] == "qwirkle"
    with pytest.raises(UnknownVariant, match="did you mean 'cards'"):
        qwirkle.get_variant("card")


@EACH_READING
def test_K1_K2_K5_K6_R14_facts(variant: CardGame) -> None:
    """The facts of the variant name the rules that they come from."""
    facts = variant.facts()
    assert {name: (fact.value, fact.rules) for name, fact in facts.items()} == {
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
    assert facts["hand_size"].text == "9 cards each"
    assert facts["min_players"].text == "at least 2 players"
    assert facts["max_players"].text == "at most 4 players"
    assert facts["tie_break"].text == "of the tied players, the youngest starts"
    assert facts["regrouping"].text
    assert FREE.facts()["regrouping"].text != STRICT.facts()["regrouping"].text


def test_K1_to_K13_are_all_cited() -> None:
    """Each rule is cited in our words, with the rulings about what it leaves open."""
    citations = FREE.citations
    assert {*citations} == {f"K{number}" for number in range(1, 14)}
    assert citations == STRICT.citations
    for rule, citation in citations.items():
        assert isinstance(citation, Citation)
        assert citation.source == "G3 and Schmidt, 2016, Polish rules"
        assert citation.status == ("implied" if rule == "K1" else "printed")
        assert citation.text.endswith(".")
    assert {rule: citation.rulings for rule, citation in citations.items() if citation.rulings} == {
        "K2": ("R1", "R17"),
        "K6": ("R14",),
        "K7": ("R16",),
        "K8": ("R15",),
        "K10": ("R18",),
    }


def test_the_edition() -> None:
    """It has the text that is printed on the box."""
    edition = FREE.edition
    assert (edition.title, edition.publisher, edition.year) == (
        "Qwirkle karciane",
        "G3 and Schmidt Spiele",
        2016,
    )
    assert (edition.players, edition.ages, edition.minutes) == ("2 to 4", "8 and up", None)
    assert (edition.languages, edition.designer) == (("Polish",), "Susan McKinley Ross")
    assert "Qwirkle Cards" in edition.aliases


def test_compared_with_the_tile_game() -> None:
    """Facts with the same name are compared; the others belong to one variant only."""
    found = {
        difference.field: (difference.first, difference.second, difference.rules)
        for difference in qwirkle.compare("standard", "cards")
    }
    assert found["hand_size"] == (6, 9, ("S2", "T1", "K1"))
    assert found["tie_break"] == ("oldest", "youngest", ("B3", "K2"))
    assert found["regrouping"] == (None, "free", ("K5", "K6", "R14"))
    assert found["line_points"][:2] == ((1, 2, 3, 4, 5, 12), (0, 0, 0, 0, 0, 1))
    assert found["end_bonus"] == (6, 0, ("C3", "K11"))
    assert found.keys().isdisjoint({"min_players", "max_players", "pieces"})
    [difference] = qwirkle.compare(FREE, STRICT)
    assert (difference.field, difference.first, difference.second) == (
        "regrouping",
        "free",
        "strict",
    )


def test_K1_contents() -> None:
    """The contents are all cards, sorted; in a game they are the whole box."""
    state = full()
    assert Counter(contents(state)) == everywhere(state)
    assert Counter(contents(qwirkle.new_game(FREE, seed=1))) == ALL


# Given draws


def test_K9_given_cards_are_drawn() -> None:
    """They may be anywhere in the pile; the others keep their order."""
    state = dealt(RED, "Rt Gk Gs Oc Od Yd Bx Bd Px", "Ox", pile="Yx Yt Bk Bt Yx")
    wanted = move(f"lay {RED} Rt")
    assert qwirkle.draws(state, wanted, draw="Bk") == cards("Bk")
    after = qwirkle.apply(state, wanted, draw="Bk")
    assert Tile.parse("Bk") in after.hands[0]
    assert words(after.pile) == "Yx Yt Bt Yx"
    for draw in (["Bk"], (Tile.parse("Bk"),), iter(["Bk"])):
        assert qwirkle.apply(state, wanted, draw=draw) == after
    usual = qwirkle.apply(state, wanted)
    assert qwirkle.apply(state, wanted, draw="Yx") == usual
    assert words(usual.pile) == "Yt Bk Bt Yx"


def test_K9_impossible_draws_are_refused() -> None:
    """Exactly one card must be drawn, and it must be in the pile."""
    cases: list[tuple[object, type[QwirkleError], str]] = [
        ("Rk", InvalidDraw, "Rk cannot be drawn"),
        ("Yt Yt", InvalidDraw, "Yt cannot be drawn"),
        ("", InvalidDraw, "nothing cannot be drawn: with these first, Yx is drawn"),
        ("Yx Yt", InvalidDraw, "Yx Yt cannot be drawn: with these first, Yx is drawn"),
        ("*draw-three", InvalidDraw, r"\*draw-three cannot be drawn"),
        ("Zz", NotationError, "'Zz' is not a tile"),
        (5, InvalidValue, "expected tiles or their text, not 5"),
        ([None], InvalidValue, "expected a tile or its text, not None"),
    ]
    for draw, error, message in cases:
        with case(draw, error, message):
            state = dealt(RED, "Rt Gk Gs Oc Od Yd Bx Bd Px", "Ox", pile="Yx Yt Bk")
            for call in (qwirkle.apply, qwirkle.draws):
                with pytest.raises(error, match=message):
                    call(state, move(f"lay {RED} Rt"), draw=draw)


def test_K8_R15_given_cards_for_a_new_hand() -> None:
    """Nine cards of the pile, or all of a smaller one; never one of the hand that goes back."""
    state = dealt(RED, STUCK, "Ox", pile=f"{NEXT} Gk Ot")
    after = qwirkle.apply(state, Redraw(), draw="Gk Oc Os Od Yc Ys Yd Px Pk")
    assert after.hands[0] == tuple(sorted(cards("Gk Oc Os Od Yc Ys Yd Px Pk")))
    assert Counter(after.pile) == Counter(cards(f"{STUCK} Bx Ot"))
    for draw in (NEXT + " Gk", "Oc", "", f"{NEXT.removesuffix(' Bx')} Pd"):
        with pytest.raises(InvalidDraw):
            qwirkle.apply(state, Redraw(), draw=draw)
    state = dealt(RED, STUCK, "Ox", pile="Gk Ot")
    assert qwirkle.apply(state, Redraw(), draw="Ot Gk").hands[0] == cards("Ot Gk")
    with pytest.raises(InvalidDraw):
        qwirkle.apply(state, Redraw(), draw="Ot")


def test_R15_a_pass_draws_nothing() -> None:
    """Cards given for it are refused."""
    state = dealt(RED, "Gk", "Ox")
    assert qwirkle.apply(state, Pass(), draw="") == qwirkle.apply(state, Pass())
    with pytest.raises(InvalidDraw):
        qwirkle.apply(state, Pass(), draw="Gk")


def test_a_move_that_is_not_legal_draws_nothing() -> None:
    """The move is judged before the draw."""
    with pytest.raises(IllegalMove):
        qwirkle.apply(dealt(RED, "Gk", "Ox", pile="Yx"), Pass(), draw="Zz")


# Records


def recorded() -> GameRecord[CardState]:
    """A short game with a redraw, a Qwirkle and an end."""
    state = dealt(RED, STUCK, "Rt Rk Rx Gk", pile=f"{NEXT} Gk", players=["Ada", "Bob"], seed=12)
    record = GameRecord(state).play(Redraw())
    record = record.play(move(f"lay {RED} | Oc Os Od"), draw="Gk Yx Gs")
    record = record.play(move(f"lay {RED_SIX} | Oc Os Od"), draw="Ot Ok Yk Gx Bs Bt Pd")
    record = record.play(move("lay Oc Os Od | Yc Ys Yd"))
    return record.play(move("lay Oc Os Od Ot Ok | Yc Ys Yd"))


def test_K8_a_record_with_a_redraw() -> None:
    """Written and read back, it is the same game with the same draws and the same end."""
    record = recorded()
    assert record.state.is_over
    assert record.state.scores == (0, 1)
    text = str(record)
    lines = text.splitlines()
    assert f"1. redraw draws {NEXT}  # Ada: 0 Qwirkles, now 0" in lines
    assert (
        f"3. lay {RED_SIX} | Oc Os Od draws Ot Ok Yk Gx Bs Bt Pd  # Bob: 1 Qwirkles, now 1" in lines
    )
    again = GameRecord.parse(text)
    assert again == record
    assert again.state == record.state
    assert str(again) == text
    assert list(again.states()) == list(record.states())


def test_K8_a_record_without_its_draws() -> None:
    """The cards then come from the pile in its order, mixed by the seed."""
    state = dealt(RED, STUCK, "Rt", pile=f"{NEXT} Gk", seed=5)
    record = GameRecord(state).play(Redraw()).play(move(f"lay {RED} | Oc Os Od"))
    lines = str(record).splitlines()
    plain = "\n".join(re.sub(r" draws.*", "", line) for line in lines)
    assert plain != "\n".join(lines)
    assert GameRecord.parse(plain) == record


def test_invalid_records() -> None:
    """An illegal move, an impossible draw and a wrong field are refused."""
    cases: list[tuple[str, str, str]] = [
        ("1. redraw", "1. pass", "a player who cannot play draws a new hand"),
        ("1. redraw draws Oc", "1. redraw draws Rx", "cannot be drawn"),
        ("2. lay", "2. lay |", "there is a row on either side"),
        ('"regrouping"', '"regroup"', "there is no option"),
        ("turns_left: null", "turns_left: 1", "the last round has not begun"),
    ]
    for old, new, message in cases:
        with case(old, new, message):
            variant = STRICT if "regroup" in old else FREE
            state = dealt(RED, STUCK, "Rt", pile=f"{NEXT} Gk", seed=5, variant=variant)
            text = str(GameRecord(state).play(Redraw()).play(move(f"lay {RED} | Oc Os Od")))
            assert old in text
            with pytest.raises(DecodeError, match=message):
                GameRecord.parse(text.replace(old, new))


@EACH_READING
def test_whole_games_as_records(variant: CardGame) -> None:
    """Random games with every number of players are written and read back."""
    for players in (2, 3, 4):
        record = GameRecord(qwirkle.new_game(variant, players=players, seed=players))
        random = Random(players)
        while not record.state.is_over:
            record = record.play(variant.legal_moves(record.state).sample(random))
        again = GameRecord.parse(str(record))
        assert again == record
        assert again.state == record.state
