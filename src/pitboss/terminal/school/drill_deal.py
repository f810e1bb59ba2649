"""`pitboss drill GAME --deal` and `--test`: the trainee deals, and sits the table test."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from random import SystemRandom

from pitboss.games import GAMES
from pitboss.games.procedure import first_rounds
from pitboss.money import MoneyError, parse_money, show_money
from pitboss.play.game import Game
from pitboss.play.layout import lying
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused, rather
from pitboss.play.steps import Event
from pitboss.play.view import seen_by
from pitboss.play.words import capital
from pitboss.school.bet_titles import titles_of
from pitboss.school.exam.certificate import checked, proves, written
from pitboss.school.exam.table_test import Exam, Terms
from pitboss.school.lessons.lesson import NEW, Lesson
from pitboss.school.lessons.lesson_ask import AskKind, LessonAsk, Level, Verdict, uncalled
from pitboss.school.practice import Practice
from pitboss.school.skills import check_procedure
from pitboss.terminal.play.describe import describe
from pitboss.terminal.play.narrate import Manner, tell
from pitboss.terminal.school.drill import DrillWishes
from pitboss.terminal.screen import Screen


class LeftLesson(Exception):
    """The trainee got up."""


def deal_it_yourself(wishes: DrillWishes) -> None:
    """Rounds dealt by the trainee, until this many are done or the trainee leaves."""
    game, rules = wishes.house
    check_procedure(game)
    level, screen, memory = _level(wishes.level), Screen(), wishes.memory()
    practice = memory.practice(wishes.trainee, game.name)
    first = _first_seed(wishes.seed, first_rounds(game.name).get(level), practice)
    for number in range(wishes.many or 1):
        lesson = Lesson(game, rules, first + number, level, met=practice.met)
        _open(screen, game.title, level)
        _tell(screen, game, uncalled(lesson.asks, lesson.begin()))
        try:
            while ask := lesson.asks:
                _deal_one(screen, lesson, ask)
        except (EOFError, LeftLesson):
            screen.line("")
            return
        finally:
            _show_score(screen, lesson)
            practice.dealt(game, lesson.motions, datetime.now(UTC))
            practice.shown(game, lesson.shown)
            memory.keep(wishes.trainee, game.name, practice)


def _first_seed(wished: int | None, rich: int | None, practice: Practice) -> int:
    """The seed that was asked for; who has never dealt this game meets a rich round first; else by chance."""
    if wished is not None:
        return wished
    return SystemRandom().randrange(10**6) if rich is None or practice.has_dealt else rich


def _level(name: str) -> Level:
    if name not in list(Level):
        raise Refused("no-such-level", f"there is no level {name!r}: {rather(name, [str(level) for level in Level])}")
    return Level(name)


def _open(screen: Screen, title: str, level: Level) -> None:
    if level is Level.WATCH:
        screen.line((f"{title}: watch the dealer.", "bold"), " Enter makes the next motion, q leaves.")
    else:
        screen.line((f"{title}: you deal", "bold"), f" ({level}). A number answers, q leaves.")


def _deal_one(screen: Screen, lesson: Lesson, ask: LessonAsk) -> None:
    """One question; at the level watch the dealer answers and explains."""
    if lesson.level is Level.WATCH:
        verdict = lesson.answer(ask.right)
        if screen.ask(f"  {ask.reason} ({ask.clause}) [Enter] ").strip() == "q":
            raise LeftLesson
    else:
        began = time.monotonic()
        said = _said(screen, ask, _felt(lesson))
        seconds = time.monotonic() - began
        verdict = lesson.answer(said, seconds)
        late = f"{seconds:.1f} s, {ask.target_seconds:g} allowed: too late counts as a mistake"
        _show_verdict(screen, verdict, late if verdict.late else "")
    _tell(screen, lesson.game, uncalled(lesson.asks, verdict.events))


def _felt(lesson: Lesson) -> Callable[[Screen], None]:
    """Return what draws the lesson's table as everyone sees it: no card that the dealer must not know."""
    layout = lying(lesson.told, lesson.round.record.board)
    seats = dict.fromkeys(sorted({owner for owner, _ in (*layout.chips(), *layout.cards) if owner is not None}))
    lines = list(describe(layout, seats, None, title=titles_of(lesson.game).__getitem__))
    return lambda screen: screen.lines(lines, 4)


def _said(screen: Screen, ask: LessonAsk, felt: Callable[[Screen], None]) -> str:
    """Ask below the felt; return the name of the choice, or the cents of a payout. A hint comes only if asked for."""
    screen.line("")
    felt(screen)
    screen.line((ask.words, "bold"), indent=2)
    for place, choice in enumerate(ask.choices, 1):
        screen.line(f"   {place} {choice.words}", indent=5)
    prompt = "The payout in dollars" if ask.kind is AskKind.PAYOUT else "You"
    while True:
        said = screen.ask(f"  {prompt}{' (? for a hint)' if ask.hint else ''}: ").strip()
        if said in ("q", "quit"):
            raise LeftLesson
        if said in ("?", "h", "hint"):
            hint = ask.hint.removeprefix(NEW) if ask.hint else "There are no hints at this level."
            screen.line((f"  {capital(hint)}{f' ({ask.clause})' if ask.hint else ''}", "dim"), indent=4)
            continue
        if ask.kind is AskKind.PAYOUT:
            try:
                return str(parse_money(said))
            except MoneyError as error:
                screen.line(f"  {error}.")
        elif said.isascii() and said.isdigit() and 1 <= int(said) <= len(ask.choices):
            return ask.choices[int(said) - 1].name
        else:
            screen.line(f"  Answer with a number from 1 to {len(ask.choices)}.")


def _show_verdict(screen: Screen, verdict: Verdict, late: str) -> None:
    cost = f" It would cost {show_money(verdict.cost)}." if verdict.cost and not verdict.is_right else ""
    cost = "" if "$" in verdict.words else cost
    mark = ("Right. ", "green") if verdict.is_right else ("No. ", "red")
    tail = f" ({late})" if late else ""
    clause = "" if verdict.clause in verdict.words else f" ({verdict.clause})"
    said = verdict.learns if verdict.is_right else f"{verdict.words}{cost}{clause}"
    screen.line("  ", mark, said, tail, indent=4)


def _tell(screen: Screen, game: Game, events: Sequence[Event]) -> None:
    """Tell what happened as everyone at the table saw it."""
    words = game.words(game.rules())
    screen.lines(tell([seen_by(event, None) for event in events], Manner(words, motions=True)), 4)


def _show_score(screen: Screen, lesson: Lesson) -> None:
    if lesson.level is Level.WATCH:
        screen.line(("Now deal one yourself: ", "bold"), f"pitboss drill {lesson.game.name} --deal --level guided")
        return
    score = lesson.score()
    mistakes = score["mistakes"]
    assert isinstance(mistakes, dict)
    heads = ", ".join(f"{head} {many}" for head, many in mistakes.items() if many) or "none"
    cost = show_money(int(str(score["cost"])))
    screen.line((f"Answers: {score['answers']}. Mistakes: {heads}; they would have cost {cost}.", "bold"))


def table_test(wishes: DrillWishes) -> None:
    """The table test, and its paper."""
    game, rules = wishes.house
    check_procedure(game)
    if not wishes.name or not wishes.out:
        raise Refused("no-name", 'a table test needs --name "…" and --out FILE, for the paper in the dealer\'s file')
    terms = Terms(wishes.seed if wishes.seed is not None else 1, wishes.rounds, wishes.pass_mark, wishes.pace)
    exam, screen = Exam(game, rules, terms), Screen()
    screen.line((f"Table test: {game.title}, {wishes.name}", "bold"), "; no hints, every answer counts.")
    _tell(screen, game, exam.opening)
    try:
        while ask := exam.asks:
            began = time.monotonic()
            said = _said(screen, ask, _felt(exam.lesson) if exam.lesson else _no_felt)
            verdict = exam.answer(said, time.monotonic() - began)
            screen.line(("  Right.", "green") if verdict.is_right else (f"  No: {verdict.clause}.", "red"))
            _tell(screen, game, uncalled(exam.asks, verdict.events))
    except (EOFError, LeftLesson):
        raise Refused("test-left", "the test was left before its end: there is no paper") from None
    marks = exam.marks()
    write_paper(wishes.out, written(exam, wishes.name, date.today().isoformat()))
    result = ("passed", "green") if marks["passed"] else ("not passed", "red")
    screen.line((f"{marks['mark']} of 100, ", "bold"), result, f"; the paper is {wishes.out}.")


def _no_felt(screen: Screen) -> None:
    """Draw nothing: an irregularity of the test is told in words alone."""


def write_paper(path: str, text: str) -> None:
    """Write the page, or say why not."""
    try:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Refused("no-file", f"{path!r} cannot be written: {in_words(error)}") from None


def check_paper(path: str) -> None:
    """Say whether a paper is as it was written."""
    try:
        text = Path(path).read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = in_words(error) if isinstance(error, OSError) else "it is not a text in UTF-8"
        raise Refused("no-file", f"{path!r} cannot be read: {reason}") from None
    record = checked(text, GAMES)
    marks = record["marks"]
    result = "passed" if marks["passed"] else "not passed"
    sys.stdout.write(
        f"{record['name']}, {record['game']}, {record['date']}: {marks['mark']} of 100, {result}. The paper is as it"
        f" was written: its {marks['asked']} answers, marked again, give the same.\n{proves(record)}\n"
    )
    if house := record.get("house"):
        sys.stdout.write(f"The key of the house is {house['key']}: compare it with the house's /api/log/head.\n")
