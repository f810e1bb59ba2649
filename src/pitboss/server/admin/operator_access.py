"""Operator access to the admin page: by the secret in its link, or by a name that a trusted proxy sends."""

from __future__ import annotations

import hmac
import os
import secrets
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.server.gate.proxies import Proxies
from pitboss.server.store.key_file import private_parents, write_whole

SECRET, SECRET_FILE = "PITBOSS_DESK_SECRET", "PITBOSS_DESK_SECRET_FILE"
"""Environment variables for the secret, and for a file that contains it."""
OPERATOR = "PITBOSS_OPERATOR"
COOKIE = "pitboss-desk"
HOURS = 12
"""Hours after which a browser must enter the secret again."""
SHORTEST = 16
NO_ENTRY = "this is the desk of the house: open it with the link that pitboss serve printed at its start"


class DeskDoor:
    """Authenticates the operator."""

    def __init__(
        self, secret: str | None = None, operators: Iterable[str] = (), proxies: Proxies | None = None
    ) -> None:
        given = secret or _given()
        self.is_given = given is not None
        """Whether the operator chose the secret, in which case it is never printed."""
        self.secret = given or secrets.token_urlsafe(32)
        self._proxies = proxies or Proxies()
        self._operators = _read(operators or filter(None, os.environ.get(OPERATOR, "").split(",")))
        if self._operators and not self._proxies:
            raise Refused("no-proxy", "--operator believes a header of a proxy: say where that is with --proxy")

    def cookie(self, said: str, now: float | None = None) -> str:
        """Return a session cookie for the right secret, or raise `Refused`."""
        if not hmac.compare_digest(_hash(said), _hash(self.secret)):
            raise Refused("no-entry", "that is not the secret of this house's desk")
        return self._signed(int((time.time() if now is None else now) + HOURS * 3600))

    def _signed(self, until: int) -> str:
        return f"{until}.{hmac.new(self.secret.encode(), f'desk {until}'.encode(), sha256).hexdigest()}"

    def check(self, scope: Any, cookies: Mapping[str, str], now: float | None = None) -> None:
        """Raise unless the request has a valid cookie or an operator name from a trusted proxy."""
        if not (self._has_cookie(cookies.get(COOKIE, ""), now) or self._is_named(scope)):
            raise Refused("no-entry", NO_ENTRY)

    def _has_cookie(self, value: str, now: float | None) -> bool:
        until = value.partition(".")[0]
        if not until.isascii() or not until.isdecimal() or len(until) > 12:
            return False
        is_ours = hmac.compare_digest(value.encode(), self._signed(int(until)).encode())
        return is_ours and int(until) > (time.time() if now is None else now)

    def _is_named(self, scope: Any) -> bool:
        """Whether a trusted proxy sends an operator's name, exactly once."""
        peer = scope.get("client")
        if not self._operators or not peer or peer[0] not in self._proxies:
            return False
        for header, names in self._operators.items():
            said = [value for name, value in scope["headers"] if name.lower() == header]
            if len(said) == 1 and any(hmac.compare_digest(said[0], name) for name in names):
                return True
        return False


def _hash(text: str) -> bytes:
    """Hash a text to a fixed length, so that comparing it doesn't reveal the length of the secret."""
    return sha256(text.encode()).digest()


def _given() -> str | None:
    """Return the secret the operator chose, None if there is none, or raise `Refused` if it is invalid."""
    secret, path = os.environ.get(SECRET), os.environ.get(SECRET_FILE)
    where = SECRET
    if not secret and path:
        where = path
        try:
            secret = _in_file(Path(path))
        except (OSError, UnicodeError) as error:
            why = in_words(error) if isinstance(error, OSError) else "it is no text"
            raise Refused("bad-secret", f"the secret of the desk cannot be read from {path}: {why}") from None
    if secret is not None and len(secret) < SHORTEST and (secret or path):
        raise Refused("bad-secret", f"the secret in {where} is too short: the desk wants {SHORTEST} characters or more")
    return secret or None


def _in_file(path: Path) -> str:
    """Return the secret in a file. If it is missing, create it with a new secret that only this user can read."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        private_parents(path.parent)
        fresh = path.with_name(f"{path.name}.{os.getpid()}.first")
        write_whole(fresh, f"{secrets.token_urlsafe(32)}\n".encode())
        with suppress(FileExistsError):  # another process of the house was faster: its secret counts
            os.link(fresh, path)
        fresh.unlink()
        return path.read_text(encoding="utf-8").strip()


def _read(operators: Iterable[str]) -> dict[bytes, list[bytes]]:
    found: dict[bytes, list[bytes]] = {}
    for text in operators:
        header, equals, name = (part.strip() for part in text.partition("="))
        if not equals or not name or not header.replace("-", "").isalnum() or not header.isascii():
            example = "X-Auth-Request-Email=ada@example.com"
            raise Refused("bad-operator", f"--operator is a header and who may come in, like {example}, not {text!r}")
        found.setdefault(header.lower().encode(), []).append(name.encode())
    return found
