"""`pitboss.report`: the full report of a game as an object that can be written, checked and compared."""

from __future__ import annotations

from msgspec import Struct

from pitboss.documents.blocks import Document
from pitboss.documents.inputs.material import ReportProgress, quiet
from pitboss.documents.rendering import ending_of, rendered, write_document
from pitboss.documents.rendering.json_document import to_json
from pitboss.documents.report import ROUNDS, SEED, make_report, making_of, with_whole
from pitboss.documents.verification.document_diff import diff_reports
from pitboss.documents.verification.recompute import check_report
from pitboss.documents.verification.report_reader import ReadReport
from pitboss.lab.api import meant
from pitboss.play.options.rules import HouseRules


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
        return check_report(ReadReport("the report", self.document), progress)

    def diff(self, other: Report) -> list[str]:
        """Describe the changes from this report to another, in sentences."""
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
    rounds: int = ROUNDS,
    seed: int = SEED,
    date: str | None = None,
    filing: str = "",
    progress: ReportProgress = quiet,
) -> Report:
    """
    Build the report of a game for a test laboratory: rules, examples, odds, strategy, simulation, protection.

    Slow results are cached by rules and software version. `rounds=0` skips the simulation. The date defaults to today
    and is the only timestamp. `filing` is the text of a TOML file with the applicant's fields. `progress` is called
    with the work done, the total, and the current step.

    >>> import pitboss as pb
    >>> pb.report("flop22", rounds=0, date="2026-11-17")
    <report of flop22: rules 5b25bc4c2d36cc19, 0 rounds, 2026-11-17>
    """
    _, said = meant(rules)
    return Report(make_report(said, rounds, seed, date, progress, filing))
