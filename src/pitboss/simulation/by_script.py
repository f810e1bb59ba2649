"""
Simulation of any game by running its script, for games without kernels.

A cell is the result of each of one seat's bets. A strategy file lists answers by question: each `[[when]]` has
conditions on the offer (`asked`, and anything in its context) and the answer (`say`). The first entry that matches, and
whose answer is on offer, is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, NamedTuple

from pitboss.compute.random_choices import RANDOM
from pitboss.compute.streams import Stream
from pitboss.games.interface import GameInterface
from pitboss.games.odds import odds_of
from pitboss.games.wording.strategy_words import NO_CHANGES, Changes, Part, only, refused
from pitboss.money import Cents
from pitboss.play.bets import Wagers
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Seat
from pitboss.simulation.stakes import units_on
from pitboss.solving.answers.simulator import Result
from pitboss.solving.script.best_play import best_play
from pitboss.solving.script.paths import Paths, TooMany
from pitboss.solving.script.random_rounds import Cell, Rounds, unit_for

BOT, BEST = "bot", "best"
STRATEGIES = {
    BOT: "plays as the game's bot does",
    BEST: "gives the answer with the highest value, as in pitboss advise",
    RANDOM: "gives any answer on offer, each equally likely",
}
ASKED, SAY, WHEN = "asked", "say", "when"
_ROUNDS_TO_LOOK_AT = 2000
"""The number of rounds played to collect the questions before a strategy is printed."""


class ScriptSimulations(NamedTuple):
    """A substitute for the simulation module of a game that has none."""

    STRATEGIES: Mapping[str, str]
    Simulation: Any


def script_simulations(game: Game) -> ScriptSimulations:
    """Return a simulation of this game that runs its script."""
    return ScriptSimulations(STRATEGIES, partial(ScriptSimulation, game))


class ScriptSimulation:
    """A simulator for one game under these rules, with one unit on every bet by default."""

    def __init__(
        self, game: Game, rules: Any, seats: int, strategy: str, stakes: Mapping[str, int], *,
        changes: Changes = NO_CHANGES, shoe: bool = False, like: Any = None,
    ) -> None:  # fmt: skip
        """Create the simulator. `like` is a one-seat simulator with the same unit and strategy."""
        self.game, self.rules, self.seats, self.start, self.like = game, rules, seats, strategy, like
        self.strategy = like.strategy if like else STRATEGIES[strategy]
        bets = [bet for bet in game.bets(rules) if not bet.in_play]
        units = {bet.name: units_on(bet, stakes) for bet in bets}
        self.unit = like.unit if like else unit_for(bets, rules.chip, units)
        self.stakes = {bet: Cents(count * self.unit) for bet, count in units.items() if count}
        self.table = Rounds(game, rules, seats, self.stakes, shoe)
        self.lines = read_when(changes)
        self._best: dict[object, str] = {}
        self._play = self._walked() if strategy == BEST and not like else None

    def play(self, state: Stream, rounds: int) -> Counter[Cell]:
        """Play rounds from this stream and count the cells, one for each seat and round."""
        self._draw = Random(int.from_bytes(state.tobytes(), "little"))
        return self.table.play(rounds, self._draw, self.answer)

    def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        """Return a seat's answer: from the strategy file if a line matches, otherwise from the strategy."""
        return answer_of(self.lines, offer, seat) or self._answer(seen, offer, seat)

    def _answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        if self.like and self.start != RANDOM:
            return str(self.like.answer(seen, offer, seat))
        if self.start == RANDOM:
            return self._draw.choice(offer.options[seat]).name
        if self.start == BOT:
            return self.game.bot(self.rules, seen, offer, seat)
        known = self._play.answer(seen, offer, seat) if self._play else None
        return known or self._advised(seen, offer, seat)

    def _advised(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        key = seat, tuple(seen)
        if key not in self._best:
            self._best[key] = odds_of(self.game).advise_seat(self.rules, seen, offer, seat).best
        return self._best[key]

    def _walked(self) -> Any:
        """Return the best play for all rounds; None if the game's own advice is to be asked each time."""
        if self.game.provides.has(GameInterface.odds) or self.seats > 1:
            return None
        try:
            if self.game.before_wagers is not None:
                raise TooMany
            wagers = self.table.wagers_on(())
            return best_play(Paths(self.game, self.rules, wagers, Seat(1)))
        except TooMany:
            reason = (
                f"{self.game.title} can go too many ways for best play to be found: say --strategy {BOT} or {RANDOM}"
            )
            raise Refused("no-best-play", reason) from None

    def settle(self, cell: Cell) -> Mapping[str, Result]:
        """Return the stake and the net result of each bet, in units."""
        return {
            one.bet: Result(Fraction(placed, self.unit), Fraction(one.net, self.unit), int((one.put_down - placed) > 0))
            for one in cell
            for placed in (self.stakes.get(one.bet, one.put_down),)
        }

    def exact_means(self) -> Mapping[str, float]:
        """Return the exact mean of each bet and of a round, if the script can be solved."""
        return {bet: float(sum(net * chance for net, chance in nets.items())) for bet, nets in self._exact().items()}

    def exact_lines(self) -> Mapping[str, Mapping[Fraction, Fraction]]:
        """Return the exact probability of each bet's net results, if the script can be solved."""
        return self._exact()

    def _exact(self) -> Mapping[str, Mapping[Fraction, Fraction]]:
        if not hasattr(self, "_nets"):
            self._nets = self._walk_out()
        return self._nets

    def _walk_out(self) -> Mapping[str, Mapping[Fraction, Fraction]]:
        """Return the exact probability of each bet's net results for a single seat; empty if unknown."""
        game, chosen = self.game, self.start == RANDOM or self.table.shoe or self.seats > 1
        if chosen or game.before_wagers is not None:
            return {}
        wagers = self.table.wagers_on(())
        try:
            ends = list(self._play.results()) if self._play and not self.lines else self._as_answered(wagers)
        except TooMany:
            return {}
        nets: dict[str, dict[Fraction, Fraction]] = {}
        made: dict[str, Fraction] = {}
        for cell, chance in ends:
            settled = self.settle(cell)
            whole = sum((result.net for result in settled.values()), Fraction(0))
            each = [(bet, result.net / (result.stake or 1)) for bet, result in settled.items()]
            for bet, net in [*each, ("played", whole)]:
                of = nets.setdefault(bet, {})
                of[net] = of.get(net, Fraction(0)) + chance
                made[bet] = made.get(bet, Fraction(0)) + chance
        return {bet: {net: chance / made[bet] for net, chance in of.items()} for bet, of in nets.items()}

    def _as_answered(self, wagers: Wagers) -> list[tuple[Cell, Fraction]]:
        """Return every result of a round with its probability, if the seat answers as in this simulation."""
        paths = Paths(self.game, self.rules, wagers, Seat(1), bot=lambda rules, *asked: self.answer(*asked))
        return list(best_play(paths).results())

    def in_words(self) -> Iterable[Part]:
        """Yield the strategy as parts of a file: the questions asked in a sample of rounds, and the answers."""
        heard: dict[tuple[tuple[str, str], ...], set[str]] = {}

        def listen(seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
            answer = self.answer(seen, offer, seat)
            heard.setdefault(tuple(situation_of(offer).items()), set()).add(answer)
            return answer

        self._draw = Random(1)
        for _ in self.table.dealt(_ROUNDS_TO_LOOK_AT, Random(1), listen):
            pass
        lines = [{**dict(asked), SAY: sorted(answers)[0]} for asked, answers in heard.items()]
        about = "Answers by question: the first line that matches and whose answer is on offer is used."
        yield Part(WHEN, about, lines, all(len(answers) == 1 for answers in heard.values()))


def situation_of(offer: Offer) -> dict[str, str]:
    """Return an offer in the terms that a strategy file uses."""
    return {ASKED: offer.about, **{str(name): str(value) for name, value in offer.context.items()}}


def answer_of(lines: Sequence[Mapping[str, str]], offer: Offer, seat: Seat) -> str | None:
    """Return the answer from the first line that matches this offer, or None."""
    if not lines:
        return None
    options, here = {option.name for option in offer.options[seat]}, situation_of(offer)
    for line in lines:
        fits = all(here.get(name) == value for name, value in line.items() if name != SAY)
        if fits and line[SAY] in options:
            return line[SAY]
    return None


def read_when(changes: Changes) -> list[dict[str, str]]:
    """Return the entries of a strategy file, validated as far as is possible before the deal."""
    only(changes, (WHEN,))
    lines = changes.get(WHEN, [])
    if not isinstance(lines, list) or not all(isinstance(line, Mapping) for line in lines):
        raise refused(WHEN, "it must be a list of tables: write [[when]], then asked = … and say = …")
    for number, line in enumerate(lines, 1):
        if SAY not in line:
            raise refused(f"{WHEN}, line {number}", 'the answer is missing: write say = "…"')
    return [{name: str(value) for name, value in line.items()} for line in lines]
