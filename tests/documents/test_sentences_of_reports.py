"""Sentences of a report: the largest cost of a round, what can be seen or counted, which wager pays a line."""

from __future__ import annotations

import io
import re
import subprocess
from pathlib import Path

import pikepdf
import pytest

import pitboss as pb
from helpers.report_made import DATE, as_pdf, cell, grids, sample_report
from pitboss.documents.blocks import Definitions, Document, Grid, Points, Section, share
from pitboss.documents.inputs.examples import ExampleHunt, found_rounds
from pitboss.documents.inputs.liability import liability_of
from pitboss.documents.inputs.material import Material
from pitboss.documents.rendering import rendered
from pitboss.documents.sections.equipment import equipment_part
from pitboss.documents.sections.option_words import option_title
from pitboss.documents.sections.protection import bet_words, dealt_of, top_threats
from pitboss.documents.sections.wagers import bet_figures
from pitboss.documents.verification.recompute import check_report, read_report
from pitboss.games import GAMES
from pitboss.games.odds import analysis_of
from pitboss.money import Cents
from pitboss.play.records.ledger import net
from pitboss.play.round import Round
from pitboss.play.steps import Seat

FIVE_HANDS_DOUBLED = "Kh Ks 2c 3c 6c Jh Kd Kc Qh 5c 6d 5d 6h 5h 6s 4c 7c 4d 7d 3d Js"
"""Five hands of ten-values, each doubled to 21, against a dealer who busts."""


def test_hand_grows_to_the_largest_bet_the_rules_allow() -> None:
    game, rules = GAMES["roll-your-own"], pb.rules("roll-your-own")
    whole = {str(card): card for card in game.whole_pack(rules)}
    first = [whole[name] for name in FIVE_HANDS_DOUBLED.split()]
    dealt = Round(game, rules, [*first, *(card for card in whole.values() if card not in first)])
    dealt.place({Seat(1): {bet: Cents(500) for bet in ("two-card", "one-card", "bonus")}})
    while dealt.pending:
        options = [option.name for option in dealt.pending.options[Seat(1)]]
        lone = "one-card" in dealt.events[-1].describe(game.words(rules))
        wanted = ("stand",) if lone else ("alone-3", "split", "double")
        dealt.say(Seat(1), next(option for option in wanted if option in options))
    hand = next(bet for bet in game.bets(rules) if bet.name == "two-card")
    assert net(dealt.events)[Seat(1)]["two-card"] == 10 * 500 == hand.grows * 500


def test_liability_includes_the_dealers_bets() -> None:
    game, rules = GAMES["free-bet"], pb.rules("free-bet")
    found = liability_of(game, rules, analysis_of(game, rules))
    assert ("toke", 50_000, 8.0) in found.bets
    assert found.seat.most == 2 * 8 * 50_000 + 100 * 50_000  # main and toke on four doubled hands, five tokens
    assert found.played == 8 * 50_000


def test_played_liability_uses_the_limits_of_its_own_bets() -> None:
    game, rules = GAMES["flop22"], pb.rules("flop22", ante_limit="$25", field_limit="$1", aggregate="$9000")
    assert liability_of(game, rules, analysis_of(game, rules)).played == 104 * 2_500


def test_counting_threats_are_reported_at_the_house_penetration() -> None:
    rules = pb.rules("flip-it")
    assert dealt_of(Material(rules, 0, 1, DATE)) == 80
    assert dealt_of(Material(rules.with_changes(cut_card=220), 0, 1, DATE)) == 50
    names = [row["name"] for row in top_threats(Material(rules, 0, 1, DATE).protection["threats"], 80)]
    assert names == ["the next card seen", "all ranks known, 80% dealt"]


def test_advantage_open_to_everyone_is_not_a_warning() -> None:
    names = [row["name"] for row in top_threats(Material(pb.rules("flop22"), 0, 1, DATE).protection["threats"], 100)]
    assert names == ["flop 1 seen", "small antes first"]


def test_wagers_are_named_by_their_titles() -> None:
    material = Material(pb.rules("flip-it"), 0, 1, DATE)
    assert bet_words(material, "red or black") == "Red or Black"
    titles = {row[1] for row in grids(sample_report())["threats"].rows}
    assert titles == {f"{name}, hand {hand}" for name in ("Match", "Double Down") for hand in (1, 2, 3)} | {
        "Ante, hand 3"
    }


def test_every_line_is_shown_by_the_wager_it_pays() -> None:
    shown = grids(sample_report())["shown"]
    lines = {row[0]: str(row[shown.heads.index("lines, each with its example")]) for row in shown.rows}
    assert re.fullmatch(r"pays 10 to 1: \d+", lines["Match, hand 1 to 3"])
    assert "any" not in lines


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("free-bet", "The table has gold Free Bet tokens. (Free Split, Free Double)"),
        ("roll-your-own", "A shuffler set to packs of three cards stands at the table. (rule 1)"),
    ],
)
def test_equipment_is_listed_as_on_the_sheet(game: str, sentence: str) -> None:
    definitions = equipment_part(Material(pb.rules(game), 0, 1, DATE)).blocks[0]
    assert isinstance(definitions, Definitions)
    assert ("At the table", (sentence,)) in definitions.items


def test_hands_that_pay_alike_are_all_shown() -> None:
    rules = pb.rules("flop22", bonus_pays="double-only")
    alike = Material(rules, 0, 1, DATE).groups
    assert [bet.name for bet in alike[0]] == ["ante-1", "ante-2", "ante-3"]
    _, left = found_rounds(ExampleHunt(GAMES["flop22"], rules, alike))
    assert left == set()


def test_element_of_risk_of_a_growing_wager_is_that_of_the_game() -> None:
    found = analysis_of(GAMES["free-bet"], pb.rules("free-bet"))
    assert found.played is not None
    figures = dict(bet_figures(next(bet for bet in found.bets if bet.name == "main"), found.played))
    assert figures["element of risk"] == share(found.played.element_of_risk)


def test_every_option_is_in_the_sensitivity_section() -> None:
    section = sample_report().section("sensitivity")
    text = " ".join(str(block) for block in section.blocks)
    rules = pb.rules("flop22")
    assert [name for name in rules.options() if option_title(rules, name) not in text] == []


@pytest.mark.poppler
def test_table_of_few_tall_rows_continues_on_the_next_page(tmp_path: Path) -> None:
    tall = tuple((f"row {at}", "long words " * 45) for at in range(14))
    table = Grid("Tall", ("row", "words"), tall, wide=("words",), key="tall")
    page = Document("Tall rows", DATE, (Section("tall", "Tall", (table,)),))
    path = tmp_path / "tall.pdf"
    path.write_bytes(rendered(page, ".pdf"))
    printed = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    first, second = printed.split("\f")[:2]
    assert "row 0" in first
    assert "row 13" in second


def test_altered_file_in_a_pdf_is_reported_once(tmp_path: Path) -> None:
    held = io.BytesIO()
    with pikepdf.open(io.BytesIO(as_pdf())) as file:
        text = file.attachments["odds.json"].get_file().read_bytes()
        file.attachments["odds.json"] = text.replace(b"0.27", b"0.28", 1)
        file.save(held)
    path = tmp_path / "altered.pdf"
    path.write_bytes(held.getvalue())
    assert check_report(read_report(str(path))) == [
        "The file odds.json in the PDF was altered: it is not the one that its report.json holds."
    ]


def test_wager_is_judged_by_its_edge_at_best_play() -> None:
    points = sample_report("beat-the-dealer").section("must-know").blocks[0]
    assert isinstance(points, Points)
    items = ["".join(str(getattr(piece, "shown", piece)) for piece in item) for item in points.items]
    high = next(item for item in items if item.startswith("The house edge exceeds 20% on "))
    assert "2 Card Bonus 43.29%" in high
    assert "Ante" not in high  # 53% without its raises, 2% with best play


def test_losing_month_is_reported_as_a_loss() -> None:
    text = "".join(str(block) for block in sample_report().section("risk").blocks)
    assert "the house loses " in text
    assert cell(sample_report(), "risk", "probability of ruin ever", "by convolution") == 1
