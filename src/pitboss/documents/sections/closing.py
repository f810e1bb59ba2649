"""Closing report sections: published figures, irregularities, limits, compliance, signature and appendix."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256

import msgspec

from pitboss.documents.blocks import (
    Attachment,
    Block,
    Definitions,
    Grid,
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
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.data.play import compliance, glossary, remedies
from pitboss.documents.inputs.input_cache import source_hash_script
from pitboss.documents.inputs.material import Material
from pitboss.documents.sections.shuffle_section import shuffling_part
from pitboss.play.options.rules_file import write_rules
from pitboss.school.irregularities import FLOOR, irregularities


def published_part(material: Material) -> Section:
    """Build the section that compares our figures with published ones."""
    rows, disputes = [], []
    for row, ours in material.published:
        agrees = row.agrees(ours)
        verdict = "agrees" if agrees else "disputed" if row.disputed else "differs"
        figure = share(ours) if "%" in row.words else number(ours)
        rows.append(
            (
                row.what,
                "; ".join(row.settings) or "the sheet's",
                row.words,
                figure,
                verdict,
                WebLink(row.source, row.address),
            )
        )
        if not agrees:
            disputes.append(words(f"{row.what}: {row.disputed or 'no reason is known; it must be looked into.'}"))
    if not rows:
        none = "No figure for this game was found on the public record: there is nothing to hold these figures against."
        return Section("published", "Published figures", (Paragraph(words(none)),))
    heads = ("figure", "rules", "published", "ours", "verdict", "source")
    note = (
        "Agrees: ours is the published figure to all its digits. Rules: what differs from the sheet's"
        " reading, on which the comparison is made whatever this house changed."
    )
    blocks: list[Block] = [
        Grid("Published figures beside ours", heads, tuple(rows), note, wide=("figure", "source"), key="published")
    ]
    if disputes:
        blocks.append(Section("disputes", "Where they differ, and why", (Points(tuple(disputes)),)))
    return Section("published", "Published figures", tuple(blocks))


def irregularities_part(material: Material) -> Section:
    """Build the section on irregularities and their remedies."""
    cases = irregularities(material.game.name)
    heads = ("what happens", "remedy", "clause")
    everywhere = tuple(
        (each.happens, each.remedy, each.clause) for each in remedies(material.game.cut_card is not None)
    )
    general = Grid("At any table", heads, everywhere, wide=heads[:2], key="remedies")
    void = next((ruling.plain for ruling in material.rulings if ruling.number == "C-4"), "")
    lead = Paragraph(words(f"The rule for all of them (C-4): {void}"))
    if not cases:
        return Section("irregularities", "Irregularities and remedies", (lead, general))
    rows = tuple(
        (case["happens"], FLOOR if case["right"] == "floor" else case["right"], case["reason"], case["clause"])
        for case in cases
    )
    heads_of = ("what happens", "remedy", "why", "clause")
    table = Grid("In this game", heads_of, rows, wide=("what happens", "remedy", "why"), key="irregularities")
    return Section("irregularities", "Irregularities and remedies", (lead, table, general))


def glossary_part(sections: Iterable[Section]) -> Section:
    """Build the glossary of the terms that these sections use."""
    said = json.dumps(msgspec.to_builtins(tuple(sections)), ensure_ascii=False).lower()
    items = tuple((term, words(meaning)) for term, meaning in glossary().items() if term.lower() in said)
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
        "Best play is that of a player who knows what the sheet lets a seat see; for several seats that share"
        " what they know, as far as they were analysed, see ",
        See("protection"),
        ".",
    )
    yield words(
        "The law on games, taxes and licences, intellectual property and the likeness to other games were not examined."
    )
    if material.rounds == 0:
        yield words("No rounds were simulated for this report: the exact figures have no second witness in it.")
    if material.game.cut_card is not None:
        yield words("Computed figures are for a fresh shoe; what the cut card changes is in ", See("practice"), ".")
    tokes = [bet.title for bet in material.bets if bet.for_dealers]
    if tokes:
        yield words(f"{', '.join(tokes)}: bets for the dealers are not analysed.")
    yield words("Bands of the hold take rounds as independent and bets as equal from round to round.")
    if any(not row["exact"] for row in material.protection["threats"]):
        yield words("Rows of game protection with a standard error were dealt, not counted.")
    for sentence in material.analysis.assumptions:
        if "not analysed" in sentence or "not looked at" in sentence:
            yield words(sentence)


def compliance_part(material: Material) -> Section:
    """Build the section that maps each regulatory clause to the page that answers it."""
    lead = Paragraph(
        words(
            "What each text asks of a filing, and where this report answers it; what it cannot answer is"
            " named with whoever can. Texts were read as stored copies; the regulator's own text decides."
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
                ("clause", "asks for", "answered"),
                tuple(rows),
                wide=("asks for",),
                key=f"compliance {place.name}",
            )
        )
    sources = Points(tuple(words(f"{place.name}: ", WebLink(place.source, place.source)) for place in compliance()))
    return Section("compliance", "Compliance", (lead, *tables, Section("compliance-sources", "Sources", (sources,))))


def signature_part() -> Section:
    """Build the blank signature section; only a laboratory signs."""
    lead = Paragraph(
        words(
            "Prepared for submission to a laboratory. This report was made by software and certifies"
            " nothing: whoever signs below has examined it."
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
    command = (
        f"pitboss report {material.game.name} --rules rules.toml --rounds {material.rounds} --seed"
        f" {material.seed} --date {material.date} --out report.pdf"
    )
    making_of = Section(
        "making", "How this report was made, and how it is checked",
        (
            Grid("Made with", ("what", "value"), making, key="making"),
            Paragraph(words("Made again, byte for byte, by the same software:")),
            Verbatim("", command),
            Paragraph(words("Every figure worked out again: pitboss report --check report.pdf (or .html, .json)."
                " Compared with another report: pitboss report --diff A B.")),
            Paragraph(words("The hash of the sources is the SHA-256 of every file of the installed package that a"
                " report comes from, names included. To recompute it without pitboss's own code:")),
            Verbatim("", source_hash_script()),
        ),
    )  # fmt: skip
    attached = Grid(
        "Attached files, and their SHA-256", ("file", "what", "checksum"), rows, wide=("what",), key="checksums"
    )
    note = Paragraph(
        words(
            "Every table of this report is attached in report.json, each figure as a number at full"
            " precision with its exact fraction where it is known. That file holds this table, so its own checksum"
            " cannot be in it: pitboss report prints it when the report is written, and sha256sum gives it after"
            " extraction."
        )
    )
    shuffles = shuffling_part(material)
    return Section(
        "appendix", "Appendix", (settings, making_of, Section("attached", "Attached files", (attached, note)), shuffles)
    )
