"""The numbers and tiles that the captions of pictures mention, and whether they are right."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final

import attrs

from _ext.claims import Effect
from _ext.sources import LaysTiles
from qwirkle.board import Board
from qwirkle.render.played import after_move
from qwirkle.scene import Scene
from qwirkle.supply import Piece
from qwirkle.tiles import TILES, Color, Shape, Tile
from qwirkle.words import joined
from qwirkle_variants import Lay

NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
"""The words for the numbers from 0 on."""

_VALUES: Final = {word: value for value, word in enumerate(NUMBERS) if value > 1}
_COPIES: Final = 3  # of every tile in the box (S1); the extension knows no engine

_KINDS: Final = [kind.name.lower() for kind in (*Color, *Shape)]
_COLOR: Final = "|".join(_KINDS[: len(Color)])
_SHAPE: Final = "|".join(_KINDS[len(Color) :])
_NUMBER: Final = re.compile(
    rf"(?<![\w,.-])([0-9]+|{'|'.join(_VALUES)})(?![\w-]|,[0-9])", re.IGNORECASE
)
_OF_KIND: Final = re.compile(rf" (?:more )?({_COLOR}|{_SHAPE})(?:e?s)?\b")
_TILE: Final = re.compile(rf"\b((?:(?:{_COLOR}) )?(?:{_SHAPE})|{_COLOR})(?:e?s)?\b", re.IGNORECASE)
_MARKUP: Final = re.compile(r"\{[^}]*\}`[^`]*`|:[\w:-]+:`[^`]*`|`+[^`]*`+_*|\]\([^)]*\)")


@attrs.frozen
class Known:
    """The numbers and tiles that the library knows about a picture."""

    numbers: frozenset[int] = frozenset()
    """Numbers of anything else."""
    points: frozenset[int] = frozenset()
    """Numbers of points."""
    groups: frozenset[tuple[Tile, ...]] = frozenset()
    """Tiles that are together: a hand, a line, the board, or those of a move."""
    units: frozenset[str] = frozenset({"points"})
    """The units of points."""

    @staticmethod
    def of_tiles(tiles: Iterable[Tile]) -> Known:
        """The knowledge about some tiles side by side, and about the whole set of tiles."""
        tiles = tuple(tiles)
        box = {len(Color), len(TILES), _COPIES, _COPIES * len(TILES)}
        kinds = {len({tile.color for tile in tiles}), len({tile.shape for tile in tiles})}
        return Known(frozenset(box | kinds), groups=frozenset([tiles]))

    @staticmethod
    def of_effect(effect: Effect, given: Container[str] = (), *, hands: bool = True) -> Known:
        """The knowledge about a position and the effect of a move.

        Args:
            effect: the effect; without a move, the position as it is.
            given: the fields that the document gives. A supply that it does not give is not shown,
                so its tiles do not count.
            hands: whether the picture shows hands.
        """
        state, move, worth = effect.state, effect.move, effect.score
        fields = state.variant.fields(type(state)).places(state)
        scenes = [state.variant.scene(state)]
        if move is not None and not effect.violations:
            scenes.append(after_move(state, move).scene)  # in which nothing is drawn yet
        groups = [_tiles(pieces) for path, pieces in fields if path.partition("[")[0] in given]
        texts = [*scenes[0].notes, *state.variant.scene(effect.after).notes]
        texts += [violation.plain for violation in effect.violations]
        points = [worth.total, *(points for points, _ in worth.extras)]
        points += [line.points for line in worth.lines]
        numbers = [len(state.players), len(worth.lines)]
        for scene in scenes:
            groups += _groups(scene, hands=hands)
            points += [seat.score for seat in scene.seats]
            numbers += [len(scene.labels), *(seat.size for seat in scene.seats)]
        groups += [line.tiles for line in worth.lines]
        if move is not None:
            texts.append(move.in_words)
            numbers += [len(move.cells), len(state.variant.judge(state, move).rest)]
        if isinstance(move, LaysTiles):
            laid = dict(zip(move.cells, move.laid, strict=True))
            tried = Board(scenes[0].tiles).placing(laid.items())
            groups += [move.laid, *(line.tiles for line in tried.lines())]
        if isinstance(move, Lay):
            groups += move.rows
        numbers += [_value(found[0]) for text in texts for found in _NUMBER.finditer(text)]
        units = frozenset(scene.unit for scene in scenes)
        return Known(frozenset(numbers), frozenset(points), frozenset(groups), units)

    def __or__(self, other: Known) -> Known:
        return Known(
            self.numbers | other.numbers,
            self.points | other.points,
            self.groups | other.groups,
            self.units | other.units,
        )

    @property
    def all_numbers(self) -> set[int]:
        """Every number that is right for something in the picture."""
        counts = {_count(group, kind) for group in self.groups for kind in _KINDS}
        return {*self.numbers, *self.points, *map(len, self.groups), *counts} - {0}

    def mistakes(self, text: str) -> Iterator[str]:
        """A message for every number or tile of a caption that is not in the picture.

        >>> known = Known.of_tiles([Tile.parse("Rs"), Tile.parse("Bs")])
        >>> list(known.mistakes("Two squares, one of them the blue square."))
        []
        >>> list(known.mistakes("Three squares, one of them the red cross."))
        ["the caption says 'Three squares', but nothing in the picture has that number of them", "the caption says 'red cross', but that is not in the picture"]
        """
        text = _MARKUP.sub("`", text)
        for found in _NUMBER.finditer(text):
            value, rest = _value(found[0]), text[found.end() :]
            of_kind, unit = _OF_KIND.match(rest), self._unit.match(rest)
            if of_kind:
                if value not in {_count(group, of_kind[1]) for group in self.groups}:
                    known = "nothing in the picture has that number of them"
                    yield f"the caption says {found[0] + of_kind[0]!r}, but {known}"
            elif unit:
                if value not in self.points:
                    known = f"the points here are {_listed(self.points)}"
                    yield f"the caption says {found[0] + unit[0]!r}, but {known}"
            elif value not in self.all_numbers:
                known = f"the numbers here are {_listed(self.all_numbers)}"
                yield f"the caption says {found[0]!r}, but {known}"
        tiles = {frozenset(tile.name.split()) for group in self.groups for tile in group}
        for found in _TILE.finditer(text):
            if not any(tile.issuperset(found[1].lower().split()) for tile in tiles):
                yield f"the caption says {found[0]!r}, but that is not in the picture"

    @property
    def _unit(self) -> re.Pattern[str]:
        units = "|".join(unit.removesuffix("s") for unit in self.units)
        return re.compile(rf" (?:more |extra )?(?:{units})s?\b")


def _value(text: str) -> int:
    return int(text) if text.isdecimal() else _VALUES[text.lower()]


def _count(group: Sequence[Tile], kind: str) -> int:
    return sum(kind in tile.name.split() for tile in group)


def _listed(numbers: Iterable[int]) -> str:
    return joined(map(str, sorted(numbers)))


def _tiles(pieces: Iterable[Piece]) -> tuple[Tile, ...]:
    return tuple(piece for piece in pieces if isinstance(piece, Tile))


def _groups(scene: Scene, *, hands: bool) -> Iterator[tuple[Tile, ...]]:
    """The tiles of a scene, its hands, and its lines or rows."""
    tiles = dict(scene.tiles)
    yield tuple(tiles.values())
    if hands:
        yield from (seat.hand for seat in scene.seats if seat.hand is not None)
    if scene.labels:
        yield from (tuple(tiles[cell] for cell in row) for _, row in scene.labels)
    else:
        yield from (line.tiles for line in Board(tiles).lines())
