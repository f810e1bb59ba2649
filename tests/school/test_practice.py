"""Spaced practice: wrong answers return soon, known facts late, motions until they are mastered."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from helpers.at_the_terminal import command
from pitboss.games import GAMES
from pitboss.games.procedure import first_rounds
from pitboss.school.practice import IN_A_ROW, Practice
from pitboss.school.skills import questions
from pitboss.server.school.practice_store import school_books

NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)


def test_fast_answers_return_later_than_slow_or_wrong_ones() -> None:
    practice = Practice()
    wrong = practice.answered("payout:a", False, 3, 10, NOON).due
    slow = practice.answered("payout:b", True, 14, 10, NOON).due
    good = practice.answered("payout:c", True, 8, 10, NOON).due
    easy = practice.answered("payout:d", True, 2, 10, NOON).due
    assert wrong < slow < good < easy
    assert practice.due(NOON + timedelta(minutes=2)) == ["payout:a"]
    assert set(practice.due(NOON + timedelta(days=30))) == {"payout:a", "payout:b", "payout:c", "payout:d"}


def test_motion_is_due_until_right_in_time_several_times_in_a_row() -> None:
    practice = Practice()
    for number in range(IN_A_ROW):
        assert practice.due(NOON) == (["order:sweep"] if number else [])
        practice.answered("order:sweep", True, 2, 6, NOON)
    assert practice.due(NOON) == []
    practice.answered("order:sweep", True, 9, 6, NOON)
    assert practice.due(NOON) == ["order:sweep"]


def test_due_facts_come_before_new_and_weak_ones() -> None:
    game = GAMES["flop22"]
    offered = list(islice(questions(game, game.rules(), ["payout", "legal"], 1), 12))
    practice = Practice()
    facts = list(dict.fromkeys(question.fact for question in offered))
    for fact in facts[1:]:
        practice.answered(fact, True, 1, 10, NOON)
    assert practice.choose(offered, NOON).fact == facts[0]
    practice.answered(facts[2], False, 1, 10, NOON)
    assert practice.choose(offered, NOON + timedelta(hours=1)).fact == facts[2]


def test_due_facts_are_ordered_by_error_rate_and_cost() -> None:
    game = GAMES["flop22"]
    offered = list(islice(questions(game, game.rules(), ["payout"], 1), 12))
    by_stake = sorted({question.fact: question for question in offered}.values(), key=lambda question: question.stake)
    cheap, expensive = by_stake[-2:]
    practice, later = Practice(), NOON + timedelta(days=1)
    for question in (expensive, cheap):
        practice.answered(question.fact, False, 1, 10, NOON, stake=question.stake)
    assert practice.choose([cheap, expensive], later) is expensive, "equally often wrong: the one that costs more"
    for _ in range(3):
        practice.answered(cheap.fact, False, 1, 10, NOON, stake=100 * expensive.stake)
    assert practice.choose([cheap, expensive], later) is cheap, "wrong more often, and at a higher price"
    for _ in range(20):
        practice.answered(expensive.fact, False, 1, 10, NOON, stake=1000 * expensive.stake)
    assert practice.choose([cheap, expensive], later) is expensive


def test_practice_is_stored_and_can_be_exported(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    done = command("drill", "flop22", "--skill", "legal", "--count", "3", "--seed", "2", "--name", "Ada",
                   "--database", database, typed="1\n2\n3\n")  # fmt: skip
    assert done.code == 0, done.err
    assert "of 3 right." in done.out
    progress = json.loads(
        command("drill", "flop22", "--progress", "--name", "Ada", "--json", "--database", database).out
    )
    assert sum(fact["asked"] for fact in progress["facts"].values()) == 3
    again = Practice.read(progress["facts"])
    assert again.as_data() == progress["facts"]
    assert "Ada, Flop 22" in command("drill", "flop22", "--progress", "--name", "Ada", "--database", database).out
    assert "1 in the class" in command("drill", "flop22", "--class", "--database", database).out


def test_trainer_sees_who_is_ready(tmp_path: Path) -> None:
    books = school_books(str(tmp_path / "house.db"))
    ready, weak = Practice(), Practice()
    for number in range(60):
        ready.answered(f"payout:{number}", True, 1, 10, NOON)
        weak.answered(f"payout:{number}", number % 2 == 0, 1, 10, NOON)
    books.save("Ada", "flop22", ready)
    books.save("Bob", "flop22", weak)
    rows = {row["name"]: row for row in books.class_view("flop22", NOON)}
    assert rows["Ada"]["ready"] is True
    assert rows["Bob"]["ready"] is False
    assert rows["Bob"]["right"] == 30
    assert books.practice("Ada", "free-bet").facts == {}
    books.close()


def test_motions_of_a_dealt_round_are_stored(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    done = command("drill", "flop22", "--deal", "--seed", "4", "--name", "Ada", "--database", database, typed="3\nq\n")
    assert "Answers: 1." in done.out
    shown = json.loads(command("drill", "flop22", "--progress", "--name", "Ada", "--json", "--database", database).out)
    assert shown["facts"]["motion:inspect"]["right"] == 1
    assert shown["due"] == ["motion:inspect"]
    progress = command("drill", "flop22", "--progress", "--name", "Ada", "--database", database).out
    assert "0 questions due today, 1 motion to be mastered (--deal)" in progress


def test_first_dealt_round_is_rich_and_watching_is_not_practice(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")

    def dealt(*more: str, typed: str) -> str:
        return command("drill", "flop22", "--deal", "--database", database, *more, typed=typed).out

    rich = dealt("--seed", str(first_rounds("flop22")["guided"]), "--name", "another", typed="q\n")
    watched = dealt("--level", "watch", typed="\nq\n")
    assert "watch the dealer" in watched
    assert "--level guided" in watched
    assert "Mistakes" not in watched
    assert dealt(typed="q\n") == rich, "who has only watched"
    assert "Answers: 1." in dealt(typed="1\nq\n")
    assert {dealt(typed="q\n") for _ in range(3)} != {rich}, "who has dealt before"


def test_invalid_input_gets_a_message_and_leaving_saves_progress(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    done = command("drill", "free-bet", "--skill", "payout", "--seed", "3", "--database", database,
                   typed="much\n0.01\nq\n")  # fmt: skip
    assert "is not an amount: write dollars with a sign" in done.out
    assert "of 1 right." in done.out
    assert "there is no level" in command("drill", "flop22", "--deal", "--level", "expert").err
    assert "GAME is missing" in command("drill").err


def test_typing_error_in_a_self_graded_answer_is_asked_again(tmp_path: Path) -> None:
    done = command("drill", "free-bet", "--skill", "talk", "--count", "1", "--seed", "3", "--database",
                   str(tmp_path / "house.db"), typed="aloud\n?\nyes\n")  # fmt: skip
    assert "Answer y or n." in done.out
    assert "1 of 1 right." in done.out


def test_motions_shown_in_a_lesson_count_only_as_seen() -> None:
    practice, game = Practice(), GAMES["free-bet"]
    practice.shown(game, ["split-cards", "tuck"])
    assert practice.met == {"split-cards", "tuck"}
    assert Practice.read(practice.as_data()).met == practice.met
    assert not practice.has_dealt
    assert practice.progress(datetime.now(UTC)) == practice.by_clause() == []
    assert practice.due(datetime.now(UTC)) == []
    practice.dealt(game, [("tuck", True, 1.0)], datetime.now(UTC))
    practice.shown(game, ["tuck"])
    assert practice.has_dealt
    assert practice.facts["motion:tuck"].asked == 1


def test_finished_steps_are_stored_and_not_counted_as_questions() -> None:
    practice = Practice()
    practice.finished("watch", datetime(2026, 11, 18, tzinfo=UTC))
    practice.finished("guided", datetime(2026, 11, 18, tzinfo=UTC))
    again = Practice.read(practice.as_data())
    assert again.steps == ["guided", "watch"]
    assert again.progress(datetime(2026, 11, 18, tzinfo=UTC)) == []
    assert again.due(datetime(2027, 11, 18, tzinfo=UTC)) == []
    assert not again.has_dealt
