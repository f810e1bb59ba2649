"""Free Bet: effects of removal compared with published ones, and the hole card with brute force."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.games.free_bet.count.solved import solver_rules
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.games.free_bet.simulate.removal import removal
from pitboss.games.free_bet.simulate.threats import threats
from pitboss.solving.blackjack.dealer import joint_results
from pitboss.solving.blackjack.known_card import by_first_card, with_hole_card
from pitboss.solving.blackjack.solve import rows_for, solved

PUBLISHED = {
    "A": -0.64,
    "2": 0.40,
    "3": 0.20,
    "4": 0.32,
    "5": 0.53,
    "6": 0.40,
    "7": 0.10,
    "8": -0.11,
    "9": -0.13,
    "10": -0.23,
}
"""Percent by card, scaled to one deck, as measured by the public ride-free-sim (docs/ARTICLE.md): two decimals."""


def test_effects_of_removal_match_published_ones_and_sum_to_zero() -> None:
    found = removal(Rules())
    for rank, percent in PUBLISHED.items():
        assert 600 * float(found.best["main"][rank]) == pytest.approx(percent, abs=0.05)
    for bet, ranks in found.best.items():
        assert len(ranks) == 13
        if bet != "insurance":
            assert abs(sum(map(float, ranks.values()))) < 0.05 * sum(abs(float(change)) for change in ranks.values())
    for bet in ("main", "pot-of-gold"):  # the mean over an unknown removed card is the full shoe's value
        assert abs(sum(map(float, found.fixed_play[bet].values()))) < 1e-12
    for rank, change in found.fixed_play["main"].items():
        assert float(change) <= float(found.best["main"][rank]) + 1e-12


def test_dealer_odds_by_hole_card_add_up() -> None:
    rules, keys = solver_rules(Rules()), rows_for(4).keys[::97]
    together = np.sum([joint_results(rules.pack, keys, rules.dealer, hole) for hole in range(10)], axis=0)
    assert np.abs(together - joint_results(rules.pack, keys, rules.dealer)).max() < 1e-15


def test_value_of_a_seen_hole_card() -> None:
    full = solved(solver_rules(Rules()))
    assert with_hole_card(full).main == pytest.approx(0.0648692442212513, abs=1e-14)  # matches an earlier solver
    firsts = by_first_card(full)
    assert sum(chance * worth for chance, worth in firsts) == pytest.approx(full.expected_value, abs=1e-12)
    assert firsts[0][1] > 0.3  # an ace first


def test_counts_of_free_bet_have_a_standard_error() -> None:
    rows = {(row.name, row.bet): row for row in threats(Rules(), chunks=5)}
    pot = rows["counts, 80% dealt", "pot-of-gold"]
    assert not pot.exact
    assert 0 < pot.se < 0.05
    assert pot.edge - 4 * pot.se < 0.096 < pot.edge + 4 * pot.se
    assert rows["the hole card seen", "insurance"].edge == 2
    assert rows["the burn card seen", "main"].share == 0
