"""
Table tests run by this house, which can choose the test number, and accepts each answer once and in order.

What it observed is stated on the certificate, signed with the house's key. A test without a run is only marked.
"""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime
from typing import Any

from pitboss.play.refused import Refused
from pitboss.server.store.database import Database

RUN_SECONDS = 12 * 3600
"""Seconds for which a run is stored after its last answer."""
MAX_PER_ADDRESS = 60
TERMS = ("game", "rules", "seed", "rounds", "pass_mark", "target_pace")


class TestRuns:
    """The stored runs. Use only in the store's thread."""

    __test__ = False

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, terms: dict[str, Any], seed_by_house: bool, player: str, address: str, at: int) -> str:
        """Begin a run and return its id. Raise `Refused` if the address has too many."""
        with self._database.transaction():
            self._database.run("DELETE FROM tests WHERE used < ?", (at - RUN_SECONDS,))
            count = self._database.run("SELECT COUNT(*) FROM tests WHERE address = ?", (address,))[0][0]
            if count >= MAX_PER_ADDRESS:
                raise Refused("too-many-tests", f"your address began {count} tests in twelve hours: try again later")
            name = secrets.token_urlsafe(16)
            body = {"terms": terms, "seed_by_house": seed_by_house, "began": at, "ended": at, "answers": [], "name": ""}
            self._database.run(
                "INSERT INTO tests VALUES (?, ?, ?, ?, ?)", (name, player, address, at, json.dumps(body))
            )
        return name

    def answered(self, name: str, player: str, terms: dict[str, Any], answers: list[Any], at: int) -> None:
        """Store the next answer. Answers can't be taken back: any that differ from those stored are refused."""
        body = self._read(name, player, terms)
        known = body["answers"]
        if answers[: len(known)] != known or len(answers) > len(known) + 1:
            raise Refused("other-answers", "in a table test every answer counts and cannot be changed")
        if len(answers) > len(known):
            self._write(name, {**body, "answers": answers, "ended": at}, at)

    def statement(
        self, name: str, player: str, terms: dict[str, Any], answers: list[Any], dealer: str
    ) -> dict[str, Any]:
        """Return what the house observed of a finished run, for its certificate. Only the first name given is valid."""
        body = self._read(name, player, terms)
        if body["answers"] != answers:
            raise Refused("other-answers", "in a table test every answer counts and cannot be changed")
        if body["name"] not in ("", dealer):
            raise Refused(
                "other-name", f"the certificate of this test was issued to {body['name']}: a test has one dealer"
            )
        if not body["name"]:
            self._write(name, {**body, "name": dealer}, body["ended"])
        return {
            "run": name, "began": _time(body["began"]), "ended": _time(body["ended"]),
            "seed_by_house": body["seed_by_house"],
        }  # fmt: skip

    def _read(self, name: str, player: str, terms: dict[str, Any]) -> dict[str, Any]:
        rows = self._database.run("SELECT body FROM tests WHERE id = ? AND player = ?", (name, player))
        body: dict[str, Any] = json.loads(rows[0][0]) if rows else {}
        if body.get("terms") != terms:
            raise Refused("no-such-test", "you have no such test, or it has expired: start a new one")
        return body

    def _write(self, name: str, body: dict[str, Any], at: int) -> None:
        with self._database.transaction():
            self._database.run("UPDATE tests SET body = ?, used = ? WHERE id = ?", (json.dumps(body), at, name))


def _time(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(sep=" ").replace("+00:00", " UTC")
