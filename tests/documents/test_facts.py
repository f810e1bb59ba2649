"""Data behind the figures: rulings, clauses, published figures and endings are consistent."""

from __future__ import annotations

from pathlib import Path

import pytest

import pitboss as pb
from helpers.report_made import sample_report
from pitboss.documents.blocks import Section
from pitboss.documents.inputs.examples import endings_of
from pitboss.documents.inputs.other_rules import PublishedFigure, found_alone, found_in, published_of
from pitboss.documents.inputs.values import play_of
from pitboss.documents.sections.closing import compliance
from pitboss.games import GAMES, OURS
from pitboss.games.rulings import rulings_of

ROOT = Path(__file__).resolve().parents[2]


def test_page_of_rulings_is_a_copy_of_the_source(rewrite: bool) -> None:
    page, source = ROOT / "docs" / "rulings.md", ROOT / "src" / "pitboss" / "games" / "rulings" / "rulings.md"
    if rewrite:
        page.write_bytes(source.read_bytes())
    assert page.read_bytes() == source.read_bytes(), "change the one beside the games, then write the page anew"


def test_contradictions_and_gaps_of_the_sheets_are_listed() -> None:
    found = {ruling.number for name in OURS for ruling in rulings_of(GAMES[name].rules) if ruling.contradiction}
    assert found == {"F22-5", "FI-4"}
    silent = {ruling.number for name in OURS for ruling in rulings_of(GAMES[name].rules) if ruling.silent}
    assert {"C-7", "C-9", "BD-5"} <= silent
    numbers = [ruling.number for ruling in rulings_of(GAMES["free-bet"].rules)]
    assert numbers[0] == "C-1"
    assert numbers[-1] == "FB-14"


@pytest.mark.parametrize("game", OURS)
def test_every_ending_is_the_record_of_its_golden_transcript(game: str) -> None:
    files = {
        path.stem: path.read_text(encoding="utf-8")
        for path in (ROOT / "tests" / "games" / "transcripts" / game).glob("*.txt")
    }
    assert {name: record.strip() for name, record in endings_of(game).items()} == {
        name: text.split("\n\n", maxsplit=1)[0].strip() for name, text in files.items()
    }


def test_every_clause_is_answered_by_a_section_or_a_person() -> None:
    keys = {block.key for _, block in sample_report().walk() if isinstance(block, Section)}
    for place in compliance():
        assert place.source.startswith("http")
        for row in place.rows:
            assert bool(row.section) != bool(row.who)
            assert not row.section or row.section in keys


def test_published_figures_of_a_quick_game_match() -> None:
    for row in published_of("roll-your-own"):
        assert row.agrees(found_in(pb.odds("roll-your-own"), row.figure)), row.what


def test_figure_computed_alone_matches_the_full_analysis() -> None:
    game, figures = GAMES["free-bet"], []
    for row in published_of("free-bet"):
        found = found_alone(game, game.rules(), row.figure)
        assert found == found_in(pb.odds("free-bet"), row.figure), row.what
        figures.append(row.figure)
    assert {"bet.main.house_edge", "bet.push-22.ev", "bet.push-22.dealer 22.probability"} <= set(figures)
    assert found_alone(game, game.rules(), "played.sd") is None


def test_published_figure_matches_to_its_own_digits_only() -> None:
    row = PublishedFigure("field", "0.0769", "bet.field.house_edge", "s", "a")
    assert row.agrees(0.07692)
    assert not row.agrees(0.07696)
    assert (
        found_in(pb.odds("flop22"), "bet.field.3, 4 and 5.probability")
        == pb.odds("flop22").bets["field"].outcomes[0].probability
    )


@pytest.mark.parametrize("game", OURS)
def test_every_strategy_can_be_simulated(game: str) -> None:
    facts = play_of(game)
    for way in facts.errors:
        assert pb.simulate(game, 1000, strategy=way.way, stakes=facts.stakes).rounds == 1000
