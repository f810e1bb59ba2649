"""House options, bets and pack of Baccarat."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pitboss.kit import (
    Bet,
    Between,
    Card,
    Cents,
    Commission,
    HouseRules,
    Money,
    Payout,
    Pays,
    dollars,
    fresh_pack,
)


class Rules(HouseRules, frozen=True):
    """House options of Baccarat."""

    title: ClassVar[str] = "Baccarat"
    rulings: ClassVar[str] = "BA"

    decks: Annotated[int, Between(1, 8)] = 8
    """The number of decks that are shuffled together (BA-1)."""
    seats: Annotated[int, Between(1, 14)] = 7
    """The number of seats (BA-1)."""
    min_bet: Money = dollars(1)
    """The smallest bet (BA-3)."""
    max_bet: Money = dollars(500)
    """The largest bet (BA-3)."""
    ez: bool = False
    """Whether Banker pays 1 to 1 and pushes with three cards that count 7, instead of a commission (BA-4)."""
    commission: Annotated[int, Between(0, 10)] = 5
    """The commission on a win of Banker, in per cent (BA-4)."""
    commission_chip: Money = Cents(5)
    """The commission is rounded up to whole chips of this size (BA-6)."""
    tie_pays: Payout = Pays(8)
    """The payout of Tie (BA-4)."""
    dragon_pays: Payout = Pays(40)
    """The payout of Dragon 7 (BA-4)."""
    panda_pays: Payout = Pays(25)
    """The payout of Panda 8 (BA-4)."""

    def __post_init__(self) -> None:
        """Reject limits that allow no bet, and a commission without a chip."""
        super().__post_init__()
        self.check_limit("max_bet", self.min_bet)
        if not self.commission_chip:
            raise ValueError("commission_chip is the smallest amount a commission is paid in, at least $0.01")

    @property
    def on_banker(self) -> Commission | None:
        """Return the commission on a win of Banker, if any (BA-4)."""
        return None if self.ez else Commission(self.commission, self.commission_chip)


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Return the bets of one seat, in the order they are made."""
    least, most = rules.min_bet, rules.max_bet
    return (
        Bet("player", "Player", least, most, "Player has the higher hand (BA-5)"),
        Bet(
            "banker", "Banker", least, most, "Banker has the higher hand (BA-5)", commission=rules.on_banker,
            excludes=("player",),
        ),
        Bet("tie", "Tie", least, most, "the hands count the same (BA-4)", pays=rules.tie_pays.spoken),
        Bet(
            "dragon-7", "Dragon 7", least, most, "Banker wins with three cards that count 7 (BA-4)",
            pays=rules.dragon_pays.spoken,
        ),
        Bet(
            "panda-8", "Panda 8", least, most, "Player wins with three cards that count 8 (BA-4)",
            pays=rules.panda_pays.spoken,
        ),
    )  # fmt: skip


def seats(rules: Rules) -> int:
    """Return the number of seats."""
    return rules.seats


def whole_pack(rules: Rules) -> tuple[Card, ...]:
    """Return all decks, shuffled for every round (BA-1)."""
    return fresh_pack(rules.decks)
