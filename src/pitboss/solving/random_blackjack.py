"""
The expected value for a player who picks every option at random, each equally likely: a plain sum over all hands.

A hand's value is the mean of its options' values, computed from the last hand to the first, as in section 4 of the
method. After a split, every hand that pairs up again is resplit with a fixed probability, so the weights of section 5
hold with that probability in place of a choice.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import numpy as np

from pitboss.solving.blackjack.dealer import NATURAL
from pitboss.solving.blackjack.hands import BUST, Floats, all_hands
from pitboss.solving.blackjack.play import Standing
from pitboss.solving.blackjack.rules import ACE, VALUES, BlackjackRules, Surrender
from pitboss.solving.blackjack.solve import Solver, hands_holding, is_natural, may_double, stays_after, two_cards
from pitboss.solving.blackjack.splits import FREE, OWN


class RandomPlay:
    """Random play of one game from a fresh pack. All values are joint values by up card, as in the solver."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules, self.solver, self.hands = rules, Solver(rules), all_hands()
        self.odds = self.solver.standing()
        self.values, self._options = self._play(self.odds, OWN, None)

    @property
    def expected_value(self) -> float:
        """The mean net result of a round, in units of the first bet, without insurance."""
        return float(np.sum([times * self.round_value(a, b) for a, b, times in two_cards()]))

    def round_value(self, a: int, b: int) -> Floats:
        """Return the value of a round that begins with these two cards in this order, without insurance."""
        hand = self.hands.number((a, b))
        dealer_has = self.blackjack_odds(hand)
        peeks = self.rules.dealer.peeks
        if is_natural(a, b):
            paid = self.odds.reach[hand] + (dealer_has if peeks else 0)
            return np.asarray(
                self.rules.blackjack_pays * (paid - (0 if self.rules.blackjack_always_wins else dealer_has))
            )
        played = self.dealt_value(a, b) - (dealer_has if peeks else 0)
        if self._gives_up_first:
            played = (played - (self.odds.reach[hand] + dealer_has) / 2) / 2
        return np.asarray(played)

    def dealt_value(self, a: int, b: int) -> Floats:
        """Return the value of these two cards, if the players get to act: split and surrender are options too."""
        hand = self.hands.number((a, b))
        options = int(self._options[hand])
        total = options * self.values[hand]
        if a == b and self.rules.splitting.limit(a) > 1:
            total, options = total + self.split_value(a), options + 1
        if self.rules.surrender is not Surrender.NONE and not self._gives_up_first:
            total, options = total + self._given_up(hand), options + 1
        return np.asarray(total / options)

    def split_value(self, pair: int) -> Floats:
        """Return the value of splitting this pair, with every hand of the split played at random."""
        splitting = self.rules.splitting
        is_free = pair in splitting.free_pairs
        if self.rules.pack[pair] <= 1:
            return np.zeros(VALUES)
        hand = self.hands.number((pair, pair))
        total = np.zeros(VALUES)
        for kind in (OWN, FREE) if is_free else (OWN,):
            options = self._play(self.odds, kind, pair)[1][hand]
            unpaired, paired = _weights(splitting.limit(pair), 1 / (options + 1), is_free, kind)
            for is_paired, weights in enumerate((unpaired, paired)):
                odds = self.solver.mixed(pair, [weights] * VALUES)
                values = self._play(odds, kind, pair)[0]
                seconds = [second for second in range(VALUES) if (second == pair) == bool(is_paired)]
                total = total + sum(values[self.hands.number((pair, second))] for second in seconds)
        return np.asarray(total)

    def blackjack_odds(self, hand: int) -> Floats:
        """Return the joint probability of a hand as dealt and a dealer blackjack, by up card."""
        return np.asarray(self.solver.joint[self.solver.rows.alone[hand], :, NATURAL])

    def _play(self, odds: Standing, kind: int, pair: int | None) -> tuple[Floats, Floats]:
        """Return the value of each hand, by up card, and how many options each has among stand, hit and double."""
        hands, stakes = self.hands, self.solver.stakes(kind)
        stays = stays_after(self.rules.splitting, pair)
        doubles = may_double(self.rules.doubling, after_split=pair is not None) & ~stays
        value = stakes.win * odds.win - stakes.lose * odds.lose
        options = np.where(stays, 1, 2 + doubles)
        for hand in hands_holding(pair)[::-1]:  # a drawn card leads to a later hand
            if stays[hand]:
                continue
            after = hands.after[hand]
            after = after[after != BUST]
            hit = -stakes.lose * odds.reach[hand] + (value[after] + stakes.lose * odds.reach[after]).sum(axis=0)
            total = value[hand] + hit
            if doubles[hand]:
                lost = stakes.double_lose[hand]
                won = (stakes.win + 1) * odds.win[after] + lost * (odds.reach[after] - odds.lose[after])
                total = total - lost * odds.reach[hand] + won.sum(axis=0)
            value[hand] = total / options[hand]
        return value, options

    @property
    def _gives_up_first(self) -> bool:
        """Whether surrender is a separate question, before the dealer checks for blackjack."""
        return self.rules.surrender is Surrender.EARLY and self.rules.dealer.peeks

    def _given_up(self, hand: int) -> Floats:
        reach, dealer_has = self.odds.reach[hand], self.blackjack_odds(hand)
        if self.rules.surrender is Surrender.EARLY or self.rules.dealer.peeks:
            return np.asarray(-reach / 2)
        return np.asarray(-(reach - dealer_has) / 2 - dealer_has)

    def insurance_value(self, has_even_money: bool = False) -> float:
        """
        Return the value added by insurance for half the bet, taken half the time when an ace is up and the hand has not
        been surrendered.
        """
        added = 0.0
        for a, b, times in two_cards():
            row = self.solver.joint[self.solver.rows.alone[self.hands.number((a, b))], ACE]
            reach, dealer_has = float(row.sum()), float(row[NATURAL])
            if is_natural(a, b) and has_even_money:
                added += times * (reach - self.rules.blackjack_pays * (reach - dealer_has)) / 2
                continue
            half = ((self.rules.insurance_pays + 1) * dealer_has - reach) / 2
            is_often_gone = self._gives_up_first and not is_natural(a, b)
            added += times * half / (4 if is_often_gone else 2)
        return added


@cache
def _weights(limit: int, again: float, is_free: bool, kind: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """
    Return the weights f(j) of hands of one kind over all the ways a split can go: unpaired hands, then pairs not split.

    `again` is the probability that a hand is resplit if it is a pair and there are fewer than `limit` hands.
    """
    unpaired: defaultdict[int, float] = defaultdict(float)
    paired: defaultdict[int, float] = defaultdict(float)

    def deal_second_card(course: tuple[tuple[int, float], ...], hands: int, chance: float) -> None:
        """Follow every way the split can go on. `course` has each hand's kind and probability of a split if paired."""
        if len(course) == hands:
            for place, (its_kind, splits) in enumerate(course):
                if its_kind == kind:
                    others = [each for at, (_, each) in enumerate(course) if at != place]
                    for more, weight in enumerate(_not_split(others)):
                        unpaired[hands - 1 + more] += chance * weight
                        paired[hands - 1 + more] += chance * weight * (1 - splits)
            return
        its_kind = FREE if is_free and course else OWN
        splits = again if hands < limit else 0.0
        deal_second_card((*course, (its_kind, splits)), hands, chance)
        if splits:
            deal_second_card(course, hands + 1, chance * splits)

    deal_second_card((), 2, 1.0)
    size = max((*unpaired, *paired), default=0) + 1
    return tuple(unpaired[j] for j in range(size)), tuple(paired[j] for j in range(size))


def _not_split(splits: list[float]) -> list[float]:
    """Return the coefficients, by number of other pairs, for the event that none of the other hands was resplit."""
    product = [1.0]
    for each in filter(None, splits):
        product = [one - each * other for one, other in zip([*product, 0.0], [0.0, *product], strict=True)]
    return product
