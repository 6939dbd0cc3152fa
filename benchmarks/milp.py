"""The best turn of the card game as an integer program, for comparison. Needs scipy.

This is the model of D. den Hertog and P. B. Hulshof, "Solving Rummikub Problems by Integer
Linear Programming", The Computer Journal 49 (2006), 665-669, with the rows of the card game
instead of the sets of Rummikub: a variable for each possible row says how often it lies on the
table after the turn, and a constraint for each card says that all copies on the table stay
there, with up to as many more as the hand has. It knows the free reading of regrouping only:
any rows will do, as long as a card of the hand is played.

Nothing of the library is used except its cards.
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
from scipy.sparse import csc_array, lil_array  # type: ignore[import-untyped]

from qwirkle import Color, Shape, Tile

Row: TypeAlias = tuple[Tile, ...]
Aim: TypeAlias = Literal["qwirkles", "most", "fewest", "exists"]
"""What a turn shall be: most Qwirkles, of these the most or the fewest cards, or just any."""

KINDS: Final = tuple(Tile(color, shape) for color in Color for shape in Shape)
COPIES: Final = 3
LINES: Final = tuple(
    [tuple(card for card in KINDS if card.color == color) for color in Color]
    + [tuple(card for card in KINDS if card.shape == shape) for shape in Shape]
)
ROWS: Final = tuple(
    row for line in LINES for size in range(3, 7) for row in combinations(line, size)
)
"""All 504 rows: in each of 12 lines 20 of three cards, 15 of four, 6 of five and 1 of six."""


class Turn(NamedTuple):
    """A turn: its Qwirkles, how many cards it plays, and the rows it leaves, those of six too."""

    qwirkles: int
    cards: int
    rows: tuple[Row, ...]


class Kept(NamedTuple):
    """A turn: its Qwirkles, and how many old rows do not lie whole in a row of their own."""

    qwirkles: int
    broken: int


# What is the same for all tables is made once: the lengths of the rows, which of them are
# Qwirkles, and the matrix of the constraints, one for each card and one for the number of cards.

_LENGTHS: Final = np.array([len(row) for row in ROWS], dtype=float)
_QWIRKLES: Final = np.array([len(row) == 6 for row in ROWS], dtype=float)
_MATRIX: Final = csc_array(
    np.vstack([np.array([[card in row for row in ROWS] for card in KINDS], dtype=float), _LENGTHS])
)
_BOUNDS: Final = Bounds(0, COPIES)


def best_turn(
    table: Sequence[Sequence[Tile]], hand: Sequence[Tile], aim: Aim = "qwirkles"
) -> Turn | None:
    """A best turn, or None if there is no turn.

    With the aims ``"qwirkles"`` and ``"exists"`` the number of cards is that of some such turn.

    >>> red = [Tile(Color.RED, shape) for shape in Shape]
    >>> best_turn([red[:4]], red[4:])[:2]
    (1, 2)
    >>> best_turn([red[:3]], red[5:], "fewest")[:2]
    (0, 1)
    >>> best_turn([], red[:2]) is None
    True
    """
    # A Qwirkle outweighs all cards of the hand together.
    outweighs = len(hand) + 1
    gains = {
        "qwirkles": _QWIRKLES,
        "most": outweighs * _QWIRKLES + _LENGTHS,
        "fewest": outweighs * _QWIRKLES - _LENGTHS,
        "exists": np.zeros(len(ROWS)),
    }
    lying = _counts(card for row in table for card in row)
    return _solve(gains[aim], lying, lying, _counts(hand))


def least_disturbed(table: Sequence[Sequence[Tile]], hand: Sequence[Tile]) -> Kept | None:
    """A turn with the most Qwirkles that breaks up the fewest rows, or None if there is no turn.

    To the variables come those that say how many copies of an old row lie in copies of a row
    that holds all its cards, and to the constraints that there are as many of both.

    >>> red = [Tile(Color.RED, shape) for shape in Shape]
    >>> green = [Tile(Color.GREEN, shape) for shape in Shape]
    >>> least_disturbed([red[:3]], red[3:4])
    Kept(qwirkles=0, broken=0)
    >>> least_disturbed([red[:3], red[3:]], green[:1]) is None
    True
    """
    old = sorted(Counter(tuple(sorted(row)) for row in table).items())
    homes = [
        (o, i) for o, (row, _) in enumerate(old) for i, r in enumerate(ROWS) if set(row) <= set(r)
    ]
    matrix = lil_array((_MATRIX.shape[0] + len(ROWS) + len(old), len(ROWS) + len(homes)))
    matrix[: _MATRIX.shape[0], : len(ROWS)] = _MATRIX.toarray()
    for i in range(len(ROWS)):
        matrix[_MATRIX.shape[0] + i, i] = -1
    for at, (o, i) in enumerate(homes, len(ROWS)):
        matrix[_MATRIX.shape[0] + i, at] = 1
        matrix[_MATRIX.shape[0] + len(ROWS) + o, at] = 1
    lying = _counts(card for row in table for card in row)
    held = _counts(hand)
    times = _times(
        np.append((len(table) + 1) * _QWIRKLES, np.ones(len(homes))),
        csc_array(matrix),
        [*lying, lying.sum() + 1, *np.full(len(ROWS), -np.inf), *np.zeros(len(old))],
        [*lying + held, lying.sum() + held.sum(), *np.zeros(len(ROWS)), *[n for _, n in old]],
    )
    if times is None:
        return None
    return Kept(int(times[: len(ROWS)] @ _QWIRKLES), len(table) - int(times[len(ROWS) :].sum()))


def playable(table: Sequence[Sequence[Tile]], hand: Sequence[Tile], kind: Tile) -> bool:
    """Whether there is a turn that plays a card of this kind.

    >>> red = [Tile(Color.RED, shape) for shape in Shape]
    >>> playable([red[:3]], red[3:], red[5]), playable([red[:3]], red[3:], red[0])
    (True, False)
    """
    if kind not in hand:
        return False
    lying = _counts(card for row in table for card in row)
    least = lying + _counts([kind])
    return _solve(np.zeros(len(ROWS)), least, lying, _counts(hand)) is not None


def _counts(cards: Iterable[Tile]) -> Any:
    """How many copies of each kind there are, in the order of the kinds."""
    counted = Counter(cards)
    return np.array([counted[kind] for kind in KINDS], dtype=float)


def _solve(gain: Any, least: Any, lying: Any, held: Any) -> Turn | None:
    """The turn of the largest gain that leaves at least so many cards of each kind."""
    before = lying.sum()
    most = np.append(lying + held, before + held.sum())
    times = _times(gain, _MATRIX, np.append(least, before + 1), most)
    if times is None:
        return None
    rows = tuple(row for row, count in zip(ROWS, times, strict=True) for _ in range(count))
    return Turn(
        sum(len(row) == 6 for row in rows), sum(map(len, rows)) - int(before), tuple(sorted(rows))
    )


def _times(gain: Any, matrix: Any, least: Any, most: Any) -> Any | None:
    """The variables of the largest gain, or None if there is no way to satisfy the constraints."""
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
