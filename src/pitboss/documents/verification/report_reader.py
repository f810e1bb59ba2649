"""Reading of report files: the document, and the attachments of a PDF."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.documents.blocks import Document
from pitboss.documents.rendering.json_document import from_json
from pitboss.documents.report import WHOLE
from pitboss.documents.verification.html_parts import html_files
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused


class ReadReport(NamedTuple):
    """A report read from a file."""

    name: str
    document: Document
    pdf: bytes = b""
    """The whole file, if it is a PDF."""
    files: Mapping[str, bytes] = {}
    """The files attached to a PDF or embedded in a page, by name."""
    html: bytes = b""
    """The whole file, if it is HTML."""
    data: bytes = b""
    """The JSON of the report, as found in the file."""


def read_report(path: str) -> ReadReport:
    """Read the report in a PDF, HTML or JSON file."""
    try:
        whole = Path(path).read_bytes()
    except OSError as error:
        raise Refused("no-file", f"{path!r} cannot be read: {in_words(error)}") from None
    if whole.startswith(b"%PDF"):
        files = attachments(whole, path)
        if WHOLE not in files:
            raise Refused("bad-report", f"{path!r} has no {WHOLE} attached: it is no report that pitboss wrote")
        return ReadReport(path, from_json(files[WHOLE], f"the {WHOLE} of {path!r}"), whole, files, data=files[WHOLE])
    if whole[:200].lstrip().lower().startswith(b"<!doctype html"):
        files = html_files(whole)
        if WHOLE not in files:
            raise Refused("bad-report", f"{path!r} holds no {WHOLE}: it is no report that pitboss wrote")
        document = from_json(files[WHOLE], f"the {WHOLE} of {path!r}")
        return ReadReport(path, document, files=files, html=whole, data=files[WHOLE])
    if whole.lstrip()[:1] != b"{":
        raise Refused("bad-report", f"{path!r} is neither PDF, HTML nor JSON: a report in one of these can be read")
    return ReadReport(path, from_json(whole, repr(path)), data=whole)


def pikepdf() -> Any:
    """Import the optional pikepdf package; raise `Refused` if it is not installed."""
    try:
        import pikepdf as found  # noqa: PLC0415  (optional dependency)
    except ImportError:
        reason = "a PDF is read with pikepdf: pip install 'pitboss[report]'; a report in JSON needs nothing more"
        raise Refused("no-pikepdf", reason) from None
    return found


def attachments(whole: bytes, path: str) -> dict[str, bytes]:
    """Return the files attached to a PDF."""
    reader = pikepdf()
    try:
        with reader.open(io.BytesIO(whole)) as file:
            return {name: spec.get_file().read_bytes() for name, spec in file.attachments.items()}
    except reader.PdfError as error:
        raise Refused("bad-report", f"{path!r} is no PDF that can be read: {error}") from None
