"""The page of recipes: each recipe is short, and passes the conformance suite."""

from __future__ import annotations

import ast
import doctest
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import qwirkle
from qwirkle.authoring import TileGame
from qwirkle.testing import CHECKS

PAGE = (Path(__file__).parents[2] / "docs" / "howto-recipes.md").read_text(encoding="utf-8")
CODE = ast.parse(doctest.script_from_examples(PAGE)).body
CLASSES = [each for each in CODE if isinstance(each, ast.ClassDef)]
GAMES = [each.name for each in CLASSES if ast.unparse(each.bases[0]).startswith("TileGame")]


def module() -> str:
    """The imports, classes and variants of the page, without what tries them out."""
    names = {each.name for each in CLASSES}
    variants = [
        each
        for each in CODE
        if isinstance(each, ast.Assign)
        and isinstance(each.value, ast.Call)
        and ast.unparse(each.value.func) in names
    ]
    imports = [each for each in CODE if isinstance(each, ast.Import | ast.ImportFrom)]
    return "\n".join(map(ast.unparse, [*imports, *CLASSES, *variants]))


@pytest.fixture(scope="module")
def recipes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, TileGame]]:
    """The variants of the page, from a module that other processes can import too."""
    folder = tmp_path_factory.mktemp("recipes")
    (folder / "recipes_of_the_page.py").write_text(module(), encoding="utf-8")
    sys.path.insert(0, str(folder))
    found = vars(importlib.import_module("recipes_of_the_page")).values()
    yield {type(each).__name__: each for each in found if isinstance(each, TileGame)}
    sys.path.remove(str(folder))


def test_every_class_has_at_most_ten_lines_below_its_name() -> None:
    """It has its rule and the words for it, and nothing else."""
    lengths = {each.name: (each.end_lineno or 0) - each.lineno for each in CLASSES}
    assert [name for name, lines in lengths.items() if lines > 10] == []


def test_every_class_of_a_game_is_tried(recipes: dict[str, TileGame]) -> None:
    """There is a variant for every class of games on the page."""
    assert recipes.keys() == {*GAMES}
    assert len(GAMES) == 10


@pytest.mark.parametrize("name", GAMES)
def test_the_suite_passes(name: str, recipes: dict[str, TileGame]) -> None:
    """Every recipe is sound."""
    qwirkle.register(recipes[name])
    for check in CHECKS:
        check(recipes[name])
