"""What a variant says about itself: its rules, its manual and its box."""

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
    """What the variant says."""
    rules: tuple[str, ...]
    """The ids of the rules that it decides."""
    text: str
    """The same in words."""
    hooks: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)
    """The hooks that decide it, where they are called otherwise than the fact itself."""


@attrs.frozen
class Citation:
    """What the manual of an edition says about a rule.

    >>> Citation("silent", "A manual, 2006", "It does not say.", ("R3",)).status
    'silent'
    """

    status: Literal["printed", "implied", "silent"]
    """Whether the manual prints it, implies it, or says nothing."""
    source: str
    """The manual."""
    text: str
    """What holds in this edition, in our words."""
    rulings: tuple[str, ...] = ()
    """The ids of the rulings that fill in what the manual leaves open."""
    note: str = ""
    """How the manual differs from the text, such as a part that it only implies."""


@attrs.frozen
class Edition:
    """What is printed on a box, so that people find the variant that they own.

    >>> Edition("Qwirkle", "MindWare", languages=("French",)).aliases
    ()
    """

    title: str
    """The name on the box."""
    publisher: str
    """Who published it."""
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
    """What else people call it."""
    remarks: tuple[str, ...] = ()
    """What else is special about it."""
    designer: str = "Susan McKinley Ross"
    """Who made the game."""
