"""What each answer is worth in a game that has only its script: walked from what the seat has seen, else simulated."""

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
from pitboss.play.bets import Wagers
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Answered, Event, Offer, Seat, Wagered
from pitboss.play.view import seen_by, view
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Ask, Situation
from pitboss.solving.script.best_play import solved
from pitboss.solving.script.script_odds import ALONE, Bets
from pitboss.solving.script.undealt import Undealt
from pitboss.solving.script.walk import Impossible, TooMany, Walk, Way, walked
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
class Situated(Walk):
    """A walk through the deals in which the seat sees these cards and says this, and nothing else is known."""

    dealt: Sequence[Card] = ()
    answers: Sequence[str] = ()

    def again(self, by_suit: bool) -> Situated:
        """The same walk from the start."""
        return Situated(
            self.game, self.rules, self.wagers, self.seat, by_suit=by_suit, dealt=self.dealt, answers=self.answers
        )

    def run(self) -> Way:
        """One way to the end; a way on which not all of these cards were seen by the first question is none."""
        self._shown, self._met = iter(self.dealt), set[int]()
        self.missing = len(self.dealt)
        return super().run()

    def _saw(self) -> Sequence[Event]:
        return [Answered(self.seat, answer) for answer in self.answers]

    def _compare(self, event: Event) -> None:
        card = getattr(seen_by(event, self.seat), "card", None)
        if not isinstance(card, Undealt) or id(card) in self._met:
            return
        self._met.add(id(card))
        shown = next(self._shown, None)
        if shown is not None:
            self.missing -= 1
            if not self._is_alike(card, shown):
                raise Impossible

    def _answer(self, offer: Offer) -> str:
        if self.missing:
            raise Impossible
        return super()._answer(offer)


@dataclass
class Rollout(Walk):
    """A round by chance that looks like what the seat has seen; then `first`, and on as the bot plays."""

    first: str = ""
    was_asked: bool = False

    def decide(self) -> int:
        """A card that is left, each as likely."""
        place = self.chance.randrange(sum(self._left))
        for kind, count in enumerate(self._left):
            place -= count
            if place < 0:
                self._left[kind] -= 1
                return kind
        raise AssertionError("the pack was counted wrongly")

    def _deal(self, kind: int) -> int:
        """A card that the seat is known to have seen: how likely that was weighs the round."""
        if not self._left[kind]:
            raise Impossible
        self.weight *= self._left[kind] / sum(self._left)
        self._left[kind] -= 1
        return kind

    def _answer(self, offer: Offer) -> str:
        if not self.was_asked:
            self.was_asked = True
            return self.first
        return self.game.bot(self.rules, view(self.events, self.seat), offer, self.seat)

    def net(self, chance: Random) -> tuple[float, int]:
        """How likely such a round is, and what it won in cents."""
        self.chance, self.was_asked = chance, False
        way = self.run()
        return self.weight, sum(one.net for one in way.settled)


def advise(game: Game, rules: Any, situation: Situation) -> Advice:
    """What each answer is worth in a situation told by the cards seen and the answers given."""
    bets = Bets(game, rules)
    names = _words(situation, "bets") or [bet.name for bet in bets.main]
    wagers = game.check_wagers(rules, {ALONE: dict.fromkeys(names, bets.unit)}, ())
    dealt = situation.cards("dealt")
    walk = Situated(game, rules, wagers, ALONE, dealt=dealt, answers=_words(situation, "said"))
    try:
        done, ways = walked(walk)
    except TooMany:
        reason = f"{game.title} can go too many ways from there to be walked: at the table, hints are simulated"
        raise Refused("too-many-ways", reason) from None
    firsts = {way.said[0][0] for way in ways if way.said}
    if not firsts:
        raise Refused("bad-situation", _nothing_asked(ways, dealt, done.size))
    if len(firsts) > 1:
        raise Refused("bad-situation", "you have seen more cards than that when you are asked: --dealt takes them all")
    worths = solved(done, ways).worths[firsts.pop()]
    return _advice(worths, bets.unit, names[0])


def _words(situation: Situation, name: str) -> list[str]:
    said = str(situation.said.get(name, ""))
    return [word.strip() for word in said.split(",") if word.strip()]


def _nothing_asked(ways: object, dealt: Sequence[Card], size: int) -> str:
    if ways and not dealt:
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
    try:
        done, ways = walked(Walk(game, rules, wagers, seat, board[-game.board_size :] if board else (), seen=saw))
        worths = solved(done, ways).worths
        asked = next(way.said[0][0] for way in ways if way.said)
        return _advice(worths[asked], unit, first)
    except TooMany:
        return _rolled_out(game, rules, wagers, saw, offer, seat)


def _advice(worths: dict[str, Fraction] | Any, unit: int, bet: str) -> Advice:
    options: dict[str, Number] = {answer: worth / unit for answer, worth in worths.items()}
    return Advice(options, _unit(bet), ("Exact: the script was dealt every way it can go from here.",), bet)


def _unit(bet: str) -> str:
    return f"units of {bet}, all bets of the round together"


def _rolled_out(
    game: Game, rules: Any, wagers: Wagers, saw: Sequence[Event], offer: Offer, seat: Seat
) -> Advice:  # fmt: skip
    first, unit = next(iter(wagers[seat].items()))
    options: dict[str, Number] = {}
    for option in offer.options[seat]:
        options[option.name] = _simulated_worth(
            Rollout(game, rules, wagers, seat, by_suit=True, seen=saw, first=option.name), unit
        )
    note = f"Simulated: {ROLLOUTS:,} rounds for each answer, then on as the bot plays; ± is the standard error."
    return Advice(options, _unit(first), (note,), first)


def _simulated_worth(rollout: Rollout, unit: int) -> Simulated:
    chance = Random(1)
    found: list[tuple[float, int]] = []
    for _ in range(ROLLOUTS):
        try:
            found.append(rollout.net(chance))
        except Impossible:
            continue
    weight = fsum(weight for weight, _ in found)
    if len(found) < _LEAST or not weight:
        raise Refused("no-hint", "too few deals look like what you have seen for a hint")
    mean = fsum(weight * net for weight, net in found) / weight
    error = sqrt(fsum((each * (net - mean)) ** 2 for each, net in found)) / weight
    return Simulated(mean / unit, error / unit)
