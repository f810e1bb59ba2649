"""flip~it's rulings, in the order of the sheet."""

from __future__ import annotations

from collections import Counter

import pytest

from helpers.stacking import in_dollars, settled, shuffled, stacked
from pitboss.cards import show_cards
from pitboss.games import GAMES
from pitboss.games.flip_it.deal.rules import Rules
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Dealt, Discarded

GAME = GAMES["flip-it"]


def flip(board: str, card: str, *bets: str, rules: tuple[str, ...] = ()) -> Round:
    """Bet $10 on each bet and flip this card on this board."""
    return stacked("flip-it", {"flip": card}, {1: dict.fromkeys(bets, 10)}, board=board, rules=rules)


def won(dealt: Round, *bets: str) -> list[int]:
    return [settled(dealt, bet)[0][1] for bet in bets]


def test_FI_1_eight_decks_and_24_jokers_and_a_joker_on_the_board_is_replaced() -> None:
    pack = Counter(map(str, GAME.whole_pack(Rules())))
    assert pack.total() == 440
    assert (pack["Jk"], pack["Ah"]) == (24, 8)
    dealt = stacked("flip-it", {"card-1": "Jk Jk 2c", "card-3": "Jk 5d"}, {1: {"red": 10}})
    assert [event.at for event in dealt.events if isinstance(event, Discarded)][:3] == ["card-1", "card-1", "card-3"]
    up = [event.card for event in dealt.events if isinstance(event, Dealt) and event.at != "flip"]
    assert [card.is_joker for card in up] == [True, True, False, False, True, False, False]


def test_FI_2_shoe_is_dealt_to_the_cut_card() -> None:
    assert GAME.cut_card is not None
    assert GAME.cut_card(Rules()) == 88
    with pytest.raises(Refused, match="cut_card"):
        Rules().with_settings(["decks=1", "jokers=0", "cut_card=48"])


@pytest.mark.parametrize(
    ("card", "wins"),
    [
        ("3d", "red odd low"),
        ("2c", "black even low"),
        ("7s", "black odd low"),
        ("8h", "red even high"),
        ("9c", "black odd high"),
        ("Ts", "black even high"),
        ("Jd", "red odd high"),
        ("Qh", "red even high"),
        ("Kc", "black odd high"),
    ],
)
def test_FI_3_inside_bets_pay_even_money(card: str, wins: str) -> None:
    bets = ("red", "black", "odd", "even", "high", "low")
    dealt = flip("Ah Kd 7c 2s", card, *bets)
    assert won(dealt, *bets) == [10 if bet in wins.split() else -10 for bet in bets]


def test_FI_3_ace_pays_by_colour_and_pushes_the_rest() -> None:
    dealt = flip("2h Kd 7c 3s", "Ah", "red", "black", "odd", "even", "high", "low", "call-K")
    assert won(dealt, "red", "black", "odd", "even", "high", "low", "call-K") == [10, -10, 0, 0, 0, 0, -10]


def test_FI_3_joker_loses_every_bet() -> None:
    bets = ("red", "black", "odd", "even", "high", "low", "call-2", "bonus")
    assert won(flip("Ah Ad 7c 2s", "Jk", *bets), *bets) == [-10] * 8


def test_FI_4_call_it_pays_12_or_10_to_1_on_the_exact_rank_and_takes_several_ranks() -> None:
    dealt = flip("2h Kd 7c 3s", "Td", "call-9", "call-10", "call-J")
    assert won(dealt, "call-9", "call-10", "call-J") == [-10, 120, -10]
    assert won(flip("2h Kd 7c 3s", "Td", "call-10", rules=("call_it_pays=10",)), "call-10") == [100]
    with pytest.raises(Refused, match="call-A") as fault:
        flip("2h Kd 7c 3s", "Td", "call-A")
    assert fault.value.code == "no-such-bet"


@pytest.mark.parametrize(
    ("board", "may"),
    [
        ("Ah Ad 7c 2s", True),
        ("Th Jh Qh Ah", True),
        ("Th Jh Qh As", False),
        ("9h Th Jh Qh", False),
        ("2c 5d 9h Ks", False),
        ("Th Th Qh Ah", True),
    ],
)
def test_FI_5_bonus_needs_a_pair_or_four_to_a_royal(board: str, may: bool) -> None:
    if may:
        assert flip(board, "5c", "bonus").is_over
    else:
        with pytest.raises(Refused) as fault:
            flip(board, "5c", "bonus")
        assert fault.value.code == "no-bonus-now"


@pytest.mark.parametrize(
    ("board", "card", "line", "amount"),
    [
        ("Ah Ad 7c 2s", "Ac", "Three-of-a-Kind", 60),
        ("Ah Ad 7c 2s", "7d", "Two Pair", 20),
        ("Ah Ad 7c 2s", "5d", "no paying hand made", -10),
        ("Ah Ad 7c 7s", "7d", "Full House", 50),
        ("Ah Ad 7c 7s", "5d", "no paying hand made", -10),
        ("Ah Ad Ac 7s", "7d", "Full House", 50),
        ("Ah Ad Ac 7s", "As", "Four-of-a-Kind", 70),
        ("Ah Ad Ac 7s", "2d", "no paying hand made", -10),
        ("Ah Ad Ac As", "As", "Five-of-a-Kind", 120),
        ("Ah Ad Ac As", "Ks", "no paying hand made", -10),
        ("Th Jh Qh Ah", "Kh", "Royal Flush", 500),
        ("Th Jh Qh Ah", "Kd", "no paying hand made", -10),
        ("Th Jh Qh Ah", "Ah", "no paying hand made", -10),
        ("Th Jh Qh Ah", "9h", "no paying hand made", -10),
        ("Th Jh Qh Ah", "Jk", "a joker loses every bet", -10),
    ],
)
def test_FI_6_bonus_pays_only_hands_made_by_the_flip_card(board: str, card: str, line: str, amount: int) -> None:
    assert settled(flip(board, card, "bonus"), "bonus") == [(line, amount)]


def test_FI_7_two_paytables_differ_in_five_of_a_kind() -> None:
    assert won(flip("Ah Ad Ac As", "As", "bonus", rules=("paytable=2",)), "bonus") == [140]
    lines = Rules().bonus_table.lines
    assert [name for name, (one, two) in lines if one != two] == ["Five-of-a-Kind"]


def test_FI_8_row_shifts_unless_a_joker_was_flipped() -> None:
    assert show_cards(flip("Ah Ad 7c 2s", "9d", "red").board) == "Ad 7c 2s 9d"
    assert show_cards(flip("Ah Ad 7c 2s", "Jk", "red").board) == "Ah Ad 7c 2s"


def test_FI_8_next_round_continues_the_shoe() -> None:
    first = Round.deal(GAME, Rules(), shuffled(GAME, Rules(), 7), in_dollars({1: {"red": 10}}))
    left = tuple(first.pack)
    second = Round.deal(GAME, Rules(), left, in_dollars({1: {"red": 10}}), board=first.board)
    assert second.is_over
    assert second.record.board == first.board
