"""Files of simulated games, in which a run that was stopped continues.

The first line of a ``.jsonl`` file is its header, a JSON object with everything that decides which
games these are; every other line is a game. A ``.parquet`` file has the same header in its
metadata. It is written when all games are there: until then they are in a ``.jsonl`` file beside
it, since a Parquet file cannot be read before it is complete.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain, islice, starmap, zip_longest
from pathlib import Path
from types import NoneType
from typing import Any, BinaryIO, Final, TypeAlias

import attrs

from qwirkle import __version__
from qwirkle.errors import DecodeError, InvalidValue, QwirkleError, listed, short_repr, shortened
from qwirkle.record import FORMAT, load_json
from qwirkle.results import SimulatedGame
from qwirkle.supply import derived

LONGEST_LINE: Final = 1_000_000
"""The longest line that is read, in bytes; a game with its moves needs about a thousand."""

ROWS: Final = 10_000
"""How many rows of a Parquet file are in memory at a time."""

COLUMNS: Final = ["game", *(field.name for field in attrs.fields(SimulatedGame))]
"""The names of the values of a game in a file, which begin with its number."""

_ENCODER: Final = json.JSONEncoder(separators=(",", ":"))

Played: TypeAlias = Generator[SimulatedGame, None, None]
"""Games, each when it is finished."""


def kept(
    path: Path, run: dict[str, Any], numbers: range, play: Callable[[range], Played]
) -> Played:
    """The games of a run: those that its file has, and then the others, which are added to it.

    Args:
        path: the file, which ends in ``.jsonl`` or ``.parquet``.
        run: everything else that decides which games these are, as JSON values.
        numbers: the numbers of the games.
        play: plays the games with some numbers.

    Raises:
        InvalidValue: if the file cannot be read or written, or is not that of this run.
        DecodeError: if the file is damaged.
    """
    head = {"qwirkle": "games", "format": FORMAT, "library": __version__, **run}
    lines = _Lines(path, {**head, "first": numbers[0], "games": numbers.stop - numbers[0]}, numbers)
    if path.suffix == ".jsonl":
        yield from lines.kept(play)
    elif path.suffix == ".parquet":
        yield from _in_parquet(path, lines, play)
    else:
        raise InvalidValue(f"{name_of(path)} must end in .jsonl or .parquet")


def _in_parquet(path: Path, lines: _Lines, play: Callable[[range], Played]) -> Played:
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError:
        raise InvalidValue("for Parquet install the extra: pip install 'qwirkle[data]'") from None
    if path.exists():
        with explained(path, "read", arrow.ArrowException), parquet.ParquetFile(path) as file:
            lines.check((file.schema_arrow.metadata or {}).get(b"qwirkle", b""))
            rows = chain.from_iterable(some.to_pylist() for some in file.iter_batches(ROWS))
            yield from starmap(lines.game, zip_longest(rows, lines.numbers))
        return
    lines = attrs.evolve(lines, path=path.with_name(f"{path.name}.jsonl"))
    yield from lines.kept(play)
    number, text, new = arrow.int64(), arrow.string(), path.with_name(f"{path.name}.new")
    several = arrow.list_(number)
    kinds = [number, arrow.uint64(), several, several, number, number, several, text]
    columns = zip(COLUMNS, [*kinds, arrow.list_(text)], strict=True)
    schema = arrow.schema(columns, {"qwirkle": _line(lines.header)})
    with explained(path, "written", arrow.ArrowException, OverflowError):
        with lines.path.open("rb") as file, parquet.ParquetWriter(new, schema) as writer:
            file.readline()
            while some := [*islice(file, ROWS)]:
                writer.write_table(arrow.Table.from_pylist([*map(json.loads, some)], schema))
        new.replace(path)
        lines.path.unlink()


@attrs.frozen
class _Lines:
    """A file with a game in every line but the first."""

    path: Path
    header: dict[str, Any]
    numbers: range

    def kept(self, play: Callable[[range], Played]) -> Played:
        done, head = 0, _line(self.header)
        with explained(self.path, "written"), self.path.open("a+b") as file:
            file.seek(0)
            begun = file.readline(LONGEST_LINE)
            if not head.startswith(begun):
                self.check(begun)
            elif begun != head:  # new, or torn within its first line
                file.truncate(0)
                file.write(head)
            for done, line in enumerate(_whole(file), 1):
                yield self.game(_loaded(line), self.numbers[0] + done - 1)
            with closing(play(self.numbers[done:])) as played:
                for number, game in enumerate(played, self.numbers[0] + done):
                    values = {name: getattr(game, name) for name in COLUMNS[1:]}
                    file.write(_line({COLUMNS[0]: number, **values}))
                    file.flush()  # what the system has, it keeps when this process is killed
                    yield game

    def check(self, text: bytes) -> None:
        """Check that a header is that of this run."""
        found, name = _loaded(text), name_of(self.path)
        if type(found) is not dict or found.keys() != self.header.keys():
            raise InvalidValue(f"{name} is not a file of simulated games; choose another name")
        pairs = [(key, found[key], value) for key, value in self.header.items()]
        if wrong := [
            f"{key} {short_repr(a)}, not {short_repr(b)}" for key, a, b in pairs if a != b
        ]:
            was = listed(wrong, "; ", 400)
            raise InvalidValue(f"{name} was begun with {was}; choose another name")

    def game(self, row: Any, number: int | None) -> SimulatedGame:
        """The game in a row, which must be the one with this number."""
        with suppress(AttributeError, TypeError, ValueError):  # not an object, or not of that size
            at, seed, scores, winners, starter, plies, turns, reason, moves = row.values()
            if (
                [*row] == COLUMNS
                and {*map(type, (at, seed, starter, plies, *scores, *turns, *winners))} == {int}
                and at == number in self.numbers
                and seed == derived(self.header["seed"], at)
                and len(scores) == len(turns) == len(self.header["bots"])
                and {starter, *winners} <= {*range(len(scores))}
                and type(reason) in (str, NoneType)
                and type(moves) is (list if self.header["moves"] else NoneType)
                and {*map(type, moves or ())} <= {str}
                and len(moves or ()) == plies * self.header["moves"]
            ):
                by_bot = tuple(scores), tuple(winners), starter, plies, tuple(turns)
                return SimulatedGame(seed, *by_bot, reason, None if moves is None else tuple(moves))
        raise DecodeError(name_of(self.path), "its games are not those of its header")


def _whole(file: BinaryIO) -> Iterator[bytes]:
    """The lines that are left; one that is torn at the end is cut off."""
    while line := file.readline(LONGEST_LINE):
        if len(line) < LONGEST_LINE and not line.endswith(b"\n"):
            file.truncate(file.tell() - len(line))
            return
        yield line


def _line(value: object) -> bytes:
    return _ENCODER.encode(value).encode() + b"\n"


def _loaded(line: bytes) -> Any:
    """The value in a line; None if it is not JSON."""
    with suppress(QwirkleError, UnicodeDecodeError):
        return load_json(line.decode())
    return None


def name_of(path: Path) -> str:
    """A file's name for a message."""
    return shortened(str(path), 300)


@contextmanager
def explained(path: Path, done: str, *others: type[Exception]) -> Iterator[None]:
    """Turn file errors into the library's own; an impossible name is a ValueError."""
    try:
        yield
    except QwirkleError:
        raise
    except UnicodeDecodeError:
        raise InvalidValue(f"{name_of(path)} is not a text file") from None
    except (OSError, ValueError, *others) as error:  # type: ignore[misc]  # they are exceptions
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidValue(f"{name_of(path)} cannot be {done}: {reason}") from None
