"""Make puzzles: tables on which exactly one move is the best, by a clear margin, as pictures.

Run it with ``python examples/puzzles.py [--count N] [--seed N] [--variant NAME] [--margin N]
[--folder FOLDER]``. For every puzzle there is one picture to think about, which shows no more
than the player may see, and one with the solution.
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
"""How many tiles may lie on the table: enough to look for, and not too many to see."""
GAMES = 2000
"""How many games are searched before it gives up: the margin may be too much to ask."""


@attrs.frozen
class Puzzle:
    """What a player sees, and what there is to find."""

    view: TileView
    best: Place
    points: int
    second: int
    """What the next best move scores."""


def puzzle_of(view: TileView, margin: int) -> Puzzle | None:
    """The puzzle in what a player sees, if one move scores so much more than all others."""
    moves = sorted(qwirkle.legal_moves(view).scored(), key=lambda pair: -pair[1])
    if len(moves) < 2:
        return None
    (best, points), (_, second) = moves[:2]
    # One tile is soon tried everywhere: a good puzzle takes two or more.
    if points - second < margin or len(best.cells) < 2:
        return None
    return Puzzle(view, best, points, second)


def puzzles(variant: str, seed: int, margin: int) -> Iterator[Puzzle]:
    """Puzzles for Ada, at most one out of each game between greedy players."""
    for number in range(GAMES * seed, GAMES * (seed + 1)):
        state = qwirkle.new_game(variant, players=["Ada", "Bob"], seed=number)
        if not isinstance(state, qwirkle.TileState):
            raise qwirkle.InvalidValue(f"there are puzzles of the tile game only, not of {variant}")
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
    """Make some puzzles, and say what they are."""
    parser = ArgumentParser(description="Make puzzles with exactly one best move.")
    parser.add_argument("--count", type=int, default=3, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (%(default)s)")
    parser.add_argument("--variant", default="standard", help="what is played (%(default)s)")
    parser.add_argument("--margin", type=int, default=3, help="clear points (%(default)s)")
    parser.add_argument("--folder", type=Path, default=Path("puzzles"), help="(%(default)s)")
    options = parser.parse_args(arguments)
    if min(options.count, options.margin) < 1:
        parser.error("there must be at least one puzzle, and a margin of one point")
    try:
        made = puzzles(options.variant, options.seed, options.margin)
        number = 0
        for number, puzzle in enumerate(islice(made, options.count), 1):
            save(puzzle, options.folder, number)
            laid = f"{len(puzzle.view.board)} tiles on the table"
            print(f"{number}. {laid}: find {puzzle.points} points (else {puzzle.second} at most)")
    except (qwirkle.QwirkleError, OSError) as error:
        parser.error(str(error))
    if number < options.count:
        print(f"No more in {GAMES} games: try a smaller margin.")
    print(f"The pictures are in {options.folder}.")


if __name__ == "__main__":
    main()
