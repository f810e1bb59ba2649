"""The parts that make a report a filing: matrix, control, typical player, remedies, annexes, Word."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest

import pitboss as pb
from helpers.at_the_terminal import command
from helpers.report_made import DATE, cell, grids, sample_report
from pitboss.documents.blocks import Document, Grid, RoundColumns, Section
from pitboss.documents.filings.control import load_facts, parse_facts
from pitboss.documents.inputs.material import Material
from pitboss.documents.rendering import rendered
from pitboss.documents.report import ROUNDS, make_report
from pitboss.documents.sections.operator import rounds_played
from pitboss.documents.sections.rules import dealt_rows, examples_part
from pitboss.games import GAMES, OURS
from pitboss.games.rulings import own_rulings
from pitboss.play.refused import Refused

FILING = """
applicant = "A Company"
contact = "The licensing department"
document = "AC-0001"
[[revisions]]
number = 0
date = "2026-11-01"
change = "First issue"
[[revisions]]
number = 1
date = "2026-11-17"
change = "Match pays 11 to 1"
"""


def test_matrix_has_the_edge_of_the_changed_rules() -> None:
    rows = grids(sample_report())["matrix"].rows
    assert len(rows) == 4
    for row in rows:
        bonus, match = str(row[0]).replace(" ", "-"), str(row[1]).replace(" to ", ":")
        odds = pb.odds("flop22", bonus_pays=bonus, match_pays=match)
        assert odds.played is not None
        assert row[2].number == pytest.approx(float(odds.played.house_edge), abs=1e-12)  # type: ignore[union-attr]


def test_document_number_applicant_and_history_are_printed_and_attached() -> None:
    document = make_report(GAMES["flip-it"].rules(), 0, 1, DATE, filing=FILING)
    assert cell_text(document, "document", "document number") == "AC-0001"
    assert "AC-0001 · revision 1" in document.footer
    assert [row[2] for row in grids(document)["history"].rows] == ["First issue", "Match pays 11 to 1"]
    assert cell_text(document, "applicant", "Applicant") == "A Company"
    assert [file.text for file in document.attachments if file.name == "filing.toml"] == [FILING]


def cell_text(document: Document, table: str, row: str) -> object:
    return next(each[1] for each in grids(document)[table].rows if each[0] == row)


@pytest.mark.parametrize("text", ["applicants = 'x'", "applicant = 3", "= 1", "[[revisions]]\nnumber = 'one'"])
def test_invalid_filing_file_is_refused_with_a_message(text: str, tmp_path: Path) -> None:
    with pytest.raises(Refused) as fault:
        parse_facts(text)
    assert fault.value.code == "bad-filing"
    path = tmp_path / "filing.toml"
    path.write_text(text)
    with pytest.raises(Refused, match=re.escape(repr(str(path)))):
        load_facts(str(path))
    with pytest.raises(Refused) as fault:
        load_facts(str(tmp_path / "none.toml"))
    assert fault.value.code == "no-file"


def test_hold_of_drop_never_exceeds_the_drop_and_matches_a_random_walk() -> None:
    assert 0.5 * rounds_played(-0.5, 3.0, 10_000, 99.0) <= 1.02 * 99
    assert rounds_played(-0.01, 1.0, 200, 1e6) == pytest.approx(200)
    # an independent figure: a fair ±1 walk stopped at −20, by its exact distribution
    alive, played = {0: 1.0}, 0.0
    for _ in range(400):
        played += sum(alive.values())
        after: dict[int, float] = {}
        for place, chance in alive.items():
            for step in (-1, 1):
                if place + step > -20:
                    after[place + step] = after.get(place + step, 0.0) + chance / 2
        alive = after
    assert rounds_played(0.0, 1.0, 400, 20.0) == pytest.approx(played, rel=0.01)


@pytest.mark.parametrize("game", sorted(OURS))
def test_no_ruling_of_a_filing_names_another_game(game: str) -> None:
    titles = {each: GAMES[each].title.removesuffix(" Blackjack") for each in OURS}
    others = [title for each, title in titles.items() if each != game and title not in GAMES[game].title]
    for ruling in own_rulings(type(GAMES[game].rules())):
        if ruling.number.startswith("C-"):
            assert not [title for title in others if title in ruling.text and title != "Blackjack"], ruling


def test_examples_have_three_columns_and_keep_every_card_and_amount() -> None:
    lines = next(iter(example_rounds("example-lines")))
    assert all(len(row) == 3 for row in lines.rows)
    for example in all_examples():
        rows = dealt_rows(example)
        sign = re.compile(r"(?:10|[2-9AKQJ])[♠♥♦♣]")
        assert sorted(sign.findall(" ".join(example))) == sorted(sign.findall(" ".join(" ".join(row) for row in rows)))
        amounts = re.compile(r"(?:wins|loses) \$[\d,.]*\d")
        motions, results = rows[:-1], " ".join(rows[-1])
        assert sorted(amounts.findall(" ".join(example))) == sorted(
            amounts.findall(" ".join(f"{row[0]} {row[2]}" for row in motions))
        )
        signed = results.replace("wins $", "+$").replace("loses $", "−$")
        nets = re.compile(r"[+−]\$[\d,.]*\d")
        assert set(nets.findall(signed)) <= set(nets.findall(example[-1]))
        assert len(nets.findall(signed)) in (1, len(nets.findall(example[-1])))


def example_rounds(section: str) -> list[RoundColumns]:
    return [block for block in sample_report().section(section).blocks if isinstance(block, RoundColumns)]


def all_examples() -> list[tuple[str, ...]]:
    found = []
    for game in sorted(OURS):
        examples = Material(GAMES[game].rules(), 0, 1, DATE).examples
        found += [each.lines for each in (*examples.lines, *examples.endings)]
    assert len(found) > 100
    return found


@pytest.mark.parametrize("game", sorted(OURS))
def test_every_wager_has_a_winning_and_a_losing_example(game: str) -> None:
    material = Material(GAMES[game].rules(), 0, 1, DATE)
    part = examples_part(material)
    index = next(
        block for section in part.blocks if isinstance(section, Section) for block in section.blocks
        if isinstance(block, Grid)
    )  # fmt: skip
    by_title = {row[0]: row for row in index.rows}
    for group in material.groups:
        bet = group[0]
        if bet.name not in {each.name for each in material.bets}:
            continue
        row = by_title[material.group_title(group)]
        assert row[1] != "–"
        assert row[2] != "–"
        assert (row[3] != "–") == bool(bet.push) or any("push" in str(each) for each in row)


def test_word_file_has_the_parts_required_by_nevada(tmp_path: Path) -> None:
    out = tmp_path / "filing.docx"
    command("sheet", "flop22", "--out", str(out), "--date", DATE)
    assert "Irregularities" in text_of(out.read_bytes())
    whole = rendered(sample_report(), ".docx")
    text = text_of(whole)
    for words in ("Annex A: rules of the game", "Examples", "Procedure", "Payout odds as posted", "Annex B: rack card"):
        assert words in text, words
    assert "Simulation against computation" not in text
    assert len(docx.Document(io.BytesIO(whole)).inline_shapes) >= 2
    assert zipfile.ZipFile(io.BytesIO(whole)).testzip() is None


def text_of(file: bytes) -> str:
    document = docx.Document(io.BytesIO(file))
    tables = (cell.text for table in document.tables for row in table.rows for cell in row.cells)
    return "\n".join([*(each.text for each in document.paragraphs), *tables])


def test_every_known_irregularity_has_a_remedy() -> None:
    happens = " ".join(str(row[0]) for row in grids(sample_report())["remedies"].rows).lower()
    for word in ("wrong payout", "late bet", "red light", "exposed", "fouled pack", "boxed", "power failure"):
        assert word in happens
    assert "cut card" not in happens  # Flop 22 has no shoe


def test_monthly_band_matches_the_operators_table() -> None:
    assert cell(sample_report(), "monthly bands", "100", "theoretical hold") == cell(
        sample_report(), "operator", "theoretical win, of the initial bets", "value"
    )


def test_cut_card_effect_compares_the_same_stakes() -> None:
    """Check the edge of a bet on one card, which is equally good from any part of the shoe."""
    found = Material(pb.rules("flip-it"), ROUNDS, 1, DATE).cut_card
    assert found is not None
    assert found.bet == "red"
    assert abs(found.effect) < 5 * found.se + 1e-4
    assert found.fresh == pytest.approx(-24 / 440)


def test_word_tables_fit_the_page_and_repeat_their_heads() -> None:
    """Check widths by content, heads on every page, whole rows, and numbered captions."""
    file: Any = docx.Document(io.BytesIO(rendered(sample_report(), ".docx")))
    paper = file.sections[0]
    line = paper.page_width - paper.left_margin - paper.right_margin
    for table in file.tables:
        widths = [column.width for column in table.columns]
        assert sum(widths) <= line * 1.01
        assert [cell.width for cell in table.rows[-1].cells] == widths
        assert table.rows[0]._tr.trPr.xpath("w:tblHeader")
        assert all(row._tr.trPr.xpath("w:cantSplit") for row in table.rows)
    uneven = [table for table in file.tables if len({column.width for column in table.columns}) > 1]
    assert len(uneven) > len(file.tables) // 2
    numbers = [int(each[1]) for line in file.paragraphs if (each := re.match(r"Table (\d+)\. ", line.text))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 10
