"""Response models for finished rounds: a player's list, a review, and the score sheet."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from pitboss.server.http.models import Model


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
