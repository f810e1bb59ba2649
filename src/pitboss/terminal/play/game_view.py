"""Sitting at a table of bots: all that the plain log and the full-screen table share, and not a word printed."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.money import Cents
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.bots import complete
from pitboss.play.game import Game
from pitboss.play.layout import TableLayout
from pitboss.play.records.ledger import at_stake
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Option, Seat
from pitboss.play.view import seen_by, view
from pitboss.play.words import Words
from pitboss.table.session import Session
from pitboss.terminal.play.history_lines import Past, past


class Playing:
    """One player, or nobody, and the bots: what lies on the table, what was said, what came of it."""

    def __init__(self, session: Session, you: Seat | None, layout: TableLayout | None = None) -> None:
        self.session, self.you = session, you
        self.layout = layout or TableLayout()
        self.history: list[Past] = []
        titles = {bet.name: bet.title for bet in self.bets}
        self.words = Words(titles, you)
        self._last: SeatBets = {}

    @property
    def game(self) -> Game:
        """What is dealt."""
        return self.session.game

    @property
    def bets(self) -> tuple[Bet, ...]:
        """The spots of the layout."""
        return self.session.game.bets(self.session.rules)

    @property
    def held(self) -> int:
        """What the player has in front."""
        return self.session.held(self.you) if self.you is not None else 0

    @property
    def is_broke(self) -> bool:
        """Whether the player holds too little to go on."""
        return self.you is not None and self.session.is_broke(self.you)

    def open(self) -> list[Event]:
        """The dealer gets ready for wagers; a round that stands open already is gone on with."""
        if self.session.is_open:
            return []
        motions, before_wagers = self.session.open_round(), self.session.news()
        self.layout.next_round(board_stays=bool(self.session.round.board) and not before_wagers)
        return self.see([*motions, *before_wagers])

    def usual(self) -> SeatBets:
        """What Enter bets: the last wagers as far as they may lie there now, or the least."""
        if self.you is None:
            return {}
        return self.session.allowed(self.you, self._last) or self.session.least(self.you)

    def bet(self, placed: SeatBets) -> bool:
        """Put the player's wagers down and deal; whether anybody bets at all."""
        wagers = {self.you: placed} if self.you is not None and placed else {}
        dealt = self.session.place(wagers)
        if wagers:
            self._last = placed
        return dealt

    def next_offer(self) -> Offer | None:
        """What the player is asked next; the bots answer what they are asked, and before the player does."""
        while (offer := self.session.round.pending) is not None:
            self.session.let_bots_answer()
            if self.you in offer.options:
                return offer
        return None

    @property
    def seen(self) -> tuple[Event, ...]:
        """All that the player has seen of this round."""
        return view(self.session.round.events, self.you)

    @property
    def options(self) -> tuple[Option, ...]:
        """What the player may say now, what silence means first."""
        offer = self.session.round.pending
        return offer.options[self.you] if offer and self.you is not None and self.you in offer.options else ()

    def others_said(self) -> list[tuple[Seat, str]]:
        """What the others have answered to the offer that stands: they spoke first."""
        return [(seat, answer) for seat, answer in self.session.round.said.items() if seat != self.you]

    def sensible(self) -> Option | None:
        """What a plain bot would say in the player's place."""
        offer, you = self.session.round.pending, self.you
        if offer is None or you is None or you not in offer.options:
            return None
        said = self.game.bot(self.session.rules, view(self.session.round.events, you), offer, you)
        return offer.option(you, said)

    def gives_up(self) -> Option | None:
        """What silence gives up now: the sensible answer, where that is another one and can be paid."""
        sensible = self.sensible()
        if sensible is None or sensible == self.options[0] or sensible.cost > self.held:
            return None
        return sensible

    def say(self, option: Option) -> None:
        """The player answers, if that can be paid."""
        assert self.you is not None
        self.session.say(self.you, option)

    def take_back(self) -> str:
        """Undo the player's last answer, and all that followed it; what was taken back."""
        assert self.you is not None
        answer = self.session.take_back(self.you)
        self.layout.next_round(board_stays=False)
        self.see(self.session.news())
        return answer

    def lying(self) -> int:
        """The player's chips on the table."""
        return sum(amount for (seat, _), amount in at_stake(self.session.round.events).items() if seat == self.you)

    @property
    def is_dealing(self) -> bool:
        """Whether a round is on, with wagers down."""
        return self.session.is_open and self.session.round.wagers is not None and not self.session.round.is_over

    def be_silent(self) -> None:
        """The player is gone or says no more: the round goes on to its end, silence standing for every answer."""
        while self.session.round.pending:
            self.session.let_bots_answer()
            if self.session.round.pending:
                self.session.round.close_offer()

    def news(self) -> list[Event]:
        """What happened since this was asked before, as far as the player may see it."""
        return self.see(self.session.news())

    def see(self, events: Iterable[Event]) -> list[Event]:
        """These events as this seat sees them, laid out; where bots play everything, all of them."""
        seen = [event if self.you is None else seen_by(event, self.you) for event in events]
        for event in seen:
            self.layout.see(event)
        return seen

    def close(self) -> Past:
        """The round is over."""
        dealt = self.session.round
        record = self.session.close_round()
        self.history.append(past(self.session.rounds, record, dealt))
        return self.history[-1]

    def may_add(self, bet: Bet, placed: SeatBets) -> bool:
        """Whether the rules allow the least amount on this spot, next to what is placed."""
        if self.you is None or bet.name in self.session.closed:
            return False
        chip = self.session.rules.chip
        least = Cents(-(-max(bet.least, 1) // chip) * chip)
        wanted = complete(self.bets, {**placed, bet.name: placed.get(bet.equals or "", least)})
        return bet.name in self.session.allowed(self.you, wanted)

    def check_chips(self, placed: SeatBets) -> None:
        """Refuse chips over a limit or over the bankroll; they may still be short of the least bet."""
        if self.you is not None:
            self.session.check_chips(self.you, placed)

    def check(self, placed: SeatBets) -> None:
        """Refuse wagers that may not lie there or cannot be paid."""
        if self.you is None:
            raise Refused("not-seated", "nobody sits here")
        self.session.check(self.you, placed)
