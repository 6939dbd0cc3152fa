"""What all directives have in common: whatever is wrong is reported, with file and line."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeAlias

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from qwirkle.errors import InvalidValue, QwirkleError, short_repr
from qwirkle.reasons import Violation
from qwirkle.sphinxext.markup import Words, paragraph, picture, separated
from qwirkle.sphinxext.rules import rule_link

DRAWING: Final = ("alt", "caption", "class", "name", "size")
"""The options of everything that is drawn."""

_SIZE: Final = 36


def as_told(text: str | None) -> str:
    """An option as it stands there."""
    return text or ""


Options: TypeAlias = dict[str, Callable[[str], Any]]
"""The options that a directive takes, each with what reads it."""


class AnyOptions(dict[str, Callable[[str], Any]]):
    """Every name is an option: a variant knows best which fields its positions have."""

    def __missing__(self, name: str) -> Callable[[str], Any]:
        return as_told

    def __bool__(self) -> bool:
        return True  # docutils takes an empty one for none at all


class Checked(SphinxDirective):
    """A directive that reports all that is wrong with what it is told, and goes on."""

    def run(self) -> list[nodes.Node]:
        """What stands on the page: the reports, if there are any, and what was built."""
        # The claims are about programs, which may have changed though the page has not.
        self.env.note_reread()
        self.faults: list[str] = []
        built: list[nodes.Node] = []
        try:
            built = list(self.build())
        except QwirkleError as error:
            self.faults.append(str(error))
        report = self.state_machine.reporter.error
        found = [report(f"{self.name}: {fault}", line=self.lineno) for fault in self.faults]
        return [*found, *built]

    @abstractmethod
    def build(self) -> Iterable[nodes.Node]:
        """What stands on the page; what is wrong, but no reason to stop, goes to ``faults``."""

    def told(self, name: str) -> str:
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
        """A rule's id as a link."""
        return rule_link(rule, self.env.docname)

    def rules(self, rules: Iterable[str]) -> Words:
        """Several of them."""
        return separated(map(self.rule, rules))

    def reasons(self, *lead: str | nodes.Node, why: Iterable[Violation]) -> nodes.line_block:
        """What is not legal, and below it the reasons."""
        found = nodes.line_block("", _line(*lead))
        for violation in why:
            found += _line(violation.message, " [", *self.rules(violation.rules), "]")
        return found


def _line(*texts: str | nodes.Node) -> nodes.line:
    return nodes.line("", "", *paragraph(*texts).children)


class Drawing(Checked):
    """A directive that draws something."""

    has_content = True

    @property
    def size(self) -> int:
        """The pixels of a tile."""
        text = self.told("size")
        if text and not text.isdecimal():
            raise InvalidValue(f"size: expected a number of pixels, not {short_repr(text)}")
        return int(text) if text else _SIZE

    def figure(self, svg: str, *more: nodes.Node) -> nodes.figure:
        """A picture with its words, and more below them.

        The first paragraph is the caption.
        """
        below = [*self.words(), *more]
        found = self.drawn(svg, self.told("alt"))
        if below and isinstance(below[0], nodes.paragraph):
            found += nodes.caption("", "", *below.pop(0).children)
        if below:
            found += nodes.legend("", *below)
        self.add_name(found)
        return found

    def words(self) -> list[nodes.Node]:
        """What the author says about the picture."""
        return [*self.caption(), *self.parse_content_to_nodes()]

    def caption(self) -> list[nodes.Node]:
        """The caption, if it is an option."""
        text = self.told("caption")
        if not text:
            return []
        inside, messages = self.parse_inline(text)
        return [nodes.paragraph(text, "", *inside), *messages]

    def drawn(self, svg: str, alt: str = "") -> nodes.figure:
        """A picture, as a figure of its own."""
        document, number = self.env.docname, self.env.new_serialno("qwirkle")
        classes = ["qwirkle", *self.told("class").split()]
        found = nodes.figure("", *picture(svg, alt, document, number), classes=classes)
        self.set_source_info(found)
        return found
