"""Legal placements, exchanges and boards of the tile game, and the reasons why one is not legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from qwirkle._engine import engine_of
from qwirkle._masks import ALL, BIT, JOINS, STRIDE, OpenCells, fit
from qwirkle.board import Board
from qwirkle.cells import Cell
from qwirkle.errors import Fault, InvalidPosition, QwirkleError
from qwirkle.judgement import Reason, Score, Violation, violation
from qwirkle.lines import LONGEST, Run, runs_through
from qwirkle.moves import Exchange, Move, Place
from qwirkle.state import opening_sets
from qwirkle.supply import Piece, without
from qwirkle.tilegame.state import with_hand
from qwirkle.tiles import Tile, as_tiles

if TYPE_CHECKING:
    from qwirkle.tilegame.game import TileGame
    from qwirkle.tilegame.state import TilePosition


_DIGITS: Final = 99  # one fewer than cells may have, so that a board has room to grow
_FAR: Final = 10**_DIGITS
_FIRST_DIGITS: Final = _DIGITS - 1  # so that no game that begins there can reach the limit
_FIRST_FAR: Final = 10**_FIRST_DIGITS


class Code(Reason):
    """The kinds of reasons why a move of the tile game is not legal, or a board is not sound.

    >>> Code.GAP.value
    'gap'
    """

    GAME_OVER = "game-over", "the game is over"
    NOT_YOUR_TURN = "not-your-turn", "it is {player}'s turn"
    NO_SUCH_MOVE = "no-such-move", "this game has no move like {move}", "this game has no such move"
    NOT_YOUR_TILE = (
        "not-your-tile",
        "the hand lacks {tiles}; it holds {hand:|nothing}",
        "the player does not have {tiles}",
    )
    HAND_TOO_SMALL = (
        "hand-too-small",
        "nobody can hold {count} tiles: a hand has at most {most}",
    )
    NOT_IN_BOX = (
        "not-in-box",
        "nobody can hold {tiles}: no more are left in the box",
        "nobody can have {tiles}: the box has no more",
    )
    NOTHING_PLACED = "nothing-placed", "no tile is placed", "at least one tile must be placed"
    CELL_TAKEN = (
        "cell-taken",
        "{tiles} cannot go to {cells}: {there} is there",
        "{tiles} cannot go on top of {there}",
    )
    NOT_IN_ONE_LINE = (
        "not-in-one-line",
        "{cells:and} are not in one row or column",
        "the placed tiles are not in one row or column",
    )
    GAP = "gap", "there is a gap at {cells}", "there is a gap between the placed tiles"
    TOUCHES_NOTHING = (
        "touches-nothing",
        "nothing joins {tiles} at {cells:and} to the board",
        "nothing joins {tiles} to the tiles on the board",
    )
    NO_SHARED_ATTRIBUTE = (
        "no-shared-attribute",
        "{tiles} share neither a colour nor a shape",
        "{tiles} cannot be placed in one turn: they share neither a colour nor a shape",
    )
    DUPLICATE_IN_LINE = (
        "duplicate-in-line",
        "the line {line} from {start} to {end} holds {tiles} {times} times",
        "{tiles} would be in the line more than once",
    )
    LINE_MISMATCH = (
        "line-mismatch",
        "the line {tiles} from {start} to {end} is neither of one colour nor of one shape",
        "{tiles} share neither a colour nor a shape",
    )
    LINE_TOO_LONG = (
        "line-too-long",
        "the line {tiles} from {start} to {end} has {count} tiles; a line has at most {most}",
        "the line would have {count} tiles; a line has at most {most}",
    )
    NOT_OPENING_SET = (
        "not-opening-set",
        "the first line must be a largest set of the hand: {sets:or|nothing}",
        "the first line must be a largest set of matching tiles in the hand",
    )
    NOT_AT_START = (
        "not-at-start",
        "the first line must cover 0,0",
        "the first line must cover the starting cell",
    )
    TOO_FAR = (
        "too-far",
        "the first line is too far from 0,0: its cells have at most {most} digits",
        "the first line is too far from the middle of the board",
    )
    OPENING_FIRST = (
        "opening-first",
        "the first line must be placed before anybody exchanges",
        "the first line must be placed before anybody exchanges tiles",
    )
    EXCHANGE_EMPTY = (
        "exchange-empty",
        "no tile is exchanged",
        "at least one tile must be exchanged",
    )
    EXCHANGE_TOO_LARGE = (
        "exchange-too-large",
        "too many tiles to exchange: {count}, but at most {most} may be exchanged",
        "too many tiles: at most {most} can be exchanged in a turn",
    )
    SUPPLY_TOO_SMALL = (
        "supply-too-small",
        "too many tiles to exchange: {count}, but the supply holds only {left}",
        "not enough tiles are left: only {left} can be drawn",
    )
    PASS_WHILE_MOVE = (
        "pass-while-move",
        "passing is not allowed while a tile can be placed",
        "a player who can place a tile may not pass",
    )
    MUST_EXCHANGE = (
        "must-exchange",
        "a player who cannot place must exchange while the supply lasts",
        "a player who cannot place must exchange while tiles are left to draw",
    )
    SEPARATE_GROUPS = (
        "separate-groups",
        "the tiles form {count} groups that do not touch: at {cells:and at}",
        "the tiles form {count} groups that do not touch",
    )
    TOO_MANY_TILES = (
        "too-many-tiles",
        "{count} tiles are more than the {most} in the box",
    )
    TOO_MANY_COPIES = (
        "too-many-copies",
        "the board has {count} of {tiles}, more than the {most} in the box",
        "the board has {tiles} {count} times; the box has only {most}",
    )


def not_in_hand(missing: Sequence[Tile], hand: Sequence[Tile]) -> Violation:
    """The violation of using tiles that are not in the hand."""
    return violation(Code.NOT_YOUR_TILE, ("T1",), tiles=tuple(missing), hand=tuple(hand))


def why_not_exchange(position: TilePosition, move: Exchange, most: int) -> Iterator[Violation]:
    """Everything that is wrong with an exchange that is not legal (X1, X3, R6).

    Args:
        position: the state or view.
        move: the exchange.
        most: how many tiles can be exchanged now, which the variant decides.
    """
    size, limit, supply = len(move.tiles), position.variant.rules.exchange_limit, position.stock
    _, missing = without(position.hand, move.tiles)
    if missing:
        yield not_in_hand(missing, position.hand)
    if not position.board:
        yield violation(Code.OPENING_FIRST, ("R6",))
    if not size:
        yield violation(Code.EXCHANGE_EMPTY, ("X1",))
    if size > supply:
        yield violation(
            Code.SUPPLY_TOO_SMALL, ("X3", "R4"), tiles=move.tiles, count=size, left=supply
        )
    elif size and position.board and not missing:
        limit = min(limit, most)  # a subclass may lower `most_exchanged`
    if size > limit:
        yield violation(Code.EXCHANGE_TOO_LARGE, ("X1",), tiles=move.tiles, count=size, most=limit)


def board_faults(board: Board, most: int) -> Iterator[Fault]:
    """Everything that is wrong with a board, except too many copies of a tile.

    Those are counted in the whole position.

    Args:
        board: the board.
        most: how many pieces the box holds.
    """
    if len(board) <= most:
        if board.is_sound(_FAR):  # as nearly every board is
            return
        if any(max(abs(x), abs(y)) >= _FAR for x, y in board):
            yield Fault("board", f"the cells of a board have at most {_DIGITS} digits")
            return
    yield from (Fault("board", str(broken)) for broken in broken_rules(board, most))


def broken_rules(board: Board, most: int) -> Iterator[Violation]:
    """The rules that a board breaks: too many tiles (S1), broken lines (P3) and islands (P1)."""
    if len(board) > most:  # too many to check one by one
        yield violation(Code.TOO_MANY_TILES, ("S1",), count=len(board), most=most)
        return
    for run in board.runs_through(tuple(board)):
        if not fit(run.tiles):
            yield from misfits(run)
    islands = board.groups()
    if len(islands) > 1:
        firsts = [island[0] for island in islands]
        yield violation(Code.SEPARATE_GROUPS, ("P1",), tuple(firsts), count=len(islands))


def too_many_copies(board: Board, box: Iterable[Piece]) -> Iterator[Violation]:
    """The tiles that a board has more of than the box (S1), in order."""
    held, found = Counter(box), Counter(board.values())
    for tile in sorted(tile for tile in found if found[tile] > held[tile]):
        cells = [cell for cell in board if board[cell] is tile]
        sizes = {"count": len(cells), "most": held[tile]}
        yield violation(Code.TOO_MANY_COPIES, ("S1",), tuple(cells), (tile,), **sizes)


def why_not(position: TilePosition, move: Place) -> Iterator[Violation]:
    """Everything that is wrong with a placement: P1 to P5, and B2 on an empty board."""
    board, hand, cells, laid = position.board, position.hand, move.cells, move.laid
    if not cells:
        yield violation(Code.NOTHING_PLACED, ("T1",))
        return
    _, missing = without(hand, laid)
    if missing:
        yield not_in_hand(missing, hand)
    free: Sequence[Cell] = cells
    after = board.with_tiles(zip(cells, laid, strict=True))
    if len(after) < len(board) + len(cells):
        free = [cell for cell in cells if cell not in board]
        after = board.with_tiles([placed for placed in move.tiles if placed[0] in free])
        for cell, tile in move.tiles:
            if cell not in free:
                yield violation(Code.CELL_TAKEN, ("P1",), (cell,), (tile,), there=board[cell])
    runs = runs_through(after.get, free)
    yield from _shape_of_move(board, after, cells, runs)
    if not fit({*laid}):
        yield violation(Code.NO_SHARED_ATTRIBUTE, ("P5",), cells, laid)
    for run in runs:
        if not fit(run.tiles):
            # A tile in two lines must fit both (P4).
            yield from misfits(run, ("P3", "P4") if len(runs) > 1 else ("P3",))
    if not board:
        yield from _not_an_opening(hand, cells, laid)
        if position.variant.fixed_board and (0, 0) not in cells:
            yield violation(Code.NOT_AT_START, ("B2",), cells)


def fitting_points(position: TilePosition, move: Place) -> int | None:
    """The points of the lines that a placement forms or extends, or None if it does not fit.

    Args:
        position: a state or view whose board has tiles.
        move: a placement of at least one tile.
    """
    board, engine = position.board, engine_of(position.variant)
    open_cells = board.open_cells
    if not isinstance(open_cells, OpenCells):
        points = engine.fitting_points(open_cells, move)
        if points is not NotImplemented:
            return points
        open_cells = OpenCells.around(board)  # for a move that does not have the usual form
    return _fitting_points(board, open_cells, move, engine.points)


def _fitting_points(
    board: Board, open_cells: OpenCells, move: Place, worth: Sequence[int]
) -> int | None:
    """The same without the kernel.

    It walks along the line of the move as the generator does, and so needs little more of the
    board than the open cells, which know the tiles around them.
    """
    cells = move.cells
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
    for cell, tile in zip(cells, move.laid, strict=True):
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
            its_mask, length, _, ahead, far = there[along]  # pyright: ignore[reportGeneralTypeIssues]
            if not there[0] & bit or ahead & ~(line & joins):
                return None
            line &= its_mask
            points += worth[there[across][1]]  # pyright: ignore[reportIndexIssue]
            if not total:
                total = length - far
        joins &= JOINS[tile]
        total += far
        key += step * far
        x += right * far
        y += down * far
    return points + worth[total] if touches else None


def _shape_of_move(
    board: Board, after: Mapping[Cell, Tile], cells: Sequence[Cell], runs: Sequence[Run]
) -> Iterator[Violation]:
    """The violations if the cells are not in one line without gaps (P5), or not connected (P1)."""
    (x, y), (last_x, last_y) = cells[0], cells[-1]
    if x != last_x and any(cell[1] != y for cell in cells):  # cells are sorted
        yield violation(Code.NOT_IN_ONE_LINE, ("P5",), tuple(cells))
    else:
        dx, dy = (1, 0) if last_x > x else (0, 1)
        while (x, y) in after:  # stops at the first gap, however far apart the cells are
            x += dx
            y += dy
        if (x, y) < (last_x, last_y):
            yield violation(Code.GAP, ("P2", "P5"), (Cell(x, y),))
        elif len(runs) > 1 or (runs and len(runs[0].tiles) > len(cells)):
            return  # a line has a tile of the board
    if board and (loose := board.apart(cells)):
        tiles = tuple([after[cell] for cell in loose])
        yield violation(Code.TOUCHES_NOTHING, ("P1",), loose, tiles)


def misfits(run: Run, rules: tuple[str, ...] = ("P3",)) -> Iterator[Violation]:
    """Everything that is wrong with a line that does not fit: with P3, and the rules to name for
    a mismatch."""
    cells, tiles, kinds = run.cells, tuple(run.tiles), {*run.tiles}
    start, end = cells[0], cells[-1]
    if len(tiles) > LONGEST:
        values = {"start": start, "end": end, "count": len(tiles), "most": LONGEST}
        yield violation(Code.LINE_TOO_LONG, ("P3",), cells, tiles, **values)
    if len(kinds) < len(tiles):
        for tile in run.line().repeated:
            holding = tuple(cell for cell, other in zip(cells, tiles, strict=True) if other is tile)
            values = {"start": start, "end": end, "line": tiles, "times": len(holding)}
            yield violation(Code.DUPLICATE_IN_LINE, ("P3",), holding, (tile,), **values)
    if len(kinds) == len(tiles) or not fit(kinds):
        yield violation(Code.LINE_MISMATCH, rules, cells, tiles, start=start, end=end)


def is_far(cells: Iterable[tuple[int, int]]) -> bool:
    """Whether a first line is so far away that its game might reach the limit of cells."""
    return any(max(abs(x), abs(y)) >= _FIRST_FAR for x, y in cells)


def _not_an_opening(
    hand: Sequence[Tile], cells: Sequence[Cell], laid: Sequence[Tile]
) -> Iterator[Violation]:
    """The violations if the first line is not a largest set (B2, R6), or too far away to go on.

    No manual says where it begins or in which direction it runs.
    """
    sets = opening_sets(hand)
    if tuple(sorted(laid)) not in sets:
        yield violation(Code.NOT_OPENING_SET, ("B2", "R6"), tiles=tuple(laid), sets=tuple(sets))
    if is_far(cells):
        yield violation(Code.TOO_FAR, ("B2",), tuple(cells), most=_FIRST_DIGITS)


def board_violations(game: TileGame, board: object) -> tuple[Violation, ...]:
    """The rules that a board breaks (P1, P3, S1)."""
    read, box = _read(board), game.box
    found = [*broken_rules(read, len(box))]
    if len(read) <= len(box):
        found += too_many_copies(read, box)
    if not found:
        game.position(board=read, turn=0)  # a subclass may report more faults
    return tuple(found)


def judge_board(
    game: TileGame, board: object, move: Move, lenient: bool
) -> tuple[tuple[Violation, ...], Score]:
    """The judgement of a move for a player who holds exactly the tiles that it needs.

    Args:
        game: the game.
        board: the board, or anything that makes one.
        move: the move.
        lenient: whether to judge only what the move does, even if the board cannot exist.
    """
    if lenient:
        position = attrs.evolve(game.position(turn=0, supply=""), board=_read(board))
        position = game.completed(position, ("turn",))
    else:
        position = game.position(board=board, turn=0)
    laid = move.laid if isinstance(move, Place) else ()
    held = move.tiles if isinstance(move, Exchange) else laid
    if len(laid) > game.largest_hand:
        size, most = len(laid), game.largest_hand
        reason = violation(Code.HAND_TOO_SMALL, ("S2", "T1"), tiles=laid, count=size, most=most)
        return (reason,), Score()
    _, missing = without(position.supply.tiles, held)
    position = attrs.evolve(position, hands=with_hand(position.hands, position.turn, held))
    if isinstance(move, Place):  # without the open cells, which need a sound board
        reasons = tuple(why_not(position, move))
    else:
        reasons = game.judge_turn(position, move).violations
    found = [violation for violation in reasons if violation.code not in game.beyond_board]
    if not found and isinstance(move, Place) and game.has_veto(position):
        forbidden = game.veto(position, move)
        if forbidden and forbidden.code not in game.beyond_board:
            found.append(forbidden)
    if missing and not lenient:
        found.append(violation(Code.NOT_IN_BOX, ("S1",), tiles=as_tiles(missing)))
    if found:
        return tuple(found), Score()
    more = game.bonus_points(position, move) if isinstance(move, Place) else 0
    return (), Score(game.scored_lines(position, move), bonus_points=more)


def _read(board: object) -> Board:
    """A board, sound or not."""
    try:
        return Board(board)
    except QwirkleError as error:
        raise InvalidPosition((Fault("board", str(error)),)) from error
