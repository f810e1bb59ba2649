"""Free Bet strategy charts: by total, pairs, the effect of a stake on Pot of Gold, and insurance."""

from __future__ import annotations

from pitboss.games.free_bet.count.chart_by_total import AS_DEALT, FREE_AFTER, OWN_AFTER, chart_of
from pitboss.games.free_bet.count.chart_by_total import ChartByTotal as ByTotal
from pitboss.games.free_bet.count.joint_play import solved_jointly
from pitboss.games.free_bet.count.side_bets import insurance_ev
from pitboss.games.free_bet.count.solved import pot_of_gold, solver_rules
from pitboss.games.free_bet.count.tokens import tokens_of
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.solving.answers.analysis import Chart
from pitboss.solving.blackjack.rules import BlackjackRules
from pitboss.solving.blackjack.solve import solved

UP_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
_UPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
_HARD, _SOFT = 0, 1
STAKES = (0.2, 0.5, 1.0)
KEY = (
    "H hit, S stand; F free double; D paid double, else hit; Ds paid double, else stand. With three cards or more,"
    " doubling is not possible: F and D hit, Ds stands."
)


def all_charts(rules: Rules) -> tuple[Chart, ...]:
    """Return all charts, the most useful to a player first."""
    terms = solver_rules(rules)
    chart, _ = chart_of(terms)
    return (
        _by_total("dealt", "The hand as dealt", chart, AS_DEALT, terms),
        _pairs(chart, terms),
        _by_total("own-after-split", "After a split, a hand with the player's own money", chart, OWN_AFTER, terms),
        _by_total("free-after-split", "After a split, a free hand", chart, FREE_AFTER, terms),
        _joint(terms, pot_of_gold(rules)),
        _insurance(terms),
    )


def _by_total(name: str, title: str, chart: ByTotal, table: int, terms: BlackjackRules) -> Chart:
    totals = [(_HARD, total) for total in range(4, 21)] + [(_SOFT, total) for total in range(12, 21)]
    rows = (
        (f"{'soft' if soft else 'hard'} {total}", tuple(_cell(chart, table, soft, total, up, terms) for up in _UPS))
        for soft, total in totals
    )
    return Chart(name, title, UP_CARDS, tuple(rows), "total", KEY)


def _cell(chart: ByTotal, table: int, soft: int, total: int, up: int, terms: BlackjackRules) -> str:
    hit = bool(chart.hit[table, soft, total, up])
    if not chart.double[table, soft, total, up]:
        return "H" if hit else "S"
    if soft == _HARD and total in terms.doubling.free_totals:
        return "F"
    return "D" if hit else "Ds"


def _pairs(chart: ByTotal, terms: BlackjackRules) -> Chart:
    """Build the chart for two cards of the same value (FB-3)."""
    rows = []
    for value in (0, 9, 8, 7, 6, 5, 4, 3, 2, 1):
        name = "A" if value == 0 else str(value + 1)
        word = "free" if value in terms.splitting.free_pairs else "split"
        rows.append((f"{name}-{name}", tuple(word if chart.split[value, up] else "-" for up in _UPS)))
    note = "free: split for free; split: split and pay; -: play it by its total."
    return Chart("pairs", "Pairs as dealt", UP_CARDS, tuple(rows), "pair", note)


def _joint(terms: BlackjackRules, pays: tuple[float, ...]) -> Chart:
    """Build the chart of the gain from taking tokens into account when Pot of Gold is bet (FB-6)."""
    rows = []
    plain = solved(terms).expected_value
    plain_pot = float(tokens_of(solved(terms)) @ pays)
    for stake in (0.0, *STAKES):
        game = solved_jointly(terms, pays, stake)
        pot = float(tokens_of(game) @ pays)
        gain = game.expected_value - plain + stake * (pot - plain_pot)
        rows.append((f"{stake:g}", (game.expected_value, pot, gain)))
    note = "Stakes in main bets; gain is what joint play wins over best play for the main bet alone, in main bets."
    return Chart("joint-play", "Best play for main bet and Pot of Gold together", ("main ev", "pot of gold ev", "gain"),
                 tuple(rows), "stake", note)  # fmt: skip


def _insurance(terms: BlackjackRules) -> Chart:
    rows = tuple((str(tens), (insurance_ev(terms.pack, tens),)) for tens in (0, 1, 2))
    return Chart(
        "insurance", "Insurance by the number of ten-values held", ("ev",), rows, "tens", "In insurance bets (FB-8)."
    )
