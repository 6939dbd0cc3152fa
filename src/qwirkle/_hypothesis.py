"""The entry point for Hypothesis, which makes ``st.from_type(Tile)`` work."""

from __future__ import annotations

from typing import Any


def register() -> None:
    """Tell Hypothesis how to make tiles, cells and states.

    Hypothesis calls this whenever it is imported, so slow imports wait until they are needed.
    """
    from hypothesis import strategies as st

    from qwirkle.cells import Cell
    from qwirkle.state import State
    from qwirkle.tilegame.state import TileState
    from qwirkle.tiles import Tile

    def strategy(name: str) -> st.SearchStrategy[Any]:
        from qwirkle.testing import games

        found: st.SearchStrategy[Any] = getattr(games, name)()
        return found

    st.register_type_strategy(Tile, lambda _: strategy("tiles"))
    st.register_type_strategy(Cell, lambda _: strategy("cells"))
    st.register_type_strategy(State, lambda _: strategy("states"))
    st.register_type_strategy(TileState, lambda _: strategy("states"))
