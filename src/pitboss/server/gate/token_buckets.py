"""Tokens that fill up at a steady rate: whoever has none left waits."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pitboss.play.refused import Refused

Who = TypeVar("Who", bound=Hashable)


class TooFast(Refused):
    """Too much was asked by one; the same is welcome after some seconds."""

    def __init__(self, reason: str, wait: float = 1.0) -> None:
        super().__init__("too-fast", reason)
        self.wait = wait


@dataclass
class Bucket:
    """Tokens that fill up at a steady rate; each message takes one."""

    rate: float
    most: float
    level: float = -1.0
    at: float = 0.0

    def take(self, now: float) -> bool:
        """Whether one more is let through."""
        filled = self.most if self.level < 0 else min(self.most, self.level + (now - self.at) * self.rate)
        self.at = now
        self.level = filled - 1 if filled >= 1 else filled
        return filled >= 1

    def wait(self, now: float) -> float:
        """Seconds until one more would be let through; nothing is taken."""
        if self.level < 0:
            return 0.0
        missing = 1 - self.level - (now - self.at) * self.rate
        return max(missing / self.rate, 0.0) if self.rate else float("inf")


class Buckets(Generic[Who]):
    """A bucket for each that asks; those long quiet are forgotten."""

    def __init__(self, rate: float, most: float, kept: int = 4096) -> None:
        self.rate, self.most, self.kept = rate, most, kept
        self._buckets: dict[Who, Bucket] = {}

    def of(self, who: Who) -> Bucket:
        """The bucket of this one."""
        bucket = self._buckets.pop(who, None) or Bucket(self.rate, self.most)
        self._buckets[who] = bucket
        if len(self._buckets) > self.kept:
            del self._buckets[next(iter(self._buckets))]
        return bucket

    def take(self, who: Who, now: float) -> bool:
        """Whether this one may once more."""
        return self.of(who).take(now)

    def wait(self, who: Who, now: float) -> float:
        """Seconds until this one may again."""
        bucket = self._buckets.get(who)
        return bucket.wait(now) if bucket else 0.0


class HeldNow(Generic[Who]):
    """How many of something each one holds at the moment."""

    def __init__(self) -> None:
        self._held: dict[Who, int] = {}

    def __getitem__(self, who: Who) -> int:
        return self._held.get(who, 0)

    def add(self, who: Who) -> None:
        """One more."""
        self._held[who] = self[who] + 1

    def drop(self, who: Who) -> None:
        """One less; whoever holds none is forgotten."""
        left = self[who] - 1
        if left > 0:
            self._held[who] = left
        else:
            self._held.pop(who, None)
