"""The printed editions of the tile game, each with what its manual says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qwirkle import Citation, Edition, Rules, TileGame
from qwirkle_variants.statements import TILE_GAME

# What every manual leaves open, and the rulings that fill it in.
_OPEN: Final = {
    "B2": ("R2", "R6"),
    "B3": ("R1",),
    "X3": ("R4",),
    "X4": ("R5",),
    "E4": ("R7",),
}


def _tile_game(
    name: str, rules: Rules, edition: Edition, source: str, differences: Mapping[str, Citation]
) -> TileGame:
    """An edition: the usual statements as printed, and where it differs."""
    usual = {
        rule: Citation("printed", source, text, _OPEN.get(rule, ()))
        for rule, text in TILE_GAME.items()
    }
    return TileGame(name, rules, edition=edition, citations={**usual, **differences})


def _implied(source: str, rule: str) -> Citation:
    return Citation("implied", source, TILE_GAME[rule], _OPEN.get(rule, ()))


def _silent(source: str, rule: str, text: str, *rulings: str) -> Citation:
    return Citation("silent", source, text, rulings)


_PASSING: Final = (
    "It says nothing about a table where nobody can go on: who cannot place passes, "
    "and when all in a row have passed, the game is over without the points of C3."
)
_SIGNS: Final = (
    "Every colour also has a small sign of its own in the middle of the tile, for people who "
    "cannot tell the colours apart."
)
_UNKNOWN_NUMBER: Final = "It prints no number of players: two to four, as the other editions."


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
        aliases=("original", "Imprononçable mais inoubliable"),
    ),
    MINDWARE_RULES,
    {"X3": _implied(MINDWARE_RULES, "X3")},
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
        aliases=("999 Games", "QW103N"),
        remarks=(_SIGNS,),
    ),
    DUTCH_RULES,
    {
        "S3": _silent(DUTCH_RULES, "S3", _UNKNOWN_NUMBER),
        "X1": _implied(DUTCH_RULES, "X1"),  # that it ends the turn, without points
        "X3": _implied(DUTCH_RULES, "X3"),
        "X4": Citation(
            "printed", DUTCH_RULES, "Who will not or cannot place may exchange.", ("R5",)
        ),
        "E3": _silent(DUTCH_RULES, "E3", _PASSING, "R3"),
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
        aliases=("999 Games", "QW103N"),
        remarks=(_SIGNS,),
    ),
    FRENCH_HALF,
    {
        "S3": _silent(FRENCH_HALF, "S3", _UNKNOWN_NUMBER),
        "X3": _implied(FRENCH_HALF, "X3"),
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
        aliases=("קווירקל",),
    ),
    HEBREW_RULES,
    {
        "P2": _implied(HEBREW_RULES, "P2"),  # it speaks of lines, but of no gap
        "X3": Citation("printed", HEBREW_RULES, TILE_GAME["X3"]),
        "X4": Citation(
            "printed",
            HEBREW_RULES,
            "Who decides not to place may exchange. Of somebody who cannot place it does not "
            "speak.",
            ("R5",),
        ),
        "C2": Citation(
            "printed",
            HEBREW_RULES,
            "A completed line of six, a Qwirkle, is worth twelve in all. (It prints twelve "
            "additional points, but then explains six and six, and its example counts twelve.)",
        ),
        "E3": _silent(HEBREW_RULES, "E3", _PASSING, "R3"),
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
        aliases=("Schmidt",),
        remarks=("It has four racks for the tiles instead of a bag.",),
    ),
    SCHMIDT_RULES,
    {
        "S4": Citation(
            "printed",
            SCHMIDT_RULES,
            "The other tiles lie face down in stacks, from which tiles are drawn.",
            ("R19",),
        ),
        "B3": Citation(
            "printed",
            SCHMIDT_RULES,
            "Of those who have the same highest number, the youngest begins.",
            ("R1",),
        ),
        "X1": Citation(
            "printed",
            SCHMIDT_RULES,
            "One to six tiles are set aside, as many are drawn, and only then do those set aside "
            "go back; the turn ends.",
        ),
        "X2": Citation(
            "printed", SCHMIDT_RULES, "The returned tiles are pushed under the stacks.", ("R19",)
        ),
        "X3": _implied(SCHMIDT_RULES, "X3"),
        "E3": _silent(SCHMIDT_RULES, "E3", _PASSING, "R3"),
    },
)
