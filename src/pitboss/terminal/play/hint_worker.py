"""What each answer is worth, in dollars: worked out in a process beside the table, so that nothing waits for it."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

from pitboss.games import GAMES
from pitboss.money import show_money
from pitboss.play.steps import Event, Offer, Seat, Wagered

INSURANCE = "insurance"
NIGHT = 0.005
"""Dollars below which two answers are as good as each other."""


class ToldWorth(NamedTuple):
    """What each option is worth to a seat now, in cents; nothing for a game whose odds are not worked out."""

    cents: Mapping[str, float]
    unit: int
    """The bet it is counted by, in cents."""
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> str:
        """The answer worth most."""
        return max(self.cents, key=lambda name: self.cents[name])

    def cost(self, answer: str) -> float:
        """What an answer gives away, in cents; less than half a cent is nothing."""
        lost = self.cents[self.best] - self.cents.get(answer, self.cents[self.best])
        return lost if lost >= 100 * NIGHT else 0.0

    def told(self, answer: str) -> str:
        """
        What an answer is worth, in words.

        >>> ToldWorth({"stand": -54.2, "hit": 12.0}, 100).told("stand")
        '-$0.54'
        """
        return in_dollars(self.cents[answer])


def in_dollars(cents: float) -> str:
    """
    An average in dollars and cents with its sign.

    >>> in_dollars(1234.5), in_dollars(-0.2)
    ('+$12.34', '$0.00')
    """
    whole = round(cents)
    return f"{'+' if whole > 0 else '-' if whole < 0 else ''}{_cents(abs(whole))}"


def _cents(whole: int) -> str:
    shown = show_money(whole)
    return shown if "." in shown else f"{shown}.00"


def unit_of(seen: Sequence[Event], offer: Offer, seat: Seat, unit: str) -> int:
    """The bet that advice is counted by: insurance, the ante of the hand that is asked about, or the first bet."""
    if unit.startswith(INSURANCE):
        return next(int(option.cost) for option in offer.options[seat] if option.name == INSURANCE)
    placed: dict[str, int] = {}
    for event in seen:
        if isinstance(event, Wagered) and event.seat == seat:
            placed.setdefault(event.bet, int(event.amount))
    return placed.get(f"ante-{offer.context.get('hand')}", next(iter(placed.values())))


def worth_of(
    game: str, rules: dict[str, object], seen: Sequence[Event], offer: Offer, seat: Seat
) -> ToldWorth | None:  # pragma: no cover  (in a process of its own)
    """The worth of every option, from what the seat has seen."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  (it loads what counts)

    try:
        odds = odds_of(GAMES[game])
    except ImportError:
        return None
    advice = odds.advise_seat(GAMES[game].rules.read(rules), seen, offer, seat)
    unit = unit_of(seen, offer, seat, advice.unit)
    return ToldWorth({name: float(worth) * unit for name, worth in advice.options.items()}, unit, advice.notes)


class WorthThinker:
    """The process that works worths out; it starts when it is first asked, and one that died is replaced."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._line = ThreadPoolExecutor(1)

    def ask(self, game: str, rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> Future[ToldWorth | None]:
        """The worth of every option, some time from now."""
        return self._line.submit(self._exchange, (game, rules.changed(), tuple(seen), offer, seat))

    def _exchange(self, about: tuple[object, ...]) -> ToldWorth | None:
        if self._process is None or self._process.poll() is not None:
            live = f"from {__name__} import answer_all; answer_all()"
            self._process = subprocess.Popen(
                [sys.executable, "-c", live], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip
        asks, answers = self._process.stdin, self._process.stdout
        assert asks is not None
        assert answers is not None
        try:
            pickle.dump(about, asks)
            asks.flush()
            worth: ToldWorth | None = pickle.load(answers)
        except (OSError, EOFError, pickle.UnpicklingError):
            return None  # it was killed, or could not go on
        return worth

    def close(self) -> None:
        """Stop in the middle of a thought."""
        if self._process is not None:
            self._process.kill()
        self._line.shutdown(cancel_futures=True)
        if self._process is not None:
            self._process.communicate()


def answer_all() -> None:
    """The life of the process beside the table: one question after the other until nobody asks."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)  # dealing goes first
    with contextlib.suppress(EOFError, OSError):
        while True:
            pickle.dump(worth_of(*pickle.load(sys.stdin.buffer)), sys.stdout.buffer)
            sys.stdout.buffer.flush()
