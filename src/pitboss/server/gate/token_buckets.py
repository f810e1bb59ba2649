"""Token buckets for rate limiting."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pitboss.play.refused import Refused

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
