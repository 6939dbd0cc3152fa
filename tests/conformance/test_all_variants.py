"""The conformance suite applied to every variant of this distribution."""

from __future__ import annotations

import pytest

import qwirkle
from qwirkle.testing import CHECKS, Check, suite_for

OURS = [name for name, origin in qwirkle.variants().items() if origin.split()[0] == "qwirkle"]
"""The variants that this distribution brings."""

WITH_OPTIONS = {
    "actions_on_mindware": qwirkle.get_variant("schmidt-actions", base="mindware"),
    "actions_dealt": qwirkle.get_variant("schmidt-actions", dealt=True),
    "house_rules": qwirkle.get_variant(
        "hebrew", tie_break="youngest", supply="stacks", hand_size=4, exchange_limit=2
    ),
    "one_player": qwirkle.get_variant("standard", min_players=1, max_players=1),
}
"""Variants that are not what their name alone stands for."""

STRICT = qwirkle.get_variant("cards", regrouping="strict")

# One test for each, with a parameter for every check: test_schmidt[purity] and so on.
globals().update({f"test_{name.replace('-', '_')}": suite_for(name) for name in OURS})
globals().update({f"test_{name}": suite_for(variant) for name, variant in WITH_OPTIONS.items()})


@pytest.mark.parametrize(
    "promise",
    [check for check in CHECKS if check.name in ("termination", "scores", "errors")],
    ids=lambda promise: promise.name,
)
def test_strict_cards(promise: Check) -> None:
    """`test_cards` covers the rest of the code, and brute force the turns of both readings."""
    promise(STRICT)


def test_no_variant_is_left_out() -> None:
    """All variants of the project are tested, each with all checks."""
    assert {
        "standard",
        "mindware",
        "999games-nl",
        "999games-fr",
        "hebrew",
        "schmidt",
        "schmidt-actions",
        "cards",
    } <= set(OURS)
    assert [check.name for check in CHECKS] == [
        "registration",
        "purity",
        "conservation",
        "order",
        "membership",
        "round_trips",
        "draws_given",
        "hidden",
        "termination",
        "scores",
        "words",
        "determinism",
        "errors",
    ]
    for variant in WITH_OPTIONS.values():
        assert variant.options
