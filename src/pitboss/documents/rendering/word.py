"""Rendering of a document for Word, with python-docx: headings, text, tables and pictures that can be edited."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, assert_never
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec.structs import replace

from pitboss.documents import blocks as model
from pitboss.documents.rendering import WHOLE
from pitboss.play.refused import Refused

if TYPE_CHECKING:
    from docx.document import Document as WordFile

FILED = (
    "control", "annex-sheet", "examples", "equipment", "procedure", "wagers", "sign", "irregularities", "annex-card",
    "annex-felt", "signature",
)  # fmt: skip
"""The sections of a report that regulators take in Word, in the order of Nevada's filing of a new game."""
_INCHES = 6.4
"""The width of a picture."""
_MILLIMETRES = 25.4
_PIXELS_PER_INCH = 200
_FACE = "Cambria"
REPORT_SPACE = "urn:pitboss:report"
"""The XML namespace of the report's data in a Word file."""


def refuse_without_word() -> None:
    """Raise before any work starts if python-docx is not installed."""
    if find_spec("docx") is None:
        raise Refused("no-word", "a Word file needs python-docx: pip install 'pitboss[word]'; .html needs nothing more")


def filed_parts(document: model.Document) -> model.Document:
    """Return a report with only the parts that regulators take in Word."""
    by_key = {section.key: section for section in document.sections}
    parts = tuple(by_key[key] for key in FILED if key in by_key)
    return replace(document, sections=parts, title=f"{document.title}: parts for filing") if parts else document


def word(document: model.Document) -> bytes:
    """Return the document as a Word file; its own date is the only timestamp."""
    refuse_without_word()
    import docx  # noqa: PLC0415  (optional dependency)

    file = docx.Document()
    day = datetime.strptime(document.date, "%Y-%m-%d").replace(tzinfo=UTC)
    about = file.core_properties
    about.title, about.author, about.language = document.title, "pitboss", document.language
    about.created = about.modified = day.replace(tzinfo=None)
    file.styles["Normal"].font.name = _FACE
    file.add_heading(document.title, 0)
    if document.subtitle:
        file.add_paragraph(document.subtitle)
    made = _WordFile(file, document)
    for name, value in document.face:
        file.add_paragraph(f"{name}: {made.words(value)}")
    for at, section in enumerate(document.sections, 1):
        made.section(section, 1, f"{at}" if document.page.numbered else "")
    if document.footer:
        file.sections[0].footer.paragraphs[0].text = document.footer
    for attached in document.attachments:
        if attached.name == WHOLE:
            _add_data(file, attached.text)
    out = io.BytesIO()
    file.save(out)
    return _without_clock(out.getvalue())


def _add_data(file: WordFile, text: str) -> None:
    """Add the report's data as custom XML, which Word preserves."""
    from docx.opc.constants import RELATIONSHIP_TYPE  # noqa: PLC0415  (optional dependency)
    from docx.opc.packuri import PackURI  # noqa: PLC0415
    from docx.opc.part import Part  # noqa: PLC0415

    data = f'<?xml version="1.0" encoding="UTF-8"?>\n<report xmlns="{REPORT_SPACE}">{escape(text)}</report>'.encode()
    part = Part(PackURI("/customXml/item2.xml"), "application/xml", data, file.part.package)
    file.part.relate_to(part, RELATIONSHIP_TYPE.CUSTOM_XML)


def _without_clock(whole: bytes) -> bytes:
    """Return a Word file whose parts bear no time, so that the same report gives the same bytes."""
    out = io.BytesIO()
    with ZipFile(io.BytesIO(whole)) as package, ZipFile(out, "w", ZIP_DEFLATED) as made:
        for name in package.namelist():
            made.writestr(ZipInfo(name), package.read(name), ZIP_DEFLATED)
    return out.getvalue()


class _WordFile:
    """A file being written, with the titles of its sections for links."""

    def __init__(self, file: WordFile, document: model.Document) -> None:
        self.file = file
        self.titles = {block.key: block.title for _, block in document.walk() if isinstance(block, model.Section)}

    def section(self, section: model.Section, level: int, number: str) -> None:
        self.file.add_heading(f"{number} {section.title}".strip(), min(level, 9))
        inner = 0
        for block in section.blocks:
            if isinstance(block, model.Section):
                inner += 1
                self.section(block, level + 1, f"{number}.{inner}" if number else "")
            else:
                self.block(block)

    def block(self, block: model.Block) -> None:  # noqa: PLR0912  (one case a block)
        match block:
            case model.Paragraph(words=words):
                self.file.add_paragraph(self.words(words))
            case model.Points(items=items):
                for item in items:
                    self.file.add_paragraph(self.words(item), style="List Bullet")
            case model.Definitions(items=items):
                for term, definition in items:
                    self._pair(term, self.words(definition))
            case model.Grid(caption=caption, heads=heads, rows=rows, note=note):
                self._table(caption, heads, [[self.cell(cell) for cell in row] for row in rows], note)
            case model.RoundColumns(caption=caption, rows=rows):
                self._table(caption, ("motion", "cards", "money"), [list(row) for row in rows], "")
            case model.Picture():
                self._picture(block)
            case model.Transcript(caption=caption, lines=lines):
                self._caption(caption)
                self.file.add_paragraph("\n".join(lines))
            case model.Verbatim(caption=caption, text=text):
                self._caption(caption)
                self.file.add_paragraph(text)
            case model.SignatureLines(names=names):
                for name in names:
                    self._pair(name, "_" * 40)
            case model.Section():
                raise TypeError("sections are written by section()")
            case _:
                assert_never(block)

    def words(self, text: model.Words) -> str:
        """Return a text with its figures; links to sections become their titles."""
        return "".join(map(self.cell, text))

    def cell(self, piece: model.GridCell) -> str:
        match piece:
            case None:
                return ""
            case str():
                return piece
            case model.Quantity(shown=shown):
                return shown
            case model.See(section=section):
                return self.titles.get(section, "the report")
            case model.WebLink(words=words, address=address):
                return f"{words} ({address})"
            case model.Mark(words=words):
                return words
            case tuple():
                return self.words(piece)
            case _:
                assert_never(piece)

    def _pair(self, term: str, text: str) -> None:
        line = self.file.add_paragraph()
        line.add_run(f"{term}  ").bold = True
        line.add_run(text)

    def _caption(self, caption: str) -> None:
        if caption:
            self.file.add_paragraph().add_run(caption).bold = True

    def _table(self, caption: str, heads: tuple[str, ...], rows: list[list[str]], note: str) -> None:
        self._caption(caption)
        table: Any = self.file.add_table(rows=1, cols=len(heads), style="Light List Accent 1")
        for cell, head in zip(table.rows[0].cells, heads, strict=True):
            cell.text = head
        for row in rows:
            cells = table.add_row().cells
            for cell, text in zip(cells, row, strict=True):
                cell.text = text
        self.file.add_paragraph(note)

    def _picture(self, picture: model.Picture) -> None:
        """Add the drawing as pixels, which Word shows everywhere; only its description without typst."""
        from docx.shared import Inches  # noqa: PLC0415  (optional dependency)

        drawn = _drawn(picture)
        if drawn is None:
            self.file.add_paragraph(picture.alt)
        else:
            wide = min(_INCHES, picture.millimetres / _MILLIMETRES) if picture.millimetres else _INCHES
            self.file.add_picture(io.BytesIO(drawn), width=Inches(wide))
        self._caption(picture.caption)


def _drawn(picture: model.Picture) -> bytes | None:
    if find_spec("typst") is None:
        return None
    import typst  # noqa: PLC0415  (optional dependency)

    from pitboss.documents.rendering.typst_markup import text  # noqa: PLC0415

    drawing = f'#image(bytes({text(picture.svg)}), format: "svg", width: {_INCHES}in)'
    page = "#set page(width: auto, height: auto, margin: 0pt)\n"
    made: Any = typst.compile((page + drawing).encode(), format="png", ppi=float(_PIXELS_PER_INCH))
    return bytes(made[0] if isinstance(made, list) else made)
