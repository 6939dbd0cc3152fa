"""The game of the page "Try it": the module that the browser runs, tested here."""

from __future__ import annotations

import json
from itertools import permutations
from random import Random
from typing import Any

import pytest
from try_page import LAST, STUCK, TABLE, lay, rules, table

import qwirkle
from qwirkle import authoring

EDITIONS = [
    name for name in qwirkle.variants() if isinstance(qwirkle.get_variant(name), authoring.TileGame)
]


def test_the_tile_games_can_be_chosen() -> None:
    """All of them can be chosen, the default first, but not the card game."""
    listed = json.loads(TABLE.editions())
    assert sorted(edition["name"] for edition in listed) == EDITIONS
    assert listed[0] == {"name": "standard", "label": "Original rules"}
    assert {"name": "mindware", "label": "MindWare"} in listed
    assert json.loads(TABLE.starts()) == ["a new game", STUCK, LAST]


@pytest.mark.parametrize("variant", EDITIONS)
def test_a_whole_game(variant: str) -> None:
    """It is played to the end, and the page can be shown after every step."""
    game = table(variant, "a new game", "7")
    for _ in range(300):
        page = json.loads(game.page())
        assert page["yours"] + page["bot"] == (not game.state.is_over)
        if game.state.is_over:
            break
        if page["yours"]:
            game._do(TABLE.greedy(qwirkle.observe(game.state, TABLE.YOU)))
        else:
            game.bot()
    assert page["say"].startswith(page["log"][-1])
    assert "The game is over" in page["say"]
    assert [player["score"] for player in page["players"]] == list(game.state.scores)
    assert page["hand"] == [] or not page["legal"]


def test_points_of_placed_tiles() -> None:
    """They add up while tiles are placed, and are scored when the move is played."""
    game = table(start=LAST)
    page = lay(game, 0, 3, 0)
    assert page["say"] == "4 points. Press Play."
    assert page["reasons"] == []
    assert page["legal"]
    assert page["hand"][0]["laid"]
    assert 'data-tile="Rt"' in page["svg"]
    page = json.loads(game.play())
    assert page["log"] == ["You place the red star for 4 points."]
    assert page["players"][0]["score"] == 75


def test_reasons() -> None:
    """They are the library's own, with rule ids, and the move cannot be played."""
    page = lay(table(start=LAST), 1, 0, 1)
    assert page["reasons"] == [
        {
            "text": "The red square and the green clover share neither a colour nor a shape.",
            "rules": ["P3"],
        }
    ]
    assert page["say"] == "That is not allowed:"
    assert not page["legal"]
    game = table(start=LAST)
    page = lay(game, 0, 1, 0)
    assert page["reasons"][0]["text"] == "The red star cannot go on top of the red circle."
    assert not page["hand"][0]["laid"]
    assert json.loads(game.play())["reasons"][0]["text"] == "At least one tile must be placed."


def test_placed_tiles_can_be_taken_back() -> None:
    """A click takes back one tile, and a button takes back all."""
    game = table(start=LAST)
    lay(game, 0, 3, 0)
    page = json.loads(game.click(3, 0))
    assert page["hand"][0] == {**page["hand"][0], "laid": False, "chosen": True}
    assert page["say"] == "Now choose a space."
    game.click(3, 0)
    lay(game, 1, 4, 0)
    page = json.loads(game.take_back())
    assert not any(tile["laid"] or tile["chosen"] for tile in page["hand"])
    assert page["say"] == "Your turn: choose a tile, then a space."
    assert 'data-tile="Rt"' not in page["svg"]


def opening(size: int, variant: str = "standard") -> Any:
    """A new game in which the reader begins, with a largest set of this size."""
    for seed in range(1000):
        game = table(variant, "a new game", str(seed))
        moves = qwirkle.legal_moves(qwirkle.observe(game.state, TABLE.YOU))
        if {len(move.cells) for move in moves} == {size}:
            return game
    raise AssertionError(size)


def test_the_first_line() -> None:
    """The empty board has cells for it, and no error is shown until it is complete."""
    game = opening(3)
    page = json.loads(game.page())
    assert [(cell["x"], cell["y"]) for cell in page["cells"]] == [(x, 0) for x in range(3)]
    assert all(0 < cell["left"] < cell["left"] + cell["width"] < 1 for cell in page["cells"])
    assert all(cell["fits"] for cell in page["cells"])
    start = "Your turn: start with your largest set, three tiles. Choose a tile, then a space."
    assert page["say"] == start
    said = [
        "Place two more tiles: your largest set has three.",
        "Place one more tile: your largest set has three.",
        "3 points. Press Play.",
    ]
    hand = game.state.hands[TABLE.YOU]
    for move in qwirkle.legal_moves(game.state):
        for order in permutations(move.tiles):
            for (cell, tile), words in zip(order, said, strict=True):
                page = lay(game, hand.index(tile), *cell)
                assert (page["say"], page["reasons"]) == (words, [])
                assert page["legal"] == (words == said[-1])
            assert json.loads(game.take_back())["say"] == start
    game.state = qwirkle.position(players=TABLE.PLAYERS, hands=["Rc Os", "Yd Gt"], turn=0)
    assert "your largest set, one tile." in json.loads(game.take_back())["say"]


@pytest.mark.parametrize("variant", ["standard", "schmidt-actions"])
def test_a_placement_that_can_become_legal_is_not_wrong(variant: str) -> None:
    """Any part of a legal placement is accepted, and the tiles that can complete it are marked."""
    random = Random(5)
    unfinished = 0
    game = table(variant, "a new game", "5")
    while len(game.state.board) < 40:
        if game.state.turn == TABLE.BOT:
            game.bot()
            continue
        moves = list(qwirkle.legal_moves(game.state))
        places = [dict(move.tiles) for move in moves if isinstance(move, qwirkle.Place)]
        hand = game.state.hands[TABLE.YOU]
        if places and game.state.board:
            wanted = random.choice(places)
            parts = dict(random.sample(sorted(wanted.items()), random.randint(1, len(wanted))))
            game._laid = {cell: hand.index(tile) for cell, tile in parts.items()}
            game._judge()
            page = json.loads(game.page())
            more = [place for place in places if parts.items() <= place.items()]
            assert page["legal"] == (parts in more)
            assert page["reasons"] == []
            least = min(len(place) - len(parts) for place in more)
            unfinished += least > 0
            assert page["say"].startswith(f"Place {TABLE._WORDS[least]} more" if least else "")
            taken = {*game.state.board, *parts}
            near = {near for cell in taken for near in cell.neighbors} - taken
            beside = [
                (cell, tile) for place in more for cell, tile in place.items() if cell in near
            ]
            marked = {hand[i] for i, tile in enumerate(page["hand"]) if tile["fits"]}
            assert marked == {tile for _, tile in beside}
            for i, tile in enumerate(page["hand"]):
                if not tile["laid"]:
                    page = json.loads(game.choose(i))
                    found = {(c["x"], c["y"]) for c in page["cells"] if c["fits"]}
                    assert found == {tuple(cell) for cell, tile in beside if tile is hand[i]}
                    game.choose(i)
        game.take_back()
        game._do(random.choice(moves))
    assert unfinished > 0


def test_exchanging() -> None:
    """Tiles are set aside and go back; meanwhile the cells are inactive."""
    game = table()
    before = game.state.hands[TABLE.YOU]
    assert not json.loads(game.exchanging())["legal"]
    assert rules(json.loads(game.play())) == ["X1"]
    assert "You are exchanging" in json.loads(game.click(3, 0))["say"]
    for i in (0, 3, 3, 5):
        page = json.loads(game.choose(i))
    assert page["say"] == "2 tiles to give back."
    assert page["legal"]
    page = json.loads(game.play())
    assert page["log"] == ["You exchange 2 tiles."]
    assert page["bot"]
    assert game.state.hands[TABLE.YOU] != before
    game = table()
    game.exchanging()
    assert not json.loads(game.exchanging())["exchanging"]


@pytest.mark.parametrize("variant", EDITIONS)
def test_what_the_page_says_about_a_hand_that_fits_nowhere(variant: str) -> None:
    """The page says when to pass and when to exchange."""
    game = table(variant)
    before = json.loads(game.page())
    page = json.loads(game.pass_turn())
    assert before["exchange"] == {"legal": True, "why": ""}
    if variant in ("999games-nl", "hebrew"):
        assert before["say"] == "None of your tiles fits. You can exchange tiles or pass."
        assert before["pass"] == {"legal": True, "why": ""}
        assert page["log"] == ["You pass."]
    else:
        assert before["say"] == "None of your tiles fits. You can exchange tiles."
        assert not before["pass"]["legal"]
        assert before["pass"]["why"].startswith("A player who cannot place must exchange")
        assert rules(page) == ["X4", "R5"]
        assert page["log"] == []


@pytest.mark.parametrize("variant", EDITIONS)
def test_buttons_match_the_legal_moves(variant: str) -> None:
    """After every move of a game, pass and exchange are enabled, or the reason is shown."""
    game = table(variant, "a new game", "3")
    seen = set()
    while True:
        page = json.loads(game.page())
        moves = [*qwirkle.legal_moves(qwirkle.observe(game.state, TABLE.YOU))]
        for name, kind in (("pass", qwirkle.Pass), ("exchange", qwirkle.Exchange)):
            legal = any(isinstance(move, kind) for move in moves)
            assert page[name]["legal"] == legal
            assert (page[name]["why"] == "") == legal
            seen.add((name, legal))
        if game.state.is_over:
            break
        game._make(TABLE.greedy(qwirkle.observe(game.state, game.state.turn)))
    assert {("pass", False), ("exchange", True), ("exchange", False)} <= seen


@pytest.mark.parametrize("variant", EDITIONS)
def test_what_the_page_says_about_the_last_tiles(variant: str) -> None:
    """It says when the game ends."""
    game = table(variant, LAST)
    lay(game, 0, 3, 0)
    game.play()
    assert game.state.is_over == (variant in ("standard", "mindware", "999games-fr"))
    game.bot()
    game.pass_turn()
    assert game.state.is_over


def test_the_differences_between_editions() -> None:
    """They are described in words, with rule ids."""
    assert json.loads(table("mindware").page())["differences"] == []
    assert json.loads(table("hebrew").page())["differences"][0] == {
        "rules": ["X4", "R5"],
        "first": "a player who cannot place must exchange while the supply lasts",
        "second": "a player who cannot place may exchange or, by our ruling, pass",
    }
    [first] = [
        difference["first"]
        for difference in json.loads(table("schmidt-actions").page())["differences"]
        if "A7" in difference["rules"]
    ]
    assert first == "no such rule"


def test_the_page_shows_only_what_the_reader_may_know() -> None:
    """The page does not depend on the bot's hand or the order of the supply."""
    game = table(start="a new game", seed="3")
    for _ in range(6):
        game._make(TABLE.greedy(qwirkle.observe(game.state, game.state.turn)))
    view, pages, hands = qwirkle.observe(game.state, TABLE.YOU), set(), set()
    for seed in range(5):
        game.state = view.sample_state(Random(seed))
        game.choose(0)
        page = json.loads(game.choose(0))
        del page["seed"]
        pages.add(json.dumps(page))
        hands.add(game.state.hands[TABLE.BOT])
    assert len(hands) > 1
    assert len(pages) == 1


def test_the_bot_sees_only_what_it_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets the view of its seat, and the tiles it exchanges stay hidden."""
    seen: list[Any] = []
    greedy = TABLE.greedy
    monkeypatch.setattr(TABLE, "greedy", lambda view: seen.append(view) or greedy(view))  # type: ignore[func-returns-value]
    game = table()
    assert json.loads(game.bot())["log"] == []
    hands = [game.state.hands[TABLE.BOT], game.state.hands[TABLE.YOU]]
    game.state = qwirkle.position(
        players=TABLE.PLAYERS, board=game.state.board, hands=hands, turn=TABLE.BOT
    )
    assert json.loads(game.bot())["say"].startswith("Bot exchanges 6 tiles. Your turn")
    assert [type(view) for view in seen] == [qwirkle.TileView]
    assert seen[0].seat == TABLE.BOT


@pytest.mark.parametrize("variant", EDITIONS)
def test_hints(variant: str) -> None:
    """A whole game of hints: each only has to be played, and says what follows from it."""
    game = table(variant, "a new game", "7")
    kinds = set()
    while not game.state.is_over:
        if game.state.turn == TABLE.BOT:
            page = json.loads(game.hint())
            assert page["say"] == "The bot is thinking."
            game.bot()
            continue
        [best] = qwirkle.advise(qwirkle.observe(game.state, TABLE.YOU), top=1)
        page = json.loads(game.hint())
        kinds.add(type(best.move).__name__)
        assert page["say"].startswith("Hint: ")
        assert authoring.sentence(best.why[0]) in page["say"]
        if isinstance(best.move, (qwirkle.Place, qwirkle.Exchange)):
            assert page["legal"]
            assert game._intended == best.move
            game.play()
        else:
            game._do(best.move)
    assert "Place" in kinds
    json.loads(game.hint())
    assert "The game is over" in game._say


def test_a_hint_to_exchange() -> None:
    game = table(start=STUCK)
    page = json.loads(game.hint())
    assert page["exchanging"]
    assert page["legal"]
    assert page["say"].startswith("Hint: exchange ")
