"""The ids of rules as links: to the rulebook, wherever it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from qwirkle.errors import QwirkleError
from qwirkle.reasons import page_of
from qwirkle.registry import get_variant, variants

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

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
