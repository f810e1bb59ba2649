"""Player commands at a table: taking a seat and acting from it."""

from __future__ import annotations

from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.tables import messages
from pitboss.server.tables.services import TableServices
from pitboss.table.autoplay import BOT_NAMES
from pitboss.table.nickname_rules import likeness
from pitboss.table.table import Table


def do(message: messages.FromPage, player: str, table: Table, services: TableServices) -> None:
    """Carry out a player's message at the table, from the player's own seat only."""
    now = services.now()
    if isinstance(message, messages.Sit):
        table.sit(Seat(message.seat), player, services.players.nick_of(player), now, seed=message.seed)
        return
    own = _own_seat(table, player)
    match message:
        case messages.Say(answer=answer, offer=offer, seat=seat):
            if seat is not None and seat != own:
                raise Refused("not-your-seat", f"seat {seat} is not yours: you sit in seat {own}")
            table.say(own, answer, now, offer)
        case messages.PlaceBet(bets=bets):
            table.bet(own, bets, now)
        case messages.Ready(seed=text):
            table.say_ready(own, now, text)
        case messages.Stand():
            table.stand(own, now)
        case messages.SetSeed(seed=text):
            table.set_seed(own, text)
        case messages.NewShoe():
            table.new_shoe(own)
        case messages.SeatBot(seat=seat, sits=True):
            seat_bot(table, Seat(seat), now)
        case messages.SeatBot(seat=seat):
            send_bot_away(table, Seat(seat), now)


def _own_seat(table: Table, player: str) -> Seat:
    seat = table.seats.of(player)
    if seat is None:
        raise Refused("not-seated", "you have no seat: take one first")
    return seat


def seat_bot(table: Table, seat: Seat, now: float) -> None:
    """Seat a bot in a free seat."""
    taken = {likeness(sitter.nick) for sitter in table.seats.values()}
    nick = next(name for name in BOT_NAMES if likeness(name) not in taken)
    table.sit(seat, f"bot-{seat}", nick, now, bot=True)


def send_bot_away(table: Table, seat: Seat, now: float) -> None:
    """Remove a bot from its seat."""
    if seat not in table.seats or not table.seats[seat].bot:
        raise Refused("not-a-bot", f"there is no bot in seat {seat}")
    table.stand(seat, now)
