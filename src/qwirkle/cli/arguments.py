"""The command line: its commands, and what each of them takes."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NoReturn

from qwirkle import __version__
from qwirkle.bots import BOTS
from qwirkle.cli.files import FORMS, form_of
from qwirkle.cli.reports import brief
from qwirkle.cli.seats import KINDS, Chair, parse_chairs
from qwirkle.errors import QwirkleError

LARGEST: Final = 10_000_000


class _Parser(ArgumentParser):
    """A parser whose messages are short, whatever was typed."""

    def error(self, message: str) -> NoReturn:
        super().error(brief(message))


def parser() -> ArgumentParser:
    """The parser of the command ``qwirkle``."""
    found = _Parser(
        prog="qwirkle",
        description="Play Qwirkle in the terminal, look up its rules, draw and simulate games.",
        epilog="Begin with 'qwirkle demo', then 'qwirkle play'. "
        "'qwirkle COMMAND --help' says more about each.",
    )
    found.add_argument("--version", action="version", version=f"qwirkle {__version__}")
    commands = found.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, text: str) -> ArgumentParser:
        return commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")

    demo = command("demo", "watch a whole game between bots")
    _game(demo, "careful,greedy")
    _delay(demo)

    play = command("play", "play a game in the terminal, against bots and other people")
    _game(play, "person,greedy")
    play.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="where the game is written when you leave or it ends (by default a new file)",
    )
    play.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")

    command("variants", "list the variants that are installed")

    rules = command("rules", "the rules of a variant in plain words")
    rules.add_argument("name", metavar="NAME", help="for example schmidt")

    compare = command("compare", "what two variants disagree on")
    compare.add_argument("first", metavar="A", help="for example mindware")
    compare.add_argument("second", metavar="B", help="for example schmidt")

    show = command("show", "a saved game or position as text or a picture")
    show.add_argument("file", type=Path, metavar="FILE", help="a game record, or JSON")
    show.add_argument("--after", type=_number(0), metavar="N", help="the game after N moves")
    show.add_argument("--to", choices=FORMS, help="the form (by default as FILE ends, or text)")
    show.add_argument("--output", "-o", type=Path, metavar="FILE", help="where to write it")

    replay = command("replay", "watch a saved game again, move by move")
    replay.add_argument("file", type=Path, metavar="FILE", help="a game record")
    _delay(replay)

    simulate = command("simulate", "play many games between bots, and count")
    simulate.add_argument(
        "--variant",
        action="append",
        metavar="NAME",
        help="may be given several times, to compare (default standard)",
    )
    simulate.add_argument(
        "--seats",
        type=_bots,
        default=("greedy", "greedy"),
        metavar="A,B",
        help=f"who plays: {', '.join(BOTS)} (default greedy,greedy)",
    )
    simulate.add_argument("--games", type=_number(1), default=200, metavar="N", help="default 200")
    simulate.add_argument("--seed", type=int, default=0, help="default 0")
    simulate.add_argument(
        "--workers",
        type=_number(1),
        default=1,
        metavar="N",
        help="processes (default 1; on Windows at most 61 are used)",
    )
    simulate.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there")
    simulate.add_argument(
        "--chart", type=_chart, metavar="FILE", help="write the chart there, as .svg or .png"
    )
    return found


def _game(command: ArgumentParser, chairs: str) -> None:
    """The arguments of a game that begins."""
    command.add_argument(
        "--variant", default="standard", metavar="NAME", help="see 'qwirkle variants'"
    )
    command.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the variant, like tie_break=youngest",
    )
    command.add_argument(
        "--seats",
        type=_chairs,
        default=chairs,
        metavar="A,B",
        help=f"who plays: {', '.join(KINDS)}, or with a name like Ada=person (default {chairs})",
    )
    command.add_argument("--seed", type=int, metavar="N", help="the same seed is the same game")


def _delay(command: ArgumentParser) -> None:
    command.add_argument(
        "--delay",
        type=_seconds,
        default=0.3,
        metavar="SECONDS",
        help="the pause after each move, if somebody is watching (default 0.3)",
    )


def _chairs(text: str) -> tuple[Chair, ...]:
    try:
        return parse_chairs(text)
    except QwirkleError as error:
        raise ArgumentTypeError(str(error)) from None


def _bots(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in BOTS:
            raise ArgumentTypeError(f"unknown bot {name!r}; choose {', '.join(BOTS)}")
    return names


def _chart(text: str) -> Path:
    path = Path(text)
    if form_of(path) in ("svg", "png"):
        return path
    raise ArgumentTypeError(f"{text!r} must end in .svg or .png")


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(f"{text!r} is not like NAME=VALUE")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value  # a plain word


def _seconds(text: str) -> float:
    if text.isascii() and text.replace(".", "", 1).isdecimal() and float(text) <= 60:
        return float(text)
    raise ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 60")


def _number(least: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if text.isdecimal() and len(text) < 10 and least <= int(text) <= LARGEST:
            return int(text)
        raise ArgumentTypeError(f"{text!r} is not a whole number from {least} to {LARGEST}")

    return parse
