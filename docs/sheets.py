"""Prints pages of the built documentation on A4, and fails if one needs too many sheets.

    python docs/sheets.py docs/_build/html

Without names of pages it prints the rules of every edition. Needs Chromium and playwright;
`nox -s browser` runs it.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from browser import chromium, served


def sheets(pdf: bytes) -> int:
    """The number of pages of a PDF, as Chromium writes it.

    >>> sheets(b"<</Type /Pages /Count 1>> <</Type /Page /Resources 1>>")
    1
    """
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def main() -> None:
    """Read the command line, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("site", type=Path, help="the folder with the built documentation")
    parser.add_argument("pages", nargs="*", help="names of pages (default: those of the editions)")
    parser.add_argument("--most", type=int, default=2, help="how many sheets are allowed")
    parser.add_argument("--folder", type=Path, help="a folder in which to keep the PDF files")
    parser.add_argument("--chromium", help="the browser (default: the one on the path)")
    arguments = parser.parse_args()
    found = (path.stem for path in sorted(arguments.site.glob("edition-*.html")))
    names = arguments.pages or list(found)
    if not names:
        sys.exit(f"there are no editions in {arguments.site}: run sphinx-build first")
    if arguments.folder:
        arguments.folder.mkdir(parents=True, exist_ok=True)
    too_long: list[str] = []
    with served(arguments.site) as address, chromium(arguments.chromium) as browser:
        page = browser.new_page()
        for name in names:
            page.goto(f"{address}/{name}.html")
            pdf: bytes = page.pdf(format="A4", prefer_css_page_size=True)
            if arguments.folder:
                (arguments.folder / f"{name}.pdf").write_bytes(pdf)
            print(f"{sheets(pdf):3} {name}")
            if sheets(pdf) > arguments.most:
                too_long.append(name)
    if too_long:
        sys.exit(f"more than {arguments.most} sheets: {', '.join(too_long)}")


if __name__ == "__main__":
    main()
