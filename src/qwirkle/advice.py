"""Advice: the best moves in a position, where they lead, and how certain that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from math import inf, sqrt
from operator import itemgetter
from time import monotonic
from typing import Final, NamedTuple

import attrs

from qwirkle.api import apply, legal_moves, observe, score
from qwirkle.errors import InvalidValue, QwirkleError
from qwirkle.judgement import Score, ScoredLine
from qwirkle.lookahead import STEPS, Effort, ahead, leads, likely_moves, played, worth_using
from qwirkle.moves import Move, Place
from qwirkle.state import State, View
from qwirkle.supply import Chance, as_seed
from qwirkle.tilegame.legal_moves import TileMoves
from qwirkle.words import expect, expect_number, expect_seconds

EFFORT: Final = Effort(candidates=32, margin=16, worlds=40, rounds=1)
"""How the advised moves are chosen."""

DEALS: Final = 100
"""How many times the unseen pieces are dealt to compare them."""

EFFORT_ELSEWHERE: Final = Effort(candidates=8, margin=0, worlds=8, rounds=1)
"""The same for games other than the tile game, where finding moves takes much longer."""

DEALS_ELSEWHERE: Final = 20
"""The same for other games."""

MOST_TRIED: Final = 150_000
"""The most moves that are listed for an exact answer, which takes up to two seconds."""

SLOW: Final = 30
"""How many placements can be listed in the time that another move takes, like taking a tile."""

DEEPEST: Final = 100
"""The most moves in a row that are tried for an exact answer."""

_OFTEN: Final = 0.1  # a reply in fewer of the deals is not mentioned


@attrs.frozen
class Advice:
    """A move, and the reasons for it.

    >>> import qwirkle
    >>> board = "Rs@0,0 Rc@1,0 Rd@2,0 Rt@3,0"
    >>> state = qwirkle.position(board=board, hands=["Rk Bs", "Rx"], supply="")
    >>> best = qwirkle.advise(state)[0]
    >>> str(best.move), best.score.total, best.lead, best.exact
    ('Rk@0,-1', 2, -9.0, True)
    """

    move: Move
    """The move."""
    score: Score
    """Its score now."""
    lead: float
    """How far ahead of the others the player is afterwards, on average, present scores included:
    at the end of the game if this is exact, otherwise after everyone has had another turn."""
    error: float
    """The standard error of the difference from the best move's lead; 0 for the best move."""
    exact: bool
    """Whether the lead comes from the best play to the end, rather than from an estimate."""
    why: tuple[str, ...]
    """The reasons, in words."""


def advise(
    position: State | View, top: int = 5, seconds: float | None = None, seed: int = 0
) -> list[Advice]:
    """The best moves for the player to move, the best first.

    At the end of a game for two, when nothing is left to draw, the answer is exact if it can be
    found in time. Before that, the pieces that the player cannot see are dealt a hundred times; in
    each deal, every move is followed by one greedy turn for each player. Moves that put the same
    tiles on the same cells in a different order are listed once.

    Args:
        position: a state or a view. Only what the player to move may know is used.
        top: the most moves to list.
        seconds: how long to keep dealing; without it, the same arguments give the same advice.
        seed: determines the deals.

    Raises:
        InvalidValue: if the game is over, or if it is another player's turn.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0 Rc@1,0 Rd@2,0", hands=["Rt Bs", "Gx"], seed=1)
    >>> for advice in qwirkle.advise(state, top=2):
    ...     print(advice.move, *advice.why, sep="; ")
    Rt@-1,0; 4 now, 1.6 for them, then 6.0 for you
    Rt@3,0; 4 now, 1.6 for them, then 5.9 for you; as good as the first, as far as 100 deals can tell
    """
    view = _checked(position, top, seconds)
    text = f"qwirkle advice {as_seed(seed)}"
    found = _solved(view, top)
    return _estimated(view, top, seconds, text) if found is None else found


def _checked(position: State | View, top: object, seconds: object) -> View:
    """The view of the player to move, if all arguments are valid."""
    expect(position, (State, View), "a state or a view")
    expect_number("top", top, 1, 100)
    if seconds is not None:
        expect_seconds(seconds)
    view = position if isinstance(position, View) else observe(position, position.turn)
    if not view.can_move:
        reason = "the game is over" if view.is_over else "it is another player's turn"
        raise InvalidValue(f"there is no move to advise: {reason}")
    return view


def _is_known(view: View) -> bool:
    """Whether there are two players, and the other one holds every unseen piece."""
    sizes = zip(view.hand_sizes, view.open_hands, strict=True)
    hidden = sum(size for size, hand in sizes if hand is None)
    return len(view.players) == 2 and len(view.unseen) == hidden


def _merged(moves: Sequence[Move], values: Sequence[float], top: int) -> list[int]:
    """The indices of the moves with the highest values, those that are alike only once."""
    seen: dict[object, int] = {}
    for place in sorted(range(len(moves)), key=lambda place: -values[place]):
        seen.setdefault(_alike(moves[place]), place)
    return list(seen.values())[:top]


def _alike(move: Move) -> object:
    """A key that is equal for placements of the same tiles on the same cells in any order."""
    return (move.cells, tuple(sorted(move.laid))) if isinstance(move, Place) else move


# Estimates


class _Future(NamedTuple):
    """The turns that followed a move in one deal."""

    lead: float
    answers: int
    """The points that the others scored."""
    then: int
    """The points that the player scored in the next turn."""
    qwirkles: frozenset[str]
    """The Qwirkles that the others made, in words."""


def _estimated(view: View, top: int, seconds: float | None, text: str) -> list[Advice]:
    """The best moves by the leads in sampled worlds."""
    moves, effort, deals = legal_moves(view), EFFORT_ELSEWHERE, DEALS_ELSEWHERE
    others: list[Move | None] = []
    if isinstance(moves, TileMoves):
        effort, deals, others = EFFORT, DEALS, [moves.exchanges.largest(), worth_using(view)]
    if _is_known(view):
        deals, seconds = 1, None  # every deal would be the same
    likely = likely_moves(view, effort, text)
    likely += [move for move in others if move and move not in likely]
    sums = [sum(found) for found in leads(view, likely, effort.worlds, effort.rounds, text)]
    chosen = [likely[place] for place in _merged(likely, sums, top)]
    chance, end = Chance(f"{text} worlds"), 0.0 if seconds is None else monotonic() + seconds
    futures: list[list[_Future]] = [[] for _ in chosen]
    while not futures[0] or (monotonic() < end if seconds else len(futures[0]) < deals):
        world = view.sample_state(chance)
        for move, found in zip(chosen, futures, strict=True):
            found.append(_future(world, move))
    means = [_mean(future.lead for future in found) for found in futures]
    places = _merged(chosen, means, top)
    threats = [Counter(each for one in found for each in one.qwirkles) for found in futures]
    best = futures[places[0]]
    advised: list[Advice] = []
    for place in places:
        move, found, now = chosen[place], futures[place], score(view, chosen[place])
        apart = [one.lead - other.lead for one, other in zip(best, found, strict=True)]
        distance = _mean(apart)
        error = sqrt(_mean((each - distance) ** 2 for each in apart) / max(len(apart) - 1, 1))
        why = [_sequence(now.total, found, len(view.players))]
        if found is not best and distance <= 2 * error:
            doubt = f", as far as {len(found)} deals can tell" if len(found) > 1 else ""
            why.append(f"as good as the first{doubt}")
        why += _threat(threats[place], threats, len(found))
        advised.append(Advice(move, now, means[place], error, False, tuple(why)))
    return advised


def _future(world: State, move: Move) -> _Future:
    seat, others = world.turn, len(world.players) - 1
    answers, then, qwirkles, is_next, after = 0, 0, set[str](), False, world
    for before, made, after in played(world, move, others + 1):
        gained = after.scores[before.turn] - before.scores[before.turn]
        if before.turn != seat:
            answers += gained
            lines = before.variant.score(before, made).lines
            qwirkles |= {_in_words(line, made) for line in lines if len(line.tiles) == 6}
        elif is_next:
            then += gained
        is_next = is_next or before.variant.ends_turn(before, after)
    lead = ahead(after.standings, seat) / max(others, 1)
    return _Future(lead, answers, then, frozenset(qwirkles))


def _in_words(line: ScoredLine, move: Move) -> str:
    """A Qwirkle, with the tile that completes it if a single tile does."""
    first, second = line.tiles[:2]
    shape = first.shape.name.lower()
    shapes = f"{shape}{'es' if shape.endswith('s') else 's'}"
    of = shapes if first.shape is second.shape else f"{first.color.name.lower()} tiles"
    placed = zip(line.cells, line.tiles, strict=False)  # cards have no cells
    added = [tile for cell, tile in placed if cell in move.cells]
    return f"complete the {of}" + (f" with the {added[0].name}" if len(added) == 1 else "")


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _sequence(now: int, found: Sequence[_Future], players: int) -> str:
    """The points of a move, of the answers and of the next turn."""
    if players == 1:
        return f"{now} now, then {_mean(one.then for one in found):.1f}"
    answers, then = _mean(one.answers for one in found), _mean(one.then for one in found)
    return f"{now} now, {answers:.1f} for them, then {then:.1f} for you"


def _threat(threats: Counter[str], of_all: Sequence[Counter[str]], deals: int) -> list[str]:
    """The others' most frequent Qwirkle, if frequent enough, and whether a move prevents it."""
    if not threats:
        return []
    least = _OFTEN * deals
    what, often = min(threats.items(), key=lambda item: (-item[1], item[0]))
    if often < least:
        return []
    always = len(of_all) > 1 and all(others[what] >= least for others in of_all)
    share = f"in {often} of {deals} deals " if deals > 1 else ""
    return [f"{share}they {what}" + "; none of these moves stops it" * always]


# Exact answers


class _TooMuch(Exception):
    """There are too many moves to try."""


def _solved(view: View, top: int) -> list[Advice] | None:
    """The best moves, from the best play to the end; None if finding it takes too long."""
    if not _is_known(view):
        return None
    state, tried = view.sample_state(Chance("")), count()
    try:
        listed, values, best = _ordered(state, tried), list[float](), dict[object, float]()
        for move in listed:
            # A move that is not among the best so far needs no exact value.
            worst = sorted(best.values())[-top] if len(best) >= top else -inf
            value = _value(apply(state, move), view.seat, worst, inf, 1, tried)
            best[_alike(move)] = max(value, best.get(_alike(move), -inf))
            values.append(value)
    except (_TooMuch, QwirkleError):
        return None
    return [
        Advice(
            move=listed[place],
            score=score(view, listed[place]),
            lead=float(values[place]),
            error=0.0,
            exact=True,
            why=(f"if both play their best, you finish {_distance(values[place])}",),
        )
        for place in _merged(listed, values, top)
    ]


def _ordered(state: State, tried: Iterator[int]) -> list[Move]:
    """All legal moves, those that score the most first."""
    moves = legal_moves(state)
    if isinstance(moves, TileMoves):
        scored = sorted(moves.scored(), key=itemgetter(1), reverse=True)
        listed, slow = [*map(itemgetter(0), scored), *moves.exchanges], [*moves.others()]
    else:
        listed, slow = [], [*islice(moves.within(STEPS), MOST_TRIED // SLOW + 1)]
    if next(islice(tried, len(listed) + SLOW * len(slow), None)) >= MOST_TRIED:
        raise _TooMuch
    return [*listed, *slow]


def _value(
    state: State, seat: int, low: float, high: float, depth: int, tried: Iterator[int]
) -> float:
    """A player's final lead if both play their best, exact only between two bounds."""
    if state.is_over:
        scores = state.standings
        return scores[seat] - scores[1 - seat]
    if depth > DEEPEST:
        raise _TooMuch
    is_own = state.turn == seat
    best = -inf if is_own else inf
    for move in _ordered(state, tried):
        value = _value(apply(state, move), seat, low, high, depth + 1, tried)
        best = max(best, value) if is_own else min(best, value)
        low, high = (max(low, best), high) if is_own else (low, min(high, best))
        if low >= high:
            break
    return best


def _distance(lead: float) -> str:
    return f"{abs(lead):g} {'ahead' if lead > 0 else 'behind'}" if lead else "level"
