"""The documents besides the report: the layout to scale, the rules as a filing, the rack card."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from helpers.at_the_terminal import command
from helpers.outside import casino_war
from pitboss.documents.blocks import Document, Grid, Picture, Points, Quantity, Section
from pitboss.documents.filings import card, layout, on_one_page, sheet
from pitboss.documents.filings.rule_sheet import parts_of, sentence_of
from pitboss.documents.filings.scale_felt import layout_sheet
from pitboss.documents.rendering import rendered
from pitboss.documents.rendering.typst_markup import line_em, side_by_side, width_of
from pitboss.games import GAMES, OURS
from pitboss.games.procedure import procedure_of
from pitboss.lab.simple_price import simple_strategy
from pitboss.layout.plan import plan_for
from pitboss.money import Pays
from pitboss.paytable import Paytable, or_more
from pitboss.play.options.rules import HouseRules

DAY = "2026-11-17"
every_game = pytest.mark.parametrize("name", OURS)


def rules_of(name: str, *settings: str) -> HouseRules:
    return GAMES[name].rules().with_settings(settings)


def tags(pdf: pikepdf.Pdf) -> list[Any]:
    """Return every element of the structure tree."""
    found, left = [], [pdf.Root.StructTreeRoot]
    while left:
        element = left.pop()
        if isinstance(element, pikepdf.Array):
            left += list(element)
        elif isinstance(element, pikepdf.Dictionary):
            found.append(element)
            left += [element.K] if "/K" in element else []
    return found


def check_pdf(document: Document) -> pikepdf.Pdf:
    """Check that a PDF is archival, accessible and reproducible, and return it."""
    made = rendered(document, ".pdf")
    assert made == rendered(document, ".pdf")
    pdf = pikepdf.open(BytesIO(made))
    with pdf.open_metadata() as meta:
        assert (meta["pdfaid:part"], meta["pdfaid:conformance"], meta["pdfuaid:part"]) == ("3", "A", "1")
        assert meta["dc:title"] == document.title
    assert pdf.Root.Lang == "en"
    elements = [tag for tag in tags(pdf) if "/S" in tag]
    assert all("/Alt" in tag for tag in elements if tag.S == "/Figure")
    heads = [tag for tag in elements if tag.S == "/TH"]
    assert all(any("/Scope" in each for each in _attributes(tag)) for tag in heads)
    return pdf


def _attributes(tag: Any) -> list[Any]:
    return list(tag.A) if isinstance(tag.get("/A"), pikepdf.Array) else [tag.get("/A", {})]


_SEVEN_POINTS = 7 * 25.4 / 72
"""Seven points in millimetres."""


@every_game
def test_layout_is_a_valid_paper(name: str) -> None:
    game, rules = GAMES[name], rules_of(name)
    document = layout(game, rules, DAY)
    pdf = check_pdf(document)
    assert len(pdf.pages) in (3, 4)
    felt = next(block for _, block in document.walk() if isinstance(block, Picture))
    ratio = int(re.findall(r"scale 1 : (\d+)", felt.caption)[0])
    drawn = float(re.findall(r'^<svg[^>]* width="([\d.]+)mm"', felt.svg)[0])
    assert felt.millimetres * ratio == pytest.approx(drawn, abs=0.1)  # true to scale
    dimension = re.findall(r'font-size="([\d.]+)"[^>]*>[\d.]+ in \(', felt.svg)
    assert min(map(float, dimension)) / ratio >= _SEVEN_POINTS
    page = rendered(document, ".html").decode()
    assert page.count("<svg") == 2
    assert "NJ\u00a0(b)1" in page
    assert "NJ: N.J.A.C. 13:69E-1.10C" in page


def test_changed_option_changes_only_its_inscription() -> None:
    game = GAMES["free-bet"]
    plain, changed = (layout(game, rules_of("free-bet", *settings), DAY) for settings in ((), ("hits_soft_17=no",)))
    grids = [[block for _, block in each.walk() if isinstance(block, Grid)] for each in (plain, changed)]
    rows = [{row for grid in some for row in grid.rows} for some in grids]
    assert {row[0] for row in rows[0] ^ rows[1]} == {"DEALER MUST HIT A SOFT 17", "DEALER STANDS ON ALL 17S"}


def test_full_size_drawing_has_all_three_parts() -> None:
    drawing = layout_sheet(GAMES["free-bet"], rules_of("free-bet"), house="Nickel")
    assert "74.00 in (1880 mm)" in drawing
    assert "One betting position, 2 : 1" in drawing
    assert "NICKEL — before the dealer, in the middle — N.J.A.C. 13:69E-1.10C(b)1" in drawing


def content_of(document: Document) -> str:
    """Return the content of a document, without section titles and files."""
    return "\n".join(repr(block) for _, block in document.walk() if not isinstance(block, Section))


HEADINGS = [
    "Definitions", "Table; physical characteristics", "Cards; number of decks", "Opening of the table for gaming",
    "Shuffle and cut of the cards", "Rank and value of the cards", "Wagers", "Procedure for dealing the cards",
    "Decisions of the players", "Completion of each round of play", "Payout odds; payout limitation", "Irregularities",
]  # fmt: skip


@every_game
def test_sheet_is_a_filing_under_the_twelve_headings(name: str) -> None:
    document = sheet(GAMES[name], rules_of(name), DAY)
    pdf = check_pdf(document)
    assert [section.title for section in document.sections] == HEADINGS
    assert all(section.blocks for section in document.sections)
    assert len(pdf.pages) <= 6
    assert "rules.toml" in pdf.attachments
    text = content_of(document.__class__(**_without(document, "irregularities"))).replace(GAMES[name].title, "")
    assert not re.search(r"\b(you|your|yourself)\b", text, re.I)


def _without(document: Document, key: str) -> dict[str, Any]:
    fields = {name: getattr(document, name) for name in document.__struct_fields__}
    return fields | {"sections": tuple(each for each in document.sections if each.key != key)}


@every_game
def test_every_motion_is_in_one_part_of_the_filing(name: str) -> None:
    procedure = procedure_of(name)
    parts = parts_of(name, procedure)
    assert list(parts) == list(procedure)
    assert set(parts.values()) >= {"shuffle", "dealing", "decisions", "completion", "void"}
    whole = content_of(sheet(GAMES[name], rules_of(name), DAY))
    plain = [motion for motion in procedure.values() if not motion.where]
    assert all(repr(sentence_of(motion))[1:-1] in whole for motion in plain)


def other(rules: HouseRules, option: str) -> list[str]:
    """Return a setting that changes this option."""
    value = getattr(rules, option)
    if isinstance(value, Paytable):
        pays = ",".join(["60:1"] * len(value.columns))
        return [f"{option}.{value.lines[0][0]}={pays}"]
    if isinstance(value, bool):
        return [f"{option}={'no' if value else 'yes'}"]
    if isinstance(value, Pays):
        return [f"{option}=20:1"]
    if choices := [each for each in rules.choices(option) if each != str(value)]:
        return [f"{option}={choices[-1]}"]
    if isinstance(rules.as_data()[option], str):
        return [f"{option}=${value // 100 * 2}"]
    return [f"{option}={value - 1}" if option != "cut_card_percent" else f"{option}=50"]


ALL_OPTIONS = [(name, option) for name in OURS for option in GAMES[name].rules.options()]


@pytest.mark.parametrize(("name", "option"), ALL_OPTIONS)
def test_changed_option_changes_the_sheet(name: str, option: str) -> None:
    plain = rules_of(name)
    offered = option.removesuffix("_table")
    if offered in plain.options() and offered != option:  # a bet that a house may leave out
        plain = plain.with_settings([f"{offered}=yes"])
    changed = plain.with_settings(other(plain, option))
    assert changed != plain
    before, after = (sheet(GAMES[name], rules, DAY) for rules in (plain, changed))
    assert content_of(before) != content_of(after), f"the sheet of {name} is silent on {option}"


def test_filing_has_no_pay_table_of_a_bet_that_is_not_offered() -> None:
    game = GAMES["blackjack"]
    for settings, offered in (([], False), (["lucky_ladies=yes"], True)):
        assert (
            "Lucky Ladies pay table" in content_of(sheet(game, game.rules().with_settings(settings), DAY))
        ) is offered


def test_changed_paytable_changes_only_its_line() -> None:
    game = GAMES["roll-your-own"]
    before, after = (
        content_of(sheet(game, rules_of(game.name, *settings), DAY)) for settings in ((), ("bonus_table.Flush=4:1",))
    )
    lines = [set(each.replace("(('", "\n").splitlines()) for each in (before, after)]
    cells = [set(re.findall(r"\('Flush', [^)]*\)", each)) for each in (before, after)]
    assert cells[0] != cells[1]
    assert len(lines[0] ^ lines[1]) == 2  # the one table, before and after


@every_game
def test_card_is_one_page_with_five_sentences(name: str) -> None:
    document = on_one_page(card(GAMES[name], rules_of(name), DAY, 100_000))
    assert len(check_pdf(document).pages) == 1
    game = document.section("game").blocks[0]
    assert isinstance(game, Points)
    assert len(game.items) == 5
    rules = rules_of(name)
    whole = content_of(document)
    unused = {table.of for table in plan_for(GAMES[name], rules).tables if table.under(rules) is None}
    for option in rules.options():
        if option not in unused and isinstance(table := getattr(rules, option), Paytable):
            assert all(repr(or_more(line))[1:-1] in whole for line, _ in table.lines)


@pytest.mark.parametrize("doubles", ["yes", "no"])
@pytest.mark.parametrize("splits", ["yes", "no"])
@pytest.mark.parametrize("pushes", ["yes", "no"])
def test_five_sentences_follow_the_rules(doubles: str, splits: str, pushes: str) -> None:
    rules = rules_of("free-bet", f"free_doubles={doubles}", f"free_splits={splits}", f"dealer_22_pushes={pushes}")
    sentences = plan_for(GAMES["free-bet"], rules).how_to_play(rules)
    assert len(sentences) == 5
    whole = " ".join(sentences)
    assert ("for doubles of a hard 9" in whole) == (doubles == "yes")
    assert ("splits of every pair but tens" in whole) == (splits == "yes")
    assert ("dealer's 22 pushes" in whole) == (pushes == "yes")
    assert "hits soft 17" in whole
    stands = rules_of("free-bet", f"dealer_22_pushes={pushes}", "hits_soft_17=no")
    sentences = plan_for(GAMES["free-bet"], stands).how_to_play(stands)
    assert len(sentences) == 5
    assert "stands on all 17s" in " ".join(sentences)
    assert "soft 17" not in " ".join(sentences)


def test_card_states_the_cost_of_its_strategy() -> None:
    game, rules = GAMES["flip-it"], rules_of("flip-it")
    found = simple_strategy(game, rules)
    assert found is not None
    strategy = card(game, rules, DAY).section("strategy")
    assert isinstance(strategy.blocks[0], Points)
    assert tuple("".join(map(str, item)) for item in strategy.blocks[0].items) == found.sentences
    figures = [piece.exact for piece in strategy.blocks[1].words if isinstance(piece, Quantity)]  # type: ignore[union-attr]
    assert figures == [str(found.house_edge), str(found.price)]


def test_external_game_has_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    game = casino_war(monkeypatch)
    assert [section.title for section in sheet(game, game.rules(), DAY).sections] == HEADINGS
    assert rendered(sheet(game, game.rules(), DAY), ".pdf").startswith(b"%PDF")
    assert rendered(on_one_page(card(game, game.rules(), DAY)), ".pdf").startswith(b"%PDF")
    assert rendered(layout(game, game.rules(), DAY), ".pdf").startswith(b"%PDF")


@pytest.mark.parametrize("words", [["layout", "flop22", "--scale"], ["sheet", "flop22"], ["card", "flop22"]])
def test_command_writes_the_format_of_the_file_ending(words: list[str], tmp_path: Path) -> None:
    for ending, start in ((".pdf", b"%PDF"), (".svg", b"<svg"), (".html", b"<!doctype html>")):
        file = tmp_path / f"paper{ending}"
        assert command(*words, "--out", str(file), "--date", DAY).code == 0
        assert file.read_bytes().startswith(start)


def test_default_output_is_the_drawing_or_a_file_named_after_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("layout", "flop22", "--scale").out.startswith("<svg")
    assert command("sheet", "flop22").code == 0
    assert [file.name for file in tmp_path.iterdir()] == ["flop22-sheet.pdf"]


def test_long_sheet_is_one_long_drawing(tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    assert command("sheet", "flop22", "--out", str(file), "--date", DAY).code == 0
    width, height = (float(part) for part in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', file.read_text())[0])
    assert height > 3 * width


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["layout", "flop22", "--scale", "--out", "felt.doc"], "must end in .pdf, .svg, .html or .docx"),
        (["layout", "flop22", "--scale", "--out", "felt.pdf", "--date", "17.11.2026"], "must be a day like"),
        (["layout", "flop22", "--scale", "--out", "no/such/felt.pdf"], "there is no folder"),
        (["layout", "flop22", "--scale", "--out", "no/such/felt.svg"], "cannot be written"),
        (["layout", "chess", "--scale"], "chess"),
        (["sheet", "flop22", "--out", "sheet.txt"], "must end in .pdf, .svg, .html or .docx"),
        (["sheet", "flop22", "--date", "today"], "must be a day like"),
        (["card", "flop22", "--out", "no/such/card.pdf"], "there is no folder"),
        (["card", "flop22", "--set", "seats=99"], "seats"),
    ],
)
def test_invalid_output_is_refused(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command(*words)
    assert done.code == 2
    assert says in done.err
    assert not list(tmp_path.iterdir())


@every_game
@pytest.mark.parametrize("make", [card, sheet])
def test_tables_side_by_side_fit_the_paper(name: str, make: Any) -> None:
    document = make(GAMES[name], rules_of(name), DAY)
    line = line_em(document.page)
    for _, section in document.walk():
        if isinstance(section, Section):
            for row in side_by_side(section.blocks, line):
                tables = [block for block in row if isinstance(block, Grid) and not block.wide]
                assert sum(width_of(table, 0.84) for table in tables) <= line or len(tables) == 1
