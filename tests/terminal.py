"""A real pseudo-terminal with the command ``qwirkle`` in it, for tests that type."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE = 20.0
"""Seconds after which a silent program counts as stuck; machines can be slow."""

_CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """The command in a terminal, to type lines and to read the screen."""

    def __init__(self, *arguments: str, folder: Path, **environment: str) -> None:
        self._master, slave = pty.openpty()
        usual = {"TERM": "dumb", "COLUMNS": "200", "LINES": "50", "PYTHONIOENCODING": "utf-8"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "qwirkle", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env={**os.environ, **usual, **environment},
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)
        self.seen = ""
        """Everything that was on the screen."""
        self.raw = ""
        """The same, with the codes for colours and for clearing the screen."""
        self._read = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def wait_for(self, text: str) -> str:
        """Read until a text appears; return everything between the last such text and this one."""
        until = time.monotonic() + PATIENCE
        while text not in self.seen[self._read :]:
            assert self._more(until), f"{text!r} did not appear; the screen was:\n{self.seen}"
        before, _, _ = self.seen[self._read :].partition(text)
        self._read += len(before) + len(text)
        return before

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._master, f"{line}\n".encode())

    def press(self, key: str, text: str) -> None:
        """Press a key with Ctrl until a text appears.

        A key that is pressed while the prompt is being printed can get lost, so it is repeated.
        """
        until = time.monotonic() + PATIENCE
        while text not in self.seen[self._read :]:
            assert time.monotonic() < until, (
                f"{text!r} did not appear; the screen was:\n{self.seen}"
            )
            os.write(self._master, bytes([ord(key.upper()) - 64]))
            while self._ready(2) and text not in self.seen[self._read :] and self._more(until):
                pass
        self.wait_for(text)

    def leave(self) -> int:
        """Read to the end and return the exit code."""
        until = time.monotonic() + PATIENCE
        while self._more(until):
            pass
        return self._process.wait(PATIENCE)

    def _ready(self, seconds: float) -> bool:
        """Wait until there is something to read, or until the time is up."""
        return bool(select.select([self._master], [], [], seconds)[0])

    def _more(self, until: float) -> bool:
        """Read the next part of the output; False at the end."""
        quiet = not self._ready(max(0, until - time.monotonic()))
        assert not quiet, f"nothing happens; the screen was:\n{self.seen}"
        try:
            read = os.read(self._master, 65536)
        except OSError:  # the end of a terminal on Linux
            return False
        self.raw += read.decode(errors="replace").replace("\r\n", "\n")
        self.seen = _CODES.sub("", self.raw)
        return bool(read)


def _take_terminal() -> None:
    """Make the pseudo-terminal the one whose Ctrl-C reaches the command.

    A test in the background ignores Ctrl-C, and the command must not inherit that.
    """
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
