"""Builders shared by the tests: stacked decks, random rules and random wagers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from hypothesis import strategies as st

from pitboss.cards import Card, Pack, parse_cards
from pitboss.contract.random_inputs import bounds, random_wagers, shuffled
from pitboss.games import GAMES
from pitboss.money import Cents, Pays, parse_money
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules, kinds
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat, Settled

__all__ = ["bounds", "in_dollars", "random_wagers", "rules_of", "settled", "shuffled", "stacked"]

Bets = Mapping[int, Mapping[str, int]]


class PileEmpty(BaseException):
    """Raised if a test gives too few cards for a spot; not an `Exception`, so that no round catches it."""


class StackedPack(Pack):
    """A deck that serves each spot from its own pile and remembers the order, so that the round has a plain record."""

    def __init__(self, whole: Sequence[Card], piles: Mapping[str, Sequence[Card]], known: Sequence[Card] = ()) -> None:
        self.piles = {spot: list(cards) for spot, cards in piles.items()}
        stacked = Counter(card for cards in piles.values() for card in cards) + Counter(known)
        self.rest = []
        for card in whole:
            if stacked[card]:
                stacked[card] -= 1
            else:
                self.rest.append(card)
        if stacked.total():
            raise PileEmpty(f"these cards are not in the pack: {sorted(map(str, stacked.elements()))}")
        self.order: list[Card] = []

    @property
    def cards(self) -> tuple[Card, ...]:  # type: ignore[override]
        return (*self.order, *(card for pile in self.piles.values() for card in pile), *self.rest)

    def draw(self, spot: str = "") -> Card:
        if spot in self.piles and not self.piles[spot]:
            raise PileEmpty(f"the pile of {spot!r} ran dry")
        card = self.piles[spot].pop(0) if spot in self.piles else self.rest.pop(0)
        self.order.append(card)
        return card

    def __len__(self) -> int:
        return sum(map(len, self.piles.values())) + len(self.rest)

    def __iter__(self) -> Any:
        return iter(self.cards[len(self.order) :])


def in_dollars(bets: Bets) -> dict[Seat, dict[str, Cents]]:
    """Convert wagers from dollars, as tests write them."""
    return {Seat(seat): {bet: parse_money(amount) for bet, amount in placed.items()} for seat, placed in bets.items()}


def stacked(
    game: str,
    piles: Mapping[str, str],
    bets: Bets,
    answers: Iterable[Mapping[int, str]] = (),
    rules: Sequence[str] = (),
    board: str = "",
) -> Round:
    """Play a round in which each spot gets the given cards; further offers get the default."""
    entry = GAMES[game]
    house = entry.rules().with_settings(rules)
    on_table = parse_cards(board)
    pack = StackedPack(entry.whole_pack(house), {spot: parse_cards(cards) for spot, cards in piles.items()}, on_table)
    dealt = Round(entry, house, pack, board=on_table)
    dealt.place(in_dollars(bets))
    for given in answers:
        assert dealt.pending, f"no offer is left for {given}"
        for seat, answer in given.items():
            dealt.pending.option(Seat(seat), answer)
        dealt.answered = {Seat(seat): answer for seat, answer in given.items()}
        dealt.close_offer()
    while dealt.pending:
        dealt.close_offer()
    return dealt


def settled(dealt: Round, bet: str, seat: int = 1) -> list[tuple[str, int]]:
    """Return each settlement of a seat's bet: the line and the dollars won."""
    return [
        (event.line, (event.back - event.stake) // 100)
        for event in dealt.events
        if isinstance(event, Settled) and event.bet == bet and event.seat == seat
    ]


PAYOUTS = [Pays(1), Pays(2), Pays(3, 2), Pays(6, 5), Pays(12), Pays(0), Pays(40)]


def rules_of(game: Game) -> st.SearchStrategy[HouseRules]:
    """Return a strategy for random house rules that the game accepts."""

    def build(changes: Mapping[str, object]) -> HouseRules | None:
        try:
            return game.rules.read(changes)
        except Refused:
            return None

    values = {name: _values(kinds(game.rules)[name], default) for name, default in game.rules.options().items()}
    return st.fixed_dictionaries({}, optional=values).map(build).filter(bool)  # type: ignore[return-value]


def _values(kind: Any, default: object) -> st.SearchStrategy[Any]:
    if isinstance(default, bool):
        return st.booleans()
    if isinstance(default, Enum):
        return st.sampled_from([str(member.value) for member in type(default)])
    if isinstance(default, Pays):
        return st.sampled_from([str(pays) for pays in PAYOUTS])
    if isinstance(default, Paytable):
        return _tables(default)
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    for between in bounds(kind):
        return st.integers(*between)
    return st.sampled_from(["$1", "$5", "$10", "$25", "$500", "$1900"])


def _tables(default: Paytable) -> st.SearchStrategy[dict[str, list[str]]]:
    cells = st.lists(
        st.sampled_from([str(p) for p in PAYOUTS]), min_size=len(default.columns), max_size=len(default.columns)
    )
    return st.fixed_dictionaries({name: cells for name, _ in default.lines})
