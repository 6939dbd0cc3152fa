"""The game of the page "Try it" for tests: the module that the browser runs, and clicks."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
STUCK = "a hand that fits nowhere"
LAST = "the last tiles"


def load() -> Any:
    """The module, which is among the files of the page."""
    spec = importlib.util.spec_from_file_location("table", DOCS / "_static" / "try" / "table.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TABLE = load()


def table(variant: str = "standard", start: str = STUCK, seed: str = "1") -> Any:
    return TABLE.Table(variant, start, seed)


def lay(game: Any, i: int, x: int, y: int) -> Any:
    """The page after a tile of the hand was put on a cell."""
    game.choose(i)
    return json.loads(game.click(x, y))


def rules(page: Any) -> list[str]:
    return [rule for reason in page["reasons"] for rule in reason["rules"]]
