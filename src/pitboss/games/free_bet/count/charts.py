"""Free Bet's strategy charts: by total, pairs, and the effect of a stake on Pot of Gold."""

from __future__ import annotations

from pitboss.games.free_bet.count.advise import insurance_ev
from pitboss.games.free_bet.count.chart_by_total import AS_DEALT, FREE_AFTER, OWN_AFTER, chart_of
from pitboss.games.free_bet.count.chart_by_total import ChartByTotal as ByTotal
from pitboss.games.free_bet.count.counted_rules import CountedRules, splits_free
from pitboss.games.free_bet.count.solve import solution_of
from pitboss.solving.answers.analysis import Chart

UP_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
_UPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
_HARD, _SOFT = 0, 1
STAKES = (0.2, 0.5, 1.0)
KEY = (
    "H hit, S stand; F free double; D paid double, else hit; Ds paid double, else stand. Three cards or more, where"
    " doubling is over: F and D hit, Ds stands."
)


def all_charts(terms: CountedRules) -> tuple[Chart, ...]:
    """Return every chart, the most useful to a player first."""
    chart, _ = chart_of(terms)
    return (
        _by_total("dealt", "The hand as it was dealt", chart, AS_DEALT, terms),
        _pairs(chart, terms),
        _by_total("own-after-split", "After a split, a hand with the player's own money", chart, OWN_AFTER, terms),
        _by_total("free-after-split", "After a split, a free hand", chart, FREE_AFTER, terms),
        _joint(terms),
        _insurance(terms),
    )


def _by_total(name: str, title: str, chart: ByTotal, table: int, terms: CountedRules) -> Chart:
    totals = [(_HARD, total) for total in range(4, 21)] + [(_SOFT, total) for total in range(12, 21)]
    rows = (
        (f"{'soft' if soft else 'hard'} {total}", tuple(_cell(chart, table, soft, total, up, terms) for up in _UPS))
        for soft, total in totals
    )
    return Chart(name, title, UP_CARDS, tuple(rows), "total", KEY)


def _cell(chart: ByTotal, table: int, soft: int, total: int, up: int, terms: CountedRules) -> str:
    hit = bool(chart.hit[table, soft, total, up])
    if not chart.double[table, soft, total, up]:
        return "H" if hit else "S"
    if soft == _HARD and terms.free_doubles and 9 <= total <= 11:
        return "F"
    return "D" if hit else "Ds"


def _pairs(chart: ByTotal, terms: CountedRules) -> Chart:
    """Build the chart for two cards of one value (FB-3)."""
    rows = []
    for value in (0, 9, 8, 7, 6, 5, 4, 3, 2, 1):
        name = "A" if value == 0 else str(value + 1)
        word = "free" if splits_free(terms, value) else "split"
        rows.append((f"{name}-{name}", tuple(word if chart.split[value, up] else "-" for up in _UPS)))
    note = "free: split for free; split: split and pay; -: play it by its total."
    return Chart("pairs", "Pairs as they were dealt", UP_CARDS, tuple(rows), "pair", note)


def _joint(terms: CountedRules) -> Chart:
    """Build the chart of the gain from considering tokens when Pot of Gold is bet (FB-6)."""
    rows = []
    plain = solution_of(terms)
    pays = terms.pot_of_gold
    for stake in (0.0, *STAKES):
        solution = solution_of(terms, stake)
        pot = float(solution.tokens @ pays)
        gain = solution.ev - plain.ev + stake * (pot - float(plain.tokens @ pays))
        rows.append((f"{stake:g}", (float(solution.ev), pot, gain)))
    note = "Stakes in main bets; gain is what joint play wins over best play for the main bet alone, in main bets."
    return Chart("joint-play", "Best play for main bet and Pot of Gold together", ("main ev", "pot of gold ev", "gain"),
                 tuple(rows), "stake", note)  # fmt: skip


def _insurance(terms: CountedRules) -> Chart:
    rows = tuple((str(tens), (insurance_ev(terms, tens),)) for tens in (0, 1, 2))
    return Chart(
        "insurance", "Insurance by the ten-values one holds", ("ev",), rows, "tens", "In insurance bets (FB-8)."
    )
