"""The largest possible payout in one round of Beat the Dealer: a search of flops and of the seats' hole cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from pitboss.cards import CARDS
from pitboss.games.beat_the_dealer.deal.hands import FiveCardLine, ante_pays, five_card_line, two_card_line
from pitboss.games.beat_the_dealer.deal.round import FLOP, RIVER, TURN
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.money import Cents
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.steps import Offer, Seat
from pitboss.ranking.poker import rank_hand
from pitboss.solving.exposure import Exposure, dealt_to_spots, exposure_of

MAIN = 5
"""The most units that the ante, flop, turn and river bets can win together."""
_BOARDS = 60_000
"""The maximum number of combinations of turn, river and dealer hand tried for one set of hole cards."""

Hole = tuple[int, int]
Valued = tuple[int, Hole]


class Units:
    """The bonus payouts under these rules, in units of the bet. Losing lines count as 0."""

    def __init__(self, rules: Rules) -> None:
        self.two = _won(rules.two_card_table)
        self.five = _won(rules.five_card_table)
        self.ante_from = rules.ante_pays_from.number

    def bonuses(self, hole: Hole, flop: Sequence[int]) -> int:
        """Return the units won by both bonuses with these hole cards on this flop."""
        return self.two.get(two_card_line(*hole), 0) + self.five.get(five_card_line(rank_hand((*hole, *flop))), 0)

    def most_elsewhere(self, seats: int) -> int:
        """
        Return an upper bound on the bonuses of all seats on a flop of two or three suits.

        Nobody can make a flush or a straight flush on such a flop, and only one seat can make four of a kind.
        """
        best = max(self.two.values(), default=0)
        quads = self.five.get(int(FiveCardLine.FOUR_OF_A_KIND), 0)
        lower = max((won for line, won in self.five.items() if line > FiveCardLine.FOUR_OF_A_KIND), default=0)
        return seats * best + max(quads, lower) + (seats - 1) * lower


def _won(table: Paytable) -> dict[int, int]:
    """Return the units won on each winning line, rounded up to a whole number."""
    paid = ((at, table.pays(at)) for at in range(len(table.lines)))
    return {at: -(-pays.ratio.numerator // pays.ratio.denominator) for at, pays in paid if pays.won > 0}


def largest(game: Game, rules: Rules, seats: int) -> Exposure:
    """Search the flops of one suit, best bound first. A bound covers all other flops."""
    units = Units(rules)
    found: list[tuple[int, tuple[Hole, ...], tuple[int, ...]]] = [(-1, (), ())]
    open_bound = 0
    flops = sorted(((_bound(units, flop, seats), flop) for flop in _one_suit()), reverse=True)
    for bound, flop in flops:
        if bound <= found[0][0]:
            break
        for bonuses, holes in _holes(units, flop, seats, found):
            main, rest, is_best = _best_board(units, holes, flop)
            if not is_best:
                open_bound = max(open_bound, bonuses + MAIN * seats)
            if bonuses + main > found[0][0]:
                found[0] = (bonuses + main, holes, (*flop, *rest))
    best, holes, cards = found[0]
    bound = max(best, open_bound, units.most_elsewhere(seats) + MAIN * seats)
    stake = Cents(rules.max_bet - rules.max_bet % rules.chip)
    return _witness(game, rules, stake, holes, cards, bound * stake)


def _one_suit() -> Iterator[tuple[int, int, int]]:
    """Yield every single-suit flop, in one of the four suits only."""
    for ranks in combinations(range(13), 3):
        yield ranks[0] * 4 + 3, ranks[1] * 4 + 3, ranks[2] * 4 + 3


def _valued(units: Units, flop: Sequence[int]) -> list[Valued]:
    """Return all pairs of hole cards with their bonus winnings on this flop, best first."""
    left = [code for code in range(52) if code not in flop]
    return sorted(((units.bonuses(hole, flop), hole) for hole in combinations(left, 2)), reverse=True)


def _bound(units: Units, flop: Sequence[int], seats: int) -> int:
    return sum(won for won, _ in _valued(units, flop)[:seats]) + MAIN * seats


def _holes(
    units: Units, flop: Sequence[int], seats: int, found: list[tuple[int, tuple[Hole, ...], tuple[int, ...]]]
) -> Iterator[tuple[int, tuple[Hole, ...]]]:
    """Yield hole cards for all seats, with no card used twice, that could still beat the best result found."""
    ranked = _valued(units, flop)

    def extend(start: int, chosen: tuple[Hole, ...], used: int, won: int) -> Iterator[tuple[int, tuple[Hole, ...]]]:
        if len(chosen) == seats:
            yield won, chosen
            return
        for at in range(start, len(ranked)):
            missing = seats - len(chosen)
            most = won + sum(value for value, _ in ranked[at : at + missing]) + MAIN * seats
            if most <= found[0][0]:
                return
            value, (one, two) = ranked[at]
            cards = 1 << one | 1 << two
            if not used & cards:
                yield from extend(at + 1, (*chosen, (one, two)), used | cards, won + value)

    yield from extend(0, (), 0, 0)


def _best_board(units: Units, holes: tuple[Hole, ...], flop: Sequence[int]) -> tuple[int, tuple[int, ...], bool]:
    """Return the main bets' maximum win in units, the cards that give it, and whether the search was exhaustive."""
    used = {*flop, *(code for hole in holes for code in hole)}
    left = [code for code in range(52) if code not in used]
    rank = cache(rank_hand)
    best = -1
    cards: tuple[int, ...] = ()
    tried = 0
    for turn, river in combinations(left, 2):
        board = (*flop, turn, river)
        ranks = [rank((*hole, *board)) for hole in holes]
        paid = sum(MAIN if ante_pays(each, units.ante_from) else MAIN - 1 for each in ranks)
        if paid <= best:
            continue
        for dealer in combinations([code for code in left if code not in (turn, river)], 2):
            tried += 1
            against = rank((*dealer, *board))
            won = sum(MAIN - (not ante_pays(each, units.ante_from)) for each in ranks if each > against)
            if won > best:
                best, cards = won, (turn, river, *dealer)
            if best == paid or tried > _BOARDS:
                break
        if best == MAIN * len(holes) or tried > _BOARDS:
            break
    return best, cards, best == MAIN * len(holes) or tried <= _BOARDS


def _witness(
    game: Game, rules: Rules, stake: Cents, holes: tuple[Hole, ...], cards: tuple[int, ...], bound: int
) -> Exposure:
    units = Units(rules)
    *flop, turn, river, first, second = cards
    spots = {f"seat {number}": [CARDS[code] for code in hole] for number, hole in enumerate(holes, 1)}
    spots["dealer"] = [CARDS[first], CARDS[second]]
    community = (*FLOP, *TURN, *RIVER)
    spots |= {at: [CARDS[code]] for at, code in zip(community, (*flop, turn, river), strict=True)}
    wagers = {}
    for number, hole in enumerate(holes, 1):
        bets = {"ante": stake}
        if units.two.get(two_card_line(*hole), 0):
            bets["two-card"] = stake
        if units.five.get(five_card_line(rank_hand((*hole, *flop))), 0):
            bets["five-card"] = stake
        wagers[Seat(number)] = bets

    def answer(_seat: Seat, offer: Offer) -> str:
        return offer.options[_seat][-1].name

    return exposure_of(dealt_to_spots(game, rules, wagers, spots, answer), len(holes), bound)
