"""The page with games that it has never seen: their own moves, pieces, fields and words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from harbour import Harbour
from page_games import button, game_of, rules, tap
from shells import SHELLS, SWITCH, reef
from table import showing
from table.playing import YOU, Game

import qwirkle
from qwirkle import GameRecord, bots
from qwirkle.authoring import Rules, TileGame

PAGE = Path(__file__).parents[2] / "docs" / "extra" / "play"


@pytest.fixture(autouse=True)
def _plugins() -> None:
    qwirkle.register(Harbour("harbour"))
    qwirkle.register(SHELLS)


def harbour(**fields: object) -> Game:
    """A game in which a storm is drawn next."""
    usual: dict[str, object] = {
        "board": "Rs@0,0 Rc@1,0",
        "hands": ["Rd Bd", "Gd Rx"],
        "supply": "*storm Yx Yk",
    }
    return game_of(Harbour("harbour"), **(usual | fields))


def test_the_games_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The label says where a game without a box comes from; one that fails is left out."""
    labels = {each["name"]: each["label"] for each in showing.variants()}
    assert labels["harbour"] == f"harbour (from {qwirkle.variants()['harbour']})"
    assert labels["standard"] == "Original rules"
    listed = {"broken": "a package that cannot be imported", **qwirkle.variants()}
    monkeypatch.setattr(qwirkle, "variants", lambda: listed)
    assert {each["name"] for each in showing.variants()} == {*labels}


def test_moves_of_its_own() -> None:
    """The whistle is a button and goes on; the lamp is lit by tapping its place."""
    game = harbour()
    tap(game, "hand 0", "2,0")
    game.act("whistle")
    assert [each["text"] for each in game.page()["log"]] == ["You whistle for the wind."]
    assert game.page()["open"]
    assert button(game, "act", "whistle") is None
    assert not game._laid
    game.pick("light")
    page = game.page()
    assert [cell["label"] for cell in page["cells"] if cell.get("pick")] == [
        "0,0: red square, can be chosen",
        "1,0: red circle, can be chosen",
    ]
    page = tap(game, "5,5")
    assert (page["reasons"][0]["text"], rules(page)) == ("There is no dark tile at 5,5.", ["H2"])
    assert page["reasons"][0]["rules"] == [{"id": "H2", "title": "H2", "text": "", "page": ""}]
    page = tap(game, "1,0")
    assert page["log"][1]["text"] == "You light the lamp."
    assert page["last"] == ["1,0"]
    assert page["bot"]


def test_choosing_can_be_stopped() -> None:
    """The button stops it, and so does a tile of the hand."""
    game = harbour()
    game.pick("light")
    game.pick("light")
    assert not game._picking
    game.pick("light")
    page = tap(game, "hand 0")
    assert not game._picking
    assert page["hand"][0]["chosen"]


def test_words_of_its_own() -> None:
    """Points are pearls, tiles are shells, and moves are told as the variant tells them."""

    def at_the_reef(**fields: object) -> Game:
        state = reef(players=[YOU, "Bot"], **fields)
        return Game(GameRecord(state), ["person", "greedy"])

    game = at_the_reef()
    page = tap(game, f"hand {game.state.hand.index(SWITCH.tile)}")
    [mine, theirs] = page["seats"]
    assert (mine["score"], mine["unit"], mine["held"]) == (4, "pearls", "2 shells")
    assert (theirs["score"], theirs["unit"], theirs["held"]) == (7, "pearls", "1 shell")
    assert "2,0: empty, for 3 pearls" in [cell["label"] for cell in page["cells"]]
    assert tap(game, "2,0")["say"] == "3 pearls. Press Play."
    game.play()
    [told] = game.page()["log"]
    assert told["text"] == "You add 1 to the reef for 3 pearls. You drew a special shell: gull."
    assert game.page()["last"] == ["0,0", "1,0"]
    game = at_the_reef()
    assert "Switch the blue square for the green square at 1,0." in game.page()["moves"]
    game.listed(game._list.index(SWITCH))
    assert game.page()["log"][0]["text"] == "You switch the blue square for the green square."


class Silent(TileGame):
    """A game whose moves are not those of a tile game."""

    def legal_moves(self, position: Any) -> Any:
        return super().legal_moves(position).placements


def test_other_moves_are_chosen_from_a_list() -> None:
    """A game without drafts and rows can be played as well."""
    game = game_of(Silent("silent", Rules()), board="Rs@0,0", hands=["Rc", "Gd"])
    page = game.page()
    assert page["say"] == "Your turn: choose a move."
    assert "Place the red circle at 1,0." in page["moves"]
    tap(game, "1,0")
    assert game.page()["say"] == "Choose a move from the list."
    game.play()  # nothing is prepared
    game.listed(page["moves"].index("Place the red circle at 1,0."))
    assert len(game.record.turns) == 1


def test_a_game_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single person plays to the end; a bot that fails makes the first legal move."""
    qwirkle.register(TileGame("solo", Rules(min_players=1, max_players=1)))
    game = Game.new("solo", [YOU], ["person"], "3")
    while not game.state.is_over:
        game._do(bots.greedy(game._observed))
    assert game.page()["ending"]["won"]

    def stuck(view: object) -> object:
        raise qwirkle.errors.InvalidValue("no idea")

    game = Game.new("solo", [YOU], ["greedy"], "3")
    monkeypatch.setattr(bots, "get_bot", lambda kind: stuck)
    game.bot()
    assert len(game.record.turns) == 1


def test_the_page_names_no_variant_of_its_own_accord() -> None:
    """Its code knows the moves of every game, and of no edition."""
    for path in (*PAGE.glob("*.js"), *PAGE.glob("table/*.py"), PAGE / "index.html"):
        text = path.read_text(encoding="utf-8")
        for word in ("draw-three", "redraw", "schmidt", '"cards"', "qwirkle_variants", "'lay"):
            assert not re.search(word, text), f"{path.name} knows {word}"
