"""Plays on the page in a real browser, and fails if something is not as it should be.

    python docs/play/check.py docs/_build/html

It plays every variant to the end by mouse and by keyboard, at the size of a desk and of a phone,
move for move as the library does here; it reloads in the middle, plays without a network, asks the
judge, loads a new version, and runs axe-core. With `--short` it plays the beginning of two games. It needs the page
with its Python (see build.py), Chromium, npm and playwright; `nox -s browser` runs it. Everything
is served from this machine, and a request to any other fails the check.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "extra" / "play"))
from accessibility import CHECK, axe
from browser import chromium, served
from table.playing import Game
from table.showing import variants

from qwirkle import Exchange, Move, Place, bots

DOCS: Final = Path(__file__).parents[1]
PATIENCE: Final = 60_000  # milliseconds, for a slow machine
SEED: Final = "5"
NAMES: Final = ("You", "Robot 2")

DESK: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 900}}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}

HURRY: Final = """
const later = window.setTimeout
window.setTimeout = (call, pause, ...more) => later(call, Math.min(pause ?? 0, 20), ...more)
"""
"""Bots do not wait until people have looked."""

QUIET: Final = (
    "count => document.querySelectorAll('#log li').length === count && !document.body.ariaBusy"
)

QUESTIONS: Final = (
    ("edition=standard&board=Rs@0,0+Rc@1,0&move=Rd@2,0", "Legal: 3 points."),
    (
        "edition=schmidt&board=Rs@0,0+Rd@1,0+Rt@2,0+Rk@3,0+Bk@3,1+Bx@4,1&move=Rc@-1,0+Rx@4,0",
        "Legal: 14 points.",
    ),
    ("edition=hebrew&board=Rs@0,0&move=Rc@1,0+Rd@2,0&hand=Rc+Rd", "Legal: 3 points."),
    ("edition=standard&board=Rs@0,0+Rc@1,0&move=Gd@2,0", "share neither a colour nor a shape"),
    ("edition=standard&board=Rs@0,0+Rc@1,0&move=Rs@2,0", "more than once"),
    ("edition=standard&board=Rs@0,0+Rc@1,0&move=Rd@5,5", "Nothing joins the red diamond"),
    ("edition=standard&board=Rs@0,0&move=Rc@1,0+Rd@3,0", "There is a gap"),
    ("edition=standard&board=Rs@0,0&move=Rc@1,0&hand=Bd", "does not have the red circle"),
    ("edition=standard&move=Rs@0,0&hand=Rs+Rc+Rd", "largest set"),
    ("edition=standard&board=Rs@0,0+Bc@1,0&move=Rd@-1,0", "The board itself breaks the rules"),
)
"""Questions to the judge, as links, with words of the answers."""


class Visit:
    """A page in a browser, what it has asked for, and what it has complained about."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.add_init_script(HURRY)
        self.address, self.touches = address, bool(options.get("has_touch"))
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, said: Any) -> None:
        # The rulebook need not be beside the page.
        if said.type == "error" and "/rulebook.html" not in said.location["url"]:
            self.complaints.append(f"{said.text} {said.location}")

    def open(self, fragment: str = "") -> None:
        """Open the page, and wait until there is a game."""
        self.page.goto(f"{self.address}/play/#{fragment}")
        self.page.wait_for_selector("#play, #judge", state="attached")
        self.page.wait_for_selector("#loading", state="hidden")

    def new_game(self, variant: str, *kinds: str) -> None:
        """Choose the settings, and begin."""
        page = self.page
        page.click("#new")
        page.select_option("[name=variant]", variant)
        page.select_option("[name=count]", str(len(kinds)))
        for i, kind in enumerate(kinds):
            page.locator(".chair select").nth(i).select_option(kind)
            page.locator(".chair input").nth(i).fill("")
        page.fill("[name=seed]", SEED)
        page.evaluate("document.querySelector('#notes').textContent = ''")  # until it begins
        page.click("[value=begin]")
        page.wait_for_function(
            "words => document.querySelector('#notes').innerText.endsWith(words)",
            arg=f"seed {SEED}",
        )
        self.ready()

    def wait(self, moves: int) -> None:
        """Wait until so many moves have been made and shown."""
        self.page.wait_for_function(QUIET, arg=moves)

    def ready(self) -> None:
        """Wait until nothing is being worked out."""
        self.page.wait_for_function("() => !document.body.ariaBusy")

    def said(self) -> str:
        return str(self.page.inner_text("#say"))

    def mouse(self, selector: str) -> None:
        """Press something with the mouse or a finger."""
        found = self.page.locator(selector).first
        if self.touches:
            found.tap()
        else:
            found.click()
        self.ready()

    def keys(self, selector: str) -> None:
        """Press something with the keyboard: on the board by the arrow keys."""
        found = self.page.locator(selector).first
        if "#board" in selector:
            self._walk(str(found.get_attribute("data-key")))
        else:
            assert found.evaluate("element => element.tabIndex") == 0, selector
            found.focus()
        self.page.keyboard.press("Enter")
        self.ready()

    def _walk(self, target: str) -> None:
        """Go from the space that Tab reaches to another one."""
        known = self.page.eval_on_selector_all(
            "#board .cell", "cells => cells.map(c => c.dataset.key)"
        )
        cells = {tuple(map(int, key.split(","))) for key in known}
        self.page.focus("#board .cell[tabindex='0']")
        start = str(self.page.evaluate("document.activeElement.dataset.key"))
        for key in path(cells, start, target):
            self.page.keyboard.press(key)
        assert self.page.evaluate("document.activeElement.dataset.key") == target


ARROWS: Final = {
    "ArrowRight": (1, 0),
    "ArrowLeft": (-1, 0),
    "ArrowDown": (0, 1),
    "ArrowUp": (0, -1),
}


def path(cells: set[tuple[int, ...]], start: str, target: str) -> list[str]:
    """The arrow keys that lead from one cell to another."""
    first, last = (tuple(map(int, key.split(","))) for key in (start, target))
    ways: dict[tuple[int, ...], list[str]] = {first: []}
    waiting = deque([first])
    while last not in ways:
        x, y = waiting.popleft()
        for key, (dx, dy) in ARROWS.items():
            if (x + dx, y + dy) in cells - ways.keys():
                ways[x + dx, y + dy] = [*ways[x, y], key]
                waiting.append((x + dx, y + dy))
    return ways[last]


# Games


def taps(game: Game, move: Move) -> Iterator[str]:
    """The presses that make a move, one after the other; a game here goes along."""
    if isinstance(move, Place):
        free = [*map(str, game.state.hand)]
        left = dict(move.tiles)
        while left:  # each on a space that can be seen by now
            shown = {f"{cell['x']},{cell['y']}" for cell in game.page()["cells"]}
            cell = next(cell for cell in left if str(cell) in shown)
            i = free.index(str(left.pop(cell)))
            free[i] = ""
            yield f"#hand [data-key='hand {i}']"
            yield f"#board [data-key='{cell}']"
            game.drag(f"hand {i}", str(cell))
    elif isinstance(move, Exchange):
        yield "[data-key='do exchange ']"
        free = [*map(str, game.state.hand)]
        for tile in move.tiles:
            i = free.index(str(tile))
            free[i] = ""
            yield f"#hand [data-key='hand {i}']"
    elif game._bench and move.example:
        for step in game._bench.steps_to(move):
            yield from _steps(game, step.split())
            game.typed(step)
    elif move.cells:
        yield f"[data-key='do pick {move.verb}']"
        yield f"#board [data-key='{move.cells[0]}']"
        return
    else:
        yield f"[data-key='do act {move.verb}']"
        return
    yield "[data-key='do play ']"


def _steps(game: Game, words: list[str]) -> Iterator[str]:
    """The presses for a step on the workbench: some cards, then the row."""
    assert game._bench is not None
    verb, *words = words
    target = "new" if verb == "new" else words.pop()
    source = words.pop() if verb == "move" else ""
    pieces = [*(game._bench.rows or ())[int(source)]] if source else [*game._bench.hand]
    texts = [*map(str, pieces)]
    for word in words:
        i = texts.index(word)
        texts[i] = ""
        home = f"row {source}" if source else "hand"
        yield f"[data-key='{home} {i}']"
    yield f"#rows button[data-key='{target if target == 'new' else f'row {target}'}']"


def play(
    visit: Visit,
    variant: str,
    press: Callable[[str], None],
    *,
    reload: int = -1,
    turns: int = 1000,
) -> None:
    """A whole game, or its first turns: move for move the same as in this Python."""
    game = Game.new(variant, NAMES, ("person", "greedy"), SEED)
    visit.new_game(variant, "person", "greedy")
    pressed = False
    while not game.state.is_over:
        if len(game.record.turns) >= turns:
            return
        if game.page()["bot"]:
            game.bot()
        else:
            move = bots.greedy(game._observed)
            for selector in taps(game, move):
                press(selector)
            game._do(move)
            pressed = True
        if game.page()["bot"]:
            continue
        visit.wait(len(game.record.turns))
        if 0 < reload < len(game.record.turns):
            reload = -1
            visit.page.reload()
            visit.page.wait_for_selector("#loading", state="hidden")
            visit.wait(len(game.record.turns))
        elif pressed and press == visit.keys and not game.state.is_over:
            where = "document.activeElement.closest('#hand, #moves') !== null"
            assert visit.page.evaluate(where), "the keyboard has to find the hand again"
        same(visit, game)
    ending = visit.page.inner_text("#ending")
    assert game.page()["ending"]["title"] in ending, ending
    visit.page.click("#ending button:not([value=again])")
    same(visit, game)


def same(visit: Visit, game: Game) -> None:
    """The page shows what this Python would show."""
    page, shown = game.page(), visit.page
    scores = shown.locator(".seat b").all_text_contents()
    assert scores == [str(seat["score"]) for seat in page["seats"]], (scores, page["seats"])
    told = shown.locator("#log li").all_text_contents()
    assert told == [each["text"] for each in page["log"]]
    assert shown.locator("#hand .piece").count() == len(page["hand"])
    assert page["say"] in visit.said(), (page["say"], visit.said())
    inner, outer = shown.eval_on_selector("html", "e => [e.scrollWidth, e.clientWidth]")
    assert inner <= outer, f"the page is {inner} wide in {outer}"


# What else people do


def check_drag(visit: Visit) -> None:
    """A tile is dragged to the board, and back into the hand."""
    visit.new_game("standard", "person", "greedy")
    game = Game.new("standard", NAMES, ("person", "greedy"), SEED)
    if not game._is_persons:
        visit.wait(1)
        game.bot()
    place = bots.greedy(game._observed)
    assert isinstance(place, Place)
    [(cell, tile), *_] = place.tiles
    i = game.state.hand.index(tile)
    piece, space = f"#hand [data-key='hand {i}']", f"#board [data-key='{cell}']"
    visit.page.drag_and_drop(piece, space)
    visit.ready()
    assert visit.page.is_disabled(piece)
    assert "mine" in str(visit.page.get_attribute(space, "class"))
    visit.page.drag_and_drop(space, "#hand", target_position={"x": 500, "y": 20})
    visit.ready()
    assert visit.page.is_enabled(piece)


def check_help(visit: Visit) -> None:
    """Hint, undo, redo, a reason with its rule, and a move that is typed."""
    page = visit.page
    visit.new_game("standard", "person", "strong")
    game = Game.new("standard", NAMES, ("person", "strong"), SEED)
    if not game._is_persons:
        visit.wait(1)
    count = page.locator("#log li").count()
    visit.mouse("#hint")
    assert "Hint: " in visit.said(), visit.said()
    visit.mouse("[data-key='do play ']")
    visit.wait(count + 2)
    visit.mouse("#undo")
    visit.wait(count)
    visit.mouse("#redo")
    visit.wait(count + 2)
    page.click("#typing summary")
    page.fill("#typing input", "rs 50 50")
    page.press("#typing input", "Enter")
    visit.ready()
    assert "That is not allowed" in visit.said()
    page.locator("#say button.rule").first.click()
    assert page.inner_text("#rule-text")
    assert "rulebook.html#" in str(page.get_attribute("#rule-page", "href"))
    page.click("#rule button")


def check_people(visit: Visit) -> None:
    """With two people, hands are hidden in between."""
    visit.page.click("#new")
    visit.page.select_option("[name=variant]", "cards")
    visit.page.click("#settings summary")
    visit.page.select_option("[data-option=regrouping]", '"strict"')
    visit.page.click("[value='']")
    visit.new_game("cards", "person", "person")
    for _ in range(2):
        assert visit.page.locator("#hand .piece").count() == 0
        visit.mouse("[data-key=uncover]")
        assert visit.page.locator("#hand .piece").count() == 9
        visit.mouse("#hint")
        visit.mouse("[data-key='do play ']")
    assert "Pass the screen to" in visit.page.inner_text("#hand")


def check_judge(visit: Visit) -> None:
    """Ten questions with known answers; one is asked by taps, and one is answered by ideas."""
    page = visit.page
    for link, words in QUESTIONS:
        visit.open(link)
        page.wait_for_function(
            "words => document.querySelector('#verdict').innerText.includes(words)", arg=words
        )
    page.click("#clear")
    visit.mouse("[data-key='tile Rs']")
    visit.mouse("#judge-board [data-key='0,0']")
    visit.mouse("[data-key='tile Rc']")
    page.check("[name=layer][value=move]")
    visit.ready()
    visit.mouse("#judge-board [data-key='1,0']")
    assert "Legal: 2 points." in page.inner_text("#verdict")
    page.fill("#hand-of input", "Rc Rd Bs")
    page.press("#hand-of input", "Enter")
    page.wait_for_selector("#ideas button")
    idea = page.locator("#ideas button").first
    worth = idea.locator("b").inner_text()
    idea.click()
    visit.ready()
    assert page.inner_text("#verdict").startswith(f"Legal: {worth}.")
    page.evaluate("location.hash = 'board=' + 'Rs@0,0+'.repeat(5000)")
    page.wait_for_function("document.querySelector('#verdict').innerText.includes('too long')")


def check_offline(visit: Visit, folder: Path | None) -> None:
    """After the first visit the page works without a network; later a new version is offered."""
    page = visit.page
    page.evaluate("navigator.serviceWorker.ready")
    visit.context.set_offline(True)
    page.reload()
    page.wait_for_selector("#loading", state="hidden")
    visit.new_game("standard", "person", "greedy")
    visit.open(QUESTIONS[0][0])
    page.wait_for_selector("#verdict.yes")
    visit.context.set_offline(False)
    if folder is None:
        return
    worker = folder / "play" / "offline.js"
    worker.write_text(worker.read_text("utf-8").replace('VERSION = "', 'VERSION = "next-'), "utf-8")
    page.reload()
    with page.expect_navigation():
        page.click("#update button")
    page.wait_for_selector("#loading", state="hidden")
    kept = page.evaluate("caches.keys()")
    assert [name.startswith("qwirkle-next-") for name in kept] == [True], kept


SMALL: Final = """
() => [...document.querySelectorAll("button, input, select, textarea, summary, nav a")]
  .filter(one => one.offsetParent && !one.classList.contains("rule") && !one.matches("[type=radio], [type=checkbox]"))
  .map(one => [one.getBoundingClientRect(), one])
  .filter(([box]) => box.width < 43.5 || box.height < 43.5)
  .map(([box, one]) => `${one.outerHTML.slice(0, 80)}: ${box.width} by ${box.height}`)
"""
"""The controls that are too small for a finger."""


SCREENS: Final[dict[str, dict[str, Any]]] = {
    "light": DESK,
    "dark": {**DESK, "color_scheme": "dark"},
    "phone": PHONE,
    "dark-phone": {**PHONE, "color_scheme": "dark"},
}


def check_access(
    browser: Any,
    address: str,
    program: str,
    screens: dict[str, dict[str, Any]],
    pictures: Path | None,
) -> int:
    """The number of violations that axe-core finds, on every part of the page."""
    count = 0
    for name, options in screens.items():
        visit = Visit(browser, address, **options)
        visit.open()
        for part, show in PARTS.items():
            show(visit)
            visit.ready()
            visit.page.evaluate(program)
            found = visit.page.evaluate(CHECK)
            small = visit.page.evaluate(SMALL)
            if pictures:
                pictures.mkdir(parents=True, exist_ok=True)
                visit.page.screenshot(path=pictures / f"{name}-{part}.png")
            for one in found:
                print(f"  {one['rule']}: {one['where']}\n    {one['html']}\n    {one['why']}")
            for one in small:
                print(f"  too small: {one}")
            count += len(found) + len(small)
        visit.context.close()
    print(f"axe-core and sizes: {count} violations on {len(screens) * len(PARTS)} screens")
    return count


def _hinted(visit: Visit, variant: str) -> None:
    visit.new_game(variant, "person", "greedy")
    visit.page.wait_for_selector("#hint:enabled")
    visit.mouse("#hint")
    visit.mouse("[data-key='do play ']")
    visit.page.wait_for_selector("#hint:enabled")
    visit.mouse("#hand .piece")


def _settings(visit: Visit) -> None:
    visit.page.click("#new")
    visit.page.select_option("[name=variant]", "hebrew")
    visit.page.click("#settings summary")


def _judged(visit: Visit) -> None:
    visit.page.keyboard.press("Escape")
    visit.page.evaluate("link => { location.hash = link }", QUESTIONS[3][0])
    visit.page.wait_for_selector("#verdict.no")


def _ruled(visit: Visit) -> None:
    visit.page.locator("#verdict button.rule").first.click()


PARTS: Final[dict[str, Callable[[Visit], None]]] = {
    "board": lambda visit: _hinted(visit, "standard"),
    "rows": lambda visit: _hinted(visit, "cards"),
    "settings": _settings,
    "judge": _judged,
    "rule": _ruled,
}


def check_failures(browser: Any, address: str, site: Path) -> None:
    """If anything is missing, the page says so."""

    def message(visit: Visit, words: str, at: str | None = None) -> None:
        visit.page.goto(at or f"{address}/play/index.html")
        visit.page.wait_for_selector(f"#loading :text('{words}')")
        visit.context.close()

    def visit_without(name: str, **answer: Any) -> Visit:
        visit = Visit(browser, address, service_workers="block")
        act = (lambda route: route.fulfill(**answer)) if answer else (lambda route: route.abort())
        visit.context.route(f"**/{name}", act)
        return visit

    message(visit_without("files.json", status=404), "was built without the game")
    for name in ("pyodide.asm.wasm", "python_stdlib.zip", "library.zip"):
        message(visit_without(name, status=500), "the server answered 500")
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "main.js", "worker.js"):
        message(visit_without(name), "could not be loaded")
    visit = Visit(browser, address)
    visit.page.add_init_script("delete window.WebAssembly")
    message(visit, "needs WebAssembly")
    message(Visit(browser, address, java_script_enabled=False), "needs JavaScript")
    folder = f"{site.resolve().as_uri()}/play/index.html"
    message(Visit(browser, address), "opened from a folder", folder)


def main() -> None:
    """Read the command line, and check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("site", type=Path, help="the folder with the built documentation")
    parser.add_argument("--short", action="store_true", help="play less, in a minute")
    parser.add_argument("--only", help="play only this variant")
    parser.add_argument("--chromium", help="the browser (default: the one on the path)")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of the page")
    parser.add_argument(
        "--cache",
        type=Path,
        default=DOCS / "_build" / "npm",
        help="where downloads are kept (default: docs/_build/npm)",
    )
    arguments = parser.parse_args()
    if not (arguments.site / "play" / "runtime" / "files.json").is_file():
        sys.exit(f"{arguments.site} has no Python for the page: run docs/play/build.py first")
    visits: list[Visit] = []
    with tempfile.TemporaryDirectory() as name, chromium(arguments.chromium) as browser:
        shutil.copytree(arguments.site / "play", Path(name, "play"))
        with served(Path(name)) as address:
            count = check(browser, address, Path(name), arguments, visits)
    requests = [url for visit in visits for url in visit.requests]
    outside = [url for url in requests if not url.startswith((address, "data:", "blob:"))]
    complaints = [text for visit in visits for text in visit.complaints]
    print(f"{len(requests)} requests, {len(outside)} of them to somewhere else")
    if outside or complaints or count:
        sys.exit("\n".join([*outside, *complaints, "something is wrong"]))
    print("all is well")


def check(
    browser: Any, address: str, folder: Path, arguments: argparse.Namespace, visits: list[Visit]
) -> int:
    """Check everything; the number of violations that axe-core found."""

    def visited(label: str, options: dict[str, Any], *acts: Callable[[Visit], None]) -> None:
        start = monotonic()
        visit = Visit(browser, address, **options)
        visits.append(visit)
        visit.open()
        for act in acts:
            act(visit)
        visit.context.close()
        print(f"{label}: {monotonic() - start:.0f} s", flush=True)

    def game(
        variant: str, hand: str, reload: int = -1, turns: int = 1000
    ) -> Callable[[Visit], None]:
        return lambda visit: play(visit, variant, getattr(visit, hand), reload=reload, turns=turns)

    names = [arguments.only] if arguments.only else [each["name"] for each in variants()]
    if arguments.short:
        visited("tiles by taps on a phone", PHONE, game(names[0], "mouse", 5, turns=12))
        visited("rows by keyboard on a desk", DESK, game("cards", "keys", turns=6))
    else:
        for variant in names:
            for size, options in (("desk", DESK), ("phone", PHONE)):
                for hand in ("mouse", "keys"):
                    label = f"{variant} by {hand} at a {size}"
                    visited(label, options, game(variant, hand, 5 if hand == "mouse" else -1))
        visited("drags, people", DESK, check_drag, check_people)
        check_failures(browser, address, arguments.site)
    visited("hints, undo, reasons", DESK, check_help)
    visited("the judge", PHONE, check_judge)
    visited(
        "without a network",
        DESK,
        lambda visit: check_offline(visit, None if arguments.short else folder),
    )
    screens = {"phone": SCREENS["phone"]} if arguments.short else SCREENS
    return check_access(browser, address, axe(arguments.cache), screens, arguments.pictures)


if __name__ == "__main__":
    main()
