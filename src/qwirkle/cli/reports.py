"""Everything that the commands print: games, rules, differences, score sheets and charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from inspect import getdoc
from typing import Final

import attrs
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from qwirkle import bots, render
from qwirkle.advice import Advice
from qwirkle.bots import get_bot
from qwirkle.description import WHAT_IF
from qwirkle.errors import InvalidValue, QwirkleError, short_repr
from qwirkle.judgement import Score, Violation
from qwirkle.moves import Move, Place
from qwirkle.record import GameRecord, Turn, rounds
from qwirkle.registry import compare, get_variant, variants
from qwirkle.render.terminal import scene_text
from qwirkle.scene import Scene, ending
from qwirkle.state import State, View
from qwirkle.supply import Special
from qwirkle.tiles import tile_names
from qwirkle.variant import Variant
from qwirkle.words import added, counted, third_person

INDENT: Final = (0, 0, 0, 2)
"""The padding of remarks; long ones keep it when they are wrapped."""
WRONG: Final = "bold red"
"""The style of messages about mistakes."""

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


# Games


def style_of(console: Console) -> render.Style:
    """The style of tiles that the console can show."""
    if console.encoding.lower().replace("-", "") != "utf8":
        return "ascii"
    return "color" if console.color_system else "shapes"


def show_position(
    position: State | View, console: Console, recent: Iterable[int] = (), *, hidden: bool = False
) -> None:
    """Print a position as the console can show it.

    A board has one empty cell around it, so that people can see the numbers there. In a terminal
    that is too narrow for it, some columns are left out; the notes below it are wrapped.

    Args:
        position: the position.
        console: where to print it.
        recent: the columns of the last moves, the latest first, which are not left out.
        hidden: whether to show no hand at all.
    """
    scene = position.variant.scene(position)
    seats = tuple(attrs.evolve(seat, hand=None) for seat in scene.seats)
    show_scene(attrs.evolve(scene, seats=seats) if hidden else scene, console, recent)


def is_made_up(record: GameRecord[State]) -> bool:
    """Whether the hands of a game were made up, at least in part."""
    return any(turn.holding is not None for turn in record.turns)


def show_scene(scene: Scene, console: Console, recent: Iterable[int] = ()) -> None:
    """Print a scene in the same way."""
    screen = console.size if console.is_terminal else None
    drawn = scene_text(attrs.evolve(scene, notes=()), style_of(console), 1, screen, recent)
    console.print(Text.from_ansi(drawn), soft_wrap=True)
    for note in scene.notes:
        console.print(Text(note))


def in_words(position: State | View, move: Move) -> str:
    """A legal move in words that follow the player's name, with its cells.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0", hands=["Rc Bs", "Gd"])
    >>> in_words(state, qwirkle.parse_move("Rc@1,0"))
    'places the red circle at 1,0'
    """
    return third_person(position.variant.in_words(position, move)) + _where(move)


def _where(move: Move) -> str:
    """The cells of a move at the end of a sentence."""
    cells = list(map(str, move.cells))
    if len(cells) > 2:
        return f" from {cells[0]} to {cells[-1]}"
    return f" at {' and '.join(cells)}" if cells else ""


def told(before: State, turn: Turn) -> Iterator[RenderableType]:
    """A move as everyone may hear it: in words, with its points and the special pieces drawn."""
    name = before.players[before.turn].name
    scene = before.variant.scene(before)
    yield Text(brief(f"{name} {in_words(before, turn.move)}"), style="bold")
    points = before.variant.score(before, turn.move)
    if points.total or points.extras:
        yield indented(worth(points, scene.unit))
    for piece in turn.draw:
        if isinstance(piece, Special):
            kind = scene.pieces.removesuffix("s")
            yield Text(f"{name} drew a special {kind}: {piece.name}", style="bold")


def worth(points: Score, unit: str) -> str:
    """The points of a move, and how they add up.

    >>> import qwirkle
    >>> state = qwirkle.position(board="Rs@0,0 Rc@1,0", hands=["Rd Bd", "Gx"])
    >>> worth(qwirkle.score(state, qwirkle.parse_move("Rd@2,0 Bd@2,1")), "points")
    '5 points = 2 (Rd Bd) + 3 (Rs Rc Rd)'
    """
    parts = [f"{line.points} ({line})" for line in points.lines]
    parts += [f"{extra} ({words})" for extra, words in points.extras]
    return counted(points.total, unit) + (f" = {added(parts)}" if parts else "")


def advised(view: View, found: Iterable[Advice]) -> Iterator[RenderableType]:
    """The best moves, each with the reasons for it."""
    for number, advice in enumerate(found, 1):
        yield Text(brief(f"{number}. {advice.move}"), style="bold")
        yield from map(indented, in_favour(view, advice))


def in_favour(view: View, advice: Advice) -> Iterator[str]:
    """The score of a move, where it leads, and the reasons for it."""
    sure = f" ± {advice.error:.1f}" if advice.error >= 0.05 else ""
    points = worth(advice.score, view.variant.scene(view).unit)
    yield f"{points}; lead {advice.lead:.1f}{sure}"
    yield from advice.why


def indented(text: str, style: str = "") -> Padding:
    """A remark below a headline or a prompt, shortened if it is too long to read."""
    return Padding(Text(brief(text), style=style), INDENT, expand=False)


def judged(
    move: Move,
    variant: Variant,
    wrong: tuple[Violation, ...],
    violations: tuple[Violation, ...],
    points: Score,
) -> Iterator[RenderableType]:
    """The answer to a question at the table: whether a move is legal, and why not or its points.

    Args:
        move: the move.
        variant: the variant.
        wrong: the rules that the board itself breaks.
        violations: the reasons why the move is not legal.
        points: its points, if it is.
    """
    if wrong:
        yield Text("The board itself breaks the rules:", style=WRONG)
        yield from reasons(wrong, variant, plain=True)
    told = brief(f"{move.in_words}{_where(move)}")
    legal = "Legal" if isinstance(move, Place) else "Legal as far as the board shows"
    yield Text(f"{'Not legal' if violations else legal}: {told}", style="bold")
    yield from reasons(violations, variant, plain=True)
    for line in points.lines:
        yield indented(f"{line.points} for {tile_names(line.tiles)}")
    for extra, words in points.extras:
        yield indented(f"{extra} {words}")
    if points.lines:
        yield indented(counted(points.total, "points"), "bold")


def help_table(rows: Iterator[tuple[str, str]], console: Console) -> Padding:
    """Examples of what can be typed, each with an explanation."""
    # On a narrow screen a long example takes two lines, to leave room for the explanations.
    examples = Column(max_width=14 if console.width < 80 else None)
    table = Table.grid(examples, padding=(0, 2, 0, 0))
    for example, meaning in rows:
        table.add_row(Text(example, style="bold"), Text(meaning))
    return Padding(table, INDENT, expand=False)


# Rules


def list_of_variants() -> Table:
    """All installed variants, each with the text on its box."""
    return _listed(variants(), lambda name: _about(get_variant(name)))


def list_of_bots() -> Table:
    """All installed bots, each with the first line of its description."""
    return _listed(bots.names(), lambda name: (getdoc(get_bot(name)) or "").partition("\n")[0])


def _listed(origins: Mapping[str, str], described: Callable[[str], str]) -> Table:
    """A table of what is installed, and the packages that it comes with."""
    table = _table("name", "what it is", "comes with")
    for name, origin in origins.items():
        try:
            about = described(name)
        except QwirkleError as error:  # the others still work
            about = brief(str(error))
        except Exception as error:  # a plugin may give anything as its edition
            about = f"it cannot be described: {short_repr(error)}"
        table.add_row(Text(name, style="bold"), Text(about), Text(origin))
    return table


def rules_of(variant: Variant) -> Group:
    """The rules of a variant in plain words, with notes on its manual."""
    head = Text(f"{label_of(variant)}: {_about(variant)}", style="bold")
    parts: list[RenderableType] = [head]
    if edition := variant.edition:
        printed = {"players": edition.players, "ages": edition.ages, "minutes": edition.minutes}
        box = "; ".join(f"{name}: {text}" for name, text in printed.items() if text)
        parts += [Text(line) for line in (box, *edition.remarks) if line]
    ids = Column(style="bold", no_wrap=True)
    rules = Table(ids, show_header=False, box=None, padding=(0, 1, 0, 0))
    stated = variant.statements
    for rule in stated:
        rules.add_row(rule, Text(_stated(rule, variant)))
    if not variant.citations:
        alike = ", ".join(_alike(variant))
        same = f"It is played like {alike}." if alike else "No other variant is played like it."
        parts.append(Text(same))
        for fact in variant.all_facts().values():
            if stated.keys().isdisjoint(fact.rules):
                rules.add_row(", ".join(fact.rules), Text(fact.text))
    return Group(*parts, rules, *_unlisted(variant))


def rule_of(name: str, variant: Variant) -> str:
    """A rule of a variant in plain words, by its id in any case.

    Raises:
        InvalidValue: if the variant does not state such a rule.
    """
    stated = variant.statements
    if name.upper() in stated:
        return f"{label_of(variant)}, rule {name.upper()}: {_stated(name.upper(), variant)}"
    known = f"it has {', '.join(stated)}" if stated else "it does not state its rules"
    raise InvalidValue(f"{label_of(variant)} has no rule {short_repr(name)}; {known}")


def differences(first: Variant, second: Variant) -> RenderableType:
    """The rules on which two variants differ."""
    found = compare(first, second)
    names = [label_of(variant) for variant in (first, second)]
    unlisted = [note for variant in (first, second) for note in _unlisted(variant)]
    if not found:
        return Group(Text(f"{names[0]} and {names[1]} are played alike."), *unlisted)
    table = _table("rules", "topic", *names)
    for difference in found:
        sides = [
            Text(facts[difference.field].text if difference.field in facts else "-")
            for facts in (first.all_facts(), second.all_facts())
        ]
        topic = Text(difference.field.replace("_", " "))
        table.add_row(Text(", ".join(difference.rules)), topic, *sides)
    return Group(table, *unlisted)


def reasons(
    violations: tuple[Violation, ...], variant: Variant, *, plain: bool = False
) -> Iterator[Padding]:
    """The reasons why a move is not legal, and the rules that it breaks.

    Each rule is stated once. If the reasons are too long to read, the last are only counted.

    Args:
        violations: the reasons.
        variant: the variant, which states its rules.
        plain: whether to name tiles in words and leave out their cells.
    """
    length = 0
    cited_before: set[str] = set()
    for number, violation in enumerate(violations):
        cited = [_cited(rule, variant) for rule in violation.rules if rule not in cited_before]
        cited_before.update(violation.rules)
        length += len(violation.message) + sum(map(len, cited))
        if number and length > LONGEST:
            yield indented(f"and {counted(len(violations) - number, 'more reasons')}", WRONG)
            return
        yield indented(violation.plain if plain else violation.message, WRONG)
        for text in cited:
            yield Padding(Text(text), (0, 0, 0, 2 * INDENT[-1]), expand=False)


def score_sheet(record: GameRecord[State]) -> Group:
    """The points of every player, round by round, and the result."""
    final = record.state
    title = f"Score sheet ({final.variant.scene(final).unit})"
    sheet = Table(title=title, title_justify="left", show_footer=True)
    sheet.add_column("round", footer="total", justify="right")
    for seat, player in enumerate(final.players):
        total = Text(str(final.standings[seat]), style="bold")
        sheet.add_column(Text(player.name), footer=total, justify="right")
    if any(record.start.scores):
        sheet.add_row("before", *map(str, record.start.scores))
    for number, scored in enumerate(rounds(record.states()), 1):
        sheet.add_row(str(number), *(str(scored.get(i, "")) for i in range(len(final.players))))
    if final.standings != final.scores:
        settled = zip(final.standings, final.scores, strict=True)
        sheet.add_row("end", *(f"{last - score:+}" for last, score in settled))
    return Group(sheet, *map(Text, ending(final)))


def _cited(rule: str, variant: Variant) -> str:
    """A rule's id and its text, if the variant states it."""
    text = f": {_stated(rule, variant)}" if rule in variant.statements else ""
    return f"{variant.name}, rule {rule}{text}"


def _stated(rule: str, variant: Variant) -> str:
    """A rule in plain words, how the manual differs, and whether it is our ruling."""
    statement, citation = variant.statements[rule], variant.citations.get(rule)
    if citation is None:
        return f"{statement} (our ruling)" if statement.topic == WHAT_IF else str(statement)
    known = {"printed": [], "implied": ["implied in the manual"], "silent": ["our ruling"]}
    rulings = [ruling for ruling in citation.rulings if ruling in variant.statements]
    notes = [*known[citation.status], *(f"see {ruling}" for ruling in rulings)]
    parts = [str(statement), citation.note, f"({'; '.join(notes)})" if notes else ""]
    return " ".join(filter(None, parts))


def _unlisted(variant: Variant) -> Iterator[Text]:
    """A warning, if a variant has rules that it does not describe."""
    if hooks := variant.undeclared():
        yield Text(
            f"{label_of(variant)} has more rules, which cannot be listed because it does not "
            f"describe them ({', '.join(hooks)}). They may change the rules above.",
            style=WRONG,
        )


def label_of(variant: Variant) -> str:
    """The name by which people choose the variant, and its options."""
    options = (f"{option}={value}" for option, value in variant.options.items())
    return ", ".join([variant.name, *options])


def _alike(variant: Variant) -> Iterator[str]:
    """The names of the other variants that have the same rules."""
    label = label_of(variant)
    for name in variants():
        with suppress(QwirkleError):  # skip variants that cannot be loaded
            if name != label and not compare(variant, name):
                yield name


def _about(variant: Variant) -> str:
    edition = variant.edition
    if edition is None:
        return "no printed edition"
    year = f", {edition.year}" if edition.year else ""
    languages = f" ({', '.join(edition.languages)})" if edition.languages else ""
    return f"{edition.title}, {edition.publisher}{year}{languages}"


def _table(*columns: str) -> Table:
    return Table(*(Column(Text(column)) for column in columns))
