"""Dishonest servers and their detection by `pitboss verify` with the player's files, and by `pitboss audit`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import run
from pitboss.server.tables.registry import IDLE_SECONDS
from pitboss.table.table import Table
from server.support.dishonest import EVIL
from server.support.house import RunningServer, run_server
from server.tables.test_socket import play_round

ROUNDS = 3
SEEDS = [f"my seed {number}" for number in range(2 * ROUNDS + 1)]
OWN = [word for seed in SEEDS for word in ("--seed", seed)]
FOUND = {
    "stacked shoe": {"verify", "audit"},
    "stacked shoe never opened": {"audit"},
    "ground seed": {"verify", "audit"},
    "dropped player's seed": {"verify"},
    "reused player's seed": {"verify"},
    "ignored new seed": {"verify"},
    "swapped next seal": {"verify", "audit"},
    "unreadable seal": set[str](),
    "late seal": set[str](),
    "other cards shown": set[str](),
    "withheld proof": set[str](),
    "another round's proof": {"verify"},
    "skipped round": {"audit"},
    "round left out of the log": {"audit"},
    "withheld log": set[str](),
}
"""Tools that find each kind. The page finds all of them: see tests/server/pages/proof/test_dishonest_page.py."""
DOCUMENT = Path(__file__).parents[3] / "docs" / "honest-deal.md"


def play_session(server: RunningServer, game: str, folder: Path) -> list[str]:
    """Play some rounds from two shoes and let the table close. Return the files that a player can save."""
    table, files = server.open_table(game), list[str]()
    with server.at(table) as seated:
        seated.say("sit", seat=1, seed=SEEDS[0])
        houses = set[str]()
        for shoe in range(2):
            for number in range(shoe * ROUNDS, (shoe + 1) * ROUNDS):
                seated.say("seed", seed=SEEDS[number + 1])
                play_round(seated)
            houses |= {event["house"] for event in seated.last["events"] if event["event"] == "bets-opened"}
            seated.say("new-shoe" if shoe == 0 else "stand")
        seated.say("ping")
    documents = [server.client.get(f"/api/tables/{table}/rounds/{number}") for number in range(1, 2 * ROUNDS + 3)]
    houses |= {answer.json()["proof"]["house"] for answer in documents if answer.status_code == 200}
    documents += [server.client.get(f"/api/tables/{table}/shoes/{house}") for house in sorted(houses)]
    for number, answer in enumerate(documents):
        if answer.status_code == 200:
            files.append(str(folder / f"{number}.json"))
            Path(files[-1]).write_text(json.dumps(answer.json()))
    wait_until_closed(server, table)
    return files


def wait_until_closed(server: RunningServer, table: str) -> None:
    for _ in range(2000):
        server.wait(IDLE_SECONDS + 1)  # nobody is watching it any more
        if server.client.get(f"/api/tables/{table}").status_code != 200:
            return
    raise AssertionError("the table is not closed")


@pytest.mark.parametrize("game", ["flip-it", "flop22"])
def test_honest_server_passes(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with run_server(str(tmp_path / "house.db")) as server:
        files = play_session(server, game, tmp_path)
    assert run(["verify", *files, *OWN]) == 0
    assert run(["audit", "--database", str(tmp_path / "house.db")]) == 0


@pytest.mark.parametrize("evil", list(EVIL))
def test_dishonest_server_is_found(evil: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        EVIL[evil](patched)
        with run_server(str(tmp_path / "house.db")) as server:
            files = play_session(server, "flip-it", tmp_path)
    exit_codes: dict[str, Any] = {
        "verify": run(["verify", *files, *OWN]),
        "audit": run(["audit", "--database", str(tmp_path / "house.db")]),
    }
    assert {who for who, code in exit_codes.items() if code == 2} == FOUND[evil]


def test_stacked_shoe_is_found_by_an_audit_while_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patched:
        EVIL["stacked shoe"](patched)
        with run_server(str(tmp_path / "house.db")) as server, server.at(server.open_table("flip-it")) as seated:
            seated.say("sit", seat=1)
            play_round(seated)
            play_round(seated)
            capsys.readouterr()
            assert run(["audit", "--database", str(tmp_path / "house.db")]) == 2
    output = capsys.readouterr()
    assert "dealt from its seed, its shoe is not the one that was sealed at card" in output.out + output.err


def test_audit_finds_closed_table_with_an_unopened_shoe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Table, "_open_shoe", lambda _table, _why: None)  # dealt honestly but never revealed
        with run_server(str(tmp_path / "house.db")) as server:
            table = server.open_table("flip-it")
            with server.at(table) as seated:
                seated.say("sit", seat=1)
                play_round(seated)
                seated.say("stand")
            wait_until_closed(server, table)
    capsys.readouterr()
    assert run(["audit", "--database", str(tmp_path / "house.db")]) == 2
    output = capsys.readouterr()
    assert "it was closed, but its shoe was never opened" in output.out + output.err


def test_document_promises_exactly_what_is_tested() -> None:
    promised = {
        row[0]: {who for who, says in zip(("page", "verify", "audit"), row[1:], strict=True) if says == "yes"}
        for line in DOCUMENT.read_text().splitlines()
        if len(row := [cell.strip() for cell in line.strip("|").split("|")]) == 4 and row[1] in {"yes", "no"}
    }
    tested = {evil: {"page", *who} for evil, who in FOUND.items()}
    assert promised == {**tested, "rolled-back books": {"page", "audit"}}  # test_audit.py: --against
