"""`pitboss.report`: the whole report of a game as an object that can be written, checked and compared."""

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
    """A report: `document` is the tree of its blocks."""

    document: Document

    def write(self, path: str) -> None:
        """Write it as PDF, HTML or JSON, by the ending of the file."""
        ending = ending_of(path)
        write_document(self.document if ending == ".json" else with_whole(self.document), path)

    def to_json(self) -> str:
        """The report as JSON, every figure a number."""
        return to_json(self.document).decode()

    def check(self, progress: ReportProgress = quiet) -> list[str]:
        """Work every figure out again: a sentence for each that differs."""
        return check_report(ReadReport("the report", self.document), progress)

    def diff(self, other: Report) -> list[str]:
        """What changed from this report to another, in sentences."""
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
    progress: ReportProgress = quiet,
) -> Report:
    """
    The report of a game for a laboratory: rules, examples, odds, strategy, sensitivity, simulation, protection.

    What is slow is kept for the next time, by rules and software. `rounds=0` leaves the simulation out; the date is
    today's if none is said, and the only clock in it. `progress` is told how much of how much is done, and of what.

    >>> import pitboss as pb
    >>> pb.report("flop22", rounds=0, date="2026-11-17")
    <report of flop22: rules 5b25bc4c2d36cc19, 0 rounds, 2026-11-17>
    """
    _, said = meant(rules)
    return Report(make_report(said, rounds, seed, date, progress))
