"""
Roll Your Own solved: the best setting and play for every three cards and up card, and the values of the bets.

One seat, one deck. The pack cannot run out (RY-10). With aces as one, a finished hand holds at most 30 points, one
still drawing 20, the dealer 20 while the hands are played and 26 at the end, the burned card 10. Four splits of each
hand make ten hands: 9 × 30 + 20 + 20 + 10 = 320 while they are played, 9 × 30 + 21 + 26 + 10 = 327 at the end, since
the dealer draws only if a hand is live. The deck holds 340.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, NamedTuple, TypeVar

import numpy as np

from pitboss.compute.cores import begun, threads
from pitboss.games.roll_your_own.count import kernels
from pitboss.games.roll_your_own.count.hands_beside import Beside, OddsRules, UpCard, others_index
from pitboss.games.roll_your_own.count.removed_cards import DECK, Gone, gone_beside, known_others
from pitboss.games.roll_your_own.count.together.hand_lists import Setting
from pitboss.games.roll_your_own.count.together.nets import RoundMaker, RoundNets, stacked
from pitboss.games.roll_your_own.deal import hands
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.solving.blackjack_legacy.hand_groups import pack_parts
from pitboss.solving.blackjack_legacy.player_hands import player_hands
from pitboss.solving.blackjack_legacy.values import ACE, TEN, VALUES, Ints, Numbers, Pack, Values

LINES = ("blackjack", "doubled and won", "won", "push", "lost", "doubled and lost", "split")
BLACKJACK, DOUBLED_WON, WON, PUSH, LOST, DOUBLED_LOST, SPLIT = range(7)
MOST_SPLITS = 4
LONGEST_FIRST = (6, 7, 0, 1, 2, 8, 3, 4, 5, 9)
"""Up cards in order of decreasing work: against a 7 or an 8 both player and dealer draw most."""
Found = TypeVar("Found")


class SettledBet(NamedTuple):
    """One bet by known cards and first two values, or first value, as probabilities and measures of its result."""

    chance: Numbers
    worth: Numbers
    extra: Numbers  # money bet besides the first unit
    split: Numbers  # contribution of splits, included in `worth`
    lines: Numbers


@cache
def all_threes() -> tuple[Values, ...]:
    """Return every three cards by value, lowest first."""
    return tuple(combinations_with_replacement(range(VALUES), 3))


def is_double_blackjack(cards: Values) -> bool:
    """Whether three cards are paid as two blackjacks immediately, however they are set (RY-7)."""
    first, second, third = cards
    return hands.is_double_blackjack(first + 1, second + 1, third + 1)


def settle(solved: Beside, blackjack_pays: Any) -> SettledBet:
    """
    Settle the two-card bets, including blackjacks of player and dealer.

    A peek that finds a blackjack takes the bet as it was placed, but a player's blackjack is always paid (RY-7,
    RY-8).
    """
    chance, mass, best, push = solved.chance, solved.mass, solved.best, solved.push
    found = chance - mass
    doubled, split = solved.action == kernels.DOUBLE, solved.action == kernels.SPLIT
    won = (np.where(doubled, best / 2, best) + mass - push) / 2
    lost = mass - won - push
    pair = np.eye(10, dtype=bool)
    bets = np.zeros_like(chance)
    bets[:, pair] = solved.splits.hands + solved.splits.doubled
    once, twice = ~doubled & ~split, doubled
    lines = np.stack(
        [0 * chance, won * twice, won * once, push * ~split, lost * once + found, lost * twice, mass * split], axis=-1
    )
    extra = np.where(split, chance * bets - mass, np.where(doubled, mass, 0))
    settled = SettledBet(chance, best - found, extra, np.where(split, best, 0), lines)
    return _with_blackjacks(settled, blackjack_pays)


def _with_blackjacks(settled: SettledBet, pays: Any) -> SettledBet:
    """Pay an ace with a ten-value, whatever the dealer holds (RY-7)."""
    for first, second in ((ACE, TEN), (TEN, ACE)):
        at = (slice(None), first, second)
        settled.worth[at] = settled.chance[at] * pays
        settled.extra[at] = 0
        settled.lines[at] = 0
        settled.lines[(*at, BLACKJACK)] = settled.chance[at]
    return settled


def one_card(settled: SettledBet) -> SettledBet:
    """Return the one-card bet by known cards and its value: it draws a card, then is a two-card hand (RY-5)."""
    return SettledBet(*(column.sum(2) for column in settled))


class Solution(NamedTuple):
    """The whole game. Axes: three cards (rows of `all_threes`), up card."""

    rules: OddsRules
    weight: Ints  # number of deals
    worth: Numbers  # both blackjack bets, by which of the three is alone
    alone: Ints  # the best of these
    two_card: SettledBet  # set and played best
    one_card: SettledBet
    nets: RoundNets
    up_cards: tuple[Beside, ...]

    def mean(self, column: Numbers) -> Any:
        """Return a column by three cards and up card, averaged over all deals."""
        return mean_of(self.weight, column)


def mean_of(weight: Ints, column: Numbers) -> Any:
    """Return a column by three cards and up card, averaged with the given numbers of deals."""
    flat = weight.reshape(-1).astype(column.dtype)
    return (flat @ column.reshape(flat.size, -1) / weight.sum()).reshape(column.shape[2:])


def deals(pack: Pack = DECK) -> Ints:
    """Return the number of deals. Axes: three cards by value, up card."""
    rows = []
    for cards in all_threes():
        ways = prod(comb(pack[value], cards.count(value)) for value in set(cards))
        rows.append([ways * max(pack[up_card] - cards.count(up_card), 0) for up_card in range(VALUES)])
    return np.array(rows, dtype=np.int64)


@cache
def _settings() -> Ints:
    """Return the indices of both hands. Axes: index (other cards and values), three cards, card alone."""
    index = others_index()
    rows = []
    for cards in all_threes():
        for alone in range(3):
            first, second = pair = cards[:alone] + cards[alone + 1 :]
            rows.append((index[(cards[alone],)], first, second, index[pair], cards[alone]))
    return np.array(rows, dtype=np.int64).reshape(-1, 3, 5).transpose(2, 0, 1)


def _given(settled: SettledBet, at: tuple[Ints, ...]) -> SettledBet:
    """Return a bet conditional on the hand's first cards."""
    chance = settled.chance[at]
    sure = np.where(chance == 0, 1, chance)
    shaped = (settled.worth[at] / sure, settled.extra[at] / sure, settled.split[at] / sure)
    return SettledBet(chance, *shaped, settled.lines[at] / sure[..., None])


def both_bets(solved: Beside, rules: OddsRules) -> tuple[SettledBet, SettledBet]:
    """Return both bets against one up card. Axes: three cards, card alone."""
    pays = rules.blackjack_pays if solved.chance.dtype == object else float(rules.blackjack_pays)
    two = settle(solved, pays)
    known, first, second, beside, alone = _settings()
    bets = _given(two, (known, first, second)), _given(one_card(two), (beside, alone))
    doubles = _double_blackjacks()
    for bet in bets:
        bet.worth[doubles], bet.extra[doubles], bet.split[doubles], bet.lines[doubles] = pays, 0, 0, 0
        bet.lines[doubles, :, BLACKJACK] = 1
    return bets


@cache
def _double_blackjacks() -> list[int]:
    """Return the rows of three cards that are paid as two blackjacks immediately (RY-7)."""
    return [row for row, cards in enumerate(all_threes()) if is_double_blackjack(cards)]


class SetBest(NamedTuple):
    """Every three cards set and played optimally against one up card."""

    worth: Numbers
    alone: Ints
    two_card: SettledBet
    one_card: SettledBet


class SolvedUpCard(NamedTuple):
    """The part of a solution for one up card."""

    worth: Numbers
    alone: Ints
    two_card: SettledBet
    one_card: SettledBet
    nets: RoundNets


def set_best(beside: Beside, rules: OddsRules) -> SetBest:
    """Return the best setting of every three cards against one up card, and both bets so set."""
    two, one = both_bets(beside, rules)
    worth = two.worth + one.worth
    alone = np.argmax(worth, axis=1)
    best = (np.arange(len(worth)), alone)
    two, one = (SettledBet(*(column[best] for column in bet)) for bet in (two, one))
    return SetBest(worth, alone, two, one)


def solve_up_card(up_card: int, rules: OddsRules, gone: Gone, beside: Beside) -> SolvedUpCard:
    """Return the best setting of every three cards against one up card, with the distribution of the nets."""
    work, found = UpCard(up_card, rules, gone), set_best(beside, rules)
    pairs = zip(all_threes(), found.alone, strict=True)
    settings = [Setting(cards[:at] + cards[at + 1 :], cards[at]) for cards, at in pairs]
    nets = RoundMaker(work, beside, settings).nets()
    nets.pay_both(_double_blackjacks())
    return SolvedUpCard(*found, nets)


def solve(rules: OddsRules) -> Solution:
    """Solve the best setting and play for every three cards and up card, on two threads."""
    if not 0 <= rules.max_splits <= MOST_SPLITS:
        raise ValueError(f"max_splits is {rules.max_splits}; the analysis holds for 0 to {MOST_SPLITS}")
    player_hands(DECK)  # computed once, before two threads need it
    parts = begun(lambda: pack_parts(DECK))
    gone = gone_beside(known_others(), rules.max_splits)
    parts.result()
    besides, found = zip(*_over_up_cards(lambda up_card: _solve_beside(up_card, rules, gone)), strict=True)
    two, one = (
        SettledBet(*(np.stack(column, axis=1) for column in zip(*bet, strict=True)))
        for bet in ([each.two_card for each in found], [each.one_card for each in found])
    )
    worth, alone = (np.stack([getattr(each, name) for each in found], axis=1) for name in ("worth", "alone"))
    nets = stacked([each.nets for each in found])
    return Solution(rules, deals(), worth, alone, two, one, nets, tuple(besides))


solution_of = cache(solve)
"""Solve the game under these rules, cached."""


def mean_worths(rules: OddsRules) -> tuple[float, float]:
    """Return the values of the two-card and the one-card bet at best play, as in `solve` but without the nets."""
    gone_beside(known_others(), rules.max_splits)  # computed once, before two threads need it
    play = rules.max_splits, rules.hits_soft_17, rules.dealer_peeks
    found = [set_best(beside, rules) for beside in _over_up_cards(lambda up_card: _beside(up_card, *play))]
    two, one = ([each.two_card.worth for each in found], [each.one_card.worth for each in found])
    weight = deals()
    return float(mean_of(weight, np.stack(two, axis=1))), float(mean_of(weight, np.stack(one, axis=1)))


def _solve_beside(up_card: int, rules: OddsRules, gone: Gone) -> tuple[Beside, SolvedUpCard]:
    """Return the best play and the distributions for one up card."""
    beside = _beside(up_card, rules.max_splits, rules.hits_soft_17, rules.dealer_peeks)
    return beside, solve_up_card(up_card, rules, gone, beside)


@lru_cache(maxsize=2 * VALUES)
def _beside(up_card: int, max_splits: int, hits_soft_17: bool, dealer_peeks: bool) -> Beside:
    """Return the best play against one up card. The blackjack payout affects only the setting."""
    rules = OddsRules(max_splits=max_splits, hits_soft_17=hits_soft_17, dealer_peeks=dealer_peeks)
    return UpCard(up_card, rules, gone_beside(known_others(), max_splits)).solve()


def _over_up_cards(work: Callable[[int], Found]) -> list[Found]:
    """Run a function for every up card on several threads, the slowest first."""
    with ThreadPoolExecutor(threads()) as pool:
        found = {up_card: pool.submit(work, up_card) for up_card in LONGEST_FIRST}
        return [found[up_card].result() for up_card in range(VALUES)]


def counted_rules(rules: Rules) -> OddsRules:
    """Return the house rules that affect the two blackjack bets, and the bonus payouts (RY-4)."""
    first, second, third, fourth, fifth = (pays.ratio for pays in rules.bonus_table.all_pays())
    return OddsRules(
        max_splits=rules.max_splits,
        blackjack_pays=rules.blackjack_pays.ratio,
        hits_soft_17=rules.hits_soft_17,
        dealer_peeks=rules.dealer_peeks,
        bonus_pays=(first, second, third, fourth, fifth),
    )


def for_hands(rules: Rules) -> OddsRules:
    """Return the rules with the bonus paid as printed. It does not affect play, so the hands are solved once."""
    return counted_rules(rules)._replace(bonus_pays=OddsRules().bonus_pays)


def solved(rules: Rules) -> Solution:
    """Return the game solved under the house rules. The bonus payouts do not affect play."""
    return solution_of(for_hands(rules))._replace(rules=counted_rules(rules))
