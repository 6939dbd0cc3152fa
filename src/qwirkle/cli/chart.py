"""What many games came to: as a table and bars in the terminal, and as a chart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from xml.sax.saxutils import escape

import attrs
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from qwirkle.results import Simulation
from qwirkle.words import counted

_BLOCKS: Final = 40
"""How many characters the longest bar has."""

_WIDTH: Final = 680
_LABELS: Final = 230
_ROW: Final = 24
_BAR: Final = 340
"""Pixels: of the chart, of the labels at its left, of a row of it, of the longest bar."""


@attrs.frozen
class Panel:
    """One thing that was counted, for every variant and player."""

    title: str
    """What it is."""
    rows: tuple[tuple[str, float], ...]
    """The numbers, with their labels."""
    full: float
    """The number that fills a bar."""
    is_share: bool = False
    """Whether they are parts of a whole."""

    def number(self, value: float) -> str:
        """A number as people read it."""
        return f"{value:.0%}" if self.is_share else f"{value:.2f}"


def panels(found: Mapping[str, Simulation]) -> tuple[Panel, ...]:
    """What there is to show of simulations by variant."""
    points, lengths, wins, starts = [], [], [], []
    for name, result in found.items():
        for number, bot in enumerate(result.bots, 1):
            label = f"{name}: {number}. {bot}"
            points.append((label, result.points_per_turn[number - 1]))
            wins.append((label, result.win_rates[number - 1]))
        lengths.append((name, result.mean_length))
        starts.append((name, result.starter_wins))
    return (
        Panel("Points per turn", tuple(points), max(value for _, value in points) or 1),
        Panel("Moves in a game", tuple(lengths), max(value for _, value in lengths)),
        Panel("Games won", tuple(wins), 1, is_share=True),
        Panel("Games that the starter won", tuple(starts), 1, is_share=True),
    )


def in_terminal(found: Mapping[str, Simulation], console: Console) -> Group:
    """The chart for a terminal."""
    block = "#" if console.options.ascii_only else "█"
    parts: list[RenderableType] = []
    for panel in panels(found):
        table = Table(title=panel.title, title_justify="left", show_header=False, box=None)
        for label, value in panel.rows:
            bar = block * round(_BLOCKS * value / panel.full)
            table.add_row(Text(label), Text(panel.number(value), justify="right"), bar)
        parts.append(table)
    games = "; ".join(
        f"{name}: {counted(len(result.games), 'games')}, {result.unfinished} not finished"
        for name, result in found.items()
    )
    return Group(*parts, Text(games))


def as_svg(found: Mapping[str, Simulation]) -> str:
    """The chart as SVG."""
    parts: list[str] = []
    y = 8
    for panel in panels(found):
        y += 24
        parts.append(_text(16, y, panel.title, "font-weight='bold'"))
        y += 10
        for label, value in panel.rows:
            length = round(_BAR * value / panel.full)
            parts.append(_text(_LABELS - 8, y + 15, label, "text-anchor='end'"))
            parts.append(f"<rect x='{_LABELS}' y='{y + 3}' width='{length}' height='{_ROW - 8}'/>")
            parts.append(_text(_LABELS + length + 8, y + 15, panel.number(value), ""))
            y += _ROW
    height = y + 12
    said = "; ".join(
        f"{panel.title}: "
        + ", ".join(f"{label} {panel.number(value)}" for label, value in panel.rows)
        for panel in panels(found)
    )
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' width='{_WIDTH}' height='{height}' "
        f"viewBox='0 0 {_WIDTH} {height}' font-family='sans-serif' font-size='13' fill='#0072b2'>"
    )
    title = f"<title>What the games came to</title><desc>{escape(said)}</desc>"
    ground = f"<rect width='{_WIDTH}' height='{height}' fill='#ffffff'/>"
    return "\n".join([head, title, ground, *parts, "</svg>"]) + "\n"


def _text(x: int, y: int, text: str, how: str) -> str:
    return f"<text x='{x}' y='{y}' fill='#222222' {how}>{escape(text)}</text>"
