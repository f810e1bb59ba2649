"""
The largest possible payout of one round of Roll Your Own.

One deck serves all seats, so bonuses and split hands compete for cards. The bound covers every distribution of the
bonus lines, and a dealt round shows how much of it can be reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product

from msgspec import Struct

from pitboss.cards import CARDS, Card
from pitboss.games.roll_your_own.deal.hands import is_double_blackjack
from pitboss.games.roll_your_own.deal.rules import INSURANCE_PAYS, Rules
from pitboss.money import Cents
from pitboss.play.game import Game
from pitboss.play.steps import Offer, Seat
from pitboss.ranking.three_card import (
    ACE_KING_QUEEN_SUITED,
    NOTHING,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    is_three_card_straight,
)
from pitboss.ranking.totals import card_value
from pitboss.solving.exposure import Exposure, dealt_to_spots, exposure_of

DECK, SUITS, PACK = 52, 4, 3
_DEALERS = 3
_TEN = 10
_EIGHT, _NINE = 8, 9
_QUEEN = 10
"""The rank of a queen in card codes, where a deuce is 0."""
_MAX_CASES = 50_000
_HALF = Fraction(1, 2)

Ranks = tuple[int, int, int]
Rows = tuple[int, ...]
"""The card value on which each hand of a seat can be split, or 0 if it cannot be split."""


def largest(game: Game, rules: Rules, seats: int) -> Exposure:
    """Try all numbers of suited A-K-Q, J-10-9 and 8-7-6 packs, and compare the best round with the bound."""
    stake = Cents(rules.max_bet - rules.max_bet % rules.chip)
    plans = [(kings, jacks) for kings in range(min(SUITS, seats) + 1) for jacks in range(min(SUITS, seats - kings) + 1)]
    dealers = (_TEN, _EIGHT)
    found = max((_dealt(game, rules, stake, seats, *plan, up) for plan in plans for up in dealers), key=_most)
    reached = Fraction(found.most, stake)
    bound = max((reached, *_bounds(rules, seats, reached)))
    return Exposure(seats, found.most, int(bound * stake), found.record)


def _most(found: Exposure) -> int:
    return found.most


def _bounds(rules: Rules, seats: int, reached: Fraction) -> Iterator[Fraction]:
    """Yield a bound for every distribution of lines that might beat the best round found."""
    pays = [max(Fraction(0), rules.bonus_table.pays(line).ratio) for line in range(NOTHING)] + [Fraction(0)]
    for lines in combinations_with_replacement(range(NOTHING + 1), seats):
        kings = lines.count(ACE_KING_QUEEN_SUITED)
        if kings > SUITS:
            continue
        fixed = sum((pays[line] for line in lines), Fraction(0)) + kings * 2 * rules.blackjack_pays.ratio
        others = lines[kings:]
        hands = 2 * (rules.max_splits + 1) * len(others)
        loose = fixed + _main(rules, kings, len(others), hands) + _HALF * len(others)
        if loose <= reached:
            continue
        exact = _most_hands(rules, kings, others)
        yield loose if exact is None else fixed + _main(rules, kings, len(others), exact)


def _main(rules: Rules, kings: int, others: int, hands: int) -> Fraction:
    """
    Return an upper bound, in units, for the blackjack bets of the seats without a suited A-K-Q.

    A hand of one, two or three cards wins at most 1, 1½ or 2 units: half a unit per card plus half a unit.
    """
    cards = DECK - PACK * kings - _DEALERS
    more = max(Fraction(0), rules.blackjack_pays.ratio - Fraction(3, 2)) * 2 * others
    insured = others * (INSURANCE_PAYS.ratio + 2 * rules.blackjack_pays.ratio)
    most = max(min(Fraction(2 * hands), Fraction(cards + hands) * _HALF) + more, insured)
    return Fraction(most // 1) if kings == SUITS else most  # no aces are left, so no bet can win half a unit


def _most_hands(rules: Rules, kings: int, lines: Sequence[int]) -> int | None:
    """Return the maximum number of hands for the other seats, or None if there are too many cases."""
    kinds = [list(_packs(line, kings)) if line in (STRAIGHT_FLUSH, THREE_OF_A_KIND) else None for line in lines]
    cases = 1
    for packs in kinds:
        if packs is None:
            return None
        cases *= sum(len(list(_settings(pack))) for pack in packs)
    if cases > _MAX_CASES:
        return None
    free = _free_values(kings)
    settings = [[rows for pack in packs or () for rows in _settings(pack)] for packs in kinds]
    return max((_hands(rules, free, chosen) for chosen in product(*settings)), default=0)


def _packs(line: int, kings: int) -> Iterator[Ranks]:
    """Yield the ranks of every pack on this line. Four suited A-K-Q packs use up these ranks."""
    for low, middle, high in combinations_with_replacement(range(13), PACK):
        ranks = (low, middle, high)
        if kings == SUITS and max(ranks) >= _QUEEN:
            continue
        same = len(set(ranks)) == 1
        straight = not same and is_three_card_straight(4 * low, 4 * middle, 4 * high)
        is_top = min(ranks) == _QUEEN
        if (line == THREE_OF_A_KIND and same) or (line == STRAIGHT_FLUSH and straight and not is_top):
            yield ranks


def _settings(ranks: Ranks) -> Iterator[Rows]:
    """Yield the ways to set a pack, as the values on which its two hands can be split."""
    values = [card_value(4 * rank) for rank in ranks]
    if is_double_blackjack(*values):
        yield (0, 0)
        return
    for alone in range(PACK):
        one, two = (value for at, value in enumerate(values) if at != alone)
        yield (one if one == two else 0, values[alone])


def _free_values(kings: int) -> Counter[int]:
    free = Counter(dict.fromkeys(range(1, _TEN), SUITS))
    free[_TEN] = 4 * SUITS - 2 * kings
    free[1] -= kings
    return free


def _hands(rules: Rules, free: Mapping[int, int], settings: Sequence[Rows]) -> int:
    rows = Counter(value for setting in settings for value in setting)
    alone = rows.pop(0, 0)
    return alone + sum(min(free[value], (rules.max_splits + 1) * many) for value, many in rows.items())


class SplitRow(Struct):
    """The hands of one bet of a seat: the value on which they can be split, if any, and their number."""

    seat: int
    value: int
    dealt: int
    """The number of cards of the bet's first hand as set: two or one."""
    extra: list[Card]
    """Further cards of this value, dealt to be split."""

    @property
    def hands(self) -> int:
        """The number of hands after all splits."""
        return 1 + len(self.extra) + (self.dealt == 2 and self.value > 0)


def _dealt(game: Game, rules: Rules, stake: Cents, seats: int, kings: int, jacks: int, up: int) -> Exposure:
    """
    Deal suited A-K-Q to the first seats, J-10-9 to the next and 8-7-6 to the rest, and split and double.

    The dealer shows an eight and busts, or shows a ten and the pack runs out before the dealer's turn (RY-10).
    """
    left = list(CARDS)
    spots: dict[str, list[Card]] = {}
    rows: list[SplitRow] = []
    for number in range(1, seats + 1):
        cards = _pack(number - 1, kings, jacks)
        spots[f"seat {number}"] = [card for card in cards if card in left]
        left = [card for card in left if card not in cards]
        if kings < number <= kings + jacks:
            rows += [SplitRow(number, _TEN, 2, []), SplitRow(number, _NINE, 1, [])]
        elif number > kings:
            rows += [SplitRow(number, 0, 2, []), SplitRow(number, _EIGHT, 1, [])]
    for row in rows:
        _share_out(rules, row, left)
    low = sorted(left, key=lambda card: card_value(card.code) or DECK)
    low.sort(key=lambda card: card_value(card.code) == up)
    spots["dealer"] = [low.pop() for _ in range(_DEALERS + (up == _EIGHT))]
    for row in rows:
        spots[f"seat {row.seat}"] += _played(row, low)
    targets = {(row.seat, row.dealt): row.hands for row in rows}

    def answer(seat: Seat, offer: Offer) -> str:
        names = [option.name for option in offer.options[seat]]
        target = targets.get((seat, 2 if offer.context.get("bet") == "two-card" else 1), 1)
        if "split" in names and int(str(offer.context["splits"])) < target - 1:
            return "split"
        return "double" if "double" in names else names[0]

    wagers = {Seat(number): dict.fromkeys(("two-card", "one-card", "bonus"), stake) for number in range(1, seats + 1)}
    return exposure_of(dealt_to_spots(game, rules, wagers, spots, answer), seats, 0)


def _pack(at: int, kings: int, jacks: int) -> list[Card]:
    """Return a seat's pack, with the card set alone last. A fifth straight flush of the same kind uses lower ranks."""
    kind, turn = (0, at) if at < kings else (1, at - kings) if at < kings + jacks else (2, at - kings - jacks)
    suit = turn % SUITS if kind < 2 else (turn + jacks) % SUITS
    ranks = ((12, 11, 10), (9, 8, 7), (5, 4, 6))[kind]
    down = PACK * (turn // SUITS)
    return [CARDS[4 * (rank - down) + suit] for rank in ranks if rank >= down]


def _share_out(rules: Rules, row: SplitRow, left: list[Card]) -> None:
    """Give a row as many further cards of its value as may be split."""
    for card in [card for card in left if row.value and card_value(card.code) == row.value]:
        if row.hands <= rules.max_splits:
            row.extra.append(card)
            left.remove(card)


def _played(row: SplitRow, low: list[Card]) -> Iterator[Card]:
    """Yield the cards of a row in drawing order: cards to be split, then two for each hand, pairing low with high."""
    yield from row.extra
    for at in range(row.hands):
        wanted = 1 if at == 0 and row.dealt == 2 and row.hands == 1 else 2
        for place in range(wanted):
            if low:
                yield low.pop(0 if place == 0 else -1)
