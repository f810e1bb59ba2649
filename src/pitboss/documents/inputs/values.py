"""Values of each bet, of the best mix of bets, of single decisions, and of imperfect and random play."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from msgspec import Struct, convert, to_builtins

from pitboss.documents.inputs.input_cache import PlainAnswer, packed, report_question
from pitboss.games import GAMES
from pitboss.games.odds import covariances_of
from pitboss.lab.api import advise
from pitboss.lab.simulate_question import simulate
from pitboss.money import Cents
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.simulation.plan import has_kernels, simulation_of
from pitboss.solving.answers.analysis import Analysis
from pitboss.solving.answers.outlook import Placed
from pitboss.statistics.exactness import Number
from pitboss.statistics.simulated_figures import Simulated


class PlayWay(Struct, frozen=True):
    """A strategy, by name or as the contents of a strategy file, with a description."""

    way: str | dict[str, Any]
    words: str


class PlayFacts(Struct, frozen=True):
    """The stakes that are priced, common errors and situations."""

    stakes: Mapping[str, int] = {}
    errors: tuple[PlayWay, ...] = ()
    decide: tuple[dict[str, tuple[str, ...]], ...] = ()
    asks: bool = True
    """Whether the dealer asks for decisions; without any, there is no random play."""


@cache
def play_of(game: str) -> PlayFacts:
    """Return the data of this game; empty defaults for an external game."""
    return convert(tomllib.loads(GAMES[game].provides.report_play or ""), PlayFacts)


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
    """Return the question for the value that each bet adds to a round."""

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
    required = {*_needed(before, bet), bet.name}
    amounts = {one.name: one.least for one in before if one.name in required}
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


class AnswerValue(Struct, frozen=True):
    """One situation: its cards, the best answer and the next best, and what they are worth."""

    cards: tuple[str, ...]
    best: str
    worth: str | float
    """Packed, like `less`: a fraction is stored as a string."""
    second: str
    less: str | float


class DecisionTable(Struct, frozen=True):
    """Situations that are described by the same kinds of cards."""

    kinds: tuple[str, ...]
    rows: tuple[AnswerValue, ...]


def decisions_question(game: Game, rules: HouseRules) -> PlainAnswer:
    """Return the question for the tables of decisions."""
    asked = play_of(game.name).decide

    def solve() -> Any:
        return [to_builtins(DecisionTable(tuple(situation), _rows(rules, situation))) for situation in asked]

    return report_question(game, rules, "decisions", {"situations": [dict(situation) for situation in asked]}, solve)


def _rows(rules: HouseRules, situation: dict[str, tuple[str, ...]]) -> tuple[AnswerValue, ...]:
    situations = (dict(zip(situation, values, strict=True)) for values in product(*situation.values()))
    return tuple(row for each in situations if (row := _decision(rules, each)))


def _decision(rules: HouseRules, situation: dict[str, str]) -> AnswerValue | None:
    """Rank the answers; return None if there is nothing to decide or no such situation under these rules."""
    try:
        found = advise(rules, **situation)
    except Refused:
        return None
    ranked = sorted(found.options.items(), key=lambda option: -float(option[1]))
    if len(ranked) < 2:
        return None
    (best, worth), (second, less) = ranked[:2]
    return AnswerValue(tuple(situation.values()), best, packed(worth), second, packed(less))


ROUNDS = 4_000_000
BY_SCRIPT = 20_000
SEED = 1
RANDOM, BOT = "random", "bot"


class PricedPlay(Struct, frozen=True):
    """A way to play and its expected value per round, in units of one main bet."""

    kind: str
    """One of error, random and bot."""
    words: str
    mean: Number
    rounds: int
    """Number of simulated rounds; 0 if exact."""


def priced_plays(game: Game, rules: HouseRules) -> list[PricedPlay]:
    """Price every way to play listed for the game, and random play."""
    return [_play(row) for row in plays_question(game, rules).get()]


def plays_question(game: Game, rules: HouseRules) -> PlainAnswer:
    """Return the question for the prices of all ways to play, each as kind, words, mean, error and rounds."""
    facts = play_of(game.name)
    ways = list(_ways(game, facts))
    more = {
        "ways": [[kind, way.way, way.words] for kind, way in ways], "stakes": dict(facts.stakes),
        "rounds": ROUNDS if has_kernels(game.name) else BY_SCRIPT,
    }  # fmt: skip

    def solve() -> Any:
        return [found for kind, way in ways if (found := _priced(game, rules, facts, kind, way))]

    return report_question(game, rules, "plays", more, solve)


def _play(row: Any) -> PricedPlay:
    kind, words, mean, error, rounds = row
    return PricedPlay(kind, words, Simulated(mean, error) if rounds else float(mean), rounds)


def _ways(game: Game, facts: PlayFacts) -> Iterator[tuple[str, PlayWay]]:
    yield from (("error", way) for way in facts.errors)
    names: Mapping[str, str] = simulation_of(game.name).STRATEGIES
    if RANDOM in names and facts.asks:
        yield "random", PlayWay(RANDOM, "chooses every option at random")
    if BOT in names:
        yield "bot", PlayWay(BOT, names[BOT])


def _priced(game: Game, rules: HouseRules, facts: PlayFacts, kind: str, way: PlayWay) -> Any:
    """Price one way to play; return None if these rules do not allow it, such as free splits where there are none."""
    rounds = ROUNDS if has_kernels(game.name) else BY_SCRIPT
    try:
        found = simulate(rules, rounds, strategy=way.way, seed=SEED, stakes=facts.stakes)
    except Refused:
        return None
    played = found.bets["played"]
    if played.exact is not None:
        return [kind, way.words, played.exact, 0.0, 0]
    return [kind, way.words, played.mean, played.se, found.rounds]


def price(best: Number, play: PricedPlay) -> Number:
    """Return the cost per round compared with optimal play."""
    lost = float(best) - float(play.mean)
    if isinstance(play.mean, Simulated):
        return Simulated(lost, play.mean.error)
    return 0.0 if abs(lost) < 1e-12 else lost
