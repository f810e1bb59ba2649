"""The exact distribution of a flip's net with units on several bets, averaged over the boards of a full shoe."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.games.flip_it.count.shoe import full_shoe
from pitboss.games.flip_it.count.together import NAMES, flips
from pitboss.games.flip_it.deal.rules import Rules


def nets_of(rules: Rules, stakes: Mapping[str, int]) -> list[tuple[Fraction, Fraction]]:
    """Return the distribution of the net of these stakes. The bonus is bet on every board that allows it (FI-5)."""
    units = [stakes.get(bet, 0) for bet in NAMES]
    probabilities: dict[Fraction, Fraction] = {}
    for nets, chance in flips(rules, full_shoe(rules)):
        net = sum((laid * each for laid, each in zip(units, nets, strict=True) if laid), Fraction(0))
        probabilities[net] = probabilities.get(net, Fraction(0)) + chance
    return sorted((net, chance) for net, chance in probabilities.items() if chance)
