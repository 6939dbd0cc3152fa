"""Card tables as JSON values and as scenes: how they are written, read and drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

import attrs

from qwirkle import Cell, Fault, InvalidPosition, Line, Player, Scene, Tile
from qwirkle.engine import (
    Kind,
    as_position,
    check_sizes,
    counted,
    ending,
    expect,
    seated,
    tiles_text,
)
from qwirkle_variants.cards.grid import LINES, LONGEST, row_of
from qwirkle_variants.cards.rows import Rows, rows_text
from qwirkle_variants.cards.state import CardState, CardTable, CardView

if TYPE_CHECKING:
    from qwirkle_variants.cards.engine import CardGame

# The fields that states and views have in common, and those that only one of them has.
_BOTH: Final[dict[str, Kind]] = {
    "table": str,
    "qwirkles": [str],
    "turn": int,
    "turns_left": (int, NoneType),
    "shown": [str],
}
_STATE: Final[dict[str, Kind]] = {"hands": [str], "pile": str, "seed": int, "ply": int}
_VIEW: Final[dict[str, Kind]] = {
    "seat": int,
    "hand": str,
    "hand_sizes": [int],
    "pile_size": int,
    "unseen": str,
}


def encode(table: CardTable) -> dict[str, Any]:
    """The fields as JSON values."""
    fields: dict[str, Any] = {
        "table": rows_text(table.table),
        "qwirkles": [rows_text(rows) for rows in table.qwirkles],
        "turn": table.turn,
        "turns_left": table.turns_left,
        "shown": [tiles_text(cards) for cards in table.shown],
    }
    if isinstance(table, CardState):
        return fields | {
            "hands": [tiles_text(hand) for hand in table.hands],
            "pile": tiles_text(table.pile),
            "seed": table.seed,
            "ply": table.ply,
        }
    return fields | {
        "seat": table.seat,
        "hand": tiles_text(table.hand),
        "hand_sizes": list(table.hand_sizes),
        "pile_size": table.pile_size,
        "unseen": tiles_text(table.unseen),
    }


def decode_state(
    game: CardGame, fields: Mapping[str, Any], players: tuple[Player, ...]
) -> CardState:
    """The state with these fields."""
    expect(fields, **_BOTH, **_STATE)
    return game.position(players=players, **fields)


def decode_view(game: CardGame, fields: Mapping[str, Any], players: tuple[Player, ...]) -> CardView:
    """The view with these fields, if some state looks like that."""
    expect(fields, **_BOTH, **_VIEW)
    state = as_position(game, fields, players, "pile", [n for n in _BOTH if n != "turns_left"])
    check_sizes(state, fields, "pile_size", len(state.pile), game.hand_size)
    view = attrs.evolve(
        game.observe(state, fields["seat"]),
        hand_sizes=tuple(fields["hand_sizes"]),
        pile_size=fields["pile_size"],
        turns_left=fields["turns_left"],
    )
    sampled = view.sample_state(Random(0))
    if tuple(map(len, sampled.hands)) != view.hand_sizes:
        message = "there are not as many unseen cards as the others could hold"
        raise InvalidPosition([Fault("shown", message)])
    decode_state(game, encode(sampled), players)  # some state that looks like that is possible
    return view


def scene(table: CardTable) -> Scene:
    """The rows, the players and the pile, to be drawn."""
    sizes = tuple(map(len, table.hands)) if isinstance(table, CardState) else table.hand_sizes
    notes = [f"{counted(table.pile_size, 'cards')} in the pile"]
    if table.turns_left:
        notes.append(f"the last round: {counted(table.turns_left, 'turns')} left")
    for player, rows in zip(table.players, table.qwirkles, strict=True):
        if rows:
            shared = (Line((), row).shared for row in rows)
            names = ", ".join(what.name.lower() for what in shared if what is not None)
            notes.append(f"taken by {player.name}: {names}")
    laid = tuple(_laid_out(table.table))
    return Scene(
        tuple(placed for row in laid for placed in row),
        seated(table, sizes),
        (*notes, *ending(table)),
        unit="Qwirkles",
        rows=tuple(tuple(cell for cell, _ in row) for row in laid),
    )


def _laid_out(rows: Rows) -> Iterator[tuple[tuple[Cell, Tile], ...]]:
    """Rows of one shape side by side, and the rows of one colour below them (K12)."""
    y = 0
    for line in (*LINES[6:], *LINES[:6]):
        of_line = [row for row in rows if row_of(row).line == line]
        for i, row in enumerate(of_line):
            left = i * (LONGEST + 1)
            yield tuple((Cell(left + x, y), card) for x, card in enumerate(row))
        y += bool(of_line)
