"""A plugin whose moves and pieces the command line does not know."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import attrs
import pytest
from harbour import Harbour, HarbourExtra, Light, Whistle

import qwirkle
from qwirkle import Cell, GameRecord, Move, Place, Tile, TileState, authoring, bots
from qwirkle.authoring import Special, Workbench
from qwirkle.cli.commands import main

PACKAGE = Path(main.__code__.co_filename).parent
PLAY = ["play", "--variant", "harbour", "--seed", "4", "--seats", "Ada=person,greedy"]


@pytest.fixture(autouse=True)
def _harbour(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Register the game, and use a wide screen and an empty folder."""
    qwirkle.register(Harbour("harbour"))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)


Typing = Callable[..., str]


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typing:
    """Run a command and type some lines; the result is its output."""

    def run(arguments: list[str], lines: Iterator[str]) -> str:
        monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
        assert main(arguments) == 0
        return capsys.readouterr().out

    return run


def best(state: TileState[HarbourExtra]) -> Move:
    """The move that a bot would choose."""
    return bots.greedy(qwirkle.observe(state, state.turn))


def test_a_whole_game_by_typed_moves(typing: Typing) -> None:
    """The game has the plugin's moves, and is saved and resumed in the middle."""
    state = start = qwirkle.new_game("harbour", ["Ada", "Greedy"], seed=4)
    played: list[Move] = []

    def made(move: Move) -> str:
        """The text of a move; the game is followed here, too, with the bot's answer."""
        nonlocal state
        text = str(move)
        while True:
            played.append(move)
            state = qwirkle.apply(state, move)
            if state.is_over or not state.turn:
                return text
            move = best(state)

    def lines() -> Iterator[str]:
        yield made(best(state))
        yield made(Whistle()).replace("whistle", "Blow")
        x, y = next(iter(state.board))
        made(Light(Cell(x, y)))
        yield f"kindle ({x} {y})"
        yield "undo"
        yield "redo"
        yield "quit"

    said = typing([*PLAY, "--save", "g.txt"], lines())
    assert "\nAda whistles for the wind\n" in said
    [cell] = [move.cell for move in played if isinstance(move, Light)]
    assert said.count(f"\nAda lights the lamp at {cell}\n") == 2
    saved = GameRecord.parse(Path("g.txt").read_text(encoding="utf-8"))
    assert [turn.move for turn in saved.turns] == played

    def rest() -> Iterator[str]:
        while not state.is_over:
            yield made(best(state))

    told = typing(["play", "--resume", "g.txt"], rest())
    assert "the game is over: " in told
    record = GameRecord.parse(Path("g.txt").read_text(encoding="utf-8"))
    assert [turn.move for turn in record.turns] == played
    assert record.start == start
    storms = sum(turn.draw.count(Special("storm")) for turn in record.turns)
    heard = re.findall(r"(\w+) drew a special tile: storm\n", told)
    assert {*heard} <= {"Ada", "Greedy"}
    assert len(heard) == storms > 0
    assert "storm" not in said
    for command in (["show", "g.txt"], ["show", "g.txt", "--after", "4", "-o", "x.svg"]):
        assert typing(command, iter(())) is not None
    assert "Ada lights the lamp at " in typing(["replay", "g.txt", "--delay", "0"], iter(()))


def test_help_hints_and_refused_moves(typing: Typing) -> None:
    lines = ["?", "whistle", "blow", "light 9,9", "light", "hint", "cells", "rules", "quit"]
    said = typing(PLAY, iter(lines))
    for kind in (Whistle, Light):
        others = " or ".join(map(repr, kind.synonyms))
        pattern = rf"  {kind.example or kind.verb} +{kind.meaning}; also {others} *\n"
        assert re.search(pattern, said)
    assert "  you have already whistled\n    harbour, rule H1\n" in said
    assert "  there is no dark tile at 9,9\n    harbour, rule H2\n" in said
    assert "  one cell follows 'light'\n" in said
    assert "harbour has more rules" in said
    state = qwirkle.apply(qwirkle.new_game("harbour", ["Ada", "Greedy"], seed=4), Whistle())
    assert f"  {qwirkle.advise(state)[0].move}\n" in said


def test_people_who_share_a_keyboard_hear_of_own_moves(typing: Typing) -> None:
    start = qwirkle.new_game("harbour", ["Ada", "Bob"], seed=4)
    opening = best(start)
    cell = opening.cells[0]
    first, second = (start.players[seat].name for seat in (start.turn, 1 - start.turn))
    lines = ["", str(opening), "", "whistle", f"light {cell}", "", "quit"]
    said = typing(
        ["play", "--variant", "harbour", "--seed", "4", "--seats", "Ada=person,Bob=person"],
        iter(lines),
    )
    assert said.count(f"{second} whistles for the wind\n") == 2  # for Bob, then for Ada
    assert f"{second} lights the lamp at {cell}\n" in said
    assert f"{first} places " in said


def test_the_command_line_lists_no_moves_of_a_variant() -> None:
    """Apart from placements, whose tiles can be typed alone, it names no class or verb."""
    sources = {path.name: path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py")}
    own = ("draw-three", "take-tile", "redraw", "lay", "swap", "exchange", "pass")
    examples = re.compile(r'"""(?:.|\n)*?"""')
    for name, text in sources.items():
        code = examples.sub("", text)
        for verb in own:
            assert not re.search(rf"[\"']{verb}\b", code), f"{name} knows {verb}"
        assert "qwirkle_variants" not in code
        assert "tilegame" not in code


def test_other_output_than_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    assert main(["compare", "standard", "mindware"]) == 0
    assert out.getvalue() == "standard and mindware are played alike.\n"


@attrs.frozen
class Shelf(Workbench):
    """A placement that is built tile by tile."""

    tiles: tuple[tuple[Cell, Tile], ...] = ()
    parts: ClassVar[str] = "tiles"
    verbs: ClassVar[Mapping[str, tuple[str, str]]] = {"add": ("add Rs 1,0", "add a tile")}

    @property
    def move(self) -> Place:
        return Place(self.tiles)

    @property
    def scene(self) -> authoring.Scene:
        return authoring.Scene(self.tiles, (), ("added so far",))

    def after(self, verb: str, words: Sequence[str]) -> Shelf:
        tile, x, y = words[0], *words[1].split(",")
        return Shelf((*self.tiles, (Cell(int(x), int(y)), Tile.parse(tile))))

    def steps_to(self, move: Move) -> Iterator[str]:
        return (f"add {tile} {cell}" for cell, tile in move.tiles)  # type: ignore[attr-defined]


class Shelves(authoring.TileGame):
    """A tile game with a workbench."""

    def workbench(self, position: object) -> Shelf:
        return Shelf()


def test_a_workbench_without_rows() -> None:
    """By default pieces cannot be moved by hand."""
    assert (Shelf().rows, Shelf().hand) == (None, ())
    with pytest.raises(qwirkle.QwirkleError, match="the tiles cannot be changed by hand"):
        Shelf().moved((), None, 0)


def test_a_workbench_of_its_own(typing: Typing) -> None:
    qwirkle.register(Shelves("shelves"))
    lines = iter(
        ["?", "add Rs 0,0", "hint", "board", "undo", "add Rc 5,5", "reset", "done", "quit"]
    )
    said = typing(["play", "--variant", "shelves", "--seed", "4"], lines)
    assert re.search(r"add Rs 1,0 +add a tile\b", said)
    assert re.search("done +make the move with the tiles as they are now ", said)
    assert "\n     0\n 0  R■\nadded so far\n" in said
    assert "  reset\n  add Od 0,0\n  add Yd 1,0\n  add Bd 2,0\n  done\n" in said
    assert "the tiles as you have changed them:\n" in said
    assert "the tiles are as they were; undo again" in said
    assert said.count("(no tiles in play)\n") == 2  # for the board
    assert "shelves, rule T1" in said


def test_a_game_for_one_player_begins_with_one(typing: Typing) -> None:
    """Without ``--seats`` a person plays alone."""
    rules = authoring.Rules(min_players=1, max_players=1)
    qwirkle.register(authoring.TileGame("solo", rules))
    said = typing(["play", "--variant", "solo", "--seed", "4"], iter(["quit"]))
    assert said.startswith("solo, seed 4: Player 1\n")


class OpenHands(authoring.TileGame):
    """A game in which everyone sees everything."""

    def sees(self, viewer: int, owner: int) -> bool:
        return True


@pytest.mark.parametrize("game", [OpenHands("game"), authoring.TileGame("game")])
def test_nobody_looks_away_from_open_hands(
    game: authoring.TileGame, typing: Typing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only hidden hands are handed over."""
    qwirkle.register(game)
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return "" if "press Enter" in prompt else "quit"

    monkeypatch.setattr("builtins.input", answer)
    assert main(["play", "--variant", "game", "--seats", "Ada=person,Bob=person"]) == 0
    assert ("press Enter" in " ".join(asked)) == (type(game) is authoring.TileGame)
