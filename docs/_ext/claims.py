"""The effect of a move, and the claims that documents make about it.

A claim is a name followed by words, such as ``points 3``. It holds if its words are those that
the library finds, in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Final, TypeAlias

import attrs

from _ext.sources import LaysTiles, label_of
from qwirkle.api import apply, check, legal_moves, score
from qwirkle.errors import InvalidValue, short_repr
from qwirkle.judgement import Score, Violation
from qwirkle.moves import Move
from qwirkle.render.played import after_move
from qwirkle.scene import ending
from qwirkle.state import State
from qwirkle.tiles import Tile, in_order
from qwirkle.words import added, counted, joined, sentence, third_person
from qwirkle_variants import Lay

MOST_MOVES: Final = 20_000
"""The number of legal moves to look at, since some positions have too many to list them all."""


@attrs.frozen
class Effect:
    """The effect of a move on a state; without a move, the state as it is."""

    state: State
    """The state before the move."""
    move: Move | None
    """The move, if there is one."""
    violations: tuple[Violation, ...]
    """The reasons why the move is not legal."""
    score: Score
    """The score of the move."""
    after: State
    """The state after the move; the same as before, if the move is not legal."""

    @staticmethod
    def of(state: State, move: Move | None) -> Effect:
        """The effect, according to the library."""
        if move is None:
            return Effect(state, None, (), Score(), state)
        violations = check(state, move)
        if violations:
            return Effect(state, move, violations, Score(), state)
        return Effect(state, move, (), score(state, move), apply(state, move))

    @property
    def points(self) -> str:
        """The points as a sum, such as ``3 + 12 = 15 points``."""
        unit = self.state.variant.scene(self.state).unit
        parts = [str(line.points) for line in self.score.lines]
        parts += [str(points) for points, _ in self.score.extras]
        sum_of = f"{added(parts)} = " if len(parts) > 1 else ""
        return f"{sum_of}{counted(self.score.total, unit)}"

    @property
    def player(self) -> str:
        """The name of the player to move."""
        return self.state.players[self.state.turn].name

    @property
    def did(self) -> str:
        """A legal move in words that follow the player's name; empty without a move."""
        move, variant = self.move, self.state.variant
        return "" if move is None else third_person(variant.in_words(self.state, move))

    @property
    def drawn(self) -> tuple[Tile, ...]:
        """The pieces that the player draws, if the move leaves the board as it is.

        >>> import qwirkle
        >>> state = qwirkle.position(board="Rs@0,0", hands=["Bd", "Gt"], supply="Yx Bs")
        >>> [tile.name for tile in Effect.of(state, qwirkle.parse_move("swap Bd")).drawn]
        ['yellow cross']
        >>> Effect.of(state, qwirkle.parse_move("pass")).drawn
        ()
        """
        state, variant = self.state, self.state.variant
        if self.move is None or self.violations:
            return ()
        if variant.scene(state).tiles != variant.scene(self.after).tiles:
            return ()
        kept = Counter(variant.judge(state, self.move).rest)
        return in_order((Counter(self.after.hands[state.turn]) - kept).elements())

    @property
    def told(self) -> str:
        """The effect in sentences without codes; of an illegal move, only that it is not legal."""
        if self.violations and self.move is not None:
            there = " there" if isinstance(self.move, LaysTiles) and self.move.cells else ""
            there = " this way" if isinstance(self.move, Lay) else there
            return f"{self.player} cannot {self.move.in_words}{there}."
        told: list[str] = []
        if self.move is not None:
            told += after_move(self.state, self.move).scene.notes
            if isinstance(self.move, LaysTiles) and len(self.score.lines) > 1:
                told += [self.by_line] * bool(self.by_line)
        return " ".join(map(sentence, [*told, *ending(self.after)]))

    @property
    def by_line(self) -> str:
        """The points of each line, in words; empty if they would have the same words.

        >>> import qwirkle
        >>> state = qwirkle.position(board="Rs@0,0 Rx@1,0", hands=["Bs Bx", "Gd"])
        >>> Effect.of(state, qwirkle.parse_move("Bs@0,1 Bx@1,1")).by_line
        'the blue line scores 2, the squares 2 and the crosses 2'
        """
        scores: dict[str, str] = {}
        for line in self.score.lines:
            color, shape = line.tiles[0].name.split()
            of_color = color in line.tiles[1].name.split()
            name = f"the {color} line" if of_color else f"the {shape}{'e' * (shape == 'cross')}s"
            verb = "" if scores else " scores" if of_color else " score"
            scores[name] = f"{name}{verb} {line.points}"
        return joined(scores.values()) if len(scores) == len(self.score.lines) else ""

    @property
    def then(self) -> str:
        """A sentence on the next player, with the kinds of moves that are possible."""
        name = self.after.players[self.after.turn].name
        does = " or ".join(kind.does or kind.verb for kind in self.kinds)
        return f"It is {name}'s turn to {does}." if self.move is None else f"{name} can {does}."

    @property
    def kinds(self) -> list[type[Move]]:
        """The kinds of legal moves after the move, in the order of the variant."""
        found = {type(move) for move in islice(legal_moves(self.after), MOST_MOVES)}
        return [kind for kind in self.after.variant.move_types if kind in found]

    def __str__(self) -> str:
        if self.move is None:
            turn = f"{self.after.players[self.after.turn].name} is to move"
            return f"no move is made ({'; '.join(ending(self.after)) or turn})"
        if self.violations:
            return f"{self.move} is not legal: {'; '.join(map(str, self.violations))}"
        return f"{self.move} is legal and scores {self.points}"


_Facts: TypeAlias = Mapping[str, Callable[[Effect], Iterable[object]]]

_IF_ILLEGAL: Final[_Facts] = {
    "illegal": lambda effect: {violation.code for violation in effect.violations},
    "rules": lambda effect: {rule for violation in effect.violations for rule in violation.rules},
}
_IF_LEGAL: Final[_Facts] = {
    "legal": lambda effect: (),
    "points": lambda effect: [effect.score.total],
    "lines": lambda effect: [line.points for line in effect.score.lines],
}
_THEN: Final[_Facts] = {
    "ends": lambda effect: [effect.after.outcome.reason if effect.after.outcome else "no"],
    "next": lambda effect: [effect.after.turn],
    "can": lambda effect: [kind.verb for kind in effect.kinds],
}

CLAIMS: Final = (*_IF_ILLEGAL, *_IF_LEGAL, *_THEN)
"""The names of the claims that a document can make."""


def as_claims(text: str) -> dict[str, str]:
    """Read claims that are separated by semicolons.

    >>> as_claims("illegal gap; rules P2 P5")
    {'illegal': 'gap', 'rules': 'P2 P5'}

    Raises:
        InvalidValue: if there is no claim of some name.
    """
    claims: dict[str, str] = {}
    for part in text.split(";"):
        name, _, words = part.strip().partition(" ")
        if name not in CLAIMS:
            raise InvalidValue(f"expected a claim ({', '.join(CLAIMS)}), not {short_repr(part)}")
        claims[name] = words.strip()
    return claims


def false_claims(claims: Mapping[str, str], effect: Effect) -> dict[str, str]:
    """A message for every claim that does not hold, by the name of the claim.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0", hands=["Bs", "Gd"])
    >>> effect = Effect.of(state, qwirkle.parse_move("Bs@1,0"))
    >>> false_claims({"points": "2", "next": "1"}, effect)
    {}
    >>> false_claims({"points": "3"}, effect)
    {'points': "points: '3' is claimed, but it is '2'; under standard, Bs@1,0 is legal and scores 2 points"}
    """
    facts = _IF_ILLEGAL if effect.violations else _THEN
    if effect.move is not None and not effect.violations:
        facts = {**_IF_LEGAL, **_THEN}
    explanation = f"under {label_of(effect.state.variant)}, {effect}"
    messages: dict[str, str] = {}
    for name, text in claims.items():
        claimed = sorted(text.split())
        claim = f"{name}: {' '.join(claimed)!r} is claimed" if claimed else f"{name} is claimed"
        if name not in facts:
            messages[name] = f"{claim}, but {explanation}"
            continue
        found = sorted(map(str, facts[name](effect)))
        # Without codes, `illegal` claims only that there is some reason.
        if claimed != found and (claimed or name != "illegal"):
            messages[name] = f"{claim}, but it is {' '.join(found)!r}; {explanation}"
    return messages
