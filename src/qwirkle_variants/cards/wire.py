"""Card tables as JSON values and as scenes: how they are written, read and drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

import attrs

from qwirkle import Cell, Fault, InvalidPosition, Line, Player, QwirkleError, Scene, Tile
from qwirkle.engine import (
    Kind,
    as_position,
    as_tiles,
    check_sizes,
    counted,
    ending,
    expect,
    in_order,
    seated,
    tiles_text,
    without,
)
from qwirkle_variants.cards.grid import LINES, LONGEST, row_of
from qwirkle_variants.cards.rows import Rows, rows_text
from qwirkle_variants.cards.state import CardPosition, CardState, CardView

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


def encode(position: CardPosition) -> dict[str, Any]:
    """The fields as JSON values."""
    fields: dict[str, Any] = {
        "table": rows_text(position.table),
        "qwirkles": [rows_text(rows) for rows in position.qwirkles],
        "turn": position.turn,
        "turns_left": position.turns_left,
        "shown": [tiles_text(cards) for cards in position.shown],
    }
    if any(position.revealed):
        fields["revealed"] = [tiles_text(cards) for cards in position.revealed]
    if isinstance(position, CardState):
        return fields | {
            "hands": [tiles_text(hand) for hand in position.hands],
            "pile": tiles_text(position.pile),
            "seed": position.seed,
            "ply": position.ply,
        }
    return fields | {
        "seat": position.seat,
        "hand": tiles_text(position.hand),
        "hand_sizes": list(position.hand_sizes),
        "pile_size": position.pile_size,
        "unseen": tiles_text(position.unseen),
    }


def decode_state(
    game: CardGame, fields: Mapping[str, Any], players: tuple[Player, ...]
) -> CardState:
    """The state with these fields."""
    expect(fields, **_both(fields), **_STATE)
    return game.position(players=players, **fields)


def decode_view(game: CardGame, fields: Mapping[str, Any], players: tuple[Player, ...]) -> CardView:
    """The view with these fields, if some state looks like that."""
    expect(fields, **_both(fields), **_VIEW)
    revealed = _revealed(fields, len(players))
    others = [card for i, cards in enumerate(revealed) if i != fields["seat"] for card in cards]
    # A position has no hands but the player's own, so there revealed cards are in the pile too.
    hidden = {**fields, "unseen": " ".join([fields["unseen"], *map(str, others)])}
    state = as_position(game, hidden, players, "pile", [n for n in _BOTH if n != "turns_left"])
    check_sizes(state, fields, "pile_size", len(state.pile), game.hand_size)
    view = attrs.evolve(
        game.observe(state, fields["seat"]),
        hand_sizes=tuple(fields["hand_sizes"]),
        pile_size=fields["pile_size"],
        unseen=in_order(without(state.pile, others)[0]),
        turns_left=fields["turns_left"],
        revealed=revealed,
    )
    sampled = view.sample_state(Random(0))
    if tuple(map(len, sampled.hands)) != view.hand_sizes:
        message = "there are not as many unseen cards as the others could hold"
        raise InvalidPosition([Fault("shown", message)])
    decode_state(game, encode(sampled), players)  # some state that looks like that is possible
    return view


def _both(fields: Mapping[str, Any]) -> dict[str, Kind]:
    """The fields of states and views; revealed cards are written only if there are some."""
    return _BOTH | {"revealed": [str]} if "revealed" in fields else _BOTH


def _revealed(fields: Mapping[str, Any], players: int) -> tuple[tuple[Tile, ...], ...]:
    """The revealed cards of a view.

    Raises:
        InvalidPosition: if there are other cards than can be held.
    """
    texts = fields.get("revealed", [""] * players)
    sizes = fields["hand_sizes"]
    if len(texts) != players:
        raise InvalidPosition([Fault("revealed", f"there are {players} players, not {len(texts)}")])
    found: list[tuple[Tile, ...]] = []
    for i, text in enumerate(texts):
        try:
            found.append(in_order(as_tiles(text)))
        except QwirkleError as error:
            raise InvalidPosition([Fault(f"revealed[{i}]", str(error))]) from None
        if found[i] and i < len(sizes) and len(found[i]) > sizes[i]:
            raise InvalidPosition(
                [Fault(f"revealed[{i}]", f"there are {sizes[i]} cards in the hand")]
            )
    return tuple(found)


def scene(position: CardPosition) -> Scene:
    """The rows, the players and the pile, to be drawn."""
    sizes = (
        tuple(map(len, position.hands)) if isinstance(position, CardState) else position.hand_sizes
    )
    notes = [f"{counted(position.pile_size, 'cards')} in the pile"]
    if position.turns_left:
        notes.append(f"the last round: {counted(position.turns_left, 'turns')} left")
    for player, rows in zip(position.players, position.qwirkles, strict=True):
        if rows:
            shared = (Line((), row).shared for row in rows)
            names = ", ".join(what.name.lower() for what in shared if what is not None)
            notes.append(f"taken by {player.name}: {names}")
    laid = tuple(_laid_out(position.table))
    return Scene(
        tuple(placed for row in laid for placed in row),
        seated(position, sizes),
        (*notes, *ending(position)),
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
