"""
`pitboss sheet`, `pitboss card` and `pitboss layout --scale`: filing documents in the format of the file extension.
"""

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
from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.options.rules_file import load_rules
from pitboss.play.records.record_reader import game_called
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.terminal.analysis.show_odds import say_when_compiling

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
    name: str, path: str | None, settings: Sequence[str], out: str, seats: int | None, house: str, said: str | None
) -> None:
    """Write the felt to scale: a full-size SVG, or a PDF or HTML document."""
    game, rules = _asked(name, path, settings)
    if out == "-":
        sys.stdout.write(layout_sheet(game, rules, seats, house))
    elif Path(out).suffix.lower() == ".svg":
        _write(out, layout_sheet(game, rules, seats, house).encode())
    else:
        _paper(out, lambda: layout(game, rules, day(said), seats=seats, house=house))


def write_sheet(name: str, path: str | None, settings: Sequence[str], out: str, said: str | None) -> None:
    """Write the rules of a game as a filing; an SVG is one long page."""
    game, rules = _asked(name, path, settings)
    _paper(out, lambda: _long(sheet(game, rules, day(said)), out))


def write_card(name: str, path: str | None, settings: Sequence[str], out: str, said: str | None) -> None:
    """Write the rack card on one page."""
    game, rules = _asked(name, path, settings)
    say_when_compiling()
    is_paged = Path(out).suffix.lower() in (".pdf", ".svg")
    _paper(out, lambda: (on_one_page if is_paged else _as_it_is)(card(game, rules, day(said))))


def _as_it_is(document: Document) -> Document:
    return document


def _long(document: Document, out: str) -> Document:
    """Make the page as long as needed for SVG, which has only one page."""
    if Path(out).suffix.lower() != ".svg":
        return document
    return replace(document, page=replace(document.page, paper="215.9xauto", numbered=False))


def _asked(name: str, path: str | None, settings: Sequence[str]) -> tuple[Game, HouseRules]:
    game = game_called(name, GAMES)
    return game, load_rules(game.rules, path, settings)


def _paper(out: str, make: Callable[[], Document]) -> None:
    """
    Build a document and write it in the format of the file extension; raise before the work if that is impossible.
    """
    ending = ending_of(out, ENDINGS)
    _write(out, rendered(make(), ending))


def _write(out: str, made: bytes) -> None:
    try:
        Path(out).write_bytes(made)
    except OSError as error:
        raise Refused("no-file", f"{out!r} cannot be written: {in_words(error)}") from None
