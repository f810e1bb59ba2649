"""Purses under concurrent play: every balance shown is consistent with one order of all operations."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from random import Random

import pytest

from pitboss.server.store.balances import Accounts
from server.faults.histories import Operation, is_linearizable
from server.support.house import RunningServer, Seated, run_server

TABLES = 3
STEPS = 12
START = 100_000


def play_at(
    server: RunningServer, table: str, number: int, history: list[Operation], wrong: list[BaseException]
) -> None:
    """Place, change and take back bets at one table, dealing now and then, in a separate thread."""
    rng, down = Random(number), 0
    try:
        with server.at(table) as seated:
            seated.say("sit", seat=1)
            for _ in range(STEPS):
                wanted = rng.choice([0, 500, 1000, 2500])
                bet(seated, wanted, wanted - down, history)
                down = wanted
                if down and rng.random() < 0.5:
                    deal(seated, down, history)
                    down = 0
    except BaseException as error:
        wrong.append(error)


def bet(seated: Seated, wanted: int, more: int, history: list[Operation]) -> None:
    asked = time.perf_counter()
    assert seated.say("bet", bets={"red": wanted} if wanted else {})["type"] == "done"
    note(seated, asked, -more, history)


def deal(seated: Seated, staked: int, history: list[Operation]) -> None:
    number, asked = seated.table["number"], time.perf_counter()
    answer = seated.say("ready")
    assert answer["type"] == "done"
    ended = next(event for event in answer["events"] if event["event"] == "round-ended")
    assert ended["number"] == number
    note(seated, asked, staked + ended["net"]["1"], history)


def note(seated: Seated, asked: float, change: int, history: list[Operation]) -> None:
    """Record a change and the balance in its answer, which may include later changes."""
    answered = time.perf_counter()
    changed = Operation(asked, answered, change)
    history += [changed, Operation(asked, answered, seen=seated.you["bankroll"], follows=changed)]


def play_session(folder: Path) -> list[Operation]:
    """Play as one player at several tables concurrently."""
    history, wrong = list[Operation](), list[BaseException]()
    with run_server(str(folder / "house.db")) as server:
        tables = [server.open_table("flip-it") for _ in range(TABLES)]
        threads = [
            threading.Thread(target=play_at, args=(server, table, number, history, wrong))
            for number, table in enumerate(tables)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []
    return history


def test_purse_of_a_player_at_several_tables_is_linearizable(tmp_path: Path) -> None:
    history = play_session(tmp_path)
    assert len(history) >= 2 * TABLES * STEPS
    assert is_linearizable(history, START)
    at = next(place for place, one in enumerate(history) if one.seen is not None)
    planted = [*history[:at], history[at]._replace(seen=START + 7), *history[at + 1 :]]
    assert not is_linearizable(planted, START)


def test_stale_balance_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Accounts.bankroll
    shown: dict[str, list[int]] = {}

    def stale(self: Accounts, player: str) -> int:
        seen = shown.setdefault(player, [])
        seen.append(honest(self, player))
        return seen[max(len(seen) - 6, 0)]  # the balance of five reads ago

    monkeypatch.setattr(Accounts, "bankroll", stale)
    assert not is_linearizable(play_session(tmp_path), START)


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        ([Operation(0, 9, -1), Operation(0, 9, -2), Operation(1, 2, seen=98)], True),  # one of two is in progress
        ([Operation(0, 3, -1), Operation(4, 9, -2), Operation(5, 6, seen=98)], False),  # the first is lost
        ([Operation(0, 9, -1), Operation(1, 2, seen=99), Operation(3, 4, seen=100)], False),  # it is undone
        ([Operation(0, 9, -1), Operation(1, 4, seen=99), Operation(3, 5, seen=100)], True),
        ([Operation(0, 1, -1), Operation(0, 1, -1), Operation(2, 3, seen=97)], False),  # one counts twice
        ([], True),
    ],
)
def test_small_histories(history: list[Operation], expected: bool) -> None:
    assert is_linearizable(history, 100) is expected
