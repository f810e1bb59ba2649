"""
A round of blackjack dealt card by card in every possible order, to check the solver on small decks.

It uses none of the solver's mathematics, only its answers: the best action for each hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import perm
from typing import TypeAlias

from pitboss.ranking.totals import BLACKJACK, best_total, dealer_draws
from pitboss.solving.blackjack.hands import Actions, all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES, Surrender
from pitboss.solving.blackjack.solve import SolvedGame
from pitboss.solving.blackjack.splits import FREE, OWN

Net = Fraction
Result: TypeAlias = tuple[int, Net, Net]
"""A hand's total (0 if it bust), what it wins and what it loses."""
Then: TypeAlias = Callable[[Result], None]
HALF = Fraction(1, 2)


class ByHand:
    """A dealer that plays every round of a solved game and adds up the probability of each net."""

    def __init__(self, solution: SolvedGame) -> None:
        self.solution, self.rules = solution, solution.rules
        self.left, self.dealt, self.ways = list(self.rules.pack), 0, 1
        self.sums: Counter[tuple[Net, int]] = Counter()
        self.hand_numbers = {int(key): number for number, key in enumerate(all_hands().keys)}

    def nets(self) -> dict[Net, Fraction]:
        """Return the probability of each net of a round."""
        for first in self.draw():
            for second in self.draw():
                for up in self.draw():
                    for hole in self.draw():
                        self.deal((first, second), up, hole)
        size, nets = sum(self.rules.pack), dict[Net, Fraction]()
        for (net, cards), ways in self.sums.items():
            nets[net] = nets.get(net, Fraction(0)) + Fraction(ways, perm(size, cards))
        return nets

    def draw(self) -> Iterator[int]:
        """Draw each remaining value, counting the ways, and put it back."""
        for value in range(VALUES):
            if self.left[value]:
                ways = self.ways
                self.ways *= self.left[value]
                self.left[value] -= 1
                self.dealt += 1
                yield value
                self.dealt -= 1
                self.left[value] += 1
                self.ways = ways

    def settle(self, net: Net) -> None:
        """Count a round that ends with this net."""
        self.sums[net, self.dealt] += self.ways

    def number(self, cards: tuple[int, ...]) -> int:
        return self.hand_numbers[sum(1 << 5 * card for card in cards)]

    def deal(self, cards: tuple[int, int], up: int, hole: int) -> None:
        """Play a round from the first four cards."""
        natural, dealer_natural = set(cards) == {ACE, TEN}, {up, hole} == {ACE, TEN}
        rules, action = self.rules, self.solution.dealt.best[self.number(cards), up]
        if natural:
            pushes = dealer_natural and not rules.blackjack_always_wins
            return self.settle(Net(0) if pushes else Fraction(rules.blackjack_pays))
        if action == SURRENDER and (rules.surrender is Surrender.EARLY or not dealer_natural):
            return self.settle(-HALF)
        if dealer_natural and (rules.dealer.peeks or action == SURRENDER):
            return self.settle(Net(-1))
        if action == SPLIT:
            return self.split(cards[0], up, hole)
        table = self.solution.dealt.best
        return self.play(cards, OWN, up, table, lambda result: self.dealer_plays((up, hole), [result]))

    def play(self, cards: tuple[int, ...], kind: int, up: int, table: Actions, then: Then, stays: bool = False) -> None:
        """Play one hand by a table and continue with (total, win, lose)."""
        hard = sum(card + 1 for card in cards)
        lose = Net(0 if kind == FREE else 1)
        if hard > BLACKJACK:
            return then((0, Net(1), lose))
        total = best_total(hard, ACE in cards)
        action = STAND if stays or total == BLACKJACK else table[self.number(cards), up]
        if action == STAND:
            return then((total, Net(1), lose))
        if action == HIT:
            for card in self.draw():
                self.play((*cards, card), kind, up, table, then)
            return None
        assert action == DOUBLE
        is_free = hard in self.rules.doubling.free_totals and len(cards) == 2 and total == hard
        for card in self.draw():
            end, grown = hard + card + 1, (*cards, card)
            its = best_total(end, ACE in grown) if end <= BLACKJACK else 0
            then((its, Net(2), lose if is_free else lose + 1))
        return None

    def split(self, pair: int, up: int, hole: int) -> None:
        """Play a split from left to right: every hand gets its second card on its turn."""
        split = self.solution.splits[pair]
        plan = split.plans[split.chosen[up]]
        is_free = pair in self.rules.splitting.free_pairs
        stays = pair == ACE and self.rules.splitting.one_card_to_aces

        def turn(results: tuple[Result, ...], hands: int) -> None:
            if len(results) == hands:
                return self.dealer_plays((up, hole), list(results))
            kind = FREE if is_free and results else OWN
            for second in self.draw():
                if second == pair and plan.splits(kind, hands):
                    turn(results, hands + 1)
                else:
                    its = (split.paired if second == pair else split.unpaired)[kind]
                    self.play((pair, second), kind, up, its.best, lambda one: turn((*results, one), hands), stays)
            return None

        turn((), 2)

    def dealer_plays(self, cards: tuple[int, ...], results: list[Result]) -> None:
        """Draw the dealer's cards and settle every hand."""
        hard = sum(card + 1 for card in cards)
        if hard <= BLACKJACK and dealer_draws(hard, ACE in cards, self.rules.dealer.hits_soft_17):
            for card in self.draw():
                self.dealer_plays((*cards, card), results)
            return
        natural = len(cards) == 2 and set(cards) == {ACE, TEN}
        dealer, net = best_total(hard, ACE in cards), Net(0)
        for total, win, lose in results:
            if total == 0 or natural or (dealer <= BLACKJACK and total < dealer):
                net -= lose
            elif (
                dealer > BLACKJACK and not (dealer == 22 and self.rules.dealer.pushes_22)
            ) or BLACKJACK >= total > dealer:
                net += win
        self.settle(net)
