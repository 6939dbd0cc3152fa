"""From end to end: the project and a plugin project, built, installed and found by name."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]

PLUGIN = {
    "pyproject.toml": """
[build-system]
requires = ["hatchling>=1.26"]
build-backend = "hatchling.build"

[project]
name = "qwirkle-tiny"
version = "3.2.1"
dependencies = ["qwirkle"]

[project.entry-points."qwirkle.variants"]
tiny = "qwirkle_tiny:tiny"

[tool.hatch.build.targets.wheel]
packages = ["qwirkle_tiny"]
""",
    "qwirkle_tiny/__init__.py": """
import qwirkle


USUAL = qwirkle.Rules(hand_size=2, tie_break="youngest")


def tiny(*, hand_size=2):
    return qwirkle.TileGame("tiny", USUAL.changed(hand_size=hand_size), defaults=USUAL)
""",
}

PROBE = """
import json, sys
import qwirkle

found = {"file": qwirkle.__file__, "before": "qwirkle_tiny" in sys.modules}
found["variants"] = qwirkle.variants()
found["listed"] = "qwirkle_tiny" in sys.modules
state = qwirkle.new_game("tiny", players=["Ada", "Bob"], seed=1)
found["hands"] = [len(hand) for hand in state.hands]
found["loaded"] = "qwirkle_tiny" in sys.modules
found["json"] = qwirkle.from_json(qwirkle.to_json(state)) == state
state = qwirkle.new_game(qwirkle.get_variant("tiny", hand_size=3), seed=1)
found["option"] = len(state.hands[0])
found["json with options"] = qwirkle.from_json(qwirkle.to_json(state)) == state
try:
    qwirkle.get_variant("tiny", size=3)
except qwirkle.InvalidOption as error:
    found["error"] = str(error)
print(json.dumps(found))
"""


def run(*command: object) -> str:
    """What a command prints; a failure shows what it said."""
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_an_installed_plugin_is_found_by_its_name(tmp_path: Path) -> None:
    """In a new environment, from wheels of this project and of a tiny plugin project."""
    plugin, wheels, environment = tmp_path / "plugin", tmp_path / "wheels", tmp_path / "env"
    for name, text in PLUGIN.items():
        path = plugin / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    here = importlib.util.find_spec("hatchling") is not None
    isolation = ["--no-build-isolation"] if here else []
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    run(*pip, "wheel", "--no-deps", *isolation, "--wheel-dir", wheels, PROJECT, plugin)
    run(sys.executable, "-m", "venv", environment)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip[0] = str(python)
    run(*pip, "install", "attrs>=23.2", *sorted(wheels.glob("*.whl")))

    found = json.loads(run(python, "-I", "-c", PROBE))
    assert Path(found["file"]).is_relative_to(environment)
    assert (found["before"], found["listed"], found["loaded"]) == (False, False, True)
    assert found["variants"]["tiny"] == "qwirkle-tiny 3.2.1"
    for name in ("standard", "mindware", "schmidt-actions"):
        assert found["variants"][name].startswith("qwirkle ")
    assert found["hands"] == [2, 2]
    assert found["json"] is True
    assert found["json with options"] is True
    assert found["option"] == 3
    assert found["error"] == "there is no option 'size'; the options are hand_size"
