"""Search for all pay tables with a given house edge: `pitboss.tune`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from pitboss.lab.api import resolve_game
from pitboss.lab.tune.jointly import JointConditions, every_table, gather, joint_bet
from pitboss.lab.tune.ranges import (
    FixedLines,
    Range,
    RangeInput,
    WeightedTables,
    lines_of,
    paid_bet,
    paid_bets,
    payout,
    read_fixed_lines,
    read_pays,
    read_range,
)
from pitboss.lab.tune.search import Found
from pitboss.lab.tune.tuning_answer import Tuned, Tuning
from pitboss.lab.whatif.grid import Progress
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused, one_of
from pitboss.simulation.run import BY_HAND
from pitboss.solving.answers.paytable_bets import Jointly, Paid

__all__ = ["RANKS", "Tuned", "Tuning", "bets_with_tables", "nearest_edge", "tune"]

PLAYED = "played"
MAX_STAKE = 100
RANKS = ("edge", "sd", "hit", "near")
_SHOWN = 20
WIDER = (Fraction(1, 500), Fraction(1, 100), Fraction(1, 20), Fraction(1, 4))
"""The margin around a wanted edge in which to look for the nearest one."""
_HELD = 100_000
"""Maximum number of tables held in memory during a search; beyond it only the best are retained."""


def tune(
    rules: str | HouseRules,
    bet: str,
    *,
    edge: RangeInput,
    hit: RangeInput | None = None,
    sd: RangeInput | None = None,
    top: str | int | None = None,
    keep: FixedLines = (),
    pays: str | Iterable[object] = "nice",
    rank: str = "edge",
    show: int | None = _SHOWN,
    joint: float | None = None,
    progress: Progress | None = None,
) -> Tuning:
    """
    Find every pay table of a bet whose house edge is in a range; return their count and the first by rank.

    A range includes both ends: "4%..5%", or (0.04, 0.05). Payouts decrease strictly in the printed order; loss and
    push lines are unchanged. `keep` fixes lines, as in "Flush=5:1" or {"Flush": 5}. `pays` is `nice` for common
    payouts, a range such as "1..50", or a list. `rank` orders the tables by lowest `edge` or `sd`, by highest `hit`,
    or by distance from the middle of the edge range (`near`); `show=None` returns all. With `joint`, the player
    optimises this bet and the main bet together, staking `joint` main bets on it, and each table's edge assumes the
    optimal play for that table. The same applies to the game as `played` in Flop 22.

    >>> import pitboss as pb
    >>> found = pb.tune("roll-your-own", "bonus", edge="4%..5%", top=100)
    >>> found
    <roll-your-own, bonus: 137 tables>
    >>> found.first[0]
    <80:1 75:1 30:1 12:1 5:1: house edge 4.0000%, sd 4.6171>
    """
    game, parsed = resolve_game(rules)
    if rank not in RANKS:
        raise Refused("no-such-rank", f"tables are ranked by {one_of(RANKS)}, not by {rank!r}")
    if show is not None and (type(show) is not int or show < 0):
        raise Refused("bad-option", f"show is how many tables to give, or None for all, not {show!r}")
    limit = None if top is None else payout(str(top)).ratio
    wanted = read_range("edge", edge)
    if joint is not None or bet == PLAYED:
        hits, sds = (Range() if each is None else read_range("hit or sd", each) for each in (hit, sd))
        wish = partial(JointConditions, edge=wanted, hit=hits, sd=sds, rank=rank)
        return _tune_jointly(game, parsed, bet, joint, wish, limit, keep, read_pays(pays), show, progress)
    paid = paid_bet(game, parsed, bet, bets_with_tables(parsed))
    printed = paid.lines(parsed)
    fixed = read_fixed_lines(keep, [name for name, _ in printed])
    weighed = WeightedTables(lines_of(printed, read_pays(pays), fixed, limit), paid.exact_chances())
    found, count, stopped = _gather(weighed, wanted, _Conditions(weighed, wanted, hit, sd, rank), show, progress)
    tables = tuple(_tuned(weighed, each) for each in found)
    return Tuning(
        game.name, bet, paid.option, count, tables, _limit(game, parsed, bet), _column(parsed, paid), paid.note, stopped
    )


def nearest_edge(rules: str | HouseRules, bet: str, edge: RangeInput, **asked: Any) -> float | None:
    """
    Return the house edge closest to a range among all pay tables of a bet, or None if no table is near.

    >>> round(nearest_edge("roll-your-own", "bonus", "0.001%..0.0011%", top=100), 4)
    0.0
    """
    wanted = read_range("edge", edge)
    ends = [end for end in (wanted.low, wanted.high) if end is not None]
    for more in WIDER:
        wide = Range(min(ends) - more, max(ends) + more)
        if found := tune(rules, bet, edge=wide, **{**asked, "rank": "near", "show": 1}).first:
            return float(found[0].edge)
    return None


def bets_with_tables(rules: HouseRules) -> list[str]:
    """Return the bets that can be tuned, including `played` if the game as a whole can be."""
    game, parsed = resolve_game(rules)
    return [*paid_bets(game, parsed), *([PLAYED] if joint_bet(game, parsed, PLAYED, 1) else [])]


def _tune_jointly(
    game: Game, rules: HouseRules, bet: str, stake: float | None, wish: Callable[[Jointly], JointConditions],
    top: Fraction | None, keep: FixedLines, pays: Sequence[Fraction], show: int | None, progress: Progress | None,
) -> Tuning:  # fmt: skip
    """Search tables for which optimal play depends on the table."""
    if stake is not None and not (isinstance(stake, (int, float, Fraction)) and 0 < stake <= MAX_STAKE):
        shown = f"{stake:g}" if isinstance(stake, (int, float)) else repr(stake)
        raise Refused("bad-stake", f"the stake is in main bets, more than 0 and at most {MAX_STAKE}, not {shown}")
    known = joint_bet(game, rules, bet, stake or 1)
    if known is None:
        raise Refused(
            "not-joint", f"the pay table of {game.title}'s {bet} does not affect how it is played: leave out --joint"
        )
    fixed = read_fixed_lines(keep, [name for name, _ in known.cells])
    tables = every_table(known, pays, fixed, top)
    first, count, stopped = gather(wish(known), tables, show, progress)
    limit = _limit(game, rules, bet if bet != PLAYED else "ante")
    return Tuning(game.name, bet, known.option, count, tuple(first), limit, "", known.note, stopped)


class _Conditions:
    """The conditions on a table other than its edge, and the ranking of tables."""

    def __init__(self, weighed: WeightedTables, edge: Range, hit: Any, sd: Any, rank: str) -> None:
        self.weighed = weighed
        self.hit = Range() if hit is None else read_range("hit", hit)
        self.sd = Range() if sd is None else read_range("sd", sd)
        unit = (weighed.ways * weighed.unit) ** 2
        self.least, self.most = (
            None if end is None else max(end, Fraction(0)) ** 2 * unit for end in (self.sd.low, self.sd.high)
        )
        self.key: Callable[[Found], object] = self._key(rank, edge)

    def holds(self, found: Found) -> bool:
        """Whether a table's standard deviation is in the requested range."""
        spread = self.weighed.spread(found)
        return (self.least is None or spread >= self.least) and (self.most is None or spread <= self.most)

    def _key(self, rank: str, edge: Range) -> Callable[[Found], object]:
        weighed = self.weighed
        if rank == "sd":
            return lambda found: (weighed.spread(found), -found[0], found[2])
        if rank == "near":
            whole = (weighed.lost - edge.middle) * weighed.ways * weighed.unit
            return lambda found: (abs(found[0] * whole.denominator - whole.numerator), found[2])
        return lambda found: (-found[0], found[2])  # the hit rate is the same for every table


def _gather(
    weighed: WeightedTables, edge: Range, wish: _Conditions, show: int | None, progress: Progress | None
) -> tuple[list[Found], int, str]:
    """Return the first tables by rank, their total count, and the reason the search stopped early, if any."""
    if not wish.hit.holds(weighed.hit):
        return [], 0, ""
    held: list[Found] = []
    count, stopped = 0, ""
    picky = wish.sd != Range()
    try:
        for batch in weighed.search(edge).run():
            fits = [found for found in batch if wish.holds(found)] if picky else batch
            count += len(fits)
            held += fits
            if show is not None and len(held) > max(_HELD, 2 * show):
                held = sorted(held, key=wish.key)[:show]  # type: ignore[arg-type]
            if progress:
                progress(count, 0)
    except KeyboardInterrupt:
        stopped = BY_HAND
    held.sort(key=wish.key)  # type: ignore[arg-type]
    return held[:show], count, stopped


def _tuned(weighed: WeightedTables, found: Found) -> Tuned:
    pays = weighed.pays(found)
    return Tuned(weighed.named(pays), weighed.edge(found), weighed.hit, weighed.sd(found), max(pays))


def _limit(game: Game, rules: HouseRules, bet: str) -> int:
    """Return the bet's table maximum, in cents."""
    limits = [each.most for each in game.bets(rules) if each.name == bet or each.name.startswith(f"{bet}-")]
    return max(limits, default=0)


def _column(rules: HouseRules, paid: Paid) -> str:
    columns: Iterable[str] = getattr(getattr(rules, paid.option), "columns", ("",))
    heads = tuple(columns)
    return heads[paid.column] if len(heads) > 1 else ""
