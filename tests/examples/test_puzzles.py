"""The example that makes puzzles: each has one best move, and the pictures do not reveal it."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

import puzzles
import pytest

import qwirkle

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("variant", ["standard", "schmidt-actions"])
def test_each_has_exactly_one_best_move(variant: str) -> None:
    """The margin is checked against every legal move, including exchanges."""
    for puzzle in islice(puzzles.puzzles(variant, seed=1, margin=4), 8):
        points = {
            move: qwirkle.score(puzzle.view, move).total
            for move in qwirkle.legal_moves(puzzle.view)
        }
        assert points.pop(puzzle.best) == puzzle.points
        assert max(points.values()) == puzzle.second <= puzzle.points - 4
        assert len(puzzle.best.tiles) >= 2
        assert puzzles.FEWEST <= len(puzzle.view.board) <= puzzles.MOST
        assert puzzle.view.seat == puzzle.view.turn == 0


@pytest.mark.parametrize(
    ("board", "hand", "points"),
    [
        ("Rs@0,0 Rc@1,0 Rt@2,0 Rk@3,0 Bs@0,1 Bc@-1,1", "Rd Rx", [12, 12, 7]),
        ("Rs@0,0 Rc@1,0 Rt@2,0 Rk@3,0 Rd@4,0 Bs@0,1 Bc@-1,1", "Rx Yd", [12, 2, 2]),
        ("Rs@0,0", "Gd", []),
    ],
    ids=["two best moves", "a single tile", "no placement"],
)
def test_positions_that_are_not_puzzles(board: str, hand: str, points: list[int]) -> None:
    view = qwirkle.observe(qwirkle.position(board=board, hands=[hand, "Yx"]), 0)
    scored = sorted((points for _, points in qwirkle.legal_moves(view).scored()), reverse=True)
    assert scored[:3] == points
    assert puzzles.puzzle_of(view, 1) is None


def test_pictures_show_what_the_player_sees(tmp_path: Path) -> None:
    """The rival's tiles and the supply are not in them."""
    puzzle = next(puzzles.puzzles("standard", seed=5, margin=3))
    puzzles.save(puzzle, tmp_path, 7)
    picture, solution = (
        tmp_path.joinpath(f"puzzle-07{end}.svg").read_text("utf-8") for end in ("", "-solution")
    )
    assert isinstance(puzzle.view, qwirkle.View)
    assert picture == qwirkle.render.svg(puzzle.view)
    assert solution == qwirkle.render.svg(puzzle.view, move=puzzle.best)
    assert picture.count("data-tile") == len(puzzle.view.board) + len(puzzle.view.hand)


def test_the_program_makes_the_pictures_of_the_documentation(tmp_path: Path) -> None:
    """The pictures of its first puzzle are the same, byte for byte."""
    command = [sys.executable, puzzles.__file__, "--count=2", f"--folder={tmp_path / 'new'}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    made = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert len(made) == 4
    for name in ("puzzle-01.svg", "puzzle-01-solution.svg"):
        assert (tmp_path / "new" / name).read_bytes() == (DOCS / "pictures" / name).read_bytes()
    first = next(puzzles.puzzles("standard", seed=1, margin=3))
    assert (first.points, first.second) == (10, 7)  # as the documentation says
    assert f"find {first.points} points (the next best is {first.second})" in done.stdout


@pytest.mark.parametrize(
    ("option", "word"),
    [
        ("--count=0", "the count and the margin must be at least 1"),
        ("--margin=0", "the count and the margin must be at least 1"),
        ("--variant=cards", "puzzles need a tile game, and cards is not one"),
        ("--variant=crads", "did you mean 'cards'?"),
        (f"--folder={__file__}", "test_puzzles.py"),
    ],
)
def test_a_mistake_gets_a_plain_message(
    option: str, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        puzzles.main([f"--folder={tmp_path}", option])
    assert word in capsys.readouterr().err
