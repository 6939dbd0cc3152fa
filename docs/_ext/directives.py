"""Base classes of the directives, and the parts of pages."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from html import escape, unescape
from itertools import groupby
from pathlib import Path
from typing import Any, Final, TypeAlias

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from _ext.captions import Known
from _ext.links import rule_link
from qwirkle.errors import InvalidPosition, InvalidValue, QwirkleError, short_repr
from qwirkle.judgement import Violation

Inline: TypeAlias = "list[str | nodes.Node]"
"""The parts of a paragraph."""

Entry: TypeAlias = "str | Inline | nodes.line_block"
"""An entry of a table: a text, the parts of a paragraph, or lines."""

_LABELLED: Final = re.compile(r'aria-labelledby="(\w+-)title [^"]*"')
_DESCRIBED: Final = re.compile(r"<(title|desc) [^>]*>(.*?)</\1>", re.DOTALL)


def paragraph(*parts: str | nodes.Node) -> nodes.paragraph:
    """A paragraph."""
    inside = [nodes.Text(part) if isinstance(part, str) else part for part in parts]
    return nodes.paragraph("", "", *inside)


def code(text: str) -> nodes.literal:
    """A text in the font of code."""
    return nodes.literal(text, text)


def separated(parts: Iterable[nodes.Node]) -> Inline:
    """Parts of a paragraph with commas between them."""
    found: Inline = []
    for part in parts:
        found += [", ", part] if found else [part]
    return found


def table(head: Sequence[Entry], rows: Iterable[Sequence[Entry]], title: str = "") -> nodes.table:
    """A table whose first column has the headers of the rows."""
    return _table(head, rows, title, ["qwirkle"])


def stacked(head: Sequence[str], rows: Iterable[Sequence[str | Inline]]) -> nodes.table:
    """A table whose entries are one below the other on narrow screens, each with its header."""
    labelled: list[list[Entry]] = []
    for first, *others in rows:
        row: list[Entry] = [first]
        for name, entry in zip(head[1:], others, strict=True):
            label = nodes.inline("", f"{name}: ", classes=["qwirkle-narrow"])
            row.append([label, *([entry] if isinstance(entry, str) else entry)])
        labelled.append(row)
    return _table(head, labelled, "", ["qwirkle", "qwirkle-stacked"])


def _table(
    head: Sequence[Entry], rows: Iterable[Sequence[Entry]], title: str, classes: list[str]
) -> nodes.table:
    columns = [nodes.colspec(colwidth=20, stub=not number) for number in range(len(head))]
    group = nodes.tgroup("", *columns, cols=len(head))
    group += nodes.thead("", _row(head))
    group += nodes.tbody("", *map(_row, rows))
    titles = [nodes.title(title, title)] if title else []
    return nodes.table("", *titles, group, classes=classes)


def _row(entries: Sequence[Entry]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", _block(entry)) for entry in entries))


def _block(entry: Entry) -> nodes.Node:
    if isinstance(entry, nodes.line_block):
        return entry
    return paragraph(entry) if isinstance(entry, str) else paragraph(*entry)


def folded(summary: str, *inside: nodes.Node) -> list[nodes.Node]:
    """Parts of a page that readers unfold; formats other than HTML show them."""
    start = f'<details class="qwirkle-small-print"><summary>{escape(summary)}</summary>'
    return [
        nodes.raw("", start, format="html"),
        *inside,
        nodes.raw("", "</details>", format="html"),
    ]


def picture(svg: str, alt: str, document: str, number: int) -> list[nodes.Node]:
    """A picture on a page, and a description for formats other than HTML.

    Args:
        svg: the picture.
        alt: the description; if it is empty, the picture's title and description.
        document: the name of the document.
        number: the number of the picture in the document.
    """
    description = alt or unescape(". ".join(found[1] for found in _DESCRIBED.findall(svg)))
    # The ids in a picture depend on its content, so a page with the same picture twice would
    # have them twice.
    [prefix] = _LABELLED.findall(svg)
    digest = sha256(f"{document} {number}".encode()).hexdigest()[:10]
    svg = svg.replace(prefix, f"q{digest}-")
    if alt:
        svg = _LABELLED.sub(lambda _: f'aria-label="{escape(alt)}"', svg)
    svg = svg.replace("<svg ", '<svg class="qwirkle" ', 1)
    elsewhere = addnodes.only("", paragraph(description), expr="not html")
    return [nodes.raw("", svg, format="html"), elsewhere]


# Base classes

PICTURE_OPTIONS: Final = ("alt", "caption", "size")
"""The options of every directive that draws a picture."""

_SIZE: Final = 36


def as_text(text: str | None) -> str:
    """The text of an option, unchanged; empty if it has no text."""
    return text or ""


OptionSpec: TypeAlias = dict[str, Callable[[str], Any]]
"""The options of a directive, each with the function that reads it."""


class AnyOptions(dict[str, Callable[[str], Any]]):
    """Options of any name, since only a variant knows the fields of its positions."""

    def __missing__(self, name: str) -> Callable[[str], Any]:
        return as_text

    def __bool__(self) -> bool:
        return True  # docutils takes an empty dictionary for a directive without options


class _Reported(Exception):
    """An error that has been reported already."""


class CheckedDirective(SphinxDirective):
    """A directive that reports every problem with its content, and still builds the page."""

    def run(self) -> list[nodes.Node]:
        """The nodes for the page: a report for every problem, then what could be built."""
        # The claims are about programs, which may have changed even if the page has not.
        self.env.note_reread()
        self._reports: list[nodes.Node] = []
        built: list[nodes.Node] = []
        with suppress(_Reported), self.about():
            built = list(self.build())
        return [*self._reports, *built]

    @abstractmethod
    def build(self) -> Iterable[nodes.Node]:
        """The nodes for the page.

        A problem that need not stop the directive is reported with ``problem``.
        """

    def problem(self, message: str, *options: str, row: int | None = None) -> None:
        """Report a problem.

        Args:
            message: the problem in words.
            options: the names of options that it is about. It is reported at the line of the
                first of them that the document has.
            row: the number of the line of the content that it is about, counted from 0.
        """
        line = self._line_of_option(*options) if row is None else self._line_of_content(row)
        report = self.state_machine.reporter.error(f"{self.name}: {message}", line=line)
        self._reports.append(report)

    @contextmanager
    def about(self, *options: str, row: int | None = None) -> Iterator[None]:
        """Report an error at a line, which is given as for :meth:`problem`.

        The faults of a position are reported at the lines of their fields.
        """
        try:
            yield
        except InvalidPosition as error:
            for fault in error.faults:
                field = re.split(r"\W", fault.field)[0]
                self.problem(str(fault), field, field.replace("_", "-"), *options)
            raise _Reported from error
        except QwirkleError as error:
            self.problem(str(error), *options, row=row)
            raise _Reported from error

    def _line_of_option(self, *options: str) -> int:
        """The line of the first of these options that is given; if none is, the first line."""
        for option in options:
            if option in self.options:
                pattern = re.compile(rf"\s*:?{re.escape(option)}:(\s|$)")
                return self._line(pattern.match)
        return self.lineno

    def _line_of_content(self, row: int) -> int:
        first = self.content[0].strip()
        return self._line(lambda text: text.strip() == first) + row

    def _line(self, is_it: Callable[[str], object]) -> int:
        """The first line of the directive that fulfils a condition; if none does, the first."""
        rows = self.block_text.splitlines()
        # Old versions of MyST leave out the first line, which has the directive's name.
        first = self.lineno if self.name in rows[0] else self.lineno + 1
        return next((line for line, text in enumerate(rows, first) if is_it(text)), self.lineno)

    def option(self, name: str) -> str:
        """The text of an option; empty if it is left out."""
        text: str = self.options.get(name, "")
        return text

    def read(self, name: str) -> str:
        """The text of a file, by its name relative to the document."""
        relative, path = self.env.relfn2path(name)
        self.env.note_dependency(relative)
        try:
            return Path(path).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise InvalidValue(f"{name} cannot be read: {error}") from None

    def rule(self, rule: str) -> addnodes.pending_xref:
        """A rule's title, or its id, as a link."""
        return rule_link(rule, self.env.docname)

    def rules(self, rules: Iterable[str]) -> Inline:
        """Several rules as links."""
        return separated(map(self.rule, rules))

    def reasons(self, why: Iterable[Violation]) -> Inline:
        """The reasons why a move is not legal, in plain words.

        Reasons by the same rules stand together, with links to these rules after the last.
        """
        found: Inline = []
        for rules, reasons in groupby(why, key=lambda violation: violation.rules):
            plain = " ".join(dict.fromkeys(violation.plain for violation in reasons))
            found += [f" {plain[:-1]} (", *self.rules(rules), f"){plain[-1:]}"]
        return found


class PictureDirective(CheckedDirective):
    """A directive that draws a picture."""

    has_content = True

    @property
    def size(self) -> int:
        """The size of a tile in pixels."""
        text = self.option("size")
        if text and not text.isdecimal():
            with self.about("size"):
                raise InvalidValue(f"size: expected a number of pixels, not {short_repr(text)}")
        return int(text) if text else _SIZE

    def figure(
        self, svg: str, lead: Sequence[str | nodes.Node] = (), *more: nodes.Node
    ) -> nodes.figure:
        """A picture with a caption, and below it the rest of the author's text and further nodes.

        The caption is the library's text and the first paragraph of the author's.
        """
        below = [*self.author_text(), *more]
        found = self.drawn(svg, self.option("alt"))
        caption = paragraph(*lead)
        if below and isinstance(below[0], nodes.paragraph):
            caption += [nodes.Text(" ")] * bool(lead)
            caption += below.pop(0).children
        if caption.children:
            found += nodes.caption("", "", *caption.children)
        if below:
            found += nodes.legend("", *below)
        return found

    def author_text(self) -> list[nodes.Node]:
        """The author's text about the picture."""
        return [*self.caption(), *self.parse_content_to_nodes()]

    def caption(self) -> list[nodes.Node]:
        """The caption, if it is given as an option."""
        text = self.option("caption")
        if not text:
            return []
        inside, messages = self.parse_inline(text)
        return [nodes.paragraph(text, "", *inside), *messages]

    def check_caption(self, known: Known) -> None:
        """Report numbers and tiles in the author's text that are not in the picture."""
        for name in ("alt", "caption"):
            for problem in known.mistakes(self.option(name)):
                self.problem(problem, name)
        for row, text in enumerate(self.captions):
            for problem in known.mistakes(text):
                self.problem(problem, row=row)

    @property
    def captions(self) -> tuple[str, ...]:
        """The lines of the content that are text about the picture."""
        return tuple(self.content)

    def drawn(self, svg: str, alt: str = "") -> nodes.figure:
        """A figure with a picture and no text."""
        document, number = self.env.docname, self.env.new_serialno("qwirkle")
        found = nodes.figure("", *picture(svg, alt, document, number), classes=["qwirkle"])
        self.set_source_info(found)
        return found
