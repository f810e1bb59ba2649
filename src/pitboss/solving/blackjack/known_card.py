"""The exact value of knowing one hidden card in blackjack games, with re-optimised decisions."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.solving.blackjack.rules import ACE, TEN, VALUES
from pitboss.solving.blackjack.solve import SolvedGame, Solver


class HoleKnown(NamedTuple):
    """The main bet with the hole card known, and the probability of a ten under an ace."""

    main: float
    insured: float


def with_hole_card(game: SolvedGame) -> HoleKnown:
    """Return the value of the best play that depends on the hand's cards and both of the dealer's first cards."""
    worth = sum(Solver(game.rules, hole=hole).solve().expected_value for hole in range(VALUES))
    pack = game.rules.pack
    cards = sum(pack)
    return HoleKnown(worth, pack[ACE] * pack[TEN] / (cards * (cards - 1)))


def by_first_card(game: SolvedGame) -> list[tuple[float, float]]:
    """Return the probability of each first card and the value of the main bet with it, by card value."""
    pack = game.rules.pack
    chances = [count / sum(pack) for count in pack]
    worths = [sum(float(game.round_value(first, second).sum()) for second in range(VALUES)) for first in range(VALUES)]
    return [(chance, worth / chance if chance else 0.0) for chance, worth in zip(chances, worths, strict=True)]
