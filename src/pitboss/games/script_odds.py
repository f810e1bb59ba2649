"""The odds of a game that has no counting room, loaded only for such a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.play.game import Game
from pitboss.play.records.record import Record
from pitboss.play.steps import Event, Offer, Seat
from pitboss.solving.answers.analysis import Advice, Analysis
from pitboss.solving.answers.outlook import Outlook, outlook
from pitboss.solving.answers.situation import Ask, Situation
from pitboss.solving.script import script_advice
from pitboss.solving.script.paths import Paths
from pitboss.solving.script.script_odds import analyse as analyse_script
from pitboss.solving.script.script_odds import expected_nets


class ScriptOdds:
    """The odds of a game that has no counting room: its script says all."""

    SITUATION: tuple[Ask, ...] = script_advice.SITUATION

    def __init__(self, game: Game) -> None:
        self.game = game

    def analyse(self, rules: Any) -> Analysis:
        """Walked through every deal, or simulated."""
        return analyse_script(self.game, rules)

    def advise(self, rules: Any, situation: Situation) -> Advice:
        """What each answer is worth after these cards and answers."""
        return script_advice.advise(self.game, rules, situation)

    def advise_seat(self, rules: Any, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
        """What each answer is worth at the table."""
        return script_advice.advise_seat(self.game, rules, seen, offer, seat)


def outlook_by_script(record: Record, seat: Seat) -> Outlook:
    """What the script alone says of this seat's bets: walked alone at the table, or simulated."""
    stakes = dict(record.wagers[seat])
    paths = Paths(record.game, record.rules, {seat: stakes}, seat, record.board, record.gone)
    return outlook(expected_nets(record.game, record.rules, stakes, paths))
