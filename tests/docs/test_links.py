"""The documentation as readers get it: built once, and checked page by page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import attrs
import pytest
from rule_ids import IDS

import qwirkle

DOCS = Path(__file__).parents[2] / "docs"


class Page(HTMLParser):
    """The parts of a page that matter: its anchors, its links, and the text of its article."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.article_links: list[str] = []
        self.words: list[str] = []
        self._in_article = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note anchors and links."""
        self._in_article += tag == "article"
        for name, value in attributes:
            if name == "id":
                self.ids.add(value or "")
            elif name in ("href", "src"):
                self.links.append(value or "")
                if name == "href" and self._in_article:
                    self.article_links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        """Note the end of the article."""
        self._in_article -= tag == "article"

    def handle_data(self, data: str) -> None:
        """Note the text."""
        if self._in_article:
            self.words.append(data)

    @property
    def text(self) -> str:
        """The text of the article in one line."""
        return " ".join(" ".join(self.words).split())


@attrs.frozen
class Site:
    """The built documentation."""

    folder: Path
    pages: dict[str, Page]

    def target(self, page: str, link: str) -> tuple[Path, str] | None:
        """The file and the anchor that a link of a page means; None if it leads elsewhere."""
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            return None
        here = (self.folder / page).parent
        path = (here / unquote(parts.path)).resolve() if parts.path else self.folder / page
        return path, unquote(parts.fragment)

    def next_pages(self, page: str) -> set[str]:
        """The pages to which the article of a page leads."""
        targets = (self.target(page, link) for link in self.pages[page].article_links)
        files = {target[0] for target in targets if target is not None}
        return {name for name in self.pages if (self.folder / name).resolve() in files}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The documentation that `nox -s docs` has built, or else built now."""
    built = os.environ.get("QWIRKLE_SITE")
    html = Path(built) if built else tmp_path_factory.mktemp("site") / "html"
    if not built:
        options = ("-q", "-n", "-W", "--keep-going", "-d", html.with_name("doctrees"))
        subprocess.run([sys.executable, "-m", "sphinx", *options, DOCS, html], check=True)
    html = html.resolve()
    pages = {
        str(path.relative_to(html)): Page(path.read_text(encoding="utf-8"))
        for path in sorted(html.rglob("*.html"))
    }
    return Site(html, pages)


def test_no_link_is_broken(site: Site) -> None:
    """Each leads to an existing file, and to an anchor in it."""
    anchors = {(site.folder / name).resolve(): page.ids for name, page in site.pages.items()}
    broken: list[str] = []
    count = 0
    for name, page in site.pages.items():
        for link in page.links:
            target = site.target(name, link)
            if target is None:
                continue
            count += 1
            path, anchor = target
            if not path.exists() or (path in anchors and anchor and anchor not in anchors[path]):
                broken.append(f"{name}: {link}")
    assert broken == []
    assert count > 1000


def test_old_addresses_lead_to_every_rule(site: Site) -> None:
    """Error messages have rulebook.html#p3; a script there follows the only link to that anchor."""
    leads = Counter(urlsplit(link).fragment for link in site.pages["rulebook.html"].article_links)
    assert [rule for rule in IDS if leads[rule.lower()] != 1] == []
    assert leads["rulings"] == 1
    for topic in ("setting-up", "card-game", "what-if"):  # which had anchors, and now have pages
        assert f"rulebook-{topic}.html" in site.pages["rulebook.html"].article_links


def test_references_go_straight_to_the_rules(site: Site) -> None:
    """No page leads through the old addresses, nor to the rulebook's index with an anchor."""
    links = (f"{name}: {link}" for name, page in site.pages.items() for link in page.links)
    assert [link for link in links if "rulebook.html#" in link] == []


@pytest.mark.parametrize("name", [n for n in qwirkle.variants() if qwirkle.get_variant(n).edition])
def test_answers_are_one_click_away(site: Site, name: str) -> None:
    """The front page leads to the page of each edition, which has its rules in its own words."""
    variant = qwirkle.get_variant(name)
    [page] = [
        f"{path.stem}.html"
        for path in DOCS.glob("edition-*.md")
        if f"{{qwirkle-edition}} {name}\n" in path.read_text(encoding="utf-8")
    ]
    assert page in site.next_pages("index.html")
    assert page in site.next_pages("editions.html")
    tie = variant.facts()["tie_break"]
    nobody_can_place = "E3" if "E3" in variant.statements else "K8"
    for rule in (tie.rules[0], nobody_can_place):
        statement = variant.statements[rule]
        assert typeset(f"{statement.title} . {statement.text}") in site.pages[page].text
    assert str(tie.value) in variant.statements[tie.rules[0]].text


AT_THE_TABLE = {
    "Who starts on a tie?": "B3",
    "What if nobody can place?": "E3",
    "May I pass?": "R5",
    "How many tiles may I exchange?": "X3",
    "May I rearrange the cards?": "K5",
    "When may I use an action tile?": "A3",
}
"""Questions that players ask, each with the rule that answers it."""

ABOUT_PROGRAMS = {
    "How do I write a house rule?": ("howto-house-rules.html", 'tie_break="youngest"'),
    "How do I make a bot?": ("first-bot.html", "qwirkle.simulate"),
    "How do I get JSON?": ("howto-records.html", "qwirkle.to_json(state)"),
    "How do I cite the library?": ("names.html", "cff-version"),
}
"""Questions that programmers ask, each with the page that answers it, and words of the answer."""


def section(page: Page, title: str) -> str:
    """The text below a title, up to the next title."""
    [text] = re.findall(
        rf"{re.escape(typeset(title))} \N{{PILCROW SIGN}} ([^\N{{PILCROW SIGN}}]*)", page.text
    )
    return text


def typeset(text: str) -> str:
    """A text with the apostrophes of the pages."""
    return text.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


@pytest.mark.parametrize(("question", "rule"), AT_THE_TABLE.items())
def test_one_click_answers_what_players_ask(site: Site, question: str, rule: str) -> None:
    """Every edition's answer is there, with a link to the picture."""
    outward = [link for link in site.pages["index.html"].article_links if link[:1] != "#"]
    assert outward[0] == "questions.html"
    page = site.pages["questions.html"]
    answers = section(page, question)
    printed = [v for v in map(qwirkle.get_variant, qwirkle.variants()) if rule in v.citations]
    printed = printed or [qwirkle.get_variant(name) for name in ("mindware", "hebrew")]
    assert all(typeset(variant.statements[rule].text) in answers for variant in printed)
    assert any(link.endswith(f"#{rule.lower()}") for link in page.article_links)


@pytest.mark.parametrize(("question", "answer"), ABOUT_PROGRAMS.items())
def test_two_clicks_answer_what_programmers_ask(
    site: Site, question: str, answer: tuple[str, str]
) -> None:
    """The page of questions leads to each."""
    page, words = answer
    assert question in section(site.pages["questions.html"], "For programmers")
    assert page in site.next_pages("questions.html")
    assert words in site.pages[page].text.replace(" ", "")  # code has a space between names


def test_players_learn_how_to_print_their_rules(site: Site) -> None:
    """The answer leads to the pages that are made for paper."""
    answer = section(site.pages["questions.html"], "How do I print my edition's rules?")
    assert "print it" in answer
    assert "editions.html" in site.next_pages("questions.html")


@pytest.mark.parametrize("name", ["disagreements.html", "rulebook-who-starts.html"])
def test_the_picture_of_a_tie_does_not_point_at_the_answer(site: Site, name: str) -> None:
    """Its description says of nobody that it is their turn."""
    tie = r"a position No tiles in play\. \w+: 0 points, red circle, red square, red diamond"
    assert re.search(tie, site.pages[name].text)


def test_the_notebook_is_shown_as_it_was_run(site: Site) -> None:
    """It has its code, its output, its pictures and its conclusions."""
    page = site.pages["example-editions.html"]
    for words in ("ProcessPoolExecutor", "mindware by 4: 10000 games", "What came of it"):
        assert words in page.text
    assert sum(link.startswith("data:image/svg+xml") for link in page.links) > 2
