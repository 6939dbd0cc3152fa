"""Helpers that read pictures: their tiles, texts, marks and descriptions."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> Element:
    """The elements of a picture."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


def shown_tiles(picture: str) -> Counter[str]:
    """How often each tile is in a picture; `data-tile` agrees with the form."""
    root = parsed(picture)
    found = [use for use in root.iter(f"{SVG}use") if "data-tile" in use.attrib]
    assert all(use.attrib["href"].endswith(f"-{use.attrib['data-tile']}") for use in found)
    return Counter(use.attrib["data-tile"] for use in found)


def texts(picture: str) -> list[str]:
    """The texts in a picture."""
    return ["".join(text.itertext()) for text in parsed(picture).iter(f"{SVG}text")]


def described(picture: str) -> tuple[str, str]:
    """The title and the description."""
    root = parsed(picture)
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    return title.text or "", desc.text or ""


def forms(picture: str, name: str) -> list[tuple[float, float]]:
    """The places of a form in a picture."""
    return [
        (float(use.get("x", "0")), float(use.get("y", "0")))
        for use in parsed(picture).iter(f"{SVG}use")
        if use.attrib["href"].endswith(f"-{name}") and "x" in use.attrib
    ]


def written(picture: str, text: str) -> list[tuple[float, float]]:
    """The places of a text in a picture."""
    found = (use for use in parsed(picture).iter(f"{SVG}text") if "".join(use.itertext()) == text)
    return [(float(use.attrib["x"]), float(use.attrib["y"])) for use in found]


def check_is_sound(picture: str) -> None:
    """Check that a picture is plain SVG of a finite size that needs no other file."""
    root = parsed(picture)
    assert all(element.tag.startswith(SVG) for element in root.iter())
    allowed = {"svg", "title", "desc", "defs", "g", "use", "path", "rect", "text"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= allowed
    assert len(re.findall(r"https?:", picture)) == 1
    assert not re.search(r"url\(|@import|xlink|<style|<script| on[a-z]+=|font-face|data:", picture)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert float(root.attrib["width"]) / width == pytest.approx(
        float(root.attrib["height"]) / height, rel=1e-4
    )
    assert picture.endswith("</svg>\n")
    assert not re.search(r"nan|inf\b|e[+-]\d", re.sub(r"<(title|desc|text).*?</\1>", "", picture))
