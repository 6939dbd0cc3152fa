"""A variant's description of itself: its rules, its manual and its box."""

from __future__ import annotations

from typing import Literal

import attrs


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
class Citation:
    """A manual's statement about a rule.

    >>> Citation("silent", "A manual, 2006", "It does not say.", ("R3",)).status
    'silent'
    """

    status: Literal["printed", "implied", "silent"]
    """Whether the manual prints the rule, implies it, or leaves it out."""
    source: str
    """The manual."""
    text: str
    """The rule of this edition, in our words."""
    rulings: tuple[str, ...] = ()
    """The ids of the rulings that fill in what the manual leaves open."""
    note: str = ""
    """The differences of the manual from the text, such as a part that it only implies."""


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
