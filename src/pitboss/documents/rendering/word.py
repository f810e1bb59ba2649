"""Rendering of a document for Word, with python-docx: headings, text, tables and pictures that can be edited."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, assert_never
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec.structs import replace

from pitboss.documents import blocks as model
from pitboss.documents.rendering import WHOLE
from pitboss.documents.rendering.typst_markup import columns_em, line_em, paper_mm, text, word_em
from pitboss.play.refused import Refused

if TYPE_CHECKING:
    from docx.document import Document as WordFile

FILED = (
    "control", "annex-sheet", "examples", "equipment", "procedure", "wagers", "sign", "irregularities", "annex-card",
    "annex-felt", "signature",
)  # fmt: skip
"""The sections of a report that regulators accept in Word, in the order of Nevada's filing for a new game."""
_MILLIMETRES = 25.4
_PAPER_MM = 279.4
"""The height of a page that is as long as needed in other formats, in millimetres."""
_PIXELS_PER_INCH = 200
_FACE = "Cambria"
_POINTS, _POINTS_OF_TABLES = 10.0, 8.5
_POINTS_OF_CARDS = 8.0
"""The font size in points on paper at most `_NARROW_MM` wide, such as a rack card."""
_NARROW_MM = 180.0
_CELL_EM = 1.6
"""The space between two columns, in em."""
_WIDER = 1.2
"""The factor by which text in other programs may be wider than ours, since they may lack the font."""
_SUIT_EM = 0.4
"""The width that a suit sign adds, since it often comes from another font."""
_WHOLE = 30
"""Tables up to this length are not broken across pages."""
_BLUE, _RED, _GREY = "17395C", "B3261E", "5B6670"
_PALE = "F3F6F8"
_FIELD = (("begin", ""), ("", "PAGE"), ("end", ""))
REPORT_SPACE = "urn:pitboss:report"
"""The XML namespace of the report's data in a Word file."""


def refuse_without_word() -> None:
    """Raise before any work starts if python-docx is not installed."""
    if find_spec("docx") is None:
        raise Refused("no-word", "a Word file needs python-docx: pip install 'pitboss[word]'; .html needs nothing more")


def filed_parts(document: model.Document) -> model.Document:
    """Return a report with only the parts that regulators accept in Word."""
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
    _set_page(file, document.page)
    file.add_heading(document.title, 0)
    if document.subtitle:
        file.add_paragraph(document.subtitle)
    made = _WordFile(file, document)
    for name, value in document.face:
        file.add_paragraph(f"{name}: {made.words(value)}")
    for at, section in enumerate(document.sections, 1):
        made.section(section, 1, f"{at}" if document.page.numbered else "")
    if document.footer:
        _add_foot(file, document.footer)
    for attached in document.attachments:
        if attached.name == WHOLE:
            _add_data(file, attached.text)
    out = io.BytesIO()
    file.save(out)
    return _without_clock(out.getvalue())


def _set_page(file: WordFile, page: model.Page) -> None:
    """Set the paper, the margins, and the fonts and colours of text and headings."""
    from docx.enum.section import WD_ORIENT  # noqa: PLC0415  (optional dependency)
    from docx.shared import Mm, Pt, RGBColor  # noqa: PLC0415

    wide, high = paper_mm(page)
    points = _POINTS if wide > _NARROW_MM else _POINTS_OF_CARDS
    paper = file.sections[0]
    paper.page_width, paper.page_height = Mm(wide), Mm(high or _PAPER_MM)
    paper.orientation = WD_ORIENT.LANDSCAPE if page.landscape else WD_ORIENT.PORTRAIT
    paper.left_margin = paper.right_margin = paper.top_margin = paper.bottom_margin = Mm(page.margin)
    styles: Any = file.styles
    for name in ("Normal", "Title", "Heading 1", "Heading 2", "Heading 3"):
        style = styles[name]
        style.font.name = _FACE
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        for theme in [key for key in fonts.attrib if "Theme" in key]:  # theme fonts override the name
            del fonts.attrib[theme]
        style.paragraph_format.space_after = Pt(4)
    for name, larger in (("Title", 1.8), ("Heading 1", 1.5), ("Heading 2", 1.2), ("Heading 3", 1.1)):
        styles[name].font.size, styles[name].font.color.rgb = Pt(points * larger), RGBColor.from_string(_BLUE)
        styles[name].paragraph_format.space_before = Pt(points)
    styles["Normal"].font.size = Pt(points)


def _add_foot(file: WordFile, words: str) -> None:
    """Add the footer of every page: its text and the page number."""
    from docx.oxml import OxmlElement  # noqa: PLC0415  (optional dependency)
    from docx.oxml.ns import qn  # noqa: PLC0415

    line = file.sections[0].footer.paragraphs[0]
    line.text = f"{words} · page "
    run = line.add_run()
    for kind, instruction in _FIELD:
        part: Any = OxmlElement("w:instrText" if instruction else "w:fldChar")
        if instruction:
            part.text = instruction
        else:
            part.set(qn("w:fldCharType"), kind)
        run._r.append(part)


def _add_data(file: WordFile, text: str) -> None:
    """Add the report's data as custom XML, which Word preserves."""
    from docx.opc.constants import RELATIONSHIP_TYPE  # noqa: PLC0415  (optional dependency)
    from docx.opc.packuri import PackURI  # noqa: PLC0415
    from docx.opc.part import Part  # noqa: PLC0415

    data = f'<?xml version="1.0" encoding="UTF-8"?>\n<report xmlns="{REPORT_SPACE}">{escape(text)}</report>'.encode()
    part = Part(PackURI("/customXml/item2.xml"), "application/xml", data, file.part.package)
    file.part.relate_to(part, RELATIONSHIP_TYPE.CUSTOM_XML)


def _without_clock(whole: bytes) -> bytes:
    """Return a Word file without timestamps, so that the same report produces the same bytes."""
    out = io.BytesIO()
    with ZipFile(io.BytesIO(whole)) as package, ZipFile(out, "w", ZIP_DEFLATED) as made:
        for name in package.namelist():
            made.writestr(ZipInfo(name), package.read(name), ZIP_DEFLATED)
    return out.getvalue()


class _WordFile:
    """A file being written, with the titles of its sections for links."""

    def __init__(self, file: WordFile, document: model.Document) -> None:
        self.file = file
        is_card = paper_mm(document.page)[0] <= _NARROW_MM
        self.points_of_tables = _POINTS_OF_CARDS if is_card else _POINTS_OF_TABLES
        self.line = line_em(document.page) * document.page.points
        """The width of the text, in points."""
        self.numbers = dict.fromkeys(("Table", "Figure"), 0) if document.page.numbered else {}
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

    def block(self, block: model.Block) -> None:  # noqa: PLR0912  (one case per block)
        match block:
            case model.Paragraph(words=words):
                self.file.add_paragraph(self.words(words))
            case model.Points(items=items):
                for item in items:
                    self.file.add_paragraph(self.words(item), style="List Bullet")
            case model.Definitions(items=items):
                for term, definition in items:
                    self._pair(term, self.words(definition))
            case model.Grid():
                self._table(block, "Table")
            case model.RoundColumns(caption=caption, rows=rows):
                self._table(model.Grid(caption, ("motion", "cards", "money"), rows), "")
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
        """Render text with its figures; links to sections become the section titles."""
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

    def _caption(self, caption: str, kind: str = "", *, keep: bool = True) -> None:
        """Write a caption, numbered for a table or figure; with `keep`, on the same page as the next paragraph."""
        if not caption:
            return
        if kind in self.numbers:
            self.numbers[kind] += 1
            caption = f"{kind} {self.numbers[kind]}. {caption}"
        line = self.file.add_paragraph()
        line.add_run(caption).bold = True
        line.paragraph_format.keep_with_next = keep

    def _table(self, grid: model.Grid, kind: str) -> None:
        from docx.shared import Pt, RGBColor  # noqa: PLC0415  (optional dependency)

        self._caption(grid.caption, kind)
        size = self.points_of_tables
        table: Any = self.file.add_table(rows=len(grid.rows) + 1, cols=len(grid.heads))
        table.autofit = False
        widths = [Pt(size * em) for em in _widths(grid, self.line / size)]
        for column, wide in zip(table.columns, widths, strict=True):
            column.width = wide
        for at, row in enumerate([grid.heads, *grid.rows]):
            _set_row(table.rows[at], is_head=at == 0, is_shaded=at > 0 and at % 2 == 0)
            bold = at == 0 or at > len(grid.rows) - grid.sums
            for column, cell in enumerate(table.rows[at].cells):
                cell.width = widths[column]
                line = cell.paragraphs[0]
                line.paragraph_format.space_before = line.paragraph_format.space_after = Pt(1)
                line.paragraph_format.keep_with_next = at == 0 or at < len(grid.rows) <= _WHOLE
                line.alignment = 2 if grid.is_figures(column) else None  # align right
                _write(line, self.cell(row[column]), size, bold=bold)
        note = self.file.add_paragraph()
        run = note.add_run(grid.note)
        run.font.size, run.font.color.rgb = Pt(size), RGBColor.from_string(_GREY)

    def _picture(self, picture: model.Picture) -> None:
        """Add the drawing as a bitmap, which every version of Word shows; without typst, only its description."""
        from docx.shared import Inches  # noqa: PLC0415  (optional dependency)

        inches = self.line / 72
        drawn = _drawn(picture, inches)
        if drawn is None:
            self.file.add_paragraph(picture.alt)
        else:
            wide = min(inches, picture.millimetres / _MILLIMETRES) if picture.millimetres else inches
            self.file.add_picture(io.BytesIO(drawn), width=Inches(wide))
            self.file.paragraphs[-1].paragraph_format.keep_with_next = True
        self._caption(picture.caption, "Figure", keep=False)


def _widths(grid: model.Grid, line: float) -> list[float]:
    """Return the widths of the columns in em: natural if they fit, otherwise text columns share what is left."""
    natural = [
        _WIDER * em + _CELL_EM + _SUIT_EM * _most_suits(grid, at)
        for at, em in enumerate(columns_em(grid, head_lines=1))
    ]
    if sum(natural) <= line:
        return natural
    least = [min(_WIDER * word_em(grid, at) + _CELL_EM, most) for at, most in enumerate(natural)]
    spare = [(most - few) ** 0.75 for most, few in zip(natural, least, strict=True)]
    left = max(line - sum(least), 0.0)
    wide = [few + left * more / (sum(spare) or 1) for few, more in zip(least, spare, strict=True)]
    return [each * line / sum(wide) for each in wide]


def _most_suits(grid: model.Grid, at: int) -> int:
    """Return the largest number of suit signs in a cell of this column."""
    return max((sum(str(row[at]).count(sign) for sign in "♠♥♦♣") for row in grid.rows), default=0)


def _set_row(row: Any, *, is_head: bool, is_shaded: bool) -> None:
    """Keep a row on one page, repeat the head on every page, and draw the rule and the shading."""
    from docx.oxml import OxmlElement  # noqa: PLC0415  (optional dependency)
    from docx.oxml.ns import qn  # noqa: PLC0415

    def element(name: str, **attributes: str) -> Any:
        made: Any = OxmlElement(f"w:{name}")
        for key, value in attributes.items():
            made.set(qn(f"w:{key}"), value)
        return made

    facts = row._tr.get_or_add_trPr()
    facts.append(element("cantSplit"))
    if is_head:
        facts.append(element("tblHeader"))
    for cell in row.cells:
        about = cell._tc.get_or_add_tcPr()
        if is_head:
            borders = element("tcBorders")
            borders.append(element("bottom", val="single", sz="8", color=_BLUE))
            about.append(borders)
        if is_shaded:
            about.append(element("shd", val="clear", fill=_PALE))


def _write(line: Any, text: str, size: float, *, bold: bool) -> None:
    """Write the text of a cell, with red suits in red."""
    from docx.shared import Pt, RGBColor  # noqa: PLC0415  (optional dependency)

    for part in re.split(r"([^\s]*[♥♦])", text):
        run = line.add_run(part)
        run.bold, run.font.size = bold, Pt(size)
        if part.endswith(("♥", "♦")):
            run.font.color.rgb = RGBColor.from_string(_RED)


def _drawn(picture: model.Picture, inches: float) -> bytes | None:
    if find_spec("typst") is None:
        return None
    import typst  # noqa: PLC0415  (optional dependency)

    drawing = f'#image(bytes({text(picture.svg)}), format: "svg", width: {inches:.2f}in)'
    page = "#set page(width: auto, height: auto, margin: 0pt)\n"
    made: Any = typst.compile((page + drawing).encode(), format="png", ppi=float(_PIXELS_PER_INCH))
    return bytes(made[0] if isinstance(made, list) else made)
