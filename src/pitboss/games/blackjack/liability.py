"""The largest possible payout of one round of blackjack: a bound over all first cards, and a round that attains it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from msgspec import Struct

from pitboss.cards import CARDS, Card
from pitboss.games.blackjack.deal import hands
from pitboss.games.blackjack.deal.rules import INSURANCE_PAYS, Rules, offered
from pitboss.games.dealing.blackjack import half_in_chips
from pitboss.money import Cents, Pays
from pitboss.play.game import Game
from pitboss.play.round import Round
from pitboss.play.steps import Offer, Seat
from pitboss.ranking.totals import BLACKJACK, best_total, card_value, is_blackjack
from pitboss.solving.exposure import Exposure, dealt_to_spots, exposure_of

_ACE, _TEN = 1, 10
_DOUBLED = 2
Own = tuple[Card, Card]
Found = list[tuple[int, Own]]
"""Wins of a seat in cents, with the first two cards that give them, best first."""


class BestRound(Struct, frozen=True):
    """The first cards with which the seats win the most."""

    bound: int
    up: Card
    blackjack: bool
    own: tuple[Own, ...]


def largest(game: Game, rules: Rules, seats: int) -> Exposure:
    """Deal the best round for all seats: bets at their limits, side bets on their best lines, all hands won."""
    found = list(_rounds(rules, seats))
    top = max(each.bound for each in found)
    by_rank = {each.up.rank: each for each in found if each.bound == top}
    exposures = []
    for best in by_rank.values():  # the shoe may run short of one rank but not of another
        for growing in range(seats, -1, -1):  # a small shoe doesn't have enough cards for all hands
            dealt = _round_of(game, rules, best, growing)
            if dealt.void_reason is None:
                exposures.append(exposure_of(dealt, seats, top))
                break
        if exposures[-1].is_exact:
            break
    return max(exposures, key=lambda exposure: exposure.most)


def _round_of(game: Game, rules: Rules, best: BestRound, growing: int) -> Round:
    """Deal these first cards, then the cards that make every hand win. The first `growing` seats split and double."""
    main, side = _limit(rules, rules.max_bet), _limit(rules, rules.max_side_bet)
    shoe = CardsLeft(game, rules)
    spots = {"dealer": [shoe.take_card(best.up)]}
    firsts = [[shoe.take_card(card) for card in own] for own in best.own]
    spots["dealer"] += shoe.dealers(card_value(best.up.code), best.blackjack)
    wagers = {}
    for number, own in enumerate(firsts, 1):
        wagers[Seat(number)] = {"main": main} | {made.bet.name: side for made in offered(rules)}
        spots[f"seat {number}"] = own
        if not best.blackjack and number <= growing:
            spots[f"seat {number}"] += _grown(rules, shoe, own)

    def answer(seat: Seat, offer: Offer) -> str:
        names = [option.name for option in offer.options[seat]]
        wanted = ("insurance", "even-money") if best.blackjack else ("split", "double") if seat <= growing else ()
        return next((name for name in wanted if name in names), names[0])

    return dealt_to_spots(game, rules, wagers, spots, answer)


def _limit(rules: Rules, limit: int) -> Cents:
    return Cents(limit - limit % rules.chip)


def _won(stake: int, pays: Pays) -> int:
    return max(0, pays.back(Cents(stake)) - stake)


def _rounds(rules: Rules, seats: int) -> Iterator[BestRound]:
    """Yield the best round for every up card, with and without a dealer's blackjack, and an upper bound for its win."""
    pairs = list(combinations_with_replacement(CARDS, 2))
    for up in CARDS:
        for blackjack in (False, True) if card_value(up.code) in (_ACE, _TEN) else (False,):
            worth = {own: _seat_wins(rules, own, up, blackjack) for own in pairs}
            found = sorted(((won, own) for own, won in worth.items()), key=lambda each: -each[0])
            yield BestRound(
                _bound(found, seats, rules.decks, up), up, blackjack, _dealt(found, seats, rules.decks, up)
            )  # fmt: skip


def _seat_wins(rules: Rules, own: Own, up: Card, blackjack: bool) -> int:
    """Return the maximum win of a seat with these first two cards."""
    side = _limit(rules, rules.max_side_bet)
    won = sum(
        _won(side, made.table(rules).pays(made.bet.line(*own, up, blackjack))) for made in offered(rules)
    )  # fmt: skip
    main, values = _limit(rules, rules.max_bet), [card_value(card.code) for card in own]
    if blackjack:
        is_ace, natural = card_value(up.code) == _ACE, is_blackjack(*values)
        if is_ace and natural and rules.offers_even_money:
            return won + main
        if is_ace:
            won += _won(half_in_chips(main, rules.chip), INSURANCE_PAYS)
        return won + (_won(main, rules.blackjack_pays) if natural and rules.blackjack_always_wins else 0)
    if is_blackjack(*values):
        return won + _won(main, rules.blackjack_pays)
    return won + main * max(_units(rules, *values), 1)


def _units(rules: Rules, first: int, second: int) -> int:
    """Return the maximum number of wagers a hand can win: doubled, or split as often as allowed and doubled."""
    doubled = _DOUBLED if _is_doubled(rules, first, second) else 1
    if not hands.may_split(first, second, 1, rules.most_hands, rules.resplit_aces):
        return doubled
    most_hands = rules.most_hands if first != _ACE or rules.resplit_aces else 2
    if not rules.double_after_split or (first == _ACE and not rules.hit_split_aces):
        return max(doubled, most_hands)
    seconds = (card for card in range(1, _TEN + 1) if card != first)
    each = _DOUBLED if any(_is_doubled(rules, first, second) for second in seconds) else 1
    return max(doubled, most_hands * each)


def _is_doubled(rules: Rules, first: int, second: int) -> bool:
    """Return whether a hand that begins with these values can be doubled, now or, if allowed, with more cards."""
    least, most = rules.doubled_totals
    return least <= best_total(first + second, _ACE in (first, second)) <= min(most, BLACKJACK - 1) or (
        rules.double_any_number and first + second < most
    )


def _second(rules: Rules, value: int) -> list[int]:
    """Return the second cards with which a split hand may be doubled, except aces."""
    least, most = rules.doubled_totals
    totals = {card: best_total(value + card, value == _ACE) for card in range(2, _TEN + 1) if card != value}
    return [card for card, total in totals.items() if least <= total <= min(most, BLACKJACK - 1)]


def _bound(found: Found, seats: int, decks: int, up: Card) -> int:
    """Return an upper bound for the wins of all seats: only seats with the same first cards compete for cards."""
    total, left = 0, seats
    for won, own in found:
        copies = min(decks - (card == up) for card in own)
        times = min(left, copies // 2 if own[0] == own[1] else copies)
        total += won * times
        left -= times
    return total


def _dealt(found: Found, seats: int, decks: int, up: Card) -> tuple[Own, ...]:
    """Return the best first cards for all seats that the shoe can deal, best first."""
    gone, own_cards = Counter([up]), list[Own]()
    for _, own in found:
        while len(own_cards) < seats and all((gone + Counter(own))[card] <= decks for card in own):
            own_cards.append(own)
            gone += Counter(own)
    return tuple(own_cards)


def _grown(rules: Rules, shoe: CardsLeft, own: list[Card]) -> Iterator[Card]:
    """Yield the cards that a seat draws: more cards of its pair, then two for each hand; or one for a double."""
    values = [card_value(card.code) for card in own]
    if is_blackjack(*values):
        return
    if _units(rules, *values) <= _DOUBLED and values[0] != values[1]:
        yield shoe.take([card for card in range(1, _TEN + 1) if sum(values) + card <= BLACKJACK] or [_ACE])
        return
    value = values[0]
    more = rules.most_hands - 2 if value != _ACE or rules.resplit_aces else 0
    if len(shoe) < 3 * (more + 2):
        return
    yield from (shoe.take([value]) for _ in range(more))
    for _ in range(more + 2):
        if value == _ACE and not (rules.hit_split_aces and rules.double_after_split):
            yield shoe.take([_TEN])
            continue
        second = shoe.take(_second(rules, value) or [card for card in range(2, _TEN) if card != value])
        yield second
        spare = BLACKJACK - value - card_value(second.code)
        yield shoe.take(list(range(1, min(spare, _TEN) + 1)) or [_ACE])


class CardsLeft:
    """A shoe from which cards can be taken by value; an ace is 1."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self._left: dict[int, list[Card]] = {}
        for card in game.whole_pack(rules):
            self._left.setdefault(card_value(card.code), []).append(card)

    def __len__(self) -> int:
        return sum(len(cards) for cards in self._left.values())

    def take_card(self, card: Card) -> Card:
        """Take this card."""
        self._left[card_value(card.code)].remove(card)
        return card

    def take(self, values: list[int]) -> Card:
        """Take a card of one of these values, or of any value if none is left, from those with the most cards left."""
        left = [value for value in self._left if self._left[value]]
        there = [value for value in values if value in left] or left
        return self._left[max(there, key=lambda value: len(self._left[value]))].pop()

    def dealers(self, up: int, blackjack: bool) -> list[Card]:
        """Return the dealer's second card and draws: a blackjack, or a bust."""
        if blackjack:
            return [self.take([_TEN if up == _ACE else _ACE])]
        if up == _ACE:
            return [self.take([value]) for value in (5, _TEN, _TEN)]
        return [self.take([_TEN if up < 7 else 16 - up]), self.take([_TEN])]
