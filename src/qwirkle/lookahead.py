"""Looking ahead: where moves lead in worlds that a player considers possible.

A world is a state in which the pieces that the player cannot see are dealt at random. All moves are
tried in the same worlds, so luck favours none of them, and a few worlds are enough to compare them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from heapq import nlargest
from math import inf
from operator import itemgetter
from typing import Final, NamedTuple

from qwirkle import _engine
from qwirkle.api import apply, draws, legal_moves
from qwirkle.errors import InvalidValue, WorkLimitReached
from qwirkle.moves import Exchange, LegalMoves, Move
from qwirkle.state import State, View
from qwirkle.supply import Chance
from qwirkle.tilegame.legal_moves import TileMoves


class Effort(NamedTuple):
    """How far to look ahead."""

    candidates: int
    """The most moves to compare."""
    margin: int
    """How many points fewer than the best one such a move may score."""
    worlds: int
    """How many worlds to try them in."""
    rounds: int
    """How many turns everyone has afterwards."""


LARGEST: Final = 12
"""The largest hand with which looking ahead is worthwhile: larger ones can have a hundred thousand
placements, which would take many seconds to compare."""

WORTH_USING: Final = 5
"""The points by which a move that keeps the turn must raise the best placement. Such a move can
often be made only once in a game, so it is worth waiting for a better moment."""

DRAWS: Final = 8
"""How many worlds such a move is tried in if it draws pieces."""

STEPS: Final = 20_000
"""The limit on each search for moves while looking ahead, in steps of the legal moves."""


def greediest(moves: LegalMoves[Move], *, some: bool = False) -> Move:
    """A move that scores the most now, or the largest exchange.

    Args:
        moves: the legal moves.
        some: whether to take the first such move that is found, to save time.
    """
    try:
        best = moves.some_best() if some else moves.best()
    except WorkLimitReached as reached:
        if not isinstance(reached.found, Move):
            raise
        return reached.found
    if best is None:
        raise InvalidValue("there is no legal move to choose")
    if isinstance(moves, TileMoves) and isinstance(best, Exchange):
        return moves.exchanges.largest() or best
    return best


def likely_moves(view: View, effort: Effort, text: str) -> list[Move]:
    """The moves to compare, the greediest first, without those that are clearly worse.

    In the tile game these are the placements that score nearly the most. In other games they are
    random moves that score as much.

    Args:
        view: the view of the player to move.
        effort: how many moves there may be, and how much less they may score.
        text: determines the random moves.
    """
    moves = legal_moves(view)
    best = greediest(moves)
    if not isinstance(moves, TileMoves):
        return _alike(moves.within(STEPS), best, effort, Chance(f"{text} moves"))
    if moves.position.variant.largest_hand > LARGEST:
        return [best]
    top = nlargest(effort.candidates, moves.scored(), key=itemgetter(1))
    if not top or top[0][1] < 0:
        return [best]
    return [move for move, points in top if points >= top[0][1] - effort.margin]


def worth_using(view: View) -> Move | None:
    """The variant's own move that keeps the turn and improves the best placement the most.

    None if no such move improves it enough.
    """
    moves = legal_moves(view)
    if not isinstance(moves, TileMoves) or not (own := moves.own):
        return None
    chance = Chance(f"qwirkle own moves {view.seat} {view.scores}")
    worlds = [view.sample_state(chance) for _ in range(DRAWS)]
    best, least = None, _next_points(worlds[0], view.seat) + WORTH_USING
    for move in own:
        tried = worlds if draws(worlds[0], move) else worlds[:1]  # only draws differ
        points = sum(_next_points(apply(world, move), view.seat) for world in tried) / len(tried)
        if points > least or (best is None and points == least):
            best, least = move, points
    return best


def leads(
    view: View, moves: Sequence[Move], worlds: int, rounds: int, text: str
) -> list[tuple[int, ...]]:
    """For each move, how far the player is ahead in each world.

    After the move, everyone takes some greedy turns. The lead is the sum of the leads over all
    other players.

    Args:
        view: the view of the player to move.
        moves: legal moves.
        worlds: how many worlds to try; they are the same for all moves.
        rounds: how many turns everyone has.
        text: determines the worlds.
    """
    plies = rounds * len(view.players)
    native = _engine.leads(view, moves, worlds, plies, text)
    if native is not None:
        return native
    chance = Chance(text)
    dealt = [view.sample_state(chance) for _ in range(worlds)]
    return [tuple(_lead(world, move, plies) for world in dealt) for move in moves]


def played(state: State, move: Move, plies: int) -> Iterator[tuple[State, Move, State]]:
    """A move, and then greedy ones: each with the states before and after it.

    A move that keeps the turn counts together with the one that ends it. There are fewer moves if
    the game ends or a move is too hard to find.
    """
    while True:
        after = apply(state, move)
        yield state, move, after
        plies -= state.variant.ends_turn(state, after)
        if plies < 0 or after.is_over:
            return
        try:
            state, move = after, greediest(legal_moves(after).within(STEPS), some=True)
        except WorkLimitReached:  # too hard to find
            return


def _lead(world: State, move: Move, plies: int) -> int:
    """The sum of a player's leads over the others, after a move and then some greedy ones."""
    *_, (_, _, last) = played(world, move, plies)
    return ahead(last.standings, world.turn)


def ahead(scores: Sequence[int], seat: int) -> int:
    """The sum of a player's leads over the others; for a single player, the points.

    >>> ahead((30, 20, 25), 0), ahead((30,), 0)
    (15, 30)
    """
    return len(scores) * scores[seat] - sum(scores) if len(scores) > 1 else scores[seat]


def _alike(moves: LegalMoves[Move], best: Move, effort: Effort, chance: Chance) -> list[Move]:
    """The best move, and random ones that score as much."""
    found = [best]
    with suppress(WorkLimitReached):
        for _ in range(effort.candidates):
            move = moves.some_best(chance)
            if move and move not in found:
                found.append(move)
    return found


def _next_points(state: State, seat: int) -> float:
    """The most points that a player can score now; minus infinity if it is not their turn."""
    if state.is_over or state.turn != seat:
        return -inf
    return state.variant.score(state, greediest(legal_moves(state))).total
