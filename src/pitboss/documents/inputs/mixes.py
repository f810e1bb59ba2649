"""Search for bets, and combinations of bets and amounts, that favour the player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pitboss.documents.inputs.input_cache import PlainAnswer, report_question
from pitboss.games.odds import covariances_of
from pitboss.money import Cents
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.solving.answers.analysis import Analysis
from pitboss.solving.answers.outlook import Placed

_NOTHING = 1e-9


class BetValue(Struct, frozen=True):
    """The value that one unit on a bet adds to a round under optimal play, including all follow-up bets."""

    bet: str
    value: float
    """In units; positive favours the player."""


class BetMix(Struct, frozen=True):
    """Amounts on the bets of one seat, and their expected win per round, in cents."""

    amounts: Mapping[str, int]
    mean: float

    @property
    def edge(self) -> float:
        """The player's edge relative to everything staked before the deal."""
        return self.mean / sum(self.amounts.values())


def values_question(game: Game, rules: HouseRules, analysis: Callable[[], Analysis]) -> PlainAnswer:
    """Return the question for what each bet adds to a round."""

    def solve() -> Any:
        return [[value.bet, value.value] for value in bet_values(game, rules, analysis())]

    return report_question(game, rules, "values", {}, solve)


def bet_values(game: Game, rules: HouseRules, analysis: Analysis) -> list[BetValue]:
    """Return, for each bet before the deal, the value it adds to the bets it requires."""
    before = [bet for bet in game.bets(rules) if not bet.in_play and not bet.for_dealers]
    known = {bet.name: float(bet.ev) for bet in analysis.bets}
    found = []
    for bet in before:
        value = _added(game, rules, analysis, before, bet)
        if value is None:
            value = known.get(bet.name)
        if value is not None:
            found.append(BetValue(bet.name, value))
    return found


def _added(game: Game, rules: HouseRules, analysis: Analysis, before: Sequence[Bet], bet: Bet) -> float | None:
    """Evaluate the round with and without the bet; return None if the game cannot evaluate either."""
    if game.board_size:
        return None
    beside = {*_needed(before, bet), bet.name}
    amounts = {one.name: one.least for one in before if one.name in beside}
    if not _may_lie(game, rules, amounts):
        return None
    without = {name: amount for name, amount in amounts.items() if name != bet.name}
    if without and not _may_lie(game, rules, without):
        return None
    whole = expected(game, rules, analysis, amounts)
    rest = expected(game, rules, analysis, without) if without else 0.0
    return None if whole is None or rest is None else (whole - rest) / amounts[bet.name]


def _needed(before: Sequence[Bet], bet: Bet) -> list[str]:
    names = {one.name: one for one in before}
    found = [one.name for one in before if one.compulsory and one.name != bet.name]
    waiting = [*bet.needs, *([bet.equals] if bet.equals else [])]
    while waiting:
        name = waiting.pop()
        if name in names and name not in found:
            found.append(name)
            waiting += names[name].needs
    return [one.name for one in before if one.name in found]


def _may_lie(game: Game, rules: HouseRules, amounts: Mapping[str, Cents]) -> bool:
    try:
        game.check_seat(rules, Seat(1), amounts, ())
    except Refused:
        return False
    return True


def expected(game: Game, rules: HouseRules, analysis: Analysis, amounts: Mapping[str, Cents]) -> float | None:
    """
    Return the expected win of these bets from a fresh pack under optimal play, in cents; None if it depends on a
    board.
    """
    expect = game.provides.expect
    if game.board_size or expect is None:
        return None
    record: Any = None  # games without a board ignore it
    return float(expect(Placed(rules, amounts, record, lambda: analysis, lambda: covariances_of(game, rules))).mean)


def best_mix(game: Game, rules: HouseRules, analysis: Analysis, values: Sequence[BetValue]) -> BetMix | None:
    """
    Return the maximum on every bet that favours the player, and the minimum on the bets those require.

    The value of a round is the sum of what its bets add, so no other combination is better. Return None if none wins.
    """
    good = [value.bet for value in values if value.value > _NOTHING]
    if not good:
        return None
    before = [bet for bet in game.bets(rules) if not bet.in_play and not bet.for_dealers]
    named = {bet.name: bet for bet in before}
    needed = [name for bet in good for name in _needed(before, named[bet])]
    amounts = {
        bet.name: Cents(bet.most - bet.most % rules.chip) if bet.name in good else bet.least
        for bet in before
        if bet.name in {*good, *needed}
    }
    equal = {bet.name: bet.equals for bet in before if bet.equals and bet.name in amounts}
    if equal:
        least = min(amounts[name] for name in {*equal, *filter(None, equal.values())} if name in amounts)
        amounts |= dict.fromkeys({*equal, *filter(None, equal.values())}, least)
    mean = expected(game, rules, analysis, amounts) if _may_lie(game, rules, amounts) else None
    if mean is None:
        mean = sum(value.value * amounts[value.bet] for value in values if value.bet in amounts)
    return BetMix(amounts, mean) if mean > _NOTHING else None
