"""
The solution of Roll Your Own: best setting and play for every three cards and up card, and the bets' values.

There is one seat and one deck. The pack cannot run out (RY-10). With aces as 1, a finished hand has at most 30 points,
a hand still drawing 20, the dealer 20 while hands are played and 26 at the end, and the burned card 10. Four splits of
each hand make ten hands. That is 9 × 30 + 20 + 20 + 10 = 320 while hands are played, and 9 × 30 + 21 + 26 + 10 = 327 at
the end, since the dealer draws only if a hand is live. The deck has 340.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from typing import Any, NamedTuple, TypeVar

import numpy as np

from pitboss.compute.cores import begun, threads
from pitboss.games.roll_your_own.count.both_bets.hand_lists import Setting
from pitboss.games.roll_your_own.count.both_bets.round_nets import RoundMaker, RoundNets, stacked
from pitboss.games.roll_your_own.count.removed_cards import Values, known_others, removed_cards_given
from pitboss.games.roll_your_own.count.up_card_solver import OddsRules, UpCard, UpCardSolution, others_index
from pitboss.games.roll_your_own.deal import hands
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.solving.blackjack.distribution.drawn_hands import ONE_DECK
from pitboss.solving.blackjack.distribution.hand_groups import pack_parts
from pitboss.solving.blackjack.hands import Floats, Ints
from pitboss.solving.blackjack.play import DOUBLE
from pitboss.solving.blackjack.play import SPLIT as SPLIT_ACTION
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES, Pack

LINES = ("blackjack", "doubled and won", "won", "push", "lost", "doubled and lost", "split")
BLACKJACK, DOUBLED_WON, WON, PUSH, LOST, DOUBLED_LOST, SPLIT = range(7)
MAX_SPLITS = 4
MAX_CACHED = 8
"""The maximum number of rule sets whose solutions are cached. One takes about 30 MB with its nets."""
LONGEST_FIRST = (6, 7, 0, 1, 2, 8, 3, 4, 5, 9)
"""Up cards in order of decreasing work: against a 7 or an 8, player and dealer both draw the most cards."""
Result = TypeVar("Result")


class SettledBet(NamedTuple):
    """
    The results of one bet. Axes: known cards, then the first two values (two-card bet) or the first (one-card bet).

    Every column is multiplied by the probability of those first cards.
    """

    chance: Floats  # probability of the first cards
    worth: Floats  # net
    extra: Floats  # money bet in addition to the first unit
    split: Floats  # contribution of splits, included in `worth`
    lines: Floats  # probability of each of LINES, along one more axis


@cache
def all_threes() -> tuple[Values, ...]:
    """Return all three-card hands, each as values, lowest first."""
    return tuple(combinations_with_replacement(range(VALUES), 3))


@cache
def three_rows() -> Ints:
    """Return the row of `all_threes` for each three values, in any order."""
    rows = np.zeros((10, 10, 10), dtype=np.int64)
    for row, cards in enumerate(all_threes()):
        for order in permutations(cards):
            rows[order] = row
    return rows


def is_double_blackjack(cards: Values) -> bool:
    """Return whether three cards are immediately paid as two blackjacks, however they are set (RY-7)."""
    first, second, third = cards
    return hands.is_double_blackjack(first + 1, second + 1, third + 1)


def settle(solved: UpCardSolution, blackjack_pays: Any) -> SettledBet:
    """
    Settle the two-card bets, including blackjacks of the player and the dealer.

    A peek that finds a blackjack takes only the original bet, but a player's blackjack is always paid (RY-7, RY-8).
    """
    chance, in_play, best, push = solved.chance, solved.in_play, solved.best, solved.push
    found_blackjack = chance - in_play
    doubled, split = solved.action == DOUBLE, solved.action == SPLIT_ACTION
    won = (np.where(doubled, best / 2, best) + in_play - push) / 2
    lost = in_play - won - push
    pair = np.eye(10, dtype=bool)
    bets = np.zeros_like(chance)
    bets[:, pair] = solved.splits.hands + solved.splits.doubled
    once = ~doubled & ~split
    lines = np.stack(
        [
            0 * chance,
            won * doubled,
            won * once,
            push * ~split,
            lost * once + found_blackjack,
            lost * doubled,
            in_play * split,
        ],
        axis=-1,
    )
    extra = np.where(split, chance * bets - in_play, np.where(doubled, in_play, 0))
    settled = SettledBet(chance, best - found_blackjack, extra, np.where(split, best, 0), lines)
    return _with_blackjacks(settled, blackjack_pays)


def _with_blackjacks(settled: SettledBet, pays: Any) -> SettledBet:
    """Pay a blackjack, whatever the dealer has (RY-7)."""
    for first, second in ((ACE, TEN), (TEN, ACE)):
        at = (slice(None), first, second)
        settled.worth[at] = settled.chance[at] * pays
        settled.extra[at] = 0
        settled.lines[at] = 0
        settled.lines[(*at, BLACKJACK)] = settled.chance[at]
    return settled


def one_card(settled: SettledBet) -> SettledBet:
    """Return the one-card bet, by known cards and first value: it draws a card and is then a two-card hand (RY-5)."""
    return SettledBet(*(column.sum(2) for column in settled))


class Solution(NamedTuple):
    """The solution of the whole game. Axes: three cards (rows of `all_threes`), up card."""

    rules: OddsRules
    weight: Ints  # number of deals
    worth: Floats  # value of both blackjack bets, by which of the three cards is alone
    alone: Ints  # the best card to set alone
    two_card: SettledBet  # with the best setting and play
    one_card: SettledBet
    up_cards: tuple[UpCardSolution, ...]

    def mean(self, column: Floats) -> Any:
        """Average a column by three cards and up card over all deals."""
        return mean_of(self.weight, column)


def mean_of(weight: Ints, column: Floats) -> Any:
    """Average a column by three cards and up card, weighted with the given numbers of deals."""
    flat = weight.reshape(-1).astype(column.dtype)
    return (flat @ column.reshape(flat.size, -1) / weight.sum()).reshape(column.shape[2:])


def deals(pack: Pack = ONE_DECK) -> Ints:
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


def both_bets(solved: UpCardSolution, rules: OddsRules) -> tuple[SettledBet, SettledBet]:
    """Return both bets against one up card. Axes: three cards, card alone."""
    pays = float(rules.blackjack_pays)
    two = settle(solved, pays)
    known, first, second, other_cards, alone = _settings()
    bets = _given(two, (known, first, second)), _given(one_card(two), (other_cards, alone))
    doubles = _double_blackjacks()
    for bet in bets:
        bet.worth[doubles], bet.extra[doubles], bet.split[doubles], bet.lines[doubles] = pays, 0, 0, 0
        bet.lines[doubles, :, BLACKJACK] = 1
    return bets


@cache
def _double_blackjacks() -> list[int]:
    """Return the rows of three cards that are immediately paid as two blackjacks (RY-7)."""
    return [row for row, cards in enumerate(all_threes()) if is_double_blackjack(cards)]


class SetBest(NamedTuple):
    """All three-card hands, set and played optimally against one up card."""

    worth: Floats
    alone: Ints
    two_card: SettledBet
    one_card: SettledBet


def set_best(solved: UpCardSolution, rules: OddsRules) -> SetBest:
    """Return the best setting of every three cards against one up card, and both bets with this setting."""
    two, one = both_bets(solved, rules)
    worth = two.worth + one.worth
    alone = np.argmax(worth, axis=1)
    best = (np.arange(len(worth)), alone)
    two, one = (SettledBet(*(column[best] for column in bet)) for bet in (two, one))
    return SetBest(worth, alone, two, one)


def solve(rules: OddsRules) -> Solution:
    """Compute the best setting and play for every three cards and up card, on several threads."""
    solutions = _solved_up_cards(rules)
    best = [set_best(solved, rules) for solved in solutions]
    two, one = (
        SettledBet(*(np.stack(column, axis=1) for column in zip(*bets, strict=True)))
        for bets in ([each.two_card for each in best], [each.one_card for each in best])
    )
    worth, alone = (np.stack([getattr(each, name) for each in best], axis=1) for name in ("worth", "alone"))
    return Solution(rules, deals(), worth, alone, two, one, solutions)


solution_of = lru_cache(maxsize=MAX_CACHED)(solve)
"""A cached version of `solve`."""


@lru_cache(maxsize=MAX_CACHED)
def nets_of(rules: OddsRules) -> RoundNets:
    """Return the distribution of the nets for every three cards and up card, which takes most of the time."""
    parts = begun(lambda: pack_parts(ONE_DECK))
    solution, removed = solution_of(rules), removed_cards_given(known_others(), rules.max_splits)
    parts.result()

    def against(up_card: int) -> RoundNets:
        pairs = zip(all_threes(), solution.alone[:, up_card], strict=True)
        settings = [Setting(cards[:at] + cards[at + 1 :], cards[at]) for cards, at in pairs]
        nets = RoundMaker(UpCard(up_card, rules, removed), solution.up_cards[up_card], settings).nets()
        nets.pay_both(_double_blackjacks())
        return nets

    return stacked(_over_up_cards(against))


def _solved_up_cards(rules: OddsRules) -> tuple[UpCardSolution, ...]:
    """Return the best play against each up card."""
    if not 0 <= rules.max_splits <= MAX_SPLITS:
        raise ValueError(f"max_splits is {rules.max_splits}; the analysis holds for 0 to {MAX_SPLITS}")
    removed_cards_given(known_others(), rules.max_splits)  # computed once, before two threads need it
    play = rules.max_splits, rules.hits_soft_17, rules.dealer_peeks
    return tuple(_over_up_cards(lambda up_card: _best_play(up_card, *play)))


@lru_cache(maxsize=2 * VALUES)
def _best_play(up_card: int, max_splits: int, hits_soft_17: bool, dealer_peeks: bool) -> UpCardSolution:
    """Return the best play against one up card. The blackjack payout affects only the setting."""
    rules = OddsRules(max_splits=max_splits, hits_soft_17=hits_soft_17, dealer_peeks=dealer_peeks)
    return UpCard(up_card, rules, removed_cards_given(known_others(), max_splits)).solve()


def _over_up_cards(work: Callable[[int], Result]) -> list[Result]:
    """Run a function for every up card on several threads, the slowest first."""
    with ThreadPoolExecutor(threads()) as pool:
        jobs = {up_card: pool.submit(work, up_card) for up_card in LONGEST_FIRST}
        return [jobs[up_card].result() for up_card in range(VALUES)]


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


def solved(rules: Rules) -> Solution:
    """Return the solution under the house rules."""
    counted = counted_rules(rules)
    return solution_of(counted.for_play)._replace(rules=counted)
