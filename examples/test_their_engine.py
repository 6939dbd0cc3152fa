"""Test other people's code with the strategies of this library: here, a program that counts points.

Run it with ``pytest examples/test_their_engine.py``, or as a program to see the smallest
game that shows a bug. The strategies play games, and Hypothesis shrinks a failure.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import find, given, settings

import qwirkle
from qwirkle import Place, State, TileState
from qwirkle.testing import states

# Their code, which does not use this library. It knows only which cells have a tile.

Spot = tuple[int, int]
Scorer = Callable[[set[Spot], list[Spot]], int]


def run(board: set[Spot], spot: Spot, dx: int, dy: int) -> list[Spot]:
    """The unbroken run of tiles through a spot, from one end to the other."""
    x, y = spot
    while (x - dx, y - dy) in board:
        x, y = x - dx, y - dy
    spots = []
    while (x, y) in board:
        spots.append((x, y))
        x, y = x + dx, y + dy
    return spots


def worth(length: int) -> int:
    """The points of a run."""
    return 0 if length == 1 else 12 if length == 6 else length


def count_points(board: set[Spot], placed: list[Spot]) -> int:
    """The points of a move: every run through a placed tile counts once; a single tile scores 1."""
    board = board.union(placed)
    runs = {tuple(run(board, spot, *way)) for spot in placed for way in ((1, 0), (0, 1))}
    return sum(worth(len(spots)) for spots in runs) or 1


def count_with_bug(board: set[Spot], placed: list[Spot]) -> int:
    """The same with a bug: it assumes that the tiles placed in a run are side by side."""
    board = board.union(placed)
    total = 0
    for dx, dy in ((1, 0), (0, 1)):
        for x, y in placed:
            if (x - dx, y - dy) not in placed:  # otherwise the run is counted already
                total += worth(len(run(board, (x, y), dx, dy)))
    return total or 1


# Our test: in any state that a game can reach, both must give every placement the same points.


def theirs(scorer: Scorer, state: TileState, move: Place) -> int:
    """The points that their program counts for a move."""
    return scorer({(x, y) for x, y in state.board}, [(x, y) for x, y in move.cells])


def disputed(scorer: Scorer, state: State) -> Place | None:
    """The first placement for which they count different points, if there is one."""
    assert isinstance(state, TileState)
    for move in qwirkle.legal_moves(state).placements:
        ours = qwirkle.score(state, move)
        # Their program does not count the bonus for ending the game.
        if theirs(scorer, state, move) != ours.total - ours.end_bonus:
            return move
    return None


@given(states("standard", max_moves=20))
def test_their_points_are_ours(state: State) -> None:
    """In every state that Hypothesis finds."""
    assert disputed(count_points, state) is None


@given(states("standard", max_moves=20))
def bug_stays_hidden(state: State) -> None:
    """The same test for the version with the bug, called below."""
    assert disputed(count_with_bug, state) is None


def test_a_bug_is_found() -> None:
    """The test of the version with the bug fails."""
    with pytest.raises(AssertionError):
        bug_stays_hidden()


if __name__ == "__main__":
    same = settings(derandomize=True, database=None)  # so that every run prints the same
    found = find(
        states("standard", max_moves=20),
        lambda state: bool(disputed(count_with_bug, state)),
        settings=same,
    )
    assert isinstance(found, TileState)
    move = disputed(count_with_bug, found)
    assert move is not None
    print(qwirkle.render.text(found))
    print(f"\n{move} scores {qwirkle.score(found, move).total} points,")
    print(f"but {theirs(count_with_bug, found, move)} according to the program with the bug")
