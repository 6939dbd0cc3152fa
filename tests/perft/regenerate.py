"""Regenerate the table of perft numbers: count the sequences of moves and write the counts.

    python tests/perft/regenerate.py [ID ...]

The table is for other move generators too: each row has the whole state as JSON, the number
of sequences of 1, 2, 3, ... moves from there, and the depth to which brute force has
confirmed them. The counts only show that something has changed, not that it was right before.
The brute force of `plain.py` checks that, and is run here again as deep as is affordable.
A full run takes some minutes; if rows are named, only those are counted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import qwirkle
from qwirkle import State

TABLE: Final = Path(__file__).with_name("table.json")
FEW: Final = 1_000
"""A depth is affordable if this many moves at most are to be made for its last but one move."""
FEW_FOR_BRUTE_FORCE: Final = 800
"""The same for brute force, which takes longer."""
DEEPEST: Final = 8

Row = dict[str, Any]


def opening(variant: str, seed: int, **options: object) -> Callable[[], State]:
    """A new game of two players."""
    return lambda: qwirkle.new_game(qwirkle.get_variant(variant, **options), seed=seed)


def after(variant: str, seed: int, plies: int, **options: object) -> Callable[[], State]:
    """A game of two greedy players after some moves."""
    return lambda: _greedy_states(variant, seed, options)[plies]


def near_end(variant: str, seed: int, plies: int, **options: object) -> Callable[[], State]:
    """A game of two greedy players some moves before its end."""
    return lambda: _greedy_states(variant, seed, options)[-1 - plies]


def given(variant: Any, **fields: object) -> Callable[[], State]:
    """A given position."""
    return lambda: qwirkle.position(variant, **fields)


def _greedy_states(variant: str, seed: int, options: Mapping[str, object]) -> list[State]:
    states: list[State] = [opening(variant, seed, **options)()]
    while not states[-1].is_over:
        move = qwirkle.bots.greedy(qwirkle.observe(states[-1], states[-1].turn))
        states.append(qwirkle.apply(states[-1], move))
    return states


_CROSS: Final = "Rs@0,0 Rc@1,0 Rd@2,0 Bc@1,1 Gc@1,2 Bd@2,1"
"""A small table with a square in it."""

_SQUARE: Final = "Rc Rs Rd | Gc Gs Gd"
"""Cards that lie in rows by colour, and could as well lie by shape with one colour more."""

ROWS: Final[dict[str, Callable[[], State]]] = {
    **{
        f"{name}-{what}": make
        for place, name in enumerate(
            ["standard", "mindware", "999games-nl", "999games-fr", "hebrew", "schmidt"]
        )
        for what, make in {
            "opening": opening(name, 40 + place),
            "middle": after(name, 50 + place, 10),
            "late": near_end(name, 60 + place, 4),
        }.items()
    },
    "standard-four-in-hand": opening("standard", 70, hand_size=4),
    "standard-stacks": after("standard", 71, 6, hand_size=3, supply="stacks"),
    "standard-two-each": given("standard", board=_CROSS, hands=["Rt Bt", "Gd Yc"], supply=""),
    "standard-to-draw": given("standard", board=_CROSS, hands=["Rt", "Gd"], supply="Bt Yc Bt"),
    "standard-alone": given("standard", hands=["Rs", "Bs"], supply="Rs Yx Yx"),
    "standard-stuck": given("standard", board="Rs@0,0 Bs@1,0", hands=["Gd", "Yk"], supply="Ox Gs"),
    "standard-closed": given("standard", board="Rs@0,0 Bs@1,0", hands=["Gd", "Yk"], supply="Ox"),
    "standard-empty-handed": given("standard", board="Rs@0,0", hands=["", ""], supply="Rx"),
    "hebrew-stuck": given("hebrew", board="Rs@0,0 Bs@1,0", hands=["Gd Rc", "Yk"], supply=""),
    "schmidt-stuck": given("schmidt", board="Rs@0,0 Bs@1,0", hands=["Gd", "Yk"], supply="Ox Gs"),
    "schmidt-actions-opening": opening("schmidt-actions", 72),
    "schmidt-actions-middle": after("schmidt-actions", 73, 14),
    "schmidt-actions-dealt": opening("schmidt-actions", 74, dealt=True, hand_size=3),
    "schmidt-actions-both": given(
        "schmidt-actions",
        board=_CROSS,
        hands=["Rt Bt", "Gd"],
        supply="Yc Gk Bs Yx",
        actions=["draw-three take-tile", "take-tile"],
    ),
    "schmidt-actions-special": given(
        "schmidt-actions", board="Rs@0,0 Rc@1,0", hands=["Rt", "Bs"], supply="*take-tile Gs Gc"
    ),
    "schmidt-actions-closed": given(
        "schmidt-actions",
        board="Rs@0,0 Bs@1,0",
        hands=["Gd", "Yk"],
        supply="Ox",
        actions=["draw-three take-tile", ""],
    ),
    "cards-opening": opening("cards", 75),
    "cards-three-in-hand": given(
        "cards", table="Rc Rs Rd", hands=["Rt Rk Gt", "Yt Yk Yx"], pile="Rx Gk Gx Bc"
    ),
    "cards-regrouping": given(
        "cards", table="Rc Rs Rd Rt | Gc Gs Gd Gt", hands=["Yt Bt Rk", "Yc Bc Gk"], pile="Ox Oc"
    ),
    "cards-last-round": given(
        "cards", table="Rc Rs Rd Rt Rk | Bc Gc Yc", hands=["Rx Pc", "Oc Rc"], pile=""
    ),
    "cards-redraw": given("cards", table="Rc Rs Rd", hands=["Gt Yx", "Bk Pt"], pile="Rk Rt Bx Gx"),
    "cards-strict": given(
        qwirkle.get_variant("cards", regrouping="strict"),
        table=_SQUARE,
        hands=["Bc Bs Bd", "Yc Ys Yd"],
        pile="",
    ),
    "cards-free": given("cards", table=_SQUARE, hands=["Bc Bs Bd", "Yc Ys Yd"], pile=""),
}
"""Where the sequences begin, by the names of the rows."""


def divided(state: State, depth: int) -> dict[str, int]:
    """The count split by the first move, for comparing two move generators that disagree."""
    return {
        str(move): qwirkle.perft(qwirkle.apply(state, move), depth - 1)
        for move in qwirkle.legal_moves(state)
    }


def deep_enough(counts: list[int], few: int) -> bool:
    """Whether the next depth is too expensive, or the game is over by then."""
    return len(counts) > DEEPEST or not few >= counts[-1] > 0


def row_of(state: State) -> Row:
    """Count a state, and confirm the counts by brute force to the depth it reaches in minutes.

    Raises:
        AssertionError: if brute force finds another count.
    """
    from perft import plain  # on the path of a test run, and in `main`

    counts = [1]
    while not deep_enough(counts, FEW):
        counts.append(qwirkle.perft(state, len(counts)))
    confirmed = confirmable(counts, FEW_FOR_BRUTE_FORCE)
    for depth in range(1, confirmed + 1):
        assert plain.perft(state, depth) == counts[depth], (depth, counts)
    return {
        "state": json.loads(qwirkle.to_json(state)),
        "counts": counts[1:],
        "confirmed": confirmed,
    }


def confirmable(counts: list[int], few: int) -> int:
    """The depth that brute force can reach with this many calls for the last move."""
    return max(depth for depth in range(1, len(counts)) if counts[depth - 1] <= few)


def read() -> dict[str, Row]:
    """The table."""
    table: dict[str, Row] = json.loads(TABLE.read_text(encoding="utf-8"))
    return table


def text_of(table: Mapping[str, Row]) -> str:
    """The table's text, one row to a line."""
    rows = [f" {json.dumps(name)}: {json.dumps(table[name])}" for name in sorted(table)]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def main(names: list[str]) -> None:
    """Count the named rows, or all."""
    sys.path.insert(0, str(TABLE.parents[1]))
    table = {name: row for name, row in read().items() if name in ROWS} if names else {}
    for name in names or ROWS:
        table[name] = row_of(ROWS[name]())
        print(name, *table[name]["counts"], "confirmed to", table[name]["confirmed"], flush=True)
    TABLE.write_bytes(text_of(table).encode())


if __name__ == "__main__":
    main(sys.argv[1:])
