"""Links to rules, by their ids or by their titles."""

from __future__ import annotations

import re
from contextlib import suppress
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from qwirkle.errors import InvalidValue, QwirkleError, short_repr
from qwirkle.registry import get_variant, variants
from qwirkle.variant import Variant

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_ID: Final = re.compile(r"[A-Z]+[0-9]+")
_WITH_TARGET: Final = re.compile(r"(.+?)\s*<(.+)>", re.DOTALL)

_log: Final = logging.getLogger(__name__)


def installed() -> list[Variant]:
    """The installed variants that can be loaded.

    The directive that lists the variants reports the others.

    >>> "standard" in [variant.name for variant in installed()]
    True
    """
    found: list[Variant] = []
    for name in variants():
        with suppress(QwirkleError):
            found.append(get_variant(name))
    return found


def known_rules() -> dict[str, str]:
    """The title of every rule that an installed variant refers to, by id; some have none.

    >>> known_rules()["P3"]
    'One colour or one shape'
    """
    known: dict[str, str] = {}
    for variant in installed():
        for rule, statement in variant.statements.items():
            known[rule] = known.get(rule) or statement.title
        for fact in variant.all_facts().values():
            known.update({rule: "" for rule in fact.rules if rule not in known})
    return known


def rule_link(rule: str, document: str, text: str = "") -> addnodes.pending_xref:
    """A link to a rule.

    Args:
        rule: the id.
        document: the name of the document that the link is in.
        text: the text of the link; if it is empty, the rule's title or, without one, its id.
    """
    text = text or known_rules().get(rule) or rule
    return addnodes.pending_xref(
        "",
        nodes.inline(text, text, classes=["qwirkle-rule"]),
        refdomain="std",
        reftype="ref",
        reftarget=rule.lower(),  # Sphinx writes labels in lower case
        refexplicit=True,
        refwarn=False,
        refdoc=document,
        qwirkle_rule=rule,
    )


def page_link(text: str, page: str, document: str) -> addnodes.pending_xref:
    """A link to a page.

    Args:
        text: the text of the link.
        page: the name of the page, relative to the document or, with a slash first, to the root.
        document: the name of the document that the link is in.
    """
    return addnodes.pending_xref(
        "",
        nodes.inline(text, text),
        refdomain="std",
        reftype="doc",
        reftarget=page,
        refexplicit=True,
        refwarn=True,
        refdoc=document,
    )


def as_rule(text: str, *, with_title: bool) -> tuple[str, str]:
    """Read a reference to a rule: its id, and the text of the link.

    >>> as_rule("P3", with_title=False), as_rule("one colour or one shape", with_title=False)
    (('P3', 'P3'), ('P3', 'one colour or one shape'))
    >>> as_rule("rule P3 <One colour or one shape>", with_title=True)
    ('P3', 'rule P3')

    Args:
        text: the id or the title; or the text of the link, followed by the id or the title in
            angle brackets.
        with_title: whether the title is required, which protects against a wrong id.

    Raises:
        InvalidValue: if there is no such title, if the text has an id and it is that of another
            rule, or if only an id is given although a title is required.
    """
    match = _WITH_TARGET.fullmatch(text)
    shown, target = (match[1], match[2]) if match else (text, text)
    known = known_rules()
    if _ID.fullmatch(target):
        if with_title and known.get(target):
            raise InvalidValue(f"refer to {target} by its title, {known[target]!r}")
        return target, shown
    by_title = {title.casefold(): rule for rule, title in known.items() if title}
    title = " ".join(target.split()).casefold()
    if title not in by_title:
        near = get_close_matches(title, by_title, n=1)
        hint = f"; did you mean {known[by_title[near[0]]]!r}?" if near else ""
        raise InvalidValue(f"there is no rule {short_repr(target)}{hint}")
    rule = by_title[title]
    if wrong := {*_ID.findall(shown)} - {rule}:
        raise InvalidValue(f"{known[rule]!r} is rule {rule}, not {', '.join(sorted(wrong))}")
    return rule, shown


class RuleRole(SphinxRole):
    """A link to a rule, by the rule's id or title."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            rule, shown = as_rule(self.text, with_title=True)
        except InvalidValue as error:
            message = self.inliner.reporter.error(f"rule: {error}", line=self.lineno)
            return [nodes.literal(self.text, self.text)], [message]
        link = rule_link(rule, self.env.docname, shown)
        link["qwirkle_claimed"] = True
        self.set_source_info(link)
        return [link], []


def resolve_rule(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, content: nodes.Element
) -> nodes.Element | None:
    """Leave a rule without a label in these documents as text, and report an unknown one."""
    rule: str | None = node.get("qwirkle_rule")
    if rule is None:
        return None
    if rule in known_rules():
        return content
    if node.get("qwirkle_claimed"):  # by an author, not by the library
        _log.warning("rule: there is no rule %s", rule, location=node, type="qwirkle")
    return content
