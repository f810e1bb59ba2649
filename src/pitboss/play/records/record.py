"""The record of a round: its inputs. See `record_reader` for parsing."""

from __future__ import annotations

import json

from msgspec import Struct

from pitboss.cards import Card, show_cards
from pitboss.play.bets import Wagers
from pitboss.play.game import Board, Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.steps import Answers


class Record(Struct, frozen=True):
    """Everything that determines a round; replaying it gives the same events."""

    game: Game
    rules: HouseRules
    pack: tuple[Card, ...]
    wagers: Wagers
    answers: tuple[Answers, ...] | None
    """One entry per offer; None if no seat ever answered."""
    version: str
    board: Board = ()
    gone: tuple[Card, ...] = ()
    """Cards already dealt from the shoe before the round."""
    void: str | None = None

    def as_data(self) -> dict[str, object]:
        """Return the JSON form, which `--save` writes."""
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
            "answers": [{str(seat): answer for seat, answer in given.items()} for given in self.answers or ()],
            "version": self.version,
        }

    def as_json(self) -> str:
        """Return the record as one line of JSON."""
        return json.dumps(self.as_data(), ensure_ascii=False)

    def __str__(self) -> str:
        return self.as_json()

    def __repr__(self) -> str:
        seats = f"seat{'s' * (len(self.wagers) != 1)} {', '.join(map(str, self.wagers))}"
        return f"<record of {self.game.name}: {seats}, {len(self.answers or ())} answered>"
