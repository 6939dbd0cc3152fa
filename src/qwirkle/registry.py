"""Variants by name: the core's own, registered ones, and installed plugins."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from qwirkle.errors import (
    InvalidOption,
    InvalidValue,
    QwirkleError,
    UnknownVariant,
    VariantLoadError,
    shown,
)
from qwirkle.tilegame.engine import TileGame
from qwirkle.variant import Variant, VariantFactory

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

AnyVariant: TypeAlias = Variant[Any, Any]
Source: TypeAlias = AnyVariant | type[AnyVariant] | VariantFactory

GROUP: Final = "qwirkle.variants"
"""The entry-point group of plugins."""

STANDARD: Final = TileGame("standard")
"""The core's own variant, which needs no plugin."""

_PROGRAM: Final = "this program"
NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

# The only memory of the library: what a program registered, and what was loaded.
_registered: dict[str, Source] = {}
_loaded: dict[str, tuple[str, Source]] = {}


def variants() -> dict[str, str]:
    """The names of all variants there are, each with the distribution it comes from.

    No plugin is imported for it.

    >>> import qwirkle
    >>> qwirkle.variants()["standard"].split()[0]
    'qwirkle'
    """
    found = {name: _origins(points) for name, points in _installed().items()}
    found |= dict.fromkeys(_registered, _PROGRAM)
    found[STANDARD.name] = _own_distribution()
    return dict(sorted(found.items()))


def get_variant(name: str | AnyVariant, **options: object) -> AnyVariant:
    """The variant of a name, with options of its own.

    A variant itself is taken too, and then gets the options.

    >>> import qwirkle
    >>> qwirkle.get_variant("standard", hand_size=5)
    get_variant('standard', hand_size=5)

    Raises:
        UnknownVariant: if there is none of that name; it has similar names.
        InvalidOption: if the variant has no such option or value; it names the right ones.
        VariantLoadError: if the plugin is broken; it names the distribution.
    """
    return variant_of(name, options)


def variant_of(name: str | AnyVariant, options: Mapping[str, object]) -> AnyVariant:
    """The same as :func:`get_variant`, with options that may have any names."""
    if isinstance(name, Variant):
        return _made(None, _PROGRAM, name, options) if options else name
    if not isinstance(name, str):
        raise InvalidValue(f"expected the name of a variant or a Variant, not {shown(name)}")
    name = str(name)
    if name == STANDARD.name:
        return variant_of(STANDARD, options)
    origin, source = _find(name)
    return _made(name, origin, source, options)


def register(variant: Source) -> None:
    """Make a variant known by its name in this program, without packaging.

    Args:
        variant: a variant, a subclass, or a factory that takes options.

    >>> import qwirkle
    >>> qwirkle.register(qwirkle.TileGame("five-in-hand", qwirkle.Rules(hand_size=5)))
    >>> qwirkle.get_variant("five-in-hand").rules.hand_size
    5

    Raises:
        VariantLoadError: if it is no variant, or the name is taken by another one.
    """
    name = _made(None, _PROGRAM, variant, {}).name
    if name == STANDARD.name or name in _installed():
        raise VariantLoadError(name, _PROGRAM, "there is an installed variant of this name")
    if _registered.get(name, variant) != variant:
        raise VariantLoadError(name, _PROGRAM, "another one is registered by this name")
    _registered[name] = variant


@attrs.frozen
class Difference:
    """One thing in which two variants differ.

    >>> import qwirkle
    >>> young = qwirkle.get_variant("standard", tie_break="youngest")
    >>> [difference] = qwirkle.compare("standard", young)
    >>> difference.field, difference.rules, difference.first, difference.second
    ('tie_break', ('B3',), 'oldest', 'youngest')
    """

    field: str
    """What they differ in."""
    rules: tuple[str, ...]
    """The ids of the rules that decide it."""
    first: object
    """What the first variant says, or None if it knows no such thing."""
    second: object
    """What the second variant says, or None if it knows no such thing."""


def compare(first: str | AnyVariant, second: str | AnyVariant) -> tuple[Difference, ...]:
    """The fields in which two variants differ, with the ids of the rules.

    >>> import qwirkle
    >>> qwirkle.compare("standard", "standard")
    ()
    """
    ours, theirs = get_variant(first).facts(), get_variant(second).facts()
    found: list[Difference] = []
    for field in dict.fromkeys((*ours, *theirs)):
        facts = [facts.get(field) for facts in (ours, theirs)]
        values = [fact and fact.value for fact in facts]
        if values[0] != values[1]:
            rules = dict.fromkeys(rule for fact in facts if fact for rule in fact.rules)
            found.append(Difference(field, tuple(rules), *values))
    return tuple(found)


def _installed() -> Mapping[str, tuple[EntryPoint, ...]]:
    """The plugins' entry points by name; one name may have several, which is an error."""
    from importlib import metadata  # slow to import, and often not needed

    try:
        points = list(metadata.entry_points(group=GROUP))
    except Exception:  # a package with broken metadata, which need not have to do with us
        points = list(_readable_entry_points())
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in points:
        found[point.name] = (*found.get(point.name, ()), point)
    return found


def _readable_entry_points() -> Iterator[EntryPoint]:
    """The plugins' entry points of every package whose metadata can be read."""
    from importlib import metadata

    seen: set[str | None] = set()
    for distribution in metadata.distributions():
        try:
            name, points = distribution.name, distribution.entry_points.select(group=GROUP)
        except Exception:
            continue
        if name not in seen:  # the first of a name hides the others
            seen.add(name)
            yield from points


def _find(name: str) -> tuple[str, Source]:
    """Where a variant comes from, and what it is made with."""
    if name in _registered:
        return _PROGRAM, _registered[name]
    if name not in _loaded:
        points = _installed().get(name, ())
        if not points:
            known = list(variants())
            raise UnknownVariant(name, get_close_matches(name, known, 3), known)
        origin = _origins(points)
        if len(points) > 1:
            raise VariantLoadError(name, origin, "each of them has a variant of this name")
        try:
            _loaded[name] = origin, points[0].load()
        except (Exception, SystemExit) as error:  # whatever a stranger's module does
            raise VariantLoadError(name, origin, f"loading it failed: {error!r}") from error
    return _loaded[name]


def _made(
    name: str | None, origin: str, source: object, options: Mapping[str, object]
) -> AnyVariant:
    """The variant that a source gives for some options, checked."""

    def broken(reason: str) -> VariantLoadError:
        return VariantLoadError(name or shown(source), origin, reason)

    try:
        made = source
        if callable(source) and not isinstance(source, Variant):
            if isinstance(source, type):
                made = source()
            else:
                _check_options(source, options)
                made = source(**options)
        if not isinstance(made, Variant):
            raise broken(f"{shown(made)} is not a Variant")
        if not isinstance(made.name, str) or not NAME.fullmatch(made.name):
            raise broken(f"{shown(made.name)} is not a name: lower-case letters, digits, hyphens")
        if name is not None and made.name != name:
            raise broken(f"it calls itself {made.name!r}")
        if type(made.version) is not int or made.version < 1:
            raise broken(f"its version is {shown(made.version)}, not an integer from 1 on")
        verbs = [kind.verb for kind in made.move_types]
        if not verbs or len(set(verbs)) < len(verbs):
            raise broken(f"its moves need verbs of their own, not {shown(verbs)}")
        if not options:
            return made
        if isinstance(source, (Variant, type)):
            return made.with_options(**options)
        if source(**made.options) != made:  # type: ignore[operator]  # a factory, as above
            raise broken("it does not tell the options that it was made with")
        return made
    except QwirkleError:
        raise
    except (Exception, SystemExit) as error:  # whatever a stranger's code does
        raise broken(f"making it failed: {error!r}") from error


def _check_options(source: Callable[..., object], options: Mapping[str, object]) -> None:
    """Reject options that a factory does not take, and name the right ones."""
    parameters = inspect.signature(source).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    names = [parameter.name for parameter in parameters if parameter.kind in named]
    for option in options:
        if option not in names:
            possible = f"the options are {', '.join(names)}" if names else "there are none"
            raise InvalidOption(f"there is no option {option!r}; {possible}")


def _origins(points: tuple[EntryPoint, ...]) -> str:
    """The distributions that entry points come from, with their versions."""
    return " and ".join(sorted(map(_origin, points)))


def _origin(point: EntryPoint) -> str:
    dist = point.dist
    return f"{dist.name} {dist.version}" if dist and dist.name else "an unknown package"


def _own_distribution() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"qwirkle {version('qwirkle')}"
    except PackageNotFoundError:  # run from a folder, not installed
        return "qwirkle"
