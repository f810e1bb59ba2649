"""Parts shared by all compiled environments: many episodes in arrays, one row each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel
from pitboss.compute.episodes import open_stream
from pitboss.compute.streams import Stream, U
from pitboss.games.environments.view import EnvView
from pitboss.money import Cents, Pays
from pitboss.play.game import Game

Codes = NDArray[np.uint8]
Row = NDArray[np.int16]
State = NDArray[np.int64]
Nets = NDArray[np.int64]
Mask = NDArray[np.int8]
Actions = NDArray[np.int64]
Flags = NDArray[np.bool_]


class EpisodeSetting(Protocol):
    """The setting of an environment: the game, its rules, and the wagers of every round."""

    game: Game
    wagers: Mapping[str, Cents]
    unit: Cents
    """The value of a reward of 1, in cents: the first wager."""

    @property
    def rules(self) -> Any:
        """The house rules, in the game's own type."""

    @property
    def view(self) -> EnvView:
        """The fields and actions of a seat."""


class Episodes(NamedTuple):
    """Many episodes, one row each."""

    keys: NDArray[np.uint64]
    episodes: NDArray[np.uint64]
    """The number of episodes that each row has begun."""
    streams: NDArray[np.uint64]
    box: Codes
    """The pack before the shuffle."""
    packs: Codes
    state: State
    """The game's state in each row."""
    net: Nets
    """The net of the round so far, in cents."""
    observation: NDArray[np.int16]
    mask: Mask
    cents: Nets
    over: Flags
    """Whether the round is over. If so, the next step deals the next round, whatever the action."""
    heard: Flags

    @classmethod
    def of(cls, setting: EpisodeSetting, rows: int, width: int) -> Episodes:
        """Return empty arrays for `rows` rows."""
        box = np.array([card.code for card in setting.game.whole_pack(setting.rules)], np.uint8)
        return cls(
            keys=np.zeros(rows, np.uint64),
            episodes=np.zeros(rows, np.uint64),
            streams=np.zeros((rows, 4), np.uint64),
            box=box,
            packs=np.zeros((rows, box.size), np.uint8),
            state=np.zeros((rows, width), np.int64),
            net=np.zeros(rows, np.int64),
            observation=np.zeros((rows, len(setting.view.fields)), np.int16),
            mask=np.zeros((rows, len(setting.view.actions)), np.int8),
            cents=np.zeros(rows, np.int64),
            over=np.ones(rows, np.bool_),
            heard=np.ones(rows, np.bool_),
        )


class Stepper(Protocol):
    """The compiled rules of a game: the width of its state, and a step for all rows."""

    width: int

    def step(self, batch: Episodes, actions: Actions) -> None:
        """Act in every row. If a row's round is over, deal its next one."""


@kernel
def fresh(pack: Codes, box: Codes, stream: Stream, key: np.uint64, episode: np.uint64) -> None:
    """Reset the pack to the order before the shuffle, and start the random stream of this episode."""
    open_stream(stream, key, episode)
    for place in range(U(box.size)):
        pack[place] = box[place]


@kernel
def valid_action(mask: Mask, action: int) -> int:
    """Return the action if the mask allows it, else the first allowed one."""
    if 0 <= action < mask.size and mask[action]:
        return action
    for other in range(mask.size):
        if mask[other]:
            return other
    return 0


def won(pays: Pays, stake: int) -> int:
    """Return the win or loss of a stake at this payout, in cents."""
    return pays.back(Cents(stake)) - stake if stake else 0
