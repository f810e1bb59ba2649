"""Renderers of documents to PDF, SVG, HTML, JSON or Word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from pitboss.documents.blocks import Document
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused, one_of

FORMAT = "pitboss document 1"
"""The format identifier in a file."""
WHOLE = "report.json"
"""The name of a report's data in its PDF, HTML and Word files."""


class DocumentFile(msgspec.Struct, frozen=True):
    """The contents of the JSON file."""

    format: str
    document: Document


def to_json(document: Document) -> bytes:
    """Return the document as indented JSON, readable and diffable line by line."""
    made = msgspec.json.encode(DocumentFile(FORMAT, document))
    return msgspec.json.format(made, indent=1) + b"\n"


def from_json(text: bytes, what: str = "this file") -> Document:
    """Parse a document; raise `Refused` if the text is not one."""
    try:
        found = msgspec.json.decode(text, type=DocumentFile)
    except (msgspec.DecodeError, msgspec.ValidationError, ValueError) as error:
        raise Refused("bad-document", f"{what} is not a document written by pitboss: {error}") from None
    if found.format != FORMAT:
        raise Refused("bad-document", f"{what} has the format {found.format!r}; this version reads {FORMAT!r}")
    return found.document


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a document file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(DocumentFile)}


def _pdf(document: Document) -> bytes:
    from pitboss.documents.rendering.typeset import pdf  # noqa: PLC0415  (typst is optional)

    return pdf(document)


def _svg(document: Document) -> bytes:
    from pitboss.documents.rendering.typeset import svg  # noqa: PLC0415

    return svg(document)


def _html(document: Document) -> bytes:
    from pitboss.documents.rendering.html import html  # noqa: PLC0415

    return html(document).encode()


def _json(document: Document) -> bytes:

    return to_json(document)


def _word(document: Document) -> bytes:
    from pitboss.documents.rendering.word import filed_parts, word  # noqa: PLC0415  (python-docx is optional)

    return word(filed_parts(document))


KINDS: dict[str, Callable[[Document], bytes]] = {
    ".pdf": _pdf, ".html": _html, ".json": _json, ".svg": _svg, ".docx": _word,
}  # fmt: skip
"""Renderers by file extension."""


def rendered(document: Document, ending: str) -> bytes:
    """Render the document in the format of this extension, such as `.pdf`."""
    return KINDS[ending](document)


REPORTS = (".pdf", ".html", ".json", ".docx")
"""The formats of a report."""


def ending_of(path: str, endings: tuple[str, ...] = REPORTS) -> str:
    """Return the extension of an output file; raise before any work starts if it cannot be written."""
    ending = Path(path).suffix.lower()
    if ending not in endings:
        reason = f"{path!r} must end in {one_of(endings)}: the extension decides the format"
        raise Refused("bad-ending", reason)
    if ending in (".pdf", ".svg"):
        from pitboss.documents.rendering.typeset import refuse_without_typst  # noqa: PLC0415

        refuse_without_typst()
    if ending == ".docx":
        from pitboss.documents.rendering.word import refuse_without_word  # noqa: PLC0415

        refuse_without_word()
    if not Path(path).parent.is_dir():
        raise Refused("no-file", f"{path!r} cannot be written: there is no folder {str(Path(path).parent)!r}")
    return ending


def write_document(document: Document, path: str, endings: tuple[str, ...] = REPORTS) -> None:
    """Write the document in the format given by the file extension."""
    made = rendered(document, ending_of(path, endings))
    try:
        Path(path).write_bytes(made)
    except OSError as error:
        raise Refused("no-file", f"{path!r} cannot be written: {in_words(error)}") from None
