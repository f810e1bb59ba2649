"""Access to the desk: by a cookie of this server, or by a user name from a trusted proxy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.play.refused import Refused
from pitboss.server.admin.operator_access import COOKIE, HOURS, SECRET, SECRET_FILE, OperatorAuth
from pitboss.server.gate.proxies import Proxies

LONG = "a secret that is long enough"
ADA = "X-Auth-Request-Email=ada@example.com"


def scope(peer: str = "192.0.2.1", *headers: tuple[str, str]) -> dict[str, Any]:
    return {"client": (peer, 1), "headers": [(name.lower().encode(), value.encode()) for name, value in headers]}


def is_let_in(auth: OperatorAuth, scope: dict[str, Any], cookie: str = "", now: float | None = None) -> bool:
    try:
        auth.check(scope, {COOKIE: cookie}, now)
    except Refused:
        return False
    return True


def test_secret_is_new_at_each_start_unless_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(SECRET, raising=False)
    made = [OperatorAuth().secret for _ in range(2)]
    assert made[0] != made[1]
    assert min(map(len, made)) >= 43
    (tmp_path / "secret").write_text(f"{LONG}\n")
    monkeypatch.setenv(SECRET_FILE, str(tmp_path / "secret"))
    assert (OperatorAuth().secret, OperatorAuth().is_given) == (LONG, True)
    monkeypatch.setenv(SECRET, "short")
    with pytest.raises(Refused) as fault:
        OperatorAuth()
    assert fault.value.code == "bad-secret"
    monkeypatch.delenv(SECRET)
    monkeypatch.setenv(SECRET_FILE, str(tmp_path))
    with pytest.raises(Refused) as fault:
        OperatorAuth()
    assert fault.value.code == "bad-secret"


def test_secret_file_is_created_once_and_private(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(SECRET, raising=False)
    file = tmp_path / "state" / "desk.secret"
    monkeypatch.setenv(SECRET_FILE, str(file))
    made = [OperatorAuth() for _ in range(2)]
    assert made[0].secret == made[1].secret == file.read_text().strip()
    assert len(made[0].secret) >= 43
    assert made[0].is_given  # so it is not printed
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["desk.secret"]


def test_cookie_is_valid_until_expiry_and_only_on_its_server() -> None:
    auth, other = OperatorAuth(LONG), OperatorAuth("another secret, long enough")
    name, cookie = auth.cookie(LONG, now=1000)
    assert name == "operator"
    assert is_let_in(auth, scope(), cookie, now=1000 + HOURS * 3600 - 1)
    assert not is_let_in(auth, scope(), cookie, now=1000 + HOURS * 3600)
    assert not is_let_in(other, scope(), cookie, now=1000)
    later = f"{int(cookie.split('.')[0]) + 9}.{cookie.split('.')[1]}"
    for forged in ("", ".", "9" * 5000, later, cookie[:-1], f"{cookie}0", "٣.abc", LONG):
        assert not is_let_in(auth, scope(), forged, now=1000), forged
    for wrong in ("", LONG[:-1], f"{LONG} ", "é"):
        with pytest.raises(Refused) as fault:
            auth.cookie(wrong)
        assert fault.value.code == "no-entry"


def test_user_header_is_trusted_only_from_our_proxy_and_if_given_once() -> None:
    auth = OperatorAuth(LONG, [ADA, "X-User=grace"], Proxies(["127.0.0.1"]))
    header = ("X-Auth-Request-Email", "ada@example.com")
    assert is_let_in(auth, scope("127.0.0.1", header))
    assert is_let_in(auth, scope("127.0.0.1", ("x-user", "grace")))
    assert not is_let_in(auth, scope("192.0.2.1", header))
    assert not is_let_in(auth, scope("127.0.0.1", header, header))
    assert not is_let_in(auth, scope("127.0.0.1", ("X-Auth-Request-Email", "eve@example.com")))
    assert not is_let_in(auth, scope("127.0.0.1", ("X-User", "ada@example.com")))
    assert not is_let_in(auth, scope("127.0.0.1"))


@pytest.mark.parametrize("operator", ["ada", "X-Who=", "=ada", "X Who=ada", "Ü=ada"])
def test_malformed_operator_is_rejected(operator: str) -> None:
    with pytest.raises(Refused) as fault:
        OperatorAuth(LONG, [operator], Proxies(["127.0.0.1"]))
    assert fault.value.code == "bad-operator"
    with pytest.raises(Refused) as fault:
        OperatorAuth(LONG, [ADA])
    assert fault.value.code == "no-proxy"


def test_operators_have_their_own_names_and_secrets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(SECRET, raising=False)
    file = tmp_path / "desk.secret"
    monkeypatch.setenv(SECRET_FILE, str(file))
    file.write_text(f"ada: {LONG}\n\ngrace: another {LONG}\n")
    auth = OperatorAuth()
    for secret, name in ((LONG, "ada"), (f"another {LONG}", "grace")):
        who, cookie = auth.cookie(secret, now=1000)
        assert who == name
        assert auth.check(scope(), {COOKIE: cookie}, 1000) == name
    until, _, mark = auth.cookie(LONG, now=1000)[1].split(".")
    assert not is_let_in(auth, scope(), f"{until}.{b'grace'.hex()}.{mark}", now=1000)
    file.write_text(f"ada: {LONG}\n")  # grace was removed: her cookie is no longer valid
    assert not is_let_in(OperatorAuth(), scope(), auth.cookie(f"another {LONG}", now=1000)[1], now=1000)
    for bad in (f"ada: {LONG}\nada: other {LONG}", f"ada: {LONG}\n{LONG}x", f"ada: {LONG}\ngrace: short",
                f"ada: {LONG}\ngrace: {LONG}", f"{'a' * 41}: {LONG}"):  # fmt: skip
        file.write_text(bad)
        with pytest.raises(Refused) as refused:
            OperatorAuth()
        assert refused.value.code == "bad-secret", bad
    proxied = OperatorAuth(LONG, [ADA], Proxies(["127.0.0.1"]))
    assert proxied.check(scope("127.0.0.1", ("X-Auth-Request-Email", "ada@example.com")), {}) == "ada@example.com"
