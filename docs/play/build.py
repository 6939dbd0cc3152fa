"""Makes the page to play on: the folder `play` in built documentation, or in any other folder.

    python docs/play/build.py docs/_build/html

It fetches Python for browsers (Pyodide, from npm) and attrs (from PyPI), builds the library's
own wheel, and packs what the page needs of them into its folder, which any host can serve. Needs
npm, the package `build` and what builds the library; `nox -s site` installs them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser import npm_package, run

PYODIDE: Final = "314.0.7"
ATTRS: Final = "26.1.0"

FILES: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
"""The files of Pyodide that a browser needs, besides the standard library, which is packed again."""

COUNTED: Final = (".wasm", ".zip")
"""The files that are large, and that the page fetches itself: it shows how far they are."""

ROOT: Final = Path(__file__).parents[2]


def main() -> None:
    """Read the command line, and do it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("site", type=Path, help="where to write it, such as docs/_build/html")
    parser.add_argument(
        "--cache",
        type=Path,
        default=ROOT / "docs" / "_build" / "play",
        help="where downloads are kept (default: docs/_build/play)",
    )
    arguments = parser.parse_args()
    page, source = arguments.site / "play", ROOT / "docs" / "extra" / "play"
    shutil.rmtree(page, ignore_errors=True)
    shutil.copytree(source, page, ignore=shutil.ignore_patterns("table", "__pycache__"))
    runtime = page / "runtime"
    runtime.mkdir()
    with tempfile.TemporaryDirectory() as folder:
        pyodide, wheels = Path(folder, "package"), Path(folder, "wheels")
        with tarfile.open(npm_package("pyodide", PYODIDE, arguments.cache)) as package:
            package.extractall(folder, filter="data")
        wheels.mkdir()
        shutil.copy(attrs_wheel(arguments.cache), wheels)
        os.environ["QWIRKLE_BUILD_KERNEL"] = "skip"  # a browser cannot use the compiled kernel
        build = (sys.executable, "-m", "build", "--wheel", "--no-isolation")
        run(*build, "--outdir", wheels, ROOT)
        for name in FILES:
            shutil.copy(pyodide / name, runtime)
        node = shutil.which("node")
        if node is None:
            sys.exit("Node.js is not installed: it packs the files, and comes with npm")
        run(node, ROOT / "docs" / "play" / "pack.mjs", pyodide, wheels, source, runtime)
    lock = json.loads((runtime / "pyodide-lock.json").read_text("utf-8"))
    (runtime / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    version(page)
    total = sum(path.stat().st_size for path in page.rglob("*") if path.is_file())
    print(f"{page}: {total / 1e6:.1f} MB")


def version(page: Path) -> None:
    """Write the list of files, and let the service worker keep exactly these."""
    files = [path for path in sorted(page.rglob("*")) if path.is_file()]
    named = {path.relative_to(page).as_posix(): path.read_bytes() for path in files}
    digest = hashlib.sha256()
    for name, content in named.items():
        digest.update(f"{name} {len(content)} ".encode() + content)
    listed = {
        "version": digest.hexdigest()[:12],
        "sizes": {
            Path(name).name: len(content)
            for name, content in named.items()
            if name.endswith(COUNTED)
        },
    }
    text = json.dumps(listed, indent=1) + "\n"
    (page / "runtime" / "files.json").write_text(text, encoding="utf-8")
    worker = page / "offline.js"
    kept = ["./", "runtime/files.json", *(name for name in named if name != worker.name)]
    code = worker.read_text("utf-8").replace('"development"', json.dumps(listed["version"]))
    worker.write_text(code.replace("FILES = []", f"FILES = {json.dumps(kept)}"), encoding="utf-8")


def attrs_wheel(cache: Path) -> Path:
    """The wheel of attrs, fetched once."""
    wheel = cache / f"attrs-{ATTRS}-py3-none-any.whl"
    if not wheel.is_file():
        pip = (sys.executable, "-m", "pip", "--quiet", "download", "--no-deps")
        run(*pip, "--only-binary", ":all:", "--dest", cache, f"attrs=={ATTRS}")
    return wheel


if __name__ == "__main__":
    main()
