"""Size limits for messages and bodies, and checks of their host and origin."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from pitboss.play.refused import Refused

MAX_MESSAGE_BYTES = 4096
MAX_BODY_BYTES = 65_536
MAX_RULES = 400
"""Maximum number of lines in house rules. `MAX_NAME_DEPTH` limits the nesting of their names."""
MAX_NAME_DEPTH = 4


def check_rules_text(text: str) -> None:
    """Reject house rules that are too long or too deeply nested, because parsing them would take too long."""
    lines = text.splitlines()
    if len(lines) > MAX_RULES:
        raise Refused("too-long", f"house rules have at most {MAX_RULES} lines, not {len(lines)}")
    for line in lines:
        name = line.partition("=")[0]
        if name.count(".") >= MAX_NAME_DEPTH or name.count("[") > MAX_NAME_DEPTH or line.count("{") > MAX_NAME_DEPTH:
            raise Refused("too-deep", f"a name in house rules has at most {MAX_NAME_DEPTH} parts: {name[:40]!r} …")


def is_our_host(host: str, also: Iterable[str] = ()) -> bool:
    """
    Whether a Host header names this machine, rather than a foreign domain pointed here by DNS.

    >>> is_our_host("localhost:8000"), is_our_host("192.168.0.7"), is_our_host("evil.example")
    (True, True, False)
    """
    if "@" in host:  # a user name in the host is a spoofing attempt
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
    Whether a request comes from our own page. Clients other than browsers send no Origin header and are accepted.

    For the host in `url`, the scheme and port must match too: a page at http://NAME is not ours.

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
