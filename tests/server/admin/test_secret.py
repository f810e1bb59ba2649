"""Who is let in to the desk: by a cookie of this house, or by a name that its own proxy vouches for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.play.refused import Refused
from pitboss.server.admin.operator_access import COOKIE, HOURS, SECRET, SECRET_FILE, DeskDoor
from pitboss.server.gate.proxies import Proxies

LONG = "a secret that is long enough"
ADA = "X-Auth-Request-Email=ada@example.com"


def scope(peer: str = "192.0.2.1", *headers: tuple[str, str]) -> dict[str, Any]:
    return {"client": (peer, 1), "headers": [(name.lower().encode(), value.encode()) for name, value in headers]}


def is_let_in(door: DeskDoor, scope: dict[str, Any], cookie: str = "", now: float | None = None) -> bool:
    try:
        door.check(scope, {COOKIE: cookie}, now)
    except Refused:
        return False
    return True


def test_a_secret_is_new_at_each_start_unless_it_is_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(SECRET, raising=False)
    made = [DeskDoor().secret for _ in range(2)]
    assert made[0] != made[1]
    assert min(map(len, made)) >= 43
    (tmp_path / "secret").write_text(f"{LONG}\n")
    monkeypatch.setenv(SECRET_FILE, str(tmp_path / "secret"))
    assert (DeskDoor().secret, DeskDoor().is_given) == (LONG, True)
    monkeypatch.setenv(SECRET, "short")
    with pytest.raises(Refused, match="16 characters or more"):
        DeskDoor()
    monkeypatch.delenv(SECRET)
    monkeypatch.setenv(SECRET_FILE, str(tmp_path))
    with pytest.raises(Refused, match="cannot be read"):
        DeskDoor()


def test_a_secret_file_is_made_once_and_only_for_this_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(SECRET, raising=False)
    file = tmp_path / "state" / "desk.secret"
    monkeypatch.setenv(SECRET_FILE, str(file))
    made = [DeskDoor() for _ in range(2)]
    assert made[0].secret == made[1].secret == file.read_text().strip()
    assert len(made[0].secret) >= 43
    assert made[0].is_given  # so that it is not printed
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["desk.secret"]


def test_a_cookie_is_believed_until_its_hour_and_by_its_own_house_alone() -> None:
    door, other = DeskDoor(LONG), DeskDoor("another secret, long enough")
    name, cookie = door.cookie(LONG, now=1000)
    assert name == "operator"
    assert is_let_in(door, scope(), cookie, now=1000 + HOURS * 3600 - 1)
    assert not is_let_in(door, scope(), cookie, now=1000 + HOURS * 3600)
    assert not is_let_in(other, scope(), cookie, now=1000)
    later = f"{int(cookie.split('.')[0]) + 9}.{cookie.split('.')[1]}"
    for forged in ("", ".", "9" * 5000, later, cookie[:-1], f"{cookie}0", "٣.abc", LONG):
        assert not is_let_in(door, scope(), forged, now=1000), forged
    for wrong in ("", LONG[:-1], f"{LONG} ", "é"):
        with pytest.raises(Refused, match="not the secret"):
            door.cookie(wrong)


def test_a_name_is_believed_from_a_proxy_of_the_house_alone_and_only_if_it_is_said_once() -> None:
    door = DeskDoor(LONG, [ADA, "X-User=grace"], Proxies(["127.0.0.1"]))
    header = ("X-Auth-Request-Email", "ada@example.com")
    assert is_let_in(door, scope("127.0.0.1", header))
    assert is_let_in(door, scope("127.0.0.1", ("x-user", "grace")))
    assert not is_let_in(door, scope("192.0.2.1", header))
    assert not is_let_in(door, scope("127.0.0.1", header, header))
    assert not is_let_in(door, scope("127.0.0.1", ("X-Auth-Request-Email", "eve@example.com")))
    assert not is_let_in(door, scope("127.0.0.1", ("X-User", "ada@example.com")))
    assert not is_let_in(door, scope("127.0.0.1"))


@pytest.mark.parametrize("operator", ["ada", "X-Who=", "=ada", "X Who=ada", "Ü=ada"])
def test_an_operator_that_cannot_be_read_is_refused(operator: str) -> None:
    with pytest.raises(Refused, match="--operator is a header"):
        DeskDoor(LONG, [operator], Proxies(["127.0.0.1"]))
    with pytest.raises(Refused, match="say where that is with --proxy"):
        DeskDoor(LONG, [ADA])


def test_operators_have_names_and_secrets_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(SECRET, raising=False)
    file = tmp_path / "desk.secret"
    monkeypatch.setenv(SECRET_FILE, str(file))
    file.write_text(f"ada: {LONG}\n\ngrace: another {LONG}\n")
    door = DeskDoor()
    for secret, name in ((LONG, "ada"), (f"another {LONG}", "grace")):
        who, cookie = door.cookie(secret, now=1000)
        assert who == name
        assert door.check(scope(), {COOKIE: cookie}, 1000) == name
    until, _, mark = door.cookie(LONG, now=1000)[1].split(".")
    assert not is_let_in(door, scope(), f"{until}.{b'grace'.hex()}.{mark}", now=1000)
    file.write_text(f"ada: {LONG}\n")  # grace has left: her cookie is worth nothing
    assert not is_let_in(DeskDoor(), scope(), door.cookie(f"another {LONG}", now=1000)[1], now=1000)
    for bad in (f"ada: {LONG}\nada: other {LONG}", f"ada: {LONG}\n{LONG}x", f"ada: {LONG}\ngrace: short",
                f"ada: {LONG}\ngrace: {LONG}", f"{'a' * 41}: {LONG}"):  # fmt: skip
        file.write_text(bad)
        with pytest.raises(Refused) as refused:
            DeskDoor()
        assert refused.value.code == "bad-secret", bad
    proxied = DeskDoor(LONG, [ADA], Proxies(["127.0.0.1"]))
    assert proxied.check(scope("127.0.0.1", ("X-Auth-Request-Email", "ada@example.com")), {}) == "ada@example.com"
