"""Rounds kept by an older pitboss still hold; rounds of this one are told word for word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss import __version__
from pitboss.games import GAMES
from pitboss.table.audit.verify import check_round
from table.test_verify import rounds

KEPT = Path(__file__).parent / "kept"
OLDER = sorted(path for path in KEPT.glob("*/*.json") if path.parent.name != __version__)
FLOP22 = KEPT / "0.1.0" / "flop22.json"


@pytest.mark.parametrize("path", OLDER, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_round_of_an_older_version_holds(path: Path) -> None:
    assert check_round(path.read_text(), GAMES) == []


def test_the_words_of_a_version_stay() -> None:
    """Flop 22 quotes another clause since 0.1.0: with this version's number on it, the round of then is another one."""
    older = json.loads(FLOP22.read_text())
    older["record"]["version"] = __version__
    (fault,) = check_round(json.dumps(older), GAMES)
    assert fault.startswith("dealt again, the round goes another way from event ")


@pytest.mark.parametrize("game", ["beat-the-dealer", "flip-it", "flop22", "free-bet", "roll-your-own"])
def test_this_version_tells_its_rounds_as_it_kept_them(game: str, rewrite: bool) -> None:
    path = KEPT / __version__ / f"{game}.json"
    if rewrite:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(rounds(game, 1)[0], ensure_ascii=False, separators=(",", ":")) + "\n")
    assert path.exists(), f"version {__version__} is new: keep rounds of it with make transcripts"
    assert check_round(path.read_text(), GAMES) == [], (
        f"events are told otherwise: if {__version__} is out, pitboss needs a new version, and books keep theirs;"
        " if not, keep these rounds anew with make transcripts"
    )


def _with(change: dict[str, Any], kind: str) -> str:
    """The round of Flop 22 with its last event of this kind changed."""
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
    wrong = "dealt again, it has other cards or other money than version 0.1.0 kept"
    assert wrong in check_round(_with(change, kind), GAMES)


def test_other_words_of_an_older_version_are_not_compared() -> None:
    assert check_round(_with({"text": "Seat 1 wins.", "clause": "F22-1"}, "settled"), GAMES) == []
