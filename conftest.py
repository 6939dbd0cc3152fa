"""Settings for all tests and doctests."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings

from qwirkle import bots, registry

# The usual run is the same every time; `HYPOTHESIS_PROFILE=explore` looks for something new, and
# `few` is enough to measure coverage.
settings.register_profile(
    "usual",
    max_examples=50,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore", settings.get_profile("usual"), max_examples=3000, derandomize=False
)
settings.register_profile("few", settings.get_profile("usual"), max_examples=20)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))

# OpenSpiel is not available everywhere. Where it is missing, tests that need it are left out.
HAS_OPEN_SPIEL = find_spec("pyspiel") is not None
NEED_IT = ["*open_spiel*.py", "*open-spiel*.md"]
collect_ignore_glob = [] if HAS_OPEN_SPIEL else NEED_IT


def pytest_report_header() -> str:
    """Report what is left out."""
    return "" if HAS_OPEN_SPIEL else "OpenSpiel is not installed: nothing about it is tested"


@pytest.fixture(autouse=True)
def _registry_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what a test registers or loads."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    for plugins in (registry.PLUGINS, bots.PLUGINS):
        monkeypatch.setattr(plugins, "_loaded", dict(plugins._loaded))
