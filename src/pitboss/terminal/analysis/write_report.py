"""`pitboss report`: write, check and compare reports for a test laboratory."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import FrameType

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
from pitboss.play.options.rules_file import load_rules
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused, one_of
from pitboss.simulation.number_reading import read_rounds
from pitboss.terminal.analysis.show_odds import say_when_compiling

DIFFERS = 1
"""The exit code of a check that found differences."""
_MOST_TOLD = 60
LONG = 120
"""Seconds from which times are shown in minutes."""


@dataclass(frozen=True)
class ReportWishes:
    """Command-line arguments."""

    words: Sequence[str | None]
    """GAME, or the files of --check and --diff."""
    rounds: str
    seed: int
    date: str | None
    out: str | None
    filing: str | None
    check: bool
    diff: bool
    rules: str | None
    settings: Sequence[str]


def report(wishes: ReportWishes) -> int:
    """Write, check or compare reports; return the exit code."""
    said = [word for word in wishes.words if word is not None]
    if wishes.check:
        return _check(said)
    if wishes.diff:
        return _diff(said)
    _make(said, wishes)
    return 0


def _make(said: Sequence[str], wishes: ReportWishes) -> None:
    if not said:
        raise Refused("no-game", f"GAME is missing: choose {one_of(GAMES)}")
    if len(said) > 1:
        raise Refused("too-many-words", f"{said[1]!r} is one word too many: pitboss report takes one GAME")
    game = game_called(said[0], GAMES)
    rules = load_rules(game.rules, wishes.rules, wishes.settings)
    date = checked_date(wishes.date)
    _, filing = load_facts(wishes.filing)
    if wishes.out is None:
        raise Refused("no-value", "say where it goes: --out FILE.pdf, FILE.html, FILE.json or FILE.docx")
    ending = ending_of(wishes.out)
    rounds = 0 if wishes.rounds.strip() == "0" else read_rounds(wishes.rounds)
    if rounds > MOST_ROUNDS:
        raise Refused("bad-rounds", f"rounds must be a whole number from 0 to {MOST_ROUNDS:,}, not {wishes.rounds}")
    say_when_compiling()
    with _working("nothing was written") as progress:
        document = make_report(rules, rounds, wishes.seed, date, progress, filing)
        write_document(document if ending == ".json" else with_whole(document), wishes.out)
    sys.stdout.write(f"{wishes.out}: {document.title}, {date}\n")
    _write_checksums(wishes.out, document)


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
    """Show progress if standard error is a terminal; Ctrl-C exits immediately with a message."""
    if not sys.stderr.isatty():
        with _stopped(undone, lambda: None):
            yield quiet
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TextColumn  # noqa: PLC0415

    columns = (BarColumn(), TextColumn("{task.fields[left]:>16}"), TextColumn("{task.description}"))
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    with _stopped(undone, bar.stop), bar:
        task, started = bar.add_task("", total=None, left=""), time.monotonic()

        def tell(done: float, whole: float, words: str) -> None:
            left = time_left(time.monotonic() - started, done, whole)
            bar.update(task, completed=done, total=whole, description=words, left=left)

        yield tell


def time_left(elapsed: float, done: float, whole: float) -> str:
    """
    Estimate the remaining time at the current rate.

    >>> time_left(30, 10, 40), time_left(300, 10, 40), time_left(0, 0, 40)
    ('about 90 s left', 'about 15 min left', '')
    """
    if done <= 0 or elapsed <= 0:
        return ""
    left = elapsed / done * max(whole - done, 0)
    return f"about {left:.0f} s left" if left < LONG else f"about {left / 60:.0f} min left"


@contextmanager
def _stopped(undone: str, clear: Callable[[], None]) -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(signum: int, frame: FrameType | None) -> None:
        stop_all()
        clear()
        sys.stderr.write(f"Stopped: {undone}; what was counted is kept.\n")
        sys.stderr.flush()
        os._exit(130)

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
