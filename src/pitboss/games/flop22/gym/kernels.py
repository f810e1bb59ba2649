"""Compiled environment steps for Flop 22: a card, three flops, and one answer for each hand with an ante."""

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
    Nets,
    Row,
    State,
    fresh,
    valid_action,
    won,
)
from pitboss.games.flop22.deal import hands
from pitboss.games.flop22.deal.round import OPTIONS
from pitboss.games.flop22.deal.rules import HANDS, Rules, ante_pays, double_pays, match_pays

HAND, CARD, FLOP, SAID = 0, 1, 2, 5
"""Indices of the fields in the observation."""
WON = 0
"""Index in the state of the winnings that count toward the aggregate."""
LINES = hands.LOSES + 1
MATCHES = np.array(["match" in extras for extras in OPTIONS.values()])
DOUBLES = np.array(["double" in extras for extras in OPTIONS.values()])

compile_with_kernels(hands.card_points, hands.total_line, hands.is_match, hands.field_line, hands.capped)


class FlopPayouts(NamedTuple):
    """The net of each bet in cents before the aggregate. Axes: hand, then line or whether it is a match."""

    field: Nets
    match: Nets
    ante: Nets
    double: Nets
    aggregate: int
    played: int


@kernel
def settled(net: Nets, row: int, total: int, aggregate: int, state: State) -> None:
    """Add a bet to the round's net, capping winnings at the aggregate in the order of settlement (F22-8)."""
    if total > 0:
        total = hands.capped(total, aggregate - state[row, WON])
        state[row, WON] += total
    net[row] += total


@kernel
def deal(pack: Codes, stream: Stream, seen: Row) -> None:
    """Deal one card and three flops (rule 6), and offer hand 1."""
    for place in range(4):
        draw(stream, pack, U(place))
    seen[:] = 0
    seen[HAND], seen[CARD] = 1, int(pack[0]) + 1


@kernel
def step(batch: Episodes, actions: Actions, house: FlopPayouts) -> None:
    """Advance every row by one step."""
    keys, episodes, streams, box, packs, state, net, seen, mask, cents, over, heard = batch
    field, match, ante, double, aggregate, played = house
    for row in range(keys.size):
        if over[row]:
            fresh(packs[row], box, streams[row], keys[row], episodes[row])
            deal(packs[row], streams[row], seen[row])
            episodes[row] += U(1)
            cents[row], over[row], heard[row], mask[row], net[row] = 0, False, True, 1, 0
            state[row, WON] = 0
            settled(net, row, field[hands.field_line(int(packs[row, 0]))], aggregate, state)
            continue
        action = valid_action(mask[row], actions[row])
        heard[row] = action == actions[row]
        hand = int(seen[row, HAND]) - 1
        card, flop = int(packs[row, 0]), int(packs[row, 1 + hand])
        seen[row, FLOP + hand], seen[row, SAID + hand] = flop + 1, action + 1
        line = hands.total_line(card, flop)
        if MATCHES[action]:
            settled(net, row, match[hand, int(hands.is_match(card, flop))], aggregate, state)
        settled(net, row, ante[hand, line], aggregate, state)
        if DOUBLES[action]:
            settled(net, row, double[hand, line], aggregate, state)
        if hand + 1 < played:
            seen[row, HAND] = hand + 2
        else:
            seen[row, HAND], mask[row], cents[row], over[row] = 0, 0, net[row], True


class FlopSteps:
    """The compiled environment steps under these rules."""

    width = 1

    def __init__(self, setting: EpisodeSetting) -> None:
        rules, wagers = setting.rules, setting.wagers
        assert isinstance(rules, Rules)
        antes = [wagers.get(f"ante-{hand}", 0) for hand in HANDS]
        by_hand = tuple(zip(HANDS, antes, strict=True))
        self.house = FlopPayouts(
            field=np.array(
                [won(rules.field_table.pays(line), wagers.get("field", 0)) for line in range(hands.FIELD_LOSES + 1)]
            ),
            match=np.array(
                [[won(match_pays(rules, is_match), stake) for is_match in (False, True)] for stake in antes]
            ),
            ante=np.array([[won(ante_pays(rules, hand, n), stake) for n in range(LINES)] for hand, stake in by_hand]),
            double=np.array(
                [[won(double_pays(rules, hand, n), stake) for n in range(LINES)] for hand, stake in by_hand]
            ),
            aggregate=int(rules.aggregate),
            played=sum(map(bool, antes)),
        )

    def step(self, batch: Episodes, actions: Actions) -> None:
        """Advance every row by one step."""
        step(batch, actions, self.house)


STEPS = FlopSteps
