"""The source code: the packages that it needs, and constructs that it must never use.

The layers are stated in pyproject.toml, and import-linter checks them.
"""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import qwirkle
import qwirkle.authoring

CORE = Path(qwirkle.__file__).parent


def variants_folder() -> Path:
    """The folder of the printed editions."""
    spec = importlib.util.find_spec("qwirkle_variants")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


VARIANTS = variants_folder()


def modules(folder: Path) -> dict[str, Path]:
    """The modules of a package by their names in it; a package's own file has its name."""
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        name = ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)
        found[name] = path
    return found


SOURCES = modules(CORE)
ALL_SOURCES = SOURCES | {f"variants.{name}": path for name, path in modules(VARIANTS).items()}
FOR_TESTS = ("testing", "_hypothesis")
COMMAND = ("cli", "entry", "__main__")
EXTRAS = {
    "testing": {"hypothesis", "pytest"},
    "_hypothesis": {"hypothesis"},
    "cli": {"rich", "resvg_py"},
    "runs": {"pyarrow"},
    "adapters.arrays": {"numpy"},
    "adapters.games": {"numpy"},
    "adapters.gymnasium": {"gymnasium", "numpy"},
    "adapters.vector": {"gymnasium", "numpy"},
    "adapters.pettingzoo": {"PIL", "gymnasium", "numpy", "pettingzoo", "resvg_py"},
    "adapters.open_spiel": {"numpy", "pyspiel"},
}


def extras_of(module: str) -> set[str]:
    """The packages of an extra that a module may import: its own, or that of its package."""
    return EXTRAS.get(module, EXTRAS.get(module.split(".")[0], set()))


FOR_FRAMEWORKS = "adapters"
LIBRARY = {
    name: path
    for name, path in ALL_SOURCES.items()
    if not name.startswith((*FOR_TESTS, *COMMAND, FOR_FRAMEWORKS))
}


def is_for_types_only(node: ast.AST) -> TypeGuard[ast.If]:
    """Whether a statement is ``if TYPE_CHECKING:``."""
    return isinstance(node, ast.If) and ast.unparse(node.test) in (
        "TYPE_CHECKING",
        "typing.TYPE_CHECKING",
    )


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Every statement of a module that runs, without those for type checkers."""
    for child in ast.iter_child_nodes(tree):
        if is_for_types_only(child):
            for other in child.orelse:
                yield other
                yield from statements(other)
            continue
        yield child
        yield from statements(child)


def imports(path: Path) -> Iterator[tuple[str, str | None]]:
    """The imports of a file: each module, and the name that is imported from it."""
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, None
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            for alias in node.names:
                yield node.module or "", alias.name


def test_the_core_needs_attrs_and_nothing_else() -> None:
    """The library needs Python and attrs; a module for an extra may use what that installs."""
    for module in SOURCES:
        allowed = {"attrs", "qwirkle"} | extras_of(module)
        for other, _ in imports(SOURCES[module]):
            top = other.split(".")[0]
            assert top in sys.stdlib_module_names or top in allowed, f"{module}: {other}"


def test_playing_imports_nothing_for_tests_documents_or_frameworks() -> None:
    """A fresh interpreter that has loaded our variants has none of these modules."""
    code = """
import sys, qwirkle
for name, origin in qwirkle.variants().items():
    if origin.split()[0] == "qwirkle":
        qwirkle.new_game(name, seed=1)
others = {"hypothesis", "pytest", "qwirkle.testing", "rich", "sphinx", "docutils"}
others |= {"concurrent.futures", "multiprocessing", "qwirkle.adapters", "numpy", "pyspiel"}
print(*others.intersection(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")


def test_nothing_depends_on_chance_or_time() -> None:
    """Only the class Random is used; no clock, no pickle and no environment.

    Only a new game without a seed asks the system for chance.
    Only the choice between the kernel and the Python code, whose results are the same, is made by
    the environment, only advice may be given a time to think, and only programs are ended.
    """
    for module in LIBRARY:
        forbidden = {"secrets", "time", "datetime", "pickle", "shelve", "marshal", "os", "numpy"}
        for other, name in imports(LIBRARY[module]):
            top = other.split(".")[0]
            if top == "random":
                known = ("Random", "SystemRandom" if module == "api" else "Random")
                assert name in known, f"{module} imports {other}.{name}"
            if (module, other, name) in (
                ("_engine", "os", None),
                ("advice", "time", "monotonic"),
                ("programs", "os", None),
            ):
                continue
            assert top not in forbidden - extras_of(module), f"{module}: {other}"


def test_no_code_from_strings_and_no_assert() -> None:
    """Checks must hold with -O too, and texts are data; only the test suite evaluates reprs."""
    for module in ALL_SOURCES:
        for node in ast.walk(ast.parse(ALL_SOURCES[module].read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.Assert), f"{module}: {ast.unparse(node)}"
            assert not isinstance(node, (ast.Global, ast.Nonlocal)), module
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                forbidden = {"eval", "exec", "compile", "__import__", "print", "input"}
                if module.startswith(FOR_TESTS):
                    forbidden.remove("eval")  # only evaluating a repr can check it
                if module.startswith(COMMAND):
                    forbidden -= {"print", "input"}
                assert node.func.id not in forbidden, f"{module}: {node.func.id}"


def test_every_module_has_a_docstring() -> None:
    for module in ALL_SOURCES:
        tree = ast.parse(ALL_SOURCES[module].read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), module
