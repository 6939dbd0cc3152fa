"""Make puzzles: pictures of positions in which one move is the best by a clear margin.

Run it with ``python examples/puzzles.py [--count N] [--seed N] [--variant NAME] [--margin N]
[--folder FOLDER]``. Every puzzle has one picture with the question, which shows only what the
player may see, and one with the solution.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import attrs

import qwirkle
from qwirkle import Place, TileView

FEWEST, MOST = 12, 40
"""The number of tiles on the board: enough for a puzzle, and few enough for a picture."""
GAMES = 2000
"""The number of games to search before giving up, since the margin may be too large."""


@attrs.frozen
class Puzzle:
    """A player's view, and the best move to find."""

    view: TileView
    best: Place
    points: int
    second: int
    """The points of the second-best move."""


def puzzle_of(view: TileView, margin: int) -> Puzzle | None:
    """The puzzle in a view, if one move scores at least this much more than all others."""
    moves = sorted(qwirkle.legal_moves(view).scored(), key=lambda pair: -pair[1])
    if len(moves) < 2:
        return None
    (best, points), (_, second) = moves[:2]
    # A single tile is too easy: a reader can try every cell.
    if points - second < margin or len(best.cells) < 2:
        return None
    return Puzzle(view, best, points, second)


def puzzles(variant: str, seed: int, margin: int) -> Iterator[Puzzle]:
    """Puzzles for Ada, at most one from each game between greedy players."""
    for number in range(GAMES * seed, GAMES * (seed + 1)):
        state = qwirkle.new_game(variant, players=["Ada", "Bob"], seed=number)
        if not isinstance(state, qwirkle.TileState):
            raise qwirkle.errors.InvalidValue(f"puzzles need a tile game, and {variant} is not one")
        while not state.is_over and len(state.board) <= MOST:
            view = qwirkle.observe(state, state.turn)
            if state.turn == 0 and len(state.board) >= FEWEST:
                found = puzzle_of(view, margin)
                if found is not None:
                    yield found
                    break
            state = qwirkle.apply(state, qwirkle.bots.greedy(view))


def save(puzzle: Puzzle, folder: Path, number: int) -> None:
    """Write the two pictures."""
    name = f"puzzle-{number:02}"
    view = puzzle.view
    folder.mkdir(parents=True, exist_ok=True)
    folder.joinpath(f"{name}.svg").write_text(qwirkle.render.svg(view), "utf-8")
    solution = qwirkle.render.svg(view, move=puzzle.best)
    folder.joinpath(f"{name}-solution.svg").write_text(solution, "utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Make some puzzles, and print a line about each."""
    parser = ArgumentParser(description="Make puzzles with exactly one best move.")
    parser.add_argument("--count", type=int, default=3, help="the number of puzzles (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the games (%(default)s)")
    parser.add_argument("--variant", default="standard", help="the variant to play (%(default)s)")
    parser.add_argument(
        "--margin", type=int, default=3, help="the lead of the best move in points (%(default)s)"
    )
    parser.add_argument(
        "--folder", type=Path, default=Path("puzzles"), help="for the pictures (%(default)s)"
    )
    options = parser.parse_args(arguments)
    if min(options.count, options.margin) < 1:
        parser.error("the count and the margin must be at least 1")
    try:
        made = puzzles(options.variant, options.seed, options.margin)
        number = 0
        for number, puzzle in enumerate(islice(made, options.count), 1):
            save(puzzle, options.folder, number)
            board = f"{len(puzzle.view.board)} tiles on the board"
            print(
                f"{number}. {board}: find {puzzle.points} points (the next best is {puzzle.second})"
            )
    except (qwirkle.QwirkleError, OSError) as error:
        parser.error(str(error))
    if number < options.count:
        print(f"There are no more in {GAMES} games; try a smaller margin.")
    print(f"The pictures are in {options.folder}.")


if __name__ == "__main__":
    main()
