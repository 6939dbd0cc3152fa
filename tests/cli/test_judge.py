"""``qwirkle judge``: a question at a real table, answered by one command."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from cases import case
from own_games import Starred

import qwirkle
from qwirkle.cli.commands import main
from qwirkle.errors import NotationError

BOARD = "Rs@0,0 Rc@1,0 Bc@1,1"
PAGE = Path(__file__).parents[2] / "docs" / "howto-real-table.md"


def judged(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    """The exit code of the command, and the lines that it prints."""
    code = main(["judge", *arguments])
    out, err = capsys.readouterr()
    return code, [line.rstrip() for line in (out + err).splitlines()]


def test_the_page_shows_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """The example of the page, word for word."""
    command, shown = re.findall(
        r"```(?:sh|text)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S
    )[:2]
    arguments = re.findall(r"'([^']*)'|(\S+)", command)
    _, _, *given = [quoted or plain for quoted, plain in arguments]
    assert judged(capsys, *given) == (0, [line.rstrip() for line in shown.splitlines()])


# The board, the move, the exit code, and the lines below the picture.
ASKED: dict[str, tuple[str, str, int, list[str]]] = {
    "two lines": (
        BOARD,
        "Rd@2,0 Bd@2,1",
        0,
        [
            "Legal: place the red diamond and the blue diamond at 2,0 and 2,1",
            "  2 for the red diamond and the blue diamond",
            "  3 for the red square, the red circle and the red diamond",
            "  2 for the blue circle and the blue diamond",
            "  7 points",
        ],
    ),
    "a first line by its tiles alone": (
        "(no tiles in play)",
        "rs rc",
        0,
        [
            "Legal: place the red square and the red circle at 0,0 and 1,0",
            "  2 for the red square and the red circle",
            "  2 points",
        ],
    ),
    "an exchange": ("Rs@0,0", "swap rd", 0, ["Legal as far as the board shows: exchange 1 tile"]),
    "not legal": (
        BOARD,
        "bd 2 0",
        1,
        [
            "Not legal: place the blue diamond at 2,0",
            "  The red square, the red circle and the blue diamond share neither a colour nor",
            "  a shape.",
        ],
    ),
}


def test_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """Legal or not, with the points line by line or the reasons in plain words."""
    for name, (board, move, code, wanted) in ASKED.items():
        with case(name):
            found, lines = judged(capsys, board, move)
            assert found == code
            at = next(i for i, line in enumerate(lines) if line.startswith(("Legal", "Not legal")))
            assert lines[at : at + len(wanted)] == wanted


def test_the_reasons_name_the_rules_of_the_edition(capsys: pytest.CaptureFixture[str]) -> None:
    """The rule follows the reason, as the edition states it."""
    _, lines = judged(capsys, BOARD, "bd 2 0", "--variant", "schmidt")
    assert any(line.startswith("    schmidt, rule P3: One colour or one shape.") for line in lines)


def test_a_board_that_cannot_exist_is_judged_with_a_remark(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Only what the move does counts."""
    code, lines = judged(capsys, "Rs@0,0 Bc@1,0", "rd 0 1")
    assert code == 0
    assert "The board itself breaks the rules:" in lines
    assert lines[-1] == "  2 points"


def test_where_a_board_comes_from(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text, a grid, a file, the standard input, JSON or a record; a game brings its variant."""
    state = qwirkle.position("schmidt", board=BOARD, hands=["Rd", "Gd"])
    files = {
        "grid.txt": qwirkle.render.text(state.board),
        "shown.txt": qwirkle.render.text(state, style="shapes", margin=1),
        "colored.txt": qwirkle.render.text(state, style="color", margin=1),
        "cells.txt": BOARD,
        "typed.txt": "rs 0 0, red circle at 1,0\nand bc@(1 1)",
        "from_notepad.txt": f"\ufeff{BOARD}\r\n",
        "state.json": qwirkle.to_json(state),
        "game.txt": str(qwirkle.GameRecord(state)),
    }
    wanted = judged(capsys, BOARD, "rd 2 0")
    assert judged(capsys, files["grid.txt"], "rd 2 0") == wanted
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert judged(capsys, str(tmp_path / name), "rd 2 0") == wanted
    monkeypatch.setattr("sys.stdin", io.StringIO(files["grid.txt"]))
    assert judged(capsys, "-", "rd 2 0") == wanted
    empty = qwirkle.render.text(qwirkle.new_game(seed=1))
    assert judged(capsys, empty, "rs rc") == judged(capsys, "(no tiles in play)", "rs rc")
    _, lines = judged(capsys, str(tmp_path / "state.json"), "bd 2 0")
    assert any("schmidt, rule P3" in line for line in lines)
    _, lines = judged(capsys, str(tmp_path / "state.json"), "bd 2 0", "--variant", "hebrew")
    assert any("hebrew, rule P3" in line for line in lines)


def test_a_bonus_of_a_house_rule_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """It has its own line."""
    qwirkle.register(Starred("starred"))
    code, lines = judged(capsys, "Rs@0,0", "bs 1 0", "--variant", "starred")
    assert (code, lines[-3:]) == (
        0,
        ["  2 for the red square and the blue square", "  1 as a bonus", "  3 points"],
    )


def test_options_are_added_to_those_of_a_saved_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """With hands of one tile, nobody can place two."""
    game = qwirkle.get_variant("standard", hand_size=1)
    saved = tmp_path / "state.json"
    saved.write_text(qwirkle.to_json(qwirkle.position(game, board=BOARD)), encoding="utf-8")
    for more in ([], ["--option", "tie_break=youngest"]):
        code, lines = judged(capsys, str(saved), "rd 2 0, bd 2 1", *more)
        assert (code, any("nobody can hold 2 tiles" in line.lower() for line in lines)) == (1, True)
    assert judged(capsys, BOARD, "rd 2 0, bd 2 1", "--option", "hand_size=1")[0] == 1
    assert judged(capsys, BOARD, "rd 2 0, bd 2 1")[0] == 0


def test_a_picture_and_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The picture has the placed tile; the answer for programs has everything."""
    picture = tmp_path / "move.svg"
    code, [text] = judged(capsys, BOARD, "rd 2 0", "--svg", str(picture), "--json")
    answer = json.loads(text)
    assert (code, answer["legal"], answer["score"]["total"]) == (0, True, 3)
    assert (answer["violations"], answer["board_violations"]) == ([], [])
    assert 'data-tile="Rd"' in picture.read_text(encoding="utf-8")
    code, [text] = judged(capsys, BOARD, "Rc@1,0", "--json")
    answer = json.loads(text)
    assert (code, answer["legal"], answer["violations"][0]["code"]) == (1, False, "cell-taken")


def test_what_cannot_be_drawn_is_answered_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """A tile that is far away is not in the picture, and a huge board has none."""
    code, lines = judged(capsys, BOARD, f"rd {10**9} {10**9}")
    assert (code, lines[0].split()) == (1, ["-1", "0", "1", "2"])
    assert "  Nothing joins the red diamond to the tiles on the board." in lines
    code, lines = judged(capsys, f"Rs@0,0 Rc@{10**9},0", "rd 0 1")
    assert (code, lines[-1]) == (0, "  2 points")
    assert "too far apart" in lines[0]


def test_a_long_board(capsys: pytest.CaptureFixture[str]) -> None:
    """A text that no file could have as its name is still a board."""
    row = " ".join(f"{'ROYGBP'[x % 6]}s@{x},{y}" for y in range(0, 18, 2) for x in range(6))
    code, lines = judged(capsys, row, "rc 0 1")
    assert code == 1
    assert any(line.startswith("Not legal") for line in lines)


# The board, the move, and what the message says.
WRONG: dict[str, tuple[str, str, str]] = {
    "no such tile": ("Zs@0,0", "rc 0 1", "'Zs' is not a tile"),
    "no such move": (BOARD, "hop", "'hop' does not begin a move"),
    "beside nothing": (BOARD, "rd below the blue star", "there is no blue star on the board"),
    "beside two": (
        "Rs@0,0 Rc@1,0 Rs@1,1",
        "rd left of rs",
        "the red square is on the board 2 times",
    ),
    "a folder": (str(PAGE.parent), "rc 0 1", "is neither a file nor a board"),
    "a very long board": ("Rs" * 600_000, "rc 0 1", "longer than 100000 characters"),
}


def test_wrong_questions(capsys: pytest.CaptureFixture[str]) -> None:
    """The message says what is wrong; it is short, and the exit code is 1."""
    for name, (board, move, message) in WRONG.items():
        with case(name):
            code, lines = judged(capsys, board, move)
            assert code == 1
            assert message in " ".join(lines)
            assert len(" ".join(lines)) < 1200


def test_a_game_without_a_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Cards have rows, and no cells."""
    saved = tmp_path / "cards.json"
    saved.write_text(qwirkle.to_json(qwirkle.new_game("cards", seed=1)), encoding="utf-8")
    assert "no board" in judged(capsys, str(saved), "pass")[1][0]
    assert "no board" in judged(capsys, BOARD, "redraw", "--variant", "cards")[1][0]


BESIDE = {
    "rd right of the rt": "Rd@3,0",
    "red diamond to the left of red star": "Rd@1,0",
    "Rd Above Rt": "Rd@2,-1",
    "rd below the Red Star and gt 9 9": "Rd@2,1 Gt@9,9",
}


def test_beside_a_tile() -> None:
    """A cell can be named by the only tile of its kind; without a board there is none."""
    for text, wanted in BESIDE.items():
        with case(text):
            board = "Rt@2,0"
            assert str(qwirkle.parse_move(text, forgiving=True, board=board)) == wanted
            with pytest.raises(NotationError, match="there is no red star"):
                qwirkle.parse_move(text, forgiving=True)
            with pytest.raises(NotationError):
                qwirkle.parse_move(text, board=board)
