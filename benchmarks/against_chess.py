"""How long the usual questions take, beside python-chess in the same run.

Chess is another game, so this is no contest: python-chess is a well-known library of the
same kind, written in Python too, and machines differ while ratios hardly do. Run it with
``python benchmarks/against_chess.py``; the extra ``bench`` installs what it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

import chess

import qwirkle

GAMES = 6
ROUNDS = 7


def qwirkle_tables() -> list[qwirkle.TileState]:
    """The states of greedy games, in which the tables grow as in real ones."""
    states = []
    for seed in range(GAMES):
        state = qwirkle.new_game(seed=seed)
        while not state.is_over:
            states.append(state)
            state = qwirkle.apply(state, qwirkle.bots.greedy(qwirkle.observe(state, state.turn)))
    return states


def chess_boards() -> list[chess.Board]:
    """The positions of random games."""
    boards = []
    for seed in range(GAMES):
        random, board = Random(seed), chess.Board()
        while not board.is_game_over() and board.ply() < 70:
            boards.append(board.copy(stack=False))
            board.push(random.choice(list(board.legal_moves)))
    return boards


def microseconds(*works: Callable[[], int]) -> list[float]:
    """Of each, the time of its quickest round by what was done in it; they take turns."""
    best = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for i, work in enumerate(works):
            begun = process_time()
            count = work()
            best[i] = min(best[i], (process_time() - begun) / count)
    return [seconds * 1e6 for seconds in best]


def main() -> None:
    """Print a table."""
    states, boards = qwirkle_tables(), chess_boards()
    moves = [next(iter(qwirkle.legal_moves(state))) for state in states]
    pushes = [next(iter(board.legal_moves)) for board in boards]

    def list_moves() -> int:
        for state in states:
            list(qwirkle.legal_moves(state).placements)
        return len(states)

    def list_chess() -> int:
        for board in boards:
            list(board.legal_moves)
        return len(boards)

    def one_move(work: Callable[[], int], count: int) -> Callable[[], int]:
        def per_move() -> int:
            work()
            return count

        return per_move

    def contains() -> int:
        return sum(
            move in qwirkle.legal_moves(state) for state, move in zip(states, moves, strict=True)
        )

    def contains_chess() -> int:
        return sum(move in board.legal_moves for board, move in zip(boards, pushes, strict=True))

    def play() -> int:
        for state, move in zip(states, moves, strict=True):
            qwirkle.apply(state, move)
        return len(states)

    def play_chess() -> int:
        for board, move in zip(boards, pushes, strict=True):
            assert board.is_legal(move)
            board.copy(stack=False).push(move)
        return len(boards)

    listed = sum(qwirkle.legal_moves(state).placements.count() for state in states)
    listed_chess = sum(board.legal_moves.count() for board in boards)
    rows = [
        ("all moves of a position", list_moves, list_chess),
        (
            "the same, by move",
            one_move(list_moves, listed),
            one_move(list_chess, listed_chess),
        ),
        ("is this move legal?", contains, contains_chess),
        ("check it, and play it on a copy", play, play_chess),
    ]
    print(f"{len(states)} tables with {listed / len(states):.0f} placements on average,")
    print(f"{len(boards)} chess positions with {listed_chess / len(boards):.0f} moves on average\n")
    print("| what | qwirkle, µs | chess, µs | ratio |\n| --- | --- | --- | --- |")
    for what, ours, theirs in rows:
        mine, other = microseconds(ours, theirs)
        print(f"| {what} | {mine:.1f} | {other:.1f} | {mine / other:.2f} |")


if __name__ == "__main__":
    main()
