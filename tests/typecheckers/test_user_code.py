"""Type checkers accept what users write, infer what they should, and find mistakes."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
USER_CODE = Path(__file__).with_name("user_code.py")
FILES = [USER_CODE, PROJECT / "examples" / "qwirkle-house" / "src" / "qwirkle_house.py"]


def library() -> Path:
    """The folder that the library is imported from."""
    spec = find_spec("qwirkle")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parents[1]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder away from this project and its settings, with the files of users in it."""
    for file in FILES:
        shutil.copy(file, tmp_path)
    return tmp_path


def accepted(place: Path, *command: object, **variables: str) -> None:
    """Run a type checker, which must find nothing."""
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=place,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_accepts_the_code_of_users(place: Path) -> None:
    """Its strict mode also reports every ignore comment that is not needed."""
    found = library()
    # What is installed is found anyway, and mypy refuses to be told about that folder.
    is_installed = found.name in ("site-packages", "dist-packages")
    files = [file.name for file in FILES]
    options = ("--strict", "--config-file=", f"--cache-dir={place / 'cache'}")
    accepted(place, "mypy", *options, *files, MYPYPATH="" if is_installed else str(found))


def test_pyright_accepts_the_code_of_users(place: Path) -> None:
    """The same in the strict mode of pyright, which reads its own ignore comments only."""
    settings = {
        "include": [file.name for file in FILES],
        "extraPaths": [str(library())],
        "typeCheckingMode": "strict",
        "enableTypeIgnoreComments": False,
        "reportUnnecessaryTypeIgnoreComment": "error",
    }
    (place / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    options = ("--project", place, "--pythonpath", sys.executable)
    accepted(place, "pyright", *options, PYRIGHT_PYTHON_IGNORE_WARNINGS="1")


def test_the_code_of_users_runs() -> None:
    """The types that type checkers are told are also true at run time."""
    runpy.run_path(str(USER_CODE), run_name="__main__")


def test_the_library_says_that_it_has_types() -> None:
    """Both packages have the file that type checkers look for."""
    for package in ("qwirkle", "qwirkle_variants"):
        assert (library() / package / "py.typed").is_file()
