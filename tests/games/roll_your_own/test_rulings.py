"""Roll Your Own, clause by clause: betting, dealing, setting, the bonus (RY-1 to RY-5, C-*)."""

from __future__ import annotations

from random import Random

import pytest

from games.roll_your_own.witness.dealing import deal, equal_bets, one
from helpers.stacking import in_dollars, settled, shuffled
from pitboss.cards import HIDDEN, Pack, parse_card, parse_cards, signs
from pitboss.games.roll_your_own import GAME
from pitboss.play.records.ledger import net
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Answered, Burned, Dealt, Event, Face, Moved, Offered, Seat, Settled, Turned, Voided
from pitboss.play.view import view
from pitboss.table.seal.shoe import Shoe


def new_round() -> Round:
    return Round(GAME, GAME.rules(), shuffled(GAME, GAME.rules(), 1))


@pytest.mark.parametrize("missing", ["two-card", "one-card", "bonus"])
def test_RY_1_all_three_bets_are_compulsory(missing: str) -> None:
    bets = equal_bets(1)
    del bets[1][missing]
    with pytest.raises(Refused) as refused:
        new_round().place(in_dollars(bets))
    assert refused.value.code in ("bet-missing", "not-equal")
    assert missing in refused.value.reason


@pytest.mark.parametrize("other", ["one-card", "bonus"])
def test_RY_1_three_bets_are_equal(other: str) -> None:
    bets = equal_bets(1)
    bets[1][other] = 15
    with pytest.raises(Refused, match=rf"seat 1's {other} must equal two-card: \$10") as refused:
        new_round().place(in_dollars(bets))
    assert refused.value.code == "not-equal"


def test_RY_1_one_deck_and_six_seats() -> None:
    assert len(set(GAME.whole_pack(GAME.rules()))) == 52
    new_round().place(in_dollars(equal_bets(1, 2, 3, 4, 5, 6)))
    with pytest.raises(Refused, match="seats 1 to 6"):
        new_round().place(in_dollars(equal_bets(7)))


def test_RY_1_number_of_seats_is_an_option() -> None:
    rules = GAME.rules().with_settings(["seats=7"])
    dealt = Round(GAME, rules, shuffled(GAME, rules, 1))
    dealt.place(in_dollars(equal_bets(7)))
    assert dealt.pending
    with pytest.raises(Refused, match="seats"):
        GAME.rules().with_settings(["seats=13"])


def test_RY_2_dealer_burns_the_first_card_turns_the_second_and_hides_the_third() -> None:
    dealt = deal("2c 9s 8h", "Th Jd 5c 6c")
    at = next(number for number, event in enumerate(dealt.events) if isinstance(event, Burned))
    assert str(dealt.events[at - 1]) == "The dealer takes a pack of 3 cards."
    burned, up_card, hole_card, flipped = dealt.events[at : at + 4]
    assert burned == Burned(parse_card("2c"), motion="burn-top")
    assert up_card == Dealt(parse_card("9s"), None, "up-card", Face.DOWN, motion="flip-second")
    assert hole_card == Dealt(parse_card("8h"), None, "hole-card", Face.DOWN, motion="flip-second")
    assert flipped == Turned(parse_card("9s"), None, "up-card", motion="flip-second")
    seen = view(dealt.events, Seat(1))[at : at + 4]
    shown = [event.card for event in seen if isinstance(event, Burned | Dealt | Turned)]
    assert shown == [HIDDEN, HIDDEN, HIDDEN, parse_card("9s")]


def test_RY_2_dealer_then_takes_the_remaining_cards_in_hand() -> None:
    dealt = deal("2c 9s 8h", "Th Jd 5c 3c", "4h 5d 6c 7c")
    assert "The dealer presses the green button and takes the remaining 43 cards in hand." in map(str, dealt.events)


@pytest.mark.parametrize(
    ("answer", "two_card", "one_card"),
    [("alone-1", "9♦ 5♣", "10♥"), ("alone-2", "10♥ 5♣", "9♦"), ("alone-3", "10♥ 9♦", "5♣"), (None, "10♥ 9♦", "5♣")],
)
def test_RY_3_any_card_may_stand_alone_and_the_default_is_the_third(
    answer: str | None, two_card: str, one_card: str
) -> None:
    dealt = deal("2c 7s Tc", "Th 9d 5c 6c", answers=one(answer) if answer else ())
    assert cards_at(dealt, "two-card-hand")[: len(two_card)] == two_card
    assert cards_at(dealt, "one-card-hand").startswith(f"{one_card} 6♣")


def cards_at(dealt: Round, at: str, seat: int = 1) -> str:
    """Return the cards moved or dealt to a place."""
    return signs(
        event.card
        for event in dealt.events
        if (isinstance(event, Moved) and (event.seat, event.to) == (seat, at))
        or (isinstance(event, Dealt) and (event.seat, event.at) == (seat, at))
    )


@pytest.mark.parametrize(
    ("cards", "line", "won"),
    [
        ("Qh Ah Kh", "AKQ suited", 1000),
        ("Jh Kh Qh", "Straight flush", 500),
        ("2h Ah 3h", "Straight flush", 500),
        ("7c 7d 7h", "Three of a kind", 300),
        ("5c 7d 6h", "Straight", 50),
        ("3c Ad 2h", "Straight", 50),
        ("Qc Ad Kh", "Straight", 50),
        ("2c 9c 7c", "Flush", 30),
        ("Kc Ac 2c", "Flush", 30),
        ("Kc Ad 2c", "less than a flush", -10),
        ("9c 9d Ah", "less than a flush", -10),
        ("9c 8d 2h", "less than a flush", -10),
    ],
)
def test_RY_4_bonus_depends_on_the_three_cards(cards: str, line: str, won: int) -> None:
    assert settled(deal("4s 9s 8s", f"{cards} 4d"), "bonus") == [(line, won)]


def test_RY_4_paytable_is_an_option() -> None:
    rules = ["bonus_table.Straight=6:1", "bonus_table.Flush=push"]
    assert settled(deal("4s 9s 8s", "5c 7d 6h 4d", rules=rules), "bonus") == [("Straight", 60)]
    assert settled(deal("4s 9s 8s", "5c 7c Tc 4d", rules=rules), "bonus") == [("Flush", 0)]


def test_RY_5_cards_of_other_seats_are_hidden_until_all_hands_are_set() -> None:
    dealt = new_round()
    dealt.place(in_dollars(equal_bets(1, 2)))
    dealt.say(Seat(1), "alone-2")
    own, others = (
        [e.card for e in view(dealt.events, Seat(2)) if isinstance(e, Dealt) and e.seat == s] for s in (2, 1)
    )
    assert HIDDEN not in own
    assert others == [HIDDEN] * 3
    assert not any(isinstance(event, Turned) and event.seat for event in dealt.events)
    dealt.say(Seat(2), "alone-1")
    shown = [event.card for event in view(dealt.events, None) if isinstance(event, Turned) and event.seat]
    assert shown == [event.card for event in dealt.events if isinstance(event, Dealt) and event.face is Face.OWN]


def test_RY_5_event_data_says_that_players_turned_their_cards() -> None:
    dealt = deal("4s 7s Qs", "Th 9d 5c 6c")
    turned = next(event for event in dealt.events if isinstance(event, Turned) and event.seat)
    assert turned.as_data() == {
        "event": "turned", "card": "Th", "seat": 1, "at": "card-1", "motion": "set-hands",
        "text": "Seat 1 turns card 1: 10♥.",
    }  # fmt: skip


def test_RY_5_round_follows_the_order_of_the_sheet() -> None:
    dealt = deal("2c As Th 9h", "Ah Kd 5c 6c", "9c 7d 2h 5d 6h", answers=[{}, {2: "insurance"}])
    assert [summary(event) for event in dealt.events if summary(event)] == [
        "turns up-card",
        "asks which card stands alone",
        "seat 1 bonus",
        "seat 2 bonus",
        "seat 1 two-card",
        "asks insurance",
        "turns hole-card",
        "seat 2 insurance",
        "seat 2 one-card",
        "seat 2 two-card",
        "seat 1 one-card",
    ]


def test_RY_5_hands_are_played_from_the_dealers_left_two_card_first() -> None:
    dealt = deal("2c 6s Th 2d", "9h 3d 4c 6c", "9c 7d 2h 5d")
    assert [summary(event) for event in dealt.events if summary(event)] == [
        "turns up-card",
        "asks which card stands alone",
        "seat 1 bonus",
        "seat 2 bonus",
        "asks two-card hand, 12 against 6♠",
        "asks one-card hand, 10 against 6♠",
        "asks two-card hand, 16 against 6♠",
        "asks one-card hand, 7 against 6♠",
        "turns hole-card",
        "seat 2 one-card",
        "seat 2 two-card",
        "seat 1 one-card",
        "seat 1 two-card",
    ]
    assert [event.seats for event in dealt.events if isinstance(event, Offered)] == [(1, 2), (1,), (1,), (2,), (2,)]


def summary(event: Event) -> str:
    """Return a short text for events that settle, ask or turn something, else an empty string."""
    match event:
        case Settled(seat=seat, bet=bet):
            return f"seat {seat} {bet}"
        case Offered(about=about):
            return f"asks {about}"
        case Turned(seat=None, at=at):
            return f"turns {at}"
    return ""


def test_RY_5_one_card_hand_gets_its_second_card_after_the_two_card_hand() -> None:
    dealt = deal("2c 6s Th 5d", "9h 3d 4c 8c 6c", answers=one("alone-3", "hit"))
    dealt_after = [event for event in dealt.events if isinstance(event, Dealt | Answered)][6:]
    assert [str(event) for event in dealt_after] == [
        "Seat 1: hit.",
        "Seat 1's two-card hand: 8♣.",
        "Seat 1: stand.",
        "Seat 1's one-card hand: 6♣.",
        "Seat 1: stand.",
        "Dealer: 5♦.",
    ]


def test_C_1_bet_is_whole_chips_and_every_payout_whole_cents() -> None:
    with pytest.raises(Refused, match=r"\$5") as fault:
        GAME.check_seat(
            GAME.rules().with_settings(["chip=5"]), Seat(1), in_dollars(equal_bets(1, amount=12))[Seat(1)], ()
        )
    assert fault.value.code == "not-in-chips"
    with pytest.raises(Refused, match="whole cents"):
        GAME.rules().with_settings(["chip=0.01", "min_bet=0.01"])


def test_C_4_fouled_deck_voids_the_round_and_returns_every_wager() -> None:
    pack = parse_cards("Ah Ah " + " ".join(map(str, GAME.whole_pack(GAME.rules())[2:])))
    dealt = Round.deal(GAME, GAME.rules(), pack, in_dollars(equal_bets(1)))
    assert isinstance(dealt.events[3], Voided)
    assert net(dealt.events) == {1: {"two-card": 0, "one-card": 0, "bonus": 0}}


def test_C_5_three_cards_to_each_seat_then_three_to_the_dealer() -> None:
    cards = GAME.whole_pack(GAME.rules())
    dealt = Round.deal(GAME, GAME.rules(), Pack(cards), in_dollars(equal_bets(2, 5)))
    places = [
        (e.seat, e.at) if isinstance(e, Dealt) else "burned" for e in dealt.events if isinstance(e, Dealt | Burned)
    ]
    assert places == [
        *((seat, f"card-{number}") for seat in (2, 5) for number in (1, 2, 3)),
        *("burned", (None, "up-card"), (None, "hole-card")),
    ]
    assert [e.card for e in dealt.events if isinstance(e, Dealt | Burned)] == list(cards[:9])


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (["min_bet=10", "max_bet=5"], "max_bet"),
        (["chip=5", "min_bet=6", "max_bet=9"], "max_bet"),
        (["blackjack_pays=push"], "always wins"),
        (["max_splits=5"], "max_splits"),
        (["hits_soft_17=maybe"], "hits_soft_17: must be true or false"),
        (["hit_soft_17=yes"], "did you mean 'hits_soft_17'?"),
        (["bonus_table.Pair=1:1"], "unknown line 'Pair'"),
    ],
)
def test_C_7_inconsistent_rules_are_refused_with_a_message(settings: list[str], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        GAME.rules().with_settings(settings)


def test_C_7_each_bet_is_within_the_limits() -> None:
    for amount in (1, 500):
        new_round().place(in_dollars(equal_bets(1, amount=amount)))
    with pytest.raises(Refused, match=r"\$1 to \$500"):
        new_round().place(in_dollars(equal_bets(1, amount=501)))
    low = GAME.rules().with_settings(["min_bet=5", "max_bet=10"])
    with pytest.raises(Refused, match=r"\$5 to \$10"):
        GAME.check_seat(low, Seat(1), in_dollars(equal_bets(1, amount=4))[Seat(1)], ())


def test_RY_11_shuffler_is_set_at_the_opening_and_shuffles_by_itself() -> None:
    motions, _ = Shoe(GAME, GAME.rules(), Random(1)).open_round()
    assert [event.motion for event in motions] == ["set-shuffler", "shuffle"]
    assert str(motions[1]) == "The shuffler shuffles 52 cards."
