"""Base classes of the directives, the parts of pages, and links to rules."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from qwirkle.errors import InvalidValue, QwirkleError, short_repr
from qwirkle.reasons import Violation, page_of
from qwirkle.registry import get_variant, variants

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

Words: TypeAlias = "list[str | nodes.Node]"
"""The parts of a paragraph."""

Entry: TypeAlias = "str | Words | nodes.line_block"
"""What may stand in a table: a text, the parts of a paragraph, or lines."""

_OWN: Final = re.compile(r'aria-labelledby="(\w+-)title [^"]*"')
_SAID: Final = re.compile(r"<(title|desc) [^>]*>(.*?)</\1>", re.DOTALL)


def paragraph(*texts: str | nodes.Node) -> nodes.paragraph:
    """A paragraph."""
    inside = [nodes.Text(text) if isinstance(text, str) else text for text in texts]
    return nodes.paragraph("", "", *inside)


def code(text: str) -> nodes.literal:
    """A text to be typed."""
    return nodes.literal(text, text)


def separated(things: Iterable[nodes.Node]) -> Words:
    """Things with commas between them."""
    found: Words = []
    for thing in things:
        found += [", ", thing] if found else [thing]
    return found


def table(head: Sequence[Entry], rows: Iterable[Sequence[Entry]], title: str = "") -> nodes.table:
    """A table."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=20) for _ in head), cols=len(head))
    group += nodes.thead("", _row(head))
    group += nodes.tbody("", *map(_row, rows))
    titles = [nodes.title(title, title)] if title else []
    return nodes.table("", *titles, group, classes=["qwirkle"])


def picture(svg: str, alt: str, document: str, number: int) -> list[nodes.Node]:
    """A picture on a page, and what it says where there are no pictures.

    Args:
        svg: the picture.
        alt: what it says; if this is empty, what the picture itself says.
        document: the name of the document.
        number: which of the pictures in it this is.
    """
    said = alt or unescape(". ".join(found[1] for found in _SAID.findall(svg)))
    # The names in a picture depend on what it shows. Here it may be shown twice.
    [names] = _OWN.findall(svg)
    own = sha256(f"{document} {number}".encode()).hexdigest()[:10]
    svg = svg.replace(names, f"q{own}-")
    if alt:
        svg = _OWN.sub(lambda _: f'aria-label="{escape(alt)}"', svg)
    svg = svg.replace(
        "<svg ", '<svg class="qwirkle" style="max-width: 100%; height: auto; margin-top: 1em" ', 1
    )
    elsewhere = addnodes.only("", paragraph(said), expr="not html")
    return [nodes.raw("", svg, format="html"), elsewhere]


def _row(cells: Sequence[Entry]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", _block(cell)) for cell in cells))


def _block(cell: Entry) -> nodes.Node:
    if isinstance(cell, nodes.line_block):
        return cell
    return paragraph(cell) if isinstance(cell, str) else paragraph(*cell)


_ID: Final = re.compile(r"[A-Z]+[0-9]+")

_log: Final = logging.getLogger(__name__)


def known_rules() -> set[str]:
    """Every id that an installed variant speaks of.

    >>> {"P3", "R14", "K8"} <= known_rules()
    True
    """
    known: set[str] = set()
    for name in variants():
        try:
            variant = get_variant(name)
            for rule, citation in variant.citations.items():
                known |= {rule, *citation.rulings}
            for fact in variant.facts().values():
                known |= set(fact.rules)
        except QwirkleError:  # a broken plugin is another page's concern
            continue
    return known


def rule_link(rule: str, document: str, *, claimed: bool = False) -> addnodes.pending_xref:
    """A rule's id as a link.

    Args:
        rule: the id.
        document: the name of the document that the link is in.
        claimed: whether the id comes from an author, and not from the library.
    """
    return addnodes.pending_xref(
        "",
        nodes.inline(rule, rule, classes=["qwirkle-rule"]),
        refdomain="std",
        reftype="ref",
        reftarget=rule.lower(),  # as Sphinx writes labels
        refexplicit=True,
        refwarn=False,
        refdoc=document,
        qwirkle_rule=rule,
        qwirkle_claimed=claimed,
    )


class RuleRole(SphinxRole):
    """A rule by its id."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        if not _ID.fullmatch(self.text):
            message = self.inliner.reporter.error(
                f"rule: expected an id like P3, not {self.text!r}", line=self.lineno
            )
            return [nodes.literal(self.text, self.text)], [message]
        link = rule_link(self.text, self.env.docname, claimed=True)
        self.set_source_info(link)
        return [link], []


def resolve(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, content: nodes.Element
) -> nodes.Element | None:
    """A rule that has no place in this documentation: find it in the library's."""
    rule: str | None = node.get("qwirkle_rule")
    if rule is None:
        return None
    if rule in known_rules():
        address: str = app.config.qwirkle_documentation
        if not address:
            return content
        uri = f"{address.rstrip('/')}/{page_of(rule)}"
        return nodes.reference("", "", content, internal=False, refuri=uri)
    if node["qwirkle_claimed"]:
        _log.warning("rule: there is no rule %s", rule, location=node, type="qwirkle")
    return content


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
