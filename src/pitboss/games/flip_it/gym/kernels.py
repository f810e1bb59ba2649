"""Compiled environment steps for flip~it: four cards, one bet, the flip card."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.compute.streams import Stream, U, draw
from pitboss.games.environments.episode_rows import (
    Actions,
    Codes,
    Episodes,
    EpisodeSetting,
    Mask,
    Nets,
    Row,
    State,
    fresh,
    valid_action,
    won,
)
from pitboss.games.flip_it.deal import hands
from pitboss.games.flip_it.deal.round import bonus_pays, call_pays, inside_pays
from pitboss.games.flip_it.deal.rules import CALL_RANKS, INSIDE, Rules
from pitboss.money import LOSS

FOUR, JOKERS, FLIP = 4, 4, 5
"""The number of cards on the board, and the indices of the next fields of the observation."""
BONUS = len(INSIDE) + len(CALL_RANKS)

compile_with_kernels(
    hands.count_pairs,
    hands.count_same_rank,
    hands.is_one_suit,
    hands.is_four_to_a_royal,
    hands.may_bet_bonus,
    hands.bonus_line,
)


class FlipPayouts(NamedTuple):
    """The net of each bet in cents."""

    plain: Nets
    """Axes: bet, flip card."""
    bonus: Nets
    """Axis: bonus line."""


@kernel
def deal(pack: Codes, stream: Stream, seen: Row, state: State, mask: Mask) -> None:
    """Deal four cards, replacing jokers (FI-1)."""
    drawn = on_board = 0
    while on_board < FOUR:
        card = int(draw(stream, pack, U(drawn)))
        drawn += 1
        if card < hands.JOKER:
            seen[on_board] = card + 1
            on_board += 1
    state[0], seen[JOKERS], seen[FLIP] = drawn, drawn - FOUR, 0
    mask[:] = 1
    mask[BONUS] = hands.may_bet_bonus(seen[0] - 1, seen[1] - 1, seen[2] - 1, seen[3] - 1)


@kernel
def flip(pack: Codes, stream: Stream, seen: Row, state: State, action: int, plain: Nets, bonus: Nets) -> int:
    """Deal the flip card and return the net of the bet (FI-3 to FI-6)."""
    card = int(draw(stream, pack, U(state[0])))
    seen[FLIP] = card + 1
    if action < BONUS:
        return int(plain[action, card])
    return int(bonus[hands.bonus_line(seen[0] - 1, seen[1] - 1, seen[2] - 1, seen[3] - 1, card)])


@kernel
def step(batch: Episodes, actions: Actions, house: FlipPayouts) -> None:
    """Advance every row by one step."""
    keys, episodes, streams, box, packs, state, _, seen, mask, cents, over, heard = batch
    plain, bonus = house
    for row in range(keys.size):
        if over[row]:
            fresh(packs[row], box, streams[row], keys[row], episodes[row])
            deal(packs[row], streams[row], seen[row], state[row], mask[row])
            episodes[row] += U(1)
            cents[row], over[row], heard[row] = 0, False, True
        else:
            action = valid_action(mask[row], actions[row])
            heard[row] = action == actions[row]
            cents[row] = flip(packs[row], streams[row], seen[row], state[row], action, plain, bonus)
            over[row] = True
            mask[row] = 0


class FlipSteps:
    """The compiled environment steps under these rules."""

    width = 1

    def __init__(self, setting: EpisodeSetting) -> None:
        rules, stake = setting.rules, setting.unit
        assert isinstance(rules, Rules)
        pays = [
            *([inside_pays(bet, card) for card in range(hands.JOKER)] for bet in INSIDE),
            *([call_pays(rules, rank, card) for card in range(hands.JOKER)] for rank in CALL_RANKS),
        ]
        plain = [[won(each, stake) for each in (*by_card, LOSS)] for by_card in pays]
        bonus = [won(bonus_pays(rules, line), stake) for line in range(hands.NOTHING + 1)]
        self.house = FlipPayouts(np.array(plain), np.array(bonus))

    def step(self, batch: Episodes, actions: Actions) -> None:
        """Advance every row by one step."""
        step(batch, actions, self.house)


STEPS = FlipSteps
