"""Pictures in words, for people who do not see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from qwirkle.cells import Cell
from qwirkle.render.marks import Marks
from qwirkle.render.moment import Completed
from qwirkle.scene import Scene
from qwirkle.tiles import Tile
from qwirkle.words import counted


def of_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles side by side.

    >>> of_tiles([Tile.parse("Rs"), Tile.parse("Bd")])
    'red square, blue diamond'
    """
    return ", ".join(tile.name for tile in tiles) or "no tile"


def of_table(tiles: Mapping[Cell, Tile], rows: Sequence[Sequence[Cell]] = ()) -> list[str]:
    """A table, row by row: rows with numbers of their own, or those of the coordinates."""
    if not tiles:
        return ["Nothing lies on the table."]
    said: dict[int, list[str]] = {}
    for number, row in enumerate(rows):
        said[number] = [tiles[cell].name for cell in row]
    for cell in () if rows else sorted(tiles, key=lambda cell: (cell.y, cell.x)):
        said.setdefault(cell.y, []).append(f"{tiles[cell].name} at {cell.x}")
    return [f"Row {number}: {', '.join(names)}." for number, names in said.items()]


def of_marks(marks: Marks) -> list[str]:
    """What is marked on a table."""
    kinds = {
        "The last move was at": map(str, marks.last),
        "Free to lay": map(str, marks.cells),
        "Claimed as a line": map(str, marks.line),
        "Points": (f"{number} at {cell}" for cell, number in marks.points),
        "Points for lines": (f"{line.points} for {of_tiles(line.tiles)}" for line in marks.scored),
    }
    said = {kind: "; ".join(words) for kind, words in kinds.items()}
    return [f"{kind}: {words}." for kind, words in said.items() if words]


def of_completed(completed: Iterable[Completed]) -> list[str]:
    """Lines that have left the table."""
    return [f"Completed for {line.points}: {of_tiles(line.tiles)}." for line in completed]


def of_seats(scene: Scene) -> list[str]:
    """The players, and what there is to be said besides."""
    said: list[str] = []
    for seat in scene.seats:
        turn = ", to move" if seat.to_move else ""
        hand = f"{seat.size} hidden" if seat.hand is None else of_tiles(seat.hand)
        said.append(f"{seat.name}{turn}: {counted(seat.score, scene.unit)}, {hand}.")
    return [*said, *(f"{note[:1].upper()}{note[1:]}." for note in scene.notes)]
