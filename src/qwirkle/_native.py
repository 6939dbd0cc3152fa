"""The compiled kernel, if it is installed and wanted.

The kernel gives the same results as the Python code, which is the reference, but faster. Without
it, or with ``QWIRKLE_PURE=1`` in the environment, the Python code does everything.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qwirkle._kernel import Grid, Groups, Rules

    __all__ = ["Grid", "Groups", "Rules", "find", "kernel"]


def find(environ: Mapping[str, str] = os.environ) -> Any:
    """The kernel, or None if it is not installed, or if the environment asks for Python alone."""
    if environ.get("QWIRKLE_PURE", "") in ("", "0"):
        with suppress(ImportError):  # there was no compiler, or this is another interpreter
            return import_module("qwirkle._kernel")
    return None


kernel: Any = find()
"""The kernel in use, or None. Other modules look it up here each time, so that a test can use
the kernel and the Python code side by side."""


def bind(*known: object) -> None:
    """Tell the kernel the tiles and the classes of the library, even if it is not in use."""
    found = find({})
    if found is not None:
        found.bind(*known)
