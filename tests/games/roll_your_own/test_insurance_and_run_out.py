"""Roll Your Own, clause by clause: insurance and a deck that runs out (RY-9, RY-10)."""

from __future__ import annotations

import pytest

from games.roll_your_own.witness.dealing import deal, deal_short, one, sentences
from helpers.stacking import settled
from pitboss.games.roll_your_own import GAME
from pitboss.money import dollars
from pitboss.play.records.ledger import at_stake, net
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Dealt, Event, Offered, Seat, Settled, Turned


def insured_seats(dealt: Round) -> list[tuple[Seat, ...]]:
    return [event.seats for event in dealt.events if isinstance(event, Offered) and event.about == "insurance"]


@pytest.mark.parametrize(("up", "offered"), [("As", [(1,)]), ("Ks", []), ("9s", [])])
def test_RY_9_insurance_is_offered_on_an_ace_only(up: str, offered: list[tuple[int, ...]]) -> None:
    assert insured_seats(deal(f"2c {up} 8d", "Th 9h 5c 6c")) == offered


def test_RY_9_insurance_is_offered_to_seats_with_a_bet_in_action() -> None:
    dealt = deal("2c As 8d", "Ah Kd Jc", "Ad Kh 5c 6c", "9h 7d 2d 8c")
    assert insured_seats(dealt) == [(2, 3)]
    assert insured_seats(deal("2c As 8d", "Ah Kd Jc")) == []


def test_RY_9_insurance_is_half_of_both_bets_and_pays_2_to_1() -> None:
    dealt = deal("2c As Kd", "Th 9h 5c", answers=one("alone-3", "insurance"))
    assert settled(dealt, "insurance") == [("dealer blackjack", 20)]
    assert net(dealt.events)[Seat(1)] == {"two-card": -1000, "one-card": -1000, "bonus": -1000, "insurance": 2000}


def test_RY_9_insurance_loses_at_the_peek_without_a_dealer_blackjack() -> None:
    dealt = deal("2c As 9d", "Th 9h 5c 6c", answers=one("alone-3", "insurance"))
    lines = sentences(dealt)
    assert lines.index("The dealer has no blackjack.") + 1 == lines.index(
        "Seat 1 insurance: no dealer blackjack, loses $10 (RY-9)."
    )


def test_RY_9_seat_with_one_bet_left_insures_for_the_same_amount() -> None:
    dealt = deal("2c As Kd", "Ad Kh 5c", answers=one("alone-3", "insurance"))
    assert settled(dealt, "insurance") == [("dealer blackjack", 20)]


def test_RY_9_default_takes_no_insurance() -> None:
    assert settled(deal("2c As Kd", "Th 9h 5c"), "insurance") == []


def test_RY_9_without_a_peek_insurance_waits_for_the_hole_card() -> None:
    rules = ["dealer_peeks=no"]
    dealt = deal("2c As Kd", "Th 9h 5c 6c", answers=one("alone-3", "insurance"), rules=rules)
    lines = sentences(dealt)
    assert lines.index("The dealer asks seat 1: two-card hand, 19 against A♠?") < lines.index(
        "Seat 1 insurance: dealer blackjack pays 2:1, wins $20 (RY-9)."
    )
    all_bust = one("alone-3", "insurance", "hit", "hit")
    dealt = deal("2c As 3d", "Th 6h 5c 8c 9c Tc", answers=all_bust, rules=rules)
    assert settled(dealt, "insurance") == [("no dealer blackjack", -10)]
    assert not any(isinstance(event, Dealt) and event.at == "dealer" for event in dealt.events)


def test_RY_9_insurance_cannot_be_bet_before_the_dealer_offers_it() -> None:
    with pytest.raises(Refused) as fault:
        GAME.check_seat(GAME.rules(), Seat(1), {"insurance": dollars(10)}, ())
    assert fault.value.code == "not-yet"


def test_RY_10_dealer_draws_only_if_a_live_hand_depends_on_it() -> None:
    all_bust = deal("2c 6s 9d", "Th 6h 5c 8c 9c Tc", answers=one("alone-3", "hit", "hit"))
    all_paid = deal("2c 6s 9d", "Ah Kd Jc")
    bust_and_paid = deal("2c 6s 9d", "Th 6h Ac 8c Tc", answers=one("alone-3", "hit"))
    for dealt in (all_bust, all_paid, bust_and_paid):
        assert not any(isinstance(event, Turned) and event.at == "hole-card" for event in dealt.events)
        assert at_stake(dealt.events) == {}


# A short deck: three cards for the seat, three for the dealer, and a few to draw.

NOTHING_LEFT = "Th 6h 5c 2c 9s 8d"


def test_RY_10_double_is_not_offered_without_a_card_left() -> None:
    _, offers = deal_short(NOTHING_LEFT)
    assert [option.name for option in offers[1].options[Seat(1)]] == ["stand", "hit"]
    _, offers = deal_short(f"{NOTHING_LEFT} 7c")
    assert [option.name for option in offers[1].options[Seat(1)]] == ["stand", "hit", "double"]


def test_RY_10_split_needs_two_cards_left() -> None:
    eights = "8h 8s 5c 2c 9s 8d"
    _, offers = deal_short(f"{eights} 7c")
    assert [option.name for option in offers[1].options[Seat(1)]] == ["stand", "hit", "double"]
    _, offers = deal_short(f"{eights} 7c 7d")
    assert [option.name for option in offers[1].options[Seat(1)]] == ["stand", "hit", "double", "split"]


def won(events: list[Event]) -> dict[str, int]:
    return net(events)[Seat(1)]


def test_RY_10_one_card_hand_without_a_second_card_wins_and_so_does_a_standing_hand() -> None:
    events, _ = deal_short(NOTHING_LEFT)
    assert won(events) == {"two-card": 1000, "one-card": 1000, "bonus": -1000}
    assert str(events[-6]) == "The pack has run out: every blackjack bet left in action wins (RY-10)."


def test_RY_10_hit_without_a_card_left_wins() -> None:
    events, _ = deal_short(NOTHING_LEFT, {1: "alone-3"}, {1: "hit"})
    assert won(events) == {"two-card": 1000, "one-card": 1000, "bonus": -1000}


def test_RY_10_bust_hand_is_no_longer_in_action() -> None:
    events, _ = deal_short(f"{NOTHING_LEFT} Kc", {1: "alone-3"}, {1: "hit"})
    assert won(events) == {"two-card": -1000, "one-card": 1000, "bonus": -1000}


def test_RY_10_doubled_and_split_money_wins_even_money_each() -> None:
    pack = "8h 8s 5c 2c 9s 8d 3c 7d"
    events, _ = deal_short(pack, {1: "alone-3"}, {1: "split"}, {1: "double"})
    assert won(events) == {"two-card": 3000, "one-card": 1000, "bonus": -1000}
    paid = [(event.hand, event.stake, event.back) for event in events if isinstance(event, Settled)][1:]
    assert paid == [(None, 1000, 2000), (2, 1000, 2000), (1, 2000, 4000)]


def test_RY_10_blackjack_is_paid_3_to_2_before_the_deck_runs_out() -> None:
    events, _ = deal_short("Th 6h Ac 2c 9s 8d Kc")
    assert won(events) == {"two-card": -1000, "one-card": 1500, "bonus": -1000}
    events, _ = deal_short("Th 6h Ac 2c 6s 8d Kc")
    assert won(events) == {"two-card": 1000, "one-card": 1500, "bonus": -1000}


def test_RY_10_dealer_without_a_card_left_pays_every_live_hand() -> None:
    events, _ = deal_short("Th 2h 5c 2c 6s 6d 7c")
    assert won(events) == {"two-card": 1000, "one-card": 1000, "bonus": -1000}
    assert "The dealer turns the hole card: 6♦." in map(str, events)


def test_RY_10_without_a_peek_the_hole_card_still_decides_insurance() -> None:
    rules = ["dealer_peeks=no"]
    for hole, insurance in (("Kd", 2000), ("9d", -1000)):
        events, _ = deal_short(f"Th 6h 5c 2c As {hole}", {1: "alone-3"}, {1: "insurance"}, rules=rules)
        assert won(events) == {"two-card": 1000, "one-card": 1000, "bonus": -1000, "insurance": insurance}


def test_RY_10_later_seats_win_without_having_played() -> None:
    events, offers = deal_short("Th 6h 5c 9h 7h 2d 2c 9s 8d 3c", {}, {1: "hit"}, {}, seats=2)
    assert net(events)[Seat(2)] == {"two-card": 1000, "one-card": 1000, "bonus": -1000}
    assert len(offers) == 3
