"""Simple strategies at Beat the Dealer, and play with all seats' cards known, compared with other computations."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import pitboss as pb
from pitboss.cards import parse_card
from pitboss.games.beat_the_dealer.simulate.informed import river_gain, turn_gain
from pitboss.poker import rank_hand
from pitboss.solving.holdem.poker_tables import strength_tables

STAKES = {"ante": 1, "two-card": 0, "five-card": 0}
NEVER_FOLDS, PRICE = -0.0234963, 0.0031271
"""Value of a player who never folds, and its cost, from an independent solver (seven digits)."""


def test_never_folding_matches_an_independent_solver() -> None:
    found = pb.simulate("beat-the-dealer", 1, strategy={"start": "best", "fold": []}, stakes=STAKES).bets["played"]
    best = pb.odds("beat-the-dealer").played
    assert best is not None
    assert found.exact == pytest.approx(NEVER_FOLDS, abs=5e-8)
    assert float(best.ev) - float(found.exact or 0) == pytest.approx(PRICE, abs=5e-8)


@pytest.mark.parametrize(
    "strategy", ["never-extra", "random", {"start": "best", "turn": ["anything"], "river": ["anything"]}]
)
def test_exact_values_agree_with_simulated_rounds(strategy: object) -> None:
    found = pb.simulate("beat-the-dealer", 400_000, strategy=strategy, stakes=STAKES).bets["played"]  # type: ignore[arg-type]
    assert found.exact is not None
    assert found.z is not None
    assert abs(found.z) < 4


HOLE, FLOP, TURN = "As Kd", "Qh 7c 7d", "2s"
LEFT = "Ah Qd Js 9c 8h 7s 3d 2c"
"""The only cards that are not in view."""


def codes(cards: str) -> list[int]:
    return [parse_card(name).code for name in cards.split()]


def test_gains_with_all_cards_known_match_full_enumeration() -> None:
    hole, flop, left = codes(HOLE), codes(FLOP), codes(LEFT)

    def gain(fixed: list[int], missing: int) -> float:
        total, times = 0, 0
        for more in combinations(left, missing):
            board = [*fixed, *more]
            mine = rank_hand([*hole, *board])
            for dealer in combinations([card for card in left if card not in more], 2):
                theirs = rank_hand([*dealer, *board])
                total += (mine > theirs) - (mine < theirs)
                times += 1
        return total / times

    tables = strength_tables()
    in_play = {*hole, *flop, *left}
    gone = sum(1 << code for code in range(52) if code not in in_play)
    turned = turn_gain(np.array(hole), np.array(flop), gone, tables)
    assert turned == pytest.approx(gain(flop, 2), abs=1e-12)
    board = [*flop, *codes(TURN)]
    rivered = river_gain(np.array(hole), np.array(board), gone & ~(1 << board[-1]), tables)
    assert rivered == pytest.approx(gain(board, 1), abs=1e-12)
