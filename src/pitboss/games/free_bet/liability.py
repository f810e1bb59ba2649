"""The largest possible payout of one round of Free Bet: a bound by cases, and hands that attain it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from pitboss.cards import Card
from pitboss.games.dealing.blackjack import half_in_chips
from pitboss.games.free_bet.deal import hands
from pitboss.games.free_bet.deal.rules import INSURANCE_PAYS, Rules
from pitboss.money import Cents, Pays
from pitboss.play.game import Game
from pitboss.play.steps import Offer, Seat
from pitboss.ranking.totals import card_value
from pitboss.solving.exposure import Exposure, dealt_to_spots, exposure_of

_SIX, _TEN = 6, 10
_DOUBLED = 2


class WorstSeat(Struct, frozen=True):
    """A case in which a seat wins: the maximum win, the dealer's third card, and whether the hand is a blackjack."""

    won: int
    dealer_draws: int
    is_blackjack: bool = False
    bets: tuple[str, ...] = ("main",)


def largest(game: Game, rules: Rules, seats: int) -> Exposure:
    """Deal the best case for one seat to every seat. The shoe has enough cards for all seats."""
    best = max(_cases(rules), key=lambda case: case.won)
    main, side = _limit(rules, rules.max_bet), _limit(rules, rules.max_side_bet)
    wagers = {
        Seat(number): {bet: main if bet == "main" else side for bet in best.bets} for number in range(1, seats + 1)
    }
    shoe = CardsByValue(game, rules)
    spots = {"dealer": [shoe.take(_SIX), shoe.take(_TEN), shoe.take(best.dealer_draws)]}
    for number in range(1, seats + 1):
        spots[f"seat {number}"] = list(_blackjack(shoe) if best.is_blackjack else _four_hands(shoe))

    def answer(seat: Seat, offer: Offer) -> str:
        names = [option.name for option in offer.options[seat]]
        wanted = ("free-split", "split", "free-double", "double", "stand")
        return next((name for name in wanted if name in names), names[0])

    return exposure_of(dealt_to_spots(game, rules, wagers, spots, answer), seats, best.won * seats)


def _limit(rules: Rules, limit: int) -> Cents:
    return Cents(limit - limit % rules.chip)


def _won(stake: int, pays: Pays) -> int:
    return max(0, pays.back(Cents(stake)) - stake)


def _cases(rules: Rules) -> Iterator[WorstSeat]:
    """
    Yield the combinations of wagers that can win together, each with its maximum.

    Push 22 wins only if the dealer makes 22, which pushes every live bet unless the rules say otherwise (FB-5, FB-7).
    Insurance wins only if the dealer has a blackjack, when all other bets lose (FB-8).
    """
    main, side = _limit(rules, rules.max_bet), _limit(rules, rules.max_side_bet)
    tokens = (hands.MAX_HANDS - 1) * rules.free_splits + hands.MAX_HANDS * rules.free_doubles
    table = rules.pot_of_gold_table
    line = hands.pot_of_gold_line(tokens, len(table.lines))
    pot = _won(side, table.pays(line)) if tokens else 0
    grown = _DOUBLED * hands.MAX_HANDS * main + _toke_units(rules) * side
    push = _won(side, rules.push_22_pays)
    pots = ("pot-of-gold",) if pot else ()
    yield WorstSeat(grown + pot, _TEN, bets=("main", *pots, "toke"))
    both = 0 if rules.dealer_22_pushes else grown
    yield WorstSeat(both + pot + push, _SIX, bets=("main", *pots, "push-22", *(("toke",) if both else ())))
    natural = _won(main, rules.blackjack_pays) + _won(side, rules.blackjack_pays)
    yield WorstSeat(natural + push, _SIX, is_blackjack=True, bets=("main", "push-22", "toke"))
    yield WorstSeat(_won(half_in_chips(main, rules.chip), INSURANCE_PAYS), _TEN)


def _toke_units(rules: Rules) -> int:
    """Return the maximum units on a toke. Only free splits and free doubles add to it, not paid ones (FB-9)."""
    with_toke = hands.MAX_HANDS if rules.free_splits else 1
    return with_toke * (_DOUBLED if rules.free_doubles else 1)


class CardsByValue:
    """A shoe from which cards can be taken by value; an ace is 1."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self._left: dict[int, list[Card]] = {}
        for card in game.whole_pack(rules):
            self._left.setdefault(card_value(card.code), []).append(card)

    def take(self, value: int) -> Card:
        """Take a card of this value, or of any value if none is left."""
        if not self._left.get(value):
            value = max(self._left, key=lambda each: len(self._left[each]))
        return self._left[value].pop()

    def counts(self) -> Counter[int]:
        """Return the number of cards left, by value."""
        return Counter({value: len(cards) for value, cards in self._left.items()})


def _blackjack(shoe: CardsByValue) -> Iterator[Card]:
    yield from (shoe.take(hands.ACE), shoe.take(_TEN))


def _four_hands(shoe: CardsByValue) -> Iterator[Card]:
    """Yield a pair that is split into four hands, each of which makes a hard 9, 10 or 11 and is doubled."""
    pair = _pair(shoe)
    yield from (shoe.take(pair) for _ in range(hands.MAX_HANDS))
    for _ in range(hands.MAX_HANDS):
        left = shoe.counts()
        second = max(_partners(pair), key=lambda value: left[value])
        yield from (shoe.take(second), shoe.take(_TEN))


def _pair(shoe: CardsByValue) -> int:
    """Return the pair value that can best be split and doubled with the cards left."""
    left = shoe.counts()
    fit = [value for value in range(2, _TEN) if left[value] >= hands.MAX_HANDS]
    return max(fit or range(2, _TEN), key=lambda value: sum(left[other] for other in _partners(value)))


def _partners(pair: int) -> list[int]:
    """Return the values that make a hard 9, 10 or 11 with a card of the pair, except its own value (FB-2)."""
    return [value for value in range(2, _TEN) if value != pair and hands.doubles_free(pair, value)]
