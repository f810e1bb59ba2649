"""`report --check` finds altered figures and files and other software versions; `--diff` lists changes."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pikepdf
import pytest
from msgspec import structs

import pitboss as pb
from helpers.at_the_terminal import command
from helpers.report_made import as_pdf, grids, sample_report
from pitboss.documents.blocks import Attachment, Block, Document, Grid, Quantity, Section
from pitboss.documents.rendering import rendered
from pitboss.documents.report import with_whole
from pitboss.documents.verification.differences import both_shown, diff_reports, differences
from pitboss.documents.verification.recompute import ReadReport, check_report
from pitboss.play.refused import Refused


def alter(block: Block, table: Grid, number: float) -> Block:
    """Return the block with the first figure of one table changed."""
    if isinstance(block, Section):
        return structs.replace(block, blocks=tuple(alter(each, table, number) for each in block.blocks))
    if not isinstance(block, Grid) or block is not table:
        return block
    rows = [list(row) for row in block.rows]
    at, column = next(
        (at, column) for at, row in enumerate(rows) for column, each in enumerate(row) if isinstance(each, Quantity)
    )
    figure = rows[at][column]
    assert isinstance(figure, Quantity)
    rows[at][column] = structs.replace(figure, number=figure.number + number)
    return structs.replace(block, rows=tuple(map(tuple, rows)))


def with_altered(table: Grid, number: float = 1e-9) -> Document:
    document = sample_report()
    return structs.replace(document, sections=tuple(alter(section, table, number) for section in document.sections))


def with_file(name: str, text: str) -> Document:
    files = tuple(
        Attachment(f.name, f.media, text, f.what) if f.name == name else f for f in sample_report().attachments
    )
    return structs.replace(sample_report(), attachments=files)


def with_figures() -> list[Grid]:
    """Return every table with a figure, even if it has no key."""
    tables = [block for _, block in sample_report().walk() if isinstance(block, Grid)]
    return [table for table in tables if any(isinstance(each, Quantity) for row in table.rows for each in row)]


def test_one_altered_figure_in_any_table_is_found() -> None:
    for table in with_figures():
        found = differences(with_altered(table), sample_report())
        assert len(found) == 1, (table.key, table.caption, table.heads)
        assert found[0].place.inside.startswith("table")


def test_figures_that_look_alike_are_shown_with_all_digits() -> None:
    (found,) = differences(with_altered(grids(sample_report())["outcomes field"]), sample_report())
    stated, recomputed = both_shown(found)
    assert stated != recomputed
    assert (stated, recomputed) == ("12 (exactly 12.000000001)", "12 (exactly 12)")


def test_command_names_the_figure_that_differs(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_bytes(rendered(with_altered(grids(sample_report())["outcomes field"], 0.5), ".json"))
    done = command("report", "--check", str(path))
    assert done.code == 1
    assert done.out.count("\n") == 1
    assert "table 'Field: every outcome', row '3, 4 and 5', column 'combinations': the report says" in done.out


def test_unaltered_report_passes(tmp_path: Path) -> None:
    path = tmp_path / "r.pdf"
    path.write_bytes(as_pdf())
    done = command("report", "--check", str(path))
    verdict = "every figure agrees with the stored answers of this pitboss (--fresh recomputes those that are stored)."
    assert (done.code, done.out) == (0, f"{path}: {verdict}\n")


def test_altered_attachment_is_found() -> None:
    found = check_report(ReadReport("r", with_file("odds.json", "{}")))
    assert found == ["The attached file odds.json was altered: these rules give another one."]


def test_altered_settings_are_found() -> None:
    text = next(file.text for file in sample_report().attachments if file.name == "rules.toml")
    found = check_report(ReadReport("r", with_file("rules.toml", text.replace('"10:1"', '"9:1"'))))
    assert "The attached rules.toml was altered, or belongs to another report" in found[0]


def test_other_software_version_is_the_only_finding() -> None:
    making = json.loads(next(file.text for file in sample_report().attachments if file.name == "making.json"))
    other = with_file("making.json", json.dumps({**making, "version": "0.0.9"}))
    (sentence,) = check_report(ReadReport("r", other))
    assert sentence.startswith("The report was made with pitboss 0.0.9, sources ")


def test_painted_over_page_is_found() -> None:
    with pikepdf.open(io.BytesIO(as_pdf())) as file:
        page = file.pages[6]
        page.Contents = file.make_stream(page.Contents.read_bytes() + b"\nq 0 0 9 9 re f Q\n")
        whole = io.BytesIO()
        file.save(whole, deterministic_id=True)
    found = check_report(ReadReport("r", sample_report(), whole.getvalue(), files_of(whole.getvalue())))
    assert found == ["The PDF differs from the report at page 7: what is drawn."]


def files_of(whole: bytes) -> dict[str, bytes]:
    with pikepdf.open(io.BytesIO(whole)) as file:
        return {name: spec.get_file().read_bytes() for name, spec in file.attachments.items()}


def test_swapped_attachment_in_the_pdf_is_found() -> None:
    files = {**files_of(as_pdf()), "odds.json": b"{}"}
    found = check_report(ReadReport("r", sample_report(), as_pdf(), files))
    assert found == ["The file odds.json in the PDF was altered: it is not the one that its report.json holds."]


def test_changes_are_described_in_words_and_figures() -> None:
    lines = diff_reports(sample_report(), sample_report("flop22", "field_table.2 and 6=3:1"))
    assert "The rules changed: field_table.2 and 6 was 2:1 and is 3:1." in lines
    assert any("house edge: 7.6923% (1/13) became −7.6923% (-1/13) (-15.3846 points)" in line for line in lines)
    assert diff_reports(sample_report(), sample_report()) == []


def test_command_compares_two_files(tmp_path: Path) -> None:
    one, other = tmp_path / "a.pdf", tmp_path / "b.json"
    one.write_bytes(as_pdf())
    other.write_bytes(rendered(sample_report("flop22", "field_table.2 and 6=3:1"), ".json"))
    done = command("report", "--diff", str(one), str(other))
    assert done.code == 0
    assert "The rules changed: field_table.2 and 6 was 2:1 and is 3:1." in done.out
    assert command("report", "--diff", str(one), str(one)).out == "The two reports hold the same figures and words.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["report"], "GAME is missing"),
        (["report", "flop22"], "--out is missing: write --out FILE.pdf"),
        (["report", "flop22", "--out", "r.doc"], "must end in .pdf, .html, .json or .docx"),
        (["report", "flop22", "--out", "no/r.pdf"], "there is no folder 'no'"),
        (["report", "flop22", "--out", "r.pdf", "--date", "soon"], "must be a day like 2026-11-17, not 'soon'"),
        (["report", "flop22", "--out", "r.pdf", "--rounds", "many"], "rounds"),
        (["report", "flop22", "free-bet", "--out", "r.pdf"], "one argument too many"),
        (["report", "--check"], "name the report"),
        (["report", "--check", "none.pdf"], "cannot be read: there is no such file"),
        (["report", "--diff", "one.pdf"], "name two reports"),
    ],
)
def test_invalid_arguments_are_refused_with_a_message(words: list[str], sentence: str) -> None:
    done = command(*words)
    assert done.code == 2
    assert sentence in done.err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"hello", "is neither PDF, HTML, JSON nor Word"),
        (b"{}", "is not a document written by pitboss"),
        (b"%PDF-1.7 nonsense", "is not a readable PDF"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: bytes, sentence: str) -> None:
    (tmp_path / "x").write_bytes(text)
    done = command("report", "--check", str(tmp_path / "x"))
    assert done.code == 2
    assert sentence in done.err


def test_document_that_is_not_a_report_is_refused(tmp_path: Path) -> None:
    other = Document("A paper", "2026-11-17", (Section("a", "A", ()),))
    (tmp_path / "x.json").write_bytes(rendered(other, ".json"))
    assert "this document is not a report" in command("report", "--check", str(tmp_path / "x.json")).err


def test_library_makes_writes_checks_and_compares(tmp_path: Path) -> None:
    found = pb.report("flop22", rounds=0, date="2026-11-17")
    found.write(str(tmp_path / "r.html"))
    assert (tmp_path / "r.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert found.check() == []
    assert found.diff(found) == []
    assert json.loads(found.to_json())["format"] == "pitboss document 1"
    assert repr(found) == "<report of flop22: rules 5b25bc4c2d36cc19, 0 rounds, 2026-11-17>"
    with pytest.raises(Refused) as fault:
        found.write(str(tmp_path / "r.txt"))
    assert fault.value.code == "bad-ending"


def test_embedded_report_reads_back(tmp_path: Path) -> None:
    assert files_of(as_pdf())["report.json"] == next(
        file.text.encode() for file in with_whole(sample_report()).attachments if file.name == "report.json"
    )


def test_command_checks_an_html_report(tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    sound = rendered(with_whole(sample_report()), ".html")
    path.write_bytes(sound)
    assert command("report", "--check", str(path)).code == 0
    path.write_bytes(sound.replace(b"7.6923%", b"0.6923%", 1))
    done = command("report", "--check", str(path))
    assert done.code == 1
    assert "0.6923%" in done.out
