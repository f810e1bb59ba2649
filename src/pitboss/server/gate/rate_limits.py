"""Limits per address and per player, which an operator can change, and the token buckets that enforce them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Generic, TypeVar

from pitboss.play.options.whole_numbers import whole_number
from pitboss.play.refused import Refused, rather

BURST = 10
"""The burst allowed by a per-second limit, in seconds' worth of the rate."""
MAX_LIMIT = 1_000_000


@dataclass(frozen=True)
class Limits:
    """Limits on clients. Requests beyond them are refused with an explanation."""

    requests: int = 30
    """HTTP requests and new sockets per second from one address"""
    player_requests: int = 20
    """HTTP requests per second by one player"""
    questions: int = 8
    """expensive requests per second from one address: house rules, lessons, score sheets"""
    newcomers: int = 240
    """new players from one address in a burst; after that, one per second"""
    connections: int = 512
    """HTTP connections from one address"""
    sockets: int = 256
    """sockets at tables from one address"""
    player_sockets: int = 16
    """sockets at tables by one player"""
    messages: int = 500
    """messages per second to tables from one address"""
    player_messages: int = 20
    """messages per second to tables by one player, with bursts of three times as many"""
    tables: int = 500
    """open tables on the server"""
    address_tables: int = 40
    """open tables created from one address"""
    player_tables: int = 8
    """open tables created by one player"""
    hints: int = 4
    """hints queued or running for one player"""
    timeout: int = 30
    """seconds to send a request or to read its response"""


NAMES = [field.name.replace("_", "-") for field in fields(Limits)]


def limits_from(overrides: Iterable[str]) -> Limits:
    """
    Return the default limits with these overrides, each in the form NAME=NUMBER.

    >>> limits_from(["newcomers=5000", "player-sockets=2"]).newcomers
    5000
    """
    chosen: dict[str, int] = {}
    for text in overrides:
        name, equals, number = (part.strip() for part in text.partition("="))
        if name not in NAMES:
            raise Refused("no-such-limit", f"there is no limit {name!r}: {rather(name, NAMES)}")
        limit = whole_number(number) if number.isascii() else None
        if not equals or limit is None or not 1 <= limit <= MAX_LIMIT:
            raise Refused("bad-limit", f"--limit {name} must be a whole number from 1 to {MAX_LIMIT:,}, not {number!r}")
        chosen[name.replace("-", "_")] = limit
    return replace(Limits(), **chosen)


Who = TypeVar("Who", bound=Hashable)


class TooFast(Refused):
    """A refusal because of a rate limit, with the seconds to wait before a retry."""

    def __init__(self, reason: str, wait: float = 1.0) -> None:
        super().__init__("too-fast", reason)
        self.wait = wait


@dataclass
class Bucket:
    """A token bucket that refills at a steady rate. Each message takes one token."""

    rate: float
    most: float
    level: float = -1.0
    at: float = 0.0

    def take(self, now: float) -> bool:
        """Take a token if there is one, and return whether there was."""
        filled = self.most if self.level < 0 else min(self.most, self.level + (now - self.at) * self.rate)
        self.at = now
        self.level = filled - 1 if filled >= 1 else filled
        return filled >= 1

    def wait(self, now: float) -> float:
        """Return the seconds until a token is available, without taking it."""
        if self.level < 0:
            return 0.0
        missing = 1 - self.level - (now - self.at) * self.rate
        return max(missing / self.rate, 0.0) if self.rate else float("inf")


class Buckets(Generic[Who]):
    """A token bucket per client. The least recently used are dropped."""

    def __init__(self, rate: float, most: float, capacity: int = 4096) -> None:
        self.rate, self.most, self.capacity = rate, most, capacity
        self._buckets: dict[Who, Bucket] = {}

    def of(self, who: Who) -> Bucket:
        """Return the bucket of a client, creating it if necessary."""
        bucket = self._buckets.pop(who, None) or Bucket(self.rate, self.most)
        self._buckets[who] = bucket
        if len(self._buckets) > self.capacity:
            del self._buckets[next(iter(self._buckets))]
        return bucket

    def take(self, who: Who, now: float) -> bool:
        """Take a token for a client, and return whether there was one."""
        return self.of(who).take(now)

    def wait(self, who: Who, now: float) -> float:
        """Return the seconds until a client has a token."""
        bucket = self._buckets.get(who)
        return bucket.wait(now) if bucket else 0.0


class HeldCounts(Generic[Who]):
    """The number of items each client currently holds."""

    def __init__(self) -> None:
        self._held: dict[Who, int] = {}

    def __getitem__(self, who: Who) -> int:
        return self._held.get(who, 0)

    def add(self, who: Who) -> None:
        """Add one to the client's count."""
        self._held[who] = self[who] + 1

    def drop(self, who: Who) -> None:
        """Subtract one from the client's count, and drop the client at zero."""
        left = self[who] - 1
        if left > 0:
            self._held[who] = left
        else:
            self._held.pop(who, None)
