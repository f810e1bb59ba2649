"""Typesetting with typst: tagged, reproducible PDF/A-3a with UA-1, or a page as SVG."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import resources
from importlib.util import find_spec
from typing import Any

from pitboss.documents.blocks import Attachment, Document, Page
from pitboss.documents.rendering.typst_markup import call, content, front_sections, sections, text
from pitboss.play.refused import Refused


def _tag_row_heads(file: Any) -> None:
    """
    Tag the first cell of each table row as a header with row scope, as in the HTML; typst tags only column headers.

    Explicit header references are removed: a reader would use only those, and the scopes suffice.
    """
    import pikepdf  # noqa: PLC0415  (optional, like typst)

    for body in _elements(file.Root.StructTreeRoot):
        for row in _inner(body) if body.get("/S") == _BODY else ():
            cells = [cell for cell in _inner(row) if cell.get("/S") == "/TD"] if row.get("/S") == "/TR" else []
            for at, cell in enumerate(cells):
                for attributes in (each for each in cell.get("/A", ()) if each.get("/O") == "/Table"):
                    if "/Headers" in attributes:
                        del attributes["/Headers"]
                    if at == 0:
                        attributes["/Scope"] = pikepdf.Name("/Row")
                        cell["/S"] = pikepdf.Name("/TH")


_BODY = "/TBody"


def _inner(element: Any) -> list[Any]:
    """Return the direct children of an element."""
    import pikepdf  # noqa: PLC0415

    held = element.get("/K")
    listed = list(held) if isinstance(held, pikepdf.Array) else [held]
    return [each for each in listed if isinstance(each, pikepdf.Dictionary)]


def _elements(root: Any) -> Iterator[Any]:
    """Yield all elements down to table bodies, which contain no other tables."""
    waiting = _inner(root)
    while waiting:
        element = waiting.pop()
        yield element
        if element.get("/S") != _BODY:
            waiting += _inner(element)


STANDARDS = ["a-3a", "ua-1"]


def refuse_without_typst() -> None:
    """Raise before any work starts if typst or pikepdf is not installed."""
    if find_spec("typst") is None or find_spec("pikepdf") is None:
        raise Refused(
            "no-typst",
            "a PDF needs typst and pikepdf: pip install 'pitboss[report]'; .html and .json need nothing more",
        )


def pdf(document: Document) -> bytes:
    """Render the document as PDF; its own date is the only timestamp."""
    return _finished(_compiled(document, "pdf"))


def _finished(whole: bytes) -> bytes:
    """Tag row headers and compress the tags; every table cell has one, and they make up nine tenths of the file."""
    import pikepdf  # noqa: PLC0415  (optional, like typst)

    with pikepdf.open(io.BytesIO(whole)) as file:
        _tag_row_heads(file)
        _end_plainly(file)
        for fillers in range(_MAX_FILLERS):
            made = _saved(file, fillers)
            if _AMBIGUOUS not in made:
                break
    return made


_AMBIGUOUS = b"\r\nendstream"
"""The end of a stream that ends in a carriage return, which strict readers take for part of the line ending."""
_MAX_FILLERS = 60


def _end_plainly(file: Any) -> None:
    """Make sure that no stream ends in a carriage return, by appending a space to the compressed data."""
    import pikepdf  # noqa: PLC0415

    for held in file.objects:
        if not isinstance(held, pikepdf.Stream) or held.get("/Type") == pikepdf.Name.Metadata:
            continue
        written = held.read_raw_bytes() if "/Filter" in held else zlib.compress(held.read_bytes())
        if written.endswith(b"\r"):
            held.write(zlib.compress(held.read_bytes()) + b" ", filter=pikepdf.Name.FlateDecode)


def _saved(file: Any, fillers: int) -> bytes:
    """
    Save with compressed tags, after adding `fillers` unused attribute classes.

    They shift every tag, so that for some number of fillers no compressed group has an ambiguous end.
    """
    import pikepdf  # noqa: PLC0415

    classes = {
        f"/Unused{number}": file.make_indirect(pikepdf.Dictionary(O=pikepdf.Name.Layout)) for number in range(fillers)
    }
    if classes:
        file.Root.StructTreeRoot.ClassMap = pikepdf.Dictionary(classes)
    made = io.BytesIO()
    file.save(
        made,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        stream_decode_level=pikepdf.StreamDecodeLevel.none,
        deterministic_id=True,
    )
    return made.getvalue()


def svg(document: Document) -> bytes:
    """Render the first page as SVG."""
    return _compiled(document, "svg")


def page_count(document: Document) -> int:
    """Return the number of pages."""
    made = _pages(document, "svg")
    return len(made) if isinstance(made, list) else 1


def _compiled(document: Document, form: str) -> bytes:
    made = _pages(document, form)
    return bytes(made[0] if isinstance(made, list) else made)


def _pages(document: Document, form: str) -> Any:
    refuse_without_typst()
    import typst  # noqa: PLC0415  (optional dependency)

    return typst.compile(  # type: ignore[call-overload]
        source(document, attach=form == "pdf").encode(),
        format=form,
        pdf_standards=STANDARDS if form == "pdf" else [],
        ignore_system_fonts=True,
        timestamp=int(_day(document).timestamp()),
    )


def _day(document: Document) -> datetime:
    return datetime.strptime(document.date, "%Y-%m-%d").replace(tzinfo=UTC)


def source(document: Document, *, attach: bool = True) -> str:
    """Return the typst source: our style, the document's settings, then its blocks."""
    style = (resources.files("pitboss.documents.rendering") / "style.typ").read_text(encoding="utf-8")
    day = _day(document)
    date = f"datetime(year: {day.year}, month: {day.month}, day: {day.day})"
    parts = [
        style,
        f"#set document(title: {text(document.title)}, author: {text('pitboss')}, date: {date})",
        f"#set text(lang: {text(document.language)}, size: {document.page.points:g}pt)",
        _page(document.page, document.footer),
        "#set heading(numbering: " + ('"1.1"' if document.page.numbered else "none") + ")",
        "#numbered-captions.update(" + str(document.page.numbered).lower() + ")",
        *(_attached(each) for each in document.attachments if attach),
        _front(document),
        *sections(document),
    ]
    return "\n".join(parts) + "\n"


def _page(page: Page, footer: str) -> str:
    wide, _, high = page.paper.partition("x")
    tall = "auto" if high == "auto" else f"{high}mm"
    sized = f"width: {wide}mm, height: {tall}" if high else f"paper: {text(page.paper)}"
    foot = f"footer: foot({text(footer)})" if page.numbered else "footer: none"
    flipped = ", flipped: true" if page.landscape else ""
    columns = f", columns: {page.columns}" if page.columns > 1 else ""
    return f"#set page({sized}{flipped}{columns}, margin: {page.margin:g}mm, {foot})"


def _attached(one: Attachment) -> str:
    return (
        f"#pdf.attach({text(one.name)}, bytes({text(one.text)}), mime-type: {text(one.media)},"
        f' description: {text(one.what)}, relationship: "data")'
    )


def _front(document: Document) -> str:
    """Return the title and the front sections."""
    pairs = ", ".join(f"({text(name)}, {content(value)})" for name, value in document.face)
    kind = "cover" if document.page.cover else "banner" if document.page.banner else "masthead"
    colour = [f"rgb({text(document.page.banner)})"] if document.page.banner else []
    made = call(kind, text(document.title), text(document.subtitle), f"({pairs}{',' * bool(pairs)})", *colour)
    front = "".join(f"\n{part}" for part in front_sections(document))
    return f"#{made}{front}" + ("\n#contents()" if document.page.contents else "")
