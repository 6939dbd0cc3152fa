"""The tile game by brute force: slow, plain, and written from the rules alone.

None of the library's move generation is used here. A tile is its text (`"Rs"`), a cell is
a pair of integers, a board is a plain dictionary, and a hand is a list of texts. `key` turns
a move of the library into plain data: `("place", ((cell, tile), ...))` in cell order,
`("swap", (tile, ...))` in the order of the texts, or `("pass",)`.

A move is always judged by the whole board after it: every line (P2, P3), and whether the
tiles are connected (P1). The default search leaves a branch as soon as a line is broken
(more tiles never repair a line: a part of a good line is a good line). `pruned=False` tries
every choice of tiles in every order on every run of cells; it is for small hands, and
shows that the default search misses nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations
from typing import Any, TypeAlias

import qwirkle

Cell: TypeAlias = tuple[int, int]
Table: TypeAlias = dict[Cell, str]
Placed: TypeAlias = tuple[tuple[Cell, str], ...]
Key: TypeAlias = tuple[Any, ...]

RIGHT, DOWN = (1, 0), (0, 1)


# Converting the library's values


def table_of(board: Mapping[Any, Any]) -> Table:
    """A board as a plain dictionary."""
    return {(cell[0], cell[1]): str(tile) for cell, tile in board.items()}


def key(move: qwirkle.Move) -> Key:
    """A move as plain data."""
    if isinstance(move, qwirkle.Place):
        return "place", tuple(sorted(((cell[0], cell[1]), str(tile)) for cell, tile in move.tiles))
    if isinstance(move, qwirkle.Exchange):
        return "swap", tuple(sorted(map(str, move.tiles)))
    assert move == qwirkle.Pass()
    return ("pass",)


# Lines and boards


def good_line(tiles: Iterable[str]) -> bool:
    """Whether tiles may be in one line: all different, and one colour or one shape (P3)."""
    return _good_line(tuple(tiles))


@cache
def _good_line(tiles: tuple[str, ...]) -> bool:
    if len(set(tiles)) < len(tiles):
        return False
    return len({tile[0] for tile in tiles}) == 1 or len({tile[1] for tile in tiles}) == 1


def line_through(table: Mapping[Cell, str], cell: Cell, step: Cell) -> list[Cell]:
    """The cells of the unbroken run of tiles through a cell of the board (P2)."""
    (x, y), (dx, dy) = cell, step
    while (x - dx, y - dy) in table:
        x, y = x - dx, y - dy
    cells = []
    while (x, y) in table:
        cells.append((x, y))
        x, y = x + dx, y + dy
    return cells


def all_lines(table: Mapping[Cell, str]) -> list[list[Cell]]:
    """Every line of two tiles or more of a board (P2)."""
    lines = []
    for dx, dy in (RIGHT, DOWN):
        for x, y in table:
            if (x - dx, y - dy) in table or (x + dx, y + dy) not in table:
                continue  # no line begins here
            cells = []
            while (x, y) in table:
                cells.append((x, y))
                x, y = x + dx, y + dy
            lines.append(cells)
    return lines


def connected(table: Mapping[Cell, str]) -> bool:
    """Whether the tiles are one group, connected side by side (P1)."""
    left = set(table)
    todo = [left.pop()] if left else []
    while todo:
        x, y = todo.pop()
        for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if cell in left:
                left.remove(cell)
                todo.append(cell)
    return not left


def good_table(table: Mapping[Cell, str]) -> bool:
    """Whether a whole board satisfies P1 to P4."""
    return connected(table) and all(
        good_line([table[cell] for cell in line]) for line in all_lines(table)
    )


def good_at(table: Mapping[Cell, str], cell: Cell) -> bool:
    """Whether the two lines through a cell are good."""
    return all(
        good_line([table[c] for c in line_through(table, cell, step)]) for step in (RIGHT, DOWN)
    )


def in_one_line(table: Mapping[Cell, str], cells: Sequence[Cell]) -> bool:
    """Whether cells are in one line of the board, without a gap between them (P5).

    Tiles are counted, not cells, so distant cells take no longer.
    """
    for fixed, free in ((0, 1), (1, 0)):
        if len({cell[fixed] for cell in cells}) == 1:
            first, last = min(c[free] for c in cells), max(c[free] for c in cells)
            between = [c for c in table if c[fixed] == cells[0][fixed] and first <= c[free] <= last]
            if len(between) == last - first + 1:
                return True
    return False


def largest_sets(hand: Sequence[str]) -> set[tuple[str, ...]]:
    """The largest sets of different tiles of a hand that share an attribute (B1)."""
    kinds = sorted(set(hand))
    for size in range(len(kinds), 0, -1):
        found = {tiles for tiles in combinations(kinds, size) if good_line(tiles)}
        if found:
            return found
    return set()


# Positions and the rules of moving


@dataclass(frozen=True)
class Position:
    """A position of the tile game in plain data, with its legal moves."""

    board: Table
    hands: tuple[tuple[str, ...], ...]
    turn: int
    supply: tuple[str, ...]
    passes: int = 0
    exchange_limit: int = 6
    must_exchange: bool = True
    ends_at_once: bool = True

    @staticmethod
    def of(state: qwirkle.TileState) -> Position:
        """Convert a state of the library to plain data."""
        rules = state.variant.rules
        return Position(
            table_of(state.board),
            tuple(tuple(map(str, hand)) for hand in state.hands),
            state.turn,
            tuple(str(piece) for piece in state.supply.tiles if isinstance(piece, qwirkle.Tile)),
            state.passes,
            rules.exchange_limit,
            rules.stuck == "must-exchange",
            rules.no_play == "at-once",
        )

    @property
    def hand(self) -> tuple[str, ...]:
        """The tiles of the player to move."""
        return self.hands[self.turn]

    def can_place(self, hand: Sequence[str]) -> bool:
        """Whether a player with this hand could place, which means that one tile fits alone."""
        if not self.board:
            return bool(hand)
        return any(
            good_table({**self.board, cell: tile})
            for tile in set(hand)
            for cell in beside(self.board)
        )

    @cached_property
    def ending(self) -> str | None:
        """The reason for the end of the game, or None (E2, E3, R3, R21)."""
        if self.supply:
            left = [*self.supply, *(tile for hand in self.hands for tile in hand)]
            return None if self.can_place(left) else "closed"
        if any(not hand for hand in self.hands):
            return "went-out"
        if not self.ends_at_once:
            return "all-passed" if self.passes >= len(self.hands) else None
        return None if any(map(self.can_place, self.hands)) else "no-play"

    def faults(self, placed: Placed) -> set[str]:
        """The simple reasons why a placement is not legal, as codes; there may be others."""
        cells, tiles = [cell for cell, _ in placed], [tile for _, tile in placed]
        if not placed:
            return {"nothing-placed"}
        found = set()
        if Counter(tiles) - Counter(self.hand):
            found.add("not-your-tile")
        if any(cell in self.board for cell in cells):
            found.add("cell-taken")
        if len({x for x, _ in cells}) > 1 and len({y for _, y in cells}) > 1:
            found.add("not-in-one-line")
        if len({tile[0] for tile in tiles}) > 1 and len({tile[1] for tile in tiles}) > 1:
            found.add("no-shared-attribute")
        return found

    def may_place(self, placed: Placed) -> bool:
        """Whether a placement is legal (P1 to P5; B2 and R6 on an empty board)."""
        if self.faults(placed):
            return False
        cells, tiles = [cell for cell, _ in placed], [tile for _, tile in placed]
        after = {**self.board, **dict(placed)}
        if not in_one_line(after, cells) or not good_table(after):
            return False
        if self.board:
            return True
        return tuple(sorted(tiles)) in largest_sets(self.hand)

    def may(self, move: Key) -> bool:
        """Whether a move is legal."""
        if self.ending:
            return False
        if move[0] == "place":
            return self.may_place(move[1])
        if move[0] == "swap":
            tiles: tuple[str, ...] = move[1]
            most = min(self.exchange_limit, len(self.supply))
            return (
                bool(self.board)
                and 1 <= len(tiles) <= most
                and not Counter(tiles) - Counter(self.hand)
            )
        return not self.can_place(self.hand) and bool(self.passing())

    def points(self, placed: Placed) -> tuple[list[int], int]:
        """The points of the lines of a legal placement, sorted, and the end bonus (C1 to C3)."""
        after = {**self.board, **dict(placed)}
        cells = {cell for cell, _ in placed}
        lengths = [len(line) for line in all_lines(after) if not cells.isdisjoint(line)]
        lines = sorted(12 if length == 6 else length for length in lengths or [1])
        went_out = not self.supply and len(placed) == len(self.hand)
        return lines, 6 if went_out else 0

    def placements(self, *, pruned: bool = True) -> set[Key]:
        """All legal placements; the first lines only as rows from 0,0."""
        if self.ending:
            return set()
        found: Iterator[Placed]
        if not self.board:
            found = (
                tuple(((x, 0), tile) for x, tile in enumerate(tiles))
                for chosen in largest_sets(self.hand)
                for tiles in permutations(chosen)
            )
        elif pruned:
            found = self._search()
        else:
            found = self._everything()
        return {("place", tuple(sorted(placed))) for placed in found}

    def exchanges(self) -> set[Key]:
        """All legal exchanges, without a difference between copies (X1, X3, R6)."""
        if self.ending or not self.board:
            return set()
        most = min(self.exchange_limit, len(self.supply), len(self.hand))
        return {
            ("swap", tuple(sorted(tiles)))
            for size in range(1, most + 1)
            for tiles in combinations(self.hand, size)
        }

    def passing(self) -> set[Key]:
        """The pass, if it is legal when nothing can be placed (R5)."""
        if self.ending or (self.must_exchange and self.exchanges()):
            return set()
        return {("pass",)}

    def moves(self) -> set[Key]:
        """All legal moves."""
        placements = self.placements()
        return placements | self.exchanges() | (set() if placements else self.passing())

    def _search(self) -> Iterator[Placed]:
        """Placements grown tile by tile along every run of cells until a line is broken."""
        table = dict(self.board)
        kinds = sorted(set(self.hand))
        size = max(map(len, largest_sets(self.hand)), default=0)
        # A tile that breaks a line alone also breaks it together with others.
        fits = {
            cell: [tile for tile in kinds if good_at({**table, cell: tile}, cell)]
            for cell in beside(table)
        }
        for start in near(table, size):
            for step in (RIGHT, DOWN):
                cells = empty_cells(table, start, step, size)
                if any(cell in fits for cell in cells):  # otherwise it touches nothing
                    yield from self._grow(table, cells, step, (), kinds, fits)

    def _grow(
        self,
        table: Table,
        cells: list[Cell],
        step: Cell,
        placed: Placed,
        kinds: list[str],
        fits: dict[Cell, list[str]],
    ) -> Iterator[Placed]:
        """The placement, then the same with one more tile on the next cell, and so on."""
        cell = cells[len(placed)]
        laid = [tile for _, tile in placed]
        for tile in fits.get(cell, kinds):
            if not good_line((*laid, tile)):
                continue
            table[cell] = tile
            if good_line([table[c] for c in line_through(table, cell, step)]):
                grown = (*placed, (cell, tile))
                again = len(grown) == 1 and step == DOWN  # one tile is both a row and a column
                if not again and any(c in fits for c, _ in grown) and self.may_place(grown):
                    yield grown
                if len(grown) < len(cells):
                    yield from self._grow(table, cells, step, grown, kinds, fits)
            del table[cell]

    def _everything(self) -> Iterator[Placed]:
        """Every choice of tiles in every order on every run of cells, judged as a whole."""
        orders = {
            tiles
            for size in range(1, len(self.hand) + 1)
            for tiles in permutations(self.hand, size)
        }
        for start in near(self.board, len(self.hand)):
            for step in (RIGHT, DOWN):
                cells = empty_cells(self.board, start, step, len(self.hand))
                for tiles in orders:
                    placed = tuple(zip(cells, tiles, strict=False))
                    if self.may_place(placed):
                        yield placed


def beside(table: Mapping[Cell, str]) -> set[Cell]:
    """The empty cells that touch a tile."""
    return {
        cell
        for x, y in table
        for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        if cell not in table
    }


def near(table: Mapping[Cell, str], distance: int) -> list[Cell]:
    """The empty cells in the bounding box of a board, widened by a distance."""
    xs, ys = [x for x, _ in table], [y for _, y in table]
    return [
        (x, y)
        for x in range(min(xs) - distance, max(xs) + distance + 1)
        for y in range(min(ys) - distance, max(ys) + distance + 1)
        if (x, y) not in table
    ]


def empty_cells(table: Mapping[Cell, str], start: Cell, step: Cell, count: int) -> list[Cell]:
    """The first empty cells from a cell on in one direction, skipping cells with tiles."""
    (x, y), (dx, dy) = start, step
    cells: list[Cell] = []
    while len(cells) < count:
        if (x, y) not in table:
            cells.append((x, y))
        x, y = x + dx, y + dy
    return cells
