"""The layers: every module imports from below only, and some things nowhere at all."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import qwirkle
import qwirkle.authoring

# From the bottom to the top; modules in one row do not know each other.
LAYERS = (
    ("errors", "pretty"),
    ("bounds",),
    ("words", "plugins"),
    ("tiles",),
    ("cells", "_masks"),
    ("lines", "_open_cells", "reasons"),
    ("board",),
    ("moves",),
    ("chance", "scoring", "guard", "supply"),
    ("description", "fields"),
    ("options", "state"),
    ("scene", "legal_moves", "reading"),
    ("variant",),
    ("start",),
    ("tilegame.rules", "tilegame._generator"),
    ("tilegame.state", "tilegame.legality", "tilegame.facts"),
    ("tilegame.legal_moves",),
    ("tilegame.game", "tilegame.draft"),
    ("tilegame", "authoring", "registry"),
    ("api", "notation", "encoding"),
    ("record", "perft", "bots", "results", "render.palette", "render.frame", "render.moment"),
    ("simulation", "codec", "schema"),
    ("render.shapes", "render.marks"),
    ("render.terminal", "render.elements", "render.spoken"),
    ("render.tables",),
    ("render.seats",),
    ("render.pictures",),
    ("render.played",),
    ("render",),
    ("__init__",),
    # The command; nothing of the library imports it.
    ("cli.wording", "cli.seats", "cli.files", "cli.reports", "cli.chart"),
    ("cli.workbench", "cli.arguments"),
    ("cli.session",),
    ("cli.commands",),
    ("cli",),
    ("entry",),
    ("__main__",),
    # For people who write documents; nothing of the library imports it.
    ("sphinxext.reading", "sphinxext.games", "sphinxext.markup", "sphinxext.rules"),
    ("sphinxext.claims", "sphinxext.directives"),
    ("sphinxext.positions", "sphinxext.editions"),
    ("sphinxext.moves", "sphinxext.gamebooks"),
    ("sphinxext.situations",),
    ("sphinxext",),
    # For other frameworks; nothing of the library imports it.
    ("adapters", "adapters.turns"),
    ("adapters.arrays", "adapters.draws"),
    ("adapters.pettingzoo", "adapters.open_spiel"),
    # For people who test; nothing of the library imports it.
    ("testing.strategies",),
    ("testing.conformance",),
    ("testing",),
    ("_hypothesis",),
)
LEVEL = {module: level for level, row in enumerate(LAYERS) for module in row}

CORE = Path(qwirkle.__file__).parent


def variants_folder() -> Path:
    """Where the printed editions are."""
    spec = importlib.util.find_spec("qwirkle_variants")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


VARIANTS = variants_folder()


def modules(folder: Path) -> dict[str, Path]:
    """The modules of a package by their names in it; a package's own file is its name."""
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
    "sphinxext": {"docutils", "sphinx"},
    "adapters.arrays": {"numpy"},
    "adapters.pettingzoo": {"PIL", "gymnasium", "numpy", "pettingzoo", "resvg_py"},
    "adapters.open_spiel": {"numpy", "pyspiel"},
}


def extras_of(module: str) -> set[str]:
    """What a module may import that an extra installs: its own, or that of its package."""
    return EXTRAS.get(module, EXTRAS.get(module.split(".")[0], set()))


FOR_DOCUMENTS = "sphinxext"
FOR_FRAMEWORKS = "adapters"
LIBRARY = {
    name: path
    for name, path in ALL_SOURCES.items()
    if not name.startswith((*FOR_TESTS, *COMMAND, FOR_DOCUMENTS, FOR_FRAMEWORKS))
}

# Where the editions may look in, and at what.
DOORS = {
    "qwirkle": set(qwirkle.__all__),
    "qwirkle.authoring": set(qwirkle.authoring.__all__),
}


def is_for_types_only(node: ast.AST) -> bool:
    """Whether a statement is ``if TYPE_CHECKING:``."""
    return isinstance(node, ast.If) and ast.unparse(node.test) in (
        "TYPE_CHECKING",
        "typing.TYPE_CHECKING",
    )


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything in a module that runs: not what is there for type checkers."""
    for child in ast.iter_child_nodes(tree):
        if is_for_types_only(child):
            for other in child.orelse:
                yield other
                yield from statements(other)
            continue
        yield child
        yield from statements(child)


def imports(path: Path) -> Iterator[tuple[str, str | None]]:
    """What a file imports: each module, and the name out of it."""
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, None
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            for alias in node.names:
                yield node.module or "", alias.name


def imported_layers(path: Path) -> Iterator[str]:
    """The modules of the core that a file imports, as in the table."""
    for module, name in imports(path):
        if module == "qwirkle" and name is not None:
            yield name if name in LEVEL else "__init__"
        elif module == "qwirkle":
            yield "__init__"
        elif module.startswith("qwirkle."):
            inner = module.removeprefix("qwirkle.")
            yield f"{inner}.{name}" if f"{inner}.{name}" in LEVEL else inner


def test_every_module_has_its_layer() -> None:
    """A new one must be put into the table, and none is there twice."""
    assert set(SOURCES) == set(LEVEL)
    assert sum(map(len, LAYERS)) == len(LEVEL)


@pytest.mark.parametrize("module", SOURCES)
def test_modules_import_from_below_only(module: str) -> None:
    """Types apart, nothing from the same row or above."""
    for other in imported_layers(SOURCES[module]):
        assert LEVEL[other] < LEVEL[module], f"{module} imports {other}"


def test_the_check_sees_imports() -> None:
    """Its own proof: it finds what is known to be there, and not what is for types only."""
    assert "words" in set(imported_layers(SOURCES["cells"]))
    assert "tilegame.game" in set(imported_layers(SOURCES["registry"]))
    assert "tilegame.game" not in set(imported_layers(SOURCES["tilegame.state"]))
    assert "TYPE_CHECKING" in SOURCES["tilegame.state"].read_text()
    assert "render" in set(imported_layers(SOURCES["__init__"]))
    assert ("importlib", "metadata") in set(imports(SOURCES["plugins"]))
    assert "__init__" in set(imported_layers(SOURCES["testing.conformance"]))
    assert {"testing.strategies", "testing.conformance"} == set(imported_layers(SOURCES["testing"]))


@pytest.mark.parametrize("module", SOURCES)
def test_the_core_needs_attrs_and_nothing_else(module: str) -> None:
    """Python itself, attrs, and the core; beyond it also what an extra installs."""
    allowed = {"attrs", "qwirkle"} | extras_of(module)
    for other, _ in imports(SOURCES[module]):
        top = other.split(".")[0]
        assert top in sys.stdlib_module_names or top in allowed, other


@pytest.mark.parametrize("module", LIBRARY)
def test_the_library_does_not_know_what_is_for_tests_and_commands(module: str) -> None:
    """Nobody needs Hypothesis, pytest or rich to play."""
    for other, name in imports(LIBRARY[module]):
        known = {*other.split("."), name}
        assert not {"testing", "cli", "adapters"} & known, f"{module} imports {other}"


def test_playing_imports_nothing_that_is_for_tests_documents_or_frameworks() -> None:
    """In a fresh interpreter, with every variant of this distribution loaded."""
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


@pytest.mark.parametrize("module", modules(VARIANTS))
def test_the_editions_use_the_public_door_only(module: str) -> None:
    """Public names of qwirkle and of its tile game, attrs, Python, and each other."""
    path = modules(VARIANTS)[module]
    for other, name in imports(path):
        top = other.split(".")[0]
        if top == "qwirkle":
            assert other in DOORS, f"{module} looks into {other}"
            assert name is None or name in DOORS[other], f"{module} imports {name}"
        else:
            assert top in sys.stdlib_module_names or top in ("attrs", "qwirkle_variants"), other
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "qwirkle":
                assert node.attr in DOORS["qwirkle"], f"{module} uses qwirkle.{node.attr}"
            assert not (node.attr.startswith("_") and node.value.id not in ("self", "cls"))


@pytest.mark.parametrize("module", LIBRARY)
def test_nothing_depends_on_chance_or_time(module: str) -> None:
    """Of random only the class is used; no clock, no pickle, no environment."""
    forbidden = {"time", "datetime", "pickle", "shelve", "marshal", "os", "numpy"}
    for other, name in imports(LIBRARY[module]):
        top = other.split(".")[0]
        if top == "random":
            assert name == "Random", f"{module} imports {other}.{name}"
        assert top not in forbidden - extras_of(module), other
        if top == "secrets":
            assert module == "api", "only a new game without a seed asks the system"


@pytest.mark.parametrize("module", ALL_SOURCES)
def test_no_code_from_strings_and_no_assert(module: str) -> None:
    """Checks must also hold with -O, and texts are data (but for tests of reprs)."""
    for node in ast.walk(ast.parse(ALL_SOURCES[module].read_text(encoding="utf-8"))):
        assert not isinstance(node, ast.Assert), f"line {getattr(node, 'lineno', 0)}"
        assert not isinstance(node, (ast.Global, ast.Nonlocal))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            forbidden = {"eval", "exec", "compile", "__import__", "print", "input"}
            if module.startswith(FOR_TESTS):
                forbidden.remove("eval")  # a repr is Python: that can only be tried
            if module.startswith(COMMAND):
                forbidden -= {"print", "input"}
            assert node.func.id not in forbidden


@pytest.mark.parametrize("module", ALL_SOURCES)
def test_every_module_says_what_it_is(module: str) -> None:
    """A docstring in each file; future annotations wherever there are any."""
    tree = ast.parse(ALL_SOURCES[module].read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
