"""The same game played in the library and in OpenSpiel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pyspiel

import qwirkle
import qwirkle.adapters.open_spiel  # registers the game
from qwirkle import Exchange, Move, Place, TileState
from qwirkle.authoring import Piece, TileGame
from qwirkle.supply import mixed

VARIANTS = [name for name in qwirkle.variants() if isinstance(qwirkle.get_variant(name), TileGame)]


def draw(state: Any, pieces: Sequence[Piece], supply: Sequence[Piece], known: int) -> int:
    """Let chance draw the first pieces of a supply whose last pieces have a known order.

    Every chance node must have the outcomes and probabilities that follow from that.
    Return the number of nodes in which chance had no choice because of the known order.
    """
    forced = 0
    numbers = {str(kind): number for number, kind in enumerate(state.node.setting.kinds)}
    for i, piece in enumerate(pieces):
        assert state.is_chance_node()
        unknown = supply[i : max(i, len(supply) - known)]
        counts = Counter(map(str, unknown or supply[i : i + 1]))
        forced += not unknown
        outcomes = state.chance_outcomes()
        assert dict(outcomes) == {
            numbers[name]: count / counts.total() for name, count in counts.items()
        }
        assert [number for number, _ in outcomes] == state.legal_actions()
        assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-9
        assert state.action_to_string(numbers[str(piece)]) == f"draw {piece}"
        state.apply_action(numbers[str(piece)])
    return forced


def choose(state: Any, random: Random) -> Move:
    """Let the player to move take random steps until the turn is over, and return the move."""
    placed: list[tuple[qwirkle.Cell, str]] = []
    marked: list[str] = []
    while True:
        action = random.choice(state.legal_actions())
        words = state.action_to_string(action)
        state.apply_action(action)
        match words.split():
            case [tile, "at", cell]:
                placed.append((qwirkle.Cell.parse(cell), tile))
            case ["mark", tile]:
                marked.append(tile)
            case ["end", "the", "turn"]:
                return Place(placed) if placed else Exchange(marked)
            case _:
                return qwirkle.parse_move(words, state.node.setting.variant)


def games(
    variant: str, players: int, seed: int, rounds: int = 10
) -> Iterator[tuple[Any, TileState, int]]:
    """A random game in both: the states after the deal and after every move, and the number of
    forced draws. The library draws from its own supply, which OpenSpiel must follow."""
    game = pyspiel.load_game(
        "python_qwirkle", {"variant": variant, "players": players, "idle_rounds": rounds}
    )
    random = Random(seed)
    here = qwirkle.new_game(variant, players=players, seed=seed)
    there = game.new_initial_state()
    box = mixed(here.variant.pieces(), seed, 0)
    draw(there, box[: len(box) - len(here.supply)], box, 0)
    known = 0
    yield there, here, 0
    while not there.is_terminal():
        assert there.current_player() == here.turn
        move = choose(there, random)
        forced = draw(there, qwirkle.api.draws(here, move), here.supply.tiles, known)
        here = qwirkle.apply(here, move)
        if isinstance(move, Exchange) and here.variant.rules.supply == "stacks":
            known += len(move.tiles)
        known = min(known, len(here.supply))
        yield there, here, forced
