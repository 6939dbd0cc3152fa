"""The words that people type: commands, moves and cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from shells import SWITCH, Switch, reef

import qwirkle
from qwirkle import parse_move
from qwirkle.authoring import TileGame, Word
from qwirkle.cli.grammar import COMMANDS, STEPS, command_of, completed, help_on
from qwirkle.errors import NotationError
from qwirkle.notation import tidied

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
    "typed",
    [
        "switch Gs 1,0",
        "SWITCH gs 1 0",
        "barter green square at (1, 0)",
        "switch gs at 1,0",
        "switch gs@1,0",
    ],
)
def test_a_tile_and_a_cell_are_a_placement_only_where_the_verb_says_so(typed: str) -> None:
    assert parse_move(typed, reef(), forgiving=True) == SWITCH
    assert completed(typed, reef(), answers()[0]) == typed
    assert parse_move("play gs 2 0", reef(), forgiving=True) == parse_move("Gs@2,0")


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
    assert type(parse_move("trade Ada 1 0", state, forgiving=True)) is Trade
    with pytest.raises(NotationError, match="a name and two numbers follow 'trade'"):
        parse_move("trade Gs", state, forgiving=True)


def test_texts_of_moves_do_not_change() -> None:
    for variant in ("standard", "schmidt-actions", "cards"):
        state = qwirkle.new_game(variant, seed=8)
        for _ in range(12):
            for move in (qwirkle.bots.random, qwirkle.bots.greedy):
                found = move(qwirkle.observe(state, state.turn))
                assert tidied(str(found), state.variant.move_types) == str(found)
                assert parse_move(str(found), state, forgiving=True) == found
            state = qwirkle.apply(state, found)


@pytest.mark.parametrize("typed", ["Zs@0,0", "Zs @ 0 0", "Bs@1,0 Zs@0,0"])
def test_a_wrong_tile_is_quoted_as_it_was_typed(typed: str) -> None:
    with pytest.raises(NotationError, match=r"^'(Zs' is not a tile|zs' does not begin)"):
        parse_move(typed, STATE, forgiving=True)


@pytest.mark.parametrize(
    ("kind", "word"), [(kind, word) for kind in dict.fromkeys(KINDS) for word in kind.synonyms]
)
def test_synonyms_belong_to_the_game(kind: type[qwirkle.Move], word: str) -> None:
    assert tidied(f"{word} Rs", [kind]) == tidied(f"{kind.verb} Rs", [kind])
    assert tidied(f"{word} Rs", []) == f"{word} Rs"


def test_only_the_first_line_may_be_tiles_alone() -> None:
    opening = qwirkle.position(hands=["Rs Rc", "Gd"])
    assert parse_move("rs rc", opening, forgiving=True) == parse_move("Rs@0,0 Rc@1,0")
    assert parse_move("rs 5 5, rc 5 6", opening, forgiving=True) == parse_move("Rs@5,5 Rc@5,6")
    assert completed("rs 5 5 rc", opening, answers("5 6")[0]) == "Rs@5,5 Rc@5,6"
    with pytest.raises(NotationError, match="does not begin a move"):
        parse_move("bs rc", STATE, forgiving=True)
    with pytest.raises(NotationError, match="does not begin a move"):
        parse_move("rs rc rd", qwirkle.new_game("cards", seed=1), forgiving=True)


@pytest.mark.parametrize("typed", ["", " ", "xyzzy", "Bs@", "Bs@1", "1,0", "swap 1,0", "pass now"])
def test_an_unclear_meaning_is_refused(typed: str) -> None:
    with pytest.raises(NotationError):
        parse_move(typed, STATE, forgiving=True)


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


# Commands


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        *((example, name) for name, (example, _) in {**COMMANDS, **STEPS}.items()),
        (" Quit now", "quit"),
        ("h", "help"),
        ("Q", "quit"),
        ("exit", "quit"),
        ("  ", ""),
    ],
)
def test_commands_by_their_examples_and_other_names(typed: str, name: str) -> None:
    assert command_of(typed) == (name, typed.split()[1:])


@pytest.mark.parametrize("name", list(qwirkle.variants()))
def test_help_follows_from_the_moves(name: str) -> None:
    state = qwirkle.new_game(name, seed=1)
    kinds = state.variant.move_types
    bench = state.variant.workbench(state)
    found = dict(help_on(kinds, ["undo", "board"], bench=bench))
    assert ("board 12" in found) == (qwirkle.Place in kinds)
    for kind in kinds:
        meaning = found[kind.example or kind.verb]
        assert meaning.startswith(kind.meaning)
        assert all(repr(word) in meaning for word in kind.synonyms)
        assert parse_move(kind.example or kind.verb, state)
    assert ("undo" in found, "redo" in found) == (True, False)
    assert found["c s d t k x"] == "circle, square, diamond, star, clover, cross"
    drawn = dict(help_on(kinds, style="shapes"))["c s d t k x"]
    assert drawn == "● circle, ■ square, ◆ diamond, ★ star, ♣ clover, ✕ cross"
    assert ("done" in found) == (bench is not None)


def test_people_may_change_their_minds_as_often_as_they_like() -> None:
    """Every answer replaces the line before it, however many there are."""
    minds = iter(["rc"] * 5_000 + ["hint"])
    assert completed("rc", STATE, lambda question: next(minds)) == "hint"
