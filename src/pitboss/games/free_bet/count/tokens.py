"""
The distribution of the Pot of Gold tokens that a strategy earns (FB-6).

Tokens depend only on second cards: a free split needs a pair, a free double a total of 9, 10 or 11. Second cards are
exchangeable with all other cards in the shoe, whatever cards are drawn in between, so the result is exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.games.free_bet.count.solved import MAX_TOKENS
from pitboss.games.free_bet.deal.hands import MAX_HANDS
from pitboss.solving.blackjack.distribution.nets import split_against
from pitboss.solving.blackjack.distribution.polynomials import chance_of
from pitboss.solving.blackjack.hands import Flags, Floats, Ints, all_hands
from pitboss.solving.blackjack.play import DOUBLE
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES, Pack
from pitboss.solving.blackjack.solve import PlayedSplit, SolvedGame, free_doubles, two_cards
from pitboss.solving.blackjack.splits import FREE, OWN, ResplitPlan

_PAIR, _CLASSES = 0, 5
"""Classes of second cards: 0 a pair; 1 no free double; 2 a free double for own, 3 for free, 4 for all hands."""
Doubles: TypeAlias = tuple[tuple[bool, ...], ...]
_MAX_SECOND = 2 * MAX_HANDS - 2
"""The maximum number of second cards in a split: one for each hand, and two that created the third and fourth."""


class Seconds(NamedTuple):
    """The possible second cards of a split: tokens, cards drawn by class and in total, and number of orders."""

    tokens: Ints
    drawn: Ints
    cards: Ints
    orders: NDArray[np.float64]


class Stage(NamedTuple):
    """The state of a split: hands finished, total hands, and the tokens and second cards (by class) since the start."""

    done: int
    hands: int
    tokens: int
    drawn: int  # three bits for each class


def _deal_second(stage: Stage, plan: ResplitPlan, free: bool, pair_doubles: tuple[bool, bool]) -> list[Stage]:
    """Return the next states after the current hand gets its second card, for each class of that card."""
    done, hands, tokens, drawn = stage
    kind = FREE if free and done else OWN
    paired = drawn + (1 << 3 * _PAIR)
    if plan.splits(kind, hands):
        after = [Stage(done, hands + 1, tokens + free, paired)]
    else:
        after = [Stage(done + 1, hands, tokens + pair_doubles[kind], paired)]
    for second in range(1, _CLASSES):
        after.append(Stage(done + 1, hands, tokens + ((second - 1) >> kind & 1), drawn + (1 << 3 * second)))
    return after


@cache
def seconds(plan: ResplitPlan, free: bool, pair_doubles: tuple[bool, bool], done: int, hands: int) -> Seconds:
    """Return all results from this state on. `pair_doubles`: whether an own or a free hand doubles free if paired."""
    stages = Counter({Stage(done, hands, 0, 0): 1})
    ended: Counter[tuple[int, int]] = Counter()
    while stages:
        onward: Counter[Stage] = Counter()
        for stage, orders in stages.items():
            if stage.done == stage.hands:
                ended[stage.tokens, stage.drawn] += orders
                continue
            for after in _deal_second(stage, plan, free, pair_doubles):
                onward[after] += orders
        stages = onward
    tokens, drawn = np.array(list(ended)).T
    by_class = drawn[:, None] >> 3 * np.arange(_CLASSES) & 7
    return Seconds(tokens, by_class, by_class.sum(axis=1), np.array(list(ended.values()), dtype=np.float64))


def classes_of(pair: int, own_doubles: Flags, free_hand_doubles: Flags) -> Ints:
    """Return the class of each value of a second card (last axis), given which hands it lets double for free."""
    classes = 1 + own_doubles.astype(np.int64) + 2 * free_hand_doubles
    classes[..., pair] = _PAIR
    return classes


def _orders(cards: Ints) -> Floats:
    """Return the number of ordered draws of j from `cards` cards, with j on the last axis."""
    each = np.maximum(cards[..., None] - np.arange(-1, _MAX_SECOND), 0).astype(np.float64)
    each[..., 0] = 1
    return np.asarray(each.cumprod(axis=-1))


@lru_cache(maxsize=4096)
def _sequence_chance(pack: Pack, removed: tuple[int, ...]) -> float:
    """Return the probability that these cards are dealt in a given order."""
    return chance_of(pack, tuple(value for value in range(VALUES) for _ in range(removed[value])))


def _add_up(pack: Pack, removed: Ints, classes: Ints, split: Seconds) -> Floats:
    """Return the probabilities by tokens, joint with the given cards, for each row of the arguments."""
    left = np.maximum(np.array(pack) - removed, 0)
    ways = _orders(np.array([(left * (classes == each)).sum(axis=1) for each in range(_CLASSES)]))
    chance = split.orders / np.maximum(_orders(left.sum(axis=1)), 1)[:, split.cards]
    for each in range(_CLASSES):
        chance *= ways[each][:, split.drawn[:, each]]
    by_tokens = chance @ (split.tokens[:, None] == np.arange(MAX_TOKENS + 1))
    named = np.array([_sequence_chance(pack, tuple(row)) for row in removed.tolist()])
    return np.asarray(named[:, None] * by_tokens)


def token_chances(pack: Pack, cards: Ints, up: int, classes: Ints, split: Seconds) -> Floats:
    """Return the probabilities by tokens, joint with the known cards, the up card and no dealer blackjack."""
    return np.asarray(_against(pack, cards, [up], classes[None], split)[0])


def _against(pack: Pack, cards: Ints, ups: Sequence[int], classes: Ints, split: Seconds) -> Floats:
    """Return these probabilities against each of several up cards, with the classes for each up card."""
    known = [(row, up) for row, up in enumerate(ups)]
    under = [(row, TEN if up == ACE else ACE) for row, up in known if up in (ACE, TEN)]
    rows, more = [row for row, _ in under], np.eye(VALUES, dtype=np.int64)
    removed = cards + more[list(ups)]
    every = np.concatenate((removed, removed[rows] + more[[hole for _, hole in under]]))
    chances = _add_up(pack, every, np.concatenate((classes, classes[rows])), split)
    no_blackjack = chances[: len(known)]
    no_blackjack[rows] -= chances[len(known) :]
    return no_blackjack


def free_doubles_after(game: SolvedGame, split: PlayedSplit, pair: int) -> tuple[Flags, Flags]:
    """Return which split hands double for free, for own and for free hands. Axes: second card, up card."""
    hands, free = all_hands(), free_doubles(game.rules.doubling)
    doubles = np.zeros((2, VALUES, VALUES), np.bool_)
    for kind, (unpaired, paired) in enumerate(zip(split.unpaired, split.paired, strict=True)):
        for second in range(VALUES):
            hand = hands.number((pair, second))
            table = paired if second == pair else unpaired
            doubles[kind, second] = (table.best[hand] == DOUBLE) & free[hand]
    return doubles[OWN], doubles[FREE]


def split_tokens(game: SolvedGame, pair: int, plans: Sequence[ResplitPlan], doubles: tuple[Flags, Flags]) -> Floats:
    """Return the probabilities of 0 to 7 tokens, joint with a dealt pair that is split by these plans, by up card."""
    own, others = (tuple(map(tuple, each.T.tolist())) for each in doubles)
    return _split_tokens(game.rules.pack, pair, tuple(plans), game.splits_free(pair), own, others)


@cache
def _split_tokens(
    pack: Pack, pair: int, plans: tuple[ResplitPlan, ...], free: bool, own_doubles: Doubles, free_hand_doubles: Doubles
) -> Floats:
    cards, chances = 2 * np.eye(VALUES, dtype=np.int64)[pair], np.zeros((VALUES, MAX_TOKENS + 1))
    classes = classes_of(pair, np.array(own_doubles), np.array(free_hand_doubles))
    played = [(plans[up], (own_doubles[up][pair], free_hand_doubles[up][pair])) for up in range(VALUES)]
    for plan, doubles in set(played):
        ups = [up for up in range(VALUES) if played[up] == (plan, doubles)]
        chances[ups] = _against(pack, cards, ups, classes[ups], seconds(plan, free, doubles, 0, 2))
    if free:  # the split itself earned a token
        chances = np.concatenate((np.zeros((VALUES, 1)), chances[:, :-1]), axis=1)
    return chances


def tokens_of(game: SolvedGame) -> Floats:
    """Return the probabilities of 0 to 7 tokens off the top of the shoe; a dealer blackjack means no tokens."""
    chances, free = np.zeros(MAX_TOKENS + 1), free_doubles(game.rules.doubling)
    for first, second, times in two_cards():
        hand = all_hands().number((first, second))
        earns = (game.dealt.best[hand] == DOUBLE) & free[hand]
        chances[1] += times * float(game.dealt.odds.reach[hand][earns].sum())
    for pair, split in game.splits.items():
        plans = [split.plan(up) for up in range(VALUES)]
        tokens = split_tokens(game, pair, plans, free_doubles_after(game, split, pair))
        chances[1:] += tokens[split_against(game, pair), 1:].sum(axis=0)
    chances[0] = 1 - chances.sum()
    return chances
