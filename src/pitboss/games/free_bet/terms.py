"""What the odds of Free Bet depend on, in plain numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.free_bet.kernels import Pays
from pitboss.games.free_bet.nodes import Nodes

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
    pot_of_gold: tuple[int, ...] = (-1, 3, 12, 30, 50, 100, 100, 100)
    push_22_pays: int = 11


def free_double_nodes(terms: Terms, graph: Nodes) -> NDArray[np.bool_]:
    """Hands that double for free: two cards, hard 9, 10 or 11 (FB-2)."""
    in_range = (graph.total >= 9) & (graph.total <= 11)
    free: NDArray[np.bool_] = (graph.cards == 2) & ~graph.soft & in_range & terms.free_doubles
    return free


def splits_free(terms: Terms, pair: int) -> bool:
    """Whether a pair splits for free: any but ten-values (FB-3)."""
    return terms.free_splits and pair != TEN
