"""A variant's description of itself: its options, its rules in words, its manual and its box."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeVar

import attrs

from qwirkle.errors import InvalidOption, InvalidValue, short_repr
from qwirkle.judgement import as_rules
from qwirkle.words import sentence


@attrs.frozen
class Fact:
    """One decision of a variant, for comparison with others.

    >>> import qwirkle
    >>> qwirkle.get_variant("standard").facts()["tie_break"].rules
    ('B3',)
    """

    value: object
    """The decision as a value."""
    rules: tuple[str, ...] = attrs.field(converter=as_rules)
    """The ids of the rules that it decides."""
    text: str
    """The decision in words."""
    hooks: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)
    """The hooks that decide it, if the fact is not named after one."""


@attrs.frozen
class Statement:
    """A rule in plain words.

    >>> import qwirkle
    >>> rule = qwirkle.get_variant("standard").statements["E4"]
    >>> rule.title, rule.text, rule.topic
    ('The winner', 'The player with the most points wins.', 'The end')
    >>> print(rule)
    The winner. The player with the most points wins.
    """

    text: str
    """The rule."""
    title: str = ""
    """A few words to find it by, the same in all editions; empty if it has none."""
    topic: str = ""
    """The part of a rulebook that it belongs to, such as "Your turn"; empty if there are none."""

    def __str__(self) -> str:
        return f"{sentence(self.title)} {self.text}".lstrip()


WHAT_IF: Final = "What if …?"
"""The topic of rulings, which answer what the manuals leave open."""


def stated(rulebook: str) -> Mapping[str, Statement]:
    """The statements of a rulebook by rule id.

    A line at the margin is the id of a rule with its title, or else the topic of the rules below
    it; the indented lines that follow an id are the text of the rule.

    >>> rules = stated('''
    ... The end
    ...
    ... E4 The winner
    ...     The player with the most points wins.
    ... ''')
    >>> rules["E4"].topic, rules["E4"].title, rules["E4"].text
    ('The end', 'The winner', 'The player with the most points wins.')
    """
    found: dict[str, Statement] = {}
    topic = rule = ""
    for line in filter(str.strip, rulebook.splitlines()):
        if line.startswith(" "):
            text = f"{found[rule].text} {line.strip()}".lstrip()
            found[rule] = attrs.evolve(found[rule], text=text)
        elif named := _NAMED.fullmatch(line):
            rule = named[1]
            found[rule] = Statement("", named[2], topic)
        else:
            topic = line
    return MappingProxyType(found)


_NAMED: Final = re.compile(r"([A-Z]+[0-9]+) (.+)")


def as_statement(given: Statement | str) -> Statement:
    """A statement; a plain text is one without a title.

    >>> as_statement("Play continues clockwise.").title
    ''
    """
    return given if isinstance(given, Statement) else Statement(given)


@attrs.frozen
class Citation:
    """A manual's statement about a rule.

    >>> citation = Citation("silent", "A manual, 2006", "When all have passed, it ends.", ("R3",))
    >>> citation.status, citation.text
    ('silent', 'When all have passed, it ends.')
    """

    status: Literal["printed", "implied", "silent"]
    """Whether the manual prints the rule, implies it, or leaves it out."""
    source: str
    """The manual."""
    statement: Statement = attrs.field(converter=as_statement)
    """The rule of this edition, in our words; a plain text is taken too."""
    rulings: tuple[str, ...] = ()
    """The ids of the rulings that fill in what the manual leaves open."""
    note: str = ""
    """How the manual differs from the text, for example in a part that it only implies."""

    @property
    def text(self) -> str:
        """The text of the statement."""
        return self.statement.text


@attrs.frozen
class Edition:
    """The text on a box, by which people find the variant that they own.

    >>> Edition("Qwirkle", "MindWare", languages=("French",)).aliases
    ()
    """

    title: str
    """The name on the box."""
    publisher: str
    """The publisher."""
    year: int | None = None
    """The year on the box."""
    languages: tuple[str, ...] = ()
    """The languages of its rules."""
    players: str | None = None
    """The number of players, as printed."""
    ages: str | None = None
    """The players' ages, as printed."""
    minutes: str | None = None
    """The playing time in minutes, as printed."""
    aliases: tuple[str, ...] = ()
    """Other names for it."""
    remarks: tuple[str, ...] = ()
    """Other things worth knowing about it."""
    designer: str = "Susan McKinley Ross"
    """The designer of the game."""
    short: str = ""
    """The short name that people know it by, such as "Schmidt"."""
    signs: tuple[str, ...] = ()
    """Things in the box to recognise it by, such as "a bag"."""
    lang: str = ""
    """The code of the title's language, such as "pl", if the title has foreign words."""


T = TypeVar("T")

_KEY: Final = "option"


@attrs.frozen(eq=False)
class Option:
    """The description of an option.

    >>> import qwirkle
    >>> qwirkle.get_variant("standard").possible_options["tie_break"].rules
    ('B3',)
    """

    rules: tuple[str, ...] = attrs.field(converter=as_rules)
    """The ids of the rules that it decides; none if it only stands for other options."""
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


def _checked(default: Any, about: Option, possible: str, check: Callable[[Any], bool]) -> Any:
    """An option whose validator says in words what is possible."""
    if not about.rules:
        raise InvalidValue("an option needs the ids of the rules that it decides, such as H1")

    def validate(instance: object, attribute: attrs.Attribute[Any], value: object) -> None:
        if not check(value):
            raise InvalidOption(f"{attribute.name} must be {possible}, not {short_repr(value)}")

    return option(default, about, validator=validate)


def choice(rules: Iterable[str], **values: str) -> Any:
    """An option with a few named values, each with its sentence; the first is the default.

    >>> @attrs.frozen
    ... class Weather:
    ...     sky: str = choice(("H1",), clear="the sky is clear", very_grey="clouds everywhere")
    >>> Weather(sky="green")
    Traceback (most recent call last):
    qwirkle.errors.InvalidOption: sky must be 'clear' or 'very-grey', not 'green'
    """
    words = {name.replace("_", "-"): text for name, text in values.items()}
    about = Option(rules, words.__getitem__, {"enum": list(words)})
    default, possible = next(iter(words)), " or ".join(map(repr, words))
    return _checked(default, about, possible, lambda value: type(value) is str and value in words)


def whole_number(rules: Iterable[str], default: int, most: int, text: Callable[[int], str]) -> Any:
    """An option with a number from 1 to ``most``, and its sentence.

    >>> @attrs.frozen
    ... class Weather:
    ...     degrees: int = whole_number(("H1",), 20, 40, "{} degrees".format)
    >>> Weather(degrees=99)
    Traceback (most recent call last):
    qwirkle.errors.InvalidOption: degrees must be a number from 1 to 40, not 99
    """
    about = Option(rules, text, {"type": "integer", "minimum": 1, "maximum": most})
    possible = f"a number from 1 to {most}"
    return _checked(default, about, possible, lambda n: type(n) is int and 1 <= n <= most)


def yes_or_no(rules: Iterable[str], *, yes: str, no: str) -> Any:
    """An option that is True or False, by default False.

    >>> @attrs.frozen
    ... class Weather:
    ...     rain: bool = yes_or_no(("H1",), yes="it rains", no="it is dry")
    >>> option_facts(Weather())["rain"].text
    'it is dry'
    """
    about = Option(rules, lambda value: yes if value else no, {"type": "boolean"})
    return _checked(False, about, "True or False", lambda value: type(value) is bool)


def options_of(kind: type) -> dict[str, Option]:
    """The options of a class, by name.

    >>> import qwirkle.authoring
    >>> list(options_of(qwirkle.authoring.Rules))[:2]
    ['tie_break', 'supply']
    """
    fields: Iterable[attrs.Attribute[Any]] = attrs.fields(kind) if attrs.has(kind) else ()
    return {each.name: each.metadata[_KEY] for each in fields if _KEY in each.metadata}


def option_facts(value: object) -> dict[str, Fact]:
    """Every option that decides a rule, with its value, its rule ids and a sentence.

    >>> import qwirkle.authoring
    >>> option_facts(qwirkle.authoring.Rules())["hand_size"].text
    'a full hand has 6 tiles'
    """
    return {
        name: Fact(getattr(value, name), about.rules, about.text(getattr(value, name)))
        for name, about in options_of(type(value)).items()
        if about.rules
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
            some = ("the options are " if len(names) > 1 else "the option is ") + ", ".join(names)
            possible = some if names else "there are none"
            raise InvalidOption(f"there is no option {short_repr(name)}; {possible}")


def changed(value: T, options: Mapping[str, Any]) -> T:
    """A value with other options, whose names and values are checked.

    >>> import qwirkle.authoring
    >>> changed(qwirkle.authoring.Rules(), {"hand_size": 5}).hand_size
    5
    """
    check_names(options, options_of(type(value)))
    return attrs.evolve(value, **options)  # type: ignore[misc]  # the class has options, so attrs
