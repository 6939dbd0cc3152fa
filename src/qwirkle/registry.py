"""Variants by name: the built-in one, registered ones, and installed plugins."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from typing import Final, TypeAlias, TypeVar, overload

import attrs

from qwirkle.errors import (
    InvalidOption,
    InvalidValue,
    QwirkleError,
    UnknownVariant,
    VariantLoadError,
    short_repr,
)
from qwirkle.guard import guard
from qwirkle.plugins import NAME, OWN, Plugin, check_name, installed, normalized
from qwirkle.state import State, View
from qwirkle.tilegame.game import TileGame
from qwirkle.variant import Variant, VariantFactory

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

Source: TypeAlias = Variant | type[Variant] | VariantFactory

STANDARD: Final = TileGame("standard")
"""The built-in variant, which needs no plugin."""

_STANDARD_NAMES: Final = (STANDARD.name, f"{OWN}:{STANDARD.name}")
_PROGRAM: Final = "this program"

_LONGEST_NAME: Final = 200  # characters to compare with the names there are, which takes long

# The library's only global state apart from caches: registered and loaded variants.
_registered: dict[str, Source] = {}
_loaded: dict[str, tuple[str, Source]] = {}


def variants() -> dict[str, str]:
    """The names of all available variants, each with the distribution that it comes from.

    No plugin is imported. If several packages claim a name, the variants that the name alone does
    not choose are also listed by their full names, like ``qwirkle-house:house``. No other package
    can take the name of a variant of this library, and a name that two other packages claim
    belongs to neither.

    >>> import qwirkle
    >>> qwirkle.variants()["standard"].split()[0]
    'qwirkle'
    """
    return _listed(installed())


def _listed(available: Mapping[str, tuple[Plugin, ...]]) -> dict[str, str]:
    """The names of all variants, given the installed plugins, which take long to find."""
    found: dict[str, str] = {}
    for name, plugins in available.items():
        meant = _meant(name, plugins)
        found[name] = _origins(meant)
        others = [plugin for plugin in plugins if meant != (plugin,) and plugin.distribution]
        found |= {plugin.full_name: plugin.origin for plugin in others}
    found |= dict.fromkeys(_registered, _PROGRAM)
    found[STANDARD.name] = _own_distribution()
    return dict(sorted(found.items()))


@overload
def get_variant(name: Variant[S, V], **options: object) -> Variant[S, V]: ...
@overload
def get_variant(name: str, **options: object) -> Variant: ...
def get_variant(name: str | Variant, **options: object) -> Variant:
    """The variant with a name, with the given options.

    Instead of a name you can pass a variant, which then gets the options. The full name of a
    plugin's variant begins with its distribution, like ``qwirkle-house:house``; it is needed only
    if several packages claim the name.

    >>> import qwirkle
    >>> qwirkle.get_variant("standard", hand_size=5)
    get_variant('standard', hand_size=5)

    Raises:
        UnknownVariant: if no variant has this name; lists similar names.
        InvalidOption: if the variant has no such option or value; names the right ones.
        VariantLoadError: if the plugin is broken; names the distribution.
    """
    return variant_of(name, options)


def variant_of(name: str | Variant, options: Mapping[str, object]) -> Variant:
    """The same as :func:`get_variant`, for options with any names."""
    if isinstance(name, Variant):
        _guard(name)
        return _made(None, _PROGRAM, name, options) if options else name
    if not isinstance(name, str):
        raise InvalidValue(f"expected the name of a variant or a Variant, not {short_repr(name)}")
    name = str(name)
    if name in _STANDARD_NAMES:
        return _made(None, _PROGRAM, STANDARD, options) if options else STANDARD
    origin, source = _find(name)
    return _made(name, origin, source, options)


def register(variant: Source) -> None:
    """Make a variant available by its name in this program, without packaging it.

    Args:
        variant: a variant, a subclass, or a factory that takes options.

    >>> import qwirkle
    >>> qwirkle.register(qwirkle.TileGame("five-in-hand", qwirkle.Rules(hand_size=5)))
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


def name_of(variant: Variant, options: Mapping[str, object]) -> str | None:
    """The name that, together with the options, gives a variant again; None if there is none.

    It is the variant's own name, or its full name if its own name stands for something else.

    >>> import qwirkle
    >>> name_of(qwirkle.get_variant("standard", hand_size=5), {"hand_size": 5})
    'standard'
    """
    for name in _names(variant.name):
        with suppress(QwirkleError):
            if variant_of(name, options) == variant:
                return name
    return None


def _names(name: str) -> Iterable[str]:
    """A name, followed by the full names of the plugins that claim it."""
    yield name
    yield from (plugin.full_name for plugin in installed().get(name, ()) if plugin.distribution)


def _meant(name: str, plugins: tuple[Plugin, ...]) -> tuple[Plugin, ...]:
    """Of the plugins that claim a name, those that the name alone may stand for."""
    own = tuple(plugin for plugin in plugins if plugin.distribution == OWN)
    return () if name == STANDARD.name else own or plugins


def _find(name: str) -> tuple[str, Source]:
    """The origin and the source of a variant."""
    if name in _registered:
        return _PROGRAM, _registered[name]
    if name not in _loaded:
        plugins = _named(name)
        origin = _origins(plugins)
        plugin, *others = plugins
        if others:
            full = " or ".join(sorted(p.full_name for p in plugins if p.distribution))
            hint = f"; choose {full}" if full else ""
            raise VariantLoadError(name, origin, f"each of them has a variant of this name{hint}")
        try:
            _loaded[name] = origin, plugin.point.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a plugin's module may raise anything
            raise VariantLoadError(name, origin, f"loading it failed: {_said(error)}") from error
    return _loaded[name]


def _named(name: str) -> tuple[Plugin, ...]:
    """The plugins that a name or a full name stands for, at least one."""
    found = installed()
    first, colon, last = name.rpartition(":")
    if not colon:
        plugins = _meant(name, found.get(name, ()))
    else:
        owner = normalized(first)
        plugins = tuple(p for p in found.get(last, ()) if p.distribution == owner)
        there = {plugin.distribution for claiming in found.values() for plugin in claiming}
        if not plugins and NAME.fullmatch(owner) and owner not in there:
            # Suggest no command to install it, as the name may come from untrusted JSON.
            raise VariantLoadError(last, owner[:80], "that package is not installed")
    if not plugins:
        known = tuple(_listed(found))
        close = get_close_matches(name[:_LONGEST_NAME], known, 3)
        raise UnknownVariant(name, tuple(close), known)
    return plugins


def _made(name: str | None, origin: str, source: object, options: Mapping[str, object]) -> Variant:
    """The checked variant that a source gives for some options."""

    def broken(reason: str) -> VariantLoadError:
        return VariantLoadError(name or short_repr(source), origin, reason)

    try:
        made = source
        if callable(source) and not isinstance(source, Variant):
            if isinstance(source, type):
                made = source()
            else:
                _check_options(source, options)
                made = source(**options)
        if not isinstance(made, Variant):
            raise broken(f"{short_repr(made)} is not a Variant")
        try:
            check_name(made.name)
        except InvalidValue as error:
            raise broken(str(error)) from None
        if name is not None and made.name != name.rpartition(":")[2]:
            raise broken(f"it calls itself {short_repr(made.name)}")
        if type(made.version) is not int or made.version < 1:
            raise broken(f"its version is {short_repr(made.version)}, not an integer from 1 on")
        verbs = [kind.verb for kind in made.move_types]
        if not verbs or len(set(verbs)) < len(verbs):
            raise broken(f"its moves need verbs of their own, not {short_repr(verbs)}")
        _guard(made)
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


def _guard(variant: Variant) -> None:
    """Make errors in the classes of a plugin say where they come from."""
    kind = type(variant)
    for each in (kind, kind.state_type, kind.view_type, kind.extra_type, *kind.move_types):
        guard(each)


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
    names = [parameter.name for parameter in parameters if parameter.kind in named]
    for option in options:
        if option not in names:
            possible = f"the options are {', '.join(names)}" if names else "there are none"
            raise InvalidOption(f"there is no option {short_repr(option)}; {possible}")


def _origins(plugins: Iterable[Plugin]) -> str:
    """The distributions that plugins come from, with their versions."""
    return " and ".join(sorted(plugin.origin for plugin in plugins))


def _own_distribution() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{OWN} {version(OWN)}"
    except PackageNotFoundError:  # run from a source folder, not installed
        return OWN
