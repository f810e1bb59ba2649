"""Files of saved rounds, as JSON lines or in the short text form, and rounds typed as text in a test."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from pitboss.play.game import Game
from pitboss.play.records.ledger import net
from pitboss.play.records.record_reader import read_text
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.play.round import replay_whole
from pitboss.play.steps import Seat

MAX_LINE_LENGTH = 200_000
"""The maximum length of a line in bytes; the longest record as one line of JSON is shorter."""
MAX_LINES = 100
"""The maximum number of lines in a record in the text form."""


def texts_of_records(path: str) -> Iterator[tuple[int, str]]:
    """Yield each record's text with the number of its first line; `-` is standard input."""
    with _opened(path) as file:
        yield from _blocks(_lines(file), path)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file. A line that is too long is cut off, since a device may send an endless one."""
    return iter(lambda: file.readline(MAX_LINE_LENGTH + 1), b"")


def _blocks(lines: Iterable[bytes], path: str) -> Iterator[tuple[int, str]]:
    """Yield each record's text with the number of its first line: a line of JSON, or lines up to a blank one."""
    start, gathered = 0, list[str]()
    for number, raw in enumerate(lines, 1):
        if len(raw) > MAX_LINE_LENGTH or len(gathered) > MAX_LINES:
            raise Refused("bad-file", f"{path}, line {number}: this is too long for a record")
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError:
            raise Refused("bad-file", f"{path}, line {number}: this is not UTF-8 text") from None
        if gathered and (not line or line.startswith("{")):
            yield start, "\n".join(gathered)
            gathered = []
        if line.startswith("{"):
            yield number, line
        elif line:
            start = start if gathered else number
            gathered.append(line)
    if gathered:
        yield start, "\n".join(gathered)


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path == "-":
        yield sys.stdin.buffer
        return
    try:
        file = open(path, "rb")  # noqa: SIM115  (only a failure to open it is reported here)
    except (OSError, ValueError) as error:
        raise Refused("no-file", f"{path!r} cannot be read: {in_words(error)}") from None
    with file:
        yield file


def won_by(game: Game, pack: str, bets: str, answers: str = "", rules: str = "") -> dict[str, int]:
    """
    Play a round with seat 1 alone, and return what it wins on each bet, in cents.

    `pack` lists the first cards, such as "Ah Td". The other arguments look like this: `bets` "ante $10 tie $5",
    `answers` "play", `rules` "decks=1; tie_pays=9:1".
    """
    typed = "; ".join(f"1={answer}" for answer in answers.split()) or "none"
    record = f"game {game.name}\nrules {rules}\npack {pack} ...\nwagers 1: {bets}\nanswers {typed}"
    return net(replay_whole(read_text(record, {game.name: game})).events)[Seat(1)]
