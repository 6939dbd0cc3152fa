"""The starting player and the opening sets (B1 to B3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from qwirkle.state import Player
from qwirkle.tiles import Tile


def opening_sets(hand: Sequence[Tile]) -> list[tuple[Tile, ...]]:
    """The largest sets in a hand that share a colour or a shape, copies counted once (B1).

    >>> from qwirkle.tiles import as_tiles, tiles_text
    >>> [tiles_text(s) for s in opening_sets(as_tiles("Rc Rc Rs Bs Gd"))]
    ['Rc Rs', 'Rs Bs']
    """
    kinds = sorted(set(hand))
    sets = {tuple(t for t in kinds if t.color is tile.color) for tile in kinds} | {
        tuple(t for t in kinds if t.shape is tile.shape) for tile in kinds
    }
    largest = max(map(len, sets), default=0)
    return sorted(tiles for tiles in sets if len(tiles) == largest)


def largest_set(hand: Sequence[Tile]) -> int:
    """The size of the largest set, which a player announces (B1).

    >>> from qwirkle.tiles import as_tiles
    >>> largest_set(as_tiles("Rc Rc Rs Bs Gd"))
    2
    """
    return len(sets[0]) if (sets := opening_sets(hand)) else 0


def starter(
    players: Sequence[Player],
    hands: Sequence[Sequence[Tile]],
    tie_break: Literal["oldest", "youngest"],
) -> int:
    """The seat with the largest set; of tied players, the oldest or youngest starts (R1).

    >>> from qwirkle.tiles import as_tiles
    >>> players = Player("Ada", age=36), Player("Bob", age=8)
    >>> starter(players, [as_tiles("Rc Rs"), as_tiles("Bd Gd")], "youngest")
    1
    """
    announced = list(map(largest_set, hands))
    tied = [seat for seat, size in enumerate(announced) if size == max(announced)]
    ages = [players[seat].age for seat in tied]
    known = [age for age in ages if age is not None]
    if len(known) < len(tied):
        return tied[0]
    return tied[ages.index(max(known) if tie_break == "oldest" else min(known))]
