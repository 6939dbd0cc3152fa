"""JSON for everything that travels between programs.

States, views and records are documents, which say what they are and can be read again. Moves,
scores, violations and outcomes are parts, from which a program makes its own messages.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, TypeVar, overload

from qwirkle.cells import Cell
from qwirkle.encoding import from_fields, kind_of, load_json, to_fields
from qwirkle.errors import DecodeError, InvalidValue, short_repr
from qwirkle.lines import Line
from qwirkle.moves import Move
from qwirkle.reasons import Violation
from qwirkle.record import GameRecord, record_from_fields, record_to_fields
from qwirkle.scoring import Score, ScoredLine
from qwirkle.state import Outcome, Player, State, View
from qwirkle.supply import Special
from qwirkle.tilegame.draft import Draft, Fit
from qwirkle.tiles import Tile

T = TypeVar("T", bound=State | View | GameRecord[Any])

_WANTED: Final = "expected a state, a view, a record, a move, a score, a violation or an outcome"
_TEXTS: Final = (Tile, Special, Cell, Move, StrEnum)
_PARTS: Final[Mapping[type, tuple[str, ...]]] = {
    Score: ("total", "lines", "end_bonus"),
    ScoredLine: ("cells", "tiles", "points"),
    Line: ("cells", "tiles"),
    Violation: ("code", "rules", "message", "cells", "tiles", "values"),
    Outcome: ("reason", "scores", "winners"),
    Player: ("name", "age"),
    Draft: ("move", "is_legal", "violations", "score", "missing", "fits"),
    Fit: ("cell", "tile", "points"),
}
"""The attributes of the values that are written as objects."""


def to_json(value: object) -> str:
    """The JSON text of a state, a view, a record, a move, a score, a violation or an outcome.

    It also takes lists and dictionaries of these, so that a message to a player is one call.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
    >>> qwirkle.from_json(qwirkle.to_json(state)) == state
    True
    >>> move = qwirkle.Place({(1, 0): "Bs"})
    >>> print(qwirkle.to_json({"move": move, "score": qwirkle.score(state, move)}))
    {"move": "Bs@1,0", "score": {"total": 2, "lines": [{"cells": ["0,0", "1,0"], "tiles": ["Rs", "Bs"], "points": 2}], "end_bonus": 0}}

    Raises:
        InvalidValue: if the value, or one inside it, is none of these.
    """
    if value is None or isinstance(value, (str, int, float)):
        raise InvalidValue(f"{_WANTED}, not {short_repr(value)}")
    try:
        return json.dumps(_encoded(value), ensure_ascii=False, allow_nan=False)
    except RecursionError:
        raise InvalidValue("the value is nested too deeply") from None
    except ValueError as error:  # a number that JSON does not have
        if isinstance(error, InvalidValue):
            raise
        raise InvalidValue(f"the value cannot be written as JSON: {error}") from None


def _encoded(value: Any) -> Any:
    if isinstance(value, (State, View)):
        return to_fields(value)
    if isinstance(value, GameRecord):
        return record_to_fields(value)
    if isinstance(value, _TEXTS):
        return str(value)
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [_encoded(item) for item in value]
    if isinstance(value, dict):
        return {_key(name): _encoded(item) for name, item in value.items()}
    for kind in type(value).__mro__:
        if kind in _PARTS:
            return {name: _encoded(getattr(value, name)) for name in _PARTS[kind]}
    raise InvalidValue(f"{_WANTED}, not {short_repr(value)}")


def _key(name: object) -> str:
    if not isinstance(name, str):
        raise InvalidValue(f"the names in a JSON object are texts, not {short_repr(name)}")
    return name


@overload
def from_json(text: str) -> State | View | GameRecord[Any]: ...
@overload
def from_json(text: str, expect: type[T]) -> T: ...
def from_json(text: str, expect: type[Any] | None = None) -> Any:
    """The state, view or record that a JSON text describes.

    The text is not trusted: a position is checked like one that :func:`qwirkle.position` sets
    up, and every move of a record must be legal. The text of a move is read by
    :func:`qwirkle.parse_move`.

    Args:
        text: the JSON text.
        expect: the class that the result must have, such as :class:`TileState`,
            :class:`TileView` or :class:`GameRecord`. Type checkers then know it, too.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"])
    >>> qwirkle.from_json(qwirkle.to_json(state), qwirkle.TileState).board
    Board({(0, 0): 'Rs'})
    >>> qwirkle.from_json(qwirkle.to_json(state), qwirkle.TileView)
    Traceback (most recent call last):
    qwirkle.errors.DecodeError: qwirkle: expected a TileView, not a TileState

    Raises:
        DecodeError: if it describes none of these, or something else than expected; lists
            everything that is wrong, and where.
    """
    if expect is not None and not (
        isinstance(expect, type) and issubclass(expect, (State, View, GameRecord))
    ):
        reason = "expected a class of states, views or records"
        raise InvalidValue(f"{reason}, such as TileState, not {short_repr(expect)}")
    fields = load_json(text)
    is_record = kind_of(fields, "state", "view", "record") == "record"
    found = record_from_fields(fields) if is_record else from_fields(fields)
    if expect is not None and not isinstance(found, expect):
        names = f"expected a {expect.__name__}, not a {type(found).__name__}"
        raise DecodeError("qwirkle", names)
    return found
