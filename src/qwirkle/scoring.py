"""The judgement of a move: whether it is legal, what it takes, and its points line by line."""

from __future__ import annotations

from typing import NamedTuple

import attrs

from qwirkle.errors import InvalidValue
from qwirkle.lines import Line
from qwirkle.pretty import Pictured
from qwirkle.reasons import Violation
from qwirkle.tiles import Tile


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
    """The points of the line, including the extra points of a Qwirkle."""


@attrs.frozen
class Score(Pictured):
    """The points of a move, with their reasons.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="")
    >>> score = qwirkle.score(state, qwirkle.Place({(1, 0): "Bs"}))
    >>> score.total, [line.points for line in score.lines], score.end_bonus, int(score)
    (8, [2], 6, 8)
    """

    lines: tuple[ScoredLine, ...] = ()
    """The lines of the move, first the one along which it was placed, then those that cross it."""
    end_bonus: int = 0
    """The extra points for ending the game (C3)."""

    @property
    def total(self) -> int:
        """The sum of all points."""
        return sum(line.points for line in self.lines) + self.end_bonus

    def __int__(self) -> int:
        return self.total


class Judgement(NamedTuple):
    """The cost and the points of a legal move, or the reasons why a move is not legal.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Gk", "Gd"])
    >>> judgement = state.variant.judge(state, qwirkle.parse_move("Bs@1,0"))
    >>> judgement.is_legal, judgement.rest, judgement.draws, judgement.points
    (True, (Tile.parse('Gk'),), 5, 2)
    """

    rest: tuple[Tile, ...] = ()
    """The tiles that stay in the hand."""
    draws: int = 0
    """How many tiles are drawn, if the supply has them."""
    points: int = 0
    """The points of the move, the bonus included."""
    bonus: int = 0
    """The part of the points that is for ending the game (C3)."""
    violations: tuple[Violation, ...] = ()
    """Every reason why the move is not legal; empty if it is."""

    @property
    def is_legal(self) -> bool:
        """Whether the move may be made."""
        return not self.violations

    def forbidden(self, *reasons: Violation) -> Judgement:
        """The same judgement with these further reasons why the move is not legal, if any.

        >>> from qwirkle import Code
        >>> judgement = Judgement().forbidden(Violation(Code.GAP, ("P2",), "there is a gap"))
        >>> judgement.is_legal, [str(violation) for violation in judgement.violations]
        (False, ['there is a gap [P2]'])
        """
        return self._replace(violations=(*self.violations, *reasons))


def illegal(*reasons: Violation) -> Judgement:
    """The judgement of a move that is not legal for these reasons.

    >>> from qwirkle import Code
    >>> illegal(Violation(Code.GAP, ("P2",), "there is a gap")).is_legal
    False

    Raises:
        InvalidValue: if there is no reason.
    """
    if not reasons:
        raise InvalidValue("a move that is not legal needs a reason")
    return Judgement(violations=reasons)
