"""The rules of the tile game: a field for each on which editions differ, and all of them in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, Literal, Self

import attrs

from qwirkle._engine import ASKED, Remembering, overridden
from qwirkle.description import (
    Fact,
    Statement,
    changed,
    choice,
    option_facts,
    options_of,
    stated,
    whole_number,
)
from qwirkle.errors import InvalidOption, InvalidValue
from qwirkle.lines import LONGEST
from qwirkle.supply import Piece, Special, pieces_text
from qwirkle.tilegame.state import check_decorated
from qwirkle.tiles import TILES, Tile, in_order
from qwirkle.variant import Variant
from qwirkle.words import counted

if TYPE_CHECKING:
    from qwirkle.tilegame.game import TileGame

COPIES: Final = 3
"""How many copies of each of the 36 tiles are in the box (S1)."""


@attrs.frozen(kw_only=True)
class Rules:
    """The rules of one edition of the tile game. The defaults are those of ``standard``.

    A subclass adds its own options, each with :func:`~qwirkle.authoring.choice`,
    :func:`~qwirkle.authoring.whole_number`, :func:`~qwirkle.authoring.yes_or_no` or
    :func:`~qwirkle.authoring.option`.

    >>> Rules(tie_break="youngest").hand_size
    6
    >>> Rules(hand_size="many")
    Traceback (most recent call last):
    qwirkle.errors.InvalidOption: hand_size must be a number from 1 to 54, not 'many'
    """

    tie_break: Literal["oldest", "youngest"] = choice(
        ("B3",),
        oldest="of the tied players, the oldest starts",
        youngest="of the tied players, the youngest starts",
    )
    """Which of several players with the highest number starts."""
    supply: Literal["bag", "stacks"] = choice(
        ("S4", "X2"),
        bag="tiles are drawn from a bag, and exchanged tiles are mixed into it",
        stacks="tiles are drawn from face-down stacks, and exchanged tiles go under them, unmixed",
    )
    """Where tiles come from, and how exchanged ones go back."""
    stuck: Literal["must-exchange", "may-exchange"] = choice(
        ("X4", "R5"),
        must_exchange="a player who cannot place must exchange while the supply lasts",
        may_exchange="a player who cannot place may exchange or, by our ruling, pass",
    )
    """The duty of a player who cannot place while there are tiles in the supply."""
    no_play: Literal["at-once", "all-passed"] = choice(
        ("E3", "R3"),
        at_once="with an empty supply the game ends as soon as nobody can place",
        all_passed="with an empty supply, by our ruling, the game ends once all players have passed in a row",
    )
    """When the game ends if the supply is empty and nobody can place."""
    exchange_limit: int = whole_number(
        ("X1",), 6, 54, lambda n: f"at most {counted(n, 'tiles')} can be exchanged in a turn"
    )
    """The most tiles in one exchange."""
    hand_size: int = whole_number(
        ("S2", "T1"), 6, 54, lambda n: f"a full hand has {counted(n, 'tiles')}"
    )
    """How many tiles each player is dealt, and draws back up to."""
    min_players: int = whole_number(("S3",), 2, 54, lambda n: f"at least {counted(n, 'players')}")
    """The fewest players."""
    max_players: int = whole_number(("S3",), 4, 54, lambda n: f"at most {counted(n, 'players')}")
    """The most players."""

    def __attrs_post_init__(self) -> None:
        kind = type(self)
        check_decorated(kind)
        if others := [name for name in attrs.fields_dict(kind) if name not in options_of(kind)]:
            known = "choice(), whole_number(), yes_or_no() or option()"
            raise InvalidValue(f"{kind.__name__}.{others[0]}: describe it with {known}")
        if self.min_players > self.max_players:
            raise InvalidOption(
                f"min_players must be no more than max_players: "
                f"{self.min_players} is more than {self.max_players}"
            )
        box = 36 * COPIES
        if self.max_players * self.hand_size > box:
            raise InvalidOption(
                f"hand_size times max_players must be no more than the {box} tiles there are: "
                f"{self.hand_size} for each of {self.max_players} is too many"
            )

    def facts(self) -> dict[str, Fact]:
        """Every field that decides a rule, with its value, its rule ids and a sentence.

        >>> Rules().facts()["tie_break"].text
        'of the tied players, the oldest starts'
        """
        return option_facts(self)

    def changed(self, /, **changes: Any) -> Self:
        """The rules with some fields changed.

        Raises:
            InvalidOption: for a wrong name or value; it says what is possible.
        """
        return changed(self, changes)


STATEMENTS: Final = stated("""
Setting up

S1 The tiles
    The box holds 108 tiles: six shapes in six colours, three of each.
S2 Your hand
    Draw six tiles and keep them hidden from the others.
S3 How many players
    Two to four people can play.
S4 The supply
    The remaining tiles are the supply. Keep them in the bag, and draw without looking.

Who starts?

B1 Count your best set
    Find the most tiles in your hand that share a colour or a shape. Count identical tiles once.
    Say the number aloud.
B2 The best set starts
    The player with the highest number starts, and places exactly those tiles as the first line.
B3 Who starts on a tie
    If several players have the highest number, the oldest of them starts.
B4 Clockwise
    Play continues clockwise.

Your turn

T1 Place or exchange
    On your turn, either place one or more tiles and draw back up to six, or exchange tiles.
P1 Touch the board
    Every tile you place must connect to the tiles on the board, edge to edge. Corners do not
    count.
P2 What is a line
    Two or more tiles in an unbroken row or column form a line. A gap separates lines.
P3 One colour or one shape
    All tiles in a line share a colour and differ in shape, or share a shape and differ in
    colour. A line never repeats a tile, so it never has more than six.
P4 Fit every line
    A tile must fit every line it touches. Some spaces can never be filled.
P5 One line per turn
    All tiles you place in a turn share a colour or a shape and end up in the same line. They
    need not be next to each other.
X1 Exchanging tiles
    Set aside one to six tiles, draw the same number, and only then return the tiles you set
    aside. You score nothing, and your turn ends.
X2 Returned tiles
    Mix the returned tiles into the bag.
X3 Only what is left
    You can't exchange more tiles than are left in the supply.
X4 If you can't place
    If you can't place a tile, you must exchange.

Scoring

C1 Points for lines
    Score one point for each tile in every line you formed or extended, including tiles that
    were already there. A tile in two of these lines counts twice.
C2 Qwirkle!
    Completing a line of six, a Qwirkle, scores six extra points: twelve in all.
C3 Points for finishing
    If you end the game by placing your last tile, you score six extra points.

The end

E1 When the supply runs out
    When the supply runs out, keep playing without drawing.
E2 The last tile
    The game ends as soon as a player has placed their last tile and nothing is left to draw.
E3 When nobody can place
    If nothing is left to draw and nobody can place a tile, the game ends at once. Nobody gets
    the six points for finishing.
E4 The winner
    The player with the most points wins.
""")
"""The rules of the tile game in plain words, by id, as the default rules have them."""

RULINGS: Final = stated("""
What if …?

R1 What if we don't know our ages?
    If an age is unknown or two are equal, the tied player listed first starts.
R2 What if nobody has two matching tiles?
    If nobody has two matching tiles, a single tile is placed. It scores one point.
R3 What if everyone has to pass?
    If nothing is left to draw and you can't place a tile, pass. Once all players have passed in
    a row, the game is over. Nobody gets the points for finishing.
R4 May I exchange more than is left?
    No. You can't exchange more tiles than are left in the supply.
R5 May I pass?
    Not while you can place a tile. If you can't, you must exchange as long as there are tiles
    to draw. When nothing is left to draw, you pass.
R6 May I start with fewer tiles?
    No. The starting player must place a largest set: no smaller one, and no exchange.
R7 What if we tie at the end?
    If several players have the most points, all of them win.
R19 Which stack do I draw from?
    The face-down stacks are one supply: draw from the top, and slide returned tiles in at the
    bottom.
R21 What if no tile fits any more?
    If there are tiles to draw, but no tile in any hand or in the supply fits anywhere, the game
    ends at once. Nobody gets the points for finishing.
""")
"""The answers of this library where the manuals of the tile game leave something open, by id.

Like the statements, they are for the default rules; :func:`rulings` has those for others.
"""


def rulings(rules: Rules) -> dict[str, Statement]:
    """The answers that a game with these rules needs where the manuals leave something open.

    >>> from qwirkle.authoring import Rules
    >>> RULINGS.keys() - rulings(Rules()).keys() == {"R3", "R19"}
    True
    >>> rulings(Rules(stuck="may-exchange"))["R5"].text
    "Not while you can place a tile. If you can't, you may exchange or pass. When nothing is left to draw, you pass."
    """
    found = dict(RULINGS)
    if rules.no_play == "at-once":
        del found["R3"]
    if rules.supply == "bag":
        del found["R19"]
    if rules.stuck == "may-exchange":
        answer = (
            "Not while you can place a tile. If you can't, you may exchange or pass. "
            "When nothing is left to draw, you pass."
        )
        found["R5"] = attrs.evolve(found["R5"], text=answer)
    return found


def hook_facts(game: TileGame) -> dict[str, Fact]:
    """The facts about the points of a line, the bonus for finishing, and the box.

    >>> import qwirkle
    >>> hook_facts(qwirkle.get_variant("standard"))["line_points"].text
    'lines of 1 to 6 tiles are worth 1, 2, 3, 4, 5 and 12 points'
    """
    points = tuple(map(game.line_points, range(1, LONGEST + 1)))
    worth = f"{', '.join(map(str, points[:-1]))} and {points[-1]}"
    bonus, box = game.end_bonus(), described(game.box)
    tiles = counted(sum(isinstance(piece, Tile) for piece in game.box), "tiles")
    return {
        "line_points": Fact(
            points, ("C1", "C2", "R2"), f"lines of 1 to {LONGEST} tiles are worth {worth} points"
        ),
        "end_bonus": Fact(
            bonus, ("C3",), f"ending the game by placing one's last tile is worth {bonus} points"
        ),
        "pieces": Fact(box, ("S1",), f"the box holds {tiles}: {box}"),
    }


def described(pieces: Iterable[Piece]) -> str:
    """A short description of pieces, the same for any order.

    >>> described(TILES * 3), described(TILES[:2])
    ('3 of every tile', '1 each of Rc Rs')
    """
    numbers = Counter(in_order(pieces))
    parts: list[str] = []
    for kind in (Tile, Special):
        for number in sorted({*numbers.values()}, reverse=True):
            alike = [p for p, found in numbers.items() if isinstance(p, kind) and found == number]
            if len(alike) == len(TILES) and kind is Tile:
                parts.append(f"{number} of every tile")
            elif alike:
                parts.append(f"{number} each of {pieces_text(alike)}")
    return ", ".join(parts) or "nothing"


def undeclared(
    kind: type[Variant], engine: type[Variant], facts: Mapping[str, Fact]
) -> dict[str, str]:
    """The members that a subclass of the engine overrides and its facts do not describe.

    A member that decides a rule is a method or a property; private ones count. A fact describes it
    if it has its name or lists it, and if the class that overrides the member, or a subclass,
    overrides ``facts`` too; another class cannot know the rule.

    >>> import qwirkle.authoring
    >>> class House(qwirkle.authoring.TileGame):
    ...     def starter(self, players, hands):
    ...         return 0
    >>> list(undeclared(House, qwirkle.authoring.TileGame, House("house").facts()))
    ['starter']
    """
    told = {*facts, *(hook for fact in facts.values() for hook in fact.hooks)}
    # The facts of every tile game have the answers of the hooks for points and the box.
    told_anyway = ASKED if issubclass(engine, Remembering) else frozenset()
    rules, found = overridden(kind, engine) - told_anyway, dict[str, str]()
    bases = kind.__mro__[: kind.__mro__.index(engine)]
    for base in bases:
        has_facts = any("facts" in vars(each) and issubclass(each, base) for each in bases)
        for name in sorted(rules & vars(base).keys()):
            is_method = isinstance(vars(base)[name], (FunctionType, property))
            if is_method and name not in found and not (has_facts and name in told):
                found[name] = f"{base.__module__}.{base.__qualname__}.{name}"
    return found
