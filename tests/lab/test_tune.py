"""Tune: exactly the right tables, compared with trying them all."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import pitboss as pb
from helpers.at_the_terminal import command
from pitboss.games import GAMES
from pitboss.lab.api import resolve_game
from pitboss.lab.tune import bets_with_tables
from pitboss.lab.tune.ranges import NICE, paid_bets
from pitboss.play.options.rules_file import read_rules

EVERY_BET = [(game, bet) for game in GAMES for bet in paid_bets(*resolve_game(game))]


def all_tables(game: str, bet: str, pays: list[Fraction]) -> dict[tuple[Fraction, ...], tuple[Fraction, Fraction]]:
    """Return edge and variance of every descending table, from the odds of the default outcomes."""
    called, rules = resolve_game(game)
    paid = paid_bets(called, rules)[bet]
    chances, lines = paid.exact_chances(), paid.lines(rules)
    falling = [place for place, (_, now) in enumerate(lines) if now.won > 0]
    found: dict[tuple[Fraction, ...], tuple[Fraction, Fraction]] = {}
    for chosen in combinations(sorted(pays, reverse=True), len(falling)):
        nets = [now.ratio for _, now in lines]
        for place, each in zip(falling, chosen, strict=True):
            nets[place] = each
        results = [*zip(nets, chances, strict=True), (Fraction(-1), 1 - sum(chances))]
        mean = sum((net * chance for net, chance in results), Fraction(0))
        found[chosen] = (-mean, sum((net * net * chance for net, chance in results), Fraction(0)) - mean * mean)
    return found


@pytest.mark.parametrize(("game", "bet"), EVERY_BET)
def test_every_bet_starts_from_the_odds(game: str, bet: str) -> None:
    """Check that the probabilities of the lines give the edge of `pitboss odds`, for every bet with a paytable."""
    called, rules = resolve_game(game)
    paid = paid_bets(called, rules)[bet]
    lines, chances = paid.lines(rules), paid.exact_chances()
    ev = sum(chance * pays.ratio for chance, (_, pays) in zip(chances, lines, strict=True)) - (1 - sum(chances))
    known = pb.odds(game).bets[bet].ev
    assert ev == known if isinstance(known, Fraction) else abs(float(ev) - known) < 1e-15


@pytest.mark.parametrize(
    ("game", "bet", "pays", "edge"),
    [
        ("beat-the-dealer", "two-card", "1..11", "10%..30%"),
        ("beat-the-dealer", "five-card", "1..12", "-5%..20%"),
        ("roll-your-own", "bonus", "3..16", "0%..10%"),
        ("flop22", "ante-1", "1..9", "-10%..10%"),
        ("flop22", "field", "1..5..1/2", "0%..20%"),
        ("flip-it", "bonus", "1..12", "-10%..20%"),
        ("flip-it", "call", "1..20", "0%..30%"),
        ("free-bet", "pot-of-gold", "2..14", "0%..30%"),
        ("free-bet", "push-22", "nice", "..15%"),
    ],
)
def test_finds_exactly_the_tables_in_range(game: str, bet: str, pays: str, edge: str) -> None:
    from pitboss.lab.tune.ranges import read_pays, read_range

    wanted = read_range("edge", edge)
    every = all_tables(game, bet, list(read_pays(pays)))
    right = {table: figures for table, figures in every.items() if wanted.holds(figures[0])}
    found = pb.tune(game, bet, edge=edge, pays=pays, show=None)
    assert found.count == len(found.first) == len(right) > 0
    for one in found.first:
        chosen = tuple(Fraction(*map(int, words.split(":"))) for words in one.table.values() if ":" in words)
        assert one.edge == right[chosen][0]
        assert one.sd == pytest.approx(sqrt(right[chosen][1]), abs=1e-12)
        assert one.top == chosen[0]
    assert [one.edge for one in found.first] == sorted(Fraction(one.edge) for one in found.first)


def test_range_includes_its_ends() -> None:
    """Use Call It, with an edge of exactly 1/5 at 10 to 1 and exactly 3/55 at 12 to 1 (published.md 2.2)."""
    assert pb.tune("flip-it", "call", edge="1/5..1/5").count == 1
    assert pb.tune("flip-it", "call", edge="3/55..20%").count == 3
    assert pb.tune("flip-it", "call", edge="0.2000000001..1/4").count == 0


def test_number_of_five_card_tables_matches_a_count_by_sums() -> None:
    """Count tables by their sum, line by line, without a search."""
    called, rules = resolve_game("beat-the-dealer")
    paid = paid_bets(called, rules)["five-card"]
    ways = [int(chance * 2_598_960) for chance in paid.exact_chances()]
    nice = [pays for pays in NICE if pays <= 60]
    tables: Counter[tuple[int, int]] = Counter({(0, 0): 1})  # by the last payout and the sum, from the bottom up
    for count in reversed(ways[:9]):
        after: Counter[tuple[int, int]] = Counter()
        for (last, total), times in tables.items():
            for pays in nice:
                if pays > last and total + count * pays <= 2_598_960:
                    after[pays, total + count * pays] += times
        tables = after
    lost = ways[10]
    low, high = lost - Fraction(5, 100) * 2_598_960, lost - Fraction(4, 100) * 2_598_960
    right = sum(times for (_, total), times in tables.items() if low <= total <= high)
    assert pb.tune("beat-the-dealer", "five-card", edge="4%..5%", top="60:1").count == right > 1000


def test_most_volatile_table_matches_three_other_solvers() -> None:
    """Expect 500/400/300/125/12/5/3/2/1 at 4.109% (field.md 3.3)."""
    found = pb.tune("beat-the-dealer", "five-card", edge="4%..5%", top=500, sd="6.9..", show=None)
    assert found.count < 20
    most = max(found.first, key=lambda one: one.sd)
    assert list(most.table.values())[:9] == [f"{n}:1" for n in (500, 400, 300, 125, 12, 5, 3, 2, 1)]
    assert round(float(most.edge), 5) == 0.04109


def test_constraints_narrow_the_search_and_rank_orders_it() -> None:
    asked: dict[str, Any] = {"edge": "4%..5%", "top": 100, "show": None}
    every = pb.tune("roll-your-own", "bonus", **asked)
    some = pb.tune("roll-your-own", "bonus", sd="4.5..5", **asked)
    assert set(map(str, some.first)) == {str(one) for one in every.first if 4.5 <= one.sd <= 5}
    assert 0 < some.count < every.count
    fixed = pb.tune("roll-your-own", "bonus", keep=["flush=4:1", "Straight"], **asked)
    assert {str(one) for one in every.first if (one.table["Flush"], one.table["Straight"]) == ("4:1", "5:1")} == {
        str(one) for one in fixed.first
    }
    assert pb.tune("roll-your-own", "bonus", hit="50%..", **asked).count == 0
    near = pb.tune("roll-your-own", "bonus", rank="near", **asked).first
    off = [abs(Fraction(one.edge) - Fraction(45, 1000)) for one in near]
    assert off == sorted(off)
    by_sd = pb.tune("roll-your-own", "bonus", rank="sd", **asked).first
    assert [one.sd for one in by_sd] == sorted(one.sd for one in by_sd)
    assert pb.tune("roll-your-own", "bonus", rank="sd", edge="4%..5%", top=100, show=3).first == by_sd[:3]


@pytest.mark.parametrize(("game", "bet"), EVERY_BET)
def test_written_rules_have_the_edge_that_was_found(game: str, bet: str, tmp_path: Path) -> None:
    sheet = float(pb.odds(game).bets[bet].house_edge)
    asked = ["tune", game, "--bet", bet, f"--edge={sheet - 0.1:.3f}..{sheet + 0.1:.3f}", "--rank", "near"]
    done = command(*asked, "--json")
    found = json.loads(done.out)
    assert set(found) == {"count", "tables"}
    assert len(found["tables"]) == min(20, found["count"]) > 0
    assert set(found["tables"][0]) == {"table", "edge", "hit", "sd", "top"}
    rules = read_rules(GAMES[game].rules, command(*asked, "--toml").out)
    odds = pb.odds(rules).bets[bet]
    assert float(odds.house_edge) == pytest.approx(found["tables"][0]["edge"], abs=1e-14)
    assert float(odds.hit) == pytest.approx(found["tables"][0]["hit"], abs=1e-14)
    assert odds.sd == pytest.approx(found["tables"][0]["sd"], abs=1e-12)
    assert f"{found['count']:,} table" in command(*asked).out


def test_stopped_search_is_labelled() -> None:
    def stop(found: int, whole: int) -> None:
        raise KeyboardInterrupt

    found = pb.tune("beat-the-dealer", "five-card", edge="4%..5%", progress=stop)
    assert found.stopped
    assert "more" in repr(found)
    assert "stopped" in found.as_data()


def test_listed_bets_can_be_tuned() -> None:
    for bet in bets_with_tables(pb.rules("flop22")):
        assert pb.tune("flop22", bet, edge="0%..1%", pays="1..5", keep=["Hand 1", "Hand 2"] if bet == "played" else [])
    assert command("tune", "flop22").err.strip().endswith("match-3 or played")
    assert "played" not in command("tune", "flip-it").err


@pytest.mark.parametrize(
    "arguments",
    [{"edge": (0.04, 0.05)}, {"edge": (Fraction(1, 25), "5%")}, {"edge": ["4%", 0.05], "pays": [*NICE]},
     {"edge": "4%..5%", "keep": "Flush=4:1"}, {"edge": "4%..5%", "keep": {"Flush": 4}}],
)  # fmt: skip
def test_python_accepts_ranges_payouts_and_lines_in_several_forms(arguments: dict[str, Any]) -> None:
    words: dict[str, Any] = {"edge": "4%..5%", "keep": ["Flush=4:1"] if "keep" in arguments else []}
    found = pb.tune("roll-your-own", "bonus", **arguments)
    assert found == pb.tune("roll-your-own", "bonus", **words)
    assert found.count == (151 if "keep" in arguments else 1119)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"edge": (0.05, 0.04)}, "ends before it begins"),
        ({"edge": (1, 2, 3)}, "is not a range"),
        ({"edge": 4}, "0 tables"),
        ({"edge": None}, "is not a range"),
        ({"edge": "4%..5%", "pays": 7}, "payouts"),
        ({"edge": "4%..5%", "keep": 7}, "lines to keep"),
        ({"edge": "4%..5%", "show": -1}, "show"),
    ],
)
def test_invalid_python_arguments_are_refused_with_a_message(arguments: dict[str, Any], sentence: str) -> None:
    try:
        message = repr(pb.tune("roll-your-own", "bonus", **arguments))
    except pb.Refused as refused:
        message = str(refused)
    assert sentence in message


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--edge", "4%..5%"], "--bet is missing: two-card or five-card"),
        (["--bet", "five-card"], "--edge is missing"),
        (["--bet", "ante", "--edge", "4%..5%"], "Beat the Dealer has no pay table for 'ante'"),
        (["--bet", "five-card", "--edge", "5%..4%"], "ends before it begins"),
        (["--bet", "five-card", "--edge", "some"], "is not a range: write 4%..5%"),
        (["--bet", "five-card", "--edge", "4%..5%..6%"], "is not a range"),
        (
            ["--bet", "five-card", "--edge", "4%..5%", "--keep", "Flsh=5"],
            "unknown line 'Flsh' to keep",
        ),
        (["--bet", "five-card", "--edge", "4%..5%", "--keep", "Flush=loss"], "wins nothing"),
        (["--bet", "five-card", "--edge", "4%..5%", "--top", "high"], "'high' is not a payout"),
        (["--bet", "five-card", "--edge", "4%..5%", "--pays", "9..1"], "is not a range of payouts"),
        (["--bet", "five-card", "--edge", "4%..5%", "--pays", "1..1000000"], "up to 999999"),
        (
            ["--bet", "five-card", "--edge", "4%..5%", "--rank", "luck"],
            "ranked by edge, sd, hit or near",
        ),
        (["--bet", "five-card", "--edge", "4%..5%", "--show", "few"], "--show must be a whole number, or all"),
        (["--bet", "five-card", "--edge", "99%..", "--toml"], "no pay table found"),
    ],
)
def test_invalid_command_arguments_are_refused_with_a_message(words: list[str], sentence: str) -> None:
    done = command("tune", "beat-the-dealer", *words)
    assert done.code == 2
    assert sentence in done.err


def test_thousands_of_tables_are_printed_as_lines() -> None:
    done = command("tune", "beat-the-dealer", "--bet", "five-card", "--edge", "4.9%..5%", "--show", "all")
    assert done.code == 0
    many = int(done.out.split(":", 1)[1].split()[0].replace(",", ""))
    rows = [line for line in done.out.splitlines() if line.count("%") == 2]
    assert len(rows) == many > 1000
    assert len({len(line) for line in rows[200:]}) == 1


def test_nearest_edge_is_named_if_no_table_fits() -> None:
    done = command("tune", "roll-your-own", "--bet", "bonus", "--edge", "0.001%..0.0011%")
    assert done.code == 0
    assert "0 tables" in done.out
    assert "The nearest house edge of any table is 0%." in done.out
