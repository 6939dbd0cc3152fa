"""Adds the game of the page "Try it" to documentation that is already built.

    python docs/try/build.py docs/_build/html

It fetches Python for browsers (Pyodide, from npm) and attrs (from PyPI), builds the library's
own wheel, and puts them beside the page. Needs npm and the package `build`; `nox -s site` does
everything.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tarfile
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser import npm_package, run

PYODIDE: Final = "314.0.7"
ATTRS: Final = "26.1.0"

FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
"""What a browser needs of Pyodide: not its console, types and source maps."""

COUNTED: Final = (".wasm", ".zip", ".whl")
"""The files that are large, and that the page fetches itself: it shows how far they are."""

ROOT: Final = Path(__file__).parents[2]


def main() -> None:
    """Read the command line, and do it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("site", type=Path, help="the folder with the built documentation")
    parser.add_argument(
        "--cache",
        type=Path,
        default=ROOT / "docs" / "_build" / "try",
        help="where downloads are kept (default: docs/_build/try)",
    )
    arguments = parser.parse_args()
    page = arguments.site / "_static" / "try"
    if not (page / "start.js").is_file():
        sys.exit(f"{arguments.site} is not the built documentation: run sphinx-build first")
    runtime = page / "runtime"
    shutil.rmtree(runtime, ignore_errors=True)
    runtime.mkdir()
    with tarfile.open(npm_package("pyodide", PYODIDE, arguments.cache)) as package:
        for name in FILES:
            member = package.extractfile(f"package/{name}")
            if member is None:
                sys.exit(f"there is no {name} in Pyodide {PYODIDE}")
            (runtime / name).write_bytes(member.read())
    shutil.copy(attrs_wheel(arguments.cache), runtime)
    os.environ["QWIRKLE_BUILD_KERNEL"] = "skip"  # a browser cannot use the compiled kernel
    run(sys.executable, "-m", "build", "--wheel", "--outdir", runtime, ROOT)
    sizes = {
        path.name: path.stat().st_size
        for path in sorted(runtime.iterdir())
        if path.suffix in COUNTED
    }
    listed = {"wheels": [name for name in sizes if name.endswith(".whl")], "sizes": sizes}
    (runtime / "files.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    total = sum(path.stat().st_size for path in runtime.iterdir())
    print(f"{runtime}: {total / 1e6:.1f} MB")


def attrs_wheel(cache: Path) -> Path:
    """The wheel of attrs, fetched once."""
    wheel = cache / f"attrs-{ATTRS}-py3-none-any.whl"
    if not wheel.is_file():
        pip = (sys.executable, "-m", "pip", "--quiet", "download", "--no-deps")
        run(*pip, "--only-binary", ":all:", "--dest", cache, f"attrs=={ATTRS}")
    return wheel


if __name__ == "__main__":
    main()
