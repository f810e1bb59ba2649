"""Flop 22's rulings, in the order of the sheet."""

from __future__ import annotations

import pytest

from helpers.stacking import in_dollars, settled, shuffled, stacked
from pitboss.games import GAMES
from pitboss.games.flop22.deal.motions import Cut
from pitboss.games.flop22.deal.round import opening
from pitboss.games.flop22.deal.rules import Rules
from pitboss.play.records.ledger import bank, net
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Dealt, Discarded, Face, Motioned, Offered, Seat, Settled, Turned
from pitboss.play.view import view

GAME = GAMES["flop22"]
THREE = {"ante-1": 10, "ante-2": 10, "ante-3": 10}


def hand(card: str, flop: str, answer: str = "none", number: int = 1, *rules: str) -> Round:
    """Play one seat with antes up to this hand and this answer on it."""
    piles = {"seat 1": card, f"flop {number}": flop}
    bets = {1: {f"ante-{n}": 10 for n in range(1, number + 1)}}
    return stacked("flop22", piles, bets, [{}] * (number - 1) + [{1: answer}], rules)


def refused(bets: dict[int, dict[str, int]], *rules: str) -> Refused:
    house = Rules().with_settings(rules)
    dealt = Round(GAME, house, shuffled(GAME, house, 1))
    with pytest.raises(Refused) as caught:
        dealt.place(in_dollars(bets))
    assert dealt.events == []
    return caught.value


def test_F22_1_one_card_face_up_serves_all_three_hands_and_the_flops_are_face_down() -> None:
    dealt = stacked("flop22", {}, {1: THREE, 4: THREE})
    cards = [event for event in dealt.events if isinstance(event, Dealt)]
    assert [(event.seat, event.at, event.face) for event in cards] == [
        (1, "card", Face.UP),
        (4, "card", Face.UP),
        (None, "flop-1", Face.DOWN),
        (None, "flop-2", Face.DOWN),
        (None, "flop-3", Face.DOWN),
    ]


def test_F22_2_hands_are_played_in_order_and_the_field_needs_hand_1() -> None:
    assert refused({1: {"ante-2": 10}}).code == "bet-needs"
    assert refused({1: {"ante-1": 10, "ante-3": 10}}).code == "bet-needs"
    assert refused({1: {"field": 5}}).code == "bet-needs"


def test_F22_2_ante_and_field_bet_are_at_most_10_dollars() -> None:
    assert refused({1: {"ante-1": 11}}).code == "over-limit"
    assert refused({1: {"ante-1": 10, "field": 11}}).code == "over-limit"
    assert stacked("flop22", {}, {1: {"ante-1": 25}}, rules=["ante_limit=25"]).is_over


def test_F22_2_antes_may_differ_unless_the_house_wants_them_equal() -> None:
    assert stacked("flop22", {}, {1: {"ante-1": 1, "ante-2": 10, "ante-3": 7}}).is_over
    assert refused({1: {"ante-1": 1, "ante-2": 10}}, "equal_antes=yes").code == "not-equal"


def test_F22_2_no_bets_once_a_card_is_out() -> None:
    dealt = Round.deal(GAME, Rules(), shuffled(GAME, Rules(), 1), in_dollars({1: {"ante-1": 10}}))
    with pytest.raises(Refused) as fault:
        dealt.place(in_dollars({1: {"ante-1": 10, "field": 5}}))
    assert fault.value.code == "bets-closed"


@pytest.mark.parametrize(
    ("card", "won"), [("2c", 10), ("3c", 5), ("4d", 5), ("5h", 5), ("6s", 10), ("7c", -5), ("Ad", -5)]
)
def test_F22_3_field_pays_by_the_players_card(card: str, won: int) -> None:
    dealt = stacked("flop22", {"seat 1": card}, {1: {"ante-1": 10, "field": 5}})
    assert [amount for _, amount in settled(dealt, "field")] == [won]


def test_F22_3_field_is_settled_before_hand_1_is_offered() -> None:
    dealt = stacked("flop22", {}, {1: {"ante-1": 10, "field": 5}})
    kinds = [type(event) for event in dealt.events]
    assert kinds.index(Settled) < kinds.index(Offered)


def test_F22_4_match_and_double_equal_the_ante_and_are_offered_before_the_flop_is_turned() -> None:
    dealt = stacked(
        "flop22", {}, {1: {"ante-1": 3, "ante-2": 7}, 2: {"ante-1": 5}}, [{1: "both", 2: "match"}, {1: "double"}]
    )
    assert {bet: -amount for bet, amount in net(dealt.events)[Seat(1)].items() if amount < 0}.keys() <= {
        "ante-1",
        "ante-2",
        "match-1",
        "double-1",
        "double-2",
    }
    stakes = {(e.seat, e.bet): e.stake for e in dealt.events if isinstance(e, Settled)}
    assert stakes[Seat(1), "match-1"] == stakes[Seat(1), "double-1"] == 300
    assert stakes[Seat(1), "double-2"] == 700
    assert stakes[Seat(2), "match-1"] == 500
    kinds = [type(event) for event in dealt.events]
    assert kinds.index(Offered) < kinds.index(Turned)


def test_F22_4_match_and_double_need_an_ante_on_that_hand() -> None:
    dealt = Round.deal(GAME, Rules(), shuffled(GAME, Rules(), 1), in_dollars({1: THREE, 2: {"ante-1": 10}}))
    dealt.close_offer()
    with pytest.raises(Refused) as caught:
        dealt.say(Seat(2), "double")
    assert caught.value.code == "not-asked"


@pytest.mark.parametrize(
    ("number", "flop", "ante", "match"),
    [
        (1, "As", 150, 100),
        (2, "As", 250, 100),
        (3, "As", 400, 100),
        (1, "Ad", 40, 100),
        (2, "Ad", 80, 100),
        (3, "Ad", 100, 100),
        (1, "Kd", 10, -10),
        (2, "Kd", 20, -10),
        (3, "Kd", 30, -10),
        (3, "6d", 10, -10),
        (3, "5d", -10, -10),
    ],
)
def test_F22_5_bonus_table_pays_ante_and_double_and_match_pays_10_to_1(
    number: int, flop: str, ante: int, match: int
) -> None:
    dealt = hand("Ah", flop, "both", number)
    won = [settled(dealt, f"{bet}-{number}")[0][1] for bet in ("ante", "double", "match")]
    assert won == [ante, ante, match]


def test_F22_5_house_may_pay_the_table_on_the_double_only_and_match_even_money() -> None:
    dealt = hand("Ah", "As", "both", 3, "bonus_pays=double only", "match_pays=1")
    assert [settled(dealt, f"{bet}-3")[0][1] for bet in ("ante", "double", "match")] == [10, 400, 10]


def test_F22_5_three_hands_at_10_dollars_on_the_top_line_make_the_printed_aggregate() -> None:
    top = [Rules().bonus_table.pays(0, column).won for column in range(3)]
    assert sum(2 * 10 * pays for pays in top) + 3 * 10 * Rules().match_pays.won == Rules().aggregate // 100 == 1900


@pytest.mark.parametrize(
    ("card", "flop", "line"),
    [
        ("As", "Ah", "A Spades/A Hearts"),
        ("Ah", "As", "A Spades/A Hearts"),
        ("Ac", "Ah", "Card Total 22"),
        ("Ad", "As", "Card Total 22"),
        ("Ad", "Kd", "Card Total 21"),
        ("Tc", "Ac", "Card Total 21"),
        ("Tc", "Jc", "Card Total 17 thru 20"),
        ("Tc", "7c", "Card Total 17 thru 20"),
        ("6c", "Ac", "Card Total 17 thru 20"),
        ("Tc", "6c", "card total 16 or less"),
        ("5c", "Ac", "card total 16 or less"),
        ("2c", "2d", "card total 16 or less"),
    ],
)
def test_F22_6_only_the_highest_line_pays(card: str, flop: str, line: str) -> None:
    dealt = hand(card, flop, "double")
    assert [words for words, _ in settled(dealt, "ante-1")] == [line]
    clauses = {event.clause for event in dealt.events if isinstance(event, Settled)}
    assert clauses == {"F22-6" if line == "card total 16 or less" else "F22-5"}


def test_F22_7_match_is_by_rank_and_a_pair_of_aces_pays_match_and_its_total() -> None:
    assert settled(hand("Jc", "Td", "match"), "match-1") == [("no match", -10)]
    assert settled(hand("Jc", "Jd", "match"), "match-1") == [("Match Dealer Card", 100)]
    aces = hand("Ac", "Ad", "match")
    assert settled(aces, "match-1") == [("Match Dealer Card", 100)]
    assert settled(aces, "ante-1") == [("Card Total 22", 40)]


def test_F22_8_one_player_never_reaches_the_aggregate_under_the_default_limits() -> None:
    dealt = stacked(
        "flop22", {"seat 1": "Ah", "flop 1": "Ac", "flop 2": "Ad", "flop 3": "As"}, {1: THREE}, [{1: "both"}] * 3
    )
    assert bank(net(dealt.events)) == -134_000
    assert not any(isinstance(event, Cut) for event in dealt.events)


def test_F22_8_aggregate_cuts_payouts_in_settling_order_and_reports_the_cut() -> None:
    dealt = stacked(
        "flop22",
        {"seat 1": "Ah", "flop 1": "Ac", "flop 2": "Ad", "flop 3": "As"},
        {1: THREE},
        [{1: "both"}] * 3,
        ["aggregate=1000"],
    )
    assert bank(net(dealt.events)) == -100_000
    assert settled(dealt, "match-3") == [("Match Dealer Card", 100)]
    assert settled(dealt, "ante-3") == [("A Spades/A Hearts", 400)]
    assert settled(dealt, "double-3") == [("A Spades/A Hearts", 60)]
    assert [event.cut for event in dealt.events if isinstance(event, Cut)] == [34_000]


def test_F22_8_table_scope_shares_one_aggregate_and_lost_stakes_do_not_raise_it() -> None:
    piles = {"seat 1": "Ah", "seat 2": "Ac", "seat 3": "2c", "flop 1": "Ad", "flop 2": "As", "flop 3": "Kc"}
    rules = ["aggregate_scope=table", "aggregate=500"]
    dealt = stacked("flop22", piles, {1: THREE, 2: THREE, 3: THREE}, [{1: "both", 2: "both"}] * 3, rules)
    won = sum(max(event.back - event.stake, 0) for event in dealt.events if isinstance(event, Settled))
    assert won == 50_000
    assert settled(dealt, "match-1", 2) == [("Match Dealer Card", 100)]
    assert settled(dealt, "match-2", 2) == [("Match Dealer Card", 100)]
    assert settled(dealt, "ante-2", 2) == [("Card Total 22", 40)]
    assert settled(dealt, "match-2", 1) == [("Match Dealer Card", 0)]


def test_F22_9_flop_is_turned_only_for_hands_with_an_ante_and_settled_from_the_right() -> None:
    dealt = stacked("flop22", {}, {1: {"ante-1": 10}, 2: {"ante-1": 10, "ante-2": 10}, 5: {"ante-1": 10}})
    assert [event.at for event in dealt.events if isinstance(event, Turned)] == ["flop-1", "flop-2"]
    assert [event.seat for event in dealt.events if isinstance(event, Settled) and event.bet == "ante-1"] == [5, 2, 1]


def test_F22_10_six_seats_and_all_players_cards_are_visible() -> None:
    assert refused({7: {"ante-1": 10}}).code == "no-such-seat"
    dealt = stacked("flop22", {"seat 1": "Ah", "seat 6": "5d"}, {1: THREE, 6: THREE})
    seen = [event.card.sign for event in view(dealt.events, Seat(1)) if isinstance(event, Dealt)]
    assert seen == ["A♥", "5♦", "??", "??", "??"]


def test_F22_11_opening_inspects_then_washes_and_the_rack_gets_unused_cards_and_each_flop() -> None:
    assert [event.kind for event in opening(Rules())] == ["inspected", "washed"]
    dealt = stacked("flop22", {}, {1: {"ante-1": 10, "ante-2": 10}})
    rack = [(event.at, event.cards) for event in dealt.events if isinstance(event, Discarded)]
    assert rack == [("unused cards", 48), ("flop-1", 1), ("flop-2", 1), ("flop-3", 1), ("card", 1)]
    motions = [event.motion for event in dealt.events if isinstance(event, Motioned)]
    assert motions == ["close-bets", *["offer", "sweep"] * 2]


def test_F22_13_dealer_offers_allows_time_while_players_answer_and_sweeps() -> None:
    dealt = stacked("flop22", {}, {1: {"ante-1": 10}, 4: {"ante-1": 10}})
    motions = [event.motion for event in dealt.events]
    begin = motions.index("offer")
    assert motions[begin : motions.index("turn-flop") + 1] == [
        "offer",
        "allow-time",
        "answer",
        "answer",
        "sweep",
        "turn-flop",
    ]
