"""What a dishonest house does, and who finds it: `pitboss verify` with the player's files, and `pitboss audit`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import run
from pitboss.server.tables.registry import QUIET_SECONDS
from server.support.dishonest import EVIL
from server.support.house import Doors, open_house
from server.tables.test_socket import play_round

ROUNDS = 3
FOUND = {
    "stacked shoe": {"verify", "audit"},
    "stacked shoe never opened": {"audit"},
    "ground seed": {"verify", "audit"},
    "dropped player's seed": {"verify"},
    "swapped next seal": {"verify", "audit"},
}
"""Who finds which; the page finds all of them by itself, in tests/server/pages/proof/test_dishonest_page.py."""
DOCUMENT = Path(__file__).parents[3] / "docs" / "honest-deal.md"


def evening(doors: Doors, game: str, folder: Path) -> list[str]:
    """Play some rounds of two shoes and let the table close; return the files that a player can save."""
    table, files = doors.open_table(game), list[str]()
    with doors.at(table) as seated:
        seated.say("sit", seat=1, seed="my own seed")
        houses = set[str]()
        for shoe in range(2):
            for _ in range(ROUNDS):
                play_round(seated)
            houses |= {event["house"] for event in seated.last["events"] if event["event"] == "bets-opened"}
            seated.say("new-shoe" if shoe == 0 else "stand")
        seated.say("ping")
    documents = [doors.client.get(f"/api/tables/{table}/rounds/{number}") for number in range(1, 2 * ROUNDS + 3)]
    houses |= {answer.json()["proof"]["house"] for answer in documents if answer.status_code == 200}
    documents += [doors.client.get(f"/api/tables/{table}/shoes/{house}") for house in sorted(houses)]
    for number, answer in enumerate(documents):
        if answer.status_code == 200:
            files.append(str(folder / f"{number}.json"))
            Path(files[-1]).write_text(json.dumps(answer.json()))
    doors.wait(QUIET_SECONDS + 1)  # nobody looks at it any more
    for _ in range(2000):
        if doors.client.get(f"/api/tables/{table}").status_code != 200:
            return files
    raise AssertionError("the table is not closed")


@pytest.mark.parametrize("game", ["flip-it", "flop22"])
def test_an_honest_house_is_found_honest(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_house(str(tmp_path / "house.db")) as doors:
        files = evening(doors, game, tmp_path)
    assert run(["verify", *files, "--seed", "my own seed"]) == 0
    assert run(["audit", "--database", str(tmp_path / "house.db")]) == 0


@pytest.mark.parametrize("evil", list(EVIL))
def test_what_a_dishonest_house_does_is_found(evil: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        EVIL[evil](patched)
        with open_house(str(tmp_path / "house.db")) as doors:
            files = evening(doors, "flip-it", tmp_path)
    said: dict[str, Any] = {
        "verify": run(["verify", *files, "--seed", "my own seed"]),
        "audit": run(["audit", "--database", str(tmp_path / "house.db")]),
    }
    assert {who for who, code in said.items() if code == 2} == FOUND[evil]


def test_the_document_promises_exactly_what_is_tested() -> None:
    promised = {
        row[0]: {who for who, says in zip(("page", "verify", "audit"), row[1:], strict=True) if says == "yes"}
        for line in DOCUMENT.read_text().splitlines()
        if len(row := [cell.strip() for cell in line.strip("|").split("|")]) == 4 and row[1] in {"yes", "no"}
    }
    tested = {evil: {"page", *who} for evil, who in FOUND.items()}
    assert promised == {**tested, "rolled-back books": {"page", "audit"}}  # test_audit.py: --against
