"""Beat the Dealer with 2 and 5 Card Bonus: hold'em against the house."""

from __future__ import annotations

from pitboss.games.beat_the_dealer.deal.bot import answer
from pitboss.games.beat_the_dealer.deal.round import play
from pitboss.games.beat_the_dealer.deal.rules import Rules, bets, seats, whole_pack
from pitboss.games.beat_the_dealer.deal.totals import in_reach, totals
from pitboss.play.game import Game

GAME = Game(
    name="beat-the-dealer",
    title="Beat the Dealer",
    sentence="Two cards each and five on the board: fold or bet before the flop, then beat the dealer's best five.",
    sheet="New England Gaming & Consulting, Games of Chance Procedures 12 006",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    play=play,
    bot=answer,
    totals=totals,
    in_reach=in_reach,
    answers=(
        ("flop", "bet the flop"),
        ("turn", "bet the turn"),
        ("river", "bet the river"),
    ),
    endings=("showdown", "tie", "all fold", "all fold with a bonus to settle", "flop for a folded bonus", "void"),
)
