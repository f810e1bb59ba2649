"""A document with every kind of block, as PDF, SVG, HTML and JSON."""

from __future__ import annotations

import io
import json
import subprocess
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pikepdf
import pytest

from helpers.report_made import attributes, tagged
from pitboss.documents.blocks import (
    Attachment,
    Definitions,
    Document,
    Grid,
    Page,
    Paragraph,
    Picture,
    Points,
    Section,
    See,
    SignatureLines,
    Transcript,
    Verbatim,
    WebLink,
    count,
    money,
    number,
    odds_to,
    share,
    words,
)
from pitboss.documents.rendering import from_json, rendered, schema, write_document
from pitboss.play.refused import Refused

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><text y="9">♠</text></svg>'
STRANGE = 'he said "#let x = 1" $y$ *b* \\ <i>&amp; @key // no comment'


def _document() -> Document:
    table = Grid(
        "Edges",
        ("bet", "edge", "why"),
        (("field", share(Fraction(1, 13)), STRANGE), ("all", number(-0.5), None)),
        note="a note",
        sums=1,
        wide=("why",),
    )
    blocks = (
        Paragraph(words("It keeps ", share(Fraction(1, 13)), ", see ", See("other"), ". ", STRANGE)),
        Paragraph(words("Beware of ", money(134000)), "warning"),
        table,
        Points((words("A♠ K♥ Q♦ J♣"), words(odds_to(12), " and ", count(2598960)))),
        Definitions((("Field", words("a bet")),)),
        Section("inner", "Inner", (Transcript("A round", ("Seat 1 gets A♠.", "It wins.")),)),
    )
    more = (
        Verbatim("file", 'a = "1"\n'),
        Picture(SVG, "a spade", "A spade", 30),
        SignatureLines(("Name", "Date")),
        Paragraph(words(WebLink("a source", "https://example.com/a?b=1&c=2"))),
    )
    return Document(
        "A paper: ♠",
        "2026-11-17",
        (Section("wagers", "The wagers", blocks), Section("other", "Other things", more, new_page=True)),
        "under it",
        (("Game", words("flip~it")),),
        (Attachment("a.json", "application/json", '{"a": 1}', "figures"),),
        Page(cover=True, contents=True),
        "foot",
    )


@pytest.fixture(scope="module")
def pdf() -> bytes:
    return rendered(_document(), ".pdf")


def test_same_document_has_the_same_bytes(pdf: bytes) -> None:
    assert rendered(_document(), ".pdf") == pdf


def test_another_date_has_other_bytes(pdf: bytes) -> None:
    assert rendered(msgspec.structs.replace(_document(), date="2026-11-18"), ".pdf") != pdf


def test_pdf_is_tagged_and_has_metadata(pdf: bytes) -> None:
    with pikepdf.open(io.BytesIO(pdf)) as file:
        with file.open_metadata() as meta:
            assert (meta["pdfaid:part"], meta["pdfaid:conformance"], meta["pdfuaid:part"]) == ("3", "A", "1")
            assert meta["dc:title"] == "A paper: ♠"
        assert file.Root.Lang == "en"
        assert file.Root.MarkInfo.Marked
        elements = tagged(file.Root)
        kinds = {str(element.S) for element in elements}
        assert {"/H1", "/H2", "/P", "/Table", "/TH", "/TD", "/Figure", "/L", "/TOC", "/Caption"} <= kinds
        assert all("/Alt" in element for element in elements if element.S == "/Figure")
        heads = [element for element in elements if element.S == "/TH"]
        scopes = [str(part.Scope) for head in heads for part in attributes(head) if "/Scope" in part]
        assert (len(heads), scopes.count("/Column"), scopes.count("/Row")) == (5, 3, 2)
        assert file.attachments["a.json"].get_file().read_bytes() == b'{"a": 1}'
        assert [item.title for item in file.open_outline().root] == ["1 The wagers", "2 Other things"]


def test_picture_without_alt_text_is_refused() -> None:
    plain = Document("t", "2026-11-17", (Section("a", "A", (Picture(SVG, ""),)),))
    with pytest.raises(Exception, match="alt text"):
        rendered(plain, ".pdf")


def test_json_reads_back_to_the_same_document() -> None:
    assert from_json(rendered(_document(), ".json")) == _document()


@pytest.mark.parametrize("text", [b"", b"{}", b'{"format": "other"}', b'{"format": "x", "document": {}}', b"\xff"])
def test_other_files_are_refused_with_a_message(text: bytes) -> None:
    with pytest.raises(Refused) as fault:
        from_json(text)
    assert fault.value.code == "bad-document"


class _Reader(HTMLParser):
    """A parser that collects what a screen reader uses."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_html_headers_have_a_scope_and_pictures_a_label() -> None:
    reader = _Reader()
    page = rendered(_document(), ".html").decode()
    reader.feed(page)
    assert all(attrs.get("scope") in ("col", "row") for tag, attrs in reader.tags if tag == "th")
    assert [attrs["aria-label"] for tag, attrs in reader.tags if attrs.get("class") == "picture"] == ["a spade"]
    assert STRANGE in reader.text
    assert ("html", {"lang": "en"}) in reader.tags
    assert "prefers-color-scheme: dark" in page
    assert "<script" not in page
    targets = {attrs.get("id") for _, attrs in reader.tags}
    inside = [str(attrs["href"])[1:] for tag, attrs in reader.tags if tag == "a" and str(attrs["href"])[0] == "#"]
    assert set(inside) <= targets


def test_page_as_svg() -> None:
    assert rendered(_document(), ".svg").startswith(b"<svg")


def test_ragged_table_is_refused() -> None:
    with pytest.raises(ValueError, match="ragged"):
        Grid("t", ("a", "b"), (("x",),))


def test_unknown_file_ending_is_refused(tmp_path: Any) -> None:
    with pytest.raises(Refused) as fault:
        write_document(_document(), str(tmp_path / "a.odt"))
    assert fault.value.code == "bad-ending"
    with pytest.raises(Refused) as fault:
        write_document(_document(), str(tmp_path / "no" / "a.json"))
    assert fault.value.code == "no-file"


def test_pdf_without_typst_is_refused_with_a_message(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.documents.rendering.typeset.find_spec", lambda name: None)
    with pytest.raises(Refused, match=r"pitboss\[report\]") as fault:
        write_document(_document(), str(tmp_path / "a.pdf"))
    assert fault.value.code == "no-typst"
    write_document(_document(), str(tmp_path / "a.html"))


def test_published_schema_matches_the_types(rewrite: bool) -> None:
    path = Path(__file__).resolve().parents[2] / "docs" / "schemas" / "report.json"
    text = json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"
    if rewrite:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, "rewrite them with make transcripts"
    jsonschema_rs.validator_for(schema()).validate(json.loads(rendered(_document(), ".json")))


@pytest.mark.poppler
def test_no_word_of_a_table_is_wider_than_its_column(tmp_path: Path) -> None:
    """Check that columns of long text leave a short column enough room for its longest word."""
    long = "a running count that is divided by the decks that are left, and what follows from it " * 2
    rows = tuple((long[:40], "main, insurance", long, long[:27], long, number(1.9)) for _ in range(3))
    grid = Grid("Wide", ("way", "wager", "knows", "who", "closed by", "costs, rounds an hour"), rows, wide=("knows",))
    plain = Document("t", "2026-11-17", (Section("a", "A", (grid,)),))
    assert "insurance" in _words(rendered(plain, ".pdf"), tmp_path)


def _words(pdf: bytes, folder: Path) -> list[str]:
    """Return the words of a PDF, separated as they are on the page."""
    path = folder / "t.pdf"
    path.write_bytes(pdf)
    extracted = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, check=True, text=True)
    return extracted.stdout.split()


@pytest.mark.parametrize("lines", range(33, 43, 3))
def test_heading_and_lead_in_are_on_the_page_of_the_table(tmp_path: Path, lines: int) -> None:
    before = Points(tuple(words("one line") for _ in range(lines)))
    rows = tuple((f"row {at}", "word " * 90) for at in range(20))
    table = (Paragraph(words("It leads.")), Grid("Its table", ("what", "why"), rows, wide=("why",)))
    made = Document("A", "2026-11-17", (Section("a", "A", (before, Section("b", "The heading", table))),))
    (tmp_path / "a.pdf").write_bytes(rendered(made, ".pdf"))
    extracted = subprocess.run(
        ["pdftotext", "-layout", "a.pdf", "-"], cwd=tmp_path, capture_output=True, check=True, text=True
    )
    pages = [[it in page for it in ("The heading", "It leads.", "row 0 ")] for page in extracted.stdout.split("\f")]
    assert [page for page in pages if any(page)] == [[True, True, True]]


def test_short_table_is_on_the_page_of_the_picture_after_it() -> None:
    """Put 24 to 44 lines before a table and a picture: the two are always on the same page."""
    for lines in (24, 28, 32, 36, 40, 44):
        above = tuple(Paragraph(words(f"line {line}")) for line in range(lines))
        table = Grid("Table before", ("wager", "edge"), (("ante", "1%"), ("bonus", "2%")))
        picture = Picture(SVG, "a spade", "Picture after", 100)
        document = Document("t", "2026-01-01", (Section("s", "S", (*above, table, picture)),))
        pages = [
            page for page in _texts(rendered(document, ".pdf")) if "Table before" in page or "Picture after" in page
        ]
        assert len(pages) == 1, lines


def _texts(pdf: bytes) -> list[str]:
    """Return the text of each page."""
    found = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    return found.split("\f")
