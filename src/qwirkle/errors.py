"""Faults and exceptions.

Bad input always raises a :class:`QwirkleError`, whose message is short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

import attrs

if TYPE_CHECKING:
    from qwirkle.judgement import Violation
    from qwirkle.results import Simulation

LONGEST_MESSAGE: Final = 1000
"""The most characters of an error's message."""

LONGEST_REASON: Final = 600
"""The most characters of one reason in a message; two cells can take four hundred."""


def shortened(text: str, most: int = 80) -> str:
    """A text, cut off if it is too long.

    >>> shortened("x" * 100, 10)
    'xxxxxxx...'
    """
    return text if len(text) <= most else text[: most - 3] + "..."


def listed(parts: Sequence[object], separator: str, most: int = 200) -> str:
    """The texts of some values; those that do not fit are counted.

    >>> listed(["Rs", "Bs"], " and "), listed(range(100), "; ", 10)
    ('Rs and Bs', '0; 1; 2; and 97 more')
    """
    found: list[str] = []
    length = 0
    for number, part in enumerate(parts):
        text = shortened(str(part), most)
        length += len(text) + len(separator)
        if found and length > most:
            stop = separator[0].strip()
            return f"{separator.join(found)}{stop} and {len(parts) - number} more"
        found.append(text)
    return separator.join(found)


def short_repr(value: object) -> str:
    """A bounded ``repr`` of any value, for messages.

    >>> short_repr("Rs"), len(short_repr("x" * 1000))
    ("'Rs'", 80)
    """
    if type(value) in (str, bytes, list, tuple):
        value = value[:80]  # type: ignore[index]  # the rest would be cut off
    try:
        text = repr(value)
    except Exception:  # a hostile __repr__ must not hide the message
        text = f"<{type(value).__name__}>"
    return shortened(text)


def as_reason(text: str) -> str:
    """A text that is short enough to be one reason in a message."""
    return shortened(text, LONGEST_REASON)


@attrs.frozen
class Fault:
    """One thing that is wrong with a position.

    >>> Fault("hands[0]", "seven tiles")
    Fault(field='hands[0]', message='seven tiles')
    """

    field: str
    """The field, with an index where one element is meant, like ``hands[0]``."""
    message: str = attrs.field(converter=as_reason)
    """A sentence that says what is wrong with it."""
    needs: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)
    """Other fields that it depends on. If one of them is wrong, this fault is not reported."""

    def __str__(self) -> str:
        return f"{shortened(self.field)}: {self.message}"


class QwirkleError(Exception):
    """The base of all errors that this library raises for bad input.

    Its text has at most 1,000 characters, whatever the input, and its repr hardly more.

    >>> import qwirkle
    >>> try:
    ...     qwirkle.get_variant("chess")
    ... except qwirkle.QwirkleError as error:
    ...     print(type(error).__name__)
    UnknownVariant
    """

    def __str__(self) -> str:
        return shortened(self._text(), LONGEST_MESSAGE)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shortened(repr(self._text()), LONGEST_MESSAGE)})"

    def _text(self) -> str:
        """The full message, before it is shortened."""
        return super().__str__()


T = TypeVar("T")


def ask(position: Any, move: object, hook: Callable[..., T], *args: Any) -> T:
    """The answer of a variant's own code; if it fails, a note names the variant and the move.

    >>> import qwirkle
    >>> ask(qwirkle.get_variant("standard"), None, len, "Rs")
    2
    """
    try:
        return hook(*args)
    except Exception as error:
        note(error, position, move)
        raise


def note(error: Exception, position: Any, move: object = None) -> None:
    """Add a note to an exception of a variant's own code that names the variant and the move.

    An error of this library already says what is wrong, and one note is enough.

    Args:
        error: the exception, which the caller raises again.
        position: the variant, or a state or view of it.
        move: the move in question, if there is one.

    >>> import qwirkle
    >>> error = KeyError("Rs")
    >>> note(error, qwirkle.get_variant("standard"), "pass")
    >>> error.__notes__
    ["in the variant 'standard', for the move pass"]
    """
    if isinstance(error, QwirkleError):
        return
    said = f"in the variant {short_repr(getattr(position, 'variant', position).name)}"
    about = "" if move is None else f", for the move {shortened(str(move), 200)}"
    notes = getattr(error, "__notes__", [])
    if said in notes:  # which may not know the move
        notes.remove(said)
    if not any(line.startswith(said) for line in notes):
        error.add_note(said + about)


class InvalidValue(QwirkleError, ValueError, TypeError):
    """A value of the wrong type or out of range, before any rule is checked.

    >>> import qwirkle
    >>> qwirkle.Player("")
    Traceback (most recent call last):
    qwirkle.errors.InvalidValue: a player's name must be 1 to 80 printable characters, not ''
    """


class UnknownAttribute(QwirkleError, AttributeError):
    """A state or view has no attribute of this name; the message may give the right one.

    >>> import qwirkle
    >>> qwirkle.new_game(seed=1).winner
    Traceback (most recent call last):
    qwirkle.errors.UnknownAttribute: there is no 'winner', since players can share a win; use 'winners'
    """


@attrs.define(slots=False, repr=False)
class IllegalMove(QwirkleError, ValueError):
    """The move breaks the rules; ``violations`` says which and where.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"])
    >>> qwirkle.apply(state, qwirkle.Pass())
    Traceback (most recent call last):
    qwirkle.errors.IllegalMove: pass: passing is not allowed while a tile can be placed [R5]
    """

    move: object
    """The move."""
    violations: tuple[Violation, ...]
    """Every reason why it is not legal."""

    def _text(self) -> str:
        return f"{shortened(str(self.move), 200)}: {listed(self.violations, '; ', 700)}"


class InvalidDraw(QwirkleError, ValueError):
    """The drawn pieces handed to ``apply`` cannot have been drawn.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="Rc")
    >>> qwirkle.apply(state, qwirkle.Place({(1, 0): "Bs"}), draw="Yx")
    Traceback (most recent call last):
    qwirkle.errors.InvalidDraw: Yx cannot be drawn: not in the supply
    """


@attrs.define(slots=False, repr=False)
class InvalidPosition(QwirkleError, ValueError):
    """The position cannot exist; ``faults`` lists everything wrong with it.

    >>> import qwirkle
    >>> qwirkle.position(board={(0, 0): "Rs", (5, 5): "Rc"})
    Traceback (most recent call last):
    qwirkle.errors.InvalidPosition: board: the tiles form 2 groups that do not touch: at 0,0 and at 5,5 [P1]
    """

    faults: tuple[Fault, ...]
    """Everything that is wrong."""

    def _text(self) -> str:
        return listed(self.faults, "; ", 900)


@attrs.define(slots=False, repr=False)
class UnknownVariant(QwirkleError, ValueError):
    """No variant of this name is installed; ``near`` has similar names.

    >>> import qwirkle
    >>> qwirkle.get_variant("standart")
    Traceback (most recent call last):
    qwirkle.errors.UnknownVariant: no variant is called 'standart'; did you mean 'standard'?
    """

    name: object
    """The name that was asked for."""
    near: tuple[str, ...]
    """The names that are similar."""
    known: tuple[str, ...]
    """All names."""

    def _text(self) -> str:
        if self.near:
            hint = f"did you mean {listed([short_repr(name) for name in self.near], ' or ')}?"
        else:
            hint = f"there are {listed(self.known, ', ', 600)}"
        return f"no variant is called {short_repr(self.name)}; {hint}"


class InvalidOption(QwirkleError, ValueError):
    """A variant does not have this option, or does not accept this value for it.

    >>> import qwirkle
    >>> qwirkle.get_variant("standard", tie_break="tallest")
    Traceback (most recent call last):
    qwirkle.errors.InvalidOption: tie_break must be 'oldest' or 'youngest', not 'tallest'
    """


@attrs.define(slots=False, repr=False)
class PluginLoadError(QwirkleError):
    """A plugin is broken; ``distribution`` names the package to fix or remove."""

    kind: ClassVar[str]
    """The name for what such plugins add."""

    name: str
    """The name of what it adds."""
    distribution: str
    """The package that it is from."""
    reason: str
    """The reason why it cannot be used."""

    def _text(self) -> str:
        which = f"the {self.kind} {short_repr(self.name)} of {shortened(self.distribution, 200)}"
        return f"{which} cannot be used: {as_reason(self.reason)}"


class VariantLoadError(PluginLoadError):
    """The plugin of a variant is broken.

    >>> print(VariantLoadError("house", "qwirkle-house 1.0", "it is not a variant"))
    the variant 'house' of qwirkle-house 1.0 cannot be used: it is not a variant
    """

    kind = "variant"


class BotLoadError(PluginLoadError):
    """The plugin of a bot is broken.

    >>> print(BotLoadError("deep", "deep-bots 1.0", "it is not a function"))
    the bot 'deep' of deep-bots 1.0 cannot be used: it is not a function
    """

    kind = "bot"


@attrs.define(slots=False, repr=False)
class ProgramError(QwirkleError):
    """A bot that is a program gave no answer, or one that is not a move.

    >>> print(ProgramError("thrifty", "did not answer within 10 seconds"))
    the program 'thrifty' did not answer within 10 seconds
    """

    name: str
    """The name of the bot."""
    reason: str
    """The failure, as the end of a sentence that begins with the program."""

    def _text(self) -> str:
        return f"the program {short_repr(self.name)} {as_reason(self.reason)}"


@attrs.define(slots=False, repr=False)
class NotationError(QwirkleError, ValueError):
    """A text is not a tile, a cell or a move; ``at`` is the place, counted from 0.

    >>> import qwirkle
    >>> qwirkle.parse_move("Rs@0,0 Zs@1,0")
    Traceback (most recent call last):
    qwirkle.errors.NotationError: 'Zs' is not a tile: a colour of R O Y G B P, then a shape of c s d t k x (at character 7 of 'Rs@0,0 Zs@1,0')
    """

    reason: str
    """The reason why it is not valid."""
    text: str
    """The whole text."""
    at: int
    """The place in the text, counted from 0."""

    def _text(self) -> str:
        return f"{as_reason(self.reason)} (at character {self.at} of {shortened(self.text, 60)!r})"


@attrs.define(slots=False, repr=False)
class DecodeError(QwirkleError, ValueError):
    """A JSON text or a game record is not valid; ``path`` says where.

    ``faults`` lists everything that is wrong with it, each with its path; ``path`` and
    ``reason`` are those of the first.

    >>> import qwirkle
    >>> qwirkle.from_json('{"qwirkle": "horse"}')
    Traceback (most recent call last):
    qwirkle.errors.DecodeError: qwirkle: expected 'state', 'view' or 'record', not 'horse'
    """

    path: str
    """Where the first fault is."""
    reason: str
    """The first fault in words."""
    more: tuple[Fault, ...] = ()
    """The other faults."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that is wrong."""
        return (Fault(self.path, self.reason), *self.more)

    def _text(self) -> str:
        return listed(self.faults, "; ", 900)


@attrs.define(slots=False, repr=False)
class SimulationError(QwirkleError):
    """A simulation stopped early; ``finished`` holds the games before.

    If a bot failed, ``bot`` names it, and ``seed`` and ``ply`` say in which game and after how
    many moves. If the executor or a variant failed, these three are None.

    >>> import qwirkle
    >>> def quitter(view):
    ...     return None if max(view.scores) > 200 else qwirkle.bots.greedy(view)
    >>> try:
    ...     qwirkle.simulate("standard", ["greedy", quitter], games=5, seed=2)
    ... except SimulationError as error:
    ...     error.bot, error.ply, len(error.finished.games)
    ('quitter', 44, 1)
    """

    reason: str
    """The failure in words."""
    finished: Simulation
    """The games before; a stream has handed them out already, so it has none here."""
    bot: str | None = None
    """The name of the bot that failed."""
    seed: int | None = None
    """The seed of the game in which it failed."""
    ply: int | None = None
    """How many moves had been made by then."""

    def _text(self) -> str:
        if self.bot is None:
            return self.reason
        moves = "1 move" if self.ply == 1 else f"{self.ply} moves"
        where = f"after {moves} of the game with seed {self.seed}"
        return f"the bot {shortened(self.bot)} failed {where}: {shortened(self.reason, 800)}"


@attrs.define(slots=False, repr=False)
class WorkLimitReached(QwirkleError):
    """A search reached its limit and gives no answer rather than a guess.

    The limit is a number of steps, not a time: the same question with the same limit ends in
    the same way on every machine. ``question`` and ``limit`` say what was asked; ``found`` is
    the best legal move found so far, or None.

    >>> print(WorkLimitReached("the best turn", 1000))
    1000 steps were not enough to find the best turn; within(work) of the legal moves allows more
    """

    question: str
    """The result that was asked for."""
    limit: int
    """How many steps were allowed."""
    found: object = None
    """The best legal move found so far."""

    def _text(self) -> str:
        steps = f"{self.limit} steps were not enough to find {self.question}"
        return f"{steps}; within(work) of the legal moves allows more"
