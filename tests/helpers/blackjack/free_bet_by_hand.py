"""
Free Bet dealt out card by card from a tiny shoe, in every order, in fractions, to check the solver.

Nothing here knows the solver's method. A policy gets only what the player may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

Counts = tuple[int, ...]
Cards = tuple[int, ...]  # values, ace 1, in the order dealt
Spread = dict[tuple[Fraction, int], Fraction]  # (net in bets, tokens) -> probability


class Look(NamedTuple):
    """The player's view: the hand's cards, the up card, whether it is free, and the number of hands."""

    cards: Cards
    up: int
    free: bool
    hands: int


Policy = Callable[[Look], str]


class House(NamedTuple):
    hits_soft_17: bool = True
    resplit_aces: bool = True
    free_doubles: bool = True
    free_splits: bool = True
    dealer_22_pushes: bool = True


class Done(NamedTuple):
    """A finished hand: its total (0 if bust), what it wins and what it loses."""

    total: int
    win: int
    lose: int


def total_of(cards: Cards) -> tuple[int, bool]:
    hard = sum(cards)
    soft = 1 in cards and hard <= 11
    return hard + 10 * soft, soft


def drawn(counts: Counts) -> Iterator[tuple[int, Counts, Fraction]]:
    size = sum(counts)
    assert size, "the tiny shoe ran out: take a larger one"
    for i, n in enumerate(counts):
        if n:
            yield i + 1, (*counts[:i], n - 1, *counts[i + 1 :]), Fraction(n, size)


def doubles_free(house: House, cards: Cards) -> bool:
    total, soft = total_of(cards)
    return house.free_doubles and not soft and 9 <= total <= 11


def options(house: House, look: Look) -> list[str]:
    """Return what the rules offer this hand (FB-2, FB-3, C-6)."""
    split_ace = look.hands > 1 and look.cards[0] == 1
    if total_of(look.cards)[0] >= 21:
        return []
    offered = ["stand"] if split_ace else ["stand", "hit"]
    if len(look.cards) == 2:
        if not split_ace:
            offered.append("double")
        pair = look.cards[0] == look.cards[1]
        if pair and look.hands < 4 and (not split_ace or house.resplit_aces):
            offered.append("split")
    return offered if len(offered) > 1 else []


class Table:
    """Deals every order of a shoe to one player with a given policy."""

    def __init__(self, counts: Counts, house: House, policy: Policy) -> None:
        self.counts, self.house, self.policy = counts, house, policy
        self.play = cache(self._play)
        self.draw_out = cache(self._draw_out)

    def round(self) -> Spread:
        spread: Spread = {}
        for first, after1, p1 in drawn(self.counts):
            for up, after2, p2 in drawn(after1):
                for second, after3, p3 in drawn(after2):
                    for hole, left, p4 in drawn(after3):
                        for end, chance in self.settle_deal((first, second), up, hole, left).items():
                            spread[end] = spread.get(end, Fraction(0)) + p1 * p2 * p3 * p4 * chance
        return spread

    def settle_deal(self, cards: Cards, up: int, hole: int, left: Counts) -> Spread:
        natural, dealer_natural = total_of(cards)[0] == 21, total_of((up, hole))[0] == 21
        if natural or dealer_natural:
            net = Fraction(0) if natural and dealer_natural else Fraction(3, 2) if natural else Fraction(-1)
            return {(net, 0): Fraction(1)}
        return self.play(left, cards, 0, 1, (), (up, hole), False)

    def _play(self, left: Counts, cards: Cards, later: int, hands: int, done: tuple[Done, ...],
              dealer: Cards, is_split: bool) -> Spread:  # fmt: skip
        """Play the current hand, then `later` more hands that start with the same card."""
        free = is_split and bool(done) and self.house.free_splits and cards[0] != 10
        if len(cards) == 1:
            return self.mix((p, self.play(rest, (*cards, card), later, hands, done, dealer, True))
                            for card, rest, p in drawn(left))  # fmt: skip
        look = Look(cards, dealer[0], free, hands)
        choice = self.policy(look) if options(self.house, look) else "stand"
        lose = 0 if free else -1
        if choice == "split":
            token = self.house.free_splits and cards[0] != 10
            spread = self.play(left, cards[:1], later + 1, hands + 1, done, dealer, True)
            return {(net, tokens + token): p for (net, tokens), p in spread.items()}
        if choice == "stand":
            return self.finish(left, cards, later, hands, done, dealer, Done(total_of(cards)[0], 1, lose))
        if choice == "double":
            token = doubles_free(self.house, cards)
            spread = self.mix((p, self.finish(rest, cards, later, hands, done, dealer,
                               Done(total_of((*cards, card))[0], 2, lose - (not token))))
                              for card, rest, p in drawn(left))  # fmt: skip
            return {(net, tokens + token): p for (net, tokens), p in spread.items()}
        return self.mix((p, self.hit(rest, (*cards, card), later, hands, done, dealer, lose, is_split))
                        for card, rest, p in drawn(left))  # fmt: skip

    def hit(self, left: Counts, cards: Cards, later: int, hands: int, done: tuple[Done, ...], dealer: Cards,
            lose: int, is_split: bool) -> Spread:  # fmt: skip
        if total_of(cards)[0] > 21:
            return self.finish(left, cards, later, hands, done, dealer, Done(0, 1, lose))
        return self.play(left, cards, later, hands, done, dealer, is_split)

    def finish(self, left: Counts, cards: Cards, later: int, hands: int, done: tuple[Done, ...], dealer: Cards,
               hand: Done) -> Spread:  # fmt: skip
        hand = hand if hand.total <= 21 else hand._replace(total=0)
        done = (*done, hand)
        if later:
            return self.play(left, cards[:1], later - 1, hands, done, dealer, True)
        return self.draw_out(left, tuple(sorted(done)), tuple(sorted(dealer)))

    def _draw_out(self, left: Counts, done: tuple[Done, ...], dealer: Cards) -> Spread:
        total, soft = total_of(dealer)
        if total < 17 or (total == 17 and soft and self.house.hits_soft_17):
            return self.mix((p, self.draw_out(rest, done, tuple(sorted((*dealer, card)))))
                            for card, rest, p in drawn(left))  # fmt: skip
        net = 0
        for hand in done:
            if hand.total == 0:
                net += hand.lose
            elif total == 22 and self.house.dealer_22_pushes:
                continue
            elif total > 21 or hand.total > total:
                net += hand.win
            elif hand.total < total:
                net += hand.lose
        return {(Fraction(net), 0): Fraction(1)}

    @staticmethod
    def mix(parts: Iterator[tuple[Fraction, Spread]]) -> Spread:
        mixed: Spread = {}
        for p, spread in parts:
            for end, chance in spread.items():
                mixed[end] = mixed.get(end, Fraction(0)) + p * chance
        return mixed


def ev(spread: Spread) -> Fraction:
    return sum((net * p for (net, _), p in spread.items()), Fraction(0))
