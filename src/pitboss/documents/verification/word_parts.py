"""Comparison of Word files by their words, then by the other parts of the package."""

from __future__ import annotations

import io
from collections.abc import Iterator
from xml.etree import ElementTree
from zipfile import BadZipFile, ZipFile

from pitboss.documents.rendering.word import REPORT_SPACE
from pitboss.documents.verification.file_parts import token_differences
from pitboss.play.refused import Refused

_SPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_TEXT = "word/document.xml"
_MAX_BYTES = 200_000_000
"""The maximum unpacked size of a package that is read, in bytes."""
_KINDS = {
    _TEXT: "formatting, hidden text or fields", "word/_rels/document.xml.rels": "links or places of pictures",
    "word/media/": "pictures", "word/footer": "footer", "word/header": "header", "word/vbaProject": "macros",
    "word/comments": "comments", "docProps/": "title or other properties",
}  # fmt: skip
"""Names for parts, by the start of their path."""


def word_parts(whole: bytes, path: str) -> dict[str, bytes]:
    """Return the files of a Word package, by name."""
    try:
        with ZipFile(io.BytesIO(whole)) as package:
            if sum(entry.file_size for entry in package.infolist()) > _MAX_BYTES:
                raise Refused("bad-report", f"{path!r} is too large to be a report of pitboss")
            return {name: package.read(name) for name in package.namelist()}
    except (BadZipFile, NotImplementedError, RuntimeError, OSError) as error:
        raise Refused("bad-report", f"{path!r} is not a readable Word file: {error}") from None


def word_data(whole: bytes, path: str) -> bytes:
    """Return the report's data in a Word file; empty if there is none."""
    for name, text in word_parts(whole, path).items():
        if name.startswith("customXml/item") and REPORT_SPACE.encode() in text:
            root = _parsed(text)
            if root is not None and root.tag == f"{{{REPORT_SPACE}}}report":
                return (root.text or "").encode()
    return b""


def word_differences(ours: bytes, theirs: bytes) -> list[str]:
    """Return a sentence for each difference between a Word file and the one the report generates."""
    expected, actual = word_parts(ours, "the report"), word_parts(theirs, "the file")
    one, other = (_parsed(parts.get(_TEXT, b"")) for parts in (expected, actual))
    if one is None or other is None:
        return ["Word: the file has no readable text."]
    tokens = list(_tokens(one)), list(_tokens(other))
    if tokens[0] != tokens[1]:
        return token_differences("Word", *tokens)
    return list(dict.fromkeys(_of_parts(expected, actual)))


def _of_parts(expected: dict[str, bytes], actual: dict[str, bytes]) -> Iterator[str]:
    for name in dict.fromkeys([*expected, *actual]):
        kind = next((kind for start, kind in _KINDS.items() if name.startswith(start)), f"the part {name}")
        if name not in actual:
            yield f"Word: {kind} removed."
        elif name not in expected:
            yield f"Word: {kind} added."
        elif expected[name] != actual[name]:
            yield f"The Word file differs from the report: {kind}."


def _parsed(text: bytes) -> ElementTree.Element | None:
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError:
        return None


def _tokens(root: ElementTree.Element) -> Iterator[str]:
    """Yield the words of every paragraph in order, with a mark before each heading."""
    for paragraph in root.iter(f"{_SPACE}p"):
        style = paragraph.find(f"{_SPACE}pPr/{_SPACE}pStyle")
        name = style.get(f"{_SPACE}val", "") if style is not None else ""
        text = "".join(part.text or "" for part in paragraph.iter(f"{_SPACE}t"))
        if text and name.startswith(("Heading", "Title")):
            yield f"<h{name.removeprefix('Heading') if name[-1:].isdigit() else 1}>"
        if text:
            yield text
