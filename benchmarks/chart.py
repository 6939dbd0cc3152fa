"""The charts of `speed.py`, and of the example that learns. Needs matplotlib.

``python benchmarks/chart.py benchmarks/learned.json docs/pictures/learned.svg`` draws the second.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib
from positions import HANDS

if TYPE_CHECKING:
    from speed import Report

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "qwirkle"

OURS, TARGET, OTHER = "#0072b2", "#d55e00", "#999999"


def draw(file: Path, report: Report) -> None:
    """Draw the ratios with their targets, and the growth of the time with the work."""
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(13, 6), width_ratios=(3, 2))
    _ratios(left, report)
    _growth(right, report)
    figure.suptitle("The tile game compared with the package chess, in one run")
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)
    pyplot.close(figure)


def _ratios(panel: Any, report: Report) -> None:
    """Draw a bar for each measurement; without chess, its microseconds."""
    rows = report.rows[::-1]
    compared = all(row.ratio is not None for row in rows)
    lengths = [row.ratio if compared else row.ours for row in rows]
    panel.barh([f"{row.name}, per {row.unit}" for row in rows], lengths, color=OURS)
    if compared:
        for place, row in enumerate(rows):
            panel.hlines(place, row.least, row.most, color="black", linewidth=1)
            if row.target is not None:
                panel.vlines(row.target, place - 0.45, place + 0.45, color=TARGET, linewidth=3)
        panel.axvline(1, color=OTHER, linewidth=1)
        panel.set_xlabel("time as a multiple of chess's, log scale; red: the target")
    else:
        panel.set_xlabel("microseconds, log scale")
    panel.set_xscale("log")
    panel.xaxis.set_major_formatter("{x:g}")


def _growth(panel: Any, report: Report) -> None:
    """Draw the time to find all placements over the number of placements and open cells."""
    for hand, color, marker in zip(HANDS, (OURS, TARGET), "os", strict=True):
        sizes = [size for size in report.growth if size.hand == hand]
        work = [size.placements + size.open_cells for size in sizes]
        times = [size.ours for size in sizes]
        panel.scatter(work, times, color=color, marker=marker, label=f"{hand} tiles in hand")
        for x, y, size in zip(work, times, sizes, strict=True):
            text = f"{size.tiles} tiles"
            panel.annotate(text, (x, y), xytext=(5, 3), textcoords="offset points")
    panel.set_xlim(left=0)
    panel.set_ylim(bottom=0)
    panel.set_xlabel("placements and open cells, medians")
    panel.set_ylabel("microseconds for all placements, lazily scored")
    panel.grid(alpha=0.3)
    panel.legend()


def draw_learned(file: Path, stored: dict[str, Any]) -> None:
    """Draw how often the network won, over the time that it had learnt."""
    from matplotlib import pyplot

    *tests, last = stored["curve"]
    figure, panel = pyplot.subplots(figsize=(7, 4))
    for shown, color, size in ((tests, OURS, 4), ([last], TARGET, 7)):
        panel.errorbar(
            [test["seconds"] / 60 for test in shown],
            [100 * test["won"] for test in shown],
            [100 * test["error"] for test in shown],
            color=color,
            marker="o",
            markersize=size,
            capsize=3,
            label=f"{shown[0]['tests']:,} games",
        )
    panel.axhline(50, color=OTHER, linewidth=1)
    panel.set_xlabel("minutes of processor time")
    panel.set_ylabel("games won against greedy, %")
    panel.grid(alpha=0.3)
    panel.legend(loc="lower right")
    figure.tight_layout()
    with matplotlib.rc_context({"svg.fonttype": "none"}):  # which keeps the file small
        figure.savefig(file, metadata={"Date": None})
    pyplot.close(figure)


if __name__ == "__main__":
    draw_learned(Path(sys.argv[2]), json.loads(Path(sys.argv[1]).read_text("utf-8")))
