"""``qwirkle advise``: the best moves at a real table, by one command."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from players import walk

import qwirkle
from qwirkle.cli.commands import main
from qwirkle.record import held

BOARD = "Rs@0,0 Rc@1,0 Rd@2,0 Rt@3,0"
HAND = "Rk Bs Gc Yd Px Ot"
PAGE = Path(__file__).parents[2] / "docs" / "howto-real-table.md"


def advised(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code of the command, and what it prints."""
    code = main(["advise", *arguments])
    out, err = capsys.readouterr()
    return code, re.sub(" +$", "", out + err, flags=re.M)


def test_the_page_shows_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """The example of the page, word for word."""
    page = PAGE.read_text(encoding="utf-8").partition("## What is best?")[2]
    command, shown = re.findall(r"```(?:sh|text)\n(.*?)```", page, re.S)[:2]
    assert advised(capsys, *shlex.split(command)[2:]) == (0, shown)


def test_a_board_and_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    view = qwirkle.view("schmidt", board=BOARD, hand=HAND)
    for top, seed in ((1, 0), (3, 7)):
        options = ["--variant=schmidt", f"--top={top}", f"--seed={seed}"]
        expected = qwirkle.advise(view, top, seed=seed)
        code, said = advised(capsys, BOARD, HAND, *options)
        assert (code, re.findall(r"^[0-9]\. (.*)$", said, re.M)) == (
            0,
            [str(advice.move) for advice in expected],
        )
        assert advised(capsys, BOARD, HAND, *options, "--json") == (
            0,
            qwirkle.to_json(expected) + "\n",
        )
    code, said = advised(capsys, BOARD, HAND, "--seconds=0.01")
    assert code == 0
    assert advised(capsys, BOARD) == (
        1,
        "qwirkle: say which tiles are in the hand, like 'Rs Bd Gx'\n",
    )


@pytest.mark.parametrize("variant", ["hebrew", "cards"])
def test_a_saved_game_knows_the_hand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, variant: str
) -> None:
    """Whether it is a record, a state or a view; another hand may be given if there is a board."""
    state = walk(qwirkle.new_game(variant, players=2, seed=8), qwirkle.bots.greedy)[6]
    view = qwirkle.observe(state, state.turn)
    expected = qwirkle.to_json(qwirkle.advise(view)) + "\n"
    path = tmp_path / "game"
    for text in (str(qwirkle.GameRecord(state)), qwirkle.to_json(state), qwirkle.to_json(view)):
        path.write_text(text, encoding="utf-8")
        assert advised(capsys, str(path), "--json") == (0, expected)
    code, said = advised(capsys, str(path), HAND, "--json")
    if variant == "cards":
        name = state.players[state.turn].name
        assert (code, said) == (1, f"qwirkle: {name} holds 9 cards, not 6\n")
        return
    other = qwirkle.observe(held(state, HAND), state.turn)
    assert (code, said) == (0, qwirkle.to_json(qwirkle.advise(other)) + "\n")
    assert isinstance(state, qwirkle.TileState)
    alone = qwirkle.view("hebrew", board=state.board, hand=HAND)
    answer = advised(capsys, str(path), HAND, "--json", "--variant", "hebrew")
    assert answer == (0, qwirkle.to_json(qwirkle.advise(alone)) + "\n")


def test_a_hand_that_nobody_told_is_not_advised_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It is made up, and the file of a score keeper has nothing else."""
    state = qwirkle.position(board="Rs@0,0", hands=["Rc Bs Gx", "Gd Yd Od"])
    record = qwirkle.GameRecord(state).play(qwirkle.parse_move("Rc@1,0"), holding="Rc Pd Px")
    path = tmp_path / "evening.txt"
    path.write_text(str(record), encoding="utf-8")
    reason = "qwirkle: the hands of this game are made up: type your tiles after its name\n"
    assert advised(capsys, str(path)) == (1, reason)
    view = qwirkle.observe(held(record.state, "Bs Yd Gx"), record.state.turn)
    expected = qwirkle.to_json(qwirkle.advise(view)) + "\n"
    assert advised(capsys, str(path), "blue square, yd and GX", "--json") == (0, expected)


def test_a_game_without_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    answer = advised(capsys, BOARD, HAND, "--variant=cards")
    assert answer == (1, "qwirkle: cards has no board: give a saved game\n")
