"""What a move is worth, line by line."""

from __future__ import annotations

import attrs

from qwirkle.lines import Line


@attrs.frozen
class ScoredLine(Line):
    """A line that a move formed or extended, with its points (C1, C2).

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"])
    >>> [line] = qwirkle.score(state, qwirkle.Place({(1, 0): "Bs"})).lines
    >>> print(line, line.points)
    Rs Bs 2
    """

    points: int
    """What the line is worth, with the extra points of a Qwirkle."""


@attrs.frozen
class Score:
    """The points of a move, with their reasons.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="")
    >>> score = qwirkle.score(state, qwirkle.Place({(1, 0): "Bs"}))
    >>> score.total, [line.points for line in score.lines], score.end_bonus, int(score)
    (8, [2], 6, 8)
    """

    lines: tuple[ScoredLine, ...] = ()
    """The lines of the move, first the one it was laid in, then those that cross it."""
    end_bonus: int = 0
    """The extra points for ending the game (C3)."""

    @property
    def total(self) -> int:
        """All points together."""
        return sum(line.points for line in self.lines) + self.end_bonus

    def __int__(self) -> int:
        return self.total
