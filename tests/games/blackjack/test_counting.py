"""Card counting at blackjack: the tally by count, the figures of a spread, and effects of removal."""

from __future__ import annotations

from math import exp, sqrt

import pytest

from pitboss.games.blackjack.deal.rules import Rules
from pitboss.games.blackjack.simulate.counting import count_cards
from pitboss.games.blackjack.simulate.removal import removal
from pitboss.lab.protection import count_cards as by_name
from pitboss.play.refused import Refused
from pitboss.solving.answers.card_counts import SYSTEMS, CountedRound, CountResult, tags_of


def test_the_edge_rises_with_the_true_count_by_half_a_percent() -> None:
    """Hi-Lo, six decks, 260 of 312 dealt: about 0.5% per true count, as every text on counting has it."""
    found = count_cards(Rules(), dealt=260, rounds=1 << 22)
    edge = {row.count: row.edge for row in found.rows}
    assert sum(row.rounds for row in found.rows) == found.rounds == 1 << 22
    assert 0.0035 < (edge[3] - edge[-3]) / 6 < 0.0065
    assert edge[0] < 0 < edge[2]
    overall = sum(row.rounds * row.edge for row in found.rows) / found.rounds
    assert abs(overall + 0.0040) < 0.003


def test_the_figures_of_a_spread_follow_from_the_rows() -> None:
    rows = [CountedRound(-1, 600, -0.01, 1.3, 1.1), CountedRound(2, 400, 0.02, 1.4, 1.1)]
    found = CountResult.of(rows, {-99: 1, 2: 5}, 1000, 260, 312, SYSTEMS["hi-lo"])
    rate = 0.6 * -0.01 + 0.4 * 5 * 0.02
    sd = sqrt(0.6 * 1.3 + 0.4 * 25 * 1.4 - rate**2)
    assert found.win_rate == pytest.approx(rate)
    assert found.sd == pytest.approx(sd)
    assert found.average_bet == pytest.approx(0.6 + 0.4 * 5)
    assert found.n0 == pytest.approx((sd / rate) ** 2)
    assert found.score == pytest.approx(1e6 / found.n0)
    assert found.ruin(200) == pytest.approx(exp(-2 * rate * 200 / sd**2))
    assert found.ruin(found.bank_for(0.135)) == pytest.approx(0.135)
    assert found.with_spread({2: 1}).average_bet == 1


def test_a_deeper_cut_is_worth_more() -> None:
    spread = {1: 1.0}
    shallow, deep = (count_cards(Rules(), dealt=dealt, rounds=1 << 22, spread=spread).rows for dealt in (156, 280))
    assert sum(row.rounds for row in deep if row.count >= 3) > 2 * sum(row.rounds for row in shallow if row.count >= 3)


@pytest.mark.parametrize("tags", ["hi-lw", "1,2", [1, 2, 3]])
def test_a_count_that_is_none_is_refused(tags: str | list[float]) -> None:
    with pytest.raises(Refused):
        tags_of(tags)
    with pytest.raises(Refused):
        by_name("flop22")
    with pytest.raises(Refused):
        count_cards(Rules(), dealt=312)
    with pytest.raises(Refused):
        count_cards(Rules(), rounds=1000, spread={})


def test_effects_of_removal_have_the_known_signs() -> None:
    """A five gone helps the player most, an ace hurts most; with the full-shoe play kept they sum to nearly zero."""
    found = removal(Rules())
    main = found.best["main"]
    assert max(main, key=lambda rank: main[rank]) == "5"
    assert min(main, key=lambda rank: main[rank]) == "A"
    assert abs(sum(float(change) for change in found.kept["main"].values())) < 1e-5
    assert float(found.start["perfect-pairs"]) == pytest.approx(-0.061093, abs=1e-6)
