"""The arithmetic of dealing cards into rows, compared with brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from random import Random

import brute_cards
import pytest

from qwirkle import Color, Shape, Tile
from qwirkle_variants.cards import free, grid, listing
from qwirkle_variants.cards.covers import Covers, fewest_rows, spare_cards
from qwirkle_variants.cards.dealing import Loose
from qwirkle_variants.cards.grid import KINDS, KINDS_OF_LINE, LINES, Row, dealt_round
from qwirkle_variants.cards.matching import matched
from qwirkle_variants.cards.work import Work

Copies = tuple[int, ...]
"""How many there are of each kind of a line."""

VECTORS: list[Copies] = list(product(range(4), repeat=6))
"""All 4096 of up to three copies each."""
ROWS = [row for size in range(3, 7) for row in combinations(range(6), size)]
"""The 42 rows of a line, each by the positions of its cards."""


def without(copies: Copies, row: Sequence[int]) -> Copies:
    """The cards that are left after a row has been laid."""
    return tuple(number - (at in row) for at, number in enumerate(copies))


def rows_holding_the_first(copies: Copies) -> Iterator[tuple[int, ...]]:
    """The rows that can be laid with the first card that is left; some row must hold it."""
    first = next(at for at, number in enumerate(copies) if number)
    return (row for row in ROWS if row[0] == first and all(copies[at] for at in row))


@cache
def most_qwirkles(copies: Copies) -> int | None:
    """The most rows of six if all cards of a line are in rows, or None if that is impossible."""
    if not any(copies):
        return 0
    found = [
        (len(row) == 6) + rest
        for row in rows_holding_the_first(copies)
        if (rest := most_qwirkles(without(copies, row))) is not None
    ]
    return max(found, default=None)


@cache
def most_threes(copies: Copies) -> int:
    """The most rows that can be laid with some of the cards, at three cards each."""
    present = [at for at in range(6) if copies[at]]
    return max(
        (1 + most_threes(without(copies, row)) for row in combinations(present, 3)), default=0
    )


def counts_in(line: int, copies: Sequence[int]) -> list[int]:
    """The given numbers of cards of one line, as counts for all kinds."""
    found = [0] * 36
    for kind, number in zip(KINDS_OF_LINE[line], copies, strict=True):
        found[kind] = number
    return found


def is_dealt(rows: Sequence[Row]) -> bool:
    """Whether each row belongs to the line it names, with its cards in order."""
    return all(
        brute_cards.is_row(row.cards)
        and set(row.kinds) <= set(KINDS_OF_LINE[row.line])
        and list(row.kinds) == sorted(row.kinds)
        for row in rows
    )


# The numbers of kinds, lines and places


def test_kinds_and_lines() -> None:
    """There are 36 kinds in order, and six lines each for colours and shapes, of six kinds."""
    assert [(card.color, card.shape) for card in KINDS] == list(product(Color, Shape))
    assert [grid.kind_of(card) for card in KINDS] == list(range(36))
    assert list(LINES) == list(range(12))
    for line, shared in enumerate([*Color, *Shape]):
        cards = [KINDS[kind] for kind in KINDS_OF_LINE[line]]
        assert cards == [card for card in KINDS if card.color is shared or card.shape is shared]


def test_places() -> None:
    """There are 72: each kind has one in the line of its colour and one in that of its shape."""
    assert [place for places in grid.PLACES_OF_LINE for place in places] == list(range(72))
    for line in LINES:
        for place, kind in zip(grid.PLACES_OF_LINE[line], KINDS_OF_LINE[line], strict=True):
            assert (grid.KIND_AT[place], grid.LINE_AT[place]) == (kind, line)
    for kind, card in enumerate(KINDS):
        in_color, in_shape = grid.COLOR_PLACE[kind], grid.SHAPE_PLACE[kind]
        assert grid.KIND_AT[in_color] == grid.KIND_AT[in_shape] == kind
        assert grid.LINE_AT[in_color] == card.color
        assert grid.LINE_AT[in_shape] == 6 + card.shape
        assert grid.OTHER_PLACE[in_color] == in_shape
        assert grid.OTHER_PLACE[in_shape] == in_color
    assert len(grid.KIND_AT) == len(grid.LINE_AT) == len(grid.OTHER_PLACE) == 72
    assert len(grid.COLOR_PLACE) == len(grid.SHAPE_PLACE) == 36


def test_a_row_knows_its_line_and_its_missing_cards() -> None:
    """For each of the 504 possible rows, its cards and the missing ones are the whole line."""
    for line in LINES:
        whole = [KINDS[kind] for kind in KINDS_OF_LINE[line]]
        for chosen in ROWS:
            cards = tuple(whole[at] for at in chosen)
            row = grid.row_of(cards)
            assert type(row.line) is int
            assert (row.line, row.cards) == (line, cards)
            missing = [KINDS[kind] for kind in row.missing]
            assert missing == [card for card in whole if card not in cards]


def test_counting_cards() -> None:
    """Copies of each kind are counted, in cards and in rows."""
    rows = [grid.row_of(brute_cards.row_of(text)) for text in ("Rc Rs Rd", "Rc Oc Yc Gc")]
    found = grid.counts_of_rows(rows)
    assert found == grid.counts(card for row in rows for card in row.cards)
    assert {kind: number for kind, number in enumerate(found) if number} == {
        grid.kind_of(Tile.parse(text)): number
        for text, number in {"Rc": 2, "Rs": 1, "Rd": 1, "Oc": 1, "Yc": 1, "Gc": 1}.items()
    }
    assert grid.counts([]) == grid.counts_of_rows([]) == [0] * 36


# Cards of one line


def test_when_cards_of_a_line_can_be_dealt() -> None:
    """In all 4096 cases, exactly if the sum is at least three times the largest count."""
    for copies in VECTORS:
        assert (most_qwirkles(copies) is not None) == (sum(copies) >= 3 * max(copies))


def test_how_many_qwirkles_cards_of_a_line_make() -> None:
    """As many as the fewest copies, or a third of what exceeds three times the most copies."""
    met = Counter[int]()
    for copies in VECTORS:
        if (most := most_qwirkles(copies)) is not None:
            assert most == min(*copies, (sum(copies) - 3 * max(copies)) // 3)
            met[most] += 1
    assert set(met) == {0, 1, 2, 3}


@pytest.mark.parametrize("line", [2, 9])
def test_cards_of_a_line_are_dealt(line: int) -> None:
    """In all 4096 cases, for a colour and for a shape, the result is rows or none at all."""
    for copies in VECTORS:
        cards = counts_in(line, copies)
        loose = Loose(cards, cards, [])
        dealt = loose.deal()
        if most_qwirkles(copies) is None:
            assert dealt is None
            assert not loose.can_be_dealt()
        else:
            assert dealt is not None
            assert is_dealt(dealt)
            assert grid.counts_of_rows(dealt) == cards
            assert {row.line for row in dealt} <= {line}
            assert len(dealt) == max(copies)


def test_the_most_qwirkles_of_a_line_are_dealt() -> None:
    """One more is impossible."""
    line = 4
    for copies in VECTORS:
        if (most := most_qwirkles(copies)) is None:
            continue
        cards = counts_in(line, copies)
        for wanted in (most, most + 1):
            plan = [wanted if other == line else 0 for other in LINES]
            dealt = free.deal([], cards, cards, [], plan, Work())
            assert (dealt is not None) == (wanted == most)
            if dealt is not None:
                assert is_dealt(dealt)
                assert grid.counts_of_rows(dealt) == cards
                assert sum(len(row.kinds) == 6 for row in dealt) >= wanted


def test_dealing_round() -> None:
    """Cards enough for three each, and no kind with more copies than rows, always give rows."""
    met = Counter[int]()
    for copies in VECTORS:
        for number in range(max(1, *copies), 4):
            if sum(copies) < 3 * number:
                continue
            line = number + 5  # a colour or a shape
            dealt = dealt_round(line, copies, number)
            assert is_dealt(dealt)
            assert {row.line for row in dealt} == {line}
            assert grid.counts_of_rows(dealt) == counts_in(line, copies)
            lengths = [len(row.kinds) for row in dealt]
            assert len(lengths) == number
            assert max(lengths) - min(lengths) <= 1
            met[number] += 1
    assert min(met[1], met[2], met[3]) > 10
    assert dealt_round(0, [0] * 6, 0) == []


def test_the_most_rows_that_cards_allow() -> None:
    """There are as many rows as the cards allow, and no card is twice in a row."""
    for copies in VECTORS:
        spare = spare_cards(copies)
        assert max(rows for rows in range(7) if spare[rows] >= 0) == most_threes(copies)


def test_the_most_rows_of_all_lines() -> None:
    """Each line is counted as if it had all its cards, except those of kept rows."""
    most = grid.counts(brute_cards.row_of("Rc Rs Rd Rt Rc Rs Rd Oc Yc Oc Yc Gc Gc Ps"))
    kept = [grid.row_of(brute_cards.row_of("Rc Rs Rd"))]
    assert Loose([0] * 36, most, []).tops() == [2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]
    assert Loose([0] * 36, most, kept).tops() == [1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]
    assert not any(Loose([0] * 36, [0] * 36, []).tops())


# How many rows


class Needs:
    """The seats that the kinds of some lines need, and the rows that these lines may have."""

    def __init__(self, random: Random) -> None:
        self.lines = [*random.sample(range(6), 2), *random.sample(range(6, 12), 3)]
        self.needs, self.floor, self.top = [0] * 36, [0] * 12, [0] * 12
        for color, shape in product(self.lines[:2], self.lines[2:]):
            self.needs[6 * color + shape - 6] = random.choice([0, 0, 0, 1, 1, 2, 3])
        for line in self.lines:
            self.top[line] = random.choice([1, 2, 3, 3])
            self.floor[line] = random.choice([0, 0, 0, 0, random.randint(0, self.top[line])])

    @property
    def covers(self) -> Covers:
        """The question for the library: three kinds with as many copies allow as many rows."""
        caps = [self.top[place // 6] * (place % 6 < 3) for place in range(72)]
        return Covers(self.needs, self.floor, caps, [6] * 36, Work())

    def every(self) -> list[tuple[int, ...]]:
        """All sufficient numbers of rows."""
        found = []
        for numbers in product(*(range(self.floor[i], self.top[i] + 1) for i in self.lines)):
            rows = [0] * 12
            for line, number in zip(self.lines, numbers, strict=True):
                rows[line] = number
            if all(rows[k // 6] + rows[6 + k % 6] >= need for k, need in enumerate(self.needs)):
                found.append(tuple(rows))
        return found


def at_least(rows: Sequence[int], other: Sequence[int]) -> bool:
    """Whether every line has at least as many rows as in the other case."""
    return all(a >= b for a, b in zip(rows, other, strict=True))


@pytest.mark.parametrize("seed", range(60))
def test_the_numbers_of_rows(seed: int) -> None:
    """Each answer seats every card and comes once; the minimal ones are complete and come first."""
    problem = Needs(Random(seed))
    every = problem.every()
    least = [r for r in every if not any(at_least(r, other) for other in every if other != r)]
    found = list(problem.covers)
    assert len(set(found)) == len(found)
    assert set(least) <= set(found) <= set(every)
    for i, rows in enumerate(found):
        assert any(at_least(rows, other) for other in found[: i + 1] if other in least)


@pytest.mark.parametrize("seed", range(30))
def test_the_fewest_rows(seed: int) -> None:
    """They agree with the numbers of rows; if there is room for fewer, there is no answer."""
    problem = Needs(Random(seed))
    problem.floor, problem.top = [0] * 12, [3 * (line in problem.lines) for line in LINES]
    fewest = min(map(sum, problem.every()))
    assert fewest_rows(problem.needs) == fewest
    for room, closely in product((fewest - 1, fewest), (False, True)):
        covers = problem.covers
        covers.room, covers.closely = room, closely
        assert {sum(rows) for rows in covers} == ({fewest} if room == fewest else set())


@pytest.mark.parametrize("seed", range(30))
def test_wished_rows(seed: int) -> None:
    """An answer that meets the wishes, up to the allowed exceptions and the room, is found."""
    random = Random(seed)
    problem = Needs(random)
    every = problem.every()
    wish = [random.randint(0, 3) for _ in LINES]
    met = Counter[bool]()
    for room, lacking in product(range(0, 16, 3), range(0, 16, 3)):
        covers = problem.covers
        covers.room, covers.wish, covers.lacking = room, wish, lacking
        possible = any(
            sum(rows) <= room
            and sum(max(0, w - r) for w, r in zip(wish, rows, strict=True)) <= lacking
            for rows in every
        )
        assert any(True for _ in covers) >= possible
        met[possible] += 1
        met[any(True for _ in covers)] += 1
    assert met[False]


# Kept rows, and cards of several lines


class Problem:
    """Kept rows, cards that must be dealt, cards that may be, and all results by brute force."""

    def __init__(self, random: Random, lines: Sequence[int]) -> None:
        kinds = sorted({kind for line in lines for kind in KINDS_OF_LINE[line]})
        box = Counter(dict.fromkeys(kinds, 3))
        self.kept: list[Row] = []
        for _ in range(random.choice([0, 1, 1, 2])):
            line = random.choice(lines)
            left = [kind for kind in KINDS_OF_LINE[line] if box[kind]]
            chosen = sorted(random.sample(left, random.choice([3, 3, 4, 5])))
            self.kept.append(Row(line, tuple(chosen)))
            box.subtract(chosen)
        some = random.sample(kinds, min(len(kinds), random.randint(3, 8)))
        pool = [kind for kind in sorted(box.elements()) if kind in some]
        room = 11 - sum(len(row.kinds) for row in self.kept)
        loose = random.sample(pool, min(len(pool), random.randint(0, room)))
        must = random.randint(0, len(loose)) if random.random() < 0.7 else len(loose)
        self.may = sorted(loose[must:])
        self.least = grid.counts_of_rows(self.kept)
        for kind in loose[:must]:
            self.least[kind] += 1
        self.most = self.least.copy()
        for kind in self.may:
            self.most[kind] += 1

    @property
    def loose(self) -> Loose:
        """The question for the library."""
        return Loose(self.least, self.most, self.kept)

    def tables(self) -> Iterator[list[brute_cards.Row]]:
        """Every way to lay the cards with some of the optional ones, fewest first."""
        must = [KINDS[kind] for kind, number in enumerate(self.least) for _ in range(number)]
        whole = [row.cards for row in self.kept]
        choices = brute_cards.choices([KINDS[kind] for kind in self.may])
        for more in ((), *sorted(choices, key=len)):
            for rows in brute_cards.dealt(sorted([*must, *more])):
                if not brute_cards.broken(whole, rows):
                    yield rows

    def is_solved_by(self, rows: Sequence[Row]) -> bool:
        """Whether these are the kept rows, possibly longer, followed by new ones."""
        found = grid.counts_of_rows(rows)
        grown = zip(self.kept, rows[: len(self.kept)], strict=True)
        return (
            is_dealt(rows)
            and all(self.least[kind] <= found[kind] <= self.most[kind] for kind in range(36))
            and all(a.line == b.line and set(a.kinds) <= set(b.kinds) for a, b in grown)
        )


@pytest.mark.parametrize(
    "lines",
    [(3,), (8,), (0, 6), (5, 11), (2, 3), (7, 8), (1, 2, 9), (4, 6, 10)],
    ids=lambda lines: "-".join(map(str, lines)),
)
def test_loose_cards_find_rows_or_there_are_none(lines: tuple[int, ...]) -> None:
    """Kept rows with free seats are tried in one line, in two lines and in three."""
    verdicts = Counter[bool]()
    for seed in range(60):
        problem = Problem(Random(seed), lines)
        first = next(problem.tables(), None)
        possible = first is not None
        verdicts[possible] += 1
        more = 12 if first is None else sum(map(len, first)) - sum(problem.least)
        for number in range(12):
            assert problem.loose.can_be_dealt_with(number) == (more <= number)
        dealt = problem.loose.deal()
        assert (dealt is not None) == problem.loose.can_be_dealt() == possible
        if dealt is not None:
            assert problem.is_solved_by(dealt)
    assert min(verdicts[True], verdicts[False]) >= 5


@pytest.mark.parametrize("lines", [(0, 6), (3, 10), (2, 4, 8)])
def test_cards_that_are_given_to_a_colour_or_a_shape(lines: tuple[int, ...]) -> None:
    """The copies of one kind are assigned, then those of another; the rows must agree."""
    verdicts = Counter[bool]()
    for seed in range(100, 160):
        random = Random(seed)
        problem = Problem(random, lines)
        spreads = [{(kind, *_where(kind, rows)) for kind in range(36)} for rows in problem.tables()]
        crossing = [k for k in range(36) if k // 6 in lines and 6 + k % 6 in lines]
        others = [k for k in range(36) if problem.most[k] and k not in crossing]
        first, second = crossing[0], random.choice([*crossing[1:], *others, 35])
        for i, j in _splits(problem, first):
            given = problem.loose.split(first, i, j)
            wanted = {_given(problem, first, i, j)}
            possible = any(wanted <= spread for spread in spreads)
            assert given.can_be_dealt() == possible
            verdicts[possible] += 1
            for k, m in _splits(problem, second):
                both = wanted | {_given(problem, second, k, m)}
                possible = any(both <= spread for spread in spreads)
                assert given.split(second, k, m).can_be_dealt() == possible
                verdicts[possible] += 1
    assert min(verdicts[True], verdicts[False]) >= 20


def _splits(problem: Problem, kind: int) -> list[tuple[int, int]]:
    """The ways to assign the loose copies of a kind, at least those that must be dealt."""
    loose = problem.loose
    least, most = loose.least[kind], loose.most[kind]
    return [(i, j) for i in range(most + 1) for j in range(most + 1) if least <= i + j <= most]


def _given(problem: Problem, kind: int, i: int, j: int) -> tuple[int, int, int]:
    """The copies in rows of the colour and of the shape, kept rows included."""
    kept = _where(kind, [row.cards for row in problem.kept])
    return kind, i + kept[0], j + kept[1]


def _where(kind: int, rows: Sequence[Sequence[Tile]]) -> tuple[int, int]:
    """The copies of a kind in rows of its colour, and in rows of its shape."""
    card = KINDS[kind]
    holding = [row for row in rows if card in row]
    in_color = sum(row[0].color is row[1].color for row in holding)
    return in_color, len(holding) - in_color


def test_a_split_leaves_the_rest_as_it_was() -> None:
    """Assigning cards makes a new question, and the first can be asked again."""
    cards = grid.counts(brute_cards.row_of("Rc Rs Rd Rc Oc Yc"))
    loose = Loose(cards, cards, [])
    before = loose.least.copy(), loose.most.copy(), loose.floor.copy(), loose.caps.copy()
    assert not loose.split(0, 2, 0).can_be_dealt()
    assert not loose.split(0, 0, 2).can_be_dealt()
    assert loose.split(0, 1, 1).can_be_dealt()
    assert (loose.least, loose.most, loose.floor, loose.caps) == before


def test_more_cards_kept_than_there_are() -> None:
    """There is then nothing to deal, whatever the rest is."""
    row = grid.row_of(brute_cards.row_of("Rc Rs Rd"))
    cards = grid.counts(brute_cards.row_of("Rc Rs Rd Rt Rk Rx"))
    assert Loose(cards, cards, [row]).deal() is not None
    assert Loose(cards, cards, [row, row]).deal() is None


# All dealings of a line


@cache
def dealings(copies: Copies, first: int = 0) -> frozenset[tuple[tuple[int, ...], ...]]:
    """All sorted ways to lay the cards, as the count of each row."""
    if not any(copies):
        return frozenset({()})
    if first == len(ROWS):
        return frozenset()
    row = ROWS[first]
    found = set(dealings(copies, first + 1))
    if all(copies[at] for at in row):
        found |= {tuple(sorted((row, *r))) for r in dealings(without(copies, row), first)}
    return frozenset(found)


def are_all_dealings(copies: Copies) -> int:
    """The number of dealings, after checking that each is listed once."""
    listed = list(listing._dealt(copies))
    assert all(rows == tuple(sorted(rows)) for rows in listed)
    assert len(set(listed)) == len(listed)
    assert set(listed) == dealings(copies)
    return len(listed)


def test_every_dealing_of_up_to_two_copies_is_listed_once() -> None:
    """The test covers all 729 cases."""
    numbers = [are_all_dealings(copies) for copies in product(range(3), repeat=6)]
    assert numbers[0] == 1
    assert numbers[-1] == max(numbers) > 100
    assert numbers.count(0) > 200


@pytest.mark.parametrize("seed", range(20))
def test_every_dealing_of_up_to_three_copies_is_listed_once(seed: int) -> None:
    """The test covers some cases with three copies of a kind."""
    random = Random(seed)
    copies = [random.choice([0, 1, 2, 3, 3]) for _ in range(6)]
    copies[random.randrange(6)] = 3
    are_all_dealings(tuple(copies))


def test_the_dealings_of_three_rows() -> None:
    """Three copies each of three kinds give one way; a fourth kind may join any of the rows."""
    assert list(listing._dealt((3, 0, 3, 0, 3, 0))) == [((0, 2, 4),) * 3]
    assert are_all_dealings((3, 3, 3, 1, 0, 0)) == 1
    assert are_all_dealings((3, 3, 3, 3, 0, 0)) == 2  # three rows of four, or four of three
    assert are_all_dealings((2, 2, 2, 0, 0, 3)) == 1  # each row has the last kind and two others
    assert are_all_dealings((2, 2, 1, 0, 0, 3)) == 0


@pytest.mark.parametrize("seed", range(40))
def test_every_way_that_kept_rows_grow_is_listed_once(seed: int) -> None:
    """One to three rows stay whole, and some of them are equal."""
    random = Random(seed)
    whole = [random.choice([row for row in ROWS if len(row) < 6])]
    for _ in range(random.randint(0, 2)):
        whole.append(random.choice([whole[0], random.choice(ROWS)]))
    copies = tuple(random.choice([0, 0, 1, 1, 2]) for _ in range(6))
    total = tuple(n + sum(at in row for row in whole) for at, n in enumerate(copies))
    expected = {
        rows
        for rows in dealings(total)
        if any(
            all(set(row) <= set(home) for row, home in zip(whole, homes, strict=True))
            for homes in permutations(rows, len(whole))
        )
    }
    listed = listing._grown(copies, tuple(whole))
    assert len(set(listed)) == len(listed)
    assert set(listed) == expected


# Partners


def partners_by_force(wishes: Sequence[Sequence[int]]) -> list[bool]:
    """The largest possible matching; if there are several, the first in order."""
    ways = [
        [partner is not None for partner in way]
        for way in product(*([*some, None] for some in wishes))
        if len({p for p in way if p is not None}) == sum(p is not None for p in way)
    ]
    return max(ways, key=lambda served: (sum(served), served))


def check_partners(wishes: Sequence[Sequence[int]]) -> None:
    """Check that the matching is as large as possible, fits the wishes, and is the first."""
    partners = matched(wishes)
    found = [partner for partner in partners if partner is not None]
    assert len(partners) == len(wishes)
    assert len(set(found)) == len(found)
    assert all(p is None or p in some for p, some in zip(partners, wishes, strict=True))
    assert [partner is not None for partner in partners] == partners_by_force(wishes)


def test_partners_of_three() -> None:
    """All wishes of three among three are tried, in every order."""
    some = [list(way) for size in range(4) for way in permutations(range(3), size)]
    for wishes in product(some, repeat=3):
        check_partners(wishes)


@pytest.mark.parametrize("seed", range(40))
def test_partners_of_more(seed: int) -> None:
    """Up to six are matched with up to six others, with few wishes or many."""
    random = Random(seed)
    others = range(10, 10 + random.randint(1, 6))
    check_partners(
        [
            random.sample(others, random.randint(0, min(3, len(others))))
            for _ in range(random.randint(0, 6))
        ]
    )


def test_a_matched_card_keeps_a_partner_but_may_change_it() -> None:
    """The first changes its partner twice, and the last has none."""
    assert matched([[1, 2], [1], [2, 3], [3]]) == [2, 1, 3, None]
    assert matched([[1, 2], [2, 3], [3, 4], [1]]) == [2, 3, 4, 1]
    assert matched([]) == []
