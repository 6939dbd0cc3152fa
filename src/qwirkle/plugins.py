"""Plugins: objects that other packages add by entry points, found without importing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import attrs

from qwirkle.errors import PluginLoadError, QwirkleError, short_repr

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

OWN: Final = "qwirkle"
"""The distribution of this library; no other can take the names of its variants and bots."""


@attrs.frozen
class Plugin:
    """An object that a distribution provides."""

    origin: str
    """The distribution with its version, for messages."""
    point: EntryPoint
    """The entry point that it is imported from."""


class Plugins:
    """The plugins of one kind. Each is loaded when it is first asked for."""

    def __init__(self, group: str, failure: type[PluginLoadError]) -> None:
        """Choose the plugins.

        Args:
            group: the group of their entry points.
            failure: the error for one that cannot be used.
        """
        self._group = group
        self._failure = failure
        self._loaded: dict[str, tuple[str, Any]] = {}

    def installed(self) -> Mapping[str, Sequence[Plugin]]:
        """The plugins by name; several may claim the same name, unless it is one of ours."""
        from importlib import metadata  # slow to import, and often not needed

        try:
            points = list(metadata.entry_points(group=self._group))
        except Exception:  # some package, perhaps an unrelated one, has broken metadata
            points = list(self._readable())
        found: dict[str, list[Plugin]] = {}
        # Reading a name or a version parses the metadata each time, so this is done once for each
        # distribution.
        origin_of = cache(_origin)
        for point in points:
            found.setdefault(point.name, []).append(Plugin(origin_of(point.dist), point))
        for name, plugins in found.items():
            found[name] = [each for each in plugins if each.origin.split()[0] == OWN] or plugins
        return found

    def listed(self, own: Iterable[str]) -> dict[str, str]:
        """The names of all plugins and of our own objects, each with its distribution."""
        found = {name: _origins(plugins) for name, plugins in self.installed().items()}
        return dict(sorted({**found, **dict.fromkeys(own, _own_distribution())}.items()))

    def find(self, name: str) -> tuple[str, Any] | None:
        """The distribution of a plugin and the object itself; None if there is no such plugin.

        Raises:
            PluginLoadError: if it cannot be imported, or two packages claim its name.
        """
        if name not in self._loaded:
            if not (claimed := self.installed().get(name)):
                return None
            origin, (plugin, *others) = _origins(claimed), claimed
            if others:
                reason = f"each of them has a {self._failure.kind} of this name; remove one"
                raise self._failure(name, origin, reason)
            try:
                self._loaded[name] = origin, plugin.point.load()
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a plugin's module may raise anything
                reason = f"loading it failed: {said(error)}"
                raise self._failure(name, origin, reason) from error
        return self._loaded[name]

    def _readable(self) -> Iterator[EntryPoint]:
        """The entry points of every package whose metadata can be read."""
        from importlib import metadata

        seen: set[str | None] = set()
        for distribution in metadata.distributions():
            try:
                name = distribution.name
                points = distribution.entry_points.select(group=self._group)
            except Exception:
                continue
            if name not in seen:  # the first distribution of a name hides the others
                seen.add(name)
                yield from points


def said(error: BaseException) -> str:
    """The message of an exception of this library, or the repr of any other."""
    with suppress(Exception):  # a plugin may define its own errors
        if isinstance(error, QwirkleError):
            return str(error)[:300]
    return short_repr(error)


def _origins(plugins: Iterable[Plugin]) -> str:
    """The distributions that plugins come from, with their versions."""
    return " and ".join(sorted(plugin.origin for plugin in plugins))


def _origin(dist: Distribution | None) -> str:
    """The name of a distribution with its version."""
    return f"{dist.name} {dist.version}" if dist and dist.name else "an unknown package"


def _own_distribution() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{OWN} {version(OWN)}"
    except PackageNotFoundError:  # run from a source folder, not installed
        return OWN
