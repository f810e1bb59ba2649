"""Roll Your Own's hand rules over all values, and the bot's settings and chart."""

from __future__ import annotations

from itertools import product

import pytest

from pitboss.cards import parse_cards
from pitboss.games.roll_your_own.deal.bot import chart, setting
from pitboss.games.roll_your_own.deal.hands import is_double_blackjack, is_finished, may_split
from pitboss.ranking.totals import card_value, is_blackjack, may_be_blackjack

VALUES = range(1, 11)


def test_RY_7_double_blackjacks_among_all_values() -> None:
    doubles = {values for values in product(VALUES, repeat=3) if is_double_blackjack(*values)}
    assert doubles == {(1, 1, 10), (1, 10, 1), (10, 1, 1), (1, 10, 10), (10, 1, 10), (10, 10, 1)}


def test_RY_7_blackjacks_among_all_values() -> None:
    assert {pair for pair in product(VALUES, repeat=2) if is_blackjack(*pair)} == {(1, 10), (10, 1)}
    assert [value for value in VALUES if may_be_blackjack(value)] == [1, 10]


def test_RY_6_equal_values_split_until_the_limit() -> None:
    assert all(may_split(first, second, 1, 4) == (first == second) for first, second in product(VALUES, repeat=2))
    assert [may_split(8, 8, hands, 4) for hands in range(1, 6)] == [True, True, True, True, False]


def test_C_6_finished_hands_have_no_options() -> None:
    assert [is_finished(total, False, 10, False) for total in (20, 21, 22)] == [False, True, True]
    assert is_finished(12, True, 2, False)
    assert is_finished(12, False, 1, True)
    assert not is_finished(12, False, 1, False)
    assert not is_finished(12, False, 8, True)


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("Ah Kd 5c", "alone-3"),
        ("5c Ah Kd", "alone-1"),
        ("Th Kd 5c", "alone-3"),
        ("Ah 6d 5c", "alone-1"),
        ("Th 9d 2c", "alone-1"),
    ],
)
def test_bot_sets_blackjacks_twenties_and_elevens(cards: str, best: str) -> None:
    assert setting(parse_cards(cards)) == best


@pytest.mark.parametrize(
    ("cards", "up", "first_wish"),
    [
        ("8c 8d", 10, "split"),
        ("Tc Kd", 6, "stand"),
        ("6c 5d", 1, "double"),
        ("6c 5d", 6, "double"),
        ("Tc 6d", 10, "hit"),
        ("Tc 6d", 6, "stand"),
        ("Tc 2d", 3, "hit"),
        ("Ac 7d", 9, "hit"),
        ("Ac 7d", 2, "stand"),
        ("Ac 6d", 3, "double"),
        ("Ac 2d", 3, "hit"),
        ("Ac 8d", 6, "stand"),
        ("5c 5d", 5, "double"),
        ("4c 4d", 7, "hit"),
        ("2c 2d 8h", 4, "stand"),
    ],
)
def test_bot_plays_the_basic_chart(cards: str, up: int, first_wish: str) -> None:
    wishes = list(chart(parse_cards(cards), up))
    assert wishes[0] == first_wish
    assert wishes[-1] in ("stand", "hit")


def test_card_values() -> None:
    assert [card_value(card.code) for card in parse_cards("Ah Td Kc 2s")] == [1, 10, 10, 2]
