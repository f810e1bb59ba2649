"""The report of a game: every number is the library's, nothing is timed, and changes affect only dependent parts."""

from __future__ import annotations

import io
import json
import re
import subprocess
from fractions import Fraction
from pathlib import Path

import pikepdf
import pytest

import pitboss as pb
from helpers.at_the_terminal import command
from helpers.report_made import DATE, ROUNDS, SEED, as_pdf, attributes, cell, grids, sample_report, tagged
from pitboss.documents.blocks import Document, Grid, Paragraph, Quantity, Section, share
from pitboss.documents.inputs.material import Material
from pitboss.documents.inputs.values import best_mix, bet_values
from pitboss.documents.rendering import rendered
from pitboss.documents.report import make_report, with_whole
from pitboss.documents.sections.option_words import option_title, value_words
from pitboss.documents.sections.summary import must_know
from pitboss.games import GAMES, OURS
from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import Analysis

HEADINGS = """
    rules examples equipment strategy sensitivity method simulation operator risk protection published irregularities
    limits compliance signature appendix
"""


def odds() -> dict[str, object]:
    found: dict[str, object] = json.loads(command("odds", "flop22", "--slopes", "--json").out)
    return found


def simulated() -> dict[str, object]:
    words = ["simulate", "flop22", "--rounds", str(ROUNDS), "--seed", str(SEED), "--json"]
    found: dict[str, object] = json.loads(command(*words).out)
    return found


def titles(document: Document) -> list[str]:
    return [block.title for _, block in document.walk() if isinstance(block, Section)]


def test_headings_contain_the_expected_words() -> None:
    tops = [section.title.lower() for section in sample_report().sections]
    for word in HEADINGS.split():
        assert any(word in title for title in tops), word
    for bet in GAMES["flop22"].bets(pb.rules("flop22")):
        assert any(bet.title in title for title in titles(sample_report())), bet.title


def test_every_outcome_matches_the_odds() -> None:
    for name, bet in odds()["bets"].items():  # type: ignore[attr-defined]
        key = (
            f"outcomes {name}"
            if f"outcomes {name}" in grids(sample_report())
            else f"outcomes {name.rpartition('-')[0]}-1"
        )
        for outcome in bet["outcomes"]:
            assert cell(sample_report(), key, outcome["name"], "probability") == outcome["probability"]
            assert cell(sample_report(), key, outcome["name"], "return") == pytest.approx(
                outcome["pays"] * outcome["probability"], abs=1e-15
            )
            exact = next(row for row in grids(sample_report())[key].rows if row[0] == outcome["name"])[2]
            assert isinstance(exact, Quantity)
            assert exact.exact == outcome["probability_exact"]
        figures = key.replace("outcomes", "figures")
        assert cell(sample_report(), figures, "house edge", "value") == bet["house_edge"]
        assert cell(sample_report(), figures, "standard deviation", "value") == bet["sd"]
        assert cell(sample_report(), figures, "hit rate", "value") == bet["hit"]
        assert cell(sample_report(), key, "sum", "return") == bet["ev"]


def test_played_game_matches_the_odds() -> None:
    played = odds()["played"]
    names = {
        "expected value of a round": "ev", "initial bet": "initial_bet", "average total bet": "average_bet",
        "house edge, of the initial bet": "house_edge", "element of risk, of all money bet": "element_of_risk",
        "standard deviation of a round": "sd",
    }  # fmt: skip
    for label, name in names.items():
        assert cell(sample_report(), "played", label, "value") == played[name]  # type: ignore[index]
    nets = dict(played["distribution"])  # type: ignore[index]
    assert {row[0].number: row[1].number for row in grids(sample_report())["nets"].rows} == nets  # type: ignore[union-attr]


def recomputed_changes(option: str, after: str) -> dict[str, Fraction]:
    """Return the exact change of every edge that moves, from the whole odds before and after."""
    rules = pb.rules("flop22")
    here, there = (edges_of(pb.odds(each)) for each in (rules, rules.with_settings([f"{option}={after}"])))
    return {bet: there[bet] - edge for bet, edge in here.items() if there[bet] != edge}


def edges_of(found: Analysis) -> dict[str, Fraction]:
    """Return the exact house edge of every bet and of the game as played."""
    assert found.played is not None
    edges = {bet.name: bet.house_edge for bet in found.bets} | {"played": found.played.house_edge}
    return {bet: Fraction(edge) for bet, edge in edges.items()}


def test_every_slope_matches_the_whole_odds_of_the_changed_rules_largest_first() -> None:
    rules = pb.rules("flop22")
    titles_of = {bet.name: bet.title for bet in GAMES["flop22"].bets(rules)}
    rows = grids(sample_report())["slopes"].rows
    by_change = {(row[0], row[2]): row for row in rows}
    assert len(by_change) == len(rows) == len(odds()["slopes"])  # type: ignore[arg-type]
    for each in odds()["slopes"]:  # type: ignore[attr-defined]
        row = by_change[option_title(rules, each["option"]), value_words(each["after"])]
        changes = recomputed_changes(each["option"], each["after"])
        assert {bet: Fraction(edge["change_exact"]) for bet, edge in each["edges"].items()} == changes
        assert row[1] == value_words(each["before"])
        played = changes.pop("played", None)
        assert row[3] == (share(played, signed=True) if played else None)
        most = max(changes.values(), key=abs, default=None)
        assert row[5] == (share(most, signed=True) if most else None)
        named = [titles_of[bet] for bet, change in changes.items() if change == most]
        assert row[4] == (", ".join(named) if len(named) <= 4 else f"{named[0]} … {named[-1]}")
    largest = [max(abs(each.number) for each in (row[3], row[5]) if each) for row in rows]  # type: ignore[union-attr]
    assert largest == sorted(largest, reverse=True)
    attached = next(file for file in sample_report().attachments if file.name == "slopes.json")
    assert json.loads(attached.text) == odds()["slopes"]  # every wager of every change


def test_every_simulated_figure_matches_the_command() -> None:
    found = simulated()
    bets = {bet.name: bet.title for bet in GAMES["flop22"].bets(pb.rules("flop22"))}
    every = {**found["bets"], "played": found["played"]}  # type: ignore[dict-item]
    for name, figures in every.items():
        row = "All bets of a round" if name == "played" else bets[name]
        for column, head in (("mean", "mean"), ("se", "se"), ("exact", "computed"), ("z", "z")):
            assert cell(sample_report(), "simulated", row, head) == figures[column]  # type: ignore[index]
        if figures["lines"]:  # type: ignore[index]
            lines = grids(sample_report())[f"lines {name}"].rows
            assert [row[1].number for row in lines] == [line["count"] for line in figures["lines"]]  # type: ignore[index,union-attr]
            assert [row[4].number for row in lines] == [line["z"] for line in figures["lines"]]  # type: ignore[index,union-attr]


def test_protection_and_risk_match_the_commands() -> None:
    protect = json.loads(command("protect", "flop22", "--json").out)
    rows = grids(sample_report())["threats"].rows
    assert [row[2].number for row in rows] == pytest.approx([row["edge"] for row in protect["threats"]])  # type: ignore[union-attr]
    assert [row[5].number for row in rows] == [row["per_100"] for row in protect["threats"]]  # type: ignore[union-attr]
    risk = json.loads(command("risk", "flop22", "--json").out)
    assert cell(sample_report(), "risk", "probability to end ahead", "by convolution") == risk["ahead"]
    assert (
        cell(sample_report(), "operator", "volatility index, 1.645 standard deviations", "value")
        == risk["volatility_index"]
    )
    assert cell(sample_report(), "operator", "theoretical win, of the initial bets", "value") == risk["house"]["edge"]


def test_every_option_and_line_of_the_rules_is_listed() -> None:
    rules = pb.rules("flop22")
    assert [row[0] for row in grids(sample_report())["options"].rows] == [
        option_title(rules, name) for name in rules.options()
    ]
    assert cell(sample_report(), "paytable bonus_table", "Card Total 22", "Hand 3") == 10
    assert cell(sample_report(), "wagers", "Field", "maximum") == 10


def text_of(item: object) -> str:
    return "".join(piece if isinstance(piece, str) else getattr(piece, "shown", "") for piece in item)  # type: ignore[attr-defined]


def test_findings_the_house_must_know_are_listed() -> None:
    points = " ".join(text_of(item) for item in sample_report().section("must-know").blocks[0].items)  # type: ignore[union-attr]
    assert "Ante, hand 3 favours the player" in points
    mix = "$1 on Ante, hand 1, $1 on Ante, hand 2, $10 on Ante, hand 3"
    assert f"{mix} has an expected gain of $1.09 per round, 9.10%" in points
    assert "27.2247%" not in points  # the edge of betting on every card, which no player does
    assert "The house edge exceeds" not in points
    assert "F22-5" in points
    assert "Largest liability" in points


def test_house_edge_above_20_percent_is_pointed_out() -> None:
    points = " ".join(map(text_of, must_know(Material(pb.rules("roll-your-own"), 0, 1, DATE))))
    assert "The house edge exceeds 20% on Bonus 41.34%" in points
    assert "Bonus is compulsory" in points


def test_equal_antes_leave_no_favourable_mix() -> None:
    game, rules = GAMES["flop22"], pb.rules("flop22", equal_antes=True)
    values = bet_values(game, rules, pb.odds(rules))
    assert best_mix(game, rules, pb.odds(rules), values) is None


def test_changed_paytable_that_favours_the_player_is_found() -> None:
    game, rules = GAMES["beat-the-dealer"], pb.rules("beat-the-dealer", two_card_table={"AA": "200:1"})
    values = {value.bet: value.value for value in bet_values(game, rules, pb.odds(rules))}
    assert values["two-card"] > 0 > values["ante"]
    mix = best_mix(game, rules, pb.odds(rules), bet_values(game, rules, pb.odds(rules)))
    assert mix is not None
    assert (mix.amounts["two-card"], mix.amounts["ante"]) == (50_000, 100)


def test_nothing_timed_is_included() -> None:
    text = rendered(sample_report(), ".json").decode()
    assert 'seconds\\"' not in text
    assert "rounds_per_second" not in text
    assert str(Path.home()) not in text


def test_changed_line_changes_only_dependent_sections() -> None:
    here, there = sample_report(), sample_report("flop22", "field_table.2 and 6=3:1")
    keys = [block.key for _, block in here.walk() if isinstance(block, Section)]
    leaves = [key for key in keys if not any(isinstance(block, Section) for block in here.section(key).blocks)]
    changed = {key for key in leaves if here.section(key) != there.section(key)}
    must = {
        "options",
        "wagers",
        "wager-field",
        "figures-together",
        "example-lines",
        "sensitivity",
        "simulation",
        "removal",
        "sign",
        "annex-sheet-payout",
        "annex-card-pays",
    }
    may = {
        "control",
        "annex-felt-felt",
        "annex-felt-position",
        "annex-felt-inscriptions",
        "annex-felt-inscribed",
        "annex-sheet-table",
        "annex-sheet-wagers",
        "annex-card-strategy",
        "annex-card-game",
        "matrix",
        "decide",
        "liability",
        "settings",
        "making",
        "attached",
        "must-know",
        "example-endings",
        "equipment",
        "simple",
    }
    assert changed <= must | may  # the felt prints what the field pays, and a good field bet is worth making
    assert must <= changed
    for key in ("wager-ante-1", "wager-match-1", "best-strategy", "game", "prices", "irregularities", "procedure"):
        assert key not in changed
    assert here.section("rulings") == there.section("rulings")
    assert here.section("compliance") == there.section("compliance")


def test_same_inputs_and_date_give_the_same_bytes() -> None:
    remade = make_report(pb.rules("flop22"), ROUNDS, SEED, DATE)
    assert rendered(with_whole(remade), ".pdf") == as_pdf()
    assert rendered(remade, ".html") == rendered(sample_report(), ".html")


def test_pdf_is_archival_tagged_and_complete() -> None:
    assert len(as_pdf()) < 3_000_000
    with pikepdf.open(io.BytesIO(as_pdf())) as file:
        with file.open_metadata() as meta:
            assert (meta["pdfaid:part"], meta["pdfaid:conformance"], meta["pdfuaid:part"]) == ("3", "A", "1")
            assert meta["dc:title"] == "Flop 22: mathematical report"
        assert file.Root.Lang == "en"
        elements = tagged(file.Root)
        assert all("/Alt" in element for element in elements if element.S == "/Figure")
        heads = [element for element in elements if element.S == "/TH"]
        assert len(heads) > 100
        assert all(any("/Scope" in part for part in attributes(head)) for head in heads)
        rows = [element for element in elements if element.S == "/TR"]
        assert len(rows) > 300
        assert all(row.K[0].S == "/TH" for row in rows)
        names = {*file.attachments}
        assert {"making.json", "rules.toml", "odds.json", "protect.json", "simulate.json", "report.json"} <= names
        assert len(list(file.open_outline().root)) == len(sample_report().sections)


@pytest.mark.poppler
def test_pdf_text_contains_the_figures_of_the_json(tmp_path: Path) -> None:
    (tmp_path / "r.pdf").write_bytes(as_pdf())
    subprocess.run(["pdftotext", "-layout", "r.pdf", "r.txt"], cwd=tmp_path, check=True, timeout=300)
    text = re.sub(r"\s+", "", (tmp_path / "r.txt").read_text(encoding="utf-8"))
    found = [quantity for quantity in quantities(sample_report()) if quantity.shown.replace(" ", "") not in text]
    assert found == []


def quantities(document: Document) -> list[Quantity]:
    """Return every figure of the tables and paragraphs."""
    found: list[Quantity] = []
    for _, block in document.walk():
        if isinstance(block, Grid):
            found += [each for row in block.rows for each in row if isinstance(each, Quantity)]
        elif isinstance(block, Paragraph):
            found += [piece for piece in block.words if isinstance(piece, Quantity)]
    return found


def test_every_figure_of_a_table_is_numeric() -> None:
    """Check that every percentage or decimal is stored as a number in the JSON."""
    for key, grid in grids(sample_report()).items():
        if key in ("making", "checksums", "options", "posted", "motions", "rulings", "closings", "shown", "slopes"):
            continue
        if key in (
            "document",
            "history",
            "equipment",
            "shuffler",
            "Sizes and positions of the spots",
        ):  # given, not computed
            continue
        for row in grid.rows:
            for each in row[1:]:
                assert not (isinstance(each, str) and re.fullmatch(r"[−+-]?[\d,]+(\.\d+)?%?", each)), (key, each)


@pytest.mark.parametrize("game", OURS)
def test_every_paying_line_and_every_ending_has_an_example(game: str) -> None:

    found = Material(pb.rules(game), 0, 1, DATE).examples
    assert found.missing == ()
    assert len(found.endings) >= len(GAMES[game].endings)
    for example in (*found.lines, *found.endings):
        assert example.lines[-1].startswith("Result: ")
        assert pb.replay(json.loads(example.record)).record.as_data() == json.loads(example.record)


def test_date_and_rounds_are_validated() -> None:
    with pytest.raises(Refused) as fault:
        make_report(pb.rules("flop22"), 0, 1, "17.11.2026")
    assert fault.value.code == "bad-date"
    with pytest.raises(Refused) as fault:
        make_report(pb.rules("flop22"), -1, 1, DATE)
    assert fault.value.code == "bad-rounds"


def test_report_without_rounds_says_so() -> None:
    document = make_report(pb.rules("flop22"), 0, 1, DATE)
    assert "No rounds were simulated" in str(document.section("simulation"))


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_every_game_has_a_report(game: str) -> None:
    pdf = as_pdf(game)
    assert len(pdf) < 3_000_000
    assert pdf == rendered(with_whole(sample_report(game)), ".pdf")


def test_external_game_has_a_report_that_passes_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("new", "my-game").code == 0
    out = ["--rounds", "0", "--date", DATE, "--out", "r.json"]
    assert command("report", "my-game", *out).out.startswith(f"r.json: My Game: mathematical report, {DATE}\nSHA-256 ")
    assert command("report", "--check", "r.json").code == 0
