"""Beat the Dealer's hand evaluation and payouts, clause by clause."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from pitboss.cards import parse_cards
from pitboss.games.beat_the_dealer.deal.hands import (
    FiveCardLine,
    TwoCardLine,
    ante_pays,
    five_card_line,
    main_net,
    outcome,
    showdown,
    two_card_line,
)
from pitboss.ranking.poker import PokerClass, rank_hand


def rank(text: str) -> int:
    return rank_hand([card.code for card in parse_cards(text)])


def test_BD4_all_1326_hole_cards_by_line_of_the_2_card_bonus() -> None:
    counts = Counter(TwoCardLine(two_card_line(*hole)) for hole in combinations(range(52), 2))
    assert [counts[line] for line in TwoCardLine] == [6, 4, 8, 12, 18, 24, 54, 1200]


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("Ah Ad", TwoCardLine.ACES),
        ("Kh Ah", TwoCardLine.ACE_KING_SUITED),
        ("Ah Jh", TwoCardLine.ACE_QUEEN_OR_JACK_SUITED),
        ("Ah Kd", TwoCardLine.ACE_KING_UNSUITED),
        ("Jh Jd", TwoCardLine.KINGS_QUEENS_OR_JACKS),
        ("Qs Ah", TwoCardLine.ACE_QUEEN_OR_JACK_UNSUITED),
        ("Th Td", TwoCardLine.DEUCES_TO_TENS),
        ("Ah Th", TwoCardLine.ALL_OTHER),
        ("Kh Qh", TwoCardLine.ALL_OTHER),
    ],
)
def test_BD4_lines_of_the_2_card_bonus(cards: str, line: TwoCardLine) -> None:
    first, second = (card.code for card in parse_cards(cards))
    assert two_card_line(first, second) == two_card_line(second, first) == line


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("As Ks Qs Js Ts", FiveCardLine.ROYAL_FLUSH),
        ("As 2s 3s 4s 5s", FiveCardLine.STRAIGHT_FLUSH),
        ("As Ad Ac Ah 5s", FiveCardLine.FOUR_OF_A_KIND),
        ("As Ad Ac 5h 5s", FiveCardLine.FULL_HOUSE),
        ("As Ks Qs Js 9s", FiveCardLine.FLUSH),
        ("As Ks Qs Js Td", FiveCardLine.STRAIGHT),
        ("5s 5d 5c Jh 9s", FiveCardLine.THREE_OF_A_KIND),
        ("2s 2d 3c 3h 9s", FiveCardLine.TWO_PAIR),
        ("Js Jd 3c 4h 9s", FiveCardLine.JACKS_OR_BETTER),
        ("Ts Td 3c 4h 9s", FiveCardLine.SIXES_TO_TENS),
        ("6s 6d 3c 4h 9s", FiveCardLine.SIXES_TO_TENS),
        ("5s 5d 3c 4h 9s", FiveCardLine.ALL_OTHER),
        ("As Kd 3c 4h 9s", FiveCardLine.ALL_OTHER),
    ],
)
def test_BD6_lines_of_the_5_card_bonus(cards: str, line: FiveCardLine) -> None:
    assert five_card_line(rank(cards)) == line


BOARD = "Kd Kc 9s 9h 4d "


def test_BD3_counterfeited_pair_loses_to_a_kicker() -> None:
    assert showdown(rank(BOARD + "2s 2h"), rank(BOARD + "As 3h")) == -1


def test_BD3_board_plays_and_ties() -> None:
    straight = "Ts Jd Qc Kh Ad "
    assert showdown(rank(straight + "2s 2h"), rank(straight + "9c 3h")) == 0
    assert main_net(outcome(rank(straight + "2s 2h"), rank(straight + "9c 3h"), PokerClass.STRAIGHT), 4) == 0


def test_BD3_win_pays_the_raises_and_the_ante_from_a_straight() -> None:
    board = "2c 3d 4h 9s Kd "
    wheel, aces, nothing = rank(board + "Ah 5s"), rank(board + "Ac Ad"), rank(board + "7c 8d")
    assert main_net(outcome(wheel, nothing, PokerClass.STRAIGHT), 4) == 5
    assert main_net(outcome(wheel, nothing, PokerClass.FLUSH), 4) == 4
    assert main_net(outcome(aces, nothing, PokerClass.STRAIGHT), 3) == 3
    assert main_net(outcome(aces, nothing, PokerClass.HIGH_CARD), 3) == 4
    assert main_net(outcome(nothing, aces, PokerClass.STRAIGHT), 2) == -3
    assert ante_pays(wheel, PokerClass.STRAIGHT)
    assert not ante_pays(aces, PokerClass.STRAIGHT)
