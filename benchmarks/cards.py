"""Times of questions about a turn of the card game, compared with an integer program.

    python benchmarks/cards.py [--tables N] [--seed S] [--json FILE] [--chart FILE.svg]

This makes positions with nine cards in hand, some with random rows and some from played games,
and asks the library and the program of ``milp.py`` the same questions about each. Then it asks
about the positions of ``hard_tables.json``, in which a question once took long. If the answers
differ, it stops and prints the position. Needs scipy, and matplotlib for the chart.

All times are processor times, which other programs disturb less than wall-clock times. Neither
the library nor the program waits for anything or uses several threads.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time
from typing import Final, Literal, NamedTuple, TypeAlias

import milp

import qwirkle
from qwirkle import Tile
from qwirkle_variants import CardMoves, CardState, Lay

Hand: TypeAlias = tuple[Tile, ...]
Table: TypeAlias = tuple[tuple[Tile, ...], ...]
Reading: TypeAlias = Literal["free", "strict"]

READINGS: Final[tuple[Reading, ...]] = ("free", "strict")
HAND_SIZE: Final = 9
AIMED: Final = (12, 20, 30, 40, 60, 80)
"""The approximate numbers of cards in the rows of the random positions."""
SIZES: Final = ((1, 15), (16, 25), (26, 35), (36, 50), (51, 70), (71, 108))
"""The classes of positions by the number of cards in the rows, each from the first to the last."""
EVERY_SIZE: Final = (1, 108)
KINDS: Final = ("rows at random", "random play", "greedy play")
EVERY_KIND: Final = "all"
REPEATS: Final = 2
"""The number of times that the library and the program are each asked; the shorter time counts."""


class Question(NamedTuple):
    """A question about a turn."""

    text: str
    ours: Callable[[CardMoves], object]
    """The function that asks the library."""
    program: Callable[[Table, Hand], object] | None
    """The function that asks the integer program, if it can answer."""


def _tightness(rows: Table) -> tuple[int, int]:
    """The Qwirkles of a turn, and its cards beyond three in a row."""
    return sum(len(row) == 6 for row in rows), sum(len(row) - 3 for row in rows)


def _tightest(table: Table, hand: Hand) -> object:
    """The numbers of the program's turn."""
    turn = milp.best_turn(table, hand)
    return turn and _tightness(turn.rows)


def _playable(table: Table, hand: Hand) -> tuple[Tile, ...]:
    """The kinds in the hand that can be played according to the program, asked one by one."""
    return tuple(kind for kind in sorted(set(hand)) if milp.playable(table, hand, kind))


QUESTIONS: Final = (
    Question(
        "is there a turn",
        lambda moves: bool(moves.lays),
        lambda table, hand: milp.best_turn(table, hand, "exists") is not None,
    ),
    Question("what can be played", lambda moves: moves.playable(), _playable),
    Question("best turn", lambda moves: moves.lays.best(), _tightest),
)
BEST: Final = QUESTIONS[2].text
LISTED: Final = Question("the first 200 turns", lambda moves: list(islice(moves.lays, 200)), None)
HARD: Final = Path(__file__).with_name("hard_tables.json")
ASKED: Final = dict(
    zip(
        ("exists", "playable", "best", "list200"),
        (*QUESTIONS, LISTED),
        strict=True,
    )
)
"""The questions by their names in the file of hard positions."""


class Case(NamedTuple):
    """The rows of a position, and the cards of the player to move."""

    kind: str
    table: Table
    hand: Hand

    @property
    def cards(self) -> int:
        """The number of cards in the rows."""
        return sum(map(len, self.table))

    @property
    def size(self) -> tuple[int, int]:
        """The class of the position by the number of cards in its rows."""
        return next(size for size in SIZES if size[0] <= self.cards <= size[1])

    @property
    def table_text(self) -> str:
        """The rows, as ``qwirkle.position`` reads them."""
        return " | ".join(" ".join(map(str, row)) for row in self.table)

    @property
    def hand_text(self) -> str:
        """The hand, as ``qwirkle.position`` reads it."""
        return " ".join(map(str, self.hand))

    def moves(self, reading: Reading) -> CardMoves:
        """The legal moves."""
        variant = qwirkle.get_variant("cards", regrouping=reading)
        state = qwirkle.position(variant, table=self.table, hands=[self.hand, ()], pile=())
        moves = qwirkle.legal_moves(state)
        assert isinstance(moves, CardMoves)
        return moves


class Time(NamedTuple):
    """The time of a question, in milliseconds."""

    question: str
    reading: Reading
    ours: float
    program: float | None = None
    given_up: bool = False
    """Whether the library was stopped at that time, without an answer."""


class Measured(NamedTuple):
    """A case and its times."""

    case: Case
    times: tuple[Time, ...]


class Summary(NamedTuple):
    """The times of one question in all positions of one kind and size, in milliseconds."""

    question: str
    reading: Reading
    kind: str
    size: tuple[int, int]
    tables: int
    given_up: int
    ours_median: float
    ours_worst: float
    program_median: float | None = None
    program_worst: float | None = None
    faster_median: float | None = None
    """The median of the program divided by that of the library."""
    faster_worst: float | None = None
    """The smallest ratio of any single position."""


class Different(Exception):
    """An error: the library and the program do not agree."""

    def __init__(self, case: Case, message: str) -> None:
        super().__init__(f'{message}\ntable="{case.table_text}", hand="{case.hand_text}"')


class _GivenUp(Exception):
    """An error: a question took too long."""


# Positions


def cases(tables: int, seed: int) -> list[Case]:
    """Positions in about equal parts of each kind; the same seed gives the same ones."""
    random = Random(seed)
    shares = [tables // 3 + (i < tables % 3) for i in range(3)]
    found = [_random_case(AIMED[i % len(AIMED)], random) for i in range(shares[0])]
    for kind, share in zip(KINDS[1:], shares[1:], strict=True):
        played = _played_cases(kind, random)
        found += [next(played) for _ in range(share)]
    return found


def _random_case(cards: int, random: Random) -> Case:
    """A position with random rows of at least this many cards, and nine cards in hand."""
    left = dict.fromkeys(milp.KINDS, milp.COPIES)
    rows: list[Hand] = []
    while sum(map(len, rows)) < cards:
        size = random.randint(3, 5)
        kinds = [kind for kind in random.choice(milp.LINES) if left[kind]]
        if len(kinds) >= size:
            rows.append(tuple(sorted(random.sample(kinds, size))))
            for kind in rows[-1]:
                left[kind] -= 1
    rest = [kind for kind, copies in left.items() for _ in range(copies)]
    return Case(KINDS[0], tuple(sorted(rows)), tuple(sorted(random.sample(rest, HAND_SIZE))))


def _played_cases(kind: str, random: Random) -> Iterator[Case]:
    """Positions from games of two to four players, some from each game and some from its end.

    In the last round the pile is empty, and the player who emptied it may have fewer than nine
    cards.
    """
    while True:
        states = list(_game(kind, random))
        before = [state for state in states if state.pile]
        last = [state for state in states if not state.pile]
        for state in random.sample(before, min(8, len(before))) + last[:2]:
            yield Case(kind, state.table, state.hand)


def _game(kind: str, random: Random) -> Iterator[CardState]:
    """The states of a game in which there are rows."""
    players = ["Ada", "Bob", "Cleo", "Dan"][: random.randint(2, 4)]
    state = qwirkle.new_game("cards", players=players, seed=random.getrandbits(32))
    while not state.is_over:
        assert isinstance(state, CardState)
        if state.table:
            yield state
        moves = state.variant.legal_moves(state)
        best = moves.lays.best() if kind == "greedy play" else None
        state = qwirkle.apply(state, best or moves.sample(random))


# Measurements


def measure(case: Case, limit: float) -> Measured:
    """Ask all questions about a case.

    Args:
        case: the rows and the hand.
        limit: the seconds after which a question that only the library can answer is stopped.

    Raises:
        Different: if the library and the program do not agree.
    """
    times: list[Time] = []
    best: dict[Reading, int] = {"free": -1, "strict": -1}
    for reading in READINGS:
        for question in QUESTIONS:
            if reading == "free" and question.program is not None:
                time, answer = _compared(case, question, question.program)
            else:
                time, answer = _alone(case, question, reading, limit)
            times.append(time)
            if question.text == BEST and not time.given_up:
                best[reading] = len(answer.qwirkles) if isinstance(answer, Lay) else -1
    if best["strict"] > best["free"]:
        raise Different(case, f"the strict reading allows more Qwirkles: {best}")
    return Measured(case, tuple(times))


def _compared(
    case: Case, question: Question, program: Callable[[Table, Hand], object]
) -> tuple[Time, object]:
    """Ask the library and the program in turns, and require the same answer."""
    moves = case.moves("free")
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(REPEATS):
        start = thread_time()
        mine = question.ours(moves)
        middle = thread_time()
        other = program(case.table, case.hand)
        end = thread_time()
        ours.append(1000 * (middle - start))
        theirs.append(1000 * (end - middle))
        _check(case, question, moves, mine)
        if _comparable(mine) != other:
            raise Different(case, f"{question.text}: the library finds {mine}, the program {other}")
    return Time(question.text, "free", min(ours), min(theirs)), mine


def _alone(case: Case, question: Question, reading: Reading, limit: float) -> tuple[Time, object]:
    """Ask the library alone."""
    moves = case.moves(reading)
    start = thread_time()
    try:
        with _limited(limit):
            answer = question.ours(moves)
    except (_GivenUp, qwirkle.errors.WorkLimitReached):
        return Time(question.text, reading, 1000 * limit, given_up=True), None
    time = Time(question.text, reading, 1000 * (thread_time() - start))
    _check(case, question, moves, answer)
    return time, answer


def _check(case: Case, question: Question, moves: CardMoves, answer: object) -> None:
    """Raise an error if a turn is not legal."""
    if isinstance(answer, Lay) and answer not in moves:
        raise Different(case, f"{question.text}: {answer} is not legal")


def _comparable(answer: object) -> object:
    """The part of an answer that is the same for all best turns."""
    return _tightness(answer.rows) if isinstance(answer, Lay) else answer


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Stop after this time, on systems that have a timer for it."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def give_up(*_: object) -> None:
        raise _GivenUp

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def measure_hard(limit: float) -> list[Measured]:
    """Ask about the hard positions: all questions in the free reading, otherwise the hard one.

    Raises:
        Different: if the library and the program do not agree.
    """
    found: list[Measured] = []
    for hard in json.loads(HARD.read_text(encoding="utf-8")):
        table = tuple(tuple(map(Tile.parse, row.split())) for row in hard["table"].split("|"))
        case = Case(
            f"hard: {hard['question']}", table, tuple(map(Tile.parse, hard["hand"].split()))
        )
        if hard["reading"] == "free":
            times = [_compared(case, q, q.program)[0] for q in QUESTIONS if q.program]
        else:
            times = [_alone(case, ASKED[hard["question"]], hard["reading"], limit)[0]]
        found.append(Measured(case, tuple(times)))
    return found


# Output


def summaries(measured: Sequence[Measured]) -> list[Summary]:
    """The times by question, reading, kind and size; first those of all positions."""
    tables = [(EVERY_KIND, EVERY_SIZE), *((kind, size) for kind in KINDS for size in SIZES)]
    groups: dict[tuple[str, Reading, str, tuple[int, int]], list[Time]] = {
        (question.text, reading, *of): []
        for reading in READINGS
        for question in QUESTIONS
        for of in tables
    }
    for case, times in measured:
        for time in times:
            for of in (tables[0], (case.kind, case.size)):
                groups[(time.question, time.reading, *of)].append(time)
    return [_summary(*key, times) for key, times in groups.items() if times]


def _summary(
    question: str, reading: Reading, kind: str, size: tuple[int, int], times: Sequence[Time]
) -> Summary:
    """The summary of at least one time."""
    ours = [time.ours for time in times]
    summary = Summary(
        question,
        reading,
        kind,
        size,
        len(times),
        sum(time.given_up for time in times),
        median(ours),
        max(ours),
    )
    pairs = [(time.ours, time.program) for time in times if time.program is not None]
    if not pairs:
        return summary
    theirs = [program for _, program in pairs]
    return summary._replace(
        program_median=median(theirs),
        program_worst=max(theirs),
        faster_median=median(theirs) / median(ours),
        faster_worst=min(program / mine for mine, program in pairs),
    )


def _print(summed: Sequence[Summary], limit: float) -> None:
    """Print two tables: of the questions that both can answer, and of the others."""
    print("Milliseconds of the library and of the integer program, free reading.")
    print("'faster': the program's time divided by the library's.\n")
    heads = ("median", "worst", "program", "worst", "faster", "at worst")
    _print_head(heads)
    for row in summed:
        if row.program_median is not None:
            numbers = (
                row.ours_median,
                row.ours_worst,
                row.program_median,
                row.program_worst,
                row.faster_median,
                row.faster_worst,
            )
            _print_row(row, [f"{number:.2f}" for number in numbers])
    print(f"\nMilliseconds of the library alone; stopped after {1000 * limit:.0f}.\n")
    _print_head(("median", "worst", "stopped"))
    for row in summed:
        if row.program_median is None:
            over = 1000 * limit
            times = [
                f"{'>' * (time >= over)}{min(time, over):.2f}"
                for time in (row.ours_median, row.ours_worst)
            ]
            _print_row(row, [*times, str(row.given_up or "")])


def _print_hard(measured: Sequence[Measured]) -> None:
    """Print the times of the hard positions, with the ratio of the library to the program."""
    print("\nHard positions: milliseconds of the library and of the integer program.\n")
    print(f"{'question':31} {'cards':>5}{'library':>10}{'program':>10}{'ratio':>10}")
    for case, times in measured:
        for time in times:
            question = time.question + (", strict" if time.reading == "strict" else "")
            ours = f"{'>' * time.given_up}{time.ours:.1f}"
            print(f"{question:31} {case.cards:5}{ours:>10}", end="")
            print(f"{time.program:10.1f}{time.ours / time.program:10.2f}" if time.program else "")
    ratios = [t.ours / t.program for _, times in measured for t in times if t.program]
    print(f"\nAt worst, the library takes {max(ratios):.2f} times as long as the program.")


def _print_head(heads: Sequence[str]) -> None:
    print(f"{'question':31} {'positions':15} {'cards':>7} {'number':>6}", end="")
    print("".join(f"{head:>10}" for head in heads))


def _print_row(row: Summary, numbers: Sequence[str]) -> None:
    question = row.question + (", strict" if row.reading == "strict" else "")
    print(f"{question:31} {row.kind:15} {_size_text(row.size):>7} {row.tables:6}", end="")
    print("".join(f"{number:>10}" for number in numbers))


def _size_text(size: tuple[int, int]) -> str:
    return f"{size[0]}-{size[1]}"


def _write_json(
    file: Path, seed: int, measured: Sequence[Measured], summed: Sequence[Summary]
) -> None:
    """Write all positions with their times, and the summary."""
    value = {
        "seed": seed,
        "summary": [row._asdict() for row in summed],
        "tables": [
            {
                "kind": case.kind,
                "cards": case.cards,
                "table": case.table_text,
                "hand": case.hand_text,
                "times": [time._asdict() for time in times],
            }
            for case, times in measured
        ],
    }
    file.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


def _draw(file: Path, measured: Sequence[Measured]) -> None:
    """Draw a chart with a panel for each question. Needs matplotlib."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "qwirkle"
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, 3, figsize=(12, 4), sharex=True, sharey=True)
    for question, panel in zip(QUESTIONS, panels.flat, strict=True):
        asked = [
            (case.cards, time)
            for case, times in measured
            for time in times
            if time.question == question.text
        ]
        series: dict[str, tuple[str, str, list[tuple[int, float]]]] = {
            "integer program": (
                "#d55e00",
                "s",
                [(cards, time.program) for cards, time in asked if time.program is not None],
            ),
            "library, strict reading": (
                "#999999",
                "^",
                [(cards, time.ours) for cards, time in asked if time.reading == "strict"],
            ),
            "library": (
                "#0072b2",
                "o",
                [(cards, time.ours) for cards, time in asked if time.reading == "free"],
            ),
        }
        for label, (color, marker, points) in series.items():
            if points:
                panel.scatter(*zip(*points, strict=True), s=9, alpha=0.35, c=color, marker=marker)
                panel.plot(*_medians(points), color=color, marker=marker, label=label)
        panel.set_title(question.text)
        panel.set_yscale("log")
        panel.yaxis.set_major_formatter("{x:g}")
        panel.grid(alpha=0.3)
        panel.set_xlabel("cards in the rows")
    panels.flat[0].set_ylabel("milliseconds, log scale")
    handles, labels = panels.flat[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=3)
    figure.suptitle(
        "The card game: times of questions about a turn\n"
        "each point is a position, the lines join the medians"
    )
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)
    pyplot.close(figure)


def _medians(points: Sequence[tuple[int, float]]) -> tuple[list[float], list[float]]:
    """For each size, the median number of cards and the median time."""
    groups = [[p for p in points if low <= p[0] <= high] for low, high in SIZES]
    return (
        [median(cards for cards, _ in group) for group in groups if group],
        [median(time for _, time in group) for group in groups if group],
    )


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--tables", type=int, default=300, help="the number of positions (%(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="the seed of the positions (%(default)s)"
    )
    parser.add_argument("--json", type=Path, help="the file for all times")
    parser.add_argument("--chart", type=Path, help="the file for a chart")
    parser.add_argument(
        "--limit",
        type=float,
        default=5.0,
        help="the seconds after which a question to the library alone is stopped (%(default)s)",
    )
    asked = parser.parse_args()
    made = cases(asked.tables, asked.seed)
    measure(made[0], asked.limit)  # so that work done only once is not measured
    measured: list[Measured] = []
    for i, case in enumerate(made, 1):
        progress = f"{i} of {len(made)}: {case.kind}, {case.cards} cards"
        print(f"\r{progress:50}", end="", file=sys.stderr, flush=True)
        measured.append(measure(case, asked.limit))
    print(file=sys.stderr)
    summed = summaries(measured)
    print(f"{len(made)} positions; all answers agree.")
    _print(summed, asked.limit)
    _print_hard(measure_hard(asked.limit))
    if asked.json:
        _write_json(asked.json, asked.seed, measured, summed)
    if asked.chart:
        _draw(asked.chart, measured)


if __name__ == "__main__":
    main()
