"""A background process that prices answers and rounds, so that the table never waits for it."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from pitboss.games import GAMES
from pitboss.play.records.record import Record
from pitboss.play.records.record_reader import read_json
from pitboss.play.steps import Event, Offer, Seat
from pitboss.solving.answers.hint import PricedOptions

NICE_LEVEL = 10


def price(
    game: str, rules: dict[str, object], seen: Sequence[Event], offer: Offer, seat: Seat
) -> PricedOptions | None:  # pragma: no cover  (in its own process)
    """Return what each option costs, from what the seat has seen."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  (loads the solvers)
    from pitboss.solving.answers.hint import price_options  # noqa: PLC0415

    try:
        odds = odds_of(GAMES[game])
    except ImportError:
        return None
    return price_options(odds.advise_seat(GAMES[game].rules.read(rules), seen, offer, seat), seen, offer, seat)


def expect(record: str, seat: Seat) -> float:  # pragma: no cover  (in its own process)
    """Return the cents that this seat could expect of a round, with its bets and best play."""
    from pitboss.games.odds import outlook_of  # noqa: PLC0415

    return float(outlook_of(read_json(record, GAMES), seat).mean)


class HintWorker:
    """The worker process: started when first asked, and replaced if it died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = ThreadPoolExecutor(1)
        self._is_closed = False

    def price(self, game: str, rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> Future[Any]:
        """Price every option; the result is a `PricedOptions`, or None if the odds are not known."""
        return self._thread.submit(self._exchange, ("price", game, rules.changed(), tuple(seen), offer, seat))

    def expect(self, record: Record, seat: Seat) -> Future[Any]:
        """Work out the expected result of a round; the result is in cents, or None."""
        return self._thread.submit(self._exchange, ("expect", record.as_json(), seat))

    def _exchange(self, request: tuple[object, ...]) -> Any:
        if self._is_closed:
            return None
        if self._process is None or self._process.poll() is not None:
            main = f"from {__name__} import work; work()"
            self._process = subprocess.Popen(
                [sys.executable, "-c", main], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip
        requests, replies = self._process.stdin, self._process.stdout
        assert requests is not None
        assert replies is not None
        try:
            pickle.dump(request, requests)
            requests.flush()
            return pickle.load(replies)
        except (OSError, EOFError, pickle.UnpicklingError):
            return None  # the process was killed or failed

    def close(self) -> None:
        """Stop the process in the middle of its work."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()
        self._thread.shutdown(cancel_futures=True)
        if self._process is not None:
            self._process.communicate()


def work() -> None:
    """Run the worker's main loop: one request after another until the table is closed."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE_LEVEL)
    with contextlib.suppress(EOFError, OSError):
        while True:
            kind, *request = pickle.load(sys.stdin.buffer)
            try:
                reply = price(*request) if kind == "price" else expect(*request)
            except Exception:
                reply = None
            pickle.dump(reply, sys.stdout.buffer)
            sys.stdout.buffer.flush()
