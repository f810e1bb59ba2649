"""Real rounds for the school: dealt by the script under the house's own rules, bets and answers by chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from pitboss.play.bots import choose_wagers
from pitboss.play.game import Game
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.table.seal.shoe import Shoe

PURSE = 100_000
"""What a seat of the school may put down at most, in cents."""
PLAYS_WELL = 0.7
"""How often a seat answers as the game's plain bot would, where that needs no counting."""


def rounds(game: Game, rules: Any, rng: Random, most_seats: int = 4, *, alike: bool = False) -> Iterator[Round]:
    """Finished rounds without end, one after the other from one shoe; each seat's bets alike in size or not."""
    shoe = Shoe(game, rules, rng)
    while True:
        _, dealt = shoe.open_round()
        if play(dealt, rng, most_seats, alike=alike):
            yield dealt
        shoe.take_back(dealt)


def play(dealt: Round, rng: Random, most_seats: int, *, alike: bool = False) -> bool:
    """Wagers and answers to the end of a round; whether it was played out and not called off."""
    game, rules = dealt.game, dealt.rules
    every = range(1, game.seats(rules) + 1)
    sitting = sorted(rng.sample(every, min(rng.randint(1, most_seats), len(every))))
    wagers = {
        Seat(seat): choose_wagers(game, rules, Seat(seat), dealt.board, PURSE, rng, alike=alike) for seat in sitting
    }
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


def has_plain_bot(game: Game) -> bool:
    """Whether its bot is a plain chart: one that counts would make a trainee wait."""
    return game.bot.__module__.endswith("deal.bot")
