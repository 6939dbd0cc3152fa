"""Options of variants, each described once: its values, its rules, and a sentence for people.

An option is a field of a frozen attrs class. What it is by default, which values are possible,
how it is told and its JSON Schema all stand in its description.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

import attrs

from qwirkle.description import Fact
from qwirkle.errors import InvalidOption, short_repr

T = TypeVar("T")

_KEY: Final = "option"


@attrs.frozen(eq=False)
class Option:
    """The description of an option."""

    rules: tuple[str, ...]
    """The ids of the rules that it decides."""
    text: Callable[[Any], str]
    """The sentence for a value."""
    schema: Mapping[str, Any]
    """The JSON Schema of its values."""


def option(default: Any, about: Option, **field: Any) -> Any:
    """A field that is an option; further arguments are those of :func:`attrs.field`."""
    return attrs.field(default=default, metadata={_KEY: about}, **field)


def _one_of(check: Callable[[Any], bool], possible: str) -> Callable[..., None]:
    """A validator that says in words what is possible."""

    def validate(instance: object, attribute: attrs.Attribute[Any], value: object) -> None:
        if not check(value):
            raise InvalidOption(f"{attribute.name} must be {possible}, not {short_repr(value)}")

    return validate


def choice(rules: tuple[str, ...], **values: str) -> Any:
    """An option with a few named values, each with its sentence; the first is the default.

    >>> @attrs.frozen
    ... class Weather:
    ...     sky: str = choice(("H1",), clear="the sky is clear", very_grey="clouds everywhere")
    >>> Weather(sky="green")
    Traceback (most recent call last):
    qwirkle.errors.InvalidOption: sky must be 'clear' or 'very-grey', not 'green'
    """
    words = {name.replace("_", "-"): text for name, text in values.items()}
    check = _one_of(
        lambda value: type(value) is str and value in words, " or ".join(map(repr, words))
    )
    about = Option(rules, words.__getitem__, {"enum": list(words)})
    return option(next(iter(words)), about, validator=check)


def whole_number(
    rules: tuple[str, ...], default: int, most: int, text: Callable[[int], str]
) -> Any:
    """An option with a number from 1 to ``most``, and how to say it."""
    check = _one_of(
        lambda value: type(value) is int and 1 <= value <= most, f"a number from 1 to {most}"
    )
    about = Option(rules, text, {"type": "integer", "minimum": 1, "maximum": most})
    return option(default, about, validator=check)


def yes_or_no(rules: tuple[str, ...], *, yes: str, no: str) -> Any:
    """An option that is True or False, by default False."""
    about = Option(rules, lambda value: yes if value else no, {"type": "boolean"})
    check = _one_of(lambda value: type(value) is bool, "True or False")
    return option(False, about, validator=check)


def options_of(kind: type) -> dict[str, Option]:
    """The options of a class, by name."""
    fields: Iterable[attrs.Attribute[Any]] = attrs.fields(kind)
    return {each.name: each.metadata[_KEY] for each in fields if _KEY in each.metadata}


def option_facts(value: object) -> dict[str, Fact]:
    """Every option with its value, its rule ids and a sentence."""
    return {
        name: Fact(getattr(value, name), about.rules, about.text(getattr(value, name)))
        for name, about in options_of(type(value)).items()
    }


def check_names(options: Iterable[str], known: Iterable[str]) -> None:
    """Refuse options that there are not, and name the right ones.

    Raises:
        InvalidOption: if there is one.
    """
    names = list(known)
    for name in options:
        if name not in names:
            possible = ("options are " if len(names) > 1 else "option is ") + ", ".join(names)
            raise InvalidOption(f"there is no option {short_repr(name)}; the {possible}")


def changed(value: T, options: Mapping[str, Any]) -> T:
    """A value with other options, whose names and values are checked."""
    check_names(options, options_of(type(value)))
    evolve: Callable[..., T] = attrs.evolve
    return evolve(value, **options)
