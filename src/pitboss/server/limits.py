"""How much one connection or one address may ask, and where it may ask from."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

LONGEST_MESSAGE = 4096
LONGEST_RULES = 20_000


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


class Addresses:
    """A bucket for each address that asks for something dear; those long quiet are forgotten."""

    def __init__(self, rate: float, most: float, kept: int = 4096) -> None:
        self.rate, self.most, self.kept = rate, most, kept
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> bool:
        """Whether this address may once more."""
        bucket = self._buckets.pop(address, None) or Bucket(self.rate, self.most)
        self._buckets[address] = bucket
        if len(self._buckets) > self.kept:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take(now)


def is_our_host(host: str, also: Iterable[str] = ()) -> bool:
    """
    Whether a Host header names this machine; a name that someone else's DNS pointed here does not.

    >>> is_our_host("localhost:8000"), is_our_host("192.168.0.7"), is_our_host("evil.example")
    (True, True, False)
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in {"localhost", socket.gethostname().lower(), *also}:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_our_origin(origin: str | None, host: str) -> bool:
    """Whether a page of this very server asks; programs that are no browser send no origin at all."""
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()
