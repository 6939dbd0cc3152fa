"""The rules for placing and exchanging tiles, and the reasons why a move is not legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final

from qwirkle._masks import ALL, BIT, JOINS, fit
from qwirkle._open_cells import STRIDE
from qwirkle.board import Board
from qwirkle.cells import Cell
from qwirkle.errors import Fault, Reason, Violation, listed
from qwirkle.lines import LONGEST, Line, shared
from qwirkle.moves import Exchange, Place
from qwirkle.start import opening_sets
from qwirkle.supply import without
from qwirkle.tiles import Tile, tiles_text
from qwirkle.words import counted

if TYPE_CHECKING:
    from qwirkle.tilegame.state import TilePosition


_DIGITS: Final = 99  # one fewer than cells may have, so that a board has room to grow


class Code(Reason):
    """The kinds of reasons why a move of the tile game is not legal.

    >>> Code.GAP.value
    'gap'
    """

    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"
    NO_SUCH_MOVE = "no-such-move"
    NOT_YOUR_TILE = "not-your-tile"
    NOTHING_PLACED = "nothing-placed"
    CELL_TAKEN = "cell-taken"
    NOT_IN_ONE_LINE = "not-in-one-line"
    GAP = "gap"
    TOUCHES_NOTHING = "touches-nothing"
    NO_SHARED_ATTRIBUTE = "no-shared-attribute"
    DUPLICATE_IN_LINE = "duplicate-in-line"
    LINE_MISMATCH = "line-mismatch"
    LINE_TOO_LONG = "line-too-long"
    NOT_OPENING_SET = "not-opening-set"
    NOT_AT_ORIGIN = "not-at-origin"
    OPENING_FIRST = "opening-first"
    EXCHANGE_EMPTY = "exchange-empty"
    EXCHANGE_TOO_LARGE = "exchange-too-large"
    PASS_WHILE_MOVE = "pass-while-move"
    MUST_EXCHANGE = "must-exchange"


def not_in_hand(missing: Sequence[Tile], hand: Sequence[Tile]) -> Violation:
    """The violation of using tiles that are not in the hand."""
    held = listed(hand, " ") or "nothing"
    return Violation(
        Code.NOT_YOUR_TILE,
        ("T1",),
        f"{listed(missing, ' ')} not in hand, which holds {held}",
        tiles=missing,
    )


def why_not_exchange(
    position: TilePosition, move: Exchange, missing: Sequence[Tile]
) -> Iterator[Violation]:
    """Everything that is wrong with an exchange by the printed rules (X1, X3, R6).

    Args:
        position: the state or view.
        move: the exchange.
        missing: the tiles that the player does not hold.
    """
    size, limit, supply = len(move.tiles), position.variant.rules.exchange_limit, position.stock
    if missing:
        yield not_in_hand(missing, position.hand)
    if not position.board:
        message = "the first line must be laid before anybody exchanges"
        yield Violation(Code.OPENING_FIRST, ("R6",), message)
    if not size:
        yield Violation(Code.EXCHANGE_EMPTY, ("X1",), "no tile is exchanged")
    if size > limit:
        message = f"the exchange has {counted(size, 'tiles')}, but at most {limit} may be exchanged"
        yield Violation(Code.EXCHANGE_TOO_LARGE, ("X1",), message, tiles=move.tiles)
    if size > supply:
        message = f"the exchange takes {size} from the supply, which holds only {supply}"
        yield Violation(Code.EXCHANGE_TOO_LARGE, ("X3", "R4"), message, tiles=move.tiles)


def board_faults(board: Board, most: int) -> Iterator[Fault]:
    """Everything that is wrong with a board: broken lines (P3) and islands (P1).

    Args:
        board: the board.
        most: how many pieces the box holds.
    """
    if len(board) > most:  # too many to check one by one
        yield Fault("board", f"{len(board)} tiles are more than the {most} in the box [S1]")
        return
    if any(max(abs(x), abs(y)) >= 10**_DIGITS for x, y in board):
        yield Fault("board", f"the cells of a board have at most {_DIGITS} digits")
        return
    for run in board.runs_through(tuple(board)):
        if not fit(run.tiles):
            for violation in misfits(run.line()):
                yield Fault("board", str(violation))
    islands = board.groups()
    if len(islands) > 1:
        places = listed([f"at {island[0]}" for island in islands], " and ")
        message = f"the tiles lie in {len(islands)} groups that do not touch: {places} [P1]"
        yield Fault("board", message)


def why_not(board: Board, hand: Sequence[Tile], move: Place) -> Iterator[Violation]:
    """Everything that is wrong with a placement: P1 to P5, and B2 on an empty board."""
    cells, laid = move.cells, move.laid
    if not cells:
        yield Violation(Code.NOTHING_PLACED, ("T1",), "no tile is laid")
        return
    _, missing = without(hand, laid)
    if missing:
        yield not_in_hand(missing, hand)
    free: list[tuple[Cell, Tile]] = []
    for cell, tile in move.tiles:
        if cell in board:
            message = f"{tile} cannot go to {cell}: {board[cell]} is there"
            yield Violation(Code.CELL_TAKEN, ("P1",), message, [cell], [tile])
        else:
            free.append((cell, tile))
    after = board.placing(free)
    yield from _shape_of_move(board, after, cells)
    if shared(laid) is None:
        message = f"{listed(laid, ' ')} share neither a colour nor a shape"
        yield Violation(Code.NO_SHARED_ATTRIBUTE, ("P5",), message, cells, laid)
    runs = after.runs_through([cell for cell, _ in free])
    for run in runs:
        if not fit(run.tiles):
            # A tile in two lines must fit both (P4).
            yield from misfits(run.line(), *["P4"] * (len(runs) > 1))
    if not board:
        yield from _not_an_opening(hand, cells, laid)


def fitting_points(
    board: Board, cells: Sequence[Cell], laid: Sequence[Tile], worth: Sequence[int]
) -> int | None:
    """The points of the lines that these tiles form or extend, or None if they do not fit.

    It walks along the line of the move as the generator does, and so needs little more of the
    board than the open cells, which know the tiles around them.

    Args:
        board: the board before the move, which has tiles.
        cells: the cells that are filled, in order; at least one.
        laid: the tiles placed there.
        worth: the points of a line, by its length; one tile is not a line.
    """
    open_cells = board.open_cells
    at: Callable[[int], Any] = open_cells.cells.get  # whose slots are indexed by number
    key = open_cells.keys.find(cells[0])
    if key is None:
        return None
    x, y = cells[0]
    if len(cells) > 1 and cells[-1][0] == x:
        step, right, down, along, across = 1, 0, 1, 2, 1
    else:
        step, right, down, along, across = STRIDE, 1, 0, 1, 2
    line: int = ALL
    joins: int = ALL  # `line` fits the tiles on the board so far, `joins` the placed ones
    total, touches, points = 0, False, 0
    for cell, tile in zip(cells, laid, strict=True):
        bit = BIT[tile]
        if cell != (x, y) or not bit & line & joins:
            return None
        far = 1
        there = at(key)
        if there is None:
            if cell in board:
                return None
        else:
            touches = True
            its_mask, length, _, ahead, far = there[along]
            if not there[0] & bit or ahead & ~(line & joins):
                return None
            line &= its_mask
            points += worth[there[across][1]]
            if not total:
                total = length - far
        joins &= JOINS[tile]
        total += far
        key += step * far
        x += right * far
        y += down * far
    return points + worth[total] if touches else None


def _shape_of_move(board: Board, after: Board, cells: Sequence[Cell]) -> Iterator[Violation]:
    """The violations if the cells are not in one line without gaps (P5), or not connected (P1)."""
    (x, y), (last_x, last_y) = cells[0], cells[-1]
    if any(cell.x != x for cell in cells) and any(cell.y != y for cell in cells):
        message = f"{listed(cells, ' and ')} are not in one row or column"
        yield Violation(Code.NOT_IN_ONE_LINE, ("P5",), message, cells)
    else:
        dx, dy = (1, 0) if last_x > x else (0, 1)
        while (x, y) in after:  # stops at the first gap, however far apart the cells are
            x += dx
            y += dy
        if (x, y) < (last_x, last_y):
            message = f"the tiles are not in one line: there is a gap at {x},{y}"
            yield Violation(Code.GAP, ("P2", "P5"), message, [Cell(x, y)])
    if board and (loose := _loose(board, cells)):
        places = listed([f"{after[x, y]} at {x},{y}" for x, y in loose], " and ")
        message = f"nothing joins {places} to the board"
        tiles = [after[pair] for pair in loose]
        yield Violation(Code.TOUCHES_NOTHING, ("P1",), message, starmap(Cell, loose), tiles)


def _loose(board: Board, cells: Sequence[Cell]) -> list[tuple[int, int]]:
    """The cells that would not be connected to the board if all were filled, in order."""
    loose: set[tuple[int, int]] = {cell for cell in cells if cell not in board}
    reached = [cell for cell in loose if any(pair in board for pair in _beside(cell))]
    loose.difference_update(reached)
    while loose and reached:
        for pair in _beside(reached.pop()):
            if pair in loose:
                loose.remove(pair)
                reached.append(pair)
    return sorted(loose)


def _beside(cell: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    x, y = cell
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def misfits(line: Line, *rules: str) -> Iterator[Violation]:
    """Everything that is wrong with a line (P3, and any further rules to name)."""
    where = f"the line {listed(line.tiles, ' ', 80)} from {line.cells[0]} to {line.cells[-1]}"
    if len(line) > LONGEST:
        message = f"{where} has {len(line)} tiles, at most {LONGEST} can be in one"
        yield Violation(Code.LINE_TOO_LONG, ("P3",), message, line.cells, line.tiles)
    for tile in line.repeated:
        message = f"{where} holds {tile} {line.tiles.count(tile)} times"
        cells = [cell for cell, other in line.placed if other is tile]
        yield Violation(Code.DUPLICATE_IN_LINE, ("P3",), message, cells, [tile])
    if line.shared is None:
        message = f"{where} is neither of one colour nor of one shape"
        yield Violation(Code.LINE_MISMATCH, ("P3", *rules), message, line.cells, line.tiles)


def _not_an_opening(
    hand: Sequence[Tile], cells: Sequence[Cell], laid: Sequence[Tile]
) -> Iterator[Violation]:
    """The violations if the first line is not a largest set (B2, R6), or not at its place."""
    sets = opening_sets(hand)
    if tuple(sorted(laid)) not in sets:
        possible = listed([tiles_text(tiles) for tiles in sets], " or ") or "nothing"
        message = f"the first line must be a largest set of the hand: {possible}"
        yield Violation(Code.NOT_OPENING_SET, ("B2", "R6"), message, tiles=laid)
    if any(cell != (i, 0) for i, cell in enumerate(cells)):
        message = "the first line is a row that starts at 0,0 and runs to the right"
        yield Violation(Code.NOT_AT_ORIGIN, ("B2",), message, cells)
