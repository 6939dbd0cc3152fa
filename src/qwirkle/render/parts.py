"""The building blocks of SVG pictures: from a line of text to a board with its marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from hashlib import sha256
from html import escape
from typing import Final

import attrs

from qwirkle.cells import Cell
from qwirkle.render.marks import Marks, columns_and_rows, end_of, is_column
from qwirkle.render.shapes import BACKGROUND, CLAIM, FAINT, FORMS, INK, MARK, ON_MARK, PANEL, UNIT
from qwirkle.scene import Scene, Seat
from qwirkle.tiles import Tile
from qwirkle.words import counted

PADDING: Final = 12
"""The space between the edge of a picture and its contents, and between its parts."""

NOTE: Final = 15
"""The font size of most texts."""

BOLD: Final = ' font-weight="bold"'
CENTERED: Final = ' text-anchor="middle"'

_MIDDLE: Final = UNIT // 2
_NUMBER: Final = 14  # the font size of coordinates
_HEADER: Final = 22  # the height of the column numbers
_BADGE: Final = 11  # half the height of a number with a background
_AFTER: Final = _BADGE + 2  # the distance of such a number from the tile before it
_IN_A_ROW: Final = 12  # how many tiles of a hand are in one row
_QUIET: Final = f' fill="{FAINT}"{CENTERED}'  # the look of coordinates
_NAME: Final = 17  # the font size of players' names
_WIDEST_NAME: Final = 220
_NAMES_LEFT: Final = 24  # where names begin, after the mark of the player to move
_IN_HAND: Final = 40  # the side of a tile in a hand, smaller than on the board
_MOST_BACKS: Final = 12


# Parts, and how they are put together


@attrs.frozen
class Part:
    """A part of a picture: some SVG elements, and the space that they need."""

    width: float
    height: float
    body: str

    def scaled(self, scale: float) -> Part:
        """The same part in another size."""
        body = f'<g transform="translate(0 0) scale({scale:g})">\n{self.body}\n</g>'
        return Part(self.width * scale, self.height * scale, body)

    def at(self, x: float, y: float) -> str:
        """Its elements, moved to a place."""
        return f'<g transform="translate({x:g} {y:g})">\n{self.body}\n</g>'

    def with_part(self, other: Part, x: float, y: float) -> Part:
        """The two parts together, the other one moved to a place."""
        width, height = max(self.width, x + other.width), max(self.height, y + other.height)
        return Part(width, height, f"{self.body}\n{other.at(x, y)}")


def beside(parts: Iterable[Part], gap: int) -> Part:
    """Parts from left to right, at least one."""
    return reduce(lambda row, part: row.with_part(part, row.width + gap, 0), parts)


def below(parts: Iterable[Part], gap: int = 0) -> Part:
    """Parts from top to bottom, at least one."""
    return reduce(lambda column, part: column.with_part(part, 0, column.height + gap), parts)


def in_columns(parts: Sequence[Part], columns: int, gap: int) -> Part:
    """Parts in rows with a number of columns."""
    rows = (parts[at : at + columns] for at in range(0, len(parts), columns))
    return below((beside(row, gap) for row in rows), gap)


def on_background(part: Part) -> Part:
    """A part on its own background, so that it can be read on a page of any colour."""
    background = f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>\n'
    width, height = part.width + 2 * PADDING, part.height + 2 * PADDING
    return Part(width, height, background + part.at(PADDING, PADDING))


def document(title: str, description: Iterable[str], part: Part, size: int) -> str:
    """A whole picture.

    Args:
        title: the title, for people who do not see the picture.
        description: sentences that describe it, for the same people.
        part: the contents.
        size: the side of a cell in pixels.
    """
    inside = "\n".join(
        [
            f'<title id="title">{escaped(title)}</title>',
            f'<desc id="desc">{escaped(" ".join(description))}</desc>',
            "<defs>",
            *_definitions(part.body),
            "</defs>",
            f'<g font-family="sans-serif" fill="{INK}">',
            part.body,
            "</g>",
        ]
    )
    # Ids must be unique on a page with several pictures, so each picture has a prefix for its own.
    # No text of a picture matches the pattern, because quotes in texts are escaped.
    prefix = f"q{sha256(f'{size} {inside}'.encode()).hexdigest()[:10]}-"
    inside = _NAMED.sub(rf"\g<0>{prefix}", inside)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'aria-labelledby="{prefix}title {prefix}desc" '
        f'viewBox="0 0 {part.width:g} {part.height:g}" '
        f'width="{part.width * size / UNIT:g}" height="{part.height * size / UNIT:g}">\n'
        f"{inside}\n</svg>\n"
    )


def _definitions(body: str) -> list[str]:
    """The forms that a picture uses, and those that they consist of."""
    used = {*_USED.findall(body)}
    parts = {part for name in used for part in _USED.findall(FORMS[name])}
    return [f'<g id="{name}">{FORMS[name]}</g>' for name in sorted(used | parts)]


_NAMED: Final = re.compile(r' id="|href="#')
_USED: Final = re.compile(r'href="#(\w+)"')


# Texts


def text_at(x: float, y: float, text: str, font: int, more: str = "") -> str:
    """A text whose middle is at a height.

    The baseline is worked out here, because programs disagree about the attribute for it.
    """
    baseline = y + 0.36 * font
    return f'<text x="{x:g}" y="{baseline:g}" font-size="{font}"{more}>{escaped(text)}</text>'


def note_part(text: str, *, bold: bool = False) -> Part:
    """A line of text."""
    width = width_of(text, NOTE, bold=bold)
    return Part(width, 20, text_at(0, 10, text, NOTE, BOLD if bold else ""))


def escaped(text: str) -> str:
    """A text that is safe in XML."""
    return escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))


def width_of(text: str, font: int, *, bold: bool = False) -> int:
    """The width of a text, estimated for a wide font, since the font is not known."""
    # In whole numbers, since versions of Python differ in how they add up floats.
    return -(-font * sum(_percents(character)[bold] for character in text) // 100)


def shortened(text: str, width: float, font: int, *, bold: bool = False) -> str:
    """The text if it fits, otherwise its beginning and an ellipsis."""
    if width_of(text, font, bold=bold) <= width:
        return text
    while text and width_of(f"{text}…", font, bold=bold) > width:
        text = text[:-1]
    return f"{text}…"


def wrapped(text: str, width: float, font: int) -> list[str]:
    """A text in lines that fit."""
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", font) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(shortened(word, width, font))
    return lines


def _percents(character: str) -> tuple[int, int]:
    """The width of a plain and of a bold character, in hundredths of the font size."""
    if character in " .,:;'|ijlI":
        return 34, 45
    if character in "()-rtf":
        return 42, 50
    if character in "MWmw@%…" or character >= "\u1100":
        return 100, 110
    return (64, 72) if character.islower() or character.isdecimal() else (84, 88)


_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


# Tiles and marks


def row_part(tiles: Sequence[Tile], played: Sequence[bool] = (), points: int | None = None) -> Part:
    """Tiles side by side, followed by their points."""
    elements = [_tile_at(tile, i * UNIT, 0) for i, tile in enumerate(tiles)]
    elements += [_form_at("last", i * UNIT, 0) for i, is_played in enumerate(played) if is_played]
    width = len(tiles) * UNIT
    if points is not None:
        elements.append(_badge(width + _AFTER, _MIDDLE, points))
        width += UNIT
    return Part(width, UNIT, "\n".join(elements))


def hand_part(tiles: Sequence[Tile]) -> Part:
    """Tiles in rows of twelve; there may be none."""
    if not tiles:
        return note_part("no tiles")
    return below(row_part(tiles[at : at + _IN_A_ROW]) for at in range(0, len(tiles), _IN_A_ROW))


def _form_at(name: str, x: float, y: float) -> str:
    return f'<use href="#{name}" x="{x:g}" y="{y:g}"/>'


def _tile_at(tile: Tile, x: float, y: float) -> str:
    """A tile; the attribute ``data-tile`` holds its text."""
    return f'<use href="#{tile}" x="{x:g}" y="{y:g}" data-tile="{tile}"/>'


def _badge(x: float, y: float, number: int) -> str:
    """A number that can be read on anything."""
    text = str(number)
    half = max(_BADGE, 4.5 * len(text) + 4)
    return (
        f'<rect x="{x - half:g}" y="{y - _BADGE:g}" width="{2 * half:g}" '
        f'height="{2 * _BADGE}" rx="{_BADGE}" fill="{MARK}"/>'
        + text_at(x, y, text, 15, f' fill="{ON_MARK}"{BOLD}{CENTERED}')
    )


# Boards


@attrs.frozen
class Places:
    """The places of cells in a picture."""

    columns: range
    """The columns of cells."""
    rows: range
    """The rows of cells."""
    margin: int
    """The width of the numbers or labels to the left of the cells."""
    header: int
    """The height of the column numbers, above the cells."""

    @staticmethod
    def of(
        cells: Iterable[tuple[int, int]], labels: Sequence[str] = (), *, axes: bool = True
    ) -> Places:
        """The places of one or more cells.

        Args:
            cells: the cells.
            labels: the labels of rows, which are shown instead of coordinates.
            axes: whether there is space for numbers or labels.
        """
        columns, rows = columns_and_rows(cells)
        if not axes:
            return Places(columns, rows, 0, 0)
        margin = max(width_of(text, _NUMBER) for text in labels or map(_number, rows)) + 4
        return Places(columns, rows, margin, 0 if labels else _HEADER)

    def at(self, cell: tuple[int, int]) -> tuple[int, int]:
        """The upper left corner of a cell."""
        x, y = cell
        left, top = x - self.columns[0], y - self.rows[0]
        return self.margin + left * UNIT, self.header + top * UNIT

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height."""
        return self.at((self.columns.stop, self.rows.stop))


def board_part(scene: Scene, marks: Marks, *, axes: bool) -> Part:
    """Tiles and marks at their cells, or words if there are none.

    Args:
        scene: the scene, whose players are not shown.
        marks: the marks.
        axes: whether the coordinates, or the labels of rows, are shown.

    Raises:
        InvalidValue: if the cells are too far apart for a picture.
    """
    tiles = dict(scene.tiles)
    cells = {*tiles, *marks.all_cells}
    if not cells:
        return note_part(scene.no_pieces)
    places = Places.of(cells, [label for label, _ in scene.labels], axes=axes)
    written = _coordinates(places, scene) if axes else ()
    return Part(*places.size, "\n".join([*written, *_drawn(tiles, marks, places)]))


def _coordinates(places: Places, scene: Scene) -> Iterator[str]:
    """The labels of rows, or the numbers of the columns and rows."""
    starts = [(label, places.at(row[0])) for label, row in scene.labels]
    if not starts:
        for column in places.columns:
            x, y = places.at((column, places.rows[0]))
            yield text_at(x + _MIDDLE, 10, _number(column), _NUMBER, _QUIET)
        starts = [(_number(row), places.at((places.columns[0], row))) for row in places.rows]
    for text, (x, y) in starts:
        yield text_at(x - places.margin / 2 - 2, y + _MIDDLE, text, _NUMBER, _QUIET)


def _number(coordinate: int) -> str:
    """The number of a row or column; of a long one only the last digits."""
    text = str(coordinate)
    return text if len(text) <= 5 else f"…{text[-3:]}"


def _drawn(tiles: Mapping[Cell, Tile], marks: Marks, places: Places) -> Iterator[str]:
    """The tiles in reading order, and the marks over them."""
    at = places.at
    for cell in sorted(tiles, key=lambda cell: (cell.y, cell.x)):
        yield _tile_at(tiles[cell], *at(cell))
    for cell in marks.cells:
        yield _form_at("free", *at(cell))
    for cell in marks.last:
        yield _form_at("last", *at(cell))
    if marks.line:
        (left, top), (right, bottom) = at(marks.line[0]), at(marks.line[-1])
        yield (
            f'<rect x="{left}" y="{top}" width="{right - left + UNIT}" '
            f'height="{bottom - top + UNIT}" rx="8" fill="none" stroke="{CLAIM}" '
            'stroke-width="4" stroke-dasharray="12 5"/>'
        )
    for cell, number in marks.points:
        x, y = at(cell)
        # On a tile the number is in a corner, so that the tile can be seen.
        right, down = (UNIT - _BADGE, _BADGE) if cell in tiles else (_MIDDLE, _MIDDLE)
        yield _badge(x + right, y + down, number)
    for line in marks.scored:
        x, y = at(end_of(line))
        right, down = (_MIDDLE, _AFTER) if is_column(line) else (_AFTER, _MIDDLE)
        yield _badge(x + right, y + down, line.points)


# Players


def seat_parts(scene: Scene) -> list[Part]:
    """The players with their scores and hands, in panels of one size."""
    names = [shortened(seat.name, _WIDEST_NAME, _NAME, bold=True) for seat in scene.seats]
    scores = [counted(seat.score, scene.unit) for seat in scene.seats]
    hands = [_hand(seat) for seat in scene.seats]
    widths = [width_of(name, _NAME, bold=True) for name in names]
    widths += [width_of(score, NOTE) for score in scores]
    hands_left = _NAMES_LEFT + max(widths) + PADDING
    width = hands_left + max(hand.width for hand in hands)
    height = max(UNIT, *(hand.height + UNIT - _IN_HAND for hand in hands))
    parts: list[Part] = []
    for seat, name, score, hand in zip(scene.seats, names, scores, hands, strict=True):
        elements = [
            text_at(_NAMES_LEFT, 14, name, _NAME, BOLD),
            text_at(_NAMES_LEFT, 35, score, NOTE),
            hand.at(hands_left, (UNIT - _IN_HAND) / 2),
        ]
        if seat.to_move:
            panel = (
                f'<rect x="-3" y="-2" width="{width + 6:g}" height="{height + 4:g}" rx="6" '
                f'fill="{PANEL}" stroke="{INK}" stroke-width="1.5"/>'
            )
            elements = [panel, '<path d="M6 16l12 8-12 8z"/>', *elements]
        parts.append(Part(width, height, "\n".join(elements)))
    return parts


def _hand(seat: Seat) -> Part:
    """The tiles or, if they are hidden, overlapping backs and their number."""
    if seat.hand is not None:
        return hand_part(seat.hand).scaled(_IN_HAND / UNIT) if seat.hand else Part(0, 0, "")
    step = UNIT // 3
    backs = [_form_at("back", i * step, 0) for i in range(min(seat.size, _MOST_BACKS))]
    fan = Part(len(backs) * step + UNIT - step, UNIT, "\n".join(backs)).scaled(_IN_HAND / UNIT)
    number = f"{seat.size} hidden"
    return beside([fan, Part(width_of(number, NOTE), 0, text_at(0, _IN_HAND / 2, number, NOTE))], 6)
