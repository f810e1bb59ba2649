"""What trainees remember, kept in the same database as the players' books; one small table."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

from pitboss.school.practice import KeptPractice, Practice
from pitboss.school.question import Question
from pitboss.server.books import default_database
from pitboss.server.database import Database, connect
from pitboss.server.schema import SCHOOL

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

    def class_view(self, game: str, now: datetime) -> list[dict[str, object]]:
        """For a trainer: each name, how much was asked and right, what is due, and who is ready for the test."""
        rows = []
        for name in self.trainees(game):
            practice = self.practice(name, game)
            skills = practice.progress(now)
            asked, right = (sum(int(str(row[key])) for row in skills) for key in ("asked", "right"))
            rows.append({
                "name": name, "asked": asked, "right": right, "due": len(practice.due(now)),
                "skills": {str(row["skill"]): row["right"] for row in skills}, "ready": practice.is_ready(now),
            })  # fmt: skip
        return rows

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()


def school_books(database: str | None) -> SchoolBooks:
    """The books of the house, beside a server that may have them open; made where there are none."""
    path = database or default_database()
    if "://" not in path:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    return SchoolBooks(connect(path, beside=True))
