"""Independent checks of the enumeration: brute force on small decks, single cards, and uncompiled code."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from games.beat_the_dealer.deals import all_deals, brute_force_tally
from pitboss.cards import parse_cards
from pitboss.games.beat_the_dealer.count.tally import flops_up_to_suits, holes_up_to_suits, tally_all, wins_by_start
from pitboss.games.beat_the_dealer.count.worths import before_river, before_turn, showdown_counts
from pitboss.games.beat_the_dealer.deal.hands import ShowdownOutcome, outcome
from pitboss.ranking.poker import PokerClass, rank_hand
from pitboss.solving.holdem.poker_tables import RANK_KEYS, ways
from pitboss.solving.holdem.river_sums import RiverSums, river_sums, showdown_rule
from pitboss.solving.holdem.showdowns import losses, paid_wins, wins_less_losses
from pitboss.solving.holdem.suit_views import views


def codes(text: str) -> list[int]:
    return [card.code for card in parse_cards(text)]


def pack_of(ranks: str) -> np.ndarray:
    return np.array([int(rank in ranks) for rank in "23456789TJQKA"])


def check_small_pack(ranks: str, ante_pays_from: PokerClass) -> None:
    cards = [code for code in range(52) if "23456789TJQKA"[code // 4] in ranks]
    counted = tally_all(ante_pays_from, pack_of(ranks))
    assert counted.sum() == all_deals(len(cards))
    assert np.array_equal(counted, brute_force_tally(cards, ante_pays_from))


def test_twenty_card_deck_matches_brute_force() -> None:
    check_small_pack("A2345", PokerClass.STRAIGHT)


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "ante_pays_from"), [("AKQ98", PokerClass.FLUSH), ("AKQJT9", PokerClass.STRAIGHT)])
def test_other_decks_match_brute_force(ranks: str, ante_pays_from: PokerClass) -> None:
    check_small_pack(ranks, ante_pays_from)


@pytest.mark.parametrize("ranks", ["A2345", "AKQJT"])
def test_wins_by_class_match_the_tally_for_each_paying_class(ranks: str) -> None:
    wins = wins_by_start(pack_of(ranks))
    for ante_pays_from in PokerClass:
        paid = tally_all(ante_pays_from, pack_of(ranks))[..., ShowdownOutcome.PAID_WIN].sum(axis=(1, 2))
        assert np.array_equal(paid, wins[:, ante_pays_from:].sum(axis=1)), ante_pays_from
    assert wins.any(axis=0).sum() > 4  # several classes win


def sum_of_tables(sums: RiverSums, hole: list[int], board: list[int]) -> int:
    """Combine the table entries for the given cards as the solver does, suit by suit."""

    def index(one: int, other: int) -> int:
        high, low = max(one, other), min(one, other)
        return high * (high + 1) // 2 + low

    way = ways(4).number(np.array(RANK_KEYS[np.array(board) // 4].sum()))
    total = int(sums.by_rank[way, index(hole[0] // 4, hole[1] // 4)])
    for suit in range(4):
        others = sorted((code // 4 for code in board if code % 4 != suit), reverse=True)
        if len(others) <= 2:
            higher, lower = [*others, -1, -1][:2]
            suited = sum(1 << code // 4 for code in board if code % 4 == suit)
            row = views(4, 2).row(np.array(suited), np.array(higher), np.array(lower))
            kinds = [code // 4 + 13 * (code % 4 == suit) for code in hole]
            total += int(sums.in_view[row, index(*kinds)])
    return total


def random_states(count: int) -> list[list[int]]:
    """Return random six-card states, half of them from two suits only."""
    rng = np.random.default_rng(12_006)
    packs = [np.arange(52), np.array([code for code in range(52) if code % 4 < 2])]
    return [rng.permutation(packs[turn % 2])[:6].tolist() for turn in range(count)]


def test_river_sums_match_enumeration() -> None:
    sums = river_sums(showdown_rule(PokerClass.STRAIGHT))
    for cards in random_states(300):
        counts = showdown_counts(cards[:2], cards[2:], PokerClass.STRAIGHT)
        packed = sum_of_tables(sums, cards[:2], cards[2:])
        won = counts[ShowdownOutcome.PAID_WIN] + counts[ShowdownOutcome.OTHER_WIN]
        expected = (counts[ShowdownOutcome.PAID_WIN], counts[ShowdownOutcome.LOSS], won - counts[ShowdownOutcome.LOSS])
        assert (paid_wins(packed), losses(packed), wins_less_losses(packed)) == expected


@pytest.mark.parametrize("cards", ["As Kd 2c 7h Tc 9s", "5h 6h 7h 8h 2c 2d"])
def test_enumeration_matches_the_evaluator_in_plain_python(cards: str) -> None:
    hole, board = codes(cards)[:2], codes(cards)[2:]
    left = [code for code in range(52) if code not in codes(cards)]
    expected: Counter[int] = Counter()
    for river in left:
        player = rank_hand([*hole, *board, river])
        for dealer in combinations([code for code in left if code != river], 2):
            expected[outcome(player, rank_hand([*dealer, *board, river]), PokerClass.STRAIGHT)] += 1
    assert showdown_counts(hole, board, PokerClass.STRAIGHT) == [expected[ending] for ending in ShowdownOutcome]
    assert sum(expected.values()) == 46 * 990


def test_advice_after_the_flop_matches_the_counts() -> None:
    hole, flop = codes("As Kd"), codes("2c 7h Tc")
    gains = {}
    for turn in set(range(52)) - set(hole) - set(flop):
        gains[turn] = before_river(hole, flop, turn)["river"]
        assert before_river(hole, flop, turn)["check"] == 0
    turn_bet = before_turn(hole, flop)
    assert turn_bet["check"] == sum((max(gain, Fraction(0)) for gain in gains.values()), Fraction(0)) / 47
    assert turn_bet["turn"] - turn_bet["check"] == sum(gains.values(), Fraction(0)) / 47


def test_advice_ignores_suit_names() -> None:
    assert before_turn(codes("As Ks"), codes("2s 7h Tc")) == before_turn(codes("Ad Kd"), codes("2d 7c Ts"))


def test_suit_classes_of_flops_and_holes_cover_all_cards() -> None:
    groups = flops_up_to_suits(np.arange(52))
    assert sum(len(flops.alike) for flops in groups) == 1755
    assert sum(int(flops.alike.sum()) for flops in groups) == 22_100
    for shown in range(1, 15):
        assert holes_up_to_suits(np.arange(52), shown).alike.sum() == 1326


PLAIN = """
import numpy as np
from pitboss.games.beat_the_dealer.count.tally import tally_all
print(tally_all(4, np.array([1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1])).tobytes().hex())
"""


def test_uncompiled_code_counts_the_same() -> None:
    plain = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PLAIN],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    assert plain.stdout.strip() == tally_all(4, pack_of("A2345")).tobytes().hex()
