"""Players for tests, in a module that other processes can import."""

from __future__ import annotations

import os
from typing import Any

import qwirkle
from qwirkle import Exchange, Move, Place, Tile, View
from qwirkle.bots import Bot


def first(view: View) -> Move:
    """The first legal move."""
    return next(iter(qwirkle.legal_moves(view)))


class Named:
    """A bot that is an object without a name."""

    def __call__(self, view: View) -> Move:
        return first(view)


def trips(view: Any) -> Move:
    """Play well until the board is large, then fail."""
    if len(view.board) > 12:
        raise KeyError("too many tiles")
    return first(view)


def tires(view: Any) -> Move:
    """Play well until a player has many points, then fail."""
    if max(view.scores) > 130:
        raise KeyError("too many points")
    return first(view)


def dies(view: Any) -> Move:
    """Play well until a player has many points, then end the process."""
    if max(view.scores) > 130:
        os._exit(1)
    return first(view)


def cheats(view: Any) -> Move:
    """Play well until the board is large, then place a tile that no player has."""
    return Place({(99, 99): "Rs"}) if len(view.board) > 12 else first(view)


def talks(view: View) -> Any:
    """Return a text instead of a move."""
    return str(first(view))


def forgets(view: View) -> Any:
    """Choose a move, but do not return it."""
    first(view)


class Unprintable(Exception):
    """An error that cannot be printed."""

    def __repr__(self) -> str:
        raise ValueError


def sulks(view: View) -> Move:
    """Raise an error that cannot be printed."""
    raise Unprintable


def cheats_quietly(view: View) -> Move:
    """Exchange tiles that are not in the hand."""
    return Exchange([Tile.parse("Rs")] * 9)


def seen(state: qwirkle.State) -> qwirkle.View:
    """The view of the player to move."""
    return qwirkle.observe(state, state.turn)


def walk(state: qwirkle.State, bot: Bot, most: int = 1000) -> list[Any]:
    """The states of a game in which all players are the same bot."""
    states = [state]
    while not states[-1].is_over and len(states) < most:
        states.append(qwirkle.apply(states[-1], bot(seen(states[-1]))))
    return states
