"""The state of a player at a table of bots, shared by the plain log and the full screen, without any output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from pitboss.money import Cents, show_money
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.bots import complete
from pitboss.play.game import Game
from pitboss.play.layout import Place
from pitboss.play.records.ledger import at_stake
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Option, Seat
from pitboss.play.view import seen_by, view
from pitboss.play.words import capital
from pitboss.table.session import Session
from pitboss.terminal.play.coach import Coach, save_worst
from pitboss.terminal.play.narrate import NarrationStyle, Past, past, signed
from pitboss.terminal.play.prompts import explain_answers, explain_bets, pay_lines, show_history, show_sheet
from pitboss.terminal.play.shown_layout import TokenLayout
from pitboss.terminal.play.typed_answers import TypedWord
from pitboss.terminal.screen import Line, Screen

PAYS_WIDE = 60
"""The maximum width of the pay tables, in columns."""


@dataclass(frozen=True)
class SessionPreferences:
    """Preferences of a session: how much is shown, a coach, the pace of the full screen, and where records go."""

    motions: bool = False
    rulings: bool = False
    coach: bool = False
    score: bool = False
    """Whether answers are priced in the background and rounds are added to the user's statistics."""
    pace: str = "normal"
    json_to: TextIO | None = None
    save_to: TextIO | None = None


class Playing:
    """One player, or none, and the bots: the cards on the table, the open question, the rounds so far."""

    def __init__(
        self, session: Session, you: Seat | None, preferences: SessionPreferences, layout: TokenLayout
    ) -> None:
        self.session, self.you, self.preferences, self.layout = session, you, preferences, layout
        self.keeps_score = you is not None and (preferences.coach or preferences.score)
        self.history: list[Past] = []
        self.bets: tuple[Bet, ...] = session.game.bets(session.rules)
        self.words = session.game.words(session.rules, you)
        self.style = NarrationStyle(self.words, preferences.motions, preferences.rulings)
        self.coach = Coach(self)
        self._last: SeatBets = {}

    @property
    def game(self) -> Game:
        """The game that is dealt."""
        return self.session.game

    @property
    def held(self) -> int:
        """The player's bankroll, without the chips on the table."""
        return self.session.held(self.you) if self.you is not None else 0

    @property
    def is_broke(self) -> bool:
        """Whether the player has too little to bet."""
        return self.you is not None and self.session.is_broke(self.you)

    def open(self) -> list[Event]:
        """Open a round for wagers, unless one is open; return the dealer's first events, for `lay`."""
        if self.session.is_open:
            return []
        motions, before_wagers = self.session.open_round(), self.session.news()
        self.layout.next_round(board_stays=bool(self.session.round.board) and not before_wagers)
        return self._masked([*motions, *before_wagers])

    def usual(self) -> SeatBets:
        """Return the default wagers: the last ones as far as they are allowed now, or the minimum."""
        if self.you is None:
            return {}
        return self.session.allowed(self.you, self._last) or self.session.least(self.you)

    def bet(self, placed: SeatBets) -> bool:
        """Place the player's wagers and deal; return whether anybody bets at all."""
        wagers = {self.you: placed} if self.you is not None and placed else {}
        dealt = self.session.place(wagers)
        if wagers:
            self._last = placed
        return dealt

    @property
    def pending(self) -> Offer | None:
        """The open question, to the player or to a bot; None between questions and between rounds."""
        return self.session.round.pending if self.session.is_open else None

    def next_offer(self) -> Offer | None:
        """Return the player's next question, after the bots have answered theirs; None at the end of the round."""
        while (offer := self.session.round.pending) is not None:
            self.session.let_bots_answer()
            if self.you in offer.options:
                return offer
        return None

    @property
    def seen(self) -> tuple[Event, ...]:
        """Everything that the player has seen of this round."""
        return view(self.session.round.events, self.you)

    @property
    def options(self) -> tuple[Option, ...]:
        """The answers to the open question; options that are cards come in the order of the cards."""
        offer = self.pending
        if offer is None or self.you is None or self.you not in offer.options:
            return ()
        options, places = offer.options[self.you], _places(offer)
        if not all(option.name in places for option in options):
            return options
        return tuple(sorted(options, key=lambda option: places[option.name]))

    @property
    def default(self) -> Option:
        """The answer that Enter selects, which also applies if no answer is given (C-6)."""
        offer, you = self._asked()
        return offer.options[you][0]

    def _asked(self) -> tuple[Offer, Seat]:
        """Return the open question and the player's seat."""
        offer, you = self.pending, self.you
        assert offer is not None
        assert you is not None
        return offer, you

    def label(self, option: Option) -> str:
        """Return an option as a button shows it: "Hit", or "A♥ alone" for an option that is a card on the table."""
        offer = self.pending
        at = _places(offer).get(option.name, "") if offer else ""
        cards = self.layout.cards.get((self.you, at), [])
        if not cards:
            return capital(option.words)
        return f"{cards[0].sign} {option.name.rstrip('0123456789').rstrip('-')}"

    def totals(self) -> Mapping[Place, str]:
        """Return the totals that the game provides in addition to those in its events, as the player sees them."""
        if self.game.totals is None:
            return {}
        return self.game.totals(self.session.rules, self.layout.cards, self.you)

    def others_answers(self) -> list[tuple[Seat, str]]:
        """Return the answers that the bots have given to the open question."""
        return [(seat, answer) for seat, answer in self.session.round.answered.items() if seat != self.you]

    def confirm_question(self) -> str:
        """Return a question to confirm a default answer that a plain bot would not give; empty if none is needed."""
        offer, you = self._asked()
        sensible = offer.option(you, self.game.bot(self.session.rules, self.seen, offer, you))
        if sensible == self.default or sensible.cost > self.held:
            return ""
        return f"{capital(offer.about)}: {self.label(self.default)} instead of {self.label(sensible)}?"

    def say(self, option: Option) -> str:
        """Give an answer; return what the coach says about it. Raise `Refused` if the player cannot pay for it."""
        offer, you = self._asked()
        judged = self.coach.give(option, offer) if self.keeps_score else ""
        try:
            self.session.say(you, option)
        except Refused:
            self.coach.take_back()
            raise
        return judged if self.preferences.coach else ""

    def take_back(self) -> str:
        """Undo the player's last answer and everything after it; return a message about it."""
        assert self.you is not None
        answer = self.session.take_back(self.you)
        self.layout.next_round(board_stays=False)
        self.news()
        self.coach.take_back()
        return f"Taken back: {answer}."

    def leave_question(self) -> str:
        """Return the question to a player who leaves in the middle of a round."""
        stake = sum(amount for (seat, _), amount in at_stake(self.session.round.events).items() if seat == self.you)
        stake_note = f"your {show_money(stake)} on the table stays in play, with default answers"
        return f"Leaving gives no bet back: {stake_note}. Leave?"

    @property
    def is_dealing(self) -> bool:
        """Whether a round with wagers is in progress."""
        return self.session.is_open and self.session.round.wagers is not None and not self.session.round.is_over

    def answer_with_defaults(self) -> None:
        """Play the round to its end with the default answer to every question of the player."""
        while self.next_offer():
            self.session.round.close_offer()

    def unseen(self) -> list[Event]:
        """Return what happened since the last call, as the player sees it; the layout does not change."""
        return self._masked(self.session.news())

    def news(self) -> list[Event]:
        """Return what happened since the last call, as the player sees it, with the layout up to date."""
        return self.lay(self.unseen())

    def lay(self, events: Iterable[Event]) -> list[Event]:
        """Move the cards and chips of the layout as these events do."""
        events = list(events)
        for event in events:
            self.layout.see(event)
        return events

    def _masked(self, events: Iterable[Event]) -> list[Event]:
        return [event if self.you is None else seen_by(event, self.you) for event in events]

    def close(self) -> Past:
        """Close the finished round, save its record, add it to the score, and return its result."""
        dealt = self.session.round
        record = self.session.close_round()
        done = past(self.session.rounds, record, dealt)
        self.history.append(done)
        if self.preferences.save_to:
            self.preferences.save_to.write(record.as_json() + "\n")
            self.preferences.save_to.flush()
        if self.keeps_score:
            self.coach.end_round(done)
        return done

    def switch_motions(self) -> str:
        """Turn the dealer's procedure on or off; return a message about it."""
        self.style = self.style._replace(motions=not self.style.motions)
        return f"The dealer's procedure is {'shown' if self.style.motions else 'left out'} from here on."

    def explain(self, word: TypedWord, screen: Screen) -> None:
        """Print the rules, the pay tables, the history, or help with the current question."""
        offer = self.pending
        match word:
            case TypedWord.RULES:
                show_sheet(screen, self.game, self.session.rules)
            case TypedWord.PAYS:
                screen.lines(self.pay_lines(self.seen if offer else (), min(screen.width, PAYS_WIDE)))
            case TypedWord.HISTORY:
                show_history(screen, self.history, self.you)
            case TypedWord.HELP if offer is not None and self.you in offer.options:
                explain_answers(screen, offer.about, self)
            case TypedWord.HELP:
                explain_bets(screen, self.bets)

    def pay_lines(self, shown: Sequence[Event], width: int) -> list[Line]:
        """Return the pay tables, with the lines marked that the player's bets have made or can still make."""
        return list(pay_lines(self.game, self.session.rules, self.layout, shown, self.you, width))

    def may_add(self, bet: Bet, placed: SeatBets) -> bool:
        """Return whether the rules allow the minimum bet on this spot in addition to these bets."""
        if self.you is None or bet.name in self.session.closed:
            return False
        chip = self.session.rules.chip
        least = Cents(-(-max(bet.least, 1) // chip) * chip)
        wanted = complete(self.bets, {**placed, bet.name: placed.get(bet.equals or "", least)})
        return bet.name in self.session.allowed(self.you, wanted)

    def check_chips(self, placed: SeatBets) -> None:
        """Raise `Refused` for chips over a limit or over the bankroll; they may be below the minimum bet."""
        if self.you is not None:
            self.session.check_chips(self.you, placed)

    def check(self, placed: SeatBets) -> None:
        """Raise `Refused` for wagers that the rules or the bankroll do not allow."""
        if self.you is None:
            raise Refused("not-seated", "nobody is seated here")
        self.session.check(self.you, placed)

    def summary(self) -> list[str]:
        """Return a summary of the session, with the command that replays the most expensive mistake."""
        rounds, score = f"{self.session.rounds} round{'' if self.session.rounds == 1 else 's'}", self.coach.score
        if self.you is None:
            return [f"{rounds} dealt; the house {signed(sum(past.house for past in self.history))}."]
        won = signed(self.held - self.session.buy_in)
        lines = [f"You played {rounds} and leave with {show_money(self.held)} ({won})."]
        lines += [f"{score.line()}."] if score.answers else []
        lines += [worst] if (worst := score.worst_line()) else []
        if self.preferences.score:
            lines += [f"Replay it: pitboss replay {path}"] if (path := save_worst(score)) else []
        return lines


def _places(offer: Offer) -> Mapping[str, str]:
    """Return the place of each option's card, if the options are cards."""
    places = offer.context.get("at")
    return places if isinstance(places, Mapping) else {}
