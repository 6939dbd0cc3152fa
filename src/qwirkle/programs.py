"""Bots in any language: programs that read views and write moves, as lines of JSON.

The page 'A bot in any language' of the documentation describes the protocol.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import PurePath
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Lock, Timer
from typing import Any, Final, NoReturn, Self
from weakref import finalize

from qwirkle.codec import to_json
from qwirkle.errors import DecodeError, InvalidValue, NotationError, ProgramError, short_repr
from qwirkle.lookahead import Effort, likely_moves
from qwirkle.moves import Move
from qwirkle.notation import parse_move
from qwirkle.record import load_json
from qwirkle.state import View
from qwirkle.words import expect, expect_seconds

PROTOCOL: Final = 1
"""The version of the protocol."""

MOST_MOVES: Final = 100
"""The most moves that are suggested to a program."""

LONGEST_ANSWER: Final = 100_000
"""The longest line that is read from a program, in bytes."""

PATIENCE: Final = 1
"""How many seconds a program gets to end by itself."""

# Where the system can, this also ends everything that the program has started.
_KILL: Final = getattr(os, "killpg", os.kill)
_SIGNAL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)


class Program:
    """A bot that is a program in any language.

    The program is started for its first move. It is ended by a ``with`` statement, by
    :meth:`close`, or when nothing refers to the bot any more. If an executor sends the bot to
    other processes, each of them starts its own copy.

    Args:
        command: the program and its arguments.
        seconds: the time allowed for each answer.
        name: the name of the bot; by default the last word of the command, without folder and
            extension.

    >>> import sys, qwirkle
    >>> code = '''
    ... import json
    ... input()
    ... print(json.dumps({"protocol": 1, "moves": 1}), flush=True)
    ... while True:
    ...     best = json.loads(input())["moves"][0]
    ...     print(json.dumps({"move": best["move"]}), flush=True)
    ... '''
    >>> with Program([sys.executable, "-c", code], name="copycat") as bot:
    ...     print(bot(qwirkle.observe(qwirkle.new_game(seed=1), 1)))
    Yc@0,0 Gc@1,0 Bc@2,0
    """

    def __init__(self, command: Sequence[str], seconds: float = 10, name: str = "") -> None:
        words = command if isinstance(command, (list, tuple)) else ()
        if not words or not all(isinstance(word, str) and "\0" not in word for word in words):
            wanted = "the words of a command, such as ['node', 'bot.mjs']"
            raise InvalidValue(f"a program needs {wanted}, not {short_repr(command)}")
        expect_seconds(seconds)
        expect(name, str, "the name of a bot")
        self.command = tuple(words)
        """The program and its arguments."""
        self.seconds = seconds
        """The time allowed for each answer."""
        self.__name__ = name or PurePath(words[-1]).stem
        self._process: Popen[bytes] | None = None
        self._moves = 0
        self._lock = Lock()  # threads take turns

    def __reduce__(self) -> tuple[Any, ...]:
        return Program, (self.command, self.seconds, self.__name__)

    def __repr__(self) -> str:
        return f"Program({list(self.command)!r}, {self.seconds!r}, {self.__name__!r})"

    def __call__(self, view: View) -> Move:
        """The move that the program chooses.

        Raises:
            ProgramError: if it cannot be started, does not answer in time, or answers with
                something other than a move. It is then ended, and restarted for the next move.
        """
        with self._lock:
            try:
                if self._process is None:
                    self._start()
                return self._choose(view)
            except BaseException:  # a late answer must not be read as the next one
                self.close()
                raise

    def close(self) -> None:
        """End the program, if it is running."""
        if self._process is not None:
            self._end()
            self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _start(self) -> None:
        """Start the program and exchange greetings."""
        try:
            # Ctrl-C must reach only the library.
            self._process = Popen(self.command, stdin=PIPE, stdout=PIPE, start_new_session=True)
        except OSError as error:
            self._failed(f"could not be started: {error}")
        self._end = finalize(self, _end, self._process)
        greeting = self._ask({"hello": "qwirkle", "protocol": PROTOCOL, "seconds": self.seconds})
        protocol = greeting.get("protocol")
        if type(protocol) is not int or protocol != PROTOCOL:
            self._failed(f'must greet with {{"protocol": {PROTOCOL}}}, not {short_repr(greeting)}')
        moves = greeting.get("moves", 0)
        if type(moves) is not int or not 0 <= moves <= MOST_MOVES:
            self._failed(f"can ask for 0 to {MOST_MOVES} moves, not {short_repr(moves)}")
        self._moves = moves

    def _choose(self, view: View) -> Move:
        message: dict[str, Any] = {"view": view}
        if self._moves:
            effort = Effort(self._moves, margin=sys.maxsize, worlds=0, rounds=0)
            likely = likely_moves(view, effort, f"qwirkle program {view.seat} {view.scores}")
            points = [view.variant.score(view, move).total for move in likely]
            pairs = zip(likely, points, strict=True)
            message["moves"] = [{"move": move, "points": points} for move, points in pairs]
        answer = self._ask(message)
        try:
            return parse_move(answer.get("move"), view.variant)  # type: ignore[arg-type]
        except (InvalidValue, NotationError) as error:
            self._failed(f"answered {short_repr(answer)}: {error}")

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and read the answer, which is an object."""
        process: Any = self._process
        late: list[bool] = []

        def give_up() -> None:
            late.append(True)
            _kill(process)

        timer = Timer(self.seconds, give_up)
        timer.daemon = True
        timer.start()
        line = b""
        try:
            with suppress(OSError):  # the program has ended
                process.stdin.write(f"{to_json(message)}\n".encode())
                process.stdin.flush()
                line = process.stdout.readline(LONGEST_ANSWER)
        finally:
            timer.cancel()
            timer.join()
        if late:
            self._failed(f"did not answer within {self.seconds:g} seconds")
        if not line:
            self._failed("ended without an answer")
        if len(line) == LONGEST_ANSWER:
            self._failed(f"answered with a line of more than {LONGEST_ANSWER} bytes")
        text = line.decode(errors="replace")
        try:
            answer = load_json(text)
        except DecodeError as error:
            self._failed(f"answered {short_repr(text)}: {error}")
        if not isinstance(answer, dict):
            self._failed(f"answered {short_repr(text)}, which is not a JSON object")
        return answer

    def _failed(self, reason: str) -> NoReturn:
        raise ProgramError(self.__name__, reason)


def _kill(process: Popen[bytes]) -> None:
    with suppress(OSError):  # it has just ended
        _KILL(process.pid, _SIGNAL)


def _end(process: Popen[bytes]) -> None:
    """End a process: first by closing its input, then by killing it."""
    stdin: Any = process.stdin
    with suppress(OSError):
        stdin.close()
    try:
        with suppress(TimeoutExpired):
            process.wait(PATIENCE)
    finally:  # with everything it has left running, even after another Ctrl-C
        _kill(process)
    with process:  # closes its output, and waits
        pass
