"""`pitboss drill`: questions, dealing by the trainee, the table test, and progress."""

from __future__ import annotations

import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import islice
from random import SystemRandom
from typing import Any, NamedTuple, Protocol

from pitboss.games import GAMES
from pitboss.games.procedure import first_rounds
from pitboss.lab.display import FigureTable, GivenTables
from pitboss.money import MoneyError, parse_money, show_money
from pitboss.play.game import Game
from pitboss.play.records.text_file import read_text
from pitboss.play.refused import Refused, rather
from pitboss.play.steps import Event
from pitboss.play.view import seen_by
from pitboss.play.words import capital
from pitboss.school.exam.certificate import checked, proves, written
from pitboss.school.exam.table_test import Exam, Terms
from pitboss.school.lessons.lesson import NEW, Lesson
from pitboss.school.lessons.lesson_ask import AskKind, LessonAsk, Level, Verdict, uncalled
from pitboss.school.practice import Practice
from pitboss.school.question import Question
from pitboss.school.readiness import best_plays
from pitboss.school.skills import MEANINGS, SLOW, check_procedure, checked_skill, missing, questions, skills_of
from pitboss.school.table_in_words import lines_of, titles_of
from pitboss.terminal.long_work import game_and_rules
from pitboss.terminal.play.narrate import NarrationStyle, describe, event_lines
from pitboss.terminal.play.shown_layout import TokenLayout
from pitboss.terminal.screen import Screen, plain, write_file

CANDIDATES = 12
"""The number of questions generated at a time, from which a due, new or weak one is chosen."""
DEFAULT_QUESTIONS = 10
WIDEST_FELT = 84
"""The maximum width of the felt above a question, in columns."""


_PROGRESS_COLUMNS = ("skill", "facts", "asked", "right", "seconds", "due", "mastered")
_CLASS_COLUMNS = ("name", "asked", "right", "due", "motions_due", "ready")


class Memory(Protocol):
    """A store of practice results between sessions."""

    def practice(self, trainee: str, game: str) -> Practice:
        """Return the practice of a trainee in a game."""

    def save(self, trainee: str, game: str, practice: Practice) -> None:
        """Store the practice."""

    def class_view(self, game: str, now: datetime) -> list[dict[str, object]]:
        """Return everybody's results, for a trainer."""


class DrillOptions(NamedTuple):
    """The command-line options."""

    game: str
    skill: str | None
    many: int | None
    seed: int | None
    output: str
    rules: str | None
    settings: Sequence[str]
    name: str | None
    level: str
    out: str | None
    rounds: int
    pass_mark: int
    pace: int
    memory: Callable[[], Memory]

    @property
    def game_and_rules(self) -> tuple[Game, Any]:
        """The game and its rules."""
        return game_and_rules(self.game, self.rules, self.settings)

    @property
    def trainee(self) -> str:
        """The name under which practice is stored."""
        return self.name or "me"


def drill(options: DrillOptions) -> None:
    """Ask `many` questions, or fewer if the trainee leaves."""
    game, rules = options.game_and_rules
    default_skills = [skill for skill in skills_of(game) if skill not in SLOW]  # slow skills only if named
    skills = [checked_skill(game, options.skill)] if options.skill else default_skills
    asked = _questions(game, rules, skills, options)
    if options.output:
        _print_questions(game, list(islice(asked, options.many or DEFAULT_QUESTIONS)), options.output)
        return
    memory = options.memory()
    practice = memory.practice(options.trainee, game.name)
    try:
        _ask_questions(Screen(), game, asked, practice, options)
    finally:
        memory.save(options.trainee, game.name, practice)


def _print_questions(game: Game, asked: Sequence[Question], output: str) -> None:
    """Print questions with their answers, for programs or for a handout."""
    columns = ("skill", "question", "options", "right", "clause")
    rows = tuple(
        (each.skill, each.with_lines, " | ".join(each.shown or each.options), each.right_in_words(), each.clause)
        for each in asked
    )
    table = FigureTable(f"{game.title}: questions", columns, rows)
    sys.stdout.write(GivenTables((table,), [each.as_data() for each in asked]).in_format(output))


def _questions(game: Game, rules: Any, skills: Sequence[str], options: DrillOptions) -> Iterator[Question]:
    """Return the questions of the seed; without a seed, best-play questions start with stored ones, without a wait."""
    seed = SystemRandom().randrange(2**32) if options.seed is None else options.seed
    if skills == ["play"] and options.seed is None and not options.output:
        return best_plays(game, rules, seed)
    return questions(game, rules, skills, seed)


def _ask_questions(
    screen: Screen, game: Game, asked: Iterator[Question], practice: Practice, options: DrillOptions
) -> None:
    count, done, right = options.many or DEFAULT_QUESTIONS, 0, 0
    if lacks := missing(game):
        screen.line(f"{lacks}.")
    due = len(practice.due_questions(_now()))
    screen.line(
        (f"{game.title}: {count} question{'' if count == 1 else 's'}", "bold"),
        f"; {due} due today. An empty line gives up, q leaves.",
    )
    for number in range(1, count + 1):
        if options.seed is None and options.skill not in SLOW:
            question = practice.choose(islice(asked, CANDIDATES), _now())
        else:
            question = next(asked)
        screen.line("")
        _show(screen, number, count, question)
        began = time.monotonic()
        try:
            is_right = _answer(screen, question)
        except EOFError:
            break
        if is_right is None:
            break
        seconds = time.monotonic() - began
        done, right = done + 1, right + is_right
        target, stake = question.target_seconds, question.stake
        practice.answered(question.fact, is_right, seconds, target, _now(), question.clause, stake)
        slow = "" if seconds <= question.target_seconds else f", slower than {question.target_seconds:g} s"
        right_answer = question.right_in_words().replace(": ", ", ")
        missed = "It will be asked again." if question.is_self_graded else f"Not quite. The answer is: {right_answer}."
        verdict = ("Right.", "green") if is_right else (missed, "red")
        reason = "" if question.is_self_graded or not question.reason else f" {question.reason}"
        screen.line("  ", verdict, f"{reason} ({question.clause}; {seconds:.1f} s{slow})", indent=2)
    screen.line("")
    show_summary(screen, done, right, practice)


def _show(screen: Screen, number: int, count: int, question: Question) -> None:
    screen.line((f"{number}/{count} {question.skill}", "bold"), f" ({MEANINGS[question.skill]})")
    for place, text in enumerate(question.lines, 1):
        screen.line(f"  {place:3} {text}", indent=6)
    lines = lines_of(question.question)
    screen.lines((f"  {line}" for line in lines), 4 if len(lines) > 1 else 2)
    if not question.is_numbered:
        screen.line(f"   {', '.join(question.options)}", indent=5)
        return
    for place, option in enumerate(question.shown or question.options, 1):
        screen.line(f"   {place} {option}", indent=5)


def _answer(screen: Screen, question: Question) -> bool | None:
    """Read an answer and return whether it is right; None if the trainee leaves."""
    while True:
        typed = screen.ask(_prompt(question)).strip()
        if typed in ("q", "quit"):
            return None
        if question.is_self_graded:
            screen.line(f"  {question.right}", indent=2)
            for table in question.more.get("tables", ()):
                screen.line("")
                screen.lines(f"    {line}" for line in table.splitlines())
            return _yes(screen, "  Was that your answer? [y/n] ")
        if not typed:
            return False
        try:
            return question.is_right(typed)
        except Refused as refused:
            screen.line(f"  {capital(refused.reason)}.", indent=2)


def _yes(screen: Screen, prompt: str) -> bool:
    """Ask a yes-or-no question until the answer is one of the two."""
    while (answer := screen.ask(prompt).strip().casefold()) not in ("y", "yes", "n", "no"):
        screen.line("  Answer y or n.")
    return answer.startswith("y")


def _prompt(question: Question) -> str:
    if question.is_money:
        return "  In dollars, with a sign: "
    if question.skill == "settle":
        return "  take 5, push, pay 15 …: "
    if question.skill == "spot":
        return "  Line, rule and cost in dollars, as in 12, 2, 5: "
    return "  Say it, then press Enter: " if question.is_self_graded else "  Your answer: "


def show_summary(screen: Screen, done: int, right: int, practice: Practice) -> None:
    """Print the number of right answers and the progress in each skill."""
    screen.line((f"{right} of {done} right.", "bold"))
    for row in practice.progress(_now()):
        screen.line(
            f"  {row['skill']:<10} {row['right']} of {row['asked']} right, {row['seconds']} s each, {row['due']} due,"
            f" {row['mastered']} mastered"
        )


def show_progress(options: DrillOptions) -> None:
    """Print a trainee's progress as text, or all of the data as JSON."""
    game, _ = options.game_and_rules
    practice = options.memory().practice(options.trainee, game.name)
    if options.output:
        data = {"name": options.trainee, "game": game.name, "due": practice.due(_now()), "facts": practice.as_data()}
        table = _table(f"{options.trainee}, {game.title}", _PROGRESS_COLUMNS, practice.progress(_now()))
        sys.stdout.write(GivenTables((table,), data).in_format(options.output))
        return
    screen = Screen()
    screen.line((f"{options.trainee}, {game.title}", "bold"), f": {_due_in_words(practice)}")
    asked = sum(history.asked for history in practice.facts.values())
    show_summary(screen, asked, sum(history.right for history in practice.facts.values()), practice)
    known = [(fact, history) for fact, history in practice.facts.items() if history.asked]
    weak = sorted(known, key=lambda item: item[1].right / max(item[1].asked, 1))[:5]
    for fact, history in weak:
        if history.right < history.asked:
            screen.line(f"  weak: {fact}, {history.right} of {history.asked} right, last {history.last}")


def _table(title: str, columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> FigureTable:
    """Return rows of data as a table with these columns."""
    shown = [{name: ("no", "yes")[it] if isinstance(it, bool) else it for name, it in row.items()} for row in rows]
    return FigureTable(title, tuple(columns), tuple(tuple(row[name] for name in columns) for row in shown))


def _due_in_words(practice: Practice) -> str:
    """Return the numbers of due questions and of motions, which only dealing can practise."""
    questions, motions = len(practice.due_questions(_now())), len(practice.due_motions(_now()))
    asked = f"{questions} question{'' if questions == 1 else 's'} due today"
    return f"{asked}, {motions} motion{'' if motions == 1 else 's'} to be mastered (--deal)" if motions else asked


def show_class(options: DrillOptions) -> None:
    """Print the class list for a trainer: names, results, and who is ready for the test."""
    game, _ = options.game_and_rules
    rows = options.memory().class_view(game.name, _now())
    if options.output:
        table = _table(f"{game.title}: the class", _CLASS_COLUMNS, rows)
        sys.stdout.write(GivenTables((table,), rows).in_format(options.output))
        return
    screen = Screen()
    screen.line((f"{game.title}: {len(rows)} in the class", "bold"))
    for row in rows:
        ready = ("ready for the test", "green") if row["ready"] else ("not ready yet", "")
        screen.line(
            f"  {row['name']}: {row['right']} of {row['asked']} right, {row['due']} due, "
            f"{row['motions_due']} motions to master, ",
            ready,
        )


def _now() -> datetime:
    return datetime.now(UTC)


def deal_it_yourself(options: DrillOptions) -> None:
    """Let the trainee deal `many` rounds, or fewer if the trainee leaves."""
    game, rules = options.game_and_rules
    check_procedure(game)
    level, screen, memory = _level(options.level), Screen(), options.memory()
    practice = memory.practice(options.trainee, game.name)
    first = _first_seed(options.seed, first_rounds(game.name).get(level), practice)
    for number in range(options.many or 1):
        lesson = Lesson(game, rules, first + number, level, met=practice.met)
        _open(screen, game.title, level)
        _show_events(screen, game, uncalled(lesson.asks, lesson.begin()))
        try:
            while ask := lesson.asks:
                _deal_one(screen, lesson, ask)
        except EOFError:
            screen.line("")
            return
        finally:
            _show_score(screen, lesson)
            practice.dealt(game, lesson.motions, datetime.now(UTC))
            practice.shown(game, lesson.shown)
            memory.save(options.trainee, game.name, practice)


def _first_seed(seed: int | None, first_round: int | None, practice: Practice) -> int:
    """Return the given seed, the seed of the game's first round for a newcomer, or a random one."""
    if seed is not None:
        return seed
    return SystemRandom().randrange(10**6) if first_round is None or practice.has_dealt else first_round


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
    """Ask one question until it is answered right. At the level `watch` the dealer answers and explains."""
    if lesson.level is Level.WATCH:
        _show_felt(screen, lesson)
        screen.line(f"  {ask.reason} ({ask.clause})", indent=2)
        verdict = lesson.answer(ask.right)
        if screen.ask("  [Enter] ").strip() in ("q", "quit"):
            raise EOFError
    else:
        _show_ask(screen, ask, lesson)
        while not (verdict := _answered(screen, lesson, ask)).is_right:
            pass
    _show_events(screen, lesson.game, uncalled(lesson.asks, verdict.events))


def _answered(screen: Screen, lesson: Lesson, ask: LessonAsk) -> Verdict:
    """Read one answer and show the verdict."""
    began = time.monotonic()
    typed = _typed(screen, ask)
    seconds = time.monotonic() - began
    verdict = lesson.answer(typed, seconds)
    late = f"{seconds:.1f} s, {ask.target_seconds:g} allowed: too late counts as a mistake"
    _show_verdict(screen, verdict, late if verdict.late else "")
    return verdict


def _show_felt(screen: Screen, lesson: Lesson) -> None:
    """Draw the lesson's table as everyone sees it, without cards that the dealer must not know."""
    layout, titles = TokenLayout(), titles_of(lesson.game)
    layout.lay_board(lesson.round.record.board)
    for event in lesson.shown_events:
        layout.see(seen_by(event, None))
    seats = sorted({seat for seat, _ in (*layout.chips(), *layout.cards) if seat is not None})
    inside = min(screen.width, WIDEST_FELT) - 6
    words = [plain(line).strip() for line in describe(layout, dict.fromkeys(seats), title=titles.__getitem__)]
    rows = [row for text in words for row in textwrap.wrap(text, inside, subsequent_indent="    ")]
    edge = "─" * (inside + 2)
    frame = [f"  ┌{edge}┐", *(f"  │ {row:<{inside}} │" for row in rows), f"  └{edge}┘"]
    screen.lines(["", *(frame if rows else ())])


def _show_ask(screen: Screen, ask: LessonAsk, lesson: Lesson | None) -> None:
    """Show the felt, if any, with the question and its choices below."""
    if lesson:
        _show_felt(screen, lesson)
    else:
        screen.line("")
    screen.line((ask.words, "bold"), indent=2)
    for place, choice in enumerate(ask.choices, 1):
        screen.line(f"   {place} {choice.words}", indent=5)


def _typed(screen: Screen, ask: LessonAsk) -> str:
    """Read the name of a choice, or the cents of a payout. Give a hint on request."""
    prompt = "The payout in dollars" if ask.kind is AskKind.PAYOUT else "You"
    while True:
        typed = screen.ask(f"  {prompt}{' (? for a hint)' if ask.hint else ''}: ").strip()
        if typed in ("q", "quit"):
            raise EOFError
        if typed in ("?", "h", "hint"):
            hint = ask.hint.removeprefix(NEW) if ask.hint else "There are no hints at this level."
            screen.line((f"  {capital(hint)}{f' ({ask.clause})' if ask.hint else ''}", "dim"), indent=4)
            continue
        if ask.kind is AskKind.PAYOUT:
            try:
                return str(parse_money(typed))
            except MoneyError as error:
                screen.line(f"  {error}.")
        elif typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(ask.choices):
            return ask.choices[int(typed) - 1].name
        else:
            screen.line(f"  Answer with a number from 1 to {len(ask.choices)}.")


def _show_verdict(screen: Screen, verdict: Verdict, late: str) -> None:
    cost = f" It would cost {show_money(verdict.cost)}." if verdict.cost and "$" not in verdict.words else ""
    mark = ("Right.", "green") if verdict.is_right else ("No.", "red")
    tail = f" ({late})" if late else ""
    clause = "" if verdict.clause in verdict.words else f" ({verdict.clause})"
    words = verdict.learns if verdict.is_right else f"{verdict.words}{cost}{clause}"
    screen.line("  ", mark, f" {words}" if words else "", tail, indent=4)


def _show_events(screen: Screen, game: Game, events: Sequence[Event]) -> None:
    """Print events as everyone at the table sees them."""
    words = game.words(game.rules())
    screen.lines(event_lines([seen_by(event, None) for event in events], NarrationStyle(words, motions=True)), 4)


def _show_score(screen: Screen, lesson: Lesson) -> None:
    if lesson.level is Level.WATCH:
        screen.line("")
        screen.line(("Now deal one yourself: ", "bold"), f"pitboss drill {lesson.game.name} --deal --level guided")
        return
    score = lesson.score()
    mistakes = score["mistakes"]
    assert isinstance(mistakes, dict)
    heads = ", ".join(f"{head} {count}" for head, count in mistakes.items() if count) or "none"
    cost = show_money(int(str(score["cost"])))
    screen.line((f"Answers: {score['answers']}. Mistakes: {heads}; they would have cost {cost}.", "bold"))


def table_test(options: DrillOptions) -> None:
    """Run the table test and write its certificate."""
    game, rules = options.game_and_rules
    check_procedure(game)
    if not options.name or not options.out:
        raise Refused("no-name", 'a table test needs --name "…" and --out FILE for its certificate')
    terms = Terms(options.seed if options.seed is not None else 1, options.rounds, options.pass_mark, options.pace)
    exam, screen = Exam(game, rules, terms), Screen()
    screen.line((f"Table test: {game.title}, {options.name}", "bold"), "; no hints, every answer counts.")
    _show_events(screen, game, exam.opening)
    try:
        while ask := exam.asks:
            began = time.monotonic()
            _show_ask(screen, ask, exam.lesson)
            typed = _typed(screen, ask)
            verdict = exam.answer(typed, time.monotonic() - began)
            screen.line(("  Right.", "green") if verdict.is_right else (f"  Wrong. See {verdict.clause}.", "red"))
            _show_events(screen, game, uncalled(exam.asks, verdict.events))
    except EOFError:
        raise Refused("test-left", "the test was left before its end, so there is no certificate") from None
    marks = exam.marks()
    write_file(options.out, written(exam, options.name, date.today().isoformat()))
    result = ("passed", "green") if marks["passed"] else ("not passed", "red")
    screen.line((f"{marks['mark']} of 100, ", "bold"), result, f"; the certificate is {options.out}.")


def check_certificate(path: str) -> None:
    """Print whether a certificate was altered."""
    record = checked(read_text(path, "certificate"), GAMES)
    marks = record["marks"]
    result = "passed" if marks["passed"] else "not passed"
    sys.stdout.write(
        f"{record['name']}, {record['game']}, {record['date']}: {marks['mark']} of 100, {result}. The certificate"
        f" was not altered: marking its {marks['asked']} answers again gives the same result.\n{proves(record)}\n"
    )
    if house := record.get("house"):
        sys.stdout.write(f"The key of the house is {house['key']}: compare it with the house's /api/log/head.\n")
