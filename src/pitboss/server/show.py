"""What is sent: the table as one viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.cards import show_cards
from pitboss.play.bets import Bet
from pitboss.play.steps import Event, Seat
from pitboss.play.view import seen_by
from pitboss.table.finished import text_of
from pitboss.table.money import purse
from pitboss.table.seats import Setup
from pitboss.table.states import State
from pitboss.table.table import Table


class Telling:
    """Events as JSON for many viewers; what all of them see is written once."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        self._rail = [text_of(seen_by(event, None)) for event in events]
        self._hidden = [place for place, event in enumerate(events) if seen_by(event, None) is not event]
        self._for_all = f"[{','.join(self._rail)}]"

    def to(self, seat: Seat | None) -> str:
        """The events as a JSON list, as this seat sees them: as the rail does, but for its own cards."""
        own = [place for place in self._hidden if seen_by(self._events[place], seat) is self._events[place]]
        if not own:
            return self._for_all
        texts = list(self._rail)
        for place in own:
            texts[place] = text_of(self._events[place])
        return f"[{','.join(texts)}]"


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What has to be told to someone who knows the old state: the entries that changed, seat by seat, none for gone."""
    changed = {key: value for key, value in new.items() if key not in old or old[key] != value}
    if "seats" in changed and "seats" in old:
        before, now = old["seats"], new["seats"]
        changed["seats"] = {seat: now.get(seat) for seat in {*before, *now} if before.get(seat) != now.get(seat)}
    return changed


def with_time_left(state: Mapping[str, Any], now: float) -> dict[str, Any]:
    """The state as it is sent: not when a clock ends, which is the server's time, but how long that is from now."""
    told = dict(state)
    if "deadline" in told:
        deadline = told.pop("deadline")
        told["left"] = None if deadline is None else round(max(deadline - now, 0), 2)
    return told


def shared_state(table: Table) -> dict[str, Any]:
    """What everyone at the table and at the rail sees."""
    dealt = table.round
    return {
        "state": str(table.state),
        "number": table.number,
        "commitment": table.shoe.commitment if table.shoe else None,
        "board": show_cards(dealt.board if dealt and table.state is State.BETTING else ()),
        "seats": {seat: _seat(table, seat) for seat in table.seats},
        "offer": offer_state(table),
        "deadline": table.deadline,
    }


def offer_state(table: Table) -> dict[str, Any] | None:
    """What the dealer asks, of whom, and who has spoken."""
    dealt, offer = table.round, table.pending
    if offer is None or dealt is None:
        return None
    return {
        "number": table.offer_number, "about": offer.about, "seats": list(offer.options), "said": list(dealt.said)
    }  # fmt: skip


def _seat(table: Table, seat: Seat) -> dict[str, Any]:
    sitter = table.seats[seat]
    return {
        "nick": sitter.nick,
        "bot": sitter.bot,
        "bets": table.bets.get(seat, {}),
        "ready": seat in table.ready,
        "away": seat in table.away,
        "leaving": sitter.leaving,
    }


class OwnState(NamedTuple):
    """What only this player sees: bankroll, options, and why the chips may not lie as they do."""

    seat: Seat | None
    bankroll: int
    in_hand: int
    fault: str | None
    rebet: Mapping[str, int] | None
    asked: Mapping[str, object] | None


class Sight:
    """The table at one moment, looked at by many: what they share is looked up once."""

    def __init__(self, table: Table) -> None:
        self._table, self._state = table, table.state
        self._seats = {sitter.player: seat for seat, sitter in table.seats.items() if not sitter.bot}
        self._won = table.won_so_far() if table.state is State.DEALING else {}
        self._asked = table.asked()

    def own(self, player: str) -> OwnState:
        """What this player may know beyond what all see."""
        table, seat = self._table, self._seats.get(player)
        bankroll, rebet = table.bank.balance(purse(player)), table.last_bets.get(player)
        if seat is None:
            return OwnState(None, bankroll, 0, None, rebet, None)
        if self._state is State.DEALING:
            in_hand = table.brought.get(seat, 0) + self._won.get(seat, 0)
            return OwnState(seat, bankroll, in_hand, None, rebet, self._asked.get(seat))
        fault = table.bets_fault(seat) if self._state is State.BETTING else None
        return OwnState(seat, bankroll, 0, fault.reason if fault else None, rebet, None)

    def seat(self, player: str) -> Seat | None:
        """The seat through whose eyes a player sees the round: its own, if its chips are in it."""
        seat = self._seats.get(player)
        owner = self._table.owners.get(seat) if seat else None
        return seat if owner and owner.player == player else None


def table_info(setup: Setup) -> dict[str, Any]:
    """What does not change while the table stands."""
    game, rules = setup.game, setup.rules
    return {
        "id": setup.id, "game": game.name, "title": game.title, "sentence": game.sentence, "seats": setup.seats,
        "chip": rules.chip, "clocks": {"bets": setup.clocks.bets, "offers": setup.clocks.offers},
        "changed": rules.changed(), "bets": [bet_info(bet) for bet in game.bets(rules)],
    }  # fmt: skip


def bet_info(bet: Bet) -> dict[str, Any]:
    """One spot, for the page."""
    return {
        "name": bet.name, "title": bet.title, "least": bet.least, "most": bet.most, "meaning": bet.meaning,
        "in_play": bet.in_play, "compulsory": bet.compulsory, "equals": bet.equals,
    }  # fmt: skip
