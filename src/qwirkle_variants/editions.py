"""The printed editions of the tile game, and the statements of all manuals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import attrs

from qwirkle.authoring import (
    RULINGS,
    STATEMENTS,
    Citation,
    Edition,
    Extra,
    Rules,
    Statement,
    TileGame,
    stated,
)

# The rules that manuals leave open, with the rulings that complete them.
_OPEN: Final = {
    "B2": ("R2", "R6"),
    "B3": ("R1",),
    "X3": ("R4",),
    "X4": ("R5",),
    "E3": ("R21",),
    "E4": ("R7",),
}


@attrs.frozen
class Says:
    """A manual's statement about a rule, where it is not printed as usual."""

    status: Literal["printed", "implied", "silent"] = "printed"
    note: str = ""
    """The differences from the text, such as a part that the manual only implies."""
    text: str = ""
    """The edition's own version of the rule."""
    rulings: tuple[str, ...] | None = None
    """The rulings that complete the rule, if they are not the usual ones."""


def cited(
    source: str,
    statements: Mapping[str, Statement],
    rulings: Mapping[str, tuple[str, ...]],
    **differences: Says,
) -> dict[str, Citation]:
    """The citations of a manual, which prints all these rules unless it says otherwise."""
    citations: dict[str, Citation] = {}
    for rule, statement in statements.items():
        says = differences.get(rule, Says())
        worded = attrs.evolve(statement, text=says.text or statement.text)
        completed_by = rulings.get(rule, ()) if says.rulings is None else says.rulings
        citations[rule] = Citation(says.status, source, worded, completed_by, says.note)
    return citations


def _tile_game(
    name: str, rules: Rules, edition: Edition, source: str, **differences: Says
) -> TileGame[Extra]:
    """An edition with the usual statements, except where it differs, by rule id."""
    citations = cited(source, STATEMENTS, _OPEN, **differences)
    return TileGame(name, rules, edition=edition, citations=citations)


_NO_NUMBER: Final = Says("silent", "The manual prints no number of players.")
_TOUCHING: Final = Says(
    "implied", "The manual says that tiles must touch, and only implies that corners do not count."
)
_NO_POINTS: Final = Says("implied", "The manual only implies that you score nothing.")
_AS_MANY: Final = Says(
    "implied", "The manual only implies it: you draw as many tiles as you set aside."
)
_MAY_EXCHANGE: Final = "If you can't place a tile, you may exchange."
_ALL_PASS: Final = Says(
    "silent",
    "The manual does not say what happens when nobody can place a tile.",
    "If nothing is left to draw and you can't place a tile, pass. When all players have passed "
    "in a row, the game is over. Nobody gets the six points for finishing.",
    ("R3", "R21"),
)

PAPER: Final = "You need paper and a pencil to keep score."


mindware: Final = _tile_game(
    "mindware",
    Rules(),
    Edition(
        "Qwirkle",
        "MindWare",
        year=2006,
        languages=("French",),
        players="2 to 4",
        ages="6 and up",
        minutes="30 to 60",
        short="MindWare",
        signs=("a bag",),
        aliases=("original", "Imprononçable mais inoubliable"),
        remarks=(PAPER,),
    ),
    "MindWare, 2006, French rules",
    P1=_TOUCHING,
    X1=_NO_POINTS,
    X3=_AS_MANY,
)

_DUTCH_AND_FRENCH: Final = Edition(
    "Qwirkle",
    "999 Games",
    year=2023,
    signs=("a small symbol in the middle of each tile",),
    aliases=("999 Games", "QW103N"),
    remarks=(
        PAPER,
        "Each colour also has its own small symbol in the middle of the tile, for people who "
        "have trouble telling the colours apart.",
    ),
)
dutch: Final = _tile_game(
    "999games-nl",
    Rules(stuck="may-exchange", no_play="all-passed"),
    attrs.evolve(_DUTCH_AND_FRENCH, languages=("Dutch",), short="999 Games (Dutch)"),
    "999 Games, 2023, Dutch rules",
    S3=_NO_NUMBER,
    S4=Says("implied", "The manual only implies that you draw without looking."),
    P1=_TOUCHING,
    X1=Says("implied", "The manual only implies that you score nothing and that your turn ends."),
    X3=_AS_MANY,
    X4=Says(
        text=_MAY_EXCHANGE,
        note="The manual also says that a turn is either a placement or an exchange, which would "
        "mean that you must.",
    ),
    E3=_ALL_PASS,
)
french: Final = _tile_game(
    "999games-fr",
    Rules(),
    attrs.evolve(_DUTCH_AND_FRENCH, languages=("French",), short="999 Games (French)"),
    "999 Games, 2023, French rules",
    S3=_NO_NUMBER,
    P1=_TOUCHING,
    X1=_NO_POINTS,
    X3=_AS_MANY,
)

hebrew: Final = _tile_game(
    "hebrew",
    Rules(stuck="may-exchange", no_play="all-passed"),
    Edition(
        "Qwirkle",
        "the Hebrew edition",
        languages=("Hebrew",),
        players="2 to 4",
        ages="6 and up",
        minutes="30 to 60",
        short="Hebrew",
        signs=("a bag",),
        aliases=("קווירקל",),
        remarks=(PAPER, "If you would rather not write, count points with coins or matches."),
    ),
    "The Hebrew edition's rules",
    P1=_TOUCHING,
    P2=Says(
        "implied", "The manual does not mention gaps, but its example game is scored that way."
    ),
    X1=Says("implied", "The manual only implies that your turn ends."),
    X3=Says(rulings=()),
    X4=Says(
        "implied", "The manual mentions only players who decide not to place a tile.", _MAY_EXCHANGE
    ),
    C2=Says(
        note="The manual prints twelve extra points, but then explains them as six and six, and "
        "its example counts twelve in all."
    ),
    E3=_ALL_PASS,
)

schmidt: Final = _tile_game(
    "schmidt",
    Rules(tie_break="youngest", supply="stacks", no_play="all-passed"),
    Edition(
        "Qwirkle",
        "Schmidt Spiele",
        languages=("German", "French", "Italian"),
        players="2 to 4",
        short="Schmidt",
        signs=("four racks and no bag",),
        aliases=("Schmidt",),
        remarks=(PAPER, "The box has four racks for the tiles and no bag."),
    ),
    "Schmidt Spiele, German, French and Italian rules",
    S4=Says(
        text="The remaining tiles are the supply. Stack them face down, and draw from the stacks.",
        rulings=("R19",),
    ),
    B1=Says(
        "implied",
        "The manual asks everyone to check how many of their tiles go together, and these must "
        "all be different. It only implies that you say the number aloud.",
    ),
    B3=Says(text="If several players have the highest number, the youngest of them starts."),
    X1=_NO_POINTS,
    X2=Says(text="Slide the returned tiles under the stacks.", rulings=("R19",)),
    X3=_AS_MANY,
    E3=_ALL_PASS,
)


ACTION_TILES: Final = stated("""
Action tiles

A1 Special tiles
    Mix the two special tiles, one for each action, into the supply. Put the eight action tiles
    aside: one of each action for every player.
A2 Drawing a special tile
    If you draw a special tile, show it, remove it from the game and draw another tile. Every
    player then takes the matching action tile and keeps it face up.
A3 One action, at the start
    At the start of your turn you may use one action tile. Each works once per game; a used one
    goes back into the box. Then take your normal turn.
A4 Draw three
    Draw three more tiles right away. If you have six or more at the end of your turn, don't
    draw.
A5 Take a tile
    Take any tile from the board into your hand, but not from a line of six, and not if the rest
    of the board would fall apart. It may not go back to the same place in that turn.
A6 No points for leftovers
    Unused action tiles are worth nothing.
A7 Fewer actions
    You may agree to play with only some of the special tiles and their action tiles.
A8 Actions from the start
    You may agree to hand out the action tiles at the start and leave the special tiles out.
""")

ACTION_RULINGS: Final = stated("""
What if …?

R8 Do special tiles count as supply?
    No. Only tiles that can be placed count. A special tile that is drawn when no other tile is
    left is not replaced.
R9 What if fewer than three tiles are left?
    Draw the tiles that are left. If there are none, you can't use that action tile.
R10 May an identical tile go there?
    No. No tile of the same colour and shape as the taken one may go to its place in that turn.
    Another tile may.
R11 May I take the only tile?
    No. The only tile on the board must stay there, and before the first line there is nothing
    to take.
R12 May I use an action before the first line?
    You may draw three before the first line; that line is then a largest set of the new hand.
    There is nothing to take yet.
R13 What if I hold more than six tiles?
    You still exchange at most six, and draw as many as you set aside. After placing, you draw
    up to six only.
R20 What if we hand out only some action tiles?
    Everyone gets one of each chosen action tile at the start.
R21 What if no tile fits any more?
    If there are tiles to draw, but no tile in any hand or in the supply fits anywhere, the game
    ends at once, and nobody gets the points for finishing. With action tiles, the game goes on
    as long as an action tile for taking a tile is unused, or its special tile has not been
    drawn, and there is a tile on the board that may be taken.
""")

CARD_GAME: Final = stated("""
Setting up

K1 The cards
    There are 108 cards: six shapes in six colours, three of each. Two to four players are dealt
    nine each and keep them hidden. The rest is the face-down pile.

Who starts?

K2 The biggest set starts
    The player with the most cards that share a colour or a shape, counting identical cards
    once, starts by laying them down as a row. There must be at least three. On a tie, the
    youngest of these players starts. If nobody has three, shuffle and deal again.
K13 Taking turns
    Play continues clockwise.

Your turn

K3 What is a row
    A row has three to six cards of one colour and different shapes, or of one shape and
    different colours. A row never repeats a card.
K4 Play at least one card
    On your turn, play at least one card from your hand: into new rows, existing rows, or
    several at once.
K5 Rearrange freely
    You may regroup the cards on the table as you like, in any order. At the end of your turn
    every row must be valid.
K6 Starting a row
    Start a new row with three or more cards from your hand, or with cards from other rows and
    at least one from your hand. The rows you take from must keep at least three.
K8 If you can't play
    If you can't play a card, show your hand. If anyone finds a play, you must make it. If not,
    draw nine new cards, mix the old ones into the pile and go on with your turn.
K9 Refill
    At the end of your turn, draw back up to nine.
K12 Keep the table tidy
    Lay rows of the same shape side by side, and rows of the same colour below them.

Scoring

K7 Taking a Qwirkle
    If you bring a row to six cards, a Qwirkle, you take it. Keep it apart, where everyone may
    look at it.

The end

K10 The last round
    When the pile has run out, everyone has one last turn, including the player who drew the
    last card.
K11 Most Qwirkles
    The player with the most Qwirkles wins. Tied players share the win.
""")

CARD_RULINGS: Final = {
    "R1": RULINGS["R1"],
    **stated("""
What if …?

R14 How freely may I rearrange?
    If you play one card from your hand, you may regroup all the rows. But if you agreed on
    strict regrouping, every new row needs a card from your hand, and every old row must remain.
R15 What if the pile is too small?
    If you can't play and fewer than nine cards are in the pile, draw those, then mix in your
    old cards. This does not start the last round. If there is nothing new to draw, pass.
R16 What if I complete several Qwirkles?
    You take them all, even one made only of cards from the table, as long as you play a card
    from your hand.
R17 May I start with other cards?
    No. The first row is exactly the announced set: no smaller one, and nothing more.
R18 What if my hand is empty?
    If your hand is empty in the last round, pass.
"""),
}
