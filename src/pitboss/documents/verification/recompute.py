"""`--check`: read a report, recompute its figures from its own settings, and describe each difference."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pitboss import __version__
from pitboss.documents.blocks import Document
from pitboss.documents.inputs.input_cache import software_hash
from pitboss.documents.inputs.material import ReportProgress, quiet
from pitboss.documents.rendering import WHOLE, from_json, rendered, to_json
from pitboss.documents.report import MAKING, SETTINGS, filing_of, make_report, making_of, rules_of, with_whole
from pitboss.documents.verification.differences import Difference, both_shown, differences
from pitboss.documents.verification.file_parts import (
    PdfPart,
    form_differences,
    html_differences,
    html_files,
    is_signed,
    key_differences,
    parts_of,
    pikepdf,
    signed_pages,
)
from pitboss.documents.verification.word_parts import word_data, word_differences
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.school.exam.table_test import rules_hash


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
    word: bytes = b""
    """The whole file, if it is for Word."""
    data: bytes = b""
    """The JSON of the report, as found in the file."""


def read_report(path: str) -> ReadReport:
    """Read the report in a PDF, HTML, JSON or Word file."""
    try:
        whole = Path(path).read_bytes()
    except OSError as error:
        raise Refused("no-file", f"{path!r} cannot be read: {in_words(error)}") from None
    if whole.startswith(b"%PDF"):
        files = attachments(whole, path)
        if WHOLE not in files:
            raise Refused("bad-report", f"{path!r} has no {WHOLE} attached: pitboss did not write this report")
        return ReadReport(path, from_json(files[WHOLE], f"the {WHOLE} of {path!r}"), whole, files, data=files[WHOLE])
    if whole[:200].lstrip().lower().startswith(b"<!doctype html"):
        files = html_files(whole)
        if WHOLE not in files:
            raise Refused("bad-report", f"{path!r} holds no {WHOLE}: pitboss did not write this report")
        document = from_json(files[WHOLE], f"the {WHOLE} of {path!r}")
        return ReadReport(path, document, files=files, html=whole, data=files[WHOLE])
    if whole.startswith(b"PK"):
        data = word_data(whole, path)
        if not data:
            raise Refused("bad-report", f"{path!r} holds no {WHOLE}: pitboss did not write this report")
        return ReadReport(path, from_json(data, f"the {WHOLE} of {path!r}"), word=whole, data=data)
    if whole.lstrip()[:1] != b"{":
        reason = f"{path!r} is neither PDF, HTML, JSON nor Word: a report in one of these can be read"
        raise Refused("bad-report", reason)
    return ReadReport(path, from_json(whole, repr(path)), data=whole)


def attachments(whole: bytes, path: str) -> dict[str, bytes]:
    """Return the files attached to a PDF."""
    reader = pikepdf()
    try:
        with reader.open(io.BytesIO(whole)) as file:
            return {name: spec.get_file().read_bytes() for name, spec in file.attachments.items()}
    except reader.PdfError as error:
        raise Refused("bad-report", f"{path!r} is not a readable PDF: {error}") from None


_OF_THE_SOFTWARE = ("title page", "title")
_TABLES_OF_THE_SOFTWARE = ("table 'Made with'", "table 'Attached files, and their SHA-256'")


def check_report(read: ReadReport, progress: ReportProgress = quiet) -> list[str]:
    """Return a sentence for each error in a report; an empty list means that every figure was reproduced."""
    making = making_of(read.document)
    rules = rules_of(read.document)
    found = list(_of_settings(making, rules))
    if found:
        return [*found, "The figures were not recomputed, because the attached rules differ."]
    same = _is_ours(making)
    if not same:
        found.append(_other_software(making))
    recomputed = _recomputed(making, rules, filing_of(read.document), progress)
    changes = [each for each in differences(read.document, recomputed) if same or not _is_software(each)]
    found += [_sentence(each) for each in changes]
    found += _of_files(read.document, recomputed, same)
    known = bool(found)
    found += _of_pdf(read, recomputed, same, known=known)
    found += _of_html(read, recomputed, same, known=known)
    found += _of_word(read, recomputed, same, known=known)
    found += _of_keys(read)
    if same:
        found += form_differences(json.loads(to_json(recomputed)), json.loads(to_json(read.document)))
    return found


def _of_settings(making: dict[str, Any], rules: HouseRules) -> Iterator[str]:
    there = rules_hash(rules)
    if there != making["rules_hash"]:
        yield (
            f"The attached {SETTINGS} was altered, or belongs to another report: its rules have the hash {there},"
            f" and the report was made for {making['rules_hash']}."
        )


def _other_software(making: dict[str, Any]) -> str:
    return (
        f"The report was made with pitboss {making['version']}, sources {making['software']}; this is pitboss"
        f" {__version__}, sources {software_hash()}: this alone may change figures."
    )


def _recomputed(making: dict[str, Any], rules: HouseRules, filing: str, progress: ReportProgress) -> Document:
    try:
        return make_report(rules, making["rounds"], making["seed"], making["date"], progress, filing)
    except TypeError:
        raise Refused("bad-report", f"this report's {MAKING} does not say what it was made with") from None


def _is_software(each: Difference) -> bool:
    """Return whether a difference concerns the software itself, such as its version."""
    return each.place.section in _OF_THE_SOFTWARE or each.place.inside in _TABLES_OF_THE_SOFTWARE


def _sentence(each: Difference) -> str:
    printed, found = both_shown(each)
    return f"{each.place}: the report says {printed}, recomputed it is {found}."


def _of_files(one: Document, other: Document, same: bool) -> Iterator[str]:
    here = {file.name: file for file in one.attachments}
    there = {file.name: file for file in other.attachments}
    for name in dict.fromkeys([*here, *there]):
        if name == MAKING and not same:
            continue
        if name not in here:
            yield f"The file {name} is missing among those attached."
        elif name not in there:
            yield f"The file {name} is attached, but does not belong to this report."
        elif here[name] != there[name]:
            yield f"The attached file {name} was altered: these rules give another one."


def _of_pdf(read: ReadReport, recomputed: Document, same: bool, *, known: bool) -> Iterator[str]:
    """Compare a PDF with the one the report generates: pages, fonts, links, structure, metadata, actions."""
    if not read.pdf:
        return
    files = list(_of_its_files(read))
    yield from files
    if not same:
        yield "The pages were not compared, because other software sets them."
        return
    made = rendered(with_whole(read.document if known else recomputed), ".pdf")
    if made == read.pdf:
        return
    signed = is_signed(read.pdf)
    ours, theirs = parts_of(made, signed=signed), parts_of(read.pdf, signed=signed)
    altered = [sentence for sentence in _altered(ours, theirs) if not (files and "attached files" in sentence)]
    yield from altered
    if not altered and not files and not (signed and read.pdf.startswith(made)):
        yield (
            "The PDF was saved by another program: its bytes differ, but its pages, fonts, links, structure,"
            " metadata and files are the same."
        )


def _altered(ours: list[PdfPart], theirs: list[PdfPart]) -> Iterator[str]:
    """Yield a sentence for each part of a PDF that the report did not generate."""
    expected = {(part.where, part.what): part.mark for part in ours}
    actual = {(part.where, part.what): part.mark for part in theirs}
    pages = [len({where for where, _ in each if where.startswith("page ")}) for each in (expected, actual)]
    if pages[0] != pages[1]:
        yield f"The PDF has {pages[1]} pages, and its own figures make {pages[0]}."
    for (where, what), mark in actual.items():
        if (where, what) in expected and expected[where, what] != mark:
            yield f"The PDF differs from the report at {where}: {what}."


def signature_note(read: ReadReport) -> str:
    """Return a note about a digital signature on an otherwise unchanged report, or an empty string."""
    if not read.pdf or not is_signed(read.pdf):
        return ""
    note = "The file has a digital signature, added after the report was made; who signed it is not verified here."
    pages = ", ".join(map(str, signed_pages(read.pdf)))
    return f"{note} It shows a field on page {pages}, which may cover what is below." if pages else note


def _of_html(read: ReadReport, recomputed: Document, same: bool, *, known: bool) -> Iterator[str]:
    """Compare an HTML report with the page the report generates."""
    if not read.html:
        return
    yield from _of_its_files(read)
    if not same:
        yield "The page was not compared, because other software sets it."
        return
    made = rendered(with_whole(read.document if known else recomputed), ".html")
    if made != read.html:
        yield from html_differences(made, read.html)


def _of_word(read: ReadReport, recomputed: Document, same: bool, *, known: bool) -> Iterator[str]:
    """Compare a Word file with the one the report generates."""
    if not read.word:
        return
    if not same:
        yield "The Word file was not compared, because other software writes it."
        return
    made = rendered(with_whole(read.document if known else recomputed), ".docx")
    if made != read.word:
        yield from word_differences(made, read.word) or [
            "The Word file was saved again by another program: its bytes differ, and all its parts are the same."
        ]


def _of_keys(read: ReadReport) -> Iterator[str]:
    """Find JSON keys that no report has; viewers might show them, but no other check covers them."""
    if read.data:
        yield from key_differences(json.loads(to_json(read.document)), json.loads(read.data))


def inconsistencies(read: ReadReport) -> list[str]:
    """Return the contradictions between what a file shows and its own data, without recomputing any figure."""
    making = making_of(read.document)
    if not _is_ours(making):
        return []
    checks = (_of_pdf, _of_html, _of_word)
    found = [sentence for each in checks for sentence in each(read, read.document, same=True, known=True)]
    return [*found, *_of_keys(read)]


def _is_ours(making: dict[str, Any]) -> bool:
    """Return whether a report was made by exactly this version of the software."""
    return bool(making["version"] == __version__ and making["software"] == software_hash())


def _of_its_files(read: ReadReport) -> Iterator[str]:
    """Compare the files in a PDF or page with those in its embedded report."""
    held = {file.name: file.text.encode() for file in read.document.attachments}
    for name, text in held.items():
        if read.files.get(name) != text:
            yield f"The file {name} in the {_kind(read)} was altered: it is not the one that its {WHOLE} holds."
    for name in read.files:
        if name != WHOLE and name not in held:
            yield f"The file {name} is in the {_kind(read)}, but does not belong to this report."


def _kind(read: ReadReport) -> str:
    return "PDF" if read.pdf else "page"
