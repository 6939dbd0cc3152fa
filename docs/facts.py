"""The values that pages insert with MyST's substitutions: nobody types what the library knows.

A variant's facts follow its name, as in ``{{ schmidt.tie_break }}``, and so do its rules, as in
``{{ schmidt.B3 }}``, and the text on its box; ``{{ most }}`` has the facts of most editions. Tiles,
colours and shapes have their letters, as in ``{{ Rs }}``, ``{{ R }}`` and ``{{ s }}``, and languages
their codes. ``{{ means.fr.tuile }}`` is what the tables of words translate it with.
``{{ editions }}`` has a link to the page of every edition, ``{{ letters }}`` and ``{{ options }}``
are tables, ``{{ record.MOST_HEADERS }}`` is a constant of a module, ``{{ speed }}`` has the stored
numbers of the benchmark, and ``{{ learned }}`` those of the example that learns.
"""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

from _ext.captions import NUMBERS
from _ext.links import known_rules
from _ext.rulebook import manuals
from _ext.sources import known_as

import qwirkle
from qwirkle import errors, notation, programs, record, simulation, words
from qwirkle.authoring import TileGame
from qwirkle.tiles import TILES, Color, Shape, Tile


def _said(value: object) -> Any:
    """A fact in words: small numbers as people write them."""
    if isinstance(value, tuple):
        return [*map(_said, value)]
    return NUMBERS[value] if isinstance(value, int) and value < len(NUMBERS) else str(value)


def _facts(name: str) -> dict[str, Any]:
    """The facts about a variant, in words."""
    variant = qwirkle.get_variant(name)
    facts: dict[str, Any] = {field: fact.value for field, fact in variant.all_facts().items()}
    copies, points = int(facts["pieces"].split()[0]), facts["line_points"]
    facts |= {"copies": copies, "tiles": copies * len(TILES)}
    facts |= {"longest": len(points), "qwirkle": points[-1]}
    said = {field: _said(value) for field, value in facts.items()}
    said |= {rule: statement.text for rule, statement in variant.statements.items()}
    said["elder"] = said["tie_break"].replace("est", "er")
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
            rates |= {"hours": 1e8 / games / 3600, "minutes": 1e6 / games / 60}  # for so many games
            said[row["name"]] |= {name: f"{float(f'{n:.2g}'):,.0f}" for name, n in rates.items()}
    sizes = {"here": stored["state_bytes"], "python": stored["python_bytes"]}
    said["memory"] = {name: f"{size / 1000:.1f}" for name, size in sizes.items()}
    said["import"] = f"{stored['imports']['qwirkle'] / stored['imports']['chess']:.1f}"
    return said


def _others(stored: dict[str, Any]) -> dict[str, str]:
    """A table of what engines in other languages reach, and the yardstick of that run."""
    heads = list(dict.fromkeys(name for row in stored["rows"].values() for name in row))
    rows = [
        [what, *(f"{row[name]:,}" if name in row else "" for name in heads)]
        for what, row in stored["rows"].items()
    ]
    titles = ["what", "this library then", *heads[1:]]
    return {"table": _table(titles, rows), "chess": str(stored["chess"])}


def _options() -> str:
    """A table of the options of the tile game."""
    titles = known_rules()
    rows: list[list[str]] = []
    for name, option in qwirkle.get_variant("standard").possible_options.items():
        values = " or ".join(f'`"{value}"`' for value in option.schema.get("enum", ()))
        rules = (f"{{rule}}`{rule} <{titles[rule]}>`" for rule in option.rules)
        rows.append([f"`{name}`", values or "a number", ", ".join(rules)])
    return _table(["option", "values", "the rules that it decides"], rows)


def _table(titles: list[str], rows: list[list[str]]) -> str:
    """A table in MyST."""
    return "\n".join(f"| {' | '.join(row)} |" for row in [titles, ["---"] * len(titles), *rows])


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
    editions = [_facts(variant.name) for variant in manuals() if isinstance(variant, TileGame)]
    values = {fact: [edition.get(fact) for edition in editions] for fact in editions[0]}
    said["most"] = {fact: max(found, key=found.count) for fact, found in values.items()}
    for tile in TILES:
        said |= {str(tile): tile.name, **dict(zip(str(tile), tile.name.split(), strict=True))}
    pairs = [(*str(Tile(*kinds)),) for kinds in zip(Color, Shape, strict=True)]
    rows = [[f"`{c}`", said[c], f"`{s}`", said[s]] for c, s in pairs]
    said |= {"letters": _table(["colour", "", "shape", ""], rows), "options": _options()}
    said["editions"] = words.joined(
        f"[{known_as(edition)}](edition-{edition.name}.md)" for edition in manuals()
    )
    tables = tomllib.loads(Path(__file__).with_name("glossary.toml").read_text("utf-8"))
    for name, column in tables.pop("columns").items():
        language = column["manuals"][0][-2:]
        said[language] = column["title"].split()[0]
        known: dict[str, str] = said["means"].setdefault(language, {})
        for english, row in (item for section in tables.values() for item in section.items()):
            for word in row.get(name, "").split(", "):
                known.setdefault(word, english.split(", ")[-1])
    said["python"] = metadata("qwirkle")["Requires-Python"].removeprefix(">=")
    project = Path(__file__).parents[1]
    for module in (errors, notation, programs, record, simulation, words):
        numbers = {name: f"{n:,}" for name, n in vars(module).items() if isinstance(n, int)}
        said[module.__name__.removeprefix("qwirkle.")] = numbers
    said["speed"] = _speed(json.loads((project / "benchmarks/speed.json").read_text("utf-8")))
    said["others"] = _others(json.loads((project / "benchmarks/others.json").read_text("utf-8")))
    program = (project / "examples/learn.py").read_text("utf-8")
    stored = json.loads((project / "benchmarks/learned.json").read_text("utf-8"))
    said["learned"] = _learned(stored, program)
    return said
