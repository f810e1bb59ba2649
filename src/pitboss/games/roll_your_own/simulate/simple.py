"""A Roll Your Own strategy that a person can remember: a ladder for setting the hands, and a short blackjack chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.games.roll_your_own.simulate.strategy_file import in_words
from pitboss.games.roll_your_own.simulate.tables import tables
from pitboss.games.wording.chart_words import chart_sentences, simplified
from pitboss.games.wording.strategy_words import BY_TOTAL, PAIRS, PLAYS, SPLIT, TOTALS, UP_CARDS, VALUES, rows
from pitboss.solving.answers.simple_strategy import SimplePlay

ACE, TEN, NINE, EIGHT = 1, 10, 9, 8
LOW, HIGH = 11, 18
LADDER = (
    "Make your two-card hand of the first of these that you hold: an ace and a ten-value; two ten-values; two cards"
    " without an ace that total 11 or less, the higher the better; an ace and a 9.",
    "With none of these: set an ace alone; else keep two eights together, then two cards that total 18 or more; else"
    " set the highest card alone.",
)


def simple(rules: Rules) -> SimplePlay:
    """Return the strategy: set the hands by the ladder, play the plain chart, never insure."""
    parts = {part.name: part.found for part in in_words(*_plain(rules))}
    hands = simplified(rows("hands", parts["hands"], TOTALS, UP_CARDS, PLAYS))
    pairs = rows("pairs", parts["pairs"], PAIRS, UP_CARDS, (SPLIT, BY_TOTAL)) if rules.max_splits else {}
    threes = combinations_with_replacement(range(1, 11), 3)
    alone = {"-".join(VALUES[value - 1] for value in cards): VALUES[alone_of(cards) - 1] for cards in threes}
    changes = {"insurance": "no", "alone": alone, "hands": hands, **({"pairs": pairs} if pairs else {})}
    sentences = (*LADDER, *chart_sentences(hands, pairs), "Never take insurance.")
    return SimplePlay(sentences, None, "basic", changes, ("two-card", "one-card"))


def _plain(rules: Rules) -> tuple[Any, Any]:
    plain = tables(rules, "basic")
    return plain.settings, plain.codes


def alone_of(cards: Sequence[int]) -> int:
    """
    Return which of three values to set alone, with an ace as 1.

    >>> alone_of((1, 5, 10)), alone_of((1, 3, 9)), alone_of((2, 8, 9)), alone_of((4, 8, 8)), alone_of((5, 7, 10))
    (5, 3, 8, 4, 10)
    """
    pair = next(_ladder(sorted(cards)))
    left = list(cards)
    for value in pair:
        left.remove(value)
    return left[0]


def _ladder(cards: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the two-card hands in order of preference. `cards` is sorted from ace to ten."""
    pairs: list[tuple[int, int]] = [(one, other) for one, other in combinations(cards, 2)]
    low = [pair for pair in pairs if ACE not in pair and sum(pair) <= LOW]
    yield from (pair for pair in pairs if pair in ((ACE, TEN), (TEN, TEN)))
    yield from sorted(low, key=sum, reverse=True)
    yield from (pair for pair in pairs if pair == (ACE, NINE))
    if ACE in cards:
        yield cards[1], cards[2]
    yield from (pair for pair in pairs if pair == (EIGHT, EIGHT))
    yield from sorted((pair for pair in pairs if sum(pair) >= HIGH), key=sum, reverse=True)
    yield cards[0], cards[1]
