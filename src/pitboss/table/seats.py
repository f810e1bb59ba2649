"""Seats, players and the setup of a table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.table.nickname_rules import check_unlike
from pitboss.table.transfers import BOTS, purse

MAX_SECONDS = 3600
MIN_SECONDS = 3
SILENT_ROUNDS = 3
"""A player loses the seat after this many rounds without an answer."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """Time limits in seconds."""

    bets: float = 45
    """From a person's first bet to "no more bets"."""
    offers: float = 30
    """From an offer to its default answer."""
    run_alone: bool = True
    """Whether the clocks run while only one person sits at the table."""

    def __post_init__(self) -> None:
        for name, seconds in (("bets", self.bets), ("offers", self.offers)):
            if not MIN_SECONDS <= seconds <= MAX_SECONDS:
                raise Refused(
                    "bad-clock", f"the clock for {name} must be {MIN_SECONDS} to {MAX_SECONDS} seconds, not {seconds}"
                )


@dataclass(frozen=True)
class Setup:
    """The fixed properties of a table: its id, game, rules and clocks."""

    id: str
    game: Game
    rules: Any
    clocks: Clocks = Clocks()
    private: bool = False
    """Whether it is left out of the lobby and found only by its address."""

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        return self.game.seats(self.rules)

    def as_data(self) -> dict[str, object]:
        """Return the setup as stored."""
        clocks = {"bets": self.clocks.bets, "offers": self.clocks.offers, "run_alone": self.clocks.run_alone}
        rules = self.rules.changed()
        return {"id": self.id, "game": self.game.name, "rules": rules, "clocks": clocks, "private": self.private}


class SeatedPlayer(NamedTuple):
    """The player or bot in a seat. It is stored as a list."""

    player: str
    nick: str
    bot: bool = False
    silent: int = 0
    """Rounds in a row without an answer."""
    leaving: bool = False
    seed: str = ""
    """The player's seed for the next shuffle, or an empty string."""

    @property
    def account(self) -> str:
        """Return the account that this seat's chips come from and go to."""
        return BOTS if self.bot else purse(self.player)


class Seats(dict[Seat, SeatedPlayer]):
    """The players at one table, by seat."""

    def of(self, player: str) -> Seat | None:
        """Return this player's seat, or None."""
        for seat, sitter in self.items():
            if sitter.player == player and not sitter.bot:
                return seat
        return None

    def people(self) -> list[Seat]:
        """Return the seats taken by people."""
        return [seat for seat, sitter in self.items() if not sitter.bot]

    def seeds(self) -> dict[int, str]:
        """Return the players' seeds by seat, for the seats that have one."""
        return {seat: sitter.seed for seat, sitter in sorted(self.items()) if sitter.seed}

    def player_in(self, seat: Seat) -> SeatedPlayer:
        """Return the player in a seat, or raise `Refused`."""
        if seat not in self:
            raise Refused("not-seated", f"nobody sits in seat {seat}: take a seat first")
        return self[seat]

    def check_free(self, seat: Seat, count: int, sitter: SeatedPlayer) -> None:
        """Raise unless the seat exists, is free, the player has no other seat, and the nickname is distinct."""
        if not 1 <= seat <= count:
            raise Refused("no-such-seat", f"there is no seat {seat}: this table has seats 1 to {count}")
        if seat in self:
            raise Refused("seat-taken", f"seat {seat} is taken by {self[seat].nick}")
        taken = None if sitter.bot else self.of(sitter.player)
        if taken is not None:
            raise Refused("seated-already", f"you sit in seat {taken} already: stand up first")
        check_unlike(sitter.nick, [other.nick for other in self.values()])

    def end_round(self, spoke: Collection[Seat]) -> list[tuple[Seat, str]]:
        """Count silent rounds. Return the seats to free, with the reason: leaving, or silent for too many rounds."""
        for seat, sitter in self.items():
            self[seat] = sitter._replace(silent=0 if sitter.bot or seat in spoke else sitter.silent + 1)
        silent = f"silent for {SILENT_ROUNDS} rounds"
        return [
            (seat, "" if sitter.leaving else silent)
            for seat, sitter in self.items()
            if sitter.leaving or sitter.silent >= SILENT_ROUNDS
        ]
