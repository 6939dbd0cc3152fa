"""Files that people hand to the commands, and those that they get."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from qwirkle.errors import InvalidValue, shortened
from qwirkle.record import LONGEST_RECORD

FORMS: Final = ("text", "svg", "png")
"""The forms that a picture can have in a file."""

_ENDINGS: Final = {"": "text", ".txt": "text", ".svg": "svg", ".png": "png"}


def form_of(path: Path) -> str | None:
    """The form that the end of a file's name stands for, if it is one of :data:`FORMS`.

    >>> form_of(Path("chart.PNG")), form_of(Path("notes")), form_of(Path("chart.pdf"))
    ('png', 'text', None)
    """
    return _ENDINGS.get(path.suffix.lower())


def read(path: Path) -> str:
    """The text of a file, or as much of it as anything may hold and one character more.

    Raises:
        InvalidValue: if it cannot be read.
    """
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(LONGEST_RECORD + 1)
    except UnicodeDecodeError:
        raise InvalidValue(f"{_name(path)} holds something else than text") from None
    except (OSError, ValueError) as error:
        raise InvalidValue(f"{_name(path)} cannot be read: {_reason(error)}") from None


def write(path: Path, content: str | bytes) -> None:
    """Write a file as a whole: if that fails, the old one is still there.

    Raises:
        InvalidValue: if it cannot be written.
    """
    try:
        new = _beside(path)
        new.write_bytes(content.encode() if isinstance(content, str) else content)
        new.replace(path)
    except (OSError, ValueError) as error:
        raise InvalidValue(f"{_name(path)} cannot be written: {_reason(error)}") from None


def check_output(path: Path) -> None:
    """Check that a file can be written, before the work whose result it will hold.

    Raises:
        InvalidValue: if it cannot, or if it is a PNG and the extra for that is missing.
    """
    try:
        new = _beside(path)
        is_mine = not new.exists()
        new.open("ab").close()
        if is_mine:
            new.unlink()
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    except (OSError, ValueError) as error:
        raise InvalidValue(f"{_name(path)} cannot be written: {_reason(error)}") from None
    if form_of(path) == "png":
        _rasteriser()


def _beside(path: Path) -> Path:
    """The file that is written first, and then takes the place of the old one."""
    return path.with_name(f"{path.name}.new")


def _name(path: Path) -> str:
    """The name of a file for a message."""
    return shortened(str(path), 300)


def _reason(error: OSError | ValueError) -> str:
    """Why a file cannot be used; a name that cannot be one is a ValueError."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def free_path(name: str) -> Path:
    """The name, or one with a number if a file has it: nothing is written over."""
    path = Path(name)
    number = 2
    while path.exists():
        path = Path(name).with_stem(f"{Path(name).stem}-{number}")
        number += 1
    return path


def png(svg: str) -> bytes:
    """A picture as PNG, twice as large as its pixels say.

    Raises:
        InvalidValue: if the extra for that is not installed.
    """
    return bytes(_rasteriser()(svg_string=svg, zoom=2))


def _rasteriser() -> Callable[..., bytes]:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise InvalidValue("for PNG install the extra: pip install 'qwirkle[png]'") from None
    return svg_to_bytes
