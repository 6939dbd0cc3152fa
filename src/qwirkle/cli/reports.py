"""What the commands print: tables of games, variants, rules, differences, score sheets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from qwirkle import render
from qwirkle.errors import QwirkleError, short_repr
from qwirkle.reasons import Violation
from qwirkle.record import GameRecord
from qwirkle.registry import compare, get_variant, name_of, variants
from qwirkle.scoring import Score
from qwirkle.state import State, View
from qwirkle.variant import Variant
from qwirkle.words import counted

INDENT: Final = (0, 0, 0, 2)
"""The padding of what is said beside the table, so that long lines keep it."""
WRONG: Final = "bold red"
"""The style of what went wrong."""


LONGEST: Final = 600
"""The most characters of a message."""


def brief(text: str) -> str:
    """A message, or the beginning and the end of one that is too long to read.

    >>> brief("unknown player")
    'unknown player'
    >>> len(brief("x" * 5000))
    600
    """
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[: half - 5]} ... {text[-half:]}"


def picture(table: State | View, console: Console) -> Text:
    """The table as the terminal can show it."""
    style: render.Style = "ascii"
    if console.encoding.lower().replace("-", "") == "utf8":
        style = "color" if console.color_system else "shapes"
    return Text.from_ansi(render.text(table, style=style))


def worth(score: Score, unit: str) -> str:
    """What a move scored, and how it adds up.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0 Rc@1,0", hands=["Rd Bd", "Gx"])
    >>> worth(qwirkle.score(state, qwirkle.parse_move("Rd@2,0 Bd@2,1")), "points")
    '5 points = 2 (Rd Bd) + 3 (Rs Rc Rd)'
    """
    parts = [f"{line.points} ({line})" for line in score.lines]
    if score.end_bonus:
        parts.append(f"{score.end_bonus} (the end)")
    return counted(score.total, unit) + (f" = {' + '.join(parts)}" if parts else "")


def list_of_variants() -> Table:
    """All variants that are installed, each with what is printed on its box."""
    table = _table("name", "what it is", "comes with")
    for name, origin in variants().items():
        try:
            about = _about(get_variant(name))
        except QwirkleError as error:  # the others can be used all the same
            about = brief(str(error))
        except Exception as error:  # what is printed on a plugin's box may be anything
            about = f"it cannot be described: {short_repr(error)}"
        _, colon, claimed = name.rpartition(":")
        if colon:
            about += f"; another package has a variant {claimed!r}, so this one needs its full name"
        table.add_row(Text(name, style="bold"), Text(about), Text(origin))
    return table


def rules_of(variant: Variant) -> Group:
    """The rules of a variant in plain words, with what its manual says of each."""
    head = Text(f"{_label(variant)}: {_about(variant)}", style="bold")
    parts: list[RenderableType] = [head]
    if variant.edition:
        edition = variant.edition
        printed = {"players": edition.players, "ages": edition.ages, "minutes": edition.minutes}
        box = [f"{name}: {text}" for name, text in printed.items() if text]
        parts += map(Text, ["; ".join(box)] * bool(box))
        parts += map(Text, edition.remarks)
    rules = Table(show_header=False, box=None, padding=(0, 1, 0, 0))
    rules.add_column(style="bold", no_wrap=True)
    for rule, citation in variant.citations.items():
        notes = [] if citation.status == "printed" else [f"{citation.status} in the manual"]
        notes += [f"see {ruling}" for ruling in citation.rulings]
        text = f"{citation.text} {citation.note}".rstrip()
        rules.add_row(rule, Text(text + (f" ({'; '.join(notes)})" if notes else "")))
    if not variant.citations:
        alike = ", ".join(_alike(variant))
        same = f"It is played like {alike}." if alike else "No other variant is played like it."
        parts.append(Text(same))
        for fact in variant.all_facts().values():
            rules.add_row(", ".join(fact.rules), Text(fact.text))
    return Group(*parts, rules, *_unlisted(variant))


def differences(first: Variant, second: Variant) -> RenderableType:
    """What two variants disagree on."""
    found = compare(first, second)
    names = [_label(variant) for variant in (first, second)]
    unlisted = [note for variant in (first, second) for note in _unlisted(variant)]
    if not found:
        return Group(Text(f"{names[0]} and {names[1]} are played alike."), *unlisted)
    table = _table("rules", "what", *names)
    for difference in found:
        sides = [
            Text(facts[difference.field].text if difference.field in facts else "-")
            for facts in (first.all_facts(), second.all_facts())
        ]
        what = Text(difference.field.replace("_", " "))
        table.add_row(Text(", ".join(difference.rules)), what, *sides)
    return Group(table, *unlisted)


def reasons(violations: tuple[Violation, ...], variant: Variant) -> Iterator[Padding]:
    """The reasons why a move is not legal, and what the edition says of the rules it breaks.

    Each rule is cited once. If the reasons are too long to read, the last are only counted.
    """
    left = INDENT[-1]
    length = 0
    told: set[str] = set()
    for number, violation in enumerate(violations):
        cited = [_cited(rule, variant) for rule in violation.rules if rule not in told]
        told.update(violation.rules)
        length += len(violation.message) + sum(map(len, cited))
        if number and length > LONGEST:
            more = counted(len(violations) - number, "more reasons")
            yield Padding(Text(f"and {more}", style=WRONG), INDENT, expand=False)
            return
        yield Padding(Text(brief(violation.message), style=WRONG), INDENT, expand=False)
        for text in cited:
            yield Padding(Text(text), (0, 0, 0, 2 * left), expand=False)


def score_sheet(record: GameRecord[State]) -> Group:
    """What every player scored, round by round, and who won."""
    final = record.state
    scene = final.variant.scene(final)
    sheet = _table()
    sheet.title = f"Score sheet ({scene.unit})"
    sheet.show_footer = True
    sheet.add_column("round", footer="total", justify="right")
    for seat, player in enumerate(final.players):
        total = Text(str(final.scores[seat]), style="bold")
        sheet.add_column(Text(player.name), footer=total, justify="right")
    for number, row in enumerate(_rounds(record), 1):
        sheet.add_row(str(number), *row)
    return Group(sheet, *map(Text, scene.notes))


def _rounds(record: GameRecord[State]) -> list[list[str]]:
    """What everybody scored, by rounds and seats; a turn may have several moves."""
    rounds: list[list[str]] = []
    states = list(record.states())
    last = -1
    for before, after in pairwise(states):
        seat = before.turn
        scored = after.scores[seat] - before.scores[seat]
        if seat != last and (not rounds or rounds[-1][seat]):
            rounds.append([""] * len(before.players))
        sofar = int(rounds[-1][seat] or 0)
        rounds[-1][seat] = str(sofar + scored)
        last = seat
    return rounds


def _cited(rule: str, variant: Variant) -> str:
    """A rule's id, and what the edition says of it."""
    citation = variant.citations.get(rule)
    return f"{variant.name}, rule {rule}" + (f": {citation.text}" if citation else "")


def _unlisted(variant: Variant) -> Iterator[Text]:
    """A warning, if a variant has rules that it does not describe."""
    if hooks := variant.undeclared():
        yield Text(
            f"{_label(variant)} has more rules, which cannot be listed because it does not "
            f"describe them ({', '.join(hooks)}). They may change what is said above.",
            style=WRONG,
        )


def _label(variant: Variant) -> str:
    """The name that people choose the variant by."""
    return name_of(variant, variant.options) or variant.name


def _alike(variant: Variant) -> Iterator[str]:
    """The names of the other variants that have the same rules."""
    label = _label(variant)
    for name in variants():
        with suppress(QwirkleError):  # one that cannot be loaded is none of them
            if name != label and not compare(variant, name):
                yield name


def _about(variant: Variant) -> str:
    edition = variant.edition
    if edition is None:
        return "no printed edition of its own"
    year = f", {edition.year}" if edition.year else ""
    languages = f" ({', '.join(edition.languages)})" if edition.languages else ""
    return f"{edition.title}, {edition.publisher}{year}{languages}"


def _table(*columns: str) -> Table:
    table = Table(title_justify="left")
    for column in columns:
        table.add_column(Text(column))
    return table
