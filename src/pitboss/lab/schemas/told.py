"""The objects that the commands print with `--json`, each as a type: one field for each name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType

Value = str | int | float | bool | None
Rules = dict[str, Any]


class _Told(Struct, forbid_unknown_fields=True):
    """An object with these names and no other; a name that may be left out is unset."""


class OutcomeData(_Told):
    """One way a bet can end."""

    name: str
    pays: float
    probability: float
    probability_exact: str | None
    probability_error: float


class BetData(_Told):
    """One bet, in units of it."""

    ev: float
    ev_exact: str | None
    house_edge: float
    sd: float
    hit: float
    push: float
    outcomes: list[OutcomeData]


class PlayedData(_Told):
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


class ChangeData(_Told):
    """By how much an edge changes."""

    change: float
    change_exact: str | None


class SlopeData(_Told):
    """One change of the rules, and what it does to each edge."""

    option: str
    before: str
    after: str
    edges: dict[str, ChangeData]


class OddsData(_Told):
    """`pitboss odds --json`."""

    game: str
    rules: Rules
    bets: dict[str, BetData]
    played: PlayedData | None
    strategy: dict[str, dict[str, dict[str, Value]]]
    covariances: dict[str, dict[str, float]] | None
    assumptions: list[str]
    slopes: list[SlopeData] | UnsetType = UNSET


class Advise(_Told):
    """`pitboss advise --json`."""

    options: dict[str, float]
    best: str


class EventData(Struct):
    """`pitboss deal --json`, one on each line: what it is, what it says, and more by kind."""

    event: str
    text: str


class Replay(_Told):
    """`pitboss replay --json`, one on each line: nets and the bank's in cents."""

    events: list[EventData]
    net: dict[str, dict[str, int]]
    bank: int


class LineData(_Told):
    """How often a bet ended so, and how likely that is."""

    line: str | float
    count: int
    probability: float
    z: float


class SimulatedData(_Told):
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


class StrategyData(_Told):
    """A strategy file, as it was played."""

    file: str
    start: str
    changes: dict[str, Any]


class Simulate(_Told):
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


class FigureData(_Told):
    """A bet's figures under one set of rules."""

    edge: float
    hit: float | None
    push: float | None
    sd: float


class RowData(_Told):
    """One set of rules of a sweep."""

    settings: dict[str, str]
    bets: dict[str, FigureData]
    played: FigureData | None


class SweepData(_Told):
    """`pitboss sweep --json`."""

    game: str
    rules: list[str]
    rows: list[RowData]
    stopped: str


class OptionData(_Told):
    """An option that two houses set apart."""

    name: str
    first: str
    second: str


class Compared(_Told):
    """One bet in two houses."""

    first: FigureData | None
    second: FigureData | None
    change: float | None


class PlayData(_Told):
    """A play that changes."""

    chart: str
    row: str
    column: str
    first: str
    second: str


class Compare(_Told):
    """`pitboss compare --json`."""

    game: str
    options: list[OptionData]
    bets: dict[str, Compared]
    plays: list[PlayData]


class TunedData(_Told):
    """One pay table with the bet's figures under it."""

    table: dict[str, str]
    edge: float
    hit: float
    sd: float
    top: float


class Tune(_Told):
    """`pitboss tune --json`."""

    count: int
    tables: list[TunedData]
    stopped: str | UnsetType = UNSET


class RiskData(Struct):
    """`pitboss risk --json`, in units; it has more figures than these."""

    game: str
    rules: Rules
    rounds: int
    bankroll: float
    ahead: float
    quantiles: dict[str, float]
    mean: float
    sd: float
    ruin_within: float
    ruin_ever: float
    n0: float | None


class ThreatData(Struct):
    """One way to know more than the sheet gives; it has more figures than these."""

    name: str
    knows: str
    bet: str
    edge: float
    share: float
    per_100: float
    se: float
    exact: bool
    closed_by: str


class Protect(Struct):
    """`pitboss protect --json`, in units of the bet, changes and edges to the player."""

    game: str
    rules: Rules
    removal: dict[str, dict[str, float]]
    threats: list[ThreatData]


class CheckData(Struct):
    """`pitboss check --json`, one on each line."""

    check: str
    promise: str
    kept: bool | None


class RecordData(_Told):
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
    "compare": Compare, "tune": Tune, "risk": RiskData, "protect": Protect, "check": CheckData,
    "drill": Drill, "record": RecordData,
}  # fmt: skip
"""The type of each object by the name of its schema: a command's, or `record`."""
