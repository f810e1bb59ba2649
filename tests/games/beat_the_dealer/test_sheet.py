"""Beat the Dealer's rulings, in the order of the sheet."""

from __future__ import annotations

import pytest

from helpers.stacking import in_dollars, settled, shuffled, stacked
from pitboss.cards import parse_cards
from pitboss.games import GAMES
from pitboss.games.beat_the_dealer.deal.motions import HandRead
from pitboss.games.beat_the_dealer.deal.rules import HandClass, Rules
from pitboss.play.records.ledger import net
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Dealt, Face, Offered, Seat, Settled, Turned
from pitboss.play.view import view
from pitboss.ranking.poker import PokerClass

GAME = GAMES["beat-the-dealer"]
BOARD = {"flop-1": "2c", "flop-2": "7d", "flop-3": "9h", "turn": "Js", "river": "4d"}
BET_ALL = [{1: "flop"}, {1: "turn"}, {1: "river"}]


def table(player: str, dealer: str, board: str = "", bets: str = "ante", answers: object = None, *rules: str) -> Round:
    """Deal one seat with $10 on each named bet and the given cards."""
    places = dict(zip(BOARD, board.split(), strict=True)) if board else BOARD
    piles = {"seat 1": player, "dealer": dealer, **places}
    given = BET_ALL if answers is None else answers
    assert isinstance(given, list)
    return stacked("beat-the-dealer", piles, {1: dict.fromkeys(bets.split(), 10)}, given, rules)


def won(dealt: Round, *bets: str) -> list[int]:
    return [settled(dealt, bet)[0][1] for bet in bets]


def test_BD_1_one_deck_six_seats_and_hole_cards_are_private() -> None:
    assert len(GAME.whole_pack(Rules())) == 52
    dealt = Round.deal(GAME, Rules(), shuffled(GAME, Rules(), 2), in_dollars({1: {"ante": 10}, 2: {"ante": 10}}))
    for viewer in (Seat(1), Seat(2), None):
        for event in view(dealt.events, viewer):
            if isinstance(event, Dealt):
                assert event.card.is_hidden == (event.seat != viewer or viewer is None)
    with pytest.raises(Refused, match="no seat 7"):
        Round.deal(GAME, Rules(), shuffled(GAME, Rules(), 2), in_dollars({7: {"ante": 10}}))


def test_BD_1_two_cards_are_dealt_round_the_table_dealer_last() -> None:
    dealt = stacked("beat-the-dealer", {}, {2: {"ante": 1}, 5: {"ante": 1}}, [{2: "flop", 5: "flop"}])
    order = [(event.seat, event.at, event.face) for event in dealt.events if isinstance(event, Dealt)]
    hole = [(2, "hole-1"), (5, "hole-1"), (None, "dealer-1"), (2, "hole-2"), (5, "hole-2"), (None, "dealer-2")]
    assert [(seat, at) for seat, at, _ in order[:6]] == hole
    assert [face for seat, _, face in order[:6]] == [Face.OWN if seat else Face.DOWN for seat, _ in hole]
    assert [at for _, at, _ in order[6:]] == ["flop-1", "flop-2", "flop-3", "turn", "river"]


def test_BD_2_fold_or_twice_the_ante_then_check_or_bet_the_ante() -> None:
    dealt = table("Ac Ad", "Kc Qd")
    stakes = {event.bet: event.stake for event in dealt.events if isinstance(event, Settled)}
    assert stakes == {"ante": 1000, "flop": 2000, "turn": 1000, "river": 1000}
    assert [event.about for event in dealt.events if isinstance(event, Offered)] == [
        "fold or bet the flop",
        "check or bet the turn",
        "check or bet the river",
    ]


def test_BD_2_default_folds_then_checks() -> None:
    assert net(table("Ac Ad", "Kc Qd", answers=[]).events) == {1: {"ante": -1000}}
    checked = table("Ac Ad", "Kc Qd", answers=[{1: "flop"}])
    assert net(checked.events) == {1: {"ante": 0, "flop": 2000}}


def test_BD_2_folded_seat_is_not_asked_again() -> None:
    dealt = stacked("beat-the-dealer", {}, {1: {"ante": 1}, 2: {"ante": 1}}, [{1: "fold", 2: "flop"}])
    assert [event.seats for event in dealt.events if isinstance(event, Offered)] == [(1, 2), (2,), (2,)]


def test_BD_3_higher_hand_wins_and_the_ante_pushes_below_a_straight() -> None:
    assert won(table("Ac Ad", "Kc Qd"), "ante", "flop", "turn", "river") == [0, 20, 10, 10]
    assert won(table("Kc Qd", "Ac Ad"), "ante", "flop", "turn", "river") == [-10, -20, -10, -10]


def test_BD_3_straight_pays_the_ante_and_so_does_the_wheel() -> None:
    wheel = table("Ac 3d", "Kc Kd", "2c 4d 5h Js Qd")
    assert won(wheel, "ante", "flop", "turn", "river") == [10, 20, 10, 10]


def test_BD_3_equal_hands_push_everything_as_when_the_board_plays() -> None:
    assert won(table("2c 3d", "2d 3c", "Ts Js Qs Ks As"), "ante", "flop", "turn", "river") == [0, 0, 0, 0]


def test_BD_3_counterfeit_two_pair_loses_to_a_kicker() -> None:
    dealt = table("5c 4d", "Ac 2d", "5h 4s Kc Qd 9h")
    assert won(dealt, "ante", "flop") == [0, 20]
    counterfeit = table("5c 4d", "Ac 2d", "5h Qs Kc Kd Qh")
    assert won(counterfeit, "ante", "flop", "turn", "river") == [-10, -20, -10, -10]
    assert [event.hand for event in counterfeit.events if isinstance(event, HandRead)] == [
        "two pair, kings and queens, ace kicker",
        "two pair, kings and queens, five kicker",
    ]


def test_BD_3_dealer_needs_no_hand_to_qualify() -> None:
    assert won(table("3c 5d", "Ac Kd", "2c 7d 9h Js Td"), "ante", "flop") == [-10, -20]


@pytest.mark.parametrize("name", list(HandClass))
def test_BD_3_house_may_pay_the_ante_from_any_class(name: HandClass) -> None:
    dealt = table("Ac 3d", "Kc Kd", "2c 4d 5h Js Qd", "ante", None, f"ante_pays_from={name}")
    assert won(dealt, "ante") == [10 if name.number <= PokerClass.STRAIGHT else 0]
    assert won(dealt, "flop") == [20]


@pytest.mark.parametrize(
    ("hole", "amount"),
    [
        ("Ac Ad", 200),
        ("Ac Kc", 150),
        ("Qd Ad", 100),
        ("As Js", 100),
        ("Ac Kd", 80),
        ("Kc Kd", 50),
        ("Qc Qd", 50),
        ("Jc Jd", 50),
        ("Ac Qd", 30),
        ("Jh Ad", 30),
        ("Tc Td", 20),
        ("2h 2d", 20),
        ("Ac Tc", -10),
        ("Kc Qc", -10),
        ("7h 2d", -10),
    ],
)
def test_BD_4_two_card_bonus_pays_by_the_table_even_after_a_fold(hole: str, amount: int) -> None:
    places = "5c 5s 8h 9s 4h"
    assert won(table(hole, "3c 3d", places, "ante two-card"), "two-card") == [amount]
    assert won(table(hole, "3c 3d", places, "ante two-card", []), "two-card") == [amount]


def test_BD_4_house_may_forfeit_the_two_card_bonus_on_a_fold() -> None:
    dealt = table("Ac Ad", "Kc Qd", "", "ante two-card", [], "two_card_bonus_survives_fold=no")
    assert net(dealt.events) == {1: {"ante": -1000, "two-card": -1000}}
    assert not any(isinstance(event, Turned) for event in dealt.events)


def test_BD_5_fold_collects_the_two_card_bonus_and_forfeits_the_five_card() -> None:
    dealt = table("Ac Ad", "Kc Qd", "", "ante two-card five-card", [])
    assert net(dealt.events) == {1: {"ante": -1000, "two-card": 20000, "five-card": -1000}}
    assert not any(isinstance(event, Dealt) and event.at == "flop-1" for event in dealt.events)


def test_BD_5_flop_is_dealt_for_a_surviving_five_card_bonus_alone() -> None:
    dealt = table("7c 7h", "Kc Qd", "", "ante five-card", [], "five_card_bonus_survives_fold=yes")
    assert net(dealt.events) == {1: {"ante": -1000, "five-card": 3000}}
    assert [event.at for event in dealt.events if isinstance(event, Dealt)][4:] == ["flop-1", "flop-2", "flop-3"]


def test_BD_5_turn_and_river_do_not_help_the_five_card_bonus() -> None:
    assert won(table("Ac 3d", "Kc Kd", "2c 4d 9h 5s Ad", "ante five-card"), "five-card") == [-10]


@pytest.mark.parametrize(
    ("hole", "flop", "amount"),
    [
        ("Ac Kc", "Qc Jc Tc", 1250),
        ("9c Kc", "Qc Jc Tc", 750),
        ("Ac 2c", "3c 4c 5c", 750),
        ("9c 9d", "9h 9s Tc", 300),
        ("9c 9d", "9h Ts Tc", 80),
        ("Ac 2c", "3c 4c 9c", 50),
        ("Ac 2c", "3c 4c 5d", 40),
        ("9c 9d", "9h Ks Tc", 30),
        ("9c 9d", "Th Ks Tc", 20),
        ("Jc 9d", "Jh Ks Tc", 10),
        ("Ac 9d", "Ah Ks Tc", 10),
        ("Tc 9d", "Th Ks 2c", 0),
        ("6c 9d", "6h Ks 2c", 0),
        ("5c 9d", "5h Ks 2c", -10),
        ("2c 9d", "2h Ks 3c", -10),
        ("Ac 9d", "Qh Ks 2c", -10),
    ],
)
def test_BD_6_five_card_bonus_pays_by_the_table(hole: str, flop: str, amount: int) -> None:
    cards = (*parse_cards(hole), *parse_cards(flop))
    spare = [card for card in ("3s", "4s", "6s", "7s", "8h", "8d") if card not in map(str, cards)]
    dealt = table(hole, f"{spare[0]} {spare[1]}", f"{flop} {spare[2]} {spare[3]}", "ante five-card")
    assert won(dealt, "five-card") == [amount]
    clause = next(event.clause for event in dealt.events if isinstance(event, Settled) and event.bet == "five-card")
    assert clause == ("BD-5" if amount > 10 else "BD-6")
