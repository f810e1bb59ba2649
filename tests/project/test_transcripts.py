"""Golden transcripts: a record, then every event, one per line. `make transcripts` rewrites them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.games import GAMES, OURS
from pitboss.play.records.ledger import bank, net
from pitboss.play.records.record_reader import read_text, show_record
from pitboss.play.round import Round, replay_whole

FOLDER = Path(__file__).parents[1] / "games" / "transcripts"
FILES = sorted(FOLDER.glob("*/*.txt"))
KINDS = """
    answered burned cut dealt discarded folded free-bet-ended hand-read laid-sideways looked motioned moved moved-over
    offered pack-dealt ran-out returned settled token-placed tokens-locked-up tokens-picked-up took-the-rest tucked
    turned voided wager-locked-up wagered
"""
"""Event names that programs rely on. They must not change."""


def replayed(text: str) -> Round:
    """Replay the record at the top of this text."""
    return replay_whole(read_text(text.split("\n\n", maxsplit=1)[0], GAMES))


def transcript(text: str) -> str:
    """Replay the record of this text and return the full transcript."""
    dealt = replayed(text)
    result = net(dealt.events)
    totals = [f"Seat {seat}: {sum(bets.values()):+d} cents." for seat, bets in result.items()]
    events = "\n".join([*map(str, dealt.events), *totals, f"The bank: {bank(result):+d} cents."])
    return f"{show_record(replace(dealt.record, version=''))}\n\n{events}\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_replay_matches_the_transcript(path: Path, rewrite: bool) -> None:
    written = transcript(path.read_text(encoding="utf-8"))
    if rewrite:
        path.write_text(written, encoding="utf-8")
    assert written == path.read_text(encoding="utf-8")


def test_event_names_are_stable() -> None:
    events = [event for path in FILES for event in replayed(path.read_text(encoding="utf-8")).events]
    assert {event.as_data()["event"] for event in events} == {event.kind for event in events} == set(KINDS.split())


@pytest.mark.parametrize("game", [GAMES[name] for name in OURS], ids=lambda game: game.name)
def test_every_outcome_of_every_game_has_a_transcript(game: object) -> None:
    assert hasattr(game, "name")
    assert hasattr(game, "endings")
    there = {path.stem for path in (FOLDER / game.name).glob("*.txt")}
    assert {ending.replace(" ", "-") for ending in game.endings} - there == set()
