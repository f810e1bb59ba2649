"""Advice for a game that has only its script: the value of each answer, exact or simulated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import dropwhile, takewhile
from math import fsum, sqrt
from random import Random
from typing import Any

from pitboss.cards import Card, Pack, PackEmpty
from pitboss.money import Cents
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Answered, Event, Offer, Offered, Seat, Wagered
from pitboss.play.view import seen_by, view
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Ask, Situation
from pitboss.solving.script.best_play import SolvedQuestion, best_play
from pitboss.solving.script.bets import ALONE, Bets
from pitboss.solving.script.deals import Deals
from pitboss.solving.script.paths import Budget, Impossible, Paths, TooMany
from pitboss.solving.script.seen_by_seat import settlements
from pitboss.solving.script.undecided import OpenCard
from pitboss.statistics.exactness import Number
from pitboss.statistics.simulated_figures import Simulated

SITUATION = (
    Ask("dealt", "CARDS", "the cards you have seen, in the order in which you saw them, as in '8h 8s'"),
    Ask("said", "ANSWERS", "your answers so far, in order, as in 'play, check'"),
    Ask("bets", "BETS", "the bets you have made, one unit each, as in 'ante, tie' [default: those that deal you in]"),
)
ROLLOUTS = 4000
"""The number of rounds simulated for each answer."""
_LEAST = 200
"""The minimum number of simulated rounds that match what the seat has seen; with fewer, there is no hint."""


@dataclass
class Situated(Paths):
    """The paths on which the seat sees these cards and gives these answers, with nothing else known."""

    dealt: Sequence[Card] = ()
    answers: Sequence[str] = ()

    def _run(self, trace: tuple[Any, ...], deals: Deals, share: float) -> float:
        self._to_come, self._met = list(self.dealt), set[int]()
        return super()._run(trace, deals, share)

    def _saw(self) -> Sequence[Event]:
        return [Answered(self.seat, answer) for answer in self.answers]

    def _compare(self, event: Event) -> None:
        card = getattr(seen_by(event, self.seat), "card", None)
        if isinstance(card, OpenCard) and card.number not in self._met:
            self._met.add(card.number)
            if self._to_come and not self._is_alike(card, self._to_come.pop(0)):
                raise Impossible

    def _answer(self, offer: Offer) -> str:
        if self._to_come:
            raise Impossible  # the seat has seen more cards than were dealt so far
        return super()._answer(offer)


def advise(game: Game, rules: Any, situation: Situation) -> Advice:
    """Return the value of each answer in a situation described by the cards seen and the answers so far."""
    bets = Bets(game, rules)
    names = _words(situation, "bets") or [bet.name for bet in bets.main]
    wagers = game.check_wagers(rules, {ALONE: dict.fromkeys(names, bets.unit)}, ())
    dealt = situation.cards("dealt")
    paths = Situated(game, rules, wagers, ALONE, dealt=dealt, answers=_words(situation, "said"))
    try:
        play = best_play(paths)
    except TooMany:
        reason = f"{game.title} has too many deals from there to count them: at the table, hints are simulated"
        raise Refused("too-many-ways", reason) from None
    firsts = [asked for node, asked in play.questions.items() if node.after is None]
    if not firsts:
        raise Refused("bad-situation", _nothing_asked(play.paths.ends, dealt))
    if len(firsts) > 1 or len(firsts[0].codes) > 1:
        raise Refused("bad-situation", "--dealt must list every card that you have seen when you are asked")
    return _advice(_worths(firsts[0]), bets.unit, names[0])


def _worths(asked: SolvedQuestion) -> dict[str, Fraction]:
    """Return the expected value of each answer in cents."""
    return {option: Fraction(int(worth[0]), int(asked.deals[0])) for option, worth in asked.worths.items()}


def _words(situation: Situation, name: str) -> list[str]:
    text = str(situation.texts.get(name, ""))
    return [word.strip() for word in text.split(",") if word.strip()]


def _nothing_asked(ends: object, dealt: Sequence[Card]) -> str:
    if ends and not dealt:
        return "you are asked nothing in this game: there is nothing to advise"
    return "the dealer asks nothing after these cards and answers: --dealt takes the cards as you saw them, in order"


def advise_seat(game: Game, rules: Any, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
    """Return the value of each answer to the offer for this seat; other seats give the first answer from here on."""
    assert offer is not None, "advice on a script needs an open question"
    paths = paths_from(game, rules, seen, seat)
    return exact_advice(paths) or _rolled_out(paths, offer)


def paths_from(game: Game, rules: Any, seen: Sequence[Event], seat: Seat, budget: Budget | None = None) -> Paths:
    """Return the paths of all rounds that match what a seat has seen."""
    saw = list(dropwhile(lambda event: not isinstance(event, Wagered), seen))
    placed = [event for event in takewhile(lambda event: isinstance(event, Wagered), saw) if isinstance(event, Wagered)]
    wagers: dict[Seat, dict[str, Cents]] = {}
    for event in placed:
        wagers.setdefault(event.seat, {})[event.bet] = event.amount
    board = tuple(card for event in seen[: len(seen) - len(saw)] if (card := getattr(event, "card", None)))
    before = board[-game.board_size :] if board else ()
    return Paths(game, rules, wagers, seat, before, seen=saw, budget=budget or Budget())


def exact_advice(paths: Paths) -> Advice | None:
    """Return the exact value of each answer to the seat's next question; None if that exceeds the budget."""
    first, unit = next(iter(paths.wagers[paths.seat].items()))
    try:
        play = best_play(paths)
    except TooMany:
        return None
    asked = next(asked for node, asked in play.questions.items() if node.after is None)
    return _advice(_worths(asked), unit, first)


def _advice(worths: dict[str, Fraction] | Any, unit: int, bet: str) -> Advice:
    options: dict[str, Number] = {answer: worth / unit for answer, worth in worths.items()}
    return Advice(options, _unit(bet), ("Exact: every possible continuation was dealt.",), bet)


def _unit(bet: str) -> str:
    return f"units of {bet}, all bets of the round together"


@dataclass
class Rollout:
    """Random rounds in which the seat sees what it has seen, answers `first`, and then plays like the bot."""

    paths: Paths
    where: Mapping[int, Card]
    """The cards that the seat has seen, by position in the pack."""
    first: str

    def net(self, draw: Random) -> int | None:
        """Play a round and return its net result in cents; None if it differs from what the seat has seen."""
        paths = self.paths
        events: list[Event] = [*paths.placed]
        script = paths.game.play(paths.rules, self._pack(draw), paths.wagers, paths.board)
        self._saw = iter(paths.seen[len(events) :])
        self._was_asked = False
        given: dict[Seat, str] = {}
        try:
            step = next(script)
            while True:
                if isinstance(step, Event):
                    if not self._is_alike(step):
                        return None
                    events.append(step)
                    given = {}
                else:
                    offered = Offered(step.about, tuple(step.options))
                    if not self._is_alike(offered):
                        return None
                    events.append(offered)
                    given = self._collect_answers(step, events)
                    events += [Answered(seat, answer) for seat, answer in given.items()]
                step = script.send(given)
        except StopIteration:
            return sum(one.net for one in settlements(events, paths.seat))
        except PackEmpty:  # the round is void, and every bet is returned (C-4)
            return 0

    def _pack(self, draw: Random) -> Pack:
        """Return a pack with the cards seen so far in their positions, and all others shuffled."""
        whole = Counter(self.paths.game.whole_pack(self.paths.rules))
        left = whole - Counter([*self.paths.board, *self.paths.gone, *self.where.values()])
        others = list(left.elements())
        draw.shuffle(others)
        for place in sorted(self.where):
            others.insert(place, self.where[place])
        return Pack(others)

    def _is_alike(self, event: Event) -> bool:
        saw = next(self._saw, None)
        if saw is None:
            return True
        here = seen_by(event, self.paths.seat)
        names = [name for name in here.__struct_fields__ if name != "motion" or here.motion]
        return type(saw) is type(here) and all(getattr(here, name) == getattr(saw, name) for name in names)

    def _collect_answers(self, offer: Offer, events: list[Event]) -> dict[Seat, str]:
        paths = self.paths
        given = {seat: options[0].name for seat, options in offer.options.items()}
        for seat in given:
            answer = next(self._saw, None)
            if answer is not None and not isinstance(answer, Answered):  # the hand signal before the answer
                answer = next(self._saw, None)
            if isinstance(answer, Answered):
                given[seat] = answer.answer
            elif seat == paths.seat:
                given[seat] = self._own(offer, events)
        return given

    def _own(self, offer: Offer, events: list[Event]) -> str:
        if not self._was_asked:
            self._was_asked = True
            return self.first
        paths = self.paths
        return paths.game.bot(paths.rules, view(events, paths.seat), offer, paths.seat)


def _rolled_out(paths: Paths, offer: Offer) -> Advice:
    """Return the simulated value of each answer, from deals that match what the seat has seen, played on by the bot."""
    first, unit = next(iter(paths.wagers[paths.seat].items()))
    where = paths.positions()
    options: dict[str, Number] = {
        option.name: _simulated_worth(Rollout(paths, where, option.name), unit) for option in offer.options[paths.seat]
    }
    note = f"Simulated: {ROLLOUTS:,} rounds for each answer, with later answers by the bot; ± is the standard error."
    return Advice(options, _unit(first), (note,), first)


def _simulated_worth(rollout: Rollout, unit: int) -> Simulated:
    draw = Random(1)
    nets = [net for _ in range(ROLLOUTS) if (net := rollout.net(draw)) is not None]
    if len(nets) < _LEAST:
        raise Refused("no-hint", "too few sampled deals match the cards that you have seen")
    mean = fsum(nets) / len(nets)
    error = sqrt(fsum((net - mean) ** 2 for net in nets)) / len(nets)
    return Simulated(mean / unit, error / unit)
