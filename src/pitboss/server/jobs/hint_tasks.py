"""Hints, house edges and expectations, computed in worker processes so that no deal waits for them."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import asdict

from pitboss.games import GAMES
from pitboss.money import dollars
from pitboss.play.game import Game
from pitboss.play.records.record_reader import read_json
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Seat
from pitboss.school.question import Question
from pitboss.server.jobs.hints import Edge
from pitboss.server.jobs.request_jobs import work_out
from pitboss.server.jobs.worker_process import CLOSING, Companion
from pitboss.server.players.review import steps_of
from pitboss.server.players.score import Expected
from pitboss.table.session import Session

_PATIENCE = 15
TO_HINT, TO_WORK = 20.0, 15.0
"""Timeouts in seconds for a hint and for a request. The first one includes starting the process."""
TO_PREPARE, TO_SOLVE = 300.0, 600.0
"""Timeouts in seconds for warming up, and for a house edge or expectation, which run in the background."""
_PURSE = dollars(1_000_000)
_MOST_ROUNDS = 5
_KEPT_PLAYS = 256
"""The maximum number of cached best-play questions."""
LEAST_MISTAKE = 0.5
"""Mistakes that cost less than half a cent are ignored."""


class Thinker:
    """A worker process that answers one question at a time. It starts with the first question."""

    def __init__(self, patience: int = _PATIENCE) -> None:
        self._beside = Companion(_think, "thinking", patience)
        self._turn = threading.Lock()

    def ask(self, within: float, what: str, *about: object) -> Any:
        """
        Send a question and wait for the answer.

        After the timeout, kill the worker; the next question restarts it.
        """
        with self._turn:
            line = self._beside.line()
            line.send((what, *about))
            if not line.poll(within):
                self._beside.kill()
                raise Refused(
                    "took-too-long", f"this takes longer than {within:.0f} seconds to work out: it was given up"
                )
            try:
                answer = line.recv()
            except (EOFError, OSError):  # killed, by us or by the system
                raise (
                    CLOSING if self._beside.is_closed else RuntimeError("it ended in the middle of a thought")
                ) from None
        if isinstance(answer, _Fault):
            raise Refused(answer.code, answer.reason) if answer.code else RuntimeError(answer.reason)
        return answer

    def close(self) -> None:
        """Stop the worker, even in the middle of a question."""
        self._beside.close()


class _Fault(NamedTuple):
    """An error reply. An empty code means an internal error."""

    code: str
    reason: str


class Thinking:
    """
    The worker processes, each started on first use.

    Hints don't wait for house edges and expectations, which can take minutes the first time. Games under the default
    rules don't wait for house rules that have to be solved first. Rules and lessons wait for neither.
    """

    def __init__(self) -> None:
        self._hints, self._hints_own, self._edges, self._edges_own = (Thinker() for _ in range(4))
        self._sums = Thinker(patience=0)  # short jobs that a user is waiting for
        self._prepared: set[str] = set()
        self._plays: dict[tuple[str, int], Question] = {}

    def prepare(self, game: Game, rules: Any) -> None:
        """Load and solve everything that hints for this game need, so that the first hint is fast."""
        changed = rules.changed()
        asked = f"{game.name} {changed}"
        if asked not in self._prepared:
            self._prepared.add(asked)
            (self._hints_own if changed else self._hints).ask(TO_PREPARE, "prepare", game.name, changed)

    def hints(self, game: Game, rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> object:
        """Return the value of each option of an offer, given what the seat has seen."""
        changed = rules.changed()
        thinker = self._hints_own if changed else self._hints
        return thinker.ask(TO_HINT, "hints", game.name, changed, tuple(seen), offer, seat)

    def spots(self, game: Game, rules: Any, board: str, gone: str) -> object:
        """Return the value of one unit on each bet before the deal, given the cards on the table and the cards gone."""
        changed = rules.changed()
        return (self._hints_own if changed else self._hints).ask(TO_HINT, "spots", game.name, changed, board, gone)

    def edge(self, game: Game, rules: Any) -> Edge | None:
        """Return the house edge under these rules with best play, overall and per bet."""
        changed = rules.changed()
        found: Edge | None = (self._edges_own if changed else self._edges).ask(TO_SOLVE, "edge", game.name, changed)
        return found

    def outlook(self, record: str, seat: int) -> Expected | None:
        """Return the expectation of a seat in a recorded round."""
        thinker = self._edges_own if json.loads(record)["rules"] else self._edges
        found: Expected | None = thinker.ask(TO_SOLVE, "outlook", record, seat)
        return found

    def best_play(self, game: str, rules: dict[str, Any], seed: int) -> Question:
        """Return the school's best-play question for a seed. It is cached because it is needed again for grading."""
        key = (f"{game} {rules}", seed)
        if key not in self._plays:
            while len(self._plays) >= _KEPT_PLAYS:
                self._plays.pop(next(iter(self._plays)), None)
            thinker = self._hints_own if rules else self._hints
            self._plays[key] = thinker.ask(TO_PREPARE, "play", game, rules, seed)
        return self._plays[key]

    def work(self, what: str, *about: object) -> Any:
        """Run a job for a request: house rules, lessons or round reviews."""
        return self._sums.ask(TO_WORK, "work", what, *about)

    def close(self) -> None:
        """Stop all workers."""
        for thinker in (self._hints, self._hints_own, self._edges, self._edges_own, self._sums):
            thinker.close()


def _think(line: Connection) -> None:
    """Run the worker main loop."""
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):  # the server closed or was killed
        while True:
            what, *about = line.recv()
            try:
                line.send(ANSWERS[what](*about))
            except Refused as refused:
                line.send(_Fault(refused.code, refused.reason))
            except Exception as error:
                line.send(_Fault("", f"{type(error).__name__}: {error}"))


def worths(game: str, rules: dict[str, object], seen: tuple[Event, ...], offer: Offer, seat: Seat) -> object:
    """Return the value of each option as JSON data, or None for a game without odds."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  as above
    from pitboss.solving.answers.hint import price_options  # noqa: PLC0415  it loads Numba, which the server itself never does

    try:
        odds = odds_of(GAMES[game])
    except ImportError:
        return None
    advice = odds.advise_seat(GAMES[game].rules.read(rules), seen, offer, seat)
    priced = price_options(advice, seen, offer, seat)
    return {**advice.as_data(), "unit": advice.unit, **(asdict(priced) if priced else {})}


def spots(game: str, rules: dict[str, object], board: str, gone: str) -> object:
    """Return the value of one unit on each bet for this board, or None for a game whose advice takes no board."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  as above
    from pitboss.solving.answers.situation import Situation  # noqa: PLC0415  as above

    odds = odds_of(GAMES[game])
    said = {"board": board, "gone": gone or None}
    if not said.keys() <= {ask.name for ask in odds.SITUATION}:
        return None
    advice = odds.advise(GAMES[game].rules.read(rules), Situation(odds.SITUATION, said))
    return {"spots": {name: float(worth) for name, worth in advice.options.items()}}


def prepare(game: str, rules: dict[str, object]) -> None:
    """Play rounds in the background until an offer has been answered with best play."""
    from pitboss.games.odds import best_answer  # noqa: PLC0415  as above

    dealt, house = GAMES[game], GAMES[game].rules.read(rules)
    seat = Seat(1)
    session = Session(dealt, house, [seat], [seat], _PURSE, Random(1), Random(1), bot=best_answer(dealt))
    asked = False
    for _ in range(_MOST_ROUNDS):
        session.open_round()
        session.place({})
        while session.round.pending:
            session.let_bots_answer()
            asked = True
        session.close_round()
        if asked:
            return


def play_question(game: str, rules: dict[str, object], seed: int) -> Question:
    """Return a situation from a real round, with the value of each answer."""
    from pitboss.school.skills import questions  # noqa: PLC0415  as above

    return next(questions(GAMES[game], GAMES[game].rules.read(rules), ["play"], seed))


def edges_of(game: str, rules: dict[str, object]) -> Edge | None:
    """Return the edge of the game as played (or of its first bet) and of each bet, or None for a game without odds."""
    from pitboss.games.odds import analysis_of  # noqa: PLC0415  as above

    try:
        analysis = analysis_of(GAMES[game], GAMES[game].rules.read(rules))
    except ImportError:
        return None
    edge = float(analysis.played.house_edge if analysis.played else analysis.bets[0].house_edge)
    of = "the initial bet, with the best play" if analysis.played else analysis.bets[0].title or analysis.bets[0].name
    bets = {bet.name: float(bet.house_edge) for bet in analysis.bets}
    return Edge(edge, f"House edge {edge:.2%} of {of}", bets)


def expected_of(record: str, seat: int) -> Expected | None:
    """Return the expectation of the seat's bets before the deal, or None for a game without odds."""
    from pitboss.games.odds import outlook_of  # noqa: PLC0415  as above

    try:
        found = outlook_of(read_json(record, GAMES), Seat(seat))
    except ImportError:
        return None
    kept = json.loads(record)
    return Expected(found.mean, found.variance, tuple(_mistakes(kept, Seat(seat))))


def _mistakes(record: dict[str, Any], seat: Seat) -> Iterator[tuple[str, float]]:
    """Yield the seat's suboptimal answers and their average cost."""
    for step in steps_of(record, seat):
        worth = worths(record["game"], record["rules"], step.seen, step.offer, seat)
        if not isinstance(worth, dict) or step.answer not in worth.get("cents", {}):
            continue
        lost = worth["cents"][worth["best"]] - worth["cents"][step.answer]
        if lost >= LEAST_MISTAKE:
            yield f"{step.answer} instead of {worth['best']}".replace("-", " "), lost


ANSWERS: dict[str, Callable[..., object]] = {
    "hints": worths, "spots": spots, "prepare": prepare, "edge": edges_of, "outlook": expected_of, "work": work_out,
    "play": play_question,
}  # fmt: skip
