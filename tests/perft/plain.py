"""Perft by brute force: the moves come from the rules alone, and the library only applies them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from itertools import combinations
from typing import Any

import brute
import brute_cards

import qwirkle
from qwirkle import Exchange, Move, Pass, Place
from qwirkle_variants import DrawThree, Lay, Redraw, TakeTile


def perft(state: Any, depth: int) -> int:
    """Count like `qwirkle.perft`, without asking the library which moves are legal."""
    if not depth:
        return 1
    found = moves(state)
    if depth == 1:
        return len(found)
    return sum(perft(qwirkle.apply(state, move), depth - 1) for move in found)


def moves(state: Any) -> list[Move]:
    """The legal moves of a state of any of our variants, each listed once."""
    if state.variant.name == "cards":
        return _card_moves(state)
    return _tile_moves(state)


def _move(key: brute.Key) -> Move:
    """Convert a move of the brute force to one of the library."""
    if key[0] == "place":
        return Place(dict(key[1]))
    return Exchange(key[1]) if key[0] == "swap" else Pass()


class _GoesOn(brute.Position):
    """A position that is never over."""

    ending = None


def _tile_moves(state: Any) -> list[Move]:
    special = state.variant.name == "schmidt-actions"
    plain = brute.Position.of(state)
    # No game ends in the middle of a turn, and no board is closed while a tile may be taken (R21).
    if special and (state.acted or (plain.ending == "closed" and _may_be_taken_from(state))):
        plain = _GoesOn(**{field.name: getattr(plain, field.name) for field in fields(plain)})
    placements = plain.placements()
    if special and state.acted and state.barred is not None:
        back = (tuple(state.barred), str(state.taken))  # the cell it was taken from (R10)
        placements = {key for key in placements if back not in key[1]}
    keys = placements | plain.exchanges() | (set() if placements else plain.passing())
    return [*map(_move, sorted(keys)), *(_actions(state, plain) if special else ())]


def _may_be_taken_from(state: Any) -> bool:
    """Whether a player has a take-tile, or its special is still to be drawn."""
    return "take-tile" in str(state.actions) or "*take-tile" in map(str, state.supply.tiles)


def _actions(state: Any, plain: brute.Position) -> Iterable[Move]:
    """The legal uses of action tiles (A3 to A5, R9)."""
    if plain.ending or state.acted:
        return
    held = state.actions[state.turn]
    if "draw-three" in held and plain.supply:
        yield DrawThree()
    if "take-tile" in held and len(plain.board) > 1:
        qwirkles = {c for line in brute.all_lines(plain.board) if len(line) == 6 for c in line}
        for cell in sorted(plain.board.keys() - qwirkles):
            if brute.connected({c: tile for c, tile in plain.board.items() if c != cell}):
                yield TakeTile(cell)


def _card_moves(state: Any) -> list[Move]:
    if state.is_over:
        return []
    if not state.table and not any(state.qwirkles):
        kinds = sorted(set(state.hand))
        for size in range(6, 2, -1):  # the largest sets (K2)
            if sets := [row for row in combinations(kinds, size) if brute_cards.is_row(row)]:
                return [Lay([row]) for row in sets]
        found = set()
    else:
        strict = state.variant.regrouping == "strict"
        found = brute_cards.turns(state.table, state.hand, strict)
    if found:
        return [Lay(rows) for rows in sorted(found)]
    # A pile that is exactly the hand shown last (R15) does not occur here.
    return [Redraw() if state.pile else Pass()]
