"""Environment settings: rules as for `pitboss.rules`, and the wagers of a seat."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from os import PathLike
from typing import SupportsIndex, cast

from pitboss.games.environments.script_view import ScriptView
from pitboss.games.environments.view import EnvView
from pitboss.lab.api import resolve_game
from pitboss.lab.api import rules as said_rules
from pitboss.lab.deal_and_replay import cents_of
from pitboss.money import Cents, dollars
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused, one_of
from pitboss.play.steps import Seat

RENDER_MODES = ("ansi",)
USUAL = dollars(10)
"""The default bet, if the limits allow it."""


class EnvSetting:
    """A game with its rules, the bets of a seat in every round, and its view."""

    def __init__(
        self,
        game: str,
        rules: str | HouseRules | None,
        wagers: Mapping[str, int | str] | None,
        players: int,
        options: Mapping[str, object],
    ) -> None:
        if not isinstance(rules, str | PathLike | HouseRules | None):
            raise Refused("bad-rules", f"rules must be a file or the result of pitboss.rules(), not {rules!r}")
        if not isinstance(wagers, Mapping | None):
            raise Refused("bad-wagers", f"wagers are amounts by bet, as in {{'main': '$10'}}, not {wagers!r}")
        if isinstance(rules, HouseRules):
            self.rules = said_rules(rules, **options)
        else:
            self.rules = said_rules(game, *([rules] if rules else []), **options)
        self.game = resolve_game(self.rules)[0]
        if (named := resolve_game(game)[0]).name != self.game.name:
            raise Refused("other-game", f"these are the rules of {self.game.title}, not of {named.title}")
        if not isinstance(players, int) or not 1 <= players <= self.game.seats(self.rules):
            raise Refused("no-such-seat", f"{self.game.title} has 1 to {self.game.seats(self.rules)} seats here")
        own = self.game.provides.gym_view
        self.view: EnvView = own(self.rules, players) if own else ScriptView(self.game, self.rules, players)
        amounts = {bet: cents_of(bet, amount) for bet, amount in (wagers or {}).items()}
        self.wagers: Mapping[str, Cents] = self._bet_first(amounts) if self.view.bets else self._usual(amounts)
        self.unit: Cents = next(iter(self.wagers.values()))
        """The value of a reward of 1, in cents: the first wager."""

    def action_number(self, action: object) -> int:
        """Return an action as a number; raise Refused if it is invalid."""
        names = self.view.actions
        try:
            number = index(cast(SupportsIndex, action))
        except TypeError:  # a fraction, a string or an array
            number = -1
        if not 0 <= number < len(names):
            raise Refused("no-such-action", f"there is no action {action!r}: they are 0 to {len(names) - 1}")
        return number

    def _usual(self, given: Mapping[str, Cents]) -> Mapping[str, Cents]:
        """Return the given wagers, or the view's default bets, validated as at a table (C-1)."""
        bets = {bet.name: bet for bet in self.game.bets(self.rules)}
        wagers = given or {name: self._amount(name) for name in self.view.usual if name in bets}
        return self.game.check_wagers(self.rules, {Seat(1): wagers}, ())[Seat(1)]

    def _bet_first(self, given: Mapping[str, Cents]) -> Mapping[str, Cents]:
        """Return the single stake, for games where the action selects the bet."""
        if strange := [name for name in given if name != "stake"]:
            raise Refused("no-such-bet", f"the action names the bet: say the stake alone, not {one_of(strange)}")
        first = self.view.actions[0]
        stake = given.get("stake", self._amount(first))
        for name in self.view.bets_on_any_board():
            self.game.check_wagers(self.rules, {Seat(1): {name: stake}}, ())
        return {"stake": stake}

    def _amount(self, name: str) -> Cents:
        """Return $10, or the closest amount within the limits, as an even number of chips if possible."""
        bet = next(bet for bet in self.game.bets(self.rules) if bet.name == name)
        chip = self.rules.chip
        near = min(max(USUAL, bet.least), bet.most)
        for step in (2 * chip, chip):
            if bet.least <= (amount := near // step * step) and amount:
                return Cents(amount)
        return Cents(-(-bet.least // chip) * chip)


class SettingProperties:
    """Properties common to all environments."""

    setting: EnvSetting

    @property
    def actions(self) -> tuple[str, ...]:
        """The script's names for the actions, in the order of their numbers."""
        return self.setting.view.actions

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the numbers in an observation, in order."""
        return tuple(self.setting.view.fields)


def check_render_mode(mode: str | None) -> None:
    """Reject an unknown render mode."""
    if mode not in (None, *RENDER_MODES):
        raise Refused("no-such-mode", f"the table is drawn with render_mode='ansi', not {mode!r}")
