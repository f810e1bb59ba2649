"""What the HTTP API gives of rounds that are over: a player's list, a review, the score sheet."""

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
    """What a seat could say."""

    name: str
    words: str


class Asked(Model):
    """A question in a round that is over."""

    at: int
    """After this many events."""
    number: int
    about: str
    options: list[AskedOption]
    answer: str


class Review(Model):
    """A round that is over, as one seat went through it."""

    table: str
    number: int
    game: str
    title: str
    seat: int
    net: int
    events: list[dict[str, Any]]
    asked: list[Asked]
    nicks: dict[str, str] = Field(default_factory=dict)
    """Who played, by seat."""
    bets: list[dict[str, Any]] = Field(default_factory=list)
    """Every bet of the game, as the page draws its spots."""
    felt: dict[str, Any] = Field(default_factory=dict)
    """The plan of the felt."""


class Worth(Model):
    """What each answer to a question was worth, in cents."""

    cents: dict[str, float]
    best: str
    words: str
    costs: dict[str, float] = Field(default_factory=dict)
    """What each option costs compared with the best."""


class MistakeInfo(Model):
    """An answer that was not the best."""

    kind: str
    """What was said, and instead of what."""
    cost: float
    """On average, in cents."""


class ScoreLine(Model):
    """One round on a player's score sheet."""

    id: int
    """Its place in the books: `before` it the next page ends."""
    table: str
    number: int
    net: int
    """In cents."""
    expected: float | None
    """What the bets put down before the deal win on average with the best play, in cents; null: not worked out yet."""
    sd: float | None
    """How far from that luck usually takes such a round, in cents."""
    game: str
    """Its title, as soon as the round is looked up."""
    at: int | None
    """When it was settled, in seconds of Unix time, as soon as the round is looked up."""
    mistakes: list[MistakeInfo]


class ScoreSheet(Model):
    """The sums of all rounds of a player, and one page of them."""

    rounds: int
    won: int
    """Rounds with a net above nothing."""
    net: int
    known: int
    """Rounds whose expectation is worked out: expected, sd and luck are of these alone."""
    waiting: int
    """Rounds that are being worked out: ask again in a second."""
    expected: float | None
    sd: float | None
    luck: float | None
    """Net less expected, in standard deviations; what mistakes cost is in it."""
    mistakes: float
    """What mistakes cost on average in the rounds that are worked out, in cents."""
    earlier: int | None
    """Where there are rounds before these lines: ask with it as `before`."""
    lines: list[ScoreLine]
