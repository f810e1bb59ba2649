"""What a strategy says to every three cards and every hand, as arrays of codes for the simulation."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from pitboss.cards import CARDS
from pitboss.games.roll_your_own import bot, kernels
from pitboss.games.roll_your_own.beside import Beside, OddsRules, UpCard, others_counts, others_index
from pitboss.games.roll_your_own.hands import is_double_blackjack
from pitboss.games.roll_your_own.holdings import VALUES, holdings
from pitboss.games.roll_your_own.rules import Rules
from pitboss.games.roll_your_own.sim_kernels import BESIDES, BOTH_PAID, DOUBLE, HIT, SPLIT, Codes, Tables
from pitboss.games.roll_your_own.sim_states import States, states
from pitboss.games.roll_your_own.solve import all_threes, both_bets
from pitboss.games.roll_your_own.strategy import three_rows
from pitboss.ranking.totals import card_value

STRATEGIES = {
    "best": "sets and plays best by its own three cards, the up card and what each hand drew; never insures",
    "basic": "sets by what hands are roughly worth and plays the plain blackjack chart; never insures",
    "never-extra": "sets and plays as basic does, but never doubles, splits or insures",
}
_CARD_OF = {card_value(card.code) - 1: card for card in CARDS}
_WISHES = {"hit": HIT, "double": DOUBLE, "split": SPLIT}
_CODES = np.zeros(4, np.uint8)
"""The solver's answers as codes: a double is withheld only when the pack is empty, and then a hit wins (RY-10)."""
_CODES[kernels.HIT], _CODES[kernels.DOUBLE] = HIT, DOUBLE | HIT


def tables(rules: Rules, strategy: str) -> Tables:
    """Everything the kernel looks up; insurance is at best fair, so that no strategy takes it (RY-9)."""
    found = states()
    if strategy == "best":
        solved = solved_up_cards(rules.max_splits, rules.hits_soft_17, rules.dealer_peeks)
        alone, codes = best_alone(rules, solved.besides), solved.codes
    else:
        alone, codes = chart_alone(), chart_codes(HIT if strategy == "never-extra" else HIT | DOUBLE | SPLIT)
    beside = np.zeros(100, np.uint64)
    for values, index in others_index().items():
        if len(values) == 2:
            beside[[values[0] * 10 + values[1], values[1] * 10 + values[0]]] = index
    return Tables(
        values=np.array([card_value(card.code) - 1 for card in CARDS], np.uint8),
        after=found.after,
        totals=found.totals,
        splits=found.splits,
        beside=beside,
        alone=alone.reshape(-1),
        codes=codes.reshape(-1),
        insure=np.zeros(4, np.uint8),
    )


class SolvedUpCards(NamedTuple):
    """The best play against every up card, and what it was found from."""

    besides: tuple[Beside, ...]
    codes: Codes


@cache
def solved_up_cards(max_splits: int, hits_soft_17: bool, dealer_peeks: bool) -> SolvedUpCards:
    """The best play by the rules that it depends on; what a blackjack pays only tells how to set the hands."""
    rules = OddsRules(max_splits=max_splits, hits_soft_17=hits_soft_17, dealer_peeks=dealer_peeks)
    codes = np.zeros((10, BESIDES, len(states().hands) + 2), np.uint8)

    def solve(up_card: int) -> Beside:
        beside = UpCard(up_card, rules).solve(others_counts())
        codes[up_card] = best_codes(beside)
        return beside._replace(play=codes[:0], splits=beside.splits._replace(play=()))

    with ThreadPoolExecutor(2) as threads:
        return SolvedUpCards(tuple(threads.map(solve, VALUES)), codes)


def best_codes(beside: Beside) -> Codes:
    """The best play against one up card, by cards beside and state."""
    found = states()
    codes = np.zeros((BESIDES, len(found.hands) + 2), np.uint8)
    codes[:, found.whole] = _CODES[beside.play]
    for value in VALUES:
        pair = found.whole[holdings().pairs[value, value]]
        codes[:, pair] |= np.uint8(SPLIT) * (beside.action[:, value, value] == kernels.SPLIT)
        play = beside.splits.play[value]
        if play.size == 0:
            continue
        for paired, places in enumerate(found.parts[value]):
            codes[:, places] = _CODES[play[:, paired]]
        again = found.parts[value][1][holdings(first=value).pairs[value, value]]
        codes[:, again] |= np.uint8(SPLIT) * beside.splits.resplit[:, value]
    return _where_asked(codes, found)


def _where_asked(codes: Codes, found: States) -> Codes:
    """Hands that are finished stand, and a hand of one card draws, whatever a strategy says."""
    for at, hand in enumerate(found.hands):
        if hand.is_finished:
            codes[..., at] = 0
        elif len(hand.values) == 1:
            codes[..., at] = HIT
    return codes


@cache
def chart_codes(allowed: int) -> Codes:
    """The bot's chart, which does not look at the cards beside, with only these wishes."""
    found = states()
    codes = np.zeros((10, len(found.hands) + 2), np.uint8)
    known: dict[int, list[int]] = {}
    for at, hand in enumerate(found.hands):
        if hand.key not in known:
            known[hand.key] = [_chart_code(hand.values, up_card) & allowed for up_card in VALUES]
        codes[:, at] = known[hand.key]
    return np.repeat(_where_asked(codes, found)[:, None], BESIDES, axis=1)


def _chart_code(values: list[int], up_card: int) -> int:
    code = sum(_WISHES.get(wish, 0) for wish in bot.chart([_CARD_OF[value] for value in values], up_card + 1))
    return code if len(values) == 2 else code & HIT


def best_alone(rules: Rules, besides: tuple[Beside, ...]) -> Codes:
    """Which card is best set alone, by up card and three values as they came."""
    odds = OddsRules(rules.max_splits, rules.blackjack_pays.ratio, rules.hits_soft_17, rules.dealer_peeks)
    alone = []
    for beside in besides:
        two, one = both_bets(beside, odds)
        best = np.argmax(two.worth + one.worth, axis=1)
        alone.append([cards[at] for cards, at in zip(all_threes(), best, strict=True)])
    rows = three_rows()
    return _settings(lambda up_card, cards: cards.index(alone[up_card][rows[cards]]))


@cache
def chart_alone() -> Codes:
    """Which card the bot sets alone: the same against every up card."""
    settings = {cards: bot.setting([_CARD_OF[value] for value in cards]) for cards in product(VALUES, repeat=3)}
    return _settings(lambda _, cards: int(settings[cards][-1]) - 1)


def _settings(choose: Callable[[int, tuple[int, ...]], int]) -> Codes:
    """A table of choices, but for three cards that are paid however they are set (RY-7)."""
    alone = np.empty((10, 10, 10, 10), np.uint8)
    for up_card, *cards in product(VALUES, repeat=4):
        first, second, third = (value + 1 for value in cards)
        paid = is_double_blackjack(first, second, third)
        alone[(up_card, *cards)] = BOTH_PAID if paid else choose(up_card, tuple(cards))
    return alone
