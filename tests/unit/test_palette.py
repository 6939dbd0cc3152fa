"""The colours of pictures: everyone can tell them apart and read them."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TypeAlias

import pytest

from qwirkle import Color, Shape
from qwirkle.render import shapes
from qwirkle.render.shapes import CHARACTERS, FORMS, PAINTS

Triple: TypeAlias = tuple[float, float, float]

LEAST_DISTANCE = 17.5
"""The least distance of two colours, to anyone; 2 can be seen at a glance, side by side."""

LEAST_TERMINAL_DISTANCE = 13.5
"""The same for the 256 colours of terminals, where the letter of the colour helps as well."""

# Machado, Oliveira and Fernandes (2009), for people who lack one kind of cone.
VISIONS: dict[str, tuple[Triple, Triple, Triple]] = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(rgb: str) -> Triple:
    """The amounts of light of a colour like ``#ce302c``."""
    r, g, b = (int(rgb[at : at + 2], 16) / 255 for at in (1, 3, 5))

    def light(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return light(r), light(g), light(b)


def luminance(rgb: str) -> float:
    """The brightness of a colour (WCAG)."""
    r, g, b = linear(rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """The contrast of one colour on another (WCAG), from 1 to 21."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def seen(rgb: str, vision: str) -> Triple:
    """A colour in CIELAB, as people with a kind of vision see it."""
    light = linear(rgb)
    r, g, b = (
        min(1, max(0, sum(part * value for part, value in zip(row, light, strict=True))))
        for row in VISIONS[vision]
    )

    def root(value: float) -> float:
        return math.cbrt(value) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116

    x = root((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
    y = root(0.2126729 * r + 0.7151522 * g + 0.0721750 * b)
    z = root((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Triple, other: Triple) -> float:
    """The distance of two colours (CIEDE2000)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180
    hue = h1 + turn / 2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    sway = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    bend = 60 * math.exp(-(((hue % 360 - 275) / 25) ** 2))
    d_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    d_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    d_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * sway)
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(bend))
    return math.sqrt(d_light**2 + d_chroma**2 + d_hue**2 + rotation * d_chroma * d_hue)


def xterm(number: int) -> str:
    """One of the 256 colours of terminals, except the first 16, which users choose."""
    if number >= 232:
        return f"#{(8 + 10 * (number - 232)):02x}" + f"{(8 + 10 * (number - 232)):02x}" * 2
    levels = (0, 95, 135, 175, 215, 255)
    cube = number - 16
    return "#" + "".join(f"{levels[cube // by % 6]:02x}" for by in (36, 6, 1))


def least(colors: list[str], vision: str) -> float:
    """The distance of the two colours that are most alike."""
    labs = [seen(rgb, vision) for rgb in colors]
    return min(distance(one, other) for one, other in combinations(labs, 2))


def test_the_measure_is_right() -> None:
    """The distances agree with published examples, in both directions."""
    examples: list[tuple[Triple, Triple, float]] = [
        # From the test data of Sharma, Wu and Dalal (2005).
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ]
    for one, other, expected in examples:
        assert distance(one, other) == pytest.approx(expected, abs=5e-5)
        assert distance(other, one) == pytest.approx(expected, abs=5e-5)


def test_the_visions_are_right() -> None:
    """White stays white, some reds and greens become alike, and the contrast is that of WCAG."""
    for vision, matrix in VISIONS.items():
        assert [sum(row) for row in matrix] == pytest.approx([1, 1, 1], abs=2e-6)
        assert seen("#ffffff", vision) == pytest.approx((100, 0, 0), abs=0.02)
    assert least(["#d05040", "#808020"], "all") > 30
    assert least(["#d05040", "#808020"], "deuteranopia") < 15
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)


def test_everyone_can_tell_the_colors_apart() -> None:
    """Any two of the six, in pictures and in terminals, with all cones or without one kind."""
    for vision in VISIONS:
        screen = [PAINTS[color].rgb for color in Color]
        assert least(screen, vision) >= LEAST_DISTANCE, vision
        terminal = [xterm(PAINTS[color].xterm) for color in Color]
        assert least(terminal, vision) >= LEAST_TERMINAL_DISTANCE, vision


def test_shapes_stand_out_from_their_tile() -> None:
    """The contrast is at least 3 to 1, as WCAG requires of graphics, or 4.5 to 1 for letters."""
    for color in Color:
        assert contrast(PAINTS[color].rgb, shapes.TILE.rgb) >= 3, color
        assert contrast(xterm(PAINTS[color].xterm), xterm(shapes.TILE.xterm)) >= 4.5, color


def test_texts_and_marks_can_be_read() -> None:
    """Texts have at least 4.5 to 1 on their background, marks and edges 3 to 1."""
    for background in (shapes.BACKGROUND, shapes.PANEL):
        assert contrast(shapes.INK, background) >= 4.5
    assert contrast(shapes.FAINT, shapes.BACKGROUND) >= 4.5
    assert contrast(shapes.ON_MARK, shapes.MARK) >= 4.5
    for mark in (shapes.MARK, shapes.CLAIM, shapes.TILE.rgb, shapes.EDGE):
        assert contrast(mark, shapes.BACKGROUND) >= 3
    assert contrast(shapes.EDGE, "#000000") >= 3


def test_every_color_and_shape_has_its_own_look() -> None:
    outlines = [FORMS[shape.name.lower()] for shape in Shape]
    signs = [FORMS[color.name.lower()] for color in Color]
    assert len({*outlines, *signs}) == 12
    assert len(set(CHARACTERS.values())) == len(CHARACTERS) == 6
    assert len({PAINTS[color] for color in Color}) == 6
