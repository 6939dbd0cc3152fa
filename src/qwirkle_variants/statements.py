"""The rules that the printed editions have in common, in plain words, by id.

An edition states only its differences from these.
"""

from __future__ import annotations

from typing import Final

from qwirkle.authoring import STATEMENTS

TILE_GAME: Final = dict(STATEMENTS)

ACTION_TILES: Final = {
    "A1": "Mix the two special tiles, one for each action, into the supply. Put the eight action "
    "tiles aside: one of each action for every player.",
    "A2": "If you draw a special tile, show it, remove it from the game and draw another tile. "
    "Every player then takes the matching action tile and keeps it face up.",
    "A3": "At the start of your turn you may use one action tile. Each works once per game; a used "
    "one goes back into the box. Then take your normal turn.",
    "A4": "Draw-three: draw three more tiles right away. If you have six or more at the end of "
    "your turn, don't draw.",
    "A5": "Take-tile: take any tile from the board into your hand, but not from a line of six, "
    "and not if the board would fall apart. It may not go back to the same place in that turn.",
    "A6": "Unused action tiles are worth nothing.",
    "A7": "You may agree to play with only some of the special tiles and their action tiles.",
    "A8": "You may agree to hand out the action tiles at the start and leave the special tiles "
    "out.",
}

ACTION_RULINGS: Final = {
    "R8": "Only tiles that can be placed count as the supply. A special tile drawn with no tile "
    "behind it is not replaced.",
    "R9": "Draw-three with fewer than three tiles left: draw what is there. With none left, it "
    "cannot be used.",
    "R10": "No tile of the same colour and shape as the taken one may go to its place in that "
    "turn. Another tile may.",
    "R11": "You can't take the only tile on the board, and there must be a tile to take.",
    "R12": "Before the first line, draw-three is allowed; the first line is then a largest set of "
    "the new hand.",
    "R13": "With more than six tiles in your hand, you still exchange at most six. After placing, "
    "you draw back up to six only.",
    "R20": "If the action tiles are dealt at the start, everyone gets one of each chosen action.",
}

CARD_GAME: Final = {
    "K1": "There are 108 cards: six shapes in six colours, three of each. Two to four players are "
    "dealt nine each; the rest is the face-down pile.",
    "K2": "The player with the most cards that share a colour or a shape, counting identical cards "
    "once, starts by laying them down as a row; there must be at least three. On a tie, the "
    "youngest of those tied starts. If nobody has three, shuffle and deal again.",
    "K3": "A row has three to six cards of one colour and different shapes, or of one shape and "
    "different colours. A row never repeats a card.",
    "K4": "On your turn, play at least one card from your hand: into new rows, existing rows, or "
    "several at once.",
    "K5": "You may regroup the cards on the table as you like, in any order. At the end of your "
    "turn every row must be valid.",
    "K6": "Start a new row with three or more cards from your hand, or with cards from other rows "
    "and at least one from your hand. The rows you take from must keep at least three.",
    "K7": "If you bring a row to six cards, a Qwirkle, you take it. Keep it apart, where everyone "
    "may look at it.",
    "K8": "If you can't play a card, show your hand. If anyone finds a play, you must make it. If "
    "not, draw nine new cards, mix the old ones into the pile and go on with your turn.",
    "K9": "At the end of your turn, draw back up to nine.",
    "K10": "When the pile has run out, everyone has one last turn, including the player who drew "
    "the last card.",
    "K11": "The player with the most Qwirkles wins. Tied players share the win.",
    "K12": "To keep the table tidy, rows of one shape lie side by side, and rows of one colour "
    "below them.",
    "K13": "Play continues clockwise.",
}

CARD_RULINGS: Final = {
    "R1": "If you don't know the ages of the tied players, or they are the same, the one who sits "
    "first starts.",
    "R14": "One card from your hand is enough to regroup the rows in your turn, unless you agreed "
    "on strict regrouping; then every new row needs a card from your hand.",
    "R15": "If you can't play and fewer than nine cards are in the pile, draw what is there. If "
    "there is nothing new to draw, pass.",
    "R16": "If you complete several Qwirkles in a turn, you take them all.",
    "R17": "The first row is exactly the announced set: no smaller one, and nothing more.",
    "R18": "If your hand is empty in the last round, pass.",
}
