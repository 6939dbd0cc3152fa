"""The figures of the manuals, read from ``tests/figures``, and the claims that they make."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import qwirkle
from qwirkle import Board, Cell, Place, TileState
from qwirkle.authoring import Code, Line, TileGame

FIGURES = Path(__file__).parent / "figures"

REASONS = {
    "too-long": Code.LINE_TOO_LONG,
    "duplicate": Code.DUPLICATE_IN_LINE,
    "contact": Code.TOUCHES_NOTHING,
    "mixed": Code.LINE_MISMATCH,
    "attributes": Code.NO_SHARED_ATTRIBUTE,
    "not-one-line": Code.NOT_IN_ONE_LINE,
}
"""The figures' words for reasons, as the library's codes."""

Turn = Mapping[str, Any]


def figure(name: str) -> dict[str, Any]:
    """The data of a figure."""
    data: dict[str, Any] = json.loads((FIGURES / f"{name}.json").read_text(encoding="utf-8"))
    assert data["name"] == name
    return data


def placed(pairs: Sequence[Any]) -> Place:
    """A placement as the figures write it."""
    return Place([(tuple(cell), tile) for cell, tile in pairs])


def board_of(pairs: Sequence[Any]) -> Board:
    """A board as the figures write it."""
    return Board([(tuple(cell), tile) for cell, tile in pairs])


def letter(line: Line) -> str:
    """The letter of the colour or shape that a line has in common."""
    assert line.shared is not None
    return line.shared.letter


def holding(variant: TileGame, board: Board, hand: object) -> TileState:
    """A position in which the player to move has these tiles."""
    return qwirkle.position(variant, board=board, hands=[hand, ""])


def codes(state: TileState, move: Place) -> set[Code]:
    """The reasons why a placement is not legal; the list of legal moves must agree."""
    found = {Code(violation.code) for violation in qwirkle.check(state, move)}
    assert bool(found) == (move not in list(qwirkle.legal_moves(state).placements))
    return found


def assert_scores(state: TileState, turn: Turn) -> None:
    """Assert that the total and every line (cells, tiles, points) are as in the figure."""
    move = placed(turn["place"])
    score = qwirkle.score(state, move)
    assert score.total == turn["points"]
    assert dict(qwirkle.legal_moves(state).scored())[move] == turn["points"]
    expected = [
        (tuple(Cell(*cell) for cell in line["cells"]), " ".join(line["tiles"]), line["points"])
        for line in turn["lines"]
    ]
    found = [(line.cells, str(line), line.points) for line in score.lines]
    assert sorted(found) == sorted(expected)
    assert score.end_bonus == 0
    before = {line.cells for line in state.board.lines()}
    kinds = {line.cells: letter(line) for line in score.lines}
    for line in turn["lines"]:
        cells = tuple(Cell(*cell) for cell in line["cells"])
        assert line["kind"] == kinds[cells]
        assert line["points"] == line["tile_points"] + line["bonus"]
        extended = any(set(old) < set(cells) for old in before)
        assert line["was"] == ("extended" if extended else "new")


def assert_claims(state: TileState, turn: Turn) -> None:
    """Assert the other claims of a figure: separate cells, missing lines, illegal moves."""
    lines = qwirkle.score(state, placed(turn["place"])).lines
    for one, other in turn.get("not_touching", []):
        assert Cell(*other) not in Cell(*one).neighbors
    for kind in turn.get("no_line_of", []):
        assert kind not in [letter(line) for line in lines]
    for other in turn.get("illegal_instead", []):
        assert Code.DUPLICATE_IN_LINE in codes(state, placed(other["place"]))
