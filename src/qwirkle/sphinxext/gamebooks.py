"""Whole games, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from docutils import nodes

from qwirkle.render import svg
from qwirkle.sphinxext.claims import Verdict, faults
from qwirkle.sphinxext.directives import DRAWING, Options, as_told
from qwirkle.sphinxext.markup import Cell, code, table
from qwirkle.sphinxext.positions import OnTable


class GameDirective(OnTable):
    """A game from a file: a record, or a figure if its name ends like that of JSON."""

    has_content = False
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[Options] = dict.fromkeys(
        (*DRAWING, "moves", "players", "seat", "variant"), as_told
    )

    def build(self) -> Iterator[nodes.Node]:
        name = self.arguments[0]
        kind = "figure" if name.endswith(".json") else "record"
        told = {"players": self.told("players")} if "players" in self.options else {}
        game = self.game(name, kind, self.variant(), told)
        chosen = game.chosen(self.told("moves")) if "moves" in self.options else game.steps
        rows: list[list[Cell]] = []
        for step in game.steps:
            verdict = Verdict.of(step.state, step.move)
            self.faults += [f"move {step.label}: {fault}" for fault in faults(step.claims, verdict)]
            seat = step.state.turn
            player = step.state.players[seat].name
            total = step.state.scores[seat] + verdict.score.total
            rows.append([step.label, player, [code(str(step.move))], verdict.worth, str(total)])
            if step in chosen:
                found = self.drawn(svg(self.seen(step.state), move=step.move, size=self.size))
                text = f"{step.label}. {player}: {verdict.worth}, now {total}"
                found += nodes.caption(text, text)
                yield found
        head = ["", "player", "move", "points", "now"]
        yield table(head, rows, self.told("caption"))
