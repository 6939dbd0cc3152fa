"""Boards and moves of the tile game when only the board is known: no hands, no supply, no turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from qwirkle.board import Board
from qwirkle.errors import Fault, InvalidPosition, QwirkleError
from qwirkle.moves import Exchange, Move, Place
from qwirkle.reasons import Violation
from qwirkle.scoring import Score
from qwirkle.supply import without
from qwirkle.tilegame.legality import Code, broken_rules, too_many_copies, why_not
from qwirkle.tilegame.state import with_hand

if TYPE_CHECKING:
    from qwirkle.tilegame.game import TileGame


def violations(game: TileGame, board: object) -> tuple[Violation, ...]:
    """The rules that a board breaks (P1, P3, S1)."""
    read, box = _read(board), game.box
    found = [*broken_rules(read, len(box))]
    if len(read) <= len(box):
        found += too_many_copies(read, box)
    if not found:
        game.position(board=read, turn=0)  # a subclass may have faults of its own
    return tuple(found)


def judged(
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
        reason = Violation.of(Code.HAND_TOO_SMALL, ["S2", "T1"], tiles=laid, count=size, most=most)
        return (reason,), Score()
    _, missing = without(position.supply.tiles, held)
    position = attrs.evolve(position, hands=with_hand(position.hands, position.turn, held))
    if isinstance(move, Place):  # without the open cells, which need a sound board
        reasons = tuple(why_not(position.board, held, move))
    else:
        reasons = game.judge_turn(position, move).violations
    found = [violation for violation in reasons if violation.code not in game.beyond_board]
    if not found and isinstance(move, Place) and game.may_forbid(position):
        forbidden = game.forbids(position, move)
        if forbidden is not None and forbidden.code not in game.beyond_board:
            found.append(forbidden)
    if missing and not lenient:
        found.append(Violation.of(Code.NOT_IN_BOX, ["S1"], tiles=missing))
    return tuple(found), Score(() if found else game.scored_lines(position, move))


def _read(board: object) -> Board:
    """A board, sound or not."""
    try:
        return Board(board)
    except QwirkleError as error:
        raise InvalidPosition((Fault("board", str(error)),)) from error
