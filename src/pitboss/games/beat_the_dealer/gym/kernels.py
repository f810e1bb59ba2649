"""Compiled environment steps for Beat the Dealer: fold or bet, check or bet twice, then the showdown."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.compute.streams import Stream, U, draw
from pitboss.games.beat_the_dealer.count.kernels import FiveCardLines, line_of, strength_of
from pitboss.games.beat_the_dealer.count.tally import five_card_lines
from pitboss.games.beat_the_dealer.deal import hands
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.games.environments.episode_rows import (
    Actions,
    Codes,
    Episodes,
    EpisodeSetting,
    Mask,
    Nets,
    Row,
    fresh,
    valid_action,
    won,
)
from pitboss.money import LOSS
from pitboss.ranking.poker import card_bit
from pitboss.solving.holdem.poker_tables import NO_CARDS, StrengthTables, strength_tables

STAGE, HOLE, BOARD, DEALER, BETS = 0, 1, 3, 8, 10
"""Indices of the fields in the observation."""
FOLD, FLOP, CHECK, TURN, RIVER = range(5)
BEFORE_FLOP, BEFORE_TURN, BEFORE_RIVER = 1, 2, 3
CARDS = 9
"""The number of cards in a round: two for the player and two for the dealer, dealt in turn, and five on the board."""

compile_with_kernels(hands.two_card_line, hands.main_net)


class BeatPayouts(NamedTuple):
    """The net of each bet in cents by line, including forfeited bonuses."""

    ante: int
    paid_from: int
    two_card: Nets
    five_card: Nets
    folded_two_card: Nets
    folded_five_card: Nets
    flop_after_fold: bool
    """Whether the flop is dealt for a 5-card bonus that survives the fold (BD-5)."""
    lines: FiveCardLines
    strengths: StrengthTables


@kernel
def deal(pack: Codes, stream: Stream, seen: Row, mask: Mask) -> None:
    """Deal all cards of the round (C-5), of which the player sees two."""
    for place in range(CARDS):
        draw(stream, pack, U(place))
    seen[:] = 0
    seen[STAGE], seen[HOLE], seen[HOLE + 1] = BEFORE_FLOP, int(pack[0]) + 1, int(pack[2]) + 1
    mask[:] = 0
    mask[FOLD] = mask[FLOP] = 1


@kernel
def show(pack: Codes, seen: Row, begin: int, end: int) -> None:
    """Show board cards `begin` to `end`."""
    for place in range(begin, end):
        seen[BOARD + place] = int(pack[4 + place]) + 1


@kernel
def bonuses(pack: Codes, two_card: Nets, five_card: Nets, lines: FiveCardLines) -> int:
    """Return the net of the bonus bets (BD-4 to BD-6)."""
    one, other = int(pack[0]), int(pack[2])
    line = line_of(int(pack[4]), int(pack[5]), int(pack[6]), one, other, lines)
    return int(two_card[hands.two_card_line(one, other)] + five_card[line])


@kernel
def show_down(pack: Codes, strengths: StrengthTables, paid_from: int, raised: int) -> int:
    """Return the net of ante, flop, turn and river, in antes (BD-3)."""
    key, cards = NO_CARDS, 0
    for place in range(4, CARDS):
        key, cards = key + strengths.keys[U(pack[place])], cards | card_bit(int(pack[place]))
    player = strength_of(key, cards, int(pack[0]), int(pack[2]), strengths)
    dealer = strength_of(key, cards, int(pack[1]), int(pack[3]), strengths)
    return hands.main_net(hands.outcome(player, dealer, paid_from), raised)


@kernel
def advance(pack: Codes, seen: Row, mask: Mask, action: int) -> bool:
    """Show the next cards and set up the next decision. Return whether all decisions are made."""
    stage = int(seen[STAGE])
    if action != CHECK:
        seen[BETS + stage - 1] = 1
    if stage == BEFORE_RIVER:
        show(pack, seen, 4, 5)
        seen[DEALER], seen[DEALER + 1] = int(pack[1]) + 1, int(pack[3]) + 1
        return True
    if stage == BEFORE_FLOP:
        show(pack, seen, 0, 3)
    else:
        show(pack, seen, 3, 4)
    seen[STAGE] = stage + 1
    mask[:] = 0
    mask[CHECK] = mask[TURN if stage == BEFORE_FLOP else RIVER] = 1
    return False


@kernel
def step(batch: Episodes, actions: Actions, house: BeatPayouts) -> None:
    """Advance every row by one step."""
    keys, episodes, streams, box, packs, _, _, seen, mask, cents, over, heard = batch
    ante, paid_from, two_card, five_card, folded_two, folded_five, flop_after_fold, lines, strengths = house
    for row in range(keys.size):
        if over[row]:
            fresh(packs[row], box, streams[row], keys[row], episodes[row])
            deal(packs[row], streams[row], seen[row], mask[row])
            episodes[row] += U(1)
            cents[row], over[row], heard[row] = 0, False, True
            continue
        action = valid_action(mask[row], actions[row])
        heard[row] = action == actions[row]
        if action == FOLD:
            if flop_after_fold:
                show(packs[row], seen[row], 0, 3)
            cents[row] = bonuses(packs[row], folded_two, folded_five, lines) - ante
            over[row] = True
        elif advance(packs[row], seen[row], mask[row], action):
            raised = 2 + int(seen[row, BETS + 1]) + int(seen[row, BETS + 2])
            main = show_down(packs[row], strengths, paid_from, raised) * ante
            cents[row] = main + bonuses(packs[row], two_card, five_card, lines)
            over[row] = True
        if over[row]:
            seen[row, STAGE], mask[row] = 0, 0


class BeatSteps:
    """The compiled environment steps under these rules."""

    width = 1

    def __init__(self, setting: EpisodeSetting) -> None:
        rules, wagers = setting.rules, setting.wagers
        assert isinstance(rules, Rules)
        two, five = wagers.get("two-card", 0), wagers.get("five-card", 0)
        two_card = np.array([won(rules.two_card_table.pays(line), two) for line in hands.TwoCardLine])
        five_card = np.array([won(rules.five_card_table.pays(line), five) for line in hands.FiveCardLine])
        two_survives, five_survives = rules.two_card_bonus_survives_fold, rules.five_card_bonus_survives_fold
        self.house = BeatPayouts(
            ante=int(wagers["ante"]),
            paid_from=rules.ante_pays_from.number,
            two_card=two_card,
            five_card=five_card,
            folded_two_card=two_card if two_survives else np.full_like(two_card, won(LOSS, two)),
            folded_five_card=five_card if five_survives else np.full_like(five_card, won(LOSS, five)),
            flop_after_fold=bool(five) and five_survives,
            lines=five_card_lines(),
            strengths=strength_tables(),
        )

    def step(self, batch: Episodes, actions: Actions) -> None:
        """Advance every row by one step."""
        step(batch, actions, self.house)


STEPS = BeatSteps
