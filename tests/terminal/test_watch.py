"""A browser table watched from the terminal: every game, against a real server."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import connect

from helpers.at_the_terminal import command
from pitboss.games import GAMES
from pitboss.terminal.full.character_felt import draw_felt
from pitboss.terminal.full.watch_screen import WatchApp
from pitboss.terminal.play.watch import Watched, find_table

PROGRAM = "import sys; from pitboss.server.run import serve; serve(port=0, database=sys.argv[1], open_browser=False)"


@pytest.fixture(scope="module")
def server_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server and return its address."""
    database = tmp_path_factory.mktemp("house") / "house.db"
    serving = subprocess.Popen([sys.executable, "-c", PROGRAM, str(database)], stdout=subprocess.PIPE, text=True)
    assert serving.stdout is not None
    found = re.search(r"http://([^/\s]+)", serving.stdout.readline())
    assert found
    yield found[1]
    serving.terminate()
    serving.wait(300)
    serving.stdout.close()


class Player:
    """A player at a browser table for one round."""

    def __init__(self, server_address: str, game: str) -> None:
        with urllib.request.urlopen(f"http://{server_address}/api/me") as me:
            self.house, self.cookie = server_address, me.headers["Set-Cookie"].partition(";")[0]
        asked = urllib.request.Request(
            f"http://{server_address}/api/tables", json.dumps({"game": game}).encode(),
            {"Cookie": self.cookie, "Content-Type": "application/json"},
        )  # fmt: skip
        with urllib.request.urlopen(asked) as opened:
            self.table: str = json.load(opened)["id"]

    def play_a_round(self, bets: dict[str, int]) -> None:
        with connect(f"ws://{self.house}/ws/{self.table}", additional_headers={"Cookie": self.cookie}) as line:
            state: dict[str, Any] = {}
            line.send(json.dumps({"type": "sit", "seat": 1}))
            while True:
                message = json.loads(line.recv(300))
                assert message["type"] != "refused", message
                state |= message["table"]
                kinds = {event["event"] for event in message["events"]}
                asked = message["you"].get("asked")
                if "round-ended" in kinds:
                    return
                if "bets-opened" in kinds:
                    line.send(json.dumps({"type": "bet", "bets": bets}))
                    line.send(json.dumps({"type": "ready"}))
                elif asked:
                    answer, offer = asked["options"][0]["name"], state["offer"]["number"]
                    line.send(json.dumps({"type": "say", "answer": answer, "offer": offer}))


def least(name: str) -> dict[str, int]:
    game = GAMES[name]
    bets = [bet for bet in game.bets(game.rules()) if not bet.in_play]
    main = [bet for bet in bets if bet.compulsory] or bets[:1]
    return {bet.name: 500 for bet in main}


@pytest.mark.parametrize("name", list(GAMES))
def test_browser_round_is_seen_from_the_rail(server_address: str, name: str) -> None:
    player = Player(server_address, name)
    watched = Watched()
    address = find_table(f"http://{server_address}/table/{player.table}")
    with connect(f"ws://{server_address}/ws/{player.table}", additional_headers={"Cookie": address.cookie}) as line:
        story = watched.take(json.loads(line.recv(300)))
        player.play_a_round(least(name))
        kinds: list[str] = []
        while "round-ended" not in kinds:
            message = json.loads(line.recv(300))
            kinds = [event["event"] for event in message["events"]]
            story += watched.take(message)
    shown = "\n".join(text.plain for text in draw_felt(watched.view(), 100, 30).lines)
    settled = [words for (words,) in story if "wins" in words or "loses" in words or "pushes" in words]
    assert settled
    assert watched.layout.of(None), "the dealer's cards are on the felt"
    assert all(card.sign in shown for _, cards in watched.layout.of(None) for card in cards if not card.is_hidden)
    assert not any("discard rack" in words for (words,) in story)


def test_full_screen_follows_the_table(server_address: str) -> None:
    player = Player(server_address, "flop22")
    app = WatchApp(find_table(f"{server_address}/table/{player.table}"))

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await asyncio.to_thread(player.play_a_round, least("flop22"))
            for _ in range(100):
                await pilot.pause(0.05)
                if any("wins" in str(line) or "loses" in str(line) for line in app.log_lines):
                    break
            await pilot.press("q")

    asyncio.run(run())
    assert app.failed is None
    assert any("Ante" in str(line) for line in app.log_lines)


def test_table_is_chosen_by_name(server_address: str) -> None:
    player, _ = Player(server_address, "flop22"), Player(server_address, "flip-it")
    assert find_table(f"http://{server_address}/table/{player.table}")[:2] == (server_address, player.table)
    done = command("deal", "--watch", server_address)
    assert done.code == 2
    assert f"say which table of {server_address} to watch: " in done.err
    assert f"{player.table} (Flop 22)" in done.err
    assert "there is no table 'nowhere'" in command("deal", "--watch", f"http://{server_address}/table/nowhere").err


def test_unreachable_server_is_reported() -> None:
    done = command("deal", "--watch", "http://127.0.0.1:1/table/x")
    expected = "pitboss: no house is running at 127.0.0.1:1: connection refused; start one with pitboss serve\n"
    assert (done.code, done.err) == (2, expected)
