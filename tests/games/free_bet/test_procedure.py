"""Free Bet's dealing procedure: the dealer's motions in the order of the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from helpers.blackjack.free_bet_seat import MAIN, POT, PUSH, events_of, offer_to, one_seat
from helpers.stacking import stacked
from pitboss.cards import HIDDEN
from pitboss.games import GAMES
from pitboss.games.free_bet.deal.motions import LaidSideways, TokenPlaced, TokensLockedUp, TokensPickedUp, Tucked
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.money import Cents
from pitboss.play.round import Round
from pitboss.play.steps import Answered, Burned, Dealt, Event, Moved, Seat, Settled
from pitboss.play.view import view
from pitboss.table.seal.shoe import Shoe

ALL = {"main": 10, "pot-of-gold": 5, "push-22": 5}


def place_of(dealt: Round, start: str) -> int:
    """Return the index of the first event whose text starts with `start`."""
    return next(number for number, event in enumerate(dealt.events) if str(event).startswith(start))


def event_before_pick_up(dealt: Round) -> Event:
    """Return the event just before the Pot of Gold was picked up."""
    return dealt.events[place_of(dealt, "Seat 1 pot-of-gold") - 1]


def test_procedure_1_pot_of_gold_is_picked_up_from_the_right_before_the_look() -> None:
    piles = {"seat 1": "Th 9d", "seat 2": "8h 8d", "seat 3": "Ah Kd", "seat 4": "Td Ts", "dealer": "Kc Ad"}
    dealt = stacked("free-bet", piles, dict.fromkeys((1, 2, 3, 4), POT))
    lost = [event.seat for event in dealt.events if isinstance(event, Settled) and event.bet == "pot-of-gold"]
    assert lost == [4, 3, 1, 2]
    assert place_of(dealt, "Seat 1 pot-of-gold") < place_of(dealt, "The dealer looks")
    assert place_of(dealt, "Seat 2 pot-of-gold") > place_of(dealt, "The dealer looks")


def test_procedure_3_losers_are_picked_up_before_insurance_is_paid() -> None:
    piles = {"seat 1": "Th 9d", "seat 2": "8h 8d", "dealer": "Ac Kd"}
    dealt = stacked("free-bet", piles, {1: MAIN, 2: ALL}, [{1: "insurance", 2: "insurance"}])
    bets = [(event.seat, event.bet) for event in dealt.events if isinstance(event, Settled)]
    assert bets == [(2, "main"), (2, "pot-of-gold"), (2, "push-22"), (1, "main"), (2, "insurance"), (1, "insurance")]


def test_procedure_4_blackjacks_are_paid_before_anyone_plays_and_tucked_under_a_push_22() -> None:
    piles = {"seat 1": "Th 9d", "seat 2": "Ah Kd", "seat 3": "As Kd", "dealer": "9c 9d"}
    dealt = stacked("free-bet", piles, {1: MAIN, 2: PUSH, 3: MAIN})
    texts = [str(event) for event in dealt.events]
    begin = place_of(dealt, "Seat 3 main")
    assert texts[begin : begin + 5] == [
        "Seat 3 main on hand 1: blackjack pays 3:2, wins $15 (FB-1).",
        "Seat 3's hand 1 (2 cards) to the discard rack.",
        "Seat 2 main on hand 1: blackjack pays 3:2, wins $15 (FB-1).",
        "The dealer tucks seat 2's hand 1 under the Push 22 bet.",
        "The dealer asks seat 1: hand 1, 10♥ 9♦ (19)?",
    ]


def test_procedure_5_hands_are_played_from_the_dealers_left() -> None:
    piles = {"seat 1": "Th 9d", "seat 2": "8h 8d 9c 9s", "seat 3": "Th 8d", "dealer": "9c 9d"}
    dealt = stacked("free-bet", piles, {1: MAIN, 2: MAIN, 3: MAIN}, [{}, {2: "free-split"}])
    assert [event.seat for event in dealt.events if isinstance(event, Answered)] == [1, 2, 2, 2, 3]


def test_procedure_6_free_split_is_requested_given_a_token_and_dealt() -> None:
    dealt = one_seat("8h 8d 9c 9s", "9c 9d", MAIN, "free-split")
    begin = place_of(dealt, "Seat 1 points")
    assert "two fingers" in str(dealt.events[begin])
    assert [type(event) for event in dealt.events[begin + 1 : begin + 5]] == [Answered, TokenPlaced, Moved, Dealt]


def test_procedure_6_free_double_is_requested_with_one_finger() -> None:
    dealt = one_seat("6h 5d 9c", "9c 9d", MAIN, "free-double")
    begin = place_of(dealt, "Seat 1 points")
    assert "one finger" in str(dealt.events[begin])
    assert [type(event) for event in dealt.events[begin + 1 : begin + 4]] == [Answered, TokenPlaced, Dealt]


@pytest.mark.parametrize(
    ("cards", "answer"), [("8h 8d 2c", "hit"), ("8h 8d", "stand"), ("8h 8d 2c", "double"), ("6h 5d 9c", "hit")]
)
def test_procedure_7_pot_of_gold_is_picked_up_when_a_player_makes_no_free_bet(cards: str, answer: str) -> None:
    assert event_before_pick_up(one_seat(cards, "9c 9d", POT, answer)) == Answered(Seat(1), answer, motion="answer")


def test_procedure_7_pot_of_gold_stays_for_a_player_who_has_a_token() -> None:
    dealt = one_seat("8h 8d 3c 9c 9s", "9c 9d", POT, "free-split", "hit", "stand")
    assert str(event_before_pick_up(dealt)).startswith("Seat 1 main on hand 1: 20 against 18")


@pytest.mark.parametrize(
    ("cards", "answers", "before"),
    [
        ("8h 8d Tc Ts", ("split", "stand", "stand"), "Seat 1's hand 2: 10♠."),
        ("8h 8d Tc 3s", ("split", "stand", "stand"), "Seat 1: stand."),
        ("Ah Ad Tc Ts", ("split",), "The dealer checks"),
        ("Th Td 9c 9s", ("split", "stand", "stand"), "The dealer checks"),
        ("4h 4d 4c 4s 4h 4d 9c 9s", ("split", "split", "split", *["stand"] * 4), "Seat 1's hand 4: 9♠."),
    ],
)
def test_FB_12_with_paid_splits_pot_of_gold_is_taken_once_no_hand_can_earn(
    cards: str, answers: Sequence[str], before: str
) -> None:
    dealt = one_seat(cards, "9c 9d", POT, *answers, rules=["free_splits=no"])
    assert str(event_before_pick_up(dealt)).startswith(before)


def test_procedure_7_with_paid_splits_a_later_free_double_still_earns() -> None:
    dealt = one_seat("8h 8d Tc 3s Ts", "9c 9d", POT, "split", "stand", "free-double", rules=["free_splits=no"])
    assert events_of(dealt, TokensLockedUp) == [TokensLockedUp(Seat(1), 1, motion="lock-up-tokens")]


def test_procedure_7_with_paid_doubles_only_pairs_keep_the_pot_of_gold() -> None:
    assert str(event_before_pick_up(one_seat("6h 5d", "9c 9d", POT, rules=["free_doubles=no"]))).startswith(
        "The dealer checks"
    )
    dealt = one_seat("8h 8d Tc Ts", "9c 9d", POT, "free-split", rules=["free_doubles=no"])
    assert events_of(dealt, TokensLockedUp) == [TokensLockedUp(Seat(1), 1, motion="lock-up-tokens")]


def test_procedure_8_bust_hand_is_locked_up_or_tucked_under_the_push_22() -> None:
    for bets, then in ((MAIN, "Seat 1's hand 1 (3 cards) to"), (PUSH, "The dealer tucks seat 1's hand 1")):
        dealt = one_seat("Th 6d Ks", "9c 9d", bets, "hit")
        lost = place_of(dealt, "Seat 1 main on hand 1: bust with 26")
        assert lost == place_of(dealt, "Seat 1's hand 1: K♠") + 1
        assert str(dealt.events[lost + 1]) == "The dealer locks up the losing wager of seat 1's hand 1: $10."
        assert str(dealt.events[lost + 2]).startswith(then)


def test_procedure_8_second_hand_of_a_paid_split_is_not_tucked() -> None:
    dealt = one_seat("Th Td 9c 5s Ks", "9c 9d", PUSH, "split", "stand", "hit")
    assert events_of(dealt, Tucked) == []


@pytest.mark.parametrize(("bets", "to"), [(MAIN, "tray"), (PUSH, "tray"), (POT, "pot-of-gold")])
def test_procedure_9_free_hand_that_busts_loses_its_token_and_its_cards(bets: dict[str, int], to: str) -> None:
    dealt = one_seat("8h 8d 9c 6s Ts", "9c 9d", bets, "free-split", "stand", "hit")
    begin = place_of(dealt, "Seat 1 main, free bet on hand 2: bust with 24, loses nothing")
    assert dealt.events[begin + 1] == TokensPickedUp(Seat(1), 2, 1, to, motion="pick-up-tokens")
    assert str(dealt.events[begin + 2]) == "Seat 1's hand 2 (3 cards) to the discard rack."


def test_procedure_9_paid_double_that_busts_a_free_hand_loses_the_paid_part() -> None:
    dealt = one_seat("8h 8d 9c 6s Ts", "9c 9d", MAIN, "free-split", "stand", "double")
    begin = place_of(dealt, "Seat 1 main on hand 2: bust with 24, loses $10")
    assert str(dealt.events[begin + 1]).startswith("Seat 1 main, free bet on hand 2: bust with 24, loses nothing")


def test_procedure_9_original_stays_sideways_while_a_free_hand_is_live() -> None:
    answers = ("free-split", "free-split", "hit", "hit", "stand")
    dealt = one_seat("8h 8d 8c 9c Tc 9s Ts Td", "9c 9d", MAIN, *answers)
    assert place_of(dealt, "Seat 1 main on hand 1") > place_of(dealt, "The dealer turns the hole card")
    assert events_of(dealt, LaidSideways) == [LaidSideways(Seat(1), 1, 27, motion="lay-sideways")]


def test_winning_free_double_pays_the_bet_twice_then_moves_the_token_then_pays_pot_of_gold() -> None:
    dealt = one_seat("6h 5d 9c", "9c 9d", POT, "free-double")
    begin = place_of(dealt, "Seat 1 main on hand 1")
    assert [str(event) for event in dealt.events[begin : begin + 5]] == [
        "Seat 1 main on hand 1: 20 against 18 pays 1:1, wins $10 (FB-10).",
        "Seat 1 main on hand 1: free bet, 20 against 18 pays 1:1, wins $10 (FB-4).",
        "The token of seat 1's hand 1 goes in front of the Pot of Gold.",
        "Seat 1 pot-of-gold: 1+ tokens pays 3:1, wins $15 (FB-6).",
        "The dealer locks up seat 1's token.",
    ]


@pytest.mark.parametrize(("dealer", "result"), [("9c 9d", "pushes"), ("9c Td", "loses nothing")])
def test_free_double_that_pushes_or_loses_moves_its_token_too(dealer: str, result: str) -> None:
    dealt = one_seat("6h 5d 7c", dealer, POT, "free-double")
    begin = place_of(dealt, "Seat 1 main, free bet on hand 1")
    assert result in str(dealt.events[begin])
    assert dealt.events[begin + 1] == TokensPickedUp(Seat(1), 1, 1, "pot-of-gold", motion="pick-up-tokens")


def test_motions_are_serialised_as_data() -> None:
    dealt = one_seat("8h 8d 9c 6s Ts", "9c 9d", ALL, "free-split", "stand", "hit")
    data_by_kind = {event.kind: event.as_data() for event in dealt.events}
    assert data_by_kind["token-placed"] == {
        "event": "token-placed",
        "seat": 1,
        "hand": 2,
        "free": "split",
        "bet": "main",
        "motion": "place-token",
        "text": "The dealer places a Free Bet token to the right of seat 1's bet: a free split for hand 2.",
    }
    assert data_by_kind["tokens-picked-up"]["to"] == "pot-of-gold"


def test_offer_context_identifies_the_hand() -> None:
    offer = offer_to("8h 8d 9c 6s", "9c 9d", "free-split", "stand")
    assert offer
    assert offer.about == "hand 2, 8♦ 6♠ (14)"
    assert offer.context == {"hand": 2, "free": True, "cards": ["8d", "6s"], "up": "9c", "hands": 2, "tokens": 1}


def test_FB_8_insurance_is_not_mentioned_if_nobody_can_insure() -> None:
    dealt = one_seat("9h 8d", "Ac 9d", {"main": 1})
    texts = [str(event) for event in dealt.events]
    assert "The dealer looks under the A♣ for a blackjack." in texts
    assert not [sentence for sentence in texts if "insurance" in sentence.lower()]
    assert not [event.motion for event in dealt.events if "insur" in event.motion]


def test_FB_1_first_card_of_a_new_shoe_is_burned_unseen_and_recorded_as_gone() -> None:
    shoe = Shoe(GAMES["free-bet"], Rules(), Random(9))
    motions, dealt = shoe.open_round()
    burned = [event for event in motions if isinstance(event, Burned)]
    assert [str(event) for event in view(burned, Seat(1))] == ["The dealer burns a card."]
    assert [event.card for event in view(burned, Seat(1)) if isinstance(event, Burned)] == [HIDDEN]
    dealt.place({Seat(1): {"main": Cents(100)}})
    record = dealt.record
    assert record.gone == (burned[0].card,)
    first = next(event for event in dealt.events if isinstance(event, Dealt))
    assert (first.seat, first.card) == (Seat(1), record.pack[0])


def test_FB_13_each_hand_is_checked_from_right_to_left_before_its_pot_of_gold_is_picked_up() -> None:
    piles = {"seat 1": "Th 9d", "seat 2": "8h 8d", "seat 3": "Td Ts", "dealer": "9c 9d"}
    dealt = stacked("free-bet", piles, {1: POT, 2: POT, 3: MAIN})
    motions = [(event.motion, getattr(event, "seat", None)) for event in dealt.events]
    begin = motions.index(("check-hand", 3))
    assert motions[begin : begin + 4] == [
        ("check-hand", 3), ("check-hand", 2), ("check-hand", 1), ("pick-up-pot-of-gold", 1),
    ]  # fmt: skip
    ordinary = stacked("free-bet", piles, {1: MAIN}, rules=["free_doubles=no", "free_splits=no"])
    assert "check-hand" not in {event.motion for event in ordinary.events}


def test_FB_13_ace_is_not_turned_if_nobody_can_insure() -> None:
    piles = {"seat 1": "Th 9d", "dealer": "Ac 9d"}
    small = [event.motion for event in stacked("free-bet", piles, {1: {"main": 1}}).events]
    assert "look" in small
    assert not {"turn-ace-sideways", "offer-insurance", "turn-ace-back"} & set(small)
    large = [event.motion for event in stacked("free-bet", piles, {1: {"main": 10}}).events]
    assert large.index("turn-ace-sideways") < large.index("offer-insurance") < large.index("look")


def test_FB_13_busted_original_hand_waits_sideways_on_the_insurance_line() -> None:
    piles = {"seat 1": "8h 8d Th 9d Ks 2c", "dealer": "9c 9d"}
    dealt = stacked("free-bet", piles, {1: MAIN}, [{1: "free-split"}, {1: "hit"}, {1: "stand"}])
    sideways = [str(event) for event in dealt.events if event.motion == "lay-sideways"]
    assert len(sideways) == 1
    assert "on the insurance line" in sideways[0]


@pytest.mark.parametrize(
    ("cards", "answer", "fingers"), [("8h 8d Th 9d", "free-split", "two"), ("5h 6d Th", "free-double", "one")]
)
def test_FB_14_hand_signal_comes_before_the_answer(cards: str, answer: str, fingers: str) -> None:
    dealt = stacked("free-bet", {"seat 1": cards, "dealer": "9c 9d"}, {1: MAIN}, [{1: answer}])
    motions = [event.motion for event in dealt.events]
    begin = motions.index("ask-hand")
    assert motions[begin : begin + 4] == ["ask-hand", f"ask-{answer}", "answer", "place-token"]
    assert f"{fingers} finger" in str(dealt.events[begin + 1])
