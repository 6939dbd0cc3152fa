"""Errors: one base class, their attributes, and pickling."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from cases import case
from samples import Unprintable, nested

import qwirkle
from qwirkle import IllegalMove, Pass, QwirkleError, Violation
from qwirkle.authoring import Code
from qwirkle.errors import (
    BotLoadError,
    DecodeError,
    Fault,
    InvalidDraw,
    InvalidOption,
    InvalidPosition,
    InvalidValue,
    NotationError,
    PluginLoadError,
    ProgramError,
    SimulationError,
    UnknownAttribute,
    UnknownVariant,
    VariantLoadError,
    WorkLimitReached,
    listed,
    short_repr,
)
from qwirkle.results import Simulation

VIOLATION = Violation(Code.GAP, ("P2", "P5"), "there is a gap at 2,0")
FAULT = Fault("hands[0]", "seven tiles")
NO_GAMES = Simulation(qwirkle.get_variant("standard"), ("greedy", "greedy"), ())

ERRORS: dict[str, tuple[QwirkleError, str, dict[str, Any]]] = {
    "InvalidValue": (InvalidValue("odd"), "odd", {}),
    "InvalidDraw": (InvalidDraw("odd"), "odd", {}),
    "InvalidOption": (InvalidOption("odd"), "odd", {}),
    "UnknownAttribute": (UnknownAttribute("odd"), "odd", {}),
    "IllegalMove": (
        IllegalMove(Pass(), (VIOLATION, VIOLATION)),
        "pass: there is a gap at 2,0 [P2, P5]; there is a gap at 2,0 [P2, P5]",
        {"move": Pass(), "violations": (VIOLATION, VIOLATION)},
    ),
    "InvalidPosition": (
        InvalidPosition((FAULT, Fault("board", "broken"))),
        "hands[0]: seven tiles; board: broken",
        {"faults": (FAULT, Fault("board", "broken"))},
    ),
    "UnknownVariant": (
        UnknownVariant("standart", ("standard", "stand"), ("a", "b")),
        "no variant is called 'standart'; did you mean 'standard' or 'stand'?",
        {"name": "standart", "near": ("standard", "stand"), "known": ("a", "b")},
    ),
    "UnknownVariant, nothing near": (
        UnknownVariant("x", (), ("a", "b")),
        "no variant is called 'x'; there are a, b",
        {"name": "x", "near": (), "known": ("a", "b")},
    ),
    "WorkLimitReached": (
        WorkLimitReached("the best turn", 7, Pass()),
        "7 steps were not enough to find the best turn; "
        "within(work) of the legal moves allows more",
        {"question": "the best turn", "limit": 7, "found": Pass()},
    ),
    "BotLoadError": (
        BotLoadError("deep", "deep-bots 1.0", "it is broken"),
        "the bot 'deep' of deep-bots 1.0 cannot be used: it is broken",
        {"name": "deep", "distribution": "deep-bots 1.0", "reason": "it is broken"},
    ),
    "ProgramError": (
        ProgramError("thrifty", "ended without an answer"),
        "the program 'thrifty' ended without an answer",
        {"name": "thrifty", "reason": "ended without an answer"},
    ),
    "VariantLoadError": (
        VariantLoadError("house", "qwirkle-house 1.0", "it is broken"),
        "the variant 'house' of qwirkle-house 1.0 cannot be used: it is broken",
        {"name": "house", "distribution": "qwirkle-house 1.0", "reason": "it is broken"},
    ),
    "NotationError": (
        NotationError("no tile", "swap Zs", 5),
        "no tile (at character 5 of 'swap Zs')",
        {"reason": "no tile", "text": "swap Zs", "at": 5},
    ),
    "DecodeError": (
        DecodeError("hands[0]", "odd"),
        "hands[0]: odd",
        {"path": "hands[0]", "reason": "odd"},
    ),
    "SimulationError, a bot's": (
        SimulationError("odd", NO_GAMES, "greedy", 2**64 - 1, 12),
        f"the bot greedy failed after 12 moves of the game with seed {2**64 - 1}: odd",
        {"reason": "odd", "finished": NO_GAMES, "bot": "greedy", "seed": 2**64 - 1, "ply": 12},
    ),
    "SimulationError, an executor's": (
        SimulationError("odd", NO_GAMES),
        "odd",
        {"reason": "odd", "finished": NO_GAMES, "bot": None, "seed": None, "ply": None},
    ),
}


def test_messages_and_attributes_of_errors() -> None:
    """They have a text for people and attributes for programs, also after pickling and copying."""
    for name in ERRORS:
        with case(name):
            error, text, attributes = ERRORS[name]
            copies = [error, copy.copy(error), copy.deepcopy(error)]
            copies += [
                pickle.loads(pickle.dumps(error, protocol))
                for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
            ]
            for found in copies:
                assert type(found) is type(error)
                assert str(found) == text
                assert repr(found) == f"{type(error).__name__}({text!r})"
                for attribute, value in attributes.items():
                    assert getattr(found, attribute) == value


def test_there_is_one_base_class() -> None:
    """Every error is a QwirkleError, and those about values are ValueErrors too."""
    for name in ERRORS:
        with case(name):
            error = ERRORS[name][0]
            assert isinstance(error, QwirkleError)
            # These are not about a value that a caller could correct.
            others: tuple[type[QwirkleError], ...] = (PluginLoadError, ProgramError)
            others += (SimulationError, UnknownAttribute, WorkLimitReached)
            assert isinstance(error, ValueError) is (not isinstance(error, others))
            assert isinstance(error, TypeError) is isinstance(error, InvalidValue)
            assert isinstance(error, AttributeError) is isinstance(error, UnknownAttribute)


BASES = {"QwirkleError", "PluginLoadError"}
"""The errors that are never raised themselves."""


def test_every_public_error_is_here() -> None:
    """The cases above have every public error."""
    public = {
        name
        for name, thing in vars(qwirkle.errors).items()
        if isinstance(thing, type) and issubclass(thing, Exception)
    }
    assert public == {type(error).__name__ for error, _, _ in ERRORS.values()} | BASES
    assert issubclass(QwirkleError, Exception)
    assert not issubclass(QwirkleError, ValueError)


def test_long_texts_in_notation_errors_are_shortened() -> None:
    """The whole text is an attribute; the message shows its beginning."""
    error = NotationError("odd", "x" * 61, 3)
    assert error.text == "x" * 61
    assert str(error) == f"odd (at character 3 of '{'x' * 57}...')"
    assert str(NotationError("odd", "x" * 60, 3)) == f"odd (at character 3 of '{'x' * 60}')"


def test_lists_are_cut_off_with_a_count() -> None:
    """At least one whole part is listed, then the number of the others."""
    assert listed([], " and ") == ""
    assert listed("abc", " and ") == "a and b and c"
    assert listed(range(7), " ", 14) == "0 1 2 3 4 5 6"
    assert listed(range(8), " ", 14) == "0 1 2 3 4 5 6 and 1 more"
    assert listed(["x" * 30, "y", "z"], ", ", 20) == "x" * 17 + "..., and 2 more"
    error = InvalidPosition(tuple(Fault(f"hands[{i}]", "seven tiles") for i in range(1000)))
    assert str(error).startswith("hands[0]: seven tiles; hands[1]: seven tiles; ")
    assert str(error).endswith("hands[36]: seven tiles; and 963 more")
    assert len(error.faults) == 1000


def test_no_message_is_long() -> None:
    """The length is bounded for any error, and the beginning is kept."""
    long = "x" * 100_000

    class Wordy(Pass):
        def __str__(self) -> str:
            return long

    violation = Violation(Code.GAP, ("P2",), long)
    fault = Fault("board", long)
    assert (violation.message, fault.message) == ("x" * 597 + "...",) * 2
    assert len(str(Fault(long, long))) < 700
    for kind in (QwirkleError, InvalidValue, InvalidDraw, InvalidOption):
        assert str(kind(long)) == "x" * 997 + "..."
        assert repr(kind(long)) == f"{kind.__name__}('{'x' * 996}...)"
    for error, beginning in (
        (IllegalMove(Pass(), (violation,) * 1000), "pass: xxx"),
        (IllegalMove(Wordy(), (VIOLATION,)), "xxx"),
        (IllegalMove(Pass(), (Violation(Code.GAP, ("P2",) * 9999, "odd"),)), "pass: odd [P2, P2"),
        (InvalidPosition((fault,) * 1000), "board: xxx"),
        (InvalidPosition((Fault(long, "odd"),) * 1000), "xxx"),
        (UnknownVariant(long, (), ("a", "b")), "no variant is called 'xxx"),
        (UnknownVariant("x", [long] * 1000, ()), "no variant is called 'x'; did you mean 'xxx"),  # type: ignore[arg-type]
        (UnknownVariant("x", (), [long] * 1000), "no variant is called 'x'; there are xxx"),  # type: ignore[arg-type]
        (VariantLoadError(long, long, long), "the variant 'xxx"),
        (ProgramError(long, long), "the program 'xxx"),
        (NotationError(long, long, 5), "xxx"),
        (NotationError("odd", "\U000e0001" * 99, 5), "odd (at character 5 of '"),
        (DecodeError(long, long), "xxx"),
        (DecodeError("hands", long), "hands: xxx"),
        (InvalidValue("\0" * 100_000), "\0\0\0"),
        (SimulationError(long, NO_GAMES), "xxx"),
        (WorkLimitReached(long, 7), "7 steps were not enough to find xxx"),
    ):
        assert str(error).startswith(beginning)
        assert len(str(error)) <= 1000
        assert len(repr(error)) <= 1020
    assert str(IllegalMove(Wordy(), (VIOLATION,))).endswith("...: there is a gap at 2,0 [P2, P5]")


def test_values_have_a_short_repr() -> None:
    """Any value has at most 80 characters, and a failing repr does no harm."""
    assert short_repr("abc") == "'abc'"
    assert short_repr("x" * 78) == repr("x" * 78)
    assert short_repr("x" * 79) == "'" + "x" * 76 + "..."
    assert short_repr(Unprintable()) == "<Unprintable>"
    assert short_repr([Unprintable()]) == "<list>"
    assert short_repr(nested()) == "<list>"
    assert short_repr(10**5000) == "<int>"
    for large in (b"x" * 10**6, [1] * 10**6, (1,) * 10**6):
        assert short_repr(large) == repr(large[:80])[:77] + "..."


def test_an_interruption_is_not_swallowed() -> None:
    class Interrupting:
        def __repr__(self) -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        short_repr(Interrupting())
