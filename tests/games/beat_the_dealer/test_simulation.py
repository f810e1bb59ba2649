"""Beat the Dealer simulated: table lookups compared with enumeration, and figures compared with the exact ones."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.games.beat_the_dealer.count.odds import analyse
from pitboss.games.beat_the_dealer.count.solved import solution_of
from pitboss.games.beat_the_dealer.count.worths import before_river, before_turn
from pitboss.games.beat_the_dealer.deal.hands import FiveCardLine, TwoCardLine
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.games.beat_the_dealer.simulate.kernels import bets_of
from pitboss.games.beat_the_dealer.simulate.simulation import Simulation
from pitboss.play.refused import Refused
from pitboss.simulation.exact import exact_means
from pitboss.simulation.plan import Plan, simulator, work
from pitboss.simulation.run import run
from pitboss.solving.holdem.suit_names import RENAMING_BITS, spots

ROUNDS = 1_000_000
GAME = "beat-the-dealer"


def orbits(cards: int) -> int:
    """Return the number of `cards`-card sets up to renaming of suits, by Burnside's lemma."""
    fixed = 0
    for names in permutations(range(4)):
        ways, left = [1] + [0] * cards, set(range(4))
        while left:
            cycle = [left.pop()]
            while names[cycle[-1]] in left:
                cycle.append(names[cycle[-1]])
                left.remove(cycle[-1])
            for _ in range(13):  # each rank in this cycle of suits: all of its cards or none
                ways = [n + (ways[k - len(cycle)] if k >= len(cycle) else 0) for k, n in enumerate(ways)]
        fixed += ways[cards]
    return fixed // 24


def test_spots_are_all_flops_and_boards_up_to_renaming_of_suits() -> None:
    tables, sets = spots()
    assert (len(sets.flops), len(sets.boards)) == (orbits(3), orbits(4)) == (1755, 16432)
    flops = {tuple(cards): int(tables.flops[tuple(cards)]) for cards in combinations(range(52), 3)}
    assert len(flops) == comb(52, 3)
    for cards, packed in list(flops.items())[::97]:
        number, names = packed >> RENAMING_BITS, packed & (1 << RENAMING_BITS) - 1
        assert sorted(tables.renamed[names, list(cards)]) == sets.flops[number].tolist()
        assert all(int(tables.flops[order]) == packed for order in ((*cards[1:], cards[0]), cards[::-1]))


def look_up_bets(made: Simulation, hole: Sequence[int], board: Sequence[int]) -> tuple[bool, bool]:
    """Return the turn and river bets from the lookup tables."""
    turn, river = bets_of(np.uint64(hole[0]), np.uint64(hole[1]), np.array(board, np.uint8), made.tables)
    return bool(turn), bool(river)


def random_deals(count: int) -> list[list[int]]:
    """Return random deals of six cards, half of them from two suits only, to get flush draws."""
    rng = np.random.default_rng(6)
    packs = [np.arange(52), np.array([code for code in range(52) if code % 4 < 2])]
    return [rng.permutation(packs[turn % 2])[:6].tolist() for turn in range(count)]


def test_BD2_lookup_of_every_best_bet_matches_enumeration() -> None:
    made = Simulation(Rules(), 1, "best", {})
    seen = set()
    for cards in random_deals(100):
        hole, flop, turn = cards[:2], cards[2:5], cards[5]
        turn_bet, river_bet = before_turn(hole, flop), before_river(hole, flop, turn)
        counted = turn_bet["turn"] > turn_bet["check"], river_bet["river"] > 0
        assert look_up_bets(made, hole, cards[2:]) == counted
        seen.add(counted)
    assert len(seen) == 4


def test_lookup_ignores_suit_names_and_card_order() -> None:
    made = Simulation(Rules(), 1, "best", {})
    for cards in random_deals(200):
        other = [code & ~3 | (code + 1) & 3 for code in cards]
        assert look_up_bets(made, cards[:2], cards[2:]) == look_up_bets(made, other[1::-1], [*other[4:1:-1], other[5]])


@pytest.mark.parametrize("settings", [[], ["ante_pays_from=flush", "five_card_bonus_survives_fold=yes"]])
@pytest.mark.parametrize("strategy", ["best", "best-joint"])
def test_simulated_and_exact_figures_agree(settings: list[str], strategy: str) -> None:
    """Check every bet and the whole round, within 3.5 standard errors."""
    plan = Plan(GAME, ROUNDS, seed=12_006, rules=Rules().with_settings(settings).changed(), strategy=strategy)
    tally = run(plan, workers=1)
    figures = tally.figures(exact_means(plan, tally.figures()))
    assert set(figures) == {"ante", "flop", "turn", "river", "two-card", "five-card", "played"}
    for name, figure in figures.items():
        assert figure.z is not None, name
        assert abs(figure.z) < 3.5, name


def test_every_outcome_line_has_its_exact_frequency() -> None:
    """Check the main bets' distribution and the lines of both bonus bets, within 3.5 standard errors each."""
    plan = Plan(GAME, ROUNDS, seed=5)
    tally, solution = run(plan, workers=1), solution_of(Rules())
    main: dict[int, int] = {}
    two_card, five_card = [0] * len(TwoCardLine), [0] * len(FiveCardLine)
    for cell in tally.cells.nonzero()[0].tolist():
        count = int(tally.cells[cell])
        results = simulator(plan).settle(cell)
        net = int(sum(results[bet].net for bet in ("ante", "flop", "turn", "river") if bet in results))
        main[net] = main.get(net, 0) + count
        two_card[cell // 20 // len(FiveCardLine)] += count
        five_card[cell // 20 % len(FiveCardLine)] += count
    expected = {net: Fraction(count, solution.deals) for net, count in solution.main_distribution.items()}
    lines = [(main[net], chance) for net, chance in expected.items()]
    lines += [(n, Fraction(c, solution.deals)) for n, c in zip(two_card, solution.two_card_lines, strict=True)]
    lines += [(n, Fraction(c, solution.deals)) for n, c in zip(five_card, solution.five_card_lines, strict=True)]
    assert set(main) == set(expected)
    for counted, chance in lines:
        assert abs(counted - ROUNDS * chance) <= 3.5 * sqrt(ROUNDS * chance * (1 - chance)) + 1


def test_exact_means_match_the_odds() -> None:
    """
    Compare all bets; only the 5-card bonus differs: a fold forfeits it, and the odds assume every flop is seen (BD-5).
    """
    exact, odds = simulator(Plan(GAME, 1, 1)).exact_means(), analyse(Rules())  # type: ignore[attr-defined]
    for name in ("ante", "flop", "turn", "river", "two-card"):
        assert exact[name] == float(odds.bet(name).ev)
    assert exact["five-card"] < float(odds.bet("five-card").ev)
    played = simulator(Plan(GAME, 1, 1, stakes={"two-card": 0, "five-card": 0})).exact_means()  # type: ignore[attr-defined]
    assert played["played"] == float(odds.bet("main").ev)
    surviving = simulator(Plan(GAME, 1, 1, rules={"five_card_bonus_survives_fold": True}))
    assert surviving.exact_means()["five-card"] == float(odds.bet("five-card").ev)  # type: ignore[attr-defined]


def test_worse_strategies_win_less() -> None:
    """Expect more than luck: best −0.020 antes a round, the bot about −0.065, no turn and river bets about −0.38."""
    stakes = {"two-card": 0, "five-card": 0}
    means = {}
    for strategy in ("best", "basic", "never-extra"):
        figure = run(Plan(GAME, ROUNDS, 3, strategy=strategy, stakes=stakes), workers=1).figures()["played"]
        means[strategy] = figure.mean
        assert figure.se < 0.004
    assert means["best"] > means["basic"] + 0.02
    assert means["basic"] > means["never-extra"] + 0.02


def test_ante_is_required() -> None:
    with pytest.raises(Refused, match="ante"):
        simulator(Plan(GAME, 1, 1, stakes={"ante": 0}))


PLAIN = """
from pitboss.simulation.plan import Plan, work
print([work(Plan("beat-the-dealer", 300, 7, players=players), 0).tobytes().hex() for players in (1, 6)])
"""


def test_uncompiled_kernel_counts_the_same() -> None:
    """Run compiled first: that caches the best bets on disk, which would take too long to compute uncompiled."""
    compiled = [work(Plan(GAME, 300, 7, players=players), 0).tobytes().hex() for players in (1, 6)]
    plain = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PLAIN], capture_output=True, text=True, check=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert plain.stdout.strip() == str(compiled)
