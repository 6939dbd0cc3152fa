"""The players: people, bots and programs at the seats of a game."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import PurePath
from shlex import split
from typing import Final

import attrs

from qwirkle.api import new_game
from qwirkle.bots import BOTS, Bot, get_bot
from qwirkle.bots import names as all_bots
from qwirkle.errors import InvalidValue, listed, short_repr
from qwirkle.programs import Program
from qwirkle.state import Player, State
from qwirkle.variant import Variant
from qwirkle.words import ranged

PERSON: Final = "person"
PROGRAM: Final = "program:"
"""The beginning of a seat for a program, before its command."""


def _bot_of(chair: Chair) -> Bot | None:
    if chair.kind == PERSON:
        return None
    if not chair.kind.startswith(PROGRAM):
        return get_bot(chair.kind)
    try:
        words = split(chair.kind.removeprefix(PROGRAM))
    except ValueError as error:
        raise InvalidValue(f"{short_repr(chair.kind)} is not a command: {error}") from None
    return Program(words, name=chair.name)


@attrs.frozen
class Chair:
    """A player's name, and the person or bot who plays."""

    name: str
    """The name of the player."""
    kind: str
    """``person``, the name of a bot, or ``program:`` and a command."""
    bot: Bot | None = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(_bot_of, takes_self=True)
    )
    """The bot, or None for a person."""


def parse_chairs(text: str) -> tuple[Chair, ...]:
    """Chairs separated by commas, each like ``person``, ``greedy`` or ``Ada=person``.

    Equal names are numbered.

    >>> [chair.name for chair in parse_chairs("Ada=person, person, greedy, greedy")]
    ['Ada', 'Player 2', 'Greedy', 'Greedy 2']
    >>> [chair.name for chair in parse_chairs("program: node bots/thrifty.mjs, Bo=program: ./bo")]
    ['thrifty', 'Bo']
    """
    chairs: list[Chair] = []
    names: list[str] = []
    for number, part in enumerate(text.split(","), 1):
        given, is_program, command = part.partition(PROGRAM)
        if is_program:
            given, kind = given.strip().removesuffix("="), f"{PROGRAM} {command.strip()}"
            usual = PurePath((command.split() or [PROGRAM])[-1]).stem
        else:
            given, _, kind = part.rpartition("=")
            kind = kind.strip().lower()
            usual = f"Player {number}" if kind == PERSON else kind.capitalize()
            if kind not in (PERSON, *BOTS) and kind not in (known := all_bots()):
                kinds = dict.fromkeys((PERSON, *BOTS, *known, f"{PROGRAM} COMMAND"))
                hint = listed([*kinds], ", ", 400)
                raise InvalidValue(f"unknown player {short_repr(kind)}; choose {hint}")
        name = Player(given.strip() or usual).name
        names.append(name)
        same = names.count(name)
        chairs.append(Chair(f"{name} {same}" if same > 1 else name, kind))
    return tuple(chairs)


def seated(given: Namespace) -> tuple[Chair, ...]:
    """The players that the arguments name, with the time limit set for programs."""
    for chair in given.seats or ():
        if isinstance(chair.bot, Program) and given.seconds is not None:
            chair.bot.seconds = given.seconds
    return given.seats  # type: ignore[no-any-return]


def first_state(variant: Variant, names: Sequence[str], seed: int) -> State:
    """The first state of a game, if the variant is for that many players."""
    counts = variant.player_counts
    if len(names) not in counts:
        raise InvalidValue(
            f"{ranged(counts[0], counts[-1], 'players')} can play {variant.name}, "
            f"not {len(names)}; choose them, like --seats {','.join(['greedy'] * counts[0])}"
        )
    return new_game(variant, players=names, seed=seed)
