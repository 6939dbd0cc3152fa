"""The speed of the tile game, compared with chess and with a plain move generator.

    python benchmarks/speed.py [--quick] [--json FILE] [--chart FILE.svg]

This prints tables of times and of ratios, and writes them as JSON and as a chart. The ratios are
to the package ``chess`` in the same run, measured in turns, so that a slow or noisy machine affects
both alike. `measures.py` describes the measurements and which caches are warm; the positions are
those of `positions.py`, with new states in every round.
Needs chess (without it there are no ratios), and matplotlib for the chart.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

import imports
import positions
import yardsticks
from measures import (
    FULL,
    MEASURES,
    QUICK,
    Measure,
    Plan,
    Run,
    Things,
    alternating,
    as_it_is,
    in_python,
    lazily,
    made,
    prepared_in_python,
)
from positions import HANDS, SIZES

import qwirkle

TEXTBOOK: Final = 20
"""The number of positions for the textbook's generator, which is a hundred times as slow."""


class Row(NamedTuple):
    """The times of one measurement, as medians of the rounds."""

    name: str
    unit: str
    known: str
    ours: float
    """The microseconds per unit."""
    python: float | None
    """The same without the compiled kernel, if there is one."""
    chess: float | None
    """The microseconds per unit of the yardstick."""
    ratio: float | None
    """The time divided by that of the yardstick, as the median of the rounds."""
    least: float | None
    most: float | None
    """The smallest and the largest ratio of a round."""
    target: float | None
    """The largest acceptable ratio."""


class Growth(NamedTuple):
    """The time to find all placements on boards of one size, with hands of one size."""

    tiles: int
    hand: int
    placements: float
    """The median number of placements."""
    open_cells: float
    """The median number of empty cells that touch a tile."""
    ours: float
    """The microseconds per position, lazily scored."""
    ratio: float | None
    """The ratio to chess in the same run."""
    each: float
    """The microseconds per placement and open cell, which should not grow with the board."""


class Report(NamedTuple):
    """All results."""

    plan: Plan
    rows: list[Row]
    textbook: float
    """The time of the textbook's generator divided by that of the library."""
    growth: list[Growth]
    worst: list[int]
    """The numbers of placements of the worst positions."""
    games: dict[str, float]
    """The number of whole games per second, by kind."""
    state_bytes: float
    """The bytes that a retained state needs in addition to the one before it."""
    python_bytes: float | None
    """The same without the compiled kernel, if there is one."""
    board_bytes: float | None
    """The same for a copy of a chess board."""
    imports: dict[str, float]
    """The milliseconds of ``import qwirkle`` and of the package that it is compared with."""


def measured(plan: Plan) -> Report:
    """Measure everything, after some games, since a bot's process has warm caches too."""
    qwirkle.simulate("standard", ["random", "greedy"], games=10 * plan.games)
    rows = [_row(measure, plan) for measure in MEASURES]
    games = {}
    for measure, row in zip(MEASURES, rows, strict=True):
        if measure.games:
            plies = [measure.run(seed) for seed in range(plan.games)]
            games[measure.name] = 1e6 * measure.games * len(plies) / (row.ours * sum(plies))
    worst = next(measure for measure in MEASURES if measure.name.startswith("worst"))
    return Report(
        plan,
        rows,
        _textbook(plan),
        [
            _growth(size, hand, plan)
            for hand in HANDS
            for size in SIZES
            if positions.growing(size, hand, plan.growing)
        ],
        [qwirkle.legal_moves(make()).placements.count() for make in worst.prepare(plan, 0)],
        games,
        _state_bytes(),
        in_python(_state_bytes)() if qwirkle.accelerated else None,
        _board_bytes(),
        imports.milliseconds(imports.runs(_packages(), 3 * plan.rounds)),
    )


def _packages() -> list[str]:
    return ["qwirkle", "chess"] if yardsticks.chess_version() else ["qwirkle"]


def _row(measure: Measure, plan: Plan) -> Row:
    """Time one measurement, in turns with its yardstick."""
    ours: list[float] = []
    python: list[float] = []
    theirs: list[float] = []
    for round_ in range(1, plan.rounds + 1):
        _progress(f"{measure.name}, round {round_} of {plan.rounds}")
        things = measure.prepare(plan, round_)
        works = [(measure.run, things)]
        if qwirkle.accelerated:
            works.append(prepared_in_python(measure, plan, round_))
        other = yardsticks.yardstick(measure.yardstick, len(things), round_)
        works += [other] if other else []
        mine, *found = alternating(*works, batches=min(10, len(things)))
        ours.append(mine)
        if qwirkle.accelerated:
            python.append(found.pop(0))
        theirs += found
    ratios = [mine / other for mine, other in zip(ours, theirs, strict=False)]
    return Row(
        measure.name,
        measure.unit,
        measure.known,
        median(ours),
        median(python) if python else None,
        median(theirs) if ratios else None,
        median(ratios) if ratios else None,
        min(ratios, default=None),
        max(ratios, default=None),
        measure.target,
    )


def _textbook(plan: Plan) -> float:
    """The median of the textbook's time divided by that of the library."""
    found: list[float] = []
    step = max(1, plan.positions // TEXTBOOK)
    for round_ in range(1, min(3, plan.rounds) + 1):
        _progress(f"the textbook, round {round_}")
        cases = [case.renamed(round_) for case in positions.middle(plan.positions)[::step]]
        states = list(map(made, cases))
        asked = [as_it_is(yardsticks.plain(case.fresh())) for case in cases]
        mine, plain = alternating((lazily, states), (yardsticks.textbook_moves, asked))
        found.append(plain / mine)
    return median(found)


def _growth(size: int, hand: int, plan: Plan) -> Growth:
    """Time one size of board with one size of hand."""
    cases = positions.growing(size, hand, plan.growing)
    ours: list[float] = []
    ratios: list[float] = []
    for round_ in range(1, plan.rounds + 1):
        _progress(f"{size} tiles and {hand} in hand, round {round_} of {plan.rounds}")
        works: list[tuple[Run, Things]] = [(lazily, [made(case.renamed(round_)) for case in cases])]
        other = yardsticks.yardstick("moves", len(cases), round_)
        works += [other] if other else []
        found = alternating(*works)
        ours.append(found[0])
        ratios += [found[0] / time for time in found[1:]]
    placed = [case.placements for case in cases]
    cells = [positions.open_cells(case.fresh()) for case in cases]
    time = median(ours)
    return Growth(
        size,
        hand,
        median(placed),
        median(cells),
        time,
        median(ratios) if ratios else None,
        time / (median(placed) + median(cells)),
    )


def _state_bytes() -> float:
    """The bytes per retained state of a random game, with its moves listed."""
    _progress("memory")
    for seed in (1, 2):  # the first game fills the caches
        tracemalloc.start()
        states = [qwirkle.new_game(seed=seed)]
        random = Random(seed)
        start = tracemalloc.get_traced_memory()[0]
        while not states[-1].is_over:
            state = states[-1]
            states.append(qwirkle.apply(state, qwirkle.legal_moves(state).sample(random)))
        state_bytes = (tracemalloc.get_traced_memory()[0] - start) / len(states)
        tracemalloc.stop()
    return state_bytes


def _board_bytes() -> float | None:
    """The bytes per copy of a chess board."""
    if yardsticks.chess_version() is None:
        return None
    tracemalloc.start()
    boards = yardsticks.retained_boards(1, 100)
    board_bytes = tracemalloc.get_traced_memory()[0] / len(boards)
    tracemalloc.stop()
    return board_bytes


def _progress(text: str) -> None:
    print(f"\r{text:60}", end="", file=sys.stderr, flush=True)


# Output


def printed(report: Report) -> str:
    """The report as text."""
    plan = report.plan
    engine = "with the compiled kernel" if qwirkle.accelerated else "in pure Python"
    lines = [
        f"{plan.positions} positions, {plan.rounds} rounds, {engine}; 'chess' is list(board.legal_moves),",
        "or a ply of a random game. The ratio is the median of the rounds, then the smallest and largest.",
        "",
        f"{'':26} {'per':8} {'here, µs':>9} {'Python, µs':>17} {'chess, µs':>9} {'ratio':>6}  "
        f"{'rounds':13} {'target':>6}",
    ]
    lines += map(_row_text, report.rows)
    lines += [
        "",
        f"the textbook's generator takes {report.textbook:.0f} times as long as the library",
    ]
    for name, rate in report.games.items():
        lines.append(f"{name}: {rate:.1f} games per second")
    worst = f"{min(report.worst)} to {max(report.worst)} placements"
    lines += [f"the worst cases: six shapes of one colour in hand, {worst}"]
    memory = f"a retained state takes {report.state_bytes:.0f} bytes"
    if report.python_bytes is not None:
        memory += f" ({report.python_bytes:.0f} without the kernel)"
    if report.board_bytes is not None:
        memory += f", a copy of a chess board {report.board_bytes:.0f}"
    lines.append(memory)
    lines += [f"import {name}: {time:.0f} ms" for name, time in report.imports.items()]
    lines += ["", "growth, all placements lazily scored; the last column should not grow"]
    heads = ("tiles", "hand", "placements", "open cells", "µs", "ratio", "µs for each of both")
    lines.append("".join(f"{head:>{max(8, len(head) + 2)}}" for head in heads))
    for size in report.growth:
        ratio = "" if size.ratio is None else f"{size.ratio:.2f}"
        lines.append(
            f"{size.tiles:8}{size.hand:8}{size.placements:12.0f}{size.open_cells:12.0f}{size.ours:8.0f}"
            f"{ratio:>8}{size.each:21.2f}"
        )
    return "\n".join(lines)


def _row_text(row: Row) -> str:
    text = f"{row.name:26} {row.unit:8} {row.ours:9.1f}"
    if row.python is not None:
        text += f" {row.python:8.1f} ({row.python / row.ours:4.1f}x)"
    else:
        text += " " * 18
    if row.chess is None or row.ratio is None:
        return text
    rounds = f"{row.least:.2f}-{row.most:.2f}"
    text += f" {row.chess:9.1f} {row.ratio:6.2f}  {rounds:13}"
    if row.target is not None:
        text += f" {row.target:6.2f} {'met' if row.ratio <= row.target else 'missed'}"
    return text


def as_json(report: Report) -> dict[str, Any]:
    """Everything as JSON values."""
    return {
        "python": platform.python_version(),
        "chess": yardsticks.chess_version(),
        **report._asdict(),
        "plan": report.plan._asdict(),
        "rows": [row._asdict() for row in report.rows],
        "growth": [size._asdict() for size in report.growth],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="only a few positions, to try it out")
    parser.add_argument("--json", type=Path, help="the file for all numbers")
    parser.add_argument("--chart", type=Path, help="the file for a chart, .svg or .png")
    asked = parser.parse_args(arguments)
    report = measured(QUICK if asked.quick else FULL)
    _progress("")
    print(file=sys.stderr)
    print(printed(report))
    if asked.json:
        text = json.dumps(as_json(report), indent=1, ensure_ascii=False) + "\n"
        asked.json.write_text(text, encoding="utf-8")
    if asked.chart:
        from chart import draw  # matplotlib is slow to import

        draw(asked.chart, report)


if __name__ == "__main__":
    main()
