"""House options, bets and pack of Casino War."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pitboss.kit import Bet, Between, Card, HouseRules, Money, Payout, Pays, dollars, fresh_pack


class Rules(HouseRules, frozen=True):
    """House options of Casino War."""

    title: ClassVar[str] = "Casino War"
    rulings: ClassVar[str] = "CW"

    decks: Annotated[int, Between(1, 8)] = 6
    """The number of decks that are shuffled together for every round (CW-1)."""
    seats: Annotated[int, Between(1, 7)] = 7
    """The number of seats (CW-1)."""
    min_bet: Money = dollars(1)
    """The smallest ante or tie bet (CW-3)."""
    max_bet: Money = dollars(500)
    """The largest ante or tie bet (CW-3)."""
    tie_pays: Payout = Pays(10)
    """The payout of the tie bet when the first two cards have the same rank (CW-4)."""
    surrender: bool = True
    """Whether a tied player may give up half the ante instead of going to war (CW-5)."""
    tied_war_pays: Payout = Pays(1)
    """The bonus on the ante when the war is tied too; a push is no bonus (CW-7)."""

    def __post_init__(self) -> None:
        """Reject limits that allow no bet, and a chip that cannot be halved for a surrender."""
        super().__post_init__()
        self.check_limit("max_bet", self.min_bet)
        if self.chip % 2:
            raise ValueError("chip must be an even number of cents, as in $1: a surrender gives half an ante back")


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Return the bets of one seat, in the order they are made."""
    least, most = rules.min_bet, rules.max_bet
    return (
        Bet("ante", "Ante", least, most, "the player's card is higher than the dealer's (CW-3)", compulsory=True),
        Bet(
            "tie", "Tie", least, most, "the two cards have the same rank (CW-4)", ("ante",), pays=rules.tie_pays.spoken
        ),
        Bet("war", "War", least, most, "the war is won or tied (CW-6)", ("ante",), "ante", in_play=True),
    )


def seats(rules: Rules) -> int:
    """Return the number of seats."""
    return rules.seats


def whole_pack(rules: Rules) -> tuple[Card, ...]:
    """Return all decks, shuffled for every round (CW-1)."""
    return fresh_pack(rules.decks)
