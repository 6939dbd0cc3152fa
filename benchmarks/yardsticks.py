"""What the tile game is compared with: the package ``chess``, and a generator from a textbook.

Chess is there because its generator is well known, has been made fast in plain Python for many
years, and answers the same question: which moves are there now? Its positions are from 20 to
60 plies of random play. Without the package only the textbook remains.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final

import textbook
from measures import Run, Things, as_it_is

from qwirkle import TileState

try:
    import chess
except ImportError:  # it is an extra
    chess = None  # type: ignore[assignment]

LONGEST: Final = 200
"""After so many plies a game of chess is left: random play seldom ends by itself."""


def chess_version() -> str | None:
    """The version of the package, or None without it."""
    return None if chess is None else chess.__version__


@cache
def boards(count: int) -> Sequence[Any]:
    """Chess positions, always the same ones, in which there is a move."""
    found: list[Any] = []
    seed = 0
    while len(found) < count:
        random, board = Random(seed), chess.Board()
        seed += 1
        for _ in range(random.randint(20, 60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))
        if any(board.legal_moves):
            found.append(board)
    return found


def list_moves(board: Any) -> int:
    """All legal moves of a chess position."""
    list(board.legal_moves)
    return 1


def random_game(seed: int) -> int:
    """A random game of chess, and how many plies it had.

    It ends when there is no move, or after 200 plies. It does not ask whether the game is
    drawn by other rules, which would make it slower.
    """
    random, board = Random(seed), chess.Board()
    while board.ply() < LONGEST:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
    return board.ply()


def yardstick(name: str, ours: int, round_: int) -> tuple[Run, Things] | None:
    """What of chess to do for a comparison with so many things of ours, if it is there."""
    if chess is None:
        return None
    if name == "ply":
        return random_game, [as_it_is(1000 * round_ + game) for game in range(ours)]
    return list_moves, [board.copy for board in boards(max(ours, 20))]


def retained_boards(seed: int, plies: int) -> list[Any]:
    """The positions of a random game of chess, each a copy of its own without the history."""
    random, board, kept = Random(seed), chess.Board(), []
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
        kept.append(board.copy(stack=False))
    return kept


# The textbook


def plain(state: TileState) -> tuple[textbook.Table, list[str]]:
    """A state as the textbook has it: the table and the hand."""
    table = {(cell.x, cell.y): str(tile) for cell, tile in state.board.items()}
    return table, [str(tile) for tile in state.hand]


def textbook_moves(asked: Any) -> int:
    """All placements with their points, as in the textbook."""
    textbook.placements(*asked)
    return 1
