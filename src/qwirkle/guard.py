"""Errors of plugin classes, and pickles that name the package they need.

An error in a plugin's own code is raised as a :class:`PluginError` that says where it happened.

Members of our classes that a class from outside this distribution overrides are wrapped once, when
a program first chooses such a variant. (Not when the class is made: attrs makes a class twice, and
fixes ``super()`` only in functions that are not wrapped.) The classes of this library are not
wrapped, so they are not slower; an exception in one of them is a bug of the library.
"""

from __future__ import annotations

import copyreg
import importlib
import sys
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import cached_property, reduce, wraps
from inspect import isgeneratorfunction
from types import NoneType
from typing import Any, Final

from qwirkle.errors import PluginError, QwirkleError, VariantLoadError, short_repr
from qwirkle.moves import Move
from qwirkle.plugins import origin_of
from qwirkle.reasons import Violation

_OURS: Final = ("qwirkle", "qwirkle_variants")
_MARK: Final = "__qwirkle_guarded__"
_PROTOCOLS: Final = ("__iter__", "__contains__", "__bool__")
_PASSED_ON: Final = (QwirkleError, KeyboardInterrupt, GeneratorExit)


class Guarded:
    """The base of the classes that plugins extend: variants, states, views, lists of moves."""

    __slots__ = ()


# The return annotations of some of our methods, and the types that an override may return.
_RESULTS: Final[dict[object, tuple[type, ...]]] = {
    "int": (int,),
    "bool": (bool,),
    "StrEnum | None": (StrEnum, NoneType),
    "Violation | None": (Violation, NoneType),
    "Iterable[Move]": (Iterable,),
    "Iterable[Fault]": (Iterable,),
    "Iterator[Fault]": (Iterable,),
    "Judgement": (tuple,),
    "TileState[E]": (Guarded,),
}
_NAMES: Final[dict[type, str]] = {Guarded: "TileState", tuple: "Judgement"}


def is_ours(kind: type | Callable[..., Any]) -> bool:
    """Whether a class or a function comes with this library."""
    return (kind.__module__ or "").partition(".")[0] in _OURS


def guard(kind: type) -> None:
    """Wrap the overrides in a class and its bases from outside this distribution."""
    if is_ours(kind) or _MARK in vars(kind):
        return
    ours = [vars(base) for base in kind.__mro__ if is_ours(base)]
    for base in kind.__mro__:
        if is_ours(base):
            continue
        for name, value in list(vars(base).items()):
            replaced = next((members[name] for members in ours if name in members), None)
            if replaced is not None and (name in _PROTOCOLS or not name.startswith("_")):
                hints = getattr(getattr(replaced, "fget", replaced), "__annotations__", {})
                _replace(base, name, value, _RESULTS.get(hints.get("return"), (object,)))
    setattr(kind, _MARK, True)


def _replace(kind: type, name: str, value: Any, results: tuple[type, ...]) -> None:
    """Wrap one member of a class, unless it is not code or is wrapped already."""
    function: Any = value
    again: Callable[[Any], Any] = _same
    if isinstance(value, property):
        function, again = value.fget, value.getter
    elif isinstance(value, (staticmethod, classmethod)):
        function, again = value.__func__, type(value)
    elif isinstance(value, cached_property):
        function, again = value.func, cached_property
    if not callable(function) or not hasattr(function, "__get__") or hasattr(function, _MARK):
        return
    member = again(_wrapped(f"{kind.__module__}.{kind.__qualname__}.{name}", function, results))
    setattr(kind, name, member)
    if isinstance(member, cached_property):
        member.__set_name__(kind, name)


def _same(function: Any) -> Any:
    return function


def _wrapped(
    hook: str, function: Callable[..., Any], results: tuple[type, ...]
) -> Callable[..., Any]:
    """The function, wrapped so that exceptions and wrong results are attributed to the plugin."""

    @wraps(function)
    def generates(*args: Any, **kwargs: Any) -> Iterator[Any]:
        try:
            yield from function(*args, **kwargs)
        except _PASSED_ON:
            raise
        except BaseException as error:
            raise _failure(hook, (*args, *kwargs.values()), error) from error

    @wraps(function)
    def returns(*args: Any, **kwargs: Any) -> Any:
        try:
            made = function(*args, **kwargs)
        except _PASSED_ON:
            raise
        except BaseException as error:
            raise _failure(hook, (*args, *kwargs.values()), error) from error
        if not isinstance(made, results):
            expected = " or ".join(_NAMES.get(kind, kind.__name__) for kind in results)
            wrong = TypeError(f"it gives {short_repr(made)}, not {expected}")
            raise _failure(hook, (*args, *kwargs.values()), wrong) from wrong
        if isinstance(made, Guarded):
            guard(type(made))
        return made

    wrapped: Callable[..., Any] = generates if isgeneratorfunction(function) else returns
    setattr(wrapped, _MARK, True)
    return wrapped


def _failure(hook: str, given: tuple[Any, ...], error: BaseException) -> PluginError:
    """The error to raise instead, with the variant and the move if they are known."""
    try:
        position = first = given[0]
        if not hasattr(first, "variant") and not hasattr(first, "name"):
            position = first.position  # a list of moves
        name = str(getattr(position, "variant", position).name)
        known = (position, *given)
    except Exception:  # a function without a variant, or a variant whose name fails
        name, known = None, given
    move = next((value for value in known if isinstance(value, Move)), None)
    guarded: list[Any] = [value for value in known if isinstance(value, Guarded)]
    plies = (value.ply for value in guarded if hasattr(value, "ply"))
    return PluginError(name, hook, short_repr(error), move, next(plies, None))


def portable(value: object, variant: str, reduced: Any) -> Any:
    """The form of an object in a pickle, with its class by name if it is a plugin's.

    Args:
        value: a variant, a state or a view.
        variant: the name of the variant.
        reduced: the form that Python would use.
    """
    kind = type(value)
    module, path = kind.__module__, kind.__qualname__
    if is_ours(kind) or reduced[:2] != (copyreg.__newobj__, (kind,)):  # type: ignore[attr-defined]
        return reduced
    try:
        found = _class(module, path)
    except (ImportError, AttributeError):
        found = None
    if found is not kind:  # a class inside a function, which pickle itself rejects
        return reduced
    package = module.partition(".")[0]
    return _new, (module, path, variant, origin_of(package) or package), *reduced[2:]


def _new(module: str, path: str, variant: str, origin: str) -> object:
    """An empty object of a plugin's class, which the rest of a pickle fills."""
    try:
        kind = _class(module, path)
    except Exception as error:
        reason = f"{module}.{path} cannot be imported ({short_repr(error)}): install {origin}"
        raise VariantLoadError(variant, origin, reason) from error
    guard(kind)
    return kind.__new__(kind)


def _class(module: str, path: str) -> Any:
    importlib.import_module(module)
    return reduce(getattr, path.split("."), sys.modules[module])
