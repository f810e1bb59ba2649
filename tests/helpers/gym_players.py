"""Players for the vector environments: random actions, or the best play of `simulate`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel
from pitboss.games.beat_the_dealer.simulate.kernels import KernelTables, bets_of
from pitboss.games.beat_the_dealer.simulate.simulation import Simulation as BeatSimulation
from pitboss.games.blackjack.simulate.playbook import choice as blackjack_choice
from pitboss.games.blackjack.simulate.simulation import Simulation as BlackjackSimulation
from pitboss.games.flip_it.gym.kernels import FlipSteps
from pitboss.games.flop22.simulate.simulation import Simulation as FlopSimulation
from pitboss.games.free_bet.simulate.playbook import choice
from pitboss.games.free_bet.simulate.simulation import Simulation as FreeBetSimulation
from pitboss.games.roll_your_own.simulate.kernels import CHOICE_AT, OTHER_CARD_SETS
from pitboss.games.roll_your_own.simulate.simulation import Simulation as RollSimulation
from pitboss.gym.vector import TableVector

Actions = NDArray[np.int64]
Player = Callable[[Any], Actions]


class Fields:
    """Columns of the observations by name."""

    def __init__(self, envs: TableVector) -> None:
        self.at = {name: place for place, name in enumerate(envs.fields)}

    def __call__(self, seen: Any, *names: str) -> NDArray[np.int64]:
        """Return these columns, side by side."""
        return np.asarray(seen["observation"][:, [self.at[name] for name in names]], np.int64)


def any_allowed(seed: int) -> Player:
    """Return a player that takes every allowed action with equal probability."""
    rng = np.random.default_rng(seed)
    return lambda seen: np.asarray((rng.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(axis=1))


def best_in(envs: TableVector) -> Player:
    """Return the best play under the default rules."""
    makers = {
        "flop22": _flop22,
        "flip-it": _flip_it,
        "beat-the-dealer": _beat,
        "roll-your-own": _roll,
        "free-bet": _free,
        "blackjack": _blackjack,
    }
    return makers[envs.setting.game.name](envs, Fields(envs))


def _flop22(envs: TableVector, fields: Fields) -> Player:
    extras = FlopSimulation(envs.setting.rules, 1, "best", {"field": 0}).extras  # type: ignore[arg-type]

    def play(seen: Any) -> Actions:
        hand, card, first, second = fields(seen, "hand", "card", "flop-1", "flop-2").T
        known = [np.where(flop > 0, flop - 1, 52) for flop in (first, second)]
        return np.asarray(extras[np.maximum(hand, 1) - 1, card - 1, known[0], known[1]], np.int64)

    return play


def _flip_it(envs: TableVector, fields: Fields) -> Player:
    """Sum every bet over the remaining cards: the shoe without the board. Jokers take all bets alike, so they don't
    matter.
    """
    house = FlipSteps(envs.setting).house
    decks = envs.setting.rules.decks  # type: ignore[attr-defined]
    ranks = np.arange(52) // 4

    def play(seen: Any) -> Actions:
        board = fields(seen, *(f"card-{place}" for place in range(1, 5))) - 1
        left = np.full((len(board), 52), decks)
        np.subtract.at(left, (np.arange(len(board))[:, None], board), 1)
        values = np.empty((len(board), len(envs.actions)))
        values[:, :-1] = left @ house.plain[:, :52].T
        values[:, -1] = (left * house.bonus[_lines(board, ranks)]).sum(axis=1)
        return np.asarray(np.where(seen["action_mask"] > 0, values, -np.inf).argmax(axis=1))

    return play


def _lines(board: NDArray[np.int64], ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the bonus line of each flip card, from pairs and equal ranks; a royal draw is separate (FI-6)."""
    mine = ranks[board]
    couples = sum((mine[:, a] == mine[:, b]).astype(int) for a in range(4) for b in range(a))
    alike = (mine[:, :, None] == ranks).sum(axis=1)
    full = np.where(np.asarray(couples)[:, None] == 1, np.where(alike == 2, 3, 5), 4)
    lines = np.select([alike == 0, alike == 4, alike == 3], [6, 1, 2], full)
    suits = board % 4
    royal = (suits == suits[:, :1]).all(axis=1) & (mine.min(axis=1) >= 8) & (np.asarray(couples) == 0)
    fifth = (np.arange(52) % 4 == suits[:, :1]) & (ranks >= 8) & (alike == 0)
    return np.asarray(np.where(np.asarray(couples)[:, None] > 0, lines, np.where(royal[:, None] & fifth, 0, 6)))


@kernel
def _decide(cards: NDArray[np.int64], tables: KernelTables, actions: Actions) -> None:
    """Fill in the action of each row from its stage, hole cards and board."""
    board = np.zeros(4, np.uint8)
    for row in range(len(cards)):
        stage, one, other = cards[row, 0], np.uint64(cards[row, 1] - 1), np.uint64(cards[row, 2] - 1)
        if stage == 1:
            actions[row] = 1 - tables.folds[one, other]
        elif stage > 1:
            for place in range(4):
                board[place] = max(cards[row, 3 + place] - 1, 0)
            if stage == 2:  # the turn bet does not depend on the turn card: take any card that is not out yet
                out = (
                    (1 << int(board[0]))
                    | (1 << int(board[1]))
                    | (1 << int(board[2]))
                    | (1 << int(one))
                    | (1 << int(other))
                )
                card = 0
                while out >> card & 1:
                    card += 1
                board[3] = card
            turn, river = bets_of(one, other, board, tables)
            actions[row] = (3 if turn else 2) if stage == 2 else (4 if river else 2)


def _beat(envs: TableVector, fields: Fields) -> Player:
    alone = {"two-card": 0, "five-card": 0}
    tables = BeatSimulation(envs.setting.rules, 1, "best", alone).tables  # type: ignore[arg-type]

    def play(seen: Any) -> Actions:
        actions = np.zeros(len(seen["observation"]), np.int64)
        _decide(fields(seen, "stage", "hole-1", "hole-2", "flop-1", "flop-2", "flop-3", "turn"), tables, actions)
        return actions

    return play


def _looked_up(keys: NDArray[np.int64], known: dict[bytes, int], find: Callable[[int], int]) -> Actions:
    """Return the cached action of each row's key, computing missing ones."""
    rows = np.ascontiguousarray(keys.astype(np.int8))
    actions = np.empty(len(rows), np.int64)
    for row, key in enumerate(map(bytes, rows)):
        if (action := known.get(key)) is None:
            action = known[key] = find(row)
        actions[row] = action
    return actions


COUNTS = tuple(f"hand-{value}" for value in range(1, 11))


def _cards(first: int, second: int, counts: NDArray[np.int64]) -> list[int]:
    """Return the card values of a hand, counted from 0, with its first two cards first."""
    left = counts.copy()
    left[[first - 1]] -= 1
    left[[second - 1]] -= 1
    return [first - 1, second - 1, *(value for value in range(10) for _ in range(left[value]))]


def _free(envs: TableVector, fields: Fields) -> Player:
    simulation = FreeBetSimulation(envs.setting.rules, 1, "best", {"pot-of-gold": 0, "push-22": 0})  # type: ignore[arg-type]
    known: dict[bytes, int] = {}

    def play(seen: Any) -> Actions:
        keys = fields(seen, "stage", "up", "free", "hands", "first", "second", *COUNTS)

        def find(row: int) -> int:
            stage, up, free, hands, first, second, *_ = (int(number) for number in keys[row])
            if stage < 2:
                return stage
            cards = _cards(first, second, keys[row, 6:])
            action = choice(simulation.terms, simulation.book, cards, up - 1, bool(free), hands)
            return envs.actions.index(action)

        return _looked_up(keys, known, find)

    return play


def _blackjack(envs: TableVector, fields: Fields) -> Player:
    simulation = BlackjackSimulation(envs.setting.rules, 1, "best", {"perfect-pairs": 0, "21-plus-3": 0})  # type: ignore[arg-type]
    known: dict[bytes, int] = {}

    def play(seen: Any) -> Actions:
        keys = fields(seen, "stage", "up", "hands", "first", "second", *COUNTS)
        may_split = seen["action_mask"][:, envs.actions.index("split")]
        keys = np.column_stack([may_split, keys])

        def find(row: int) -> int:
            splits, stage, up, hands, first, second, *_ = (int(number) for number in keys[row])
            if stage != 2:
                return min(stage, 1)  # no insurance, no even money, no early surrender
            cards = _cards(first, second, keys[row, 6:])
            return envs.actions.index(blackjack_choice(simulation.book, cards, up - 1, hands, bool(splits)))

        return _looked_up(keys, known, find)

    return play


def _roll(envs: TableVector, fields: Fields) -> Player:
    simulation = RollSimulation(envs.setting.rules, 1, "best", {})  # type: ignore[arg-type]
    settings = simulation.tables.settings.reshape(10, 10, 10, 10)
    known: dict[bytes, int] = {}

    def play(seen: Any) -> Actions:
        stage, up, one, two, three, bet = fields(seen, "stage", "up", "card-1", "card-2", "card-3", "bet").T
        words = settings[up - 1, one - 1, two - 1, three - 1]
        alone = (words >> np.uint64(CHOICE_AT) & np.uint64(3)).astype(np.int64)
        lone, pair = ((words >> np.uint64(at) & np.uint64(most)).astype(np.int64) for at, most in ((20, 15), (24, 255)))
        others = np.where(bet == 1, lone, pair)
        shown = fields(seen, "hands", "first", "second", *COUNTS)
        keys = np.column_stack([stage, np.where(stage == 1, alone, up), others, shown, seen["action_mask"][:, -2:]])

        def find(row: int) -> int:
            if stage[row] < 3:
                return {0: 0, 1: (int(alone[row]) + 1) % 3, 2: 3}[int(stage[row])]
            hands, first, second = (int(number) for number in shown[row, :3])
            names = [name for name, may in zip(envs.actions, seen["action_mask"][row], strict=True) if may]
            place = int((up[row] - 1) * OTHER_CARD_SETS + others[row])
            cards = _cards(first, second, shown[row, 3:])
            return envs.actions.index(simulation._preferred_action(place, cards, hands > 1, hands - 1, names))

        return _looked_up(keys, known, find)

    return play
