"""
Environments for a game that defines none: a seat's fields and actions, found by dealing rounds of the script.

Rounds with random answers are dealt once, from a fixed seed, to find the places of cards, the questions and the
options. A card without a field of its own (in a longer hand than any in those rounds, or in another seat's hand) is
counted by rank, so no card that a seat sees is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from pitboss.cards import JOKER, Card, rank_name
from pitboss.games.environments.view import CODES, EnvView, number_of
from pitboss.play.game import Board, Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Answered, Dealt, Event, Moved, Offer, Seat, Turned
from pitboss.play.view import seen_by
from pitboss.solving.script.bets import Bets
from pitboss.solving.script.random_rounds import Rounds

_ROUNDS = 2000
"""The number of rounds dealt to find the fields and actions of a seat."""
_FIRST = Seat(1)
_WAIT = "wait"
"""The only action of a round in which the seat is asked nothing."""


@dataclass
class SeenInRounds:
    """The cards, questions and options that the first seat saw in rounds of a script."""

    cards: Counter[str] = field(default_factory=Counter)
    """The largest number of cards seen in each place."""
    questions: dict[str, None] = field(default_factory=dict)
    options: dict[str, None] = field(default_factory=dict)
    answers: int = 0
    """The largest number of questions in one round."""
    waits: bool = False
    """Whether the seat was asked nothing in some round."""


@lru_cache(maxsize=64)
def _explored(game: Game, rules: Any, players: int) -> SeenInRounds:
    found, draw = SeenInRounds(), Random(1)
    bets = Bets(game, rules)
    made = bets.before if game.before_wagers is not None else bets.main

    def answer(seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        names = [option.name for option in offer.options[seat]]
        if seat == _FIRST:
            found.questions[offer.about] = None
            found.options |= dict.fromkeys(names)
        return draw.choice(names)

    for events in Rounds(game, rules, players, bets.stakes(made)).dealt(_ROUNDS, draw, answer):
        found.cards |= Counter(place for place, _ in _own_cards(events, _FIRST) if place)
        asked = len(_own_answers(events, _FIRST))
        found.answers, found.waits = max(found.answers, asked), found.waits or not asked
    return found


def _own_cards(events: Sequence[Event], seat: Seat) -> Iterator[tuple[str, Card]]:
    """Yield each card that a seat has seen, with its place, which is empty for another seat's card."""
    places: dict[tuple[Seat | None, str], list[Card]] = {}
    hidden: Counter[tuple[Seat | None, str]] = Counter()
    for event in (seen_by(event, seat) for event in events):
        match event:
            case Dealt(card=card, seat=owner, at=at) if card.is_hidden:
                hidden[owner, at] += 1
            case Dealt(card=card, seat=owner, at=at):
                places.setdefault((owner, at), []).append(card)
            case Turned(card=card, seat=owner, at=at) if hidden[owner, at]:  # otherwise the seat had already seen it
                hidden[owner, at] -= 1
                places.setdefault((owner, at), []).append(card)
            case Moved(card=card, seat=owner, at=at, to=to) if card in places.get((owner, at), ()):
                places[owner, at].remove(card)
                places.setdefault((owner, to), []).append(card)
    for (owner, at), cards in places.items():
        for card in cards:
            yield ("" if owner not in (None, seat) else f"{'own' if owner == seat else 'table'}-{at}"), card


def _own_answers(events: Sequence[Event], seat: Seat) -> list[str]:
    return [event.answer for event in events if isinstance(event, Answered) and event.seat == seat]


def _by_rank(rank: int) -> str:
    return f"seen-{'joker' if rank == JOKER.rank else rank_name(rank)}"


class ScriptView(EnvView):
    """The fields and actions of any game, from its script."""

    actions: tuple[str, ...]  # type: ignore[misc]  # each game has its own
    usual: tuple[str, ...]  # type: ignore[misc]
    bets: bool  # type: ignore[misc]

    def __init__(self, game: Game, rules: Any, players: int) -> None:
        self.game = game
        self._found = _explored(game, rules, players)
        bets = Bets(game, rules)
        self.bets = game.before_wagers is not None
        self.usual = tuple(bet.name for bet in bets.main)
        first = tuple(bet.name for bet in bets.before) if self.bets else (_WAIT,) * self._found.waits
        self.actions = (*first, *self._found.options)
        super().__init__(rules, players)

    def named(self) -> Mapping[str, int]:
        """Return the question, the cards by place, the seat's answers so far, and the count of other cards by rank."""
        pack = Counter(card.rank for card in self.game.whole_pack(self.rules))
        cards = {f"{at}-{n}": CODES for at, most in self._found.cards.items() for n in range(1, most + 1)}
        answers = {f"said-{n}": len(self.actions) for n in range(1, self._found.answers + 1)}
        seen = {_by_rank(rank): count for rank, count in sorted(pack.items())}
        return {"question": len(self._found.questions) + 1, **cards, **answers, **seen}

    def seen(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> Mapping[str, int]:
        """Return the non-zero fields. A question that did not come up in those rounds has the largest number."""
        fields: dict[str, int] = {}
        if offer is not None:
            known = list(self._found.questions)
            fields["question"] = (known.index(offer.about) if offer.about in known else len(known)) + 1
        times: Counter[str] = Counter()
        for place, card in _own_cards(events, seat):
            times[place] += 1
            name = f"{place}-{times[place]}"
            if name in self.fields:
                fields[name] = number_of(card)
            else:
                by_rank = _by_rank(card.rank)
                fields[by_rank] = fields.get(by_rank, 0) + 1
        for number, answer in enumerate(_own_answers(events, seat), 1):
            if f"said-{number}" in self.fields and answer in self.actions:
                fields[f"said-{number}"] = self.actions.index(answer) + 1
        return fields

    def allowed_bets(self, board: Board) -> tuple[str, ...]:
        """Return the bets that the game accepts on their own on this board."""
        bets = Bets(self.game, self.rules)
        return tuple(bet.name for bet in bets.before if self._takes(bet.name, board))

    def bets_on_any_board(self) -> tuple[str, ...]:
        """Return no bet, because the allowed bets may depend on the board."""
        return ()

    def _takes(self, bet: str, board: Board) -> bool:
        try:
            self.game.check_wagers(self.rules, {_FIRST: {bet: Bets(self.game, self.rules).unit}}, board)
        except Refused:
            return False
        return True
