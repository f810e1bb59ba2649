"""The exact distribution of each bet's net over all deals, to check the simulation against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.games.beat_the_dealer.count.solve import FORFEIT, Solution
from pitboss.solving.answers.simulator import Chances

_MADE = {"flop": (0, 1, 2, 3), "turn": (2, 3), "river": (1, 3)}
"""The bets codes of a tally that include each bet."""


def lines_of(solution: Solution, stakes: Mapping[str, int]) -> dict[str, Chances]:
    """Return the distribution of each bet's net when it is made, and of a round as `played`. `stakes` are in units."""
    found: dict[str, Mapping[Fraction, int]] = {"ante": _ante(solution)}
    found |= {bet: _even_money([solution.showdowns[number] for number in made]) for bet, made in _MADE.items()}
    pays = {"two-card": solution.house.two_card_pays, "five-card": solution.house.five_card_pays}
    played: Counter[Fraction] = Counter()
    bonus = {bet: Counter[Fraction]() for bet in pays}
    for ending, count in solution.endings.items():
        won = Fraction(ending.main * stakes["ante"])
        for bet, line in (("two-card", ending.two_card), ("five-card", ending.five_card)):
            net = Fraction(-1) if line == FORFEIT else pays[bet][line]
            bonus[bet][net] += count
            won += net * stakes[bet]
        played[won] += count
    found |= {bet: counts for bet, counts in bonus.items() if stakes[bet]} | {"played": played}
    return {bet: _chances(counts) for bet, counts in found.items() if any(counts.values())}


def _ante(solution: Solution) -> dict[Fraction, int]:
    """Return the number of deals in which the ante is paid, pushed or lost, folds included (BD-2, BD-3)."""
    paid, other, ties, losses = (sum(counts) for counts in zip(*solution.showdowns, strict=True))
    folded = solution.deals - solution.bets_made[0]
    return {Fraction(1): paid, Fraction(0): other + ties, Fraction(-1): losses + folded}


def _even_money(made: Sequence[Sequence[int]]) -> dict[Fraction, int]:
    paid, other, ties, losses = (sum(counts) for counts in zip(*made, strict=True))
    return {Fraction(1): paid + other, Fraction(0): ties, Fraction(-1): losses}


def _chances(counts: Mapping[Fraction, int]) -> Chances:
    deals = sum(counts.values())
    return {net: Fraction(count, deals) for net, count in counts.items() if count}
