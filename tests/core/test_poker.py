"""Poker hands: classes, showdowns compared with a second evaluator, the best five cards, and their descriptions."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import Card, parse_cards, show_cards
from pitboss.ranking.poker import PokerClass, best_five, class_of, rank_hand
from pitboss.ranking.words import describe


def codes(text: str) -> list[int]:
    return [card.code for card in parse_cards(text)]


def slow_rank(cards: list[int]) -> tuple[int, ...]:
    """Rank the best of all five-card subsets by counting and sorting, independently of the evaluator under test."""
    return max(slow_rank_of_five(five) for five in combinations(cards, 5))


def slow_rank_of_five(five: tuple[int, ...]) -> tuple[int, ...]:
    times = Counter(code // 4 + 2 for code in five)
    order = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    shape = sorted(times.values(), reverse=True)
    flush = len({code % 4 for code in five}) == 1
    if order == [14, 5, 4, 3, 2]:
        order = [5, 4, 3, 2, 1]
    straight = shape == [1, 1, 1, 1, 1] and order[0] - order[4] == 4
    if straight and flush:
        return (9 if order[0] == 14 else 8, *order)
    by_shape = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    return (5 if flush else 4 if straight else by_shape[tuple(shape)], *order)


seven_cards = st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True)
# Few ranks, or few suits, so that the rare classes come up.
crowded = st.integers(0, 8).flatmap(
    lambda low: st.lists(st.integers(4 * low, 4 * low + 19), min_size=7, max_size=7, unique=True)
)
two_suits = st.lists(st.integers(0, 51).filter(lambda code: code % 4 < 2), min_size=7, max_size=7, unique=True)
any_seven = seven_cards | crowded | two_suits


@given(any_seven, any_seven)
def test_showdown_matches_the_slow_evaluator(one: list[int], other: list[int]) -> None:
    fast = (rank_hand(one) > rank_hand(other)) - (rank_hand(one) < rank_hand(other))
    slow = (slow_rank(one) > slow_rank(other)) - (slow_rank(one) < slow_rank(other))
    assert fast == slow
    assert class_of(rank_hand(one)) == slow_rank(one)[0]


@given(any_seven, st.integers(5, 7))
def test_best_five_are_a_subset_and_rank_the_same(cards: list[int], count: int) -> None:
    cards = cards[:count]
    five = best_five(cards)
    assert len(set(five)) == 5
    assert set(five) <= set(cards)
    assert rank_hand(five) == rank_hand(cards)
    assert slow_rank(cards) == slow_rank_of_five(five)


HANDS = [
    ("As 7d Ac 7h Kd 2c 3c", "two pair, aces and sevens, king kicker", "As Ac 7h 7d Kd"),
    ("As 7d Ac 7h Kd Kc 3c", "two pair, aces and kings, seven kicker", "As Ac Kd Kc 7h"),
    ("5h Ad 2c 3s 4d Kh Qh", "straight, five high", "5h 4d 3s 2c Ad"),
    ("9h Ad Kc Qs Jd Th 8h", "straight, ace high", "Ad Kc Qs Jd Th"),
    ("5h Ah 2h 3h 4h Ks Qd", "straight flush, five high", "5h 4h 3h 2h Ah"),
    ("Ts Js Qs Ks As 9s 8s", "royal flush", "As Ks Qs Js Ts"),
    ("6s 6d 6h 6c 2d 2h 2s", "four of a kind, sixes, deuce kicker", "6s 6h 6d 6c 2s"),
    ("9s 9d 9h 8c 8d 8h Ks", "full house, nines full of eights", "9s 9h 9d 8h 8d"),
    ("9s 9d 9h 2c 2d Qh Qs", "full house, nines full of queens", "9s 9h 9d Qs Qh"),
    ("Ac 2c 9c 4c 3c 5d Kc", "flush, ace, king, nine, four and three", "Ac Kc 9c 4c 3c"),
    ("Ac Ad 9c 4s 3c 7d Kc", "pair of aces, king, nine and seven kickers", "Ad Ac Kc 9c 7d"),
    ("Jc Jd Js 4s 3c 7d Kc", "three of a kind, jacks, king and seven kickers", "Js Jd Jc Kc 7d"),
    ("Qc Jd 9s 4s 3c 7d Kc", "high card, king, queen, jack, nine and seven", "Kc Qc Jd 9s 7d"),
]


@pytest.mark.parametrize(("cards", "words", "five"), HANDS)
def test_description_and_best_five(cards: str, words: str, five: str) -> None:
    assert describe(rank_hand(codes(cards))) == words
    assert show_cards(map(Card, best_five(codes(cards)))) == five


def test_examples_cover_every_class() -> None:
    assert {PokerClass(class_of(rank_hand(codes(cards)))) for cards, _, _ in HANDS} == set(PokerClass)
