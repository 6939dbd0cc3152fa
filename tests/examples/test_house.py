"""The example of a variant as a package: installed beside the library, found, and proved sound."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]
EXAMPLE = PROJECT / "examples" / "qwirkle-house"

PROBE = """
import json, sys, qwirkle
listed = list(qwirkle.variants())
loaded = ["qwirkle_house" in sys.modules]
state = qwirkle.new_game("house", players=["Ada", "Bob"], seed=1)
print(json.dumps({
    "house": sys.modules["qwirkle_house"].__file__,
    "listed": listed,
    "loaded": [*loaded, "qwirkle_house" in sys.modules],
    "origin": qwirkle.variants()["house"],
    "variant": type(state.variant).__module__,
    "biscuits": state.biscuits,
    "hands": [len(hand) for hand in state.hands],
    "again": qwirkle.from_json(qwirkle.to_json(state)) == state,
}))
"""


def run(*command: object, cwd: Path, path: str) -> str:
    """The output of a command, with these folders on Python's path."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_example_package_installs_and_passes_its_own_tests(tmp_path: Path) -> None:
    """As its README says: install it, and run pytest on its folder of tests.

    It is installed into its own folder; the page on plugins makes an environment.
    """
    example = shutil.copytree(EXAMPLE, tmp_path / "qwirkle-house")
    site, before = tmp_path / "site", os.environ.get("PYTHONPATH", "")
    here = importlib.util.find_spec("hatchling") is not None
    isolation = ["--no-build-isolation"] if here else []
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    run(*pip, "--no-deps", *isolation, "--target", site, example, cwd=tmp_path, path=before)

    path = os.pathsep.join([str(site), before]) if before else str(site)
    found = json.loads(run(sys.executable, "-c", PROBE, cwd=tmp_path, path=path))
    assert Path(found["house"]).is_relative_to(site)
    assert {"standard", "mindware", "schmidt-actions", "cards", "house"} <= set(found["listed"])
    assert found["loaded"] == [False, True]  # a plugin is imported when its game is asked for
    assert found["origin"] == "qwirkle-house 1.0"
    assert found["variant"] == "qwirkle_house"
    assert found["biscuits"] == [0, 0]
    assert found["hands"] == [5, 5]
    assert found["again"] is True

    pytest = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    tests = run(sys.executable, *pytest, cwd=example, path=path)
    assert tests.splitlines()[-1].startswith("21 passed")
