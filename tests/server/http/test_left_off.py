"""Continue in the lobby: the seat you hold, the table you left, the game you played."""

from __future__ import annotations

from typing import Any

from server.support.house import open_house
from server.tables.test_socket import play_round


def test_the_lobby_says_where_you_left_off() -> None:
    with open_house() as doors:

        def lobby() -> Any:
            return doors.client.get("/api/lobby").json()["left_off"]

        assert lobby() is None
        table = doors.open_table()
        with doors.at(table) as seated:
            seated.say("sit", seat=1)
            assert (lobby()["table"], lobby()["seated"], lobby()["number"]) == (table, True, None)
            play_round(seated)
            found = lobby()
            assert (found["table"], found["seated"], found["replay"], found["number"]) == (table, True, table, 1)
            assert found["bet"] == 500
            seated.say("stand")
        found = lobby()
        assert (found["game"], found["seated"], found["number"]) == ("flop22", False, 1)
        assert found["table"] in (table, None)  # the way back, as long as the table is open
        assert doors.newcomer().get("/api/lobby").json()["left_off"] is None
