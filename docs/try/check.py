"""Plays the page "Try it" in a real browser, and fails if something is not as it should be.

    python docs/try/check.py docs/_build/html

Needs the game in the built documentation (see build.py), Chromium and playwright; `nox -s browser`
runs it. Everything is served from this machine, and a request to any other fails the check.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any, Final

import qwirkle
from qwirkle import authoring

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser import chromium, served

TABLE: Final = Path(__file__).parents[1] / "_static" / "try" / "table.py"
PATIENCE: Final = 60_000  # milliseconds, for a slow machine


class Visit:
    """A page in a browser, what it has asked for, and what it has complained about."""

    def __init__(self, browser: Any, address: str, pictures: Path | None, **options: Any) -> None:
        self.context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, **options}
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.address, self.pictures = address, pictures
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, said: Any) -> None:
        if said.type == "error":
            self.complaints.append(f"{said.text} {said.location}")

    def open(self) -> None:
        """Open the page, and wait until there is a game."""
        self.page.goto(f"{self.address}/try.html")
        self.page.wait_for_selector(".try-hand button")

    def new_game(self, variant: str, start: str, seed: str = "") -> None:
        """Choose the settings, and begin."""
        self.page.fill("[name=seed]", seed)
        self.page.select_option("[name=variant]", variant)
        self.page.select_option("[name=start]", start)
        self.page.click(".try-settings button")

    def said(self) -> str:
        return str(self.page.inner_text(".try-say"))

    def log(self) -> list[str]:
        return list(self.page.locator(".try-log li").all_text_contents())

    def lay(self, i: int, cell: object) -> None:
        """Click on a tile of the hand, and on a cell."""
        self.page.click(f'[data-key="hand {i}"]')
        self.page.click(f'[data-key="{cell}"]')

    def wait_for(self, moves: int) -> None:
        """Wait until so many moves have been made."""
        self.page.wait_for_function(
            "moves => document.querySelectorAll('.try-log li').length >= moves", arg=moves
        )

    def picture(self, name: str) -> None:
        """Keep a picture of the page, if pictures are wanted."""
        if self.pictures:
            shown = "document.querySelector('.try-players, #try')"
            self.page.evaluate(f"{shown}.scrollIntoView({{behavior: 'instant'}})")
            self.page.screenshot(path=self.pictures / f"{name}.png")


def table_module() -> Any:
    """The module that the page runs, here in this Python."""
    spec = importlib.util.spec_from_file_location("table", TABLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check_loading(visit: Visit) -> None:
    """The bar moves, and its words say how much there is."""
    held: list[Any] = []  # a file that is let through later, so that there is time to look
    visit.page.route("**/python_stdlib.zip", lambda route: held.append(route))
    visit.page.goto(f"{visit.address}/try.html")
    visit.page.wait_for_function("document.querySelector('#try progress')?.value > 1e6")
    assert " MB" in visit.page.inner_text("#try .try-message")
    visit.picture("loading")
    held[0].continue_()
    visit.page.unroute("**/python_stdlib.zip")
    visit.page.wait_for_selector(".try-hand button")
    names = visit.page.eval_on_selector_all(
        "[name=variant] option", "options => options.map(option => option.value)"
    )
    tile_games = [
        name
        for name in qwirkle.variants()
        if isinstance(qwirkle.get_variant(name), authoring.TileGame)
    ]
    assert sorted(names) == tile_games


def check_a_reason(visit: Visit) -> None:
    """What is not legal gets its reason, with a link to a rule that is there."""
    visit.new_game("standard", "the last tiles", "5")
    visit.page.click('[data-key="hand 0"]')
    fits = visit.page.eval_on_selector_all(".try-fits", "cells => cells.map(cell => cell.title)")
    assert "3,0: empty, for 4 points" in fits, fits
    visit.picture("fits")
    visit.lay(1, "0,1")
    assert "The red square and the green clover share neither a colour" in visit.said(), (
        visit.said()
    )
    assert visit.page.is_disabled("[name=play]")
    visit.picture("reason")
    link = visit.page.locator(".try-say a").first
    assert link.inner_text() == "One colour or one shape"
    link.click()
    visit.page.wait_for_url("**/rulebook-your-turn.html#p3")
    assert visit.page.locator("#p3").count() == 1
    visit.page.go_back()
    visit.page.wait_for_selector(".try-hand button")


def check_the_opening(visit: Visit, seed: str) -> None:
    """Nothing is called wrong while the reader places a largest set tile by tile."""
    module = table_module()
    table = module.Table("standard", "a new game", seed)
    view = qwirkle.observe(table.state, module.YOU)
    places = list(qwirkle.legal_moves(view).placements)
    useful = {f"{tile.name}, fits" for place in places for tile in place.laid}
    visit.new_game("standard", "a new game", seed)
    assert "start with your largest set, three tiles" in visit.said(), visit.said()
    marked = visit.page.eval_on_selector_all(
        ".try-hand .try-fits", "tiles => tiles.map(tile => tile.ariaLabel)"
    )
    assert {*marked} == useful, marked
    assert visit.page.locator(".try-cell.try-fits").count() == 3
    for button in ("play", "exchanging", "pass_turn"):
        assert visit.page.is_disabled(f"[name={button}]"), button
    visit.picture("opening")
    said = ("Place two more tiles: your largest set has three.", "Place one more tile", "3 points")
    for (cell, tile), words in zip(places[0].tiles, said, strict=True):
        i = view.hand.index(tile)
        visit.page.click(f'[data-key="hand {i}"]')
        assert "try-fits" in str(visit.page.get_attribute(f'[data-key="{cell}"]', "class"))
        if cell.x == 1:
            visit.picture("opening-goes-on")
        visit.page.click(f'[data-key="{cell}"]')
        assert visit.said().startswith(words), visit.said()
        assert visit.page.locator(".try-no").count() == 0
    assert visit.page.is_enabled("[name=play]")
    other = next(i for i, tile in enumerate(view.hand) if str(tile) not in useful)
    visit.page.click("[name=take_back]")
    visit.lay(other, "0,0")
    assert visit.page.locator(".try-no").count() == 1
    assert "The best set starts" in visit.page.locator(".try-say a").all_text_contents()
    visit.picture("opening-wrong")


def check_a_game(visit: Visit, seed: str) -> None:
    """A whole game: move for move the same as in this Python."""
    module = table_module()
    table = module.Table("standard", "a new game", seed)
    visit.new_game("standard", "a new game", seed)
    moves = 0
    while not table.state.is_over:
        if table.state.turn == module.BOT:
            table.bot()
        else:
            table.state = take_a_turn(visit, table.state, module)
            if 20 <= moves <= 21:
                visit.picture("game")
        moves += 1
        visit.wait_for(moves)
        scores = visit.page.locator(".try-players b").all_text_contents()
        assert scores == [str(score) for score in table.state.scores]
    assert "The game is over" in visit.said()
    visit.picture("over")
    print(f"  a game of {moves} moves, {' to '.join(scores)}, the same as in this Python")


def take_a_turn(visit: Visit, state: Any, module: Any) -> Any:
    """Do in the page what the bot would do in the reader's place; the state after it."""
    view = qwirkle.observe(state, module.YOU)
    move = module.greedy(view)
    free = list(enumerate(view.hand))

    def taken(tile: qwirkle.Tile) -> int:
        found = next(pair for pair in free if pair[1] is tile)
        free.remove(found)
        return found[0]

    button = "play"
    if isinstance(move, qwirkle.Place):
        left = dict(move.tiles)
        while left:  # one after the other, each on a cell that can be seen by now
            cell = next(cell for cell in left if visit.page.locator(f'[data-key="{cell}"]').count())
            visit.lay(taken(left.pop(cell)), cell)
        total = qwirkle.score(view, move).total
        assert visit.said().startswith(f"{total} point"), visit.said()
    elif isinstance(move, qwirkle.Exchange):
        visit.page.click("[name=exchanging]")
        for tile in move.tiles:
            visit.page.click(f'[data-key="hand {taken(tile)}"]')
    else:
        button = "pass_turn"
    visit.page.click(f"[name={button}]")
    return qwirkle.apply(state, move)


def check_editions(visit: Visit) -> None:
    """The page says what differs, and it does differ."""
    visit.new_game("standard", "a hand that fits nowhere", "1")
    assert visit.said().strip() == "None of your tiles fits. You can exchange tiles."
    assert visit.page.is_disabled("[name=pass_turn]")
    assert "must exchange" in str(visit.page.get_attribute("[name=pass_turn]", "title"))
    assert visit.page.is_enabled("[name=exchanging]")
    visit.new_game("hebrew", "a hand that fits nowhere", "1")
    assert "who cannot place may exchange or, by our ruling, pass" in visit.page.inner_text(
        ".try-differences"
    )
    assert visit.said().strip() == "None of your tiles fits. You can exchange tiles or pass."
    visit.picture("edition")
    visit.page.click("[name=pass_turn]")
    visit.wait_for(2)
    assert visit.log()[0] == "You pass."


def check_action_tiles(visit: Visit, seed: str) -> None:
    """In a game in which a special tile comes soon, the list of what it brings works."""
    module = table_module()
    table = module.Table("schmidt-actions", "a new game", seed)
    visit.new_game("schmidt-actions", "a new game", seed)
    moves = 0
    while not json.loads(table.page())["specials"]:
        if table.state.turn == module.BOT:
            table.bot()
        else:
            table.state = take_a_turn(visit, table.state, module)
        moves += 1
        visit.wait_for(moves)
    visit.picture("action-tiles")
    held = visit.page.locator(".try-hand button").count()
    assert visit.page.input_value(".try-special select").startswith("take ")
    visit.page.click("[name=special]")
    visit.wait_for(moves + 1)
    assert visit.page.locator(".try-hand button").count() == held + 1
    assert visit.page.is_hidden(".try-special")


def check_a_wrong_seed(visit: Visit) -> None:
    """The page shows what the library says of it, and the game that was there goes on."""
    visit.new_game("standard", "a new game", "7 or so")
    assert "a seed is a whole number, not '7 or so'" in visit.said(), visit.said()
    visit.page.click("[name=exchanging]")
    assert "Choose the tiles" in visit.said()


def check_exchange_and_undo(visit: Visit) -> None:
    """Tiles can be taken back before they are played, and exchanged."""
    visit.new_game("standard", "a hand that fits nowhere", "1")
    tiles = visit.page.locator(".try-picture [data-tile]")
    visit.lay(0, "3,0")
    assert tiles.count() == 4
    visit.page.click('[data-key="3,0"]')
    assert tiles.count() == 3
    visit.lay(1, "3,0")
    visit.page.click("[name=take_back]")
    assert tiles.count() == 3
    visit.page.click("[name=exchanging]")
    for i in (0, 2):
        visit.page.click(f'[data-key="hand {i}"]')
    visit.page.click("[name=play]")
    visit.wait_for(2)
    assert visit.log()[0] == "You exchange 2 tiles."


def check_hint(visit: Visit) -> None:
    """The best move is in place, with its reason, and only has to be played."""
    visit.new_game("standard", "the last tiles", "5")
    visit.page.click("[name=hint]")
    visit.page.wait_for_function(
        "document.querySelector('.try-say').innerText.startsWith('Hint: ')"
    )
    assert visit.said().startswith("Hint: place the red star. If both play their best, you finish")
    visit.picture("hint")
    visit.page.click("[name=play]")
    visit.wait_for(1)
    assert visit.log()[0] == "You place the red star for 4 points."


def check_keyboard(visit: Visit) -> None:
    """A tile is laid with keys alone."""
    visit.new_game("standard", "the last tiles", "5")
    visit.page.focus('[data-key="hand 0"]')
    visit.page.keyboard.press("Enter")
    assert visit.page.get_attribute('[data-key="hand 0"]', "aria-pressed") == "true"
    visit.page.focus(".try-cell[tabindex='0']")
    focused = "document.activeElement.dataset.key"
    x, y = map(int, visit.page.evaluate(focused).split(","))
    for key, steps in (("ArrowRight", -1 - x), ("ArrowDown", -y)):
        for _ in range(steps):
            visit.page.keyboard.press(key)
    assert visit.page.evaluate(focused) == "-1,0"
    visit.page.keyboard.press("Space")
    assert "4 points" in visit.said(), visit.said()
    assert visit.page.evaluate(focused) == "-1,0"


def check_width(visit: Visit) -> None:
    """The page never scrolls sideways; the table does, in its own window."""
    for _ in range(5):
        inner, outer = visit.page.eval_on_selector("html", "e => [e.scrollWidth, e.clientWidth]")
        assert inner <= outer, f"the page is {inner} wide in {outer}"
        visit.page.click("[name=larger]")
    for _ in range(5):
        visit.page.click("[name=smaller]")


def check_failures(browser: Any, address: str, site: Path) -> None:
    """Whatever is missing, the page says so."""

    def message(visit: Visit, words: str, at: str | None = None) -> None:
        visit.page.goto(at or f"{address}/try.html")
        visit.page.wait_for_selector(f"#try :text('{words}')")
        visit.context.close()

    visit = Visit(browser, address, None)
    visit.page.route("**/files.json", lambda route: route.fulfill(status=404))
    message(visit, "was built without the game")
    for name in ("pyodide.asm.wasm", "python_stdlib.zip", "attrs-*.whl", "table.py"):
        visit = Visit(browser, address, None)
        visit.page.route(f"**/{name}", lambda route: route.fulfill(status=500))
        message(visit, "the server answered 500")
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "page.js", "python_stdlib.zip"):
        visit = Visit(browser, address, None)
        visit.page.route(f"**/{name}", lambda route: route.abort())
        message(visit, "could not be loaded")
    visit = Visit(browser, address, None)
    visit.page.add_init_script("delete window.WebAssembly")
    message(visit, "needs WebAssembly")
    message(Visit(browser, address, None, java_script_enabled=False), "needs JavaScript")
    message(
        Visit(browser, address, None), "opened from a folder", f"{site.resolve().as_uri()}/try.html"
    )


def main() -> None:
    """Read the command line, and check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("site", type=Path, help="the folder with the built documentation")
    parser.add_argument("--chromium", help="the browser (default: the one on the path)")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of the page")
    arguments = parser.parse_args()
    if not (arguments.site / "_static" / "try" / "runtime" / "files.json").is_file():
        sys.exit(f"the game is not in {arguments.site}: run docs/try/build.py first")
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)

    visits: list[Visit] = []
    with served(arguments.site) as address, chromium(arguments.chromium) as browser:
        print("on a desk, in light")
        visit = Visit(browser, address, _folder(arguments.pictures, "light"))
        visits.append(visit)
        check_loading(visit)
        check_a_reason(visit)
        check_the_opening(visit, seed="4")
        check_a_game(visit, seed="7")
        check_editions(visit)
        check_exchange_and_undo(visit)
        check_action_tiles(visit, seed="2")
        check_a_wrong_seed(visit)
        check_hint(visit)
        check_keyboard(visit)
        check_width(visit)
        print("on a phone, in the dark")
        phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
        visit = Visit(
            browser, address, _folder(arguments.pictures, "phone"), color_scheme="dark", **phone
        )
        visits.append(visit)
        visit.open()
        check_width(visit)
        check_a_reason(visit)
        check_the_opening(visit, seed="4")
        check_a_game(visit, seed="3")
        check_width(visit)
        inner, outer = visit.page.eval_on_selector(
            ".try-window", "e => [e.scrollWidth, e.clientWidth]"
        )
        assert inner > outer, "the table of a whole game has room on a phone?"
        print("with something missing")
        check_failures(browser, address, arguments.site)

    requests = [url for visit in visits for url in visit.requests]
    outside = [url for url in requests if not url.startswith((address, "data:", "blob:"))]
    complaints = [text for visit in visits for text in visit.complaints]
    print(f"{len(requests)} requests, {len(outside)} of them to somewhere else")
    if outside or complaints:
        sys.exit("\n".join([*outside, *complaints]))
    print("all is well")


def _folder(pictures: Path | None, name: str) -> Path | None:
    return pictures and pictures / name


if __name__ == "__main__":
    main()
