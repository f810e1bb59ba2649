"""The report of a game: every number is the library's, nothing measured is in it, a change changes what hangs on it."""

from __future__ import annotations

import io
import json
import re
import subprocess
from pathlib import Path

import pikepdf
import pytest

import pitboss as pb
from helpers.at_the_terminal import command
from helpers.report_made import DATE, ROUNDS, SEED, as_pdf, attributes, cell, grids, made, tagged
from pitboss.documents.blocks import Document, Grid, Paragraph, Quantity, Section
from pitboss.documents.figures.option_words import option_title, value_words
from pitboss.documents.inputs.material import Material
from pitboss.documents.inputs.mixes import best_mix, bet_values
from pitboss.documents.rendering import rendered
from pitboss.documents.report import make_report, with_whole
from pitboss.games import GAMES, OURS
from pitboss.play.refused import Refused

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


def test_the_headings_have_the_words_that_a_reader_of_ten_reports_looks_for() -> None:
    tops = [section.title.lower() for section in made().sections]
    for word in HEADINGS.split():
        assert any(word in title for title in tops), word
    for bet in GAMES["flop22"].bets(pb.rules("flop22")):
        assert any(bet.title in title for title in titles(made())), bet.title


def test_every_outcome_is_what_odds_says() -> None:
    for name, bet in odds()["bets"].items():  # type: ignore[attr-defined]
        key = f"outcomes {name}" if f"outcomes {name}" in grids(made()) else f"outcomes {name.rpartition('-')[0]}-1"
        for outcome in bet["outcomes"]:
            assert cell(made(), key, outcome["name"], "probability") == outcome["probability"]
            assert cell(made(), key, outcome["name"], "return") == pytest.approx(
                outcome["pays"] * outcome["probability"], abs=1e-15
            )
            exact = next(row for row in grids(made())[key].rows if row[0] == outcome["name"])[2]
            assert isinstance(exact, Quantity)
            assert exact.exact == outcome["probability_exact"]
        figures = key.replace("outcomes", "figures")
        assert cell(made(), figures, "house edge", "value") == bet["house_edge"]
        assert cell(made(), figures, "standard deviation", "value") == bet["sd"]
        assert cell(made(), figures, "hit rate", "value") == bet["hit"]
        assert cell(made(), key, "sum", "return") == bet["ev"]


def test_the_game_as_played_is_what_odds_says() -> None:
    played = odds()["played"]
    names = {
        "ev of a round": "ev", "initial bet": "initial_bet", "average bet, all money put down": "average_bet",
        "house edge, of the initial bet": "house_edge", "element of risk, of all money bet": "element_of_risk",
        "standard deviation of a round": "sd",
    }  # fmt: skip
    for told, name in names.items():
        assert cell(made(), "played", told, "value") == played[name]  # type: ignore[index]
    nets = dict(played["distribution"])  # type: ignore[index]
    assert {row[0].number: row[1].number for row in grids(made())["nets"].rows} == nets  # type: ignore[union-attr]


def test_every_slope_is_what_odds_says_largest_first() -> None:
    rules = pb.rules("flop22")
    rows = grids(made())["slopes"].rows
    told = {(row[0], row[2]): row for row in rows}
    assert len(told) == len(rows) == len(odds()["slopes"])  # type: ignore[arg-type]
    for each in odds()["slopes"]:  # type: ignore[attr-defined]
        row = told[option_title(rules, each["option"]), value_words(each["after"])]
        changes = {bet: edge["change"] for bet, edge in each["edges"].items()}
        played, others = changes.pop("played", None), changes.values()
        assert (row[3].number if row[3] else None) == played  # type: ignore[union-attr]
        assert (abs(row[5].number) if row[5] else None) == max(map(abs, others), default=None)  # type: ignore[union-attr]
    largest = [max(abs(each.number) for each in (row[3], row[5]) if each) for row in rows]  # type: ignore[union-attr]
    assert largest == sorted(largest, reverse=True)


def test_every_simulated_figure_is_what_simulate_says() -> None:
    found = simulated()
    bets = {bet.name: bet.title for bet in GAMES["flop22"].bets(pb.rules("flop22"))}
    every = {**found["bets"], "played": found["played"]}  # type: ignore[dict-item]
    for name, figures in every.items():
        row = "all bets of a round" if name == "played" else bets[name]
        for column, told in (("mean", "mean"), ("se", "se"), ("exact", "computed"), ("z", "z")):
            assert cell(made(), "simulated", row, told) == figures[column]  # type: ignore[index]
        if figures["lines"]:  # type: ignore[index]
            lines = grids(made())[f"lines {name}"].rows
            assert [row[1].number for row in lines] == [line["count"] for line in figures["lines"]]  # type: ignore[index,union-attr]
            assert [row[4].number for row in lines] == [line["z"] for line in figures["lines"]]  # type: ignore[index,union-attr]


def test_protection_and_risk_are_what_the_commands_say() -> None:
    protect = json.loads(command("protect", "flop22", "--json").out)
    rows = grids(made())["threats"].rows
    assert [row[2].number for row in rows] == pytest.approx([row["edge"] for row in protect["threats"]])  # type: ignore[union-attr]
    assert [row[5].number for row in rows] == [row["per_100"] for row in protect["threats"]]  # type: ignore[union-attr]
    risk = json.loads(command("risk", "flop22", "--json").out)
    assert cell(made(), "risk", "chance to end ahead", "by convolution") == risk["ahead"]
    assert cell(made(), "operator", "volatility index, 1.645 standard deviations", "value") == risk["volatility_index"]
    assert cell(made(), "operator", "theoretical win, of the initial bets", "value") == risk["house"]["edge"]


def test_every_option_and_every_line_of_the_rules_is_there() -> None:
    rules = pb.rules("flop22")
    assert [row[0] for row in grids(made())["options"].rows] == [option_title(rules, name) for name in rules.options()]
    assert cell(made(), "paytable bonus_table", "Card Total 22", "Hand 3") == 10
    assert cell(made(), "wagers", "Field", "most") == 10


def test_what_a_house_must_know_is_found() -> None:
    points = " ".join(
        "".join(piece if isinstance(piece, str) else getattr(piece, "shown", "") for piece in item)
        for item in made().section("must-know").blocks[0].items  # type: ignore[union-attr]
    )
    assert "Ante, hand 3 favours the player" in points
    assert (
        "$1 on Ante, hand 1, $1 on Ante, hand 2, $10 on Ante, hand 3 wins $1.09 a round on average, 9.1001%" in points
    )
    assert "Match, hand 1, Match, hand 2, Match, hand 3 35.2941%" in points
    assert "F22-5" in points
    assert "Largest liability" in points


def test_equal_antes_leave_no_mix_for_the_player() -> None:
    game, rules = GAMES["flop22"], pb.rules("flop22", equal_antes=True)
    values = bet_values(game, rules, pb.odds(rules))
    assert best_mix(game, rules, pb.odds(rules), values) is None


def test_a_pay_table_changed_is_found_to_favour_the_player() -> None:
    game, rules = GAMES["beat-the-dealer"], pb.rules("beat-the-dealer", two_card_table={"AA": "200:1"})
    values = {value.bet: value.value for value in bet_values(game, rules, pb.odds(rules))}
    assert values["two-card"] > 0 > values["ante"]
    mix = best_mix(game, rules, pb.odds(rules), bet_values(game, rules, pb.odds(rules)))
    assert mix is not None
    assert (mix.amounts["two-card"], mix.amounts["ante"]) == (50_000, 100)


def test_nothing_measured_is_in_it() -> None:
    text = rendered(made(), ".json").decode()
    assert 'seconds\\"' not in text
    assert "rounds_per_second" not in text
    assert str(Path.home()) not in text


def test_a_changed_line_changes_what_hangs_on_it_and_nothing_else() -> None:
    here, there = made(), made("flop22", "field_table.2 and 6=3:1")
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


def test_the_same_inputs_and_date_give_the_same_bytes() -> None:
    again = make_report(pb.rules("flop22"), ROUNDS, SEED, DATE)
    assert rendered(with_whole(again), ".pdf") == as_pdf()
    assert rendered(again, ".html") == rendered(made(), ".html")


def test_the_pdf_is_archival_tagged_and_whole() -> None:
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
        assert len(list(file.open_outline().root)) == len(made().sections)


@pytest.mark.poppler
def test_the_words_of_the_pdf_hold_the_figures_of_the_json(tmp_path: Path) -> None:
    (tmp_path / "r.pdf").write_bytes(as_pdf())
    subprocess.run(["pdftotext", "-layout", "r.pdf", "r.txt"], cwd=tmp_path, check=True, timeout=300)
    text = re.sub(r"\s+", "", (tmp_path / "r.txt").read_text(encoding="utf-8"))
    found = [quantity for quantity in quantities(made()) if quantity.shown.replace(" ", "") not in text]
    assert found == []


def quantities(document: Document) -> list[Quantity]:
    """Every figure of the tables and paragraphs."""
    found: list[Quantity] = []
    for _, block in document.walk():
        if isinstance(block, Grid):
            found += [each for row in block.rows for each in row if isinstance(each, Quantity)]
        elif isinstance(block, Paragraph):
            found += [piece for piece in block.words if isinstance(piece, Quantity)]
    return found


def test_no_figure_of_a_table_is_only_words() -> None:
    """A share or a number with decimals is a figure, which the JSON holds as a number."""
    for key, grid in grids(made()).items():
        if key in ("making", "checksums", "options", "posted", "motions", "rulings", "closings", "shown", "slopes"):
            continue
        if key in (
            "document",
            "history",
            "equipment",
            "shuffler",
            "Sizes and places of the spots",
        ):  # what is written down, not what is computed
            continue
        for row in grid.rows:
            for each in row[1:]:
                assert not (isinstance(each, str) and re.fullmatch(r"[−+-]?[\d,]+(\.\d+)?%?", each)), (key, each)


@pytest.mark.parametrize("game", OURS)
def test_every_line_that_pays_and_every_ending_has_an_example(game: str) -> None:

    found = Material(pb.rules(game), 0, 1, DATE).examples
    assert found.missing == ()
    assert len(found.endings) >= len(GAMES[game].endings)
    for example in (*found.lines, *found.endings):
        assert example.lines[-1].startswith("Result: ")
        assert pb.replay(json.loads(example.record)).record.as_data() == json.loads(example.record)


def test_the_date_and_the_rounds_are_checked() -> None:
    with pytest.raises(Refused, match="must be a day like"):
        make_report(pb.rules("flop22"), 0, 1, "17.11.2026")
    with pytest.raises(Refused, match="rounds must be a whole number"):
        make_report(pb.rules("flop22"), -1, 1, DATE)


def test_without_rounds_it_says_so() -> None:
    document = make_report(pb.rules("flop22"), 0, 1, DATE)
    assert "No rounds were simulated" in str(document.section("simulation"))


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_every_game_has_a_report(game: str) -> None:
    pdf = as_pdf(game)
    assert len(pdf) < 3_000_000
    assert pdf == rendered(with_whole(made(game)), ".pdf")


def test_a_game_from_outside_has_a_report_that_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("new", "my-game").code == 0
    out = ["--rounds", "0", "--date", DATE, "--out", "r.json"]
    assert command("report", "my-game", *out).out.startswith(f"r.json: My Game: mathematical report, {DATE}\nSHA-256 ")
    assert command("report", "--check", "r.json").code == 0
