"""The turns of the card game compared with a brute force written from the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, permutations
from random import Random
from typing import Literal, NamedTuple

import brute_cards as brute
import pytest
from hypothesis import given
from hypothesis import strategies as st

import qwirkle
from qwirkle import Color, Shape, Tile
from qwirkle_variants import CardMoves, CardState, Lay, Redraw

Reading = Literal["free", "strict"]

READINGS: tuple[Reading, ...] = ("free", "strict")
LINES = [
    *(tuple(card for card in brute.KINDS if card.color is color) for color in Color),
    *(tuple(card for card in brute.KINDS if card.shape is shape) for shape in Shape),
]

both_readings = pytest.mark.parametrize("reading", READINGS)


class Position(NamedTuple):
    """Rows and the hand of the player to move."""

    table: brute.Table
    hand: brute.Row

    def state(self, reading: Reading, pile: str = "") -> CardState:
        """The position as a state."""
        variant = qwirkle.get_variant("cards", regrouping=reading)
        state = qwirkle.position(variant, table=self.table, hands=[self.hand, ""], pile=pile)
        assert isinstance(state, CardState)
        return state

    def moves(self, reading: Reading) -> CardMoves:
        """The legal moves."""
        return moves_of(self.state(reading))

    def turns(self, reading: Reading) -> set[brute.Table]:
        """All turns by brute force."""
        if reading == "free":
            return free_turns(self)
        return {rows for rows in free_turns(self) if brute.is_turn(*self, rows, strict=True)}

    def played(self, rows: brute.Table) -> Counter[Tile]:
        """The cards of the hand that a turn adds to the rows."""
        return brute.cards_of(rows) - brute.cards_of(self.table)


@cache
def free_turns(position: Position) -> set[brute.Table]:
    """All turns of the free reading by brute force."""
    return brute.turns(*position)


def moves_of(state: CardState) -> CardMoves:
    """The legal moves of a state, typed as those of the card game."""
    moves = qwirkle.legal_moves(state)
    assert isinstance(moves, CardMoves)
    return moves


# Random positions


def narrow(random: Random) -> Position:
    """A few cards of a few kinds, so that many regroupings are possible."""
    colors = random.sample(list(Color), random.randint(2, 4))
    shapes = random.sample(list(Shape), random.randint(3, 4))
    kinds = [Tile(color, shape) for color in colors for shape in shapes]
    table = brute.random_table(random, random.choice([6, 7, 8, 9]), kinds)
    return Position(table, brute.random_hand(random, table, random.randint(1, 5), kinds))


def wide(random: Random) -> Position:
    """Cards of any kinds, or of those that two colours and two shapes have."""
    lines = [*random.sample(LINES[:6], 2), *random.sample(LINES[6:], 2)]
    kinds = sorted({card for line in lines for card in line})
    kinds = random.choice([kinds, list(brute.KINDS)])
    table = brute.random_table(random, random.choice([6, 8, 10]), kinds)
    return Position(table, brute.random_hand(random, table, random.randint(1, 5), kinds))


def copied(random: Random) -> Position:
    """Two or three copies of the same row, or nearly, and a hand mostly of the same line."""
    line = random.choice(LINES)
    some = random.sample(line, random.choice([4, 5]))
    table = [random.sample(some, 3) for _ in range(random.choice([2, 2, 3]))]
    rest = Counter(dict.fromkeys(line, 3)) - brute.cards_of(table)
    pool = sorted(rest.elements()) + random.sample(brute.KINDS, 2)
    hand = random.sample(pool, random.randint(1, 4))
    return legal(table, hand)


def nearly(random: Random) -> Position:
    """Rows that lack one or two cards to be Qwirkles, and a hand with these and some more."""
    lines = random.sample(LINES, random.choice([1, 2, 2, 3]))
    table = [random.sample(line, random.choice([4, 5, 5][: 4 - len(lines)])) for line in lines]
    lacking = [card for row, line in zip(table, lines, strict=True) for card in line]
    lacking = [card for card in lacking if all(card not in row for row in table)]
    near = [card for line in lines for card in line]
    hand = random.sample(lacking, min(len(lacking), random.randint(1, 4)))
    hand += random.sample(near, random.randint(0, 2))
    return legal(table, hand)


def squared(random: Random) -> Position:
    """Three rows that can be regrouped from colours to shapes, or two and two of a line."""
    colors = random.sample(list(Color), 4)
    shapes = random.sample(list(Shape), random.choice([3, 3, 4]))
    table = [[Tile(color, shape) for shape in shapes[:3]] for color in colors[:3]]
    if random.random() < 0.4:
        table[0] = [Tile(colors[1], shape) for shape in Shape if shape not in shapes[:3]]
    if random.random() < 0.5:
        table = [[Tile(Color(card.shape), Shape(card.color)) for card in row] for row in table]
    near = [Tile(color, shape) for color in colors for shape in shapes]
    if table[0][0].color is not table[0][1].color:
        near = [Tile(Color(card.shape), Shape(card.color)) for card in near]
    return legal(table, random.sample(near, random.randint(1, 3)))


def legal(table: Sequence[Sequence[Tile]], hand: Sequence[Tile]) -> Position:
    """The position without cards that would be a fourth copy or the seventh of a hand."""
    lying = brute.cards_of(table)
    held: list[Tile] = []
    for card in hand:
        if lying[card] + held.count(card) < brute.COPIES and len(held) < 6:
            held.append(card)
    return Position(brute.canonical(table), tuple(sorted(held)))


MAKERS = (narrow, wide, copied, nearly, squared)


def fixed(seeds: range) -> Iterator[Position]:
    """The positions of some seeds, of each sort in turn, with up to a dozen cards."""
    for seed in seeds:
        position = MAKERS[seed % len(MAKERS)](Random(seed))
        if position.hand and sum(map(len, position.table)) + len(position.hand) <= 12:
            yield position


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """One to three rows of a few kinds, and a hand of one to four cards."""
    colors = draw(st.lists(st.sampled_from(Color), min_size=1, max_size=3, unique=True))
    shapes = draw(st.lists(st.sampled_from(Shape), min_size=1, max_size=3, unique=True))
    lines = [LINES[color] for color in colors] + [LINES[6 + shape] for shape in shapes]
    table: list[list[Tile]] = []
    for _ in range(draw(st.integers(1, 3))):
        line = draw(st.sampled_from(lines))
        longest = min(5, 10 - sum(map(len, table)))
        row = st.lists(st.sampled_from(line), min_size=3, max_size=longest, unique=True)
        if longest >= 3:
            table.append(draw(row))
    near = sorted({card for line in lines for card in line})
    hand = draw(st.lists(st.sampled_from(near), min_size=1, max_size=4))
    return legal(table, hand)


# Agreement


def agree(position: Position, reading: Reading) -> set[brute.Table]:
    """Assert that every question about the turns has the answer of brute force."""
    table = position.table
    expected = position.turns(reading)
    state = position.state(reading)
    moves = moves_of(state)
    listed = list(moves.lays)
    rows = [move.rows for move in listed]
    assert len(set(rows)) == len(rows), "a table comes twice"
    assert set(rows) == expected
    disturbed = [brute.broken(table, after) for after in rows]
    assert disturbed == sorted(disturbed)
    assert moves.lays.count() == len(expected)
    assert bool(moves.lays) == bool(expected)
    assert list(moves) == [*listed, *([] if listed else [qwirkle.Pass()])]
    assert moves.count() == len(expected) or not expected
    for move in listed if len(listed) < 80 else Random(0).sample(listed, 40):
        assert move in moves
        assert move in moves.lays
        assert qwirkle.check(state, move) == ()
    playable = {card for after in expected for card in position.played(after)}
    assert moves.playable() == tuple(sorted(playable))
    best_agrees(position, moves, expected)
    for seed in range(3 if expected else 0):
        assert moves.lays.sample(Random(seed)).rows in expected
    return expected


def merit(rows: brute.Table) -> tuple[int, int]:
    """The order of turns: more Qwirkles, then fewer cards beyond three in a row."""
    return brute.qwirkles(rows), -sum(len(row) - 3 for row in rows)


def best_agrees(position: Position, moves: CardMoves, expected: set[brute.Table]) -> None:
    """Assert that the best turn is as good as the best of all, and others make as many Qwirkles."""
    best = moves.lays.best()
    others = [moves.lays.some_best(random) for random in (None, Random(1), Random(2))]
    if not expected:
        assert best is None
        assert others == [None] * 3
        return
    assert best is not None
    assert best.rows in expected
    assert merit(best.rows) == max(map(merit, expected))
    for other in others:
        assert other is not None
        assert other.rows in expected
        assert brute.qwirkles(other.rows) == brute.qwirkles(best.rows)


@both_readings
@pytest.mark.parametrize("start", [120, 180])
def test_turns_are_those_of_brute_force(start: int, reading: Reading) -> None:
    """More than a hundred small positions are tested, with copies and nearly complete rows."""
    for position in fixed(range(start, start + 60)):
        agree(position, reading)


@both_readings
def test_the_small_positions_are_of_all_sorts(reading: Reading) -> None:
    """They have no turn, one or hundreds, none to three Qwirkles, and few or many broken rows."""
    numbers, qwirkles, disturbed, cards = [], set(), set(), set()
    for position in fixed(range(120, 240)):
        expected = position.turns(reading)
        numbers.append(len(expected))
        qwirkles |= {brute.qwirkles(after) for after in expected}
        disturbed |= {brute.broken(position.table, after) for after in expected}
        cards |= {position.played(after).total() for after in expected}
    assert min(numbers.count(0), numbers.count(1)) > 7
    assert max(numbers) > 200
    assert qwirkles >= {0, 1, 2}
    assert disturbed >= {0, 1, 2, 3}
    assert cards >= {1, 2, 3, 4}


@both_readings
@given(position=positions().filter(lambda position: bool(position.hand)))
def test_any_small_position(reading: Reading, position: Position) -> None:
    """Hypothesis chooses the positions."""
    agree(position, reading)


SPECIAL = [
    # The red row gives its circle to a new row and takes a star of a row of four; then the row of
    # stars has three, and takes one too.
    ("Rc Rs Rd | Rt Yt Gt Bt", "Yc Gc"),
    ("Rc Rs Rd | Rt Yt Gt | Os Od Ot Ok", "Yc Gc"),
    ("Rc Rs Rd | Rt Yt Gt Bt", "Yc Gc Ot"),
    ("Rc Rs Rd | Ok Bk Pk", "Yc Gc Rt"),  # the red row is filled up from the hand
    ("Rc Rs Rd | Rt Yt Gt", "Yc Gc"),  # chains that lead nowhere
    ("Rc Rs Rd | Rt Yt Gt | Os Od Ot", "Yc Gc"),
    ("Rc Rs Rd | Yt Gt Bt Pt", "Yc Gc"),
    # The second row takes what the first took, and the first finds another.
    ("Rc Rs Rd | Rc Rs Rt Rk", "Yc Gc"),
    ("Yt Yk Yx | Gt Gk Gx", "Rc Rs Rd Rt"),  # a new row from the hand alone
    ("Yt Yk Yx", "Rc Rs Rc Rs Rd Rd Bd"),  # and two
    ("Rc Rs Rd | Yc Yt Yk Yx | Gc Gs Gd", "Bc Pc"),  # only the yellow circle can be spared
    ("Rc Rs Rd | Yc Ys Yd | Gc Gs Gd", "Bc"),  # only the free reading regroups the square
    ("Rc Rs Rd Rt", "Yc Gc Bs Ps"),  # cards that cannot be played together
    # no turn
    ("Rc Rs Rd | Yc Ys Yd", "Gc"),  # two squares and two diamonds would be left
    ("Rc Rs Rd Rt | Yd Yt Yk", "Rc Gc"),  # no third circle
    ("Rc Rs Rd Rt | Rc Oc Yc Gc", "Rc"),  # both rows hold it
    # Qwirkles
    ("Rc Rs Rd | Rt Rk Rx", "Rc Rs Rt"),  # either row is completed
    ("Rc Rs Rd | Rt Rk Rx", "Rc Rs Rd"),
    ("Rc Rs Rd", "Rc Rs Rd Rt Rk Rx"),  # a row is completed, or a Qwirkle is new
    ("Rc Rs Rd Rt | Rk Yk Gk Bk", "Rk Rx"),  # a clover of the hand, or of the rows
    ("Oc Yc Gc Bc | Ps Pd Pt Pk Px", "Rc Pc"),  # either of two Qwirkles
    ("Rs Rd Rt Rk Rx | Oc Yc Gc Bc Pc", "Rc"),
    ("Rs Rd Rt Rk Rx | Oc Yc Gc Bc Pc", "Rc Os Ys"),
    ("Rs Rd Rt Rk Rx | Oc Yc Gc Bc Pc", "Rc Rc"),  # both
    ("Rs Rd Rt Rk Rx | Os Od Ot Ok Ox", "Rc Oc"),
    ("Rc Rs Rd Rt Rk | Rs Os Ys Gs Bs", "Rx Ps"),
    ("Rc Rs Rd Rt Rk | Rx Ox Yx Gx Bx", "Px Rx"),
]


def read(table: str, hand: str) -> Position:
    """The position that two texts describe."""
    return Position(brute.table_of(*table.split("|")), brute.row_of(hand))


@both_readings
@pytest.mark.parametrize(("table", "hand"), SPECIAL)
def test_special_positions(table: str, hand: str, reading: Reading) -> None:
    """Turns that adding cards row by row would miss, new rows, and choices between Qwirkles."""
    agree(read(table, hand), reading)


ALL_COPIES = " | ".join(["Rc Rs Rd", "Yc Ys Yd", "Ot Ok Ox", "Gt Gk Gx"] * 3)
FIVES = " | ".join(" ".join(color + shape for shape in "csdtk") for color in "ROYGBROYGB")
SQUARE = "Rc Rs Rd | Oc Os Od | Yc Ys Yd | Bc Bs Bd | Pc Ps Pd"
FOURS = "Rc Rs Rd Rt | Oc Os Od Ok | Yc Yt Yk Yx | Gc Gs Gt Gx | Bc Bd Bk Bx"
SAME = "Rs Rd Rt Rk Rx | Rs Rd Rt Rk Rx | Rs Rd Rt Rk Rx"
CHAIN = "Rc Rs Rd | Rt Yt Gt | Os Od Ot | Ox Yx Bx"
LARGE = [
    # (Qwirkles, cards beyond three) of the best turn, freely and strictly, or None
    (CHAIN, "Yc Gc", None, None),
    (CHAIN + " Px", "Yc Gc", (0, 0), (0, 0)),
    (ALL_COPIES, "Bc Bs Bd", (0, 0), (0, 0)),
    ("Px Rx Ox | Rc Rs Rd Rt Rk | Oc Os Od Ot Ok | Yc Ys Yd Yt Yk", "Px Px", None, None),
    (ALL_COPIES, "Bc Pc Bt Bt Pt", None, None),  # none of the cards of the rows can move
    (ALL_COPIES, "Bc Pc Bs Pt", None, None),
    (FIVES, "Px Px Px", None, None),  # no row has the colour or the shape
    (SQUARE, "Gc", (1, 7), None),  # from colours to shapes
    ("Rc Rs Rd Rt Rk | Yc Ys Yd Yt", "Rx Bt Gt", (1, 3), (1, 3)),
    ("Rc Rs Rd | Rt Ot Yt Bt | Rk Gk Pk Ok", "Yc Gc Bs Ps", (0, 0), (0, 1)),
    ("Rc Rs Rd Rt | Yc Yd Yk Yx | Gc Gs Gk Gx | Oc Od Ot Ox", "Bc Bc", (0, 0), (0, 0)),
    ("Rc Rs Rd Rt Rk", "Rc Rs Rd Rt Rk Rx Rx", (2, 6), (2, 6)),
    ("Rc Rs Rd Rt Rk | Rc Oc Yc Gc", "Rs Rd Rt Rk Rx Rx", (2, 6), (2, 6)),
    ("Rc Rs Rd Rt Rk | Rc Oc Yc", "Rs Rd Rt Rk Rx Rx", (1, 3), (1, 3)),
    ("Oc Yc Gc Bc Pc | Rc Rs Rd Rt | Yx Gx Bx", "Px", (1, 4), (1, 4)),
    (FOURS + " | Pc Ps Pt Pk", "Rk", (1, 4), (0, 4)),  # strictly, an old row is completed
    (FOURS, "Pc", (1, 3), (1, 3)),  # or the circle of the hand makes a new row
    (SAME, "Rc Rc", (2, 8), (2, 8)),
    (SAME, "Rc Rc Rc", (3, 9), (3, 9)),
    ("Rs Rd Rt Rk Rx | Os Od Ot Ok Ox | Ys Yd Yt Yk Yx", "Rc Oc Yc", (3, 9), (3, 9)),
    ("Rs Rd Rt Rk Rx | Os Od Ot Ok Ox | Oc Yc Gc Bc Pc", "Rc Rc Oc", (3, 9), (3, 9)),
    ("Rc Rs Rd Rt Rk | Oc Os Od Ot Ok | Yx Gx Bx Px", "Rx Rx Ox Ox", (3, 9), (3, 9)),
]


@pytest.mark.parametrize(("table", "hand", "free", "strict"), LARGE)
def test_large_positions(
    table: str, hand: str, free: tuple[int, int] | None, strict: tuple[int, int] | None
) -> None:
    """Too many cards for brute force, but few enough to see."""
    position = read(table, hand)
    for reading, expected in zip(READINGS, (free, strict), strict=True):
        moves = position.moves(reading)
        best = moves.lays.best()
        can_play = expected is not None
        assert bool(moves.lays) == bool(moves.playable()) == any(moves.lays) == can_play
        assert moves.best() == (qwirkle.Pass() if best is None else best)
        if expected is None:
            assert best is None
            assert moves.sample(Random(0)) == qwirkle.Pass()
            with pytest.raises(qwirkle.errors.InvalidValue):
                moves.lays.sample(Random(0))
        else:
            assert best is not None
            assert brute.is_turn(*position, best.rows, reading == "strict")
            assert merit(best.rows) == (expected[0], -expected[1])


@both_readings
@pytest.mark.parametrize("seed", range(0, 12, 2))
def test_no_rows_after_the_opening(seed: int, reading: Reading) -> None:
    """If all rows have been taken, the player may lay any rows, not only the largest set."""
    random = Random(seed)
    lines = random.sample(LINES, 2)
    kinds = sorted({*lines[0], *lines[1]})
    hand = brute.random_hand(random, (), random.choice([2, 4, 6, 7]), kinds)
    taken = next(line for line in LINES if not set(line) & set(hand))
    variant = qwirkle.get_variant("cards", regrouping=reading)
    state = qwirkle.position(variant, hands=[hand, ""], qwirkles=[[], [taken]], pile="")
    assert isinstance(state, CardState)
    moves = moves_of(state)
    expected = brute.turns((), hand, reading == "strict")
    listed = [move.rows for move in moves.lays]
    assert len(listed) == len(expected)
    assert set(listed) == expected
    best_agrees(Position((), hand), moves, expected)


# Verdicts on nearly legal turns


def bent(rows: Sequence[Sequence[Tile]], random: Random) -> list[list[Tile]]:
    """Rows with one change, after which they are often not a legal turn."""
    after = [list(row) for row in rows]
    row, other = random.choice(after), random.choice(after)
    if not row or not other:
        return after
    change = random.randrange(9)
    if change == 0:  # swap two cards
        i, j = random.randrange(len(row)), random.randrange(len(other))
        row[i], other[j] = other[j], row[i]
    elif change == 1:  # remove a card
        row.remove(random.choice(row))
    elif change == 2:  # add any card
        row.append(random.choice(brute.KINDS))
    elif change == 3:  # add a card that may fit
        row.append(random.choice([card for line in LINES if row[0] in line for card in line]))
    elif change == 4:  # replace a card
        row[random.randrange(len(row))] = random.choice(brute.KINDS)
    elif change == 5:  # split a row
        at = random.randrange(len(row) + 1)
        after.append(row[at:])
        del row[at:]
    elif change == 6 and row is not other:  # join two rows
        after.remove(other)
        row += other
    elif change == 7:  # move a card to another row
        other.append(row.pop(random.randrange(len(row))))
    else:  # remove a row
        after.remove(row)
    return after


@both_readings
def test_verdicts_on_changed_turns(reading: Reading) -> None:
    """A nearly legal turn gets the verdict of brute force from every function."""
    verdicts = Counter[bool]()
    for number, position in enumerate(fixed(range(80))):
        random = Random(number)
        state = position.state(reading)
        moves = moves_of(state)
        turns = [move.rows for move in moves.lays] or [position.table]
        for _ in range(25):
            after: Sequence[Sequence[Tile]] = random.choice(turns)
            for _ in range(random.choice([1, 1, 2])):
                after = bent(after, random) or after
            if not all(after):
                continue  # a row without cards cannot be written
            may = brute.is_turn(position.table, position.hand, after, reading == "strict")
            verdicts[may] += 1
            move = Lay(after)
            assert (qwirkle.check(state, move) == ()) == may
            assert (move in moves) == (move in moves.lays) == may
    assert min(verdicts[True], verdicts[False]) > 30


@pytest.mark.parametrize(("colors", "shapes", "cards"), [(4, 5, 14), (6, 3, 15)])
def test_the_strict_reading_of_free_turns(colors: int, shapes: int, cards: int) -> None:
    """Strict turns are free ones; each of the others breaks K6 and no other rule."""
    verdicts = Counter[bool]()
    kinds = [Tile(color, shape) for color in [*Color][:colors] for shape in [*Shape][:shapes]]
    for seed in range(12):
        random = Random(seed)
        table = brute.random_table(random, cards, kinds)
        position = Position(table, brute.random_hand(random, table, 3, kinds))
        state = position.state("strict")
        strict, free = moves_of(state), position.moves("free")
        turns = [move.rows for move in free.lays]
        may = [rows for rows in turns if brute.is_turn(*position, rows, strict=True)]
        assert [move.rows for move in strict.lays] == may
        assert set(strict.playable()) <= set(free.playable())
        best_agrees(position, free, set(turns))
        best_agrees(position, strict, set(may))
        for rows in random.sample(turns, min(20, len(turns))):
            verdicts[rows in may] += 1
            codes = {violation.code.value for violation in qwirkle.check(state, Lay(rows))}
            assert (Lay(rows) in strict.lays) == (rows in may) == (not codes)
            assert codes <= {"row-gone", "new-row-without-card"}
    assert min(verdicts[True], verdicts[False]) > 20


def test_moves_that_are_not_turns() -> None:
    """A redraw is not a turn, nor is a value that is not a move."""
    moves = read("Rc Rs Rd", "Rt").moves("free")
    assert Lay("Rc Rs Rd Rt") in moves.lays
    assert Redraw() not in moves.lays
    assert "lay Rc Rs Rd Rt" not in moves.lays


# The order


def which_broken(table: brute.Table, rows: brute.Table) -> tuple[int, ...]:
    """The old rows that are not whole in their own row: the fewest, then the latest."""
    seats = [*range(len(rows)), *[-1] * len(table)]
    ways = {
        tuple(
            seat < 0 or not set(old) <= set(rows[seat])
            for old, seat in zip(table, seats, strict=True)
        )
        for seats in permutations(seats, len(table))
    }
    gone = min(ways, key=lambda way: (sum(way), way))
    return tuple(i for i, is_gone in enumerate(gone) if is_gone)


def order(position: Position, kinds: Sequence[Tile], rows: brute.Table) -> tuple[object, ...]:
    """The sort key of a turn, before the cards of a line are dealt."""
    gone = which_broken(position.table, rows)
    where: list[int] = []
    for card in kinds:
        holding = [row for row in rows if card in row]
        in_color = sum(row[0].color is row[1].color for row in holding)
        where += [in_color, len(holding) - in_color]
    return len(gone), gone, where


@both_readings
def test_the_order_of_turns(reading: Reading) -> None:
    """Turns are sorted by the number of broken rows, by which rows, and by where cards go."""
    compared = 0
    for position in fixed(range(100)):
        turns = [move.rows for move in position.moves(reading).lays]
        hand = position.moves("free").playable()
        kinds = [*hand, *(card for card in brute.KINDS if card not in hand)]
        if len(turns) <= 150:
            places = [order(position, kinds, rows) for rows in turns]
            assert places == sorted(places)
            compared += sum(a != b for a, b in pairwise(places))
    assert compared > 100


@both_readings
@pytest.mark.parametrize("seed", range(5))
def test_equal_states_have_their_turns_in_the_same_order(seed: int, reading: Reading) -> None:
    """The order of the given rows and cards does not matter, for states and for views."""
    random = Random(seed)
    (position,) = [*fixed(range(seed, seed + 1))] or [narrow(random)]
    state = position.state(reading)
    table = [random.sample(row, len(row)) for row in position.table]
    hand = random.sample(position.hand, len(position.hand))
    random.shuffle(table)
    again = qwirkle.position(state.variant, table=table, hands=[hand, ""], pile="")
    assert isinstance(again, CardState)
    assert again == state
    listed = list(moves_of(state).lays)
    assert list(moves_of(again).lays) == listed
    assert list(moves_of(state).lays) == listed
    view = qwirkle.observe(state, 0)
    assert [*qwirkle.legal_moves(view)] == [*listed, *([] if listed else [qwirkle.Pass()])]
    assert moves_of(state).best() == moves_of(again).best()
    if listed:
        assert moves_of(again).sample(Random(seed)) == moves_of(state).sample(Random(seed))


# Samples


@both_readings
def test_samples_are_of_all_sorts(reading: Reading) -> None:
    """They play few cards and many, with and without Qwirkles and broken rows."""
    position = read("Rc Rs Rd Rt Rk | Yc Ys Yd Yt | Rx Gx Bx Px", "Rx Yk Oc Gc Ok Ox")
    lays = position.moves(reading).lays
    found = {lays.sample(Random(seed)).rows for seed in range(200)}
    assert len(found) > 20
    assert {position.played(rows).total() for rows in found} >= {1, 2, 3, 4, 5}
    assert {brute.qwirkles(rows) for rows in found} >= {0, 1}
    assert {brute.broken(position.table, rows) for rows in found} >= {0, 1}
    assert {card for rows in found for card in position.played(rows)} == set(position.hand)
    few = read("Rc Rs Rd | Yt Yk Yx | Gs Bs Ps", "Rt Ys Os")
    turns = {move.rows for move in few.moves(reading).lays}
    sampled = {few.moves(reading).lays.sample(Random(seed)).rows for seed in range(150)}
    assert sampled <= turns
    assert len({tuple(few.played(rows)) for rows in sampled}) == 7  # all choices of the cards


# Many rows


def crowded(seed: int, reading: Reading, most: int) -> Iterator[CardState]:
    """States of a random game with 30 cards or more in the rows."""
    random = Random(seed)
    variant = qwirkle.get_variant("cards", regrouping=reading)
    state = qwirkle.new_game(variant, players=2 + seed % 3, seed=seed)
    while not state.is_over and sum(map(len, state.table)) <= most:
        if sum(map(len, state.table)) >= 30:
            yield state
        state = qwirkle.apply(state, qwirkle.legal_moves(state).sample(random))


@both_readings
@pytest.mark.parametrize("seed", range(2))
def test_the_best_turns_with_many_rows(seed: int, reading: Reading) -> None:
    """They are legal, and at least as good as turns by chance."""
    largest = {"free": 60, "strict": 45}[reading]
    seen = 0
    for state in crowded(seed, reading, largest):
        moves = moves_of(state)
        if not moves.lays:
            assert moves.lays.best() is None
            assert moves.playable() == ()
            continue
        seen += 1
        position = Position(state.table, state.hand)
        found = moves.lays.best()
        assert found is not None
        best = found.rows
        for rows in [best, *(moves.lays.sample(Random(number)).rows for number in range(10))]:
            assert Lay(rows) in moves
            assert brute.is_turn(*position, rows)
            assert merit(rows) <= merit(best)
            assert set(position.played(rows)) <= set(moves.playable()) <= set(state.hand)
    assert seen >= 3


@both_readings
@pytest.mark.parametrize("seed", [4, 8])
def test_playable_cards_with_many_rows(seed: int, reading: Reading) -> None:
    """Each card has a turn if it is alone in the hand, or with another card."""
    alone = Counter[bool]()
    for state in crowded(seed, reading, 60):
        moves = moves_of(state)
        playable = moves.playable()
        assert bool(moves.lays) == bool(playable)
        assert moves_of(state).sample(Random(seed)) in moves
        for card in set(state.hand):
            single = Position(state.table, (card,)).moves(reading)
            alone[card in single.playable()] += 1
            if single.lays:
                assert card in playable
                best = single.lays.best()
                assert best is not None
                assert best in moves
                assert best in single
            else:
                assert (card in playable) <= (len(state.hand) > 1)
                assert not any(single.lays)
    assert alone[True] > 20
