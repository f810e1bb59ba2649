"""How a session went: rounds, result against expectation, share of best answers, the most expensive mistake."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
from msgspec import Struct

from pitboss.games import GAMES
from pitboss.money import show_money
from pitboss.terminal.long_work import house
from pitboss.terminal.play.narrate import signed
from pitboss.terminal.screen import Screen


class PricedAnswer(Struct):
    """An answer and its price: what it gave up compared with the best one, in cents."""

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


class Score(Struct):
    """The sums over some rounds."""

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
        """The sum of what the answers gave up, in cents."""
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


def mistakes_file() -> Path:
    """Return the file that holds the round of the most expensive mistake, for `pitboss replay`."""
    return score_file().with_name("worst-mistake.jsonl")


def save(rounds: Iterable[ScoredRound]) -> None:
    """Add rounds to the user's file; do nothing if it cannot be written."""
    with suppress(OSError):
        score_file().parent.mkdir(parents=True, exist_ok=True)
        with score_file().open("ab") as file:
            file.writelines(msgspec.json.encode(each) + b"\n" for each in rounds)


def saved() -> list[ScoredRound]:
    """Return the user's finished rounds; lines that cannot be read are left out."""
    found = []
    with suppress(OSError):
        for line in score_file().read_bytes().splitlines():
            with suppress(msgspec.MsgspecError):
                found.append(msgspec.json.decode(line, type=ScoredRound))
    return found


def save_worst(score: Score) -> Path | None:
    """Write the round of the most expensive mistake to its file and return the path; None if there is none."""
    if (worst := score.worst) is None:
        return None
    try:
        mistakes_file().parent.mkdir(parents=True, exist_ok=True)
        mistakes_file().write_text(json.dumps(worst[0].record, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError:
        return None
    return mistakes_file()


def show_stats(name: str | None) -> None:
    """Print rounds, result against expectation, best answers and the most expensive mistake of each game."""
    screen = Screen()
    wanted = house(name)[0].name if name else None
    rounds = [each for each in saved() if wanted in (None, each.game)]
    if not rounds:
        screen.line("No round has been saved yet. Rounds you play at a terminal are counted here.")
        return
    for game in dict.fromkeys(each.game for each in rounds):
        score = Score([each for each in rounds if each.game == game])
        title = GAMES[game].title if game in GAMES else game
        screen.line((title, "bold"), f": {score.line()}.", indent=2)
        if worst := score.worst_line():
            screen.line(f"  {worst}", indent=4)
    if path := save_worst(Score(rounds)):
        screen.line("Replay the most expensive one:")
        screen.file.write(f"  pitboss replay {path}\n")  # unbroken, so that it can be copied
