"""Exact odds for the side bets and insurance, and the covariances of the side bets with the main wager."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from pitboss.games.blackjack.count.solved import solver_rules
from pitboss.games.blackjack.deal.rules import INSURANCE_PAYS, OfferedBet, Rules, offered
from pitboss.games.dealing.side_bets import SideBet
from pitboss.solving.answers.analysis import BetOdds, Outcome
from pitboss.solving.blackjack.hands import all_hands
from pitboss.solving.blackjack.solve import SolvedGame, is_natural, solved
from pitboss.solving.first_cards import Declared, line_chances, line_counts
from pitboss.statistics.covariances import Covariances, covariances_of


@lru_cache(maxsize=64)
def chances_of(bet: SideBet, decks: int) -> tuple[Fraction, ...]:
    """Return the probability of each line of a side bet off the top of the shoe."""
    how = {"sees_up_card": bet.sees_up_card, "sees_blackjack": bet.sees_blackjack}
    return tuple(line_chances(bet.line, len(bet.table.lines), decks, **how))


def side_bets(rules: Rules) -> Iterator[BetOdds]:
    """Yield the odds of the side bets on offer, and of insurance (BJ-3, BJ-4)."""
    for made in offered(rules):
        chances, table = chances_of(made.bet, rules.decks), made.table(rules)
        lines = [Outcome(table.name(line), table.pays(line).ratio, chance) for line, chance in enumerate(chances)]
        yield BetOdds(made.bet.name, (*lines, Outcome("nothing that pays", -1, 1 - sum(chances))), made.bet.title)
    ten = Fraction(16 * rules.decks, 52 * rules.decks - 1)
    lines = [Outcome("dealer blackjack", INSURANCE_PAYS.ratio, ten), Outcome("no blackjack", -1, 1 - ten)]
    note = "For a player who has seen only the ace up; for known hands, see the chart (BJ-4)."
    yield BetOdds("insurance", tuple(lines), "Insurance", note)


def all_covariances(rules: Rules, main_variance: float) -> Covariances:
    """
    Return the covariances of the main wager and the side bets, at best play of the main wager.

    The main wager depends only on the values of the cards. Given the values of a seat's two cards and of the up card,
    and whether the dealer has a blackjack, suits and pictures are independent of it.
    """
    game, made = solved(solver_rules(rules)), list(offered(rules))
    counts = line_counts(tuple(Declared(one.bet.line, one.bet.sees_up_card, one.bet.sees_blackjack) for one in made),
                         rules.decks)  # fmt: skip
    every = sum(sum(lines.values()) for lines in counts.values())
    with_main = [0.0] * len(made)
    for (first, second, up, blackjack), lines in counts.items():
        worth = _main_joint(game, (first - 1, second - 1), up - 1, blackjack)
        ways = sum(lines.values())
        for place, one in enumerate(made):
            net = sum(float(_net(one, rules, line[place])) * deals for line, deals in lines.items()) / ways
            with_main[place] += worth * net
    side_bets = covariances_of(
        [one.bet.name for one in made],
        [
            ([_net(one, rules, line[place]) for place, one in enumerate(made)], Fraction(deals, every))
            for lines in counts.values()
            for line, deals in lines.items()
        ],
    )
    mean = game.expected_value
    with_side_bets = [worth - mean * float(side) for worth, side in zip(with_main, side_bets.means, strict=True)]
    rows = [(cov, *row) for cov, row in zip(with_side_bets, side_bets.matrix, strict=True)]
    return Covariances(("main", *side_bets.names), (mean, *side_bets.means), ((main_variance, *with_side_bets), *rows))


def _net(made: OfferedBet, rules: Rules, line: int) -> Fraction:
    return made.table(rules).pays(line).ratio


def _main_joint(game: SolvedGame, own: Sequence[int], up: int, blackjack: bool) -> float:
    """
    Return the joint value of a round with these first cards in one order, with or without a dealer's blackjack.

    The distinction matters only for bets that depend on a dealer's blackjack. They are on hands of 20, which stand and
    lose to it.
    """
    first, second = own
    every = float(game.round_value(first, second)[up])
    hand = all_hands().number((first, second))
    against = game.rules.blackjack_pays * game.rules.blackjack_always_wins if is_natural(first, second) else -1.0
    net = against * float(game.blackjack_odds(hand)[up])
    return net if blackjack else every - net
