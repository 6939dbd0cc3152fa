"""Help for tests: strategies for Hypothesis, and a suite that any variant must pass.

Install it with the extra ``testing``. One line in a test module tests a variant::

    test_mine = qwirkle.testing.suite_for("my-variant")
"""

from qwirkle.testing.conformance import CHECKS, suite_for
from qwirkle.testing.games import Check, NotSound, cells, hands, moves_of, playouts, states, tiles

__all__ = [
    "CHECKS", "Check", "NotSound", "cells", "hands", "moves_of", "playouts", "states",
    "suite_for", "tiles",
]  # fmt: skip
