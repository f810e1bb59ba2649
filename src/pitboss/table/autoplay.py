"""Bots and absent players: bot names, their purse, and automatic answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.play.round import Round
from pitboss.play.steps import Offer, Seat
from pitboss.play.view import view
from pitboss.table.seats import SeatedPlayer

if TYPE_CHECKING:
    from pitboss.table.table import Table

BOT_NAMES = (
    "Deuce", "Trey", "Knave", "Snowman", "Boxcars", "Spadille", "Hooks", "Duckling", "Cowboy", "Crabs", "Manille",
    "Basto",
)  # fmt: skip
"""Old names of cards and dice throws."""

BOT_PURSE = 10**9
"""More than any bot bets. The bots' account may go below zero."""


def answer_for_the_absent(table: Table, dealt: Round) -> bool:
    """Answer for one bot or leaving seat, if one has to answer, and return whether there was one."""
    offer = dealt.pending
    for seat in offer.options if offer else ():
        owner = table.seats[seat]
        if offer and seat not in dealt.answered and (owner.bot or owner.leaving):
            dealt.say(seat, _absent_answer(table, dealt, offer, seat, owner))
            return True
    return False


def _absent_answer(table: Table, dealt: Round, offer: Offer, seat: Seat, owner: SeatedPlayer) -> str:
    if owner.leaving:
        return offer.options[seat][0].name
    option = offer.option(seat, table.game.bot(table.rules, view(dealt.events, seat), offer, seat))
    table.chips.cover(seat, option)
    return option.name
