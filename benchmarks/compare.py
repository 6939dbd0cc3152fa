"""The speed of the tile game compared with an earlier commit, to notice a slowdown in time.

    python benchmarks/compare.py [REVISION] [--quick] [--json FILE]

Without a revision it compares with the last commit: ``HEAD`` if ``src`` or ``kernel`` has changes,
otherwise ``HEAD~1``. pip installs that commit and the working tree into temporary folders. Both
are measured with their compiled kernels and again without, in processes that take turns, round by
round, with the same positions; all use the benchmarks of the working tree. The ratio is the median
of the rounds' ratios, and above 1 if the working tree is slower. A machine that is slow for a while
slows down both. The noise is half the interquartile range of the rounds' ratios; a difference that
is not clearly larger means nothing.
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
        "accelerated": qwirkle.accelerated,
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
    """A process that measures one version, with its kernel or without."""

    def __init__(self, source: Path, *, quick: bool, pure: bool = False) -> None:
        environment = {**os.environ, "PYTHONPATH": str(source), "QWIRKLE_PURE": str(int(pure))}
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
    return "HEAD" if _git("status", "--porcelain", "--", "src", "kernel").strip() else "HEAD~1"


def install(revision: str | None, folder: Path) -> Path:
    """Install a commit, or the working tree, and return the folder with its packages."""
    source, packages = ROOT, folder / "packages"
    if revision is not None:
        source = folder / "source"
        with tarfile.open(fileobj=io.BytesIO(_git("archive", revision))) as archive:
            archive.extractall(source, filter="data")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target"]
    subprocess.run([*pip, str(packages), str(source)], check=True)
    return packages


def compare(revision: str, *, quick: bool) -> list[Compared]:
    """Measure the working tree and another commit in turns."""
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        versions = install(revision, Path(one)), install(None, Path(other))
        rows: list[Compared] = []
        for pure in (False, True):
            workers: list[Worker] = []
            try:
                for version in versions:
                    workers.append(Worker(version, quick=quick, pure=pure))
                rows += _compare_all(revision, *workers, pure=pure)
            finally:
                for worker in workers:
                    worker.close()
        return rows


def _compare_all(revision: str, before: Worker, now: Worker, *, pure: bool) -> list[Compared]:
    """Measure everything with the kernels, if both versions have one, or without them."""
    if not pure and not (before.about["accelerated"] and now.about["accelerated"]):
        return []
    if before.about["positions"] != now.about["positions"]:
        raise SystemExit(
            f"{revision} plays different games from the same seeds, so times cannot be compared"
        )
    return [
        _compare(number, name + ", pure" * pure, unit, before, now)
        for number, (name, unit) in enumerate(now.about["measures"])
    ]


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
    print(f"microseconds; 'before' is {revision}, 'now' the working tree; above 1 is slower;")
    print("'pure' is without the kernel\n")
    print(f"{'':32} {'per':8} {'before':>9} {'now':>9} {'ratio':>6} {'noise':>6}")
    for row in rows:
        print(
            f"{row.name:32} {row.unit:8} {row.before:9.1f} {row.now:9.1f} {row.ratio:6.2f}"
            f" {row.noise:6.2f} {row.verdict}".rstrip()
        )
    if asked.json:
        text = json.dumps([row._asdict() for row in rows], indent=1) + "\n"
        asked.json.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
