"""Rulings common to all games."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from helpers.stacking import in_dollars, shuffled, stacked
from pitboss.games import GAMES
from pitboss.money import Cents, MoneyError, Pays, parse_money
from pitboss.play.bots import least_wagers
from pitboss.play.motions import Looked
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Dealt, Discarded, Offer, Option, Seat, Settled, Voided

FLOP22 = GAMES["flop22"]


@pytest.mark.parametrize("amount", [0, -100, 150, 99, True, 1.0, "1000", None])
def test_C_1_a_wager_is_a_positive_multiple_of_the_chip(amount: object) -> None:
    dealt = Round(FLOP22, FLOP22.rules(), shuffled(FLOP22, FLOP22.rules(), 1))
    with pytest.raises(Refused):
        dealt.place({Seat(1): {"ante-1": amount}})  # type: ignore[dict-item]
    assert dealt.events == []
    assert dealt.wagers is None


def test_C_1_house_chooses_the_chip_and_fractional_cent_payouts_are_refused() -> None:
    assert stacked("flop22", {}, {1: {"ante-1": 5}}, rules=["chip=5"]).is_over
    with pytest.raises(Refused, match=r"\$5") as fault:
        stacked("flop22", {}, {1: {"ante-1": 7}}, rules=["chip=5"])
    assert fault.value.code == "not-in-chips"
    with pytest.raises(Refused, match="not whole cents"):
        FLOP22.rules().with_settings(["chip=0.01", "match_pays=3:2"])


def test_C_2_n_to_1_returns_the_stake_plus_n_times_the_stake() -> None:
    assert Pays(10).back(Cents(500)) == 5500
    assert Pays.parse("3 to 2").back(Cents(100)) == 250
    assert Pays.parse("3:2").ratio == Fraction(3, 2)
    with pytest.raises(MoneyError):
        Pays(3, 2).back(Cents(1))
    with pytest.raises(MoneyError):
        parse_money("ten")


def test_C_3_seats_are_numbered_from_the_dealers_left_and_dealt_in_that_order() -> None:
    dealt = stacked("flop22", {}, {5: {"ante-1": 1}, 2: {"ante-1": 1}, 3: {"ante-1": 1}})
    assert [event.seat for event in dealt.events if isinstance(event, Dealt) and event.seat] == [2, 3, 5]


def test_C_4_fouled_deck_voids_the_round_and_returns_every_wager() -> None:
    pack = list(shuffled(FLOP22, FLOP22.rules(), 1))
    for fault in (pack[:-1], pack + pack[:1], [pack[1], *pack[1:]]):
        dealt = Round.deal(FLOP22, FLOP22.rules(), fault, in_dollars({1: {"ante-1": 10}, 2: {"ante-1": 5}}))
        assert any(isinstance(event, Voided) for event in dealt.events)
        assert not any(isinstance(event, Dealt) for event in dealt.events)


def test_C_5_only_seats_with_a_wager_are_dealt_to() -> None:
    dealt = stacked("flop22", {}, {2: {"ante-1": 1}, 4: {}})
    assert {event.seat for event in dealt.events if isinstance(event, Dealt)} == {2, None}


def test_C_6_one_offer_asks_all_seats_and_the_first_option_is_the_default() -> None:
    offer = Offer("hit or stand", {Seat(1): (Option("stand", "stand"), Option("hit", "hit"))})
    assert offer.option(Seat(1), "hit").name == "hit"
    dealt = Round.deal(
        FLOP22, FLOP22.rules(), shuffled(FLOP22, FLOP22.rules(), 1), in_dollars({1: {"ante-1": 1}, 2: {"ante-1": 1}})
    )
    assert dealt.pending
    assert set(dealt.pending.options) == {1, 2}
    dealt.say(Seat(2), "double")
    dealt.close_offer()
    assert dealt.answers == [{2: "double"}]


def test_C_7_default_limits_are_1_to_500_dollars() -> None:
    game = GAMES["flip-it"]
    pack = shuffled(game, game.rules(), random.Random(1).randint(0, 9))
    assert Round.deal(game, game.rules(), pack, in_dollars({1: {"red": 500}})).is_over
    with pytest.raises(Refused, match="\\$1 to \\$500"):
        Round.deal(game, game.rules(), pack, in_dollars({1: {"red": 501}}))


@pytest.mark.parametrize(
    ("name", "bets"),
    [
        ("flip-it", {"red": 5}),
        ("beat-the-dealer", {"ante": 5}),
        ("roll-your-own", {"two-card": 5, "one-card": 5, "bonus": 5}),
    ],
)
def test_C_9_default_settling_order_is_right_to_left(name: str, bets: dict[str, int]) -> None:
    last = {"flip-it": "red", "beat-the-dealer": "flop", "roll-your-own": "two-card"}[name]
    for seed in range(30):
        game = GAMES[name]
        pack = shuffled(game, game.rules(), seed)
        dealt = Round.deal(game, game.rules(), pack, in_dollars(dict.fromkeys((1, 2, 3), bets)))
        while dealt.pending:
            for seat, options in list(dealt.pending.options.items()):
                dealt.say(seat, options[-1 if name == "beat-the-dealer" else 0].name)
        begin = max(place for place, event in enumerate(dealt.events) if isinstance(event, Dealt))
        order = [e.seat for e in dealt.events[begin:] if isinstance(e, Settled) and e.bet == last]
        assert order == sorted(order, reverse=True)


def test_C_10_a_look_stays_private_and_every_card_ends_in_the_rack() -> None:
    game = GAMES["beat-the-dealer"]
    dealt = Round.deal(game, game.rules(), shuffled(game, game.rules(), 4), in_dollars({1: {"ante": 5}}))
    looked = [event for event in dealt.events if isinstance(event, Looked)]
    assert [event.as_data() for event in looked] == [
        {"event": "looked", "seat": 1, "motion": "look-at-cards", "text": "Seat 1 looks at its cards."}
    ]
    for name in GAMES:
        dealt = Round(GAMES[name], GAMES[name].rules(), shuffled(GAMES[name], GAMES[name].rules(), 8))
        dealt.place({Seat(1): least_wagers(GAMES[name], dealt.rules, Seat(1), dealt.board, 10**6)})
        while dealt.pending:
            dealt.close_offer()
        dealt_cards = sum(1 for event in dealt.events if isinstance(event, Dealt))
        racked = sum(event.cards for event in dealt.events if isinstance(event, Discarded) and "ing" not in event.at)
        unused = [event for event in dealt.events if isinstance(event, Discarded) and "unused" in event.at]
        stays = len(dealt.board)
        assert dealt_cards - racked + sum(event.cards for event in unused) == stays, name
