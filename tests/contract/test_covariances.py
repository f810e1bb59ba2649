"""Covariances of every game's bets, compared with a seeded simulation."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, permutations

import numpy as np
import pytest

from pitboss.games import GAMES
from pitboss.games.flop22.deal.hands import is_match, total_line
from pitboss.games.flop22.deal.rules import Rules, double_pays, match_pays
from pitboss.games.odds import analysis_of
from pitboss.games.odds import covariances_of as all_of
from pitboss.simulation.plan import Plan, simulator
from pitboss.simulation.run import run
from pitboss.statistics.covariances import covariances_of

ROUNDS = 1 << 19
MAX_STANDARD_ERRORS = 4.5
"""Largest deviation allowed for the worst of a few dozen figures."""
STAKES = {
    "flop22": {"ante-1": 1, "ante-2": 1, "ante-3": 1, "field": 1},
    "flip-it": {"red": 1, "odd": 1, "low": 1, "call-7": 1, "call-8": 1},
    "free-bet": {"main": 1, "pot-of-gold": 1, "push-22": 1},
    "blackjack": {"main": 1, "perfect-pairs": 1, "21-plus-3": 1},
    "beat-the-dealer": {"ante": 1, "two-card": 1, "five-card": 1},
}
PARTS = {"main": ("main", "ante", "flop", "turn", "river")}
"""Bets that the odds combine into one."""


def nets_of(game: str) -> tuple[list[dict[str, float]], np.ndarray]:
    """Return the net of each bet in each cell of a seeded run, and the number of rounds in each cell."""
    plan = Plan(game, ROUNDS, 7, stakes=STAKES[game])
    cells = run(plan, workers=1).cells
    seen = cells.nonzero()[0]
    settled = [simulator(plan).settle(int(cell)) for cell in seen]
    return [{bet: float(result.net) for bet, result in each.items()} for each in settled], cells[seen]


@pytest.mark.parametrize("game", STAKES)
def test_covariances_match_the_simulation(game: str) -> None:
    exact = all_of(GAMES[game], GAMES[game].rules())
    assert exact
    cells, times = nets_of(game)
    names = [name for name in exact.names if name in STAKES[game] or name in PARTS]
    nets = {
        name: np.array([sum(cell.get(part, 0) for part in PARTS.get(name, (name,))) for cell in cells])
        for name in names
    }
    assert len(nets) > 1
    for one, other in combinations_with_replacement(nets, 2):
        product = (nets[one] - float(exact.mean({one: 1}))) * (nets[other] - float(exact.mean({other: 1})))
        mean = (product * times).sum() / times.sum()
        error = np.sqrt(((product - mean) ** 2 * times).sum()) / times.sum()
        assert abs(mean - float(exact.of(one, other))) < MAX_STANDARD_ERRORS * error, (one, other)


def test_flop22_covariance_matches_full_enumeration() -> None:
    """Enumerate all 52 × 51 × 50 deals for Match on hand 1 and the double on hand 2."""
    rules = Rules()
    exact = analysis_of(GAMES["flop22"], rules).covariances
    assert exact
    deals = [
        (match_pays(rules, is_match(card, one)).ratio, double_pays(rules, 2, total_line(card, two)).ratio)
        for card, one, two in permutations(range(52), 3)
    ]
    found = covariances_of(("match-1", "double-2"), ((nets, count) for nets, count in Counter(deals).items()))
    assert found.of("match-1", "double-2") == exact.of("match-1", "double-2") != 0


def test_covariances_of_a_coin_toss() -> None:
    """Toss a coin: heads wins one bet and loses the other; one toss in ten lands on its edge and both push."""
    coin = [((1, -1), Fraction(9, 20)), ((-1, 1), Fraction(9, 20)), ((0, 0), Fraction(1, 10))]
    found = covariances_of(("heads", "tails"), coin)
    assert found.means == (0, 0)
    assert found.matrix == ((Fraction(9, 10), Fraction(-9, 10)), (Fraction(-9, 10), Fraction(9, 10)))
    assert found.variance({"heads": 2, "tails": 1}) == Fraction(9, 10)
    assert found.mean({"heads": 3}) == 0
    assert found.as_data()["heads"] == {"heads": 0.9, "tails": -0.9}
    with pytest.raises(ValueError, match="2 bets need 2 means"):
        type(found)(("a", "b"), (0,), ((0, 0), (0, 0)))
