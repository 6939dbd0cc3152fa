"""Shared by the commands that open the built documentation in a browser, or fetch from npm."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Quiet(SimpleHTTPRequestHandler):
    """A server that does not write about every request."""

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    """One that does not mind if a page is closed before it has got everything."""

    def handle_error(self, *_: object) -> None:
        pass


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of the site while it is served on this machine."""
    server = Server(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@contextmanager
def chromium(executable: str | None = None) -> Iterator[Any]:
    """Chromium without a window.

    Args:
        executable: the browser, if it is not the one on the path.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("playwright is not installed: pip install playwright, or run nox -s browser")
    executable = executable or shutil.which("chromium") or shutil.which("chromium-browser")
    if executable is None:
        sys.exit("Chromium is not installed: install it, or name a browser with --chromium")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        browser = playwright.chromium.launch(
            executable_path=executable, args=list(FLAGS), env={"HOME": home}
        )
        yield browser
        browser.close()


def npm_package(name: str, version: str, cache: Path) -> Path:
    """A package from npm as an archive, fetched once."""
    package = cache / f"{name}-{version}.tgz"
    if not package.is_file():
        npm = shutil.which("npm")
        if npm is None:
            sys.exit(f"npm is not installed: it comes with Node.js, and fetches {name}")
        cache.mkdir(parents=True, exist_ok=True)
        run(npm, "pack", "--silent", f"{name}@{version}", "--pack-destination", cache)
    return package


def run(*command: str | Path) -> None:
    """Run a command; if it fails, show its output and stop."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = f"{done.stdout}{done.stderr}".strip()
        sys.exit(f"{said}\nthis failed: {' '.join(map(str, command))}")
