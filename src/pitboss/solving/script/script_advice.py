"""What each answer is worth in a game that has only its script: counted over every deal left, else simulated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import dropwhile, takewhile
from math import fsum, sqrt
from random import Random
from typing import Any

from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Answered, Event, Offer, Seat, Wagered
from pitboss.play.view import seen_by
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Ask, Situation
from pitboss.solving.script.best_play import SolvedQuestion, best_play
from pitboss.solving.script.bets import ALONE, Bets
from pitboss.solving.script.deals import Deals
from pitboss.solving.script.paths import Impossible, Paths, TooMany
from pitboss.solving.script.rollout import Rollout
from pitboss.solving.script.undecided import OpenCard
from pitboss.statistics.exactness import Number
from pitboss.statistics.simulated_figures import Simulated

SITUATION = (
    Ask("dealt", "CARDS", "the cards you have seen, in the order in which you saw them, as in '8h 8s'"),
    Ask("said", "ANSWERS", "what you have answered so far, in order, as in 'play, check'"),
    Ask("bets", "BETS", "the bets you have made, one unit each, as in 'ante, tie'; those that deal you in if not said"),
)
ROLLOUTS = 4000
"""Rounds that are simulated for each answer."""
_LEAST = 200
"""Fewer rounds than this that look like what was seen tell nothing."""


@dataclass
class Situated(Paths):
    """The paths on which the seat sees these cards and says this, and nothing else is known."""

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
            raise Impossible  # the seat has seen more cards than were dealt by now
        return super()._answer(offer)


def advise(game: Game, rules: Any, situation: Situation) -> Advice:
    """Return what each answer is worth in a situation given by the cards seen and the answers so far."""
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
        raise Refused("bad-situation", "you have seen more cards than that when you are asked: --dealt takes them all")
    return _advice(_worths(firsts[0]), bets.unit, names[0])


def _worths(asked: SolvedQuestion) -> dict[str, Fraction]:
    """Return what each answer wins on average, in cents."""
    return {option: Fraction(int(worth[0]), int(asked.deals[0])) for option, worth in asked.worths.items()}


def _words(situation: Situation, name: str) -> list[str]:
    said = str(situation.said.get(name, ""))
    return [word.strip() for word in said.split(",") if word.strip()]


def _nothing_asked(ends: object, dealt: Sequence[Card]) -> str:
    if ends and not dealt:
        return "you are asked nothing in this game: there is nothing to advise"
    return "the dealer asks nothing after these cards and answers: --dealt takes the cards as you saw them, in order"


def advise_seat(game: Game, rules: Any, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
    """What each answer to the offer is worth to this seat; others at the table are silent from here on."""
    assert offer is not None, "a script is advised at an offer"
    saw = list(dropwhile(lambda event: not isinstance(event, Wagered), seen))
    placed = [event for event in takewhile(lambda event: isinstance(event, Wagered), saw) if isinstance(event, Wagered)]
    wagers: dict[Seat, dict[str, Cents]] = {}
    for event in placed:
        wagers.setdefault(event.seat, {})[event.bet] = event.amount
    first, unit = next(iter(wagers[seat].items()))
    board = tuple(card for event in seen[: len(seen) - len(saw)] if (card := getattr(event, "card", None)))
    paths = Paths(game, rules, wagers, seat, board[-game.board_size :] if board else (), seen=saw)
    try:
        play = best_play(paths)
        asked = next(asked for node, asked in play.questions.items() if node.after is None)
        return _advice(_worths(asked), unit, first)
    except TooMany:
        return _rolled_out(paths, offer)


def _advice(worths: dict[str, Fraction] | Any, unit: int, bet: str) -> Advice:
    options: dict[str, Number] = {answer: worth / unit for answer, worth in worths.items()}
    return Advice(options, _unit(bet), ("Exact: the script was dealt every way it can go from here.",), bet)


def _unit(bet: str) -> str:
    return f"units of {bet}, all bets of the round together"


def _rolled_out(paths: Paths, offer: Offer) -> Advice:
    """Simulate each answer: deals that look like what the seat has seen, then on as the bot plays."""
    first, unit = next(iter(paths.wagers[paths.seat].items()))
    where = paths.positions()
    options: dict[str, Number] = {
        option.name: _simulated_worth(Rollout(paths, where, option.name), unit) for option in offer.options[paths.seat]
    }
    note = f"Simulated: {ROLLOUTS:,} rounds for each answer, then on as the bot plays; ± is the standard error."
    return Advice(options, _unit(first), (note,), first)


def _simulated_worth(rollout: Rollout, unit: int) -> Simulated:
    draw = Random(1)
    nets = [net for _ in range(ROLLOUTS) if (net := rollout.net(draw)) is not None]
    if len(nets) < _LEAST:
        raise Refused("no-hint", "too few deals look like what you have seen for a hint")
    mean = fsum(nets) / len(nets)
    error = sqrt(fsum((net - mean) ** 2 for net in nets)) / len(nets)
    return Simulated(mean / unit, error / unit)
