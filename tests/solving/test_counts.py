"""Every deal and answer of tiny decks: the number of paths, their weight, and the sum of all results."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers.stacking import in_dollars
from pitboss.cards import parse_cards
from pitboss.games import GAMES
from pitboss.games.flip_it.deal import hands as flip_hands
from pitboss.games.flip_it.deal.rules import Rules as FlipRules
from pitboss.games.flop22.deal import hands
from pitboss.games.flop22.deal.rules import Rules as FlopRules
from pitboss.play.steps import Seat
from pitboss.solving.explore import Tree, expected

FLOP22, FLIP_IT = GAMES["flop22"], GAMES["flip-it"]


def test_flop22_with_eight_cards_takes_every_path_once() -> None:
    cards = parse_cards("As Ah Ad Td 9c 7h 5s 2d")
    leaves, weight, result = expected(Tree(FLOP22, FLOP22.rules(), cards, in_dollars({1: {"ante-1": 10, "field": 5}})))
    assert leaves == 8 * 7 * 6 * 5 * 4
    assert weight == 4
    deals = [(a.code, b.code) for a in cards for b in cards if a != b]
    rules, total = FlopRules(), Fraction(0)
    for card, flop in deals:
        bonus = rules.bonus_table.pays(hands.total_line(card, flop)).ratio * 1000
        match = 10_000 if hands.is_match(card, flop) else -1000
        field = rules.field_table.pays(hands.field_line(card)).ratio * 500
        total += 4 * (field + bonus) + 2 * bonus + 2 * match
    assert result == total / len(deals)


def test_flop22_best_play_with_a_tiny_deck_matches_the_closed_form() -> None:
    cards = parse_cards("As Ah Kd 9c 2d 3d")
    tree = Tree(FLOP22, FLOP22.rules(), cards, in_dollars({1: {"ante-1": 10}}))
    total = Fraction(0)
    for card in cards:
        others = [flop for flop in cards if flop != card]
        pays = [FlopRules().bonus_table.pays(hands.total_line(card.code, flop.code)).ratio for flop in others]
        bonus = sum(pays, Fraction(0)) * 1000 / len(others)
        matched = sum(hands.is_match(card.code, flop.code) for flop in others)
        match = Fraction(11 * matched - len(others), len(others)) * 1000
        total += bonus + max(bonus, Fraction(0)) + max(match, Fraction(0))
    assert tree.best_play(Seat(1)) == total / len(cards)


def test_flop22_best_play_uses_the_flops_already_seen() -> None:
    cards = parse_cards("Ah As 2c 3c 4c")
    three = in_dollars({1: {"ante-1": 1, "ante-2": 1, "ante-3": 10}})
    assert Tree(FLOP22, FLOP22.rules(), cards, three).best_play(Seat(1)) == best_play_by_hand()


def best_play_by_hand() -> Fraction:
    """Work out the same hand by hand: after each flop the player knows which cards are left."""
    rules, total = FlopRules(), Fraction(0)
    cards = [card.code for card in parse_cards("Ah As 2c 3c 4c")]
    antes = (100, 100, 1000)

    def best(card: int, left: list[int], number: int) -> Fraction:
        if number == 3:
            return Fraction(0)
        bonus = sum((rules.bonus_table.pays(hands.total_line(card, flop), number).ratio for flop in left), Fraction(0))
        match = Fraction(sum(11 * hands.is_match(card, flop) - 1 for flop in left))
        worth = antes[number] * (bonus + max(bonus, Fraction(0)) + max(match, Fraction(0))) / len(left)
        later = sum((best(card, [c for c in left if c != flop], number + 1) for flop in left), Fraction(0))
        return worth + later / len(left)

    for card in cards:
        total += best(card, [other for other in cards if other != card], 0)
    return total / len(cards)


@pytest.mark.parametrize("board", ["Ah Ad 7c 2s", "Th Jh Qh Kh", "7c 7d 7h 2c"])
def test_flip_it_weights_every_card_of_a_tiny_shoe(board: str) -> None:
    four = parse_cards(board)
    shoe = parse_cards("Ah 7c 7d 2d Kc Kc Jk Jk")
    bets = {"red": 10, "odd": 10, "high": 10, "call-K": 10, "bonus": 10}
    leaves, weight, result = expected(Tree(FLIP_IT, FLIP_IT.rules(), shoe, in_dollars({1: bets}), four))
    assert leaves == len(set(shoe))
    assert weight == 1
    total = Fraction(0)
    first, second, third, fourth = (card.code for card in four)
    for card in shoe:
        code = card.code
        inside = (
            flip_hands.colour_result(code, True)
            + flip_hands.parity_result(code, True)
            + flip_hands.height_result(code, True)
        )
        call = 12 if flip_hands.call_result(code, 13) == 1 else -1
        bonus = FlipRules().bonus_table.pays(flip_hands.bonus_line(first, second, third, fourth, code)).ratio
        total += 1000 * (inside + call + bonus)
    assert result == total / len(shoe)
