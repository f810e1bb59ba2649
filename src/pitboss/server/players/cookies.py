"""Who a browser is: a signed cookie that scripts on the page cannot read."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

NAME = "pitboss"
YEAR = 365 * 24 * 3600


def new_player() -> str:
    """An id that nobody can guess."""
    return secrets.token_hex(12)


def sign(player: str, key: bytes) -> str:
    """The cookie's value."""
    return f"{player}.{hmac.new(key, player.encode(), sha256).hexdigest()}"


def read(value: str | None, key: bytes) -> str | None:
    """The player of a cookie that we signed, else nobody."""
    player = (value or "").partition(".")[0]
    return player if value and hmac.compare_digest(value.encode(), sign(player, key).encode()) else None
