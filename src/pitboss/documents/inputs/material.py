"""All inputs of the report's sections, each computed once, with progress reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from functools import cached_property
from typing import Any, TypeAlias

from msgspec import convert

from pitboss import __version__
from pitboss.compute.cores import start_daemon, threads
from pitboss.documents.filings.rack_card import titles_together
from pitboss.documents.inputs.examples import (
    ExampleHunt,
    WorkedExamples,
    as_plain,
    endings_of,
    from_plain,
    worked_examples,
)
from pitboss.documents.inputs.input_cache import PlainAnswer, packed, report_question, unpacked
from pitboss.documents.inputs.liability import Liability, liability_of, liability_questions, sum_of_tops
from pitboss.documents.inputs.other_rules import (
    HouseRow,
    OtherRules,
    PublishedFigure,
    edges_under_other_rules,
    found_alone,
    found_in,
    house_matrix,
    matrix_options,
    matrix_question,
    others_question,
    protection_data,
    published_of,
    whole_slopes,
)
from pitboss.documents.inputs.simulations import (
    CUT_CARD_ROUNDS,
    CutCard,
    SimulatedRun,
    cut_card_effect,
    cut_card_question,
    run_question,
    simulated_run,
)
from pitboss.documents.inputs.values import (
    BetMix,
    BetValue,
    DecisionTable,
    PricedPlay,
    best_mix,
    decisions_question,
    plays_question,
    priced_plays,
    values_question,
)
from pitboss.games.odds import analysis_of
from pitboss.games.rulings import Ruling, own_rulings
from pitboss.lab.api import resolve_game
from pitboss.lab.risk import Risk, risk
from pitboss.lab.shuffles import fewest, shuffle_tests
from pitboss.lab.simple_price import SimpleStrategy, simple_strategy
from pitboss.lab.whatif.slopes import Slopes
from pitboss.play.bets import Bet
from pitboss.play.options.rules import HouseRules
from pitboss.simulation.plan import has_kernels
from pitboss.simulation.tally import Tally
from pitboss.solving.answers.analysis import Analysis, BetOdds
from pitboss.statistics.exactness import Number

ReportProgress: TypeAlias = Callable[[float, float, str], None]
"""A progress callback: takes the work done and the total, in estimated seconds, and the current step."""
_WORK = {"odds": 6.0, "other plays": 15.0, "slopes": 25.0, "other houses": 15.0, "protection": 30.0, "risk": 1.0,
         "examples": 4.0, "liability": 3.0, "published figures": 8.0, "shuffles": 2.0}  # fmt: skip
_ROUNDS_A_SECOND, _SCRIPT_ROUNDS_A_SECOND = 8e6, 2e4
"""The estimated speed of a simulation with kernels, and without."""
SETTING = 3.0
CARDS_SHUFFLED = 1_040_000
"""Cards shuffled for the tests of a shuffle: 20,000 packs of 52, or fewer larger shoes."""
HUNTERS = ("documents/inputs/examples.py", "school/practice_rounds.py")
"""Source files that the examples depend on."""


def quiet(done: float, whole: float, words: str) -> None:
    """Ignore progress."""


class Material:
    """The inputs for one game and set of rules, with the seed and rounds of its simulation."""

    def __init__(self, rules: HouseRules, rounds: int, seed: int, date: str, progress: ReportProgress = quiet) -> None:
        self.game, self.rules = resolve_game(rules)
        self.rounds, self.seed, self.date = rounds, seed, date
        self._progress, self._done = progress, 0.0
        self._protection: Future[dict[str, Any]] | None = None
        speed = _ROUNDS_A_SECOND if has_kernels(self.game.name) else _SCRIPT_ROUNDS_A_SECOND
        self._simulating = rounds / speed
        self.whole = sum(_WORK.values()) + self._simulating + SETTING

    def begin(self) -> None:
        """Start the slowest computation in the background, if a second thread is available."""
        if threads() > 1:
            self._protection = start_daemon(lambda: protection_data(self.game, self.rules, lambda _words: None))

    def step(self, what: str, work: float | None = None) -> None:
        """Report that a step begins; the previous one is done."""
        self._progress(self._done, self.whole, what)
        self._done += _WORK[what] if work is None else work

    @cached_property
    def analysis(self) -> Analysis:
        """The results of `odds`."""
        self.step("odds")
        return analysis_of(self.game, self.rules)

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        """The bets of one seat."""
        return tuple(self.game.bets(self.rules))

    @cached_property
    def groups(self) -> list[list[BetOdds]]:
        """Groups of bets with identical odds, in sheet order."""
        groups: dict[object, list[BetOdds]] = {}
        for bet in self.analysis.bets:
            groups.setdefault((bet.outcomes, bet.note), []).append(bet)
        return list(groups.values())

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings on the sheet."""
        return own_rulings(type(self.rules))

    @cached_property
    def plays(self) -> list[PricedPlay]:
        """Other ways to play."""
        self.step("other plays")
        return priced_plays(self.game, self.rules)

    @cached_property
    def simple(self) -> SimpleStrategy | None:
        """The simple strategy, or None if the game defines none."""
        return simple_strategy(self.game, self.rules)

    @cached_property
    def decisions(self) -> list[DecisionTable]:
        """The value of each answer in common situations."""
        return convert(decisions_question(self.game, self.rules).get(), list[DecisionTable])

    @cached_property
    def slopes(self) -> Slopes:
        """The effect of each rule change."""
        self.step("slopes")
        before = self._done - _WORK["slopes"]

        def report_progress(done: int, whole: int) -> None:
            self._progress(before + _WORK["slopes"] * done / max(whole, 1), self.whole, f"slopes, {done} of {whole}")

        return whole_slopes(self.rules, report_progress)

    @cached_property
    def others(self) -> list[OtherRules]:
        """Edges with other numbers of decks and the pay tables of other casinos."""
        self.step("other houses")
        return edges_under_other_rules(self.game, self.rules)

    @cached_property
    def matrix(self) -> list[HouseRow]:
        """The edges under every combination of the options that matter most."""
        return house_matrix(self.game, self.rules, matrix_options(self.game, self.rules, self.slopes))

    @property
    def cut_card_rounds(self) -> int:
        """Rounds for the cut-card effect: no more than for the simulation."""
        return min(self.rounds, CUT_CARD_ROUNDS)

    @cached_property
    def cut_card(self) -> CutCard | None:
        """The cut-card effect, or None without a shoe or a simulation."""
        return cut_card_effect(self.game, self.rules, self.cut_card_rounds, self.seed)

    @cached_property
    def protection(self) -> dict[str, Any]:
        """The results of `protect`."""
        self.step("protection")
        if self._protection:
            return self._protection.result()
        return protection_data(self.game, self.rules, lambda words: self._progress(self._done, self.whole, words))

    @cached_property
    def risk(self) -> Risk:
        """The results of `risk` for the game as played."""
        self.step("risk")
        return risk(self.rules)

    @cached_property
    def liability(self) -> Liability:
        """The most that one round can cost."""
        self.step("liability")
        return liability_of(self.game, self.rules, self.analysis)

    @cached_property
    def values(self) -> list[BetValue]:
        """The value each bet adds to a round under optimal play."""
        stored = values_question(self.game, self.rules, lambda: self.analysis).get()
        return [BetValue(bet, value) for bet, value in stored]

    @cached_property
    def mix(self) -> BetMix | None:
        """The best bets and amounts for a player."""
        return best_mix(self.game, self.rules, self.analysis, self.values)

    @cached_property
    def examples(self) -> WorkedExamples:
        """Real rounds for every paying line and every ending."""
        self.step("examples")
        return from_plain(self._examples().get())

    def _examples(self) -> PlainAnswer:
        titles = {bet.name: bet.title for bet in self.bets}
        titles |= {group[0].name: self.group_title(group) for group in self.groups}

        def find() -> Any:
            return as_plain(worked_examples(ExampleHunt(self.game, self.rules, self.groups), titles))

        more = {"endings": endings_of(self.game.name), "version": __version__}  # the records of the rounds contain it
        return report_question(self.game, self.rules, "examples", more, find, HUNTERS)

    @cached_property
    def published(self) -> list[tuple[PublishedFigure, Number]]:
        """Published figures, each with ours for the same rules."""
        self.step("published figures")
        return list(zip(published_of(self.game.name), map(unpacked, self._published().get()), strict=True))

    def _published(self) -> PlainAnswer:
        rows = published_of(self.game.name)

        def find() -> Any:
            return [packed(self._ours(type(self.rules)().with_settings(row.settings), row.figure)) for row in rows]

        more = {"figures": [[row.figure, list(row.settings)] for row in rows]}
        return report_question(self.game, type(self.rules)(), "published", more, find)

    def _ours(self, there: HouseRules, figure: str) -> Number:
        if there == self.rules:
            return found_in(self.analysis, figure)
        alone = found_alone(self.game, there, figure)
        return found_in(analysis_of(self.game, there), figure) if alone is None else alone

    @property
    def pack_size(self) -> int:
        """The number of cards shuffled in this game."""
        return len(self.game.whole_pack(self.rules))

    @property
    def shuffle_count(self) -> int:
        """The number of times the game's pack is shuffled for the tests."""
        return max(fewest(self.pack_size), CARDS_SHUFFLED // self.pack_size)

    @cached_property
    def shuffles(self) -> list[dict[str, Any]]:
        """The shuffle methods and every p-value of their tests, using the report's seed."""
        self.step("shuffles")
        stored: list[dict[str, Any]] = self._shuffles().get()
        return stored

    def _shuffles(self) -> PlainAnswer:
        cards, shuffles = self.pack_size, self.shuffle_count

        def find() -> Any:
            return [found.as_data() | {"verdict": found.verdict} for found in shuffle_tests(cards, shuffles, self.seed)]

        more = {"cards": cards, "shuffles": shuffles, "seed": self.seed}
        return report_question(self.game, self.rules, "shuffles", more, find)

    @cached_property
    def simulation(self) -> SimulatedRun | None:
        """The simulation to compare with the exact figures, or None if no rounds were requested."""
        if not self.rounds:
            return None
        before, work = self._done, self._simulating

        def report_progress(tally: Tally) -> None:
            self._progress(before + work * tally.rounds / self.rounds, self.whole, f"{self.rounds:,} rounds")

        self.step(f"{self.rounds:,} rounds", work)
        return simulated_run(self.game, self.rules, self.rounds, self.seed, report_progress)

    def questions(self) -> Iterator[PlainAnswer]:
        """Yield the questions of this report whose answers are shipped, quickest first."""
        yield from liability_questions(self.game, self.rules, sum_of_tops(self.game, self.rules, self.analysis))
        yield values_question(self.game, self.rules, lambda: self.analysis)
        yield decisions_question(self.game, self.rules)
        yield others_question(self.game, self.rules)
        yield self._published()
        yield self._shuffles()
        yield plays_question(self.game, self.rules)
        options = matrix_options(self.game, self.rules, self.slopes)
        if options:
            yield matrix_question(self.game, self.rules, options)
        if self.game.cut_card is not None:
            yield cut_card_question(self.game, self.rules, self.cut_card_rounds, self.seed)
        yield self._examples()
        yield run_question(self.game, self.rules, self.rounds, self.seed)

    def group_title(self, group: Iterable[BetOdds]) -> str:
        """Return the title of a group of similar bets, without those that the layout does not offer by name."""
        offered = {bet.name for bet in self.bets}
        names = [bet.name for bet in group]
        return titles_together([self.title([name]) for name in names if name in offered or name == names[0]])

    def title(self, names: Iterable[str]) -> str:
        """Return the titles of these bets."""
        known = {bet.name: bet.title for bet in self.bets} | {
            bet.name: bet.title for bet in self.analysis.bets if bet.title
        }
        return ", ".join(known.get(name, name) for name in names)
