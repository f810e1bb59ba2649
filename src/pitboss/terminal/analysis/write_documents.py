"""`pitboss sheet`, `card` and `layout --scale`: filing documents in the format of the file extension."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from msgspec.structs import replace

from pitboss.documents.blocks import Document
from pitboss.documents.filings import card, layout, on_one_page, sheet
from pitboss.documents.filings.scale_felt import layout_sheet
from pitboss.documents.rendering import ending_of, rendered
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.terminal.long_work import house

ENDINGS = (".pdf", ".svg", ".html", ".docx")


def day(said: str | None) -> str:
    """Validate the date of a document; the default is today."""
    if said is None:
        return datetime.now(UTC).date().isoformat()
    try:
        if date.fromisoformat(said).isoformat() == said:
            return said
    except ValueError:
        pass
    raise Refused("bad-date", f"{said!r} is not a day: write it as in 2026-11-17")


def write_layout_to_scale(
    name: str, path: str | None, settings: Sequence[str], out: str, seats: int | None, casino: str, said: str | None
) -> None:
    """Write the felt to scale: a full-size SVG, or a PDF or HTML document."""
    game, rules = house(name, path, settings)
    if out == "-":
        sys.stdout.write(layout_sheet(game, rules, seats, casino))
    elif Path(out).suffix.lower() == ".svg":
        _write(out, layout_sheet(game, rules, seats, casino).encode())
    else:
        _paper(out, lambda: layout(game, rules, day(said), seats=seats, house=casino))


def write_sheet(name: str, path: str | None, settings: Sequence[str], out: str, said: str | None) -> None:
    """Write the rules of a game as a filing; an SVG is one page, as long as needed."""
    game, rules = house(name, path, settings)

    def made() -> Document:
        document = sheet(game, rules, day(said))
        if Path(out).suffix.lower() != ".svg":
            return document
        return replace(document, page=replace(document.page, paper="215.9xauto", numbered=False))

    _paper(out, made)


def write_card(name: str, path: str | None, settings: Sequence[str], out: str, said: str | None) -> None:
    """Write the rack card, on one page if the format has pages."""
    game, rules = house(name, path, settings)
    is_paged = Path(out).suffix.lower() in (".pdf", ".svg")
    _paper(out, lambda: on_one_page(card(game, rules, day(said))) if is_paged else card(game, rules, day(said)))


def _paper(out: str, make: Callable[[], Document]) -> None:
    """Build a document and write it in the format of the file extension; raise before the work if it has none."""
    ending = ending_of(out, ENDINGS)
    _write(out, rendered(make(), ending))


def _write(out: str, made: bytes) -> None:
    try:
        Path(out).write_bytes(made)
    except OSError as error:
        raise Refused("no-file", f"{out!r} cannot be written: {in_words(error)}") from None
