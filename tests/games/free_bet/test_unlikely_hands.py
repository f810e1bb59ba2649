"""Free Bet's least likely hands, which are taken to fare as others do: how far off that is, under many rules."""

from __future__ import annotations

import pytest

from pitboss.games.free_bet.count import main_bet
from pitboss.games.free_bet.count.counted_rules import CountedRules
from pitboss.games.free_bet.count.main_bet import MainBet
from pitboss.games.free_bet.count.played_out import PlayedOut, WayToPlay
from pitboss.games.free_bet.count.solve import Solver

PLAIN = CountedRules(free_splits=False, free_doubles=False, dealer_22_pushes=False)
MOST, MOST_OF_SQUARE, MOST_PART = 1.1e-8, 3.8e-8, 0.17
"""The largest errors found: of a net's chance, of the mean square, and as a part of how likely these hands are."""


def check(terms: CountedRules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every net against the same count with no two hands left out."""
    solution = Solver(terms).solve()
    plan = WayToPlay(solution.best, solution.again)
    played = PlayedOut(terms, solution.graph, solution.odds, plan)
    nets = MainBet(played).nets()
    monkeypatch.setattr(main_bet, "_LEAST", 0.0)
    every = MainBet(played).nets()
    assert (every.left_out, every.ev) == (0, nets.ev)
    assert 0 < nets.left_out < 2e-6
    assert abs(nets.square - every.square) < MOST_OF_SQUARE
    for net, chance in every.chances.items():
        off, whole = abs(nets.chances[net] - chance), nets.errors[net]
        assert off < MOST
        assert off <= whole + 1e-15  # where the printed error is 0, it is rounding alone
        for_these = abs(whole - every.errors[net]) / main_bet._SO_TAKEN
        assert off <= MOST_PART * for_these + 1e-12


@pytest.mark.parametrize("terms", [CountedRules(), PLAIN], ids=["free bet", "ordinary blackjack"])
def test_one_deck(terms: CountedRules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a card gone tells most."""
    check(terms._replace(decks=1), monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize(
    "terms",
    [
        CountedRules(),
        CountedRules(decks=1, hits_soft_17=False, free_splits=False),
        CountedRules(decks=1, dealer_22_pushes=False),
        CountedRules(decks=1, free_doubles=False),
        CountedRules(decks=1, hits_soft_17=False, resplit_aces=False),
        CountedRules(decks=2, hits_soft_17=False),
        CountedRules(decks=2, resplit_aces=False),
        CountedRules(decks=3),
        CountedRules(decks=4, hits_soft_17=False, free_doubles=False),
        CountedRules(free_splits=False),
        PLAIN,
        CountedRules(decks=8),
        CountedRules(decks=16, dealer_22_pushes=False),
    ],
    ids=str,
)
def test_other_rules(terms: CountedRules, monkeypatch: pytest.MonkeyPatch) -> None:
    check(terms, monkeypatch)
