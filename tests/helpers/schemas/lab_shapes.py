"""Types of the objects that the lab commands print with `--json`."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from helpers.schemas.shapes import JsonObject, Rules


class FigureData(JsonObject):
    """A bet's figures under one set of rules."""

    edge: float
    hit: float | None
    push: float | None
    sd: float


class RowData(JsonObject):
    """One set of rules of a sweep."""

    settings: dict[str, str]
    bets: dict[str, FigureData]
    played: FigureData | None


class SweepData(JsonObject):
    """`pitboss sweep --json`."""

    game: str
    rules: list[str]
    rows: list[RowData]
    stopped: str


class OptionData(JsonObject):
    """An option that two houses set apart."""

    name: str
    first: str
    second: str


class Compared(JsonObject):
    """One bet in two houses."""

    first: FigureData | None
    second: FigureData | None
    change: float | None


class PlayData(JsonObject):
    """A play that changes."""

    chart: str
    row: str
    column: str
    first: str
    second: str


class Compare(JsonObject):
    """`pitboss compare --json`."""

    game: str
    options: list[OptionData]
    bets: dict[str, Compared]
    plays: list[PlayData]


class TunedData(JsonObject):
    """One pay table with the bet's figures under it."""

    table: dict[str, str]
    edge: float
    hit: float
    sd: float
    top: float


class Tune(JsonObject):
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


class CountData(Struct):
    """The rounds dealt at one count: how often, the player's edge with its standard error, and the units bet."""

    count: int
    share: float
    edge: float
    se: float
    bet: float


class ProtectCount(Struct):
    """`pitboss protect --count TAGS --json`: a card counter with a bet spread, in units."""

    game: str
    tags: list[float]
    rounds: int
    dealt: int
    cards: int
    by_count: list[CountData]
    win_rate: float
    win_rate_se: float
    sd: float
    average_bet: float
    advantage: float
    n0: float | None
    desirability: float
    score: float
    bank: float
    ruin: float


class ShuffleFamilyData(JsonObject):
    """One question asked of every card or every place."""

    name: str
    what: str
    freedom: int
    labels: list[str]
    statistics: list[float]
    p_values: list[float]


class ShuffleData(JsonObject):
    """One shuffle: how it draws, all its p-values, and whether chance explains them."""

    name: str
    how: list[str]
    families: list[ShuffleFamilyData]
    smallest: float
    largest: float
    chance: float
    fair: bool


class ShuffleTestData(JsonObject):
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
