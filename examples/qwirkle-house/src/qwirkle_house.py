"""Our house rules: a small table, biscuits for Qwirkles, and the player in last place washes up.

Once in a game, a player may switch a tile for one on the board. Leaving a line of five costs two
points, and at the end every tile left in a hand costs one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Self

import attrs

from qwirkle import Cell, Move, Place, Player, Tile, TileState, TileView, Violation
from qwirkle.authoring import (
    COUNT,
    Code,
    Extra,
    Fact,
    Judgement,
    Reason,
    Rules,
    TileGame,
    TilePosition,
    Word,
    illegal,
    per_seat,
    without,
)

COLUMNS, ROWS = 15, 12


class HouseCode(Reason):
    """The reasons why our rules forbid a move."""

    OFF_THE_TABLE = (
        "off-the-table",
        "the board would be {width} by {height} tiles; our table has room for {columns} by {rows}",
    )
    SWITCHED_BEFORE = "switched-before", "a player may switch only once in a game"
    NOTHING_THERE = "nothing-there", "there is no tile at {cells}", "there is no tile to take"
    SAME_TILE = "same-tile", "{tiles} is already at {cells}", "{tiles} is already there"
    NO_FIT = "no-fit", "{tile} does not fit in the line {tiles}", "{tile} does not fit there"


@attrs.frozen
class Switch(Move):
    """H4: replace a tile on the board with one from the hand, and take the old one."""

    verb = "switch"
    example = "switch Gs 1,0"
    meaning = "switch a tile from your hand for one on the board, once in a game"
    does = "switch a tile for one on the board"
    is_public = True

    tile: Tile
    cell: Cell

    @classmethod
    def from_words(cls, first: Word, words: Sequence[Word]) -> Self:
        """Read a tile and a cell."""
        if len(words) != 2:
            raise first.error("a tile and a cell follow 'switch'")
        tile, cell = words
        return cls(Tile.from_word(tile), Cell.from_word(cell))

    def __str__(self) -> str:
        return f"switch {self.tile} {self.cell}"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cell of the two tiles."""
        return (self.cell,)


@attrs.frozen(kw_only=True)
class Plate(Extra):
    """The fields that our rules add to a state."""

    biscuits: tuple[int, ...] = per_seat(COUNT)
    """The number of biscuits that each player has earned, by seat."""
    switches: tuple[int, ...] = per_seat(COUNT)
    """How often each player has switched a tile, by seat."""


def why_not_switch(position: TilePosition[Plate], move: Switch) -> Iterator[Violation]:
    """Every reason why the player to move may not make this switch (H4)."""
    tile, cell, board = move.tile, move.cell, position.board
    if position.extra.switches[position.turn]:
        yield Violation.of(HouseCode.SWITCHED_BEFORE, ["H4"])
    if tile not in position.hand:
        yield Violation.of(Code.NOT_YOUR_TILE, ["T1"], tiles=[tile], hand=position.hand)
    if cell not in board:
        yield Violation.of(HouseCode.NOTHING_THERE, ["H4"], [cell])
        return
    if board[cell] == tile:
        yield Violation.of(HouseCode.SAME_TILE, ["H4"], [cell], [tile])
    for line in board.placing([(cell, tile)]).lines():
        if cell in line.cells and not line.fits:
            yield Violation.of(HouseCode.NO_FIT, ["H4", "P3"], line.cells, line.tiles, tile=tile)


class House(TileGame[Plate]):
    """The tile game as we play it at home."""

    extra_type = Plate
    move_types = (*TileGame.move_types, Switch)
    beyond_board = (*TileGame.beyond_board, Code.NOT_YOUR_TILE)

    def forbids(self, position: TilePosition[Plate], move: Place) -> Violation | None:
        """H1: the board must fit on our table."""
        cells = [*position.board, *move.cells]
        xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
        width, height = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
        if width <= COLUMNS and height <= ROWS:
            return None
        return Violation.of(
            HouseCode.OFF_THE_TABLE,
            ["H1"],
            move.cells,
            width=width,
            height=height,
            columns=COLUMNS,
            rows=ROWS,
        )

    def bonus_points(self, position: TilePosition[Plate], move: Place) -> int:
        """H5: leaving a line of five costs two points."""
        return -2 * sum(len(line) == 5 for line in self.scored_lines(position, move))

    def final_scores(self, state: TileState[Plate]) -> list[int]:
        """H6: at the end, every tile left in a hand costs a point."""
        return [score - left for score, left in zip(state.scores, state.hand_sizes, strict=True)]

    def winners(self, players: Sequence[Player], scores: Sequence[int]) -> tuple[int, ...]:
        """H2: the player in last place washes up, and all others win. If all tie, all win."""
        ahead = tuple(seat for seat, score in enumerate(scores) if score > min(scores))
        return ahead or tuple(range(len(players)))

    def advance(
        self, before: TileState[Plate], move: Move, after: TileState[Plate]
    ) -> TileState[Plate]:
        """H3: a Qwirkle earns a biscuit. H4: a switch changes the board, and is counted."""
        biscuits, switches = list(after.extra.biscuits), list(after.extra.switches)
        biscuits[before.turn] += sum(len(line) == 6 for line in self.scored_lines(before, move))
        board = after.board
        if isinstance(move, Switch):
            switches[before.turn] += 1
            board = board.placing([(move.cell, move.tile)])
        extra = Plate(biscuits=tuple(biscuits), switches=tuple(switches))
        return attrs.evolve(after, board=board, extra=extra)

    def own_moves(self, position: TilePosition[Plate]) -> Iterator[Move]:
        """H4: every switch, tile by tile."""
        if position.extra.switches[position.turn]:
            return
        for tile in sorted(set(position.hand)):
            for cell in position.board:
                if not any(why_not_switch(position, Switch(tile, cell))):
                    yield Switch(tile, cell)

    def judge_own(self, position: TilePosition[Plate], move: Move) -> Judgement:
        """H4: the tile from the board goes to the hand, and nothing is drawn."""
        if not isinstance(move, Switch):
            return super().judge_own(position, move)
        reasons = tuple(why_not_switch(position, move))
        if reasons:
            return illegal(*reasons)
        rest, _ = without(position.hand, [move.tile])
        return Judgement((*rest, position.board[move.cell]))

    def in_words(self, position: TileState[Plate] | TileView[Plate], move: Move) -> str:
        """A switch names the tile that is taken."""
        if isinstance(move, Switch):
            return f"switch the {move.tile.name} for the {position.board[move.cell].name}"
        return super().in_words(position, move)

    def facts(self) -> Mapping[str, Fact]:
        """The usual facts, and our own rules."""
        room = f"the board has at most {COLUMNS} columns and {ROWS} rows"
        washing_up = "the player in last place washes up, and all others win"
        switch = "once in a game, a player may switch a tile from the hand for one on the board"
        return {
            **super().facts(),
            "forbids": Fact((COLUMNS, ROWS), ("H1",), room),
            "winners": Fact("all but the last", ("H2",), washing_up),
            "advance": Fact("biscuits", ("H3",), "every Qwirkle earns a biscuit"),
            "bonus_points": Fact(-2, ("H5",), "leaving a line of five costs two points"),
            "final_scores": Fact(-1, ("H6",), "at the end, every tile left costs a point"),
            "switch": Fact("once", ("H4",), switch, ("own_moves", "judge_own")),
        }


house = House("house", Rules(hand_size=5, tie_break="youngest"))
