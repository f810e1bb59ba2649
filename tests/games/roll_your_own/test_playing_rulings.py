"""Roll Your Own, clause by clause: doubles, splits, blackjacks, the dealer (RY-6 to RY-8, C-2, C-5, C-6)."""

from __future__ import annotations

import pytest

from games.roll_your_own.witness.dealing import asked, deal, names, one, sentences
from helpers.stacking import settled
from pitboss.play.records.ledger import net
from pitboss.play.steps import Seat, Settled, Wagered

SEVENTEEN = "4s 7s Qs"
"""A dealer with 17 who does not peek."""


@pytest.mark.parametrize("cards", ["9h 2d", "Th 2d", "As 6d", "8h 8d", "2h 3d"])
def test_RY_6_double_on_any_two_cards(cards: str) -> None:
    assert "double" in names(deal(SEVENTEEN, f"{cards} 5c 6c"), "two-card hand")


def test_RY_6_double_costs_the_same_again_for_one_card() -> None:
    dealt = deal(SEVENTEEN, "6h 5d 4c Td 9c", answers=one("alone-3", "double"))
    assert settled(dealt, "two-card") == [("21 against 17", 20)]
    dealt = deal(SEVENTEEN, "6h 5d 4c 2d 9c", answers=one("alone-3", "double"))
    assert settled(dealt, "two-card") == [("13 against 17", -20)]
    assert asked(dealt) == ["which card stands alone", "two-card hand, 11 against 7♠", "one-card hand, 13 against 7♠"]


def test_RY_6_no_double_on_three_cards() -> None:
    offers = deal(SEVENTEEN, "2h 3d 5c 4d 6c", answers=one("alone-3", "hit"))
    assert names(offers, "two-card hand") == ["stand", "hit"]


def test_RY_6_one_card_hand_doubles_too() -> None:
    dealt = deal(SEVENTEEN, "Th 9d 5c 6c Td", answers=one("alone-3", "stand", "double"))
    assert settled(dealt, "one-card") == [("21 against 17", 20)]


def test_RY_6_ten_splits_with_a_king_but_a_nine_not_with_an_eight() -> None:
    assert "split" in names(deal(SEVENTEEN, "Th Kd 5c 6c"), "two-card hand")
    assert "split" not in names(deal(SEVENTEEN, "9h 8d 5c 6c"), "two-card hand")


def test_RY_6_split_plays_two_hands_and_each_may_double() -> None:
    dealt = deal(SEVENTEEN, "8h 8d 5c 3c Ts 2d Td 6c", answers=one("alone-3", "split", "double", "double"))
    assert settled(dealt, "two-card") == [("20 against 17", 20), ("21 against 17", 20)]
    assert net(dealt.events)[Seat(1)]["two-card"] == 4000
    chips = [(event.hand, event.amount) for event in dealt.events if isinstance(event, Wagered)][3:]
    assert chips == [(2, 1000), (1, 1000), (2, 1000)]


def test_RY_6_up_to_four_splits_make_five_hands() -> None:
    cards = "8h 8d 2c 8c 8s Th Td Ts Js Jd 5c"
    dealt = deal(SEVENTEEN, cards, answers=one("alone-3", "split", "split", "split"))
    assert settled(dealt, "two-card") == [("18 against 17", 10)] * 4
    cards = "Th Td 2c Ts Jc Jd Js Jh 3c 4c 5c 6c 7c"
    dealt = deal(SEVENTEEN, cards, answers=one("alone-3", *["split"] * 4))
    assert asked(dealt)[5] == "two-card hand 1, 20 against 7♠"
    assert names(deal(SEVENTEEN, cards, answers=one("alone-3", *["split"] * 3)), "two-card hand 1, 20")[-1] == "split"
    assert "split" not in names(dealt, "two-card hand 1, 20")
    assert [event.hand for event in dealt.events if isinstance(event, Wagered)][3:] == [
        2,
        2,
        2,
        2,
    ]  # C-8: each next to the first
    assert [won for _, won in settled(dealt, "two-card")] == [-10, -10, -10, 10, 10]


def test_RY_6_each_original_hand_has_its_own_splits() -> None:
    cards = "8h 8d 9c Th Td 9d Ts Js"
    dealt = deal(SEVENTEEN, cards, answers=one("alone-3", "split", "stand", "stand", "split"), rules=["max_splits=1"])
    assert settled(dealt, "two-card") == [("18 against 17", 10)] * 2
    assert settled(dealt, "one-card") == [("19 against 17", 10)] * 2


@pytest.mark.parametrize(("most", "offered"), [(0, False), (1, True)])
def test_RY_6_number_of_splits_is_an_option(most: int, offered: bool) -> None:
    dealt = deal(SEVENTEEN, "8h 8d 9c Th", rules=[f"max_splits={most}"])
    assert ("split" in names(dealt, "two-card hand")) is offered


def test_RY_6_split_aces_get_one_card_each_and_are_never_resplit() -> None:
    dealt = deal(SEVENTEEN, "Ah Ad 9c As 5d Th", answers=one("alone-3", "split"))
    assert asked(dealt) == [
        "which card stands alone",
        "two-card hand, soft 12 against 7♠",
        "one-card hand, 19 against 7♠",
    ]
    assert settled(dealt, "two-card") == [("16 against 17", -10), ("12 against 17", -10)]


def test_RY_6_21_after_a_split_is_not_a_blackjack() -> None:
    dealt = deal(SEVENTEEN, "Ah Ad 9c Ts Jd Th", answers=one("alone-3", "split"))
    assert settled(dealt, "two-card") == [("21 against 17", 10)] * 2
    dealt = deal(SEVENTEEN, "Ts Td 9c Ah Ad Th", answers=one("alone-3", "split"))
    assert settled(dealt, "two-card") == [("21 against 17", 10)] * 2


def test_C_8_new_hand_of_a_split_is_placed_next_to_its_own_and_played_next() -> None:
    cards = "8h 8d 9c 8s 3c 4c 5c Th"
    dealt = deal(SEVENTEEN, cards, answers=one("alone-3", "split", "split"))
    assert asked(dealt)[3:6] == [
        "two-card hand 1, 11 against 7♠",
        "two-card hand 2, 12 against 7♠",
        "two-card hand 3, 13 against 7♠",
    ]
    lines = sentences(dealt)
    moved = lines.index("Seat 1's two-card hand 2 moves over and is now two-card hand 3.")
    assert moved < lines.index("8♠ moves to seat 1's two-card hand 2.")
    assert "Seat 1's two-card hand 3: 5♣." in lines


def test_RY_7_two_card_blackjack_is_paid_as_soon_as_the_hands_are_set() -> None:
    dealt = deal("2c As Tc", "Ah Kd 5c")
    lines = sentences(dealt)
    paid = lines.index("Seat 1 two-card: blackjack pays 3:2, wins $15 (RY-7).")
    assert (
        paid < lines.index("The dealer asks seat 1: insurance?") < lines.index("The dealer turns the hole card: 10♣.")
    )
    assert settled(dealt, "one-card") == [("dealer blackjack", -10)]


def test_RY_7_blackjack_payout_is_an_option() -> None:
    assert settled(deal(SEVENTEEN, "Ah Kd 5c 6c", rules=["blackjack_pays=6:5"]), "two-card") == [("blackjack", 12)]


@pytest.mark.parametrize("setting", ["alone-1", "alone-2", "alone-3"])
@pytest.mark.parametrize("cards", ["Ah Ad Kc", "Ah Qd Kc", "Th Ad Kc", "Th Jd Ac", "Th As Ac"])
def test_RY_7_double_blackjack_pays_both_bets_however_it_is_set(cards: str, setting: str) -> None:
    dealt = deal("2c Js Ts", cards, answers=one(setting))
    assert settled(dealt, "two-card") == settled(dealt, "one-card") == [("double blackjack", 15)]
    assert asked(dealt) == ["which card stands alone"]


@pytest.mark.parametrize("cards", ["Ah Ad As", "Th Kd Jc", "Ah Td 9c", "Ah 9d 9c"])
def test_RY_7_nothing_else_is_a_double_blackjack(cards: str) -> None:
    dealt = deal(SEVENTEEN, f"{cards} 9s 2h")
    assert "double blackjack" not in dict(settled(dealt, "two-card")) | dict(settled(dealt, "one-card"))


@pytest.mark.parametrize(("alone", "next_card"), [("Ah", "Kd"), ("Kd", "Ah")])
def test_RY_7_lone_ace_or_ten_that_gets_21_is_a_blackjack(alone: str, next_card: str) -> None:
    dealt = deal(SEVENTEEN, f"9h 9d {alone} {next_card}")
    assert settled(dealt, "one-card") == [("blackjack", 15)]


def test_RY_7_one_card_hand_that_hits_to_21_is_not_a_blackjack() -> None:
    dealt = deal(SEVENTEEN, "9h 9d 5c 6c Th", answers=one("alone-3", "stand", "hit"))
    assert settled(dealt, "one-card") == [("21 against 17", 10)]


def test_RY_8_dealer_hits_soft_17() -> None:
    soft = "2c 6s Ad"
    dealt = deal(f"{soft} 4h", "Th 8d 5c Td")
    assert settled(dealt, "two-card") == [("18 against 21", -10)]
    dealt = deal(soft, "Th 8d 5c Td", rules=["hits_soft_17=no"])
    assert settled(dealt, "two-card") == [("18 against 17", 10)]


def test_RY_8_dealer_draws_to_17_and_a_bust_pays_every_live_hand() -> None:
    dealt = deal("2c 6s 4d 6d Kh", "Th 8d 5c Tc")
    assert settled(dealt, "two-card") == [("18, the dealer busts with 26", 10)]
    assert settled(dealt, "one-card") == [("15, the dealer busts with 26", 10)]


@pytest.mark.parametrize(("up", "looks"), [("As", True), ("Ts", True), ("Ks", True), ("9s", False)])
def test_RY_8_dealer_peeks_under_an_ace_or_ten(up: str, looks: bool) -> None:
    lines = sentences(deal(f"2c {up} 8d", "Th 8h 5c 6c"))
    assert ("The dealer has no blackjack." in lines) is looks


@pytest.mark.parametrize(("up", "hole"), [("As", "Ts"), ("Ts", "As"), ("Ks", "Ad")])
def test_RY_8_dealer_blackjack_ends_the_round_before_the_hands_are_played(up: str, hole: str) -> None:
    dealt = deal(f"2c {up} {hole}", "Th 9h 5c")
    assert settled(dealt, "two-card") == settled(dealt, "one-card") == [("dealer blackjack", -10)]


@pytest.mark.parametrize("alone", ["Ah", "Th"])
def test_RY_8_lone_ace_or_ten_gets_one_card_against_a_dealer_blackjack(alone: str) -> None:
    lucky = "Kh" if alone == "Ah" else "Ac"
    assert settled(deal("2c Ks As", f"9h 8d {alone} {lucky}"), "one-card") == [("blackjack", 15)]
    assert settled(deal("2c Ks As", f"9h 8d {alone} 9d"), "one-card") == [("dealer blackjack", -10)]


def test_RY_8_lone_nine_gets_no_card_against_a_dealer_blackjack() -> None:
    assert settled(deal("2c Ks As", "Jh 8d 9c"), "one-card") == [("dealer blackjack", -10)]


def test_RY_8_without_a_peek_doubled_and_split_money_loses_in_full() -> None:
    answers = one("alone-3", "split", "double", "stand", "double")
    cards = "8h 8d 6c 3c Th Kh 5c Tc"
    dealt = deal("2c Ks As", cards, answers=answers, rules=["dealer_peeks=no"])
    assert settled(dealt, "two-card") == [("dealer blackjack", -10), ("dealer blackjack", -20)]
    assert settled(dealt, "one-card") == [("dealer blackjack", -20)]
    assert "The dealer looks under the K♠ for a blackjack." not in sentences(dealt)


def test_RY_8_without_a_peek_a_blackjack_still_wins() -> None:
    dealt = deal("2c Ks As", "Ah Qd Tc 9c", "9h 9d Th Ad", rules=["dealer_peeks=no"])
    assert settled(dealt, "two-card") == [("double blackjack", 15)]
    assert settled(dealt, "one-card", 2) == [("blackjack", 15)]


def test_RY_8_equal_totals_push_and_the_lower_loses() -> None:
    dealt = deal("2c 8s Tc", "Th 8d 5c Td")
    assert settled(dealt, "two-card") == [("18 against 18", 0)]
    assert settled(dealt, "one-card") == [("15 against 18", -10)]


def test_C_2_win_of_n_to_1_also_returns_the_stake() -> None:
    dealt = deal(SEVENTEEN, "Ah Kd 5c 6c")
    paid = [
        (event.stake, event.back) for event in dealt.events if isinstance(event, Settled) and event.bet == "two-card"
    ]
    assert paid == [(1000, 2500)]


def test_C_5_split_hand_gets_its_second_card_on_its_turn() -> None:
    dealt = deal(SEVENTEEN, "8h 8d 9c 3c 5d 6d Th", answers=one("alone-3", "split", "hit"))
    lines = sentences(dealt)
    assert lines[lines.index("Seat 1: split.") :][:12] == [
        "Seat 1: split.",
        "Seat 1 bets $10 on two-card on hand 2.",
        "8♦ moves to seat 1's two-card hand 2.",
        "Seat 1's two-card hand: 3♣.",
        "The dealer asks seat 1: two-card hand 1, 11 against 7♠?",
        "Seat 1: hit.",
        "Seat 1's two-card hand: 5♦.",
        "The dealer asks seat 1: two-card hand 1, 16 against 7♠?",
        "Seat 1: stand.",
        "Seat 1's two-card hand 2: 6♦.",
        "The dealer asks seat 1: two-card hand 2, 14 against 7♠?",
        "Seat 1: stand.",
    ]


def test_C_6_no_offer_to_a_blackjack_a_21_a_doubled_hand_or_a_bust() -> None:
    dealt = deal(SEVENTEEN, "Ah Kd 5c 6c Th", "9h 2d 8c Td 8d Ts", answers=[{}, {1: "hit"}, {2: "double"}, {2: "hit"}])
    assert asked(dealt) == [
        "which card stands alone",
        "one-card hand, 11 against 7♠",
        "two-card hand, 11 against 7♠",
        "one-card hand, 16 against 7♠",
    ]
    assert settled(dealt, "one-card", 2) == [("bust with 26", -10)]


def test_C_6_default_is_stand() -> None:
    dealt = deal(SEVENTEEN, "2h 3d 5c 6c")
    assert settled(dealt, "two-card") == [("5 against 17", -10)]
