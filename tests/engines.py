"""The engines that must give the same results: the Python code, and the kernel if it is there."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from qwirkle import _engine

T = TypeVar("T")

ENGINES: Final[Mapping[str, Any]] = {
    "python": None,
    **({"kernel": found} if (found := _engine.find({})) else {}),
}
"""Each engine by its name, as `_engine.kernel` has it; the Python code always comes first."""


@contextmanager
def engine(name: str) -> Iterator[None]:
    """Use one engine in a block, which must make its own states, since boards remember theirs."""
    before = _engine.kernel
    _engine.kernel = ENGINES[name]
    try:
        yield
    finally:
        _engine.kernel = before


def fresh(value: T) -> T:
    """A copy that remembers nothing of the engine that it was used with."""
    copied: T = pickle.loads(pickle.dumps(value))
    return copied


def answer(ask: Callable[[], object]) -> object:
    """What a function returns, or the type and the text of the error that it raises."""
    try:
        return ask()
    except Exception as error:
        try:
            return type(error), str(error)
        except Exception:  # the error is about a value that has no text
            return type(error)


def agreed(ask: Callable[[], T]) -> T:
    """The answer of the Python code, which every other engine must give as well.

    An answer consists of plain values: what is lazy must be listed, so that it is found while the
    engine is in use. An error counts as an answer, and is raised again.
    """
    answers: dict[str, object] = {}
    for name in ENGINES:
        with engine(name):
            answers[name] = answer(ask)
    for name, found in answers.items():
        assert found == answers["python"], f"the {name} differs"
        assert repr(found) == repr(answers["python"]), f"the {name} differs"
    with engine("python"):
        return ask()
