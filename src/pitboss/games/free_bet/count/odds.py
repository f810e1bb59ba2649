"""The odds for Free Bet: every bet, the game as played and the best strategy."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compute.cores import begun
from pitboss.games.free_bet.count.advise import SITUATION, advise, advise_seat
from pitboss.games.free_bet.count.chart_by_total import chart_of
from pitboss.games.free_bet.count.charts import all_charts
from pitboss.games.free_bet.count.side_bets import chance_of_22, insurance_wins
from pitboss.games.free_bet.count.solved import MAX_TOKENS, draws_on_hard_20, pot_of_gold, solver_rules
from pitboss.games.free_bet.count.token_moments import token_moments
from pitboss.games.free_bet.count.tokens import tokens_of
from pitboss.games.free_bet.deal.hands import pot_of_gold_line
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.solving.answers.analysis import PLAYED, Analysis, BetOdds, Outcome, Played
from pitboss.solving.blackjack.bet_odds import main_bet_odds, main_bet_played
from pitboss.solving.blackjack.dealer import TWENTY_TWO
from pitboss.solving.blackjack.distribution.nets import mean_with_result, solved_nets
from pitboss.solving.blackjack.solve import solved
from pitboss.statistics.covariances import Covariances
from pitboss.statistics.exactness import Number

__all__ = ["SITUATION", "advise", "advise_seat", "analyse", "bets_alone", "edges"]


def analyse(rules: Rules) -> Analysis:
    """Return the complete analysis of Free Bet under these rules."""
    solved(solver_rules(rules))  # before both threads need the result
    charts = begun(lambda: all_charts(rules))
    return Analysis(
        game="free-bet",
        rules=rules.as_data(),
        bets=(main_bet_odds(solver_rules(rules), "Blackjack wager"), *side_bets(rules)),
        played=_played(rules),
        strategy=charts.result(),
        assumptions=tuple(_assumptions(rules)),
        covariances=_covariances(rules),
    )


def edges(rules: Rules) -> dict[str, Number]:
    """Return the same house edges as `analyse`, to the last digit, without the slow distribution and charts."""
    main = -solved(solver_rules(rules)).expected_value
    return {"main": main, **{bet.name: bet.house_edge for bet in side_bets(rules)}, PLAYED: main}


def bets_alone(rules: Rules) -> Iterator[BetOdds]:
    """Yield the bets that do not need the distribution of the main bet."""
    yield from side_bets(rules)


def _covariances(rules: Rules) -> Covariances:
    """Return the covariances of the main bet and Push 22, at best play of the main bet. Pot of Gold takes longer."""
    terms = solver_rules(rules)
    ev, chance = solved(terms).expected_value, float(chance_of_22(terms))
    back = float(rules.push_22_pays.ratio) + 1
    joint_mean = back * (mean_with_result(solved(terms), TWENTY_TWO) - ev * chance)
    return Covariances(
        ("main", "push-22"),
        (ev, back * chance - 1),
        ((solved_nets(terms).square - ev**2, joint_mean), (joint_mean, back**2 * chance * (1 - chance))),
    )


def all_covariances(rules: Rules, analysis: Analysis) -> Covariances:
    """Add Pot of Gold to the covariances of the analysis, exactly, at best play of the main bet."""
    terms, pays = solver_rules(rules), pot_of_gold(rules)
    known, gold = analysis.covariances, analysis.bet("pot-of-gold")
    assert known is not None
    main, push = known.names
    mean, none = float(gold.ev), pays[0]
    moments = token_moments(solved(terms), pays)
    back = float(rules.push_22_pays.ratio) + 1
    with_main = moments.with_main - (mean - none) * float(known.mean({main: 1}))
    with_push = back * (moments.with_22 - (mean - none) * float(chance_of_22(terms)))
    return Covariances(
        (main, gold.name, push),
        (known.means[0], mean, known.means[1]),
        (
            (known.of(main, main), with_main, known.of(main, push)),
            (with_main, float(gold.variance), with_push),
            (known.of(push, main), with_push, known.of(push, push)),
        ),
    )


def side_bets(rules: Rules) -> Iterator[BetOdds]:
    """Yield Pot of Gold, Push 22 and insurance."""
    yield _pot_of_gold(rules)
    yield _push_22(rules)
    ten = insurance_wins(solver_rules(rules).pack, 0, 0)
    yield BetOdds(
        "insurance", (Outcome("dealer blackjack", 2, ten), Outcome("no blackjack", -1, 1 - ten)), "Insurance",
        "For a player who has seen only the ace up; for known hands, see the chart (FB-8).",
    )  # fmt: skip


def _pot_of_gold(rules: Rules) -> BetOdds:
    """Return the Pot of Gold odds by number of tokens, at best play of the main bet (FB-6)."""
    tokens, table = tokens_of(solved(solver_rules(rules))), rules.pot_of_gold_table
    lines = []
    for count in range(MAX_TOKENS + 1):
        words = "no token, or a dealer blackjack" if count == 0 else f"{count} token{'s' * (count > 1)}"
        pays = table.pays(pot_of_gold_line(count, len(table.lines)))
        lines.append(Outcome(words, pays.ratio, float(tokens[count])))
    return BetOdds("pot-of-gold", tuple(lines), "Pot of Gold", "At best play of the main bet alone.")


def _push_22(rules: Rules) -> BetOdds:
    """Return the odds for Push 22 (FB-7)."""
    chance = chance_of_22(solver_rules(rules))
    lines = (Outcome("dealer 22", rules.push_22_pays.ratio, chance), Outcome("any other hand", -1, 1 - chance))
    note = "Play does not affect it: the dealer always draws out for it, and best play never takes a hand over 29."
    if draws_on_hard_20(solved(solver_rules(rules))):
        note = "For a player who never draws on a hard 20: a hand over 29 would lose the bet."
    return BetOdds("push-22", lines, "Push 22", note)


def _played(rules: Rules) -> Played:
    note = "One seat, the main bet alone, best played; free bets do not count as money bet."
    return main_bet_played(solver_rules(rules), note)


def _assumptions(rules: Rules) -> Iterator[str]:
    terms = solver_rules(rules)
    by_total, by_cards = chart_of(terms)[1], solved(terms).expected_value
    yield "Push 22 and insurance are exact fractions; main bet and Pot of Gold are computed in double precision."
    yield (
        "The shoe is fresh. The player decides each hand on its own cards, the up card, whether it is free and"
        " whether it comes from a split, and a resplit also on the number of hands; exact for such a player."
    )
    yield (
        "The mean of the main bet has no further assumption. Hands of a split share one shoe: their distribution is"
        " expanded in the cards they share, and the error of a line is the change made by the last order."
    )
    yield f"The main bet has an expected value of {by_total:.6f} by the charts, {by_cards:.6f} by the cards."
    yield "A toke is not analysed: it takes the hand's free bets, but no paid double or split (FB-9)."
