"""kill -9 at every writing of a round: nothing that was shown is lost, and nothing is settled twice."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from pitboss.games import GAMES
from pitboss.server.config import House
from pitboss.server.store.database import connect
from pitboss.server.store.store import open_store
from pitboss.server.tables.registry import Hall
from pitboss.table.states import State
from server.support.house import audited
from server.support.killed import finish
from server.support.merging import Message, merged

PROGRAM = Path(__file__).parents[1] / "support" / "killed.py"


def run(folder: Path, game: str, *point: str) -> subprocess.CompletedProcess[str]:
    folder.mkdir()
    words = [sys.executable, str(PROGRAM), str(folder), game, *point]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def check(database: Path, shown: Path) -> None:
    asyncio.run(open_again(database, [json.loads(line) for line in shown.read_text(encoding="utf-8").splitlines()]))


@pytest.mark.parametrize("game", list(GAMES))
def test_a_house_killed_at_any_point_of_a_round_goes_on_and_every_cent_is_there(game: str, tmp_path: Path) -> None:
    done = run(tmp_path / "house", game)
    assert done.returncode == 0, done.stderr
    points = sorted((tmp_path / "house" / "left").glob("*.db"))
    assert len(points) > 3 * 6  # two joined, sat, bet and got ready, and each writing has three points
    for database in points:
        check(database, database.with_suffix(".shown"))


@pytest.mark.parametrize("point", [9, 20, 31])
def test_a_real_kill_leaves_no_less(point: int, tmp_path: Path) -> None:
    done = run(tmp_path / "house", "flop22", str(point))
    assert done.returncode == -signal.SIGKILL, done.stderr
    check(tmp_path / "house" / "house.db", tmp_path / "house" / "shown")


async def open_again(database: Path, shown: list[Message]) -> None:
    hall = Hall(House(str(database), now=lambda: 0.0, tick_seconds=None, rng=Random(6)))
    await hall.open()
    (room,) = hall.rooms.values()
    balances = hall.writer.store.balances()
    assert {account: hall.bank.balance(account) for account in balances} == balances
    assert_nothing_shown_is_lost(hall, shown)
    if room.table.state is State.DEALING:
        await finish(hall, room, Random(2), room.table.number)
    found = await hall.writer.read(audited)
    assert found.faults == []
    await hall.close()
    again = open_store(str(database))  # and once more: nothing is settled twice
    assert audited(again).rounds == found.rounds
    again.database.close()


def assert_nothing_shown_is_lost(hall: Hall, shown: list[Message]) -> None:
    (room,) = hall.rooms.values()
    if not shown:
        return
    state: Message = {"table": {"seats": {}}, "you": {}}
    for message in shown:
        state = merged(state, message)
    last = state["table"]
    assert room.table.number >= last["number"]
    if room.table.number == last["number"]:
        assert set(map(str, room.table.seats)) >= set(last["seats"])
        for seat, held in last["seats"].items():
            if held["bets"]:
                assert room.table.chips.bets[int(seat)] == held["bets"]  # type: ignore[index]
        if last["offer"]:
            assert room.table.round is not None
            answered = (len(room.table.round.answers), len(room.table.round.said))
            assert answered >= (last["offer"]["number"], len(last["offer"]["said"]))


def test_two_houses_cannot_serve_one_file(tmp_path: Path) -> None:
    from pitboss.play.refused import Refused

    first = connect(str(tmp_path / "house.db"))
    with pytest.raises(Refused, match="another pitboss is serving"):
        connect(str(tmp_path / "house.db"))
    connect(str(tmp_path / "house.db"), alone=False).close()
    first.close()
    connect(str(tmp_path / "house.db")).close()
