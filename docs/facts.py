"""The values that pages insert with MyST's substitutions: nobody types what the library knows.

A variant's facts follow its name, as in ``{{ schmidt.tie_break }}``, and so does the text on its
box. Tiles, colours and shapes have their letters, as in ``{{ Rs }}``, ``{{ R }}`` and ``{{ s }}``,
and languages their codes. ``{{ means.fr.tuile }}`` is what the tables of words translate it with,
and ``{{ figures.german_sequence[0].points }}`` what a manual prints for a move. ``{{ editions }}``
has a link to the page of every edition, ``{{ speed }}`` the stored numbers of the benchmark, and
``{{ learned }}`` those of the example that learns.
"""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

from _ext.captions import NUMBERS
from _ext.rulebook import manuals
from _ext.sources import known_as

import qwirkle
from qwirkle.tiles import TILES, Color, Shape
from qwirkle.words import joined
from qwirkle_variants.cards.rows import SHORTEST

ORDINALS = {"five": "fifth", "six": "sixth"}


def _said(value: object) -> Any:
    """A fact in words: small numbers as people write them."""
    if isinstance(value, tuple):
        return [*map(_said, value)]
    return NUMBERS[value] if isinstance(value, int) and value < len(NUMBERS) else str(value)


def _facts(name: str) -> dict[str, Any]:
    """The facts about a variant, in words."""
    variant = qwirkle.get_variant(name)
    facts: dict[str, Any] = {field: fact.value for field, fact in variant.all_facts().items()}
    longest, most = len(facts["line_points"]), facts["line_points"][-1]
    copies = int(facts["pieces"].split()[0])
    facts |= {"copies": copies, "tiles": copies * len(TILES), "kept": SHORTEST}
    facts |= {"longest": longest, "qwirkle": most, "extra": most - longest}
    facts["kinds"] = len(facts.get("actions", ()))
    said = {field: _said(value) for field, value in facts.items()}
    said["elder"] = said["tie_break"].replace("est", "er")
    said["last"] = ORDINALS[said["longest"]]
    said["last_but_one"] = ORDINALS[_said(longest - 1)]
    if edition := variant.edition:
        box = ("publisher", "year", "title", "short", "languages")
        said |= {field: _said(getattr(edition, field)) for field in box}
        said["link"] = f"[{said['languages'][0]} rules](edition-{name}.md)"
    return said


def _speed(stored: dict[str, Any]) -> dict[str, Any]:
    """The numbers of the last stored run of ``benchmarks/speed.py``, rounded."""
    said: dict[str, Any] = {"positions": stored["plan"]["positions"]}
    for row in stored["rows"]:
        times = {"here": row["ours"], "python": row["python"], "chess": row["chess"]}
        said[row["name"]] = {name: f"{time:.0f}" for name, time in times.items()}
        said[row["name"]]["ratio"] = f"{row['ratio']:.2f}"
        if games := stored["games"].get(row["name"]):  # in a second
            rates = {"games": games, "slowly": games * row["ours"] / row["python"]}
            said[row["name"]] |= {name: f"{float(f'{n:.2g}'):,.0f}" for name, n in rates.items()}
    sizes = {"here": stored["state_bytes"], "python": stored["python_bytes"]}
    said["memory"] = {name: f"{size / 1000:.1f}" for name, size in sizes.items()}
    said["import"] = f"{stored['imports']['qwirkle'] / stored['imports']['chess']:.1f}"
    return said


def _others(stored: dict[str, Any]) -> dict[str, str]:
    """A table of what engines in other languages reach, and the yardstick of that run."""
    heads = list(dict.fromkeys(name for row in stored["rows"].values() for name in row))
    titles = ["what", "this library then", *heads[1:]]
    rows = [titles, ["---"] * len(titles)]
    for what, row in stored["rows"].items():
        rows.append([what, *(f"{row[name]:,}" if name in row else "" for name in heads)])
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return {"table": table, "chess": str(stored["chess"])}


def _learned(stored: dict[str, Any], program: str) -> dict[str, str]:
    """Some results of the stored run of ``examples/learn.py``, and the program's constants."""
    _, soon, *_, last = stored["curve"]
    said = {"tests": f"{last['tests']:,}", "torch": stored["torch"].split("+")[0]}
    for when, test in (("soon", soon), ("last", last)):
        said |= {f"{when}_won": f"{100 * test['won']:.1f} ± {100 * test['error']:.1f} %"}
        said |= {f"{when}_games": f"{test['games']:,}"}
        said |= {f"{when}_minutes": f"{test['seconds'] / 60:.0f}"}
    constants = re.findall(r"^([A-Z]+): Final = ([\d_.]+)", program, re.M)
    said |= {name: number.replace("_", ",") for name, number in constants}
    return {**said, "clock": f"{last['wall'] / 60:.0f}"}


def substitutions() -> dict[str, Any]:
    """Everything that pages can insert."""
    said: dict[str, Any] = {"colours": _said(len(Color)), "shapes": _said(len(Shape)), "means": {}}
    for name in qwirkle.variants():
        said[re.sub(r"^\d+", "", name).replace("-", "_")] = _facts(name)
    for tile in TILES:
        said |= {str(tile): tile.name, **dict(zip(str(tile), tile.name.split(), strict=True))}
    said["editions"] = joined(
        f"[{known_as(edition)}](edition-{edition.name}.md)" for edition in manuals()
    )
    words = tomllib.loads(Path(__file__).with_name("glossary.toml").read_text("utf-8"))
    for name, column in words.pop("columns").items():
        language = column["manuals"][0][-2:]
        said[language] = column["title"].split()[0]
        known: dict[str, str] = said["means"].setdefault(language, {})
        for english, row in (item for section in words.values() for item in section.items()):
            for word in row.get(name, "").split(", "):
                known.setdefault(word, english.split(", ")[-1])
    said["python"] = metadata("qwirkle")["Requires-Python"].removeprefix(">=")
    project = Path(__file__).parents[1]
    said["speed"] = _speed(json.loads((project / "benchmarks/speed.json").read_text("utf-8")))
    said["others"] = _others(json.loads((project / "benchmarks/others.json").read_text("utf-8")))
    program = (project / "examples/learn.py").read_text("utf-8")
    stored = json.loads((project / "benchmarks/learned.json").read_text("utf-8"))
    said["learned"] = _learned(stored, program)
    figures = project.glob("tests/figures/*.json")
    said["figures"] = {
        path.stem: json.loads(path.read_text("utf-8")).get("turns") for path in figures
    }
    return said
