"""Everything that the library says about a position, as plain values that can be compared.

Each part is also compared with the others, so that a wrong answer is noticed even if every engine
gives it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engines import answer

import qwirkle
from qwirkle import Board, Cell, Place, State, TileState, TileView
from qwirkle.authoring import TileMoves
from qwirkle.tilegame.legal_moves import groups_with
from qwirkle.tiles import TILES

MANY = 3000
"""So many placements are listed; of more, only the groups are looked at."""


def differences(one: Any, other: Any, where: str = "") -> Iterator[str]:
    """The places in which two examinations differ."""
    if isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other):
        for key in one:
            yield from differences(one[key], other[key], f"{where}[{key!r}]")
    elif one != other or repr(one) != repr(other):
        yield f"{where}: {one!r} and {other!r}"


def near_misses(position: Any, random: Random, count: int) -> Iterator[Place]:
    """Placements that are nearly legal, or legal, or wrong in any way."""
    placements = qwirkle.legal_moves(position).placements
    board, hand = position.board, position.hand
    yield Place({})
    for _ in range(count):
        if placements:
            placed = dict(placements.sample(random).tiles)
        else:
            placed = {Cell(0, 0): random.choice(TILES)}
        cells = list(placed)
        for _ in range(random.randrange(1, 3)):
            cell = random.choice(cells)
            near = random.choice([*cell.neighbors, *cell.neighbors, Cell(cell.x + 6, cell.y)])
            kind = random.randrange(7)
            if kind == 0:  # another tile of the hand, or any tile
                placed[cell] = random.choice(hand) if hand else TILES[0]
            elif kind == 1:
                placed[cell] = random.choice(TILES)
            elif kind == 2:  # one more cell, perhaps beside the line or on a taken cell
                placed[near] = random.choice(hand or TILES)
            elif kind == 3:  # one cell elsewhere
                placed[near] = placed.pop(cell, TILES[0])
            elif kind == 4:  # one tile fewer, perhaps with a gap
                placed.pop(cell, None)
            elif kind == 5:  # two tiles change places
                other = random.choice(cells)
                if cell in placed and other in placed:
                    placed[cell], placed[other] = placed[other], placed[cell]
            elif board:  # on a tile
                placed[random.choice([*board])] = random.choice(TILES)
        yield Place(placed)


def listed(position: TileState | TileView) -> dict[str, object]:
    """The lists of moves of a position, in every way that they can be had."""
    moves = qwirkle.legal_moves(position)
    assert isinstance(moves, TileMoves)
    placements = moves.placements
    groups = [(cells, points, list(ways)) for cells, points, ways in placements.groups()]
    count = placements.count()
    assert count == sum(len(ways) for _, _, ways in groups)
    assert bool(placements) is (count > 0)
    best = placements.best()
    first = next((g for g in groups if g[1] == max(points for _, points, _ in groups)), None)
    assert (best is None) is (first is None)
    if best is not None and first is not None:
        assert (best.cells, best.laid) == (first[0], first[2][0])
    samples = [moves.sample(Random(i)) for i in range(4) if moves]
    samples += [placements.sample(Random(i)) for i in range(4) if placements]
    exchanges = moves.exchanges
    for index in {0, 1, 7, exchanges.count() // 2, exchanges.count() - 1}:
        samples += [exchanges.number(index)] if 0 <= index < exchanges.count() else []
    found: dict[str, object] = {
        "open": list(position.board.open_cells),
        "groups": groups,
        "best": best,
        "count": (moves.count(), count, moves.exchanges.count()),
        "samples": samples,
    }
    if count <= MANY:
        scored = list(placements.scored())
        wanted = [(cells, points, laid) for cells, points, ways in groups for laid in ways]
        assert [(move.cells, points, move.laid) for move, points in scored] == wanted
        assert [move for move, _ in scored] == list(placements)
        found["scored"] = scored
    if moves.count() <= MANY:
        found["moves"] = list(moves)
        assert len({*moves}) == moves.count()
        if len(groups) % 5 == 0:
            count = exchanges.count()
            assert [exchanges.number(index) for index in range(count)] == list(exchanges)
    return found


def judged(position: TileState | TileView, move: Place) -> dict[str, object]:
    """Everything about one placement, legal or not."""
    judgement = position.variant.judge(position, move)
    is_legal = move in qwirkle.legal_moves(position)
    violations = qwirkle.check(position, move)
    assert is_legal is judgement.is_legal is (not violations)
    draft = qwirkle.draft(position, move)
    found: dict[str, object] = {
        "legal": is_legal,
        "judgement": tuple(judgement)[:4] if is_legal else None,
        "violations": violations,
        "draft": (draft.is_legal, draft.violations, draft.score, draft.missing),
    }
    if position.variant.rules.hand_size <= 12:
        found["fits"] = draft.fits
    if is_legal:
        found["score"] = score = qwirkle.score(position, move)
        assert score.total == judgement.points
    return found


def applied(state: TileState, move: Any) -> dict[str, object]:
    """The state after a move, with everything that it consists of; or the error."""
    try:
        after = qwirkle.apply(state, move)
    except qwirkle.QwirkleError as error:
        return {"error": (type(error), str(error))}
    outcome = after.outcome
    open_cells = list(after.board.open_cells)
    assert open_cells == list(Board(dict(after.board)).open_cells)
    if isinstance(move, Place):
        assert open_cells == list(state.board.placing(move.tiles).open_cells)
    return {
        "state": after,
        "repr": repr(after),
        "hash": hash(after) == hash(state),
        "json": qwirkle.to_json(after),
        "read again": answer(lambda: qwirkle.from_json(qwirkle.to_json(after)) == after),
        "outcome": outcome,
        "supply": after.supply.tiles,
        "hands": after.hands,
        "tiles": list(after.board._tiles.items()),  # in the order in which they were placed
        "open": open_cells,
        "types": [type(getattr(after, name)) for name in ("board", "scores", "turn", "ply")],
    }


def examined(state: TileState, seed: int, misses: int = 6) -> dict[object, object]:
    """Everything about a state, its views, some of its moves, and some that are not legal."""
    random = Random(seed)
    found: dict[object, object] = {"listed": listed(state)}
    moves = qwirkle.legal_moves(state)
    for seat in range(len(state.players)):
        view = qwirkle.observe(state, seat)
        if seat == state.turn:
            assert listed(view) == found["listed"]
        found["view", seat] = (view, qwirkle.legal_moves(view).count())
    if state.variant.rules.hand_size <= 12:
        found["draft"] = (qwirkle.draft(state).fits, qwirkle.draft(state).missing)
        found["with nothing"] = sorted(
            (cells, points, laid) for cells, points, ways in groups_with(state, {}) for laid in ways
        )
    tried = [*near_misses(state, random, misses)]
    if moves:
        tried += [move for _ in range(3) if isinstance(move := moves.sample(random), Place)]
        for _ in range(2):
            move = moves.sample(random)
            found["sampled", str(move)] = applied(state, move)
    for move in tried:
        found["judged", str(move)] = judged(state, move)
        found["applied", str(move)] = applied(state, move)
    return found


def played(start: State, seed: int, every: int, most: int) -> Iterator[tuple[Any, object]]:
    """The states of a game of random moves, every so many of them with everything about them."""
    random = Random(seed)
    state: Any = start
    for ply in range(most):
        found: object = examined(state, seed + ply) if ply % every == 0 else listed(state)
        yield state, found
        moves = qwirkle.legal_moves(state)
        if not moves:
            break
        placing = ply % 5 and moves.placements
        state = qwirkle.apply(state, (moves.placements if placing else moves).sample(random))
