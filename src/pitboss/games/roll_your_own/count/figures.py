"""The figures of the solved game: each bet, the round as played, and the assumptions."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.games.roll_your_own.count.both_bets.net_tables import MAX_UNITS, NET_COLUMNS
from pitboss.games.roll_your_own.count.both_bets.round_nets import BetNets, RoundNets
from pitboss.games.roll_your_own.count.paid import bonus_shares
from pitboss.games.roll_your_own.count.solve import (
    LINES,
    SettledBet,
    Solution,
    all_threes,
    deals,
    mean_of,
    nets_of,
    solution_of,
)
from pitboss.games.roll_your_own.count.up_card_solver import OddsRules
from pitboss.solving.blackjack.hands import Floats
from pitboss.statistics.covariances import Covariances

Spread = tuple[tuple[Fraction, float], ...]

INITIAL_BET = 3
"""The units bet at first: one each on the two-card bet, the one-card bet and the bonus."""

ASSUMPTIONS = (
    "One seat against the dealer, one deck, fresh every round; the burned card and the hole card are unseen.",
    "Each hand is decided on the player's three cards, the up card, that hand's own cards and, if the dealer peeks"
    " for blackjack, on none having been found; cards drawn by other hands are ignored. For such a player, setting,"
    " play and every mean are exact, because unseen cards are equivalent to cards still in the pack.",
    "After a split each hand is decided on its own cards, not on the number of hands; the number of resplits is the"
    " best one for these three cards and this up card, within the limit.",
    "Means of the two hands are computed in floating point, with a relative error below 1e-12; the bonus and"
    " insurance are exact fractions.",
    "With one seat the pack cannot run out, whatever the player does: all hands, the dealer's and the burned card hold"
    " at most 327 of the deck's 340 points.",
    "Standard deviations and covariances are exact: any two hands of a round are counted together. So are the nets of"
    " rounds of two and three hands, which are 99.5 % of all. The nets of rounds of four hands or more are expanded in"
    " the number of cards that their hands share; the error next to a line is the change made by the last order of that"
    " expansion, and not a proved bound.",
)
"""The assumptions in words: which figures are exact, and for which player."""


class BetFigures(NamedTuple):
    """The figures for one blackjack bet over all deals, in bets."""

    ev: float
    variance: float
    average_bet: float  # including doubles and splits
    lines: tuple[tuple[str, float], ...]  # distribution of endings, with a split as one line: exact
    split_ev: float  # mean net of a split: exact
    nets: Spread  # distribution of the net, splits included
    errors: tuple[float, ...]  # possible error of each probability


class RoundFigures(NamedTuple):
    """The figures for the round as played, both hands and the bonus, in units of one bet."""

    ev: float
    variance: float
    initial_bet: int
    average_bet: float
    nets: Spread
    errors: tuple[float, ...]


def bet_figures(solution: Solution, bet: SettledBet, nets: BetNets) -> BetFigures:
    """Return a bet's figures, averaged over all deals."""
    lines = [float(chance) for chance in solution.mean(bet.lines)]
    split, ev = float(solution.mean(bet.split)), float(solution.mean(bet.worth))
    values = [*(Fraction(net) for net in range(-MAX_UNITS, MAX_UNITS + 1)), solution.rules.blackjack_pays]
    spread, errors = _merged(values, solution.mean(nets.chances), solution.mean(nets.errors))
    return BetFigures(
        ev=ev,
        variance=_square(solution, nets) - ev**2,
        average_bet=1 + float(solution.mean(bet.extra)),
        lines=tuple(zip(LINES, lines, strict=True)),
        split_ev=split / lines[-1] if lines[-1] else 0.0,
        nets=spread,
        errors=errors,
    )


def _nets(solution: Solution) -> RoundNets:
    """Return the nets of all deals, computed when they are first asked for."""
    return nets_of(solution.rules.for_play)


def _square(solution: Solution, nets: BetNets) -> float:
    """Return the exact second moment of a bet, including blackjacks."""
    paid = float(solution.mean(nets.chances)[NET_COLUMNS - 1])
    return float(solution.mean(nets.square)) + float(solution.rules.blackjack_pays) ** 2 * paid


def two_card_figures(solution: Solution) -> BetFigures:
    """Return the figures for the two-card bet."""
    return bet_figures(solution, solution.two_card, _nets(solution).two_card)


def one_card_figures(solution: Solution) -> BetFigures:
    """Return the figures for the one-card bet."""
    return bet_figures(solution, solution.one_card, _nets(solution).one_card)


def covariances(solution: Solution) -> Covariances:
    """Return the exact covariances of the three bets in a round; the bonus depends on the three cards."""
    two, one = two_card_figures(solution), one_card_figures(solution)
    pays, won = float(solution.rules.blackjack_pays), _bonus_won(solution.rules)
    product = float(solution.mean(_nets(solution).products) @ np.array([1, pays, pays**2]))
    counts, bonus = bonus_shares(all_threes()), _bonus_by_threes(won)
    mean = _bonus_mean(bonus)
    square = float((counts.sum(axis=0) @ np.square(won)) / counts.sum())
    with_bonus = [float(solution.mean(bonus[:, None] * bet.worth)) for bet in (solution.two_card, solution.one_card)]
    means = (two.ev, one.ev, mean)
    with_two, with_one = (both - ev * mean for both, ev in zip(with_bonus, means, strict=False))
    hands = product - two.ev * one.ev
    return Covariances(
        ("two-card", "one-card", "bonus"),
        means,
        (
            (two.variance, hands, with_two),
            (hands, one.variance, with_one),
            (with_two, with_one, square - mean**2),
        ),
    )


def _bonus_won(rules: OddsRules) -> list[float]:
    return [float(each) for each in (*rules.bonus_pays, -1)]


def _bonus_by_threes(won: list[float]) -> Floats:
    """Return the mean net of the bonus for each set of three cards."""
    counts = bonus_shares(all_threes())
    return np.asarray(counts @ np.array(won) / counts.sum(axis=1))


def _bonus_mean(by_threes: Floats) -> float:
    weight = deals()
    return float(mean_of(weight, np.repeat(by_threes[:, None], weight.shape[1], axis=1)))


def means(rules: OddsRules) -> tuple[float, float, float]:
    """Return the mean nets of the two-card bet, the one-card bet and the bonus, without computing distributions."""
    solution = solution_of(rules.for_play)
    two, one = (float(solution.mean(bet.worth)) for bet in (solution.two_card, solution.one_card))
    return two, one, _bonus_mean(_bonus_by_threes(_bonus_won(rules)))


def round_figures(solution: Solution) -> RoundFigures:
    """Return the figures for both hands and the bonus together. Insurance is at best fair, so it is not taken."""
    lines = bonus_shares(all_threes())
    shares = lines / lines.sum(1, keepdims=True) * (solution.weight.sum(1, keepdims=True) > 0)
    weights = solution.weight / solution.weight.sum()
    nets, net_errors = (
        np.einsum("tu,tl,tunb->lnb", weights, shares, each, optimize=True).reshape(-1)
        for each in (_nets(solution).both, _nets(solution).errors)
    )
    pays = solution.rules.blackjack_pays
    values = [
        bonus + units + blackjacks * pays
        for bonus in (*solution.rules.bonus_pays, -1)
        for units in range(-2 * MAX_UNITS, 2 * MAX_UNITS + 1)
        for blackjacks in range(3)
    ]
    two, one, moments = solution.two_card, solution.one_card, covariances(solution)
    stakes = dict.fromkeys(moments.names, 1)
    spread, errors = _merged([Fraction(value) for value in values], nets, net_errors)
    return RoundFigures(
        ev=float(moments.mean(stakes)),
        variance=float(moments.variance(stakes)),
        initial_bet=INITIAL_BET,
        average_bet=INITIAL_BET + float(solution.mean(two.extra) + solution.mean(one.extra)),
        nets=spread,
        errors=errors,
    )


def _merged(values: list[Fraction], chances: Floats, errors: Floats) -> tuple[Spread, tuple[float, ...]]:
    """Merge equal nets, with their possible errors, in ascending order. Leave out impossible nets."""
    merged, off = dict.fromkeys(values, 0.0), dict.fromkeys(values, 0.0)
    for value, chance, error in zip(values, chances, errors, strict=True):
        merged[value] += float(chance)
        off[value] += float(error)
    whole = sum(max(chance, 0.0) for chance in merged.values())
    possible = [value for value in sorted(merged) if merged[value] > 0]
    return tuple((value, merged[value] / whole) for value in possible), tuple(off[value] for value in possible)
