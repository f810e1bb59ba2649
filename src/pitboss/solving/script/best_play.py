"""The best answers to every question of a walk, and what a round comes to when they are given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from pitboss.play.steps import Event, Offer, Seat
from pitboss.solving.script.seen_by_seat import Settlement, known_to
from pitboss.solving.script.walk import ScriptQuestion, Told, Walk, Way, walked

Said = tuple[Told, ...]


@dataclass(frozen=True)
class BestPlay:
    """A walk solved: every end with its probability, and the best answer to each question."""

    walk: Walk
    ends: Mapping[tuple[Said, tuple[Settlement, ...]], Fraction]
    answers: Mapping[int, str]
    worths: Mapping[int, Mapping[str, Fraction]]
    """What each answer to a question wins on average, in cents."""
    deals: int
    """How many deals, in order, the walk stands for."""

    def results(self) -> Iterator[tuple[tuple[Settlement, ...], Fraction]]:
        """How a round ends at best play, and how likely that is."""
        for (said, settled), chance in self.ends.items():
            if all(self.answers[question] == answer for question, answer in said):
                yield settled, chance

    def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str | None:
        """The best answer at the table; nothing where the walk never came here."""
        known = known_to(seen, seat, by_suit=self.walk.by_suit)
        options = tuple(option.name for option in offer.options[seat])
        number = self.walk.questions.get(ScriptQuestion(known, options))
        return None if number is None else self.answers[number]


def best_play(walk: Walk) -> BestPlay:
    """Walk every way and solve it from the last question to the first."""
    done, ways = walked(walk)
    return solved(done, ways)


def solved(walk: Walk, ways: Counter[Way]) -> BestPlay:
    """The best answers: each question is decided when all that come after it are."""
    ends: dict[tuple[Said, tuple[Settlement, ...]], Fraction] = {}
    for way, deals in ways.items():
        key = way.said, way.settled
        ends[key] = ends.get(key, Fraction(0)) + Fraction(deals, perm(walk.size, way.cards))
    tokes = walk.game.tokes(walk.rules)
    worth: dict[Said, Fraction] = {}
    reached: dict[Said, Fraction] = {}
    for (said, settled), chance in ends.items():
        own = sum(one.net for one in settled if one.bet not in tokes)
        worth[said] = worth.get(said, Fraction(0)) + chance * own
        reached[said] = reached.get(said, Fraction(0)) + chance
    answers: dict[int, str] = {}
    worths: dict[int, dict[str, Fraction]] = {}
    for depth in range(max(map(len, worth), default=0), 0, -1):
        asked: dict[tuple[Said, int], dict[str, Said]] = {}
        for said in list(worth):
            if len(said) == depth:
                asked.setdefault((said[:-1], said[-1][0]), {})[said[-1][1]] = said
        for (before, question), ways_on in asked.items():
            best = max(ways_on, key=lambda answer: worth[ways_on[answer]])
            answers[question] = best
            worths[question] = {answer: worth[said] / reached[said] for answer, said in ways_on.items()}
            worth[before] = worth.get(before, Fraction(0)) + worth[ways_on[best]]
            reached[before] = reached.get(before, Fraction(0)) + reached[ways_on[best]]
    return BestPlay(walk, ends, answers, worths, perm(walk.size, max((way.cards for way in ways), default=0)))
