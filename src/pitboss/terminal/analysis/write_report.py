"""`pitboss report`: write, check and compare reports for a test laboratory."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from pitboss.compute.disk.cache_files import is_recomputing
from pitboss.compute.jobs.worker import stop_all
from pitboss.documents.blocks import Document
from pitboss.documents.inputs.filing_facts import load_facts
from pitboss.documents.inputs.material import ReportProgress, quiet
from pitboss.documents.rendering import ending_of, write_document
from pitboss.documents.report import MOST_ROUNDS, WHOLE, checked_date, make_report, with_whole
from pitboss.documents.verification.document_diff import diff_reports
from pitboss.documents.verification.recompute import check_report, inconsistencies, signature_note
from pitboss.documents.verification.report_reader import read_report
from pitboss.games import GAMES
from pitboss.play.refused import Refused, one_of
from pitboss.simulation.number_reading import read_rounds
from pitboss.terminal.interrupt import at_interrupt
from pitboss.terminal.long_work import house, progress

DIFFERS = 1
"""The exit code of a check that found differences."""
_MOST_TOLD = 60


def report(
    words: Sequence[str | None], *, rounds: str, seed: int, date: str | None, out: str | None, filing: str | None,
    check: bool, diff: bool, rules: str | None, settings: Sequence[str],
) -> int:  # fmt: skip
    """Write, check or compare reports; return the exit code. `words` are GAME, or the files of --check and --diff."""
    said = [word for word in words if word is not None]
    if check:
        return _check(said)
    if diff:
        return _diff(said)
    if not said:
        raise Refused("no-game", f"GAME is missing: choose {one_of(GAMES)}")
    if len(said) > 1:
        raise Refused("too-many-words", f"{said[1]!r} is one word too many: pitboss report takes one GAME")
    _, base = house(said[0], rules, settings)
    day = checked_date(date)
    if out is None:
        raise Refused("no-value", "say where it goes: --out FILE.pdf, FILE.html, FILE.json or FILE.docx")
    ending = ending_of(out)
    _, fields = load_facts(filing)
    played = 0 if rounds.strip() == "0" else read_rounds(rounds)
    if played > MOST_ROUNDS:
        raise Refused("bad-rounds", f"rounds must be a whole number from 0 to {MOST_ROUNDS:,}, not {rounds}")
    with _working("nothing was written") as show:
        document = make_report(base, played, seed, day, show, fields)
        write_document(document if ending == ".json" else with_whole(document), out)
    sys.stdout.write(f"{out}: {document.title}, {day}\n")
    _write_checksums(out, document)
    return 0


def _write_checksums(path: str, document: Document) -> None:
    """Print the SHA-256 of the file, and of its embedded data, which cannot contain its own."""
    sys.stdout.write(f"SHA-256 {sha256(Path(path).read_bytes()).hexdigest()}  {path}\n")
    if not path.lower().endswith((".json", ".docx")):
        whole = next(file for file in with_whole(document).attachments if file.name == WHOLE)
        sys.stdout.write(f"SHA-256 {sha256(whole.text.encode()).hexdigest()}  {WHOLE}\n")


def _check(said: Sequence[str]) -> int:
    if len(said) != 1:
        raise Refused("no-word", "say which report: pitboss report --check FILE.pdf, FILE.html or FILE.json")
    read = read_report(said[0])
    with _working("the check is not done") as progress:
        found = check_report(read, progress)
    if not found:
        how = "was recomputed, and all of them agree" if is_recomputing() else "agrees with this pitboss's own answers"
        more = "" if is_recomputing() else " (--fresh recomputes those that are stored)"
        sys.stdout.write(f"{said[0]}: every figure {how}{more}.\n")
        if note := signature_note(read):
            sys.stdout.write(f"{note}\n")
        return 0
    sys.stdout.write("".join(f"{sentence}\n" for sentence in found[:_MOST_TOLD]))
    if len(found) > _MOST_TOLD:
        sys.stdout.write(f"… and {len(found) - _MOST_TOLD} more.\n")
    return DIFFERS


def _diff(said: Sequence[str]) -> int:
    if len(said) != 2:
        raise Refused("no-word", "say which two reports: pitboss report --diff A.pdf B.pdf")
    one, other = (read_report(path) for path in said)
    faults = [f"{read.name} is not sound. {sentence}" for read in (one, other) for sentence in inconsistencies(read)]
    lines = diff_reports(one.document, other.document)
    sys.stdout.write("".join(f"{line}\n" for line in faults))
    sys.stdout.write("".join(f"{line}\n" for line in lines) or "The two reports hold the same figures and words.\n")
    return DIFFERS if faults else 0


@contextmanager
def _working(undone: str) -> Iterator[ReportProgress]:
    """Show progress; Ctrl-C exits immediately with a message."""

    def stop() -> None:
        stop_all()
        sys.stderr.write(f"Stopped: {undone}; what was counted is kept.\n")

    with progress() as bar, at_interrupt(stop):
        yield quiet if bar is None else lambda done, whole, words: bar(words, done, whole)
