"""JSON for everything that travels between programs.

States, views and records are documents, which say what they are and can be read again. Moves,
scores, violations, outcomes and what a player may know of a game are parts, from which a program
makes its own messages. The schema describes them all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, TypeVar, overload

from qwirkle.advice import Advice
from qwirkle.cells import Cell
from qwirkle.errors import DecodeError, InvalidValue, short_repr
from qwirkle.fields import CELL, MOST_PLAYERS, TILE
from qwirkle.judgement import Score, ScoredLine, Violation
from qwirkle.lines import Line
from qwirkle.moves import Move
from qwirkle.plugins import OWN
from qwirkle.record import (
    FORMAT,
    LONGEST_NOTE,
    MOST_MOVES,
    GameRecord,
    from_fields,
    kind_of,
    load_json,
    record_from_fields,
    record_to_fields,
    to_fields,
)
from qwirkle.registry import STANDARD, get_variant, variants
from qwirkle.seen import SeenGame, SeenTurn
from qwirkle.state import Outcome, Player, State, View
from qwirkle.supply import Special
from qwirkle.tilegame.draft import Draft, Fit
from qwirkle.tiles import Tile
from qwirkle.variant import NAME, Variant

T = TypeVar("T", bound=State | View | GameRecord[Any])

_WANTED: Final = "expected a state, a view, a record, a move, a score, a violation or an outcome"
_TEXTS: Final = (Tile, Special, Cell, Move, StrEnum)
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
_PARTS: Final[Mapping[type, tuple[str, ...]]] = {
    Advice: ("move", "score", "lead", "error", "exact", "why"),
    Score: ("total", "lines", "end_bonus", "bonus_points"),
    ScoredLine: ("cells", "tiles", "points"),
    Line: ("cells", "tiles"),
    Violation: ("code", "rules", "message", "cells", "tiles", "values"),
    Outcome: ("reason", "scores", "winners"),
    Player: ("name", "age"),
    Draft: ("move", "is_legal", "violations", "score", "missing", "fits"),
    Fit: ("cell", "tile", "points"),
    SeenGame: ("view", "turns"),
    SeenTurn: ("seat", "words", "points", "cells", "move", "draw"),
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
    {"move": "Bs@1,0", "score": {"total": 2, "lines": [{"cells": ["0,0", "1,0"], "tiles": ["Rs", "Bs"], "points": 2}], "end_bonus": 0, "bonus_points": 0}}

    Raises:
        InvalidValue: if the value, or one inside it, is none of these.
    """
    if value is None or isinstance(value, (str, int, float)):
        raise InvalidValue(f"{_WANTED}, not {short_repr(value)}")
    try:
        return _ENCODER.encode(_encoded(value))
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
            :class:`TileView` or :class:`GameRecord`. Type checkers then know it too.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"])
    >>> qwirkle.from_json(qwirkle.to_json(state), qwirkle.TileState).board
    Board({(0, 0): 'Rs'})
    >>> qwirkle.from_json(qwirkle.to_json(state), qwirkle.TileView)
    Traceback (most recent call last):
    qwirkle.errors.DecodeError: qwirkle: expected a TileView, not a TileState

    Raises:
        DecodeError: if it describes none of these, or something other than expected; lists
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


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def _array(items: Mapping[str, Any], **limits: int) -> dict[str, Any]:
    return {"type": "array", "items": items, **limits}


def _position(kind: str) -> dict[str, Any]:
    return {"allOf": [_ref("position"), {"properties": {"qwirkle": {"const": kind}}}]}


def _described(description: str, kind: str | list[str], **more: Any) -> dict[str, Any]:
    return {"description": description, "type": kind, **more}


def _object(description: str, optional: object = "", **properties: Any) -> dict[str, Any]:
    """The schema of an object with exactly these properties, one of which may be optional."""
    names = [name for name in properties if name != optional]
    limits = {"properties": properties, "required": names, "additionalProperties": False}
    return _described(description, "object", **limits)


_HEAD: Final[dict[str, Any]] = {
    "qwirkle": {"enum": ["state", "view"]},
    "format": {"type": "integer", "const": FORMAT},
    "variant": _described(
        "The name that the variant is chosen by.", "string", pattern=f"^{NAME.pattern}$"
    ),
    "version": _described(
        "The version of the variant, which grows when its behaviour changes.", "integer", minimum=1
    ),
    "options": _described("The options that differ from the variant's defaults.", "object"),
    "players": _array(
        {
            "type": "object",
            "properties": {
                "name": {"type": "string", "minLength": 1, "maxLength": 80},
                "age": {"type": ["integer", "null"], "minimum": 0, "maximum": 150},
            },
            "required": ["name", "age"],
            "additionalProperties": False,
        },
        minItems=1,
        maxItems=MOST_PLAYERS,
    ),
}

_WHOLE: Final = {"type": "integer"}
_SEAT: Final = _described("A seat.", "integer", minimum=0)
_LINE: Final = {"cells": _array(CELL.schema), "tiles": _array(TILE.schema)}
_NOTE: Final = {"type": "string", "maxLength": LONGEST_NOTE}
_PART_SCHEMAS: Final[dict[str, Any]] = {
    "record": _object(
        "A game: its first state and its moves.",
        qwirkle={"const": "record"},
        format=_HEAD["format"],
        headers=_described("Lines of text by name.", "object", additionalProperties=_NOTE),
        start=_position("state"),
        turns=_array(
            _object(
                "A move and the pieces drawn for it, in drawing order.",
                move=_ref("move"),
                draw=_array({"type": "string"}),
                comment=_NOTE,
                holding={**_array(TILE.schema), "description": "The tiles that the player held."},
                optional="holding",
            ),
            maxItems=MOST_MOVES,
        ),
    ),
    "seen": _object(
        "A game so far as one player may know it.",
        view=_position("view"),
        turns=_array(
            _object(
                "A move, and the pieces drawn for it; null for what is hidden.",
                seat=_SEAT,
                words=_described("The move in words that follow the player's name.", "string"),
                points=_WHOLE,
                cells=_array(CELL.schema),
                move={"anyOf": [_ref("move"), {"type": "null"}]},
                draw=_array({"type": ["string", "null"]}),
            )
        ),
    ),
    "move": _described("The text of a move, like Rs@0,0 or pass.", "string"),
    "score": _object(
        "The points of a move.",
        total=_WHOLE,
        lines=_array(_object("A line with its points.", **_LINE, points=_WHOLE)),
        end_bonus=_WHOLE,
        bonus_points=_WHOLE,
    ),
    "violation": _object(
        "A reason why a move is not legal.",
        code=_described("The kind of reason, like gap.", "string"),
        rules=_array(_described("The id of a rule, like P2.", "string")),
        message=_described("A sentence in English.", "string"),
        **_LINE,
        values=_described("The other values of the sentence, by name.", "object"),
    ),
    "outcome": _object(
        "How a game ended.",
        reason=_described("Why it ended, like went-out.", "string"),
        scores=_array(_WHOLE),
        winners=_array(_SEAT),
    ),
    "draft": _object(
        "A placement under way.",
        move=_ref("move"),
        is_legal=_described("Whether the player may stop here.", "boolean"),
        violations=_array(_ref("violation")),
        score={"anyOf": [_ref("score"), {"type": "null"}]},
        missing=_described("The fewest tiles still needed.", ["integer", "null"]),
        fits=_array(
            _object(
                "A tile that can be placed next, with the points if the player then stops.",
                cell=CELL.schema,
                tile=TILE.schema,
                points={"type": ["integer", "null"]},
            )
        ),
    ),
}
"""Records, and the values that are parts of a program's own messages."""


def json_schema(*names: str | Variant) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what :func:`qwirkle.to_json` writes.

    It is the schema of a document: a state, a view or a record. Those of a move, a score, a
    violation, an outcome, a draft and a game as seen by a player are in its ``$defs``. They
    describe the form; only :func:`qwirkle.from_json` checks a document against the rules.

    Args:
        names: the variants, or their names. By default they are those that come with the library,
            and any other variant is assumed to be a tile game without its own fields.

    >>> found = json_schema("schmidt-actions")
    >>> found["$defs"]["schmidt-actions state"]["properties"]["acted"]
    {'type': 'boolean'}
    """
    chosen = list(dict.fromkeys(get_variant(name) for name in names or _own_names()))
    # Variants with the same fields and options share a branch.
    groups: dict[str, list[Variant]] = {}
    for variant in chosen:
        groups.setdefault(json.dumps([_shapes(variant), _options(variant)]), []).append(variant)
    head = dict(_HEAD)
    branches = [_branch(group[0], {"enum": _names(group)}) for group in groups.values()]
    if names:
        head["variant"] = {"enum": _names(chosen)}
    else:
        branches.append(_branch(chosen[0], {"not": {"enum": _names(chosen)}}, options=False))
    position = {
        "description": "A state or a view.",
        "type": "object",
        "properties": head,
        "required": list(head),
        "allOf": branches,
        "unevaluatedProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:qwirkle:format:{FORMAT}"
        + "".join(f":{name}" for name in _names(chosen if names else ())),
        "title": "A state, a view or a record of Qwirkle",
        "description": f"Format {FORMAT}, as qwirkle.to_json writes it.",
        "if": {"required": ["qwirkle"], "properties": {"qwirkle": {"const": "record"}}},
        "then": {"$ref": "#/$defs/record"},
        "else": {"$ref": "#/$defs/position"},
        "$defs": {
            "position": position,
            **_PART_SCHEMAS,
            **{
                f"{group[0].name} {kind}": shape
                for group in groups.values()
                for kind, shape in _shapes(group[0]).items()
            },
        },
    }


def _own_names() -> list[str]:
    own = [name for name, origin in variants().items() if origin.partition(" ")[0] == OWN]
    return sorted(own, key=lambda name: (name != STANDARD.name, name))


def _names(chosen: Iterable[Variant]) -> list[str]:
    return list(dict.fromkeys(variant.name for variant in chosen))


def _shapes(variant: Variant) -> dict[str, Any]:
    """The schemas of a variant's states and of its views."""
    kinds = {"state": variant.state_type, "view": variant.view_type}
    return {name: variant.fields(kind).schema() for name, kind in kinds.items()}


def _options(variant: Variant) -> dict[str, Any]:
    known = {name: option.schema for name, option in variant.possible_options.items()}
    return {"properties": known, "additionalProperties": False} if known else {}


def _branch(variant: Variant, name: Any, *, options: bool = True) -> dict[str, Any]:
    """The part of the schema for the variants with some names, which have the form of this one."""
    return {
        "if": {"properties": {"variant": name}},
        "then": {
            "if": {"properties": {"qwirkle": {"const": "state"}}},
            "then": {"$ref": f"#/$defs/{variant.name}%20state"},
            "else": {"$ref": f"#/$defs/{variant.name}%20view"},
            "properties": {"options": _options(variant) if options else {}},
        },
    }
