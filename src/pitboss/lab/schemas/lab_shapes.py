"""Types of the objects that the lab commands print with `--json`."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from pitboss.lab.schemas.shapes import Rules, Told


class FigureData(Told):
    """A bet's figures under one set of rules."""

    edge: float
    hit: float | None
    push: float | None
    sd: float


class RowData(Told):
    """One set of rules of a sweep."""

    settings: dict[str, str]
    bets: dict[str, FigureData]
    played: FigureData | None


class SweepData(Told):
    """`pitboss sweep --json`."""

    game: str
    rules: list[str]
    rows: list[RowData]
    stopped: str


class OptionData(Told):
    """An option that two houses set apart."""

    name: str
    first: str
    second: str


class Compared(Told):
    """One bet in two houses."""

    first: FigureData | None
    second: FigureData | None
    change: float | None


class PlayData(Told):
    """A play that changes."""

    chart: str
    row: str
    column: str
    first: str
    second: str


class Compare(Told):
    """`pitboss compare --json`."""

    game: str
    options: list[OptionData]
    bets: dict[str, Compared]
    plays: list[PlayData]


class TunedData(Told):
    """One pay table with the bet's figures under it."""

    table: dict[str, str]
    edge: float
    hit: float
    sd: float
    top: float


class Tune(Told):
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


class ShuffleFamilyData(Told):
    """One question asked of every card or every place."""

    name: str
    what: str
    freedom: int
    labels: list[str]
    statistics: list[float]
    p_values: list[float]


class ShuffleData(Told):
    """One shuffle: how it draws, all its p-values, and whether chance explains them."""

    name: str
    how: list[str]
    families: list[ShuffleFamilyData]
    smallest: float
    largest: float
    chance: float
    fair: bool


class ShuffleTestData(Told):
    """`pitboss shuffle-test --json`."""

    cards: int
    shuffles: int
    seed: int
    repeat: str
    tests: list[ShuffleData]


class CheckData(Struct):
    """`pitboss check --json`, one on each line."""

    check: str
    promise: str
    kept: bool | None
