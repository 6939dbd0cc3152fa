"""The page "Try it" with games that it has never seen: their own moves, pieces, fields and words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from harbour import Harbour, HarbourExtra, Light, Whistle
from shells import SHELLS, SWITCH, reef
from try_page import DOCS, TABLE, lay, rules, table

import qwirkle
from qwirkle import Cell, Move, TileState
from qwirkle.authoring import Rules, TileGame


@pytest.fixture(autouse=True)
def _plugins() -> None:
    qwirkle.register(Harbour("harbour"))
    qwirkle.register(SHELLS)


def harbour(game: Harbour | None = None, **fields: object) -> Any:
    """A table at which it is the reader's turn, and a storm is drawn next."""
    found = table("harbour")
    usual: dict[str, object] = {
        "players": TABLE.PLAYERS,
        "board": "Rs@0,0 Rc@1,0",
        "hands": ["Rd Bd", "Gd Rx"],
        "supply": "*storm Yx Yk",
        "turn": TABLE.YOU,
    }
    found.state = qwirkle.position(game or Harbour("harbour"), **(usual | fields))
    return found


def specials(game: Any) -> list[str]:
    found: list[str] = json.loads(game.page())["specials"]
    return found


def test_the_games_can_be_chosen() -> None:
    """The label says where a game without a box comes from, which is not the library."""
    labels = {edition["name"]: edition["label"] for edition in json.loads(TABLE.editions())}
    assert labels["harbour"] == f"harbour (from {qwirkle.variants()['harbour']})"
    assert labels["standard"] == "Original rules"
    assert {"harbour", "shells"} <= {*labels}


def test_games_that_the_page_cannot_play_are_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """One is for three or more, and one cannot be loaded; the others are still there."""
    before = json.loads(TABLE.editions())
    qwirkle.register(TileGame("crowd", Rules(min_players=3)))
    listed = {"broken": "a package that cannot be imported", **qwirkle.variants()}
    monkeypatch.setattr(qwirkle, "variants", lambda: listed)
    assert json.loads(TABLE.editions()) == before


def readers_moves(state: TileState[HarbourExtra]) -> Iterator[Move]:
    """The reader tries everything: a whistle, a lamp, and then what a bot would do."""
    own = qwirkle.legal_moves(state).own
    if not state.extra.whistled[TABLE.YOU]:
        yield Whistle()
    elif state.extra.lamp is None and own:
        yield own[-1]
    yield TABLE.greedy(qwirkle.observe(state, TABLE.YOU))


def test_a_whole_game_with_every_kind_of_move() -> None:
    """The reader's special moves are made by their places in the list."""
    game = table("harbour", "a new game", "4")
    made: list[Move] = []
    for _ in range(300):
        page = json.loads(game.page())
        assert page["yours"] + page["bot"] == (not game.state.is_over)
        if game.state.is_over:
            break
        if page["bot"]:
            game.bot()
            continue
        move = next(readers_moves(game.state))
        made.append(move)
        if isinstance(move, Whistle | Light):
            game.special(game._specials().index(move))
        else:
            game._do(move)
    assert {Whistle, Light, qwirkle.Place} <= {type(move) for move in made}
    log = page["log"]
    assert log.count("You whistle for the wind.") == 1
    assert sum(line.startswith("You light the lamp") for line in log) == 1
    assert len([line for line in log if line.startswith("You")]) == len(made)
    told = " ".join(log)
    heard = re.findall(r"(?:You|Bot) drew a special tile: ([a-z, ]+)\.", told)
    assert sum(names.count("storm") for names in heard) == game.state.extra.storms > 0
    assert "The game is over" in page["say"]


def test_a_move_that_goes_on_and_one_that_ends_the_turn() -> None:
    """After the whistle it is still the reader's turn; the lamp's cell is highlighted."""
    game = harbour()
    lay(game, 0, 2, 0)
    assert specials(game) == [
        "whistle for the wind",
        "light the lamp at 0,0",
        "light the lamp at 1,0",
    ]
    page = json.loads(game.special(0))
    assert page["log"] == ["You whistle for the wind."]
    assert page["yours"]
    assert not any(tile["laid"] for tile in page["hand"])
    assert page["specials"] == ["light the lamp at 0,0", "light the lamp at 1,0"]
    page = json.loads(game.special(1))
    assert page["log"][1] == "You light the lamp."
    assert page["last"] == [[1, 0]]
    assert page["bot"]
    assert page["specials"] == []


def test_reasons_of_its_own() -> None:
    """They have the variant's rule ids, which lead nowhere, since the rulebook lacks them."""
    game = harbour()
    game._do(Whistle())
    assert rules(json.loads(game._do(Whistle()))) == ["H1"]
    page = json.loads(game._do(Light(Cell(9, 9))))
    assert page["reasons"] == [{"text": "There is no dark tile at 9,9.", "rules": ["H2"]}]
    text = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob("rulebook-*.md"))
    book = re.findall(r"^:+\{qwirkle-rule\} (\w+)$", text, re.M)
    assert sorted(json.loads(TABLE.rulebook())) == sorted(book)
    assert "H1" not in book


def test_words_of_its_own() -> None:
    """Points are pearls, tiles are shells, and moves are told as the variant tells them."""
    game = table("shells")
    game.state = reef(players=TABLE.PLAYERS)
    page = json.loads(game.choose(game.state.hands[TABLE.YOU].index(SWITCH.tile)))
    [mine, theirs] = page["players"]
    assert (mine["score"], mine["unit"], mine["held"]) == (4, "pearls", "2 shells")
    assert (theirs["score"], theirs["unit"], theirs["held"]) == (7, "pearls", "1 shell")
    assert "2,0: empty, for 3 pearls" in [cell["label"] for cell in page["cells"]]
    assert json.loads(game.click(2, 0))["say"] == "3 pearls. Press Play."
    page = json.loads(game.play())
    assert page["log"] == ["You add 1 to the reef for 3 pearls. You drew a special shell: gull."]
    assert page["last"] == [[0, 0], [1, 0]]
    game.state = reef(players=TABLE.PLAYERS, scores=[1, 0])
    assert json.loads(game.exchanging())["players"][0]["unit"] == "pearl"
    assert json.loads(game.choose(0))["say"] == "1 shell to give back."
    game.exchanging()
    page = json.loads(game._do(SWITCH))
    assert page["log"][-1] == "You switch the blue square for the green square."
    assert 'data-tile="Gs"' in page["svg"]


def test_the_page_names_no_variant_of_its_own_accord() -> None:
    """Placements, exchanges and passes have buttons; the moves of an edition are just a list."""
    for source in ("table.py", "page.js"):
        text = (DOCS / "_static" / "try" / source).read_text(encoding="utf-8")
        for word in ("draw-three", "redraw", "action", "qwirkle_variants"):
            assert word not in text, f"{source} knows {word}"
