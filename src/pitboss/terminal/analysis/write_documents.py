"""`pitboss report`, `sheet`, `card` and `layout --scale`: documents in the format of the file extension."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from pitboss.compute.disk.cache_files import is_recomputing
from pitboss.compute.jobs.worker import stop_all
from pitboss.documents.blocks import Document
from pitboss.documents.filings import card, layout, on_one_page, sheet
from pitboss.documents.filings.control import load_facts
from pitboss.documents.filings.scale_felt import layout_sheet
from pitboss.documents.inputs.material import ReportProgress, quiet
from pitboss.documents.rendering import WHOLE, ending_of, rendered, write_document
from pitboss.documents.report import MAX_ROUNDS, checked_date, make_report, with_whole
from pitboss.documents.verification.differences import diff_reports
from pitboss.documents.verification.recompute import check_report, inconsistencies, read_report, signature_note
from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused, one_of
from pitboss.simulation.number_reading import read_rounds
from pitboss.terminal.interrupt import at_interrupt
from pitboss.terminal.long_work import game_and_rules, progress
from pitboss.terminal.screen import write_file

DIFFERS = 1
"""The exit code of a check that found differences."""
_MAX_DIFFERENCES = 60


def report(
    words: Sequence[str | None], *, rounds: str | None, seed: int, date: str | None, out: str | None,
    filing: str | None, check: bool, diff: bool, rules: str | None, settings: Sequence[str],
) -> int:  # fmt: skip
    """Write, check or compare reports; return the exit code. `words` are GAME, or the files of --check and --diff."""
    given = [word for word in words if word is not None]
    if check:
        return _check(given)
    if diff:
        return _diff(given)
    if not given:
        raise Refused("no-game", f"GAME is missing: choose {one_of(GAMES)}")
    if len(given) > 1:
        raise Refused("too-many-words", f"{given[1]!r} is one argument too many: pitboss report takes one GAME")
    _, base = game_and_rules(given[0], rules, settings)
    day = checked_date(date)
    if out is None:
        raise Refused("no-value", "--out is missing: write --out FILE.pdf, FILE.html, FILE.json or FILE.docx")
    ending = ending_of(out)
    _, fields = load_facts(filing)
    played = None if rounds is None else 0 if rounds.strip() == "0" else read_rounds(rounds)
    if played is not None and played > MAX_ROUNDS:
        raise Refused("bad-rounds", f"rounds must be a whole number from 0 to {MAX_ROUNDS:,}, not {rounds}")
    with _working("nothing was written") as show:
        document = make_report(base, played, seed, day, show, fields)
        write_document(document if ending == ".json" else with_whole(document), out)
    sys.stdout.write(f"{out}: {document.title}, {day}\n")
    _write_checksums(out, document)
    return 0


def _write_checksums(path: str, document: Document) -> None:
    """Print the SHA-256 of the file and of its embedded data, since neither can contain its own."""
    sys.stdout.write(f"SHA-256 {sha256(Path(path).read_bytes()).hexdigest()}  {path}\n")
    if not path.lower().endswith((".json", ".docx")):
        whole = next(file for file in with_whole(document).attachments if file.name == WHOLE)
        sys.stdout.write(f"SHA-256 {sha256(whole.text.encode()).hexdigest()}  {WHOLE}\n")


def _check(files: Sequence[str]) -> int:
    if len(files) != 1:
        raise Refused("no-word", "name the report: pitboss report --check FILE.pdf, FILE.html or FILE.json")
    read = read_report(files[0])
    with _working("the check was not finished") as progress:
        found = check_report(read, progress)
    if not found:
        how = (
            "was recomputed, and all of them agree"
            if is_recomputing()
            else "agrees with the stored answers of this pitboss"
        )
        more = "" if is_recomputing() else " (--fresh recomputes those that are stored)"
        sys.stdout.write(f"{files[0]}: every figure {how}{more}.\n")
        if note := signature_note(read):
            sys.stdout.write(f"{note}\n")
        return 0
    sys.stdout.write("".join(f"{sentence}\n" for sentence in found[:_MAX_DIFFERENCES]))
    if len(found) > _MAX_DIFFERENCES:
        sys.stdout.write(f"… and {len(found) - _MAX_DIFFERENCES} more.\n")
    return DIFFERS


def _diff(files: Sequence[str]) -> int:
    if len(files) != 2:
        raise Refused("no-word", "name two reports: pitboss report --diff A.pdf B.pdf")
    one, other = (read_report(path) for path in files)
    faults = [f"{read.name} is inconsistent. {sentence}" for read in (one, other) for sentence in inconsistencies(read)]
    lines = diff_reports(one.document, other.document)
    sys.stdout.write("".join(f"{line}\n" for line in faults))
    sys.stdout.write("".join(f"{line}\n" for line in lines) or "The two reports hold the same figures and words.\n")
    return DIFFERS if faults else 0


@contextmanager
def _working(undone: str) -> Iterator[ReportProgress]:
    """Show progress; Ctrl-C exits immediately with a message."""

    def stop() -> None:
        stop_all()
        sys.stderr.write(f"Stopped: {undone}; finished results are saved.\n")

    with progress() as bar, at_interrupt(stop):
        yield quiet if bar is None else lambda done, whole, words: bar(words, done, whole)


ENDINGS = (".pdf", ".svg", ".html", ".docx")


def write_layout_to_scale(
    game: Game, rules: HouseRules, out: str, date: str | None, seats: int | None, casino: str
) -> None:
    """Write the felt to scale: a full-size SVG, or a PDF or HTML document."""
    if out == "-":
        sys.stdout.write(layout_sheet(game, rules, seats, casino))
    elif Path(out).suffix.lower() == ".svg":
        write_file(out, layout_sheet(game, rules, seats, casino))
    else:
        _paper(out, lambda: layout(game, rules, checked_date(date), seats=seats, house=casino))


def write_sheet(game: Game, rules: HouseRules, out: str, date: str | None) -> None:
    """Write the rules of a game as a filing; an SVG is one page, as long as needed."""

    def made() -> Document:
        document = sheet(game, rules, checked_date(date))
        if Path(out).suffix.lower() != ".svg":
            return document
        return replace(document, page=replace(document.page, paper="215.9xauto", numbered=False))

    _paper(out, made)


def write_card(game: Game, rules: HouseRules, out: str, date: str | None) -> None:
    """Write the rack card, on one page if the format has pages."""

    def made() -> Document:
        document = card(game, rules, checked_date(date))
        return on_one_page(document) if Path(out).suffix.lower() in (".pdf", ".svg") else document

    _paper(out, made)


def _paper(out: str, make: Callable[[], Document]) -> None:
    """Build a document and write it in the format of the file extension; raise before the work if it has none."""
    ending = ending_of(out, ENDINGS)
    write_file(out, rendered(make(), ending))
