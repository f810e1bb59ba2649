"""The solved game in figures: each bet, the round as played, and the sentences that say what they rest on."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.counting.blackjack.values import Numbers
from pitboss.games.roll_your_own.count.bet_nets import MOST, together
from pitboss.games.roll_your_own.count.paid import bonus_odds, bonus_shares
from pitboss.games.roll_your_own.count.solve import LINES, SettledBet, Solution, all_threes

Spread = tuple[tuple[Fraction, float], ...]

ASSUMPTIONS = (
    "One seat against the dealer, one deck, fresh every round; the burned card and the hole card are cards not seen.",
    "Each hand is decided on the player's three cards, the up card, that hand's own cards and, where the dealer looks"
    " for blackjack, on none having been found; what another hand draws is not looked at. For that player setting,"
    " play and every mean are exact: what other hands drew is as good as still in the pack.",
    "After a split each hand is decided on its own cards, not on how many hands the split has made; a pair is split"
    " again either always, as the limit allows, or never, whichever is better for these three cards and this up card.",
    "Means of the two hands are worked out in floating point, with a relative error below 1e-12; the bonus and"
    " insurance are exact fractions.",
    "With one seat the pack cannot run out, whatever the player does: all hands, the dealer's and the burned card hold"
    " at most 327 of the deck's 340 points.",
    "Standard deviations, hit rates, the nets of splits and of whole rounds take hands as independent once the three"
    " cards, the up card and the dealer's final total are known; the nets of a hand that is not split are exact.",
)
"""What is exact, and for whom."""


class BetFigures(NamedTuple):
    """One blackjack bet over all deals, in units of the bet."""

    ev: float
    average_bet: float  # with what doubles and splits add
    lines: tuple[tuple[str, float], ...]  # how it ends, a split as one line: exact
    split_ev: float  # what a split brings on average: exact
    nets: Spread  # what it brings, splits spread out


class RoundFigures(NamedTuple):
    """The round as played, in units of one bet: both hands and the bonus."""

    ev: float
    initial_bet: int
    average_bet: float
    nets: Spread


def bet_figures(solution: Solution, bet: SettledBet, nets: Numbers) -> BetFigures:
    """A bet's figures averaged over all deals."""
    lines = [float(chance) for chance in solution.mean(bet.lines)]
    split = float(solution.mean(bet.split))
    chances = solution.mean(nets).sum(-1)
    values = [*(Fraction(net) for net in range(-MOST, MOST + 1)), solution.rules.blackjack_pays]
    return BetFigures(
        ev=float(solution.mean(bet.worth)),
        average_bet=1 + float(solution.mean(bet.extra)),
        lines=tuple(zip(LINES, lines, strict=True)),
        split_ev=split / lines[-1] if lines[-1] else 0.0,
        nets=_gathered(values, chances),
    )


def two_card_figures(solution: Solution) -> BetFigures:
    """The two-card bet."""
    return bet_figures(solution, solution.two_card, solution.two_nets)


def one_card_figures(solution: Solution) -> BetFigures:
    """The one-card bet."""
    return bet_figures(solution, solution.one_card, solution.one_nets)


def round_figures(solution: Solution) -> RoundFigures:
    """Both hands and the bonus together; insurance, never better than fair, is not taken."""
    rows = solution.two_nets.shape[:2]
    both = together(*(nets.reshape(-1, *nets.shape[2:]) for nets in (solution.two_nets, solution.one_nets)))
    lines = bonus_shares(all_threes())
    shares = lines / lines.sum(1, keepdims=True) * (solution.weight.sum(1, keepdims=True) > 0)
    weights = solution.weight / solution.weight.sum()
    nets = np.einsum("tu,tl,tunb->lnb", weights, shares, both.reshape(*rows, *both.shape[1:]))
    pays = solution.rules.blackjack_pays
    values = [
        bonus + units + blackjacks * pays
        for bonus in (*solution.rules.bonus_pays, -1)
        for units in range(-2 * MOST, 2 * MOST + 1)
        for blackjacks in range(3)
    ]
    two, one = solution.two_card, solution.one_card
    bonus_ev = sum(won * chance for _, won, chance in bonus_odds(solution.rules.bonus_pays))
    return RoundFigures(
        ev=float(solution.mean(two.worth) + solution.mean(one.worth)) + float(bonus_ev),
        initial_bet=3,
        average_bet=3 + float(solution.mean(two.extra) + solution.mean(one.extra)),
        nets=_gathered([Fraction(value) for value in values], nets.reshape(-1)),
    )


def _gathered(values: list[Fraction], chances: Numbers) -> Spread:
    """Nets in order, each once; those that cannot happen are left out."""
    gathered = dict.fromkeys(values, 0.0)
    for value, chance in zip(values, chances, strict=True):
        gathered[value] += float(chance)
    return tuple((value, gathered[value]) for value in sorted(gathered) if gathered[value] > 0)


def deviation(nets: Spread) -> float:
    """The standard deviation of a spread."""
    mean = sum(float(net) * chance for net, chance in nets)
    return float(np.sqrt(sum((float(net) - mean) ** 2 * chance for net, chance in nets)))
