"""The conformance suite applied to every variant of this distribution."""

from __future__ import annotations

import attrs
import pytest
from own_games import HouseActions, Kitchen, KitchenRules

import qwirkle
from qwirkle.authoring import TileGame
from qwirkle.testing import CHECKS, Check, suite_for
from qwirkle_variants import ActionRules

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

WITH_HOOKS = [
    Kitchen("kitchen", KitchenRules(hand_size=4)).with_options(biscuits=5, shared=True),
    HouseActions("house-actions", ActionRules(base="hebrew")).with_options(base="hebrew"),
]
"""Variants with their own options and hooks."""

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


@pytest.mark.parametrize("variant", WITH_HOOKS, ids=lambda variant: variant.name)
@pytest.mark.parametrize("promise", CHECKS, ids=lambda promise: promise.name)
def test_options_and_hooks_of_their_own(promise: Check, variant: TileGame) -> None:
    """A subclass of Rules, and a house rule with action tiles, are as sound as our own games."""
    qwirkle.register(attrs.evolve(variant, rules=variant.defaults))
    promise(variant)


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
