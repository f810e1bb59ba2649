"""The odds of a game without its own `count/odds.py`, derived from its script. Loaded only for such games."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from pitboss.games.odds import Effort
from pitboss.play.game import Game
from pitboss.play.records.record import Record
from pitboss.play.steps import Event, Offer, Seat
from pitboss.solving.answers.analysis import Advice, Analysis
from pitboss.solving.answers.outlook import Outlook, outlook
from pitboss.solving.answers.situation import Ask, Situation
from pitboss.solving.script import script_advice
from pitboss.solving.script.paths import Budget, Paths
from pitboss.solving.script.script_odds import analyse as analyse_script
from pitboss.solving.script.script_odds import expected_nets


class ScriptOdds:
    """The `Odds` interface for a game without its own odds module."""

    SITUATION: tuple[Ask, ...] = script_advice.SITUATION

    def __init__(self, game: Game) -> None:
        self.game = game

    def analyse(self, rules: Any, effort: Effort | None = None) -> Analysis:
        """Analyse the game by enumerating all deals of its script, or by simulation if there are too many."""
        if effort is None:
            return analyse_script(self.game, rules)
        budget = Budget(seconds=inf if effort.exact else effort.seconds, progress=effort.progress)
        return analyse_script(self.game, rules, budget, must_be_exact=effort.exact)

    def advise(self, rules: Any, situation: Situation) -> Advice:
        """Return the expected value of each answer after these cards and answers."""
        return script_advice.advise(self.game, rules, situation)

    def advise_seat(self, rules: Any, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
        """Return the expected value of each answer at the table."""
        return script_advice.advise_seat(self.game, rules, seen, offer, seat)


def outlook_by_script(record: Record, seat: Seat) -> Outlook:
    """Return the mean and variance of a seat's bets, by enumerating or simulating the script for that seat alone."""
    stakes = dict(record.wagers[seat])
    paths = Paths(record.game, record.rules, {seat: stakes}, seat, record.board, record.gone)
    return outlook(expected_nets(record.game, record.rules, stakes, paths))
