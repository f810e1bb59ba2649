"""What options are worth and what the house keeps: worked out in processes beside the server, so that no deal waits."""

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
"""Seconds that a hint may take, and what a request asks for; the first one waits for its process to start."""
TO_PREPARE, TO_SOLVE = 300.0, 600.0
"""The same for getting ready, and for an edge or an outlook, which nobody waits for."""
_PURSE = dollars(1_000_000)
_MOST_ROUNDS = 5
_KEPT_PLAYS = 256
"""Questions of the best play that wait to be answered, at most."""
LEAST_MISTAKE = 0.5
"""What costs less than half a cent is no mistake."""


class Thinker:
    """One process that answers one question after the other; it starts when it is first asked."""

    def __init__(self, patience: int = _PATIENCE) -> None:
        self._beside = Companion(_think, "thinking", patience)
        self._turn = threading.Lock()

    def ask(self, within: float, what: str, *about: object) -> Any:
        """The answer, waited for; one that takes too long is given up, and the process is replaced at the next."""
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
            except (EOFError, OSError):  # it was killed, by us or by somebody else
                raise (
                    CLOSING if self._beside.is_closed else RuntimeError("it ended in the middle of a thought")
                ) from None
        if isinstance(answer, _Fault):
            raise Refused(answer.code, answer.reason) if answer.code else RuntimeError(answer.reason)
        return answer

    def close(self) -> None:
        """Stop in the middle of a thought."""
        self._beside.close()


class _Fault(NamedTuple):
    """Why there is no answer; without a code it is the fault of the house."""

    code: str
    reason: str


class Thinking:
    """
    The processes beside the server, each started when it is first asked something.

    Hints must not wait for edges and outlooks, which may take minutes the first time, nor those who play by the sheet
    for the rules of a house, which have to be solved first; and rules and lessons wait for none of these.
    """

    def __init__(self) -> None:
        self._hints, self._hints_own, self._edges, self._edges_own = (Thinker() for _ in range(4))
        self._sums = Thinker(patience=0)  # somebody waits for each of these, and each is short
        self._prepared: set[str] = set()
        self._plays: dict[tuple[str, int], Question] = {}

    def prepare(self, game: Game, rules: Any) -> None:
        """Have all that hints on this game need loaded and solved, so that the first of them comes at once."""
        changed = rules.changed()
        asked = f"{game.name} {changed}"
        if asked not in self._prepared:
            self._prepared.add(asked)
            (self._hints_own if changed else self._hints).ask(TO_PREPARE, "prepare", game.name, changed)

    def hints(self, game: Game, rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> object:
        """What each option of an offer is worth to a seat, from what it has seen."""
        changed = rules.changed()
        thinker = self._hints_own if changed else self._hints
        return thinker.ask(TO_HINT, "hints", game.name, changed, tuple(seen), offer, seat)

    def spots(self, game: Game, rules: Any, board: str, gone: str) -> object:
        """What a unit on each bet is worth before the deal, while these cards lie there and those are gone."""
        changed = rules.changed()
        return (self._hints_own if changed else self._hints).ask(TO_HINT, "spots", game.name, changed, board, gone)

    def edge(self, game: Game, rules: Any) -> Edge | None:
        """What the house keeps under these rules and best play, in all and of each bet."""
        changed = rules.changed()
        found: Edge | None = (self._edges_own if changed else self._edges).ask(TO_SOLVE, "edge", game.name, changed)
        return found

    def outlook(self, record: str, seat: int) -> Expected | None:
        """What a seat could expect of a round, from its record."""
        thinker = self._edges_own if json.loads(record)["rules"] else self._edges
        found: Expected | None = thinker.ask(TO_SOLVE, "outlook", record, seat)
        return found

    def best_play(self, game: str, rules: dict[str, Any], seed: int) -> Question:
        """The school's question of the best play that has this seed; it is asked for twice, to show and to judge."""
        key = (f"{game} {rules}", seed)
        if key not in self._plays:
            while len(self._plays) >= _KEPT_PLAYS:
                self._plays.pop(next(iter(self._plays)), None)
            thinker = self._hints_own if rules else self._hints
            self._plays[key] = thinker.ask(TO_PREPARE, "play", game, rules, seed)
        return self._plays[key]

    def work(self, what: str, *about: object) -> Any:
        """House rules, lessons and rounds gone through again."""
        return self._sums.ask(TO_WORK, "work", what, *about)

    def close(self) -> None:
        """Stop thinking."""
        for thinker in (self._hints, self._hints_own, self._edges, self._edges_own, self._sums):
            thinker.close()


def _think(line: Connection) -> None:
    """The life of a thinking process."""
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):  # the house is closed or was killed
        while True:
            what, *about = line.recv()
            try:
                line.send(ANSWERS[what](*about))
            except Refused as refused:
                line.send(_Fault(refused.code, refused.reason))
            except Exception as error:
                line.send(_Fault("", f"{type(error).__name__}: {error}"))


def worths(game: str, rules: dict[str, object], seen: tuple[Event, ...], offer: Offer, seat: Seat) -> object:
    """What each option is worth, as JSON holds it; nothing for a game whose odds are not worked out."""
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
    """What a unit on each bet is worth on this board; nothing for a game whose advice asks for no board."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  as above
    from pitboss.solving.answers.situation import Situation  # noqa: PLC0415  as above

    odds = odds_of(GAMES[game])
    said = {"board": board, "gone": gone or None}
    if not said.keys() <= {ask.name for ask in odds.SITUATION}:
        return None
    advice = odds.advise(GAMES[game].rules.read(rules), Situation(odds.SITUATION, said))
    return {"spots": {name: float(worth) for name, worth in advice.options.items()}}


def prepare(game: str, rules: dict[str, object]) -> None:
    """Play rounds that nobody sees until an offer was answered best."""
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
    """A situation from a real round, with what each answer is worth."""
    from pitboss.school.skills import questions  # noqa: PLC0415  as above

    return next(questions(GAMES[game], GAMES[game].rules.read(rules), ["play"], seed))


def edges_of(game: str, rules: dict[str, object]) -> Edge | None:
    """The edge on the game as played, or else on its first bet, and on each bet; nothing where no odds are known."""
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
    """What the seat's bets were worth before the deal; nothing for a game whose odds are not worked out."""
    from pitboss.games.odds import outlook_of  # noqa: PLC0415  as above

    try:
        found = outlook_of(read_json(record, GAMES), Seat(seat))
    except ImportError:
        return None
    kept = json.loads(record)
    return Expected(found.mean, found.variance, tuple(_mistakes(kept, Seat(seat))))


def _mistakes(record: dict[str, Any], seat: Seat) -> Iterator[tuple[str, float]]:
    """The answers of a seat that were not the best, and what each cost on average."""
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
