"""The largest possible payout of one game of Flop 22: a search of all ordered flops, with the seats' best cards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CARDS
from pitboss.games.flop22.deal import hands
from pitboss.games.flop22.deal.rules import HANDS, AggregateScope, Rules, ante_pays, double_pays, match_pays
from pitboss.money import Cents, Pays
from pitboss.play.game import Game
from pitboss.play.steps import Offer, Seat
from pitboss.solving.exposure import Exposure, dealt_to_spots, exposure_of

Amounts = NDArray[np.int64]


def largest(game: Game, rules: Rules, seats: int) -> Exposure:
    """Search all 132,600 ordered flop triples, each with the player cards that win most."""
    wins = [_wins(rules, hand) for hand in HANDS]
    field = np.array([_won(_limit(rules, rules.field_limit), _field_pays(rules, code)) for code in range(52)])
    best, flops = -1, (0, 0, 0)
    cards: tuple[int, ...] = ()
    for one in range(52):
        first = wins[0][:, one, None, None] + wins[1][:, :, None] + wins[2][:, None, :]
        total = first + field[:, None, None]
        if rules.aggregate_scope is AggregateScope.PLAYER:
            total = np.minimum(total, rules.aggregate)
        for used in _taken(one):
            total[used] = -1
        order = np.sort(total, axis=0)[-seats:]
        table = np.where(order < 0, 0, order).sum(axis=0)
        table[one, :] = table[:, one] = -1
        np.fill_diagonal(table, -1)
        two, three = np.unravel_index(int(table.argmax()), table.shape)
        if table[two, three] > best:
            best, flops = int(table[two, three]), (one, int(two), int(three))
            cards = tuple(int(code) for code in np.argsort(total[:, two, three], kind="stable")[::-1][:seats])
    bound = min(best, rules.aggregate) if rules.aggregate_scope is AggregateScope.TABLE else best
    return _witness(game, rules, cards, flops, bound)


def _taken(one: int) -> Iterator[tuple[object, ...]]:
    """Yield the index of every total in which the player's card is itself one of the flops, which cannot happen."""
    every = np.arange(52)
    yield (one, slice(None), slice(None))
    yield (every, every, slice(None))
    yield (every, slice(None), every)


def _wins(rules: Rules, hand: int) -> Amounts:
    """Return the total win of a hand's ante, double and match, indexed by player's card and flop."""
    ante = _limit(rules, rules.ante_limit)
    won = np.zeros((52, 52), dtype=np.int64)
    for card in range(52):
        for flop in range(52):
            line = hands.total_line(card, flop)
            match = match_pays(rules, hands.is_match(card, flop))
            paid = (ante_pays(rules, hand, line), double_pays(rules, hand, line), match)
            won[card, flop] = sum(_won(ante, pays) for pays in paid)
    return won


def _limit(rules: Rules, limit: int) -> Cents:
    """Return the largest multiple of the chip value within a limit."""
    return Cents(limit - limit % rules.chip)


def _field_pays(rules: Rules, code: int) -> Pays:
    return rules.field_table.pays(hands.field_line(code))


def _won(stake: int, pays: Pays) -> int:
    return max(0, pays.back(Cents(stake)) - stake)


def _witness(game: Game, rules: Rules, cards: tuple[int, ...], flops: tuple[int, ...], bound: int) -> Exposure:
    ante, field = _limit(rules, rules.ante_limit), _limit(rules, rules.field_limit)
    antes = {f"ante-{hand}": ante for hand in HANDS}
    wagers = {}
    for number, code in enumerate(cards, 1):
        wins = _field_pays(rules, code).won > 0
        wagers[Seat(number)] = {**antes, "field": field} if wins else antes
    spots = {f"seat {number}": [CARDS[code]] for number, code in enumerate(cards, 1)}
    spots |= {f"flop {hand}": [CARDS[code]] for hand, code in zip(HANDS, flops, strict=True)}

    def answer(seat: Seat, offer: Offer) -> str:
        hand = int(str(offer.context["hand"]))
        card, flop = cards[seat - 1], flops[hand - 1]
        match = hands.is_match(card, flop) and rules.match_pays.won > 0
        double = double_pays(rules, hand, hands.total_line(card, flop)).won > 0
        return "both" if match and double else "match" if match else "double" if double else "none"

    return exposure_of(dealt_to_spots(game, rules, wagers, spots, answer), len(cards), bound)
