"""The words that people type: commands, moves, cells, and steps between rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from shells import SWITCH, Switch, reef

import qwirkle
from qwirkle import InvalidValue, NotationError, QwirkleError, TileGame, Word, parse_move
from qwirkle.authoring import RowsMove
from qwirkle.cli.grammar import (
    COMMANDS,
    STEPS,
    Workbench,
    command_of,
    completed,
    help_on,
    read_move,
    rows_move_of,
)
from qwirkle.notation import tidied
from qwirkle.tiles import as_tiles

STATE = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Rc Rd", "Gd"])
KINDS = tuple(
    kind
    for name in ("standard", "schmidt-actions", "cards")
    for kind in qwirkle.get_variant(name).move_types
)


def answers(*lines: str) -> tuple[Callable[[str], str], list[str]]:
    """A function that answers questions with these lines, and the list of the questions."""
    waiting = iter(lines)
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return next(waiting)

    return ask, asked


# Moves


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Bs@1,0", "Bs@1,0"),
        ("bs@1,0 RC@2,0", "Bs@1,0 Rc@2,0"),
        ("bs 1,0", "Bs@1,0"),
        ("bs 1 0", "Bs@1,0"),
        ("bs1,0", "Bs@1,0"),
        ("bs @ 1 , 0", "Bs@1,0"),
        ("bs (1, 0), rc (-2; -10)", "Bs@1,0 Rc@-2,-10"),
        ("blue square at 1,0", "Bs@1,0"),
        ("Blue-Square 1 0 and red circle 2 0.", "Bs@1,0 Rc@2,0"),
        ("place Bs@1,0", "Bs@1,0"),
        ("play bs@1,0", "Bs@1,0"),
        ("place", "place"),
        ("SWAP bs rc", "swap Bs Rc"),
        ("exchange blue squares, RC", "swap Bs Rc"),
        ("trade Bs", "swap Bs"),
        ("  Pass ", "pass"),
        ("take 1 0", "take 1,0"),
        ("Draw-Three", "draw-three"),
        ("lay rs rc rd|bs bc bd", "lay Rs Rc Rd | Bs Bc Bd"),
        ("", ""),
        ("and", ""),
    ],
)
def test_a_clear_meaning_is_understood(typed: str, meant: str) -> None:
    assert tidied(typed, KINDS) == meant
    assert tidied(meant, KINDS) == meant


@pytest.mark.parametrize(
    "typed", ["switch Gs 1,0", "SWITCH gs 1 0", "barter green square at (1, 0)", "switch gs at 1,0"]
)
def test_a_tile_and_a_cell_are_a_placement_only_where_the_verb_says_so(typed: str) -> None:
    assert read_move(typed, reef()) == SWITCH
    assert completed(typed, reef(), answers()[0]) == typed
    assert read_move("play gs 2 0", reef()) == parse_move("Gs@2,0")


def test_the_text_of_a_move_is_read_as_it_is() -> None:
    """Even if its words look like something else; and a verb is stronger than a synonym."""

    class Trade(Switch):
        """Its verb is another word for exchanging, and a name and numbers follow."""

        verb = "trade"

        @classmethod
        def from_words(cls, first: Word, words: Sequence[Word]) -> Trade:
            if [word.text for word in words] != ["Ada", "1", "0"]:
                raise first.error("a name and two numbers follow 'trade'")
            return cls(SWITCH.tile, SWITCH.cell)

    class Traders(TileGame):
        move_types = (*TileGame.move_types, Trade)

    state = qwirkle.new_game(Traders("traders"), seed=1)
    assert type(read_move("trade Ada 1 0", state)) is Trade
    with pytest.raises(NotationError, match="a name and two numbers follow 'trade'"):
        read_move("trade Gs", state)


def test_texts_of_moves_do_not_change() -> None:
    for variant in ("standard", "schmidt-actions", "cards"):
        state = qwirkle.new_game(variant, seed=8)
        for _ in range(12):
            for move in qwirkle.bots.BOTS.values():
                found = move(qwirkle.observe(state, state.turn))
                assert tidied(str(found), state.variant.move_types) == str(found)
                assert read_move(str(found), state) == found
            state = qwirkle.apply(state, found)


@pytest.mark.parametrize("typed", ["Zs@0,0", "Zs @ 0 0", "Bs@1,0 Zs@0,0"])
def test_a_wrong_tile_is_quoted_as_it_was_typed(typed: str) -> None:
    with pytest.raises(NotationError, match=r"^'(Zs' is not a tile|zs' does not begin)"):
        read_move(typed, STATE)


def test_synonyms_belong_to_the_game() -> None:
    for kind in KINDS:
        for word in kind.synonyms:
            assert tidied(f"{word} Rs", [kind]) == tidied(f"{kind.verb} Rs", [kind])
            assert tidied(f"{word} Rs", []) == f"{word} Rs"


def test_only_the_first_line_may_be_tiles_alone() -> None:
    opening = qwirkle.position(hands=["Rs Rc", "Gd"])
    assert read_move("rs rc", opening) == parse_move("Rs@0,0 Rc@1,0")
    assert read_move("rs 5 5, rc 5 6", opening) == parse_move("Rs@5,5 Rc@5,6")
    assert completed("rs 5 5 rc", opening, answers("5 6")[0]) == "Rs@5,5 Rc@5,6"
    with pytest.raises(NotationError, match="does not begin a move"):
        read_move("bs rc", STATE)
    with pytest.raises(NotationError, match="does not begin a move"):
        read_move("rs rc rd", qwirkle.new_game("cards", seed=1))


@pytest.mark.parametrize("typed", ["", " ", "xyzzy", "Bs@", "Bs@1", "1,0", "swap 1,0", "pass now"])
def test_an_unclear_meaning_is_refused(typed: str) -> None:
    with pytest.raises(NotationError):
        read_move(typed, STATE)


# Questions


@pytest.mark.parametrize(
    ("line", "given", "found"),
    [
        ("rd", ["2,0"], "Rd@2,0"),
        ("red diamond", [" ( -2 ;  0 ) "], "Rd@-2,0"),
        ("play rd", ["at 2 0"], "Rd@2,0"),
        ("rd", ["@2,0"], "Rd@2,0"),
        ("rd rc@1,0 bs", ["2,0", "3,0"], "Rd@2,0 Rc@1,0 Bs@3,0"),
        ("rd", [""], ""),
        ("rd", ["hint"], "hint"),
        ("rd bs", ["2,0", "quit"], "quit"),
        ("rd", ["bs", "1 0"], "Bs@1,0"),
        ("rd", ["swap rd"], "swap rd"),
    ],
)
def test_a_tile_without_a_cell_is_asked_for(line: str, given: list[str], found: str) -> None:
    ask, asked = answers(*given)
    assert completed(line, STATE, ask) == found
    assert len(asked) == len(given)
    assert "where?" in asked[0]


@pytest.mark.parametrize(
    "line", ["", "hint", "rd@1,0", "rd 1 0", "swap rd", "rd hint", "pass", "rules P3", "Rd@1"]
)
def test_other_lines_are_left_alone(line: str) -> None:
    assert completed(line, STATE, answers()[0]) == line
    assert completed("rs rc", qwirkle.new_game(seed=1), answers()[0]) == "rs rc"


def test_a_card_alone_is_put_into_a_row() -> None:
    cards = qwirkle.position("cards", table="Rs Rc Rd", hands=["Rt Rk", "Gd"], seed=1)
    for line, given, found in (
        ("rt", ["0"], "put Rt 0"),
        ("red star and rk", [" NEW "], "put Rt Rk new"),
        ("rt", [""], ""),
        ("rt", ["cells"], "cells"),
        ("rt", ["rk", "0"], "put Rk 0"),
    ):
        ask, asked = answers(*given)
        assert completed(line, cards, ask) == found
        assert "which row?" in asked[0]
    assert completed("rt rk@0,0", cards, answers()[0]) == "rt rk@0,0"


# Commands


def test_commands_have_other_names() -> None:
    assert command_of(" Quit now") == ("quit", ["now"])
    for typed, name in (("?", "help"), ("h", "help"), ("Q", "quit"), ("exit", "quit")):
        assert command_of(typed) == (name, [])
    assert command_of("  ") == ("", [])


def test_every_example_of_the_help_begins_with_its_verb() -> None:
    for verb, (example, _) in STEPS.items():
        assert example.split()[0] == verb
    for name, (example, _) in COMMANDS.items():
        assert command_of(example)[0] == name


@pytest.mark.parametrize("name", list(qwirkle.variants()))
def test_help_follows_from_the_moves(name: str) -> None:
    kinds = qwirkle.get_variant(name).move_types
    found = dict(help_on(kinds, "pieces", ["undo", "board"]))
    assert ("board 12" in found) == (qwirkle.Place in kinds)
    for kind in kinds:
        meaning = found[kind.example or kind.verb]
        assert meaning.startswith(kind.meaning)
        assert all(repr(word) in meaning for word in kind.synonyms)
        assert parse_move(kind.example or kind.verb, qwirkle.get_variant(name))
    assert ("undo" in found, "redo" in found) == (True, False)
    assert found["c s d t k x"] == "circle, square, diamond, star, clover, cross"
    drawn = dict(help_on(kinds, "pieces", style="shapes"))["c s d t k x"]
    assert drawn == "● circle, ■ square, ◆ diamond, ★ star, ♣ clover, ✕ cross"
    has_rows = any(issubclass(kind, RowsMove) for kind in kinds)
    assert (rows_move_of(kinds) is not None) == has_rows == ("done" in found)


# Rows


def bench() -> Workbench:
    """Two rows, and a hand that fits them."""
    return Workbench([as_tiles("Rc Rs Rd"), as_tiles("Rt Yt Gt Bt")], as_tiles("Rx Ot Ot"))


def do(table: Workbench, *lines: str) -> None:
    """Do steps as people type them."""
    for line in lines:
        verb, *words = line.split()
        table.do(verb, words)


@pytest.mark.parametrize(
    ("lines", "rows", "hand"),
    [
        (["put rx 0"], ["Rc Rs Rd Rx", "Rt Yt Gt Bt"], "Ot Ot"),
        (["put Ot Ot 1"], ["Rc Rs Rd", "Rt Ot Ot Yt Gt Bt"], "Rx"),
        (["put red cross and OT to row 1"], ["Rc Rs Rd", "Rt Rx Ot Yt Gt Bt"], "Ot"),
        (["move red star from 1 to NEW"], ["Rc Rs Rd", "Yt Gt Bt", "Rt"], "Rx Ot Ot"),
        (["new Ot Rx"], ["Rc Rs Rd", "Rt Yt Gt Bt", "Rx Ot"], "Ot"),
        (["put Ot new"], ["Rc Rs Rd", "Rt Yt Gt Bt", "Ot"], "Rx Ot"),
        (["move Rt 1 0"], ["Rc Rs Rd Rt", "Yt Gt Bt"], "Rx Ot Ot"),
        (["move Rt Yt 1 new"], ["Rc Rs Rd", "Gt Bt", "Rt Yt"], "Rx Ot Ot"),
        (["move rc rs rd 0 1"], ["Rc Rs Rd Rt Yt Gt Bt"], "Rx Ot Ot"),
        (["put Rx Ot 0", "back rx 0"], ["Rc Rs Rd Ot", "Rt Yt Gt Bt"], "Rx Ot"),
        (["put Ot Ot 1", "back Ot Ot 1"], ["Rc Rs Rd", "Rt Yt Gt Bt"], "Rx Ot Ot"),
        (["move Rt 1 0", "put Rx 0", "reset"], ["Rc Rs Rd", "Rt Yt Gt Bt"], "Rx Ot Ot"),
    ],
)
def test_steps(lines: list[str], rows: list[str], hand: str) -> None:
    table = bench()
    do(table, *lines)
    assert table.rows == list(map(as_tiles, rows))
    assert str(table).splitlines()[-1] == f"hand  {hand}"


@pytest.mark.parametrize(
    "line",
    [
        "put Rx",
        "put Rx 2",
        "put Rx -1",
        "put Rx 99999999999999999999",
        "put Rc 0",
        "put Rx Rx 0",
        "put 0 0",
        "put Q 0",
        "new",
        "new Rc",
        "move Rt 1",
        "move Rt 0 1",
        "move Rt 1 7",
        "move 1 0 1",
        "back Rc 0",
        "back Rx 0",
        "back",
    ],
)
def test_a_wrong_step_changes_nothing(line: str) -> None:
    table = bench()
    do(table, "put Ot 1")
    before = str(table)
    with pytest.raises(QwirkleError):
        do(table, line)
    assert str(table) == before


def test_a_card_from_a_row_does_not_go_into_the_hand() -> None:
    table = Workbench([as_tiles("Rc Rs Rd")], as_tiles("Rc"))
    with pytest.raises(InvalidValue, match="Rc was there before your turn"):
        do(table, "back Rc 0")
    do(table, "put Rc 0", "back Rc 0")
    for line in ("back Rc 0", "back Rc Rs 0"):
        with pytest.raises(InvalidValue, match="Rc was there before your turn"):
            do(table, line)
    for line, card in (("back rt 0", "Rt"), ("back Rc Rc 0", "Rc"), ("back Rc new", "Rc")):
        with pytest.raises(InvalidValue, match=f"{card} is not in that row"):
            do(table, line)


def test_rows_have_the_same_numbers_as_in_the_picture() -> None:
    table = "Rd Od Gd Pd | Rd Gd Bd | Rt Yt Gt | Rc Rs Rd | Rt Rk Rx"
    state = qwirkle.position("cards", table=table, hands=["Ot", "Bx"])
    bench = Workbench.of(state.variant.scene(state), state.hands[0])
    picture = qwirkle.render.text(state).splitlines()
    assert str(bench).splitlines()[:-1] == picture[:5]
    empty = qwirkle.new_game("cards", seed=1)
    assert str(Workbench.of(empty.variant.scene(empty), ())) == "hand"


def test_messages_name_the_pieces_of_the_game() -> None:
    table = Workbench([], as_tiles("Rd Gd Bd"), "dominoes")
    for line, reason in (
        ("put Rd 0", "there is no row yet; start one, like: new Rd Gd Bd"),
        ("put Rd", "say which dominoes and which row, like: put Rt Rk 2"),
        ("new", "say which dominoes"),
    ):
        with pytest.raises(InvalidValue, match=reason):
            do(table, line)
    with pytest.raises(InvalidValue, match="'7' is not a row; the rows have the numbers 0 to 1"):
        do(bench(), "put Rx 7")


@pytest.mark.parametrize(
    ("rows", "steps"),
    [
        ("Rc Rs Rd Rx | Rt Yt Gt Bt", ["put Rx 0"]),
        ("Rc Rs Rd Rt | Yt Gt Bt", ["move Rt 1 0"]),
        ("Rc Rs Rd Rt Rx | Ot Yt Gt Bt", ["move Rt 1 0", "put Rx 0", "put Ot 1"]),
        ("Rc Rs Rd | Rt Yt Gt Bt | Rx Ot Ot", ["new Rx Ot Ot"]),
        ("Rc Rs Rd | Gt Bt | Rt Rx Yt Ot", ["move Rt Yt 1 new", "put Rx Ot 2"]),
        (
            "Rc Rt | Rs Yt | Rd Gt Bt",
            ["move Rt 1 0", "move Rs 0 new", "move Yt 1 2", "move Rd 0 1"],
        ),
    ],
)
def test_the_steps_to_a_move(rows: str, steps: list[str]) -> None:
    table = bench()
    wanted = list(map(as_tiles, rows.split("|")))
    assert list(table.steps_to(wanted)) == steps
    do(table, "put Ot 1", "new Rx")
    assert list(table.steps_to(wanted)) == ["reset", *steps]


@pytest.mark.parametrize("seed", range(4))
def test_the_steps_lead_to_the_move(seed: int) -> None:
    """In whole games, from the rows as they were and after other steps."""
    state = qwirkle.new_game("cards", seed=seed)
    random = Random(seed)
    shared = 0
    while not state.is_over:
        moves = qwirkle.legal_moves(state)
        scene = state.variant.scene(state)
        shared += len(scene.labels) > len({row[0].y for _, row in scene.labels})
        for move in (moves.sample(random), moves.best()):
            if not isinstance(move, RowsMove):
                continue
            table = Workbench.of(scene, state.hand)
            do(table, *table.steps_to(move.rows))
            assert type(move).of_rows(table.rows) == move
            assert next(table.steps_to(move.rows)) == "reset"
            do(table, *table.steps_to(move.rows))
            assert type(move).of_rows(table.rows) == move
        assert move is not None
        state = qwirkle.apply(state, move)
    assert shared > 5
