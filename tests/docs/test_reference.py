"""The reference: every public name is in it, and has an example that runs."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cases import case

import qwirkle

DOCS = Path(__file__).parents[2] / "docs"
INDEX = (DOCS / "reference.md").read_text(encoding="utf-8")
PAGES = {
    path.stem: path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("reference-*.md"))
}
DIRECTIVE = re.compile(r"^\.\. ([\w:]+?):: (\S+)$", re.MULTILINE)

PUBLIC = {
    name: tuple(importlib.import_module(name).__all__)
    for name in (
        "qwirkle",
        "qwirkle.authoring",
        "qwirkle.render",
        "qwirkle.testing",
        "qwirkle_variants",
    )
}
PUBLIC["qwirkle.bots"] = (
    *("BOTS", "Bot", "bot_name", "get_bot", "names"),
    *("careful", "greedy", "random", "strong"),
)
PUBLIC["qwirkle.adapters.turns"] = ("Steps", "PartialTurn")
PUBLIC["qwirkle.adapters.arrays"] = ("Bounds", "Layout")
PUBLIC["qwirkle.adapters.games"] = ("Games",)
PUBLIC["qwirkle.adapters.gymnasium"] = ("QwirkleEnv",)
PUBLIC["qwirkle.adapters.vector"] = ("VectorEnv",)
PUBLIC["qwirkle.adapters.pettingzoo"] = ("env", "raw_env")
PUBLIC["qwirkle.adapters.draws"] = ("Node", "PendingDraw", "Setting")
PUBLIC["qwirkle.adapters.open_spiel"] = (
    *("QwirkleGame", "QwirkleObserver", "QwirkleState"),
    "RolloutEvaluator",
)
if find_spec("pyspiel") is None:  # it is not available everywhere
    del PUBLIC["qwirkle.adapters.open_spiel"]
    PAGES = {
        name: re.sub(r"^\.\. \w+:: \S+open_spiel\S*$", "", text, flags=re.MULTILINE)
        for name, text in PAGES.items()
    }
NAMES = [f"{module}.{name}" for module, names in PUBLIC.items() for name in names]


def thing(name: str) -> Any:
    """The object with this full name."""
    module, _, rest = name.rpartition(".")
    try:
        return getattr(importlib.import_module(module), rest)
    except ImportError:  # a name inside a class
        return getattr(thing(module), rest)


def documented() -> dict[str, Any]:
    """The objects that the reference documents, by full name."""
    found: dict[str, Any] = {}
    for text in PAGES.values():
        module = ""  # a page does not know the current module of another one
        for kind, name in DIRECTIVE.findall(text):
            if kind == "currentmodule":
                module = name
            elif kind == "automodule":
                found[name] = importlib.import_module(name)
            else:
                full = name if name.startswith("qwirkle") else f"{module}.{name}"
                assert full not in found, f"{full} is there twice"
                found[full] = thing(full)
    return found


DOCUMENTED = documented()


def test_every_public_name_is_in_the_reference() -> None:
    """It is listed by its own name, or by that of the same object in another module."""
    for name in NAMES:
        with case(name):
            assert any(thing(name) is one for one in DOCUMENTED.values())


def test_the_index_leads_to_every_page() -> None:
    """It has a line for each topic, and the contents list them in the same order."""
    linked = re.findall(r"^- \[.+?\]\((reference-\w+)\.md\)", INDEX, re.MULTILINE)
    assert sorted(linked) == sorted(PAGES)
    assert re.findall(r"^(reference-\w+)$", INDEX, re.MULTILINE) == linked
    assert DIRECTIVE.findall(INDEX) == []


def test_every_page_begins_with_what_is_there() -> None:
    """A sentence follows the title."""
    for name, text in PAGES.items():
        with case(name):
            title, empty, sentence = text.splitlines()[:3]
            assert title.startswith("# ")
            assert empty == ""
            assert re.fullmatch(r"[A-Z].+\.", sentence)


def test_every_member_of_a_move_is_in_the_reference() -> None:
    """Authors of moves may write them all, so each is documented."""
    own = [name for name in vars(qwirkle.Move) if not name.startswith("_")]
    [listed] = re.findall(r"autoclass:: Move\n +:members: (.+)\n", PAGES["reference-moves"])
    assert sorted(listed.split(", ")) == sorted(["verb", *own, "__str__"])


def test_the_bots_module_has_no_other_names() -> None:
    """It has no ``__all__``, so the list above is compared with its definitions."""
    own = {
        name
        for name, one in vars(qwirkle.bots).items()
        if not name.startswith("_") and getattr(one, "__module__", None) == "qwirkle.bots"
    }
    assert own | {"BOTS"} == set(PUBLIC["qwirkle.bots"])


def test_public_names_have_an_example() -> None:
    """The doctests are run with all others."""
    for name in [
        name for name in NAMES if inspect.isclass(thing(name)) or inspect.isfunction(thing(name))
    ]:
        with case(name):
            assert doctest.DocTestParser().get_examples(thing(name).__doc__ or "")


def test_no_page_names_anything_private() -> None:
    """Readers can use everything that a page names."""
    for path in sorted(DOCS.glob("*.md")):
        with case(path.name):
            text = path.read_text(encoding="utf-8")
            assert re.findall(r"[./`]_[a-z]\w+", text) == []
