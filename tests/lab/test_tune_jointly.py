"""Tables that change the best play: every one compared with the game solved again for it."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import pitboss as pb
from helpers.at_the_terminal import command
from pitboss.games.flop22.count.totals import Totals
from pitboss.games.free_bet.count.joint_play import solved_jointly
from pitboss.games.free_bet.count.paid import JointPot
from pitboss.games.free_bet.count.solved import pot_of_gold, solver_rules
from pitboss.games.free_bet.count.tokens import tokens_of
from pitboss.simulation.plan import CHUNK

THIRD = ["A Spades/A Hearts", "Card Total 22", "Card Total 21", "Card Total 17 thru 20"]


@pytest.mark.parametrize(
    "rules", [{}, {"aggregate": "$900"}, {"bonus_pays": "double-only", "match_pays": "18:1"}, {"ante_limit": "$25"}]
)
def test_flop_22_is_solved_for_every_table(rules: dict[str, object]) -> None:
    """Compare all tables of hand 3 over a few payouts with `odds`; the aggregate cuts some of them."""
    house = pb.rules("flop22", **rules)
    pays = (1, 2, 3, 4, 60, 75)
    edges = {}
    for chosen in combinations(sorted(pays, reverse=True), 4):
        cells = {line: {"Hand 3": each} for line, each in zip(THIRD, chosen, strict=True)}
        played = pb.odds(house.with_changes(bonus_table=cells)).played
        assert played
        edges[chosen] = played.house_edge
    low, high = sorted(edges.values())[3], sorted(edges.values())[-3]
    asked = {"edge": f"{low}..{high}", "pays": "1,2,3,4,60,75", "keep": ["Hand 1", "hand 2"], "show": None}
    found = pb.tune(house, "played", **asked)  # type: ignore[arg-type]
    right = {table: edge for table, edge in edges.items() if low <= edge <= high}
    assert found.count == len(right) >= 4
    for one in found.first:
        table = tuple(int(one.table[f"{line}.Hand 3"].removesuffix(":1")) for line in THIRD)
        assert one.edge == right[table]  # type: ignore[index]
        odds = pb.odds(found.rules(house, found.first.index(one))).played
        assert odds
        assert (one.edge, one.sd) == (odds.house_edge, odds.sd)


def test_effect_of_the_aggregate_is_within_its_bound() -> None:
    totals = Totals(pb.rules("flop22"))  # type: ignore[arg-type]
    tables = [[Fraction(pays) for pays in (top, 4, 1, 1, 25, 8, 2, 1, 40, 30, 3, 1)] for top in (15, 50, 400)]
    uncut = totals._uncut(np.array([[int(pays) for pays in table] for table in tables], np.int64), 1)
    bounds = totals._cuts(np.array([[float(pays) for pays in table] for table in tables]))
    for place, table in enumerate(tables):
        assert uncut[place] <= totals.figures(table)[0] <= uncut[place] + bounds.get(place, 0)


@pytest.mark.parametrize("stake", [0.2, 1.0])
@pytest.mark.parametrize(
    "pays", [(100, 50, 30, 12, 3), (1000, 20, 3, 2, 1), (40, 30, 20, 10, 1), (1000, 300, 100, 60, 30, 10, 3)]
)
def test_joint_pot_of_gold_matches_the_solver(pays: tuple[int, ...], stake: float) -> None:
    lines = {f"{tokens_won}+ tokens": each for tokens_won, each in zip(range(len(pays), 0, -1), pays, strict=True)}
    rules = pb.rules("free-bet", pot_of_gold_table=lines)
    table = pot_of_gold(rules)  # type: ignore[arg-type]
    tokens = tokens_of(solved_jointly(solver_rules(rules), table, stake))  # type: ignore[arg-type]
    joint = JointPot(rules, stake)  # type: ignore[arg-type]
    _, chances, _ = joint.played([[Fraction(each) for each in pays]])
    assert np.abs(chances[0] - tokens[1:]).max() < 1e-14
    edge = -float(tokens @ np.array(table))
    assert joint.edges([[Fraction(each) for each in pays]])[0] == pytest.approx(edge, abs=1e-13)


def test_every_joint_table_of_a_few_payouts_is_found() -> None:
    found = pb.tune("free-bet", "pot-of-gold", edge="0%..30%", pays="2,3,8,12,30,50,100", joint=1, show=None)
    joint = JointPot(pb.rules("free-bet"), 1.0)  # type: ignore[arg-type]
    edges = {}
    for pays in combinations((100, 50, 30, 12, 8, 3, 2), 5):
        edges[pays] = joint.figures([Fraction(each) for each in pays])[0]
    assert found.count == sum(0 <= edge <= 0.3 for edge in edges.values()) > 3
    alone = pb.tune("free-bet", "pot-of-gold", edge="0%..30%")
    assert "main bet alone" in alone.note
    assert "together" in found.note


def test_simulation_of_joint_play_agrees() -> None:
    """Simulate Pot of Gold at the default table with joint play and a fixed seed."""
    (one,) = pb.tune(
        "free-bet", "pot-of-gold", edge="..100%", joint=1, show=None, pays="1",
        keep=[f"{tokens_won}+ tokens" for tokens_won in range(1, 6)],
    ).first  # fmt: skip
    found = pb.simulate("free-bet", 16 * CHUNK, seed=5, strategy="best-joint", stakes={"push-22": 0}).bets[
        "pot-of-gold"
    ]
    assert abs(found.mean + float(one.edge)) < 4 * found.se
    assert found.sd == pytest.approx(one.sd, rel=0.02)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["free-bet", "--bet", "push-22", "--joint", "1"], "does not affect how it is played"),
        (["free-bet", "--bet", "pot-of-gold", "--joint", "1..2"], "--joint is a stake in main bets"),
        (["free-bet", "--bet", "pot-of-gold", "--joint", "much"], "--joint is a stake in main bets, as in 1 or 1/5"),
        (["free-bet", "--bet", "pot-of-gold", "--joint", "0"], "more than 0"),
        (["flop22", "--bet", "played"], "keep some lines with --keep, or lower --top"),
        (["flip-it", "--bet", "played"], "does not affect how it is played"),
    ],
)
def test_invalid_joint_play_is_refused(words: list[str], sentence: str) -> None:
    done = command("tune", *words, "--edge", "4%..5%")
    assert done.code == 2
    assert sentence in done.err


def test_command_matches_the_library() -> None:
    words = ("--bet", "played", "--edge", "1%..2%", "--top", "40", "--keep", "Hand 1", "--keep", "Hand 2")
    printed = json.loads(command("tune", "flop22", *words, "--json").out)
    found = pb.tune("flop22", "played", edge="1%..2%", top=40, keep=["Hand 1", "Hand 2"])
    assert printed == json.loads(found.to_json())
    assert found._repr_html_().count("<svg") == 1
