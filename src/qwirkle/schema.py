"""The JSON Schema of states and views, made from the descriptions of their fields."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from qwirkle.codec import FORMAT
from qwirkle.fields import MOST_PLAYERS
from qwirkle.plugins import NAME, OWN
from qwirkle.registry import STANDARD, get_variant, variants
from qwirkle.variant import Variant

_HEAD: Final[dict[str, Any]] = {
    "qwirkle": {"enum": ["state", "view"]},
    "format": {"type": "integer", "const": FORMAT},
    "variant": {
        "description": "The name that the variant is chosen by, after its distribution and a "
        "colon where several packages have a variant of this name.",
        "type": "string",
        "pattern": f"^({NAME.pattern}:)?{NAME.pattern}$",
    },
    "version": {
        "description": "The version of the variant, which grows when its behaviour changes.",
        "type": "integer",
        "minimum": 1,
    },
    "options": {
        "description": "The options that are not as the name alone gives them.",
        "type": "object",
    },
    "players": {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "name": {"type": "string", "minLength": 1, "maxLength": 80},
                "age": {"type": ["integer", "null"], "minimum": 0, "maximum": 150},
            },
            "required": ["name", "age"],
            "additionalProperties": False,
        },
        "minItems": 1,
        "maxItems": MOST_PLAYERS,
    },
}


def json_schema(*names: str | Variant) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what :func:`qwirkle.to_json` writes.

    It describes the form of a document. Only :func:`qwirkle.from_json` checks it against the rules.

    Args:
        names: the variants, or their names. By default they are those that come with the library,
            and any other variant is taken for a tile game without its own fields.

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
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:qwirkle:state:{FORMAT}"
        + "".join(f":{name}" for name in _names(chosen if names else ())),
        "title": "A state or a view of Qwirkle",
        "description": f"Format {FORMAT}, as qwirkle.to_json writes it.",
        "type": "object",
        "properties": head,
        "required": list(head),
        "allOf": branches,
        "unevaluatedProperties": False,
        "$defs": {
            f"{group[0].name} {kind}": shape
            for group in groups.values()
            for kind, shape in _shapes(group[0]).items()
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
