"""
The shoe as card counts, and each bet's outcomes on the next card for any remaining cards and any board.

Averaged over the boards, the flip card is uniformly distributed over the shoe: it is the card after the fourth non-
joker, and averaging removes the dependence on the cards before it. The four cards carry no information about the
positions of the jokers, so a joker is equally likely to flip on every board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

from pitboss.games.flip_it.deal import hands
from pitboss.games.flip_it.deal.round import bonus_name, bonus_pays, call_pays, inside_pays
from pitboss.games.flip_it.deal.rules import CALL_RANKS, INSIDE, Rules, call_bet, whole_pack
from pitboss.money import Pays
from pitboss.solving.answers.analysis import Outcome

RANKS = range(13)
ROYAL_RANKS = range(8, 13)
A_JOKER = "a joker"

Counts = tuple[int, ...]
"""The number of cards of each code in the shoe, jokers last."""

TYPES = {6: "four of a kind", 3: "three of a kind", 2: "two pair", 1: "a pair", 0: "four to a royal flush"}
"""Board types that allow the bonus, by the number of pairs of equal rank among the four cards (FI-5)."""


def full_shoe(rules: Rules, gone: Iterable[int] = ()) -> Counts:
    """Return the shoe without the cards already dealt (FI-1)."""
    counts = [0] * (hands.JOKER + 1)
    for card in whole_pack(rules):
        counts[card.code] += 1
    for code in gone:
        counts[code] -= 1
    return tuple(counts)


def rank_counts(shoe: Counts) -> Counts:
    """Return the number of cards left of each rank, twos first."""
    return tuple(sum(shoe[rank * 4 : rank * 4 + 4]) for rank in RANKS)


def _outcomes(shoe: Counts, result: Callable[[int], tuple[str, Pays]]) -> tuple[Outcome, ...]:
    """Return the outcomes of a bet on the next card, best first and jokers last."""
    ways: dict[tuple[bool, Fraction, str], int] = {}
    for code, count in enumerate(shoe):
        if count:
            name, pays = result(code)
            is_joker = code == hands.JOKER
            key = (is_joker, -pays.ratio, A_JOKER if is_joker else name)
            ways[key] = ways.get(key, 0) + count
    return tuple(Outcome(name, -lost, Fraction(ways[_, lost, name], sum(shoe))) for _, lost, name in sorted(ways))


def inside_outcomes(shoe: Counts, bet: str) -> tuple[Outcome, ...]:
    """Return the outcomes of an Inside bet on the next card of this shoe (FI-3)."""
    names = {1: "wins", 0: "an ace", -1: "loses"}

    def result(code: int) -> tuple[str, Pays]:
        pays = inside_pays(bet, code)
        return names[pays.won], pays

    return _outcomes(shoe, result)


def call_outcomes(rules: Rules, shoe: Counts, rank: int) -> tuple[Outcome, ...]:
    """Return the outcomes of Call It on the next card of this shoe (FI-4)."""

    def result(code: int) -> tuple[str, Pays]:
        return "its rank" if code // 4 + 2 == rank else "another rank", call_pays(rules, rank, code)

    return _outcomes(shoe, result)


def bonus_outcomes(rules: Rules, shoe: Counts, board: Sequence[int]) -> tuple[Outcome, ...]:
    """Return the outcomes of the bonus on the next card of this shoe, with these four cards up (FI-6)."""
    first, second, third, fourth = board

    def result(code: int) -> tuple[str, Pays]:
        line = hands.bonus_line(first, second, third, fourth, code)
        return bonus_name(rules, line), bonus_pays(rules, line)

    return _outcomes(shoe, result)


def plain_bets(rules: Rules, shoe: Counts) -> dict[str, tuple[Outcome, ...]]:
    """Return the outcomes of the bets that every board allows."""
    inside = {bet: inside_outcomes(shoe, bet) for bet in INSIDE}
    return inside | {call_bet(rank): call_outcomes(rules, shoe, rank) for rank in CALL_RANKS}


def bets_on(rules: Rules, shoe: Counts, board: Sequence[int]) -> dict[str, tuple[Outcome, ...]]:
    """Return the outcomes of every bet allowed on this board. `shoe` excludes the board."""
    first, second, third, fourth = board
    bonus = {"bonus": bonus_outcomes(rules, shoe, board)} if hands.may_bet_bonus(first, second, third, fourth) else {}
    return plain_bets(rules, shoe) | bonus


class BoardClass(NamedTuple):
    """A class of boards equivalent for the bonus: their number, and the number of flip cards on each line."""

    couples: int
    boards: int
    lines: Mapping[int, int]


@lru_cache(maxsize=16)
def bonus_boards(shoe: Counts) -> tuple[BoardClass, ...]:
    """Return every class of boards that allows the bonus, before four cards are dealt from this shoe."""
    return tuple(_bonus_boards(shoe))


def _bonus_boards(shoe: Counts) -> Iterator[BoardClass]:
    ranks = rank_counts(shoe)
    for showing in ranked_boards():
        yield _ranked(ranks, sum(comb(times, 2) for times in showing.values()), showing)
    for suit in range(4):
        for missing in ROYAL_RANKS:
            boards = prod(shoe[rank * 4 + suit] for rank in ROYAL_RANKS if rank != missing)
            yield BoardClass(0, boards, {hands.ROYAL_FLUSH: boards * shoe[missing * 4 + suit]})


def ranked_boards() -> Iterator[dict[int, int]]:
    """Yield every board with a pair or better, as the number of cards of each rank."""
    for shape in ((4,), (3, 1), (2, 2), (2, 1, 1)):
        for chosen in _choices(shape):
            yield dict(zip(chosen, shape, strict=True))


def _ranked(ranks: Counts, couples: int, showing: Mapping[int, int]) -> BoardClass:
    """Return the class of boards with these ranks. Their lines do not depend on suits."""
    first, second, third, fourth = (rank * 4 for rank, times in showing.items() for _ in range(times))
    boards = prod(comb(ranks[rank], times) for rank, times in showing.items())
    lines: dict[int, int] = {}
    for rank, times in showing.items():
        line = hands.bonus_line(first, second, third, fourth, rank * 4)
        lines[line] = lines.get(line, 0) + boards * max(ranks[rank] - times, 0)
    return BoardClass(couples, boards, lines)


def _choices(shape: Counts) -> Iterator[Counts]:
    """Yield the ranks of every board of this shape, the most frequent rank first."""
    if shape == (2, 2):
        yield from combinations(RANKS, 2)
        return
    for first in RANKS:
        others = [rank for rank in RANKS if rank != first]
        yield from ((first, *rest) for rest in combinations(others, len(shape) - 1))


class BonusOn(NamedTuple):
    """The bonus averaged over a set of boards: their probability, and the outcomes."""

    chance: Fraction
    outcomes: tuple[Outcome, ...]


def bonus_by_type(rules: Rules, shoe: Counts) -> dict[str, BonusOn]:
    """Return the bonus on each type of board that this shoe can show, whatever jokers were discarded before."""
    classes: dict[str, list[BoardClass]] = {name: [] for name in TYPES.values()}
    for sort in bonus_boards(shoe):
        classes[TYPES[sort.couples]].append(sort)
    bonuses = {name: _bonus_on(rules, shoe, alike) for name, alike in classes.items()}
    return {name: bonus for name, bonus in bonuses.items() if bonus.chance}


def bonus_anywhere(rules: Rules, shoe: Counts) -> BonusOn:
    """Return the bonus averaged over all boards that allow it."""
    return _bonus_on(rules, shoe, bonus_boards(shoe))


def _bonus_on(rules: Rules, shoe: Counts, classes: Sequence[BoardClass]) -> BonusOn:
    cards = sum(shoe[: hands.JOKER])
    joker = Fraction(shoe[hands.JOKER], sum(shoe))
    boards = sum(sort.boards for sort in classes)
    if not boards:
        return BonusOn(Fraction(0), ())
    ways: dict[int, int] = {}
    for sort in classes:
        for line, times in sort.lines.items():
            ways[line] = ways.get(line, 0) + times
    ways[hands.NOTHING] = boards * (cards - 4) - sum(ways.values())
    made = tuple(
        Outcome(
            bonus_name(rules, line), bonus_pays(rules, line).ratio, (1 - joker) * Fraction(times, boards * (cards - 4))
        )
        for line, times in sorted(ways.items())
    )
    lost = (Outcome(A_JOKER, bonus_pays(rules, hands.NOTHING).ratio, joker),) if joker else ()
    return BonusOn(Fraction(boards, comb(cards, 4)), made + lost)
