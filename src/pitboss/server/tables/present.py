"""JSON for the page: the table as one viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, astuple

from pitboss.cards import show_cards
from pitboss.layout.on_page import page_plan
from pitboss.play.bets import Bet
from pitboss.play.steps import Event, Seat
from pitboss.play.view import seen_by
from pitboss.play.words import rulings, without_rulings
from pitboss.server.store.balances import Accounts
from pitboss.table.chips import Vocabulary
from pitboss.table.finished_round import text_of
from pitboss.table.seats import SeatedPlayer, Setup
from pitboss.table.states import State
from pitboss.table.table import Table


class EventEncoder:
    """Events as JSON for several viewers. Events that look the same to everyone are encoded once."""

    def __init__(self, events: Sequence[Event], words: Vocabulary) -> None:
        self._events, self._words = events, words
        self._shown = [seen_by(event, None) for event in events]
        self._rail = [text_of(event, words(None)) for event in self._shown]
        self._for_all = b"[%b]" % b",".join(self._rail)

    def to(self, seat: Seat | None) -> bytes:
        """Return the events as a JSON list as this seat sees them. Without a seat, use the spectator's view."""
        own = [] if seat is None else [place for place in range(len(self._events)) if self._is_own(place, seat)]
        if not own:
            return self._for_all
        texts, words = list(self._rail), self._words(seat)
        for place in own:
            texts[place] = text_of(seen_by(self._events[place], seat), words)
        return b"[%b]" % b",".join(texts)

    def _is_own(self, place: int, seat: Seat) -> bool:
        event = self._events[place]
        if getattr(event, "seat", None) == seat or seat in getattr(event, "seats", ()):
            return True
        return self._shown[place] is not event and seen_by(event, seat) is event


def update(events: bytes, table: bytes, you: bytes) -> bytes:
    """Build an update message from encoded parts."""
    return b'{"type":"update","events":%b,"table":%b,"you":%b}' % (events, table, you)


def with_number(update: bytes, number: int | None) -> bytes:
    """Add the id of the answered message to an update."""
    return b'%b,"id":%b}' % (update[:-1], b"null" if number is None else b"%d" % number)


class SeatState(Struct):
    """The public state of a seat."""

    nick: str
    bot: bool
    bets: Mapping[str, int]
    ready: bool
    away: bool
    leaving: bool
    seed: str


class OfferState(Struct):
    """The current offer: its subject, the seats it is made to, and the seats that have answered."""

    number: int
    about: str
    seats: tuple[Seat, ...]
    said: tuple[Seat, ...]


class SharedState(Struct):
    """The state that everyone at the table and every spectator sees."""

    state: State
    number: int
    commitment: str | None
    next_seal: str
    """The hash of the house seed for the next shuffle."""
    board: str
    seats: Mapping[Seat, SeatState]
    offer: OfferState | None
    deadline: float | None


class OwnState(Struct):
    """A player's private state: bankroll, options, and what is wrong with the bets, if anything."""

    seat: Seat | None
    bankroll: int
    in_hand: int
    fault: str | None
    rebet: Mapping[str, int] | None
    asked: Mapping[str, object] | None
    closed: Mapping[str, str]
    """Spots that can't be bet on now, and the reason."""


def news(known: Struct | None, now: Struct) -> dict[str, Any]:
    """Return the fields that changed since the known state, or all fields if none is known."""
    if known is None:
        return asdict(now)
    pairs = zip(now.__struct_fields__, astuple(known), astuple(now), strict=True)
    return {name: entry for name, before, entry in pairs if entry != before}


def table_news(known: SharedState | None, now: SharedState, time: float) -> dict[str, Any]:
    """Return the table's changes, per seat (null if a seat was vacated), with the deadline as seconds left."""
    changed = news(known, now)
    if known and "seats" in changed:
        before, after = known.seats, now.seats
        changed["seats"] = {seat: after.get(seat) for seat in {*before, *after} if before.get(seat) != after.get(seat)}
    if "deadline" in changed:
        deadline = changed.pop("deadline")
        changed["left"] = None if deadline is None else round(max(deadline - time, 0), 2)
    return changed


def shared_state(table: Table) -> SharedState:
    """Return the state that everyone at the table and every spectator sees."""
    dealt = table.round
    board = show_cards(dealt.board) if dealt and table.state is State.BETTING else ""
    commitment = table.shoe.commitment if table.shoe else None
    seats = {seat: _seat(table, seat, sitter) for seat, sitter in table.seats.items()}
    return SharedState(
        table.state,
        table.number,
        commitment,
        table.house_seeds.seal,
        board,
        seats,
        offer_state(table),
        table.deadline,
    )


def offer_state(table: Table) -> OfferState | None:
    """Return the current offer: its subject, its seats, and the seats that have answered."""
    dealt, offer = table.round, table.pending
    if offer is None or dealt is None:
        return None
    return OfferState(table.offer_number, offer.about, tuple(offer.options), tuple(dealt.answered))


def _seat(table: Table, seat: Seat, sitter: SeatedPlayer) -> SeatState:
    bets, ready, away = table.chips.bets.get(seat, {}), seat in table.ready, seat in table.away
    return SeatState(sitter.nick, sitter.bot, bets, ready, away, sitter.leaving, sitter.seed)


def asked_of(table: Table, seat: Seat) -> dict[str, object] | None:
    """Return the options of a seat that still has to answer, or None."""
    dealt, offer = table.round, table.pending
    if offer is None or dealt is None or seat in dealt.answered or seat not in offer.options:
        return None
    options = [{"name": option.name, "words": option.words, "cost": option.cost} for option in offer.options[seat]]
    return {"options": options, "context": dict(offer.context)}


class TableSnapshot:
    """A snapshot of the table for several viewers that looks up shared data once."""

    def __init__(self, table: Table, bank: Accounts) -> None:
        self._table, self._bank = table, bank
        self._seats = {sitter.player: seat for seat, sitter in table.seats.items() if not sitter.bot}

    def own(self, player: str) -> OwnState:
        """Return the player's private state."""
        table, seat = self._table, self._seats.get(player)
        bankroll, rebet = self._bank.bankroll(player), table.last_bets.get(player)
        in_hand, fault, asked = 0, None, None
        closed: Mapping[str, str] = {}
        if seat is not None and table.state is State.DEALING:
            in_hand, asked = table.chips.in_hand(seat), asked_of(table, seat)
        elif seat is not None and table.state is State.BETTING:
            fault, closed = table.chips.fault(seat), table.chips.closed
        return OwnState(seat, bankroll, in_hand, fault.reason if fault else None, rebet, asked, closed)

    def seat(self, player: str) -> Seat | None:
        """Return the seat whose cards the player may see: the player's own, if the player has chips in the round."""
        seat = self._seats.get(player)
        chips = self._table.chips
        owner = chips.owners.get(seat) or chips.owned.get(seat) if seat else None
        return seat if owner and owner.player == player else None


def table_info(setup: Setup) -> dict[str, Any]:
    """Return the fixed properties of a table."""
    game, rules = setup.game, setup.rules
    return {
        "id": setup.id, "game": game.name, "title": game.title, "sentence": game.sentence, "seats": setup.seats,
        "chip": rules.chip, "clocks": {"bets": setup.clocks.bets, "offers": setup.clocks.offers},
        "changed": rules.changed(), "bets": [bet_info(bet) for bet in game.bets(rules)],
        "felt": page_plan(game, rules), "pack": pack_words(rules),
    }  # fmt: skip


def pack_words(rules: Any) -> str:
    """Describe the cards in the shoe, or the fresh deck of a game without a shoe."""
    decks, jokers = getattr(rules, "decks", 0), getattr(rules, "jokers", 0)
    if not decks:
        return "Fresh deck every round"
    return f"{decks} deck{'s' * (decks > 1)}" + (f", {jokers} jokers" if jokers else "")


def bet_info(bet: Bet) -> dict[str, Any]:
    """Return one bet for the page, with its ruling separate from its meaning."""
    return {
        "name": bet.name, "title": bet.title, "least": bet.least, "most": bet.most,
        "meaning": without_rulings(bet.meaning), "ruling": ", ".join(rulings(bet.meaning)), "in_play": bet.in_play,
        "compulsory": bet.compulsory, "equals": bet.equals,
    }  # fmt: skip
