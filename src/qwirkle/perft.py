"""Numbers of sequences of moves, the usual test of a move generator."""

from __future__ import annotations

from typing import Final

from qwirkle.api import apply, legal_moves
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.state import State

DEEPEST: Final = 20
"""The most moves in a sequence, far more than is feasible except near the end of a game."""

MOST_MOVES: Final = 10_000_000
"""The largest number of moves to make while counting, which takes minutes."""


def perft(state: State, depth: int, *, most: int = MOST_MOVES) -> int:
    """The number of sequences of ``depth`` legal moves.

    Nothing is left to chance: tiles are drawn from the state's own supply, in its order. A game
    that ends earlier adds nothing, so beyond the end of all games the number is 0. The name is
    short for *performance test*, though it tests correctness: if two generators that work in
    different ways give different numbers, one of them is wrong.

    Args:
        state: the state where the sequences begin.
        depth: the number of moves of each sequence, from 0 to 20. The time grows quickly, since every
            sequence that is one move shorter must be played.
        most: the number of moves to make before giving up, from 1 to 10,000,000.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Bc", "Rc"], supply="")
    >>> [qwirkle.perft(state, depth) for depth in range(4)]
    [1, 12, 8, 0]

    Raises:
        InvalidValue: if an argument is not valid, or more than ``most`` moves are needed.
    """
    if not isinstance(state, State):
        raise InvalidValue(f"expected a state, not {short_repr(state)}")
    if type(depth) is not int or depth not in range(DEEPEST + 1):
        raise InvalidValue(f"expected a depth of 0 to {DEEPEST} moves, not {short_repr(depth)}")
    if type(most) is not int or most not in range(1, MOST_MOVES + 1):
        raise InvalidValue(
            f"'most' must be an integer from 1 to {MOST_MOVES}, not {short_repr(most)}"
        )
    return _sequences(state, depth, Countdown(most))


class Countdown:
    """The number of moves that may still be made."""

    def __init__(self, most: int) -> None:
        self.most = self.left = most

    def step(self) -> None:
        """Count one move."""
        if not self.left:
            raise InvalidValue(
                f"counting takes more than {self.most} moves; choose a smaller depth or a larger 'most'"
            )
        self.left -= 1


def _sequences(state: State, depth: int, countdown: Countdown) -> int:
    if not depth:
        return 1
    moves = legal_moves(state)
    if depth == 1:  # the moves need not be made, nor even built
        return moves.count()
    found = 0
    for move in moves:
        countdown.step()
        found += _sequences(apply(state, move), depth - 1, countdown)
    return found
