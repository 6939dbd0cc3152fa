"""Our house rules: a small table, biscuits for Qwirkles, and the player in last place washes up."""

from collections.abc import Mapping, Sequence

import attrs

from qwirkle import Move, Place, Player, TileState, Violation
from qwirkle.authoring import COUNT, Extra, Fact, Reason, Rules, TileGame, TilePosition, per_seat

COLUMNS, ROWS = 15, 12


class HouseCode(Reason):
    """The reasons why our rules forbid a move."""

    OFF_THE_TABLE = (
        "off-the-table",
        "the board would be {width} by {height} tiles; our table has room for {columns} by {rows}",
    )


@attrs.frozen(kw_only=True)
class Plate(Extra):
    """The field that our rules add to a state."""

    biscuits: tuple[int, ...] = per_seat(COUNT)
    """The number of biscuits that each player has earned, by seat."""


class House(TileGame[Plate]):
    """The tile game as we play it at home."""

    extra_type = Plate

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

    def winners(self, players: Sequence[Player], scores: Sequence[int]) -> tuple[int, ...]:
        """H2: the player in last place washes up, and all others win. If all tie, all win."""
        ahead = tuple(seat for seat, score in enumerate(scores) if score > min(scores))
        return ahead or tuple(range(len(players)))

    def advance(
        self, before: TileState[Plate], move: Move, after: TileState[Plate]
    ) -> TileState[Plate]:
        """H3: a Qwirkle earns a biscuit."""
        biscuits = list(after.extra.biscuits)
        biscuits[before.turn] += sum(len(line) == 6 for line in self.scored_lines(before, move))
        return attrs.evolve(after, extra=Plate(biscuits=tuple(biscuits)))

    def facts(self) -> Mapping[str, Fact]:
        """The usual facts, and our own rules."""
        room = f"the board has at most {COLUMNS} columns and {ROWS} rows"
        washing_up = "the player in last place washes up, and all others win"
        return {
            **super().facts(),
            "forbids": Fact((COLUMNS, ROWS), ("H1",), room),
            "winners": Fact("all but the last", ("H2",), washing_up),
            "advance": Fact("biscuits", ("H3",), "every Qwirkle earns a biscuit"),
        }


house = House("house", Rules(hand_size=5, tie_break="youngest"))
