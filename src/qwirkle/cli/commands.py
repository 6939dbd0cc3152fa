"""What each command does."""

from __future__ import annotations

import importlib
import json
import secrets
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, suppress
from io import TextIOWrapper
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TaskID, TimeRemainingColumn
from rich.text import Text

from qwirkle import render
from qwirkle.api import new_game
from qwirkle.cells import Cell
from qwirkle.cli import chart
from qwirkle.cli.arguments import parser
from qwirkle.cli.files import check_output, form_of, free_path, png, read, write
from qwirkle.cli.reports import brief, differences, list_of_variants, picture, rules_of, score_sheet
from qwirkle.cli.session import Session
from qwirkle.codec import from_json
from qwirkle.errors import InvalidValue, QwirkleError, SimulationError
from qwirkle.moves import Move, Place
from qwirkle.record import GameRecord
from qwirkle.registry import get_variant, variant_of
from qwirkle.results import Simulation
from qwirkle.simulation import simulate
from qwirkle.state import State, View
from qwirkle.words import counted

MOST_WORKERS: Final = {"win32": 61}
"""The most processes of a pool, on systems that have a limit."""

SAVED: Final = "qwirkle-game.txt"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns:
        0 if all went well, 1 if not, 130 after Ctrl-C. A command line that makes no sense
        leaves with 2, as always.

    >>> main(["compare", "standard", "mindware"])
    standard and mindware are played alike.
    0
    """
    understood = parser()
    given = understood.parse_args(arguments)
    if given.command is None:
        understood.print_help(sys.stderr)
        return 2
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # names may have letters that it lacks
    console = Console(highlight=False)
    try:
        _COMMANDS[given.command](given, console)
    except KeyboardInterrupt:
        return 130
    except QwirkleError as error:
        print(f"qwirkle: {brief(str(error))}", file=sys.stderr)
        return 1
    return 0


def _demo(given: Namespace, console: Console) -> None:
    session = _new_session(given, Path(), console)
    while not session.state.is_over:
        bot = session.chairs[session.state.turn].bot
        if bot is None:
            raise InvalidValue("only bots play in a demo; 'qwirkle play' is for people")
        _step(session, session.chosen_by(bot), None, given.delay)
    console.print(score_sheet(session.record))


def _play(given: Namespace, console: Console) -> None:
    if given.resume:
        session = Session.resumed(given.resume, console)
        session.path = given.save or given.resume
    else:
        session = _new_session(given, given.save or free_path(SAVED), console)
    check_output(session.path)
    with suppress(ImportError):  # where it exists, it lets people edit what they type
        importlib.import_module("readline")
    console.print("Type a move, or 'help'. Ctrl-C leaves, and the game is saved.")
    session.run()


def _variants(given: Namespace, console: Console) -> None:
    console.print(list_of_variants())


def _rules(given: Namespace, console: Console) -> None:
    console.print(rules_of(get_variant(given.name)))


def _compare(given: Namespace, console: Console) -> None:
    console.print(differences(get_variant(given.first), get_variant(given.second)))


def _show(given: Namespace, console: Console) -> None:
    table, last = _read_table(given)
    form = given.to or form_of(given.output or Path())
    if form is None:
        raise InvalidValue(
            f"{given.output} does not end in .txt, .svg or .png; "
            "choose such a name, or say the form with --to"
        )
    if form == "text" and given.output is None:
        console.print(picture(table, console))
        return
    drawn = f"{render.text(table)}\n" if form == "text" else render.svg(table, last=last)
    if given.output:
        write(given.output, png(drawn) if form == "png" else drawn)
    elif form == "svg":
        console.out(drawn, end="")
    else:
        raise InvalidValue("say where to write the picture, with --output FILE")


def _read(path: Path) -> State | View | GameRecord[State]:
    """The position or the game that a file holds, as JSON or as a record for people."""
    text = read(path)
    return from_json(text) if text.lstrip().startswith("{") else GameRecord.parse(text)


def _read_table(given: Namespace) -> tuple[State | View, Sequence[Cell]]:
    """What a file holds, at the moment that is wanted, and where the last move was."""
    record = _read(given.file)
    if not isinstance(record, GameRecord):
        if given.after is not None:
            raise InvalidValue(f"--after is for games, and {given.file} is not a game record")
        return record, ()
    count = len(record.turns) if given.after is None else given.after
    if count > len(record.turns):
        raise InvalidValue(
            f"the game in {given.file} has {counted(len(record.turns), 'moves')}, not {count}"
        )
    record = GameRecord(record.start, record.turns[:count])
    move = record.turns[-1].move if record.turns else None
    return record.state, move.cells if isinstance(move, Place) else ()


def _replay(given: Namespace, console: Console) -> None:
    record = _read(given.file)
    if not isinstance(record, GameRecord):
        raise InvalidValue(f"{given.file} is not a game record, but a position")
    session = Session(GameRecord(record.start), (), Path(), console)
    console.print(picture(record.start, console))
    for turn in record.turns:
        _step(session, turn.move, turn.draw, given.delay)
    console.print(score_sheet(record))


def _simulate(given: Namespace, console: Console) -> None:
    found: dict[str, Simulation] = {}
    names = given.variant or ["standard"]
    for name in names:
        new_game(name, players=len(given.seats), seed=0)
    for path in filter(None, (given.json, given.chart)):
        check_output(path)
    stopped: SimulationError | None = None
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with ExitStack() as stack:
        executor: Executor | None = None
        if given.workers > 1:
            workers = min(given.workers, MOST_WORKERS.get(sys.platform, given.workers))
            # Spawned processes work alike on every system.
            pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
            executor = stack.enter_context(pool)
        bars = stack.enter_context(Progress(*columns, console=Console(stderr=True)))
        for name in names:
            task = bars.add_task(name, total=given.games)

            def advance(done: int, task: TaskID = task) -> None:
                bars.update(task, completed=done)

            try:
                found[name] = simulate(
                    name, given.seats, given.games, given.seed, executor, progress=advance
                )
            except SimulationError as error:
                if error.finished.games:
                    found[name] = error.finished
                stopped = error
                break
    if found:
        _report(found, given, console)
    if stopped is not None:
        raise stopped


def _report(found: Mapping[str, Simulation], given: Namespace, console: Console) -> None:
    """Show the results of simulations, and write them to the files that were asked for."""
    console.print(chart.in_terminal(found, console))
    if given.json:
        numbers = {name: result.summary() for name, result in found.items()}
        write(given.json, json.dumps(numbers, indent=1) + "\n")
    if given.chart:
        drawn = chart.as_svg(found)
        write(given.chart, png(drawn) if form_of(given.chart) == "png" else drawn)


def _new_session(given: Namespace, path: Path, console: Console) -> Session:
    variant = variant_of(given.variant, dict(given.option))
    names = [chair.name for chair in given.seats]
    seed = secrets.randbits(32) if given.seed is None else given.seed
    state: State = new_game(variant, players=names, seed=seed)
    console.print(Text(brief(f"{variant.name}, with the seed {seed}: {', '.join(names)}")))
    return Session(GameRecord(state), given.seats, path, console)


def _step(session: Session, move: Move, draw: object, delay: float) -> None:
    """Make a move, show the table, and let people who watch look at it."""
    session.play(move, draw)
    session.console.print(picture(session.state, session.console))
    session.console.print()
    if session.console.is_terminal:
        time.sleep(delay)


_COMMANDS: Final[Mapping[str, Callable[[Namespace, Console], None]]] = {
    "demo": _demo,
    "play": _play,
    "variants": _variants,
    "rules": _rules,
    "compare": _compare,
    "show": _show,
    "replay": _replay,
    "simulate": _simulate,
}
