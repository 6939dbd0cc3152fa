"""The workbench of the card game: rows that are rearranged step by step."""

from __future__ import annotations

from random import Random

import pytest

import qwirkle
from qwirkle import QwirkleError
from qwirkle.authoring import as_tiles, tiles_text
from qwirkle.cli.grammar import STEPS
from qwirkle.errors import InvalidValue
from qwirkle.render.terminal import scene_text
from qwirkle_variants import Lay
from qwirkle_variants.cards.game import card_game
from qwirkle_variants.cards.rows import CardWorkbench


def bench(
    *steps: str, rows: str = "Rc Rs Rd | Rt Yt Gt Bt", hand: str = "Rx Ot Ot"
) -> CardWorkbench:
    """A workbench after some steps; without others, two rows and a hand that fits them."""
    cards = as_tiles(hand)
    found = CardWorkbench(tuple(map(as_tiles, rows.split("|"))) if rows else (), cards, cards)
    for step in steps:
        verb, *words = step.split()
        found = found.after(verb, words)
    return found


@pytest.mark.parametrize(
    ("steps", "rows", "hand"),
    [
        (["put rx 0"], "Rc Rs Rd Rx | Rt Yt Gt Bt", "Ot Ot"),
        (["put Ot Ot 1"], "Rc Rs Rd | Rt Ot Ot Yt Gt Bt", "Rx"),
        (["put red cross and OT to row 1"], "Rc Rs Rd | Rt Rx Ot Yt Gt Bt", "Ot"),
        (["move red star from 1 to NEW"], "Rc Rs Rd | Yt Gt Bt | Rt", "Rx Ot Ot"),
        (["new Ot Rx"], "Rc Rs Rd | Rt Yt Gt Bt | Rx Ot", "Ot"),
        (["put Ot new"], "Rc Rs Rd | Rt Yt Gt Bt | Ot", "Rx Ot"),
        (["move Rt 1 0"], "Rc Rs Rd Rt | Yt Gt Bt", "Rx Ot Ot"),
        (["move Rt Yt 1 new"], "Rc Rs Rd | Gt Bt | Rt Yt", "Rx Ot Ot"),
        (["move rc rs rd 0 1"], "Rc Rs Rd Rt Yt Gt Bt", "Rx Ot Ot"),
        (["put Rx Ot 0", "back rx 0"], "Rc Rs Rd Ot | Rt Yt Gt Bt", "Rx Ot"),
        (["put Ot Ot 1", "back Ot Ot 1"], "Rc Rs Rd | Rt Yt Gt Bt", "Rx Ot Ot"),
    ],
)
def test_steps(steps: list[str], rows: str, hand: str) -> None:
    after = bench(*steps)
    assert after.move == Lay(rows)
    assert tiles_text(after.hand) == hand


def test_cards_are_moved_by_hand() -> None:
    """As by the steps; the number after the last row begins a new one."""
    moved = bench().moved(as_tiles("Rx"), None, 0)
    assert moved == bench("put Rx 0")
    assert moved.moved(as_tiles("Rt"), 1, 0) == bench("put Rx 0", "move Rt 1 0")
    assert moved.moved(as_tiles("Rx"), 0, None) == bench()
    assert bench().moved(as_tiles("Ot Ot"), None, 2) == bench("new Ot Ot")
    with pytest.raises(InvalidValue, match="Rc was there before your turn"):
        bench().moved(as_tiles("Rc"), 0, None)
    with pytest.raises(InvalidValue, match="Gd is not in your hand"):
        bench().moved(as_tiles("Gd"), None, 0)


def test_an_empty_row_keeps_its_number() -> None:
    emptied = bench("move Rc Rs Rd 0 1")
    assert scene_text(emptied.scene, "ascii") == " 1  Rc Rs Rd Rt Yt Gt Bt\nhand  Rx Ot Ot"
    added = bench("new Rx", "back Rx 2")
    assert added.move == bench().move
    assert added != bench()
    assert bench("move Rt 1 0", "move Rt 0 1") == bench()


def test_rows_have_the_same_numbers_as_in_the_picture() -> None:
    table = "Rd Od Gd Pd | Rd Gd Bd | Rt Yt Gt | Rc Rs Rd | Rt Rk Rx"
    state = qwirkle.position(card_game, table=table, hands=["Ot", "Bx"])
    for position in (state, qwirkle.observe(state, 0)):
        scene = card_game.workbench(position).scene
        picture = qwirkle.render.text(position).splitlines()
        assert scene_text(scene, "ascii").splitlines() == [*picture[:5], "hand  Ot"]


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("put Rx", "say which cards and which row, like: put Rt Rk 2"),
        ("put Rx 2", "'2' is not a row; the rows have the numbers 0 to 1"),
        ("put Rx -1", "'-1' is not a row"),
        ("put Rx 99999999999999999999", "is not a row"),
        ("put Rc 0", "Rc is not in your hand"),
        ("put Rx Rx 0", "Rx is not in your hand"),
        ("put 0 0", "'0' is not a tile"),
        ("put Q 0", "'q' is not a tile"),
        ("new", "say which cards"),
        ("new Rc", "Rc is not in your hand"),
        ("move Rt 1", "say which cards and which row, like: move Yd 2 3"),
        ("move Rt 0 1", "Rt is not in that row"),
        ("move Rt 1 7", "'7' is not a row"),
        ("move 1 0 1", "'1' is not a tile"),
        ("back Rc 0", "Rc was there before your turn, so it must stay in a row"),
        ("back Rs Rc 0", "Rs was there before your turn"),
        ("back Ot Rt 1", "Rt was there before your turn"),
        ("back Ot Ot 1", "Ot is not in that row"),
        ("back Rx 0", "Rx is not in that row"),
        ("back Rx new", "Rx is not in that row"),
        ("back", "say which cards and which row, like: back Rt 2"),
    ],
)
def test_a_wrong_step_is_explained(step: str, reason: str) -> None:
    with pytest.raises(QwirkleError, match=reason):
        bench("put Ot 1", step)


def test_without_rows_the_first_one_has_to_be_started() -> None:
    empty = bench(rows="", hand="Rd Gd Bd")
    assert empty.scene.notes == ("hand  Rd Gd Bd",)
    assert bench("new Rd Gd Bd", rows="", hand="Rd Gd Bd").scene.notes == ("hand",)
    with pytest.raises(InvalidValue, match="there is no row yet; start one, like: new Rd Gd Bd"):
        empty.after("put", ["Rd", "0"])


@pytest.mark.parametrize(
    ("line", "answers", "found"),
    [
        ("rt", ["0"], "put Rt 0"),
        ("red star and rk", [" NEW "], "put Rt Rk new"),
        ("rt", [""], ""),
        ("rt", ["cells"], "cells"),
        ("rt", ["rk", "0"], "put Rk 0"),
        ("rt rk@0,0", [], "rt rk@0,0"),
        ("hint", [], "hint"),
        (" ", [], " "),
    ],
)
def test_a_card_alone_is_put_into_a_row(line: str, answers: list[str], found: str) -> None:
    waiting = iter(answers)
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return next(waiting)

    assert bench().completed(line, ask) == found
    assert len(asked) == len(answers)
    assert all("which row?" in question for question in asked)


@pytest.mark.parametrize(
    ("rows", "steps"),
    [
        ("Rc Rs Rd Rx | Rt Yt Gt Bt", ["put Rx 0"]),
        ("Rc Rs Rd Rt | Yt Gt Bt", ["move Rt 1 0"]),
        ("Rc Rs Rd Rt Rx | Ot Yt Gt Bt", ["move Rt 1 0", "put Rx 0", "put Ot 1"]),
        ("Rc Rs Rd | Rt Yt Gt Bt | Rx Ot Ot", ["new Rx Ot Ot"]),
        ("Rc Rs Rd | Rt Rx Ot | Yt Gt Bt", ["move Rt 1 new", "put Rx Ot 2"]),
        (
            "Rc Rt | Rs Yt | Rd Gt Bt",
            ["move Rt 1 0", "move Rs 0 new", "move Yt 1 2", "move Rd 0 1"],
        ),
    ],
)
def test_the_steps_to_a_move(rows: str, steps: list[str]) -> None:
    assert list(bench().steps_to(Lay(rows))) == steps
    assert bench(*steps).move == Lay(rows)


@pytest.mark.parametrize("seed", range(4))
def test_the_steps_lead_to_every_move_of_a_game(seed: int) -> None:
    state = qwirkle.new_game(card_game, seed=seed)
    random = Random(seed)
    while not state.is_over:
        moves = qwirkle.legal_moves(state)
        best = moves.best()
        assert best is not None
        for move in (moves.sample(random), best):
            built = card_game.workbench(state)
            steps = list(built.steps_to(move))
            for verb, *words in map(str.split, steps):
                built = built.after(verb, words)
            assert built.move == move if isinstance(move, Lay) else not steps
        state = qwirkle.apply(state, best)


def test_every_example_begins_with_its_verb() -> None:
    assert all(example.split()[0] == verb for verb, (example, _) in CardWorkbench.verbs.items())
    assert not {*CardWorkbench.verbs} & {*STEPS}


def test_people_may_change_their_minds_as_often_as_they_like() -> None:
    minds = iter(["rt"] * 5_000 + ["hint"])
    assert bench().completed("rt", lambda question: next(minds)) == "hint"
