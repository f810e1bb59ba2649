"""A sitting at the terminal table: the loop that asks, deals, tells and keeps the records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TextIO

from pitboss.money import show_money
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.ledger import bank, net
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Option, Seat
from pitboss.play.view import seen_by
from pitboss.table.session import Session
from pitboss.terminal.ask import Word, read_answer, read_wagers
from pitboss.terminal.interrupt import Interrupts
from pitboss.terminal.layout import Layout
from pitboss.terminal.picture import draw, draw_dealer
from pitboss.terminal.prompts import explain_answers, explain_bets, list_options, show_bets
from pitboss.terminal.screen import Screen
from pitboss.terminal.tell import result_line, signed, tell


class Left(Exception):
    """The player got up."""


class Sitting:
    """One player, or nobody, at a table of bots."""

    def __init__(
        self, session: Session, you: Seat | None, screen: Screen, interrupts: Interrupts, *,
        json_to: TextIO | None = None, save_to: TextIO | None = None,
    ) -> None:  # fmt: skip
        self.session = session
        self.you = you
        self.screen = screen
        self.layout = Layout()
        self._interrupts = interrupts
        self._json_to = json_to
        self._save_to = save_to
        self._last: SeatBets = {}
        self._house = 0

    def play(self, rounds: int | None) -> None:
        """Deal until the player leaves or is broke, input ends, or this many rounds have passed."""
        passed = 0
        try:
            while (rounds is None or passed < rounds) and not self._interrupts.came:
                if self.you is not None and self.session.is_broke(self.you):
                    self._say(f"You have {show_money(self.session.held(self.you))} left, too little to bet.")
                    break
                self._one_round()
                passed += 1
        except (Left, EOFError, KeyboardInterrupt):
            pass
        self._farewell()

    def _one_round(self) -> None:
        self._open()
        try:
            if not self.session.place(self._wagers()):
                self._say("Nobody bets, and no card is dealt.")
                return
            self._tell(self.session.news())
            while self.session.round.pending:
                self.session.let_bots_answer()
                self._answer()
                self._tell(self.session.news())
        except (Left, EOFError, KeyboardInterrupt):
            self._call_off()
            raise
        self._close()

    def _open(self) -> None:
        """The dealer gets ready: a shuffle, or cards that lie there before the wagers."""
        if self.session.is_open:
            return  # nobody bet: the same round still waits for wagers
        motions = self.session.open_round()
        before_wagers = self.session.news()
        self.layout.next_round(board_stays=bool(self.session.round.board) and not before_wagers)
        self._head()
        self._tell([*motions, *before_wagers])

    def _call_off(self) -> None:
        """The player left in the middle of a round: every wager goes back (C-4)."""
        if self.session.round.wagers is not None and not self.session.round.is_over:
            self.session.round.void("the player left the table")
            self._tell(self.session.news())
            self._close()

    def _close(self) -> None:
        dealt = self.session.round
        self._house += bank(net(dealt.events))
        record = self.session.close_round()
        if self._save_to:
            self._save_to.write(record.as_json() + "\n")
            self._save_to.flush()
        if not self._json_to:
            self.screen.line(*result_line(dealt, self.you), indent=2)

    def _wagers(self) -> Mapping[Seat, SeatBets]:
        if self.you is None:
            return {}
        default = self.session.allowed(self.you, self._last) or self.session.least(self.you)
        if not self._json_to:
            draw_dealer(self.screen, self.layout)
            self.screen.line(f"You have {show_money(self.session.held(self.you))}.")
        while True:
            typed = self._ask(f"Your wagers [{show_bets(default)}]: ")
            try:
                said = read_wagers(typed, self._bets)
                if said is Word.QUIT:
                    raise Left
                if said is Word.SIT_OUT:
                    return {}
                if said is Word.HELP:
                    explain_bets(self.screen, self._bets)
                    continue
                placed = default if isinstance(said, Word) else said
                self.session.check(self.you, placed)
                self._last = placed
                return {self.you: placed}
            except Refused as refused:
                self._say(refused.reason)

    def _answer(self) -> None:
        offer = self.session.round.pending
        if offer is None or self.you is None or self.you not in offer.options:
            return
        self._picture()
        options = offer.options[self.you]
        list_options(self.screen, offer.about, options, self.session.held(self.you))
        while self.session.round.pending is offer:
            self._answer_once(offer, options)

    def _answer_once(self, offer: Offer, options: tuple[Option, ...]) -> None:
        assert self.you is not None
        typed = self._ask(f"Your answer [{options[0].name}]: ")
        try:
            said = read_answer(typed, options)
            if said is Word.QUIT:
                raise Left
            if isinstance(said, Word):
                explain_answers(self.screen, offer.about, options, self.session.held(self.you))
            else:
                self.session.say(self.you, said)
        except Refused as refused:
            self._say(refused.reason)

    def _ask(self, prompt: str) -> str:
        if self._json_to:
            self._json_to.flush()
        with self._interrupts.asking():
            return self.screen.ask(prompt)

    @property
    def _bets(self) -> tuple[Bet, ...]:
        return self.session.game.bets(self.session.rules)

    def _tell(self, events: Iterable[Event]) -> None:
        """Show what happened as far as this seat may see it; where bots play everything, all of it."""
        seen = [event if self.you is None else seen_by(event, self.you) for event in events]
        for event in seen:
            self.layout.see(event)
        if self._json_to:
            self._json_to.writelines(json.dumps(event.as_data(), ensure_ascii=False) + "\n" for event in seen)
            return
        for line in tell(seen, self.you):
            self.screen.line(*line, indent=4)

    def _say(self, words: str) -> None:
        self.screen.line((words, "yellow"), indent=2)

    def _head(self) -> None:
        if not self._json_to:
            self.screen.line("")
            self.screen.line((f"{self.session.game.title}, round {self.session.rounds + 1}", "bold underline"))

    def _picture(self) -> None:
        if not self._json_to:
            draw(self.screen, self.layout, self.session.seats, self.you, self.session.held)

    def _farewell(self) -> None:
        if self._json_to:
            return
        rounds = f"{self.session.rounds} round{'' if self.session.rounds == 1 else 's'}"
        self.screen.line("")
        if self.you is None:
            self.screen.line(f"{rounds} dealt; the house {signed(self._house)}.")
            return
        held = self.session.held(self.you)
        change = signed(held - self.session.buy_in)
        self.screen.line(f"You played {rounds} and leave with {show_money(held)} ({change}).")
