"""Roll Your Own Blackjack: three cards, which the player sets as two hands."""

from __future__ import annotations

from pitboss.games.roll_your_own.deal.bot import answer
from pitboss.games.roll_your_own.deal.reach import in_reach
from pitboss.games.roll_your_own.deal.round import opening, play
from pitboss.games.roll_your_own.deal.rules import Rules, bets, seats, whole_pack
from pitboss.play.game import Game

GAME = Game(
    name="roll-your-own",
    title="Roll Your Own Blackjack",
    sentence="Three cards make a two-card and a one-card blackjack hand, set as you like; your blackjacks always win.",
    sheet="Rules and Dealing Procedures, for packs of three",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    play=play,
    in_reach=in_reach,
    bot=answer,
    has_shuffler=True,
    opening=opening,
    answers=(
        ("alone-1", "play the first card alone"),
        ("alone-2", "play the second card alone"),
        ("alone-3", "play the third card alone"),
        ("no", "decline insurance"),
        ("insurance", "take insurance"),
    ),
    endings=(
        "nothing left for the dealer",
        "dealer blackjack",
        "dealer blackjack insured",
        "dealer blackjack without the look",
        "double blackjack against a dealer blackjack",
        "one-card ace against a dealer blackjack",
        "dealer stands",
        "dealer busts",
        "all hands bust",
        "pack runs out",
        "void",
    ),
)
