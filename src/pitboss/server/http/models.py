"""Request and response models of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    """A JSON object of the API. Attribute docstrings become descriptions in the OpenAPI schema."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class BetInfo(Model):
    """One bet of a game."""

    name: str
    title: str
    least: int
    """In cents."""
    most: int
    meaning: str
    """When the bet wins."""
    ruling: str
    in_play: bool
    """Whether the dealer offers it during the round, rather than before the deal."""
    compulsory: bool
    equals: str | None
    """Another bet that this one must match in amount."""


class GameInfo(Model):
    """A game offered here."""

    name: str
    title: str
    sentence: str
    seats: int
    chip: int
    edge: float | None
    """The house edge on the main bet with best play, if known: 0.01 is one percent."""
    edge_words: str
    edge_note: str
    """The bet that the edge is relative to, if it is not the main bet; empty otherwise."""
    edge_known: bool
    """Whether the edge is final: it was computed, or it never will be."""
    bets: list[BetInfo]


class Me(Model):
    """This browser's player."""

    nick: str
    bankroll: int
    """In cents."""
    may_rebuy: bool


class NewNick(Model):
    """The nickname to show at tables."""

    nick: Annotated[str, Field(min_length=1, max_length=80)]
    """At most 20 characters as displayed; a joined emoji counts as one."""


class NewTable(Model):
    """A request to open a table."""

    game: Annotated[str, Field(max_length=40)]
    rules: Annotated[str, Field(max_length=20_000)] = ""
    """House rules as TOML, only the options that differ from the sheet."""
    private: bool = False
    """Whether to leave the table out of the lobby."""
    bots: Annotated[int, Field(ge=0, le=11)] = 0
    """The number of bots to seat."""
    bets_clock: Annotated[int, Field(ge=3, le=3600)] = 45
    offers_clock: Annotated[int, Field(ge=3, le=3600)] = 30
    clock_alone: bool = True
    """Whether the clocks run while you are the only person at the table."""


class RulesToCheck(Model):
    """House rules to validate."""

    game: Annotated[str, Field(max_length=40)]
    rules: Annotated[str, Field(max_length=20_000)]


class RulesChecked(Model):
    """Valid rules: the options that differ from the sheet."""

    changed: dict[str, Any]


class TableInfo(Model):
    """A table as listed in the lobby."""

    id: str
    game: str
    title: str
    seats: int
    free: list[int]
    people: list[str]
    changed: dict[str, Any]
    """House rules that differ from the sheet."""
    yours: bool
    """Whether you have a seat here."""


class ArtSpot(Model):
    """A betting spot in a game's picture: a circle of radius `r`, or a box if it has a width."""

    x: float
    y: float
    r: float
    w: float
    h: float
    main: bool
    fill: str


class LobbyGame(GameInfo):
    """A game with the data of its picture: the colours of the felt, its spots, and cards."""

    felt: str
    dark: str
    cards: list[str]
    spots: list[ArtSpot]


class LeftOff(Model):
    """The game you played last, and the way back to it."""

    game: str
    title: str
    table: str | None
    """The table if it is still open and you sit there or can sit down."""
    seated: bool
    """Whether you still have your seat."""
    replay: str | None
    """The table of your last round, for a replay."""
    number: int | None
    """The number of your last round."""
    net: int | None
    """Your result in it, in cents."""
    bet: int | None
    """Your bets in it, in cents."""


class Lobby(Model):
    """The contents of the lobby."""

    me: Me
    games: list[LobbyGame]
    tables: list[TableInfo]
    left_off: LeftOff | None


class BetGuide(BetInfo):
    """One bet, explained."""

    pays: str
    """As printed: 10:1, or "to 100:1" for the best line of a pay table."""
    edge: float | None
    """The house edge, once computed."""


class PrintedTable(Model):
    """A pay table in effect."""

    title: str
    columns: list[str]
    lines: list[list[str]]
    """The name of each line, then its pay in each column."""
    bets: list[tuple[str, int | None]]
    """The bets that it pays, each with its column from 0, or null if every column applies."""


class Differs(Model):
    """An option that differs from the sheet."""

    name: str
    value: str
    sheet: str
    meaning: str
    ruling: str


class Guide(Model):
    """A guide to a table's game."""

    title: str
    sentence: str
    how: list[str]
    order: list[str]
    bets: list[BetGuide]
    tables: list[PrintedTable]
    changed: list[Differs]
    edge_words: str
    edge_known: bool


class DocumentInfo(Model):
    """A PDF document of a game under one set of rules: the report, the rules filing or the rack card."""

    kind: str
    title: str
    state: str
    """`missing`, `waiting`, `making`, `ready` or `failed`."""
    share: float
    """The share completed, from 0 to 1."""
    words: str
    """The current step, or the error."""
    address: str
    """The URL of the file once it is ready."""


class Preset(Model):
    """A published pay table."""

    name: str
    source: str
    value: Any


class OptionInfo(Model):
    """One option of a game's rules, for a form."""

    name: str
    title: str
    """A label, with the titles of the game's bets."""
    group: Literal["Shoe", "Rules", "Payouts", "Limits"]
    presets: list[Preset]
    """The published pay tables of this option."""
    kind: Literal["text", "number", "choice", "yes-no", "table"]
    value: Any
    """The default value, as in a rules file."""
    choices: list[Any]
    least: int | None
    most: int | None
    columns: list[str]
    """The columns of a pay table."""
    meaning: str
    ruling: str


class EdgeFound(Model):
    """The house edge under some rules."""

    edge: float | None
    """As a share: 0.01 is one percent."""
    words: str
    known: bool
    """False while it is being computed: ask again in a second."""


class Refusal(Model):
    """An error response. Nothing was changed."""

    code: str
    reason: str


class PlayedRound(Model):
    """A round in a player's list."""

    table: str
    number: int
    seat: int
    game: str
    title: str
    net: int


class AskedOption(Model):
    """One option of a question."""

    name: str
    words: str


class Asked(Model):
    """A question asked during a finished round."""

    at: int
    """The number of events before the question."""
    number: int
    about: str
    context: dict[str, Any]
    """The hand that was asked about, as in the offer."""
    options: list[AskedOption]
    answer: str


class Review(Model):
    """A finished round as one seat saw it."""

    table: str
    number: int
    game: str
    title: str
    seat: int
    net: int
    events: list[dict[str, Any]]
    asked: list[Asked]
    nicks: dict[str, str] = Field(default_factory=dict)
    """The nickname of the player in each seat."""
    bets: list[dict[str, Any]] = Field(default_factory=list)
    """Every bet of the game, with what the page needs to draw its spot."""
    felt: dict[str, Any] = Field(default_factory=dict)
    """The felt layout."""


class Worth(Model):
    """The value of each option of a question, in cents."""

    cents: dict[str, float]
    best: str
    words: str
    costs: dict[str, float] = Field(default_factory=dict)
    """The cost of each option compared with the best one."""


class MistakeInfo(Model):
    """An answer that was not the best."""

    kind: str
    """The answer given and the best one."""
    cost: float
    """The average cost in cents."""


class ScoreLine(Model):
    """One round on a player's score sheet."""

    id: int
    """Its id in the store; pass it as `before` to get the page before it."""
    table: str
    number: int
    net: int
    """In cents."""
    expected: float | None
    """The expected value with best play of the bets made before the deal, in cents; null until computed."""
    sd: float | None
    """The standard deviation of the round's result, in cents."""
    game: str
    """The title of the game, once the round has been looked up."""
    at: int | None
    """The time of settlement as Unix time in seconds, once the round has been looked up."""
    mistakes: list[MistakeInfo]


class ScoreSheet(Model):
    """The totals of all of a player's rounds, and one page of rounds."""

    rounds: int
    won: int
    """Rounds with a positive net result."""
    net: int
    known: int
    """Rounds with a computed expectation; `expected`, `sd` and `luck` cover only these."""
    waiting: int
    """Rounds still being computed: ask again in a second."""
    expected: float | None
    sd: float | None
    luck: float | None
    """Net minus expected, in standard deviations. The cost of mistakes is included."""
    mistakes: float
    """The average cost of mistakes in the computed rounds, in cents."""
    earlier: int | None
    """If there are earlier rounds, the value to pass as `before`."""
    lines: list[ScoreLine]
