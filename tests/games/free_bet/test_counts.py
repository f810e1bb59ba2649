"""Every deal of a tiny deck: the script's best play compared with a short independent solver."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest

from helpers.stacking import in_dollars
from pitboss.cards import parse_cards
from pitboss.games import GAMES
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.play.steps import Seat
from pitboss.solving.explore import Tree

GAME = GAMES["free-bet"]
PACK = "Th 9d 8c 7s 6h Ad"
"""Six cards that one seat can never run out of: no four of them total 21 or less."""
VALUES = (10, 9, 8, 7, 6, 1)
Order = tuple[int, ...]


def total(cards: Sequence[int]) -> int:
    return sum(cards) + (10 if 1 in cards and sum(cards) <= 11 else 0)


def standing(player: Sequence[int], up: int, order: Order, rules: Rules) -> int:
    """Return 1, 0 or -1 for a win, push or loss after standing: the dealer turns the hole card and draws the next
    cards.
    """
    dealer, rest = [up, order[0]], list(order[1:])
    soft_17 = rules.hits_soft_17
    while total(dealer) < 17 or (soft_17 and total(dealer) == 17 and sum(dealer) == 7):
        dealer.append(rest.pop(0))
    if total(dealer) == 22 and rules.dealer_22_pushes:
        return 0
    return 1 if total(dealer) > 21 else (total(player) > total(dealer)) - (total(player) < total(dealer))


def best(player: Order, up: int, orders: list[Order], rules: Rules) -> Fraction:
    """Return the value of best play in bets, summed over the equally likely orders of the remaining cards."""
    if total(player) > 21:
        return Fraction(-len(orders))
    stand = Fraction(sum(standing(player, up, order, rules) for order in orders))
    if total(player) == 21:
        return stand
    hit = sum((best((*player, card), up, left, rules) for card, left in by_next(orders)), Fraction(0))
    plays = [stand, hit]
    if len(player) == 2:
        free = rules.free_doubles and 1 not in player and 9 <= sum(player) <= 11
        plays.append(
            sum((doubled((*player, card), up, left, free, rules) for card, left in by_next(orders)), Fraction(0))
        )
    return max(plays)


def doubled(player: Order, up: int, orders: list[Order], free: bool, rules: Rules) -> Fraction:
    """Return the value of doubling: two bets won, or two lost, or one lost if the double was free."""
    lost = -1 if free else -2
    if total(player) > 21:
        return Fraction(lost * len(orders))
    return Fraction(sum({1: 2, 0: 0, -1: lost}[standing(player, up, order, rules)] for order in orders))


def by_next(orders: list[Order]) -> list[tuple[int, list[Order]]]:
    """Group the orders by the card the player draws, which comes after the hole card."""
    cards = sorted({order[1] for order in orders})
    return [(card, [(hole, *rest) for hole, drawn, *rest in orders if drawn == card]) for card in cards]


def closed_form(rules: Rules) -> Fraction:
    """Return the value of one bet over every deal; insurance is half a bet at 2 to 1, taken if it gains."""
    worth = Fraction(0)
    for first, second, up in permutations(VALUES, 3):
        orders = list(permutations([value for value in VALUES if value not in (first, second, up)]))
        naturals = sum({up, order[0]} == {1, 10} for order in orders)
        looked = [order for order in orders if {up, order[0]} != {1, 10}]
        if up == 1:
            worth += max(Fraction(naturals) - Fraction(len(looked), 2), Fraction(0))
        if {first, second} == {1, 10}:
            worth += len(looked) * Fraction(rules.blackjack_pays.ratio)
        else:
            worth += best((first, second), up, looked, rules) - naturals
    return worth / len(list(permutations(VALUES)))


@pytest.mark.parametrize(
    "settings",
    [(), ("free_doubles=no",), ("dealer_22_pushes=no",), ("hits_soft_17=no",), ("blackjack_pays=6:5",)],
)
def test_best_play_with_six_cards_matches_an_independent_solver(settings: Sequence[str]) -> None:
    rules = Rules().with_settings(settings)
    tree = Tree(GAME, rules, parse_cards(PACK), in_dollars({1: {"main": 10}}))
    assert tree.best_play(Seat(1)) == closed_form(rules) * 1000


def test_every_deal_of_six_cards_is_dealt() -> None:
    tree = Tree(GAME, Rules(), parse_cards(PACK), in_dollars({1: {"main": 1}}))
    deals = {leaf.drawn[:4] for leaf in tree.leaves()}
    assert len(deals) == 6 * 5 * 4 * 3
