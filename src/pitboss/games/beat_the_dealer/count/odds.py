"""Exact odds of Beat the Dealer: every bet, the game as played and the best strategy, over all deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from pitboss.games.beat_the_dealer.count.advise import SITUATION, advise, advise_seat
from pitboss.games.beat_the_dealer.count.charts import all_charts
from pitboss.games.beat_the_dealer.count.solve import RAISED, Solution
from pitboss.games.beat_the_dealer.count.solved import HOLES, solution_for_edges, solution_of
from pitboss.games.beat_the_dealer.deal.hands import ShowdownOutcome, main_net
from pitboss.games.beat_the_dealer.deal.rules import Rules, line_name
from pitboss.paytable import Paytable
from pitboss.solving.answers.analysis import PLAYED, Analysis, BetOdds, Played
from pitboss.solving.answers.analysis import Outcome as Line
from pitboss.statistics.covariances import Covariances, covariances_of
from pitboss.statistics.exactness import Number

__all__ = ["SITUATION", "advise", "advise_seat", "analyse", "edges"]

FIVE_CARD_HANDS = 2_598_960
MADE = {2: "flop bet alone", 3: "flop bet and one more", 4: "flop, turn and river"}
"""The bets made after the ante, by their total in antes (BD-2)."""
WHEN_MADE = "Of the rounds in which the bet is made, by the best strategy for ante to river."


def analyse(rules: Rules) -> Analysis:
    """Return the complete analysis of Beat the Dealer under these rules."""
    solution = solution_of(rules)
    return Analysis(
        game="beat-the-dealer",
        rules=rules.as_data(),
        bets=tuple(_bets(rules, solution)),
        played=_played(solution),
        strategy=all_charts(rules, solution),
        assumptions=tuple(_assumptions(rules, solution)),
        covariances=_covariances(solution),
    )


def edges(rules: Rules) -> dict[str, Number]:
    """Return the house edges of `analyse`. The bonus tables do not affect play without a bonus bet (BD-3)."""
    printed = {option: getattr(Rules(), option) for option in ("two_card_table", "five_card_table")}
    solution = solution_for_edges(replace(rules, **printed))
    known = {bet.name: bet.house_edge for bet in _bets(rules, solution)}
    return known | {PLAYED: _played(solution).house_edge}


def _bets(rules: Rules, solution: Solution) -> Iterator[BetOdds]:
    yield _main(rules, solution)
    yield _bonus("two-card", "2 Card Bonus", rules.two_card_table, solution.two_card_lines, HOLES)
    note = "For a player who always sees the flop; for the effect of folding see the chart of the 5-card bonus (BD-5)."
    yield _bonus("five-card", "5 Card Bonus", rules.five_card_table, solution.five_card_lines, FIVE_CARD_HANDS, note)
    yield _ante(rules, solution)
    for name, title, bets in (("flop", "Flop", range(4)), ("turn", "Turn", (2, 3)), ("river", "River", (1, 3))):
        yield from _even_money(name, title, [solution.showdowns[made] for made in bets])


def _words(rules: Rules) -> dict[ShowdownOutcome, str]:
    return {
        ShowdownOutcome.PAID_WIN: f"wins with {rules.ante_pays_from} or better",
        ShowdownOutcome.OTHER_WIN: f"wins below {rules.ante_pays_from}",
        ShowdownOutcome.TIE: "equal hands",
        ShowdownOutcome.LOSS: "the dealer's hand is higher",
    }


def _main(rules: Rules, solution: Solution) -> BetOdds:
    """Return the odds of ante, flop, turn and river together, in antes (BD-3)."""
    ways = {("folded", -1): solution.deals - solution.bets_made[0]}
    for ending, words in _words(rules).items():
        for raised, made in MADE.items():
            count = sum(solution.showdowns[bets][ending] for bets in range(4) if RAISED[bets] == raised)
            key = (words if ending is ShowdownOutcome.TIE else f"{words}, {made}", main_net(ending, raised))
            ways[key] = ways.get(key, 0) + count
    lines = (Line(name, net, Fraction(count, solution.deals)) for (name, net), count in ways.items() if count)
    return BetOdds("main", tuple(lines), "Ante to River", "In antes: the total of all four bets at best play.")


def _ante(rules: Rules, solution: Solution) -> BetOdds:
    """Return the odds of the ante alone: a win pays from a hand class up, else it pushes; a fold loses (BD-2, BD-3)."""
    words = _words(rules)
    lines = [Line("folded", -1, Fraction(solution.deals - solution.bets_made[0], solution.deals))]
    for ending, pays in zip(ShowdownOutcome, (1, 0, 0, -1), strict=True):
        count = sum(bets[ending] for bets in solution.showdowns)
        lines.append(Line(words[ending], pays, Fraction(count, solution.deals)))
    made = tuple(line for line in lines if line.probability)
    return BetOdds("ante", made, "Ante", "The ante alone, by the best strategy for ante to river.")


def _even_money(name: str, title: str, made: Sequence[Sequence[int]]) -> Iterator[BetOdds]:
    """Yield the odds of a bet that pays 1:1 on any win, if it is ever made (BD-3)."""
    paid, other, ties, losses = (sum(counts) for counts in zip(*made, strict=True))
    every = paid + other + ties + losses
    if every:
        lines = (("the higher hand", 1, paid + other), ("equal hands", 0, ties), ("the dealer's is higher", -1, losses))
        yield BetOdds(
            name, tuple(Line(words, pays, Fraction(count, every)) for words, pays, count in lines), title, WHEN_MADE
        )


def _bonus(name: str, title: str, table: Paytable, counts: Sequence[int], ways: int, note: str = "") -> BetOdds:
    """Return the odds of a bonus bet by its printed lines (BD-4, BD-6)."""
    lines = (
        Line(line_name(table, line), table.pays(line).ratio, Fraction(count, sum(counts)))
        for line, count in enumerate(counts)
    )
    return BetOdds(name, tuple(lines), title, note, ways)


def _played(solution: Solution) -> Played:
    distribution = solution.main_distribution.items()
    return Played(
        initial_bet=1,
        average_bet=solution.average_bet,
        distribution=tuple((net, Fraction(count, solution.deals)) for net, count in distribution),
        note="One seat, in antes, without a bonus bet, at best play.",
    )


def _covariances(solution: Solution) -> Covariances:
    """Return the covariances of the main bets and both bonuses, for play that ignores the bonuses (BD-3 to BD-5)."""
    pays = solution.house.two_card_pays, solution.house.five_card_pays
    nets = [[*each, Fraction(-1)] for each in pays]  # the last entry is FORFEIT
    return covariances_of(
        ("main", "two-card", "five-card"),
        (((end.main, nets[0][end.two_card], nets[1][end.five_card]), count) for end, count in solution.endings.items()),
    )


def _assumptions(rules: Rules, solution: Solution) -> Iterator[str]:
    yield (
        f"Every figure is exact, counted in whole numbers over all {solution.deals:,} deals of two hole cards, flop,"
        " turn, river and the dealer's two cards; decimals are the fractions rounded."
    )
    yield "The player knows their own two cards and the board; other players' cards are private (BD-1)."
    yield "A turn or river bet with a value of 0 is not made; a hand worth the same either way is played."
    yield "The flop bet is two antes, turn and river bet one each (BD-2); only the ante is compulsory."
    survives = rules.five_card_bonus_survives_fold
    yield (
        "A folded seat still plays its 5-card bonus, so this bet changes no decision (BD-5)."
        if survives
        else "A fold forfeits the 5-card bonus, so this bet makes folding more expensive (BD-5)."
    )
    if not rules.two_card_bonus_survives_fold:
        yield "A fold forfeits the 2-card bonus: its table is for a player who never folds a hand on it (BD-4)."
