"""Free Bet's rulings: the dealer's 22, side bets, tokes, pay and take (FB-5 to FB-11)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from helpers.blackjack.free_bet_seat import MAIN, POT, PUSH, events_of, offer_to, one_seat, options, refused, won
from helpers.stacking import stacked
from pitboss.games.free_bet.deal.motions import FreeBetEnded, LaidSideways, TokenPlaced, TokensPickedUp, Tucked
from pitboss.play.records.ledger import bank, net
from pitboss.play.steps import Dealt, Seat, Settled, Wagered

# The dealer's 22 and the side bets: FB-5 to FB-8


def test_FB_5_dealer_22_pushes_every_live_bet() -> None:
    dealt = one_seat("8h 8d 3c Tc 9s", "Tc 6d 6h", MAIN, "free-split", "free-double", "stand")
    assert won(dealt) == {"main": 0}
    assert [event.result for event in dealt.events if isinstance(event, FreeBetEnded)] == ["pushes", "pushes"]


def test_FB_5_dealer_22_neither_affects_a_blackjack_nor_saves_a_bust_hand() -> None:
    assert won(one_seat("Ah Kd", "Tc 6d 6h", PUSH)) == {"main": 1500, "push-22": 5500}
    assert won(one_seat("Th 6d Ks", "Tc 6d 6h", PUSH, "hit")) == {"main": -1000, "push-22": 5500}


def test_FB_5_house_may_count_22_as_a_bust() -> None:
    dealt = one_seat("Th 2d", "Tc 6d 6h", PUSH, "stand", rules=["dealer_22_pushes=no"])
    assert won(dealt) == {"main": 1000, "push-22": 5500}


def test_FB_6_pot_of_gold_needs_the_blackjack_wager() -> None:
    assert refused({"pot-of-gold": 5}) == "bet-missing"
    assert refused({"push-22": 5}) == "bet-missing"


@pytest.mark.parametrize(
    ("cards", "answers", "pays"),
    [
        ("8h 8d Tc Ts", ["free-split", "stand", "stand"], 3),
        ("8h 8d 3c Tc Ts", ["free-split", "free-double", "stand"], 12),
        ("8h 8d 3c Tc 2s Td", ["free-split", "free-double", "free-double"], 30),
        ("8h 8d 8c 3c Tc 3s Ts Td", ["free-split", "free-split", "free-double", "free-double", "stand"], 50),
        ("8h 8d 8c 3c Tc 3s Ts 3d 2d", ["free-split", "free-split", *["free-double"] * 3], 100),
        ("8h 8d 8c 8s 3c Tc 3s Ts 3d 2d 3h 4d", [*["free-split"] * 3, *["free-double"] * 4], 100),
    ],
)
def test_FB_6_pot_of_gold_pays_by_tokens_whether_hands_win_or_not(cards: str, answers: list[str], pays: int) -> None:
    for dealer in ("6c Td 5d", "6c Td Kd", "Tc 6d 6h"):
        assert won(one_seat(cards, dealer, POT, *answers))["pot-of-gold"] == 500 * pays


def test_FB_6_free_hand_that_busts_still_earns_its_token() -> None:
    dealt = one_seat("8h 8d Tc 6s Ts", "6c Td 5d", POT, "free-split", "stand", "hit")
    assert won(dealt) == {"main": -1000, "pot-of-gold": 1500}


def test_FB_6_pot_of_gold_loses_to_a_dealer_blackjack() -> None:
    assert won(one_seat("8h 8d", "Kc Ad", POT)) == {"main": -1000, "pot-of-gold": -500}


def test_FB_6_house_sets_the_paytable() -> None:
    dealt = one_seat("6h 5d Tc", "6c Td 5d", POT, "free-double", rules=["pot_of_gold_table.1+ tokens=4:1"])
    assert won(dealt) == {"main": 0, "pot-of-gold": 2000}


@pytest.mark.parametrize(("cards", "wins"), [("Th 9d", True), ("Th 9d Ks", True), ("Th Td Ks", False)])
def test_FB_7_push_22_wins_unless_the_original_hand_exceeds_29(cards: str, wins: bool) -> None:
    dealt = one_seat(cards, "Tc 6d 6h", PUSH, "hit" if len(cards) > 5 else "stand")
    assert won(dealt)["push-22"] == (5500 if wins else -500)


def test_FB_7_original_hand_is_the_one_with_the_first_card() -> None:
    dealt = one_seat("Th Td Jc Qs Ks", "9c 7d 6h", PUSH, "split", "stand", "hit")
    assert won(dealt) == {"main": -1000, "push-22": 5500}


def test_FB_7_original_hand_of_30_loses_push_22_even_if_another_hand_is_live() -> None:
    dealt = one_seat("Th Td Jc Qs 9d", "9c 7d 6h", PUSH, "split", "hit", "stand")
    assert won(dealt) == {"main": -1000, "push-22": -500}


def test_FB_7_push_22_loses_on_any_other_total_and_to_a_dealer_blackjack() -> None:
    for dealer in ("Tc 7d", "6c Td Kd", "Tc Ad"):
        assert won(one_seat("Th 8d", dealer, PUSH))["push-22"] == -500
    assert won(one_seat("Ah Kd", "Tc Ad", PUSH)) == {"main": 0, "push-22": -500}


def test_FB_7_house_sets_the_push_22_payout() -> None:
    assert won(one_seat("Th 8d", "Tc 6d 6h", PUSH, rules=["push_22_pays=12"]))["push-22"] == 6000


@pytest.mark.parametrize(("bets", "draws"), [(MAIN, 0), (PUSH, 1)])
def test_FB_7_dealer_draws_out_for_push_22_when_every_hand_has_bust(bets: Mapping[str, int], draws: int) -> None:
    dealt = one_seat("Th 6d Ks", "Tc 6d 5h", bets, "hit")
    assert len([event for event in dealt.events if isinstance(event, Dealt) and event.at == "dealer"]) == draws


@pytest.mark.parametrize(("bets", "draws"), [(MAIN, 0), (PUSH, 1)])
def test_FB_7_dealer_draws_out_for_push_22_of_a_blackjack(bets: Mapping[str, int], draws: int) -> None:
    dealt = one_seat("Ah Kd", "Tc 6d 5h", bets)
    assert len([event for event in dealt.events if isinstance(event, Dealt) and event.at == "dealer"]) == draws


def test_FB_8_insurance_is_half_the_wager_in_whole_chips_and_pays_2_to_1() -> None:
    assert won(one_seat("Th 8d", "Ac Kd", {"main": 15}, "insurance")) == {"main": -1500, "insurance": 1400}
    assert won(one_seat("Th 8d", "Ac 6d", {"main": 15}, "insurance", rules=["hits_soft_17=no"])) == {
        "main": 1500,
        "insurance": -700,
    }
    assert won(one_seat("Th 8d", "Ac Kd", {"main": 45}, "insurance", rules=["chip=$5"]))["insurance"] == 4000


def test_FB_8_insurance_needs_an_ace_up_and_at_least_one_chip() -> None:
    assert set(options("Th 8d", "Kc 9d")) == {"stand", "hit", "double"}
    offer = offer_to("Th 8d", "Ac 9d", main=1)
    assert offer
    assert [option.name for option in offer.options[Seat(1)]] == ["stand", "hit", "double"]


def test_FB_8_insurance_cannot_be_bet_before_the_deal() -> None:
    assert refused({"main": 10, "insurance": 5}) == "not-yet"


# Tokes, the order of paying and the ordinary game: FB-9 to FB-11

TOKE = {"main": 10, "toke": 4}


def test_FB_9_toke_needs_the_main_bet_and_has_its_own_limits() -> None:
    assert refused({"toke": 5}) == "bet-missing"
    assert won(one_seat("Th 9d", "9c 9d", {"main": 500, "toke": 500})) == {"main": 50000, "toke": 50000}


def test_FB_9_toke_wins_loses_pushes_and_is_paid_a_blackjack_with_the_hand() -> None:
    assert won(one_seat("Th 9d", "9c 9d", TOKE)) == {"main": 1000, "toke": 400}
    assert won(one_seat("Th 7d", "9c 9d", TOKE)) == {"main": -1000, "toke": -400}
    assert won(one_seat("Th 7d", "Tc 6d 6h", TOKE)) == {"main": 0, "toke": 0}
    assert won(one_seat("Ah Kd", "9c 9d", TOKE)) == {"main": 1500, "toke": 600}
    assert won(one_seat("Ah Kd", "Ac Kc", TOKE)) == {"main": 0, "toke": 0}
    assert won(one_seat("Th 7d Ks", "9c 9d", TOKE, "hit")) == {"main": -1000, "toke": -400}


def test_FB_9_free_splits_and_doubles_apply_to_the_toke() -> None:
    dealt = one_seat("8h 8d 3c Tc 2s Ts", "6c Td Kd", TOKE, "free-split", "free-double", "free-double")
    assert won(dealt) == {"main": 4000, "toke": 1600}
    dealt = one_seat("8h 8d 3c 2c 2s 3s", "6c Td 4d", TOKE, "free-split", "free-double", "free-double")
    assert won(dealt) == {"main": -1000, "toke": -400}


def test_FB_9_paid_double_or_split_leaves_the_toke_on_the_original_hand() -> None:
    assert won(one_seat("Ah 6d 4s", "6c Td 4d", TOKE, "double")) == {"main": 2000, "toke": 400}
    assert won(one_seat("Th Td 9s 8c", "6c Td 2d", TOKE, "split", "stand", "stand")) == {"main": 1000, "toke": 400}
    dealt = one_seat("Th Td 9s 8c", "6c Td 2d", TOKE, "split")
    assert [event.bet for event in dealt.events if isinstance(event, Wagered)] == ["main", "toke", "main"]


def test_FB_9_toke_cannot_be_insured() -> None:
    offer = offer_to("Th 8d", "Ac Kd", main=10)
    assert offer
    assert offer.options[Seat(1)][1].cost == 500
    assert won(one_seat("Th 8d", "Ac Kd", TOKE, "insurance")) == {"main": -1000, "toke": -400, "insurance": 1000}


def test_FB_10_seats_are_settled_from_the_dealers_right() -> None:
    piles = {"seat 1": "Th 9d", "seat 2": "Th 8d", "seat 3": "Th 7d", "dealer": "9c 9d"}
    dealt = stacked("free-bet", piles, {1: MAIN, 2: MAIN, 3: MAIN})
    assert [event.seat for event in dealt.events if isinstance(event, Settled)] == [3, 2, 1]


def test_FB_10_losers_are_taken_first_then_main_pot_of_gold_and_push_22_are_paid() -> None:
    bets = {"main": 10, "pot-of-gold": 5, "push-22": 5}
    dealt = one_seat("8h 8d Tc Kc Td", "6c Td 6h", bets, "free-split", "hit", "stand")
    order = [(event.bet, event.hand) for event in dealt.events if isinstance(event, Settled)]
    assert order == [("main", 1), ("pot-of-gold", None), ("push-22", None)]
    dealt = one_seat("8h 8d Tc 2s Td", "6c Td 2h", bets, "free-split", "stand", "free-double")
    order = [(event.bet, event.hand) for event in dealt.events if isinstance(event, Settled)]
    assert order == [("push-22", None), ("main", 2), ("main", 2), ("main", 1), ("pot-of-gold", None)]  # sized in twice


def test_FB_10_bust_hand_is_tucked_with_a_push_22_and_racked_without() -> None:
    assert events_of(one_seat("Th 6d Ks", "Tc 6d 5h", PUSH, "hit"), Tucked) == [Tucked(Seat(1), 1, motion="tuck")]
    assert events_of(one_seat("Th 6d Ks", "Tc 6d 5h", MAIN, "hit"), Tucked) == []


def test_FB_10_bust_original_hand_is_laid_sideways_while_a_free_hand_is_live_and_loses_to_a_22() -> None:
    dealt = one_seat("8h 8d Tc Kc Td", "6c Td 6h", MAIN, "free-split", "hit", "stand")
    assert events_of(dealt, LaidSideways) == [LaidSideways(Seat(1), 1, 28, motion="lay-sideways")]
    assert won(dealt) == {"main": -1000}
    turned = next(number for number, event in enumerate(dealt.events) if str(event).startswith("The dealer turns"))
    lost = next(number for number, event in enumerate(dealt.events) if isinstance(event, Settled))
    assert lost > turned


def test_FB_10_sideways_hand_is_locked_up_once_the_free_hand_busts_without_side_bets() -> None:
    answers = ("free-split", "hit", "hit")
    for bets, waits in ((MAIN, False), (POT, True), (PUSH, True)):
        dealt = one_seat("8h 8d Tc Kc Td Kd", "6c Td 5h", bets, *answers)
        texts = [str(event) for event in dealt.events]
        lost = next(n for n, text in enumerate(texts) if "main on hand 1: bust with 28" in text)
        assert (lost > texts.index("The dealer turns the hole card: 10♦.")) == waits


def test_FB_10_bust_hand_of_a_paid_split_is_never_laid_sideways() -> None:
    dealt = one_seat("Th Td 5c Kc 9d", "6c Td 5h", MAIN, "split", "hit", "stand")
    assert events_of(dealt, LaidSideways) == []
    assert won(dealt) == {"main": -2000}


def test_FB_11_with_all_three_off_it_is_ordinary_blackjack() -> None:
    off = ["free_doubles=no", "free_splits=no", "dealer_22_pushes=no"]
    assert options("6h 5d", "6c Td", rules=off) == {"stand": 0, "hit": 0, "double": 1000}
    assert options("8h 8d", "6c Td", rules=off) == {"stand": 0, "hit": 0, "double": 1000, "split": 1000}
    assert won(one_seat("6h 5d 2c", "6c Td 6d", MAIN, "double", rules=off)) == {"main": 2000}
    assert won(one_seat("8h 8d 9c 9s", "6c Td 5d", MAIN, "split", rules=off)) == {"main": -2000}
    assert events_of(one_seat("8h 8d 9c 9s", "6c Td 5d", MAIN, "split", rules=off), TokenPlaced, TokensPickedUp) == []


def test_FB_11_each_of_the_three_can_be_turned_off_alone() -> None:
    assert set(options("5h 5d", "6c Td", rules=["free_doubles=no"])) == {"stand", "hit", "double", "free-split"}
    assert set(options("5h 5d", "6c Td", rules=["free_splits=no"])) == {"stand", "hit", "free-double", "split"}


def test_every_stake_is_settled_and_the_bank_pays_the_difference() -> None:
    dealt = one_seat("8h 8d Tc Kc Td", "6c Td 6h", POT | {"toke": 2}, "free-split", "hit", "stand")
    assert bank(net(dealt.events)) == -sum(won(dealt).values()) == 1000 + 200 - 1500
