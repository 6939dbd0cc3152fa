"""Options of variants, each described once.

An option is a field of a frozen attrs class. Its description holds its default, its possible
values, the rules that it decides, a sentence for people, and its JSON Schema.
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
    """The description of an option.

    >>> import qwirkle
    >>> qwirkle.get_variant("standard").possible_options["tie_break"].rules
    ('B3',)
    """

    rules: tuple[str, ...]
    """The ids of the rules that it decides."""
    text: Callable[[Any], str]
    """The sentence for a value."""
    schema: Mapping[str, Any]
    """The JSON Schema of its values."""


def option(default: Any, about: Option, **field: Any) -> Any:
    """Define a field that is an option; further arguments are those of ``attrs.field``.

    >>> @attrs.frozen
    ... class Weather:
    ...     wind: str = option("west", Option(("H1",), "wind from the {}".format, {}))
    >>> option_facts(Weather())["wind"].text
    'wind from the west'
    """
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
    """An option with a number from 1 to ``most``, and its sentence.

    >>> @attrs.frozen
    ... class Weather:
    ...     degrees: int = whole_number(("H1",), 20, 40, "{} degrees".format)
    >>> Weather(degrees=99)
    Traceback (most recent call last):
    qwirkle.errors.InvalidOption: degrees must be a number from 1 to 40, not 99
    """
    check = _one_of(
        lambda value: type(value) is int and 1 <= value <= most, f"a number from 1 to {most}"
    )
    about = Option(rules, text, {"type": "integer", "minimum": 1, "maximum": most})
    return option(default, about, validator=check)


def yes_or_no(rules: tuple[str, ...], *, yes: str, no: str) -> Any:
    """An option that is True or False, by default False.

    >>> @attrs.frozen
    ... class Weather:
    ...     rain: bool = yes_or_no(("H1",), yes="it rains", no="it is dry")
    >>> option_facts(Weather())["rain"].text
    'it is dry'
    """
    about = Option(rules, lambda value: yes if value else no, {"type": "boolean"})
    check = _one_of(lambda value: type(value) is bool, "True or False")
    return option(False, about, validator=check)


def options_of(kind: type) -> dict[str, Option]:
    """The options of a class, by name.

    >>> import qwirkle
    >>> list(options_of(qwirkle.Rules))[:2]
    ['tie_break', 'supply']
    """
    fields: Iterable[attrs.Attribute[Any]] = attrs.fields(kind)
    return {each.name: each.metadata[_KEY] for each in fields if _KEY in each.metadata}


def option_facts(value: object) -> dict[str, Fact]:
    """Every option with its value, its rule ids and a sentence.

    >>> import qwirkle
    >>> option_facts(qwirkle.Rules())["hand_size"].text
    'a full hand has 6 tiles'
    """
    return {
        name: Fact(getattr(value, name), about.rules, about.text(getattr(value, name)))
        for name, about in options_of(type(value)).items()
    }


def check_names(options: Iterable[str], known: Iterable[str]) -> None:
    """Reject options that do not exist, and name those that do.

    >>> check_names(["rian"], ["rain", "wind"])
    Traceback (most recent call last):
    qwirkle.errors.InvalidOption: there is no option 'rian'; the options are rain, wind

    Raises:
        InvalidOption: if an option does not exist.
    """
    names = list(known)
    for name in options:
        if name not in names:
            possible = ("options are " if len(names) > 1 else "option is ") + ", ".join(names)
            raise InvalidOption(f"there is no option {short_repr(name)}; the {possible}")


def changed(value: T, options: Mapping[str, Any]) -> T:
    """A value with other options, whose names and values are checked.

    >>> import qwirkle
    >>> changed(qwirkle.Rules(), {"hand_size": 5}).hand_size
    5
    """
    check_names(options, options_of(type(value)))
    evolve: Callable[..., Any] = attrs.evolve
    evolved: T = evolve(value, **options)
    return evolved
