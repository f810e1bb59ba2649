"""Player identity: a signed cookie that scripts on the page can't read."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
from hashlib import sha256

NAME = "pitboss"
YEAR = 365 * 24 * 3600


_ID = re.compile("[0-9a-f]{24}")


def new_player() -> str:
    """Return a random player id."""
    return secrets.token_hex(12)


def is_player(text: str) -> bool:
    """Whether a text is a player id."""
    return _ID.fullmatch(text) is not None


def name_at(url: str | None) -> str:
    """
    Return the cookie's name for a public URL. With https, other hosts and pages without TLS can't set the cookie.

    >>> name_at("https://casino.example.com/"), name_at("http://casino.example.com/"), name_at(None)
    ('__Host-pitboss', 'pitboss', 'pitboss')
    """
    return f"__Host-{NAME}" if url and url.startswith("https:") else NAME


def find(sent: Mapping[str, str], url: str | None) -> str | None:
    """Return the cookie's value, under its name or under the plain one used before the house had an https URL."""
    return sent.get(name_at(url), sent.get(NAME))


def sign(player: str, key: bytes) -> str:
    """Return the signed cookie value for a player."""
    return f"{player}.{hmac.new(key, player.encode(), sha256).hexdigest()}"


def read(value: str | None, key: bytes) -> str | None:
    """Return the player id of a validly signed cookie, else None."""
    player = (value or "").partition(".")[0]
    return player if value and hmac.compare_digest(value.encode(), sign(player, key).encode()) else None
