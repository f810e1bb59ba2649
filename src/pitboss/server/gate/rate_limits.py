"""How much one address and one player may ask; an operator can set each of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from pitboss.play.options.whole_numbers import whole_number
from pitboss.play.refused import Refused, rather

BURST = 10
"""Of a limit per second: seconds of quiet that may be made up for at once."""
MOST = 1_000_000


@dataclass(frozen=True)
class Limits:
    """What is beyond these is refused with a sentence."""

    requests: int = 30
    """HTTP requests and new sockets a second from one address"""
    player_requests: int = 20
    """HTTP requests a second of one player"""
    questions: int = 8
    """requests a second, of one address, that have to be worked out: house rules, lessons, score sheets"""
    newcomers: int = 240
    """new players from one address at once; then one a second"""
    connections: int = 512
    """HTTP connections from one address"""
    sockets: int = 256
    """tables that are looked at from one address, counted once for each look"""
    player_sockets: int = 16
    """tables that one player looks at, counted once for each look"""
    messages: int = 500
    """messages a second from one address to the tables"""
    player_messages: int = 20
    """messages a second of one player to the tables; three times as many at once"""
    tables: int = 500
    """open tables in the house"""
    address_tables: int = 40
    """open tables that were opened from one address"""
    player_tables: int = 8
    """open tables that were opened by one player"""
    thoughts: int = 4
    """hints of one player that are worked out or wait for it"""
    patience: int = 30
    """seconds to send a request or to read its answer"""


NAMES = [field.name.replace("_", "-") for field in fields(Limits)]


def limits_from(said: Iterable[str]) -> Limits:
    """
    The usual limits but for those that are said, each as NAME=NUMBER.

    >>> limits_from(["newcomers=5000", "player-sockets=2"]).newcomers
    5000
    """
    chosen: dict[str, int] = {}
    for text in said:
        name, equals, number = (part.strip() for part in text.partition("="))
        if name not in NAMES:
            raise Refused("no-such-limit", f"there is no limit {name!r}: {rather(name, NAMES)}")
        many = whole_number(number) if number.isascii() else None
        if not equals or many is None or not 1 <= many <= MOST:
            raise Refused("bad-limit", f"--limit {name} must be a whole number from 1 to {MOST:,}, not {number!r}")
        chosen[name.replace("-", "_")] = many
    return replace(Limits(), **chosen)
