"""All that the parts of a report ask for, each found once, with word of how far it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import cached_property, partial
from typing import Any, TypeAlias

from pitboss.compute.cores import beside, threads
from pitboss.compute.disk.source_hash import source_digest
from pitboss.documents.data.published import PublishedFigure, found_alone, found_in, published_of
from pitboss.documents.examples.line_search import ExampleHunt
from pitboss.documents.inputs.input_cache import kept_answer, packed, unpacked
from pitboss.documents.inputs.lab_answers import OtherRules, others_kept, protection_kept, slopes_kept
from pitboss.documents.inputs.liability import Liability, liability_of
from pitboss.documents.inputs.mixes import BetMix, BetValue, best_mix, bet_values
from pitboss.documents.inputs.pricing import PricedPlay, priced_plays
from pitboss.documents.inputs.worked_examples import WorkedExamples, as_plain, from_plain, worked_examples
from pitboss.games.odds import analysis_of
from pitboss.games.rulings import Ruling, own_rulings
from pitboss.lab.api import meant
from pitboss.lab.risk import Risk, risk
from pitboss.lab.shuffles import fewest, shuffle_tests
from pitboss.lab.simple_price import simple_strategy
from pitboss.lab.simulate_question import SimulationResult, simulate
from pitboss.lab.whatif.slopes import Slopes
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.simulation.tally import Tally
from pitboss.solving.answers.analysis import Analysis, BetOdds
from pitboss.statistics.exactness import Number


def _ours(game: Game, rules: HouseRules, figure: str) -> Any:
    alone = found_alone(game, rules, figure)
    return packed(found_in(analysis_of(game, rules), figure) if alone is None else alone)


def _worked(hunt: ExampleHunt, titles: dict[str, str]) -> Any:
    return as_plain(worked_examples(hunt, titles))


ReportProgress: TypeAlias = Callable[[float, float, str], None]
"""Told how much of how much is done, in parts of a second of work, and what is being worked on."""
_WORK = {"odds": 6.0, "other plays": 15.0, "slopes": 25.0, "other houses": 15.0, "protection": 30.0, "risk": 1.0,
         "examples": 4.0, "liability": 3.0, "published figures": 8.0, "shuffles": 2.0}  # fmt: skip
_ROUNDS_A_SECOND = 8e6
SETTING = 3.0
CARDS_SHUFFLED = 1_040_000
"""Cards that are shuffled for the tests of a shuffle: 20,000 packs of 52, fewer of a shoe."""
HUNTERS = ("documents/examples/*.py", "documents/examples/*.toml", "school/practice_rounds.py")
"""Sources that the examples come from."""


def quiet(done: float, whole: float, words: str) -> None:
    """Nobody waits."""


class Material:
    """One game under one set of rules, with a seed and rounds for its simulation."""

    def __init__(self, rules: HouseRules, rounds: int, seed: int, date: str, progress: ReportProgress = quiet) -> None:
        self.game, self.rules = meant(rules)
        self.rounds, self.seed, self.date = rounds, seed, date
        self._progress, self._done = progress, 0.0
        self._protection: Future[dict[str, Any]] | None = None
        self.whole = sum(_WORK.values()) + rounds / _ROUNDS_A_SECOND + SETTING

    def begin(self) -> None:
        """Work out what takes longest beside all the rest, where a second thread may run."""
        if threads() > 1:
            self._protection = beside(lambda: protection_kept(self.game, self.rules, lambda _words: None))

    def step(self, what: str, work: float | None = None) -> None:
        """Tell that something begins; what went before is done."""
        self._progress(self._done, self.whole, what)
        self._done += _WORK[what] if work is None else work

    @cached_property
    def analysis(self) -> Analysis:
        """What `odds` says."""
        self.step("odds")
        return analysis_of(self.game, self.rules)

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        """The bets of one seat."""
        return tuple(self.game.bets(self.rules))

    @cached_property
    def groups(self) -> list[list[BetOdds]]:
        """Bets with the very same odds stand together, in the order of the sheet."""
        groups: dict[object, list[BetOdds]] = {}
        for bet in self.analysis.bets:
            groups.setdefault((bet.outcomes, bet.note), []).append(bet)
        return list(groups.values())

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """How the sheet is read."""
        return own_rulings(type(self.rules))

    @cached_property
    def plays(self) -> list[PricedPlay]:
        """Other ways to play."""
        self.step("other plays")
        return priced_plays(self.game, self.rules)

    @cached_property
    def simple(self) -> dict[str, Any] | None:
        """The simple strategy of the lab, as data; nothing for a game that tells none."""

        def find() -> Any:
            found = simple_strategy(self.game, self.rules)
            return None if found is None else found.as_data()

        kept: dict[str, Any] | None = kept_answer(self.game, self.rules, "simple", {}, find)
        return kept

    @cached_property
    def slopes(self) -> Slopes:
        """What each change of the rules does."""
        self.step("slopes")
        before = self._done - _WORK["slopes"]

        def tell(done: int, whole: int) -> None:
            self._progress(before + _WORK["slopes"] * done / max(whole, 1), self.whole, f"slopes, {done} of {whole}")

        return slopes_kept(self.game, self.rules, tell)

    @cached_property
    def others(self) -> list[OtherRules]:
        """Decks, and pay tables of other houses."""
        self.step("other houses")
        return others_kept(self.game, self.rules)

    @cached_property
    def protection(self) -> dict[str, Any]:
        """What `protect` says."""
        self.step("protection")
        if self._protection:
            return self._protection.result()
        return protection_kept(self.game, self.rules, lambda words: self._progress(self._done, self.whole, words))

    @cached_property
    def risk(self) -> Risk:
        """What `risk` says of the game as it is played."""
        self.step("risk")
        return risk(self.rules)

    @cached_property
    def liability(self) -> Liability:
        """The most that one round can cost."""
        self.step("liability")
        return liability_of(self.game, self.rules, self.analysis)

    @cached_property
    def values(self) -> list[BetValue]:
        """What each bet adds to a round at best play."""
        return bet_values(self.game, self.rules, self.analysis)

    @cached_property
    def mix(self) -> BetMix | None:
        """The bets and amounts that are best for a player."""
        return best_mix(self.game, self.rules, self.analysis, self.values)

    @cached_property
    def examples(self) -> WorkedExamples:
        """Real rounds for every line that pays and every ending."""
        self.step("examples")
        hunt = ExampleHunt(self.game, self.rules, self.groups)
        titles = {name: self.title([name]) for name in (bet.name for bet in self.bets)}
        by = {"by": source_digest(HUNTERS)}
        find = partial(_worked, hunt, titles)
        return from_plain(kept_answer(self.game, self.rules, "examples", by, find))

    @cached_property
    def published(self) -> list[tuple[PublishedFigure, Number]]:
        """Published figures, each beside ours for the rules that it holds for."""
        self.step("published figures")
        found = []
        for row in published_of(self.game.name):
            there = type(self.rules)().with_settings(row.settings)
            if there == self.rules:
                found.append((row, found_in(self.analysis, row.figure)))
                continue
            kept = kept_answer(
                self.game, there, "figure", {"figure": row.figure}, partial(_ours, self.game, there, row.figure)
            )
            found.append((row, unpacked(kept)))
        return found

    @property
    def pack_size(self) -> int:
        """How many cards are shuffled for this game."""
        return len(self.game.whole_pack(self.rules))

    @property
    def shuffle_count(self) -> int:
        """How often the game's own pack is shuffled for the tests."""
        return max(fewest(self.pack_size), CARDS_SHUFFLED // self.pack_size)

    @cached_property
    def shuffles(self) -> list[dict[str, Any]]:
        """How the shuffles draw, and every p-value of their tests, with the report's seed."""
        self.step("shuffles")

        cards, shuffles = self.pack_size, self.shuffle_count

        def find() -> Any:
            return [found.as_data() | {"verdict": found.verdict} for found in shuffle_tests(cards, shuffles, self.seed)]

        more = {"cards": cards, "shuffles": shuffles, "seed": self.seed}
        kept: list[dict[str, Any]] = kept_answer(self.game, self.rules, "shuffles", more, find)
        return kept

    @cached_property
    def simulation(self) -> SimulationResult | None:
        """Many rounds beside the exact figures; nothing where none were asked for."""
        if not self.rounds:
            return None
        before, work = self._done, self.rounds / _ROUNDS_A_SECOND

        def tell(tally: Tally) -> None:
            self._progress(before + work * tally.rounds / self.rounds, self.whole, f"{self.rounds:,} rounds")

        self.step(f"{self.rounds:,} rounds", work)
        found = simulate(self.rules, self.rounds, seed=self.seed, progress=tell)
        if found.stopped:
            raise KeyboardInterrupt
        return found

    def title(self, names: Iterable[str]) -> str:
        """The titles of these bets."""
        known = {bet.name: bet.title for bet in self.bets} | {
            bet.name: bet.title for bet in self.analysis.bets if bet.title
        }
        return ", ".join(known.get(name, name) for name in names)
