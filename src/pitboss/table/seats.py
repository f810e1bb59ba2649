"""Who sits where, and how the table is set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.table.money import BOTS, purse

LONGEST = 3600
SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Clocks:
    """How long the dealer waits, in seconds."""

    bets: float = 45
    """From the first chip of a person to "no more bets"."""
    offers: float = 30
    """From an offer to what silence means."""

    def __post_init__(self) -> None:
        for name, seconds in (("bets", self.bets), ("offers", self.offers)):
            if not SHORTEST <= seconds <= LONGEST:
                raise Refused(
                    "bad-clock", f"the clock for {name} must be {SHORTEST} to {LONGEST} seconds, not {seconds}"
                )


@dataclass(frozen=True)
class Setup:
    """What a table is for good: its name, its game, its rules and its clocks."""

    id: str
    game: Game
    rules: Any
    clocks: Clocks = Clocks()
    private: bool = False
    """Not listed in the lobby: found only by its address."""

    @property
    def seats(self) -> int:
        """How many may play."""
        return self.game.seats(self.rules)

    def as_data(self) -> dict[str, object]:
        """The set-up as the store keeps it."""
        clocks = {"bets": self.clocks.bets, "offers": self.clocks.offers}
        rules = self.rules.changed()
        return {"id": self.id, "game": self.game.name, "rules": rules, "clocks": clocks, "private": self.private}


class Sitter(NamedTuple):
    """Who holds a seat; the store keeps it as a list."""

    player: str
    nick: str
    bot: bool = False
    silent: int = 0
    """Rounds in a row without a word."""
    leaving: bool = False

    @property
    def account(self) -> str:
        """Where this seat's chips come from and go to."""
        return BOTS if self.bot else purse(self.player)
