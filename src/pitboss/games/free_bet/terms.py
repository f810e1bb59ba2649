"""What the odds of Free Bet depend on, in plain numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack import Composition, deck_counts
from pitboss.games.free_bet.kernels import Pays
from pitboss.games.free_bet.nodes import Nodes
from pitboss.games.free_bet.splits import NEVER_AGAIN, Again, all_plans

ACE, TEN = 0, 9
PAYS = (Pays(1, -1, -1, -2, 2), Pays(1, 0, 0, -1, 2))
"""By kind of hand, own or free: a free hand or free double never loses, a paid double its own part (FB-4)."""


class Terms(NamedTuple):
    """The rules that bear on the odds; `decks` 0 is an endless shoe."""

    decks: int = 6
    hits_soft_17: bool = True
    blackjack_pays: tuple[int, int] = (3, 2)
    resplit_aces: bool = True
    free_doubles: bool = True
    free_splits: bool = True
    dealer_22_pushes: bool = True
    pot_of_gold: tuple[float, ...] = (-1, 3, 12, 30, 50, 100, 100, 100)
    """By tokens, 0 to 7 (FB-6)."""
    push_22_pays: float = 11


def free_double_nodes(terms: Terms, graph: Nodes) -> NDArray[np.bool_]:
    """Hands that double for free: two cards, hard 9, 10 or 11 (FB-2)."""
    in_range = (graph.total >= 9) & (graph.total <= 11)
    free: NDArray[np.bool_] = (graph.cards == 2) & ~graph.soft & in_range & terms.free_doubles
    return free


def splits_free(terms: Terms, pair: int) -> bool:
    """Whether a pair splits for free: any but ten-values (FB-3)."""
    return terms.free_splits and pair != TEN


def plans_for(terms: Terms, pair: int) -> list[Again]:
    """The plans for splitting again that the rules allow (FB-3)."""
    if pair == ACE and not terms.resplit_aces:
        return [NEVER_AGAIN]
    return all_plans(splits_free(terms, pair))


def shoe_counts(terms: Terms) -> Composition | None:
    """Cards of each value in the shoe; None for an endless one."""
    return deck_counts(terms.decks) if terms.decks else None
