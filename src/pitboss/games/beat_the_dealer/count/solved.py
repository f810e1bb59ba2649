"""The game solved under given house rules: the tally of all deals, counted once and kept on disk."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache

import numpy as np

from pitboss.counting.disk.kept import kept_bytes
from pitboss.games.beat_the_dealer.count.solve import (
    BETS,
    LINES,
    NO_BONUS,
    OUTCOMES,
    STARTS,
    BonusHouse,
    Solution,
    Stakes,
    Tally,
)
from pitboss.games.beat_the_dealer.deal.hands import FiveCardLine, TwoCardLine
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.paytable import Paytable

HOLES = 1326


@cache
def kept_tally(ante_pays_from: int) -> Tally:
    """The tally for a class from which the ante is paid: no other option changes it (BD-3)."""

    def count() -> bytes:
        from pitboss.games.beat_the_dealer.count.tally import tally_all  # noqa: PLC0415  (Numba loads slowly)

        return tally_all(ante_pays_from).astype("<i8").tobytes()

    kept = kept_bytes({"game": "beat-the-dealer", "what": "tally", "ante_pays_from": ante_pays_from}, count)
    tally: Tally = np.frombuffer(kept, dtype="<i8").reshape(STARTS, LINES, BETS, OUTCOMES).tolist()
    return tally


def house_of(rules: Rules) -> BonusHouse:
    """What the figures need of the rules."""

    def pays(table: Paytable, lines: int) -> tuple[Fraction, ...]:
        return tuple(table.pays(line).ratio for line in range(lines))

    return BonusHouse(
        pays(rules.two_card_table, len(TwoCardLine)),
        pays(rules.five_card_table, len(FiveCardLine)),
        rules.two_card_bonus_survives_fold,
        rules.five_card_bonus_survives_fold,
    )


def solution_of(rules: Rules, stakes: Stakes = NO_BONUS) -> Solution:
    """The whole game under best play, with these bonus bets held."""
    return _solution(rules.ante_pays_from.number, house_of(rules), stakes)


@lru_cache(maxsize=8)
def _solution(ante_pays_from: int, house: BonusHouse, stakes: Stakes) -> Solution:
    """What was worked out for these bonus bets stays: at a table the same ones are held again and again."""
    return Solution(kept_tally(ante_pays_from), house, stakes)
