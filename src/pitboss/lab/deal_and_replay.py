"""Dealing and replaying single rounds: `pitboss.deal` and `pitboss.replay`."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from random import Random
from typing import Any

from pitboss.games import GAMES
from pitboss.games.odds import best_answer
from pitboss.lab.api import resolve_game
from pitboss.lab.display import FigureTable, ResultView
from pitboss.money import Cents, MoneyError, parse_money, show_money
from pitboss.play.bots import choose_wagers
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.ledger import bank, net
from pitboss.play.records.record import Record
from pitboss.play.records.record_reader import read_data, read_json, read_text
from pitboss.play.records.transcript import transcript
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay_whole
from pitboss.play.steps import Event, Offer, Seat
from pitboss.play.view import view
from pitboss.table.seal.shoe import Shuffle

Says = Callable[[Sequence[Event], Offer, Seat], str]
"""A player function: takes the events the seat has seen, the offer and the seat; returns the answer."""
PLAIN, BEST, BY_HAND = "plain", "best", "by hand"
_PURSE = 100_000


class DealtRound(ResultView):
    """A dealt round: events, results and record. `say` answers a pending offer; `print` shows a transcript."""

    def __init__(self, dealt: Round) -> None:
        self.round = dealt

    @property
    def events(self) -> tuple[Event, ...]:
        """All events in order."""
        return tuple(self.round.events)

    @property
    def pending(self) -> Offer | None:
        """The offer waiting for an answer, or None if the round is over."""
        return self.round.pending

    @property
    def record(self) -> Record:
        """The inputs of the round; replaying them gives the same events."""
        return self.round.record

    @property
    def net(self) -> dict[Seat, dict[str, int]]:
        """The net result of each seat on each bet, in cents."""
        return net(self.round.events)

    @property
    def bank(self) -> int:
        """The house's net result, in cents."""
        return bank(self.net)

    def say(self, answer: str, seat: int = 1) -> DealtRound:
        """Answer for a seat. The dealer continues once every seat that was asked has answered."""
        self.round.say(Seat(seat), answer)
        return self

    def tables(self) -> tuple[FigureTable, ...]:
        """Return a table of nets by seat and bet, and a table of events."""
        nets = tuple((seat, bet, won) for seat, bets in self.net.items() for bet, won in bets.items())
        rows = tuple((number, type(event).__name__, str(event)) for number, event in enumerate(self.events, 1))
        title = self.round.game.title
        return (
            FigureTable(f"{title}: nets, in cents", ("seat", "bet", "net"), nets),
            FigureTable(f"{title}: what happened", ("step", "event", "in words"), rows),
        )

    def as_data(self) -> dict[str, Any]:
        """Return events, nets and the house result in the format of `pitboss replay --json`."""
        return {
            "events": [event.as_data() for event in self.events],
            "net": {str(seat): bets for seat, bets in self.net.items()},
            "bank": self.bank,
        }

    def __str__(self) -> str:
        return "\n".join(transcript(self.round))

    def __repr__(self) -> str:
        asked = f", waiting: {self.pending.about}" if self.pending else ""
        return f"<{self.round.game.title}: {len(self.events)} events, the house {show_money(self.bank)}{asked}>"


def deal(
    rules: str | HouseRules,
    *,
    seed: int | None = None,
    seats: int = 1,
    wagers: Mapping[int, Mapping[str, int | str | Decimal]] | None = None,
    play: str | Says = PLAIN,
) -> DealtRound:
    """
    Deal one round from a fresh shuffle.

    `play` is `plain` (a simple chart), `best` (as `advise` recommends), `by hand` (answer with `say`), or a
    function of the events seen, the offer and the seat. Wagers are text such as "$10", dollars as a Decimal, or
    whole cents as an int; by default the bots choose them. A seed fixes both the shuffle and the bots.

    >>> import pitboss as pb
    >>> dealt = pb.deal("flop22", seed=4, wagers={1: {"ante-1": "$10"}}, play="by hand")
    >>> dealt.pending.about
    'match or double down on hand 1'
    >>> dealt.say("double").net
    {1: {'ante-1': 1000, 'double-1': 1000}}
    """
    game, parsed = resolve_game(rules)
    if type(seats) is not int or not 1 <= seats <= game.seats(parsed):
        raise Refused("no-such-seat", f"{game.title} has 1 to {game.seats(parsed)} seats, not {seats!r}")
    rng = Random(secrets.randbits(64) if seed is None else seed)
    dealt = Shuffle.shuffled(game, parsed, rng).next_round(game, parsed)
    if wagers is None:
        wagers = {
            seat: choose_wagers(game, parsed, Seat(seat), dealt.board, _PURSE, rng) for seat in range(1, seats + 1)
        }
    if not isinstance(wagers, Mapping) or not all(isinstance(bets, Mapping) for bets in wagers.values()):
        raise Refused("not-wagers", f'wagers are bets by seat, as in {{1: {{"main": "$10"}}}}, not {wagers!r}')
    if strange := next((seat for seat in wagers if type(seat) is not int), None):
        raise Refused("no-such-seat", f"seats are numbers, as in 1, not {strange!r}")
    dealt.place(
        {Seat(seat): {bet: cents_of(bet, amount) for bet, amount in bets.items()} for seat, bets in wagers.items()}
    )
    answer = _player(game, parsed, play)
    while answer and (offer := dealt.pending):
        for seat in [seat for seat in offer.options if seat not in dealt.answered]:
            dealt.say(seat, answer(view(dealt.events, seat), offer, seat))
    return DealtRound(dealt)


def _player(game: Any, rules: HouseRules, play: str | Says) -> Says | None:
    if callable(play):
        return play
    if play not in (PLAIN, BEST, BY_HAND):
        raise Refused("no-such-play", f"seats play {PLAIN!r}, {BEST!r}, {BY_HAND!r} or by a function, not {play!r}")
    bot = best_answer(game) if play == BEST else game.bot
    return None if play == BY_HAND else lambda seen, offer, seat: str(bot(rules, seen, offer, seat))


def cents_of(bet: str, amount: int | str | Decimal) -> Cents:
    """
    Convert a bet amount to cents: whole cents as an int, dollars as a Decimal, or text such as "$10".

    >>> cents_of("ante", "$10"), cents_of("ante", Decimal("2.50")), cents_of("ante", 250)
    (1000, 250, 250)
    """
    if type(amount) is int:
        return Cents(amount)
    if not isinstance(amount, (str, Decimal)):
        wanted = 'write "$10", Decimal("2.50"), or whole cents'
        raise Refused("not-an-amount", f"in {bet}, {amount!r} is not an amount: {wanted}")
    try:
        return parse_money(str(amount))
    except MoneyError as error:
        raise Refused("not-an-amount", f"in {bet}, {error}") from None


def replay(record: DealtRound | Record | Mapping[str, Any] | str) -> DealtRound:
    """
    Replay a round: one made by `deal`, its record, the record's data, or its text as JSON or in the short text form.

    >>> import pitboss as pb
    >>> dealt = pb.deal("free-bet", seed=1)
    >>> pb.replay(dealt).net == dealt.net
    True
    >>> pb.replay("game flop22\\npack Ah As ...\\nwagers 1: ante-1 $10\\nanswers 1=both").bank
    -40000
    """
    if isinstance(record, str):
        is_json = record.lstrip().startswith("{")
        return DealtRound(replay_whole(read_json(record, GAMES) if is_json else read_text(record, GAMES)))
    if isinstance(record, DealtRound):
        record = record.record
    if not isinstance(record, (Record, Mapping)):
        raise Refused("no-record", f"{record!r} is not a record: pass a dealt round, its record, its data or its text")
    return DealtRound(replay_whole(record if isinstance(record, Record) else read_data(dict(record), GAMES)))
