"""Let It Ride: three bets, two of which may be taken back."""

from __future__ import annotations

from pitboss.kit import Game

from let_it_ride.deal.bot import answer
from let_it_ride.deal.round import play
from let_it_ride.deal.rules import Rules, bets, seats, whole_pack

GAME = Game(
    name="let-it-ride",
    title="Let It Ride",
    sentence="Three bets on five cards: take two of them back, or let them ride.",
    sheet="sheet.md",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    play=play,
    bot=answer,
    edge_of_one_bet=True,
)
