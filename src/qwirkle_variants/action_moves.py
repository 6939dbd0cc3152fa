"""The moves with action tiles, the reasons why one is not legal, and the fields that they change."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import ClassVar, Final, Self

import attrs

from qwirkle import Board, Cell, Move, Tile, Violation
from qwirkle.authoring import (
    CELL,
    FLAG,
    TILE,
    BareMove,
    Extra,
    Kind,
    Piece,
    Reason,
    Special,
    TilePosition,
    Word,
    at_most,
    field,
    or_none,
    per_seat,
    short_repr,
)
from qwirkle.errors import InvalidValue

DRAW_THREE: Final = "draw-three"
TAKE_TILE: Final = "take-tile"
ACTIONS: Final = (DRAW_THREE, TAKE_TILE)
_IN_WORDS: Final = {DRAW_THREE: "draw three", TAKE_TILE: "take a tile"}


# Moves


def _as_cell(value: Cell | tuple[int, int]) -> Cell:
    return Cell.of(value)


@attrs.frozen
class DrawThree(BareMove):
    """Use the action tile to draw three more tiles (A4). The turn goes on.

    >>> print(DrawThree())
    draw-three
    """

    verb: ClassVar[str] = DRAW_THREE
    action: ClassVar[str] = DRAW_THREE
    meaning: ClassVar[str] = "use the action tile to draw three more tiles, then go on"
    does: ClassVar[str] = "draw three more tiles"


@attrs.frozen(repr=False)
class TakeTile(Move):
    """Use the action tile to take a tile from the board (A5). The turn goes on.

    >>> print(TakeTile((1, 0)))
    take 1,0
    """

    verb: ClassVar[str] = "take"
    action: ClassVar[str] = TAKE_TILE
    example: ClassVar[str] = "take 1,0"
    meaning: ClassVar[str] = "use the action tile to take a tile from the board, then go on"
    does: ClassVar[str] = "take a tile from the board"
    is_public: ClassVar[bool] = True

    cell: Cell = attrs.field(converter=_as_cell)
    """The cell of the tile."""

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Self:
        if len(words) != 1:
            raise first.error(f"one cell follows {cls.verb!r}")
        return cls(Cell.from_word(words[0]))

    @property
    def cells(self) -> tuple[Cell, ...]:
        return (self.cell,)

    def __str__(self) -> str:
        return f"{self.verb} {self.cell}"

    def __repr__(self) -> str:
        return f"TakeTile({tuple(self.cell)!r})"


class ActionCode(Reason):
    """The reasons why a move with action tiles is not legal, besides those of the tile game.

    >>> ActionCode.BARRED.value
    'barred'
    """

    NO_ACTION_TILE = (
        "no-action-tile",
        "the player has no unused action tile {action}",
        "the player has no unused action tile for this",
    )
    ALREADY_ACTED = "already-acted", "an action tile has already been used in this turn"
    NOTHING_TO_DRAW = (
        "nothing-to-draw",
        "the supply is empty, so no tile can be drawn",
        "no tiles are left to draw",
    )
    NOTHING_THERE = (
        "nothing-there",
        "there is no tile at {cells} to take",
        "there is no tile to take",
    )
    LAST_TILE = (
        "last-tile",
        "{tiles} at {cells} is the only tile on the board",
        "{tiles} is the only tile on the board",
    )
    IN_A_QWIRKLE = (
        "in-a-qwirkle",
        "{taken} at {cell} is in a line of six: {tiles}",
        "{taken} is in a line of six",
    )
    FALLS_APART = (
        "falls-apart",
        "without {tiles} at {cells} the board would fall apart",
        "without {tiles} the board would fall apart",
    )
    BARRED = (
        "barred",
        "{tiles} was taken from {cells} in this turn and may not go back",
        "{tiles} was taken from this place in this turn and may not go back",
    )


# Fields


def as_held(value: object) -> tuple[str, ...]:
    """The names of action tiles, sorted."""
    names = value.split() if isinstance(value, str) else value
    if isinstance(names, Iterable):
        chosen = at_most(names, "names")
        if all(name in ACTIONS and chosen.count(name) == 1 for name in chosen):
            return tuple(sorted(chosen))
    possible = " and ".join(ACTIONS)
    raise InvalidValue(
        f"expected names of action tiles ({possible}), each once, not {short_repr(value)}"
    )


def _held_notes(position: TilePosition, actions: Sequence[Sequence[str]]) -> Iterator[str]:
    for player, held in zip(position.players, actions, strict=True):
        if held:
            names = " and ".join(_IN_WORDS[name] for name in held)
            yield f"{player.name} can still use: {names}"


def _no_notes(position: TilePosition, value: object) -> tuple[str, ...]:
    return ()  # the turn is under way, and everyone saw it


HELD: Final[Kind[tuple[str, ...]]] = Kind(
    as_held,
    " ".join,
    {
        "type": "string",
        "description": "The unused action tiles of a player.",
        "enum": ["", *ACTIONS, " ".join(ACTIONS)],
    },
    (),
)
"""The unused action tiles of a player."""


@attrs.frozen(kw_only=True)
class Actions(Extra):
    """The fields that action tiles add to a state.

    >>> import qwirkle
    >>> qwirkle.new_game(qwirkle.get_variant("schmidt-actions", dealt=True), seed=1).actions
    (('draw-three', 'take-tile'), ('draw-three', 'take-tile'))
    """

    actions: tuple[tuple[str, ...], ...] = per_seat(HELD, inferred=True, notes=_held_notes)
    """The unused action tiles of each player, by seat."""
    acted: bool = field(FLAG, notes=_no_notes)
    """Whether an action tile has been used in this turn."""
    barred: Cell | None = field(or_none(CELL), notes=_no_notes)
    """The cell from which a tile was taken in this turn."""
    taken: Tile | None = field(or_none(TILE), inferred=True, notes=_no_notes)
    """The tile taken from there, which may not go back in this turn (R10)."""

    @property
    def given_out(self) -> set[str]:
        """The names of the action tiles that players have."""
        return {name for held in self.actions for name in held}

    def out_of_supply(self) -> Iterable[Piece]:
        """The special tiles whose action tiles players have, or have used in this turn."""
        used = {DRAW_THREE if self.barred is None else TAKE_TILE} if self.acted else set()
        return [Special(name) for name in sorted(self.given_out | used)]

    def used(self, seat: int, name: str) -> Actions:
        """The fields after a player has used an action tile."""
        rest = tuple(other for other in self.actions[seat] if other != name)
        actions = (*self.actions[:seat], rest, *self.actions[seat + 1 :])
        return attrs.evolve(self, actions=actions, acted=True)


def why_not_act(position: TilePosition[Actions], name: str) -> Iterator[Violation]:
    """The reasons why the player to move may not use an action tile at all (A3)."""
    if position.extra.acted:
        yield Violation.of(ActionCode.ALREADY_ACTED, ["A3"])
    if name not in position.extra.actions[position.turn]:
        yield Violation.of(ActionCode.NO_ACTION_TILE, ["A2", "A3"], action=name)


def takeable(board: Board) -> Iterator[Cell]:
    """The cells whose tile may be taken (A5, R11), in cell order."""
    cuts = board.cut_cells()
    for cell in board:
        # Looking up a cut is much faster than putting it into words.
        if cell not in cuts and not any(why_not_take(board, cell, cuts)):
            yield cell


def why_not_take(board: Board, cell: Cell, cuts: Container[Cell]) -> Iterator[Violation]:
    """The reasons why the tile at a cell may not be taken (A5, R11)."""
    if cell not in board:
        yield Violation.of(ActionCode.NOTHING_THERE, ["A5", "R11"], [cell])
        return
    taken = board[cell]
    if len(board) == 1:
        yield Violation.of(ActionCode.LAST_TILE, ["R11"], [cell], [taken])
        return
    for run in board.runs_through([cell]):
        if len(run.tiles) == 6:
            line, where = run.line(), {"taken": taken, "cell": cell}
            yield Violation.of(ActionCode.IN_A_QWIRKLE, ["A5"], line.cells, line.tiles, **where)
    if cell in cuts:
        yield Violation.of(ActionCode.FALLS_APART, ["A5"], [cell], [taken])
