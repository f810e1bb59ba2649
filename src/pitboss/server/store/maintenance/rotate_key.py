"""`pitboss key rotate`: new secrets for a house. The old ones are retained as long as they are needed."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from pitboss.play.refused import Refused, rather
from pitboss.server.store.keys import USES, HouseKey, KeyFile, Retired, new_key_file, write_whole
from pitboss.server.store.maintenance.audit_commands import default_database
from pitboss.server.store.store import open_store

DAY = 24 * 3600
ROTATE = "rotate"


def run_key_command(action: str, uses: Sequence[str], grace_days: int, database: str | None) -> None:
    """Rotate the secrets of a closed house and print what was done."""
    if action != ROTATE:
        raise Refused("no-such-action", f"pitboss key can {ROTATE}, not {action!r}")
    for use in uses:
        if use not in USES:
            raise Refused("no-such-secret", f"unknown secret {use!r}: {rather(use, USES)}")
    path = database or default_database()
    if "://" not in path and not Path(path).exists():
        raise Refused("no-file", f"there are no books at {path}: pitboss serve creates them")
    store = open_store(path)  # refused while a server uses it
    try:
        key, wanted = store.key, tuple(use for use in USES if use in (uses or USES))
        if key.path is None:
            raise Refused("no-key", "books in memory have no key file")
        until = int(time.time()) + grace_days * DAY
        fresh = HouseKey(rotated(key, wanted, store.head.number, until if grace_days else 0))
        write_whole(key.path, fresh.file.text.encode())
        if fresh.audited != key.audited and key.audited_path is not None:
            key.audited_path.unlink(missing_ok=True)  # marked with the old secret; the next audit reads everything
    finally:
        store.close()
    sys.stdout.write(_report(key, wanted, store.head.number, grace_days))


def rotated(key: HouseKey, uses: Sequence[str], last_line: int, cookies_until: int) -> KeyFile:
    """Return the key file with new secrets for these uses, and the old ones as long as they are needed."""
    now = {"journal": key.journal, "cookies": key.cookies, "seeds": key.seeds, "signing": key.signing}
    until = {"journal": last_line, "cookies": cookies_until, "seeds": 0, "signing": 0}
    is_needed = {"journal": True, "cookies": cookies_until > 0, "seeds": True, "signing": True}
    retired = [one for one in key.file.retired if one.use != "cookies" or one.until > time.time()]
    if "cookies" in uses and not cookies_until:
        retired = [one for one in retired if one.use != "cookies"]
    retired += [Retired(use, until[use], now[use]) for use in uses if is_needed[use]]
    fresh = new_key_file().secrets
    return KeyFile({use: fresh[use] if use in uses else now[use] for use in USES}, tuple(retired))


def _report(key: HouseKey, uses: Sequence[str], last_line: int, grace_days: int) -> str:
    lines = [f"New secrets for {', '.join(uses)} in {key.path}."]
    if "journal" in uses:
        lines.append(
            f"Journal lines up to {last_line} stay marked with the old secret, and the next line follows them."
        )
    if "cookies" in uses:
        lines.append(
            f"Cookies signed with the old secret are accepted for {grace_days} days, and replaced on the next visit."
            if grace_days
            else "Old cookies are no longer accepted: every player starts as a newcomer."
        )
    if "seeds" in uses:
        lines.append("Shoes in use stay encrypted with the old secret; every new shuffle uses the new one.")
    lines.append("Copy the key file to every machine of the house and to your backups before you open it.")
    return "".join(f"{line}\n" for line in lines)
