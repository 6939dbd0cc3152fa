"""Names in the font of code: every one must exist.

A name is known if the project's code or the code on the same page has it, if it is a file of the
project, or if it can be imported. The value of an option must suit a variant that has the option,
and tiles, cells and moves must be readable.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import pydoc
import re
from collections.abc import Iterator, Set
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from _ext.sources import as_variant
from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging

import qwirkle
from qwirkle import Cell, QwirkleError, Tile

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = ("benchmarks", "docs", "examples", "kernel", "src", "tests")

ELSEWHERE: Final = frozenset(
    {
        *("-W", "--strict"),  # options of sphinx-build and mypy
        *("Client", "get_executor", "ThreadPoolExecutor"),  # dask and concurrent.futures
        *("generate_playthrough", "observation_tensor", "RandomRolloutEvaluator"),  # OpenSpiel
        *("kuhn_poker", "python_kuhn_poker"),
        "from_type",  # Hypothesis
        "TerminateIllegalWrapper",  # PettingZoo
    }
)
"""Names that pages mention and this project's code does not have."""

_WORD: Final = re.compile(r"-{0,2}[^\W\d]\w*(?:[-.]\w+)*")
_SETTING: Final = re.compile(r"\b(\w+)[=:](\"[^\"]+\"|[\w-]+)")
_log: Final = logging.getLogger(__name__)


def unknown(text: str, page: Set[str] = frozenset()) -> Iterator[str]:
    """Everything in a text that does not exist.

    Args:
        text: a text in the font of code.
        page: the words in the code on the same page.
    """
    if text in _files() or (ROOT / text).exists() or (ROOT / "src" / text).exists():
        return
    if _is_notation(text):
        if not _readable(text):
            yield text
        return
    for found in _SETTING.finditer(text):
        name, value = found.groups()
        takers = [known for known in qwirkle.variants() if name in _options(known)]
        if takers and not any(_takes(known, name, value) for known in takers):
            yield found[0]
    for word in _WORD.findall(text):
        if not _known(word, page):
            yield word


def _known(word: str, page: Set[str]) -> bool:
    words = vocabulary() | page | ELSEWHERE
    if word in words:
        return True
    first, *rest = word.split(".")
    if rest:
        own = first in ("qwirkle", "qwirkle_variants")
        return _importable(word) or (not own and words.issuperset([first, *rest]))
    with suppress(QwirkleError):
        Tile.parse(word.capitalize())
        return True
    return False


def _importable(name: str) -> bool:
    try:
        return pydoc.locate(name) is not None
    except pydoc.ErrorDuringImport:  # it exists, but needs a package that is not installed
        return True


def _is_notation(text: str) -> bool:
    """Whether a text looks like tiles on cells, a move with a verb and tiles, or a cell."""
    return bool(re.fullmatch(r'"?(?:\w+@|(?:swap|lay) |-?\d+,).*', text))


def _readable(text: str) -> bool:
    text = text.strip('"')
    with suppress(QwirkleError):
        Cell.parse(text)
        return True
    for variant in qwirkle.variants():
        with suppress(QwirkleError):
            qwirkle.parse_move(text, variant)
            return True
    return False


@cache
def _options(variant: str) -> frozenset[str]:
    return frozenset(qwirkle.get_variant(variant).facts())


@cache
def _takes(variant: str, name: str, value: str) -> bool:
    value = {"True": "true", "False": "false"}.get(value, value)
    with suppress(QwirkleError):
        as_variant(f"{variant} {name}={value}")
        return True
    return False


@cache
def _files() -> frozenset[str]:
    """The names of all files of the project."""
    own = {path.name for path in ROOT.iterdir()}
    return frozenset(own.union(*({path.name for path in (ROOT / f).rglob("*")} for f in FOLDERS)))


@cache
def vocabulary() -> frozenset[str]:
    """All names in the project's code, and all words in its strings that are not docstrings."""
    words = {*dir(builtins), *keyword.kwlist, *keyword.softkwlist, *qwirkle.variants()}
    for path in (ROOT / "pyproject.toml", *(ROOT / "examples").rglob("pyproject.toml")):
        words |= words_in(path.read_text("utf-8"))
    for folder in ("src", "examples"):
        for path in (ROOT / folder).rglob("*.py"):
            words |= {path.stem, *_names(ast.parse(path.read_text("utf-8")))}
    words |= set(_names(ast.parse((ROOT / "hatch_build.py").read_text("utf-8"))))
    return frozenset(words)


def words_in(code: str) -> set[str]:
    """The words of a code in any language."""
    return {part for word in _WORD.findall(code) for part in (word, *re.split(r"[.]", word))}


def _names(tree: ast.Module) -> Iterator[str]:
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in docstrings:
                yield from words_in(node.value)
            continue
        for field in ("id", "attr", "arg", "name", "module"):
            found = getattr(node, field, None)
            if isinstance(found, str):
                yield from (found, *found.split("."))


def check_names(app: Sphinx, doctree: nodes.document) -> None:
    """Report every name on a page that does not exist."""
    page = {
        word for block in doctree.findall(nodes.literal_block) for word in words_in(block.astext())
    }
    for literal in doctree.findall(nodes.literal):
        if isinstance(literal.parent, addnodes.pending_xref):
            continue
        for name in unknown(literal.astext(), page):
            _log.warning("%r does not exist", name, location=_place_of(literal))


def _place_of(part: nodes.Element) -> nodes.Node | str:
    """The file and line of a part of a paragraph.

    Parsers give each part the first line of its paragraph, so the lines before it are counted.
    """
    block: nodes.Element = part
    while isinstance(block.parent, nodes.TextElement):
        block = block.parent
    before = ""
    for node in block.findall():
        if node is part:
            break
        before += node if isinstance(node, nodes.Text) else ""
    line = part.line or block.line
    return f"{block.source}:{line + before.count(chr(10))}" if line else block
