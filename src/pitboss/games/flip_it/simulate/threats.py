"""The value of extra information at flip~it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.compute.streams import copy_stream, stream
from pitboss.games.flip_it.count.dealt_down import Favourable, Groups, any_favourable, favourable
from pitboss.games.flip_it.count.shoe import TYPES, bonus_anywhere, full_shoe, plain_bets
from pitboss.games.flip_it.deal import hands
from pitboss.games.flip_it.deal.round import bonus_pays
from pitboss.games.flip_it.deal.rules import CALL_RANKS, Rules, call_bet, whole_pack
from pitboss.games.flip_it.simulate import counted
from pitboss.games.flip_it.simulate.simulation import lines_table
from pitboss.solving.answers.bet_odds import BetOdds
from pitboss.solving.answers.threats import DEPTHS, Countermeasure, Progress, Threat, ignore_progress, shuffling

SHOES = 4000
_SEED = 22
SAFE_CALL = 10
"""The highest Call It payout against which a cut card halfway through the shoe is enough."""
OPEN = Countermeasure("none is needed: every card is dealt face up, as on the sheet", "FI-1, FI-8", 0.0)
DOWN = Countermeasure("deal each flip card from a shoe whose mouth is covered, and close the bets first", "FI-3", 1.0)

ADDS, PHONE = "anyone who can add", "a phone, or a team"
ALL = "all cards dealt so far"
ONE_RANK = "one rank: {tag} for each of its cards, +1 for every other card dealt; start {start:+}, bet above 0"
COLOURS = "red cards −1, black cards and jokers +1; start {even:+}, bet red above 0"
PARITIES = "odd cards −1, even cards and jokers +1, aces 0; start {even:+}, bet odd above 0"
HEIGHTS = "8 to K −1, 2 to 7 and jokers +1, aces 0; start {even:+}, bet high above 0"
_WAYS = (
    ("counts one rank", "call", counted.ONE_CALL, ONE_RANK, ADDS),
    ("all ranks known", "call", counted.CALL, f"{ALL}: each rank is called whenever it pays", PHONE),
    ("counts a colour", "red", counted.RED, COLOURS, ADDS),
    ("all colours known", "red or black", counted.COLOUR, ALL, PHONE),
    ("counts odd and even", "odd", counted.ODD, PARITIES, ADDS),
    ("all parities known", "odd or even", counted.PARITY, ALL, PHONE),
    ("counts high and low", "high", counted.HIGH, HEIGHTS, ADDS),
    ("all heights known", "high or low", counted.HEIGHT, ALL, PHONE),
    ("the bonus computed", "bonus", counted.BONUS, f"{ALL}, and the four on the table", PHONE),
)


def every_round(rules: Rules) -> Countermeasure:
    """Return the countermeasure of shuffling before every round, which leaves nothing to count."""
    words = "shuffle before every round (or a continuous shuffler), or pay Call It 10 to 1 with the cut card at half"
    return Countermeasure(words, "FI-2, FI-4", shuffling(_decks(rules), _flips(rules, rules.cut_card), 1))


def half_shoe_cut(rules: Rules, is_call: bool) -> Countermeasure:
    """Return the countermeasure of placing the cut card halfway through the shoe."""
    half = (52 * rules.decks + rules.jokers) // 2
    seconds = shuffling(_decks(rules), _flips(rules, rules.cut_card), _flips(rules, half))
    keep = "keep Call It at 10 to 1 and " if is_call else ""
    return Countermeasure(
        f"{keep}put the cut card halfway through the shoe", "FI-2, FI-4" if is_call else "FI-2", max(seconds, 0.0)
    )


def _decks(rules: Rules) -> float:
    return rules.decks + rules.jokers / 52


def _flips(rules: Rules, cut_card: int) -> int:
    return max(52 * rules.decks + rules.jokers - cut_card - 4, 1)


class Shoes:
    """Many shoes dealt down. Each shoe is one sample."""

    def __init__(self, rules: Rules, shoes: int, progress: Progress) -> None:
        pack = copy_stream(np.array([card.code for card in whole_pack(rules)], np.uint8))
        self.cuts = np.array([max(round(pack.size * (100 - dealt) / 100), 1) for dealt in DEPTHS], np.int64)
        pays = np.array([float(bonus_pays(rules, line).ratio) for line in range(hands.NOTHING + 1)])
        lines, state = lines_table(TYPES), stream(_SEED, "flip-it", 0)
        self.tally = np.zeros((shoes, len(DEPTHS), counted.WAYS, 4))
        self.flips = np.zeros((shoes, len(DEPTHS)), np.int64)
        for shoe in range(shoes):
            if shoe % 200 == 0:
                progress(f"shoe {shoe:,} of {shoes:,}")
            counted.deal_shoe(
                state, pack, self.cuts, float(rules.call_it_pays.ratio), lines, pays, self.tally[shoe], self.flips[shoe]
            )

    def of(self, depth: int, way: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the figures for one way to bet, and the number of flips, for each shoe dealt to this depth."""
        figures: NDArray[np.float64] = self.tally[:, : depth + 1, way].sum(axis=1) / counted.ALIKE.get(way, 1)
        return figures, self.flips[:, : depth + 1].sum(axis=1).astype(float)


def threats(rules: Rules, progress: Progress = ignore_progress, shoes: int = SHOES) -> Iterator[Threat]:
    """Yield every threat: card counting at each cut card depth, then seeing cards."""
    dealt = Shoes(rules, shoes, progress)
    ratio = float(rules.call_it_pays.ratio)
    cards = 52 * rules.decks + rules.jokers
    words = {
        "tag": f"−{ratio:g}", "start": round((ratio + 1) * 4 * rules.decks - cards), "even": -rules.jokers,
    }  # fmt: skip
    summed = _summed(rules, [int(cut) for cut in dealt.cuts])
    for name, bet, way, knows, who in _WAYS:
        closing = every_round(rules) if bet == "call" and ratio > SAFE_CALL else half_shoe_cut(rules, bet == "call")
        for place, depth in enumerate(DEPTHS):
            row = Threat(f"{name}, {depth}% dealt", knows.format(**words), who, bet, 0.0, 0.0, 0.0, 0.0, closing)
            yield _row(dealt, place, way, row, summed[way][place] if way in summed else None)
    yield from _next_card(rules)
    yield from _all_seats(rules)


class SummedBet(Struct, frozen=True):
    """
    A way to bet with closed-form figures: edge, share of rounds, units won per round, and sd if also closed-form.
    """

    edge: float
    share: float
    per_round: float
    sd: float | None


def _summed(rules: Rules, cuts: Sequence[int]) -> dict[int, list[SummedBet]]:
    """Return the ways to bet that have closed forms, by cut card: one or both even-money sides, one rank or all."""
    deck, jokers = rules.decks, rules.jokers
    ranks = len(CALL_RANKS)
    colour = Groups(26 * deck, 26 * deck, 0, jokers)
    half = Groups(24 * deck, 24 * deck, 4 * deck, jokers)  # aces push (FI-3)
    rank = Groups(4 * deck, 48 * deck, 0, jokers, float(rules.call_it_pays.ratio))
    found: dict[int, list[SummedBet]] = {}
    sides = (
        (colour, counted.RED, counted.COLOUR),
        (half, counted.ODD, counted.PARITY),
        (half, counted.HIGH, counted.HEIGHT),
    )
    for groups, one, both in sides:
        sums = favourable(groups, cuts)
        found[one] = [_one(each, 1) for each in sums]
        found[both] = [_one(each, 2) for each in sums]
    called = favourable(rank, cuts)
    found[counted.ONE_CALL] = [_one(each, 1) for each in called]
    shares = any_favourable(ranks, rank, cuts)
    found[counted.CALL] = [
        SummedBet(_one(each, 1).edge, made / each.flips, ranks * each.gain / each.flips, None)
        for each, made in zip(called, shares, strict=True)
    ]
    return found


def _one(found: Favourable, sides: int) -> SummedBet:
    """Return a bet on one side, or on the favoured one of two mutually exclusive sides."""
    edge = found.gain / found.bets if found.bets else 0.0
    flips = found.flips or 1.0
    return SummedBet(edge, sides * found.bets / flips, sides * found.gain / flips, sqrt(sides * found.square / flips))


def _row(dealt: Shoes, place: int, way: int, row: Threat, summed: SummedBet | None) -> Threat:
    """Return the row with its figures: in closed form if any, else measured, with standard errors over shoes."""
    figures, flips = dealt.of(place, way)
    bets, gain = figures[:, counted.BETS], figures[:, counted.GAIN]
    sd = float(np.sqrt(figures[:, counted.SQUARE].sum() / flips.sum()))
    if summed is not None:
        own = sd if summed.sd is None else summed.sd
        return replace(row, edge=summed.edge, share=summed.share, per_round=summed.per_round, sd=own)
    if not bets.sum():
        return replace(row, exact=False)
    edge, se = _ratio(gain, bets)
    share, share_se = _ratio(figures[:, counted.ROUNDS], flips)
    per_round, per_round_se = _ratio(gain, flips)
    return replace(
        row, edge=edge, share=share, per_round=per_round, sd=sd, se=se, exact=False, share_se=share_se,
        per_round_se=per_round_se,
    )  # fmt: skip


def _ratio(over: NDArray[np.float64], under: NDArray[np.float64]) -> tuple[float, float]:
    """Return a ratio of sums over shoes and its standard error, with one shoe as one sample."""
    ratio = float(over.sum() / under.sum())
    return ratio, float(np.sqrt(((over - ratio * under) ** 2).sum()) / under.sum())


def _next_card(rules: Rules) -> Iterator[Threat]:
    """Yield the value of seeing the flip card before the bets close: Call It on its rank, or a colour."""
    shoe = full_shoe(rules)
    cards = sum(shoe)
    called = Fraction(sum(shoe[: hands.JOKER]) * 12, 13 * cards)
    pays = rules.call_it_pays.ratio
    who = "a seat that sees into the shoe, or marked cards"
    knows = "the rank of the next card"
    sd = float(pays) * float(called * (1 - called)) ** 0.5
    yield Threat("the next card seen", knows, who, "call", pays, called, pays * called, sd, DOWN)
    won = Fraction(sum(shoe[: hands.JOKER]), cards)
    sd = float(won * (1 - won)) ** 0.5
    yield Threat("the next card seen", knows, who, "red or black", Fraction(1), won, won, sd, DOWN)


def _all_seats(rules: Rules) -> Iterator[Threat]:
    """Yield the value of sharing information between seats: no seat learns anything new."""
    shoe = full_shoe(rules)
    outcomes = plain_bets(rules, shoe) | {"bonus": bonus_anywhere(rules, shoe).outcomes}
    for bet, made in (("red", "red"), ("call", call_bet(CALL_RANKS[0])), ("bonus", "bonus")):
        if outcomes[made]:
            odds = BetOdds(bet, outcomes[made])
            yield Threat(
                "the cards of all seats", "nothing more: no seat holds a card, and all cards are face up",
                "nobody", bet, odds.ev, 1, odds.ev, odds.sd, OPEN,
                note="the edge on a full shoe: seats that share what they see learn nothing new",
            )  # fmt: skip
