"""Draw the golden pictures and save them.

Most are figures of the printed manuals, rebuilt from ``tests/figures``. A golden picture shows only
that something has changed, not that it is right: look at it before you commit it.

    python tests/pictures/regenerate.py
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import qwirkle
from qwirkle import Board, Exchange, GameRecord, Move, Place, Player, State
from qwirkle.authoring import TILES
from qwirkle.render import svg

FOLDER: Final = Path(__file__).parent
FIGURES: Final = FOLDER.parent / "figures"
GAMES: Final = FOLDER.parent / "playthroughs"


def figure(name: str) -> dict[str, Any]:
    """The data of a figure."""
    data: dict[str, Any] = json.loads((FIGURES / f"{name}.json").read_text(encoding="utf-8"))
    return data


def placed(pairs: list[Any]) -> Place:
    """A placement as the figures write it."""
    return Place([(tuple(cell), tile) for cell, tile in pairs])


def board_of(name: str) -> Board:
    """The board at the beginning of a figure."""
    return Board([(tuple(cell), tile) for cell, tile in figure(name)["board"]])


def game(letter: str) -> tuple[State, Move]:
    """A turn of the French manual's game, by the letter of its figure, and the state before it."""
    data = figure("game_french")
    names = ("Anne", "Bruno", "Claire", "Denis")
    players = [Player(name, age=40 - i) for i, name in enumerate(names)]
    state: State = qwirkle.position("999games-fr", players=players, hands=data["hands"])
    for turn in data["turns"]:
        move = placed(turn["place"])
        if turn["figure"] == letter:
            break
        state = qwirkle.apply(state, move, draw=turn["draw"])
    return state, move


def position(name: str, variant: str, turn: int = 0) -> tuple[State, Move]:
    """A turn of a manual's example, with the tiles of that turn in hand."""
    turns = figure(name)["turns"]
    board = board_of(name)
    for earlier in turns[:turn]:
        board = board.placing(placed(earlier["place"]).tiles)
    move = placed(turns[turn]["place"])
    return qwirkle.position(variant, board=board, hands=[move.laid, ""]), move


def taking(*, taken: bool) -> tuple[State, Move]:
    """The German example of an action tile: taking the tile, or placing it again."""
    data = figure("german_julia_take")
    state = qwirkle.position(
        "schmidt-actions",
        players=["Julia", "Max"],
        board=board_of("german_julia_take"),
        hands=[data["from_hand"], ""],
        actions=["take-tile", ""],
    )
    x, y = data["take"]["cell"]
    take = qwirkle.parse_move(f"take {x},{y}", state)
    if not taken:
        return state, take
    return qwirkle.apply(state, take), placed(data["turns"][0]["place"])


def cards() -> tuple[State, Move]:
    """The first turn of a golden game of cards that completes two rows."""
    record = GameRecord.parse((GAMES / "cards-2-best.txt").read_text(encoding="utf-8"))
    pairs = zip(record.states(), record.turns, strict=False)
    return next((s, t.move) for s, t in pairs if len(qwirkle.score(s, t.move).lines) > 1)


def misfits() -> str:
    """The German example of tiles that do not fit, with a number at the cell of each."""
    points = {
        tuple(cell): misfit["number"]
        for misfit in figure("german_five_misfits")["misfits"]
        for cell, _ in misfit["place"]
    }
    return svg(board_of("german_five_misfits"), points=points, cells=points)


def claimed() -> str:
    """The circles that the German manual calls a line, and the open cells for a red tile."""
    circles = [tuple(cell) for cell in figure("german_steffi_red")["circles"]]
    board = board_of("german_steffi_red")
    return svg(board, line=circles, cells=[(2, 0), (-1, 0)], last=[(1, 2)])


def in_context(state: State, move: Move) -> str:
    """A move in the state before it."""
    return svg(state, move=move)


PICTURES: Final[dict[str, Callable[[], str]]] = {
    "tiles": lambda: svg(TILES),
    "tile-small": lambda: svg(TILES[0], size=24),
    "french-a": lambda: in_context(*game("A")),
    "french-d": lambda: in_context(*game("D")),
    "french-k": lambda: in_context(*game("K")),
    "french-k-score": lambda: svg(qwirkle.score(*game("K"))),
    "french-l-view": lambda: svg(qwirkle.observe(game("L")[0], 3), move=game("L")[1], size=32),
    "french-l-before": lambda: svg(game("L")[0]),
    "french-l-waiting": lambda: svg(qwirkle.observe(game("L")[0], 0)),
    "french-l-exchange": lambda: svg(game("L")[0], move=Exchange(game("L")[0].hands[3][:2])),
    "german-antje-circle": lambda: in_context(*position("german_antje_circle", "schmidt")),
    "german-sequence-1": lambda: in_context(*position("german_sequence", "schmidt", 0)),
    "german-sequence-2": lambda: in_context(*position("german_sequence", "schmidt", 1)),
    "german-sequence-3": lambda: in_context(*position("german_sequence", "schmidt", 2)),
    "german-steffi-red": lambda: in_context(*position("german_steffi_red", "schmidt")),
    "german-steffi-claim": claimed,
    "german-five-misfits": misfits,
    "german-julia-takes": lambda: in_context(*taking(taken=False)),
    "german-julia-places": lambda: in_context(*taking(taken=True)),
    "hebrew-three-stars": lambda: in_context(*position("hebrew_three_stars", "hebrew")),
    "cards": lambda: svg(cards()[0]),
    "cards-move": lambda: in_context(*cards()),
    "cards-view": lambda: svg(qwirkle.observe(cards()[0], 1 - cards()[0].turn)),
}
"""The golden pictures, by the names of their files."""


def main() -> None:
    """Write all pictures."""
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_bytes(draw().encode())


if __name__ == "__main__":
    main()
