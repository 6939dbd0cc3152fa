"""The yardsticks for the tile game: the package ``chess``, and a plain move generator.

The generator of chess is well known, has been made fast in plain Python for many years, and does
the same work: it lists the legal moves. Its positions are from 20 to 60 plies of random play.
Without the package, only the plain generator is used.
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
except ImportError:  # an optional package
    chess = None  # type: ignore[assignment]

LONGEST: Final = 200
"""The number of plies after which a game of chess stops, since random play seldom ends."""


def chess_version() -> str | None:
    """The version of the package ``chess``, or None if it is not installed."""
    return None if chess is None else chess.__version__


@cache
def boards(count: int) -> Sequence[Any]:
    """Chess positions with at least one move, always the same ones."""
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
    """List all legal moves of a chess position."""
    list(board.legal_moves)
    return 1


def random_game(seed: int) -> int:
    """Play a random game of chess, and return the number of its plies.

    It ends when there is no move, or after 200 plies. It does not test the other rules for a
    draw, which would make it slower.
    """
    random, board = Random(seed), chess.Board()
    while board.ply() < LONGEST:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
    return board.ply()


def yardstick(name: str, ours: int, round_: int) -> tuple[Run, Things] | None:
    """The work in chess to compare with this number of things, if the package is installed."""
    if chess is None:
        return None
    if name == "ply":
        return random_game, [as_it_is(1000 * round_ + game) for game in range(ours)]
    return list_moves, [board.copy for board in boards(max(ours, 20))]


def retained_boards(seed: int, plies: int) -> list[Any]:
    """The positions of a random game of chess, each a copy without the history."""
    random, board, kept = Random(seed), chess.Board(), []
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
        kept.append(board.copy(stack=False))
    return kept


# The textbook


def plain(state: TileState) -> tuple[textbook.Board, list[str]]:
    """The board and the hand of a state, as the textbook's generator takes them."""
    board = {(cell.x, cell.y): str(tile) for cell, tile in state.board.items()}
    return board, [str(tile) for tile in state.hand]


def textbook_moves(asked: Any) -> int:
    """Find all placements with their points with the textbook's generator."""
    textbook.placements(*asked)
    return 1
