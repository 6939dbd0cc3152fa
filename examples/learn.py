"""A player that learns from games against itself how much a move is worth beyond its points.

After a move, a network estimates how many points its player will gain more than the other player in
the rest of the game. The player makes the move with the largest sum of points and estimate. At
first all estimates are 0, so it plays like ``greedy``.

It needs the dependency group ``learn`` and the extra ``gymnasium``. Run it with
``python examples/learn.py [--minutes N] [--seed N] [--tests N] [--json FILE] [--save FILE]``. A seed
always gives the same games on the same machine with the same version of PyTorch.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from afterstates import PER_CELL, PER_POSITION, Features, Options, features, options
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

import qwirkle
from qwirkle import Move, TileView
from qwirkle.bots import Bot

MOVES: Final = 8  # to choose from, those that score the most
NOISE: Final = 0.7  # points: how far chance decides between moves, so that it tries new ones
GAMES: Final = 64  # played at once, before each round of learning
STEPS: Final = 40  # of learning in a round
BATCH: Final = 256  # turns to learn from in a step
MEMORY: Final = 40_000  # turns to choose these from, the last ones played
FOLLOWED: Final = 0.7  # how far what a turn is worth follows the game, and not the next estimate
KEPT: Final = 0.998  # how much of the average network a step keeps
ROUNDS: Final = 30  # from one test to the next


class Network(nn.Module):
    """It looks at every open cell, then at the sums and the maxima of what it has found there."""

    def __init__(self, width: int = 48, inner: int = 64) -> None:
        super().__init__()
        relu, last = nn.ReLU(), nn.Linear(inner, 1)
        nn.init.zeros_(last.weight)
        nn.init.zeros_(last.bias)
        self.cell = nn.Sequential(nn.Linear(PER_CELL, width), relu, nn.Linear(width, width), relu)
        first = nn.Linear(2 * width + PER_POSITION, inner)
        self.whole = nn.Sequential(first, relu, nn.Linear(inner, inner), relu, last)

    def forward(self, cells: Tensor, owners: Tensor, positions: Tensor) -> Tensor:
        """Estimate the points that the player of each position will gain more than the other."""
        found = self.cell(cells)
        none = torch.zeros(len(positions), found.shape[1])
        total = none.index_add(0, owners, found) / 10
        most = none.scatter_reduce(0, owners[:, None].expand_as(found), found, "amax")
        return 5 * self.whole(torch.cat([total, most, positions], 1))[:, 0]


class Turn(NamedTuple):
    """A turn: the points, the estimate for the position after it, and the numbers of that."""

    points: int
    estimate: float
    cells: Any
    position: Any


def estimates(network: nn.Module, found: Sequence[Options]) -> tuple[Features, Any]:
    """The numbers of the positions after all these moves, and the estimates for them."""
    seen = features(*(np.concatenate(arrays) for arrays in [*zip(*found, strict=True)][2:]))
    with torch.no_grad():
        return seen, network(*map(torch.from_numpy, seen)).numpy()


def player(network: nn.Module) -> Bot:
    """A bot that uses a network."""

    def learned(view: TileView) -> Move:
        option = options(view, MOVES)
        _, values = estimates(network, [option])
        return option.moves[int(np.argmax(option.points + values))]

    return learned


def played(network: nn.Module, chance: np.random.Generator) -> Iterator[list[Turn]]:
    """The turns of some games of the network against itself."""
    deals = chance.integers(2**63, size=GAMES)
    states = [qwirkle.new_game(players=2, seed=int(deal)) for deal in deals]
    games: list[list[Turn]] = [[] for _ in states]
    while going := [game for game, state in enumerate(states) if not state.is_over]:
        found = [options(qwirkle.observe(states[game], states[game].turn), MOVES) for game in going]
        seen, values = estimates(network, found)
        row = 0
        for game, option in zip(going, found, strict=True):
            own = values[row : row + len(option.moves)]
            best = int(np.argmax(option.points + own + NOISE * chance.gumbel(size=len(own))))
            before, after = states[game], qwirkle.apply(states[game], option.moves[best])
            gained = after.scores[before.turn] - before.scores[before.turn]
            cells = slice(*np.searchsorted(seen.owners, [row + best, row + best + 1]))
            numbers = seen.cells[cells].copy(), seen.positions[row + best].copy()
            games[game].append(Turn(gained, float(own[best]), *numbers))
            states[game] = after
            row += len(own)
    yield from games


def lessons(turns: Sequence[Turn]) -> Iterator[tuple[Turn, float]]:
    """Each turn of a game with the estimate that would have been right, from the last turn on.

    That is a mixture of how the game went on and of later estimates.
    """
    worth = 0.0
    for number, turn in enumerate(reversed(turns)):
        yield turn, worth
        later = FOLLOWED * worth + (1 - FOLLOWED) * turn.estimate if number else 0.0
        worth = -(turn.points + later)


def learn(network: nn.Module, optimizer: Any, chosen: Sequence[tuple[Turn, float]]) -> None:
    """Move the estimates after some turns towards those that would have been right."""
    turns, worth = zip(*chosen, strict=True)
    cells = np.concatenate([turn.cells for turn in turns])
    owners = np.repeat(np.arange(len(turns)), [len(turn.cells) for turn in turns])
    positions = np.stack([turn.position for turn in turns])
    found = network(*map(torch.from_numpy, (cells, owners, positions)))
    optimizer.zero_grad()
    nn.functional.mse_loss(found, torch.tensor(worth)).backward()
    optimizer.step()


def learning(seed: int) -> Iterator[AveragedModel]:
    """Learn for ever: the network to use before each round, an average of the last ones learnt."""
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    network = Network()
    average = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(KEPT))
    optimizer = torch.optim.Adam(network.parameters())
    memory: list[tuple[Turn, float]] = []
    while True:
        yield average
        for turns in played(average, chance):
            memory += lessons(turns)
        memory = memory[-MEMORY:]
        for _ in range(STEPS):
            chosen = [memory[place] for place in chance.integers(len(memory), size=BATCH)]
            learn(network, optimizer, chosen)
            average.update_parameters(network)


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn for some time, and test now and then."""
    parser = ArgumentParser(description="Learn to beat the greedy bot. Ctrl-C ends it early.")
    parser.add_argument("--minutes", type=float, default=30, help="of processor time (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the games (%(default)s)")
    parser.add_argument("--tests", type=int, default=400, help="games of a test (%(default)s)")
    parser.add_argument("--json", type=Path, help="a file for the results of all tests")
    parser.add_argument("--save", type=Path, help="a file for the network")
    given = parser.parse_args(arguments)
    torch.set_num_threads(1)  # more would mostly wait, since the arrays are small
    begun = perf_counter(), process_time()
    curve: list[dict[str, float]] = []

    def test(network: nn.Module, rounds: int, games: int, seed: int) -> None:
        """Play against `greedy`, on deals that are never learnt from."""
        wall, seconds = perf_counter() - begun[0], process_time() - begun[1]
        found = qwirkle.simulate("standard", [player(network), "greedy"], games, seed)
        won, error = round(found.win_rates[0], 4), round(found.standard_errors[0], 4)
        print(f"{rounds * GAMES} games, {seconds:.0f} s: wins {won:.1%} ± {error:.1%}", flush=True)
        spent = {"games": rounds * GAMES, "seconds": round(seconds), "wall": round(wall)}
        curve.append({**spent, "tests": games, "won": won, "error": error})

    with suppress(KeyboardInterrupt):
        for rounds, network in enumerate(learning(given.seed)):
            if rounds % ROUNDS == 0:
                test(network, rounds, given.tests, seed=1)
            if process_time() - begun[1] > 60 * given.minutes:
                break
    test(network, rounds, 5 * given.tests, seed=2)
    if given.json:
        told = {"seed": given.seed, "torch": torch.__version__, "curve": curve}
        given.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    if given.save:
        torch.save(network.module.state_dict(), given.save)


if __name__ == "__main__":
    main()
