"""The commands of ``qwirkle`` and their arguments."""

from __future__ import annotations

import importlib
import json
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final, NoReturn

from rich.console import Console
from rich.text import Text

from qwirkle import __version__, accelerated, render
from qwirkle.advice import advise
from qwirkle.api import check_board, observe, score_board
from qwirkle.board import Board
from qwirkle.cells import Cell
from qwirkle.cli import reports
from qwirkle.cli.contests import competition, simulation
from qwirkle.cli.files import (
    FORMS,
    board_of,
    check_output,
    form_of,
    free_path,
    parsed,
    png,
    read,
    read_board,
    read_table,
    write,
)
from qwirkle.cli.seats import PROGRAM, Chair, first_state, parse_chairs, seated
from qwirkle.cli.session import Session
from qwirkle.cli.table import Table, new_table
from qwirkle.codec import to_json
from qwirkle.errors import InvalidValue, QwirkleError
from qwirkle.judgement import Score
from qwirkle.moves import Move, Place
from qwirkle.notation import parse_move, typed_tiles
from qwirkle.record import GameRecord, held
from qwirkle.registry import get_variant, variant_of
from qwirkle.render.terminal import scene_of
from qwirkle.simulation import NUMBERS
from qwirkle.state import State, View
from qwirkle.words import counted

LARGEST: Final = 10_000_000
"""The largest number that most arguments can be."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns:
        0 if all went well, 1 if not, 130 after Ctrl-C. Wrong arguments exit with 2, as usual.

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
        sys.stdout.reconfigure(errors="replace")  # its encoding may lack letters of names
    console = Console(highlight=False)
    try:
        return given.run(given, console) or 0
    except KeyboardInterrupt:
        return 130
    except QwirkleError as error:
        print(f"qwirkle: {reports.brief(str(error))}", file=sys.stderr)
        return 1


def _demo(given: Namespace, console: Console) -> None:
    session = _new_session(given, Path(), console)
    while not session.state.is_over:
        bot = session.chairs[session.state.turn].bot
        if bot is None:
            raise InvalidValue("only bots play in a demo; 'qwirkle play' is for people")
        _step(session, given.delay, session.chosen_by(bot))
    console.print(reports.score_sheet(session.record))


def _play(given: Namespace, console: Console) -> None:
    resumed = given.resume and Session.resumed(given.resume, console, seated(given))
    _talk(resumed or _new_session(given, free_path(), console), given.save)


def _table(given: Namespace, console: Console) -> None:
    resumed = given.resume and Table.resumed(given.resume, console)
    _talk(resumed or new_table(given, console), given.save)


def _talk(session: Session, path: Path | None) -> None:
    """Play a game with the people at the terminal, and save it."""
    session.path = path or session.path
    check_output(session.path)
    with suppress(ImportError):  # not on every system; with it, people can edit their lines
        importlib.import_module("readline")
    session.console.print("Type a move, or ? for help. 'quit' saves the game.")
    session.run()


def _variants(given: Namespace, console: Console) -> None:
    console.print(reports.list_of_variants())


def _rules(given: Namespace, console: Console) -> None:
    variant = variant_of(given.name, dict(given.option))
    if not given.rule:
        console.print(reports.rules_of(variant))
    for rule in given.rule:
        console.print(Text(reports.rule_of(rule, variant)))


def _compare(given: Namespace, console: Console) -> None:
    second = variant_of(given.second, dict(given.option))
    console.print(reports.differences(get_variant(given.first), second))


def _show(given: Namespace, console: Console) -> None:
    position, last, hidden = _read_position(given)
    form = given.to or form_of(given.output or Path())
    if form is None:
        raise InvalidValue(
            f"{given.output} does not end in .txt, .svg or .png; "
            "choose such a name, or give the form with --to"
        )
    if form == "text" and given.output is None:
        reports.show_position(position, console, [cell.x for cell in last], hidden=hidden)
        return
    drawn = f"{render.text(position)}\n" if form == "text" else render.svg(position, last=last)
    if given.output:
        write(given.output, png(drawn) if form == "png" else drawn)
    elif form == "svg":
        console.out(drawn, end="")
    else:
        raise InvalidValue("say where to write the picture, with --output FILE")


def _read_position(given: Namespace) -> tuple[State | View, Sequence[Cell], bool]:
    """The position to show, the cells of the last move, and whether its hands are made up."""
    record = parsed(read(given.file), given.file, given.game)
    if not isinstance(record, GameRecord):
        if given.after is not None:
            raise InvalidValue(f"--after is for games, and {given.file} is not a game record")
        return record, (), False
    count = len(record.turns) if given.after is None else given.after
    if count > len(record.turns):
        moves = counted(len(record.turns), "moves")
        raise InvalidValue(f"the game in {given.file} has {moves}, not {count}")
    if not count:
        return record.start, (), reports.is_made_up(record)
    *_, before, after = islice(record.states(), count + 1)
    last = after.variant.highlights(before, record.turns[count - 1].move, after)
    return after, last, reports.is_made_up(record)


def _judge(given: Namespace, console: Console) -> int:
    board, played = read_board(given.board)
    variant = variant_of(given.variant or played or "standard", dict(given.option))
    move = parse_move(given.move, variant, forgiving=True, board=board)
    wrong = check_board(board, variant=variant)
    violations = check_board(board, move, variant, lenient=True)
    points = Score() if violations else score_board(board, move, variant, lenient=True)
    placed = move.tiles if isinstance(move, Place) else ()
    after = board.placing(pair for pair in placed if pair[0] not in board)
    if board and len(after.groups()) > len(board.groups()):
        after = board  # tiles that touch nothing may be anywhere
    if given.svg:
        write(given.svg, render.svg(after, last=[cell for cell in move.cells if cell in after]))
    if given.json:
        answer = {"legal": not violations, "violations": violations, "score": points}
        console.out(to_json({**answer, "board_violations": wrong}))
        return 1 if violations else 0
    try:
        shown = [cell.x for cell in move.cells if cell in after]
        reports.show_scene(scene_of(after), console, shown)
    except InvalidValue as error:  # the answer matters more than the picture
        console.print(Text(str(error)))
    for line in reports.judged(move, variant, wrong, violations, points):
        console.print(line)
    return 1 if violations else 0


def _advise(given: Namespace, console: Console) -> None:
    view = _view(given)
    advised = advise(view, given.top, given.seconds, given.seed)
    if given.json:
        console.out(to_json(advised))
        return
    reports.show_position(view, console)
    for line in reports.advised(view, advised):
        console.print(line)


def _view(given: Namespace) -> View:
    """The view of a player with a hand, or of the one to move in a saved game."""
    found, hand = read_table(given.board), given.hand and typed_tiles(given.hand)
    if isinstance(found, GameRecord):
        if hand is None and reports.is_made_up(found):
            raise InvalidValue("the hands of this game are made up: type your tiles after its name")
        found = found.state
    if given.variant or given.option:  # not the rules of the file
        found = found if isinstance(found, Board) else board_of(found)
    if isinstance(found, Board):
        if hand is None:
            raise InvalidValue("say which tiles are in the hand, like 'Rs Bd Gx'")
        variant = variant_of(given.variant or "standard", dict(given.option))
        if Place not in variant.move_types:
            raise InvalidValue(f"{variant.name} has no board: give a saved game")
        view: View = variant.view(board=found, hand=hand)
        return view
    if isinstance(found, View) and hand is None:
        return found
    state = found if isinstance(found, State) else found.sample_state(Random(0))
    return observe(held(state, hand), state.turn)


def _replay(given: Namespace, console: Console) -> None:
    record = parsed(read(given.file), given.file, given.game)
    if not isinstance(record, GameRecord):
        raise InvalidValue(f"{given.file} is a position, not a game record")
    session = Session(GameRecord(record.start), (), Path(), console)
    for name, line in record.headers.items():
        console.print(Text(f"{name}: {line}"))
    reports.show_position(record.start, console, hidden=reports.is_made_up(record))
    for turn in record.turns:
        _step(session, given.delay, turn.move, turn.draw, turn.holding, turn.comment)
    console.print(reports.score_sheet(record))


def _bots(given: Namespace, console: Console) -> None:
    console.print(reports.list_of_bots())


def _new_session(given: Namespace, path: Path, console: Console) -> Session:
    variant = variant_of(given.variant, dict(given.option))
    chairs = seated(given) or given.usual[: variant.player_counts[-1]]
    names = [chair.name for chair in chairs]
    seed = SystemRandom().getrandbits(32) if given.seed is None else given.seed
    state = first_state(variant, names, seed)
    console.print(Text(reports.brief(f"{variant.name}, seed {seed}: {', '.join(names)}")))
    return Session(GameRecord(state), chairs, path, console)


def _step(
    session: Session,
    delay: float,
    move: Move,
    draw: object = None,
    holding: object = None,
    comment: str = "",
) -> None:
    """Make a move, show the position, and give people time to look at it."""
    session.play(move, draw, holding)
    if comment:  # not told by the session, since a comment may say anything about hidden tiles
        session.console.print(reports.indented(comment, "italic"))
    hidden = reports.is_made_up(session.record)
    reports.show_position(session.state, session.console, session.recent, hidden=hidden)
    session.console.print()
    if session.console.is_terminal:
        time.sleep(delay)


# Arguments


class _Parser(ArgumentParser):
    """A parser whose messages are short, whatever was typed."""

    def error(self, message: str) -> NoReturn:
        super().error(reports.brief(message))


def parser() -> ArgumentParser:
    """The parser of the command ``qwirkle``."""
    found = _Parser(
        prog="qwirkle",
        description="Play Qwirkle in the terminal, look up its rules, draw and simulate games.",
        epilog="Start with 'qwirkle demo', then 'qwirkle play'. "
        "'qwirkle COMMAND --help' explains each command.",
    )
    engine = "with the compiled kernel" if accelerated else "in pure Python"
    version = f"qwirkle {__version__}, {engine}"
    found.add_argument("--version", action="version", version=version)
    commands = found.add_subparsers(dest="command", metavar="COMMAND")

    def command(
        name: str, run: Callable[[Namespace, Console], int | None], text: str
    ) -> ArgumentParser:
        added = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        added.set_defaults(run=run)
        return added

    demo = command("demo", _demo, "watch a whole game between bots")
    _game(demo, "careful,greedy")
    _delay(demo)

    play = command("play", _play, "play a game in the terminal, against bots and other people")
    _game(play, "person,greedy")
    _file(play)

    table = command("table", _table, "keep the score of a game that is played with real tiles")
    _variant(table)
    table.add_argument("--seats", metavar="A,B", help="the players' names, in turn order")
    table.add_argument("--first", metavar="NAME", help="the player who starts, or is next")
    table.add_argument("--board", metavar="BOARD", help=f"the board so far: {_BOARD}")
    table.add_argument("--scores", type=_points, metavar="A,B", help="the points so far")
    _file(table)

    command("variants", _variants, "list the installed variants")

    rules = command("rules", _rules, "show the rules of a variant in plain words")
    rules.add_argument("name", metavar="NAME", help="for example schmidt")
    rules.add_argument("rule", metavar="RULE", nargs="*", help="only these rules, for example P3")
    _options(rules, "the variant")

    compare = command("compare", _compare, "show where two variants differ")
    compare.add_argument("first", metavar="A", help="for example mindware")
    compare.add_argument("second", metavar="B", help="for example schmidt")
    _options(compare, "B")

    show = command("show", _show, "show a saved game or position as text or a picture")
    show.add_argument("file", **_FILE, help="a game record, or JSON")
    show.add_argument("--game", **_GAME)
    show.add_argument("--after", type=_number(0), metavar="N", help="the game after N moves")
    show.add_argument(
        "--to", choices=FORMS, help="the form (by default from the name of FILE, or text)"
    )
    show.add_argument("--output", "-o", **_FILE, help="where to write it")

    judge = command("judge", _judge, "say whether a move is legal on a board, and what it scores")
    judge.add_argument("board", metavar="BOARD", help=_BOARD)
    judge.add_argument("move", metavar="MOVE", help="as people type it, like 'red star at 2,0'")
    _variant(judge)
    judge.add_argument("--svg", **_FILE, help="write a picture to a file")
    judge.add_argument("--json", action="store_true", help="answer in JSON")

    advice = command("advise", _advise, "show the best moves with a hand, and why")
    advice.add_argument("board", metavar="BOARD", help=_BOARD)
    hand = "your tiles, like 'Rs Bd Gx'; by default those of the player to move in a saved game"
    advice.add_argument("hand", metavar="HAND", nargs="?", help=hand)
    advice.add_argument("--variant", metavar="NAME", help="by default the game's, or standard")
    _options(advice, "the variant")
    advice.add_argument("--top", **_COUNT, default=5, help="how many moves to show (default 5)")
    advice.add_argument("--seconds", type=_seconds, metavar="N", help="how long to keep dealing")
    advice.add_argument("--seed", type=int, default=0, help="a seed for the deals (default 0)")
    advice.add_argument("--json", action="store_true", help="answer in JSON")

    replay = command("replay", _replay, "watch a saved game again, move by move")
    replay.add_argument("file", **_FILE, help="a game record")
    replay.add_argument("--game", **_GAME)
    _delay(replay)

    many = command("simulate", simulation, "play many games between bots, and show the results")
    many.add_argument(
        "--variant",
        action="append",
        metavar="NAME",
        help="repeat it to compare several (default standard)",
    )
    _options(many, "all these variants")
    _many(many, "greedy,greedy", 200)
    first = "the number of the first game, for a part of a larger run (default 0)"
    many.add_argument("--first", type=_number(0, NUMBERS), default=0, metavar="N", help=first)
    out = "write every game to a file, as .jsonl or .parquet, or continue a run that stopped"
    many.add_argument("--out", **_FILE, help=out)
    many.add_argument("--moves", action="store_true", help="write the moves too")

    pairs = command("tournament", competition, "let every bot play every other, and rate them")
    pairs.add_argument(
        "--variant", default="standard", metavar="NAME", help="see 'qwirkle variants'"
    )
    _options(pairs, "the variant")
    _many(pairs, "random,greedy,careful", 100)

    command("bots", _bots, "list the installed bots")
    return found


def _many(command: ArgumentParser, seats: str, games: int) -> None:
    """Add the arguments for many games between bots."""
    _seats(command, seats, _bots_only)
    command.set_defaults(seats=parse_chairs(seats))
    command.add_argument(
        "--games",
        type=_number(1, NUMBERS),
        metavar="N",
        default=games,
        help=f"how many (default {games})",
    )
    seeded = "the same seed gives the same games (default 0)"
    command.add_argument("--seed", type=int, default=0, help=seeded)
    command.add_argument(
        "--workers",
        **_COUNT,
        default=1,
        help="processes (default 1; on Windows at most 61 are used)",
    )
    command.add_argument("--json", **_FILE, help="write the numbers to a file")
    command.add_argument(
        "--chart", type=_chart, metavar="FILE", help="write the chart to a file, as .svg or .png"
    )


def _game(command: ArgumentParser, chairs: str) -> None:
    """Add the arguments for a new game."""
    command.add_argument(
        "--variant", default="standard", metavar="NAME", help="see 'qwirkle variants'"
    )
    _options(command, "the variant")
    _seats(command, chairs, _chairs)
    command.set_defaults(usual=parse_chairs(chairs))
    command.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same game")


def _seats(command: ArgumentParser, usual: str, read: Callable[[str], tuple[Chair, ...]]) -> None:
    """Add the arguments for the players."""
    command.add_argument(
        "--seats",
        type=read,
        metavar="A,B",
        help=f"the players (default {usual}): {'' if read is _bots_only else 'person, '}"
        f"a bot (see 'qwirkle bots') or '{PROGRAM} COMMAND'; put a name in front, as in "
        "Ada=greedy",
    )
    command.add_argument(
        "--seconds",
        type=_seconds,
        metavar="N",
        help="a program's time for a move (default 10)",
    )


def _variant(command: ArgumentParser) -> None:
    command.add_argument("--variant", metavar="NAME", help="by default the game's, or standard")
    _options(command, "the variant")


def _file(command: ArgumentParser) -> None:
    """Add the arguments for the file of a game."""
    command.add_argument("--save", **_FILE, help="the file for the game (by default a new one)")
    command.add_argument(
        "--resume", **_FILE, help="continue a saved game, or start from a position in JSON"
    )


def _options(command: ArgumentParser, whose: str) -> None:
    command.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"an option of {whose}, such as tie_break=youngest",
    )


def _delay(command: ArgumentParser) -> None:
    command.add_argument(
        "--delay",
        type=_seconds,
        default=0.3,
        metavar="SECONDS",
        help="the pause after each move in a terminal (default 0.3)",
    )


def _chairs(text: str) -> tuple[Chair, ...]:
    try:
        return parse_chairs(text)
    except QwirkleError as error:
        raise ArgumentTypeError(str(error)) from None


def _bots_only(text: str) -> tuple[Chair, ...]:
    chairs = _chairs(text)
    if any(chair.bot is None for chair in chairs):
        raise ArgumentTypeError("only bots play here; 'qwirkle play' is for people")
    return chairs


def _chart(text: str) -> Path:
    path = Path(text)
    if form_of(path) in ("svg", "png"):
        return path
    raise ArgumentTypeError(f"{text!r} must end in .svg or .png")


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(f"{text!r} does not have the form NAME=VALUE")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value  # a plain word


def _points(text: str) -> list[int]:
    return [_number(0)(word.strip()) for word in text.split(",")]


def _seconds(text: str) -> float:
    if text.isascii() and text.replace(".", "", 1).isdecimal() and float(text) <= 60:
        return float(text)
    raise ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 60")


def _number(least: int, most: int = LARGEST) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if text.isdecimal() and len(text) < 20 and least <= int(text) <= most:
            return int(text)
        raise ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")

    return parse


_BOARD: Final = (
    "tiles at cells like 'Rs@0,0 Rc@1,0', a grid as 'qwirkle show' prints it, - to read one, or a "
    "file with one or with a saved game"
)
_FILE: Final[Mapping[str, Any]] = {"type": Path, "metavar": "FILE"}
_COUNT: Final[Mapping[str, Any]] = {"type": _number(1), "metavar": "N"}
_GAME: Final[Mapping[str, Any]] = {**_COUNT, "help": "the Nth game, if the file has several"}
