"""The public names: complete, in order, documented, each with an example that runs."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from enum import Enum
from importlib import metadata

import pytest
from cases import case

import qwirkle
from qwirkle import authoring
from qwirkle.variant import Variant

CONTRACT = """
Cell Color Exchange IllegalMove Move Pass Place Player QwirkleError Score Shape State Tile Variant
View Violation apply check from_json get_variant legal_moves new_game observe parse_move position
score to_json variants
"""

THINGS = {name: getattr(qwirkle, name) for name in qwirkle.__all__}
CALLABLE = {
    name: thing
    for name, thing in THINGS.items()
    if inspect.isclass(thing) or inspect.isfunction(thing)
}


def test_all_is_sorted_and_complete() -> None:
    """No name occurs twice or is missing, and those of the contract are there."""
    assert list(qwirkle.__all__) == sorted(qwirkle.__all__)
    assert len(set(qwirkle.__all__)) == len(qwirkle.__all__)
    assert set(CONTRACT.split()) <= set(qwirkle.__all__)
    imported = {
        name
        for name, thing in vars(qwirkle).items()
        if not name.startswith("_") and not inspect.ismodule(thing)
    }
    assert imported | set(qwirkle._LATER) == set(qwirkle.__all__)


def test_some_modules_are_imported_when_they_are_needed() -> None:
    """Every name is listed before that, and a wrong name is the usual error."""
    names = "print(set(qwirkle.__all__) <= set(dir(qwirkle)), 'qwirkle.render' in sys.modules)"
    program = f"import sys, qwirkle; {names}; qwirkle.render, qwirkle.simulate; {names}"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["True", "False", "True", "True"]
    with pytest.raises(AttributeError, match="module 'qwirkle' has no attribute 'simulat'"):
        _ = qwirkle.simulat  # type: ignore[attr-defined]


def test_their_modules_are_found_without_an_import_of_their_own() -> None:
    """Programs ask for `qwirkle.codec.json_schema` after `import qwirkle` alone."""
    for module in sorted({*qwirkle._LATER.values()}):
        program = f"import qwirkle; print(qwirkle.{module}.__name__)"
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
        assert ran.stdout.decode().strip() == f"qwirkle.{module}"


def test_the_names_for_authors_of_plugins() -> None:
    """They are complete, each once, and none of them is a public name above."""
    assert len(set(authoring.__all__)) == len(authoring.__all__)
    imported = {
        name
        for name, thing in vars(authoring).items()
        if not name.startswith("_") and not inspect.ismodule(thing)
    }
    assert imported == set(authoring.__all__)
    assert not set(authoring.__all__) & set(qwirkle.__all__)


def test_the_version_is_that_of_the_distribution() -> None:
    """It is written once: the distribution's is read from the source."""
    assert qwirkle.__version__ == metadata.version("qwirkle")


def test_public_names_are_documented() -> None:
    """Each has its own docstring, not an inherited one."""
    for name in THINGS:
        with case(name):
            thing = THINGS[name]
            assert thing.__doc__
            if inspect.isclass(thing):
                assert "__doc__" in vars(thing)
                assert thing.__doc__ not in [base.__doc__ for base in thing.__mro__[1:]]


def test_public_names_have_an_example() -> None:
    """The doctests are run with all others."""
    for name in CALLABLE:
        with case(name):
            examples = doctest.DocTestParser().get_examples(CALLABLE[name].__doc__ or "")
            assert examples
            assert all(len(example.source.splitlines()) < 10 for example in examples)


def members(kind: type) -> list[tuple[str, object]]:
    """The public methods and properties that a class itself defines."""
    return [
        (name, member)
        for name, member in vars(kind).items()
        if not name.startswith("_")
        and (
            inspect.isfunction(member)
            or isinstance(member, (property, staticmethod, classmethod))
            or hasattr(member, "func")
        )
    ]


def test_public_methods_are_documented() -> None:
    """The docstring is in the class or in a base class; members of enums by their own names."""
    for name in [name for name, thing in THINGS.items() if inspect.isclass(thing)]:
        with case(name):
            kind = THINGS[name]
            for member, thing in members(kind):
                if issubclass(kind, Enum) and member in kind.__members__:
                    continue
                assert inspect.getdoc(getattr(kind, member, thing)), f"{name}.{member}"


def test_the_abstract_methods_of_a_variant_are_documented() -> None:
    """Every abstract method and property says what it must do."""
    assert Variant.__abstractmethods__ == {
        "name", "version", "facts", "player_counts", "new_game", "legal_moves", "judge",
        "scored_lines", "after", "scene",
    }  # fmt: skip
    for kind in (Variant, qwirkle.State, qwirkle.View, authoring.LegalMoves, qwirkle.Move):
        for name in kind.__abstractmethods__:
            owner = next(base for base in kind.__mro__ if name in vars(base))
            member = vars(owner)[name]
            text = (member.__func__ if isinstance(member, classmethod) else member).__doc__
            assert text, f"{kind.__name__}.{name}"


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(qwirkle).failed == 0
    assert doctest.testmod(qwirkle).attempted >= 4


def test_the_package_is_typed() -> None:
    """Type checkers look for this file."""
    from importlib.resources import files

    assert files("qwirkle").joinpath("py.typed").is_file()
    assert files("qwirkle_variants").joinpath("py.typed").is_file()
