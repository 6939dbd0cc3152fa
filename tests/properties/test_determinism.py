"""The same seed and moves give the same game, in every process and every Python."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

import qwirkle

GAMES = """
import sys
from random import Random

import qwirkle

sys.stdout.reconfigure(encoding="utf-8", newline="\\n")
RULES = [
    {},
    {"supply": "stacks", "tie_break": "youngest"},
    {"stuck": "may-exchange", "no_play": "all-passed"},
]
PLAYERS = [2, ["Ada", "Bj\\u00f6rn", "Chlo\\u00e9"], [qwirkle.Player(n, age=9) for n in "ABCD"]]
for number in range(9):
    rules, players = RULES[number % 3], PLAYERS[number // 3]
    variant = qwirkle.get_variant("standard", **rules)
    state = qwirkle.new_game(variant, players=players, seed=number * 10**18 + 1)
    random = Random(number)
    record = qwirkle.GameRecord(state)
    while not state.is_over:
        moves = qwirkle.legal_moves(state)
        exchanging = random.random() < 0.1 and moves.exchanges
        chosen = moves.exchanges if exchanging else moves.placements or moves
        move = chosen.sample(random)
        print(state.turn, move, qwirkle.score(state, move).total, moves.count())
        record = record.play(move)
        state = qwirkle.apply(state, move)
    assert state == record.state
    print(qwirkle.to_json(state))
    for seat in range(len(state.players)):
        print(qwirkle.to_json(qwirkle.observe(state, seat)))
    print(record)
"""

DIGEST = "83e22d7692e5246018928dbf49d84235fef91b17113eb29a1fa53a545ed62905"
"""The SHA-256 of what the games print. If it changes, saved games and seeds no longer mean
what they did: that is a new version of the variant or of the format, not a detail."""


def printed(hash_seed: str) -> bytes:
    """The output of a new Python process that plays the games with a hash seed."""
    done = subprocess.run(
        [sys.executable, "-c", GAMES],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_games_are_the_same_in_every_process(hash_seed: str) -> None:
    """Moves, points, records and JSON of seeded games do not depend on hashes or on the Python."""
    output = printed(hash_seed)
    assert output.count(b"\n") > 500
    assert hashlib.sha256(output).hexdigest() == DIGEST


def test_the_deal_of_a_seed_never_changes() -> None:
    """A seed always gives these hands and this supply."""
    state = qwirkle.new_game(players=3, seed=2024)
    assert [" ".join(map(str, hand)) for hand in state.hands] == [
        "Os Ot Gd Gk Bs Ps",
        "Rx Ok Yt Bd Bt Px",
        "Od Yk Gc Gd Bk Pk",
    ]
    assert " ".join(map(str, state.supply.tiles[:12])) == "Bx Bx Ox Rk Bc Bk Yx Px Gs Rk Ot Bs"
    assert state.turn == 0


def test_the_exchange_of_a_seed_never_changes() -> None:
    """The order of the bag after an exchange depends only on the seed and the number of moves."""
    state = qwirkle.position(
        board="Rs@0,0", hands=["Bs Bc Gd", "Gd"], supply="Rc Rd Rt Rk Rx Oc Os", seed=7, ply=3
    )
    after = qwirkle.apply(state, qwirkle.Exchange("Bc Gd"))
    assert " ".join(map(str, after.hands[0])) == "Rc Rd Bs"
    assert " ".join(map(str, after.supply.tiles)) == "Oc Rx Gd Bc Os Rt Rk"
    other = qwirkle.position(
        board="Px@4,4", hands=["Bs Bc Gd", "Gd"], supply="Rc Rd Rt Rk Rx Oc Os", seed=7, ply=3
    )
    assert qwirkle.apply(other, qwirkle.Exchange("Bc Gd")).supply == after.supply
