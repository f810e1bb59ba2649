"""Golden transcripts: a record on top, then every event, one a line; `make transcripts` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.games import GAMES
from pitboss.play.ledger import bank, net
from pitboss.play.reading import read_text, show_record
from pitboss.play.round import replay_whole

FOLDER = Path(__file__).parent / "transcripts"
FILES = sorted(FOLDER.glob("*/*.txt"))


def transcript(text: str) -> str:
    """The record of this text, dealt again and told in full."""
    dealt = replay_whole(read_text(text.split("\n\n", maxsplit=1)[0], GAMES))
    result = net(dealt.events)
    totals = [f"Seat {seat}: {sum(bets.values()):+d} cents." for seat, bets in result.items()]
    told = "\n".join([*map(str, dealt.events), *totals, f"The bank: {bank(result):+d} cents."])
    return f"{show_record(replace(dealt.record, version=''))}\n\n{told}\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_dealer_does_what_the_transcript_says(path: Path, rewrite: bool) -> None:
    told = transcript(path.read_text(encoding="utf-8"))
    if rewrite:
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_ending_of_every_game_has_a_transcript(game: object) -> None:
    assert hasattr(game, "name")
    assert hasattr(game, "endings")
    there = {path.stem for path in (FOLDER / game.name).glob("*.txt")}
    assert {ending.replace(" ", "-") for ending in game.endings} - there == set()
