"""Helpers for the tests of editions and action tiles: set up positions, and ask every function."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import qwirkle
from qwirkle import Board, Cell, IllegalMove, Move, Place, Player, TileState, TileView
from qwirkle.authoring import TileGame
from qwirkle_variants import DrawThree, TakeTile

EDITIONS = ("mindware", "999games-nl", "999games-fr", "hebrew", "schmidt")
"""The printed editions of the tile game."""

BASES = ("standard", *EDITIONS)
"""Every tile game without an extension."""

BOTH = ("draw-three", "take-tile")
"""The two action tiles."""


def edition(name: str, **options: object) -> TileGame:
    """A tile game by its name, with changed rules if options are given."""
    variant = qwirkle.get_variant(name, **options)
    assert isinstance(variant, TileGame)
    return variant


def with_actions(**options: object) -> Any:
    """The variant ``schmidt-actions`` with options."""
    return edition("schmidt-actions", **options)


def seated(*ages: int | None) -> list[Player]:
    """Players of these ages."""
    return [Player(f"seat {seat}", age=age) for seat, age in enumerate(ages)]


def on_board(
    board: str = "",
    *hands: str,
    supply: str = "",
    variant: TileGame | None = None,
    **fields: object,
) -> Any:
    """A position with action tiles: dealt to everyone unless another variant is given.

    The supply is empty unless it is given.
    """
    return qwirkle.position(
        variant or with_actions(dealt=True), board=board, hands=hands, supply=supply, **fields
    )


def move(state: object, text: str) -> Move:
    """The move that a text describes in the variant of a state or view."""
    assert isinstance(state, (qwirkle.State, qwirkle.View))
    return qwirkle.parse_move(text, state)


def play(state: Any, *texts: str) -> Any:
    """The state after some moves."""
    for text in texts:
        state = qwirkle.apply(state, move(state, text))
    return state


def codes(state: Any, text: str) -> set[str]:
    """The reasons why a move is not legal; all functions must agree on whether it is.

    They are `check`, membership in the legal moves, their list and that of the actions,
    `apply`, `score` and `draws`.
    """
    wanted = move(state, text)
    violations = qwirkle.check(state, wanted)
    moves = qwirkle.legal_moves(state)
    legal = not violations
    assert legal == (wanted in moves)
    assert legal == (wanted in list(moves))
    if isinstance(wanted, (DrawThree, TakeTile)):
        assert legal == (wanted in moves.own)
    if legal:
        after = qwirkle.apply(state, wanted)
        gained = after.scores[state.turn] - state.scores[state.turn]
        assert qwirkle.score(state, wanted).total == gained
    else:
        for call in (qwirkle.apply, qwirkle.score, qwirkle.api.draws):
            with pytest.raises(IllegalMove) as caught:
                call(state, wanted)
            assert violations == caught.value.violations
    return {str(violation.code) for violation in violations}


def is_legal(state: Any, text: str) -> bool:
    """Whether a move is legal; all functions must agree."""
    return not codes(state, text)


def rules_broken(state: Any, text: str) -> set[str]:
    """The ids of the rules that a move breaks."""
    return {rule for found in qwirkle.check(state, move(state, text)) for rule in found.rules}


def acting(state: TileState | TileView) -> list[str]:
    """The texts of the legal moves that use an action tile."""
    return [str(found) for found in qwirkle.legal_moves(state).own]


def words(pieces: Iterable[object]) -> str:
    """Tiles and specials as one text."""
    return " ".join(map(str, pieces))


def groups_without(cells: Iterable[tuple[int, int]], cell: tuple[int, int]) -> int:
    """The number of groups of some cells without one of them, counted plainly."""
    left = {(x, y) for x, y in cells} - {(cell[0], cell[1])}
    groups = 0
    while left:
        groups += 1
        reached = [left.pop()]
        while reached:
            x, y = reached.pop()
            for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if near in left:
                    left.remove(near)
                    reached.append(near)
    return groups


def takable(board: Board) -> set[Cell]:
    """The cells whose tile may be taken, by A5 and R11 alone, checked plainly."""
    in_six = {cell for line in board.lines() if len(line) == 6 for cell in line.cells}
    return {
        cell
        for cell in board
        if len(board) > 1 and cell not in in_six and groups_without(board, cell) == 1
    }


def lays(found: Move, cell: object, tile: object) -> bool:
    """Whether a move places this tile on this cell."""
    return isinstance(found, Place) and (cell, tile) in found.tiles
