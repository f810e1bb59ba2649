"""`pitboss mcp`: the lab's questions, rules, advice and dealing as tools of the Model Context Protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import Parameter as SignatureParameter
from inspect import Signature
from typing import Annotated, Any, Literal, ParamSpec, TypeAlias

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import Tool, ToolAnnotations
from pydantic import Field, ValidationError

import pitboss as pb
from pitboss import __version__
from pitboss.games import GAMES
from pitboss.games.odds import odds_of
from pitboss.lab.api import resolve_game
from pitboss.lab.deal_and_replay import DealtRound
from pitboss.lab.questions import QUESTIONS, AmountValue, LinesValue, Parameter, TextValue, WholeValue, read_parameters
from pitboss.lab.tune import nearest_edge
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused, rather

Value: TypeAlias = str | int | float | bool | dict[str, Any]
Changes: TypeAlias = dict[str, Value] | None
Answer: TypeAlias = dict[str, Any]
P = ParamSpec("P")
SHOWN_TABLES = 10
INSTRUCTIONS = """Casino table games: exact odds, best play, simulation and dealing with play money.
Start with list_games, then show_rules for a game's bets and options. `changes`, in the tools that have it, alters
options of the rules, for example {"decks": 8} or {"bonus_table": {"Flush": "6:1"}}. House edges are shares of the bet:
0.05 is 5%. Results of a round are in cents."""
LOOKS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


class ToolServer(MCPServer[Any]):
    """A server whose tools refuse arguments they do not have, and describe a wrong one in a sentence."""

    async def list_tools(self) -> list[Tool]:
        """List the tools. Their schemas allow no other arguments."""
        tools = await super().list_tools()
        schemas = [{**tool.input_schema, "additionalProperties": False} for tool in tools]
        return [tool.model_copy(update={"input_schema": schema}) for tool, schema in zip(tools, schemas, strict=True)]

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool, or raise a `ToolError` that names the argument at fault."""
        known = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}.get(name, arguments)
        if strange := next((argument for argument in arguments if argument not in known), None):
            raise ToolError(f"unknown argument {strange!r}: {rather(strange, known) if known else 'leave it out'}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            faults = [(".".join(map(str, fault["loc"])), fault["msg"]) for fault in error.__cause__.errors()]
            raise ToolError("; ".join(f"{place}: {words}" for place, words in faults)) from None


SERVER = ToolServer("pitboss", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")


def _tool(run: Callable[P, Answer]) -> Callable[P, Answer]:
    """Register a function as a tool. A refusal becomes an error that says what to do."""

    @wraps(run)
    def call(*args: P.args, **kwargs: P.kwargs) -> Answer:
        try:
            return run(*args, **kwargs)
        except Refused as refused:
            raise ToolError(refused.reason) from None

    SERVER.tool(annotations=LOOKS, structured_output=True)(call)
    return call


def _rules(game: str, changes: Changes) -> HouseRules:
    """Return the rules of a built-in game with changes. A path to other code is refused."""
    if game not in GAMES:
        raise Refused("no-such-game", f"unknown game {game!r}: choose {', '.join(GAMES)}")
    return pb.rules(game, **(changes or {}))


@_tool
def list_games() -> Answer:
    """List the games, with a sentence about each."""
    return {"games": [{"name": name, "title": game.title, "about": game.sentence} for name, game in GAMES.items()]}


@_tool
def show_rules(game: str, changes: Changes = None) -> Answer:
    """Show a game's bets with limits and payouts, and every option of its rules with value and meaning."""
    rules = _rules(game, changes)
    found, _ = resolve_game(rules)
    bets = [
        {"name": bet.name, "title": bet.title, "wins_if": bet.meaning, "pays": bet.payout, "least_cents": bet.least,
         "most_cents": bet.most, "needs": list(bet.needs), "equals": bet.equals, "offered_in_play": bet.in_play}
        for bet in found.bets(rules)
    ]  # fmt: skip
    data = rules.as_data()
    options = [{"name": name, "value": value, "means": rules.meaning(name)} for name, value in data.items()]
    return {"title": found.title, "sheet": found.sheet, "seats": found.seats(rules), "bets": bets, "options": options}


@_tool
def odds(game: str, changes: Changes = None) -> Answer:
    """Compute every bet's house edge, hit rate and standard deviation, and the best strategy; exact where counted."""
    return pb.odds(_rules(game, changes)).as_data()


@_tool
def how_to_ask_advice(game: str) -> Answer:
    """List the words that describe a situation of a game for `advise`."""
    asks = odds_of(resolve_game(_rules(game, None))[0]).SITUATION
    return {"situation": [
        {"name": ask.name, "takes": ask.takes or "true", "means": ask.meaning, "required": ask.required} for ask in asks
    ]}  # fmt: skip


@_tool
def advise(game: str, situation: dict[str, str | bool], changes: Changes = None) -> Answer:
    """Value each option of a decision, in units of the bet: {"hand": "8s 8h", "dealer": "6c"} for blackjack games."""
    return pb.advise(_rules(game, changes), **situation).as_data()


@_tool
def compare(game: str, changes: dict[str, Value], with_changes: Changes = None) -> Answer:
    """Compare two sets of rules, bet by bet: the rules with `changes`, and those with `with_changes` or none."""
    return pb.compare(_rules(game, with_changes), _rules(game, changes)).as_data()


@_tool
def sweep(game: str, vary: dict[str, list[Value]], changes: Changes = None) -> Answer:
    """Compute every bet's figures over a grid of rules, for example {"decks": [1, 2, 6, 8]}."""
    return pb.sweep(_rules(game, changes), vary, workers=1).as_data()


def _tune(rules: HouseRules, bet: str, edge: str, **conditions: Any) -> Answer:
    found = pb.tune(rules, bet, edge=edge, show=SHOWN_TABLES, **conditions)
    return {**found.as_data(), "nearest_edge": None if found.count else nearest_edge(rules, bet, edge, **conditions)}


def _risk(rules: HouseRules, **terms: Any) -> Answer:
    return pb.risk(rules, **terms).as_data()


def _protect(rules: HouseRules, **terms: Any) -> Answer:
    return pb.protect(rules, **terms).as_data()


def _simulate(rules: HouseRules, rounds: int, **how: Any) -> Answer:
    return pb.simulate(rules, rounds, workers=1, **how).as_data()


def _question_tool(name: str, answer: Callable[..., Answer], required: Sequence[str] = ()) -> None:
    """Register one of the lab's questions as a tool, with the parameters that it declares."""
    question = QUESTIONS[name]

    def call(game: str, changes: Changes = None, **fields: Any) -> Answer:
        given = {key: value for key, value in fields.items() if value is not None}
        return answer(_rules(game, changes), **read_parameters(name, given))

    fields = [_field(each, each.name in required) for each in question.parameters]
    ends = [
        SignatureParameter("game", SignatureParameter.KEYWORD_ONLY, annotation=str),
        SignatureParameter("changes", SignatureParameter.KEYWORD_ONLY, default=None, annotation=Changes),
    ]
    call.__name__, call.__doc__ = name, question.sentence
    call.__annotations__ = {field.name: field.annotation for field in [*ends, *fields]} | {"return": Answer}
    call.__signature__ = Signature([*ends, *fields], return_annotation=Answer)  # type: ignore[attr-defined]
    _tool(call)


def _field(parameter: Parameter, is_required: bool) -> SignatureParameter:
    """Return the tool argument for a question's parameter."""
    kinds: dict[type, Any] = {WholeValue: int, AmountValue: float, TextValue: str, LinesValue: list[str]}
    kind = kinds[type(parameter.type)]
    default = SignatureParameter.empty if is_required else (parameter.default or None)
    note = Field(description=parameter.meaning, json_schema_extra=parameter.type.schema)
    annotation: Any = Annotated[kind if is_required else kind | None, note]
    return SignatureParameter(parameter.name, SignatureParameter.KEYWORD_ONLY, default=default, annotation=annotation)


_question_tool("tune", _tune, required=("bet", "edge"))
_question_tool("risk", _risk)
_question_tool("protect", _protect)
_question_tool("simulate", _simulate)


@_tool
def deal(
    game: str,
    seed: int | None = None,
    seats: int = 1,
    wagers: dict[str, dict[str, str] | str] | None = None,
    play: Literal["plain", "best"] = "plain",
    answers: list[str] | None = None,
    changes: Changes = None,
) -> Answer:
    """
    Deal one round. Wagers are those of seat 1, {"main": "$10"}, or by seat, {"1": {"main": "$10"}}; without them bots
    bet.

    With `answers` seat 1 answers its questions in this order; if they run out, the open question is returned, so call
    again with the same seed, wagers and one more answer. Without `answers` every seat plays as `play` says.
    """
    placed = None if wagers is None else _by_seat(wagers)
    rules = _rules(game, changes)
    if answers is None:
        return _round(pb.deal(rules, seed=seed, seats=seats, wagers=placed, play=play))
    dealt = pb.deal(rules, seed=seed, wagers=placed, play="by hand")
    for answer in answers:
        if dealt.pending is None:
            raise Refused("round-over", f"the round was over before the answer {answer!r}: leave it out")
        dealt.say(answer)
    return _round(dealt)


@_tool
def replay(record: dict[str, Any]) -> Answer:
    """Deal a recorded round again, from the `record` of a round that `deal` returned."""
    return _round(pb.replay(record))


def _by_seat(wagers: Mapping[str, dict[str, str] | str]) -> dict[int, dict[str, str]]:
    """Return wagers by seat. Amounts without a seat belong to seat 1."""
    amounts = {bet: amount for bet, amount in wagers.items() if isinstance(amount, str)}
    placed = {_seat(seat): dict(bets) for seat, bets in wagers.items() if not isinstance(bets, str)}
    if amounts and placed:
        raise Refused("not-wagers", "wagers are amounts by bet, or bets by seat, not both")
    return {1: amounts} if amounts else placed


def _seat(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Refused("no-such-seat", f"a seat is a whole number from 1, not {text!r}")
    return int(text)


def _round(dealt: DealtRound) -> Answer:
    """Return a round as text and figures, with the open question or, if the round is over, its record."""
    net = {str(seat): bets for seat, bets in dealt.net.items()}
    found: Answer = {"transcript": str(dealt), "net_cents": net, "house_cents": dealt.bank}
    if (offer := dealt.pending) is None:
        return {**found, "record": dealt.record.as_data()}
    options = {str(seat): [option.name for option in each] for seat, each in offer.options.items()}
    return {**found, "question": {"about": offer.about, "options": options}}
