"""The papers at the top of the project: they must not fall behind the code."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import qwirkle

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
PAPERS = ["CITATION.cff", "LICENSE", *(path.name for path in ROOT.glob("*.md"))]


def cells(heading: str) -> list[str]:
    """The first cells of the table under a heading of ARCHITECTURE.md, from the top."""
    section = ARCHITECTURE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| (`.+?) \|", section, re.MULTILINE)


def in_code(text: str) -> list[str]:
    """The names in code font; blocks of code have none."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return [name.rstrip("/") for name in re.findall(r"`([^`]+)`", prose)]


# The architecture


def test_every_module_is_in_the_architecture_once() -> None:
    """Each module and package of the library has a line that says what it holds."""
    package = ROOT / "src" / "qwirkle"
    modules = {path.stem for path in package.glob("*.py")} - {"__init__"}
    modules |= {path.parent.name for path in package.glob("*/__init__.py")}
    named = in_code(" ".join(cells("Layers")))
    assert len(modules) > 30
    assert sorted(named) == sorted(modules)


def test_the_layers_are_in_the_order_that_is_checked() -> None:
    """No line of the table is above one that import-linter puts above it."""
    [contract] = [
        contract
        for contract in PROJECT["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == ["qwirkle"]
    ]
    heights = {
        module: height
        for height, layer in enumerate(contract["layers"])
        for module in layer.split(" | ")
    }
    lines = [[heights[name] for name in in_code(cell)] for cell in cells("Layers")]
    for above, below in pairwise(lines):
        assert max(above) <= min(below), (above, below)


def test_every_part_of_a_package_is_in_the_architecture() -> None:
    """The modules inside packages are named too, those of the editions included."""
    named = set(in_code(ARCHITECTURE))
    for package in (ROOT / "src" / "qwirkle", ROOT / "src" / "qwirkle_variants"):
        inner = {path.stem for path in package.rglob("*.py")} - {"__init__"}
        assert sorted(inner - named) == []


def test_every_file_of_the_kernel_is_in_the_architecture_once() -> None:
    """Each has a line that says which module it mirrors."""
    files = [path.name for path in (ROOT / "kernel").iterdir()]
    assert sorted(in_code(" ".join(cells("The kernel")))) == sorted(files)


# The changelog


def types() -> list[str]:
    """The types of changes that towncrier knows."""
    return [kind["directory"] for kind in PROJECT["tool"]["towncrier"]["type"]]


def unknown(names: Iterable[str]) -> list[str]:
    """The names that are not those of a fragment."""
    known = re.compile(rf"(\d+|\+[\w-]+)\.({'|'.join(types())})(\.\d+)?\.md")
    return sorted(name for name in names if name != "README.md" and not known.fullmatch(name))


def test_unknown_fragments_are_noticed() -> None:
    good = ["README.md", "7.change.md", "7.change.1.md", "+hebrew-tie.bugfix.md"]
    bad = ["7.changes.md", "7.md", "change.md", "7.change.rst", ".7.change.md"]
    assert unknown([*good, *bad]) == sorted(bad)


def test_every_fragment_has_a_known_type() -> None:
    """Otherwise towncrier would leave it out without a word."""
    assert unknown(path.name for path in (ROOT / "changelog.d").iterdir()) == []


def test_every_type_is_explained() -> None:
    """The table for contributors has a line for each, and no other."""
    readme = (ROOT / "changelog.d" / "README.md").read_text("utf-8")
    assert re.findall(r"^\| `42\.(\w+)\.md`", readme, re.MULTILINE) == types()


def test_the_changelog_has_a_place_for_news() -> None:
    """Towncrier writes below its mark, which stands above the newest version."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    before, mark, after = text.partition("<!-- towncrier release notes start -->\n")
    assert mark
    assert "\n## " not in before
    assert after.startswith(f"\n## {qwirkle.__version__} (")


# The others


def test_the_citation_has_the_version_and_the_licence() -> None:
    """And the same authors as the package."""
    citation = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {qwirkle.__version__}" in citation
    assert f"license: {PROJECT['project']['license']}" in citation
    names = [line.removeprefix("  - name: ") for line in citation if "- name: " in line]
    assert [{"name": name} for name in names] == PROJECT["project"]["authors"]


def test_every_paper_is_in_the_sdist() -> None:
    """So is the folder that CONTRIBUTING.md sends people to."""
    included = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert len(PAPERS) > 7
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


def test_pages_install_from_a_copy_of_the_project() -> None:
    """That works without a release; the front pages say it, and the others link there."""
    pages = [ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*/README.md")]
    for page in pages:
        text = page.read_text("utf-8")
        commands = re.findall(r"^.*pip install (.*)$", text, re.MULTILINE)
        ours = [command for command in commands if "nox" not in command]
        assert all(re.search(r"(?<!\S)'?\.", command) for command in ours), page
        if ours and page.parent.name != "qwirkle-house":
            assert "not on PyPI yet" in text or "(index.md#install)" in text, page


def test_the_front_pages_say_whose_the_name_is() -> None:
    """And that the project is independent; a page of its own says more."""
    owner = "Qwirkle is a trademark of its owner, and the game is by Susan McKinley Ross.\n"
    for page in ("README.md", "docs/index.md"):
        text = (ROOT / page).read_text("utf-8")
        assert owner in text
        assert "independent implementation" in text
        assert "names.md" in text
