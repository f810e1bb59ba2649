"""The bet of Roll Your Own that a pay table decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

from pitboss.counting.paid import Paid
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.ranking.three_card import NOTHING, three_card_line


def paid(rules: Rules) -> dict[str, Paid]:
    """The bonus on a seat's three cards (RY-4)."""
    return {"bonus": Paid("bonus_table", three_cards)}


@cache
def three_cards() -> Sequence[Fraction]:
    """How likely each line is over all 22,100 deals of three cards."""
    lines = Counter(three_card_line(*cards) for cards in combinations(range(52), 3))
    return [Fraction(lines[line], lines.total()) for line in range(NOTHING)]
