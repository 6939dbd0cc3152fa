"""The limit on counting sequences of moves; the counts themselves are in ``tests/perft``."""

from __future__ import annotations

import pytest

import qwirkle
from qwirkle.errors import InvalidValue


def test_perft_stops_where_there_are_too_many_moves() -> None:
    """A large hand has too many exchanges to try."""
    game = qwirkle.get_variant("standard", hand_size=54, max_players=2, exchange_limit=54)
    state = qwirkle.new_game(game, seed=1)
    state = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))
    state = qwirkle.position(game, board=state.board, hands=[state.hands[1], ""])
    assert qwirkle.perft(state, 1, most=1) == qwirkle.legal_moves(state).count() > 10**9
    with pytest.raises(
        InvalidValue, match="counting takes more than 100 moves; choose a smaller depth"
    ):
        qwirkle.perft(state, 2, most=100)
    small = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Bc", "Rc"], supply="")
    assert qwirkle.perft(small, 2, most=12) == 8
    with pytest.raises(InvalidValue, match="more than 11 moves"):
        qwirkle.perft(small, 2, most=11)
    for most in (0, -1, 10**7 + 1, True, 2.0, None):
        with pytest.raises(InvalidValue, match="most must be an integer from 1 to 10000000, not"):
            qwirkle.perft(small, 2, most=most)  # type: ignore[arg-type]
