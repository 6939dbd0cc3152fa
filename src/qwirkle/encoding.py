"""States, views and variants as JSON values, which are versioned, strict and bounded.

The outer fields are the same for every variant; the others depend on the variant.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, Final, NoReturn

from qwirkle.errors import DecodeError, InvalidPosition, InvalidValue, QwirkleError, short_repr
from qwirkle.fields import HEAD
from qwirkle.registry import get_variant, variant_of
from qwirkle.state import State, View
from qwirkle.variant import Variant

FORMAT: Final = 1
"""The version of the format, which increases when its meaning changes."""

LONGEST_JSON: Final = 1_000_000
"""The most characters that are read; a state needs about a thousand."""


def load_json(text: str) -> Any:
    """The JSON value of a text, strictly by the standard."""
    if not isinstance(text, str):
        raise DecodeError("$", f"expected a text, not {short_repr(text)}")
    if len(text) > LONGEST_JSON:
        raise DecodeError("$", f"longer than {LONGEST_JSON} characters")
    try:
        return json.loads(text, cls=_decoder)  # type: ignore[arg-type]  # a function will do
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise DecodeError("$", f"not JSON: {error.msg} at {where}") from None
    except RecursionError:
        raise DecodeError("$", "nested too deeply") from None


def to_fields(position: State | View) -> dict[str, Any]:
    """A state or a view as JSON values."""
    return {
        "qwirkle": "state" if isinstance(position, State) else "view",
        "format": FORMAT,
        **variant_to_fields(position.variant),
        "players": [{"name": player.name, "age": player.age} for player in position.players],
        **position.variant.encode(position),
    }


def variant_to_fields(variant: Variant) -> dict[str, Any]:
    """A variant as JSON values: its name, its version and its options.

    >>> import qwirkle
    >>> variant_to_fields(qwirkle.get_variant("standard", hand_size=5))
    {'variant': 'standard', 'version': 1, 'options': {'hand_size': 5}}
    """
    with suppress(QwirkleError, TypeError, ValueError):
        options = json.loads(json.dumps(dict(variant.options)))
        if variant_of(variant.name, options) == variant:
            return {"variant": variant.name, "version": variant.version, "options": options}
    reason = "is not what its name and options stand for, so it could not be read again"
    raise InvalidValue(f"{short_repr(variant)} {reason}: register it by a name of its own")


def kind_of(fields: Any, *kinds: str) -> str:
    """The kind of document that JSON values describe, which must be one of these."""
    if type(fields) is not dict:
        raise DecodeError("$", f"expected an object, not {short_repr(fields)}")
    kind = fields.get("qwirkle")
    if kind not in kinds:
        *others, last = map(repr, kinds)
        possible = f"{', '.join(others)} or {last}"
        raise DecodeError("qwirkle", f"expected {possible}, not {short_repr(kind)}")
    if fields.get("format") != FORMAT or type(fields["format"]) is not int:
        reason = f"expected {FORMAT}, the format that this version reads"
        raise DecodeError("format", f"{reason}, not {short_repr(fields.get('format'))}")
    return str(kind)


def from_fields(fields: Any) -> State | View:
    """The state or view that JSON values describe."""
    kind = kind_of(fields, "state", "view")
    variant = variant_from_fields(fields)
    rest = {name: value for name, value in fields.items() if name not in HEAD}
    try:
        found: State | View = variant.decode(
            variant.state_type if kind == "state" else variant.view_type, rest
        )
    except InvalidPosition as error:
        first = error.faults[0]
        raise DecodeError(first.field, first.message, error.faults[1:]) from error
    return found


def variant_from_fields(fields: dict[str, Any]) -> Variant:
    """The variant that JSON values describe, in the installed version."""
    name, options = fields.get("variant"), fields.get("options")
    if type(name) is not str:
        raise DecodeError("variant", f"expected a name, not {short_repr(name)}")
    if type(options) is not dict:
        raise DecodeError("options", f"expected an object, not {short_repr(options)}")
    try:
        variant = get_variant(name)
    except QwirkleError as error:
        raise DecodeError("variant", str(error)) from error
    if fields.get("version") != variant.version or type(fields["version"]) is not int:
        reason = f"this is version {variant.version} of {name}"
        raise DecodeError("version", f"{reason}, not {short_repr(fields.get('version'))}")
    try:
        return variant_of(name, options)
    except QwirkleError as error:
        raise DecodeError("options", str(error)) from error


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise DecodeError(name[:80], "given twice")
        found[name] = value
    return found


def _no_constant(text: str) -> NoReturn:
    raise DecodeError("$", f"{text} is not JSON")


def _short_integer(text: str) -> int:
    if len(text) > 30:
        raise DecodeError("$", f"the number {text[:20]}... is too long")
    return int(text)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_no_key_twice, parse_constant=_no_constant, parse_int=_short_integer
)


def _decoder() -> json.JSONDecoder:
    return _DECODER  # since making one takes as long as reading a short text
