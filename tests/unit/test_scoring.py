"""The points of moves, line by line."""

from __future__ import annotations

import attrs
import pytest
from cases import case
from samples import opened, tiles

import qwirkle
from qwirkle import (
    Cell,
    Exchange,
    IllegalMove,
    Line,
    Pass,
    Place,
    Score,
    ScoredLine,
    TileGame,
)

QWIRKLE_BUT_ONE = "Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0 Rk@4,0"


def test_lines_and_their_points() -> None:
    """C1 and C2: each line that is formed or extended counts all its tiles."""
    cases: list[tuple[str, str, list[int]]] = [
        ("Rs@0,0", "Bs@1,0", [2]),
        ("Rs@0,0", "Bs@1,0 Gs@2,0", [3]),
        ("Rs@0,0 Bs@1,0", "Gs@-1,0 Ys@2,0", [4]),  # both ends, old tiles included (C1, P5)
        ("Rs@0,0 Bs@1,0", "Bc@1,1", [2]),
        ("Rs@0,0 Bs@1,0 Rc@0,1", "Bc@1,1", [2, 2]),  # a tile in two lines counts in both
        ("Rs@0,0 Bs@1,0", "Rc@0,1 Bc@1,1", [2, 2, 2]),
        ("Rs@0,0 Bs@1,0", "Bc@1,1 Bd@1,2", [3]),
        (QWIRKLE_BUT_ONE, "Rx@5,0", [12]),  # C2
        (QWIRKLE_BUT_ONE + " Bk@4,1 Bx@5,1", "Rx@5,0", [12, 2]),
    ]
    for board, move, points in cases:
        with case(board, move, points):
            placed = qwirkle.parse_move(move)
            assert isinstance(placed, Place)
            state = qwirkle.position(board=board, hands=[placed.laid, "Gk"])
            for table in (state, qwirkle.observe(state, 0)):
                score = qwirkle.score(table, placed)
                assert [line.points for line in score.lines] == points
                assert (score.total, int(score), score.end_bonus) == (sum(points), sum(points), 0)
            after = qwirkle.apply(state, placed)
            assert after.scores == (sum(points), 0)
            for line in score.lines:
                assert tuple(after.board[cell] for cell in line.cells) == line.tiles
                assert len(line) == len(line.tiles) == len(line.cells)


def test_a_single_opening_tile_is_one_line_of_one() -> None:
    """R2: it scores 1."""
    state = qwirkle.position(hands=["Rs Bd", "Gk"])
    score = qwirkle.score(state, Place({(0, 0): "Rs"}))
    assert score == Score((ScoredLine((Cell(0, 0),), tiles("Rs"), 1),))
    assert qwirkle.apply(state, Place({(0, 0): "Rs"})).scores == (1, 0)


def test_an_opening_of_six_is_a_qwirkle() -> None:
    """C2 applies to the first move."""
    state = qwirkle.position(hands=["Rc Rs Rd Rt Rk Rx", "Gk"])
    move = next(iter(qwirkle.legal_moves(state)))
    assert qwirkle.score(state, move).total == 12


def test_the_end_bonus() -> None:
    """C3: six more for the last tile of the hand, with an empty supply only."""
    board, move = "Rs@0,0", Place({(1, 0): "Bs"})
    ends = qwirkle.position(board=board, hands=["Bs", "Gk"], supply="")
    assert (qwirkle.score(ends, move).total, qwirkle.score(ends, move).end_bonus) == (8, 6)
    assert qwirkle.apply(ends, move).scores == (8, 0)
    tiles_left = qwirkle.position(board=board, hands=["Bs", "Gk"], supply="Rc")
    assert qwirkle.score(tiles_left, move).end_bonus == 0
    more_in_hand = qwirkle.position(board=board, hands=["Bs Gx", "Gk"], supply="")
    assert qwirkle.score(more_in_hand, move).end_bonus == 0


def test_other_moves_score_nothing() -> None:
    """X1: neither an exchange nor a pass has points."""
    assert qwirkle.score(opened(), Exchange("Bc")) == Score()
    stuck = opened(hands=["Gd", "Bc"], supply="")
    assert qwirkle.score(stuck, Pass()) == Score()
    assert (Score().total, int(Score()), Score().lines, Score().end_bonus) == (0, 0, (), 0)


def test_only_legal_moves_have_a_score() -> None:
    """An IllegalMove has the same violations as check."""
    move = Place({(5, 5): "Bc"})
    with pytest.raises(IllegalMove) as caught:
        qwirkle.score(opened(), move)
    assert caught.value.violations == qwirkle.check(opened(), move) != ()
    assert caught.value.move == move


def test_a_score_is_the_sum_of_its_parts() -> None:
    """A score that was made directly adds up too."""
    lines = (ScoredLine((), (), 5), ScoredLine((), (), 7))
    assert Score(lines, 6).total == 18
    assert Score(lines, 6) == Score(lines=lines, end_bonus=6)
    assert hash(Score(lines, 6)) == hash(Score(lines, 6))
    assert Score(lines, 6) != Score(lines, 0)


def test_scored_lines_are_lines() -> None:
    """Their points are part of the value, and they are frozen."""
    score = qwirkle.score(opened(), Place({(2, 0): "Gs"}))
    [line] = score.lines
    assert isinstance(line, Line)
    assert line.fits
    assert line != Line(line.cells, line.tiles)
    assert line != ScoredLine(line.cells, line.tiles, 99)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        line.points = 0  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        score.lines = ()  # type: ignore[misc]


class Generous(TileGame):
    """A variant with other points, set by hooks."""

    def end_bonus(self) -> int:
        """A hundred points."""
        return 100

    def line_points(self, length: int) -> int:
        """Ten points for each tile."""
        return 10 * length


def test_hooks_decide_the_points() -> None:
    """`score`, `apply` and the generator all use line_points and end_bonus."""
    variant = Generous("generous")
    state = qwirkle.position(variant, board="Rs@0,0", hands=["Bs", "Gk"], supply="")
    move = Place({(1, 0): "Bs"})
    assert qwirkle.score(state, move).total == 120
    assert qwirkle.apply(state, move).scores == (120, 0)
    assert dict(qwirkle.legal_moves(state).scored())[move] == 120
    opening = qwirkle.position(variant, hands=["Bs Gx", "Gk"], supply="Rc")
    assert [points for _, points in qwirkle.legal_moves(opening).scored()] == [10, 10]


def test_the_generator_finds_the_same_points() -> None:
    """Scored placements agree with score, move by move."""
    for state in (opened(), opened(supply=""), qwirkle.new_game(seed=4)):
        pairs = list(qwirkle.legal_moves(state).scored())
        assert len(pairs) > 2
        for move, points in pairs:
            assert qwirkle.score(state, move).total == points
