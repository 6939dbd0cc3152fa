"""Name the case in which a test that loops over several cases fails."""

from __future__ import annotations

import reprlib
from collections.abc import Iterator
from contextlib import contextmanager

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 80


@contextmanager
def case(*values: object) -> Iterator[None]:
    """Add the values of this case to an error that is raised inside.

    >>> with case("red", 3):
    ...     assert 1 + 1 == 3, "wrong"
    Traceback (most recent call last):
    ...
    AssertionError: wrong
    in the case 'red', 3
    """
    try:
        yield
    except BaseException as error:  # pytest.raises fails with one that is not an Exception
        error.add_note(f"in the case {', '.join(_SHORT.repr(value) for value in values)}")
        raise
