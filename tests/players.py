"""Players for tests, in a module that other processes can import."""

from __future__ import annotations

import os
from typing import Any

import qwirkle
from qwirkle import Exchange, Move, Place, Tile, View


def first(view: View) -> Move:
    """The first legal move."""
    return next(iter(qwirkle.legal_moves(view)))


class Named:
    """A bot that is an object: it has no name of its own."""

    def __call__(self, view: View) -> Move:
        return first(view)


def trips(view: Any) -> Move:
    """Plays well, until the board is large."""
    if len(view.board) > 12:
        raise KeyError("too many tiles")
    return first(view)


def tires(view: Any) -> Move:
    """Plays well, until somebody has many points."""
    if max(view.scores) > 130:
        raise KeyError("too many points")
    return first(view)


def dies(view: Any) -> Move:
    """Plays well, until somebody has many points, and then ends its process."""
    if max(view.scores) > 130:
        os._exit(1)
    return first(view)


def cheats(view: Any) -> Move:
    """Plays well, until the board is large, and then a tile that nobody has."""
    return Place({(99, 99): "Rs"}) if len(view.board) > 12 else first(view)


def talks(view: View) -> Any:
    """Gives a text instead of a move."""
    return str(first(view))


class Unprintable(Exception):
    """An error that fails when it is shown."""

    def __repr__(self) -> str:
        raise ValueError


def sulks(view: View) -> Move:
    """Fails with an error that fails."""
    raise Unprintable


def cheats_quietly(view: View) -> Move:
    """Exchanges tiles that it does not have."""
    return Exchange([Tile.parse("Rs")] * 9)
