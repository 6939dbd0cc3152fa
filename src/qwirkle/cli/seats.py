"""Who sits at the table: people, and bots by name."""

from __future__ import annotations

from typing import Final

import attrs

from qwirkle.bots import BOTS, Bot
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.state import Player

PERSON: Final = "person"
KINDS: Final = (PERSON, *BOTS)


@attrs.frozen
class Chair:
    """A place at the table.

    >>> Chair.parse("Ada=person")
    Chair(name='Ada', kind='person')
    >>> Chair.parse("greedy").name
    'Greedy'
    """

    name: str
    """What the player is called."""
    kind: str
    """``person``, or the name of a bot."""

    @staticmethod
    def parse(text: str) -> Chair:
        """A chair written as ``person``, ``greedy`` or ``Ada=person``."""
        name, _, kind = text.rpartition("=")
        kind = kind.strip().lower()
        if kind not in KINDS:
            raise InvalidValue(f"unknown player {short_repr(kind)}; choose {', '.join(KINDS)}")
        usual = "You" if kind == PERSON else kind.capitalize()
        return Chair(Player(name.strip() or usual).name, kind)

    @property
    def bot(self) -> Bot | None:
        """The bot, or None for a person."""
        return BOTS.get(self.kind)


def parse_chairs(text: str) -> tuple[Chair, ...]:
    """Chairs with commas between them; equal names are numbered.

    >>> [chair.name for chair in parse_chairs("Ada=person, greedy, greedy")]
    ['Ada', 'Greedy', 'Greedy 2']
    """
    chairs: list[Chair] = []
    names: list[str] = []
    for part in text.split(","):
        chair = Chair.parse(part)
        names.append(chair.name)
        same = names.count(chair.name)
        chairs.append(attrs.evolve(chair, name=f"{chair.name} {same}") if same > 1 else chair)
    return tuple(chairs)
