"""Rounds saved by older versions still verify; rounds of this version replay word for word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.stored_rounds import check_round
from pitboss import __version__
from pitboss.games import GAMES
from table.test_verify import rounds

SAVED = Path(__file__).parent / "stored_rounds"
OLDER = sorted(path for path in SAVED.glob("*/*.json") if path.parent.name != __version__)
FLOP22 = SAVED / "0.1.0" / "flop22.json"


@pytest.mark.parametrize("path", OLDER, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_round_of_an_older_version_verifies(path: Path) -> None:
    assert check_round(path.read_text(), GAMES) == []


def test_wording_is_part_of_the_version() -> None:
    """Relabel a Flop 22 round of 0.1.0 as this version: it now quotes another clause, so the replay differs."""
    older = json.loads(FLOP22.read_text())
    older["record"]["version"] = __version__
    (fault,) = check_round(json.dumps(older), GAMES)
    assert fault.startswith("dealt again, the round differs from event ")


@pytest.mark.parametrize("game", ["beat-the-dealer", "flip-it", "flop22", "free-bet", "roll-your-own"])
def test_saved_rounds_of_this_version_replay_word_for_word(game: str, rewrite: bool) -> None:
    path = SAVED / __version__ / f"{game}.json"
    if rewrite:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(rounds(game, 1)[0], ensure_ascii=False, separators=(",", ":")) + "\n")
    assert path.exists(), f"version {__version__} is new: store rounds of it with make transcripts"
    assert check_round(path.read_text(), GAMES) == [], (
        f"the text of events changed: if {__version__} is released, raise the version, so that books keep their text;"
        " if not, store these rounds again with make transcripts"
    )


def _changed_round(change: dict[str, Any], kind: str) -> str:
    """Return the Flop 22 round with its last event of this kind changed."""
    data = json.loads(FLOP22.read_text())
    next(event for event in reversed(data["events"]) if event["event"] == kind).update(change)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("dealt", {"card": "2c"}),
        ("dealt", {"seat": 2}),
        ("wagered", {"amount": 100}),
        ("settled", {"back": 123_400}),
        ("settled", {"bet": "ante-2"}),
    ],
)
def test_cards_and_money_of_an_older_version_are_compared(kind: str, change: dict[str, Any]) -> None:
    wrong = "dealt again, its cards or money differ from those of version 0.1.0"
    assert wrong in check_round(_changed_round(change, kind), GAMES)


def test_wording_of_an_older_version_is_not_compared() -> None:
    assert check_round(_changed_round({"text": "Seat 1 wins.", "clause": "F22-1"}, "settled"), GAMES) == []
