"""What the HTTP API takes and gives, for OpenAPI."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    """One JSON object of the API."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class BetInfo(Model):
    """One spot of a game."""

    name: str
    title: str
    least: int
    """In cents."""
    most: int
    meaning: str
    """When it wins."""
    ruling: str
    in_play: bool
    """Offered by the dealer, not bet before the deal."""
    compulsory: bool
    equals: str | None
    """Another bet that this one must equal."""


class GameInfo(Model):
    """A game of the house."""

    name: str
    title: str
    sentence: str
    seats: int
    chip: int
    edge: float | None
    """The house's edge on the main bet under best play, where it is known: 0.01 is one percent."""
    edge_words: str
    edge_known: bool
    """Whether there is nothing to wait for: it is worked out, or never will be."""
    bets: list[BetInfo]


class Me(Model):
    """Who this browser is."""

    nick: str
    bankroll: int
    """In cents."""
    may_rebuy: bool


class NewNick(Model):
    """A nickname to be shown at tables."""

    nick: Annotated[str, Field(min_length=1, max_length=80)]
    """At most 20 characters as people see them; pictures that are joined into one count once."""


class NewTable(Model):
    """A table to be opened."""

    game: Annotated[str, Field(max_length=40)]
    rules: Annotated[str, Field(max_length=20_000)] = ""
    """House rules as TOML; only what differs from the sheet."""
    private: bool = False
    """Not shown in the lobby."""
    bots: Annotated[int, Field(ge=0, le=11)] = 0
    """How many bots sit down with you."""
    bets_clock: Annotated[int, Field(ge=3, le=3600)] = 45
    offers_clock: Annotated[int, Field(ge=3, le=3600)] = 30
    clock_alone: bool = True
    """Whether the clocks run while you are the only person at the table."""


class RulesToCheck(Model):
    """House rules that somebody is writing."""

    game: Annotated[str, Field(max_length=40)]
    rules: Annotated[str, Field(max_length=20_000)]


class RulesChecked(Model):
    """Rules that hold: what differs from the sheet."""

    changed: dict[str, Any]


class TableInfo(Model):
    """A table as the lobby lists it."""

    id: str
    game: str
    title: str
    seats: int
    free: list[int]
    people: list[str]
    changed: dict[str, Any]
    """House rules that differ from the sheet."""
    yours: bool
    """You sit here."""


class LobbyGame(GameInfo):
    """A game with its picture."""

    picture: str
    """Its felt as SVG, where it was asked for."""


class Lobby(Model):
    """All that the lobby shows."""

    me: Me
    games: list[LobbyGame]
    tables: list[TableInfo]


class BetGuide(BetInfo):
    """One spot, explained."""

    pays: str
    """As printed: 10:1, or "to 100:1" for the best line of a pay table."""
    edge: float | None
    """What the house keeps of it on average, where that is worked out."""


class PrintedTable(Model):
    """A pay table that applies."""

    title: str
    columns: list[str]
    lines: list[list[str]]
    """The name of a line, then what it pays in each column."""


class Differs(Model):
    """What a house does differently from the sheet."""

    name: str
    value: str
    sheet: str
    meaning: str
    ruling: str


class Guide(Model):
    """How a table's game is played."""

    title: str
    sentence: str
    how: list[str]
    order: list[str]
    bets: list[BetGuide]
    tables: list[PrintedTable]
    changed: list[Differs]
    edge_words: str
    edge_known: bool


class PaperInfo(Model):
    """A paper of a game under one set of rules: its report, its rules as a filing, its rack card."""

    kind: str
    title: str
    state: str
    """`missing`, `waiting`, `making`, `ready` or `failed`."""
    share: float
    """How much of it is done."""
    words: str
    """What is being worked on, or what went wrong."""
    address: str
    """Where the file is, as soon as it is ready."""


class OptionInfo(Model):
    """One option of a game's rules, for a form."""

    name: str
    kind: Literal["text", "number", "choice", "yes-no", "table"]
    value: Any
    """The sheet's, as a rules file has it."""
    choices: list[Any]
    least: int | None
    most: int | None
    columns: list[str]
    """Of a pay table."""
    meaning: str
    ruling: str


class EdgeFound(Model):
    """What the house keeps under some rules."""

    words: str
    known: bool
    """False: it is being worked out; ask again in a second."""


class Refusal(Model):
    """What was asked is not taken; nothing has moved."""

    code: str
    reason: str
