"""The extension for Sphinx with games that it has never seen."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from harbour import Harbour, HarbourExtra, Light
from shells import SHELLS, Shells, Switch
from sphinx_project import Built, build, fence, tiles_in, words

import qwirkle
from qwirkle import Cell, GameRecord, Judgement, Move, Tile, TileState, Violation
from qwirkle.authoring import TilePosition
from qwirkle.sphinxext.positions import free_cells
from qwirkle.sphinxext.sources import from_figure

PACKAGE = Path(free_cells.__code__.co_filename).parent
QUAY = (":variant: harbour", ":board: Rs@0,0 Rc@1,0", ":hands: Rd Bd / Gd Rx", ":supply: Yx")
REEF = (
    ":variant: shells",
    ":board: Rs@0,0 Bs@1,0",
    ":hands: Bc Gs / Gd",
    ":supply: Rc",
    ":turn: 0",
)
WRECK = Cell(0, 1)


@attrs.frozen
class Drop(Switch):
    """Lay a tile of the hand on any cell, which is no placement of the tile game."""

    verb = "drop"

    @property
    def laid(self) -> tuple[Tile, ...]:
        return (self.tile,)

    def __str__(self) -> str:
        return f"drop {self.tile} {self.cell}"


class Wreck(Shells):
    """A game of shells that can be dropped on one cell alone."""

    move_types = (*Shells.move_types, Drop)

    def own_moves(self, position: TilePosition) -> Iterator[Move]:
        yield from super().own_moves(position)
        yield Drop(position.hand[0], WRECK)

    def judge_own(self, position: TilePosition, move: Move) -> Judgement:
        if not isinstance(move, Drop):
            return super().judge_own(position, move)
        if move.cell == WRECK:
            rest = list(position.hand)
            rest.remove(move.tile)
            return Judgement(tuple(rest))
        reason = Violation(qwirkle.Code.GAP, ("H3",), "the wreck is elsewhere", move.cells)
        return Judgement(position.hand).forbidden(reason)


def a_record() -> str:
    """A game of the harbour with a move of every kind."""
    start = qwirkle.position(
        Harbour("harbour"), players=["Ada", "Bob"], board="Rs@0,0", hands=["Rd", "Gd"], supply="Yx"
    )
    record: GameRecord[TileState[HarbourExtra]] = GameRecord(start)
    for text in ("whistle", "light 0,0", "swap Gd", "Rd@1,0"):
        record = record.play(qwirkle.parse_move(text, start))
    return str(record)


PAGES = {
    "quay.md": fence(
        "qwirkle-position}", *QUAY, ":whistled: [true, false]", ":lamp: [1, 0]", ":cells:"
    ),
    "lamp.md": fence("qwirkle-move}", *QUAY, ":move: light 1,0", ":points: 0", ":next: 1"),
    "again.md": fence(
        "qwirkle-move}", *QUAY, ":lamp: [1, 0]", ":move: light 1,0", ":illegal: dark", ":rules: H2"
    ),
    "bare.md": fence(
        "qwirkle-move}",
        *QUAY,
        ":whistled: [true, false]",
        ":move: whistle",
        ":illegal: out-of-breath",
    ),
    "choices.md": fence("qwirkle-situation}", *QUAY, ":can: place swap whistle light"),
    "effect.md": fence("qwirkle-situation}", *QUAY, ":move: whistle", ":legal:", ":next: 0"),
    "record.md": fence("qwirkle-game} game.txt"),
    "reef.md": fence("qwirkle-position}", *REEF),
    "switch.md": fence("qwirkle-move}", *REEF, ":move: switch Gs 1,0", ":points: 0"),
    "pearls.md": fence("qwirkle-situation}", *REEF, ":move: Gs@2,0", ":points: 3"),
    "drop.md": fence(
        "qwirkle-move}", ":variant: wreck", *REEF[1:], ":move: drop Gs 2,1", ":illegal: gap"
    ),
}


@pytest.fixture(autouse=True)
def _plugins() -> None:
    for game in (Harbour("harbour"), SHELLS, Wreck("wreck")):
        qwirkle.register(game)


@pytest.fixture
def built(tmp_path: Path) -> Built:
    """All pages, which make only true claims."""
    return build(tmp_path, {**PAGES, "game.txt": a_record()})


def test_positions_moves_and_games_of_plugins(built: Built) -> None:
    """Each is drawn and told in the variant's own words."""
    assert (built.messages, built.status) == ((), 0)
    quay = built.page("quay")
    assert tiles_in(quay) == Counter(["Rs", "Rc", "Rd", "Bd", "Gd", "Rx"])
    assert "lamp: 1,0" in quay
    assert "Player 1 lights the lamp" in built.page("lamp")
    assert "Last move: 1,0." in built.page("lamp")
    again = built.page("again")
    assert "Player 1 cannot light the lamp. There is no dark tile at 1,0 ( H2 )." in words(again)
    assert "Last move: 1,0." in again
    bare = words(built.page("bare"))
    assert "Player 1 cannot whistle for the wind. You have already whistled ( H1 )." in bare
    choices = "s turn to place tiles or exchange tiles or whistle or light."
    assert choices in words(built.page("choices"))
    effect = "Player 1 whistles for the wind. Player 1 can place tiles or"
    assert effect in words(built.page("effect"))
    game = built.page("record")
    for did in ("Ada whistles for the wind", "Ada lights the lamp", "Bob exchanges 1 tile"):
        assert did in game
    assert "2 Ada lights the lamp 0 points 0" in words(game)
    assert "0 pearls" in built.page("reef")
    assert "switches the blue square for the green square" in built.page("switch")
    assert "Player 1 adds 1 to the reef for 3 pearls. Player 2 can" in words(built.page("pearls"))


def test_an_illegal_move_that_lays_tiles_shows_them(built: Built) -> None:
    """It need not be a placement: the tiles and the cells of the move are enough."""
    page = built.page("drop")
    assert tiles_in(page) == Counter(["Rs", "Bs", "Gs"])
    assert "Last move: 2,1." in page
    assert "The wreck is elsewhere ( H3 )." in words(page)


def test_empty_cells_that_a_move_can_use() -> None:
    """They are those of any move; a lamp on a tile, or a switched tile, is not among them."""
    state = qwirkle.position(Harbour("harbour"), board="Rs@0,0 Bs@1,0", hands=["Rs", "Gd"])
    assert Light(Cell(0, 0)) in qwirkle.legal_moves(state)
    assert free_cells(state) == {(1, -1), (1, 1)}
    wreck = qwirkle.position(Wreck("wreck"), board="Rs@0,0 Bs@1,0", hands=["Gd", "Rc"])
    assert Switch(Tile.parse("Gd"), Cell(0, 0)) in qwirkle.legal_moves(wreck)
    assert free_cells(wreck) == {WRECK}


def test_a_figure_with_moves_of_a_plugin() -> None:
    """Their texts are enough, and a move that lays tiles says which the player must have."""
    turns = [{"move": "drop Gs 0,1", "points": 0}, {"place": [[[2, 0], "Ys"]], "points": 3}]
    board = [[[0, 0], "Rs"], [[1, 0], "Bs"]]
    data = {
        "variants": ["wreck"],
        "board": board,
        "turns": turns,
        "end": "Rs@0,0 Bs@1,0 Ys@2,0 Gs@0,1",
    }
    game = from_figure(json.dumps(data), None, {})
    assert game.problems == ()
    assert [str(step.move) for step in game.steps] == ["drop Gs 0,1", "Ys@2,0"]
    assert [[*map(str, hand)] for hand in game.steps[0].state.hands] == [["Gs"], ["Ys"]]


def test_a_figure_of_a_game_without_a_board() -> None:
    """What the scene shows is compared with the printed board."""
    hands = ["Rs Bs Gs", "Yx"]
    turns = [{"seat": 0, "move": "lay Rs Bs Gs"}]
    data = {"variants": ["cards"], "hands": hands, "turns": turns, "board": "Rs@0,0"}
    [problem] = from_figure(json.dumps(data), None, {}).problems
    assert problem.startswith("board: the final board is different: ")


def test_the_extension_knows_placements_and_exchanges_only_in_figures() -> None:
    """Figures abbreviate these two moves of the tile game; nothing else names a kind of move."""
    for path in PACKAGE.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        named = {name for name in ("Place", "Exchange", "Pass") if f" {name}(" in text}
        assert named == ({"Place", "Exchange"} if path.name == "sources.py" else set()), path.name
        for module in ("qwirkle_variants", "qwirkle.tilegame"):
            assert module not in text, path.name
