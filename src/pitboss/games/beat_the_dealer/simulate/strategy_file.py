"""Beat the Dealer's strategy file format: hands to fold, and holdings to bet turn and river with."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from pitboss.games.beat_the_dealer.count.solve import STARTS, start_name
from pitboss.games.beat_the_dealer.deal.hands import starting_hand
from pitboss.games.beat_the_dealer.simulate.decisions import ONE, OTHER, Decisions, bits_of, folds_of
from pitboss.games.beat_the_dealer.simulate.hole_words import WORDS, Holdings
from pitboss.games.beat_the_dealer.simulate.kernels import Codes
from pitboss.games.wording.strategy_words import Changes, Part, is_list, only
from pitboss.solving.holdem.suit_names import spots

_NAMES = {start_name(start): start for start in range(STARTS)}
_BATCH = 1000
"""The number of boards processed at once, which limits memory to a few megabytes."""
_SIMPLE: tuple[list[str], ...] = (["own pair"], [], ["anything"])
"""The lists of holdings that a built-in strategy may bet with."""


def changed(decided: Decisions, changes: Changes) -> Decisions:
    """Apply a file's changes to the decisions. Each list names all hands to fold, or all holdings to bet with."""
    only(changes, ("fold", "turn", "river"))
    if "fold" in changes:
        folded = {_NAMES[name] for name in is_list("fold", changes["fold"], _NAMES, "starting hand")}
        decided = decided._replace(folds=folds_of(lambda one, other: starting_hand(one, other) in folded))
    for bet in ("turn", "river"):
        if bet in changes:
            held = is_list(bet, changes[bet], WORDS, "holding")
            decided = decided._replace(**{bet: bets_with(bet, held)})
    return decided


def bets_with(bet: str, held: Collection[str]) -> Codes:
    """Return the bits for a player who bets with any of these holdings, by flop (turn bet) or by board (river bet)."""
    sets = spots()[1]
    boards = sets.flops if bet == "turn" else sets.boards
    made = np.zeros((len(boards), len(ONE)), np.bool_)
    for begin in range(0, len(boards), _BATCH) if held else ():
        rows = slice(begin, begin + _BATCH)
        holdings = Holdings(ONE, OTHER, boards[rows])
        for name in held:
            made[rows] |= WORDS[name](holdings)
    return bits_of(made)


def in_words(decided: Decisions) -> Iterator[Part]:
    """Yield the decisions as the parts of a file. Turn and river bets are complete if they match a built-in list."""
    holes = zip(ONE.tolist(), OTHER.tolist(), strict=True)
    starts = {starting_hand(one, other): decided.folds[one, other] for one, other in holes}
    folded = [start_name(at) for at in starts if starts[at]]
    yield Part("fold", "Every starting hand that is folded.", folded, True, tuple(_NAMES))
    for bet, bits in (("turn", decided.turn), ("river", decided.river)):
        found = next((held for held in _SIMPLE if np.array_equal(bets_with(bet, held), bits)), None)
        about = f"With any of these the {bet} bet is made."
        yield Part(bet, about, _SIMPLE[0] if found is None else found, found is not None, tuple(WORDS))
