"""Tile tables as JSON values and as scenes: how they are written, read and drawn."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

import attrs

from qwirkle.errors import Fault, InvalidPosition
from qwirkle.fields import Kind, expect
from qwirkle.tilegame.state import TileState, TileTable, TileView
from qwirkle.tilegame.supply import pieces_text
from qwirkle.tiles import Tile, in_order, tiles_text
from qwirkle.variant import Player, Scene, Seat

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


def encode(game: TileGame, table: TileTable) -> dict[str, Any]:
    """The fields as JSON values."""
    fields: dict[str, Any] = {
        "board": str(table.board),
        "scores": list(table.scores),
        "turn": table.turn,
        "passes": table.passes,
        **game.encode_more(table),
    }
    if isinstance(table, TileState):
        return fields | {
            "hands": [tiles_text(hand) for hand in table.hands],
            "supply": pieces_text(table.supply.tiles),
            "seed": table.seed,
            "ply": table.ply,
        }
    return fields | {
        "seat": table.seat,
        "hand": tiles_text(table.hand),
        "hand_sizes": list(table.hand_sizes),
        "supply_size": table.supply_size,
        "unseen": pieces_text(table.unseen),
        "outcome": table.outcome and table.outcome.reason.value,
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
    seat, sizes, supply_size = fields["seat"], fields["hand_sizes"], fields["supply_size"]
    if seat not in range(len(players)):
        raise _fault("seat", f"there are {len(players)} players, not {seat}")
    state = _as_position(game, fields, players)
    hand, unseen = state.hands[seat], state.supply.tiles
    if len(sizes) != len(players) or sizes[seat] != len(hand) or min(sizes) < 0:
        raise _fault("hand_sizes", f"{sizes} cannot be the sizes of the hands")
    if max(sizes) > game.largest_hand:
        raise _fault("hand_sizes", f"a hand of {max(sizes)} is too large [S2]")
    if not 0 <= supply_size == len(unseen) + len(hand) - sum(sizes):
        message = f"{supply_size} and the others' hands are not the {len(unseen)} unseen"
        raise _fault("supply_size", message)
    view = game.new_view(
        players=players,
        seat=seat,
        board=state.board,
        hand=hand,
        hand_sizes=tuple(sizes),
        supply_size=supply_size,
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


def _as_position(
    game: TileGame, fields: Mapping[str, Any], players: tuple[Player, ...]
) -> TileState:
    """What a view shows, as a position with all unseen in the supply: the door that checks it."""
    names = {f"hands[{fields['seat']}]": "hand", "supply": "unseen"}
    hands = ["" for _ in players]
    hands[fields["seat"]] = fields["hand"]
    try:
        return game.position(
            players=players,
            hands=hands,
            supply=fields["unseen"],
            **{name: fields[name] for name in (*_BOTH, *game.more_fields)},
        )
    except InvalidPosition as error:
        faults = [attrs.evolve(f, field=names.get(f.field, f.field)) for f in error.faults]
        raise InvalidPosition(faults) from None


def _fault(field: str, message: str) -> InvalidPosition:
    return InvalidPosition([Fault(field, message)])


def scene(table: TileTable) -> Scene:
    """The table, the players and the supply, to be drawn."""
    seats: list[Seat] = []
    for seat, player in enumerate(table.players):
        if isinstance(table, TileState):
            hand: tuple[Tile, ...] | None = table.hands[seat]
            size = len(table.hands[seat])
        else:
            hand = table.hand if seat == table.seat else None
            size = table.hand_sizes[seat]
        to_move = not table.is_over and seat == table.turn
        seats.append(Seat(player.name, table.scores[seat], size, hand, to_move))
    notes = [f"{table.stock} tiles in the supply"]
    if table.outcome is not None:
        winners = " and ".join(table.players[seat].name for seat in table.winners)
        notes.append(f"the game is over ({table.outcome.reason}): {winners} won")
    return Scene(tuple(table.board.items()), tuple(seats), tuple(notes))
