"""Games on the page: the module that the browser runs, tested here."""

from __future__ import annotations

import json
from itertools import permutations
from random import Random
from typing import Any

import pytest
import table
from page_games import LAST, STUCK, button, can_play, game_of, rules, tap
from table import playing, showing
from table.playing import Game

import qwirkle
from qwirkle import authoring, bots

VARIANTS = [*qwirkle.variants()]
TILE_GAMES = [
    name for name in VARIANTS if isinstance(qwirkle.get_variant(name), authoring.TileGame)
]


@pytest.fixture(autouse=True)
def _short_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "_SECONDS", 0.001)


def move_by_taps(game: Game, move: qwirkle.Move) -> None:
    """Prepare a move as a person does, and make it."""
    view = game._observed
    if isinstance(move, qwirkle.Place):
        free = [*view.hand]
        left = dict(move.tiles)
        while left:
            seen = {f"{cell['x']},{cell['y']}" for cell in game.page()["cells"]}
            cell = next(cell for cell in left if str(cell) in seen)
            i = free.index(left[cell])
            free[i] = None  # type: ignore[call-overload]
            game.drag(f"hand {i}", str(cell))
            del left[cell]
        game.play()
    elif isinstance(move, qwirkle.Exchange):
        game.exchange()
        free = [*view.hand]
        for tile in move.tiles:
            game.tap(f"hand {free.index(tile)}")
            free[free.index(tile)] = None  # type: ignore[call-overload]
        game.play()
    elif game._bench and not isinstance(move, authoring.BareMove):
        for step in game._bench.steps_to(move):
            game.typed(step)
        game.play()
    elif move.cells:
        game.pick(move.verb)
        game.tap(str(move.cells[0]))
    else:
        game.act(move.verb)


def _winners(game: Game) -> list[qwirkle.Player]:
    return [game.state.players[seat] for seat in game.state.winners]


def test_everything_can_be_chosen() -> None:
    """All variants, the default first, and three named strengths."""
    listed = showing.variants()
    assert sorted(each["name"] for each in listed) == VARIANTS
    assert listed[0]["label"] == "Original rules"
    assert listed[0]["differences"] == []
    assert {each["name"]: each["players"] for each in listed}["cards"] == [2, 3, 4]
    assert [each["name"] for each in listed if not each["board"]] == ["cards"]
    labels = {each["label"] for each in playing.strengths()}
    assert {"Person", "Easy: greedy", "Medium: careful", "Hard: strong", "random"} <= labels
    assert len(showing.pictures()) == 36


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("kinds", [("person", "greedy"), ("person", "random", "person", "greedy")])
def test_a_whole_game(variant: str, kinds: tuple[str, ...]) -> None:
    """It is played to the end by taps; the page has only JSON, and a saved game is the same."""
    names = ["You", *"BCD"][: len(kinds)]
    game = Game.new(variant, names, kinds, "5")
    turns = 0
    while not game.state.is_over:
        page = json.loads(json.dumps(game.page()))
        assert page["open"] + bool(page["covered"]) + page["bot"] == 1
        if page["covered"]:
            assert not page["hand"]
            game.uncover()
        elif page["bot"]:
            game.bot()
        else:
            before = len(game.record.turns)
            move_by_taps(game, bots.greedy(game._observed))
            assert len(game.record.turns) == before + 1
            turns += 1
    page = game.page()
    assert page["say"].startswith("The game is over")
    assert all(player.name in page["ending"]["title"] for player in _winners(game))
    assert [seat["score"] for seat in page["seats"]] == [*game.state.standings]
    assert page["sheet"]["totals"] == [*map(str, game.state.standings)]
    columns = [*zip(*page["sheet"]["rows"], strict=True)]
    assert [*columns[0]] == [*map(str, range(1, len(columns[0]) + 1))]
    scored = [sum(int(points) for points in column if points) for column in columns[1:]]
    assert scored == [*game.state.standings]
    assert len(page["log"]) == len(game.record.turns)
    assert Game.load(game.save()).page() == page
    assert turns > 4


def test_house_rules_can_be_chosen() -> None:
    """Options with few values have a sentence for each, the usual one first."""
    listed = {each["name"]: each["options"] for each in showing.variants()}
    [regrouping] = listed["cards"]
    assert [choice["value"] for choice in regrouping["choices"]] == ["free", "strict"]
    schmidt = {option["name"]: option["choices"] for option in listed["schmidt-actions"]}
    assert [choice["value"] for choice in schmidt["tie_break"]] == ["youngest", "oldest"]
    assert schmidt["dealt"][1] == {"value": True, "text": "action tiles are dealt at the start"}
    for name, options in listed.items():
        chosen = {option["name"]: option["choices"][-1]["value"] for option in options}
        game = Game.new(name, ["You", "B"], ["person", "greedy"], "3", chosen)
        assert chosen.items() <= dict(game.state.variant.options).items()
        assert Game.load(game.save()).page() == game.page()
    with pytest.raises(qwirkle.QwirkleError, match="no option"):
        Game.new("cards", ["You", "B"], ["person", "greedy"], "3", {"hands": 3})


def test_points_of_placed_tiles() -> None:
    """They add up while tiles are placed, and are scored when the move is played."""
    game = game_of("standard", **LAST)
    page = tap(game, "hand 0", "3,0")
    assert page["say"] == "4 points. Press Play."
    assert page["reasons"] == []
    assert can_play(game)
    assert page["hand"][0]["laid"]
    assert next(cell for cell in page["cells"] if cell.get("mine"))["label"] == (
        "3,0: red star, placed now"
    )
    game.play()
    page = game.page()
    assert [each["text"] for each in page["log"]] == ["You place the red star for 4 points."]
    assert page["last"] == ["3,0"]
    assert page["seats"][0]["score"] == 75
    assert page["sheet"] == {
        "rows": [["before", "71", "74"], ["1", "4", ""]],
        "totals": ["75", "74"],
    }


def test_reasons() -> None:
    """They are the library's own, with the rules, and the move cannot be played."""
    game = game_of("standard", **LAST)
    page = tap(game, "hand 1", "0,1")
    [reason] = page["reasons"]
    assert reason["text"] == (
        "The red square and the green clover share neither a colour nor a shape."
    )
    [rule] = reason["rules"]
    assert (rule["title"], rule["page"]) == ("One colour or one shape", "rulebook.html#p3")
    assert rule["text"].startswith("All tiles in a line share")
    assert page["say"] == "That is not allowed:"
    assert not can_play(game)
    game = game_of("standard", **LAST)
    page = tap(game, "hand 0", "1,0")
    assert page["reasons"][0]["text"] == "The red star cannot go on top of the red circle."
    assert not page["hand"][0]["laid"]
    game.play()
    assert game.page()["reasons"][0]["text"] == "At least one tile must be placed."


def test_placed_tiles_can_be_taken_back() -> None:
    """By a tap, by dragging it away, and all at once; it can also be dragged elsewhere."""
    game = game_of("standard", **LAST)
    page = tap(game, "hand 0", "3,0", "3,0")
    assert (page["hand"][0]["laid"], page["hand"][0]["chosen"]) == (False, True)
    assert page["say"] == "Now choose a space."
    game.tap("-1,0")
    game.drag("-1,0", "3,0")
    assert game._placed == {(3, 0): qwirkle.Tile.parse("Rt")}
    game.drag("3,0", "hand 1")
    assert game._placed == {}
    assert game._chosen == []
    game.drag("hand 0", "3,0")
    game.take_back()
    assert game.page()["say"] == "Your turn: choose a tile, then a space."


def test_the_first_line() -> None:
    """The empty board has cells for it, and no error is shown until it is complete."""
    for seed in range(1000):
        game = Game.new("standard", ["You", "Bot"], ["person", "greedy"], str(seed))
        sizes = {len(move.cells) for move in qwirkle.legal_moves(game.state)}
        if game.state.turn == 0 and sizes == {3}:
            break
    page = game.page()
    assert [(cell["x"], cell["y"]) for cell in page["cells"]] == [(x, 0) for x in range(3)]
    assert all(cell["fits"] for cell in page["cells"])
    start = "Your turn: start with your largest set, three tiles. Choose a tile, then a space."
    assert page["say"] == start
    said = [
        "Place two more tiles: your largest set has three.",
        "Place one more tile: your largest set has three.",
        "3 points. Press Play.",
    ]
    hand = game.state.hand
    for move in qwirkle.legal_moves(game.state):
        assert isinstance(move, qwirkle.Place)
        for order in permutations(move.tiles):
            for (cell, tile), words in zip(order, said, strict=True):
                page = tap(game, f"hand {hand.index(tile)}", str(cell))
                assert (page["say"], page["reasons"]) == (words, [])
                assert can_play(game) == (words == said[-1])
            game.take_back()
            assert game.page()["say"] == start


def test_a_placement_that_can_become_legal_is_not_wrong() -> None:
    """Any part of a legal placement is accepted, and the tiles that can follow are marked."""
    random, seen = Random(5), 0
    game = Game.new("standard", ["You", "Bot"], ["person", "greedy"], "5")
    while len(game._scene.tiles) < 40:
        if not game._is_persons:
            game.bot()
            continue
        moves = [*qwirkle.legal_moves(game.state)]
        places = [dict(move.tiles) for move in moves if isinstance(move, qwirkle.Place)]
        if places and game._board:
            wanted = random.choice(places)
            parts = dict(random.sample(sorted(wanted.items()), random.randint(1, len(wanted))))
            game._laid = {cell: game.state.hand.index(tile) for cell, tile in parts.items()}
            game._judge()
            page = game.page()
            more = [place for place in places if parts.items() <= place.items()]
            assert page["reasons"] == []
            assert can_play(game) == (parts in more)
            near = showing.around({*game._board, *parts})
            follow = {tile for place in more for cell, tile in place.items() if cell in near}
            marked = {game.state.hand[i] for i, tile in enumerate(page["hand"]) if tile["fits"]}
            assert marked == follow
            seen += len(follow)
        game._begin_turn()
        game._do(random.choice(moves))
    assert seen > 5


def test_exchanging() -> None:
    """Tiles are set aside and go back; meanwhile the cells are inactive."""
    game = game_of("standard", **STUCK)
    game.exchange()
    assert not can_play(game)
    game.play()
    assert rules(game.page()) == ["X1"]
    assert "You are exchanging" in tap(game, "3,0")["say"]
    page = tap(game, "hand 0", "hand 3", "hand 3", "hand 5")
    assert page["say"] == "2 tiles to give back."
    game.drag("hand 1", "3,0")
    assert game.page()["say"] == "2 tiles to give back."
    game.play()
    assert [each["text"] for each in game.page()["log"]] == ["You exchange 2 tiles."]
    assert game.page()["bot"]
    game = game_of("standard", **STUCK)
    game.exchange()
    game.exchange()
    assert game._aside is None


@pytest.mark.parametrize("variant", TILE_GAMES)
def test_a_hand_that_fits_nowhere(variant: str) -> None:
    """The page says when to pass and when to exchange."""
    game = game_of(variant, **STUCK)
    before, passing, exchanging = game.page(), button(game, "act", "pass"), button(game, "exchange")
    assert passing is not None
    assert exchanging is not None
    assert (exchanging["legal"], exchanging["why"]) == (True, "")
    game.act("pass")
    if variant in ("999games-nl", "hebrew"):
        assert before["say"] == (
            "Your turn. None of your tiles fits. You can exchange tiles or pass."
        )
        assert (passing["legal"], passing["why"]) == (True, "")
        assert [each["text"] for each in game.page()["log"]] == ["You pass."]
    else:
        assert before["say"] == "Your turn. None of your tiles fits. You can exchange tiles."
        assert not passing["legal"]
        assert passing["why"].startswith("A player who cannot place must exchange")
        assert rules(game.page()) == ["X4", "R5"]


@pytest.mark.parametrize("variant", TILE_GAMES)
def test_the_last_tiles(variant: str) -> None:
    """The page says when the game ends."""
    game = game_of(variant, **LAST)
    tap(game, "hand 0", "3,0")
    game.play()
    assert game.state.is_over == (variant in ("standard", "mindware", "999games-fr"))
    while not game.state.is_over:
        game.bot()
        game.act("pass")
    ending = game.page()["ending"]
    assert ending["best"] == "The best move: You place the red star for 4 points."
    assert ending["title"] == "You won, 75 to 74"


def test_the_page_shows_only_what_the_player_may_know() -> None:
    """It does not depend on the bot's hand, nor on the order of the supply."""
    game = Game.new("standard", ["You", "Bot"], ["person", "greedy"], "3")
    while len(game.record.turns) < 6 or not game._is_persons:
        game._make(bots.greedy(qwirkle.observe(game.state, game.state.turn)))
    view, pages = qwirkle.observe(game.state, 0), set()
    for seed in range(5):
        other = Game(qwirkle.GameRecord(view.sample_state(Random(seed))), game.kinds)
        page = tap(other, "hand 0")
        del page["seed"]
        pages.add(json.dumps(page))
    assert len(pages) == 1


@pytest.mark.parametrize("variant", ["standard", "cards"])
def test_hands_are_hidden_in_between(variant: str) -> None:
    """With two people, nothing of a hand is on the page until its player asks for it."""
    game = Game.new(variant, ["Ada", "Bob"], ["person", "person"], "3")
    for _ in range(4):
        page, name = game.page(), game.state.players[game.state.turn].name
        assert (page["covered"], page["hand"], page["buttons"]) == (name, [], [])
        assert page["say"] == f"It is {name}'s turn."
        for act in (game.hint, lambda: game.tap("hand 0"), game.play, lambda: game.typed("pass")):
            act()
            assert game.page() == page
        game.uncover()
        assert [tile["tile"] for tile in game.page()["hand"]] == [*map(str, game.state.hand)]
        assert game.page()["say"].startswith(f"{name}, it is your turn")
        game._do(bots.greedy(game._observed))
    game.undo()
    assert game.page()["covered"]
    assert "seat" in game.page()["log"][0]


def test_undo_and_redo() -> None:
    """Undo goes back to the last decision of a person; redo makes the same moves again."""
    game = Game.new("standard", ["You", "B", "C"], ["person", "greedy", "greedy"], "3")
    pages: list[dict[str, Any]] = []
    while len(pages) < 3:
        if game._is_persons:
            pages.append(game.page())
            game._do(bots.greedy(game._observed))
        else:
            game.bot()
    while not game._is_persons:
        game.bot()
    last = game.page()
    for page in reversed(pages):
        game.undo()
        assert {**game.page(), "redo": page["redo"]} == page
    game.undo()
    assert not game.page()["undo"]
    for page in pages[1:]:
        game.redo()
        assert game.page()["log"] == page["log"]
    game.redo()
    game.redo()
    assert game.page() == last
    game.undo()
    game._do(bots.random(game._observed))
    assert not game.page()["redo"]


@pytest.mark.parametrize("variant", ["standard", "cards", "schmidt-actions"])
def test_hints(variant: str) -> None:
    """A game of hints: each only has to be played, and says what follows from it."""
    game = Game.new(variant, ["You", "Bot"], ["person", "greedy"], "7")
    while len(game.record.turns) < 24 and not game.state.is_over:
        if not game._is_persons:
            game.hint()
            assert game.page()["say"] == "Bot is thinking."
            game.bot()
            continue
        game.hint()
        page = game.page()
        assert page["say"].startswith("Hint: ")
        assert "for them" in page["say"]
        if can_play(game):
            game.play()
        else:
            game._do(qwirkle.advise(game._observed, top=1)[0].move)


def test_a_hint_to_exchange() -> None:
    game = game_of("standard", **STUCK)
    game.hint()
    assert game._aside
    assert can_play(game)
    assert game.page()["say"].startswith("Hint: exchange ")


CARDS: dict[str, Any] = {"table": "Rc Rs Rd | Rt Yt Gt Bt", "hands": ["Rx Ot Ot", "Yx Gx Bx"]}


def test_rows_are_rearranged() -> None:
    """Several cards are chosen and put down together, checked, and put back."""
    game = game_of("cards", **CARDS)
    page = game.page()
    assert [[one["tile"] for one in row["tiles"]] for row in page["rows"]] == [
        ["Rt", "Yt", "Gt", "Bt"],
        ["Rc", "Rs", "Rd"],
    ]
    assert page["say"] == "Your turn: choose cards, then a row."
    assert page["moving"]
    assert page["cells"] == []
    page = tap(game, "hand 0")
    assert page["hand"][0]["chosen"]
    page = tap(game, "row 1")
    assert page["say"] == "This can stay: press Play, or go on."
    page = tap(game, "row 0 0", "row 0 1", "new")
    assert page["say"] == "Not finished yet:"
    assert [row["wrong"] for row in page["rows"]] == [True, False, True]
    assert not can_play(game)
    page = tap(game, "row 2 0", "row 2 1", "row 2 1", "row 1 0")
    assert [one["tile"] for one in page["rows"][1]["tiles"]] == ["Rc", "Rs", "Rd", "Rt", "Rx"]
    assert [one["mine"] for one in page["rows"][1]["tiles"]] == [False] * 4 + [True]
    game.drag("row 2 0", "row 0 0")
    assert can_play(game)
    game.drag("row 1 4", "hand")
    assert rules(game.page()) == ["K4"]
    game.take_back()
    assert game.page()["say"] == "Your turn: choose cards, then a row."
    with pytest.raises(qwirkle.QwirkleError, match="was there before your turn"):
        game.drag("row 1 0", "hand")
    game.typed("put Ot 0")
    assert can_play(game)
    game.play()
    assert game.page()["log"][0]["text"] == "You play the orange star."
    assert any(one["last"] for row in game.page()["rows"] for one in row["tiles"])
    assert not game.page()["moving"]


def test_a_hand_without_a_card_to_play() -> None:
    """The only move is a button."""
    fields = {**CARDS, "hands": ["Px Gc", "Yx Gx Bx"]}
    game = game_of("cards", **fields)
    say = "Your turn. None of your cards can be played: draw a new hand after showing the old one."
    assert game.page()["say"] == say
    assert button(game, "act", "redraw")
    game.act("redraw")
    assert len(game.record.turns) == 1


def test_typed_moves() -> None:
    """Moves are read as people type them in a terminal; an error says what cannot be read."""
    game = game_of("standard", **LAST)
    with pytest.raises(qwirkle.QwirkleError, match="does not begin a move"):
        game.typed("hello")
    game.typed("red star 3 0")
    assert game.page()["log"]
    with pytest.raises(qwirkle.QwirkleError, match="the text is empty"):
        game_of("standard", **LAST).typed("")


@pytest.mark.parametrize(
    ("call", "values", "words"),
    [
        ("new_game", ["none", ["A", "B"], ["person", "greedy"], ""], "No variant is called"),
        ("new_game", ["standard", ["A"], ["person"], ""], "players can play, not 1"),
        ("new_game", ["standard", ["A", "B"], ["person"], ""], "1 seat for 2 players"),
        ("new_game", ["standard", ["A", "B"], ["person", "x"], ""], "No bot is called 'x'"),
        ("new_game", ["standard", ["A", "B"], ["person", "x"], "y"], "A seed is a whole number"),
        ("load", ["{}"], "expected"),
        ("load", ["[" * 100_000], "nested too deeply"),
        ("play", ["__init__"], "cannot be done|can be done"),
        ("ask", ["__init__"], "cannot be asked"),
    ],
)
def test_what_is_wrong_is_said(call: str, values: list[object], words: str) -> None:
    answer = json.loads(table.answer(call, json.dumps(values)))
    assert [*answer] == ["error"]
    assert any(part in answer["error"] for part in words.split("|")), answer


def test_calls_of_the_page() -> None:
    """A game is begun, played, saved, and loaded again."""

    def call(name: str, *values: object) -> Any:
        return json.loads(table.answer(name, json.dumps(values)))["value"]

    assert call("choices")["version"] == qwirkle.__version__
    assert table.Desk().save() == ""
    call("new_game", "standard", ["You", "B"], ["person", "greedy"], "3")
    page = call("play", "show_fits", False)
    assert not page["fits"]
    saved = call("save")
    assert call("load", saved)["log"] == page["log"]


def test_a_position_can_be_opened() -> None:
    """People play on from it; a view is not enough, since hands are missing."""
    state = qwirkle.new_game(seed=1)
    assert Game.load(qwirkle.to_json(state)).page()["covered"] == state.players[state.turn].name
    with pytest.raises(qwirkle.QwirkleError, match="only one player's view"):
        Game.load(qwirkle.to_json(qwirkle.observe(state, 0)))
