"""PDF/A-3a and PDF/UA-1 by a validator that is not ours, and faults that it finds."""

from __future__ import annotations

import io
from collections.abc import Callable

import page
import pikepdf
import pytest

from helpers.report_made import as_pdf
from pitboss.documents.blocks import Attachment, Document, Paragraph, Section, words
from pitboss.documents.rendering import rendered

PROFILES = (page.ValidationProfile.PDF_A_3A, page.ValidationProfile.PDF_UA_1)


def faults(whole: bytes) -> list[str]:
    """Every rule that a file breaks, of both profiles."""
    return [
        f"{found.rule_id}: {found.message}"
        for profile in PROFILES
        for found in page.validate_pdf_bytes(whole, profile=profile).failures
    ]


def test_a_report_keeps_every_rule_of_both_profiles() -> None:
    assert faults(as_pdf()) == []


def with_attached(text: str) -> bytes:
    """A small document with a file attached."""
    files = (Attachment("note.txt", "text/plain", text, "a note"),)
    section = Section("one", "One", (Paragraph(words("Some words.")),))
    return rendered(Document("A paper", "2026-11-17", (section,), attachments=files), ".pdf")


def test_no_stream_ends_in_a_carriage_return() -> None:
    """The last byte of a compressed stream is that of its checksum: some of these 300 files would end in one."""
    for number in range(0, 300, 10):
        whole = with_attached("".join(f"line {each}\n" for each in range(number, number + 10)) * 3)
        assert b"\r\nendstream" not in whole


def test_a_file_whose_compressed_form_ends_in_a_carriage_return_conforms() -> None:
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
def test_the_validator_finds_planted_faults(plant: Callable[[pikepdf.Pdf], None]) -> None:
    whole = io.BytesIO()
    with pikepdf.open(io.BytesIO(with_attached("x"))) as file:
        plant(file)
        file.save(whole)
    assert faults(whole.getvalue())
