"""The environments for programs that learn: steps in a second on one core.

    python benchmarks/environments.py [--steps N] [--games N] [--json FILE]

Random games are played in every environment, which take turns in rounds, so that a slow or noisy
machine affects all alike. A step includes the new observation and the mask; with *choosing*, it
also includes finding a random possible action. Games that are over begin again, and that counts
too. The ratios are to PettingZoo's environment with the engine that is in use, in the same round. Needs numpy,
gymnasium and pettingzoo.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple

import numpy as np

import qwirkle
from qwirkle import _engine
from qwirkle.adapters.gymnasium import QwirkleEnv
from qwirkle.adapters.pettingzoo import raw_env
from qwirkle.adapters.vector import VectorEnv

ROUNDS: Final = 5
"""The number of rounds, besides one to warm up."""
SLOWER: Final = 20
"""How many times fewer steps are taken without the kernel, and in environments of one game."""


class Env(NamedTuple):
    """An environment in which random games are played."""

    choose: Callable[[], Any]
    """Find a random possible action, or one for each game."""
    step: Callable[[Any], None]
    """Take a step, and begin again when a game is over."""
    size: int = 1
    """The number of games."""


class Row(NamedTuple):
    """The steps in a second in one environment, as medians of the rounds."""

    name: str
    steps: float
    with_choosing: float
    ratio: float
    """The steps in a second divided by those of PettingZoo's environment, without choosing."""


def vector(count: int) -> Env:
    """Many games at once."""
    games = VectorEnv(count)
    games.reset(seed=1)
    return Env(games.sample, games.step, count)  # type: ignore[arg-type]  # its result is not needed


def gym() -> Env:
    """One player against a random bot."""
    game, random = QwirkleEnv(opponents="random"), np.random.default_rng(1)
    game.reset(seed=1)

    def step(action: Any) -> None:
        _, _, over, cut, _ = game.step(action)
        if over or cut:
            game.reset()

    return Env(lambda: random.choice(np.flatnonzero(game.action_masks())), step)


def zoo() -> Env:
    """Agents in turns."""
    game, random = raw_env(), np.random.default_rng(1)
    game.reset(seed=1)
    seen: Any = game.last()

    def step(action: Any) -> None:
        nonlocal seen
        game.step(action)
        seen = game.last()
        if seen[2] or seen[3]:
            game.reset()
            seen = game.last()

    def choose() -> Any:
        return random.choice(np.flatnonzero(seen[0]["action_mask"].view(np.bool_)))

    return Env(choose, step)


def rates(env: Env, steps: int) -> tuple[float, float]:
    """The steps in a second, without choosing the actions and with it."""
    times, spent, chosen = max(1, steps // env.size), 0.0, 0.0
    for _ in range(times):
        begin = process_time()
        action = env.choose()
        middle = process_time()
        env.step(action)
        chosen += middle - begin
        spent += process_time() - middle
    return times * env.size / spent, times * env.size / (spent + chosen)


def in_python(call: Callable[[], Any]) -> Any:
    """The result of a call without the compiled kernel."""
    before, _engine.kernel = _engine.kernel, None
    try:
        return call()
    finally:
        _engine.kernel = before


def measured(steps: int, count: int) -> list[Row]:
    """The rows of all environments."""
    makers = {
        f"VectorEnv, {count} games": lambda: vector(count),
        "QwirkleEnv": gym,
        "PettingZoo": zoo,
    }
    envs = {name: make() for name, make in makers.items()}
    slow = {name: in_python(make) for name, make in makers.items() if qwirkle.accelerated}
    found: dict[str, list[tuple[float, float]]] = {}
    for round_ in range(ROUNDS + 1):
        for name, env in envs.items():
            each = steps // ROUNDS // (1 if env.size > 1 else SLOWER)
            now = {name: rates(env, each)}
            if name in slow:
                now[f"{name}, Python"] = in_python(lambda: rates(slow[name], each // SLOWER))  # noqa: B023
            for label, rate in now.items() if round_ else ():  # the first round warms up
                found.setdefault(label, []).append(rate)
    yardstick = [steps for steps, _ in found["PettingZoo"]]
    return [
        Row(
            name,
            median(steps for steps, _ in each),
            median(both for _, both in each),
            median(steps / other for (steps, _), other in zip(each, yardstick, strict=True)),
        )
        for name, each in found.items()
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=1_000_000, help="about so many (%(default)s)")
    parser.add_argument("--games", type=int, default=64, help="games at once (%(default)s)")
    parser.add_argument("--json", type=Path, help="the file for all numbers")
    asked = parser.parse_args(arguments)
    rows = measured(asked.steps, asked.games)
    print(f"{'':32} {'steps/s':>10} {'with choosing':>14} {'ratio':>8}")
    for row in rows:
        print(f"{row.name:32} {row.steps:10.0f} {row.with_choosing:14.0f} {row.ratio:8.2f}")
    if asked.json:
        text = json.dumps([row._asdict() for row in rows], indent=1)
        asked.json.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
