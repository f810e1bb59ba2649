"""Strategies for all three-card settings and all hands, as arrays of codes for the simulation."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from typing import NamedTuple
from zlib import compress, decompress

import numpy as np

from pitboss.cards import CARDS
from pitboss.compute.random_choices import RANDOM
from pitboss.games.roll_your_own.count.removed_cards import known_others, removed_cards_given
from pitboss.games.roll_your_own.count.solve import all_threes, both_bets, counted_rules, three_rows
from pitboss.games.roll_your_own.count.up_card_solver import OddsRules, UpCard, UpCardSolution
from pitboss.games.roll_your_own.deal import bot
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.games.roll_your_own.simulate.kernels import (
    ANY,
    DOUBLE,
    HIT,
    MOST_AT,
    OTHER_CARD_SETS,
    SPLIT,
    Codes,
    Growth,
    Words,
)
from pitboss.games.roll_your_own.simulate.settings import every_setting
from pitboss.games.roll_your_own.simulate.states import States, states
from pitboss.games.roll_your_own.simulate.strategy_file import changed_codes, changed_settings
from pitboss.games.wording.strategy_words import NO_CHANGES, Changes
from pitboss.ranking.totals import card_value
from pitboss.solving.answers.cached_answers import cached_bytes
from pitboss.solving.blackjack import play
from pitboss.solving.blackjack.distribution.drawn_hands import drawn_hands
from pitboss.solving.blackjack.rules import VALUES

STRATEGIES = {
    "best": "sets and plays best by its own three cards, the up card and what each hand drew; never insures",
    "best-joint": "plays like best: hands are set for both bets together, and no decision affects the bonus",
    "basic": "sets hands by their approximate values and plays the plain blackjack chart; never insures",
    "never-extra": "sets and plays as basic does, but never doubles, splits or insures",
    RANDOM: "sets, insures and plays at random, every option equally likely",
}
BEST = ("best", "best-joint")
_CARD_OF = {card_value(card.code) - 1: card for card in CARDS}
_WISHES = {"hit": HIT, "double": DOUBLE, "split": SPLIT}
_CODES = np.zeros(4, np.uint8)
"""The code for each of the solver's actions. A double is only refused if the pack is empty; a hit then wins (RY-10)."""
_CODES[play.HIT], _CODES[play.DOUBLE] = HIT, DOUBLE | HIT


class Tables(NamedTuple):
    """The kernel's lookup tables."""

    settings: Words  # axes: up card, three values as dealt; for random play, first the card alone
    growth: Growth
    codes: Codes  # axes: state, up card, other cards of the seat, so that small hands are close in memory


def tables(rules: Rules, strategy: str, changes: Changes = NO_CHANGES) -> Tables:
    """Return a strategy under these rules, with a file's changes applied."""
    if strategy in BEST:
        settings, codes = cached_settings(rules), cached_codes(rules)
    elif strategy == RANDOM:
        settings, codes = any_settings(), any_codes()
    else:
        settings = chart_settings()
        codes = chart_codes(HIT if strategy == "never-extra" else HIT | DOUBLE | SPLIT)
    settings, codes = settings.reshape(-1), codes.reshape(-1)
    if changes:
        codes, settings = changed_codes(codes, changes), changed_settings(settings, changes)
    return Tables(settings, states().growth.reshape(-1), codes)


def cached_codes(rules: Rules) -> Codes:
    """Return the best play under these rules, solved once and cached on disk."""
    relevant = _relevant(rules)
    key = {"game": "roll-your-own", "what": "best play", **relevant}
    stored = cached_bytes(key, lambda: compress(solved_up_cards(**relevant).codes.tobytes(), 1))
    return np.frombuffer(decompress(stored), np.uint8).copy()


def cached_settings(rules: Rules) -> Words:
    """Return the best settings under these rules, cached on disk. Unlike play, they depend on the blackjack payout."""
    relevant = _relevant(rules)
    key = {"game": "roll-your-own", "what": "best settings", "blackjack": str(rules.blackjack_pays), **relevant}

    def solve() -> bytes:
        return best_settings(rules, solved_up_cards(**relevant).solutions).astype("<u8").tobytes()

    stored = cached_bytes(key, solve)
    return np.frombuffer(stored, "<u8").astype(np.uint64)


def _relevant(rules: Rules) -> dict[str, int]:
    """Return the rules that best play depends on."""
    return {name: getattr(rules, name) for name in ("max_splits", "hits_soft_17", "dealer_peeks")}


class SolvedUpCards(NamedTuple):
    """The best play against every up card, and the values that it was derived from."""

    solutions: tuple[UpCardSolution, ...]
    codes: Codes


@cache
def solved_up_cards(max_splits: int, hits_soft_17: int, dealer_peeks: int) -> SolvedUpCards:
    """Return the best play for these rules. The blackjack payout affects only the setting."""
    rules = OddsRules(max_splits=max_splits, hits_soft_17=bool(hits_soft_17), dealer_peeks=bool(dealer_peeks))
    removed = removed_cards_given(known_others(), max_splits)
    codes = np.zeros((len(states().hands) + 2, 10, OTHER_CARD_SETS), np.uint8)

    def solve(up_card: int) -> UpCardSolution:
        solution = UpCard(up_card, rules, removed).solve()
        codes[:, up_card] = best_codes(solution).T
        return solution._replace(play=codes[:0, 0], splits=solution.splits._replace(play=()))

    with ThreadPoolExecutor(2) as threads:
        return SolvedUpCards(tuple(threads.map(solve, range(VALUES))), codes)


def best_codes(solution: UpCardSolution) -> Codes:
    """Return the best play against one up card. Axes: other cards of the seat, state."""
    by_state = states()
    codes = np.zeros((OTHER_CARD_SETS, len(by_state.hands) + 2), np.uint8)
    codes[:, by_state.whole] = _CODES[solution.play]
    for value in range(VALUES):
        pair = by_state.whole[drawn_hands().pairs[value, value]]
        codes[:, pair] |= np.uint8(SPLIT) * (solution.action[:, value, value] == play.SPLIT)
        split_play = solution.splits.play[value]
        if split_play.size == 0:
            continue
        for paired, places in enumerate(by_state.parts[value]):
            codes[:, places] = _CODES[split_play[:, paired]]
        again = by_state.parts[value][1][drawn_hands(first=value).pairs[value, value]]
        most = solution.splits.most[:, value]
        codes[:, again] |= np.where(most > 1, SPLIT | most << MOST_AT, 0).astype(np.uint8)
    return _only_choices(codes, by_state)


def _only_choices(codes: Codes, by_state: States) -> Codes:
    """Make finished hands stand and one-card hands draw, whatever the strategy says."""
    codes[..., by_state.finished] = 0
    codes[..., by_state.one_card] = HIT
    return codes


@cache
def chart_codes(allowed: int) -> Codes:
    """Return the codes of the bot's chart, which ignores the seat's other cards, restricted to `allowed` actions."""
    by_state = states()
    codes = np.zeros((10, len(by_state.hands) + 2), np.uint8)
    known: dict[int, list[int]] = {}
    for at, hand in enumerate(by_state.hands):
        if hand.key not in known:
            known[hand.key] = [_chart_code(hand.values, up_card) & allowed for up_card in range(VALUES)]
        codes[:, at] = known[hand.key]
    return np.repeat(_only_choices(codes, by_state).T[:, :, None], OTHER_CARD_SETS, axis=2)


@cache
def any_codes() -> Codes:
    """Return codes for random play: two-card hands may double, pairs may split."""
    by_state = states()
    codes = np.zeros((10, len(by_state.hands) + 2), np.uint8)
    for at, hand in enumerate(by_state.hands):
        two = len(hand.values) == 2
        codes[:, at] = ANY | HIT | DOUBLE * two | SPLIT * (two and hand.values[0] == hand.values[1])
    return np.repeat(_only_choices(codes, by_state).T[:, :, None], OTHER_CARD_SETS, axis=2)


def any_settings() -> Words:
    """Return the settings with the third, first or second card alone, in the order offered (RY-3)."""

    def alone(number: int) -> Words:
        return every_setting(lambda up_card, cards: number)

    return np.stack([alone(number) for number in (2, 0, 1)])


def _chart_code(values: list[int], up_card: int) -> int:
    code = sum(_WISHES.get(wish, 0) for wish in bot.chart([_CARD_OF[value] for value in values], up_card + 1))
    return code if len(values) == 2 else code & HIT


def best_settings(rules: Rules, solutions: tuple[UpCardSolution, ...]) -> Words:
    """Return the best settings of all three cards against every up card."""
    odds = counted_rules(rules)
    alone = []
    for solution in solutions:
        two, one = both_bets(solution, odds)
        best = np.argmax(two.worth + one.worth, axis=1)
        alone.append([cards[at] for cards, at in zip(all_threes(), best, strict=True)])
    rows = three_rows()
    return every_setting(lambda up_card, cards: cards.index(alone[up_card][rows[cards]]))


@cache
def chart_settings() -> Words:
    """Return the bot's settings, which are the same against every up card."""
    chosen = {cards: bot.setting([_CARD_OF[value] for value in cards]) for cards in product(range(VALUES), repeat=3)}
    return every_setting(lambda _, cards: int(chosen[cards][-1]) - 1)
