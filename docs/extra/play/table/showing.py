"""Values of the library as the page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import qwirkle
from qwirkle import Cell, Score, Tile, Variant, Violation, render
from qwirkle.authoring import TILES, Scene, counted, tile_names

FIRST: Final = "standard"
"""The variant that the page begins with, and compares the others with."""

_ORIGINS: Final = qwirkle.variants()


def pictures() -> dict[str, dict[str, str]]:
    """The name and the picture of every tile, by its text."""
    return {str(tile): {"name": tile.name, "svg": render.svg(tile)} for tile in TILES}


def variants() -> list[dict[str, Any]]:
    """The variants that can be played, the first one first.

    One that cannot be loaded is left out, so that the others can still be played.

    >>> [variant["label"] for variant in variants()][:2]
    ['Original rules', '999 Games (French)']
    """
    found: list[dict[str, Any]] = []
    for name, origin in qwirkle.variants().items():
        try:
            variant = qwirkle.get_variant(name)
        except qwirkle.QwirkleError:
            continue
        found.append(
            {
                "name": name,
                "label": _label(variant, origin),
                "players": [*variant.player_counts],
                "board": has_board(variant),
                "differences": _differences(variant),
                "options": [*_options(variant)],
            }
        )
    return sorted(found, key=lambda each: each["name"] != FIRST)


def _options(variant: Variant) -> Iterator[dict[str, Any]]:
    """The options with few values, each in words, the usual one first."""
    facts = variant.facts()
    for name, about in variant.possible_options.items():
        is_flag = about.schema.get("type") == "boolean"
        values = about.schema.get("enum", [True, False] if is_flag else [])
        if values and name in facts:
            usual = facts[name].value
            ordered = [usual, *(value for value in values if value != usual)]
            choices = [{"value": value, "text": about.text(value)} for value in ordered]
            yield {"name": name, "label": name.replace("_", " "), "choices": choices}


def _label(variant: Variant, origin: str) -> str:
    if variant.name == FIRST:
        return "Original rules"
    known_as = variant.edition.short if variant.edition else ""
    return known_as or f"{variant.name} (from {origin})"


def has_board(variant: Variant) -> bool:
    """Whether moves can be judged when only the board is known."""
    try:
        variant.board_violations("")
    except qwirkle.QwirkleError:
        return False
    return True


def _differences(variant: Variant) -> list[dict[str, Any]]:
    """The rules that differ from those of the first variant, in words."""
    both = [each.all_facts() for each in (qwirkle.get_variant(FIRST), variant)]
    found: list[dict[str, Any]] = []
    for difference in qwirkle.compare(FIRST, variant):
        first, second = (
            facts[difference.field].text if difference.field in facts else "no such rule"
            for facts in both
        )
        found.append({"rules": rules(difference.rules, variant), "first": first, "here": second})
    return found


def rules(ids: Iterable[str], variant: Variant) -> list[dict[str, str]]:
    """Rules with their titles and texts; those of other packages are not in the rulebook."""
    book = variant.statements or qwirkle.get_variant(FIRST).statements
    is_ours = _ORIGINS.get(variant.name) == _ORIGINS[FIRST]
    known = {**qwirkle.get_variant(FIRST).statements, **book}
    return [
        {
            "id": rule,
            "title": known[rule].title if rule in known else rule,
            "text": known[rule].text if rule in known else "",
            "page": qwirkle.judgement.page_of(rule) if is_ours or rule in known else "",
        }
        for rule in ids
    ]


def reasons(violations: Iterable[Violation], variant: Variant) -> list[dict[str, Any]]:
    """The reasons why something is not legal, in words, with the rules."""
    return [
        {"text": each.plain, "rules": rules(each.rules, variant)} for each in _first(violations)
    ]


_MOST: Final = 8
"""The most reasons that are shown: nobody reads more."""


def _first(violations: Iterable[Violation]) -> list[Violation]:
    return [*violations][:_MOST]


def points(score: Score, unit: str) -> str:
    """Points in words, with what they add up from.

    >>> points(Score(end_bonus=6), "points")
    '6 points'
    """
    total = counted(score.total, unit)
    return f"{total}: {score.sum}" if score.sum else total


def lines(score: Score) -> list[dict[str, Any]]:
    """The points of a move, line by line."""
    return [
        {"tiles": [*map(str, line.tiles)], "words": tile_names(line.tiles), "points": line.points}
        for line in score.lines
    ] + [{"tiles": [], "words": words, "points": extra} for extra, words in score.extras]


def cell_shown(cell: Cell, tile: Tile | None, words: Iterable[str] = (), **more: Any) -> Any:
    """A cell of the board; what is false or empty is left out."""
    name = "empty" if tile is None else tile.name
    label = ", ".join([f"{cell}: {name}", *words])
    shown = {"tile": None if tile is None else str(tile), **more}
    return {"x": cell.x, "y": cell.y, "label": label, **{k: v for k, v in shown.items() if v}}


def around(cells: Iterable[tuple[int, int]]) -> set[Cell]:
    """The empty cells beside some cells.

    >>> sorted(map(str, around([Cell(0, 0)])))
    ['-1,0', '0,-1', '0,1', '1,0']
    """
    taken = {*cells}
    beside = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {Cell(x + dx, y + dy) for x, y in taken for dx, dy in beside} - taken


def labelled(scene: Scene) -> list[list[tuple[Cell, Tile]]]:
    """The rows of a scene, if it has labels for them instead of coordinates."""
    tiles: Mapping[Cell, Tile] = dict(scene.tiles)
    return [[(cell, tiles[cell]) for cell in row] for _, row in scene.labels]
