"""The rules that the printed editions have in common, in plain words, by id.

An edition states only its differences from these.
"""

from __future__ import annotations

from typing import Final

TILE_GAME: Final = {
    "S1": "The box holds 108 tiles: six shapes in six colours, three of each.",
    "S2": "Draw six tiles and keep them hidden from the others.",
    "S3": "Two to four people can play.",
    "S4": "The remaining tiles are in a bag, from which you draw at random.",
    "B1": "Find the most tiles in your hand that share a colour or a shape, counting identical "
    "tiles once, and say the number aloud.",
    "B2": "The player with the highest number starts by placing exactly such a set as the first "
    "line.",
    "B3": "If several players have the highest number, the oldest of them starts.",
    "B4": "Play continues clockwise.",
    "T1": "On your turn, either place one or more tiles and draw back up to six, or exchange "
    "tiles.",
    "P1": "Every tile you place must connect to the tiles on the board, edge to edge. Corners do "
    "not count.",
    "P2": "Two or more tiles in an unbroken row or column form a line; a gap separates lines.",
    "P3": "All tiles in a line share a colour and differ in shape, or share a shape and differ in "
    "colour. A line never repeats a tile, so it never has more than six.",
    "P4": "A tile must fit every line it touches, so some spaces can never be filled.",
    "P5": "All tiles you place in a turn share a colour or a shape and end up in the same line. "
    "They need not be next to each other.",
    "X1": "Set aside one to six tiles, draw the same number, and only then return the tiles you "
    "set aside. You score nothing, and your turn ends.",
    "X2": "Mix the returned tiles into the bag.",
    "X3": "You can't exchange more tiles than are left in the supply.",
    "X4": "If you can't place a tile, you must exchange.",
    "C1": "Score one point for each tile in every line you formed or extended, including tiles "
    "that were already there. A tile in two of these lines counts twice.",
    "C2": "Completing a line of six, a Qwirkle, scores six extra points: twelve in all.",
    "C3": "If you end the game by placing your last tile, you score six extra points.",
    "E1": "When the supply runs out, keep playing without drawing.",
    "E2": "The game ends as soon as a player has placed their last tile and nothing is left to "
    "draw.",
    "E3": "If nothing is left to draw and nobody can place a tile, the game ends at once. Nobody "
    "gets the six points for finishing.",
    "E4": "The player with the most points wins.",
}

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
