"""The workbench of the card game: cards go where they are put, and nothing gets lost."""

from __future__ import annotations

from random import Random

import pytest

import qwirkle
from qwirkle import InvalidValue, QwirkleError
from qwirkle.cli.workbench import STEPS, TURNS, Workbench
from qwirkle.tiles import as_tiles


def bench() -> Workbench:
    """Two rows, and a hand that fits them."""
    return Workbench([as_tiles("Rc Rs Rd"), as_tiles("Rt Yt Gt Bt")], as_tiles("Rx Ot Ot"))


def do(table: Workbench, *lines: str) -> None:
    """Steps as people type them."""
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
    assert table.move_text == "lay " + " | ".join(rows)
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
def test_what_cannot_be_done_changes_nothing(line: str) -> None:
    table = bench()
    do(table, "put Ot 1")
    before = str(table)
    with pytest.raises(QwirkleError):
        do(table, line)
    assert str(table) == before


def test_a_card_of_the_table_does_not_go_into_the_hand() -> None:
    table = Workbench([as_tiles("Rc Rs Rd")], as_tiles("Rc"))
    with pytest.raises(InvalidValue, match="Rc is not one that you have put down"):
        do(table, "back Rc 0")
    do(table, "put Rc 0", "back Rc 0")
    with pytest.raises(InvalidValue):
        do(table, "back Rc 0")


def test_rows_have_the_numbers_that_the_picture_shows() -> None:
    table = "Rd Od Gd Pd | Rd Gd Bd | Rt Yt Gt | Rc Rs Rd | Rt Rk Rx"
    state = qwirkle.position("cards", table=table, hands=["Ot", "Bx"])
    table = Workbench.of(state.variant.scene(state), state.hands[0])
    picture = qwirkle.render.text(state).splitlines()
    assert str(table).splitlines()[:-1] == picture[:5]
    empty = qwirkle.new_game("cards", seed=1)
    assert str(Workbench.of(empty.variant.scene(empty), ())) == "hand"


def test_every_example_of_the_help_begins_with_its_verb() -> None:
    for verb, (example, _) in (STEPS | TURNS).items():
        assert example.split()[0] == verb


def test_a_table_without_rows_says_how_to_begin_one() -> None:
    with pytest.raises(InvalidValue, match="there is no row yet; begin one, like: new Rd Gd Bd"):
        do(Workbench([], as_tiles("Rd Gd Bd")), "put Rd 0")
    with pytest.raises(InvalidValue, match="'7' is not a row; the rows have the numbers 0 to 1"):
        do(bench(), "put Rx 7")


@pytest.mark.parametrize(
    ("move", "steps"),
    [
        ("lay Rc Rs Rd Rx | Rt Yt Gt Bt", ["put Rx 0"]),
        ("lay Rc Rs Rd Rt | Yt Gt Bt", ["move Rt 1 0"]),
        ("lay Rc Rs Rd Rt Rx | Ot Yt Gt Bt", ["move Rt 1 0", "put Rx 0", "put Ot 1"]),
        ("lay Rc Rs Rd | Rt Yt Gt Bt | Rx Ot Ot", ["new Rx Ot Ot"]),
        ("lay Rc Rs Rd | Gt Bt | Rt Rx Yt Ot", ["move Rt Yt 1 new", "put Rx Ot 2"]),
        (
            "lay Rc Rt | Rs Yt | Rd Gt Bt",
            ["move Rt 1 0", "move Rs 0 new", "move Yt 1 2", "move Rd 0 1"],
        ),
    ],
)
def test_the_steps_to_a_move(move: str, steps: list[str]) -> None:
    table = bench()
    assert list(table.steps_to(move)) == steps
    do(table, "put Ot 1", "new Rx")
    assert list(table.steps_to(move)) == ["reset", *steps]


def test_a_move_is_announced_by_its_cards() -> None:
    for move, told in (
        ("lay Rc Rs Rd Rx | Rt Yt Gt Bt", "Rx"),
        ("lay Rc Rs Rd Rt | Ot Yt Gt Bt", "Ot, with rows regrouped"),
        ("lay Rc Rs Rd | Rt Yt Gt Bt | Rx Ot Ot", "Rx Ot Ot"),
    ):
        assert bench().told(move) == told


@pytest.mark.parametrize("seed", range(4))
def test_the_steps_lead_to_the_move(seed: int) -> None:
    """In whole games, from the table as it was and after other steps."""
    state = qwirkle.new_game("cards", seed=seed)
    random = Random(seed)
    shared = 0
    while not state.is_over:
        moves = qwirkle.legal_moves(state)
        scene = state.variant.scene(state)
        shared += len(scene.rows) > len({row[0].y for row in scene.rows})
        for move in (moves.sample(random), moves.best()):
            if move is None or move.verb != "lay":
                continue
            table = Workbench.of(scene, state.hand)
            do(table, *table.steps_to(str(move)))
            assert qwirkle.parse_move(table.move_text, state) == move
            assert next(table.steps_to(str(move))) == "reset"
            do(table, *table.steps_to(str(move)))
            assert qwirkle.parse_move(table.move_text, state) == move
        state = qwirkle.apply(state, move)
    assert shared > 5
