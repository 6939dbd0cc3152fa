"""Checks pages of the built documentation with axe-core, in Chromium.

    python docs/accessibility.py docs/_build/html

Every page is opened on a wide screen in light and in dark, and at the width of a phone. The
command prints the number of violations of each rule of axe-core, and fails if there is one.
The page to play on has its own check (see play/check.py). Needs npm, Chromium and playwright; `nox -s browser` runs it.
"""

from __future__ import annotations

import argparse
import sys
import tarfile
from collections import Counter
from pathlib import Path
from typing import Any, Final

from browser import chromium, npm_package, served

AXE: Final = "4.14.0"

PAGES: Final = (
    "index",
    "how-to-play",
    "rulebook",
    "rulebook-card-game",
    "editions",
    "edition-schmidt",
    "comparison",
    "disagreements",
    "glossary",
    "howto-plugin",
    "reference-variants",
    "try",
)

SCREENS: Final[dict[str, dict[str, Any]]] = {
    "light": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
}

UNFOLD: Final = """
async () => {
  document.querySelectorAll("article details").forEach(details => { details.open = true })
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
}
"""
"""Opens folded text, since axe-core leaves out what is hidden, and lets the page adapt to it."""

CHECK: Final = """
async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] })
  return found.violations.flatMap(violation => violation.nodes.map(node => ({
    rule: violation.id,
    where: node.target.join(" "),
    html: node.html.replace(/\\s+/g, " ").slice(0, 160),
    why: node.failureSummary.split("\\n").slice(1).join(" ").trim().slice(0, 300),
  })))
}
"""

ROOT: Final = Path(__file__).parents[1]


def axe(cache: Path) -> str:
    """The program of axe-core."""
    with tarfile.open(npm_package("axe-core", AXE, cache)) as package:
        member = package.extractfile("package/axe.min.js")
        if member is None:
            sys.exit(f"there is no axe.min.js in axe-core {AXE}")
        return member.read().decode("utf-8")


def violations(context: Any, address: str, program: str) -> list[dict[str, Any]]:
    """The violations on a page."""
    page = context.new_page()
    page.goto(address)
    page.evaluate(UNFOLD)
    page.evaluate(program)
    found: list[dict[str, Any]] = page.evaluate(CHECK)
    page.close()
    return found


def counted(found: list[dict[str, Any]]) -> str:
    """The number of violations of each rule, in words."""
    numbers = Counter(one["rule"] for one in found)
    return ", ".join(f"{rule} {number}" for rule, number in sorted(numbers.items())) or "none"


def main() -> None:
    """Read the command line, and check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("site", type=Path, help="the folder with the built documentation")
    parser.add_argument(
        "pages", nargs="*", default=PAGES, help="names of pages (default: some of each kind)"
    )
    parser.add_argument("--chromium", help="the browser (default: the one on the path)")
    parser.add_argument(
        "--cache",
        type=Path,
        default=ROOT / "docs" / "_build" / "npm",
        help="where downloads are kept (default: docs/_build/npm)",
    )
    arguments = parser.parse_args()
    for name in arguments.pages:
        if not (arguments.site / f"{name}.html").is_file():
            sys.exit(f"there is no page {name} in {arguments.site}: run sphinx-build first")
    program = axe(arguments.cache)
    count = 0
    with served(arguments.site) as address, chromium(arguments.chromium) as browser:
        for screen, options in SCREENS.items():
            context = browser.new_context(**options)
            for name in arguments.pages:
                found = violations(context, f"{address}/{name}.html", program)
                print(f"{screen:5} {name:18} {counted(found)}")
                for one in found:
                    print(f"  {one['rule']}: {one['where']}\n    {one['html']}\n    {one['why']}")
                count += len(found)
            context.close()
    print(f"{count} violations")
    if count:
        sys.exit(1)


if __name__ == "__main__":
    main()
