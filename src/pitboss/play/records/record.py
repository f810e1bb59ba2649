"""The record of a round: its inputs. `reading.py` reads it back."""

from __future__ import annotations

import json

from msgspec import Struct

from pitboss.cards import Card, show_cards
from pitboss.play.bets import Wagers
from pitboss.play.game import Board, Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.steps import Answers


class Record(Struct, frozen=True):
    """Everything that decided a round: dealt again, it gives the same events."""

    game: Game
    rules: HouseRules
    pack: tuple[Card, ...]
    wagers: Wagers
    answers: tuple[Answers, ...] | None
    """One entry for each offer; none at all: every seat was silent throughout."""
    version: str
    board: Board = ()
    gone: tuple[Card, ...] = ()
    """Cards already out of a shoe when the round began."""
    void: str | None = None

    def as_data(self) -> dict[str, object]:
        """The JSON form, which is also what `--save` writes."""
        optional: dict[str, object] = {}
        if self.board:
            optional["board"] = show_cards(self.board)
        if self.gone:
            optional["gone"] = show_cards(self.gone)
        if self.void is not None:
            optional["void"] = self.void
        return {
            "game": self.game.name,
            "rules": self.rules.changed(),
            "pack": show_cards(self.pack),
            **optional,
            "wagers": {str(seat): dict(bets) for seat, bets in self.wagers.items()},
            "answers": [{str(seat): answer for seat, answer in said.items()} for said in self.answers or ()],
            "version": self.version,
        }

    def as_json(self) -> str:
        """The record on one line."""
        return json.dumps(self.as_data(), ensure_ascii=False)

    def __str__(self) -> str:
        return self.as_json()

    def __repr__(self) -> str:
        seats = f"seat{'s' * (len(self.wagers) != 1)} {', '.join(map(str, self.wagers))}"
        return f"<record of {self.game.name}: {seats}, {len(self.answers or ())} answered>"
