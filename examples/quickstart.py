"""Play a whole game between two greedy players, and show the board after every move.

Run it with ``python examples/quickstart.py [SEED]``.
"""

from __future__ import annotations

import sys

import qwirkle


def main(seed: int = 2006) -> qwirkle.TileState:
    """Play the game and print every turn."""
    state = qwirkle.new_game(players=["Ada", "Bob"], seed=seed)
    print(f"A game of {state.variant.name} Qwirkle with the seed {seed}\n")
    print(qwirkle.render.text(state))
    while not state.is_over:
        name = state.players[state.turn].name
        move = qwirkle.bots.greedy(qwirkle.observe(state, state.turn))
        score = qwirkle.score(state, move)
        state = qwirkle.apply(state, move)
        parts = [f"{line.points} ({line})" for line in score.lines]
        parts += [f"{score.end_bonus} (the end)"] * bool(score.end_bonus)
        print(f"\n{name}: {move}")
        print(f"  {score.total} points = {' + '.join(parts)}" if parts else "  no points")
        print(qwirkle.render.text(state))
    return state


if __name__ == "__main__":
    if len(sys.argv) > 2 or not all(word.isdecimal() for word in sys.argv[1:]):
        sys.exit("usage: python examples/quickstart.py [SEED]   (the seed is a whole number)")
    main(*map(int, sys.argv[1:]))
