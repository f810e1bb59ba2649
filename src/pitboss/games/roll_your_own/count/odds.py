"""The odds for Roll Your Own: every bet, the round as played and the best strategy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.compute.cores import begun
from pitboss.games.roll_your_own.count.advise import SITUATION, advise, advise_seat
from pitboss.games.roll_your_own.count.charts import all_charts
from pitboss.games.roll_your_own.count.figures import (
    ASSUMPTIONS,
    INITIAL_BET,
    BetFigures,
    covariances,
    means,
    one_card_figures,
    round_figures,
    two_card_figures,
)
from pitboss.games.roll_your_own.count.paid import bonus_counts, bonus_odds
from pitboss.games.roll_your_own.count.solve import Solution, counted_rules, solved
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.solving.answers.analysis import PLAYED, Analysis, BetOdds, Outcome, Played
from pitboss.statistics.exactness import Number, net_in_words, total

__all__ = ["SITUATION", "advise", "advise_seat", "analyse", "edges"]


def analyse(rules: Rules) -> Analysis:
    """Return the complete analysis of Roll Your Own under these rules."""
    bonus = begun(bonus_counts)
    solution = solved(rules)
    bonus.result()
    return Analysis(
        game="roll-your-own",
        rules=rules.as_data(),
        bets=tuple(_bets(rules, solution)),
        played=_played(solution),
        strategy=all_charts(solution),
        assumptions=ASSUMPTIONS,
        covariances=covariances(solution),
    )


def edges(rules: Rules) -> dict[str, Number]:
    """Return the same house edges as `analyse`, to the last digit, without the slow distributions and charts."""
    worth = means(counted_rules(rules))
    known: dict[str, Number] = {"two-card": -worth[0], "one-card": -worth[1]}
    known |= {bet.name: bet.house_edge for bet in _by_cards_dealt(rules)}
    return known | {PLAYED: -total(worth) / INITIAL_BET}


def _bets(rules: Rules, solution: Solution) -> Iterator[BetOdds]:
    yield _hand("two-card", "Two-card hand", two_card_figures(solution))
    yield _hand("one-card", "One-card hand", one_card_figures(solution))
    yield from _by_cards_dealt(rules)


def _by_cards_dealt(rules: Rules) -> Iterator[BetOdds]:
    """Yield the bets that do not depend on how the hands are played."""
    names = (*(name for name, _ in rules.bonus_table.lines), "nothing")
    lines = zip(names, bonus_odds(counted_rules(rules).bonus_pays), strict=True)
    yield BetOdds("bonus", tuple(Outcome(name, won, chance) for name, (_, won, chance) in lines), "Bonus")
    ten = Fraction(16, 51)
    yield BetOdds(
        "insurance", (Outcome("dealer blackjack", 2, ten), Outcome("no blackjack", -1, 1 - ten)), "Insurance",
        "For a player who has seen only the ace up; for known hands, see the chart (RY-9).",
    )  # fmt: skip


def _hand(name: str, title: str, figures: BetFigures) -> BetOdds:
    """Return the odds of one blackjack bet by net, in bets."""
    lines = tuple(
        Outcome(net_in_words(net), net, chance, error)
        for (net, chance), error in zip(figures.nets, figures.errors, strict=True)
    )
    note = f"With the best setting and play, {figures.average_bet:.6f} bets are made on average."
    return BetOdds(name, lines, title, note, known_ev=figures.ev, known_variance=figures.variance)


def _played(solution: Solution) -> Played:
    whole = round_figures(solution)
    return Played(
        initial_bet=whole.initial_bet,
        average_bet=whole.average_bet,
        distribution=whole.nets,
        note="One seat, in bets: the three compulsory bets together, no insurance.",
        errors=whole.errors,
        known_ev=whole.ev,
        known_variance=whole.variance,
    )
