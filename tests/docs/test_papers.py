"""The papers at the top of the project, and the files by which it is checked and published."""

from __future__ import annotations

import ast
import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from _ext.captions import Known

import qwirkle

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
PAPERS = ["CITATION.cff", "LICENSE", *(path.name for path in ROOT.glob("*.md"))]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").iterdir())
NAMED = re.compile(r"(?:nox (?:-\S+ )*-s|^session) ([a-z]+)", re.MULTILINE)


def cells(heading: str) -> list[str]:
    """The first cells of the table under a heading of ARCHITECTURE.md, from the top."""
    section = ARCHITECTURE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| (`.+?) \|", section, re.MULTILINE)


def in_code(text: str) -> list[str]:
    """The names in code font; blocks of code have none."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return [name.rstrip("/") for name in re.findall(r"`([^`]+)`", prose)]


def workflow(name: str) -> Any:
    """The jobs of a workflow."""
    path = ROOT / ".github" / "workflows" / f"{name}.yml"
    return yaml.safe_load(path.read_text("utf-8"))["jobs"]


def test_the_architecture_has_every_module_in_the_order_of_its_layer() -> None:
    package = ROOT / "src" / "qwirkle"
    modules = {path.stem for path in package.glob("*.py")} - {"__init__"}
    modules |= {path.parent.name for path in package.glob("*/__init__.py")}
    assert sorted(in_code(" ".join(cells("Layers")))) == sorted(modules)
    [layers] = [
        contract["layers"]
        for contract in PROJECT["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == ["qwirkle"]
    ]
    height = {name: n for n, layer in enumerate(layers) for name in layer.split(" : ")}
    lines = [[height[name] for name in in_code(cell)] for cell in cells("Layers")]
    assert all(max(above) <= min(below) for above, below in pairwise(lines))


def test_the_architecture_names_every_file() -> None:
    inner = {path.stem for path in (ROOT / "src").rglob("*.py")} - {"__init__"}
    assert inner - {*in_code(ARCHITECTURE)} == set()
    kernel = [path.name for path in (ROOT / "kernel").iterdir()]
    assert sorted(in_code(" ".join(cells("The kernel")))) == sorted(kernel)


def test_papers_have_the_version_and_the_licence() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {qwirkle.__version__}" in citation
    assert f"license: {PROJECT['project']['license']}" in citation
    news = (ROOT / "CHANGELOG.md").read_text("utf-8")
    before, _, after = news.partition("<!-- towncrier release notes start -->\n")
    assert "\n## " not in before
    assert after.startswith(f"\n## {qwirkle.__version__} (")


def test_the_picture_of_the_readme_shows_its_code() -> None:
    """The front page has the same position. CONTRIBUTING.md says how to draw the picture again."""
    readme = (ROOT / "README.md").read_text("utf-8")
    [board] = re.findall(r'^>>> board = "(.+)"$', readme, re.MULTILINE)
    [move] = re.findall(r"^(.+) is the best of \d+$", readme, re.MULTILINE)
    for page in ("CONTRIBUTING.md", "docs/index.md"):
        text = (ROOT / page).read_text("utf-8")
        assert board in text
        assert move in text
    placed = qwirkle.Board(f"{board} {move}")
    drawn = qwirkle.render.svg(placed, last=qwirkle.parse_move(move).cells)
    assert drawn == (ROOT / "docs" / "pictures" / "qwirkle.svg").read_text("utf-8")
    [words] = re.findall(r"!\[(.+)\]\(docs/pictures/qwirkle.svg\)", readme)
    assert [*Known.of_tiles(placed.values()).mistakes(words)] == []


def test_every_fragment_of_news_has_a_known_type() -> None:
    """Otherwise towncrier would leave it out without a word."""
    types = "|".join(kind["directory"] for kind in PROJECT["tool"]["towncrier"]["type"])
    names = {path.name for path in (ROOT / "changelog.d").iterdir()} - {"README.md"}
    known = re.compile(rf"(\d+|\+[\w-]+)\.({types})(\.\d+)?\.md")
    assert [name for name in names if not known.fullmatch(name)] == []


def test_every_paper_is_in_the_sdist() -> None:
    included = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {f"/{name}" for name in [*PAPERS, "changelog.d"]} <= set(included)


@pytest.mark.parametrize("name", sorted({*PAPERS, "changelog.d/README.md"}))
def test_links_between_papers_lead_somewhere(name: str) -> None:
    """Sphinx checks those of its pages; an anchor is a heading there."""
    path = ROOT / name
    for link in re.findall(r"\]\(([^)]+)\)", path.read_text("utf-8")):
        if link.startswith("https://"):
            continue
        file, _, anchor = link.partition("#")
        target = path.parent / file
        assert target.exists(), link
        titles = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.MULTILINE)
        assert not anchor or anchor in {re.sub(r"\W+", "-", t.lower()) for t in titles}, link


def test_contributors_can_look_up_every_session() -> None:
    """Those of `.ci/run` and of the workflows exist, and CONTRIBUTING.md explains them."""
    tree = ast.parse((ROOT / "noxfile.py").read_text("utf-8"))
    sessions = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and "nox.session" in ast.unparse(node)
    }
    explained = {*NAMED.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))}
    required = {*NAMED.findall((ROOT / ".ci" / "run").read_text("utf-8"))}
    listed = workflow("checks")["checks"]["strategy"]["matrix"]["session"]
    assert {"tests", "frameworks", "pure", *required, *listed} <= explained <= sessions


def test_workflows_can_only_read_and_pin_the_actions_of_others() -> None:
    for path in WORKFLOWS:
        text = path.read_text("utf-8")
        assert yaml.safe_load(text)["permissions"] == {"contents": "read"}
        for action in re.findall(r"uses: (?!\./)(.*)", text):
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)
        assert text.count("actions/checkout@") == text.count("persist-credentials: false")


def test_nothing_is_published_that_has_not_passed() -> None:
    release = workflow("release")
    assert {*release["publish"]["needs"]} == release.keys() - {"publish"}


def test_tests_run_on_every_python_that_is_promised() -> None:
    """The classifiers and the README name them, and cibuildwheel builds wheels for them."""
    matrix = workflow("tests")["tests"]["strategy"]["matrix"]
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    promised = re.findall(r"Python :: (3\.\d+)", text)
    assert [*promised, "3.14t"] == matrix["python"]
    assert f"with Python {promised[0]} or newer" in (ROOT / "README.md").read_text("utf-8")
    assert re.findall(r"cp3(\d+)-", text) == [each.partition(".")[2] for each in promised]
