"""A variant's description of itself: its rules, its manual and its box."""

from __future__ import annotations

from typing import Final, Literal

import attrs

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
    rules: tuple[str, ...]
    """The ids of the rules that it decides."""
    text: str
    """The decision in words."""
    hooks: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)
    """The hooks that decide it, if their names differ from that of the fact."""


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


def stated(topic: str, /, **rules: tuple[str, str]) -> dict[str, Statement]:
    """The statements of a topic by rule id, each given by its title and its text.

    >>> stated("The end", E4=("The winner", "The player with the most points wins."))["E4"].topic
    'The end'
    """
    return {rule: Statement(text, title, topic) for rule, (title, text) in rules.items()}


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
    """The differences of the manual from the text, such as a part that it only implies."""

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
