"""Many games between bots: simulations and tournaments, their progress, and their charts."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from multiprocessing import get_context
from typing import Final, TypeAlias
from xml.sax.saxutils import escape

from rich.console import Console, Group, RenderableType
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from qwirkle.bots import Bot, bot_name
from qwirkle.cli import reports
from qwirkle.cli.files import check_output, form_of, png, write
from qwirkle.cli.seats import first_state, seated
from qwirkle.errors import DecodeError, InvalidValue, QwirkleError
from qwirkle.programs import Program
from qwirkle.registry import variant_of
from qwirkle.results import SimulatedGame, Simulation, printable
from qwirkle.simulation import stream
from qwirkle.tournaments import Tournament, tournament
from qwirkle.words import counted

MOST_WORKERS: Final = {"win32": 61}
"""The most processes of a pool, on systems with a limit."""


def simulation(given: Namespace, console: Console) -> None:
    """Let bots play many games, and show the results; also if they stop early."""
    chosen = {name: variant_of(name, dict(given.option)) for name in given.variant or ["standard"]}
    players = _players(given)
    for variant in chosen.values():
        first_state(variant, [chair.name for chair in given.seats], 0)
    if given.out and len(chosen) > 1:
        raise InvalidValue("a file has the games of one variant; choose one, or leave out --out")
    if given.moves and not given.out:
        raise InvalidValue("--moves is for a file; say which with --out FILE")
    options = {"first": given.first, "moves": given.moves, "file": given.out}
    found: dict[str, Simulation] = {}
    stopped: list[BaseException] = []

    def until_stopped(games: Iterable[SimulatedGame]) -> Iterator[SimulatedGame]:
        try:
            yield from games
        except (QwirkleError, KeyboardInterrupt) as error:
            stopped.append(error)

    with _work(given) as (pool, bars):
        for name, variant in chosen.items():
            games = stream(variant, players, given.games, given.seed, pool, **options)
            with closing(games):
                shown = until_stopped(bars.track(games, given.games, description=name))
                result = Simulation(variant, [*map(bot_name, players)], shown, keep=False)
            if result.count:
                found[name] = result
            if stopped:
                break
    if found:
        _report(found, given, console)
    if stopped:
        if found and given.out and not isinstance(stopped[0], DecodeError):
            kept = sum(result.count for result in found.values())  # there is one
            done = f"{kept} of {counted(given.games, 'games')} are kept"
            print(f"qwirkle: {done}; the same command continues after them", file=sys.stderr)
        raise stopped[0]


def competition(given: Namespace, console: Console) -> int:
    """Let every bot play every other; the exit code is 1 if one of them failed."""
    variant, players = variant_of(given.variant, dict(given.option)), _players(given)
    with _work(given) as (pool, bars):
        pairs = len(players) * (len(players) - 1) // 2
        task = bars.add_task(variant.name, total=given.games * pairs)
        how = (variant, players, given.games, given.seed, pool)
        found = tournament(*how, progress=lambda done: bars.update(task, completed=done))
    console.print(Text(str(found)), soft_wrap=True)
    _write_results(given, found.summary(), panels_of_bots(found))
    return 1 if found.failures else 0


def _players(given: Namespace) -> list[str | Bot]:
    """The bots of a simulation: programs, and the names of all others."""
    chairs = seated(given)
    return [chair.bot if isinstance(chair.bot, Program) else chair.kind for chair in chairs]


@contextmanager
def _work(given: Namespace) -> Iterator[tuple[ProcessPoolExecutor | None, Progress]]:
    """The processes for many games, if there is more than one, and progress bars."""
    for path in filter(None, (given.json, given.chart)):
        check_output(path)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with _pool(given.workers) as pool, Progress(*columns, console=Console(stderr=True)) as bars:
        yield pool, bars


def _pool(workers: int) -> ProcessPoolExecutor | nullcontext[None]:
    """The processes that play the games, or none if this process plays them."""
    if workers == 1:
        return nullcontext()
    most = min(workers, MOST_WORKERS.get(sys.platform, workers))
    # Spawned processes work the same way on every system.
    return ProcessPoolExecutor(most, mp_context=get_context("spawn"))


def _report(found: Mapping[str, Simulation], given: Namespace, console: Console) -> None:
    """Show the results of simulations, and write the requested files."""
    console.print(chart_in_terminal(found, console))
    numbers = {name: result.summary() for name, result in found.items()}
    _write_results(given, numbers, panels(found))


def _write_results(given: Namespace, numbers: object, panels: Panels) -> None:
    if given.json:
        write(given.json, json.dumps(numbers, indent=1) + "\n")
    if given.chart:
        drawn = chart_as_svg(panels)
        write(given.chart, png(drawn) if form_of(given.chart) == "png" else drawn)


# Charts

_BLOCKS: Final = 40
"""The number of characters in the longest bar."""

_WIDTH: Final = 680
_LABELS: Final = 230
_ROW: Final = 24
_BAR: Final = 320
"""Sizes in pixels: the chart, the labels on its left, the height of a row, the longest bar."""


Panels: TypeAlias = dict[str, list[tuple[str, float, str]]]
"""The rows of each part of a chart, by its title: a label, the length of the bar as a fraction of
the longest possible one, and the number as text."""


def panels(found: Mapping[str, Simulation]) -> Panels:
    """The statistics of simulations by variant."""
    points: dict[str, float] = {}
    lengths: dict[str, float] = {}
    wins, starts = [], []
    for name, result in found.items():
        for i, bot in enumerate(result.bots):
            label = f"{name}: {i + 1}. {printable(bot)}"
            points[label] = result.points_per_turn[i]
            wins.append(_share(label, result.win_rates[i], result.standard_errors[i]))
        lengths[name] = result.mean_length
        starts.append(_share(name, result.starter_wins, result.starter_error))
    return {
        "Points per turn": _numbers(points),
        "Moves in a game": _numbers(lengths),
        "Games won +- standard error": wins,
        "Games that the starter won +- standard error": starts,
    }


def panels_of_bots(found: Tournament) -> Panels:
    """The ratings of a tournament, and the wins of each bot, the best bot first."""
    names, best, ratings = [*map(printable, found.bots)], found.ranking, found.ratings
    low = ratings[best[-1]][0] - 100  # gives the last one a bar too
    most = ratings[best[0]][0] - low
    rated = [(names[bot], *ratings[bot]) for bot in best]
    parts: Panels = {
        "Ratings +- standard error": [
            (name, (rating - low) / most, f"{rating:+.0f} +- {error:.0f}")
            for name, rating, error in rated
        ]
    }
    for place, bot in enumerate(best, 1):
        parts[f"Games won by {place}. {names[bot]}"] = [
            _share(f"against {names[rival]}", *found.rate(bot, rival))
            for rival in best
            if rival != bot
        ]
    return parts


def _share(label: str, value: float, error: float) -> tuple[str, float, str]:
    return label, value, f"{value:.1%} +- {error:.1%}"


def _numbers(values: Mapping[str, float]) -> list[tuple[str, float, str]]:
    full = max(values.values()) or 1
    return [(label, value / full, f"{value:.2f}") for label, value in values.items()]


def chart_in_terminal(found: Mapping[str, Simulation], console: Console) -> Group:
    """The chart of simulations as text."""
    block = "#" if console.options.ascii_only else "█"
    parts: list[RenderableType] = []
    for title, rows in panels(found).items():
        table = Table(title=title, title_justify="left", show_header=False, box=None)
        for label, part, number in rows:
            bar = block * round(_BLOCKS * part)
            table.add_row(Text(label), Text(number, justify="right"), bar)
        parts.append(table)
    games = "; ".join(
        f"{reports.label_of(result.variant)}: {counted(result.count, 'games')}, "
        f"{result.unfinished} not finished"
        for result in found.values()
    )
    return Group(*parts, Text(games))


def chart_as_svg(panels: Panels) -> str:
    """A chart as SVG."""
    parts: list[str] = []
    said: list[str] = []
    y = 8
    for title, rows in panels.items():
        said.append(f"{title}: " + ", ".join(f"{label} {number}" for label, _, number in rows))
        parts.append(_svg_text(16, y + 24, title, "font-weight='bold'"))
        y += 34
        for label, part, number in rows:
            length = round(_BAR * part)
            parts.append(_svg_text(_LABELS - 8, y + 15, label, "text-anchor='end'"))
            parts.append(f"<rect x='{_LABELS}' y='{y + 3}' width='{length}' height='{_ROW - 8}'/>")
            parts.append(_svg_text(_LABELS + length + 8, y + 15, number, ""))
            y += _ROW
    height = y + 12
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' width='{_WIDTH}' height='{height}' "
        f"viewBox='0 0 {_WIDTH} {height}' font-family='sans-serif' font-size='13' fill='#0072b2'>"
    )
    words = f"<title>Results of the games</title><desc>{escape('; '.join(said))}</desc>"
    ground = f"<rect width='{_WIDTH}' height='{height}' fill='#ffffff'/>"
    return "\n".join([head, words, ground, *parts, "</svg>"]) + "\n"


def _svg_text(x: int, y: int, text: str, how: str) -> str:
    return f"<text x='{x}' y='{y}' fill='#222222' {how}>{escape(text)}</text>"
