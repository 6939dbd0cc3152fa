"""Promises about what leaves a game: views, texts, JSON, and the same games elsewhere."""

from __future__ import annotations

import copy
import gc
import hashlib
import os
import pickle
import subprocess
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random
from types import FunctionType, ModuleType

import qwirkle
from qwirkle.api import apply, check, draws, legal_moves, new_game, observe, score
from qwirkle.state import State, View
from qwirkle.testing.games import SOME, NotSound, game_promise, insist, listed, listed_once, promise
from qwirkle.tiles import Tile
from qwirkle.variant import Variant


@game_promise
def round_trips(states: list[State]) -> None:
    """Texts, JSON, records, reprs, copies and pickles can be read back without a change."""
    state = states[-1]
    for thing in (state, *(observe(state, seat) for seat in range(len(state.players)))):
        for clone in (
            qwirkle.from_json(qwirkle.to_json(thing)),
            pickle.loads(pickle.dumps(thing)),
            copy.deepcopy(thing),
        ):
            insist(clone == thing, "a round trip is not equal", thing, clone)
            insist(hash(clone) == hash(thing), "equal things hash differently", thing)
    evaluated = eval(repr(state), vars(qwirkle).copy())
    insist(evaluated == state, "the repr does not evaluate to an equal value", state)
    record = qwirkle.GameRecord(states[0])
    while len(record.turns) < 8 and (moves := listed(record.state, 40)):
        record = record.play(moves[len(record.turns) % len(moves)])
    for move in (*listed(state, 40), *(turn.move for turn in record.turns)):
        read = qwirkle.parse_move(str(move), state)
        insist(read == move, "a text gives a different move", move)
    again = qwirkle.GameRecord.parse(str(record))
    insist(again == record, "a parsed record is not equal", record)
    insist(again.state == record.state, "a record replays differently", record)


@game_promise
def draws_given(states: list[State]) -> None:
    """Giving a move the pieces that it would draw anyway makes no difference."""
    state = states[-1]
    for move in listed(state, 20):
        is_same = apply(state, move, draw=draws(state, move)) == apply(state, move)
        insist(is_same, "giving the pieces that would be drawn makes a difference", state, move)


@game_promise
def hidden(states: list[State]) -> None:
    """A view reveals nothing that its player may not know, and has moves only on that player's
    turn."""
    state = states[-1]
    variant = state.variant
    for seat in range(len(state.players)):
        view = observe(state, seat)
        insist(view.hand == state.hands[seat], "a view has a different hand", state, seat)
        owners = [i for i in range(len(state.hands)) if i != seat and not variant.sees(seat, i)]
        others = tuple(state.hands[owner] for owner in owners)
        open_hands = [None if i in owners else hand for i, hand in enumerate(state.hands)]
        are_open = [*view.open_hands] == open_hands
        insist(are_open, "a view shows the wrong hands", state, seat)
        are_unseen = Counter(chain(*others)) <= Counter(view.unseen)
        insist(are_unseen, "a tile of another player is not unseen", state, seat)
        has_state = any(isinstance(thing, State) for thing in _reached(view))
        insist(not has_state, "a state can be reached from a view", state, seat)
        worlds = [view.sample_state(Random(seed)) for seed in range(4)]
        if _are_unknown(others, view):
            hands = {tuple(world.hands[owner] for owner in owners) for world in worlds}
            insist(len(hands) > 1, "sampling always deals the same hands", state, seat)
            secret = {*others} - {*open_hands}
            has_hand = any(type(thing) is tuple and thing in secret for thing in _reached(view))
            insist(not has_hand, "a view holds another's hand", state, seat)
        for world in worlds:
            other = observe(world, seat)
            insist(other == view, "a view shows what its player cannot know", state, seat)
            insist(hash(other) == hash(view), "equal views hash differently", state, seat)
            insist(repr(other) == repr(view), "a view's repr leaks", state, seat)
            same = qwirkle.to_json(other) == qwirkle.to_json(view)
            insist(same, "a view's JSON leaks", state, seat)
        scene = variant.scene(view)
        are_hidden = all(scene.seats[owner].hand is None for owner in owners)
        insist(are_hidden, "a view's scene shows another hand", state, seat)
        insist(qwirkle.render.text(view), "a view cannot be drawn", state, seat)
        moves = listed(view)
        if seat == state.turn:
            is_same = moves == listed_once(state)
            insist(is_same, "the view of the player to move has different moves", state)
            for move in moves[:10]:
                is_same = score(view, move) == score(state, move)
                insist(is_same, "a view gives a different score", state, move)
        else:
            has_none = not moves and not legal_moves(view)
            insist(has_none, "a waiting player has moves", state, seat)
            for move in listed(state, 3):
                insist(check(view, move), "a move of a waiting player is legal", state, move)


def _are_unknown(hands: tuple[tuple[Tile, ...], ...], view: View) -> bool:
    """Whether the other hands are large enough, and far more is unseen than they hold."""
    sizes = [*map(len, hands)]
    return min(sizes, default=0) >= 3 and len(view.unseen) >= sum(sizes) + 10


def _reached(view: View) -> Iterator[object]:
    """All objects that can be reached from a view through references, except code and the variant
    itself."""
    seen: set[int] = set()
    found: list[object] = [view]
    while found:
        thing = found.pop()
        if id(thing) in seen or isinstance(thing, (type, ModuleType, FunctionType, Variant)):
            continue
        seen.add(id(thing))
        yield thing
        found += gc.get_referents(thing)


@promise
def determinism(variant: Variant) -> None:
    """The same seeds give the same games in other processes, whatever their hash seed."""
    here = digest(variant)
    try:
        sent = b64encode(pickle.dumps(variant)).decode()
    except Exception as error:
        raise NotSound(f"it cannot be sent to another process: {error!r}") from error
    program = (
        "import base64, pickle, sys; from qwirkle.testing.travel import digest;"
        "print(digest(pickle.loads(base64.b64decode(sys.argv[1]))))"
    )
    path = os.pathsep.join(sys.path)
    for hash_seed in ("1", "4321"):
        run = subprocess.run(
            [sys.executable, "-c", program, sent],
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        insist(run.returncode == 0, f"it does not run in another process: {run.stderr}")
        insist(run.stdout.strip() == here, "another process plays a different game", hash_seed)


def digest(variant: Variant) -> str:
    """A fingerprint of a few games: of the listed moves, and of the states after the moves made."""
    found = hashlib.sha256()
    for seed in range(2):
        random = Random(seed)
        state: State = new_game(variant, players=variant.player_counts[0], seed=seed)
        for _ in range(25):
            if state.is_over:
                break
            found.update(" | ".join(map(str, listed(state, SOME))).encode())
            state = apply(state, legal_moves(state).sample(random))
            found.update(repr(state).encode())
    return found.hexdigest()
