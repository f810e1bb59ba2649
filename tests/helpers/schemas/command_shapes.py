"""Types of the objects that the commands print with `--json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from helpers.schemas.lab_shapes import (
    CheckData,
    Compare,
    Protect,
    ProtectCount,
    RiskData,
    ShuffleTestData,
    SweepData,
    Tune,
)
from helpers.schemas.shapes import JsonObject, Rules, Value


class OutcomeData(JsonObject):
    """One way a bet can end."""

    name: str
    pays: float
    probability: float
    probability_exact: str | None
    probability_error: float


class BetData(JsonObject):
    """One bet, in units of it."""

    ev: float
    ev_exact: str | None
    house_edge: float
    sd: float
    hit: float
    push: float
    outcomes: list[OutcomeData]


class PlayedData(JsonObject):
    """The game as it is played, in units of one ante or main bet."""

    strategy: str
    ev: float
    initial_bet: float
    average_bet: float
    house_edge: float
    element_of_risk: float
    sd: float
    distribution: list[tuple[float, float]]
    errors: list[float]


class ChangeData(JsonObject):
    """By how much an edge changes."""

    change: float
    change_exact: str | None


class SlopeData(JsonObject):
    """One change of the rules, and what it does to each edge."""

    option: str
    before: str
    after: str
    edges: dict[str, ChangeData]


class OddsData(JsonObject):
    """`pitboss odds --json`."""

    game: str
    rules: Rules
    bets: dict[str, BetData]
    played: PlayedData | None
    strategy: dict[str, dict[str, dict[str, Value]]]
    covariances: dict[str, dict[str, float]] | None
    assumptions: list[str]
    slopes: list[SlopeData] | UnsetType = UNSET


class Advise(JsonObject):
    """`pitboss advise --json`."""

    options: dict[str, float]
    best: str


class EventData(Struct):
    """`pitboss deal --json`, one on each line: what it is, what it says, and more by kind."""

    event: str
    text: str


class Replay(JsonObject):
    """`pitboss replay --json`, one on each line: nets and the bank's in cents."""

    events: list[EventData]
    net: dict[str, dict[str, int]]
    bank: int


class LineData(JsonObject):
    """One result of a bet: its count, and its probability."""

    line: str | float
    count: int
    probability: float
    z: float


class SimulatedData(JsonObject):
    """One bet over a run."""

    rounds: int
    mean: float
    se: float
    sd: float
    hit: float
    push: float
    exact: float | None
    z: float | None
    distribution: list[tuple[float, int]]
    lines: list[LineData]


class StrategyData(JsonObject):
    """A strategy file, as it was played."""

    file: str
    start: str
    changes: dict[str, Any]


class Simulate(JsonObject):
    """`pitboss simulate --json`."""

    game: str
    rules: Rules
    strategy: str | StrategyData
    seed: int
    players: int
    rounds: int
    asked: int
    stopped: str
    seconds: float
    rounds_per_second: float
    bets: dict[str, SimulatedData]
    played: SimulatedData | None


class RecordData(JsonObject):
    """A round's record, as `deal --save` writes it and `replay` reads it: wagers in cents."""

    game: str
    pack: str
    wagers: dict[str, dict[str, int]]
    rules: Rules | UnsetType = UNSET
    board: str | UnsetType = UNSET
    gone: str | UnsetType = UNSET
    answers: list[dict[str, str]] | UnsetType = UNSET
    void: str | UnsetType | None = UNSET
    version: str | UnsetType = UNSET


class GameData(JsonObject):
    """`pitboss games --json`, one on each line."""

    name: str
    title: str
    sentence: str


class BetTerms(JsonObject):
    """A bet of the rules; amounts are in cents."""

    name: str
    title: str
    least: int
    most: int
    needs: list[str]
    equals: str | None
    compulsory: bool
    pays: str
    meaning: str


class RulesData(JsonObject):
    """`pitboss rules --json`."""

    game: str
    title: str
    sheet: str
    cards: int
    seats: int
    bets: list[BetTerms]
    rules: Rules
    meanings: dict[str, str]


class DayHeads(JsonObject):
    """The last heads of the journal and of the log on one day."""

    day: str
    head: str
    log: str


class ActionData(JsonObject):
    """What an operator did at the desk, with the line of the journal."""

    at: str
    line: int
    operator: str
    action: str
    table: str
    detail: str


class AuditData(JsonObject):
    """`pitboss audit --json`."""

    rounds: int
    new_rounds: int
    entries: int
    head: str
    log: str
    key_checked: bool
    days: list[DayHeads]
    desk: list[ActionData]


class Drill(Struct):
    """`pitboss drill --json`, a question on each line; some kinds of question have more names than these."""

    skill: str
    question: str
    record: RecordData
    seat: int | None
    bet: str | list[str] | None
    options: list[str]
    right: Any
    clause: str
    target_seconds: float


TOLD: Mapping[str, type[Struct]] = {
    "odds": OddsData, "advise": Advise, "deal": EventData, "replay": Replay, "simulate": Simulate, "sweep": SweepData,
    "compare": Compare, "tune": Tune, "risk": RiskData, "protect": Protect,
    "protect-count": ProtectCount, "check": CheckData,
    "shuffle-test": ShuffleTestData,
    "drill": Drill, "record": RecordData, "games": GameData, "rules": RulesData, "audit": AuditData,
}  # fmt: skip
"""The type of each object by schema name: the name of a command, or `record`."""
