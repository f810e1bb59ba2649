"""The bets of a game for its odds: which bets belong together, and the size of a unit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pitboss.money import Cents
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.solving.script.random_rounds import unit_for

ALONE = Seat(1)


@dataclass(frozen=True)
class Bets:
    """The bets of a game for its odds: which bets belong together, and the size of a unit."""

    game: Game
    rules: Any
    stake: Cents | None = None
    """The unit in cents; by default the largest that the limits allow, so that rounding does not matter."""

    @property
    def before(self) -> list[Bet]:
        """The player's bets before the deal."""
        return [bet for bet in self.game.bets(self.rules) if not bet.in_play and not bet.for_dealers]

    @property
    def main(self) -> list[Bet]:
        """The main bets, which deal a seat in: the compulsory ones, or the first that needs no other."""
        return [bet for bet in self.before if bet.compulsory] or [bet for bet in self.before if not bet.needs][:1]

    def with_company(self, bet: Bet) -> list[Bet]:
        """Return a bet and all bets that it requires."""
        by_name = {other.name: other for other in self.before}
        wanted, open_ = [one.name for one in self.main if one.compulsory], [bet.name]
        while open_:
            name = open_.pop()
            if name not in wanted:
                wanted.append(name)
            needed = (*by_name[name].needs, *filter(None, (by_name[name].equals,)))
            open_ += [other for other in needed if other not in wanted]
        return [other for other in self.before if other.name in wanted]

    @property
    def unit(self) -> Cents:
        """The unit in cents."""
        if self.stake is not None:
            return self.stake
        return unit_for(self.before, self.rules.chip, {bet.name: 1 for bet in self.before})

    def stakes(self, bets: Iterable[Bet]) -> dict[str, Cents]:
        """Return a stake of one unit on each of these bets."""
        return {bet.name: self.unit for bet in bets}

    def family(self, bet: Bet) -> set[str]:
        """Return a bet and the raises that the dealer offers on it."""
        raises = [other for other in self.game.bets(self.rules) if other.in_play]
        return {bet.name, *(other.name for other in raises if self._under(other) == bet.name)}

    def _under(self, raised: Bet) -> str:
        """Return the bet that a raise belongs to."""
        names = [bet.name for bet in self.before]
        names_needed = [name for name in (raised.equals, *raised.needs) if name in names]
        return names_needed[0] if names_needed else self.main[0].name

    def are_taken(self, bets: Iterable[Bet]) -> bool:
        """Return whether one seat may make all of these bets together; always True if that depends on a board."""
        if self.game.before_wagers is not None:
            return True
        try:
            self.game.check_wagers(self.rules, {ALONE: self.stakes(bets)}, ())
        except Refused:
            return False
        return True
