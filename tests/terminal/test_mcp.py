"""The Model Context Protocol server, queried by the official client: its answers equal the library's."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import pitboss as pb
from helpers.at_the_terminal import command
from pitboss.cli.commands.mcp_server import SERVER
from pitboss.games import GAMES
from pitboss.play.steps import Seat

TOOLS = {
    "list_games", "show_rules", "odds", "how_to_ask_advice", "advise", "compare", "sweep", "tune", "risk", "protect",
    "simulate", "deal", "replay",
}  # fmt: skip


def with_client(ask: Callable[[Client], Awaitable[Any]], server: Any = SERVER) -> Any:
    async def run() -> Any:
        async with Client(server) as client:
            return await ask(client)

    return asyncio.run(run())


def tool_result(tool: str, **arguments: Any) -> Any:
    """Return the structured answer of a tool."""
    answer = with_client(lambda client: client.call_tool(tool, arguments))
    assert not answer.is_error, answer.content
    return answer.structured_content


def refused(tool: str, **arguments: Any) -> str:
    answer = with_client(lambda client: client.call_tool(tool, arguments))
    assert answer.is_error
    return str(answer.content[0].text)


def test_every_tool_is_listed_with_types_and_a_description() -> None:
    tools = with_client(lambda client: client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        assert tool.description
        assert tool.output_schema is not None
        assert all("type" in each or "anyOf" in each for each in tool.input_schema["properties"].values())


def test_unknown_and_wrong_arguments_are_refused_with_a_sentence() -> None:
    changes = {"decks": 8}
    assert refused("odds", game="free-bet", change=changes) == "unknown argument 'change': did you mean 'changes'?"
    assert refused("odds", game="free-bet", decks=8) == "unknown argument 'decks': choose game or changes"
    assert refused("list_games", game="free-bet") == "unknown argument 'game': leave it out"
    assert refused("deal", game="free-bet", seed="x").startswith("seed: Input should be a valid integer")
    assert refused("deal") == "game: Field required"


def test_games_and_rules_match_the_package() -> None:
    assert [game["name"] for game in tool_result("list_games")["games"]] == list(GAMES)
    shown = tool_result("show_rules", game="flip-it", changes={"decks": 6})
    assert {option["name"]: option["value"] for option in shown["options"]}["decks"] == 6
    assert [bet["name"] for bet in shown["bets"]] == [bet.name for bet in GAMES["flip-it"].bets(pb.rules("flip-it"))]


def test_edge_of_a_changed_pay_table_matches_the_library() -> None:
    table = {"Full House": ["6:1", "6:1"]}
    found = tool_result("odds", game="flip-it", changes={"bonus_table": table})
    assert found == pb.odds("flip-it", bonus_table=table).as_data()


def test_advice_matches_the_library() -> None:
    words = {ask["name"] for ask in tool_result("how_to_ask_advice", game="flop22")["situation"]}
    assert "card" in words
    assert tool_result("advise", game="flop22", situation={"card": "As"}) == pb.advise("flop22", card="As").as_data()


def test_round_is_dealt_question_by_question_and_replayed() -> None:
    bets = {"1": {"ante-1": "$10"}}
    first = tool_result("deal", game="flop22", seed=4, wagers=bets, answers=[])
    assert first["question"]["options"]["1"] == ["none", "match", "double", "both"]
    assert tool_result("deal", game="flop22", seed=4, wagers=bets["1"], answers=[]) == first
    done = tool_result("deal", game="flop22", seed=4, wagers=bets, answers=["double"])
    dealt = pb.deal("flop22", seed=4, wagers={1: {"ante-1": "$10"}}, play="by hand").say("double")
    assert done["net_cents"] == {"1": dict(dealt.net[Seat(1)])}
    assert done["transcript"] == str(dealt)
    assert tool_result("replay", record=done["record"])["net_cents"] == done["net_cents"]


def test_error_is_one_sentence() -> None:
    assert "unknown game 'flop'" in refused("odds", game="flop")
    assert "unknown game './setup.py'" in refused("odds", game="./setup.py")
    assert "rounds must be from 1" in refused("simulate", game="flop22", rounds=0)
    assert "over before" in refused("deal", game="flip-it", seed=1, answers=["hit"])


def test_command_uses_standard_input_and_output() -> None:
    server = StdioServerParameters(command=sys.executable, args=["-m", "pitboss", "mcp"])
    tools = with_client(lambda client: client.list_tools(), server).tools
    assert {tool.name for tool in tools} == TOOLS


def test_missing_sdk_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    monkeypatch.delitem(sys.modules, "pitboss.cli.commands.mcp_server", raising=False)
    done = command("mcp")
    assert done.code != 0
    assert "pip install 'pitboss[mcp]'" in done.err
