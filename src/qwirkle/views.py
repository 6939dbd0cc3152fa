"""Reading views: what they show is checked as a position is, with all unseen in one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import attrs

from qwirkle.errors import Fault, InvalidPosition, short_repr
from qwirkle.state import Player, State
from qwirkle.variant import Variant

S = TypeVar("S", bound=State)


def as_position(
    game: Variant[S, Any],
    fields: Mapping[str, Any],
    players: tuple[Player, ...],
    supply: str,
    names: Iterable[str],
) -> S:
    """What a view shows, as a position in which nobody else has a hand.

    Args:
        game: whose view it is.
        fields: those of the view, with ``seat``, ``hand`` and ``unseen``.
        players: the players.
        supply: the name of the field of a state that gets all that is unseen.
        names: the fields that views and states have in common.

    Raises:
        InvalidPosition: with everything that is wrong, by the names of the view's fields.

    >>> import qwirkle
    >>> fields = {"seat": 0, "hand": "Rd", "unseen": "Yx Gk", "board": "Rs@0,0"}
    >>> players = (Player("Ada"), Player("Bob"))
    >>> state = as_position(qwirkle.get_variant("standard"), fields, players, "supply", ["board"])
    >>> state.hands, len(state.supply)
    (((Tile.parse('Rd'),), ()), 2)
    """
    seat = fields["seat"]
    if seat not in range(len(players)):
        raise InvalidPosition(
            [Fault("seat", f"expected a seat from 0 to {len(players) - 1}, not {seat}")]
        )
    hands = ["" for _ in players]
    hands[seat] = fields["hand"]
    given = {name: fields[name] for name in names} | {supply: fields["unseen"]}
    try:
        return game.position(players=players, hands=hands, **given)
    except InvalidPosition as error:
        called = {f"hands[{seat}]": "hand", supply: "unseen"}
        faults = [attrs.evolve(f, field=called.get(f.field, f.field)) for f in error.faults]
        raise InvalidPosition(faults) from None


def check_sizes(
    state: State, fields: Mapping[str, Any], supply: str, unseen: int, largest: int
) -> None:
    """Insist that the sizes of the hands and of the supply can be those of the unseen pieces.

    Args:
        state: what the view shows, as a position.
        fields: those of the view, with ``seat``, ``hand_sizes`` and the size of the supply.
        supply: the name of the field with the size of the supply.
        unseen: how many pieces are unseen.
        largest: the most that a hand can hold.

    Raises:
        InvalidPosition: if they cannot.

    >>> import qwirkle
    >>> state = qwirkle.position(hands=["Rd", ""], supply="Yx Gk")
    >>> fields = {"seat": 0, "hand_sizes": [1, 2], "supply_size": 1}
    >>> check_sizes(state, fields, "supply_size", unseen=2, largest=6)
    Traceback (most recent call last):
    qwirkle.errors.InvalidPosition: supply_size: 1 and the others' hands are not the 2 unseen
    """
    sizes, size = fields["hand_sizes"], fields[supply]
    own = len(state.hands[fields["seat"]])
    possible = len(sizes) == len(state.players) and all(0 <= n <= largest for n in sizes)
    if not possible or sizes[fields["seat"]] != own:
        message = f"{short_repr(sizes)} cannot be the sizes of the hands, of at most {largest}"
        raise InvalidPosition([Fault("hand_sizes", message)])
    if not 0 <= size == unseen + own - sum(sizes):
        message = f"{size} and the others' hands are not the {unseen} unseen"
        raise InvalidPosition([Fault(supply, message)])
