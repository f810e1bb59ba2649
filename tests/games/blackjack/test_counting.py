"""Card counting at blackjack: the tally by count, the figures for a bet spread, and effects of removal."""

from __future__ import annotations

import json
from math import exp, sqrt

import pytest

from pitboss.cli import run
from pitboss.games import GAMES
from pitboss.games.blackjack.deal.rules import Rules
from pitboss.games.blackjack.simulate.counting import count_cards
from pitboss.games.blackjack.simulate.removal import removal
from pitboss.games.free_bet.deal.rules import Rules as FreeBetRules
from pitboss.games.free_bet.simulate.counting import count_cards as count_free_bet
from pitboss.games.odds import analysis_of
from pitboss.lab.protection import count_cards as by_name
from pitboss.play.refused import Refused
from pitboss.solving.answers.card_counts import SYSTEMS, CountedRound, CountResult, spread_of, tags_of


def test_edge_rises_by_half_a_percent_per_true_count() -> None:
    """Expect about 0.5% per true count, as in the literature, with Hi-Lo, six decks, 260 of 312 dealt."""
    found = count_cards(Rules(), dealt=260, rounds=1 << 22)
    edge = {row.count: row.edge for row in found.rows}
    assert sum(row.rounds for row in found.rows) == found.rounds == 1 << 22
    assert 0.0035 < (edge[3] - edge[-3]) / 6 < 0.0065
    assert edge[0] < 0 < edge[2]
    overall = sum(row.rounds * row.edge for row in found.rows) / found.rounds
    assert abs(overall + 0.0040) < 0.003


def test_side_bets_on_offer_are_not_counted() -> None:
    plain, more = (
        count_cards(rules, rounds=1 << 14) for rules in (Rules(), Rules(lucky_ladies=True, royal_match=True))
    )
    assert more.rows == plain.rows


def test_figures_of_a_spread_follow_from_the_rows() -> None:
    rows = [CountedRound(-1, 600, -0.01, 1.3), CountedRound(2, 400, 0.02, 1.4)]
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


def test_deeper_penetration_is_worth_more() -> None:
    spread = {1: 1.0}
    shallow, deep = (count_cards(Rules(), dealt=dealt, rounds=1 << 22, spread=spread).rows for dealt in (156, 280))
    assert sum(row.rounds for row in deep if row.count >= 3) > 2 * sum(row.rounds for row in shallow if row.count >= 3)


@pytest.mark.parametrize("tags", ["hi-lw", "1,2", [1, 2, 3]])
def test_invalid_count_is_refused(tags: str | list[float]) -> None:
    with pytest.raises(Refused):
        tags_of(tags)
    with pytest.raises(Refused):
        by_name("flop22")
    with pytest.raises(Refused):
        count_cards(Rules(), dealt=312)
    with pytest.raises(Refused):
        count_cards(Rules(), rounds=1000, spread={})


def test_free_bet_is_counted_with_the_same_figures() -> None:
    """Expect a count of 0 and the full-shoe edge with a cut card after one round; deeper, tens help."""
    once = count_free_bet(FreeBetRules(), dealt=1, rounds=1 << 20)
    assert [row.count for row in once.rows] == [0]
    exact = float(analysis_of(GAMES["free-bet"], FreeBetRules()).bet("main").ev)
    assert abs(once.rows[0].edge - exact) < 4 * once.rows[0].se
    deep = count_free_bet(FreeBetRules(), dealt=260, rounds=1 << 21)
    low, high = (
        [row for row in deep.rows if row.count <= -4],
        [row for row in deep.rows if row.count >= 4],
    )
    mean = [sum(row.rounds * row.edge for row in rows) / sum(row.rounds for row in rows) for rows in (low, high)]
    assert mean[1] - mean[0] > 0.015
    running = count_free_bet(FreeBetRules(), tags="ko", dealt=260, rounds=1 << 18)
    assert min(row.count for row in running.rows) < -20, "the running count of KO starts at -20 with six decks"


def test_protect_prints_a_counter(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["protect", "blackjack", "--count", "hi-lo", "--dealt", "260", "--rounds", "3e5", "--bank", "500"]
    assert run([*asked, "--spread", "0 1 5", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["dealt"] == 260
    assert {row["bet"] for row in data["by_count"]} == {0, 1, 5}
    assert data["score"] == pytest.approx(1e6 / data["n0"])
    assert data["ruin"] == pytest.approx(exp(-2 * data["win_rate"] * 500 / data["sd"] ** 2))
    assert run([*asked, "--spread", "0 1 5"]) == 0
    shown = capsys.readouterr().out
    assert f"SCORE {data['score']:.3f}" in shown
    assert "500 units" in shown
    assert run([*asked, "--spread", "0 1 5", "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "count,share,player's edge,standard error,units bet"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (["--count", "hi-lw"], "hi-lo"),
        (["--count", "hi-lo", "--dealt", "312"], "from 1 to 311"),
        (["--count", "hi-lo", "--spread", "1 x"], "1 2 4 8 12"),
        (["--count", "hi-lo", "--spread", "0 0"], "more than 0"),
        (["--count", "hi-lo", "--rounds", "none"], "none"),
    ],
)
def test_protect_refuses_a_wrong_counter(wrong: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["protect", "blackjack", *wrong]) == 2
    assert why in capsys.readouterr().err
    assert run(["protect", "flop22", "--count", "hi-lo"]) == 2


def test_spread_is_parsed_by_count() -> None:
    assert spread_of("1-12") == {-99: 1, 1: 12}
    assert spread_of("") is None


def test_effects_of_removal_have_the_known_signs() -> None:
    """Check that removing a five helps most and an ace hurts most; with fixed play the effects sum to nearly zero."""
    found = removal(Rules())
    main = found.best["main"]
    assert max(main, key=lambda rank: main[rank]) == "5"
    assert min(main, key=lambda rank: main[rank]) == "A"
    assert abs(sum(float(change) for change in found.fixed_play["main"].values())) < 1e-5
    assert float(found.start["perfect-pairs"]) == pytest.approx(-0.061093, abs=1e-6)
