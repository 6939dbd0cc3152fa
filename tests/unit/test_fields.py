"""Fields that variants describe: their kinds, views made from them, and refused definitions."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, ClassVar

import attrs
import pytest
from cases import case
from samples import opened

import qwirkle
from qwirkle import Move, Place, TileState
from qwirkle.authoring import (
    CELL,
    COUNT,
    FLAG,
    HAND,
    SEAT,
    Extra,
    TileGame,
    field,
    or_none,
    per_seat,
)
from qwirkle.errors import InvalidPosition, InvalidValue
from qwirkle.fields import Kind
from qwirkle.testing.conformance import contents


@attrs.frozen(kw_only=True)
class Memory(Extra):
    """A field of every kind."""

    rounds: int = field(COUNT)
    windy: bool = field(FLAG)
    partner: tuple[int, ...] = per_seat(SEAT)
    leader: int | None = field(or_none(SEAT))
    corner: Any = field(or_none(CELL))
    wishes: tuple[Any, ...] = per_seat(HAND, repeats=True)
    streak: tuple[int, ...] = per_seat(COUNT, omit_empty=True)


class Remembering(TileGame[Memory]):
    """A game that counts the placements in a row of every player."""

    extra_type: ClassVar[type[Extra]] = Memory

    def advance(
        self, before: TileState[Memory], move: Move, after: TileState[Memory]
    ) -> TileState[Memory]:
        """Count one more placement in a row, or start again."""
        streak = list(after.extra.streak)
        streak[before.turn] = streak[before.turn] + 1 if isinstance(move, Place) else 0
        return attrs.evolve(after, extra=attrs.evolve(after.extra, streak=tuple(streak)))


GAME = Remembering("remembering")
OWN = {
    "rounds": 3,
    "windy": True,
    "partner": [1, 0],
    "leader": 1,
    "corner": "2,0",
    "wishes": ["Rs", ""],
    "streak": [0, 4],
}


def position(**fields: object) -> Any:
    """A position of that game."""
    usual = {"board": "Rs@0,0", "hands": ["Rc Bs", "Gd"], "supply": "Rd Rt", "turn": 0}
    return qwirkle.position(GAME, **{**usual, **OWN, **fields})


def faults(**fields: object) -> list[str]:
    """Everything that is wrong with such a position."""
    with pytest.raises(InvalidPosition) as caught:
        position(**fields)
    return [str(fault) for fault in caught.value.faults]


def test_fields_that_a_variant_adds() -> None:
    """They are attributes, and occur in JSON, views, reprs, copies and the next state."""
    qwirkle.register(GAME)
    state = position()
    assert (state.rounds, state.windy, state.partner, state.leader) == (3, True, (1, 0), 1)
    assert state.extra.corner == (2, 0)
    assert {"rounds", "streak"} <= {*dir(state)}
    assert "rounds" not in dir(opened())
    fields = json.loads(qwirkle.to_json(state))
    assert {name: fields[name] for name in OWN} == OWN
    for thing in (state, qwirkle.observe(state, 1)):
        assert qwirkle.from_json(qwirkle.to_json(thing)) == thing
        assert eval(repr(thing), vars(qwirkle).copy()) == thing
        assert thing.extra == state.extra
    after = qwirkle.apply(state, qwirkle.parse_move("Rc@1,0"))
    assert (after.streak, after.rounds) == ((1, 4), 3)
    assert after != attrs.evolve(after, extra=state.extra)
    # A wish names a tile, but is not a piece of the game.
    assert Counter(map(str, contents(state))) == Counter(["Rs", "Rc", "Bs", "Gd", "Rd", "Rt"])


def test_pictures_have_notes_about_them() -> None:
    """The notes are by name and for each player, and empty fields have none."""
    notes = GAME.scene(position(partner=[0, 0], wishes=["", ""])).notes
    assert notes[1:] == (
        "rounds: 3",
        "windy: True",
        "leader: 1",
        "corner: 2,0",
        "streak: Player 1 0, Player 2 4",
    )
    assert len(GAME.scene(qwirkle.new_game(GAME, seed=1)).notes) == 1


def test_a_field_that_is_empty_may_be_left_out() -> None:
    """Only a field whose description says so may be left out."""
    qwirkle.register(GAME)
    state = position(streak=[0, 0])
    fields = json.loads(qwirkle.to_json(state))
    assert "streak" not in fields
    assert "streak" not in repr(state)
    assert qwirkle.from_json(json.dumps(fields)) == state
    with pytest.raises(qwirkle.errors.DecodeError, match="wishes: missing"):
        qwirkle.from_json(json.dumps({k: v for k, v in fields.items() if k != "wishes"}))


def test_seats_must_be_those_of_the_players() -> None:
    wrong = "expected an integer from 0 to 1, not"
    assert faults(partner=[1, 2]) == [f"partner[1]: {wrong} 2"]
    assert faults(leader=2) == [f"leader: {wrong} 2"]
    assert faults(turn=-1, leader=9) == [f"turn: {wrong} -1", f"leader: {wrong} 9"]
    assert position(leader=None).leader is None
    # If the number of players is unknown, seats cannot be checked.
    assert faults(players=9, leader=9) == ["players: 2 to 4 players can play, not 9 [S3]"]


def test_faults_do_not_hide_or_cause_each_other() -> None:
    """A wrong hand causes no fault of another hand, nor of fields that depend on it."""
    hands = ["Zz", "Rs Rs Rs Rs Rc Rd Rt", ""]
    found = faults(players=3, hands=hands, partner=[0, 1], wishes=["", "", ""], streak=[0, 0, 0])
    assert [text.split(":")[0] for text in found] == ["partner", "hands[0]", "hands[1]", "hands[1]"]


def own_class(name: str, fields: dict[str, Any], **how: Any) -> type[TileGame]:
    """A game with these added fields."""
    how = {"frozen": True, "slots": True, **how}
    extra = attrs.make_class(name, fields, bases=(Extra,), **how)
    return type("Game", (TileGame,), {"extra_type": extra})


def test_invalid_fields() -> None:
    """They are refused when the class is defined, not when it is played."""
    cases: list[tuple[dict[str, Any], str]] = [
        *(({name: field(COUNT)}, "the name is taken") for name in ("board", "hands", "winners")),
        *(({name: field(COUNT)}, "the name is taken") for name in ("unseen", "version", "format")),
        ({"_mood": field(COUNT)}, "a field is public"),
        ({"mood": attrs.field()}, r"describe it with field\(\) or per_seat"),
        ({"mood": field(COUNT, shows=lambda state, seat: 0)}, "is open to everyone"),
        ({"mood": field(COUNT, derived=True)}, "is open to everyone"),
    ]
    for fields, reason in cases:
        with case(fields, reason), pytest.raises(InvalidValue, match=rf"^Bad\.\w+: .*{reason}"):
            own_class("Bad", fields)


def test_invalid_classes_of_fields() -> None:
    with pytest.raises(InvalidValue, match=r"^Bad needs the decorator @attrs\.frozen"):
        own_class("Bad", {"mood": field(COUNT)}, slots=False)
    bare = type("Bare", (Extra,), {"mood": field(COUNT)})
    with pytest.raises(InvalidValue, match=r"^Bare needs the decorator @attrs\.frozen"):
        type("Worse", (TileGame,), {"extra_type": bare})
    for wrong in (int, None, Extra()):
        with pytest.raises(InvalidValue, match=r"^extra_type must be a subclass of Extra, not"):
            type("Worse", (TileGame,), {"extra_type": wrong})
    with pytest.raises(AttributeError, match="'ExtendedState' object has no attribute 'nothing'"):
        _ = position().nothing
    with pytest.raises(AttributeError):
        _ = opened().rounds  # type: ignore[attr-defined]


def test_invalid_kinds() -> None:
    """Their JSON type must be one that is checked."""
    for schema in ({}, {"enum": ["a"]}, {"type": "object"}, {"type": ["string", "number"]}):
        with pytest.raises(InvalidValue, match=r"^the schema of a kind needs a type"):
            Kind(str, str, schema, "")
    twice = or_none(or_none(CELL))
    assert twice.json_types == ["string", "null"]
    colours = or_none(Kind(str, str, {"type": "string", "enum": ["red"]}, ""))
    assert colours.schema["enum"] == ["red", None]


def test_tiles_in_a_field_that_may_be_none() -> None:
    """Such tiles are not in the supply."""
    game: Any = own_class("Pocket", {"pocket": field(or_none(HAND))})("pocket")
    assert len(qwirkle.position(game, pocket="Rs Bd").supply) == 106
    assert len(qwirkle.position(game).supply) == 108
    with pytest.raises(InvalidPosition, match="pocket: one red square"):
        qwirkle.position(game, pocket="Rs Rs Rs Rs")


def test_an_empty_field_is_read_as_empty() -> None:
    """The initial value of the variant does not replace it."""

    def begin(self: Any, players: Any) -> Any:
        return self.extra_type(lives=(3,) * len(players), level=1)

    fields = {"lives": per_seat(COUNT, omit_empty=True), "level": field(COUNT, omit_empty=True)}
    kind = own_class("Lives", fields)
    kind.new_extra = begin  # type: ignore[method-assign]
    game: Any = kind("lives")
    qwirkle.register(game)
    state = qwirkle.new_game(game, seed=1)
    assert (state.lives, state.level) == ((3, 3), 1)
    assert qwirkle.from_json(qwirkle.to_json(state)) == state
    dead = attrs.evolve(state, extra=game.extra_type(lives=(0, 0), level=0))
    assert not {"lives", "level"} & json.loads(qwirkle.to_json(dead)).keys()
    assert qwirkle.from_json(qwirkle.to_json(dead)) == dead


def test_untrusted_names_are_printed_safely() -> None:
    """They are escaped and shortened, in fields and in players."""
    names = {"\ud800\n": 1, "x" * 5000: 1}
    fields = json.loads(qwirkle.to_json(opened())) | names
    fields["players"][0] |= {"\x1b[2J": 1}
    with pytest.raises(qwirkle.errors.DecodeError) as caught:
        qwirkle.from_json(json.dumps(fields))
    assert str(caught.value).isprintable()
    assert max(len(fault.field) for fault in caught.value.faults) < 100
    with pytest.raises(InvalidPosition):
        qwirkle.view(outcome=[1, 2])


# Views made from a player's knowledge


def test_a_view_from_few_fields() -> None:
    """The other hands are as full as possible, and the rest is the supply."""
    view = qwirkle.view(board="Rs@0,0", hand="Bs Rc", players=3, seat=1)
    assert (view.turn, view.seat, view.hand_sizes, view.supply_size) == (1, 1, (6, 2, 6), 93)
    assert len(view.unseen) == 105
    assert view.outcome is None
    assert qwirkle.legal_moves(view).count() > 0
    assert qwirkle.observe(view.sample_state(__import__("random").Random(1)), 1) == view
    assert qwirkle.bots.greedy(view) in qwirkle.legal_moves(view)


def test_a_view_at_the_end_of_a_game() -> None:
    """With few tiles left, hands are of nearly equal size; given sizes are kept."""
    few = {"board": "Rs@0,0", "hand": "Rc", "unseen": "Bs Bc Bd"}
    assert qwirkle.view(**few, players=3).hand_sizes == (1, 2, 1)
    assert qwirkle.view(**few, players=3).supply_size == 0
    assert qwirkle.view(**few, supply_size=2).hand_sizes == (1, 1)
    assert qwirkle.view(**few, hand_sizes=[1, 0]).supply_size == 3
    over = qwirkle.view(board="Rs@0,0", hand="", unseen="Bs", players=2)
    assert over.outcome is not None
    assert over.outcome.reason == "went-out"
    with pytest.raises(InvalidPosition, match="outcome: expected 'went-out'"):
        qwirkle.view(board="Rs@0,0", hand="", unseen="Bs", players=2, outcome="no-play")


def test_views_of_other_variants() -> None:
    view = qwirkle.view("schmidt-actions", board="Rs@0,0", hand="Bs", actions=["take-tile", ""])
    # Two special tiles less one that was drawn.
    assert (len(view.unseen), view.hand_sizes, view.supply_size) == (107, (1, 6), 101)
    dealt = qwirkle.get_variant("schmidt-actions", dealt=True)
    took = {"board": "Rs@0,0 Rc@1,0", "barred": "2,0", "acted": True, "hand": "Rt Gd"}
    assert qwirkle.view(dealt, **took, seat=1).actions[1] == ("draw-three",)
    cards = qwirkle.view("cards", table="Rc Rs Rd", hand="Rt", revealed=["", "Bk Bk"])
    assert (cards.hand_sizes, cards.pile_size, cards.turns_left) == ((1, 9), 95, None)
    assert "Bk Bk" not in str(cards.unseen)
    assert cards.unseen.count(qwirkle.Tile.parse("Bk")) == 1
    last = qwirkle.view("cards", table="Rc Rs Rd", hand="Rt", unseen="Gk", pile_size=0)
    assert (last.hand_sizes, last.turns_left) == ((1, 1), 2)


def test_impossible_views() -> None:
    with pytest.raises(InvalidPosition) as caught:
        qwirkle.view(board="Rs@0,0 Bc@1,0", hand="Rc Rd Rt Rk Rx Bs Bc", hand_sizes=[7, 6], seat=3)
    assert [fault.field for fault in caught.value.faults] == ["seat", "board", "hand"]
    with pytest.raises(InvalidPosition, match="unseen: one red square"):
        qwirkle.view(board="Rs@0,0", hand="Rs Rs", unseen="Rs")
    with pytest.raises(InvalidPosition, match="hands: unknown; the fields are players, board"):
        qwirkle.view(hands=["Rs", ""])
