"""The full report of a game: its sections in order, and the attached files."""

from __future__ import annotations

import json
from datetime import date as calendar_date
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss import __version__
from pitboss.documents.blocks import Attachment, Document, Page, words
from pitboss.documents.filings.control import annex_parts, control_part, parse_facts
from pitboss.documents.inputs.input_cache import software_hash
from pitboss.documents.inputs.material import SETTING, Material, ReportProgress, quiet
from pitboss.documents.rendering import WHOLE, ending_of, rendered, to_json, write_document
from pitboss.documents.sections.closing import (
    appendix_part,
    compliance_part,
    glossary_part,
    irregularities_part,
    limits_part,
    published_part,
    signature_part,
)
from pitboss.documents.sections.equipment import equipment_part, procedure_part, sign_part
from pitboss.documents.sections.method import method_part, simulation_part
from pitboss.documents.sections.operator import monthly_part, operator_part, practice_part, risk_part
from pitboss.documents.sections.option_words import setting_words
from pitboss.documents.sections.protection import protection_part
from pitboss.documents.sections.rules import examples_part, rules_part
from pitboss.documents.sections.sensitivity import matrix_part, sensitivity_part
from pitboss.documents.sections.strategy import strategy_part
from pitboss.documents.sections.summary import overview_part, verdict_part
from pitboss.documents.sections.wagers import figures_part, game_part, wagers_part
from pitboss.lab.api import resolve_game
from pitboss.play.options.rules import HouseRules
from pitboss.play.options.rules_file import read_rules, write_rules
from pitboss.play.refused import Refused
from pitboss.school.exam.table_test import rules_hash
from pitboss.simulation.plan import has_kernels

ROUNDS, SCRIPT_ROUNDS = 10**9, 10**6
"""The default number of simulated rounds, with kernels and without."""
SEED = 1
MAKING, SETTINGS, FILING = "making.json", "rules.toml", "filing.toml"
MAX_ROUNDS = 10**12


def make_report(
    rules: HouseRules, rounds: int | None = None, seed: int = SEED, date: str | None = None,
    progress: ReportProgress = quiet, filing: str = "",
) -> Document:  # fmt: skip
    """
    Build the report of a game under these rules. Slow steps report progress and are cached.

    `filing` is the text of a TOML file with the applicant's fields.
    """
    day = checked_date(date)
    if rounds is None:
        rounds = default_rounds(resolve_game(rules)[0].name)
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 0 <= rounds <= MAX_ROUNDS:
        raise Refused("bad-rounds", f"rounds must be a whole number from 0 to {MAX_ROUNDS:,}, not {rounds!r}")
    material = Material(rules, rounds, seed, day, progress)
    material.begin()
    facts = parse_facts(filing)
    making = made_with(material)
    number = facts.document or document_number(making)
    house = setting_words(rules, rules.settings())
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
    inputs = tuple((name, str(value)) for name, value in making.items())
    face = (
        ("Document", words(f"{number}, revision {facts.revision}, {day}")),
        ("House rules", words(f"{house} (hash {making['rules_hash']})")),
        ("Prepared", words("for submission to a laboratory; not a certification")),
    )
    return Document(
        title=f"{material.game.title}: mathematical report",
        subtitle="Rules, odds, strategy, simulation and protection",
        date=day,
        sections=(*parts, glossary_part(parts), appendix_part(material, inputs, files), *annex_parts(material)),
        face=face,
        attachments=files,
        page=Page(contents=True),
        footer=f"{number} · revision {facts.revision} · {day} · pitboss {making['version']}",
    )


def default_rounds(game: str) -> int:
    """Return the default number of rounds to simulate in the report of a game."""
    return ROUNDS if has_kernels(game) else SCRIPT_ROUNDS


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
    slopes = json.dumps(material.slopes.as_data(), ensure_ascii=False)
    rounds = "records of the examples, for pitboss replay"
    files = [
        Attachment(MAKING, "application/json", json.dumps(making), "inputs of this report"),
        Attachment(SETTINGS, "application/toml", write_rules(material.rules), "the house rules, as a settings file"),
        Attachment("odds.json", "application/json", odds, "output of pitboss odds --json"),
        Attachment("protect.json", "application/json", protect, "output of pitboss protect --json"),
        Attachment("slopes.json", "application/json", slopes, "output of pitboss odds --slopes --json: every wager"),
        Attachment("examples.jsonl", "application/jsonl", _records(material), rounds),
        Attachment("liability.jsonl", "application/jsonl", _costliest(material), "records of the costliest rounds"),
    ]  # fmt: skip
    if filing:
        files.append(Attachment(FILING, "application/toml", filing, "the applicant's fields and the change history"))
    shuffles = json.dumps(material.shuffles, ensure_ascii=False)
    files.append(Attachment("shuffles.json", "application/json", shuffles, "all p-values of the shuffle tests"))
    if material.simulation is not None:
        text = json.dumps(material.simulation.as_data(), ensure_ascii=False)
        files.append(
            Attachment("simulate.json", "application/json", text, "output of pitboss simulate --json, without timings")
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
        WHOLE, "application/json", to_json(document).decode(), "this report as data, with every figure as a number"
    )
    return replace(document, attachments=(*document.attachments, whole))


def filing_of(document: Document) -> str:
    """Return the applicant's fields attached to a report, as text; empty if there are none."""
    return next((file.text for file in document.attachments if file.name == FILING), "")


def rules_of(document: Document) -> HouseRules:
    """Return the rules for which a report claims to have been made."""
    making = making_of(document)
    game, _ = resolve_game(str(making["game"]))
    return read_rules(game.rules, attached(document, SETTINGS))


def making_of(document: Document) -> dict[str, Any]:
    """Return the inputs from which a report claims to have been made."""
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
    raise Refused("bad-report", f"this document is not a report: it has no file {name} attached")


class Report(Struct, frozen=True):
    """A report; `document` is its tree of blocks."""

    document: Document

    def write(self, path: str) -> None:
        """Write the report as PDF, HTML, JSON or Word, according to the file extension."""
        ending = ending_of(path)
        write_document(self.document if ending == ".json" else with_whole(self.document), path)

    def to_json(self) -> str:
        """Return the report as JSON, with every figure a number."""
        return to_json(self.document).decode()

    def check(self, progress: ReportProgress = quiet) -> list[str]:
        """Recompute every figure; return a sentence for each difference."""
        from pitboss.documents.verification.recompute import ReadReport, check_report  # noqa: PLC0415  (it imports us)

        return check_report(ReadReport("the report", self.document), progress)

    def diff(self, other: Report) -> list[str]:
        """Describe the changes from this report to another, in sentences."""
        from pitboss.documents.verification.differences import diff_reports  # noqa: PLC0415  (likewise)

        return diff_reports(self.document, other.document)

    def _repr_html_(self) -> str:
        return rendered(self.document, ".html").decode()

    def __repr__(self) -> str:
        making = making_of(self.document)
        return (
            f"<report of {making['game']}: rules {making['rules_hash']}, {making['rounds']:,} rounds, {making['date']}>"
        )


def report(
    rules: str | HouseRules,
    *,
    rounds: int | None = None,
    seed: int = SEED,
    date: str | None = None,
    filing: str = "",
    progress: ReportProgress = quiet,
) -> Report:
    """
    Build the report of a game for a test laboratory: rules, examples, odds, strategy, simulation, protection.

    Slow results are cached by rules and software version. `rounds=0` skips the simulation; the default is 10⁹, or
    10⁶ for a game without kernels. The date defaults to today and is the only timestamp. `filing` is the text of a
    TOML file with the applicant's fields. `progress` is called with the work done, the total, and the current step.

    >>> import pitboss as pb
    >>> pb.report("flop22", rounds=0, date="2026-11-17")
    <report of flop22: rules 5b25bc4c2d36cc19, 0 rounds, 2026-11-17>
    """
    _, parsed = resolve_game(rules)
    return Report(make_report(parsed, rounds, seed, date, progress, filing))
