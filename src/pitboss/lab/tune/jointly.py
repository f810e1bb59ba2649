"""Search over pay tables that affect optimal play: each table is evaluated with its own best play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, pairwise, product
from math import comb, prod

from pitboss.lab.tune.ranges import Range, TunedLine, lines_of
from pitboss.lab.tune.tuning_answer import Tuned
from pitboss.lab.whatif.grid import Progress
from pitboss.money import Pays
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.simulation.run import BY_HAND
from pitboss.solving.answers.paytable_bets import Jointly
from pitboss.statistics.exactness import Number

MAX_TABLES = 20_000_000
_BATCH = 20_000

Table = tuple[Fraction, ...]


def joint_bet(game: Game, rules: HouseRules, bet: str, stake: float) -> Jointly | None:
    """Return the bet as one whose play depends on its table, or None if the game does not support that."""
    jointly = game.provides.paid_jointly
    return jointly(rules, bet, stake) if jointly else None


def every_table(
    bet: Jointly, pays: Sequence[Fraction], fixed: dict[str, Pays | None], top: Fraction | None
) -> Iterator[Table]:
    """Yield all tables whose columns decrease strictly in the printed order."""
    lines = [_line(line) for line in lines_of(bet.cells, pays, fixed, top)]
    fits = sum(top is None or each <= top for each in pays)
    free = [sum(not lines[place].is_fixed for place in column) for column in bet.columns]
    tables = prod(comb(fits, lines) for lines in free)
    if tables > MAX_TABLES:
        raise Refused("too-many-tables", f"these may be {tables:,} tables: keep some lines with --keep, or lower --top")
    columns = [list(_falling([lines[place] for place in column])) for column in bet.columns]
    return (tuple(pays for column in chosen for pays in column) for chosen in product(*columns))


def _line(line: TunedLine | tuple[str, Pays]) -> TunedLine:
    return line if isinstance(line, TunedLine) else TunedLine(line[0], (line[1].ratio,), is_fixed=True)


def _falling(lines: Sequence[TunedLine]) -> Iterator[Table]:
    """Yield every strictly decreasing choice of one payout per line; two adjacent fixed lines may be in any order."""
    if not any(line.is_fixed for line in lines):
        yield from combinations(sorted(lines[0].choices, reverse=True), len(lines))
        return
    begun: list[Table] = [()]
    for before, line in pairwise([None, *lines]):
        assert line
        stand = before is None or (before.is_fixed and line.is_fixed)
        begun = [(*table, pays) for table in begun for pays in line.choices if stand or pays < table[-1]]
    yield from begun


class JointConditions:
    """The conditions on a table and the ranking of tables."""

    def __init__(self, bet: Jointly, edge: Range, hit: Range, sd: Range, rank: str) -> None:
        self.bet, self.edge, self.hit, self.sd, self.rank = bet, edge, hit, sd, rank
        self.looks_closely = rank in ("sd", "hit") or hit != Range() or sd != Range()

    def tuned(self, table: Table) -> Tuned:
        """Return a table with its figures."""
        edge, hit, sd = self.bet.figures(table)
        named = zip(self.bet.cells, table, strict=True)
        words = {name: str(Pays(pays.numerator, pays.denominator)) for (name, _), pays in named}
        return Tuned(words, edge, hit, sd, max(table))

    def holds(self, tuned: Tuned) -> bool:
        """Whether a table's hit rate and standard deviation are in the requested ranges."""
        return self.hit.holds(float(tuned.hit)) and self.sd.holds(tuned.sd)

    def by_figures(self, tuned: Tuned) -> tuple[float, float]:
        """Return the sort key of a table from all its figures."""
        first = {"sd": tuned.sd, "hit": -float(tuned.hit)}.get(self.rank, self.by_edge(tuned.edge))
        return float(first), float(tuned.edge)

    def by_edge(self, edge: Number) -> Number:
        """Return the sort key of a table from its edge alone."""
        return abs(edge - float(self.edge.middle)) if self.rank == "near" else edge


def gather(
    wish: JointConditions, tables: Iterator[Table], show: int | None, progress: Progress | None
) -> tuple[list[Tuned], int, str]:
    """Return the first tables by rank, their total count, and the reason the search stopped early, if any."""
    found: list[tuple[Number, Table]] = []
    close: list[Tuned] = []
    report: Callable[[], None] = lambda: progress(max(len(found), len(close)), 0) if progress else None  # noqa: E731
    stopped = ""
    try:
        while batch := list(islice(tables, _BATCH)):
            both = zip(wish.bet.edges(batch, wish.edge.low, wish.edge.high), batch, strict=True)
            fits = [(edge, table) for edge, table in both if edge is not None and wish.edge.holds(edge)]
            if not wish.looks_closely:
                found += fits
            for _, table in fits if wish.looks_closely else ():
                tuned = wish.tuned(table)
                close += [tuned] * wish.holds(tuned)
                report()
            report()
    except KeyboardInterrupt:
        stopped = BY_HAND
    if wish.looks_closely:
        return sorted(close, key=wish.by_figures)[:show], len(close), stopped
    found.sort(key=lambda each: (wish.by_edge(each[0]), each[1]))
    return [wish.tuned(table) for _, table in found[:show]], len(found), stopped
