"""Hints, house edges, expectations and pay-table lines in reach, computed in worker processes so that no deal waits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, ParamSpec, TypeVar

from msgspec.structs import asdict

from pitboss.cards import parse_cards
from pitboss.compute.jobs.worker import Worker
from pitboss.games import GAMES
from pitboss.money import dollars
from pitboss.play.game import Game
from pitboss.play.layout import TableLayout
from pitboss.play.records.record_reader import read_json
from pitboss.play.steps import Event, Offer, Seat
from pitboss.school.question import Question
from pitboss.server.jobs.hints import Edge
from pitboss.server.players.review import steps_of
from pitboss.server.players.score import Expected
from pitboss.table.session import Session

P = ParamSpec("P")
T = TypeVar("T")
NICE_LEVEL = 15
HINT_TIMEOUT_SECONDS, REQUEST_TIMEOUT_SECONDS = 20.0, 15.0
"""Timeouts in seconds for a hint and for a request. The first one includes starting the process."""
PREPARE_TIMEOUT_SECONDS, SOLVE_TIMEOUT_SECONDS = 300.0, 600.0
"""Timeouts in seconds for warming up, and for a house edge or expectation, which run in the background."""
_PURSE = dollars(1_000_000)
_MAX_ROUNDS = 5
_MAX_CACHED_PLAYS = 256
"""The maximum number of cached best-play questions."""


class HintWorkers:
    """
    The worker processes, each started on first use.

    Hints don't wait for house edges and expectations, which can take minutes the first time. Games under the default
    rules don't wait for house rules that have to be solved first. Jobs for rules and lessons wait for neither.
    """

    def __init__(self) -> None:
        self._hints, self._hints_own, self._edges, self._edges_own = (Worker(NICE_LEVEL) for _ in range(4))
        self._requests = Worker()  # short jobs that a user is waiting for
        self._prepared: set[str] = set()
        self._plays: dict[tuple[str, int], Question] = {}

    def prepare(self, game: Game, rules: Any) -> None:
        """Load and solve everything that hints for this game need, so that the first hint is fast."""
        changed = rules.changed()
        asked = f"{game.name} {changed}"
        if asked not in self._prepared:
            self._prepared.add(asked)
            (self._hints_own if changed else self._hints).run(PREPARE_TIMEOUT_SECONDS, prepare, game.name, changed)

    def hints(self, game: Game, rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> object:
        """Return the value of each option of an offer, given what the seat has seen."""
        changed = rules.changed()
        worker = self._hints_own if changed else self._hints
        return worker.run(HINT_TIMEOUT_SECONDS, worths, game.name, changed, tuple(seen), offer, seat)

    def spots(self, game: Game, rules: Any, board: str, gone: str) -> object:
        """Return the value of one unit on each bet before the deal, given the board and the cards already gone."""
        changed = rules.changed()
        return (self._hints_own if changed else self._hints).run(
            HINT_TIMEOUT_SECONDS, spots, game.name, changed, board, gone
        )

    def edge(self, game: Game, rules: Any) -> Edge | None:
        """Return the house edge under these rules with best play, overall and per bet."""
        changed = rules.changed()
        return (self._edges_own if changed else self._edges).run(SOLVE_TIMEOUT_SECONDS, edges_of, game.name, changed)

    def outlook(self, record: str, seat: int) -> Expected | None:
        """Return the expectation for a seat's bets in a recorded round."""
        worker = self._edges_own if json.loads(record)["rules"] else self._edges
        return worker.run(SOLVE_TIMEOUT_SECONDS, expected_of, record, seat)

    def best_play(self, game: str, rules: dict[str, Any], seed: int) -> Question:
        """Return the school's best-play question for a seed. It is cached because it is needed again for grading."""
        key = (f"{game} {rules}", seed)
        if key not in self._plays:
            while len(self._plays) >= _MAX_CACHED_PLAYS:
                self._plays.pop(next(iter(self._plays)), None)
            worker = self._hints_own if rules else self._hints
            self._plays[key] = worker.run(PREPARE_TIMEOUT_SECONDS, play_question, game, rules, seed)
        return self._plays[key]

    def work(self, job: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a job for a request: house rules, lessons or round reviews."""
        return self._requests.run(REQUEST_TIMEOUT_SECONDS, job, *args, **kwargs)

    def close(self) -> None:
        """Stop all workers."""
        for worker in (self._hints, self._hints_own, self._edges, self._edges_own, self._requests):
            worker.close()


def worths(game: str, rules: dict[str, object], seen: tuple[Event, ...], offer: Offer, seat: Seat) -> object:
    """Return the value of each option as JSON data, or None for a game without odds."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  it loads Numba, which the server itself never does
    from pitboss.solving.answers.hint import price_options  # noqa: PLC0415  as above

    try:
        odds = odds_of(GAMES[game])
    except ImportError:
        return None
    advice = odds.advise_seat(GAMES[game].rules.read(rules), seen, offer, seat)
    priced = price_options(advice, seen, offer, seat)
    return {**advice.as_data(), "unit": advice.unit, **(asdict(priced) if priced else {})}


def spots(game: str, rules: dict[str, object], board: str, gone: str) -> object:
    """Return the value of one unit on each bet for this board, or None if the game's advice doesn't depend on it."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  as above
    from pitboss.solving.answers.situation import Situation  # noqa: PLC0415  as above

    odds = odds_of(GAMES[game])
    situation = {"board": board, "gone": gone or None}
    if not situation.keys() <= {ask.name for ask in odds.SITUATION}:
        return None
    advice = odds.advise(GAMES[game].rules.read(rules), Situation(odds.SITUATION, situation))
    return {"spots": {name: float(worth) for name, worth in advice.options.items()}}


def prepare(game: str, rules: dict[str, object]) -> None:
    """Play rounds in the background until an offer has been answered with best play."""
    from pitboss.games.odds import best_answer  # noqa: PLC0415  as above

    dealt, house = GAMES[game], GAMES[game].rules.read(rules)
    seat = Seat(1)
    session = Session(dealt, house, [seat], [seat], _PURSE, Random(1), Random(1), bot=best_answer(dealt))
    asked = False
    for _ in range(_MAX_ROUNDS):
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
    return Edge.of(analysis)


def expected_of(record: str, seat: int) -> Expected | None:
    """Return the expectation of the seat's bets before the deal, or None for a game without odds."""
    from pitboss.games.odds import outlook_of  # noqa: PLC0415  as above

    try:
        found = outlook_of(read_json(record, GAMES), Seat(seat))
    except ImportError:
        return None
    data = json.loads(record)
    return Expected(found.mean, found.variance, tuple(_mistakes(data, Seat(seat))))


def _mistakes(record: dict[str, Any], seat: Seat) -> Iterator[tuple[str, float]]:
    """Yield the seat's suboptimal answers and their average cost."""
    for step in steps_of(record, seat):
        worth = worths(record["game"], record["rules"], step.seen, step.offer, seat)
        if isinstance(worth, dict) and (lost := worth.get("costs", {}).get(step.answer)):
            words = {option.name: option.words for option in step.offer.options[seat]}
            yield f"{words[step.answer]} instead of {worth['best_words']}", lost


def lines_in_reach(
    game: str, rules: dict[str, Any], board: str, seen: Sequence[Event], seat: Seat
) -> dict[str, list[int]]:  # fmt: skip
    """Return the lines, numbered from 0, that each bet makes or can still make. Omit bets that can make any line."""
    dealt = GAMES[game]
    if dealt.in_reach is None:
        return {}
    layout = TableLayout()
    layout.cards = {(None, f"card-{place}"): [card] for place, card in enumerate(parse_cards(board), 1)}
    for event in seen:
        layout.see(event)
    found = dealt.in_reach(dealt.rules.read(rules), layout.cards, seen, seat)
    return {bet: sorted(lines) for bet, lines in found.items() if lines is not None}
