"""
A second implementation of Roll Your Own for one seat, by values, slow and simple, to check the solver.

It plays every order of a tiny deck card by card, in the dealer's order. It finds the best play for a player who
decides each hand on the three cards, the up card and that hand's own cards, by trying every change of a decision until
none helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

Hand = tuple[int, ...]


class Table(NamedTuple):
    """The player's knowledge, and the rules. Values are 1 (ace) to 10."""

    two_card: Hand
    alone: int
    up_card: int
    max_splits: int = 4
    hits_soft_17: bool = True
    dealer_peeks: bool = True
    must_split: bool = False  # the two-card hand is a pair that must be split


class Seen(NamedTuple):
    """The cards and options of the hand to be decided; the table is separate."""

    bet: str
    cards: Hand  # in the order dealt; a split hand may depend on its second card
    is_split: bool
    options: tuple[str, ...]


Decide = Callable[[Seen], str]


def total(cards: Hand) -> int:
    hard = sum(cards)
    return hard + 10 if 1 in cards and hard <= 11 else hard


def orders(left: dict[int, int]) -> Iterator[Hand]:
    """Yield every order of the cards; cards of a value are alike, and all orders are equally likely."""
    if not any(left.values()):
        yield ()
    for value, count in left.items():
        if count:
            for rest in orders({**left, value: count - 1}):
                yield (value, *rest)


def dealer_total(up_card: int, hole: int, cards: Iterator[int], hits_soft_17: bool) -> int:
    hand: Hand = (up_card, hole)
    while total(hand) < 17 or (hits_soft_17 and total(hand) == 17 and sum(hand) == 7):
        hand += (next(cards),)
    return total(hand)


class Bet:
    """One blackjack bet in play: finished hands with their stakes."""

    def __init__(self, name: str, table: Table, cards: Iterator[int], decide: Decide) -> None:
        self.name, self.table, self.cards, self.decide = name, table, cards, decide
        self.splits = 0
        self.finished: list[tuple[Hand, int]] = []

    def play(self, hand: Hand, is_split: bool = False) -> None:
        stake = 1
        while total(hand) < 21:
            options = ["stand", "hit"] + ["double"] * (len(hand) == 2)
            pair = len(hand) == 2 and hand[0] == hand[1]
            if pair and self.splits < self.table.max_splits and not (is_split and hand[0] == 1):
                options.append("split")
                if self.table.must_split and self.name == "two-card" and not is_split:
                    options = ["split"]
            answer = self.decide(Seen(self.name, (*hand[:2], *sorted(hand[2:])), is_split, tuple(options)))
            if answer == "split":
                return self.split(hand[0])
            if answer != "stand":
                hand += (next(self.cards),)
            if answer == "double":
                stake = 2
            if answer in ("stand", "double"):
                break
        self.finished.append((hand, stake))
        return None

    def split(self, value: int) -> None:
        self.splits += 1
        for _ in range(2):
            hand = (value, next(self.cards))
            if value == 1:
                self.finished.append((hand, 1))
            else:
                self.play(hand, is_split=True)

    def settle(self, dealer: int, dealer_blackjack: bool) -> int:
        net = 0
        for hand, stake in self.finished:
            mine = total(hand)
            if mine > 21 or dealer_blackjack or mine < dealer <= 21:
                net -= stake
            elif dealer > 21 or mine > dealer:
                net += stake
        return net


def play_bets(table: Table, order: Hand, decide: Decide) -> tuple[int, int]:
    """Return twice the net of each bet for this order of cards: the burned card, the hole card, the rest."""
    cards = iter(order[1:])
    hole = next(cards)
    dealer_blackjack = {table.up_card, hole} == {1, 10}
    two, one = (Bet(name, table, cards, decide) for name in ("two-card", "one-card"))
    two_paid = set(table.two_card) == {1, 10}
    if dealer_blackjack and table.dealer_peeks:
        one_paid = table.alone in (1, 10) and {table.alone, next(cards)} == {1, 10}
        return (3 if two_paid else -2), (3 if one_paid else -2)
    if not two_paid:
        two.play(table.two_card)
    first_two = (table.alone, next(cards))
    one_paid = set(first_two) == {1, 10}
    if not one_paid:
        one.play(first_two)
    dealer = 0
    if any(total(hand) <= 21 for hand, _ in two.finished + one.finished) and not dealer_blackjack:
        dealer = dealer_total(table.up_card, hole, cards, table.hits_soft_17)
    two_net, one_net = (2 * bet.settle(dealer, dealer_blackjack) for bet in (two, one))
    return (3 if two_paid else two_net), (3 if one_paid else one_net)


def mean(table: Table, deals: list[Hand], decide: Decide) -> Fraction:
    """Return the mean net of both bets over all orders; the deck must not run out."""
    try:
        return Fraction(sum(sum(play_bets(table, order, decide)) for order in deals), 2 * len(deals))
    except (StopIteration, RuntimeError) as ran_out:
        raise AssertionError("this pack is too small for the witness") from ran_out


def best_by_trying(table: Table, deals: list[Hand]) -> Fraction:
    """
    Return the value of both bets under best play, found by changing one decision at a time until no change helps.

    It starts from drawing to 17, once with every pair split and once with none: a split pays off only if its hands are
    played well.
    """
    return max(_climb(table, deals, first) for first in ("", "split"))


def _climb(table: Table, deals: list[Hand], first: str) -> Fraction:
    policy: dict[Seen, str] = {}

    def decide(seen: Seen) -> str:
        start = "hit" if total(seen.cards) < 17 else "stand"
        return policy.setdefault(seen, first if first in seen.options else start if start in seen.options else "split")

    best, changed = mean(table, deals, decide), True
    while changed:
        changed = False
        for seen in sorted(policy, key=lambda seen: -sum(seen.cards)):
            for answer in seen.options:
                previous = policy[seen]
                policy[seen] = answer
                tried = mean(table, deals, decide)
                if tried > best:
                    best, changed = tried, True
                else:
                    policy[seen] = previous
    return best
