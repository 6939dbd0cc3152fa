"""The public functions: any argument gives a value or a QwirkleError."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest
from cases import case
from samples import HOSTILE, LARGE, opened, said, waiting

import qwirkle
from qwirkle import Board, Exchange, GameRecord, Pass, Place, Tile, authoring
from qwirkle.authoring import Rules, TileGame
from qwirkle.errors import InvalidValue
from qwirkle_variants import Lay

STATE = opened()
VIEW = waiting()
RECORD = GameRecord(STATE)
JSON = qwirkle.to_json(STATE)
MOVE = Exchange("Bc")
VARIANT = qwirkle.get_variant("standard")

Door = Callable[[Any], object]

NOTHING: frozenset[str] = frozenset()
INTEGERS = frozenset({"negative integer"})
EMPTY = frozenset({"empty text"})
NONE = frozenset({"None"})
PAIR = frozenset({"pair"})
NAMES = frozenset({"text", "subclass of text"})
LINES = NAMES | EMPTY | {"text that cannot be hashed"}


def by_name(
    what: str, function: Callable[..., object], names: str, takes: frozenset[str]
) -> dict[str, tuple[Door, frozenset[str]]]:
    """The arguments of a function that are passed by name."""

    def door(name: str) -> Door:
        return lambda x: function(**{name: x})

    return {f"{what} {name}": (door(name), takes) for name in names.split()}


def simulated(**changes: Any) -> object:
    """A short simulation with some arguments changed."""
    usual: dict[str, Any] = {
        "variant": "standard",
        "bots": ["greedy", "greedy"],
        "games": 1,
        "longest": 1,
    }
    return qwirkle.simulate(**usual | changes)


def played_out(**changes: Any) -> object:
    """Short playouts with some arguments changed."""
    usual: dict[str, Any] = {"position": STATE, "games": 1, "plies": 1}
    return qwirkle.playouts(**usual | changes)


def advised(**changes: Any) -> object:
    """Advice with some arguments changed."""
    usual: dict[str, Any] = {"position": STATE, "top": 1}
    return qwirkle.advise(**usual | changes)


DOORS: dict[str, tuple[Door, frozenset[str]]] = {
    # values, with the odd arguments that they correctly accept
    "Board()": (Board, EMPTY),
    "Board([x])": (lambda x: Board([x]), NOTHING),
    "Board cell": (lambda x: Board([(x, "Rs")]), NOTHING),
    "Board tile": (lambda x: Board([((0, 0), x)]), NOTHING),
    "Cell(x, 0)": (lambda x: qwirkle.Cell(x, 0), INTEGERS),
    "Cell(0, x)": (lambda x: qwirkle.Cell(0, x), INTEGERS),
    "Cell.parse": (qwirkle.Cell.parse, NOTHING),
    "Tile(x)": (Tile, NOTHING),  # type: ignore[dict-item]
    "Tile(x, shape)": (lambda x: Tile(x, qwirkle.Shape.STAR), NOTHING),
    "Tile(color, x)": (lambda x: Tile(qwirkle.Color.RED, x), NOTHING),
    "Tile.parse": (Tile.parse, NOTHING),
    "Place()": (Place, EMPTY),
    "Place([x])": (lambda x: Place([x]), NOTHING),
    "Place cell": (lambda x: Place([(x, "Rs")]), NOTHING),
    "Place tile": (lambda x: Place([((0, 0), x)]), NOTHING),
    "Exchange()": (Exchange, EMPTY),
    "Exchange([x])": (lambda x: Exchange([x]), NOTHING),
    "Player name": (qwirkle.Player, NAMES),
    "Player age": (lambda x: qwirkle.Player("Ada", age=x), NONE),
    "Supply()": (authoring.Supply, EMPTY),
    "Supply([x])": (lambda x: authoring.Supply([x]), NOTHING),
    **{
        f"Rules {field.name}": (lambda x, name=field.name: Rules(**{name: x}), NOTHING)  # type: ignore[misc]
        for field in attrs.fields(Rules)
    },
    "Rules.changed": (lambda x: Rules().changed(hand_size=x), NOTHING),
    "TileGame name": (TileGame, NOTHING),
    "TileGame rules": (lambda x: TileGame("mine", x), NOTHING),
    "TileGame version": (lambda x: TileGame("mine", version=x), NOTHING),
    "TileGame defaults": (lambda x: TileGame("mine", defaults=x), NOTHING),
    # starting
    "new_game variant": (qwirkle.new_game, NOTHING),
    "new_game players": (lambda x: qwirkle.new_game(players=x), PAIR),
    "new_game a player": (lambda x: qwirkle.new_game(players=["Ada", x]), NAMES),
    "new_game seed": (lambda x: qwirkle.new_game(seed=x), NONE),
    "json_schema": (qwirkle.codec.json_schema, NOTHING),
    "view variant": (qwirkle.view, NOTHING),
    **by_name("view", qwirkle.view, "hand_sizes supply_size seat", NOTHING),
    **by_name("view", qwirkle.view, "board hand unseen", EMPTY),
    **by_name("view", qwirkle.view, "players", PAIR),
    **by_name("view", qwirkle.view, "outcome", NONE),
    "position variant": (qwirkle.position, NOTHING),
    **by_name("position", qwirkle.position, "hands scores turn passes seed ply unknown", NOTHING),
    **by_name("position", qwirkle.position, "board supply", EMPTY),
    **by_name("position", qwirkle.position, "players", PAIR),
    "position hand": (lambda x: qwirkle.position(hands=[x, ""]), EMPTY),
    "position score": (lambda x: qwirkle.position(scores=[x, 0]), NOTHING),
    # playing
    "legal_moves": (qwirkle.legal_moves, NOTHING),
    "check state": (lambda x: qwirkle.check(x, MOVE), NOTHING),
    "check move": (lambda x: qwirkle.check(STATE, x), NOTHING),
    "check move in a view": (lambda x: qwirkle.check(VIEW, x), NOTHING),
    "score state": (lambda x: qwirkle.score(x, MOVE), NOTHING),
    "score move": (lambda x: qwirkle.score(STATE, x), NOTHING),
    "draft position": (qwirkle.draft, NOTHING),
    "draft placed": (lambda x: qwirkle.draft(STATE, x), EMPTY),
    "draft cell": (lambda x: qwirkle.draft(STATE).place(x, "Rs"), NOTHING),
    "draft tile": (lambda x: qwirkle.draft(STATE).place((2, 0), x), NOTHING),
    "draft remove": (lambda x: qwirkle.draft(STATE).remove(x), NOTHING),
    "check_board board": (lambda x: qwirkle.check_board(x, MOVE), EMPTY),
    "check_board board alone": (qwirkle.check_board, EMPTY),
    "check_board move": (lambda x: qwirkle.check_board("", x), NONE),
    "check_board variant": (lambda x: qwirkle.check_board("", MOVE, x), NOTHING),
    "check_board variant alone": (lambda x: qwirkle.check_board("", variant=x), NOTHING),
    "score_board board": (lambda x: qwirkle.score_board(x, Pass()), EMPTY),
    "score_board move": (lambda x: qwirkle.score_board("", x), NOTHING),
    "score_board variant": (lambda x: qwirkle.score_board("", Pass(), x), NOTHING),
    "apply state": (lambda x: qwirkle.apply(x, MOVE), NOTHING),
    "apply move": (lambda x: qwirkle.apply(STATE, x), NOTHING),
    "apply placement": (lambda x: qwirkle.apply(STATE, Place(x)), NOTHING),
    "apply exchange": (lambda x: qwirkle.apply(STATE, Exchange(x)), NOTHING),
    "check_board exchange": (lambda x: qwirkle.check_board("Rs@0,0", Exchange(x)), EMPTY),
    "score_board placement": (lambda x: qwirkle.score_board("Rs@0,0", Place(x)), NOTHING),
    "apply draw": (lambda x: qwirkle.apply(STATE, MOVE, draw=x), NONE),
    "apply a drawn tile": (lambda x: qwirkle.apply(STATE, MOVE, draw=[x]), NOTHING),
    "draws state": (lambda x: qwirkle.api.draws(x, MOVE), NOTHING),
    "draws move": (lambda x: qwirkle.api.draws(STATE, x), NOTHING),
    "draws draw": (lambda x: qwirkle.api.draws(STATE, MOVE, draw=x), NONE),
    "observe state": (lambda x: qwirkle.observe(x, 0), NOTHING),
    "observe seat": (lambda x: qwirkle.observe(STATE, x), frozenset()),
    "perft state": (lambda x: qwirkle.perft(x, 1), NOTHING),
    "perft depth": (lambda x: qwirkle.perft(STATE, x), NOTHING),
    "sample": (lambda x: qwirkle.legal_moves(STATE).sample(x), NOTHING),
    "sample_state": (VIEW.sample_state, NOTHING),
    # many games
    "bots.random": (qwirkle.bots.random, NOTHING),
    "bots.greedy": (qwirkle.bots.greedy, NOTHING),
    "bots.careful": (qwirkle.bots.careful, NOTHING),
    **by_name("simulate", simulated, "variant bots games seed longest", NOTHING),
    **by_name("simulate", simulated, "executor batch", NONE),
    "simulate a bot": (lambda x: simulated(bots=[x, x]), NOTHING),
    "simulate progress": (lambda x: simulated(progress=x), frozenset({"None", "class"})),
    **by_name("playouts", played_out, "position games bots seed", NOTHING),
    "playouts plies": (lambda x: played_out(plies=x), NONE),
    **by_name("advise", advised, "position top seed", NOTHING),
    # text
    "to_json": (qwirkle.to_json, PAIR),
    "from_json": (qwirkle.from_json, NOTHING),
    "from_json expect": (lambda x: qwirkle.from_json(JSON, x), NONE),
    "parse_move": (qwirkle.parse_move, NOTHING),
    "parse_move variant": (lambda x: qwirkle.parse_move("pass", x), NOTHING),
    "render.text": (qwirkle.render.text, NOTHING),
    "GameRecord start": (GameRecord, NOTHING),
    "GameRecord turns": (lambda x: GameRecord(STATE, x), EMPTY),
    "GameRecord turn": (lambda x: GameRecord(STATE, [x]), NOTHING),
    "GameRecord move": (lambda x: GameRecord(STATE, [qwirkle.record.Turn(x, ())]), NOTHING),
    "GameRecord draw": (lambda x: GameRecord(STATE, [qwirkle.record.Turn(MOVE, x)]), NONE),
    "GameRecord headers": (lambda x: GameRecord(STATE, (), x), NONE),
    "GameRecord header": (lambda x: GameRecord(STATE, (), {"date": x}), LINES),
    "GameRecord comment": (lambda x: RECORD.play(MOVE, comment=x), LINES),
    "GameRecord.parse": (GameRecord.parse, NOTHING),
    "GameRecord.parse_all": (GameRecord.parse_all, NOTHING),
    "GameRecord.seen_by": (RECORD.seen_by, NOTHING),
    "GameRecord.play": (RECORD.play, NOTHING),
    "GameRecord.play draw": (lambda x: RECORD.play(MOVE, draw=x), NONE),
    # variants
    "get_variant": (qwirkle.get_variant, NOTHING),
    "get_variant number": (lambda x: qwirkle.get_variant("standard", hand_size=x), NOTHING),
    "get_variant choice": (lambda x: qwirkle.get_variant("standard", supply=x), NOTHING),
    "get_variant unknown option": (lambda x: qwirkle.get_variant("standard", no=x), NOTHING),
    "with_options": (lambda x: VARIANT.with_options(tie_break=x), NOTHING),
    "compare first": (lambda x: qwirkle.compare(x, "standard"), NOTHING),
    "compare second": (lambda x: qwirkle.compare("standard", x), NOTHING),
    "register": (qwirkle.register, NOTHING),
}


# Cases that are neither promised nor forbidden: a name that cannot be hashed, and a function
# without parameters.
UNDECIDED = {
    ("simulate progress", "lambda"),
    ("Player name", "text that cannot be hashed"),
    ("new_game a player", "text that cannot be hashed"),
}


def test_odd_values_get_a_qwirkle_error() -> None:
    """No other exception escapes, and valid values are accepted."""
    for door in DOORS:
        with case(door):
            enter, takes = DOORS[door]
            for thing, make in HOSTILE.items():
                if (door, thing) not in UNDECIDED:
                    assert (said(enter, make()) is None) is (thing in takes), thing


def test_large_values_get_a_short_message() -> None:
    """No more of an argument is read than a valid value could have."""
    for name, make in LARGE.items():
        value = make()
        for door, (enter, _) in DOORS.items():
            with case(name, door):
                said(enter, make() if isinstance(value, Iterator) else value)


def test_all_public_functions_are_tested() -> None:
    """Every public function and constructor that takes arguments is in the list above."""
    made_by_the_library = {
        # values that the library makes from checked input
        "Difference", "Draft", "Fact", "Fault", "Fit", "Line", "Outcome", "Scene", "Score", "Seat",
        "ScoredLine", "TileMoves",
        "SimulatedGame", "Simulation",
        "TileState", "TileView", "Turn", "Violation",
        # parts that authors of variants make
        "Advice", "Citation", "Edition", "Judgement", "Special", "Statement", "Word",
        # enums and abstract classes
        "Code", "Color", "EndReason", "Reason", "Shape",
        "BareMove", "Bot", "LegalMoves", "Move", "State", "Variant", "View",
        # no arguments
        "Pass", "accelerated", "variants",
    }  # fmt: skip
    doors = {door.split("(")[0].split()[0].split(".")[0] for door in DOORS}
    for name in qwirkle.__all__:
        thing = getattr(qwirkle, name)
        if inspect.isclass(thing) and issubclass(thing, Exception):
            continue
        assert (name in doors) is not (name in made_by_the_library), name


@pytest.mark.parametrize("variant", ["cards", "schmidt-actions"])
def test_large_values_get_a_short_message_in_other_variants(variant: str) -> None:
    """Their own fields, options and moves are tested, and moves of another game."""
    state = qwirkle.new_game(variant, seed=1)
    fields = qwirkle.get_variant(variant).encode(state)
    doors: list[Door] = [
        *(lambda x, name=name: qwirkle.position(variant, **{name: x}) for name in fields),
        *(lambda x, name=name: qwirkle.position(variant, **{name: [x, x]}) for name in fields),
        lambda x: qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))), draw=x),
        lambda x: qwirkle.apply(state, Lay(x)),
        lambda x: qwirkle.apply(state, Place(x)),
        lambda x: qwirkle.apply(state, Exchange(x)),
        lambda x: qwirkle.get_variant(variant, regrouping=x),
        lambda x: qwirkle.get_variant(variant, actions=x),
        lambda x: qwirkle.get_variant(variant, base=x),
        lambda x: qwirkle.parse_move(f"lay {x}" if isinstance(x, str) else x, variant),
        lambda x: qwirkle.check_board(x, Pass(), variant),
        lambda x: qwirkle.check_board(x, variant=variant),
    ]
    for enter in doors:
        for make in LARGE.values():
            said(enter, make())


def test_long_names_and_many_names_get_a_short_message() -> None:
    fields = json.loads(qwirkle.to_json(STATE))
    for names in (["x" * 300_000], [f"x{i}" for i in range(30_000)], ["hands[" + "0" * 3000 + "]"]):
        given = dict.fromkeys(names, 1)
        for enter in (
            lambda given: qwirkle.get_variant("standard", **given),
            lambda given: qwirkle.get_variant("cards", **given),
            lambda given: qwirkle.get_variant("schmidt-actions", **given),
            lambda given: qwirkle.position(**given),
            lambda given: qwirkle.position("cards", **given),
            lambda given: qwirkle.from_json(json.dumps(fields | given)),
            lambda given: qwirkle.from_json(json.dumps(fields | {"options": given})),
            lambda given: qwirkle.from_json(json.dumps(fields | {"players": [given]})),
            lambda given: qwirkle.from_json(json.dumps(fields | {"variant": next(iter(given))})),
        ):
            message = said(enter, given)
            assert message is not None
            assert len(message) < 400 or message.endswith(" more")


@pytest.mark.parametrize("name", ["self", "cls", "name", "options", "fields", "variant_", "", "é"])
def test_options_and_fields_may_have_any_name(name: str) -> None:
    """A name that is also a parameter is as unknown as any other."""
    for enter in (
        lambda: VARIANT.with_options(**{name: 1}),
        lambda: Rules().changed(**{name: 1}),
        lambda: VARIANT.position(**{name: 1}),
    ):
        with pytest.raises(qwirkle.QwirkleError, match=r"unknown|there is no option"):
            enter()


def test_states_and_views_are_not_mixed_up() -> None:
    for call in (
        lambda: qwirkle.apply(VIEW, Pass()),  # type: ignore[type-var]
        lambda: qwirkle.api.draws(VIEW, Pass()),  # type: ignore[arg-type]
        lambda: qwirkle.observe(VIEW, 0),  # type: ignore[arg-type]
        lambda: qwirkle.perft(VIEW, 1),  # type: ignore[arg-type]
        lambda: GameRecord(VIEW),  # type: ignore[type-var]
    ):
        with pytest.raises(InvalidValue, match="expected a state, not view"):
            call()


def test_a_text_is_not_a_move() -> None:
    """The message names the function that reads one."""
    with pytest.raises(InvalidValue, match="expected a move, not 'pass'; parse_move reads a text"):
        qwirkle.apply(STATE, "pass")  # type: ignore[arg-type]


def test_options_belong_to_the_variant() -> None:
    """The message has the call that was meant."""
    new_game: Any = qwirkle.new_game
    for variant in ("standard", qwirkle.get_variant("standard", tie_break="youngest")):
        with pytest.raises(InvalidValue, match="options belong to the variant: new_game") as caught:
            new_game(variant, players=3, hand_size=5)
        meant = str(caught.value).removeprefix("options belong to the variant: ")
        assert len(eval(meant, vars(qwirkle).copy()).hands[0]) == 5
    with pytest.raises(InvalidValue) as caught:
        new_game(**{str(number) * 99: "x" * 10**6 for number in range(999)})
    assert len(str(caught.value)) <= 1000


def test_a_variant_is_accepted_wherever_its_name_is() -> None:
    five = qwirkle.get_variant("standard", hand_size=5)
    assert qwirkle.new_game(five, seed=1).variant is five
    assert qwirkle.position(five).variant is five
    assert qwirkle.parse_move("pass", five) == Pass()
    assert qwirkle.get_variant(five) is five
    assert qwirkle.compare(five, "standard")[0].field == "hand_size"
    assert {len(hand) for hand in qwirkle.new_game(five, seed=1).hands} == {5}
