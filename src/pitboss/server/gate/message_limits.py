"""How long a message or a body may be, and where it may come from."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from pitboss.play.refused import Refused

LONGEST_MESSAGE = 4096
LONGEST_BODY = 65_536
MOST_RULES = 400
"""House rules have fewer lines than this, and no name in them has more parts than `DEEPEST_NAME`."""
DEEPEST_NAME = 4


def check_rules_text(text: str) -> None:
    """Refuse house rules that no house could mean, before they are read: reading them would take long."""
    lines = text.splitlines()
    if len(lines) > MOST_RULES:
        raise Refused("too-long", f"house rules have at most {MOST_RULES} lines, not {len(lines)}")
    for line in lines:
        name = line.partition("=")[0]
        if name.count(".") >= DEEPEST_NAME or name.count("[") > DEEPEST_NAME or line.count("{") > DEEPEST_NAME:
            raise Refused("too-deep", f"a name in house rules has at most {DEEPEST_NAME} parts: {name[:40]!r} …")


def is_our_host(host: str, also: Iterable[str] = ()) -> bool:
    """
    Whether a Host header names this machine; a name that someone else's DNS pointed here does not.

    >>> is_our_host("localhost:8000"), is_our_host("192.168.0.7"), is_our_host("evil.example")
    (True, True, False)
    """
    if "@" in host:  # a name before the name is a trick
        return False
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


def is_our_origin(origin: str | None, host: str, url: str | None = None) -> bool:
    """
    Whether a page of this server asks; programs that are no browser send no origin at all.

    At the name in `url` the origin must have its scheme and port too: a page at http://NAME is not the house.

    >>> is_our_origin("https://a.example", "a.example", "https://a.example/")
    True
    >>> is_our_origin("http://a.example", "a.example", "https://a.example/")
    False
    """
    if origin is None:
        return True
    try:
        parts, own = urlsplit(origin), urlsplit(url or "")
        if own.hostname and urlsplit(f"//{host}").hostname == own.hostname:
            return _whole_origin(parts) == _whole_origin(own)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _whole_origin(parts: SplitResult) -> tuple[str, str | None, int | None]:
    return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)
