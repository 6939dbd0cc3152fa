"""Reading and writing the files of the commands."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable
from itertools import chain, count, takewhile
from pathlib import Path
from typing import Final

from qwirkle.board import EMPTY_GRID, Board
from qwirkle.codec import from_json
from qwirkle.errors import DecodeError, InvalidValue, short_repr
from qwirkle.notation import tidied
from qwirkle.record import LONGEST_RECORD, TITLE, GameRecord
from qwirkle.render.shapes import CHARACTERS
from qwirkle.runs import explained, name_of
from qwirkle.state import State, View
from qwirkle.variant import Variant
from qwirkle.words import counted

FORMS: Final = ("text", "svg", "png")
"""The forms of a picture in a file."""

_ROW: Final = re.compile(r"\s*-?[0-9]")
_LETTERS: Final = {ord(sign): shape.letter for shape, sign in CHARACTERS.items()}
_ENDINGS: Final = {"": "text", ".txt": "text", ".svg": "svg", ".png": "png"}


def form_of(path: Path) -> str | None:
    """The form that a file's extension stands for, if it is one of :data:`FORMS`.

    >>> form_of(Path("chart.PNG")), form_of(Path("notes")), form_of(Path("chart.pdf"))
    ('png', 'text', None)
    """
    return _ENDINGS.get(path.suffix.lower())


def read(path: Path) -> str:
    """The text of a file, up to one character more than the longest record.

    Raises:
        InvalidValue: if it cannot be read.
    """
    with explained(path, "read"), path.open(encoding="utf-8-sig") as file:
        return file.read(LONGEST_RECORD + 1)


def is_json(text: str) -> bool:
    """Whether a text is meant to be JSON, rather than a record for people."""
    return text.lstrip().startswith("{")


def parsed(text: str, path: Path, game: int | None = None) -> State | View | GameRecord[State]:
    """The position or the game in the text of a file, which is JSON or a record for people.

    Args:
        text: the text.
        path: the file, for messages.
        game: the number of the game, if the file may have several.

    Raises:
        DecodeError: if it is neither; names the file.
        InvalidValue: if there are several games and none is chosen, or fewer than the number.
    """
    try:
        games = (from_json(text),) if is_json(text) else GameRecord.parse_all(text)
    except DecodeError as error:
        reason = str(error).removeprefix("$: ")  # the whole text
        if error.path == "qwirkle":
            reason = "this JSON is neither a position nor a game"
        raise DecodeError(name_of(path), reason) from None
    if (game or 1) > len(games) or (game is None and len(games) > 1):
        how = "open the Nth with 'qwirkle show --game N' or 'qwirkle replay --game N'"
        raise InvalidValue(f"{name_of(path)} has {counted(len(games), 'games')}; {how}")
    return games[(game or 1) - 1]


def read_table(text: str) -> Board | State | View | GameRecord[State]:
    """A board as people give it, or the position or the game in a file.

    Args:
        text: tiles at cells, a grid, ``-`` for the standard input, or the name of a file with one
            of these, with a game record, or with JSON.

    Raises:
        QwirkleError: if it is none of these.
    """
    path = Path(text)
    if text == "-":
        text = sys.stdin.read(LONGEST_RECORD + 1)
    elif os.path.isfile(text):  # unlike `Path.is_file`, it takes any text
        text = read(path)
    if is_json(text) or text.startswith(TITLE):
        return parsed(text, path)
    # People copy what they see: colours, symbols for shapes, and the players below the board.
    text = re.sub(r"\x1b\[[0-9;]*m", "", text).translate(_LETTERS)
    if text.startswith(EMPTY_GRID):
        return Board()
    grid = [*takewhile(_ROW.match, text.strip("\n").splitlines())]
    if not grid and re.fullmatch(r"[^@\s]{1,255}", text):
        raise InvalidValue(
            f"{short_repr(text)} is neither a file nor a board, like 'Rs@0,0 Rc@1,0'"
        )
    return Board("\n".join(grid) or tidied(text))


def read_board(text: str) -> tuple[Board, Variant | None]:
    """A board as people give it, and the variant if it comes from a saved game.

    Raises:
        QwirkleError: if it is neither a board nor a game that has one.
    """
    found = read_table(text)
    if isinstance(found, Board):
        return found, None
    position = found.state if isinstance(found, GameRecord) else found
    return board_of(position), position.variant


def board_of(position: State | View) -> Board:
    """The board of a position, if its game has one.

    Raises:
        InvalidValue: if it has none.
    """
    board = getattr(position, "board", None)
    if not isinstance(board, Board):
        raise InvalidValue(f"{position.variant.name} has no board")
    return board


def write(path: Path, content: str | bytes) -> None:
    """Write a whole file; if that fails, the old one is kept.

    Raises:
        InvalidValue: if it cannot be written.
    """
    with explained(path, "written"):
        new = _beside(path)
        new.write_bytes(content.encode() if isinstance(content, str) else content)
        new.replace(path)


def check_output(path: Path) -> None:
    """Check that a file can be written, before work whose result it will hold.

    Raises:
        InvalidValue: if it cannot, or if it is a PNG and the extra for PNG is missing.
    """
    with explained(path, "written"):
        new = _beside(path)
        is_new = not new.exists()
        new.open("ab").close()
        if is_new:
            new.unlink()
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if form_of(path) == "png":
        _rasteriser()


def _beside(path: Path) -> Path:
    """The file that is written first and then replaces the old one."""
    return path.with_name(f"{path.name}.new")


def free_path(name: str = "qwirkle-game.txt") -> Path:
    """The file for a new game: this name, with a number added if such a file exists."""
    path = Path(name)
    numbered = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(free for free in chain([path], numbered) if not free.exists())


def png(svg: str) -> bytes:
    """A picture as PNG, at twice its size in pixels.

    Raises:
        InvalidValue: if the extra for PNG is not installed.
    """
    return bytes(_rasteriser()(svg_string=svg, zoom=2))


def _rasteriser() -> Callable[..., bytes]:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise InvalidValue("for PNG install the extra: pip install 'qwirkle[png]'") from None
    return svg_to_bytes
