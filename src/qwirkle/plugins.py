"""Installed plugins: entry points that provide variants, found without importing any of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

import attrs

from qwirkle.errors import InvalidValue, short_repr

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP: Final = "qwirkle.variants"
"""The entry-point group of plugins."""

OWN: Final = "qwirkle"
"""The distribution of this library; no other can take the names of its variants."""

NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""The names of variants."""


def check_name(name: object) -> None:
    """Reject a name that a variant cannot have.

    >>> check_name("My Game")
    Traceback (most recent call last):
    qwirkle.errors.InvalidValue: 'My Game' is not a name: lower-case letters, digits, hyphens between them, such as 'my-game'
    """
    if not isinstance(name, str) or not NAME.fullmatch(name):
        rule = "lower-case letters, digits, hyphens between them, such as 'my-game'"
        raise InvalidValue(f"{short_repr(name)} is not a name: {rule}")


@attrs.frozen
class Plugin:
    """A variant that a distribution provides."""

    name: str
    """The name of its entry point, which other plugins may claim as well."""
    origin: str
    """The distribution with its version, for messages."""
    point: EntryPoint
    """The entry point that it is imported from."""

    @property
    def is_own(self) -> bool:
        """Whether it comes with this library."""
        return self.origin.split()[0] == OWN


def installed() -> Mapping[str, tuple[Plugin, ...]]:
    """The plugins by the names that they claim; several may claim the same one."""
    from importlib import metadata  # slow to import, and often not needed

    try:
        points = list(metadata.entry_points(group=GROUP))
    except Exception:  # some package, perhaps an unrelated one, has broken metadata
        points = list(_readable_entry_points())
    found: dict[str, tuple[Plugin, ...]] = {}
    # Every look at a name or a version parses the metadata, so the points of a distribution share
    # the first one.
    seen: dict[int, str] = {}
    for point in points:
        key = id(point.dist)
        if key not in seen:
            seen[key] = _origin(point.dist)
        found[point.name] = (*found.get(point.name, ()), Plugin(point.name, seen[key], point))
    return found


def _origin(dist: Distribution | None) -> str:
    """The name of a distribution with its version."""
    return f"{dist.name} {dist.version}" if dist and dist.name else "an unknown package"


def _readable_entry_points() -> Iterator[EntryPoint]:
    """The plugins' entry points of every package whose metadata can be read."""
    from importlib import metadata

    seen: set[str | None] = set()
    for distribution in metadata.distributions():
        try:
            name, points = distribution.name, distribution.entry_points.select(group=GROUP)
        except Exception:
            continue
        if name not in seen:  # the first distribution of a name hides the others
            seen.add(name)
            yield from points
