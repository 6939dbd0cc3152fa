"""What somebody says will come of a move, and what does.

Claims are words behind a name, and so are the facts: a claim holds if the words are the same,
in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Final, TypeAlias

import attrs

from qwirkle.api import apply, check, legal_moves, score
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.moves import Move
from qwirkle.reasons import Violation
from qwirkle.scoring import Score
from qwirkle.sphinxext.sources import label_of
from qwirkle.state import State
from qwirkle.words import counted

MOST_MOVES: Final = 20_000
"""How many legal moves are looked at: only tables of the card game have more."""


@attrs.frozen
class Verdict:
    """What comes of a move; or of none, if the question is how things are."""

    state: State
    """The state before it."""
    move: Move | None
    """The move, if there is one."""
    violations: tuple[Violation, ...]
    """Why it is not legal."""
    score: Score
    """What it is worth."""
    after: State
    """The state after it; the same as before, if it is not legal."""

    @staticmethod
    def of(state: State, move: Move | None) -> Verdict:
        """The library's verdict."""
        if move is None:
            return Verdict(state, None, (), Score(), state)
        violations = check(state, move)
        if violations:
            return Verdict(state, move, violations, Score(), state)
        return Verdict(state, move, (), score(state, move), apply(state, move))

    @property
    def worth(self) -> str:
        """The points, and what they add up from."""
        unit = self.state.variant.scene(self.state).unit
        parts = [str(line.points) for line in self.score.lines]
        parts += [str(self.score.end_bonus)] * bool(self.score.end_bonus)
        sum_of = f"{' + '.join(parts)} = " if len(parts) > 1 else ""
        return f"{sum_of}{counted(self.score.total, unit)}"

    @property
    def then(self) -> str:
        """What follows: whose turn it is, or how the game ended."""
        if self.after.outcome is None:
            return f"{self.after.players[self.after.turn].name} is to move"
        winners = " and ".join(self.after.players[seat].name for seat in self.after.winners)
        return f"the game is over ({self.after.outcome.reason}): {winners} won"

    @property
    def choices(self) -> list[str]:
        """The kinds of moves that are legal then."""
        return sorted({move.verb for move in islice(legal_moves(self.after), MOST_MOVES)})

    def __str__(self) -> str:
        if self.move is None:
            return f"no move is made ({self.then})"
        if self.violations:
            return f"{self.move} is not legal: {'; '.join(map(str, self.violations))}"
        return f"{self.move} is legal, for {self.worth}"


_Facts: TypeAlias = Mapping[str, Callable[[Verdict], Iterable[object]]]

_IF_ILLEGAL: Final[_Facts] = {
    "illegal": lambda it: {violation.code for violation in it.violations},
    "rules": lambda it: {rule for violation in it.violations for rule in violation.rules},
}
_IF_LEGAL: Final[_Facts] = {
    "legal": lambda it: (),
    "points": lambda it: [it.score.total],
    "lines": lambda it: [line.points for line in it.score.lines],
}
_THEN: Final[_Facts] = {
    "ends": lambda it: [it.after.outcome.reason if it.after.outcome else "no"],
    "next": lambda it: [it.after.turn],
    "can": lambda it: it.choices,
}

NAMES: Final = (*_IF_ILLEGAL, *_IF_LEGAL, *_THEN)
"""What can be claimed."""


def as_claims(text: str) -> dict[str, str]:
    """Claims in one line.

    >>> as_claims("illegal gap; rules P2 P5")
    {'illegal': 'gap', 'rules': 'P2 P5'}

    Raises:
        InvalidValue: if something of this cannot be claimed.
    """
    claims: dict[str, str] = {}
    for part in text.split(";"):
        name, _, words = part.strip().partition(" ")
        if name not in NAMES:
            raise InvalidValue(f"expected a claim ({', '.join(NAMES)}), not {short_repr(part)}")
        claims[name] = words.strip()
    return claims


def faults(claims: Mapping[str, str], verdict: Verdict) -> list[str]:
    """The claims that do not hold, each in a sentence.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0", hands=["Bs", "Gd"])
    >>> verdict = Verdict.of(state, qwirkle.parse_move("Bs@1,0"))
    >>> faults({"points": "2", "next": "1"}, verdict), faults({"points": "3"}, verdict)
    ([], ["points: '3' is claimed, but it is '2': under standard Bs@1,0 is legal, for 2 points"])
    """
    facts = _IF_ILLEGAL if verdict.violations else _THEN
    if verdict.move is not None and not verdict.violations:
        facts = {**_IF_LEGAL, **_THEN}
    where = f"under {label_of(verdict.state.variant)} {verdict}"
    found: list[str] = []
    for name, text in claims.items():
        claimed = sorted(text.split())
        told = f"{name}: {' '.join(claimed)!r} is claimed" if claimed else f"{name} is claimed"
        if name not in facts:
            found.append(f"{told}, but {where}")
            continue
        so = sorted(map(str, facts[name](verdict)))
        if claimed != so and (claimed or name != "illegal"):  # which may be for any reason
            found.append(f"{told}, but it is {' '.join(so)!r}: {where}")
    return found
