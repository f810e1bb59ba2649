"""The `Round` class, which runs a game's script as a state machine."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from pitboss import __version__
from pitboss.cards import Card, Pack, PackEmpty
from pitboss.money import Cents
from pitboss.play.bets import Wagers
from pitboss.play.faults import describe_fault, home_of
from pitboss.play.game import Board, Game
from pitboss.play.motions import CutCardOut, with_motion
from pitboss.play.records.ledger import net
from pitboss.play.records.record import Record
from pitboss.play.refused import Refused
from pitboss.play.steps import Answered, Answers, Event, Offer, Offered, Returned, Script, Seat, Voided, Wagered

log = logging.getLogger(__name__)


class Round:
    """
    A round in progress: `events` have happened, `pending` waits for an answer.

    A new round is open for wagers; `place` accepts them and deals up to the first offer.
    """

    def __init__(
        self, game: Game, rules: Any, pack: Sequence[Card] | Pack, *, board: Board = (), gone: Sequence[Card] = ()
    ) -> None:
        self.game = game
        self.rules = rules
        self.pack = pack if isinstance(pack, Pack) else Pack(pack)
        self.events: list[Event] = []
        self.pending: Offer | None = None
        self.wagers: Wagers | None = None
        self.answers: list[dict[Seat, str]] = []
        self.answered: dict[Seat, str] = {}
        self.void_reason: str | None = None
        self.fault: str | None = None
        """The location and message of a script error, if any; the round is then void."""
        self.board: Board = board
        """The cards on the board; at the end of the round, the board for the next one."""
        self._board_before = board
        self._gone = tuple(gone)
        self._script: Script[Board] | None = None
        behind = game.cut_card(rules) if game.cut_card else 0
        self._behind_cut_card = behind if len(self.pack) >= behind else 0
        """The number of cards behind the cut card; 0 once the cut card is out of the shoe."""
        if game.before_wagers and not board:
            self._run(game.before_wagers(rules, self.pack))

    @classmethod
    def deal(
        cls, game: Game, rules: Any, pack: Sequence[Card] | Pack, wagers: Wagers, *, board: Board = (),
        gone: Sequence[Card] = (),
    ) -> Round:  # fmt: skip
        """Deal a round with known wagers up to its first offer."""
        dealt = cls(game, rules, pack, board=board, gone=gone)
        dealt.place(wagers)
        return dealt

    @property
    def is_over(self) -> bool:
        """Whether the round is settled or void."""
        return self.void_reason is not None or (self.wagers is not None and self._script is None)

    def place(self, wagers: Wagers) -> None:
        """Accept the wagers and deal; raise `Refused` on an invalid wager, without side effects."""
        if self.wagers is not None or self.void_reason is not None:
            raise Refused("bets-closed", "no more bets: the cards are out")
        self.wagers = self.game.check_wagers(self.rules, wagers, self.board)
        for seat, bets in self.wagers.items():
            self.events.extend(Wagered(seat, bet, amount, motion="bet") for bet, amount in bets.items())
        fault = self.game.pack_fault(self.rules, self.pack.cards, self._board_before, self._gone)
        if fault:
            self.call_off(fault)
        else:
            self._run(self.game.play(self.rules, self.pack, self.wagers, self.board))

    def say(self, seat: Seat, answer: str) -> None:
        """Record a seat's answer; when every seat asked has answered, the dealer continues."""
        if self.pending is None:
            raise Refused("nothing-asked", f"no question is open, so seat {seat} cannot say {answer!r}")
        self.pending.option(seat, answer)
        self.answered[seat] = answer
        if len(self.answered) == len(self.pending.options):
            self.close_offer()

    def close_offer(self) -> None:
        """Close the offer on timeout: seats that did not answer get their first option, and the dealer continues."""
        if self.pending is None:
            raise Refused("nothing-asked", "there is no offer to close")
        offer, answered = self.pending, self.answered
        self.answers.append(answered)
        self.pending, self.answered = None, {}
        heard = {seat: answered.get(seat, options[0].name) for seat, options in offer.options.items()}
        for seat, answer in heard.items():
            signal = offer.option(seat, answer).signal
            self.events.extend([signal] if signal else [])
            self.events.append(Answered(seat, answer, motion="answer"))
        self._step(heard)

    def undo(self) -> None:
        """Undo the answers to the open offer, or to the last one closed."""
        if self.answered:
            self.answered = {}
            return
        if not self.answers or self.wagers is None or self.void_reason is not None:
            raise Refused("nothing-to-undo", "there is no answer to take back")
        again = Round(self.game, self.rules, self.pack.cards, board=self._board_before, gone=self._gone)
        again.place(self.wagers)
        again.apply_answers(self.answers[:-1])
        self.__dict__.update(again.__dict__)

    def apply_answers(self, answers: Iterable[Answers]) -> None:
        """Apply the answers of a record, one entry per offer."""
        for number, entry in enumerate(answers, 1):
            if self.pending is None:
                raise Refused("too-many-answers", f"the round made {number - 1} offers, and the record answers more")
            for seat, answer in entry.items():
                self.pending.option(seat, answer)
            self.answered = dict(entry)
            self.close_offer()

    def void(self, reason: str) -> None:
        """Void the round: every bet is returned as if it had not been made (C-4)."""
        if self.is_over:
            raise Refused("round-over", "the round is over and cannot be called off")
        self.call_off(reason)

    def call_off(self, reason: str) -> None:
        """Return every bet, including settled ones: an irregularity found late still voids the round (C-4)."""
        self.pending, self.answered, self._script, self.void_reason = None, {}, None, reason
        before = net(self.events)
        self.events.append(Voided(reason, motion="void"))
        for seat, bets in before.items():
            self.events.extend(Returned(seat, bet, Cents(-amount), motion="give-back") for bet, amount in bets.items())

    @property
    def record(self) -> Record:
        """The inputs of this round, which are enough to replay it."""
        return Record(
            game=self.game, rules=self.rules, pack=self.pack.cards, wagers=self.wagers or {},
            answers=tuple(self.answers), board=self._board_before, gone=self._gone, void=self.void_reason,
            version=__version__,
        )  # fmt: skip

    def _see_cut_card(self) -> None:
        """Add the cut-card event just before that of the first card behind it: this is the last round (C-10)."""
        if len(self.pack) < self._behind_cut_card:
            self._behind_cut_card = 0
            self.events.append(CutCardOut(motion="cut-card"))

    def _run(self, script: Script[Board]) -> None:
        self._script = script
        self._step(None)

    def _step(self, heard: Answers | None) -> None:
        """Run the script to its next offer or its end."""
        script = self._script
        assert script is not None
        try:
            step = next(script) if heard is None else script.send(heard)
            while isinstance(step, Event):
                self._see_cut_card()
                self.events.append(with_motion(step))
                step = script.send({})
        except StopIteration as ended:
            self.board = ended.value or ()
            self._script = None
        except PackEmpty:
            self.call_off("the pack ran out")
        except Exception as error:  # whatever the script raises, every wager is returned
            self.fault = describe_fault(error, home_of(self.game.play))
            _log_once(self.game.name, self.fault)
            self.call_off("the dealer could not go on")
        else:
            self.pending = step
            self.events.append(Offered(step.about, tuple(step.options), motion=step.motion))


@cache
def _log_once(game: str, fault: str) -> None:
    """Log an error in a script only once, however many rounds it affects."""
    log.error("the script of %s failed in %s", game, fault)


def replay(record: Record) -> Round:
    """Replay a record; raise `Refused` if its answers do not match the dealer's offers."""
    dealt = Round.deal(record.game, record.rules, record.pack, record.wagers, board=record.board, gone=record.gone)
    if record.answers is None:
        while dealt.pending:
            dealt.close_offer()
    else:
        dealt.apply_answers(record.answers)
    if record.void is not None and dealt.void_reason is None:
        dealt.call_off(record.void)
    return dealt


def replay_whole(record: Record) -> Round:
    """Replay a finished round; raise `Refused` if the record is incomplete."""
    dealt = replay(record)
    if dealt.pending:
        raise Refused(
            "answers-missing",
            f"the record answers {len(dealt.answers)} offers and the dealer asks once more ({dealt.pending.about}):"
            " write {} for an offer that nobody answered",
        )
    return dealt
