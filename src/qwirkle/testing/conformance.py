"""The conformance suite: checks of the promises that every variant makes.

Every check plays games of the variant and tests one promise. A check uses only the interface of a
variant, so it works for any variant.
"""

from __future__ import annotations

import copy
import gc
import hashlib
import os
import pickle
import re
import subprocess
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import islice
from random import Random
from types import FunctionType, ModuleType
from typing import Any, Final

import attrs
from hypothesis import HealthCheck, Phase, Verbosity, given, settings

import qwirkle
from qwirkle.api import apply, check, draws, legal_moves, new_game, observe, score
from qwirkle.cells import Cell
from qwirkle.legal_moves import LegalMoves
from qwirkle.moves import Move
from qwirkle.notation import typed_move
from qwirkle.registry import get_variant, variants
from qwirkle.state import State, View
from qwirkle.testing.strategies import playouts
from qwirkle.tiles import Tile
from qwirkle.variant import NAME, Variant
from qwirkle.words import counted

LIMIT: Final = 400
"""The largest number of moves of a state to list, since a state can have thousands."""

SOME: Final = 60
"""The number of moves to list where a few are enough, since some games list them slowly."""

LONGEST_GAME: Final = 5000
"""The largest number of moves of a random game."""

_ID: Final = re.compile(r"[A-Z][0-9]+")


class NotSound(AssertionError):
    """A broken promise of a variant; the message says which, and where.

    >>> issubclass(NotSound, AssertionError)
    True
    """


def _insist(truth: object, message: str, *where: object) -> None:
    if not truth:
        raise NotSound("\n".join([message, *(f"  at {thing!r}" for thing in where)]))


@attrs.frozen
class Check:
    """A check of the suite, which is a function of a variant, with the promise that it tests.

    >>> from qwirkle.testing import CHECKS
    >>> for check in CHECKS[2:4]:
    ...     print(f"{check.name}: {check.sentence}")
    conservation: No tile is lost or made, and hands are sorted.
    order: Every legal move is listed once, in the same order for equal states.
    """

    name: str
    """The name, which is part of the name of the test."""
    sentence: str
    """The promise, which a failure also states."""
    _run: Callable[[Variant], None]

    def __call__(self, variant: Variant) -> None:
        """Test a variant.

        Raises:
            NotSound: if the variant breaks the promise.
        """
        try:
            self._run(variant)
        except NotSound as error:
            promise = f"  the promise ({self.name}): {self.sentence}"
            raise NotSound(f"{error}\n{promise}") from error.__cause__


_checks: list[Check] = []


def _check(run: Callable[[Variant], None]) -> Check:
    """Add a check to the suite; its docstring is its sentence."""
    check = Check(run.__name__, " ".join((run.__doc__ or "").split()), run)
    _checks.append(check)
    return check


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


@attrs.define
class _Games:
    """The games of a variant that checks look at, and the moves that were listed in them."""

    variant: Variant
    played: list[list[State]] = attrs.field(factory=list)
    are_all: bool = False
    """Whether no game is missing."""
    listed: dict[int, list[Move]] = attrs.field(factory=dict)
    """The moves by the id of the state, which is in use as long as its game is here."""

    def kept(self, states: list[State]) -> list[State]:
        """Keep the states of a game, and give them back."""
        self.played.append(states)
        return states


# The games of the last variant, since most checks look at the same games: playing them, and
# listing their moves, takes longer than the checks do. They belong to one object, and not to all
# that are equal to it, since another one may have another fault.
_last: list[_Games] = []


def _played(test: Callable[[list[State]], None], variant: Variant) -> None:
    """Run a test on the states of many games, and report the first failure with its seed."""

    def on_states(states: list[State]) -> None:
        try:
            test(states)
        except NotSound as error:
            seed, moves = getattr(states[0], "seed", "?"), counted(len(states) - 1, "moves")
            where = f"{variant!r} with {len(states[0].players)} players, seed {seed}, after {moves}"
            sentence, *details = str(error).splitlines()
            raise NotSound("\n".join([sentence, f"  in {where}", *details])) from None

    if _last and _last[0].variant is variant and _last[0].are_all:
        for states in _last[0].played:
            on_states(states)
        return
    # The first check tests each game before the next one is played, since a variant may be so
    # faulty that some games cannot be played.
    _last[:] = [_Games(variant)]
    usual = settings(
        max_examples=12,
        phases=[Phase.generate],
        deadline=None,
        derandomize=True,
        database=None,
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=Verbosity.quiet,  # a game as Hypothesis shows it takes hundreds of lines
        suppress_health_check=list(HealthCheck),  # pyright: ignore[reportArgumentType]
    )
    usual(given(playouts(variant, max_moves=30).map(_last[0].kept))(on_states))()
    _last[0].are_all = True


def _listed(state: State | View, most: int = LIMIT + 1) -> list[Move]:
    return list(islice(legal_moves(state), most))


def _listed_once(state: State) -> list[Move]:
    """The moves of a state of the games that are being tested."""
    listed = _last[0].listed
    if id(state) not in listed:
        listed[id(state)] = _listed(state)
    return listed[id(state)]


@_check
def registration(variant: Variant) -> None:
    """The variant is found by its name and options, describes every rule, and can be copied
    and pickled."""
    name = variant.name
    _insist(NAME.fullmatch(name), "the name is not well-formed", name)
    _insist(name in variants(), "variants() does not list it", name)
    usual = get_variant(name)
    _insist(
        usual.version == variant.version >= 1,
        "the version differs from that of the variant with its name",
        variant,
    )
    _insist(
        get_variant(name, **variant.options) == variant,
        "get_variant with its name and options gives a different variant",
    )
    _insist(hash(get_variant(name)) == hash(usual), "equal variants hash differently", name)
    _insist(
        eval(repr(variant), vars(qwirkle).copy()) == variant,
        "the repr does not evaluate to an equal value",
    )
    for clone in (copy.deepcopy(variant), pickle.loads(pickle.dumps(variant))):
        _insist(clone == variant, "a copy is not equal", clone)
    for field, fact in variant.facts().items():
        _insist(fact.rules and all(map(_ID.fullmatch, fact.rules)), "a fact cites no rule", field)
        _insist(fact.text, "a fact has no text", field)
    _insist(len(variant.player_counts) > 0, "nobody can play it")
    for hook, place in variant.undeclared().items():
        raise NotSound(f"no fact describes the rule in {place}: add one for {hook!r} to facts()")


@_check
def purity(variant: Variant) -> None:
    """Looking at a state or playing from it never changes it, and always gives the same results."""
    for seed in range(4):
        random = Random(seed)
        state: State = new_game(variant, players=variant.player_counts[-1], seed=seed)
        for _ in range(12):
            frozen, text = copy.deepcopy(state), repr(state)
            moves = _listed(state, SOME)
            for move in moves[:6] + moves[-6:]:
                score(state, move)
                first, second = apply(state, move), apply(state, move)
                _insist(first == second, "apply differs from itself", text, move)
            for seat in range(len(state.players)):
                _insist(observe(state, seat) == observe(state, seat), "observe differs", text)
            _insist(state == frozen, "a state changed while it was played from", text)
            _insist(repr(state) == text, "a state's repr changed", text)
            _insist(hash(state) == hash(frozen), "equal states hash differently", text)
            if state.is_over:
                break
            state = apply(state, legal_moves(state).sample(random))


def contents(state: State) -> list[Tile]:
    """All tiles of a game, in the hands, the supply and elsewhere, sorted."""
    places = state.variant.fields(type(state)).places(state)
    return sorted(piece for _, pieces in places for piece in pieces if isinstance(piece, Tile))


@_check
def conservation(variant: Variant) -> None:
    """No tile is lost or made, and hands are sorted."""

    def test(states: list[State]) -> None:
        tiles = contents(states[0])
        for state in states[1:]:
            _insist(contents(state) == tiles, "the tiles of the game have changed", state)
        for state in states:
            for hand in state.hands:
                _insist(list(hand) == sorted(hand), "a hand is not sorted", state)

    _played(test, variant)


@_check
def order(variant: Variant) -> None:
    """Every legal move is listed once, in the same order for equal states."""

    def test(states: list[State]) -> None:
        state = states[-1]
        moves = _listed_once(state)
        _insist(len(set(moves)) == len(moves), "a move is listed twice", state)
        for clone in (copy.deepcopy(state), qwirkle.from_json(qwirkle.to_json(state), type(state))):
            _insist(_listed(clone) == moves, "an equal state lists its moves differently", state)

    _played(test, variant)


@_check
def membership(variant: Variant) -> None:
    """A move is legal if and only if it is listed, or stands for a listed one; counts, samples and
    partial lists agree."""

    def test(states: list[State]) -> None:
        others = {move for state in states for move in _listed(state, 30)}
        for state in (*states[:-1:9], states[-1]):
            _membership_at(state, sorted(others, key=str))

    _played(test, variant)


def _membership_at(state: State, others: list[Move]) -> None:
    """Test a state with its own moves, and with those of other states."""
    view = legal_moves(state)
    moves = _listed_once(state)
    _insist(bool(view) == bool(moves), "bool() disagrees with the list", state)
    for move in moves[:60]:
        _insist(move in view, "a listed move is not 'in'", state, move)
        _insist(check(state, move) == (), "a listed move is not legal", state, move)
    if len(moves) <= LIMIT:
        _insist(view.count() == len(moves), "count() disagrees with the list", state)
        for move in others:
            is_legal = move in view
            listed = state.variant.as_listed(state, move) if is_legal else move
            _insist(is_legal == (listed in moves), "'in' disagrees", state, move)
    if moves:
        sampled = view.sample(Random(len(moves)))
        _insist(sampled in view, "sample() gives a move that is not legal", state, sampled)
    for other in (None, "pass", 3, object()):
        _insist(other not in view, "something that is not a move is 'in'", state, other)
    for name, part in _parts(view):
        _part_at(state, name, part, moves)
    for move, points in islice(getattr(view, "scored", list[Any])(), SOME):
        _insist(move in view, "scored() gives a move that is not legal", state, move)
        same = points == score(state, move).total
        _insist(same, "scored() and score() give different points", state, move)


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
        _insist(found == wanted[:SOME], f"the list {name} is not that part of all moves", state)
    _insist(bool(part) == bool(found), f"bool() of {name} disagrees with the list", state)
    for move in found:
        _insist(move in part, f"a move of {name} is not 'in'", state, move)
    if len(moves) <= LIMIT:
        _insist(part.count() == len(wanted), f"count() of {name} disagrees", state)
        others = [move for move in moves if move not in wanted]
        _insist(not any(move in part for move in others), f"another move is in {name}", state)
    if found:
        sampled = part.sample(Random(len(found)))
        _insist(sampled in part, f"sample() of {name} gives another move", state, sampled)


@_check
def round_trips(variant: Variant) -> None:
    """Texts, JSON, records, reprs, copies and pickles can be read back without a change."""

    def test(states: list[State]) -> None:
        state = states[-1]
        things: list[State | View] = [state]
        things += [observe(state, seat) for seat in range(len(state.players))]
        for thing in things:
            for clone in (
                qwirkle.from_json(qwirkle.to_json(thing)),
                pickle.loads(pickle.dumps(thing)),
                copy.deepcopy(thing),
            ):
                _insist(clone == thing, "a round trip is not equal", thing, clone)
                _insist(hash(clone) == hash(thing), "equal things hash differently", thing)
        _insist(
            eval(repr(state), vars(qwirkle).copy()) == state,
            "the repr does not evaluate to an equal value",
            state,
        )
        record = qwirkle.GameRecord(states[0])
        for move in _listed(state, 40):
            _insist(
                qwirkle.parse_move(str(move), state) == move, "a text gives a different move", move
            )
        while len(record.turns) < 8 and (moves := _listed(record.state, 40)):
            move = moves[len(record.turns) % len(moves)]
            _insist(
                qwirkle.parse_move(str(move), state) == move, "a text gives a different move", move
            )
            record = record.play(move)
        again = qwirkle.GameRecord.parse(str(record))
        _insist(again == record, "a parsed record is not equal", record)
        _insist(again.state == record.state, "a record replays differently", record)

    _played(test, variant)


@_check
def draws_given(variant: Variant) -> None:
    """Giving a move the pieces that it would draw anyway makes no difference."""

    def test(states: list[State]) -> None:
        state = states[-1]
        for move in _listed(state, 20):
            drawn = draws(state, move)
            _insist(
                apply(state, move, draw=drawn) == apply(state, move),
                "giving the pieces that would be drawn makes a difference",
                state,
                move,
            )

    _played(test, variant)


@_check
def hidden(variant: Variant) -> None:
    """A view reveals nothing that its player may not know, and has moves only on that player's
    turn."""

    def test(states: list[State]) -> None:
        state = states[-1]
        for seat in range(len(state.players)):
            view = observe(state, seat)
            _insist(view.hand == state.hands[seat], "a view has a different hand", state, seat)
            others = Counter(t for i, hand in enumerate(state.hands) if i != seat for t in hand)
            _insist(
                others <= Counter(view.unseen),
                "a tile of another player is not unseen",
                state,
                seat,
            )
            _insist(_reaches_no_state(view), "a state can be reached from a view", state, seat)
            worlds = [view.sample_state(Random(seed)) for seed in range(4)]
            hands = {tuple(h for i, h in enumerate(w.hands) if i != seat) for w in worlds}
            if _unknown(state, view):
                _insist(len(hands) > 1, "sampling always deals the same hands", state, seat)
                _insist(_holds_no_hand(view, state), "a view holds another's hand", state, seat)
            for world in worlds:
                other = observe(world, seat)
                _insist(other == view, "a view shows what its player cannot know", state, seat)
                _insist(hash(other) == hash(view), "equal views hash differently", state, seat)
                _insist(repr(other) == repr(view), "a view's repr leaks", state, seat)
                same = qwirkle.to_json(other) == qwirkle.to_json(view)
                _insist(same, "a view's JSON leaks", state, seat)
            for shown in variant.scene(view).seats[:seat] + variant.scene(view).seats[seat + 1 :]:
                _insist(shown.hand is None, "a view's scene shows another hand", state, seat)
            _insist(qwirkle.render.text(view), "a view cannot be drawn", state, seat)
            moves = _listed(view)
            if seat == state.turn:
                _insist(
                    moves == _listed_once(state),
                    "the view of the player to move has different moves",
                    state,
                )
                for move in moves[:10]:
                    _insist(
                        score(view, move) == score(state, move),
                        "a view gives a different score",
                        state,
                        move,
                    )
            else:
                _insist(
                    not moves and not legal_moves(view), "a waiting player has moves", state, seat
                )
                for move in _listed(state, 3):
                    _insist(check(view, move), "a move of a waiting player is legal", state, move)

    _played(test, variant)


def _unknown(state: State, view: View) -> bool:
    """Whether the other hands are not small, and much more than these hands is unseen."""
    sizes = [len(hand) for seat, hand in enumerate(state.hands) if seat != view.seat]
    return min(sizes, default=0) >= 3 and len(view.unseen) >= sum(sizes) + 10


def _holds_no_hand(view: View, state: State) -> bool:
    """Whether no other player's hand can be reached from a view through references."""
    others = {hand for seat, hand in enumerate(state.hands) if seat != view.seat}
    others.discard(view.hand)
    return not any(type(thing) is tuple and thing in others for thing in _reached(view))


def _reaches_no_state(view: View) -> bool:
    """Whether no state can be reached from a view through references."""
    return not any(isinstance(thing, State) for thing in _reached(view))


def _reached(view: View) -> Iterator[object]:
    """All objects that can be reached from a view, except code and the variant itself."""
    seen: set[int] = set()
    found: list[object] = [view]
    while found:
        thing = found.pop()
        if id(thing) in seen or isinstance(thing, (type, ModuleType, FunctionType, Variant)):
            continue
        seen.add(id(thing))
        yield thing
        found += gc.get_referents(thing)


@_check
def termination(variant: Variant) -> None:
    """Random games end with a winner, and no move is legal after the end."""
    for players in variant.player_counts:
        for seed in range(3):
            random = Random(f"{seed} {players}")
            state: State = new_game(variant, players=players, seed=seed)
            first = state
            for _ in range(LONGEST_GAME):
                if state.is_over:
                    break
                moves = legal_moves(state)
                _insist(moves, "there is no legal move before the end", state)
                move = moves.sample(random)
                points, seat, before = score(state, move).total, state.turn, state
                state = apply(state, move)
                gained = state.scores[seat] - before.scores[seat]
                _insist(gained == points, "the points differ from score()", before, move)
            _insist(
                contents(state) == contents(first),
                "the tiles of the game have changed",
                state,
            )
            _insist(state.is_over, f"{players} random players did not finish", seed)
            _ended(state)


def _ended(state: State) -> None:
    outcome = state.outcome
    _insist(outcome is not None and outcome.scores == state.scores, "the outcome is wrong", state)
    _insist(state.winners, "nobody won", state)
    _insist(not legal_moves(state) and not _listed(state), "moves after the end", state)
    views = [observe(state, seat) for seat in range(len(state.players))]
    _insist(all(view.outcome == outcome for view in views), "a view has a different outcome", state)


@_check
def scores(variant: Variant) -> None:
    """A move scores the sum of its parts, which is what its player gets, and no move scores more
    than the best."""

    def test(states: list[State]) -> None:
        state = states[-1]
        _insist(
            len(state.scores) == len(state.players),
            "there is not exactly one score for each player",
            state,
        )
        _best_at(state)
        for move in _listed(state, 40):
            points = score(state, move)
            parts = sum(line.points for line in points.lines) + points.end_bonus
            _insist(points.total == int(points) == parts, "the parts do not add up", state, move)
            after = apply(state, move)
            gained = [new - old for old, new in zip(state.scores, after.scores, strict=True)]
            mine = gained.pop(state.turn)
            _insist(mine == points.total, "the points differ from score()", state, move)
            _insist(not any(gained), "another player's score changed", state, move)

    _played(test, variant)


def _best_at(state: State) -> None:
    moves, best = _listed(state, 40), legal_moves(state).best()
    if best is None:
        _insist(not moves, "best() finds no move", state)
        return
    _insist(check(state, best) == (), "best() gives a move that is not legal", state, best)
    most = max(score(state, move).total for move in moves)
    _insist(score(state, best).total >= most, "best() does not score the most", state, best)


@_check
def words(variant: Variant) -> None:
    """Examples of moves can be typed, and every move has words and cells that people may know."""
    for kind in variant.move_types:
        if kind.example:
            is_kind = type(typed_move(kind.example, variant)) is kind
            _insist(is_kind, f"{kind.example!r} is not a move of the kind {kind.__name__}")

    def test(states: list[State]) -> None:
        state = states[-1]
        if state.is_over:
            return
        view = observe(state, state.turn)
        for move in _listed(state, 10):
            said = variant.in_words(state, move)
            _insist(isinstance(said, str) and said.strip(), "a move has no words", state, move)
            is_public = said == variant.in_words(view, move)
            _insist(is_public, "the words for a move depend on hidden things", state, move)
            cells = variant.highlights(state, move, apply(state, move))
            are_cells = isinstance(cells, tuple) and all(type(cell) is Cell for cell in cells)
            _insist(are_cells, "the highlights are not a tuple of cells", state, move)

    _played(test, variant)


@_check
def determinism(variant: Variant) -> None:
    """The same seeds give the same games in other processes, whatever their hash seed."""
    here = digest(variant)
    try:
        sent = b64encode(pickle.dumps(variant)).decode()
    except Exception as error:
        raise NotSound(f"it cannot be sent to another process: {error!r}") from error
    program = (
        "import base64, pickle, sys; from qwirkle.testing.conformance import digest;"
        "print(digest(pickle.loads(base64.b64decode(sys.argv[1]))))"
    )
    for hash_seed in ("1", "4321"):
        run = subprocess.run(
            [sys.executable, "-c", program, sent],
            env={
                **os.environ,
                "PYTHONHASHSEED": hash_seed,
                "PYTHONPATH": os.pathsep.join(sys.path),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        _insist(run.returncode == 0, f"it does not run in another process: {run.stderr}")
        _insist(run.stdout.strip() == here, "another process plays a different game", hash_seed)


def digest(variant: Variant) -> str:
    """A fingerprint of a few games: of the listed moves, and of the states after the moves made."""
    found = hashlib.sha256()
    for seed in range(2):
        random = Random(seed)
        state: State = new_game(variant, players=variant.player_counts[0], seed=seed)
        for _ in range(25):
            if state.is_over:
                break
            found.update(" | ".join(map(str, _listed(state, SOME))).encode())
            state = apply(state, legal_moves(state).sample(random))
            found.update(repr(state).encode())
    return found.hexdigest()


@_check
def errors(variant: Variant) -> None:
    """Wrong input raises an error of the library with a message, and every violation cites its
    rules."""
    for call in _wrong_calls(variant):
        try:
            call()
        except qwirkle.QwirkleError as error:
            _insist(str(error), "an error has no message", error)
        except Exception as error:
            raise NotSound(f"bad input gives {error!r}") from error
        else:
            raise NotSound("bad input is accepted")

    def test(states: list[State]) -> None:
        state = states[-1]
        others = {move for other in states for move in _listed(other, 10)}
        for move in sorted(others, key=str):
            violations = check(state, move)
            for violation in violations:
                _insist(
                    isinstance(violation.code, StrEnum),
                    "a code is not a member of an enum",
                    violation,
                )
                _insist(violation.rules, "a violation cites no rule", violation)
                _insist(
                    all(map(_ID.fullmatch, violation.rules)),
                    "a violation cites something that is not a rule id",
                    violation,
                )
                _insist(violation.message, "a violation has no message", violation)
                if template := getattr(violation.code, "template", ""):
                    is_filled = violation.message == violation.worded(template)
                    _insist(is_filled, "a sentence does not follow its template", violation)
            if violations:
                _refused(state, move, violations)

    _played(test, variant)


def _refused(state: State, move: Move, violations: tuple[qwirkle.Violation, ...]) -> None:
    for call in (apply, score):
        try:
            call(state, move)
        except qwirkle.IllegalMove as error:
            _insist(error.violations == violations, "the reasons differ from check's", state, move)
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


CHECKS: Final = tuple(_checks)
"""The checks of the suite, in order."""
