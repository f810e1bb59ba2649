"""
Simulated rounds of a script, until the standard error of each bet is small.

A table of random deals follows every path of the script, so one run plays many rounds. A script with about as many
paths as rounds is played round by round instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum, sqrt
from random import Random

import numpy as np

from pitboss.cards import JOKER_CODE, Card, Pack
from pitboss.money import Cents
from pitboss.play.bets import Bet, Wagers
from pitboss.play.game import Board
from pitboss.play.records.settled_once import settling_fault
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Event, Offer, Seat
from pitboss.play.view import view
from pitboss.solving.script.best_play import BestPlay, best_play
from pitboss.solving.script.bets import ALONE, Bets
from pitboss.solving.script.deals import Column, Columns, Deals, PackKinds, RecentSplits
from pitboss.solving.script.paths import Budget, Paths, TooMany
from pitboss.solving.script.random_rounds import Answer, Cell, Ends, Rounds
from pitboss.solving.script.script_advice import paths_from
from pitboss.solving.script.seen_by_seat import Settlement, shape_of, visible_cards
from pitboss.statistics.simulated_figures import Simulated, mean_of, share

TARGET_ERROR = 0.0005
"""The standard error, as a share of the bet, at which a simulation ends: every bet must reach it."""
ROUNDS = 1 << 19
"""The number of rounds in one table of random deals."""
FIRST_ROUNDS = 1 << 13
"""The number of rounds in the first table, which shows how many paths there are."""
MAX_ROUNDS, MAX_SINGLE_ROUNDS = 1 << 25, 1 << 20
"""The maximum number of rounds without a time limit: in tables, and round by round."""
ROUNDS_PER_RUN = 16
"""With fewer rounds for each run of the script, tables are slower than single rounds."""
_NO_LIMIT = 1 << 62
MAX_ROWS_COMPARED = 120_000_000
"""The limit on the work without a time limit: rows of deals, over all questions."""
MAX_COMPARED = 4000
_LEAST_COMPARED = 100
_LEAST_WRONG = 30
"""If fewer of the bot's answers than this were wrong, the standard error itself is too uncertain to stop."""
_ROWS_OF_A_QUESTION, _RUNS_OF_A_QUESTION = 4_000_000, 1000


class CheckedPaths(Paths):
    """Paths on which every stake must be settled exactly once, because the odds would be wrong otherwise."""

    def settled(self) -> tuple[Settlement, ...]:
        """Return the results of the seat's bets on this path; raise `Refused` if a stake was not settled once."""
        _require_settled([event for event in self.events if getattr(event, "seat", None) == self.seat])
        return super().settled()


class CheckedRounds(Rounds):
    """Single rounds in which every stake must be settled exactly once."""

    def _round(self, pack: Pack, wagers: Wagers, board: Board, answer: Answer) -> tuple[Sequence[Event], Board]:
        events, board = super()._round(pack, wagers, board, answer)
        _require_settled(events)
        return events, board


def _require_settled(events: Sequence[Event]) -> None:
    if fault := settling_fault(events):
        raise Refused("not-settled-once", f"{fault}: the script must settle every stake exactly once")


class RandomCards(Columns):
    """The cards of shuffled packs, one pack per row; a column is drawn when it is first read."""

    def __init__(self, kinds: Column, rows: int, draw: np.random.Generator) -> None:
        super().__init__({})
        self._kinds, self._count, self._draw = kinds, rows, draw
        self._drawn: dict[int, Column] = {}
        """For each column, the position of each row's card in the unshuffled pack."""
        self._names = dict.fromkeys(range(len(kinds)))

    def __getitem__(self, name: Hashable) -> Column:
        assert isinstance(name, int)
        for column in range(name + 1):
            if column not in self._drawn:
                self._drawn[column] = self._next_places()
        if name not in self._own:
            self._own[name] = self._kinds[self._drawn[name]]
        return self._own[name]

    def packs(self, cards: Sequence[Card]) -> Iterator[list[Card]]:
        """Yield the pack of each row; `cards` lists the cards in the order of the unshuffled pack."""
        drawn = np.stack([self._drawn[column] for column in range(len(self._drawn))], axis=1)
        for places in drawn.tolist():
            held = set(places)
            yield [cards[place] for place in (*places, *(at for at in range(len(cards)) if at not in held))]

    def _next_places(self) -> Column:
        """Draw a card for each row; redraw it if the row already has it."""
        places = np.empty(self._count, np.uint16)
        open_rows = np.arange(self._count)
        while len(open_rows):
            places[open_rows] = self._draw.integers(0, len(self._kinds), len(open_rows), np.uint16)
            is_taken = np.zeros(len(open_rows), bool)
            for before in self._drawn.values():
                is_taken |= before[open_rows] == places[open_rows]
            open_rows = open_rows[is_taken]
        return places


@dataclass
class SampledPaths(CheckedPaths):
    """The paths that random deals take. The seat follows the best play if known, otherwise the bot."""

    rounds: int = 0
    seed: int = 0
    best: BestPlay | None = None
    best_for: Collection[str] = ()
    """The bets for which the best play was computed; it ignores all others."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.bot = self.game.bot
        self.by_suit = self._is_probed = True
        questions = self.best.questions if self.best is not None else {}
        self._questions = {(node.shape, node.options): asked for node, asked in questions.items()}

    def play(self) -> Counter[Cell]:
        """Return the number of rounds for each result."""
        self.follow()
        return Counter({end.settled: sum(share.deals for share in shares) for end, shares in self.ends.items()})

    def packs(self) -> Iterator[list[Card]]:
        """Yield the pack of each round; cards that were never looked at come last, in no particular order."""
        cards = sorted(self._cards, key=lambda card: card.code)
        yield from self._random_cards.packs(cards)

    def _pack(self) -> PackKinds:
        counts = Counter(card.code for card in self._cards)
        return PackKinds(tuple(counts[kind] for kind in range(JOKER_CODE + 1)), True, False, RecentSplits())

    def _undealt(self) -> Deals:
        kinds = np.repeat(np.arange(self.pack.base, dtype=np.uint8), self.pack.counts)
        self._random_cards = RandomCards(kinds, self.rounds, np.random.default_rng(self.seed))
        return Deals(self.pack, self._random_cards, np.ones(self.rounds, np.int64), self.rounds)

    def _answer(self, offer: Offer) -> str:
        """Return the best answer for the main bets, or the bot's if the best play has no entry for this question."""
        if not self._questions:
            return super()._answer(offer)
        own = [event for event in self.events if getattr(event, "bet", None) in (None, *self.best_for)]
        options = tuple(option.name for option in offer.options[self.seat])
        asked = self._questions.get((shape_of(own, self.seat), options))
        if asked is None:
            return super()._answer(offer)
        if not self._is_new:
            self._at += 1
            return str(self._trace[self._at - 1])
        assert self.best is not None
        codes = np.stack([self.deals.cards[card] for card in visible_cards(own, self.seat)])
        places = self.best.places(asked, codes)
        assert (places >= 0).all(), "the best play knows every hand at a question of this shape"
        parts = self.deals.split(asked.node, asked.best[places])
        answer, self.deals = self._choose([(options[place], part) for place, part in parts.items()])
        return str(answer)


@dataclass
class SimulatedTable:
    """Rounds of one seat, until the standard error of each bet is small."""

    bets: Bets
    best: BestPlay | None = None
    """The best play for the main bets; if None, the seat plays like the bot."""
    budget: Budget = field(default_factory=Budget)

    def play(self, made: Iterable[Bet], wanted: Iterable[Bet] = ()) -> tuple[Ends, int]:
        """Return the results and number of rounds with a unit on each bet; `wanted` bets set the precision."""
        return self.play_stakes(self.bets.stakes(made), list(wanted))

    def play_stakes(self, stakes: Mapping[str, Cents], wanted: Sequence[Bet] = ()) -> tuple[Ends, int]:
        """Return the results of rounds with these stakes, and the number of rounds."""
        families = [self.bets.family(bet) for bet in wanted] or [{bet.name for bet in self._all_bets()}]
        task, cells, rounds = f"simulating {', '.join(stakes)}", Counter[Cell](), 0
        self.budget.report(0.0, task)
        for batch in self._batches(stakes):
            cells += batch
            rounds += batch.total()
            error = max(_error(cells, family, rounds) / self.bets.unit for family in families)
            if error <= TARGET_ERROR or self.budget.is_over():
                break
            self.budget.report((TARGET_ERROR / error) ** 2, f"{task}, ± {error:.2%}")
        return [(cell, share(times, rounds)) for cell, times in cells.items()], rounds

    def _all_bets(self) -> Sequence[Bet]:
        return self.bets.game.bets(self.bets.rules)

    def _batches(self, stakes: Mapping[str, Cents]) -> Iterator[Counter[Cell]]:
        """Yield batches of results: from tables of deals if that is correct and fast, otherwise from single rounds."""
        table = CheckedRounds(self.bets.game, self.bets.rules, 1, stakes)
        first = self._first_batch(table)
        if first is not None:
            yield first
            for number in range(1, _NO_LIMIT if self.budget.seconds else max(1, MAX_ROUNDS // ROUNDS)):
                yield self._sampled(table, ROUNDS, number).play()
        draw = Random(1)
        for _ in range(MAX_SINGLE_ROUNDS // FIRST_ROUNDS if first is None else 0):
            yield table.play(FIRST_ROUNDS, draw, self._answer)

    def _first_batch(self, table: Rounds) -> Counter[Cell] | None:
        """
        Return the results of a first table of rounds; None if the script has too many paths.

        Every round in it is also played on its own. Return None if the bot cannot handle undecided cards, or if the
        results differ.
        """
        if table.game.before_wagers is not None:  # the cards determine which bets are allowed
            return None
        sampled = self._sampled(table, FIRST_ROUNDS, 0, FIRST_ROUNDS // ROUNDS_PER_RUN)
        try:
            cells = sampled.play()
        except Refused:
            raise
        except Exception:  # a bot that also fails on real cards will raise below
            return None
        return cells if cells == table.play_packs(sampled.packs(), self._answer) else None

    def _sampled(self, table: Rounds, rounds: int, seed: int, runs: int = _NO_LIMIT) -> SampledPaths:
        return SampledPaths(
            table.game, table.rules, table.wagers_on(()), ALONE, budget=Budget(runs=runs),
            rounds=rounds, seed=seed, best=self.best, best_for=self._best_for,
        )  # fmt: skip

    @property
    def _best_for(self) -> set[str]:
        return set[str]().union(*(self.bets.family(bet) for bet in self.bets.main))

    def _answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        own = [event for event in seen if getattr(event, "bet", None) in (None, *self._best_for)]
        found = self.best.answer(own, offer, seat) if self.best is not None else None
        return found or self.bets.game.bot(self.bets.rules, seen, offer, seat)


@dataclass
class BestPlayGain:
    """
    The gain of best play over the bot in units of a bet, for a game with too many deals to enumerate best play.

    Once a seat has seen some cards, there are far fewer deals, so the value of each answer can often be computed
    exactly. The gain at random questions has a small variance: it is 0 whenever the bot gives the best answer anyway.
    """

    bets: Bets
    budget: Budget
    target: float
    """The standard error at which play stops."""
    gains: list[float] = field(default_factory=list)
    """The gain of each round."""
    counted: int = 0
    """The number of rounds with a question from which every deal was enumerated."""
    wrong: int = 0
    """The number of these in which the bot did not give the best answer."""

    hopeless: list[str] = field(default_factory=list)
    """The questions from which there are too many deals; the bot answers them."""

    def __post_init__(self) -> None:
        self._rows = 0

    def play(self) -> BestPlayGain:
        """Play rounds until the gain is known precisely enough, or the limit is reached."""
        draw, limit = Random(1), self.budget.rest()
        self.budget.report(0.0, "comparing best play with the bot")
        while len(self.gains) < MAX_COMPARED and self._rows < MAX_ROWS_COMPARED and not limit.is_over():
            self.gains.append(self._gain(draw))
            if len(self.gains) >= _LEAST_COMPARED:
                if self.counted == 0 or (self.mean.error <= self.target and self.wrong >= _LEAST_WRONG):
                    break
                self.budget.report(max(self._rows / MAX_ROWS_COMPARED, len(self.gains) / MAX_COMPARED))
        return self

    @property
    def mean(self) -> Simulated:
        """The mean gain of a round."""
        count = len(self.gains)
        mean = fsum(self.gains) / count
        return Simulated(mean, sqrt(fsum((gain - mean) ** 2 for gain in self.gains) / count / max(count - 1, 1)))

    def _gain(self, draw: Random) -> float:
        """Play like the bot up to the first question from which best play can be enumerated, and return its gain."""
        game, rules = self.bets.game, self.bets.rules
        pack = list(game.whole_pack(rules))
        draw.shuffle(pack)
        dealt = Round(game, rules, pack)
        dealt.place({ALONE: self.bets.stakes(self.bets.main)})
        while dealt.pending is not None:
            seen, offer = view(dealt.events, ALONE), dealt.pending
            answer = game.bot(rules, seen, offer, ALONE)
            asked = offer.about.partition(",")[0]  # "hand 1, 8♠ 8♥ (16)" without the cards
            if asked not in self.hopeless:
                try:
                    if not offer.context:  # a context may name cards, which are still undecided there
                        return self._gain_from(seen, answer)
                except TooMany:
                    pass
                self.hopeless.append(asked)
            dealt.say(ALONE, answer)
        return 0.0

    def _gain_from(self, seen: Sequence[Event], answer: str) -> float:
        """Return the value of best play from here on minus that of the bot, in units."""
        play = best_play(self._paths(seen))
        self._rows += play.paths.rows
        # Several questions may look the same to the seat, if a text depends on a card that it has not seen.
        here = [asked for node, asked in play.questions.items() if node.after is None]
        best, deals = sum(int(asked.value.sum()) for asked in here), sum(int(asked.deals.sum()) for asked in here)
        bot = Fraction(sum(int(asked.worths[answer].sum()) for asked in here), deals)
        if len(play.questions) > len(here):
            bot = self._mean_of_bot(seen)
        gain = Fraction(best, deals) - bot
        self.counted += 1
        self.wrong += gain > 0
        return float(gain / self.bets.unit)

    def _mean_of_bot(self, seen: Sequence[Event]) -> Fraction:
        """Return the value of a round in cents if the bot answers from here on."""
        paths = self._paths(seen)
        paths.bot = self.bets.game.bot
        play = best_play(paths)
        self._rows += paths.rows
        results = list(play.results())
        whole = sum((chance for _, chance in results), Fraction(0))
        return sum((chance * play.worth(cell) for cell, chance in results), Fraction(0)) / whole

    def _paths(self, seen: Sequence[Event]) -> Paths:
        limit = Budget(_RUNS_OF_A_QUESTION, _ROWS_OF_A_QUESTION, probes=False)
        return paths_from(self.bets.game, self.bets.rules, seen, ALONE, limit)


def _error(cells: Mapping[Cell, int], family: Collection[str], rounds: int) -> float:
    """Return the standard error of the mean net result of these bets, in cents."""
    nets = Counter[int]()
    for cell, times in cells.items():
        nets[sum(one.net for one in cell if one.bet in family)] += times
    return mean_of(((net, Fraction(times, rounds)) for net, times in nets.items()), rounds).error
