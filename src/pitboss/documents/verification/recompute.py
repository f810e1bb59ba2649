"""`--check`: the figures of a report worked out again from its own settings, and a sentence for each that differs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss import __version__
from pitboss.documents.blocks import Document
from pitboss.documents.inputs.input_cache import software_hash
from pitboss.documents.inputs.material import ReportProgress, quiet
from pitboss.documents.rendering import rendered
from pitboss.documents.report import MAKING, SETTINGS, WHOLE, make_report, making_of, rules_of, with_whole
from pitboss.documents.verification.figure_places import Difference, both_shown, differences
from pitboss.documents.verification.report_reader import ReadReport, pages
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.school.exam.table_test import rules_hash

_OF_THE_SOFTWARE = ("title page", "title")
_TABLES_OF_THE_SOFTWARE = ("table 'Made with'", "table 'Attached files, and their SHA-256'")


def check_report(read: ReadReport, progress: ReportProgress = quiet) -> list[str]:
    """What is wrong with a report, a sentence for each; nothing: every figure is what this software finds."""
    making = making_of(read.document)
    rules = rules_of(read.document)
    found = list(_of_settings(making, rules))
    if found:
        return [*found, "The figures were not worked out again: they would be those of other rules."]
    same = making["version"] == __version__ and making["software"] == software_hash()
    if not same:
        found.append(_other_software(making))
    again = _made_again(making, rules, progress)
    told = [each for each in differences(read.document, again) if same or not _is_software(each)]
    found += [_sentence(each) for each in told]
    found += _of_files(read.document, again, same)
    found += _of_pdf(read, again, same, known=bool(found))
    return found


def _of_settings(making: dict[str, Any], rules: HouseRules) -> Iterator[str]:
    there = rules_hash(rules)
    if there != making["rules_hash"]:
        yield (
            f"The attached {SETTINGS} was altered, or is another's: its rules have the hash {there}, and the report was"
            f" made for {making['rules_hash']}."
        )


def _other_software(making: dict[str, Any]) -> str:
    return (
        f"The report was made with pitboss {making['version']}, sources {making['software']}; this is pitboss"
        f" {__version__}, sources {software_hash()}: a figure may differ for that reason alone."
    )


def _made_again(making: dict[str, Any], rules: HouseRules, progress: ReportProgress) -> Document:
    try:
        return make_report(rules, making["rounds"], making["seed"], making["date"], progress)
    except TypeError:
        raise Refused("bad-report", f"this report's {MAKING} does not say what it was made with") from None


def _is_software(each: Difference) -> bool:
    """What tells of the software itself, and differs with it."""
    return each.place.section in _OF_THE_SOFTWARE or each.place.inside in _TABLES_OF_THE_SOFTWARE


def _sentence(each: Difference) -> str:
    said, found = both_shown(each)
    return f"{each.place}: the report says {said}, worked out again it is {found}."


def _of_files(one: Document, other: Document, same: bool) -> Iterator[str]:
    here = {file.name: file for file in one.attachments}
    there = {file.name: file for file in other.attachments}
    for name in dict.fromkeys([*here, *there]):
        if name == MAKING and not same:
            continue
        if name not in here:
            yield f"The file {name} is missing among those attached."
        elif name not in there:
            yield f"The file {name} is attached, and belongs to no such report."
        elif here[name] != there[name]:
            yield f"The attached file {name} was altered: it is not what these rules give."


def _of_pdf(read: ReadReport, again: Document, same: bool, *, known: bool) -> Iterator[str]:
    """Of a PDF also its pages, and the files attached to it; byte for byte by the same software."""
    if not read.pdf:
        return
    files = list(_of_its_files(read))
    yield from files
    whole = with_whole(again) if same and not known else with_whole(read.document)
    made = rendered(whole, ".pdf")
    if made == read.pdf:
        return
    ours, theirs = pages(made), pages(read.pdf)
    if len(ours) != len(theirs):
        yield f"The PDF has {len(theirs)} pages, and its own figures make {len(ours)}."
    for at, (mine, told) in enumerate(zip(ours, theirs, strict=False), 1):
        if mine != told:
            yield f"Page {at} of the PDF does not say what the attached {WHOLE} says: something on it was altered."
    if ours == theirs and same and not files:
        yield (
            "The PDF is not byte for byte the one that this report makes, though its pages and files are:"
            " it was saved again."
        )


def _of_its_files(read: ReadReport) -> Iterator[str]:
    """Files attached to a PDF beside those that the report in it holds."""
    held = {file.name: file.text.encode() for file in read.document.attachments}
    for name, text in held.items():
        if read.files.get(name) != text:
            yield f"The file {name} attached to the PDF was altered: it is not the one that its {WHOLE} holds."
    for name in read.files:
        if name != WHOLE and name not in held:
            yield f"The file {name} is attached to the PDF, and belongs to no such report."
