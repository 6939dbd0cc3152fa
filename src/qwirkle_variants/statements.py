"""The rules in plain words, by id: what the printed editions have in common.

An edition states only where it differs from these.
"""

from __future__ import annotations

from typing import Final

TILE_GAME: Final = {
    "S1": "There are 108 tiles: three of each of the 36 pairs of a colour and a shape.",
    "S2": "Every player draws six tiles and keeps them hidden.",
    "S3": "Two to four people play.",
    "S4": "The other tiles are in a bag, from which tiles are drawn at random.",
    "B1": "Find the most tiles in your hand that share a colour or a shape, counting identical "
    "tiles once, and say the number aloud.",
    "B2": "The highest number begins, by laying exactly such a set as the first line.",
    "B3": "Of those who have announced the same highest number, the oldest begins.",
    "B4": "After that it goes round clockwise.",
    "T1": "A turn is one of these: place one or more tiles and refill the hand to six, "
    "or exchange tiles.",
    "P1": "Every tile you place must connect to the tiles on the board, edge to edge. Corners do "
    "not count.",
    "P2": "Two or more tiles side by side in a straight run are a line; a gap separates lines.",
    "P3": "A line is of one colour with different shapes or of one shape with different colours: "
    "never two identical tiles, never more than six.",
    "P4": "A tile that touches several lines must fit them all, so some cells can take no tile.",
    "P5": "The tiles of one turn share a colour or a shape and lie in one line afterwards; "
    "they need not touch each other.",
    "X1": "Set aside one to six tiles, draw the same number, and only then return the tiles you "
    "set aside. You score nothing, and your turn ends.",
    "X2": "The returned tiles are mixed into the bag.",
    "X3": "Nobody exchanges more tiles than the supply holds.",
    "X4": "Who cannot place must exchange.",
    "C1": "One point for every tile of every line that the turn formed or extended; "
    "a tile in two lines counts in both.",
    "C2": "Completing a line of six, a Qwirkle, scores six extra points: twelve in all.",
    "C3": "Who ends the game by placing the last tile gets six more.",
    "E1": "When the supply is empty, play goes on without refilling.",
    "E2": "The first player with no tile left, the supply being empty, ends the game at once.",
    "E3": "If the supply is empty and nobody can place, the game ends at once, "
    "and nobody gets the points of C3.",
    "E4": "Most points win.",
}

ACTION_TILES: Final = {
    "A1": "Two special tiles, one for each action, are mixed into the supply, and eight action "
    "tiles lie ready: one of each action for every player.",
    "A2": "Who draws a special tile shows it, puts it out of the game and draws another; "
    "then everybody gets the matching action tile, face up.",
    "A3": "At the start of your turn you may use one action tile. Each works once per game; a used "
    "one goes back into the box. Then take your normal turn.",
    "A4": "Draw-three: draw three more tiles at once. Who has six or more at the end of the turn "
    "draws none.",
    "A5": "Take-tile: take any tile from the table into the hand, but not out of a line of six, "
    "not if the rest would fall apart, and it may not go back to the same cell in that turn.",
    "A6": "Unused action tiles are worth nothing.",
    "A7": "The table may agree to play with only some of the special tiles and their action tiles.",
    "A8": "The table may agree that everyone gets the action tiles at the start; the special "
    "tiles then stay out.",
}

CARD_GAME: Final = {
    "K1": "There are 108 cards, three of each of the 36 pairs of a colour and a shape. Two to four "
    "people get nine each; the rest is a face-down pile.",
    "K2": "The player with the most cards that share a colour or a shape, counting identical cards "
    "once, starts by laying them down as a row; there must be at least three. On a tie, the "
    "youngest of those tied starts. If nobody has three, shuffle and deal again.",
    "K3": "A row has three to six cards of one colour with different shapes, or of one shape with "
    "different colours; no two of them are alike.",
    "K4": "A turn plays at least one card of the hand: to new rows, to those that lie there, "
    "to several at once.",
    "K5": "The cards on the table may be regrouped and laid anew as one likes and in any order; at "
    "the end of the turn every row must be a row.",
    "K6": "A new row is three or more cards of the hand, or uses cards of other rows and at least "
    "one of the hand; the rows that it takes from keep three.",
    "K7": "Who brings a row to six takes it: a Qwirkle, kept apart and open to everyone.",
    "K8": "Who can play nothing shows the hand. If anybody finds a play, it must be made; if there "
    "is none, the player draws nine new cards, mixes the old ones into the pile and goes on with "
    "the turn.",
    "K9": "At the end of a turn the hand is filled up to nine.",
    "K10": "When the pile has run out, everybody has one last turn, also who took the last card.",
    "K11": "Most Qwirkles win; those tied share the win.",
    "K12": "For a clear view, rows of one shape lie side by side, and the rows of one colour below "
    "them.",
    "K13": "Play continues clockwise.",
}
