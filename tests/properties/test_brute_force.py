"""The library compared with a brute force that was written from the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import brute
import pytest
from strategies import TILES, VARIANTS, aligned, chosen_move, misfits, with_fields

import qwirkle
from qwirkle import Exchange, IllegalMove, Move, Pass, Place, TileState

FAR = 10**12


def played(seed: int) -> Iterator[TileState]:
    """The states of a game of 2 to 4 players: greedy, at random, or by turns."""
    random = Random(seed)
    state = qwirkle.new_game(VARIANTS[seed % len(VARIANTS)], players=2 + seed % 3, seed=seed)
    how = seed // 3 % 3
    while not state.is_over:
        yield state
        greedy = how == 1 or (how == 2 and random.random() < 0.5)
        step = int(random.random() * 1000)
        state = qwirkle.apply(state, chosen_move(state, step, greedy=greedy))
    yield state


def cut(state: TileState, random: Random, largest: int) -> TileState:
    """The same position with hands of a few tiles, and sometimes a short supply."""
    hands = [
        sorted(random.sample(hand, min(len(hand), random.randint(1, largest))))
        for hand in state.hands
    ]
    supply = state.supply.tiles
    if random.random() < 0.5:
        supply = supply[: random.choice([0, 0, 1, 2, 5])]
    return with_fields(state, hands=hands, supply=supply)


def stuck(state: TileState, random: Random) -> TileState:
    """The same position with tiles that fit nowhere in hands and supply, if there are any.

    Sometimes one player has other tiles as well, or a tile that fits is left to draw.
    """
    useless = misfits(state)
    useful = [tile for tile in state.supply.tiles if tile not in useless]
    random.shuffle(useless)
    hands = [[useless.pop()] if useless else [] for _ in state.hands]
    for hand in hands:
        hand += [useless.pop() for _ in range(random.randint(0, 1)) if useless]
    if random.random() < 0.3:
        lucky = random.randrange(len(hands))
        others = [tile for hand in hands[:lucky] + hands[lucky + 1 :] for tile in hand]
        hands[lucky] = [tile for tile in state.hands[lucky][:3] if tile not in others]
        supply = []
    else:
        supply = useless[: random.choice([0, 0, 1, 3])]
        if supply and random.random() < 0.5:
            supply += useful[:1]  # type: ignore[arg-type]
    passes = random.randint(0, len(hands))
    return with_fields(state, hands=hands, supply=supply, passes=passes)


def agree(state: TileState) -> None:
    """Assert that every question about the moves of a state has the answer of brute force."""
    plain = brute.Position.of(state)
    assert (state.outcome and state.outcome.reason) == plain.ending
    moves = qwirkle.legal_moves(state)
    listed = list(moves)
    expected = plain.moves()
    keys = [brute.key(move) for move in listed]
    assert len(set(keys)) == len(keys), "a move comes twice"
    assert set(keys) == expected
    assert moves.count() == len(expected)
    assert bool(moves) == bool(expected)
    placements = [move for move in listed if isinstance(move, Place)]
    exchanges = [move for move in listed if isinstance(move, Exchange)]
    assert list(moves.placements) == placements
    assert moves.placements.count() == len(placements)
    assert bool(moves.placements) == bool(placements)
    assert list(moves.exchanges) == exchanges
    assert moves.exchanges.count() == len(exchanges)
    assert bool(moves.exchanges) == bool(exchanges)
    assert (Pass() in moves) == (("pass",) in expected)
    for move in listed:
        assert qwirkle.check(state, move) == ()
        assert move in moves
    scored = list(moves.scored())
    assert [move for move, _ in scored] == placements
    for move, total in scored:
        lines, bonus = plain.points(brute.key(move)[1])
        score = qwirkle.score(state, move)
        assert sorted(line.points for line in score.lines) == lines
        assert score.end_bonus == bonus
        assert score.total == int(score) == total == sum(lines) + bonus
    for move in listed[len(placements) :]:
        assert qwirkle.score(state, move) == qwirkle.Score()


@pytest.mark.parametrize("seed", range(12))
def test_moves_and_scores_with_full_hands(seed: int) -> None:
    """In states of whole games, from the opening to the end, all answers are brute force's."""
    random = Random(-1 - seed)
    states = list(played(seed))
    some = random.sample(states[1:-1], min(len(states) - 2, 24))
    for state in (states[0], *some, states[-1]):
        agree(state)


@pytest.mark.parametrize("seed", range(100, 124))
def test_moves_and_scores_with_small_hands(seed: int) -> None:
    """In many positions with small hands and short supplies, all answers are brute force's."""
    random = Random(seed)
    for state in played(seed):
        agree(cut(state, random, 4))


@pytest.mark.parametrize("seed", range(200, 212))
def test_the_end_of_games(seed: int) -> None:
    """With an empty supply, all answers are brute force's move by move until the end."""
    random = Random(seed)
    states = list(played(seed))
    state = with_fields(states[len(states) // 2], supply="")
    while not state.is_over:
        agree(state)
        state = qwirkle.apply(state, qwirkle.legal_moves(state).sample(random))
    agree(state)


def test_nobody_can_place() -> None:
    """With tiles that fit nowhere, exchanges, passes and ends are brute force's (E3, R3, R5, R21)."""
    random = Random(250)
    met: set[str] = set()
    for seed in range(250, 262):
        for state in played(seed):
            position = stuck(state, random)
            agree(position)
            kinds = {type(move) for move in qwirkle.legal_moves(position)} - {Place}
            met |= {kind.__name__ for kind in kinds}
            met.add(position.outcome.reason.value if position.outcome else "goes on")
    reasons = {"all-passed", "closed", "no-play", "went-out"}
    assert met == {"goes on", "Exchange", "Pass", *reasons}


@pytest.mark.parametrize("seed", range(300, 330))
def test_openings(seed: int) -> None:
    """The openings of hands of every size are brute force's: B1, B2 and R6."""
    random = Random(seed)
    state = qwirkle.new_game(players=2 + seed % 3, seed=seed)
    for largest in (1, 2, 3, 6):
        agree(cut(state, random, largest))
    alike = random.choice(TILES)  # hands with a long line in them
    family = [tile for tile in TILES if tile.color is alike.color or tile.shape is alike.shape]
    for size in range(1, 7):
        hands = [random.choices(family, k=size), [alike]]
        if max(map(hands[0].count, family)) <= 2:
            agree(qwirkle.position(hands=hands, turn=0))


@pytest.mark.parametrize("seed", range(350, 362))
def test_drafts_of_first_lines_elsewhere(seed: int) -> None:
    """A tile fits beside others if brute force finds a first line through all of them (B2)."""
    random = Random(seed)
    state = cut(qwirkle.new_game(seed=seed), random, 4)
    plain = brute.Position.of(state)
    for size in (1, 2):
        chosen = random.sample(state.hand, min(size, len(state.hand)))
        dx, dy = random.choice([(1, 0), (0, 1)])
        step = random.randint(1, 3)
        placed = {(7 + dx * step * i, -4 + dy * step * i): t for i, t in enumerate(chosen)}
        lines = [
            {(7 + right * i, -4 + down * i): tile for i, tile in enumerate(order, -back)}
            for n in range(1, len(state.hand) + 1)
            for order in permutations(map(str, state.hand), n)
            for right, down in ((1, 0), (0, 1))
            for back in range(n)
        ]
        through = [
            line
            for line in lines
            if all(line.get(cell) == str(tile) for cell, tile in placed.items())
            and plain.may_place(tuple(line.items()))
        ]
        fits = {(cell, tile) for line in through for cell, tile in line.items()}
        draft = qwirkle.draft(state, placed)
        assert {((*fit.cell,), str(fit.tile)) for fit in draft.fits} == {
            (cell, tile) for cell, tile in fits if cell not in placed
        }
        missing = min((len(line) - len(placed) for line in through), default=None)
        assert draft.missing == missing


@pytest.mark.parametrize("seed", range(400, 412))
def test_the_search_of_brute_force_is_complete(seed: int) -> None:
    """Trying every order of tiles on every run of cells finds no further placement."""
    random = Random(seed)
    for number, state in enumerate(played(seed)):
        if 1 <= number <= 4:
            plain = brute.Position.of(cut(state, random, 3))
            assert plain.placements() == plain.placements(pruned=False)


def bent(move: Place, state: TileState, random: Random) -> Move:
    """A placement like the given one with one change, which is often illegal."""
    placed = {tuple(cell): tile for cell, tile in move.tiles}
    cells = list(placed)
    cell = random.choice(cells)
    x, y = cell
    change = random.randrange(11)
    if change == 0:  # another cell nearby
        placed[x + random.randint(-2, 2), y + random.randint(-2, 2)] = placed.pop(cell)
    elif change == 1:  # a cell far away, in the same row or column or elsewhere
        dx, dy = random.choice([(FAR, 0), (0, FAR), (-FAR, 0), (0, -FAR), (FAR, -FAR)])
        placed[x + dx, y + dy] = placed.pop(cell)
    elif change == 2:  # any tile
        placed[cell] = random.choice(TILES)
    elif change == 3:  # a tile of the hand
        placed[cell] = random.choice(state.hand)
    elif change == 4:  # two tiles the other way round
        other = random.choice(cells)
        placed[cell], placed[other] = placed[other], placed[cell]
    elif change == 5:  # one tile fewer
        del placed[cell]
    elif change == 6:  # one tile more, in the same row or column or anywhere near
        near = random.choice([(x + 1, y), (x, y - 1), (x - 2, y), (x, y + 2), (x + 1, y + 1)])
        placed.setdefault(near, random.choice(state.hand))
    elif change == 7:  # all of it elsewhere
        dx, dy = random.choice([(1, 0), (0, 1), (-1, 0), (0, -1), (FAR, FAR)])
        placed = {(x + dx, y + dy): tile for (x, y), tile in placed.items()}
    elif change == 8 and state.board:  # on top of a tile
        placed[random.choice(list(state.board))] = placed.pop(cell)
    elif change == 9:  # another placement at the same time, in the same row or column
        others = [other for other in qwirkle.legal_moves(state).placements if aligned(move, other)]
        placed |= dict(random.choice(others).tiles)
    else:  # turned around its first cell
        (x0, y0), *_ = cells
        placed = {(x0 + y - y0, y0 + x - x0): tile for (x, y), tile in placed.items()}
    return Place(placed)


def same_verdict(state: TileState, plain: brute.Position, move: Move) -> bool:
    """Whether the move is legal, after checking that all functions agree."""
    legal = plain.may(brute.key(move))
    violations = qwirkle.check(state, move)
    moves = qwirkle.legal_moves(state)
    assert bool(violations) != legal
    assert (move in moves) == legal
    assert (move in moves.placements) == (legal and isinstance(move, Place))
    assert (move in moves.exchanges) == (legal and isinstance(move, Exchange))
    if legal:
        qwirkle.apply(state, move)
        return True
    for asked in (qwirkle.apply, qwirkle.score, qwirkle.api.draws):
        with pytest.raises(IllegalMove) as caught:
            asked(state, move)
        assert caught.value.violations == violations
        assert caught.value.move == move
    return False


@pytest.mark.parametrize("seed", range(500, 509))
def test_verdicts_on_changed_placements(seed: int) -> None:
    """Nearly legal placements get the verdict of brute force, and the simple reasons."""
    random = Random(seed)
    verdicts = []
    for state in played(seed):
        plain = brute.Position.of(state)
        placements = list(qwirkle.legal_moves(state).placements)
        if not placements:
            continue
        for _ in range(20):
            move = bent(random.choice(placements), state, random)
            verdicts.append(same_verdict(state, plain, move))
            codes = {violation.code.value for violation in qwirkle.check(state, move)}
            faults = plain.faults(brute.key(move)[1])
            every = ("not-your-tile", "cell-taken", "not-in-one-line", "no-shared-attribute")
            assert codes & {*every, "nothing-placed"} == faults
    assert verdicts.count(False) > 400
    assert verdicts.count(True) > 40


@pytest.mark.parametrize("seed", range(600, 609))
def test_verdicts_on_exchanges_and_passes(seed: int) -> None:
    """Exchanges of any tiles, and passes, get brute force's verdict."""
    random = Random(seed)
    verdicts = []
    for state in played(seed):
        small = cut(state, random, 6)
        for position in (state, small):
            plain = brute.Position.of(position)
            own = random.sample(position.hand, random.randint(0, len(position.hand)))
            for tiles in (own, [*own, random.choice(TILES)], random.choices(TILES, k=7), []):
                verdicts.append(same_verdict(position, plain, Exchange(tiles)))
            verdicts.append(same_verdict(position, plain, Pass()))
    assert set(verdicts) == {True, False}


def test_far_cells_take_no_time() -> None:
    """A gap of a million million cells is found as fast as a gap of one cell."""
    state = qwirkle.position(board="Rs@0,0", hands=["Rc Rd", "Gd"])
    plain = brute.Position.of(state)
    for move in (
        Place({(1, 0): "Rc", (FAR, 0): "Rd"}),
        Place({(0, -FAR): "Rc", (0, 1): "Rd"}),
        Place({(FAR, FAR): "Rc"}),
        Place({(-FAR, 0): "Rc", (FAR, 0): "Rd"}),
    ):
        assert not same_verdict(state, plain, move)
