"""kill -9 at every writing of a round: nothing that was shown is lost, and nothing is settled twice."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from pitboss.games import GAMES
from pitboss.server.database import Sqlite, connect
from pitboss.server.hall import Hall, House
from pitboss.server.line import Hear
from pitboss.server.store import Store
from pitboss.table.audit import audit
from pitboss.table.money import purse
from pitboss.table.states import State
from server.house import Message, merged
from server.killed import finish

PROGRAM = Path(__file__).with_name("killed.py")


@pytest.mark.parametrize("game", list(GAMES))
def test_a_house_killed_at_any_point_of_a_round_goes_on_and_every_cent_is_there(game: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(tmp_path), game], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    points = sorted(tmp_path.glob("*.db"))
    assert len(points) > 3 * 6  # two joined, sat, bet and got ready, and each writing has three points
    for database in points:
        shown = database.with_suffix(".shown").read_text(encoding="utf-8")
        asyncio.run(open_again(database, [json.loads(line) for line in shown.splitlines()]))


async def open_again(database: Path, shown: list[Message]) -> None:
    hall = Hall(House(str(database), now=lambda: 0.0, tick_seconds=None, rng=Random(6)))
    await hall.open()
    (room,) = hall.rooms.values()
    assert {account: hall.bank.balance(account) for account in hall.bank._balances} == hall.writer.store.balances()
    assert_nothing_shown_is_lost(hall, shown)
    if room.table.state is State.DEALING:
        await finish(hall, room, Random(2), room.table.number)
    found = audit(await hall.writer.read(Store.books), GAMES)
    assert found.faults == []
    await hall.close()
    again = Store(connect(str(database)))  # and once more: nothing is settled twice
    assert audit(again.books(), GAMES).rounds == found.rounds
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
                assert room.table.bets[int(seat)] == held["bets"]  # type: ignore[index]
        if last["offer"]:
            assert room.table.round is not None
            answered = (len(room.table.round.answers), len(room.table.round.said))
            assert answered >= (last["offer"]["number"], len(last["offer"]["said"]))


class Posted:
    """A line whose other end is here."""

    def __init__(self) -> None:
        self.posted: asyncio.Queue[str] = asyncio.Queue()

    def post(self, text: str) -> None:
        self.posted.put_nowait(text)

    def hang_up(self, code: int, reason: str) -> None:
        self.post(reason)

    async def attend(self, hear: Hear) -> None:
        raise NotImplementedError


def test_a_writing_that_fails_did_not_happen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(_failing(tmp_path, monkeypatch))


async def _failing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.play.steps import Seat
    from pitboss.server.messages import PlaceBet
    from pitboss.server.room import Viewer
    from pitboss.table.seats import Clocks

    hall = Hall(House(str(tmp_path / "house.db"), now=lambda: 0.0, tick_seconds=None, rng=Random(5)))
    await hall.open()
    game = GAMES["flop22"]
    room = await hall.new_table("maker", game, game.rules(), Clocks(), False, 0)
    player = await hall.new_player()
    await room.ask(lambda: room.table.sit(Seat(1), player, "Ann", 0.0))
    viewer, posted = Viewer(player, line := Posted()), line.posted
    room.join(viewer)
    await posted.get()

    def full(database: Sqlite, sql: str, rows: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(Sqlite, "run_many", full)
        room.hear(viewer, PlaceBet(type="bet", bets={"ante-1": 500}, id=1))
        told = json.loads(await posted.get())
        assert json.loads(await posted.get())["code"] == "not-written"
    assert told["type"] == "hello"
    assert told["you"]["bankroll"] == hall.bank.balance(purse(player)) == 100_000
    assert room.table.bets.get(Seat(1), {}) == {}
    room.hear(viewer, PlaceBet(type="bet", bets={"ante-1": 500}, id=2))
    assert json.loads(await posted.get())["you"]["bankroll"] == 99_500
    await hall.close()


def test_two_houses_cannot_serve_one_file(tmp_path: Path) -> None:
    from pitboss.play.refused import Refused

    first = connect(str(tmp_path / "house.db"))
    with pytest.raises(Refused, match="another pitboss is serving"):
        connect(str(tmp_path / "house.db"))
    connect(str(tmp_path / "house.db"), alone=False).close()
    first.close()
    connect(str(tmp_path / "house.db")).close()
