"""A background process that prices answers and rounds, so that the table never waits for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from pitboss.compute.jobs.worker import JobFailed, Worker
from pitboss.games import GAMES
from pitboss.play.records.record import Record
from pitboss.play.records.record_reader import read_json
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Seat
from pitboss.solving.answers.hint import PricedOptions

NICE_LEVEL = 10
P = ParamSpec("P")
T = TypeVar("T")


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
    """A worker process and the thread that waits for it. Results are None if they could not be worked out."""

    def __init__(self) -> None:
        self._worker, self._thread = Worker(NICE_LEVEL, quiet=True), ThreadPoolExecutor(1)

    def price(
        self, game: str, rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat
    ) -> Future[PricedOptions | None]:
        """Price every option."""
        return self._thread.submit(self._run, price, game, rules.changed(), tuple(seen), offer, seat)

    def expect(self, record: Record, seat: Seat) -> Future[float | None]:
        """Work out the expected result of a round, in cents."""
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
