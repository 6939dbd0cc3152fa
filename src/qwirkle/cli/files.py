"""Files that people hand to the commands, and those that they get."""

from __future__ import annotations

from pathlib import Path

from qwirkle.errors import InvalidValue
from qwirkle.record import LONGEST_RECORD


def read(path: Path) -> str:
    """The text of a file, or as much of it as anything may hold and one character more.

    Raises:
        InvalidValue: if it cannot be read.
    """
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(LONGEST_RECORD + 1)
    except UnicodeDecodeError:
        raise InvalidValue(f"{path} holds something else than text") from None
    except (OSError, ValueError) as error:
        raise InvalidValue(f"{path} cannot be read: {_reason(error)}") from None


def write(path: Path, content: str | bytes) -> None:
    """Write a file as a whole: if that fails, the old one is still there.

    Raises:
        InvalidValue: if it cannot be written.
    """
    try:
        new = path.with_name(f"{path.name}.new")
        new.write_bytes(content.encode() if isinstance(content, str) else content)
        new.replace(path)
    except (OSError, ValueError) as error:
        raise InvalidValue(f"{path} cannot be written: {_reason(error)}") from None


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
        InvalidValue: if what draws it is not installed.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise InvalidValue("for PNG install the extra: pip install 'qwirkle[png]'") from None
    return bytes(svg_to_bytes(svg_string=svg, zoom=2))
