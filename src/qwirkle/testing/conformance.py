"""The conformance suite: checks of the promises that every variant makes.

Every check plays games of the variant and tests one promise. A check uses only the interface of a
variant, so it works for any variant.
"""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import chain, islice, product
from random import Random
from typing import Any, Final

import qwirkle
from qwirkle.api import apply, check, legal_moves, new_game, observe, score
from qwirkle.cells import Cell
from qwirkle.moves import LegalMoves, Move, Place
from qwirkle.notation import parse_move
from qwirkle.registry import get_variant, variants
from qwirkle.state import State
from qwirkle.testing.games import (
    LIMIT,
    SOME,
    Check,
    NotSound,
    game_promise,
    insist,
    listed,
    listed_once,
    on_games,
    promise,
)
from qwirkle.testing.travel import determinism, draws_given, hidden, round_trips
from qwirkle.tiles import Tile
from qwirkle.variant import NAME, Variant

LONGEST_GAME: Final = 5000
"""The largest number of moves of a random game."""


_ID: Final = re.compile(r"[A-Z][0-9]+")


@promise
def registration(variant: Variant) -> None:
    """The variant is found by its name and options, describes every rule, and can be copied
    and pickled."""
    name = variant.name
    insist(NAME.fullmatch(name), "the name is not well-formed", name)
    insist(name in variants(), "variants() does not list it", name)
    usual = get_variant(name)
    is_same = usual.version == variant.version >= 1
    insist(is_same, "the version differs from that of the variant with its name", variant)
    is_same = get_variant(name, **variant.options) == variant
    insist(is_same, "get_variant with its name and options gives a different variant")
    insist(hash(get_variant(name)) == hash(usual), "equal variants hash differently", name)
    evaluated = eval(repr(variant), vars(qwirkle).copy())
    insist(evaluated == variant, "the repr does not evaluate to an equal value")
    for clone in (copy.deepcopy(variant), pickle.loads(pickle.dumps(variant))):
        insist(clone == variant, "a copy is not equal", clone)
    facts = variant.facts()
    for name, option in variant.possible_options.items():
        insist(not option.rules or name in facts, "an option is not among the facts", name)
    for field, fact in facts.items():
        are_ids = fact.rules and all(map(_ID.fullmatch, fact.rules))
        insist(are_ids, "a fact cites no rule, or something that is not a rule id", field)
        insist(fact.text, "a fact has no text", field)
    insist(len(variant.player_counts) > 0, "nobody can play it")
    for hook, place in variant.undeclared().items():
        raise NotSound(f"no fact describes the rule in {place}: add one for {hook!r} to facts()")


@promise
def purity(variant: Variant) -> None:
    """Looking at a state or playing from it never changes it, and always gives the same results."""
    for seed in range(4):
        random = Random(seed)
        state: State = new_game(variant, players=variant.player_counts[-1], seed=seed)
        for _ in range(12):
            frozen, text = copy.deepcopy(state), repr(state)
            moves = listed(state, SOME)
            for move in moves[:6] + moves[-6:]:
                score(state, move)
                first, second = apply(state, move), apply(state, move)
                insist(first == second, "apply differs from itself", text, move)
            for seat in range(len(state.players)):
                insist(observe(state, seat) == observe(state, seat), "observe differs", text)
            insist(state == frozen, "a state changed while it was played from", text)
            insist(repr(state) == text, "a state's repr changed", text)
            insist(hash(state) == hash(frozen), "equal states hash differently", text)
            if state.is_over:
                break
            state = apply(state, legal_moves(state).sample(random))


def contents(state: State) -> list[Tile]:
    """All tiles of a game, in the hands, the supply and elsewhere, sorted."""
    places = state.variant.fields(type(state)).places(state)
    return sorted(piece for _, pieces in places for piece in pieces if isinstance(piece, Tile))


@game_promise
def conservation(states: list[State]) -> None:
    """No tile is lost or made, and hands are sorted."""
    tiles = contents(states[0])
    for state in states:
        insist(contents(state) == tiles, "the tiles of the game have changed", state)
        for hand in state.hands:
            insist(list(hand) == sorted(hand), "a hand is not sorted", state)


@game_promise
def order(states: list[State]) -> None:
    """Every legal move is listed once, in the same order for equal states."""
    state = states[-1]
    moves = listed_once(state)
    insist(len(set(moves)) == len(moves), "a move is listed twice", state)
    for clone in (copy.deepcopy(state), qwirkle.from_json(qwirkle.to_json(state), type(state))):
        insist(listed(clone) == moves, "an equal state lists its moves differently", state)


@game_promise
def membership(states: list[State]) -> None:
    """A move is legal if and only if it is listed, or stands for a listed one; counts, samples and
    partial lists agree."""
    others = {move for state in states for move in listed(state, 30)}
    for state in (*states[:-1:9], states[-1]):
        _membership_at(state, sorted(others, key=str))
    start, variant = states[0], states[0].variant
    for move in listed(start, 1):
        judged = variant.judge(start, move)
        for alike in _elsewhere(move):
            is_same = variant.judge(start, alike) == judged
            is_same = is_same or variant.as_listed(start, alike) != move
            insist(is_same, "a first line elsewhere is judged differently", start, alike)


def _membership_at(state: State, others: list[Move]) -> None:
    """Test a state with its own moves, and with those of other states."""
    view = legal_moves(state)
    moves = listed_once(state)
    insist(bool(view) == bool(moves), "bool() disagrees with the list", state)
    for move in moves[:60]:
        insist(move in view, "a listed move is not 'in'", state, move)
        insist(check(state, move) == (), "a listed move is not legal", state, move)
    if len(moves) <= LIMIT:
        insist(view.count() == len(moves), "count() disagrees with the list", state)
        for move in others:
            is_legal = move in view
            listed = state.variant.as_listed(state, move) if is_legal else move
            insist(is_legal == (listed in moves), "'in' disagrees", state, move)
    if moves:
        sampled = view.sample(Random(len(moves)))
        insist(sampled in view, "sample() gives a move that is not legal", state, sampled)
    for other in (None, "pass", 3, object()):
        insist(other not in view, "something that is not a move is 'in'", state, other)
    for name, part in _parts(view):
        _part_at(state, name, part, moves)
    for move, points in islice(getattr(view, "scored", list[Any])(), SOME):
        insist(move in view, "scored() gives a move that is not legal", state, move)
        same = points == score(state, move).total
        insist(same, "scored() and score() give different points", state, move)


def _elsewhere(move: Move) -> Iterator[Place]:
    """The same tiles at other cells, also in a column instead of a row."""
    placed = move.tiles if isinstance(move, Place) else ()
    for right, down in product(range(-4, 5), repeat=2) if placed else ():
        yield Place(((x + right, y + down), tile) for (x, y), tile in placed)
        yield Place(((y + right, x + down), tile) for (x, y), tile in placed)


def _parts(moves: LegalMoves[Move]) -> Iterator[tuple[str, LegalMoves[Move]]]:
    """The lists that are properties of a list of moves, such as `placements`."""
    for name in dir(type(moves)):
        if isinstance(getattr(type(moves), name), property):
            part = getattr(moves, name)
            if isinstance(part, LegalMoves):
                yield name, part


def _part_at(state: State, name: str, part: LegalMoves[Move], moves: list[Move]) -> None:
    found = list(islice(part, SOME))
    wanted = [move for move in moves if isinstance(move, part.move_type)]
    if len(moves) <= LIMIT or len(wanted) >= SOME:
        insist(found == wanted[:SOME], f"the list {name} is not that part of all moves", state)
    insist(bool(part) == bool(found), f"bool() of {name} disagrees with the list", state)
    for move in found:
        insist(move in part, f"a move of {name} is not 'in'", state, move)
    if len(moves) <= LIMIT:
        insist(part.count() == len(wanted), f"count() of {name} disagrees", state)
        others = [move for move in moves if move not in wanted]
        insist(not any(move in part for move in others), f"another move is in {name}", state)
    if found:
        sampled = part.sample(Random(len(found)))
        insist(sampled in part, f"sample() of {name} gives another move", state, sampled)


@promise
def termination(variant: Variant) -> None:
    """Random games end with a winner, and no move is legal after the end."""
    for players in variant.player_counts:
        for seed in range(3):
            random = Random(f"{seed} {players}")
            state: State = new_game(variant, players=players, seed=seed)
            tiles = contents(state)
            for _ in range(LONGEST_GAME):
                if state.is_over:
                    break
                moves = legal_moves(state)
                insist(moves, "there is no legal move before the end", state)
                move = moves.sample(random)
                points, seat, before = score(state, move).total, state.turn, state
                state = apply(state, move)
                gained = state.scores[seat] - before.scores[seat]
                insist(gained == points, "the points differ from score()", before, move)
            insist(contents(state) == tiles, "the tiles of the game have changed", state)
            insist(state.is_over, f"{players} random players did not finish", seed)
            _ended(state)


def _ended(state: State) -> None:
    outcome = state.outcome
    final = () if outcome is None else outcome.scores
    is_one = len(final) == len(state.players) and all(type(score) is int for score in final)
    insist(is_one, "the final scores are not a whole number for each player", state)
    insist(state.winners or len(state.players) == 1, "nobody won", state)
    insist(not legal_moves(state) and not listed(state), "moves after the end", state)
    views = [observe(state, seat) for seat in range(len(state.players))]
    insist(all(view.outcome == outcome for view in views), "a view has a different outcome", state)
    worlds = [view.sample_state(Random(seed)) for view in views for seed in range(3)]
    are_same = all(world.outcome == outcome for world in worlds)
    insist(are_same, "the outcome depends on hidden things", state)


@game_promise
def scores(states: list[State]) -> None:
    """A move scores the sum of its parts, which is what its player gets, and no move scores more
    than the best."""
    state = states[-1]
    is_one = len(state.scores) == len(state.players)
    insist(is_one, "there is not exactly one score for each player", state)
    _best_at(state)
    for move in listed(state, 40):
        points = score(state, move)
        parts = sum(line.points for line in points.lines) + points.end_bonus + points.bonus_points
        insist(points.total == int(points) == parts, "the parts do not add up", state, move)
        after = apply(state, move)
        gained = [new - old for old, new in zip(state.scores, after.scores, strict=True)]
        mine = gained.pop(state.turn)
        insist(mine == points.total, "the points differ from score()", state, move)
        insist(not any(gained), "another player's score changed", state, move)


def _best_at(state: State) -> None:
    moves, best = listed(state, 40), legal_moves(state).best()
    if best is None:
        insist(not moves, "best() finds no move", state)
        return
    insist(check(state, best) == (), "best() gives a move that is not legal", state, best)
    most = max(score(state, move).total for move in moves)
    insist(score(state, best).total >= most, "best() does not score the most", state, best)


@promise
def words(variant: Variant) -> None:
    """Examples of moves can be typed, and every move has words and cells that people may know."""
    for kind in variant.move_types:
        example = kind.example or kind.verb
        is_kind = type(parse_move(example, variant, forgiving=True)) is kind
        insist(is_kind, f"{example!r} is not a move of the kind {kind.__name__}")

    def test(states: list[State]) -> None:
        state = states[-1]
        if state.is_over:
            return
        view = observe(state, state.turn)
        for move in listed(state, 10):
            said = variant.in_words(state, move)
            insist(isinstance(said, str) and said.strip(), "a move has no words", state, move)
            is_public = said == variant.in_words(view, move)
            insist(is_public, "the words for a move depend on hidden things", state, move)
            cells = variant.highlights(state, move, apply(state, move))
            are_cells = isinstance(cells, tuple) and all(type(cell) is Cell for cell in cells)
            insist(are_cells, "the highlights are not a tuple of cells", state, move)

    on_games(test, variant)


@promise
def errors(variant: Variant) -> None:
    """Wrong input raises an error of the library with a message, and every violation cites its
    rules."""
    for call in _wrong_calls(variant):
        try:
            call()
        except qwirkle.QwirkleError as error:
            insist(str(error), "an error has no message", error)
        except Exception as error:
            raise NotSound(f"bad input gives {error!r}") from error
        else:
            raise NotSound("bad input is accepted")

    def test(states: list[State]) -> None:
        state = states[-1]
        for first in listed(states[0], 1):  # no list has a move that hooks forbid
            for violation in chain(*(check(states[0], alike) for alike in _elsewhere(first))):
                _complete(violation)
        others = {move for other in states for move in listed(other, 10)}
        for move in sorted(others, key=str):
            violations = check(state, move)
            for violation in violations:
                _complete(violation)
            if violations:
                _refused(state, move, violations)

    on_games(test, variant)


def _complete(violation: qwirkle.Violation) -> None:
    is_one = isinstance(violation, qwirkle.Violation)
    insist(is_one, "a reason is not a Violation", violation)
    is_member = isinstance(violation.code, StrEnum)
    insist(is_member, "a code is not a member of an enum", violation)
    insist(violation.rules, "a violation cites no rule", violation)
    are_ids = all(map(_ID.fullmatch, violation.rules))
    insist(are_ids, "a violation cites something that is not a rule id", violation)
    insist(violation.message, "a violation has no message", violation)
    if template := getattr(violation.code, "template", ""):
        is_filled = violation.message == violation.worded(template)
        insist(is_filled, "a sentence does not follow its template", violation)


def _refused(state: State, move: Move, violations: tuple[qwirkle.Violation, ...]) -> None:
    for call in (apply, score):
        try:
            call(state, move)
        except qwirkle.IllegalMove as error:
            insist(error.violations == violations, "the reasons differ from check's", state, move)
        else:
            raise NotSound(f"an illegal move is accepted\n  at {state!r}\n  at {move!r}")


def _wrong_calls(variant: Variant) -> list[Callable[[], Any]]:
    state: State = new_game(variant, players=variant.player_counts[0], seed=1)
    text = qwirkle.to_json(state)
    return [
        lambda: new_game(variant, players=0, seed=1),
        lambda: new_game(variant, players=variant.player_counts[-1] + 1, seed=1),
        lambda: new_game(variant, players="Ada", seed=1),
        lambda: variant.with_options(**{"no-such-option": 1}),
        lambda: variant.position(**{"no-such-field": 1}),
        lambda: variant.position(hands=3),
        lambda: variant.position(hands=["Zz"] * variant.player_counts[0]),
        lambda: variant.position(turn=99),
        lambda: qwirkle.parse_move("no-such-verb", variant),
        lambda: qwirkle.from_json(text[:-1] + ', "no-such-field": 1}'),
        lambda: qwirkle.from_json(text.replace('"turn"', '"return"')),
    ]


CHECKS: Final = (
    registration,
    purity,
    conservation,
    order,
    membership,
    round_trips,
    draws_given,
    hidden,
    termination,
    scores,
    words,
    determinism,
    errors,
)
"""The checks of the suite, in order."""


def suite_for(variant: str | Variant) -> Callable[..., None]:
    """A test for pytest that runs every check on a variant.

    Args:
        variant: a variant, or its name, which is looked up when the test runs.

    >>> test_standard = suite_for("standard")
    """
    import pytest

    # A name can stand for a new object every time, but checks share the games of one object.
    known: list[Variant] = []

    @pytest.mark.parametrize("promise", CHECKS, ids=lambda promise: promise.name)
    def test_conformance(promise: Check) -> None:
        found = get_variant(variant)
        if found not in known:
            known[:] = [found]
        promise(known[0])

    return test_conformance
