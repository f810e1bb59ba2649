"""
The largest liability of Roll Your Own and blackjack, by a program that shares no code with the product.

It bounds every round by counting cards, and settles the attached record by its own reading of the rules.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

import pitboss as pb
from pitboss.documents.inputs.liability import CostliestRound, liability_of
from pitboss.games import GAMES
from pitboss.games.odds import analysis_of

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
BET = 500
"""The limit of a main bet in both games, in dollars."""


def costliest(game: str) -> tuple[CostliestRound, CostliestRound]:
    """Return the costliest rounds that the product finds: for one seat, and for a full table."""
    rules = pb.rules(game)
    found = liability_of(GAMES[game], rules, analysis_of(GAMES[game], rules))
    return found.seat, found.table


def points(card: str) -> int:
    return 1 if card[0] == "A" else min(10, RANKS.index(card[0]) + 2)


def total(cards: Sequence[str]) -> int:
    hard = sum(map(points, cards))
    return hard + 10 if hard <= 11 and any(card[0] == "A" for card in cards) else hard


class Bets:
    """The cards and answers of a record, in the order in which they are used."""

    def __init__(self, record: str) -> None:
        data = json.loads(record)
        self.cards: list[str] = data["pack"].split()
        self.answers: list[tuple[str, str]] = [pair for given in data["answers"] for pair in given.items()]
        self.seats = sorted(map(int, data["wagers"]))
        self.wagers = data["wagers"]
        self.ran_out = False

    def draw(self, many: int = 1) -> list[str]:
        taken, self.cards = self.cards[:many], self.cards[many:]
        return taken

    def answer(self, seat: int) -> str:
        asked, said = self.answers.pop(0)
        assert int(asked) == seat
        return said


# Roll Your Own: three equal bets, one deck; AKQ suited 100, straight flush 50, trips 30, straight 5, flush 3


def three_card_pays(cards: Sequence[str]) -> int:
    """Return what the bonus pays, from the printed sheet."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    suited = len({card[1] for card in cards}) == 1
    straight = ranks[2] - ranks[1] == ranks[1] - ranks[0] == 1 or ranks == [0, 1, 12]
    if len(set(ranks)) == 1:
        return 30
    if straight and suited:
        return 100 if ranks == [10, 11, 12] else 50
    return 5 if straight else 3 if suited else 0


def settle_roll_your_own(record: str) -> float:
    """Deal a record whose dealer has no ace and never draws, and return the units won by all seats."""
    left = Bets(record)
    packs = {seat: left.draw(3) for seat in left.seats}
    _, up, hole = left.draw(3)
    assert points(up) != 1 != points(hole)
    set_alone = {seat: int(left.answer(seat)[-1]) - 1 for seat in left.seats}
    won, live = 0.0, list[int]()
    for seat, pack in packs.items():
        won += three_card_pays(pack)
        values = sorted(map(points, pack))
        if values in ([1, 1, 10], [1, 10, 10]):
            won += 1.5 + 1.5
            continue
        alone = pack[set_alone[seat]]
        both = [card for card in pack if card != alone]
        assert sorted(map(points, both)) != [1, 10]
        live += [*grown(left, seat, both, [1]), *grown(left, seat, [alone], [1])]
    assert not left.answers
    assert left.ran_out or not live  # every bet left in action wins even money then
    return won + sum(live)


def grown(left: Bets, seat: int, hand: list[str], made: list[int]) -> Iterator[int]:
    """Play out a hand with its splits. Yield the units on each hand that does not bust; `made` counts the hands."""
    if len(hand) == 1:
        left.ran_out |= not left.cards
        hand = hand + left.draw()
    units, asked = 1, not left.ran_out
    while asked and total(hand) < 21:
        said = left.answer(seat)
        if said == "split":
            assert points(hand[0]) == points(hand[1]) != 1
            assert made[0] < 5
            made[0] += 1
            yield from grown(left, seat, hand[:1], made)
            yield from grown(left, seat, hand[1:], made)
            return
        if said == "double":
            assert len(hand) == 2
            units = 2
        if said != "stand":
            assert left.cards
            hand = hand + left.draw()
        asked = said == "hit"
    if total(hand) <= 21:
        yield units


LINES = {"AKQ suited": 100, "straight flush": 50, "trips": 30, "straight": 5, "flush": 3, "nothing": 0}


def most_hands(packs: int) -> int:
    """Return the most hands that straight flushes without an ace, king or queen can be split into, in any setting."""
    free = dict.fromkeys(range(2, 10), 4) | {10: 8}
    runs = [(low, low + 1, low + 2) for low in range(2, 10)]  # 11 is a jack
    settings = []
    for run in runs:
        values = [min(10, rank) for rank in run]
        for alone in range(3):
            one, two = values[:alone] + values[alone + 1 :]
            settings.append((values[alone], one if one == two else 0))
    best = 0
    for chosen in combinations_with_replacement(settings, packs):
        rows = Counter(value for setting in chosen for value in setting)
        single = rows.pop(0, 0)
        best = max(best, single + sum(min(free[value], 5 * many) for value, many in rows.items()))
    return best


def bounds_of_roll_your_own(seats: int) -> Iterator[float]:
    """
    Yield a bound for every combination of bonus lines.

    A hand of one, two or three cards wins at most 1, 1½ or 2 units: half a unit for each card, and half a unit more.
    """
    for lines in combinations_with_replacement(LINES, seats):
        suited = lines.count("AKQ suited")
        if suited > 4:
            continue
        others = seats - suited
        hands = most_hands(others) if suited == 4 and set(lines[4:]) == {"straight flush"} else 10 * others
        cards = 52 - 3 * suited - 3
        main = min(2 * hands, (cards + hands) / 2)
        main = float(int(main)) if suited == 4 else main  # without an ace nothing wins half a unit
        insured = 5 * others  # the dealer has blackjack: insurance and two blackjacks
        yield sum(LINES[line] for line in lines) + 3 * suited + max(main, insured)


@pytest.mark.parametrize("seats", [1, 6])
def test_roll_your_own_reaches_the_bound_by_counting(seats: int) -> None:
    found = costliest("roll-your-own")[seats > 1]
    assert found.seats == seats
    assert found.most == max(bounds_of_roll_your_own(seats)) * BET * 100
    assert found.most == settle_roll_your_own(found.record) * BET * 100


# Blackjack: six decks, split to four hands, double any two cards and after a split; Perfect Pairs and 21+3 at $100

SIDE = 100


def pair_pays(one: str, two: str) -> int:
    if one[0] != two[0]:
        return 0
    red = {card[1] in "dh" for card in (one, two)}
    return 25 if one == two else 12 if len(red) == 1 else 6


def three_pays(cards: Sequence[str]) -> int:
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    suited = len({card[1] for card in cards}) == 1
    straight = ranks[2] - ranks[1] == ranks[1] - ranks[0] == 1 or ranks == [0, 1, 12]
    if len(set(ranks)) == 1:
        return 100 if suited else 25
    return 40 if straight and suited else 10 if straight else 5 if suited else 0


@cache
def units_of(value: int, waiting: int, hands: int) -> int:
    """Return the most units won by `waiting` hands that hold one card of this value, out of `hands` hands in all."""
    if not waiting:
        return 0
    best = 0
    for second in range(1, 11):
        hard = value + second
        soft = hard + 10 if 1 in (value, second) and hard <= 11 else hard
        doubled = 2 if value != 1 and soft < 21 else 1
        best = max(best, doubled + units_of(value, waiting - 1, hands))
        if second == value != 1 and hands < 4:
            best = max(best, units_of(value, waiting + 1, hands + 1))
    return best


def seat_wins(one: str, two: str, up: str, natural: bool) -> float:
    """Return the most dollars that a seat wins with these cards; `natural` if the dealer has a blackjack."""
    side = SIDE * (pair_pays(one, two) + three_pays((one, two, up)))
    blackjack = total((one, two)) == 21
    if natural:
        return side + (BET if points(up) == 1 else 0)  # insurance or even money
    if blackjack:
        return side + 1.5 * BET
    split = units_of(points(one), 2, 2) if points(one) == points(two) else 0
    return side + BET * max(2, split)


def bound_of_blackjack(seats: int, decks: int = 6) -> float:
    """Return a bound for every first card and up card, using no kind of hand more often than the shoe has cards for."""
    best = 0.0
    for up, natural in product(DECK, (False, True)):
        if natural and points(up) not in (1, 10):
            continue
        worth = Counter({own: seat_wins(*own, up, natural) for own in combinations_with_replacement(DECK, 2)})
        won, left = 0.0, seats
        for (one, two), dollars in worth.most_common(200):
            copies = min(decks - (one == up), decks - (two == up))
            times = min(left, copies // 2 if one == two else copies)
            won, left = won + dollars * times, left - times
        assert left == 0
        best = max(best, won)
    return best


def settle_blackjack(record: str) -> int:
    """Deal a record whose dealer draws until bust, and return the dollars won by all seats."""
    left = Bets(record)
    first = {seat: left.draw()[0] for seat in left.seats}
    up = left.draw()[0]
    own = {seat: (first[seat], left.draw()[0]) for seat in left.seats}
    hole = left.draw()[0]
    won, live = 0, 0
    for seat, (one, two) in own.items():
        stakes = left.wagers[str(seat)]
        assert {name: cents // 100 for name, cents in stakes.items()} == {
            "main": BET, "perfect-pairs": SIDE, "21-plus-3": SIDE
        }  # fmt: skip
        won += SIDE * (pair_pays(one, two) + three_pays((one, two, up)))
        live += sum(grown_to_four(left, seat, [one, two], [1]))
    dealer = [up, hole]
    while total(dealer) < 17:
        dealer += left.draw()
    assert total(dealer) > 21
    assert not left.answers
    return won + live * BET


def grown_to_four(left: Bets, seat: int, hand: list[str], made: list[int]) -> Iterator[int]:
    """Play out a hand. Yield the units on each hand that it becomes: every hand of these rounds is split or doubled."""
    hand = hand if len(hand) == 2 else hand + left.draw()
    said = left.answer(seat)
    if said == "split":
        assert points(hand[0]) == points(hand[1]) != 1
        assert made[0] < 4
        made[0] += 1
        yield from grown_to_four(left, seat, hand[:1], made)
        yield from grown_to_four(left, seat, hand[1:], made)
        return
    assert said == "double"
    assert total(hand + left.draw()) <= 21
    yield 2


@pytest.mark.parametrize("seats", [1, 7])
def test_blackjack_reaches_the_bound_of_all_first_cards(seats: int) -> None:
    found = costliest("blackjack")[seats > 1]
    assert found.seats == seats
    assert found.most == bound_of_blackjack(seats) * 100
    assert found.most == settle_blackjack(found.record) * 100
