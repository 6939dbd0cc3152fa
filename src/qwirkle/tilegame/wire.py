"""Tile tables as JSON values and as scenes: how they are written, read and drawn."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

import attrs

from qwirkle.errors import Fault, InvalidPosition
from qwirkle.fields import Kind, expect
from qwirkle.scene import Scene, ending, seated
from qwirkle.state import Player
from qwirkle.supply import pieces_text
from qwirkle.tilegame.state import TilePosition, TileState, TileView
from qwirkle.tiles import in_order, tiles_text
from qwirkle.views import as_position, check_sizes
from qwirkle.words import counted

if TYPE_CHECKING:
    from qwirkle.tilegame.engine import TileGame

# The fields that states and views have in common, and those that only one of them has.
_BOTH: Final[dict[str, Kind]] = {"board": str, "scores": [int], "turn": int, "passes": int}
_STATE: Final[dict[str, Kind]] = {"hands": [str], "supply": str, "seed": int, "ply": int}
_VIEW: Final[dict[str, Kind]] = {
    "seat": int,
    "hand": str,
    "hand_sizes": [int],
    "supply_size": int,
    "unseen": str,
    "outcome": (str, NoneType),
}


def encode(game: TileGame, position: TilePosition) -> dict[str, Any]:
    """The fields as JSON values."""
    fields: dict[str, Any] = {
        "board": str(position.board),
        "scores": list(position.scores),
        "turn": position.turn,
        "passes": position.passes,
        **game.encode_more(position),
    }
    if isinstance(position, TileState):
        return fields | {
            "hands": [tiles_text(hand) for hand in position.hands],
            "supply": pieces_text(position.supply.tiles),
            "seed": position.seed,
            "ply": position.ply,
        }
    return fields | {
        "seat": position.seat,
        "hand": tiles_text(position.hand),
        "hand_sizes": list(position.hand_sizes),
        "supply_size": position.supply_size,
        "unseen": pieces_text(position.unseen),
        "outcome": position.outcome and position.outcome.reason.value,
    }


def decode_state(
    game: TileGame, fields: Mapping[str, Any], players: tuple[Player, ...]
) -> TileState:
    """The state with these fields."""
    expect(fields, **_BOTH, **_STATE, **game.more_fields)
    return game.position(players=players, **fields)


def decode_view(game: TileGame, fields: Mapping[str, Any], players: tuple[Player, ...]) -> TileView:
    """The view with these fields, if some state looks like that."""
    expect(fields, **_BOTH, **_VIEW, **game.more_fields)
    state = as_position(game, fields, players, "supply", (*_BOTH, *game.more_fields))
    unseen = state.supply.tiles
    check_sizes(state, fields, "supply_size", len(unseen), game.largest_hand)
    view = game.new_view(
        players=players,
        seat=fields["seat"],
        board=state.board,
        hand=state.hands[fields["seat"]],
        hand_sizes=tuple(fields["hand_sizes"]),
        supply_size=fields["supply_size"],
        unseen=in_order(unseen),
        scores=state.scores,
        turn=state.turn,
        passes=state.passes,
        outcome=None,
        **game.more(state),
    )
    if view.stock < 0:
        raise _fault("hand_sizes", "there are not as many unseen tiles as the others hold")
    # Whether a game is over does not depend on who holds which unseen tile.
    outcome = view.sample_state(Random(0)).outcome
    if fields["outcome"] != (outcome and outcome.reason):
        raise _fault("outcome", f"expected {outcome and outcome.reason.value!r}")
    return attrs.evolve(view, outcome=outcome)


def _fault(field: str, message: str) -> InvalidPosition:
    return InvalidPosition([Fault(field, message)])


def scene(position: TilePosition) -> Scene:
    """The board, the players and the supply, to be drawn."""
    sizes = (
        tuple(map(len, position.hands)) if isinstance(position, TileState) else position.hand_sizes
    )
    notes = f"{counted(position.stock, 'tiles')} in the supply", *ending(position)
    return Scene(tuple(position.board.items()), seated(position, sizes), notes)
