"""What trainees remember, kept in the same database as the players' books; one small table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from pitboss.play.refused import Refused
from pitboss.school.practice import KeptPractice, Practice
from pitboss.school.question import Question
from pitboss.server.store.audit_commands import default_database
from pitboss.server.store.database import Database, connect
from pitboss.server.store.schema import SCHOOL

MOST_CLASSES, MOST_MEMBERS = 1000, 200
KEEP = "INSERT INTO school VALUES (?, ?, ?, ?) ON CONFLICT (trainee, game, fact) DO UPDATE SET body = excluded.body"


class SchoolBooks:
    """Every trainee's practice of every game: a player's by its id, a person's at the terminal by name."""

    def __init__(self, database: Database, *, is_there: bool = False) -> None:
        self._database = database
        if not is_there:
            database.run(SCHOOL)

    def practice(self, trainee: str, game: str) -> Practice:
        """What this trainee knows of this game."""
        rows = self._database.run("SELECT fact, body FROM school WHERE trainee = ? AND game = ?", (trainee, game))
        return Practice.read({fact: json.loads(body) for fact, body in rows})

    def keep(self, trainee: str, game: str, practice: Practice) -> None:
        """Write it down, all of it or nothing."""
        rows = [(trainee, game, fact, json.dumps(body)) for fact, body in practice.as_data().items()]
        with self._database.transaction():
            self._database.run_many(KEEP, rows)

    def games(self, trainee: str) -> list[str]:
        """The games that this trainee has practised."""
        rows = self._database.run("SELECT DISTINCT game FROM school WHERE trainee = ? ORDER BY game", (trainee,))
        return [row[0] for row in rows]

    def answered(
        self, trainee: str, game: str, question: Question, is_right: bool, seconds: float, now: datetime
    ) -> KeptPractice:
        """Remember one answer, and nothing else is read or written."""
        sql = "SELECT fact, body FROM school WHERE trainee = ? AND game = ? AND fact = ?"
        rows = self._database.run(sql, (trainee, game, question.fact))
        practice = Practice.read({fact: json.loads(body) for fact, body in rows})
        kept = practice.answered(question.fact, is_right, seconds, question.target_seconds, now, question.clause)
        self.keep(trainee, game, practice)
        return kept

    def trainees(self, game: str) -> list[str]:
        """Everyone who has practised this game, by name."""
        rows = self._database.run("SELECT DISTINCT trainee FROM school WHERE game = ? ORDER BY trainee", (game,))
        return [row[0] for row in rows]

    def class_view(self, game: str, now: datetime, names: Sequence[str] | None = None) -> list[dict[str, object]]:
        """For a trainer: of each name, else of all, how much was asked and right, what is due, and who is ready."""
        rows = []
        for name in self.trainees(game) if names is None else names:
            practice = self.practice(name, game)
            skills = practice.progress(now)
            asked, right = (sum(int(str(row[key])) for row in skills) for key in ("asked", "right"))
            rows.append({
                "name": name, "asked": asked, "right": right, "due": len(practice.due_questions(now)),
                "skills": {str(row["skill"]): row["right"] for row in skills}, "ready": practice.is_ready(now),
                "motions_due": len(practice.due_motions(now)),
            })  # fmt: skip
        return rows

    def open_class(self, code: str, name: str) -> None:
        """A new class under this code."""
        if self._database.run("SELECT COUNT(*) FROM classes")[0][0] >= MOST_CLASSES:
            raise Refused("too-many-classes", f"this house has {MOST_CLASSES} classes, and no room for another")
        self._write("INSERT INTO classes VALUES (?, ?)", code, name)

    def class_name(self, code: str) -> str | None:
        """What the class with this code is called; nothing if there is none."""
        rows = self._database.run("SELECT name FROM classes WHERE code = ?", (code,))
        return str(rows[0][0]) if rows else None

    def classes_of(self, trainee: str) -> list[tuple[str, str]]:
        """The classes that a trainee has joined, code and name."""
        sql = "SELECT c.code, c.name FROM classes c JOIN class_members m ON m.code = c.code WHERE m.trainee = ?"
        return [(code, name) for code, name in self._database.run(f"{sql} ORDER BY c.name, c.code", (trainee,))]

    def members(self, code: str) -> list[str]:
        """Everybody in a class."""
        rows = self._database.run("SELECT trainee FROM class_members WHERE code = ? ORDER BY trainee", (code,))
        return [row[0] for row in rows]

    def join_class(self, code: str, trainee: str) -> None:
        """Put a trainee into a class, once."""
        if len(self.members(code)) >= MOST_MEMBERS:
            raise Refused("class-full", f"this class has {MOST_MEMBERS} trainees, and no room for another")
        self._write("INSERT INTO class_members VALUES (?, ?) ON CONFLICT (code, trainee) DO NOTHING", code, trainee)

    def leave_class(self, code: str, trainee: str) -> None:
        """Take a trainee out of a class."""
        self._write("DELETE FROM class_members WHERE code = ? AND trainee = ?", code, trainee)

    def _write(self, sql: str, *values: str) -> None:
        with self._database.transaction():
            self._database.run(sql, values)

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()


def school_books(database: str | None) -> SchoolBooks:
    """The books of the house, beside a server that may have them open; made where there are none."""
    path = database or default_database()
    if "://" not in path:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    return SchoolBooks(connect(path, beside=True))
