"""The printed editions of the tile game, each with the statements of its manual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from qwirkle import Citation, Edition, Rules, Statement, TileGame
from qwirkle.authoring import STATEMENTS, Extra

# The rules that manuals leave open, with the rulings that complete them.
_OPEN: Final = {
    "B2": ("R2", "R6"),
    "B3": ("R1",),
    "X3": ("R4",),
    "X4": ("R5",),
    "E3": ("R21",),
    "E4": ("R7",),
}


def _tile_game(
    name: str, rules: Rules, edition: Edition, source: str, differences: Mapping[str, Citation]
) -> TileGame[Extra]:
    """An edition with the usual statements, except where it differs."""
    usual = {
        rule: Citation("printed", source, statement, _OPEN.get(rule, ()))
        for rule, statement in STATEMENTS.items()
    }
    return TileGame(name, rules, edition=edition, citations={**usual, **differences})


def _implied(source: str, rule: str, note: str) -> Citation:
    """A rule that the manual at least partly leaves to the reader; the note says which part."""
    return Citation("implied", source, STATEMENTS[rule], _OPEN.get(rule, ()), note)


def _no_number(source: str) -> Citation:
    note = "The manual prints no number of players."
    return Citation("silent", source, STATEMENTS["S3"], note=note)


def _worded(rule: str, text: str) -> Statement:
    """A rule of which the edition has a version of its own."""
    return attrs.evolve(STATEMENTS[rule], text=text)


def _all_pass(source: str) -> Citation:
    text = (
        "If nothing is left to draw and you can't place a tile, pass. When all players have passed "
        "in a row, the game is over. Nobody gets the six points for finishing."
    )
    note = "The manual does not say what happens when nobody can place a tile."
    return Citation("silent", source, _worded("E3", text), ("R3", "R21"), note)


_MAY_EXCHANGE: Final = _worded("X4", "If you can't place a tile, you may exchange.")


_TOUCHING: Final = (
    "The manual says that tiles must touch, and only implies that corners do not count."
)
_NO_POINTS: Final = "The manual only implies that you score nothing."
_AS_MANY: Final = "The manual only implies it: you draw as many tiles as you set aside."

PAPER: Final = "You need paper and a pencil to keep score."
_SYMBOLS: Final = (
    "Each colour also has a small symbol of its own in the middle of the tile, for people who "
    "have trouble telling the colours apart."
)


MINDWARE_RULES: Final = "MindWare, 2006, French rules"
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
    MINDWARE_RULES,
    {
        "P1": _implied(MINDWARE_RULES, "P1", _TOUCHING),
        "X1": _implied(MINDWARE_RULES, "X1", _NO_POINTS),
        "X3": _implied(MINDWARE_RULES, "X3", _AS_MANY),
    },
)

DUTCH_RULES: Final = "999 Games, 2023, Dutch rules"
dutch: Final = _tile_game(
    "999games-nl",
    Rules(stuck="may-exchange", no_play="all-passed"),
    Edition(
        "Qwirkle",
        "999 Games",
        year=2023,
        languages=("Dutch",),
        short="999 Games (Dutch)",
        signs=("a small symbol in the middle of each tile",),
        aliases=("999 Games", "QW103N"),
        remarks=(PAPER, _SYMBOLS),
    ),
    DUTCH_RULES,
    {
        "S3": _no_number(DUTCH_RULES),
        "S4": _implied(DUTCH_RULES, "S4", "The manual only implies that you draw without looking."),
        "P1": _implied(DUTCH_RULES, "P1", _TOUCHING),
        "X1": _implied(
            DUTCH_RULES,
            "X1",
            "The manual only implies that you score nothing and that your turn ends.",
        ),
        "X3": _implied(DUTCH_RULES, "X3", _AS_MANY),
        "X4": Citation(
            "printed",
            DUTCH_RULES,
            _MAY_EXCHANGE,
            _OPEN["X4"],
            "The manual also says that a turn is either a placement or an exchange, which would "
            "mean that you must.",
        ),
        "E3": _all_pass(DUTCH_RULES),
    },
)

FRENCH_HALF: Final = "999 Games, 2023, French rules"
french: Final = _tile_game(
    "999games-fr",
    Rules(),
    Edition(
        "Qwirkle",
        "999 Games",
        year=2023,
        languages=("French",),
        short="999 Games (French)",
        signs=("a small symbol in the middle of each tile",),
        aliases=("999 Games", "QW103N"),
        remarks=(PAPER, _SYMBOLS),
    ),
    FRENCH_HALF,
    {
        "S3": _no_number(FRENCH_HALF),
        "P1": _implied(FRENCH_HALF, "P1", _TOUCHING),
        "X1": _implied(FRENCH_HALF, "X1", _NO_POINTS),
        "X3": _implied(FRENCH_HALF, "X3", _AS_MANY),
    },
)

HEBREW_RULES: Final = "The Hebrew edition's rules"
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
    HEBREW_RULES,
    {
        "P1": _implied(HEBREW_RULES, "P1", _TOUCHING),
        "P2": _implied(
            HEBREW_RULES,
            "P2",
            "The manual does not mention gaps, but its example game is scored that way.",
        ),
        "X1": _implied(HEBREW_RULES, "X1", "The manual only implies that your turn ends."),
        "X3": Citation("printed", HEBREW_RULES, STATEMENTS["X3"]),
        "X4": Citation(
            "implied",
            HEBREW_RULES,
            _MAY_EXCHANGE,
            _OPEN["X4"],
            "The manual mentions only players who decide not to place a tile.",
        ),
        "C2": Citation(
            "printed",
            HEBREW_RULES,
            STATEMENTS["C2"],
            note="The manual prints twelve extra points, but then explains them as six and six, "
            "and its example counts twelve in all.",
        ),
        "E3": _all_pass(HEBREW_RULES),
    },
)

SCHMIDT_RULES: Final = "Schmidt Spiele, German, French and Italian rules"
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
    SCHMIDT_RULES,
    {
        "S4": Citation(
            "printed",
            SCHMIDT_RULES,
            _worded(
                "S4",
                "The remaining tiles are the supply. Stack them face down, and draw from the "
                "stacks.",
            ),
            ("R19",),
        ),
        "B1": _implied(
            SCHMIDT_RULES,
            "B1",
            "The manual asks everyone to check how many of their tiles go together, and these must "
            "all be different. It only implies that you say the number aloud.",
        ),
        "B3": Citation(
            "printed",
            SCHMIDT_RULES,
            _worded(
                "B3", "If several players have the highest number, the youngest of them starts."
            ),
            ("R1",),
        ),
        "X1": _implied(SCHMIDT_RULES, "X1", _NO_POINTS),
        "X2": Citation(
            "printed",
            SCHMIDT_RULES,
            _worded("X2", "Slide the returned tiles under the stacks."),
            ("R19",),
        ),
        "X3": _implied(SCHMIDT_RULES, "X3", _AS_MANY),
        "E3": _all_pass(SCHMIDT_RULES),
    },
)
