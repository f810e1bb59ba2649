"""Free Bet's hand rules, over every case."""

from __future__ import annotations

import pytest

from pitboss.games.dealing.blackjack import half_in_chips
from pitboss.games.free_bet.deal import hands

VALUES = range(1, 11)


def test_FB_2_hard_9_10_and_11_double_free_and_no_hand_with_an_ace() -> None:
    free = {(a, b) for a in VALUES for b in VALUES if hands.doubles_free(a, b)}
    assert free == {(a, total - a) for total in (9, 10, 11) for a in range(2, 10) if 2 <= total - a <= 9}
    assert len(free) == 6 + 7 + 8


def test_FB_3_pair_is_by_value_and_only_tens_pay_to_split() -> None:
    assert [value for value in VALUES if not hands.pair_splits_free(value)] == [10]
    assert all(hands.is_pair(a, b) == (a == b) for a in VALUES for b in VALUES)


def test_FB_3_split_card_may_double_free_if_some_card_makes_it_possible() -> None:
    for value in range(2, 11):
        assert hands.may_double_free_after_split(value) == any(hands.doubles_free(value, other) for other in VALUES)
    assert not hands.may_double_free_after_split(hands.ACE)


@pytest.mark.parametrize("pushes", [True, False])
def test_FB_5_every_total_against_every_total(pushes: bool) -> None:
    for player in range(4, 31):
        for dealer in range(17, 27):
            worth = 0 if player > 21 else player
            against = 0 if dealer > 21 else dealer
            wanted = (worth > against) - (worth < against) if player <= 21 else -1
            if player <= 21 and dealer == 22 and pushes:
                wanted = 0
            assert hands.outcome(player, dealer, pushes) == wanted


def test_FB_6_paytable_line_by_tokens() -> None:
    assert [hands.pot_of_gold_line(tokens, 5) for tokens in range(8)] == [5, 4, 3, 2, 1, 0, 0, 0]
    assert [hands.pot_of_gold_line(tokens, 7) for tokens in range(8)] == [7, 6, 5, 4, 3, 2, 1, 0]


def test_FB_7_push_22_by_totals() -> None:
    wins = {
        (player, dealer) for player in range(4, 31) for dealer in range(17, 27) if hands.push_22_wins(player, dealer)
    }
    assert wins == {(player, 22) for player in range(4, 30)}


def test_FB_8_half_in_whole_chips() -> None:
    assert [half_in_chips(wager, 100) for wager in (100, 200, 300, 1500)] == [0, 100, 100, 700]
    assert half_in_chips(1500, 500) == 500
