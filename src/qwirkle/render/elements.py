"""What SVG pictures are put together from: texts, tiles, parts, and the whole document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from typing import Final

import attrs

from qwirkle.render.palette import INK, TABLE
from qwirkle.render.shapes import FORMS, UNIT
from qwirkle.tiles import Tile

PADDING: Final = 12
"""Between the edge of a picture and what is in it, and between its parts."""

NOTE: Final = 15
"""The size of the font of most texts."""

BOLD: Final = ' font-weight="bold"'
CENTERED: Final = ' text-anchor="middle"'


@attrs.frozen
class Part:
    """A piece of a picture: some elements, and the room that they need."""

    width: float
    height: float
    body: str

    def scaled(self, scale: float) -> Part:
        """The same, smaller."""
        return Part(self.width * scale, self.height * scale, _moved(self.body, 0, 0, scale))

    def at(self, x: float, y: float) -> str:
        """Its elements at some place."""
        return _moved(self.body, x, y)


def beside(parts: Iterable[Part], gap: int) -> Part:
    """Parts from left to right."""
    x, height = 0.0, 0.0
    body: list[str] = []
    for part in parts:
        body.append(part.at(x, 0))
        x += part.width + gap
        height = max(height, part.height)
    return Part(x - gap, height, "\n".join(body))


def below(parts: Iterable[Part], gap: int = 0) -> Part:
    """Parts from top to bottom."""
    y, width = 0.0, 0.0
    body: list[str] = []
    for part in parts:
        body.append(part.at(0, y))
        y += part.height + gap
        width = max(width, part.width)
    return Part(width, y - gap, "\n".join(body))


def grid(parts: Sequence[Part], columns: int, gap: int) -> Part:
    """Parts in rows of so many."""
    rows = (parts[at : at + columns] for at in range(0, len(parts), columns))
    return below((beside(row, gap) for row in rows), gap)


def note_part(text: str, more: str = "") -> Part:
    """A line of text."""
    return Part(width_of(text, NOTE), 20, words(0, 10, text, NOTE, more))


def form(name: str, x: float, y: float) -> str:
    """A form of which there may be many."""
    return f'<use href="#{name}" x="{x:g}" y="{y:g}"/>'


def tile_at(tile: Tile, x: float, y: float) -> str:
    """A tile, which says what it is."""
    return f'<use href="#{tile}" x="{x:g}" y="{y:g}" data-tile="{tile}"/>'


def words(x: float, y: float, text: str, font: int, more: str = "") -> str:
    """A text whose middle is at a height; programs do not agree on asking for that."""
    baseline = y + 0.36 * font
    return f'<text x="{x:g}" y="{baseline:g}" font-size="{font}"{more}>{escaped(text)}</text>'


def escaped(text: str) -> str:
    """A text as it may stand in XML."""
    return escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))


def width_of(text: str, font: int) -> int:
    """The width of a text, rather too large: nobody knows which font will be there."""
    # In whole numbers, since Pythons differ in how they add up others.
    return -(-font * sum(map(_percent, text)) // 100)


def shortened(text: str, width: float, font: int) -> str:
    """As much of a text as has room, with dots if that is not all of it."""
    if width_of(text, font) <= width:
        return text
    while text and width_of(f"{text}…", font) > width:
        text = text[:-1]
    return f"{text}…"


def wrapped(text: str, width: float, font: int) -> list[str]:
    """A text in lines that have room."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, font) <= width:
            lines[-1] = longer
        else:
            lines.append(shortened(word, width, font))
    return lines


def document(title: str, said: Iterable[str], part: Part, size: int) -> str:
    """A whole picture.

    Args:
        title: what it is a picture of.
        said: the same in more words.
        part: all that is in it.
        size: the pixels of a cell.
    """
    inside = "\n".join(
        [
            f'<title id="title">{escaped(title)}</title>',
            f'<desc id="desc">{escaped(" ".join(said))}</desc>',
            "<defs>",
            *_definitions(part.body),
            "</defs>",
            f'<g font-family="sans-serif" fill="{INK}">',
            part.body,
            "</g>",
        ]
    )
    # Several pictures can stand on one page, where a name may mean one thing only. Names stand
    # behind these characters, which are in no text, since its quotes are escaped.
    own = f"q{sha256(f'{size} {inside}'.encode()).hexdigest()[:10]}-"
    inside = _NAMED.sub(rf"\g<0>{own}", inside)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'aria-labelledby="{own}title {own}desc" viewBox="0 0 {part.width:g} {part.height:g}" '
        f'width="{part.width * size / UNIT:g}" height="{part.height * size / UNIT:g}">\n'
        f"{inside}\n</svg>\n"
    )


def on_table(part: Part) -> Part:
    """A part on a ground of its own, so that it can be read on a page of any colour."""
    ground = f'<rect width="100%" height="100%" rx="8" fill="{TABLE}"/>\n'
    width, height = part.width + 2 * PADDING, part.height + 2 * PADDING
    return Part(width, height, ground + part.at(PADDING, PADDING))


def _moved(body: str, x: float, y: float, scale: float = 1) -> str:
    if (x, y, scale) == (0, 0, 1):
        return body
    scaled = "" if scale == 1 else f" scale({scale:g})"
    return f'<g transform="translate({x:g} {y:g}){scaled}">\n{body}\n</g>'


def _definitions(body: str) -> list[str]:
    """The forms that a picture uses, and those that they use in turn."""
    found: dict[str, str] = {}
    names = _USED.findall(body)
    for name in names:  # which grow meanwhile
        if name not in found:
            found[name] = f'<g id="{name}">{FORMS[name]}</g>'
            names += _USED.findall(FORMS[name])
    return [found[name] for name in sorted(found)]


def _percent(character: str) -> int:
    """The width of a character in hundredths of the font's size: that of a wide bold font."""
    if character in " .,:;'()|-ijlrtfI":
        return 50
    if character in "MWmw@%…" or character >= "\u1100":
        return 105
    return 80 if "A" <= character <= "Z" else 70


_NAMED: Final = re.compile(r' id="|href="#')
_USED: Final = re.compile(r'href="#(\w+)"')
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
