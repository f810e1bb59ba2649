"""`pitboss protect`: effects of removal, counts and seen cards, each checked by a second computation."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from pitboss.cli import run
from pitboss.games.flip_it.count.advise import SITUATION, advise
from pitboss.games.flip_it.count.dealt_down import Groups, any_favourable, favourable
from pitboss.games.flip_it.deal.rules import Rules as FlipIt
from pitboss.games.flip_it.simulate import counted
from pitboss.games.flip_it.simulate.removal import removal as flip_it_removal
from pitboss.games.flip_it.simulate.threats import Shoes
from pitboss.games.flip_it.simulate.threats import threats as flip_it_threats
from pitboss.money import Pays
from pitboss.play.refused import Refused
from pitboss.solving.answers.situation import Situation
from pitboss.solving.answers.threats import Countermeasure, Threat, shuffling
from pitboss.solving.count_tags import fit_tags


def test_flip_it_removal_matches_advice_with_a_card_gone() -> None:
    rules = FlipIt()
    found = flip_it_removal(rules)
    for card, bet, rank in (
        ("7h", "call-7", "7"),
        ("Kc", "odd", "K"),
        ("Jk", "red", "joker"),
        ("7h", "red", "red card"),
    ):
        advised = advise(rules, Situation(SITUATION, {"gone": card})).options[bet]
        assert found.best[bet][rank] == advised - found.start[bet]
    assert found.start["red"] == Fraction(-3, 55)


def test_call_it_at_12_to_1_is_beatable_with_80_percent_dealt() -> None:
    rows = {row.name: row for row in flip_it_threats(FlipIt(), shoes=400) if row.bet == "call"}
    worst, alone = rows["all ranks known, 80% dealt"], rows["counts one rank, 80% dealt"]
    assert worst.per_100 == pytest.approx(43, abs=1.5)
    assert alone.per_100 == pytest.approx(3.8, abs=0.8)
    assert worst.an_hour(70, 500) > 10_000
    assert "shuffle before every round" in worst.closing.procedure
    assert rows["the next card seen"].edge == 12
    fewer = {row.name: row for row in flip_it_threats(FlipIt(call_it_pays=Pays(10)), shoes=400) if row.bet == "call"}
    assert fewer["all ranks known, 50% dealt"].per_100 < worst.per_100 / 5
    assert "cut card halfway" in fewer["all ranks known, 50% dealt"].closing.procedure


def test_counting_one_side_wins_an_equal_share_of_counting_all() -> None:
    """Check that counting one rank or colour has the same edge as knowing them all, but an equal share of the bets."""
    rows = {row.name: row for row in flip_it_threats(FlipIt(), shoes=40)}
    for one, every, sides in (
        ("counts one rank", "all ranks known", 12),
        ("counts a colour", "all colours known", 2),
        ("counts odd and even", "all parities known", 2),
        ("counts high and low", "all heights known", 2),
    ):
        alone, known = rows[f"{one}, 80% dealt"], rows[f"{every}, 80% dealt"]
        assert float(alone.edge) == pytest.approx(float(known.edge))
        assert alone.per_100 == pytest.approx(known.per_100 / sides)
        assert 0 < alone.share < known.share
    red, both = rows["counts a colour, 80% dealt"], rows["all colours known, 80% dealt"]
    assert float(red.share) == pytest.approx(float(both.share) / 2)


def test_first_flip_of_a_shoe_gives_a_counter_nothing() -> None:
    """Check that no bet but a bonus is worth making on the first flip of a shoe."""
    dealt = Shoes(FlipIt(cut_card=400), 50, lambda words: None)
    figures, flips = dealt.of(0, counted.COLOUR)
    assert figures.shape[0] == flips.size == 50


def test_flip_it_red_count_is_close_to_the_normal_approximation() -> None:
    """Expect red to pay if it has more cards than all others: half the spread of a hypergeometric number."""
    rows = {row.name: row for row in flip_it_threats(FlipIt(jokers=0), shoes=600) if row.bet == "red or black"}
    found = rows["all colours known, 90% dealt"]
    left = np.arange(42, 412)
    spread = np.sqrt((416 - left) / (415 * left))  # of (red − black) ÷ left
    assert found.per_100 == pytest.approx(100 * float(np.mean(spread)) * np.sqrt(2 / np.pi), rel=0.05)


def test_tags_are_small_balanced_and_follow_the_effects() -> None:
    effects = [-0.66, 0.37, 0.17, 0.31, 0.54, 0.39, 0.07, -0.14, -0.16, -0.22]
    cards = [4] * 9 + [16]
    found = fit_tags(effects, cards)
    assert sum(tag * many for tag, many in zip(found.tags, cards, strict=True)) == 0
    assert max(map(abs, found.tags)) <= 3
    assert found.correlation > 0.95
    assert fit_tags([1.0] * 9 + [-2.25], cards).tags[9] == -2


def test_figures_of_a_threat() -> None:
    row = Threat("a", "b", "c", "red", 0.1, 0.5, 0.05, 1.0, Countermeasure("d", "FI-2", 10.0), 0.01, False)
    assert row.per_100 == pytest.approx(5)
    assert row.n0 == pytest.approx(400)
    assert row.desirability == pytest.approx(50)
    assert row.an_hour(70, 100) == pytest.approx(350)
    assert row.closing.rounds_lost(60) == pytest.approx(60 - 3600 / 70)
    assert shuffling(8, 100, 50) == pytest.approx(1.6)


def test_command_prints_the_fields(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["protect", "flip-it", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["removal"]["call-7"]["7"] == pytest.approx(-0.027459, abs=1e-6)
    for row in data["threats"]:
        assert {"name", "knows", "bet", "edge", "share", "per_100", "se", "exact", "closed_by"} <= row.keys()
        assert row["closed_by"]
    assert run(["protect", "flip-it"]) == 0
    assert "prevented by: shuffle before every round" in capsys.readouterr().out


def test_invalid_arguments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    from pitboss.lab.protection import protect

    assert run(["protect", "flip-it", "--hour", "0"]) == 2
    assert "--hour must be a whole number" in capsys.readouterr().err
    with pytest.raises(Refused) as fault:
        protect("flip-it", hour=10**6)
    assert fault.value.code == "bad-rounds"


def test_flip_it_counts_match_an_independent_solver() -> None:
    """Compare with an independent solver's figures for the default shoe."""
    rows = {row.name: row for row in flip_it_threats(FlipIt(), shoes=4)}
    colour = rows["all colours known, 80% dealt"]
    assert float(colour.share) == pytest.approx(0.186517, abs=5e-7)
    assert colour.per_100 == pytest.approx(0.70142, abs=5e-6)
    assert colour.exact
    assert rows["all ranks known, 80% dealt"].bets_a_round > 3.9


def test_sums_over_a_shoe_match_every_order() -> None:
    """Deal and evaluate every order of nine cards."""
    groups = Groups(wins=3, loses=3, pushes=1, jokers=2)
    cards = "WWWLLLPJJ"
    total = [0.0, 0.0, 0.0]
    orders = set(permutations(cards))
    for order in orders:
        for dealt in range(4, 8):
            gone, left = order[:dealt], order[dealt:]
            if dealt - gone.count("J") < 4:
                continue
            gain = (left.count("W") - left.count("L") - left.count("J")) / len(left)
            total[0] += 1
            total[1] += gain > 0
            total[2] += max(gain, 0.0)
    (found,) = favourable(groups, [2])
    assert (found.flips, found.bets, found.gain) == pytest.approx([each / len(orders) for each in total])


def test_frequency_of_a_favourable_rank_matches_every_order() -> None:
    groups = Groups(wins=2, loses=5, pushes=0, jokers=1, pays=3.0)
    ranks = "AABBCCDJ"  # three ranks that can be called, one card that cannot, a joker
    orders = set(permutations(ranks))
    made = 0
    for order in orders:
        for dealt in range(4, 7):
            gone, left = order[:dealt], order[dealt:]
            if dealt - gone.count("J") >= 4:
                made += any(4 * left.count(rank) > len(left) for rank in "ABC")
    (found,) = any_favourable(3, groups, [2])
    assert found == pytest.approx(made / len(orders))
