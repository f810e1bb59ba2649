"""`pitboss replay`: saved rounds dealt again, from JSON lines or from the short text form."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from pitboss.cards import signs
from pitboss.games import GAMES
from pitboss.play.records.ledger import bank, net
from pitboss.play.records.record import Record
from pitboss.play.records.record_reader import read_json, read_text
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay_whole
from pitboss.play.words import Words
from pitboss.terminal.play.narrate import Manner, past, result_line, tell
from pitboss.terminal.screen import Screen, has_full_screen

LONGEST_LINE = 200_000
"""More bytes than the longest record has in one line of JSON."""
MOST_LINES = 100
"""More lines than a record in words has."""


def replay_file(path: str, *, as_json: bool, motions: bool = False, rulings: bool = False, plain: bool = False) -> None:
    """Deal every record of a file again and show it; a bad one ends it with its line."""
    screen = Screen()
    number = 0
    if not (as_json or plain or path == "-") and has_full_screen():
        step_through(path, motions=motions, rulings=rulings)
        return
    with _opened(path) as file:
        for line, text in blocks(_lines(file), path):
            try:
                record = read_json(text, GAMES) if text.startswith("{") else read_text(text, GAMES)
                dealt = replay_whole(record)
            except Refused as refused:
                raise Refused(refused.code, f"{path}, line {line}: {refused.reason}") from None
            number += 1
            if as_json:
                sys.stdout.write(result_json(dealt) + "\n")
            else:
                show(screen, number, record, dealt, Manner(_words(record), motions, rulings))
    if not number and not as_json:
        screen.line(f"{path} holds no record.")


def step_through(path: str, *, motions: bool, rulings: bool) -> None:
    """The rounds of a file on the full screen, one motion after another."""
    with _opened(path) as file:
        texts = [text for _, text in blocks(_lines(file), path)]
    if not texts:
        raise Refused("no-record", f"{path} holds no record")
    from pitboss.terminal.full.replay_screen import ReplayApp  # noqa: PLC0415  (only here is Textual loaded)

    ReplayApp(texts, motions=motions, rulings=rulings).play()


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, one that is too long cut off: what never ends, as a device may, is not read to its end."""
    return iter(lambda: file.readline(LONGEST_LINE + 1), b"")


def blocks(lines: Iterable[bytes], path: str) -> Iterator[tuple[int, str]]:
    """Each record's text with the number of its first line: a line of JSON, or lines up to a blank one."""
    start, gathered = 0, list[str]()
    for number, raw in enumerate(lines, 1):
        if len(raw) > LONGEST_LINE or len(gathered) > MOST_LINES:
            raise Refused("bad-file", f"{path}, line {number}: this is too long for a record")
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError:
            raise Refused("bad-file", f"{path}, line {number}: this is not a text in UTF-8") from None
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


def result_json(dealt: Round) -> str:
    """One round for programs: its events, what each seat won on each bet, and what the bank won."""
    result = net(dealt.events)
    data = {
        "events": [event.as_data() for event in dealt.events],
        "net": {str(seat): bets for seat, bets in result.items()},
        "bank": bank(result),
    }
    return json.dumps(data, ensure_ascii=False)


def _words(record: Record) -> Words:
    return record.game.words(record.rules)


def show(screen: Screen, number: int, record: Record, dealt: Round, manner: Manner) -> None:
    """One round for people."""
    changed = record.rules.changed()
    house = f" (house rules: {', '.join(changed)})" if changed else ""
    screen.line("")
    screen.line((f"{record.game.title}, record {number}", "bold underline"), house, indent=2)
    if record.board:
        screen.line(f"  On the table: {signs(record.board)}.")
    for line in tell(dealt.events, manner):
        screen.line(*line, indent=4)
    screen.line(*result_line(past(number, record, dealt)), indent=2)


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path == "-":
        yield sys.stdin.buffer
        return
    try:
        file = open(path, "rb")  # noqa: SIM115  (only the opening is refused here)
    except (OSError, ValueError) as error:
        raise Refused("no-file", f"{path!r} cannot be read: {in_words(error)}") from None
    with file:
        yield file
