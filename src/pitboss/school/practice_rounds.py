"""Rounds for the school: dealt by the real script under the house's rules, with random bets and answers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from pitboss.money import Cents
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.bots import choose_wagers, keep_allowed
from pitboss.play.game import Game
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.table.seal.shoe import Shoe

PURSE = 200_000
"""The maximum that a seat bets in a round, in cents."""
STAKES = (3, 5, 7, 8, 9, 12.5, 15, 17.5, 22.5, 25, 35, 37.5, 45, 65, 75, 85, 115, 125, 175)
"""Stakes in dollars that dealers find hard to multiply; the table's limits apply."""
PLAYS_WELL = 0.7
"""The probability that a seat answers as the game's simple bot would, if there is one."""


def rounds(game: Game, rules: Any, rng: Random, most_seats: int = 4, *, alike: bool = False) -> Iterator[Round]:
    """Yield finished rounds endlessly from one shoe; a seat's bets are equal if `alike`, else hard to multiply."""
    shoe = Shoe(game, rules, rng)
    while True:
        _, dealt = shoe.open_round()
        if play(dealt, rng, most_seats, alike=alike, hard=not alike):
            yield dealt
        shoe.take_back(dealt)


def play(dealt: Round, rng: Random, most_seats: int, *, alike: bool = False, hard: bool = False) -> bool:
    """Bet and answer to the end of a round; return whether it was played out and not called off."""
    game, rules = dealt.game, dealt.rules
    every = range(1, game.seats(rules) + 1)
    sitting = sorted(rng.sample(every, min(rng.randint(1, most_seats), len(every))))
    wagers = {
        Seat(seat): choose_wagers(game, rules, Seat(seat), dealt.board, PURSE, rng, alike=alike) for seat in sitting
    }
    if hard:
        wagers = {seat: _hard_stakes(dealt, seat, placed, rng) for seat, placed in wagers.items()}
    if not any(wagers.values()):
        return False
    dealt.place(wagers)
    while dealt.pending:
        for seat, options in list(dealt.pending.options.items()):
            well = has_plain_bot(game) and rng.random() < PLAYS_WELL
            if well:
                dealt.say(seat, game.bot(rules, view(dealt.events, seat), dealt.pending, seat))
            else:
                dealt.say(seat, rng.choice(options).name)
    return dealt.void_reason is None


def _hard_stakes(dealt: Round, seat: Seat, placed: SeatBets, rng: Random) -> SeatBets:
    """Return the same bets with stakes that are hard to multiply, if the table's limits allow them."""
    bets = {bet.name: bet for bet in dealt.game.bets(dealt.rules)}
    stakes = {name: _stake(bets[name], dealt.rules.chip, rng) or cents for name, cents in placed.items()}
    for name in placed:
        if (other := bets[name].equals) in stakes:
            stakes[name] = stakes[str(other)]
    return keep_allowed(dealt.game, dealt.rules, seat, dealt.board, PURSE, stakes) or placed


def _stake(bet: Bet, chip: Cents, rng: Random) -> Cents | None:
    allowed = [int(100 * stake) for stake in STAKES if bet.least <= 100 * stake <= bet.most and 100 * stake % chip == 0]
    return Cents(rng.choice(allowed)) if allowed else None


def has_plain_bot(game: Game) -> bool:
    """Return whether the game's bot is a simple chart. One that computes odds would make a trainee wait."""
    return game.bot.__module__.endswith("deal.bot")
