"""The coach: it prices every answer in a background process, judges the player's answers and keeps the score."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

import msgspec
import platformdirs
from msgspec import Struct

from pitboss.compute.jobs.worker import JobFailed, Worker
from pitboss.games import GAMES
from pitboss.lab.display import FigureTable, GivenTables
from pitboss.money import show_money
from pitboss.play.records.record import Record
from pitboss.play.records.record_reader import read_json
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Option, Seat
from pitboss.solving.answers.hint import PricedOptions
from pitboss.terminal.long_work import game_and_rules
from pitboss.terminal.play.narrate import Past, signed
from pitboss.terminal.screen import Screen


class PricedAnswer(Struct):
    """An answer and its price: the loss compared with the best answer, in cents."""

    about: str
    answer: str
    best: str
    cost: float


class ScoredRound(Struct):
    """A finished round of one player."""

    game: str
    won: int
    record: dict[str, Any]
    expected: float | None = None
    answers: list[PricedAnswer] = []
    id: str = ""
    """A random identifier; a later line of the file with the same identifier replaces this line."""


class Score(Struct):
    """Totals over a number of rounds."""

    rounds: list[ScoredRound] = []

    @property
    def won(self) -> int:
        """The result in cents."""
        return sum(each.won for each in self.rounds)

    @property
    def expected(self) -> float | None:
        """The expected result with best play, in cents; None if it is not known for every round."""
        known = [each.expected for each in self.rounds if each.expected is not None]
        return sum(known) if known and len(known) == len(self.rounds) else None

    @property
    def answers(self) -> list[PricedAnswer]:
        """Every answer whose price is known."""
        return [answer for each in self.rounds for answer in each.answers]

    @property
    def given_up(self) -> float:
        """The total price of the answers, in cents."""
        return sum(answer.cost for answer in self.answers)

    @property
    def worst(self) -> tuple[ScoredRound, PricedAnswer] | None:
        """The most expensive mistake and its round."""
        mistakes = [(each, answer) for each in self.rounds for answer in each.answers if answer.cost]
        return max(mistakes, key=lambda mistake: mistake[1].cost, default=None)

    def line(self) -> str:
        """Return the score in a line; empty before the first round is over."""
        if not self.rounds:
            return ""
        count = len(self.rounds)
        parts = [f"{count} round{'' if count == 1 else 's'}, {signed(self.won)}"]
        if self.expected is not None:
            parts[0] += f" (expected {in_dollars(self.expected)})"
        if self.answers:
            best = sum(not answer.cost for answer in self.answers)
            parts.append(f"{100 * best // len(self.answers)}% best answers")
        if self.given_up:
            parts.append(f"{in_dollars(self.given_up)} given up")
        return " · ".join(parts)

    def worst_line(self) -> str:
        """Return the most expensive mistake in a sentence; empty if there is none."""
        if (worst := self.worst) is None:
            return ""
        mistake = worst[1]
        return f"Most expensive mistake: {mistake.answer} instead of {mistake.best}, {in_dollars(mistake.cost)}."


def in_dollars(cents: float) -> str:
    """
    Return an average in dollars and cents, with a sign if it is below 0.

    >>> in_dollars(1234.5), in_dollars(-0.2), in_dollars(-98)
    ('$12.34', '$0.00', '-$0.98')
    """
    shown = show_money(round(cents))
    return shown if "." in shown else f"{shown}.00"


def score_file() -> Path:
    """Return the file that holds the finished rounds of this user."""
    return Path(platformdirs.user_data_dir("pitboss")) / "terminal-rounds.jsonl"


def save(rounds: Iterable[ScoredRound]) -> None:
    """Append new or updated rounds to the user's file; do nothing if it cannot be written."""
    with suppress(OSError):
        score_file().parent.mkdir(parents=True, exist_ok=True)
        with score_file().open("ab") as file:
            file.writelines(msgspec.json.encode(each) + b"\n" for each in rounds)


def saved() -> list[ScoredRound]:
    """Return the user's finished rounds; lines that cannot be read are left out."""
    found: dict[str, ScoredRound] = {}
    with suppress(OSError):
        for number, line in enumerate(score_file().read_bytes().splitlines()):
            with suppress(msgspec.MsgspecError):
                done = msgspec.json.decode(line, type=ScoredRound)
                found[done.id or str(number)] = done
    return list(found.values())


def save_worst(score: Score) -> Path | None:
    """Write the round with the most expensive mistake for `pitboss replay`; return its file, or None without one."""
    path = score_file().with_name("worst-mistake.jsonl")
    with suppress(OSError):
        if worst := score.worst:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(worst[0].record, ensure_ascii=False) + "\n", encoding="utf-8")
            return path
    return None


def show_stats(name: str | None) -> None:
    """Print rounds, result against expectation, best answers and the most expensive mistake of each game."""
    screen, scores = Screen(), _scores(name)
    if not scores:
        screen.line("No round has been saved yet. Rounds you play at a terminal are counted here.")
        return
    for game, score in scores.items():
        title = GAMES[game].title if game in GAMES else game
        screen.line((title, "bold"), f": {score.line()}.", indent=2)
        if worst := score.worst_line():
            screen.line(f"  {worst}", indent=4)
    if path := save_worst(Score([each for score in scores.values() for each in score.rounds])):
        screen.line("Replay the most expensive one:")
        screen.file.write(f"  pitboss replay {path}\n")  # unbroken, so that it can be copied


def stats_in(output: str, name: str | None) -> str:
    """Return the score of each game in this format; amounts are in dollars."""
    data = [_score_data(game, score) for game, score in sorted(_scores(name).items())]
    columns = ("game", "rounds", "won", "expected", "answers", "best answers", "given up")
    rows = tuple(tuple(row[column.replace(" ", "_")] for column in columns) for row in data)
    return GivenTables((FigureTable("Rounds played at this terminal", columns, rows),), data).in_format(output)


def _score_data(game: str, score: Score) -> dict[str, Any]:
    expected = score.expected
    return {
        "game": game,
        "rounds": len(score.rounds),
        "won": score.won / 100,
        "expected": None if expected is None else round(expected / 100, 4),
        "answers": len(score.answers),
        "best_answers": sum(not answer.cost for answer in score.answers),
        "given_up": round(score.given_up / 100, 4),
    }


def _scores(name: str | None) -> dict[str, Score]:
    """Return the score of each game played, or of one game."""
    wanted, scores = game_and_rules(name)[0].name if name else None, dict[str, Score]()
    for each in saved():
        if wanted in (None, each.game):
            scores.setdefault(each.game, Score([])).rounds.append(each)
    return scores


if TYPE_CHECKING:
    from pitboss.terminal.play.game_view import Playing

WAIT_SECONDS = 1.0
"""A wait longer than this is announced."""
NICE_LEVEL = 10
P = ParamSpec("P")
T = TypeVar("T")


def price(
    game: str, rules: dict[str, object], seen: Sequence[Event], offer: Offer, seat: Seat
) -> PricedOptions | None:  # pragma: no cover  (in its own process)
    """Return the cost of each option, given what the seat has seen."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  (loads the solvers)
    from pitboss.solving.answers.hint import price_options  # noqa: PLC0415

    try:
        odds = odds_of(GAMES[game])
    except ImportError:
        return None
    return price_options(odds.advise_seat(GAMES[game].rules.read(rules), seen, offer, seat), seen, offer, seat)


def expect(record: str, seat: Seat) -> float:  # pragma: no cover  (in its own process)
    """Return the expected result of this seat's round, in cents, with its bets and best play."""
    from pitboss.games.odds import outlook_of  # noqa: PLC0415

    return float(outlook_of(read_json(record, GAMES), seat).mean)


class HintWorker:
    """A worker process and the thread that waits for it. A result is None if it could not be computed."""

    def __init__(self) -> None:
        self._worker, self._thread = Worker(NICE_LEVEL, quiet=True), ThreadPoolExecutor(1)
        self.prices: Future[PricedOptions | None] | None = None
        """The prices of the last question."""

    def price(self, game: str, rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> None:
        """Start pricing every option."""
        self.prices = self._thread.submit(self._run, price, game, rules.changed(), tuple(seen), offer, seat)

    @property
    def is_pricing(self) -> bool:
        """Whether the last question is being priced."""
        return self.prices is not None and not self.prices.done()

    def known(self) -> PricedOptions | None:
        """Return the prices of the last question, or None if they are not ready."""
        return None if self.prices is None or self.is_pricing else self.prices.result()

    def expect(self, record: Record, seat: Seat) -> Future[float | None]:
        """Compute the expected result of a round, in cents."""
        return self._thread.submit(self._run, expect, record.as_json(), seat)

    def _run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        try:
            return self._worker.run(None, job, *args, **kwargs)
        except (Refused, JobFailed):
            return None

    def close(self) -> None:
        """Stop the process in the middle of its work."""
        self._worker.close()
        self._thread.shutdown(cancel_futures=True)


class Given(NamedTuple):
    """An answer that the player gave, and the price of each option, which may still be computing."""

    about: str
    name: str
    labels: dict[str, str]
    prices: Future[PricedOptions | None]


class Coach:
    """The prices of the answers to the open question, and of all answers given in this session."""

    def __init__(self, table: Playing) -> None:
        self.table = table
        self.score = Score([])
        self._worker = HintWorker()
        self._offer: Offer | None = None
        self._given: list[Given] = []
        self._pending: list[tuple[ScoredRound, list[Given], list[Future[float | None]]]] = []
        """Finished rounds whose answers or expectation are still being computed."""

    def start_pricing(self) -> None:
        """Start pricing the open question, unless it was started before."""
        offer, you, session = self.table.pending, self.table.you, self.table.session
        if offer is not None and offer is not self._offer and you is not None:
            self._offer = offer
            self._worker.price(self.table.game.name, session.rules, self.table.seen, offer, you)

    def _prices(self) -> Future[PricedOptions | None]:
        self.start_pricing()
        assert self._worker.prices is not None
        return self._worker.prices

    def known(self) -> PricedOptions | None:
        """Return the prices, or None if they are not ready."""
        return self._worker.known() if self._offer is self.table.pending else None

    @property
    def is_pricing(self) -> bool:
        """Whether the open question is being priced."""
        return self._worker.is_pricing

    def wait(self, say: Callable[[str], None]) -> PricedOptions | None:
        """Wait for the prices; announce it if that takes longer than a second."""
        prices = self._prices()
        try:
            return prices.result(WAIT_SECONDS)
        except TimeoutError:
            say("Working out what each answer is worth: the first time for a game this takes some seconds…")
            return prices.result()

    def give(self, option: Option, offer: Offer) -> str:
        """Record an answer; return a sentence about its price, empty if it is not known."""
        prices = self._prices()
        labels = {each.name: self.table.label(each) for each in self.table.options}
        self._given.append(Given(offer.about, option.name, labels, prices))
        judged = _judged(self._given[-1]) if prices.done() else None
        if judged is None:
            return "The coach has no odds for this decision."
        if not judged.cost:
            return f"{judged.answer} is the best answer."
        return f"{judged.answer} costs {in_dollars(judged.cost)} on average: {judged.best} is best."

    def take_back(self) -> None:
        """Forget the last answer."""
        if self._given:
            self._given.pop()

    def end_round(self, past: Past) -> None:
        """Add a finished round to the score; prices that are not ready yet are added later."""
        you = self.table.you
        if you is None or not past.record.wagers.get(you):
            self._given = []
            return
        record = json.loads(past.record.as_json())
        done = ScoredRound(self.table.game.name, past.gained.get(you, 0), record, None, [], secrets.token_hex(8))
        self.score.rounds.append(done)
        self._pending.append((done, self._given, [self._worker.expect(past.record, you)]))
        self._given = []
        self._save([done])
        self.look()

    def look(self) -> bool:
        """Add newly computed prices to the score; return whether there were any."""
        changed: dict[str, ScoredRound] = {}
        for done, given, expected in self._pending:
            for each in [each for each in given if each.prices.done()]:
                given.remove(each)
                if judged := _judged(each):
                    done.answers.append(judged)
                    changed[done.id] = done
            if expected and expected[0].done():
                future = expected.pop()
                done.expected = None if future.cancelled() else future.result()
                changed[done.id] = done
        self._pending = [each for each in self._pending if each[1] or each[2]]
        self._save(changed.values())
        return bool(changed)

    def _save(self, rounds: Iterable[ScoredRound]) -> None:
        """Write rounds to the user's statistics immediately, so that closing the window loses none."""
        if self.table.preferences.score:
            save(rounds)

    def close(self) -> None:
        """Stop the worker, and add the prices known so far to the score."""
        self._worker.close()
        self.look()


def _judged(given: Given) -> PricedAnswer | None:
    """Return the price of an answer; None if it is not known."""
    prices = None if given.prices.cancelled() else given.prices.result()
    if prices is None or given.name not in prices.cents:
        return None
    labels = given.labels
    best = labels.get(prices.best, prices.best)
    return PricedAnswer(given.about, labels.get(given.name, given.name), best, round(prices.cost(given.name), 4))
