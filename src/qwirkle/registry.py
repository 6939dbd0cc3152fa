"""Variants by name: the built-in one, registered ones, and plugins, found without importing any."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, TypeVar, overload

import attrs

from qwirkle.description import check_names
from qwirkle.errors import (
    InvalidValue,
    QwirkleError,
    UnknownVariant,
    VariantLoadError,
    short_repr,
)
from qwirkle.plugins import Plugins, said
from qwirkle.state import State, View
from qwirkle.tilegame.game import TileGame
from qwirkle.variant import Variant, VariantFactory, check_name
from qwirkle.words import expect

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

Source: TypeAlias = Variant | type[Variant] | VariantFactory

STANDARD: Final = TileGame("standard")
"""The built-in variant, which needs no plugin."""

_PROGRAM: Final = "this program"

_LONGEST_NAME: Final = 200  # characters: comparing longer names would be slow

PLUGINS: Final = Plugins("qwirkle.variants", VariantLoadError)
"""The variants of other packages."""

# The library's only global state apart from caches and loaded plugins.
_registered: dict[str, Source] = {}


def variants() -> dict[str, str]:
    """The names of all available variants, each with the distribution that it comes from.

    No plugin is imported. No other package can take the name of a variant of this library, and a
    name that two other packages claim belongs to neither.

    >>> import qwirkle
    >>> qwirkle.variants()["standard"].split()[0]
    'qwirkle'
    """
    found = PLUGINS.listed([STANDARD.name]) | dict.fromkeys(_registered, _PROGRAM)
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
    if not isinstance(name, str):
        expect(name, Variant, "the name of a variant or a Variant")
        return _made(None, _PROGRAM, name, options) if options else name
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
    if name == STANDARD.name or name in PLUGINS.installed():
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
    found = PLUGINS.find(name)
    if found is None:
        from difflib import get_close_matches  # only for the error

        known = tuple(variants())
        close = get_close_matches(name[:_LONGEST_NAME], known, 3)
        raise UnknownVariant(name, tuple(close), known)
    return found


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
            raise broken(f"its moves need different verbs, not {short_repr(verbs)}")
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
        raise broken(said(error)) from error
    except BaseException as error:  # a plugin's code may raise anything
        raise broken(f"making it failed: {short_repr(error)}") from error


def _check_options(source: Callable[..., object], options: Mapping[str, object]) -> None:
    """Reject options that a factory does not take, and name the right ones."""
    parameters = inspect.signature(source).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    check_names(options, [each.name for each in parameters if each.kind in named])
