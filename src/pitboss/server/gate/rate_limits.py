"""Limits per address and per player, which an operator can change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

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
