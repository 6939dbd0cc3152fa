"""The best turn of the card game as an integer program, for comparison. Needs scipy.

This is the model of D. den Hertog and P. B. Hulshof, "Solving Rummikub Problems by Integer
Linear Programming", The Computer Journal 49 (2006), 665-669, with the rows of the card game
instead of the sets of Rummikub. A variable for each possible row is the number of its copies after
the turn, and a constraint for each card says that all copies in the rows stay there, together with
at most those of the hand. It models only the free reading of regrouping: any rows are allowed, as
long as a card of the hand is played.

It uses nothing of the library except its cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np
from scipy.optimize import (  # type: ignore[import-untyped]
    Bounds,
    LinearConstraint,
    milp,
)
from scipy.sparse import csc_array  # type: ignore[import-untyped]

from qwirkle import Color, Shape, Tile

Row: TypeAlias = tuple[Tile, ...]
Aim: TypeAlias = Literal["tightest", "exists"]
"""The goal of a turn: the most Qwirkles, then the tightest rows; or any turn at all."""

KINDS: Final = tuple(Tile(color, shape) for color in Color for shape in Shape)
COPIES: Final = 3
LINES: Final = tuple(
    [tuple(card for card in KINDS if card.color == color) for color in Color]
    + [tuple(card for card in KINDS if card.shape == shape) for shape in Shape]
)
ROWS: Final = tuple(
    row for line in LINES for size in range(3, 7) for row in combinations(line, size)
)
"""All 504 rows: each of 12 lines has 20 of three cards, 15 of four, 6 of five and 1 of six."""


class Solution(NamedTuple):
    """A turn: its Qwirkles, the number of cards played, and the rows after it, Qwirkles included."""

    qwirkles: int
    cards: int
    rows: tuple[Row, ...]


# These are the same for all positions and made once: the lengths of the rows, which of them are
# Qwirkles, and the matrix of the constraints, one for each card and one for the number of cards.

_LENGTHS: Final = np.array([len(row) for row in ROWS], dtype=float)
_QWIRKLES: Final = np.array([len(row) == 6 for row in ROWS], dtype=float)
_MATRIX: Final = csc_array(
    np.vstack([np.array([[card in row for row in ROWS] for card in KINDS], dtype=float), _LENGTHS])
)
_BOUNDS: Final = Bounds(0, COPIES)


def best_turn(
    rows: Sequence[Sequence[Tile]], hand: Sequence[Tile], aim: Aim = "tightest"
) -> Solution | None:
    """A best turn, or None if there is no turn.

    >>> red = [Tile(Color.RED, shape) for shape in Shape]
    >>> best_turn([red[:4]], red[4:])[:2]
    (1, 2)
    >>> best_turn([], red[:2]) is None
    True
    """
    counts = _counts(card for row in rows for card in row)
    # A Qwirkle outweighs all cards beyond three in a row.
    gains = {
        "tightest": COPIES * len(KINDS) * _QWIRKLES - (_LENGTHS - 3),
        "exists": np.zeros(len(ROWS)),
    }
    return _solve(gains[aim], counts, counts, _counts(hand))


def playable(rows: Sequence[Sequence[Tile]], hand: Sequence[Tile], kind: Tile) -> bool:
    """Whether there is a turn that plays a card of this kind.

    >>> red = [Tile(Color.RED, shape) for shape in Shape]
    >>> playable([red[:3]], red[3:], red[5]), playable([red[:3]], red[3:], red[0])
    (True, False)
    """
    if kind not in hand:
        return False
    counts = _counts(card for row in rows for card in row)
    least = counts + _counts([kind])
    return _solve(np.zeros(len(ROWS)), least, counts, _counts(hand)) is not None


def _counts(cards: Iterable[Tile]) -> Any:
    """The number of copies of each kind, in the order of the kinds."""
    counted = Counter(cards)
    return np.array([counted[kind] for kind in KINDS], dtype=float)


def _solve(gain: Any, least: Any, counts: Any, held: Any) -> Solution | None:
    """The turn of the largest gain that leaves at least these numbers of cards of each kind."""
    before = counts.sum()
    most = np.append(counts + held, before + held.sum())
    times = _times(gain, _MATRIX, np.append(least, before + 1), most)
    if times is None:
        return None
    rows = tuple(row for row, count in zip(ROWS, times, strict=True) for _ in range(count))
    return Solution(
        sum(len(row) == 6 for row in rows), sum(map(len, rows)) - int(before), tuple(sorted(rows))
    )


def _times(gain: Any, matrix: Any, least: Any, most: Any) -> Any | None:
    """The variables of the largest gain, or None if the constraints cannot be satisfied."""
    result = milp(
        -gain,
        integrality=np.ones(len(gain)),
        bounds=_BOUNDS,
        constraints=LinearConstraint(matrix, least, most),
        options={"mip_rel_gap": 0},
    )
    if result.status == 2:  # infeasible
        return None
    if result.status != 0:
        raise RuntimeError(result.message)
    return np.rint(result.x).astype(int)
