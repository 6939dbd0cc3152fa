"""Pickles of a plugin's own classes: they remember which distribution is needed to read them."""

from __future__ import annotations

import copyreg
import importlib
import sys
from functools import reduce
from typing import Any

from qwirkle.errors import VariantLoadError, short_repr
from qwirkle.guard import guard, is_ours
from qwirkle.plugins import origin_of


def portable(value: object, variant: str, reduced: Any) -> Any:
    """The reduced form of an object, with its class by name if it is a plugin's.

    Args:
        value: a variant, a state or a view.
        variant: the name of the variant.
        reduced: the form that Python makes of it.
    """
    kind = type(value)
    module, path = kind.__module__, kind.__qualname__
    if is_ours(kind) or reduced[:2] != (copyreg.__newobj__, (kind,)):  # type: ignore[attr-defined]
        return reduced
    try:
        found = _class(module, path)
    except (ImportError, AttributeError):
        found = None
    if found is not kind:  # a class inside a function: pickle says that it cannot be found
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
