"""The time of ``import qwirkle`` compared with ``import chess``, and the modules it loads.

    python benchmarks/imports.py [--times N] [--json FILE]

Every import runs in a fresh interpreter with ``-X importtime``; modules that Python itself imports
at its start are not counted. The two take turns. The bytecode is already compiled, as it is after
the first import. Then a fresh interpreter prints which modules are loaded that a game does not
need. There should be none: plugins are imported only when a program chooses one.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

PACKAGES: Final = ("qwirkle", "chess")
SLOWEST: Final = 10
UNWANTED: Final = (
    "qwirkle_variants",
    "qwirkle.cli",
    "qwirkle.testing",
    "importlib.metadata",
    "hypothesis",
    "rich",
    "pytest",
    "multiprocessing",
    "concurrent.futures",
    "asyncio",
    "sphinx",
    "resvg_py",
)
"""The modules that ``import qwirkle`` should not load; the first has all our plugins."""

_LINE: Final = re.compile(r"import time: +(\d+) \| +(\d+) \|( *)(\S+)")


class Imported(NamedTuple):
    """The import of one module."""

    name: str
    own: int
    """The microseconds for the module itself."""
    depth: int
    """The depth of nested imports, from 1 on."""
    whole: int
    """The microseconds including the modules that it imported first."""


def parsed(text: str) -> list[Imported]:
    """The imports in the output of ``-X importtime``, in the order in which they finished.

    >>> parsed("import time:       120 |        320 |   attrs")
    [Imported(name='attrs', own=120, depth=1, whole=320)]
    """
    return [
        Imported(found[4], int(found[1]), len(found[3]) // 2, int(found[2]))
        for found in map(_LINE.match, text.splitlines())
        if found
    ]


def imported(package: str) -> list[Imported]:
    """The modules that an import loads in a fresh interpreter, the package itself last."""
    modules = parsed(_python("-X", "importtime", "-c", f"import {package}").stderr)
    last = next(place for place, module in enumerate(modules) if module.name == package)
    # A module has imported those that finished since the last one of no greater depth.
    first = last
    while first and modules[first - 1].depth > modules[last].depth:
        first -= 1
    return modules[first : last + 1]


def runs(packages: Sequence[str], times: int) -> dict[str, list[list[Imported]]]:
    """The imports of some packages, which take turns."""
    for name in packages:
        imported(name)  # so that the bytecode is compiled
    found: dict[str, list[list[Imported]]] = {name: [] for name in packages}
    for turn in range(times):
        print(f"\rimport {turn + 1} of {times}", end="", file=sys.stderr, flush=True)
        for name in packages:
            found[name].append(imported(name))
    return found


def milliseconds(found: dict[str, list[list[Imported]]]) -> dict[str, float]:
    """The median time of each import."""
    return {name: median(run[-1].whole for run in each) / 1000 for name, each in found.items()}


def unwanted() -> list[str]:
    """The unwanted modules that ``import qwirkle`` loads.

    Modules that are there without it too (an editable installation may load some) do not
    count.
    """
    show = f"import sys; print(*[name for name in {UNWANTED!r} if name in sys.modules])"
    before, after = _python("-c", show), _python("-c", f"import qwirkle; {show}")
    return [name for name in after.stdout.split() if name not in before.stdout.split()]


def _python(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # so that there is bytecode
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the imports, and print the times."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=15, help="the number of imports (%(default)s)")
    parser.add_argument("--json", type=Path, help="the file for all numbers")
    asked = parser.parse_args(arguments)
    packages = [name for name in PACKAGES if importlib.util.find_spec(name)]
    each = runs(packages, asked.times)
    print(file=sys.stderr)
    whole = milliseconds(each)
    for name, time in whole.items():
        print(f"import {name}: {time:.1f} ms, {len(each[name][0])} modules")
    if "chess" in whole:
        print(f"ratio: {whole['qwirkle'] / whole['chess']:.2f}")
    own: dict[str, list[int]] = {}
    for run in each["qwirkle"]:
        for module in run:
            own.setdefault(module.name, []).append(module.own)
    slowest = sorted(((median(times), name) for name, times in own.items()), reverse=True)
    print(f"\nthe {SLOWEST} slowest modules of import qwirkle, without their own imports")
    for time, name in slowest[:SLOWEST]:
        print(f"{time / 1000:8.2f} ms  {name}")
    found = unwanted()
    print(f"\nloaded modules that a game does not need: {', '.join(found) or 'none'}")
    print(f"looked for: {', '.join(UNWANTED)}")
    if asked.json:
        value = {
            "milliseconds": whole,
            "modules": {name: time / 1000 for time, name in slowest},
            "unwanted": found,
        }
        asked.json.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
