"""
The best strategy of Roll Your Own as answers for a hand in play, read from the tables of the solution.

A hand is traced through `drawn_hands`: it starts at `pairs[first, second]`, or after a split at `after[0, second]`
of the hands drawn from the pair's card. Each further card leads to `after[hand, value]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.games.roll_your_own.count.charts import ANSWERS
from pitboss.games.roll_your_own.count.removed_cards import Values
from pitboss.games.roll_your_own.count.solve import Solution, all_threes, three_rows
from pitboss.games.roll_your_own.count.up_card_solver import others_index
from pitboss.solving.blackjack.distribution.drawn_hands import drawn_hands
from pitboss.solving.blackjack.hands import Actions, Ints
from pitboss.solving.blackjack.play import SPLIT
from pitboss.solving.blackjack.rules import VALUES


class BestStrategy(NamedTuple):
    """
    The best actions, by up card (0 ace to 9 ten-value) and the seat's other cards (a value, or `other_pairs` of two).
    """

    alone: Actions  # [three cards (`threes`), up card]: the value of the card set alone
    play: Actions  # [up card, other cards, hand]
    split_play: Actions  # [up card, other cards, whether the second card paired, `split_starts` + hand]
    most_splits: Actions  # [up card, other cards, value]: the maximum number of splits of a pair
    split_starts: Ints  # [value]: the first row of a pair's hands in `split_play`
    threes: Ints  # [value, value, value]: the row of these three cards, in any order
    other_pairs: Ints  # [value, value]: the index of two other cards, in any order; one card has its value


def best_strategy(solution: Solution) -> BestStrategy:
    """Return the best play of a solved game."""
    threes = np.array(all_threes())
    pairs = np.zeros((10, 10), dtype=np.int64)
    for values, index in others_index().items():
        if len(values) == 2:
            pairs[values] = pairs[values[::-1]] = index
    sizes = [solution.up_cards[0].splits.play[value].shape[2] for value in range(VALUES)]
    return BestStrategy(
        alone=threes[np.arange(len(threes))[:, None], solution.alone].astype(np.uint8),
        play=np.stack([_first_play(solved.play, solved.action) for solved in solution.up_cards]),
        split_play=np.stack([np.concatenate(solved.splits.play, axis=2) for solved in solution.up_cards]),
        most_splits=np.stack([solved.splits.most for solved in solution.up_cards]),
        split_starts=np.cumsum([0, *sizes]),
        threes=three_rows(),
        other_pairs=pairs,
    )


def _first_play(play: Actions, action: Actions) -> Actions:
    """Return the play for every hand, with pairs split if that is best."""
    hands, full = drawn_hands(), play.copy()
    at = np.arange(10)
    pairs = hands.pairs[at, at]
    split = action[:, at, at] == SPLIT
    full[:, pairs] = np.where(split, SPLIT, full[:, pairs])
    return full


def answer(
    strategy: BestStrategy, up_card: int, other_cards: Values, hand: Sequence[int], splits: int, may_split: bool
) -> str:
    """Return the answer for a hand with these values in order. `splits` is the number of splits of its bet so far."""
    known = other_cards[0] if len(other_cards) == 1 else int(strategy.other_pairs[other_cards])
    first, second, *rest = hand
    paired = first == second
    is_split = splits > 0
    if is_split and paired and may_split and not rest and splits < strategy.most_splits[up_card, known, first]:
        return ANSWERS[SPLIT]
    hands = drawn_hands() if not is_split else drawn_hands(first=first)
    index = hands.pairs[first, second]
    for value in rest:
        index = hands.after[index, value]
    if not is_split:
        return ANSWERS[strategy.play[up_card, known, index]]
    return ANSWERS[strategy.split_play[up_card, known, int(paired), strategy.split_starts[first] + index]]
