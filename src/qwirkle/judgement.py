"""The judgement of a move: the reasons why it is not legal, or what it takes and scores."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import attrs

from qwirkle.cells import Cell
from qwirkle.errors import InvalidValue, as_reason, listed, short_repr, shortened
from qwirkle.lines import Line
from qwirkle.tiles import Tile, as_tiles, tile_names
from qwirkle.words import Pictured, added, sentence

_LONGEST_VALUE: Final = 210  # characters; a cell can have two numbers of a hundred digits
_LONGEST_LIST: Final = 120  # of values in a sentence, so that two long cells still fit
_MOST_NAMES: Final = 6  # of tiles in a sentence, as many as a line has
_RULES: Final = re.compile(r" *\[[A-Z]+[0-9]+(, [A-Z]+[0-9]+)*\]")


class Reason(StrEnum):
    """The base of the enums of reasons. A member can have templates for its sentences.

    >>> class HouseCode(Reason):
    ...     TOO_FAR = (
    ...         "too-far",
    ...         "{cells:and} must be within {most} cells of the middle",
    ...         "{tiles} would be too far from the middle",
    ...     )
    >>> HouseCode.TOO_FAR, str(HouseCode.TOO_FAR)
    (HouseCode.TOO_FAR, 'too-far')
    >>> violation = Violation.of(HouseCode.TOO_FAR, ["H1"], [(8, 0)], "Rs", most=7)
    >>> violation.message
    '8,0 must be within 7 cells of the middle'
    >>> violation.plain
    'The red square would be too far from the middle.'
    """

    _value_: str
    template: str
    """The sentence, with the names of its values in braces.

    Several values are separated by spaces, or by the word after a colon: ``{cells:and}``. After a
    bar follows the word to write if there are none: ``{hand:|nothing}``.
    """
    plain: str
    """The same for people who look at the board; empty if the other template will do.

    It names no cells, and tiles are written in words: "the red square and the blue square".
    """

    def __new__(cls, value: str, template: str = "", plain: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.template = template
        member.plain = plain
        return member

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


def _as_cells(cells: Iterable[object]) -> tuple[Cell, ...]:
    return tuple(map(Cell.of, cells))


def as_rules(rules: Iterable[str]) -> tuple[str, ...]:
    """The ids of rules; a single text would be read as several ids of one letter.

    >>> as_rules(["P1", "P2"])
    ('P1', 'P2')
    >>> as_rules("H1")
    Traceback (most recent call last):
    qwirkle.errors.InvalidValue: pass rule ids as a tuple, such as ("H1",), not as 'H1'
    """
    if isinstance(rules, str):
        raise InvalidValue(f'pass rule ids as a tuple, such as ("H1",), not as {short_repr(rules)}')
    return rules if type(rules) is tuple else tuple(rules)


@attrs.frozen
class Violation:
    """One reason why a move is not legal, or why a board cannot exist.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"])
    >>> [violation] = qwirkle.check(state, qwirkle.Place({(1, 0): "Gd"}))[:1]
    >>> violation.code, violation.rules, violation.tiles
    (Code.NOT_YOUR_TILE, ('T1',), (Tile.parse('Gd'),))
    >>> violation.code.template
    'the hand lacks {tiles}; it holds {hand:|nothing}'
    >>> violation.message
    'the hand lacks Gd; it holds Bs'
    """

    code: StrEnum
    """The kind of reason, as a member of :class:`~qwirkle.authoring.Code` or of a variant's own enum."""
    rules: tuple[str, ...] = attrs.field(converter=as_rules)
    """The ids of the rules that the move breaks."""
    message: str = attrs.field(converter=as_reason)
    """A sentence that names the cells and tiles concerned."""  # filled in when it is first read
    cells: tuple[Cell, ...] = attrs.field(default=(), converter=_as_cells)
    """The cells that it is about, for example to highlight them."""
    tiles: tuple[Tile, ...] = attrs.field(default=(), converter=as_tiles)
    """The tiles that it is about."""
    # Without them the message was not made from the code's template.
    _values: dict[str, Any] | None = attrs.field(default=None, eq=False, repr=False)

    @staticmethod
    def of(
        code: Reason,
        rules: Iterable[str],
        cells: Iterable[tuple[int, int]] = (),
        tiles: object = (),
        **values: Any,
    ) -> Violation:
        """A violation whose sentence is the template of its code, filled in.

        Args:
            code: the kind of reason, which has a template.
            rules: the ids of the rules that the move breaks.
            cells: the cells that it is about.
            tiles: the tiles that it is about, or their text.
            values: the other values that the template names.
        """
        found = violation(code, as_rules(rules), _as_cells(cells), as_tiles(tiles), **values)
        _ = found.message  # now, so that an author sees where a template and its values differ
        return found

    if not TYPE_CHECKING:  # for type checkers, there are no other attributes

        def __getattr__(self, name: str) -> str:
            # Violations are often only counted, and their sentences take longest to make.
            if name != "message" or self._values is None:
                raise AttributeError(f"'Violation' object has no attribute {name!r}")
            _set_message(self, self.worded(self.code.template))
            return self.message

    @property
    def values(self) -> dict[str, Any]:
        """The other values that the sentence is made of, by their names in the template.

        >>> from qwirkle.authoring import Code
        >>> Violation.of(Code.EXCHANGE_TOO_LARGE, ["X1"], count=4, most=3).values
        {'count': 4, 'most': 3}
        """
        return dict(self._values or ())

    @property
    def plain(self) -> str:
        """A sentence for people who look at the board, with tiles in words and without cells.

        It follows from the code's plain template. Without one, or if the message does not come
        from the code's template, it is the message.

        >>> import qwirkle
        >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Gd", "Yx"])
        >>> [violation] = qwirkle.check(state, qwirkle.Place({(1, 0): "Gd"}))
        >>> violation.message
        'the line Rs Gd from 0,0 to 1,0 is neither of one colour nor of one shape'
        >>> violation.plain
        'The red square and the green diamond share neither a colour nor a shape.'
        """
        code = self.code
        if isinstance(code, Reason) and code.plain and self._values is not None:
            values = {"cells": self.cells, "tiles": self.tiles, **self.values}
            return sentence(_filled(code.plain, {n: _in_words(v) for n, v in values.items()}))
        return sentence(_RULES.sub("", self.message))

    def worded(self, template: str) -> str:
        """The sentence in other words, for example in another language.

        >>> from qwirkle import Cell

        >>> from qwirkle.authoring import Code
        >>> gap = Violation.of(Code.GAP, ["P2", "P5"], [Cell(2, 0)])
        >>> gap.message, gap.worded("bei {cells} ist eine Lücke")
        ('there is a gap at 2,0', 'bei 2,0 ist eine Lücke')

        Raises:
            InvalidValue: if the template is not one, or names a missing value.
        """
        return _filled(template, {"cells": self.cells, "tiles": self.tiles, **self.values})

    @property
    def pages(self) -> tuple[str, ...]:
        """The places of these rules in the documentation, each a page with its anchor.

        >>> from qwirkle.authoring import Code
        >>> Violation(Code.GAP, ("P2", "P5"), "a gap").pages
        ('rulebook.html#p2', 'rulebook.html#p5')
        """
        return tuple(map(page_of, self.rules))

    def __str__(self) -> str:
        return f"{self.message} [{', '.join(self.rules)}]"


_new = object.__new__
(*(_set_code, _set_rules, _set_message, _set_cells, _set_tiles, _set_values),) = (
    getattr(Violation, each.name).__set__ for each in attrs.fields(Violation)
)


def violation(
    code: Reason,
    rules: tuple[str, ...],
    cells: tuple[Cell, ...] = (),
    tiles: tuple[Tile, ...] = (),
    **values: Any,
) -> Violation:
    """A violation like :meth:`Violation.of`, but unchecked, and without its sentence until it is
    read."""
    found = _new(Violation)
    _set_code(found, code)
    _set_rules(found, rules)
    _set_cells(found, cells)
    _set_tiles(found, tiles)
    _set_values(found, values)
    return found


def _in_words(value: object) -> object:
    """A value with tiles in words; if there are too many, only their number."""
    if isinstance(value, Tile):
        return f"the {value.name}"
    if isinstance(value, (tuple, list)) and value and all(isinstance(v, Tile) for v in value):
        return tile_names(value, _MOST_NAMES)
    return value


class _Several(tuple[Any, ...]):
    """Values in a sentence, which the template says how to join."""

    __slots__ = ()

    def __format__(self, how: str) -> str:
        if len(self) == 1 and type(self[0]) is not tuple:  # nearly always, and faster
            return shortened(str(self[0]), _LONGEST_VALUE)
        word, _, nothing = how.partition("|")
        texts = [" ".join(map(str, item)) if type(item) is tuple else item for item in self]
        return listed(texts, f" {word} " if word else " ", _LONGEST_LIST) or nothing


def _filled(template: str, values: dict[str, Any]) -> str:
    """A template with the values in their places."""
    texts = {
        name: _Several(value)
        if type(value) in (tuple, list)
        else shortened(str(value), _LONGEST_VALUE)
        for name, value in values.items()
    }
    try:
        return as_reason(template.format_map(texts))
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        known = ", ".join(values)
        reason = f"cannot be filled in with {shortened(known, 200)}"
        raise InvalidValue(f"the template {short_repr(template)} {reason}: {error}") from None


def clause_of(reason: StrEnum, **values: Any) -> str:
    """A reason as a sentence: its template filled in or, if it has none, its words.

    >>> import qwirkle
    >>> clause_of(qwirkle.EndReason.WENT_OUT, players=("Ada",))
    'Ada used the last tile'
    """
    template = reason.template if isinstance(reason, Reason) else ""
    return _filled(template, values) if template else reason.value.replace("-", " ")


def page_of(rule: str) -> str:
    """The place of a rule in the documentation; Sphinx writes anchors in lower case."""
    return f"rulebook.html#{rule.lower()}"


@attrs.frozen
class ScoredLine(Line):
    """A line that a move formed or extended, with its points (C1, C2).

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"])
    >>> [line] = qwirkle.score(state, qwirkle.Place({(1, 0): "Bs"})).lines
    >>> print(line, line.points)
    Rs Bs 2
    """

    points: int
    """The points of the line, including the extra points of a Qwirkle."""


@attrs.frozen
class Score(Pictured):
    """The points of a move, with their reasons.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs", "Gd"], supply="")
    >>> score = qwirkle.score(state, qwirkle.Place({(1, 0): "Bs"}))
    >>> score.total, [line.points for line in score.lines], score.end_bonus, int(score)
    (8, [2], 6, 8)
    """

    lines: tuple[ScoredLine, ...] = ()
    """The lines of the move, first the one along which it was placed, then those that cross it."""
    end_bonus: int = 0
    """The extra points for ending the game (C3)."""
    bonus_points: int = 0
    """The points that a rule of the variant adds to the move, or takes away."""

    @property
    def total(self) -> int:
        """The sum of all points."""
        return sum(line.points for line in self.lines) + self.end_bonus + self.bonus_points

    @property
    def extras(self) -> tuple[tuple[int, str], ...]:
        """The points that are not for lines, with words for them, except where they are 0.

        >>> Score(end_bonus=6, bonus_points=-2).extras
        ((6, 'for finishing'), (-2, 'as a penalty'))
        """
        kind = "as a bonus" if self.bonus_points > 0 else "as a penalty"
        parts = (self.end_bonus, "for finishing"), (self.bonus_points, kind)
        return tuple(part for part in parts if part[0])

    @property
    def sum(self) -> str:
        """The points as a sum, with words for those that are not for lines; empty for one part.

        >>> import qwirkle
        >>> state = qwirkle.position(board="Rs@0,0 Rc@1,0", hands=["Rd Bd", "Gx"], supply="")
        >>> qwirkle.score(state, qwirkle.parse_move("Rd@2,0 Bd@2,1")).sum
        '2 + 3 + 6 for finishing'
        """
        parts = [str(line.points) for line in self.lines]
        parts += [f"{points} {words}" for points, words in self.extras]
        return added(parts) if len(parts) > 1 else ""

    def __int__(self) -> int:
        return self.total


class Judgement(NamedTuple):
    """The cost and the points of a legal move, or the reasons why a move is not legal.

    >>> import qwirkle
    >>> state = qwirkle.position(board={(0, 0): "Rs"}, hands=["Bs Gk", "Gd"])
    >>> judgement = state.variant.judge(state, qwirkle.parse_move("Bs@1,0"))
    >>> judgement.is_legal, judgement.rest, judgement.draws, judgement.points
    (True, (Tile.parse('Gk'),), 5, 2)
    """

    rest: tuple[Tile, ...] = ()
    """The tiles that stay in the hand."""
    draws: int = 0
    """How many tiles are drawn, if the supply has them."""
    points: int = 0
    """All points of the move."""
    end_bonus: int = 0
    """The part of the points that is for ending the game (C3)."""
    bonus_points: int = 0
    """The part that a rule of the variant adds to the points, or takes away."""
    violations: tuple[Violation, ...] = ()
    """Every reason why the move is not legal; empty if it is."""

    @property
    def is_legal(self) -> bool:
        """Whether the move may be made."""
        return not self.violations

    def forbidden(self, *reasons: Violation) -> Judgement:
        """The same judgement with these further reasons why the move is not legal, if any.

        >>> from qwirkle.authoring import Code
        >>> judgement = Judgement().forbidden(Violation(Code.GAP, ("P2",), "there is a gap"))
        >>> judgement.is_legal, [str(violation) for violation in judgement.violations]
        (False, ['there is a gap [P2]'])
        """
        return self._replace(violations=(*self.violations, *reasons))


def illegal(*reasons: Violation) -> Judgement:
    """The judgement of a move that is not legal for these reasons.

    >>> from qwirkle.authoring import Code
    >>> illegal(Violation(Code.GAP, ("P2",), "there is a gap")).is_legal
    False

    Raises:
        InvalidValue: if there is no reason.
    """
    if not reasons:
        raise InvalidValue("a move that is not legal needs a reason")
    return Judgement(violations=reasons)
