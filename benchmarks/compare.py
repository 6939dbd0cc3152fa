"""The speed of the tile game compared with an earlier commit, to notice a slowdown in time.

    python benchmarks/compare.py [REVISION] [--quick] [--json FILE]

Without a revision it compares with the last commit: ``HEAD`` if ``src`` has changes, otherwise
``HEAD~1``. That commit's ``src`` is unpacked into a temporary folder. Each version runs in its own
process, and the two take turns, round by round, with the same positions; both use the benchmarks
of the working tree. The ratio is the median of the rounds' ratios, and above 1 if the working tree
is slower. A machine that is slow for a while slows down both. The noise is half the interquartile
range of the rounds' ratios; a difference that is not clearly larger means nothing.

Both versions run without the compiled kernel, which an unpacked commit does not have. For a change
of the kernel, compare the numbers of ``benchmarks/speed.py``.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
ROUNDS: Final = 7
"""The number of rounds; with fewer, the noise cannot be estimated."""
NOTABLE: Final = 0.05
"""The smallest difference to report, even on a quiet machine."""


class Compared(NamedTuple):
    """One measurement of both versions."""

    name: str
    unit: str
    before: float
    """The microseconds per unit of the other commit, as the median of the rounds."""
    now: float
    """The same for the working tree."""
    ratio: float
    """The time now divided by the time before."""
    noise: float
    """The possible error of the ratio."""

    @property
    def verdict(self) -> str:
        """A word about the difference, if it is significant."""
        if abs(self.ratio - 1) <= max(2 * self.noise, NOTABLE):
            return ""
        return "slower" if self.ratio > 1 else "faster"


def compared(name: str, unit: str, before: Sequence[float], now: Sequence[float]) -> Compared:
    """The comparison of the times of at least two rounds.

    >>> compared("apply", "move", [10, 10, 10, 11], [20, 20, 20, 22]).verdict
    'slower'
    >>> compared("apply", "move", [10, 12, 10, 12], [12, 10, 12, 10]).verdict
    ''
    """
    ratios = [new / old for old, new in zip(before, now, strict=True)]
    low, _, high = quantiles(ratios, n=4, method="inclusive")
    old, new = median(before), median(now)
    return Compared(name, unit, old, new, median(ratios), (high - low) / 2)


# The worker: a process with one version


def work() -> None:
    """Read the number of a measurement and a round from each line, and print its time per unit."""
    from measures import (
        FULL,
        MEASURES,
        QUICK,
        alternating,
    )  # with this process's version of the library
    from positions import middle

    import qwirkle

    plan = QUICK if os.environ.get("QWIRKLE_BENCHMARK") == "quick" else FULL
    about = {
        "where": str(Path(qwirkle.__file__).resolve().parent),
        "positions": sha256(repr(middle(plan.positions)).encode()).hexdigest(),
        "measures": [(measure.name, measure.unit) for measure in MEASURES],
    }
    print(json.dumps(about), flush=True)
    for line in sys.stdin:
        number, round_ = map(int, line.split())
        measure = MEASURES[number]
        things = measure.prepare(plan, round_)
        [time] = alternating((measure.run, things), batches=10)
        print(json.dumps(time), flush=True)


class Worker:
    """A process that measures one version."""

    def __init__(self, source: Path, *, quick: bool) -> None:
        environment = {**os.environ, "PYTHONPATH": str(source), "QWIRKLE_PURE": "1"}
        if quick:
            environment["QWIRKLE_BENCHMARK"] = "quick"
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.about: dict[str, Any] = self._answer()
        if Path(self.about["where"]) != (source / "qwirkle").resolve():
            self.close()
            raise SystemExit(f"expected the version of {source}, not {self.about['where']}")

    def time(self, number: int, round_: int) -> float:
        """The microseconds per unit of a measurement in a round."""
        assert self._process.stdin is not None
        print(number, round_, file=self._process.stdin, flush=True)
        return float(self._answer())

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a version failed; its error is above")
        return json.loads(line)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


# The comparison


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout


def last_commit() -> str:
    """The commit to compare with if none is given."""
    return "HEAD" if _git("status", "--porcelain", "--", "src").strip() else "HEAD~1"


def unpack(revision: str, folder: Path) -> Path:
    """Unpack a commit's ``src`` into a folder, and return its path."""
    with tarfile.open(fileobj=io.BytesIO(_git("archive", revision, "src"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


def compare(revision: str, *, quick: bool) -> list[Compared]:
    """Measure the working tree and another commit in turns."""
    with TemporaryDirectory() as folder:
        workers = [Worker(unpack(revision, Path(folder)), quick=quick)]
        try:
            workers.append(Worker(ROOT / "src", quick=quick))
            before, now = workers
            if before.about["positions"] != now.about["positions"]:
                raise SystemExit(
                    f"{revision} plays different games from the same seeds, so times cannot be compared"
                )
            return [
                _compare(number, name, unit, before, now)
                for number, (name, unit) in enumerate(now.about["measures"])
            ]
        finally:
            for worker in workers:
                worker.close()


def _compare(number: int, name: str, unit: str, before: Worker, now: Worker) -> Compared:
    """Measure one thing; the version that begins changes from round to round."""
    times: dict[Worker, list[float]] = {before: [], now: []}
    for round_ in range(1, ROUNDS + 1):
        print(f"\r{name + f', round {round_}':50}", end="", file=sys.stderr, flush=True)
        for worker in (before, now) if round_ % 2 else (now, before):
            times[worker].append(worker.time(number, round_))
    return compared(name, unit, times[before], times[now])


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("revision", nargs="?", help="the commit to compare with (the last one)")
    parser.add_argument("--quick", action="store_true", help="only a few positions, to try it out")
    parser.add_argument("--json", type=Path, help="the file for all numbers")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.worker:
        work()
        return
    revision = asked.revision or last_commit()
    rows = compare(revision, quick=asked.quick)
    print(file=sys.stderr)
    print(f"microseconds; 'before' is {revision}, 'now' the working tree; above 1 is slower\n")
    print(f"{'':26} {'per':8} {'before':>9} {'now':>9} {'ratio':>6} {'noise':>6}")
    for row in rows:
        print(
            f"{row.name:26} {row.unit:8} {row.before:9.1f} {row.now:9.1f} {row.ratio:6.2f}"
            f" {row.noise:6.2f} {row.verdict}".rstrip()
        )
    if asked.json:
        text = json.dumps([row._asdict() for row in rows], indent=1) + "\n"
        asked.json.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
