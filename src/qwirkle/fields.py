"""Fields from strangers: the names and JSON types that a decoder insists on."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import Any, Final, TypeAlias

from qwirkle.bounds import MOST
from qwirkle.errors import Fault, InvalidPosition, short_repr

Kind: TypeAlias = type | tuple[type, ...] | list[type]
"""A JSON type, one of several, or (in brackets) a list with elements of one."""

_WORDS: Final = {
    str: "a text",
    int: "an integer",
    list: "a list",
    bool: "true or false",
    NoneType: "null",
}


def type_fault(path: str, value: object, *kinds: type) -> list[Fault]:
    """A fault if a JSON value is of none of the kinds; true and false are no integers."""
    if type(value) in kinds:
        return []
    expected = " or ".join(_WORDS[kind] for kind in kinds)
    return [Fault(path, f"expected {expected}, not {short_repr(value)}")]


def expect(fields: Mapping[str, Any], **kinds: Kind) -> None:
    """Insist on exactly these fields, of these types.

    >>> expect({"turn": 1, "hands": ["Rs"]}, turn=int, hands=[str])
    >>> expect({"turn": "1"}, turn=int, hands=[str])
    Traceback (most recent call last):
    qwirkle.errors.InvalidPosition: hands: missing; turn: expected an integer, not '1'

    Raises:
        InvalidPosition: with everything that is missing, unknown or of another type.
    """
    faults = [Fault(name, "missing") for name in kinds if name not in fields]
    unknown = f"unknown; expected {', '.join(kinds)}"
    for name, value in fields.items():
        kind = kinds.get(name)
        if kind is None:
            faults.append(Fault(name, unknown))
        elif isinstance(kind, list):
            wrong = type_fault(name, value, list)
            if not wrong and len(value) > MOST:
                wrong = [Fault(name, f"at most {MOST} elements are possible")]
            faults += wrong
            for i, element in enumerate([] if wrong else value):
                faults += type_fault(f"{name}[{i}]", element, *kind)
        else:
            faults += type_fault(name, value, *(kind if isinstance(kind, tuple) else (kind,)))
    if faults:
        raise InvalidPosition(faults)
