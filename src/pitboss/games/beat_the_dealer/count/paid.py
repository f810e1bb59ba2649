"""The Beat the Dealer bets whose odds follow from a pay table, computed without the main game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from pitboss.games.beat_the_dealer.deal.hands import five_card_line, two_card_line
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.ranking.poker import rank_hand
from pitboss.solving.answers.paytable_bets import Paid

_RANKS, _SUITS = 13, 4


def paid(rules: Rules) -> dict[str, Paid]:
    """Return these bets by name. The 5-card odds are for a player who sees every flop, as in `pitboss odds` (BD-5)."""
    note = "For a player who always sees the flop."
    return {
        "two-card": Paid("two_card_table", two_cards),
        "five-card": Paid("five_card_table", five_cards, note=note),
    }


@cache
def two_cards() -> Sequence[Fraction]:
    """Return the probability of each line of the 2-card bonus over all 1,326 hole cards (BD-4)."""
    lines = Counter(two_card_line(*cards) for cards in combinations(range(_RANKS * _SUITS), 2))
    return [Fraction(lines[line], lines.total()) for line in range(max(lines))]


@cache
def five_cards() -> Sequence[Fraction]:
    """Return the probability of each line of the 5-card bonus over all 2,598,960 hands, grouped by ranks (BD-6)."""
    lines: Counter[int] = Counter()
    for hand, ways in _five_by_ranks():
        lines[five_card_line(rank_hand(hand))] += ways
    return [Fraction(lines[line], lines.total()) for line in range(max(lines) + 1)]


def _five_by_ranks() -> Iterator[tuple[Sequence[int], int]]:
    """Yield one hand for each multiset of ranks, suited and unsuited, and the number of hands like it."""
    for ranks in combinations_with_replacement(range(_RANKS), 5):
        count_by_rank = Counter(ranks)
        if max(count_by_rank.values()) > _SUITS:
            continue
        ways = prod(comb(_SUITS, times) for times in count_by_rank.values())
        if len(count_by_rank) == len(ranks):
            yield [rank * _SUITS for rank in ranks], _SUITS
            ways -= _SUITS
        yield _not_suited(ranks), ways


def _not_suited(ranks: Sequence[int]) -> list[int]:
    """Return a hand of these ranks in the lowest possible suits, with the last card in a different suit."""
    taken: Counter[int] = Counter()
    hand = []
    for place, rank in enumerate(ranks):
        suit = taken[rank] if taken[rank] or place < len(ranks) - 1 else 1
        hand.append(rank * _SUITS + suit)
        taken[rank] += 1
    return hand
