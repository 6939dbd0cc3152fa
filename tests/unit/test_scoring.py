"""The points of moves, line by line."""

from __future__ import annotations

import attrs
import pytest
from samples import opened

import qwirkle
from qwirkle import Line, Place, Score, ScoredLine, TileGame


def test_a_score_is_the_sum_of_its_parts() -> None:
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
