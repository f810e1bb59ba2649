"""Everything that can be counted of blackjack: every bet, the game as played, the charts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from pitboss.kit import Paytable
from pitboss.solving.answers.analysis import Analysis, BetOdds, Outcome, Played
from pitboss.solving.blackjack.rules import Knowledge
from pitboss.statistics.exactness import Number

from blackjack_table.count.advise import SITUATION, advise, advise_seat
from blackjack_table.count.charts import all_charts
from blackjack_table.count.solved import nets, solved, solver_rules
from blackjack_table.deal.rules import Rules

EXACT = 1e-6
"""A relative error below this changes no digit that is printed."""

__all__ = ["SITUATION", "advise", "advise_seat", "analyse", "edges"]


def analyse(rules: Rules) -> Analysis:
    """Return everything that can be said of blackjack under these rules."""
    terms = solver_rules(rules)
    game, found = solved(terms), nets(terms)
    lines = tuple(
        Outcome(_net_words(net), Fraction(net).limit_denominator(100), chance, _shown(found.errors[net], chance))
        for net, chance in found.chances.items()
    )
    played = Played(
        initial_bet=1,
        average_bet=found.average_bet,
        distribution=tuple((line.pays, line.probability) for line in lines),
        note="One seat, the main wager alone, best played; insurance and even money never taken.",
        errors=tuple(line.error for line in lines),
        known_ev=game.expected_value,
    )
    main = BetOdds("main", lines, "Main wager", known_ev=game.expected_value)
    return Analysis(
        game="blackjack",
        rules=rules.as_data(),
        bets=(main, *side_bets(rules)),
        played=played,
        strategy=all_charts(rules),
        assumptions=tuple(_assumptions(rules)),
    )


def edges(rules: Rules) -> dict[str, Number]:
    """Return the house edges alone, which take a fraction of the time."""
    main = -solved(solver_rules(rules)).expected_value
    return {"main": main, **{bet.name: bet.house_edge for bet in side_bets(rules)}, "played": main}


def _shown(error: float, chance: float) -> float:
    """Return the error of a chance, or 0 if it is too small to change a digit that is printed."""
    return error if error > EXACT * chance else 0.0


def _net_words(net: float) -> str:
    return "push" if net == 0 else f"{'wins' if net > 0 else 'loses'} {abs(net):g}"


def side_bets(rules: Rules) -> Iterator[BetOdds]:
    """Return Perfect Pairs, 21+3 and insurance."""
    yield _table("perfect-pairs", "Perfect Pairs", rules.perfect_pairs, pair_ways(rules.decks))
    yield _table("21+3", "21+3", rules.twenty_one_plus_three, poker_ways(rules.decks))
    ten = Fraction(16 * rules.decks, 52 * rules.decks - 1)
    yield BetOdds(
        "insurance", (Outcome("dealer blackjack", 2, ten), Outcome("no blackjack", -1, 1 - ten)), "Insurance",
        "For a player who has seen the ace up and nothing else; by holding, see the chart (BJ-4).",
    )  # fmt: skip


def _table(name: str, title: str, table: Paytable, ways: tuple[list[int], int]) -> BetOdds:
    """Return a bet that a pay table decides, by the ways of each line and of all cards."""
    lines, every = ways
    chances = [Fraction(each, every) for each in lines]
    outcomes = [
        Outcome(table.name(line).lower(), table.pays(line).ratio, chance) for line, chance in enumerate(chances)
    ]
    return BetOdds(name, (*outcomes, Outcome("nothing that pays", -1, 1 - sum(chances))), title)


def pair_ways(decks: int) -> tuple[list[int], int]:
    """
    Return the second cards that make each line of Perfect Pairs, of all second cards (BJ-3).

    >>> pair_ways(6)
    ([5, 6, 12], 311)
    """
    return [decks - 1, decks, 2 * decks], 52 * decks - 1


def poker_ways(decks: int) -> tuple[list[int], int]:
    """
    Return the combinations of three cards that make each line of 21+3, of all combinations (BJ-3).

    >>> poker_ways(8)
    ([2912, 24576, 61568, 368640, 700928], 11912264)
    """
    suited_trips, straight_flush = 52 * comb(decks, 3), 48 * decks**3
    trips = 13 * comb(4 * decks, 3) - suited_trips
    straight = 12 * (4 * decks) ** 3 - straight_flush
    flush = 4 * comb(13 * decks, 3) - straight_flush - suited_trips
    return [suited_trips, straight_flush, trips, straight, flush], comb(52 * decks, 3)


def _assumptions(rules: Rules) -> Iterator[str]:
    by_total = solved(solver_rules(rules, Knowledge.TOTAL)).expected_value
    by_cards = solved(solver_rules(rules)).expected_value
    yield "Side bets and insurance are exact fractions; the main wager is computed in double precision."
    yield (
        "All cards are in the pack. The player decides each hand on its own cards, the up card and, after a split,"
        " which pair was split, and to split again also on how many hands there are: exact for that player."
    )
    yield (
        "The expected value has no further assumption. The chance of a net is exact for hands that are not split;"
        " for split hands the error next to it is what the last term of its expansion changed."
    )
    yield f"By the charts of totals the main wager is worth {by_total:.6f}, by the cards {by_cards:.6f}."
