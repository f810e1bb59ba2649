"""Operator access to the admin page: by the operator's own secret, or by a name that a trusted proxy sends."""

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
from pitboss.server.store.keys import private_parents, write_whole

SECRET, SECRET_FILE = "PITBOSS_DESK_SECRET", "PITBOSS_DESK_SECRET_FILE"
"""Environment variables for the secret, and for a file that contains it."""
OPERATOR = "PITBOSS_OPERATOR"
COOKIE = "pitboss-desk"
HOURS = 12
"""Hours after which an operator must enter the secret again."""
MIN_SECRET_LENGTH = 16
MAX_NAME_LENGTH = 40
OPERATOR_NAME = "operator"
"""The name of the only operator, if none is given."""
NO_ENTRY = "this is the desk of the house: open it with the link that pitboss serve printed at its start"


class OperatorAuth:
    """The operators of a house, identified by a cookie or by a trusted proxy."""

    def __init__(
        self, secret: str | None = None, operators: Iterable[str] = (), proxies: Proxies | None = None
    ) -> None:
        given = _read_secrets(secret, "the secret") if secret else _configured_secrets()
        self.is_given = given is not None
        """Whether the operators chose the secrets themselves, in which case they are never printed."""
        self._secrets = given or {OPERATOR_NAME: secrets.token_urlsafe(32)}
        self._proxies = proxies or Proxies()
        self._operators = _read(operators or filter(None, os.environ.get(OPERATOR, "").split(",")))
        if self._operators and not self._proxies:
            raise Refused("no-proxy", "--operator trusts a header of a proxy: name the proxy with --proxy")

    @property
    def secret(self) -> str:
        """Return the secret of the first operator."""
        return next(iter(self._secrets.values()))

    def cookie(self, given: str, now: float | None = None) -> tuple[str, str]:
        """Return the operator with this secret, and a session cookie, or raise `Refused`."""
        found = [name for name, secret in self._secrets.items() if hmac.compare_digest(_hash(given), _hash(secret))]
        if not found:
            raise Refused("no-entry", "wrong secret for this house's desk")
        return found[0], self._signed(found[0], int((time.time() if now is None else now) + HOURS * 3600))

    def _signed(self, name: str, until: int) -> str:
        text = f"{until}.{name.encode().hex()}"
        return f"{text}.{hmac.new(self._secrets[name].encode(), f'desk {text}'.encode(), sha256).hexdigest()}"

    def check(self, scope: Any, cookies: Mapping[str, str], now: float | None = None) -> str:
        """Return the operator's name, from a valid cookie or as sent by a trusted proxy. Raise for anyone else."""
        name = self._by_cookie(cookies.get(COOKIE, ""), now) or self._by_proxy(scope)
        if name is None:
            raise Refused("no-entry", NO_ENTRY)
        return name

    def _by_cookie(self, value: str, now: float | None) -> str | None:
        until, _, rest = value.partition(".")
        if not until.isascii() or not until.isdecimal() or len(until) > 12:
            return None
        if int(until) <= (time.time() if now is None else now):
            return None
        known = (name for name in self._secrets if name.encode().hex() == rest.partition(".")[0])
        ours = (name for name in known if hmac.compare_digest(value.encode(), self._signed(name, int(until)).encode()))
        return next(ours, None)

    def _by_proxy(self, scope: Any) -> str | None:
        """Return the operator's name sent by a trusted proxy, or None unless its header occurs exactly once."""
        peer = scope.get("client")
        if not self._operators or not peer or peer[0] not in self._proxies:
            return None
        for header, names in self._operators.items():
            sent = [value for name, value in scope["headers"] if name.lower() == header]
            if len(sent) == 1 and any(hmac.compare_digest(sent[0], name) for name in names):
                return bytes(sent[0]).decode("utf-8", "replace")
        return None


def _hash(text: str) -> bytes:
    """Hash a text to a fixed length, so that comparing it doesn't reveal the length of the secret."""
    return sha256(text.encode()).digest()


def _configured_secrets() -> dict[str, str] | None:
    """Return the secrets that the operators chose, or None if they chose none. Raise `Refused` for invalid ones."""
    text, path = os.environ.get(SECRET), os.environ.get(SECRET_FILE)
    where = SECRET
    if not text and path:
        where = path
        try:
            text = _in_file(Path(path))
        except (OSError, UnicodeError) as error:
            why = in_words(error) if isinstance(error, OSError) else "it is not text"
            raise Refused("bad-secret", f"the secret of the desk cannot be read from {path}: {why}") from None
    return _read_secrets(text, where) if text or (text is not None and path) else None


def _read_secrets(text: str, where: str) -> dict[str, str]:
    """
    Parse the operators' secrets by name, from a single secret or from one `NAME: SECRET` per line.

    >>> _read_secrets("ada: correct horse battery\\ngrace: staple of the house", "the file")
    {'ada': 'correct horse battery', 'grace': 'staple of the house'}
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    named = [line.partition(":") for line in lines]
    is_named = len(lines) > 1 or (named[0][1] and len(named[0][2].strip()) >= MIN_SECRET_LENGTH)
    found = {name.strip(): secret.strip() for name, _, secret in named} if is_named else {OPERATOR_NAME: lines[0]}
    if len(found) < len(lines) or not all(0 < len(name) <= MAX_NAME_LENGTH and name.isprintable() for name in found):
        raise Refused("bad-secret", f"{where} needs one NAME: SECRET a line, each name once and at most 40 letters")
    if min(map(len, found.values())) < MIN_SECRET_LENGTH:
        raise Refused(
            "bad-secret", f"the secret in {where} is too short: it needs {MIN_SECRET_LENGTH} characters or more"
        )
    if len(set(found.values())) < len(found):
        raise Refused("bad-secret", f"two operators in {where} have the same secret: give each a different one")
    return found


def _in_file(path: Path) -> str:
    """Return the secret in a file. If it is missing, create it with a new secret that only this user can read."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        private_parents(path.parent)
        fresh = path.with_name(f"{path.name}.{os.getpid()}.first")
        write_whole(fresh, f"{secrets.token_urlsafe(32)}\n".encode())
        with suppress(FileExistsError):  # another process of the house was faster: use its secret
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
