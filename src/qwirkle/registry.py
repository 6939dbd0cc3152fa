"""Variants by name: the built-in one, registered ones, and plugins, found without importing any."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, overload

import attrs

from qwirkle.description import check_names
from qwirkle.errors import (
    InvalidValue,
    QwirkleError,
    UnknownVariant,
    VariantLoadError,
    short_repr,
)
from qwirkle.state import State, View
from qwirkle.tilegame.game import TileGame
from qwirkle.variant import Variant, VariantFactory, check_name

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

Source: TypeAlias = Variant | type[Variant] | VariantFactory

STANDARD: Final = TileGame("standard")
"""The built-in variant, which needs no plugin."""

_PROGRAM: Final = "this program"

_LONGEST_NAME: Final = 200  # characters to compare with the names there are, which takes long

# The library's only global state apart from caches: registered and loaded variants.
_registered: dict[str, Source] = {}
_loaded: dict[str, tuple[str, Source]] = {}


def variants() -> dict[str, str]:
    """The names of all available variants, each with the distribution that it comes from.

    No plugin is imported. No other package can take the name of a variant of this library, and a
    name that two other packages claim belongs to neither.

    >>> import qwirkle
    >>> qwirkle.variants()["standard"].split()[0]
    'qwirkle'
    """
    return _listed(installed())


def _listed(available: Mapping[str, Sequence[Plugin]]) -> dict[str, str]:
    """The names of all variants, given the installed plugins, which take long to find."""
    found = {name: _origins(plugins) for name, plugins in available.items()}
    found |= dict.fromkeys(_registered, _PROGRAM)
    found[STANDARD.name] = _own_distribution()
    return dict(sorted(found.items()))


@overload
def get_variant(name: Variant[S, V], **options: object) -> Variant[S, V]: ...
@overload
def get_variant(name: str, **options: object) -> Variant: ...
def get_variant(name: str | Variant, **options: object) -> Variant:
    """The variant with a name, with the given options.

    Instead of a name you can pass a variant, which then gets the options.

    >>> import qwirkle
    >>> qwirkle.get_variant("standard", hand_size=5)
    get_variant('standard', hand_size=5)

    Raises:
        UnknownVariant: if no variant has this name; lists similar names.
        InvalidOption: if the variant has no such option or value; names the right ones.
        VariantLoadError: if the plugin is broken, or two packages claim the name; names them.
    """
    return variant_of(name, options)


def variant_of(name: str | Variant, options: Mapping[str, object]) -> Variant:
    """The same as :func:`get_variant`, for options with any names."""
    if isinstance(name, Variant):
        return _made(None, _PROGRAM, name, options) if options else name
    if not isinstance(name, str):
        raise InvalidValue(f"expected the name of a variant or a Variant, not {short_repr(name)}")
    name = str(name)
    if name == STANDARD.name:
        return _made(None, _PROGRAM, STANDARD, options) if options else STANDARD
    origin, source = _find(name)
    return _made(name, origin, source, options)


def register(variant: Source) -> None:
    """Make a variant available by its name in this program, without packaging it.

    Args:
        variant: a variant, a subclass, or a factory that takes options.

    >>> import qwirkle
    >>> from qwirkle.authoring import Rules, TileGame
    >>> qwirkle.register(TileGame("five-in-hand", Rules(hand_size=5)))
    >>> qwirkle.get_variant("five-in-hand").rules.hand_size
    5

    Raises:
        VariantLoadError: if it is not a variant, or another variant has the name.
    """
    name = _made(None, _PROGRAM, variant, {}).name
    if name == STANDARD.name or name in installed():
        raise VariantLoadError(name, _PROGRAM, "there is an installed variant of this name")
    if _registered.get(name, variant) != variant:
        raise VariantLoadError(name, _PROGRAM, "another variant is registered under this name")
    _registered[name] = variant


@attrs.frozen
class Difference:
    """One difference between two variants.

    >>> import qwirkle
    >>> young = qwirkle.get_variant("standard", tie_break="youngest")
    >>> [difference] = qwirkle.compare("standard", young)
    >>> difference.field, difference.rules, difference.first, difference.second
    ('tie_break', ('B3',), 'oldest', 'youngest')
    """

    field: str
    """The name of the fact in which they differ."""
    rules: tuple[str, ...]
    """The ids of the rules that decide it."""
    first: object
    """The value of the first variant, or None if it has no such fact."""
    second: object
    """The value of the second variant, or None if it has no such fact."""


def compare(first: str | Variant, second: str | Variant) -> tuple[Difference, ...]:
    """The differences between two variants, with the ids of the rules.

    A rule that a variant does not describe is a difference without ids, under the name of its
    hook, unless both variants have it from the same class.

    >>> import qwirkle
    >>> qwirkle.compare("standard", "standard")
    ()
    """
    ours, theirs = get_variant(first).all_facts(), get_variant(second).all_facts()
    found: list[Difference] = []
    for field in dict.fromkeys((*ours, *theirs)):
        facts = [facts.get(field) for facts in (ours, theirs)]
        values = [fact and fact.value for fact in facts]
        if values[0] != values[1]:
            rules = dict.fromkeys(rule for fact in facts if fact for rule in fact.rules)
            found.append(Difference(field, tuple(rules), *values))
    return tuple(found)


def _find(name: str) -> tuple[str, Source]:
    """The origin and the source of a variant."""
    if name in _registered:
        return _PROGRAM, _registered[name]
    if name not in _loaded:
        available = installed()
        if name not in available:
            known = tuple(_listed(available))
            close = get_close_matches(name[:_LONGEST_NAME], known, 3)
            raise UnknownVariant(name, tuple(close), known)
        origin = _origins(available[name])
        plugin, *others = available[name]
        if others:
            reason = "each of them has a variant of this name; remove one"
            raise VariantLoadError(name, origin, reason)
        try:
            _loaded[name] = origin, plugin.point.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a plugin's module may raise anything
            raise VariantLoadError(name, origin, f"loading it failed: {_said(error)}") from error
    return _loaded[name]


def _made(name: str | None, origin: str, source: object, options: Mapping[str, object]) -> Variant:
    """The checked variant that a source gives for some options."""

    def broken(reason: str) -> VariantLoadError:
        return VariantLoadError(name or short_repr(source), origin, reason)

    try:
        made = source
        if isinstance(source, type):
            made = source()
        elif callable(source) and not isinstance(source, Variant):
            _check_options(source, options)
            made = source(**options)
        if not isinstance(made, Variant):
            raise broken(f"{short_repr(made)} is not a Variant")
        try:
            check_name(made.name)
        except InvalidValue as error:
            raise broken(str(error)) from None
        if name is not None and made.name != name:
            raise broken(f"it calls itself {short_repr(made.name)}")
        if type(made.version) is not int or made.version < 1:
            raise broken(f"its version is {short_repr(made.version)}, not an integer from 1 on")
        verbs = [kind.verb for kind in made.move_types]
        if not verbs or len(set(verbs)) < len(verbs):
            raise broken(f"its moves need verbs of their own, not {short_repr(verbs)}")
        if not options:
            return made
        if isinstance(source, (Variant, type)):
            return made.with_options(**options)
        if source(**made.options) != made:  # type: ignore[operator]  # a factory, as above
            raise broken("its options differ from those that it was made with")
        return made
    except (KeyboardInterrupt, VariantLoadError):
        raise
    except QwirkleError as error:
        if options:  # which the variant may reject with its own message
            raise
        raise broken(_said(error)) from error
    except BaseException as error:  # a plugin's code may raise anything
        raise broken(f"making it failed: {short_repr(error)}") from error


def _said(error: BaseException) -> str:
    """The message of an exception of this library, or the repr of any other."""
    with suppress(Exception):  # a plugin may define its own errors
        if isinstance(error, QwirkleError):
            return str(error)[:300]
    return short_repr(error)


def _check_options(source: Callable[..., object], options: Mapping[str, object]) -> None:
    """Reject options that a factory does not take, and name the right ones."""
    parameters = inspect.signature(source).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    check_names(options, [each.name for each in parameters if each.kind in named])


def _origins(plugins: Iterable[Plugin]) -> str:
    """The distributions that plugins come from, with their versions."""
    return " and ".join(sorted(plugin.origin for plugin in plugins))


def _own_distribution() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{OWN} {version(OWN)}"
    except PackageNotFoundError:  # run from a source folder, not installed
        return OWN


GROUP: Final = "qwirkle.variants"
"""The entry-point group of plugins."""

OWN: Final = "qwirkle"
"""The distribution of this library; no other can take the names of its variants."""


@attrs.frozen
class Plugin:
    """A variant that a distribution provides."""

    origin: str
    """The distribution with its version, for messages."""
    point: EntryPoint
    """The entry point that it is imported from."""


def installed() -> Mapping[str, Sequence[Plugin]]:
    """The plugins by the names that they stand for; several may claim one that is not our own."""
    from importlib import metadata  # slow to import, and often not needed

    try:
        points = list(metadata.entry_points(group=GROUP))
    except Exception:  # some package, perhaps an unrelated one, has broken metadata
        points = list(_readable_entry_points())
    found: dict[str, list[Plugin]] = {}
    # Every look at a name or a version parses the metadata, so the points of a distribution share
    # the first one.
    origin_of = cache(_origin)
    for point in points:
        found.setdefault(point.name, []).append(Plugin(origin_of(point.dist), point))
    for name, plugins in found.items():
        found[name] = [each for each in plugins if each.origin.split()[0] == OWN] or plugins
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
