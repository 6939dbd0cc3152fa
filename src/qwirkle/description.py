"""How a variant describes itself: its rules, its manual and its box."""

from __future__ import annotations

from typing import Literal

import attrs


@attrs.frozen
class Fact:
    """One thing that a variant decides, for comparison with others.

    >>> import qwirkle
    >>> qwirkle.get_variant("standard").facts()["tie_break"].rules
    ('B3',)
    """

    value: object
    """The variant's answer."""
    rules: tuple[str, ...]
    """The ids of the rules that it decides."""
    text: str
    """The same in words."""
    hooks: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)
    """The hooks that decide it, where they are called otherwise than the fact itself."""


@attrs.frozen
class Citation:
    """A manual's statement about a rule.

    >>> Citation("silent", "A manual, 2006", "It does not say.", ("R3",)).status
    'silent'
    """

    status: Literal["printed", "implied", "silent"]
    """Whether the manual prints it, implies it, or says nothing."""
    source: str
    """The manual."""
    text: str
    """The rule as this edition has it, in our words."""
    rulings: tuple[str, ...] = ()
    """The ids of the rulings that fill in what the manual leaves open."""
    note: str = ""
    """How the manual differs from the text, such as a part that it only implies."""


@attrs.frozen
class Edition:
    """The print on a box, by which people find the variant that they own.

    >>> Edition("Qwirkle", "MindWare", languages=("French",)).aliases
    ()
    """

    title: str
    """The name on the box."""
    publisher: str
    """The publisher."""
    year: int | None = None
    """The year on it."""
    languages: tuple[str, ...] = ()
    """The languages of its rules."""
    players: str | None = None
    """For how many, as printed."""
    ages: str | None = None
    """From which age, as printed."""
    minutes: str | None = None
    """How long, as printed."""
    aliases: tuple[str, ...] = ()
    """Other names for it."""
    remarks: tuple[str, ...] = ()
    """Other things worth knowing about it."""
    designer: str = "Susan McKinley Ross"
    """The designer of the game."""
