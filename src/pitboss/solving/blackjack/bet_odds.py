"""The main bet of a blackjack game, in the format of the analysis."""

from __future__ import annotations

from fractions import Fraction

from pitboss.solving.answers.analysis import BetOdds, Outcome, Played
from pitboss.solving.blackjack.distribution.nets import solved_nets
from pitboss.solving.blackjack.rules import BlackjackRules
from pitboss.solving.blackjack.solve import solved
from pitboss.statistics.exactness import net_in_words


def main_bet_odds(rules: BlackjackRules, title: str) -> BetOdds:
    """Return the odds of the main bet at best play, by net."""
    nets = solved_nets(rules)
    lines = []
    for net, chance in nets.chances.items():
        pays = Fraction(net).limit_denominator(100)
        lines.append(Outcome(net_in_words(pays), pays, chance, nets.errors[net]))
    ev = solved(rules).expected_value
    return BetOdds("main", tuple(lines), title, known_ev=ev, known_variance=nets.square - ev**2)


def main_bet_played(rules: BlackjackRules, note: str) -> Played:
    """Return the figures for a round of one seat with the main bet alone, at best play."""
    bet = main_bet_odds(rules, "")
    return Played(
        initial_bet=1,
        average_bet=solved_nets(rules).average_bet,
        distribution=tuple((line.pays, line.probability) for line in bet.outcomes),
        note=note,
        errors=tuple(line.error for line in bet.outcomes),
        known_ev=bet.known_ev,
        known_variance=bet.known_variance,
    )
