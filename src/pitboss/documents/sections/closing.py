"""Closing report sections: published figures, irregularities, limits, compliance, signature and appendix."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct, convert

from pitboss.documents.blocks import (
    Attachment,
    Block,
    Definitions,
    Grid,
    GridCell,
    Paragraph,
    Points,
    Section,
    See,
    SignatureLines,
    Verbatim,
    WebLink,
    Words,
    number,
    share,
    words,
)
from pitboss.documents.filings.rule_sheet import remedied
from pitboss.documents.inputs.input_cache import source_hash_script
from pitboss.documents.inputs.material import Material
from pitboss.documents.sections.method import shuffling_part
from pitboss.documents.sections.option_words import setting_words
from pitboss.play.options.rules_file import write_rules


class ComplianceRow(Struct, frozen=True):
    """One requirement of a regulation."""

    clause: str
    asks: str
    section: str = ""
    who: str = ""


class CompliancePlace(Struct, frozen=True):
    """One regulation, its source and its requirements."""

    name: str
    source: str
    rows: tuple[ComplianceRow, ...]


@cache
def compliance() -> tuple[CompliancePlace, ...]:
    """Return every regulation."""
    return convert(_data("compliance.toml")["place"], tuple[CompliancePlace, ...])


class Remedy(Struct, frozen=True):
    """An irregularity that can happen at any table, and its remedy."""

    happens: str
    remedy: str
    clause: str
    when: str = ""
    """"shoe" or "fresh" if it can happen only with a shoe, or only if every round has a fresh pack."""


@cache
def remedies(has_shoe: bool) -> tuple[Remedy, ...]:
    """Return the irregularities that can happen at any table of this kind."""
    found = convert(_data("remedies.toml")["cases"], tuple[Remedy, ...])
    return tuple(each for each in found if each.when in ("", "shoe" if has_shoe else "fresh"))


@cache
def glossary() -> Mapping[str, str]:
    """Return the words that reports use, with their meanings."""
    return convert(_data("glossary.toml")["terms"], dict[str, str])


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files("pitboss.documents") / "data" / name).read_text(encoding="utf-8"))


def published_part(material: Material) -> Section:
    """Build the section that compares our figures with published ones."""
    rows, disputes = [], []
    for row, ours in material.published:
        agrees = row.agrees(ours)
        verdict = "agrees" if agrees else "disputed" if row.disputed else "differs"
        figure = share(ours) if "%" in row.words else number(ours)
        rows.append(
            (row.what, setting_words(material.rules, row.settings), row.words, figure, verdict,
             WebLink(row.source, row.address))
        )  # fmt: skip
        if not agrees:
            disputes.append(words(f"{row.what}: {row.disputed or 'The reason is unknown and must be investigated.'}"))
    if not rows:
        none = "No published figures were found for this game."
        return Section("published", "Published figures", (Paragraph(words(none)),))
    heads = ("figure", "rules", "published", "this report", "verdict", "source")
    note = (
        "Agrees: this report gives the published figure to all its digits. Rules: differences from the default rules,"
        " on which the comparison is based."
    )
    blocks: list[Block] = [
        Grid(
            "Comparison with published figures",
            heads,
            tuple(rows),
            note,
            wide=("figure", "rules", "source"),
            key="published",
        )
    ]
    if disputes:
        blocks.append(Section("disputes", "Differences", (Points(tuple(disputes)),)))
    return Section("published", "Published figures", tuple(blocks))


def irregularities_part(material: Material) -> Section:
    """Build the section on irregularities and their remedies."""
    rows = tuple(remedied(material.game.name, material.rules))
    heads = ("what happens", "remedy", "clause")
    everywhere = tuple(
        (each.happens, each.remedy, each.clause) for each in remedies(material.game.cut_card is not None)
    )
    general = Grid("At any table", heads, everywhere, wide=heads[:2], key="remedies")
    void = next((ruling.plain for ruling in material.rulings if ruling.number == "C-4"), "")
    lead = Paragraph(words(f"General rule (C-4): {void}"))
    if not rows:
        return Section("irregularities", "Irregularities and remedies", (lead, general))
    heads_of = ("what happens", "remedy", "why", "clause")
    table = Grid("In this game", heads_of, rows, wide=("what happens", "remedy", "why"), key="irregularities")
    return Section("irregularities", "Irregularities and remedies", (lead, table, general))


def glossary_part(sections: Iterable[Section]) -> Section:
    """Build the glossary of the terms that these sections use."""
    text = json.dumps(msgspec.to_builtins(tuple(sections)), ensure_ascii=False).lower()
    items = tuple((term, words(meaning)) for term, meaning in glossary().items() if term.lower() in text)
    return Section("glossary", "Glossary", (Definitions(items),))


def limits_part(material: Material) -> Section:
    """Build the section on what was not examined."""
    return Section("limits", "Limits of the analysis", (Points(tuple(_limits(material))),))


def _limits(material: Material) -> Iterator[Words]:
    yield words(
        "Every figure holds for the rules above and for an honest, uniform shuffle; shuffling machines,"
        " cards and dealers were not examined."
    )
    yield words(
        "Best play assumes the information that the rule sheet gives to one seat; for players who share information,"
        " see ",
        See("protection"),
        ".",
    )
    yield words("Gaming law, taxes, licences, intellectual property and similarity to other games were not examined.")
    if material.rounds == 0:
        yield words("No rounds were simulated for this report, so it does not confirm the exact figures by simulation.")
    if material.game.cut_card is not None:
        yield words("Computed figures are for a fresh shoe; for the effect of the cut card, see ", See("practice"), ".")
    tokes = [bet.title for bet in material.bets if bet.for_dealers]
    if tokes:
        yield words(f"{', '.join(tokes)}: bets for the dealers are not analysed.")
    yield words("Bands of the hold assume independent rounds and equal bets.")
    if any(not row["exact"] for row in material.protection["threats"]):
        yield words("Rows of game protection with a standard error were simulated.")
    for sentence in material.analysis.assumptions:
        if "not analysed" in sentence or "not looked at" in sentence:
            yield words(sentence)


def compliance_part(material: Material) -> Section:
    """Build the section that maps each regulatory clause to the page that answers it."""
    lead = Paragraph(
        words(
            "Requirements of each regulation, and the page that addresses them. Items outside this report name the"
            " responsible party. Regulations were read as stored copies; the regulator's own text prevails."
        )
    )
    tables = []
    for place in compliance():
        rows: list[tuple[GridCell, ...]] = [
            (row.clause, row.asks, See(row.section) if row.section else row.who.replace("GAME", material.game.name))
            for row in place.rows
        ]
        tables.append(
            Grid(
                place.name,
                ("clause", "requirement", "addressed"),
                tuple(rows),
                wide=("requirement",),
                key=f"compliance {place.name}",
            )
        )
    sources = Points(tuple(words(f"{place.name}: ", WebLink(place.source, place.source)) for place in compliance()))
    return Section("compliance", "Compliance", (lead, *tables, Section("compliance-sources", "Sources", (sources,))))


def signature_part() -> Section:
    """Build the blank signature section; only a laboratory signs."""
    lead = Paragraph(
        words(
            "Prepared for submission to a laboratory. This report was generated by software and is not a certification."
            " The signature confirms an independent examination."
        )
    )
    return Section(
        "signature", "Signature", (lead, SignatureLines(("Name", "Role", "Organisation", "Date", "Signature")))
    )


def appendix_part(material: Material, making: tuple[tuple[str, str], ...], files: tuple[Attachment, ...]) -> Section:
    """Build the appendix: settings file, attachments, checksums and how to verify."""
    rows = tuple((file.name, file.what, sha256(file.text.encode()).hexdigest()) for file in files)
    settings = Section(
        "settings",
        "Settings file",
        (Verbatim("rules.toml, as pitboss rules --toml writes it", write_rules(material.rules)),),
    )
    filed = any(file.name == "filing.toml" for file in files)
    command = (
        f"pitboss report {material.game.name} --rules rules.toml --rounds {material.rounds} --seed"
        f" {material.seed} --date {material.date}{' --filing filing.toml' * filed} --out report.pdf"
    )
    making_of = Section(
        "making", "Reproduction and verification",
        (
            Grid("Made with", ("input", "value"), making, key="making"),
            Paragraph(words("The same software reproduces this report byte for byte:")),
            Verbatim("", command),
            Paragraph(words("To recompute every figure: pitboss report --check report.pdf (or .html, .json)."
                " To compare two reports: pitboss report --diff A B.")),
            Paragraph(words("The software hash is the SHA-256 over all package files that affect a report,"
                " including their names; the rules hash is the first 16 digits of that of all options as sorted JSON."
                " To recompute the software hash without pitboss code:")),
            Verbatim("", source_hash_script()),
        ),
    )  # fmt: skip
    attached = Grid(
        "Attached files, and their SHA-256", ("file", "content", "checksum"), rows, wide=("content",), key="checksums"
    )
    note = Paragraph(
        words(
            "report.json contains every table of this report, each figure at full precision and as an exact fraction if"
            " known. It contains this table, so its own checksum cannot be listed here: pitboss report prints it when"
            " the report is written, and sha256sum confirms it after extraction."
        )
    )
    shuffles = shuffling_part(material)
    return Section(
        "appendix", "Appendix", (settings, making_of, Section("attached", "Attached files", (attached, note)), shuffles)
    )
