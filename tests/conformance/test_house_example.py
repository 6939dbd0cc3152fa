"""The example of a variant as a package: installed beside the library, found, and proved sound."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
EXAMPLE = PROJECT / "examples" / "qwirkle-house"

PROBE = """
import json, sys, qwirkle
listed = list(qwirkle.variants())
loaded = ["qwirkle_house" in sys.modules]
state = qwirkle.new_game("house", players=["Ada", "Bob"], seed=1)
print(json.dumps({
    "library": qwirkle.__file__,
    "listed": listed,
    "loaded": [*loaded, "qwirkle_house" in sys.modules],
    "origin": qwirkle.variants()["house"],
    "variant": type(state.variant).__module__,
    "biscuits": state.biscuits,
    "hands": [len(hand) for hand in state.hands],
    "again": qwirkle.from_json(qwirkle.to_json(state)) == state,
}))
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder away from this project."""
    return tmp_path_factory.mktemp("house")


def run(*command: object, cwd: Path) -> str:
    """The output of a command, in an environment that knows nothing of this one."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=clean, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_example_package_installs_and_passes_its_own_tests(place: Path) -> None:
    """As its README says: install it, and run pytest on its folder of tests."""
    run(sys.executable, "-m", "venv", "env", cwd=place)
    python = place / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
    example = shutil.copytree(EXAMPLE, place / "qwirkle-house")
    pip = (python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    run(*pip, f"{PROJECT}[testing]", example, cwd=place)

    found = json.loads(run(python, "-I", "-c", PROBE, cwd=place))
    assert Path(found["library"]).is_relative_to(place)
    assert {"standard", "mindware", "schmidt-actions", "cards", "house"} <= set(found["listed"])
    assert found["loaded"] == [False, True]  # a plugin is imported when its game is asked for
    assert found["origin"] == "qwirkle-house 1.0"
    assert found["variant"] == "qwirkle_house"
    assert found["biscuits"] == [0, 0]
    assert found["hands"] == [5, 5]
    assert found["again"] is True

    tests = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", cwd=example)
    assert tests.splitlines()[-1].startswith("16 passed")
