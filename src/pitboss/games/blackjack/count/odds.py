"""The odds for blackjack: every bet, the game as played and the best strategy."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.blackjack.count import side_bets as side
from pitboss.games.blackjack.count.advise import SITUATION, advise, advise_seat
from pitboss.games.blackjack.count.charts import all_charts
from pitboss.games.blackjack.count.side_bets import side_bets
from pitboss.games.blackjack.count.solved import solver_rules
from pitboss.games.blackjack.deal.rules import Rules
from pitboss.solving.answers.analysis import PLAYED, Analysis, BetOdds
from pitboss.solving.blackjack.bet_odds import main_bet_odds, main_bet_played
from pitboss.solving.blackjack.rules import Knowledge
from pitboss.solving.blackjack.solve import solved
from pitboss.statistics.covariances import Covariances
from pitboss.statistics.exactness import Number

__all__ = ["SITUATION", "advise", "advise_seat", "all_covariances", "analyse", "bets_alone", "edges"]


def analyse(rules: Rules) -> Analysis:
    """Return the complete analysis of blackjack under these rules."""
    terms = solver_rules(rules)
    note = "One seat, the main wager alone, best played; insurance and even money never taken."
    return Analysis(
        game="blackjack",
        rules=rules.as_data(),
        bets=(main_bet_odds(terms, "Main wager"), *side_bets(rules)),
        played=main_bet_played(terms, note),
        strategy=all_charts(rules),
        assumptions=tuple(_assumptions(rules)),
    )


def edges(rules: Rules) -> dict[str, Number]:
    """Return the same house edges as `analyse`, without computing the distribution and the charts."""
    main = -solved(solver_rules(rules)).expected_value
    return {"main": main, **{bet.name: bet.house_edge for bet in side_bets(rules)}, PLAYED: main}


def bets_alone(rules: Rules) -> Iterator[BetOdds]:
    """Yield the bets that do not need the distribution of the main wager."""
    yield from side_bets(rules)


def all_covariances(rules: Rules, analysis: Analysis) -> Covariances:
    """Return the covariances of the main wager and the side bets, at best play of the main wager."""
    return side.all_covariances(rules, float(analysis.bet("main").variance))


def _assumptions(rules: Rules) -> Iterator[str]:
    by_total = solved(solver_rules(rules, Knowledge.TOTAL)).expected_value
    by_cards = solved(solver_rules(rules)).expected_value
    yield "Side bets and insurance are exact fractions; the main wager is computed in double precision."
    yield (
        "All cards are in the shoe. The player decides each hand on its own cards, the up card and, after a split,"
        " which pair was split, and a resplit also on the number of hands; exact for such a player."
    )
    yield f"The main wager has an expected value of {by_total:.6f} by the charts, {by_cards:.6f} by the cards."
