"""Free Bet's rulings: the table, doubles and splits (FB-1 to FB-4, C-4 to C-7)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from helpers.blackjack.free_bet_seat import GAME, MAIN, events_of, offer_to, one_seat, options, refused, won
from helpers.stacking import StackedPack, in_dollars, settled, stacked
from pitboss.cards import parse_cards
from pitboss.games.free_bet.deal.rules import Rules, cut_card
from pitboss.play.records.ledger import net
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Dealt, Face, Seat, Voided

# The table: FB-1, C-4 to C-7


def test_FB_1_six_decks_seven_seats_and_a_quarter_of_the_shoe_behind_the_cut_card() -> None:
    assert (len(GAME.whole_pack(Rules())), GAME.seats(Rules()), cut_card(Rules())) == (312, 7, 78)
    assert cut_card(Rules(decks=8, cut_card_percent=50)) == 208


def test_FB_1_small_shoe_has_enough_cards_behind_the_cut_card_for_a_round() -> None:
    assert cut_card(Rules(decks=1)) == 48
    with pytest.raises(Refused, match=r"12\b.*\b78\b.*\b2$") as fault:
        Rules.read({"decks": 1, "seats": 12})
    assert fault.value.code == "bad-rules"


def test_FB_1_blackjack_pays_3_to_2() -> None:
    dealt = one_seat("Ah Kd", "9c 9d", MAIN)
    assert won(dealt) == {"main": 1500}
    assert won(one_seat("Ah Kd", "9c 9d", MAIN, rules=["blackjack_pays=6:5"])) == {"main": 1200}


def test_FB_1_blackjack_pushes_against_a_dealer_blackjack_without_even_money() -> None:
    offer = offer_to("Ah Kd", "As Kh")
    assert offer
    assert [option.name for option in offer.options[Seat(1)]] == ["no", "insurance"]
    assert won(one_seat("Ah Kd", "As Kh", MAIN)) == {"main": 0}


@pytest.mark.parametrize(("rules", "result"), [((), -1000), (("hits_soft_17=no",), 1000)])
def test_FB_1_dealer_hits_soft_17(rules: Sequence[str], result: int) -> None:
    assert won(one_seat("Th 8d", "6c Ad 3h", MAIN, "stand", rules=rules)) == {"main": result}


def test_FB_1_dealer_peeks_under_an_ace_or_ten_before_anyone_plays() -> None:
    for dealer in ("Kc Ad", "Tc Ad", "Ac Kd"):
        dealt = one_seat("8h 8d", dealer, MAIN)
        assert not [event for event in events_of(dealt, Dealt) if isinstance(event, Dealt) and event.at == "hand-2"]
        assert won(dealt) == {"main": -1000}
    assert not options("8h 8d", "Kc Ad")
    assert options("8h 8d", "Kc Qd")


def test_FB_1_no_surrender() -> None:
    assert set(options("Th 6d", "9c 9d")) == {"stand", "hit", "double"}


def test_C_4_shoe_that_runs_out_voids_the_round_and_takes_back_payouts() -> None:
    pack = parse_cards("8h Ah 6s 8d Kd Td 3c")
    rules = Rules(decks=1)
    gone = [card for card in GAME.whole_pack(rules) if card not in pack]
    dealt = Round.deal(GAME, rules, pack, in_dollars({1: MAIN, 2: MAIN}), gone=gone)
    dealt.say(Seat(1), "free-split")
    dealt.say(Seat(1), "free-double")
    assert events_of(dealt, Voided) == [Voided("the pack ran out", motion="void")]
    assert net(dealt.events) == {1: {"main": 0}, 2: {"main": 0}}


def test_C_5_dealing_order_of_the_first_two_cards() -> None:
    dealt = stacked("free-bet", {}, {2: MAIN, 5: MAIN})
    cards = [event for event in dealt.events if isinstance(event, Dealt)][:6]
    assert [(event.seat, event.at, event.face) for event in cards] == [
        (2, "hand-1", Face.UP),
        (5, "hand-1", Face.UP),
        (None, "up-card", Face.UP),
        (2, "hand-1", Face.UP),
        (5, "hand-1", Face.UP),
        (None, "hole-card", Face.DOWN),
    ]


def test_C_5_split_hand_gets_its_second_card_on_its_turn() -> None:
    dealt = one_seat("8h 8d 2c Tc 9s", "6c Td 5h", MAIN, "free-split", "hit", "stand")
    cards = [(str(event.card), event.at) for event in dealt.events if isinstance(event, Dealt) and event.seat]
    assert cards[2:] == [("2c", "hand-1"), ("Tc", "hand-1"), ("9s", "hand-2")]


def test_C_6_no_offer_to_a_blackjack_a_21_a_doubled_hand_or_split_aces() -> None:
    assert not options("Ah Kd", "6c Td")
    assert not options("7h 7d 7c Ts", "6c Td 5d", "hit")
    assert not options("6h 5d 2c", "6c Td 5d", "free-double")
    assert not options("Ah Ad 2c 3c", "6c Td 5d", "free-split")


def test_C_6_default_is_stand_and_no_insurance() -> None:
    offer = offer_to("8h 7d", "Ac 9d")
    assert offer
    assert offer.options[Seat(1)][0].name == "no"
    assert next(iter(options("8h 7d", "6c 9d"))) == "stand"


def test_C_6_insurance_is_one_offer_to_all_eligible_seats() -> None:
    house = Rules()
    pack = StackedPack(GAME.whole_pack(house), {"dealer": parse_cards("Ac 9d")})
    dealt = Round(GAME, house, pack)
    dealt.place(in_dollars({1: MAIN, 2: {"main": 1}, 3: {"main": 5}}))
    assert dealt.pending
    assert {seat: says[1].cost for seat, says in dealt.pending.options.items()} == {1: 500, 3: 200}


def test_C_7_bets_are_1_to_500_dollars_and_a_side_bet_may_exceed_the_main_bet() -> None:
    assert refused({"main": 501}) == "over-limit"
    assert refused({"main": 10, "push-22": 501}) == "over-limit"
    assert refused({"main": 10, "pot-of-gold": 30}, "max_side_bet=$25") == "over-limit"
    assert refused({"main": 10}, "min_bet=$25") == "under-limit"
    assert won(one_seat("Th 8d", "9c 9d", {"main": 1, "push-22": 500})) == {"main": 0, "push-22": -50000}


def test_C_7_limits_that_leave_no_bet_are_refused() -> None:
    with pytest.raises(Refused, match="max_bet") as fault:
        Rules.read({"min_bet": "$10", "max_bet": "$5"})
    assert fault.value.code == "bad-rules"
    with pytest.raises(Refused, match="max_side_bet") as fault:
        Rules.read({"min_side_bet": "$10", "max_side_bet": "$5"})
    assert fault.value.code == "bad-rules"


# Doubles and splits: FB-2 to FB-4, FB-11


@pytest.mark.parametrize(
    "cards", ["7h 2d", "8h 2d", "9h 2d", "6h 3d", "5h 4d", "6h 4d", "7h 3d", "6h 5d", "8h 3d", "7h 4d"]
)
def test_FB_2_hard_9_10_or_11_doubles_only_for_free(cards: str) -> None:
    assert options(cards, "6c Td") == {"stand": 0, "hit": 0, "free-double": 0}


@pytest.mark.parametrize("cards", ["5h 3d", "9h 3d", "Ah 8d", "Ah 9d", "Ah 2d", "Th 9d"])
def test_FB_2_any_other_two_cards_double_for_exactly_the_wager(cards: str) -> None:
    assert options(cards, "6c Td") == {"stand": 0, "hit": 0, "double": 1000}


def test_FB_2_three_cards_cannot_be_doubled() -> None:
    assert set(options("2h 3d 4c", "6c Td", "hit")) == {"stand", "hit"}


def test_FB_2_one_card_follows_a_double() -> None:
    assert won(one_seat("9h 3d 2c", "6c Td Ts", MAIN, "double")) == {"main": 2000}
    assert won(one_seat("9h 2d 2c", "6c Td Ts", MAIN, "free-double")) == {"main": 2000}


def test_FB_2_split_hands_double_free_or_paid() -> None:
    assert "free-double" in options("8h 8d 3c", "6c Td", "free-split")
    assert options("8h 8d 2c", "6c Td", "free-split")["free-double"] == 0
    assert options("8h 8d 4c", "6c Td", "free-split")["double"] == 1000
    assert options("8h 8d Tc 4s", "6c Td", "free-split", "stand")["double"] == 1000


def test_FB_2_hand_of_21_takes_no_more_cards() -> None:
    dealt = one_seat("8h 8d 5c 8c Tc", "6c Td 5d", MAIN, "free-split", "hit")
    assert won(dealt) == {"main": 0}


@pytest.mark.parametrize("rank", "A23456789")
def test_FB_3_every_pair_but_tens_splits_for_free(rank: str) -> None:
    assert options(f"{rank}h {rank}d", "6c Td")["free-split"] == 0


@pytest.mark.parametrize("cards", ["Th Td", "Th Kd", "Jh Qd"])
def test_FB_3_two_ten_values_split_for_the_wager(cards: str) -> None:
    assert options(cards, "6c 9d") == {"stand": 0, "hit": 0, "double": 1000, "split": 1000}


def test_FB_3_at_most_four_hands_free_or_paid() -> None:
    assert "free-split" in options("8h 8d 8c 8s", "6c Td", "free-split", "free-split")
    assert "free-split" not in options("8h 8d 8c 8s 8h", "6c Td", *["free-split"] * 3)
    assert "split" not in options("Th Td Tc Ts Jh", "6c 9d", *["split"] * 3)


def test_FB_3_split_aces_get_one_card_each_and_cannot_double() -> None:
    dealt = one_seat("Ah Ad 9c Tc", "6c Td 2d", MAIN, "free-split")
    assert won(dealt) == {"main": 2000}
    assert not options("Ah Ad 8c 7c", "6c Td 2d", "free-split")


def test_FB_3_split_aces_are_resplit_if_the_house_allows() -> None:
    assert options("Ah Ad Ac", "6c Td", "free-split") == {"stand": 0, "free-split": 0}
    assert not options("Ah Ad Ac 5c", "6c Td 2c", "free-split", rules=["resplit_aces=no"])


def test_FB_3_pair_of_aces_at_the_limit_stands_as_soft_12() -> None:
    dealt = one_seat("Ah Ad Ac As Ah 2c 3c 4c", "6c Td 5h", MAIN, *["free-split"] * 3)
    assert "12 against 21" in [line for line, _ in settled(dealt, "main")]


def test_FB_3_21_after_a_split_is_not_a_blackjack() -> None:
    dealt = one_seat("Ah Ad Kc Kd", "6c Td 4d", MAIN, "free-split")
    assert settled(dealt, "main") == [("free bet, 21 against 20", 10), ("21 against 20", 10)]


def test_FB_4_free_hand_and_free_double_win_their_amount() -> None:
    assert won(one_seat("8h 8d Tc Ts", "6c Td Kd", MAIN, "free-split", "stand", "stand")) == {"main": 2000}
    assert won(one_seat("8h 8d 3c Tc 2s Ts", "6c Td Kd", MAIN, "free-split", "free-double", "free-double")) == {
        "main": 4000
    }


def test_FB_4_free_hand_and_free_double_lose_nothing() -> None:
    assert won(one_seat("8h 8d Tc Ts", "6c Td 4d", MAIN, "free-split", "stand", "stand")) == {"main": -1000}
    assert won(one_seat("8h 8d 3c 2c 2s 3s", "6c Td 4d", MAIN, "free-split", "free-double", "free-double")) == {
        "main": -1000
    }


@pytest.mark.parametrize(("card", "result"), [("Ts", 1000), ("9h", -1000), ("7h", -2000)])
def test_FB_4_paid_double_of_a_free_hand_risks_only_the_paid_part(card: str, result: int) -> None:
    """
    Lose 10 on hand 1 and double the free hand 2 for 10: it wins 10 paid and 10 free, pushes, or loses the paid 10.
    """
    assert won(one_seat(f"8h 8d 9c As {card}", "6c Td 2d", MAIN, "free-split", "stand", "double")) == {"main": result}
