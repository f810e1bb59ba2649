"""PDF/A-3a and PDF/UA-1 conformance by an independent validator, and planted faults that it finds."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import page
import pikepdf
import pytest

import pitboss as pb
from helpers.report_made import DATE, as_pdf
from pitboss.documents.blocks import Attachment, Document, Paragraph, Section, words
from pitboss.documents.filings import card, layout, on_one_page, sheet
from pitboss.documents.rendering import rendered
from pitboss.documents.report import make_report, with_whole
from pitboss.games import GAMES, OURS

PROFILES = (page.ValidationProfile.PDF_A_3A, page.ValidationProfile.PDF_UA_1)


@cache
def shipped_pdf(game: str) -> bytes:
    """Return the report of a game under the default rules, from the shipped answers."""
    return rendered(with_whole(make_report(pb.rules(game), date=DATE)), ".pdf")


def faults(whole: bytes) -> list[str]:
    """Return every rule of both profiles that a file breaks."""
    return [
        f"{found.rule_id}: {found.message}"
        for profile in PROFILES
        for found in page.validate_pdf_bytes(whole, profile=profile).failures
    ]


def test_report_conforms_to_both_profiles() -> None:
    assert faults(as_pdf()) == []


@pytest.mark.parametrize("game", OURS)
def test_every_paper_of_every_game_conforms(game: str) -> None:
    rules = GAMES[game].rules()
    papers = (
        sheet(GAMES[game], rules, DATE),
        on_one_page(card(GAMES[game], rules, DATE)),
        layout(GAMES[game], rules, DATE),
    )
    for paper in papers:
        assert faults(rendered(paper, ".pdf")) == [], paper.title


@pytest.mark.parametrize("game", OURS)
def test_every_report_from_shipped_answers_conforms(game: str) -> None:
    assert faults(shipped_pdf(game)) == []


@pytest.mark.poppler
@pytest.mark.parametrize("game", OURS)
def test_every_page_but_the_last_is_at_least_two_fifths_full(game: str, tmp_path: Path) -> None:
    (tmp_path / "r.pdf").write_bytes(shipped_pdf(game))
    subprocess.run(["pdftoppm", "-r", "20", "-gray", "r.pdf", "p"], cwd=tmp_path, check=True, timeout=600)
    pages = sorted(tmp_path.glob("p-*.pgm"))
    assert len(pages) > 30
    assert [at for at, page_of in enumerate(pages[:-1], 1) if filled_share(page_of) < 0.4] == []


def filled_share(picture: Path) -> float:
    """Return the share of the height between the margins that is filled, down to the last line."""
    kind, size, _, rest = picture.read_bytes().split(b"\n", 3)
    wide, high = map(int, size.split())
    assert kind == b"P5"
    top, bottom = high * 20 // 279, high * 259 // 279
    lines = [rest[at * wide : (at + 1) * wide] for at in range(top, bottom)]
    return max((at + 1 for at, line in enumerate(lines) if min(line) < 200), default=0) / len(lines)


def with_attached(text: str) -> bytes:
    """Return a small document with an attached file."""
    files = (Attachment("note.txt", "text/plain", text, "a note"),)
    section = Section("one", "One", (Paragraph(words("Some words.")),))
    return rendered(Document("A paper", "2026-11-17", (section,), attachments=files), ".pdf")


def test_no_stream_ends_in_a_carriage_return() -> None:
    """Attach many files: a compressed stream ends in its checksum, so some would end in a carriage return."""
    for number in range(0, 300, 10):
        whole = with_attached("".join(f"line {each}\n" for each in range(number, number + 10)) * 3)
        assert b"\r\nendstream" not in whole


def test_attachment_that_compresses_to_a_final_carriage_return_conforms() -> None:
    import zlib

    text = next(each for each in map(str, range(100_000)) if zlib.compress(each.encode()).endswith(b"\r"))
    whole = with_attached(text)
    assert b"\r\nendstream" not in whole
    assert faults(whole) == []
    with pikepdf.open(io.BytesIO(whole)) as file:
        assert file.attachments["note.txt"].get_file().read_bytes() == text.encode()


def _script(file: pikepdf.Pdf) -> None:
    file.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pikepdf.String("app.alert(1)"))


def _no_language(file: pikepdf.Pdf) -> None:
    del file.Root.Lang


def _no_tags(file: pikepdf.Pdf) -> None:
    del file.Root.StructTreeRoot


@pytest.mark.parametrize("plant", [_script, _no_language, _no_tags])
def test_validator_finds_planted_faults(plant: Callable[[pikepdf.Pdf], None]) -> None:
    whole = io.BytesIO()
    with pikepdf.open(io.BytesIO(with_attached("x"))) as file:
        plant(file)
        file.save(whole)
    assert faults(whole.getvalue())
