"""Links to rules, by their ids or by their titles."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxRole

from qwirkle.errors import InvalidValue, short_repr
from qwirkle.registry import get_variant, variants
from qwirkle.variant import Variant

_ID: Final = re.compile(r"[A-Z]+[0-9]+")
_WITH_TARGET: Final = re.compile(r"(.+?)\s*<(.+)>", re.DOTALL)


def installed() -> list[Variant]:
    """The installed variants.

    >>> "standard" in [variant.name for variant in installed()]
    True
    """
    return [get_variant(name) for name in variants()]


def known_rules() -> dict[str, str]:
    """The title of every rule that an installed variant states, by id.

    >>> known_rules()["P3"]
    'One colour or one shape'
    """
    return {
        rule: statement.title
        for variant in installed()
        for rule, statement in variant.statements.items()
    }


def rule_link(rule: str, document: str, text: str = "") -> addnodes.pending_xref:
    """A link to a rule.

    Args:
        rule: the id.
        document: the name of the document that the link is in.
        text: the text of the link; if it is empty, the rule's title.
    """
    text = text or known_rules().get(rule, rule)
    return addnodes.pending_xref(
        "",
        nodes.inline(text, text, classes=["qwirkle-rule"]),
        refdomain="std",
        reftype="ref",
        reftarget=rule.lower(),  # Sphinx writes labels in lower case
        refexplicit=True,
        refwarn=True,
        refdoc=document,
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


def as_rule(text: str) -> tuple[str, str]:
    """Read a reference to a rule: its id, and the text of the link.

    >>> as_rule("one colour or one shape")
    ('P3', 'one colour or one shape')
    >>> as_rule("rule P3 <One colour or one shape>")
    ('P3', 'rule P3')

    Args:
        text: the title; or the text of the link, followed by the title in angle brackets. The id
            alone is refused, which protects against a wrong one.

    Raises:
        InvalidValue: if there is no such title, or if the text has the id of another rule.
    """
    match = _WITH_TARGET.fullmatch(text)
    shown, target = (match[1], match[2]) if match else (text, text)
    known = known_rules()
    if target in known:
        raise InvalidValue(f"refer to {target} by its title, {known[target]!r}")
    by_title = {title.casefold(): rule for rule, title in known.items()}
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
            rule, shown = as_rule(self.text)
        except InvalidValue as error:
            message = self.inliner.reporter.error(f"rule: {error}", line=self.lineno)
            return [nodes.literal(self.text, self.text)], [message]
        link = rule_link(rule, self.env.docname, shown)
        self.set_source_info(link)
        return [link], []
