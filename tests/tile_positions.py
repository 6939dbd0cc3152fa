"""Helpers for the tests of the rules: set up positions, and ask every function about a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

import pytest

import qwirkle
from qwirkle import Color, IllegalMove, Move, Place, Shape, Tile, TileState
from qwirkle.authoring import Code, TileGame

ALL_TILES = tuple(Tile(color, shape) for color in Color for shape in Shape)
"""The 36 tiles."""


class Shrug(Move):
    """A move that the tile game does not have."""

    verb: ClassVar[str] = "shrug"

    @classmethod
    def from_words(cls, first: object, words: Sequence[object]) -> Self:
        """Not used."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.verb


def standard(**options: object) -> TileGame:
    """The variant ``standard``, with changed rules if options are given."""
    variant = qwirkle.get_variant("standard", **options)
    assert isinstance(variant, TileGame)
    return variant


def position(
    board: str = "",
    *hands: str,
    supply: str = "",
    variant: TileGame | None = None,
    **fields: object,
) -> TileState:
    """A position from texts; the supply is empty unless it is given."""
    return qwirkle.position(
        variant or standard(), board=board, hands=hands, supply=supply, **fields
    )


def move(text: str) -> Move:
    """The move that a text describes."""
    return qwirkle.parse_move(text)


def play(state: TileState, *texts: str) -> TileState:
    """The state after some moves."""
    for text in texts:
        state = qwirkle.apply(state, move(text))
    return state


def codes(state: TileState, text: str) -> set[Code]:
    """The reasons why a move is not legal; all functions must agree on whether it is.

    They are `check`, membership in the legal moves, their list, and `apply`.
    """
    wanted = move(text)
    violations = qwirkle.check(state, wanted)
    moves = qwirkle.legal_moves(state)
    legal = not violations
    assert legal == (wanted in moves)
    assert legal == (wanted in list(moves))
    if legal:
        qwirkle.apply(state, wanted)
        qwirkle.score(state, wanted)
    else:
        with pytest.raises(IllegalMove) as caught:
            qwirkle.apply(state, wanted)
        assert violations == caught.value.violations
    return {Code(violation.code) for violation in violations}


def is_legal(state: TileState, text: str) -> bool:
    """Whether a move is legal; all functions must agree."""
    return not codes(state, text)


def rules_broken(state: TileState, text: str) -> set[str]:
    """The ids of the rules that a move breaks."""
    return {rule for found in qwirkle.check(state, move(text)) for rule in found.rules}


def legal(state: TileState) -> list[str]:
    """The texts of the legal moves."""
    return [str(found) for found in qwirkle.legal_moves(state)]


def kinds(state: TileState) -> set[str]:
    """The kinds of moves that are legal: ``place``, ``swap``, ``pass``."""
    return {found.verb for found in qwirkle.legal_moves(state)}


def points(state: TileState, text: str) -> list[int]:
    """The points of a placement: of each line, then the end bonus if there is one.

    The score of the move, the list of scored moves and `apply` must agree.
    """
    wanted = move(text)
    score = qwirkle.score(state, wanted)
    assert isinstance(wanted, Place)
    assert score.total == dict(qwirkle.legal_moves(state).scored())[wanted]
    gained = qwirkle.apply(state, wanted).scores[state.turn] - state.scores[state.turn]
    assert score.total == gained
    bonus = [score.end_bonus] if score.end_bonus else []
    return [line.points for line in score.lines] + bonus


def texts(tiles: object) -> str:
    """Tiles as one text."""
    assert isinstance(tiles, tuple)
    return " ".join(map(str, tiles))
