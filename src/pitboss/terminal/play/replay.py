"""`pitboss replay`: replay of saved rounds, from JSON lines or the short text form."""

from __future__ import annotations

import json
import sys

from pitboss.cards import signs
from pitboss.games import GAMES
from pitboss.play.records.ledger import bank, net
from pitboss.play.records.record import Record
from pitboss.play.records.record_files import texts_of_records
from pitboss.play.records.record_reader import read_json, read_text
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay_whole
from pitboss.terminal.play.narrate import NarrationStyle, event_lines, past, result_line
from pitboss.terminal.screen import Screen, has_full_screen


def replay_file(path: str, *, as_json: bool, motions: bool = False, rulings: bool = False, plain: bool = False) -> None:
    """Replay every record of a file; raise `Refused` with the line number of an invalid one."""
    screen, number = Screen(), 0
    if not (as_json or plain or path == "-") and has_full_screen():
        texts = [text for _, text in texts_of_records(path)]
        if not texts:
            raise Refused("no-record", f"{path} holds no record")
        from pitboss.terminal.full.replay_screen import ReplayApp  # noqa: PLC0415  (Textual is loaded only here)

        ReplayApp(texts, motions=motions, rulings=rulings).play()
        return
    for line, text in texts_of_records(path):
        record, dealt = read_round(text, f"{path}, line {line}")
        number += 1
        if as_json:
            sys.stdout.write(result_json(dealt) + "\n")
        else:
            show(screen, number, record, dealt, NarrationStyle(record.game.words(record.rules), motions, rulings))
    if not number and not as_json:
        screen.line(f"{path} holds no record.")


def read_round(text: str, where: str) -> tuple[Record, Round]:
    """Read a record in either form, and replay it; the message of a refusal says where it is."""
    try:
        record = read_json(text, GAMES) if text.startswith("{") else read_text(text, GAMES)
        return record, replay_whole(record)
    except Refused as refused:
        raise Refused(refused.code, f"{where}: {refused.reason}") from None


def result_json(dealt: Round) -> str:
    """Return a round as JSON: its events, each seat's result on each bet, and the bank's result."""
    result = net(dealt.events)
    data = {
        "events": [event.as_data() for event in dealt.events],
        "net": {str(seat): bets for seat, bets in result.items()},
        "bank": bank(result),
    }
    return json.dumps(data, ensure_ascii=False)


def show(screen: Screen, number: int, record: Record, dealt: Round, style: NarrationStyle) -> None:
    """Print a round as text."""
    changed = record.rules.changed()
    house = f" (house rules: {', '.join(changed)})" if changed else ""
    screen.line("")
    screen.line((f"{record.game.title}, record {number}", "bold underline"), house, indent=2)
    if record.board:
        screen.line(f"  On the table: {signs(record.board)}.")
    screen.lines(event_lines(dealt.events, style), 4)
    screen.line(*result_line(past(number, record, dealt)), indent=2)
