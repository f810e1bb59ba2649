"""The full report of a game: its sections in order, and the attached files."""

from __future__ import annotations

import json
from datetime import date as calendar_date
from typing import Any

from msgspec.structs import replace

from pitboss import __version__
from pitboss.documents.blocks import Attachment, Document, Page, words
from pitboss.documents.filings.annexes import annex_parts, matrix_part
from pitboss.documents.filings.comparison_sheet import monthly_part, practice_part
from pitboss.documents.filings.control import control_part
from pitboss.documents.filings.posting import sign_part
from pitboss.documents.inputs.filing_facts import parse_facts
from pitboss.documents.inputs.input_cache import software_hash
from pitboss.documents.inputs.material import SETTING, Material, ReportProgress, quiet
from pitboss.documents.rendering.json_document import to_json
from pitboss.documents.sections.closing import (
    appendix_part,
    compliance_part,
    glossary_part,
    irregularities_part,
    limits_part,
    published_part,
    signature_part,
)
from pitboss.documents.sections.method import method_part, simulation_part
from pitboss.documents.sections.operator_section import operator_part, risk_part
from pitboss.documents.sections.protection_section import protection_part
from pitboss.documents.sections.rules_section import equipment_part, examples_part, procedure_part, rules_part
from pitboss.documents.sections.sensitivity import sensitivity_part
from pitboss.documents.sections.strategy_section import strategy_part
from pitboss.documents.sections.summary import overview_part
from pitboss.documents.sections.verdict import verdict_part
from pitboss.documents.sections.wagers_section import figures_part, game_part, wagers_part
from pitboss.lab.api import meant
from pitboss.play.options.rules import HouseRules
from pitboss.play.options.rules_file import write_rules
from pitboss.play.refused import Refused
from pitboss.school.exam.table_test import rules_hash

ROUNDS = 10**9
SEED = 1
MAKING, SETTINGS, WHOLE, FILING = "making.json", "rules.toml", "report.json", "filing.toml"
MOST_ROUNDS = 10**12


def make_report(
    rules: HouseRules, rounds: int = ROUNDS, seed: int = SEED, date: str | None = None,
    progress: ReportProgress = quiet, filing: str = "",
) -> Document:  # fmt: skip
    """
    Build the report of a game under these rules. Slow steps report progress and are cached.

    `filing` is the text of a TOML file with the applicant's fields.
    """
    day = checked_date(date)
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 0 <= rounds <= MOST_ROUNDS:
        raise Refused("bad-rounds", f"rounds must be a whole number from 0 to {MOST_ROUNDS:,}, not {rounds!r}")
    material = Material(rules, rounds, seed, day, progress)
    material.begin()
    facts = parse_facts(filing)
    making = made_with(material)
    number = facts.document or document_number(making)
    house = "; ".join(rules.settings()) or "default"
    parts = (
        verdict_part(material), control_part(number, facts, day, material.game.title, house), overview_part(material),
        rules_part(material), examples_part(material), equipment_part(material), procedure_part(material),
        wagers_part(material), sign_part(material), figures_part(material), game_part(material),
        strategy_part(material), matrix_part(material), sensitivity_part(material), method_part(material),
        simulation_part(material), operator_part(material), practice_part(material), monthly_part(material),
        risk_part(material), protection_part(material), published_part(material), irregularities_part(material),
        limits_part(material), compliance_part(material), signature_part(),
    )  # fmt: skip
    files = _files(material, making, filing)
    material.step("setting the pages", SETTING)
    told = tuple((name, str(value)) for name, value in making.items())
    face = (
        ("Document", words(f"{number}, revision {facts.revision}, {day}")),
        ("House rules", words(f"{house} (hash {making['rules_hash']})")),
        ("Prepared", words("for submission to a laboratory; certifies nothing by itself")),
    )
    return Document(
        title=f"{material.game.title}: mathematical report",
        subtitle="Rules, odds, strategy, simulation and protection",
        date=day,
        sections=(*parts, glossary_part(parts), appendix_part(material, told, files), *annex_parts(material)),
        face=face,
        attachments=files,
        page=Page(contents=True),
        footer=f"{number} · revision {facts.revision} · {day} · pitboss {making['version']}",
    )


def document_number(making: dict[str, Any]) -> str:
    """Return a document number that identifies game and rules; other rules give another number."""
    return f"PB-{str(making['game']).upper()}-{str(making['rules_hash'])[:8].upper()}"


def checked_date(date: str | None) -> str:
    """Validate the date of a report; the default is today."""
    if date is None:
        return calendar_date.today().isoformat()
    try:
        return calendar_date.fromisoformat(date).isoformat()
    except (TypeError, ValueError):
        raise Refused("bad-date", f"the date must be a day like 2026-11-17, not {date!r}") from None


def made_with(material: Material) -> dict[str, Any]:
    """Return all inputs that determine the report."""
    return {
        "game": material.game.name, "rules_hash": rules_hash(material.rules), "version": __version__,
        "software": software_hash(), "date": material.date, "seed": material.seed, "rounds": material.rounds,
    }  # fmt: skip


def _files(material: Material, making: dict[str, Any], filing: str) -> tuple[Attachment, ...]:
    """Return the attached files; they contain no timings, so that they are reproducible."""
    odds = json.dumps(material.analysis.as_data(), ensure_ascii=False)
    ours = ("removal_exact", "start_exact", "note")
    known = {name: value for name, value in material.protection.items() if name not in ours}
    protect = json.dumps(known, ensure_ascii=False)
    rounds = "the rounds of the examples, for pitboss replay"
    files = [
        Attachment(MAKING, "application/json", json.dumps(making), "what this report was made with"),
        Attachment(SETTINGS, "application/toml", write_rules(material.rules), "the house rules, as a settings file"),
        Attachment("odds.json", "application/json", odds, "what pitboss odds --json says"),
        Attachment("protect.json", "application/json", protect, "what pitboss protect --json says"),
        Attachment("examples.jsonl", "application/jsonl", _records(material), rounds),
        Attachment("liability.jsonl", "application/jsonl", _costliest(material), "the rounds that cost most, likewise"),
    ]  # fmt: skip
    if filing:
        files.append(Attachment(FILING, "application/toml", filing, "the applicant's fields and the change history"))
    shuffles = json.dumps(material.shuffles, ensure_ascii=False)
    files.append(
        Attachment("shuffles.json", "application/json", shuffles, "every p-value of the tests of the shuffles")
    )
    if material.simulation is not None:
        text = json.dumps(material.simulation.as_data(), ensure_ascii=False)
        files.append(
            Attachment(
                "simulate.json", "application/json", text, "what pitboss simulate --json says, but for its speed"
            )
        )
    return tuple(files)


def _records(material: Material) -> str:
    found = material.examples
    return "".join(f"{example.record}\n" for example in (*found.lines, *found.endings))


def _costliest(material: Material) -> str:
    found = material.liability
    return "".join(f"{each.record}\n" for each in (found.seat, found.table))


def with_whole(document: Document) -> Document:
    """Return the document with its own JSON attached, for `--check` of a PDF."""
    whole = Attachment(
        WHOLE, "application/json", to_json(document).decode(), "this report as data, every figure a number"
    )
    return replace(document, attachments=(*document.attachments, whole))


def filing_of(document: Document) -> str:
    """Return the applicant's fields that a report has attached, as text; empty if it has none."""
    return next((file.text for file in document.attachments if file.name == FILING), "")


def rules_of(document: Document) -> HouseRules:
    """Return the rules a report claims to be made for."""
    making = making_of(document)
    game, _ = meant(str(making["game"]))
    from pitboss.play.options.rules_file import read_rules  # noqa: PLC0415

    return read_rules(game.rules, attached(document, SETTINGS))


def making_of(document: Document) -> dict[str, Any]:
    """Return the inputs a report claims to be made from."""
    try:
        found = json.loads(attached(document, MAKING))
        wanted = ("game", "rules_hash", "version", "software", "date", "seed", "rounds")
        if isinstance(found, dict) and all(name in found for name in wanted):
            return found
    except ValueError:
        pass
    raise Refused("bad-report", f"this report's {MAKING} does not say what it was made with")


def attached(document: Document, name: str) -> str:
    """Return the text of an attached file."""
    for file in document.attachments:
        if file.name == name:
            return file.text
    raise Refused("bad-report", f"this document is no report: it has no file {name} attached")
