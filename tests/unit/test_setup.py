"""Setting up positions: every default, every fault, and all faults at once."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from cases import case
from samples import opened, tiles

import qwirkle
from qwirkle import Board, Player, Tile, TileState
from qwirkle.errors import InvalidPosition
from qwirkle.supply import mixed
from qwirkle.tiles import TILES

FIELDS = tuple(qwirkle.get_variant("standard").fields(TileState).names)


def faults(**fields: Any) -> list[tuple[str, str]]:
    """Everything that is wrong with a position, as field and message."""
    with pytest.raises(InvalidPosition) as caught:
        qwirkle.position(**fields)
    assert str(caught.value) == "; ".join(f"{f.field}: {f.message}" for f in caught.value.faults)
    return [(fault.field, fault.message) for fault in caught.value.faults]


def test_a_position_without_any_field() -> None:
    """Two players have empty hands, and the supply is the full box."""
    state = qwirkle.position()
    assert state.variant == qwirkle.get_variant("standard")
    assert state.players == (Player("Player 1"), Player("Player 2"))
    assert state.board == Board()
    assert state.hands == ((), ())
    assert Counter(state.supply.tiles) == Counter(TILES * 3)
    assert (state.scores, state.turn, state.passes, state.seed, state.ply) == ((0, 0), 0, 0, 0, 0)
    assert not state.is_over


def test_the_default_supply_is_everything_that_is_not_seen() -> None:
    state = qwirkle.position(board="Rs@0,0 Bs@1,0", hands=["Rs Rc", "Gd"], seed=77)
    left = Counter(TILES * 3) - Counter(tiles("Rs Bs Rs Rc Gd"))
    assert len(state.supply) == 103
    assert state.supply.tiles == mixed(sorted(left.elements()), 77, 0)
    other = qwirkle.position(board="Rs@0,0 Bs@1,0", hands=["Rs Rc", "Gd"], seed=78)
    assert other.supply.tiles != state.supply.tiles
    assert Counter(other.supply.tiles) == Counter(state.supply.tiles)


def test_the_number_of_players() -> None:
    """It is given, or that of the hands or scores, or the smallest that can play."""
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({}, ["Player 1", "Player 2"]),
        ({"hands": ["", "", ""]}, ["Player 1", "Player 2", "Player 3"]),
        ({"scores": [1, 2, 3, 4]}, ["Player 1", "Player 2", "Player 3", "Player 4"]),
        ({"players": 3}, ["Player 1", "Player 2", "Player 3"]),
        ({"players": ["Ada", Player("Bob", 7)]}, ["Ada", "Bob"]),
        ({"players": (n for n in ("Ada", "Bob")), "hands": ["Rs", ""]}, ["Ada", "Bob"]),
    ]
    for fields, names in cases:
        with case(fields, names):
            state = qwirkle.position(**fields)
            assert [player.name for player in state.players] == names
            assert len(state.hands) == len(state.scores) == len(names)


def test_hands_are_sorted_and_take_any_form() -> None:
    """Texts, tiles and generators are accepted; the state has tuples of tiles."""
    state = qwirkle.position(
        board="Rs@0,0", hands=(hand for hand in ("Bs Rc", [Tile.parse("Gd"), "Bc", "Rc"]))
    )
    assert state.hands == (tiles("Rc Bs"), tiles("Rc Gd Bc"))


def test_the_fields_are_those_of_the_contract() -> None:
    """A state's attributes, passed one by one, give the same state."""
    assert set(FIELDS) == {
        "players", "board", "hands", "supply", "scores", "turn", "passes", "seed", "ply",
    }  # fmt: skip
    state = opened(passes=1)
    fields = {name: getattr(state, name) for name in FIELDS}
    assert qwirkle.position(**fields) == state
    assert qwirkle.position(**fields | {"supply": state.supply.tiles}) == state


MISFIT = "is neither of one colour nor of one shape [P3]"
FOURTH = "one red square (Rs) more than the box holds [S1]"
COUNT = "expected an integer from 0 to 1000000000, not"
FAULTS: list[tuple[dict[str, Any], str]] = [
    # S1: how many there are
    ({"board": "Rs@0,0 Bs@1,0", "hands": ["Rs Rs", "Rs"]}, f"hands[1]: {FOURTH}"),
    ({"hands": ["Rs Rs Rs Rs", ""]}, f"hands[0]: {FOURTH}"),
    ({"hands": ["Rs Rs Rs", ""], "supply": "Gd Rs Rs"}, f"supply: {FOURTH}"),
    # P3: the lines
    ({"board": "Rs@0,0 Bc@1,0"}, f"board: the line Rs Bc from 0,0 to 1,0 {MISFIT}"),
    ({"board": "Rs@0,0 Bs@0,1 Bc@0,2"}, f"board: the line Rs Bs Bc from 0,0 to 0,2 {MISFIT}"),
    ({"board": "Rs@0,0 Rs@1,0"}, "board: the line Rs Rs from 0,0 to 1,0 holds Rs 2 times [P3]"),
    # P1: islands
    (
        {"board": "Rs@0,0 Rc@2,0 Rd@9,9"},
        "board: the tiles form 3 groups that do not touch: at 0,0 and at 2,0 and at 9,9 [P1]",
    ),
    # S2: hands
    ({"hands": ["", "Rs Rc Rd Rt Rk Rx Bs"]}, "hands[1]: 7 tiles are more than 6 [S2]"),
    # one entry for each player
    ({"players": 3, "hands": ["", ""]}, "hands: 2 hands for 3 players"),
    ({"players": 2, "scores": [1, 2, 3]}, "scores: 3 scores for 2 players"),
    ({"hands": ["", ""], "scores": []}, "scores: 0 scores for 2 players"),
    # S3
    *(
        ({"players": count}, f"players: 2 to 4 players can play, not {count} [S3]")
        for count in (1, 5, -3)
    ),
    ({"players": "Ada"}, "players: players are a number, names or Players, not 'Ada'"),
    (
        {"players": ["Ada", ""]},
        "players: a player's name must be 1 to 80 printable characters, not ''",
    ),
    # the seat to move
    *(
        ({"turn": turn}, f"turn: expected an integer from 0 to 1, not {turn}")
        for turn in (2, -1, True, None)
    ),
    ({"players": 4, "turn": 4}, "turn: expected an integer from 0 to 3, not 4"),
    # numbers
    ({"passes": -1}, f"passes: {COUNT} -1"),
    ({"passes": 1.0}, f"passes: {COUNT} 1.0"),
    ({"ply": 10**9 + 1}, f"ply: {COUNT} 1000000001"),
    (
        {"hands": ["", ""], "scores": [0, 2.5]},
        "scores[1]: expected an integer from -1000000000 to 1000000000, not 2.5",
    ),
    ({"seed": 2**64}, f"seed: a seed is an integer of at most 64 bits, not {2**64}"),
    ({"seed": None}, "seed: a seed is an integer of at most 64 bits, not None"),
    # types
    ({"board": 5}, "board: expected cells with their tiles, not 5"),
    ({"board": {(0, 0): 5}}, "board: expected a tile or its text, not 5"),
    ({"board": {"a": "Rs"}}, "board: expected a cell, a pair of integers, not 'a'"),
    ({"supply": 5}, "supply: expected tiles or their text, not 5"),
    ({"hands": [5, ""]}, "hands[0]: expected tiles or their text, not 5"),
    ({"bord": "Rs@0,0"}, f"bord: unknown; the fields are {', '.join(FIELDS)}"),
]


def test_each_fault_by_itself() -> None:
    """One mistake gives one fault, with its field and a sentence."""
    for fields, fault in FAULTS:
        with case(fields, fault):
            assert [": ".join(found) for found in faults(**fields)] == [fault]


def test_hands_and_scores_are_one_for_each_player() -> None:
    """A text or a mapping is refused, and one mistake is one fault."""
    for value in ["Rs Bs", b"Rs", {"Ada": "Rs"}, 5, None]:
        with case(value):
            for name in ("hands", "scores"):
                wanted = [(name, f"expected one for each player, not {value!r}")]
                assert faults(**{name: value}) == wanted
                assert faults(**{name: value}, players=3) == wanted


def test_generators_are_read_once() -> None:
    state = qwirkle.position(
        hands=(hand for hand in ("Rs", "", "Gd")),
        scores=(score for score in (1, 2, 3)),
        supply=(tile for tile in ("Rc", "Rd")),
        board=(pair for pair in [((0, 0), "Bs")]),
    )
    assert (state.scores, len(state.players), len(state.supply)) == ((1, 2, 3), 3, 2)
    assert qwirkle.position(scores=iter([1, 2])).scores == (1, 2)


def test_a_board_with_more_tiles_than_the_box() -> None:
    """Its lines are not examined: the first fault gives the number of tiles."""
    board = {(x, y): "Rs" for x in range(30) for y in range(30)}
    assert faults(board=board)[0] == ("board", "900 tiles are more than the 108 in the box [S1]")
    assert not [message for _, message in faults(board=board) if "[P" in message]


def test_a_text_in_a_field_says_where_it_is_wrong() -> None:
    [(field, message)] = faults(supply="Rs Zz")
    assert field == "supply"
    assert "'Zz' is not a tile" in message
    assert "at character 3 of 'Rs Zz'" in message
    [(field, message)] = faults(board="Rs@0;0")
    assert field == "board"
    assert "'0;0' is not a cell" in message


def test_several_faults_at_once_are_all_reported() -> None:
    found = faults(
        board="Rs@0,0 Bc@1,0 Rs@0,1 Gd@7,7",
        hands=["Rs Rs", "Yc Ys Yd Yt Yk Yx Bs"],
        supply="Qq",
        scores=[1, "x", 3],
        turn=9,
        passes=-1,
        seed="s",
        ply=None,
        hand="Rs",
    )
    assert " ".join(field for field, _ in found) == (
        "hand scores[1] scores turn passes supply seed ply board board board hands[1] hands[0]"
    )
    messages = " ".join(message for _, message in found)
    for part in ("[P1]", "[P3]", "[S1]", "[S2]", "holds Rs 2 times", "3 scores for 2 players"):
        assert part in messages


def test_wrong_values_are_faults_of_their_field() -> None:
    """Any wrong value gives a fault with the name of its field."""
    for value in [None, 3.5, "x", b"x", [1], {"a": 1}, object]:
        for name in [*FIELDS, "variant_", "outcome"]:
            with case(value, name):
                assert name in {field.split("[")[0] for field, _ in faults(**{name: value})}


def test_a_position_of_a_variant_follows_its_rules() -> None:
    """The hand size and the numbers of players are the variant's."""
    small = qwirkle.get_variant("standard", hand_size=2, min_players=1, max_players=1)
    with pytest.raises(InvalidPosition, match="3 tiles are more than 2"):
        qwirkle.position(small, hands=["Rs Rc Rd"])
    with pytest.raises(InvalidPosition, match="hands: 1 player can play, not 2"):
        qwirkle.position(small, hands=["", ""])
    assert len(qwirkle.position(small).players) == 1
    assert qwirkle.position(variant=small, hands=["Rs Rc"]).variant == small


def test_a_fault_that_only_follows_from_a_missing_size_is_not_reported() -> None:
    """What the library works out itself is not wrong because something else is."""
    fields: dict[str, Any] = {"board": "Rs@0,0", "hand": "Bs", "unseen": "Rc Rd"}
    fields["hand_sizes"] = [1, 1]
    assert qwirkle.view(**fields).supply_size == 1
    with pytest.raises(InvalidPosition) as caught:
        qwirkle.view(**fields, scores=["many", 0])
    assert [fault.field for fault in caught.value.faults] == ["scores[0]"]
