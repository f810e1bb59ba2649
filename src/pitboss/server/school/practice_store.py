"""Storage for trainees' practice, and for classes, in the same database as the players' accounts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from hmac import compare_digest
from pathlib import Path
from typing import NamedTuple, Protocol

from pitboss.play.refused import Refused
from pitboss.school.practice import FactHistory, Practice
from pitboss.server.store.database import Database, connect
from pitboss.server.store.maintenance.audit_commands import default_database
from pitboss.server.store.schema import SCHOOL

MOST_CLASSES, MOST_OF_PLAYER, MOST_OF_ADDRESS, MOST_MEMBERS = 1000, 10, 50, 200
DAY_SECONDS = 86_400
CLASS_SECONDS = 180 * DAY_SECONDS
"""Seconds after which a class is closed if its trainer hasn't used it and nobody has joined it."""
KEEP = "INSERT INTO school VALUES (?, ?, ?, ?) ON CONFLICT (trainee, game, fact) DO UPDATE SET body = excluded.body"


class Practised(Protocol):
    """The parts of a question that are stored with its answer."""

    @property
    def fact(self) -> str:
        """Return the name of the fact being practised."""

    @property
    def clause(self) -> str:
        """Return the clause behind the question."""

    @property
    def target_seconds(self) -> float:
        """Return the seconds within which a dealer should answer it."""

    @property
    def stake(self) -> int:
        """Return the amount in cents that a wrong answer can cost somebody."""


class NewClass(NamedTuple):
    """A class to store: its code, its name, the hash of its trainer's key, and its creator's id and address hash."""

    code: str
    name: str
    key_hash: str
    owner: str
    address: str


class PracticeStore:
    """The practice of every trainee in every game. Trainees are player ids, or names given at the terminal."""

    def __init__(self, database: Database, *, is_there: bool = False) -> None:
        self._database = database
        if not is_there:
            database.run(SCHOOL)

    def practice(self, trainee: str, game: str) -> Practice:
        """Return a trainee's practice record for a game."""
        rows = self._database.run("SELECT fact, body FROM school WHERE trainee = ? AND game = ?", (trainee, game))
        return Practice.read({fact: json.loads(body) for fact, body in rows})

    def save(self, trainee: str, game: str, practice: Practice) -> None:
        """Store a trainee's practice in one transaction."""
        rows = [(trainee, game, fact, json.dumps(body)) for fact, body in practice.as_data().items()]
        with self._database.transaction():
            self._database.run_many(KEEP, rows)

    def games(self, trainee: str) -> list[str]:
        """Return the games a trainee has practised."""
        rows = self._database.run("SELECT DISTINCT game FROM school WHERE trainee = ? ORDER BY game", (trainee,))
        return [row[0] for row in rows]

    def answered(
        self, trainee: str, game: str, question: Practised, is_right: bool, seconds: float, now: datetime
    ) -> FactHistory:
        """Store one answer, reading and writing only its own record."""
        sql = "SELECT fact, body FROM school WHERE trainee = ? AND game = ? AND fact = ?"
        rows = self._database.run(sql, (trainee, game, question.fact))
        practice = Practice.read({fact: json.loads(body) for fact, body in rows})
        stored = practice.answered(
            question.fact, is_right, seconds, question.target_seconds, now, question.clause, question.stake
        )  # fmt: skip
        self.save(trainee, game, practice)
        return stored

    def trainees(self, game: str) -> list[str]:
        """Return the names of everyone who has practised this game."""
        rows = self._database.run("SELECT DISTINCT trainee FROM school WHERE game = ? ORDER BY trainee", (game,))
        return [row[0] for row in rows]

    def class_view(self, game: str, now: datetime, names: Sequence[str] | None = None) -> list[dict[str, object]]:
        """Return each trainee's progress for a trainer: questions asked, right and due, and readiness for the test."""
        rows = []
        for name in self.trainees(game) if names is None else names:
            practice = self.practice(name, game)
            skills = practice.progress(now)
            asked, right = (sum(int(str(row[key])) for row in skills) for key in ("asked", "right"))
            rows.append({
                "name": name, "asked": asked, "right": right, "due": len(practice.due_questions(now)),
                "skills": {str(row["skill"]): row["right"] for row in skills}, "ready": practice.is_ready(now),
                "asked_by_skill": {str(row["skill"]): row["asked"] for row in skills},
                "motions_due": len(practice.due_motions(now)),
            })  # fmt: skip
        return rows

    def open_class(self, opened: NewClass, at: int) -> None:
        """Store a new class. Raise `Refused` if its player, its address or the server has too many."""
        self._close_unused(at)
        count = "SELECT COUNT(*) FROM classes"
        for column, mark, most, whose in (
            ("owner", opened.owner, MOST_OF_PLAYER, "you have"),
            ("address", opened.address, MOST_OF_ADDRESS, "your address has"),
        ):
            if self._database.run(f"{count} WHERE {column} = ?", (mark,))[0][0] >= most:
                raise Refused("too-many-classes", f"{whose} {most} classes open: close one from its trainer's link")
        if self._database.run(count)[0][0] >= MOST_CLASSES and not self._close_an_empty_one(at):
            raise Refused("too-many-classes", f"this house has {MOST_CLASSES} classes, which is the maximum")
        self._write("INSERT INTO classes VALUES (?, ?, ?, ?, ?, ?)", *opened, at)

    def _close_an_empty_one(self, at: int) -> bool:
        """Close the longest-unused class that nobody has joined, if unused for a day. Return whether there was one."""
        rows = self._database.run(
            "SELECT code FROM classes WHERE used < ? AND code NOT IN (SELECT code FROM class_members)"
            " ORDER BY used, code LIMIT 1",
            (at - 2 * DAY_SECONDS,),  # `used` is up to a day old
        )
        for (code,) in rows:
            self.close_class(code)
        return bool(rows)

    def _close_unused(self, at: int) -> None:
        rows = self._database.run("SELECT code FROM classes WHERE used < ?", (at - CLASS_SECONDS,))
        for (code,) in rows:
            self.close_class(code)

    def close_class(self, code: str) -> None:
        """Delete a class and its list of trainees, who keep their practice."""
        with self._database.transaction():
            self._database.run("DELETE FROM class_members WHERE code = ?", (code,))
            self._database.run("DELETE FROM classes WHERE code = ?", (code,))

    def class_of_key(self, code: str, key_hash: str, at: int) -> str | None:
        """Return the name of the class for a trainer's key, if any, and record that it is in use."""
        rows = self._database.run("SELECT name, key_hash, used FROM classes WHERE code = ?", (code,))
        if not rows or (rows[0][1] and not compare_digest(rows[0][1], key_hash)):
            return None
        if not rows[0][1] or rows[0][2] < at - DAY_SECONDS:  # classes from version 0.2.0 accept the first matching key
            self._write("UPDATE classes SET key_hash = ?, used = ? WHERE code = ?", key_hash, at, code)
        return str(rows[0][0])

    def class_name(self, code: str) -> str | None:
        """Return the name of the class with this code, or None."""
        rows = self._database.run("SELECT name FROM classes WHERE code = ?", (code,))
        return str(rows[0][0]) if rows else None

    def classes_of(self, trainee: str) -> list[tuple[str, str]]:
        """Return the code and name of each class a trainee has joined."""
        sql = "SELECT c.code, c.name FROM classes c JOIN class_members m ON m.code = c.code WHERE m.trainee = ?"
        return [(code, name) for code, name in self._database.run(f"{sql} ORDER BY c.name, c.code", (trainee,))]

    def members(self, code: str) -> list[str]:
        """Return the trainees of a class."""
        rows = self._database.run("SELECT trainee FROM class_members WHERE code = ? ORDER BY trainee", (code,))
        return [row[0] for row in rows]

    def join_class(self, code: str, trainee: str, at: int) -> None:
        """Add a trainee to a class, unless already a member."""
        if len(self.members(code)) >= MOST_MEMBERS:
            raise Refused("class-full", f"this class has {MOST_MEMBERS} trainees, which is the maximum")
        self._write("INSERT INTO class_members VALUES (?, ?) ON CONFLICT (code, trainee) DO NOTHING", code, trainee)
        self._write("UPDATE classes SET used = ? WHERE code = ?", at, code)

    def leave_class(self, code: str, trainee: str) -> None:
        """Remove a trainee from a class."""
        self._write("DELETE FROM class_members WHERE code = ? AND trainee = ?", code, trainee)

    def _write(self, sql: str, *values: str | int) -> None:
        with self._database.transaction():
            self._database.run(sql, values)

    def close(self) -> None:
        """Close the database."""
        self._database.close()


def school_books(database: str | None) -> PracticeStore:
    """Open or create the school's store, even while a server is using the same database."""
    path = database or default_database()
    if "://" not in path:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    return PracticeStore(connect(path, with_server=True))
