"""kill -9 at every write of a round: nothing shown is lost, and nothing is settled twice."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from pitboss.games import GAMES
from pitboss.play.steps import Seat
from pitboss.server.config import ServerConfig
from pitboss.server.store.database import connect
from pitboss.server.tables.registry import TableRegistry
from pitboss.table.audit.journal import READ_LINE
from pitboss.table.states import State
from pitboss.table.table import Table
from pitboss.table.transfers import GRANT, purse
from server.support.forgetful import DEFECTS
from server.support.house import audited
from server.support.killed import finish
from server.support.merging import Message, merged

PROGRAM = Path(__file__).parents[1] / "support" / "killed.py"
Shown = dict[str, list[Message]]
"""The messages that each player was shown."""


def run(folder: Path, game: str, *options: str) -> subprocess.CompletedProcess[str]:
    folder.mkdir()
    words = [sys.executable, str(PROGRAM), str(folder), game, *options]
    environment = {**os.environ, "PYTHONPATH": str(PROGRAM.parents[2])}
    return subprocess.run(words, capture_output=True, text=True, check=False, env=environment)


def check(database: Path, shown: Path) -> None:
    messages: Shown = {}
    for line in shown.read_text(encoding="utf-8").splitlines():
        player, _, message = line.partition(" ")
        messages.setdefault(player, []).append(json.loads(message))
    asyncio.run(reopen(database, messages))


def check_all(points: Iterable[Path]) -> None:
    for database in points:
        check(database, database.with_suffix(".shown"))


def crash_points(folder: Path) -> list[Path]:
    """Return the database at each crash point, in order."""
    return sorted((folder / "left").glob("*.db"), key=lambda path: int(path.stem))


@pytest.mark.parametrize("game", list(GAMES))
def test_server_killed_at_any_point_of_a_round_recovers_every_cent(game: str, tmp_path: Path) -> None:
    done = run(tmp_path / "house", game)
    assert done.returncode == 0, done.stderr
    points = crash_points(tmp_path / "house")
    assert len(points) > 3 * 6  # two players joined, sat, bet and got ready, and each write has three points
    check_all(points)


@pytest.mark.parametrize("point", [9, 20, 31])
def test_real_kill_loses_nothing(point: int, tmp_path: Path) -> None:
    done = run(tmp_path / "house", "flop22", "--point", str(point))
    assert done.returncode == -signal.SIGKILL, done.stderr
    check(tmp_path / "house" / "house.db", tmp_path / "house" / "shown")


@pytest.mark.parametrize("lost", list(DEFECTS))
def test_server_that_loses_something_is_found(lost: str, tmp_path: Path) -> None:
    game = "free-bet" if lost == "earlier answers" else "flop22"  # one with several decisions in a round
    run(tmp_path / "house", game, "--lose", lost)  # it may stop, because it detects the fault itself
    points = crash_points(tmp_path / "house")
    assert len(points) > 6
    with pytest.raises(AssertionError):
        check_all(reversed(points))  # most of what is lost is missing at the end


async def reopen(database: Path, shown: Shown) -> None:
    """Restart the server on what a kill left, twice, and check it. Money may be one write ahead of what was shown."""
    for player, messages in shown.items():
        assert last_state(messages)["you"]["bankroll"] in latest_balances(database, player)
    registry = await opened(database)
    (room,) = registry.rooms.values()
    assert_nothing_shown_is_lost(room.table, shown)
    if room.table.state is State.DEALING:
        await finish(registry, room, Random(2), room.table.number)
    found = await registry.writer.read(audited)
    assert found.faults == []
    assert found.rounds == max(room.table.number - 1, 0)  # no number before somebody sits down
    await registry.close()
    again = await opened(database)  # and once more: nothing is settled twice
    later = await again.writer.read(audited)
    assert (later.faults, later.rounds) == ([], found.rounds)
    await again.close()


async def opened(database: Path) -> TableRegistry:
    registry = TableRegistry(ServerConfig(str(database), now=lambda: 0.0, tick_seconds=None, rng=Random(6)))
    await registry.open()
    return registry


def latest_balances(database: Path, player: str) -> list[int]:
    """Return a player's stored balance after the last write and after the one before."""
    books = connect(str(database), alone=False)
    lines = books.run("SELECT line FROM journal ORDER BY id DESC LIMIT 2")
    sql = """SELECT COALESCE(SUM(CASE credit WHEN ? THEN amount ELSE -amount END), 0), COUNT(*) FROM entries
        WHERE id <= ? AND ? IN (debit, credit)"""
    account = purse(player)
    found = [books.run(sql, (account, READ_LINE(line).entry, account))[0] for (line,) in lines]
    books.close()
    return [balance if entries else GRANT for balance, entries in found]


def last_state(messages: list[Message]) -> Message:
    state: Message = {"table": {"seats": {}}, "you": {}}
    for message in messages:
        state = merged(state, message)
    return state


def assert_nothing_shown_is_lost(table: Table, shown: Shown) -> None:
    for messages in shown.values():
        last = last_state(messages)["table"]
        assert table.number >= last["number"]
        for name, held in last["seats"].items():
            assert int(name) in table.seats
            seated = table.seats[Seat(int(name))]
            assert (seated.nick, seated.seed) in {(held["nick"], held["seed"]), (held["nick"], f"seed {name}")}
            if table.number == last["number"]:
                assert table.chips.bets.get(Seat(int(name)), {}) == held["bets"] or not held["bets"]
                assert Seat(int(name)) in table.ready or not held["ready"]
        if table.number == last["number"] and last["offer"]:
            assert table.round is not None
            answered = (len(table.round.answers), len(table.round.answered))
            assert answered >= (last["offer"]["number"], len(last["offer"]["said"]))


def test_two_servers_cannot_share_one_file(tmp_path: Path) -> None:
    from pitboss.play.refused import Refused

    first = connect(str(tmp_path / "house.db"))
    with pytest.raises(Refused) as refused:
        connect(str(tmp_path / "house.db"))
    assert refused.value.code == "store-taken"
    connect(str(tmp_path / "house.db"), alone=False).close()
    first.close()
    connect(str(tmp_path / "house.db")).close()
