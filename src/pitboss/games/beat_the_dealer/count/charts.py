"""Beat the Dealer's charts: hands to fold, the value of each starting hand, and the effect of a 5-card bonus."""

from __future__ import annotations

from fractions import Fraction

from pitboss.games.beat_the_dealer.count.solve import Solution, Stakes
from pitboss.games.beat_the_dealer.count.solved import HOLES, solution_of
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.solving.answers.analysis import Chart

FIVE_CARD_STAKES = ("0", "0.1", "0.25", "0.5", "1")
"""The stakes on the 5-card bonus, in antes, that the chart compares."""


def all_charts(rules: Rules, solution: Solution) -> tuple[Chart, ...]:
    """Return every chart, the most useful to a player first."""
    return fold_chart(solution), bets_chart(solution), five_card_chart(rules), starts_chart(solution)


def fold_chart(solution: Solution) -> Chart:
    """Build the chart of hands to fold, with the 5-card bonus stake from which each is played instead (BD-2, BD-5)."""
    rows = [
        (hand.name, (int(hand.chance * HOLES), hand.fold, hand.flop, _played_from(solution, start)))
        for start, hand in solution.starts.items()
        if hand.is_folded
    ]
    return Chart(
        "fold", "Hands to fold" if rows else "Nothing is folded", ("ways", "fold", "flop", "5-card from"), tuple(rows),
        "hand",
        "Every other hand makes the flop bet. Ways are out of 1,326 two-card hands; values are in antes. With a"
        " 5-card bonus bet of at least the last column, in antes, the hand is played too; empty: never.",
    )  # fmt: skip


def _played_from(solution: Solution, start: int) -> Fraction | None:
    """Return the stake on the 5-card bonus from which a hand is no longer folded, if any (BD-5)."""
    lines, hand = solution.lines[start], solution.starts[start]
    pays = zip(solution.house.five_card_pays, lines, strict=True)
    returns = 1 + sum((pay * count for pay, count in pays), Fraction(0)) / sum(lines)
    survives = solution.house.five_card_survives_fold
    return None if survives or not returns else (hand.fold - hand.flop) / returns


def bets_chart(solution: Solution) -> Chart:
    """Build the chart of turn and river bets. No list of hands is exact, so it states the rule itself (BD-2)."""
    flop, turn, river = solution.bets_made
    rule = "more of the cards still to come win than lose"
    won = solution.bet_evs
    return Chart(
        "turn-and-river", "When to make the turn and the river bet", ("bet when", "how often", "ev"),
        (
            ("turn", (f"{rule}, counted before the turn", Fraction(turn, flop or 1), won.get("turn"))),
            ("river", (f"{rule}, counted before the river", Fraction(river, flop or 1), won.get("river"))),
        ),
        "bet",
        "How often: of the rounds with a flop bet. ev: of one unit when the bet is made. Both bets pay even money, so"
        " earlier bets do not matter. No list by kind of hand is exact: use pitboss advise beat-the-dealer with the"
        " cards.",
    )  # fmt: skip


def five_card_chart(rules: Rules) -> Chart:
    """Build the chart of how a stake on the 5-card bonus changes folding and the total value (BD-5)."""
    rows = []
    for stake in FIVE_CARD_STAKES:
        held = solution_of(rules, Stakes(five_card=Fraction(stake)))
        folded = " ".join(hand.name for hand in held.starts.values() if hand.is_folded) or "nothing"
        edge = -held.ev / (1 + Fraction(stake))
        rows.append((stake, (folded, held.main_ev, held.ev - held.main_ev, held.ev, edge)))
    return Chart(
        "five-card", "Effect of a 5-card bonus bet", ("fold", "main", "bonus", "whole", "house edge"),
        tuple(rows), "stake",
        "Best play for both bets together. All in antes, including the stake; the house edge is of ante and bonus.",
    )  # fmt: skip


def starts_chart(solution: Solution) -> Chart:
    """Build the chart of all starting hands by expected value, best first."""
    hands = sorted(solution.starts.values(), key=lambda hand: hand.flop, reverse=True)
    return Chart(
        "starting-hands", "Value of each starting hand", ("ways", "flop", "fold", "best"),
        tuple(
            (hand.name, (int(hand.chance * HOLES), hand.flop, hand.fold, "fold" if hand.is_folded else "flop"))
            for hand in hands
        ),
        "hand", "In antes, without a bonus bet; s: suited, o: offsuit.",
    )  # fmt: skip
