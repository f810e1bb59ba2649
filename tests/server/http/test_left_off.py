""" "Continue" in the lobby: the player's seat, last table, or last game."""

from __future__ import annotations

from typing import Any

from server.support.house import run_server
from server.tables.test_socket import play_round


def test_lobby_shows_where_the_player_left_off() -> None:
    with run_server() as server:

        def lobby() -> Any:
            return server.client.get("/api/lobby").json()["left_off"]

        assert lobby() is None
        table = server.open_table()
        with server.at(table) as seated:
            seated.say("sit", seat=1)
            assert (lobby()["table"], lobby()["seated"], lobby()["number"]) == (table, True, None)
            play_round(seated)
            found = lobby()
            assert (found["table"], found["seated"], found["replay"], found["number"]) == (table, True, table, 1)
            assert found["bet"] == 500
            second = server.open_table()
            with server.at(second) as there:
                there.say("sit", seat=1)
                play_round(there)
                assert lobby()["table"] == second  # of two seats, the one played last
                there.say("stand")
            seated.say("stand")
        found = lobby()
        assert (found["game"], found["seated"], found["number"]) == ("flop22", False, 1)
        assert found["table"] in (second, None)  # the way back, as long as the table is open
        assert server.newcomer().get("/api/lobby").json()["left_off"] is None
