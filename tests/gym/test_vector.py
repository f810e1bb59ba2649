"""The vector environments: every row plays the script's own rounds, step by step and to the cent."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import pitboss as pb
from pitboss.contract.random_inputs import random_rules, random_wagers
from pitboss.games import GAMES
from pitboss.games.roll_your_own.gym.kernels import DRAWN
from pitboss.games.roll_your_own.gym.view import PLAY
from pitboss.gym import IDS
from pitboss.gym.env import TableEnv
from pitboss.gym.vector import TableVector
from pitboss.play.records.ledger import net
from pitboss.play.steps import Seat

BETS = ("two-card", "one-card", "bonus")
RULES: dict[str, list[dict[str, Any]]] = {
    "flop22": [
        {},
        {"wagers": {"ante-1": "$10", "field": "$4"}, "bonus_pays": "double-only", "match_pays": "push"},
        {"wagers": {"ante-1": "$2", "ante-2": "$10", "field": "$10"}, "aggregate": "$25"},
        {
            "aggregate": "$60",
            "aggregate_scope": "table",
            "bonus_table": {"Card Total 17 thru 20": ["push", "2:1", "loss"]},
        },
    ],
    "flip-it": [
        {},
        {"decks": 1, "jokers": 12, "cut_card": 10, "paytable": 2, "call_it_pays": 10},
        {"decks": 2, "jokers": 0, "wagers": {"stake": "$7"}, "bonus_table": {"Two Pair": ["push", "3:1"]}},
    ],
    "beat-the-dealer": [
        {},
        {"wagers": {"ante": "$10", "two-card": "$5", "five-card": "$3"}, "ante_pays_from": "pair"},
        {"wagers": {"ante": "$4", "five-card": "$2"}, "five_card_bonus_survives_fold": True},
        {"wagers": {"ante": "$4", "two-card": "$2"}, "two_card_bonus_survives_fold": False},
    ],
    "roll-your-own": [
        {},
        {"dealer_peeks": False, "hits_soft_17": False},
        {"max_splits": 0, "blackjack_pays": "6:5", "chip": "$5", "wagers": dict.fromkeys(BETS, "$25")},
        {"max_splits": 2, "dealer_peeks": False, "bonus_table": {"Flush": "push"}},
    ],
    "free-bet": [
        {},
        {"wagers": {"main": "$10", "pot-of-gold": "$5", "push-22": "$3", "toke": "$2"}, "decks": 1, "seats": 1},
        {"decks": 2, "free_splits": False, "resplit_aces": False, "wagers": {"main": "$1", "pot-of-gold": "$1"}},
        {
            "free_doubles": False,
            "dealer_22_pushes": False,
            "hits_soft_17": False,
            "blackjack_pays": "6:5",
            "chip": "$5",
        },
        {
            "decks": 1,
            "seats": 1,
            "resplit_aces": False,
            "pot_of_gold_table": "woo-1",
            "wagers": {"main": "$2", "push-22": "$5", "pot-of-gold": "$1"},
        },
    ],
    "blackjack": [
        {},
        {"decks": 1, "seats": 1, "surrender": "early", "wagers": {"main": "$10", "perfect-pairs": "$5"}},
        {"decks": 2, "surrender": "late", "hits_soft_17": True, "resplit_aces": True, "doubles": "9-11"},
        {
            "hole_card": False,
            "surrender": "early",
            "lucky_ladies": True,
            "royal_match": True,
            "wagers": {"main": "$4", "lucky-ladies": "$2", "royal-match": "$2", "21-plus-3": "$1"},
        },
        {"decks": 1, "seats": 2, "even_money": False, "most_hands": 2, "double_after_split": False, "hole_card": False},
        {"lucky_ladies": True, "wagers": {"main": "$5", "lucky-ladies": "$1"}, "blackjack_pays": "6:5"},
        {"double_any_number": True, "hit_split_aces": True, "blackjack_always_wins": True, "surrender": "late"},
        {"double_any_number": True, "doubles": "10-11", "hit_split_aces": True, "resplit_aces": True},
    ],
}
CASES = [(game, case) for game, cases in RULES.items() for case in cases]
every_case = pytest.mark.parametrize(("game", "keywords"), CASES, ids=[f"{g}-{n}" for n, (g, _) in enumerate(CASES)])


def make_vector(game: str, rows: int, **keywords: Any) -> TableVector:
    env = gymnasium.make_vec(IDS[game], num_envs=rows, **keywords)
    assert isinstance(env, TableVector)
    return env


def make_single(game: str, **keywords: Any) -> TableEnv:
    env = gymnasium.make(IDS[game], **keywords).unwrapped
    assert isinstance(env, TableEnv)
    return env


def compare_with_single(game: str, keywords: dict[str, Any], rows: int, steps: int, seed: int) -> int:
    """
    Step a vector and single environments by the same random actions and compare everything.

    The single environments draw the table, so the script deals their rounds, not the kernel.

    Return the number of rounds.
    """
    envs, each = (
        make_vector(game, rows, **keywords),
        [make_single(game, render_mode="ansi", **keywords) for _ in range(rows)],
    )
    rng = np.random.default_rng(seed)
    seen, info = envs.reset(seed=seed)
    singles = [env.reset(seed=seed + row) for row, env in enumerate(each)]
    ended, rounds = np.zeros(rows, bool), 0
    for _ in range(steps):
        for row, (own, own_info) in enumerate(singles):
            assert (seen["observation"][row] == own["observation"]).all(), (row, own, seen["observation"][row])
            assert (seen["action_mask"][row] == own["action_mask"]).all(), (row, own)
            assert info["cents"][row] == own_info["cents"]
            assert info["heard"][row] == own_info["heard"]
        weights = rng.random(seen["action_mask"].shape) * (seen["action_mask"] + 0.02)
        actions = weights.argmax(axis=1)
        before, (seen, rewards, over, cut, info) = ended, envs.step(actions)
        ended = over
        assert not cut.any()
        for row, env in enumerate(each):
            if before[row]:
                singles[row] = env.reset()
                assert (rewards[row], over[row]) == (0, False)
                rounds += 1
            else:
                own, reward, is_over, _, own_info = env.step(actions[row])
                singles[row] = (own, own_info)
                assert (rewards[row], over[row]) == (reward, is_over)
    return rounds


@every_case
def test_every_row_matches_a_single_environment(game: str, keywords: dict[str, Any]) -> None:
    assert compare_with_single(game, keywords, 30, 12, 3) > 60


@pytest.mark.slow
@every_case
def test_thousands_of_rounds_match_the_script(game: str, keywords: dict[str, Any]) -> None:
    assert compare_with_single(game, keywords, 200, 150, 1000) > 5000


def random_settings(game: str, seed: int) -> dict[str, Any]:
    """Return random rules and wagers that the game accepts."""
    draw, called = Random(f"{game} {seed}"), GAMES[game]
    rules = random_rules(called, draw)
    if game == "flip-it":
        return {"rules": rules}
    wagers: dict[Any, Any] = {}
    while not wagers:
        wagers = random_wagers(called, rules, (), draw)
    return {"rules": rules, "wagers": next(iter(wagers.values()))}


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_every_row_matches_a_single_environment_under_random_rules(game: str, seed: int) -> None:
    assert compare_with_single(game, random_settings(game, seed), 16, 9, seed) > 16


@pytest.mark.slow
@pytest.mark.parametrize("game", RULES)
def test_thousands_of_rounds_match_the_script_under_random_rules(game: str) -> None:
    assert sum(compare_with_single(game, random_settings(game, seed), 40, 20, seed) for seed in range(100, 140)) > 5000


@pytest.mark.parametrize("game", RULES)
def test_vector_meets_the_gymnasium_interface(game: str) -> None:
    envs = make_vector(game, 5, values=True, render_mode="ansi")
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, info = envs.reset(seed=2)
    assert envs.observation_space.contains(seen)
    single = make_single(game, values=True, render_mode="ansi")
    for row in range(5):
        _, own_info = single.reset(seed=2 + row)
        assert (info["values"][row] == own_info["values"]).all()
        shown = envs.render()
        assert shown is not None
        assert shown[row] == single.render()
    seen, *_ = envs.step(info["values"].argmax(axis=1))
    assert envs.observation_space.contains(seen)


@pytest.mark.parametrize("game", RULES)
def test_returned_arrays_are_never_overwritten(game: str) -> None:
    envs = make_vector(game, 4)
    seen, info = envs.reset(seed=1)
    returned = (seen["observation"], seen["action_mask"], info["cents"], info["heard"])
    copies = [array.copy() for array in returned]
    for _ in range(5):
        envs.step(envs.action_space.sample())
    assert all((array == before).all() for array, before in zip(returned, copies, strict=True))


def test_one_seed_per_row_and_reset_without_a_seed_continues() -> None:
    envs, single = make_vector("flip-it", 2), make_single("flip-it")
    envs.reset(seed=[5, 90])
    seen, _ = envs.reset()
    single.reset(seed=90)
    own, _ = single.reset()
    assert (seen["observation"][1] == own["observation"]).all()


def test_invalid_calls_are_refused_with_a_message() -> None:
    envs = make_vector("flip-it", 2)
    with pytest.raises(pb.Refused, match="no round has been dealt yet"):
        envs.step(np.zeros(2, np.int64))
    with pytest.raises(pb.Refused, match="3 seeds for 2 environments"):
        envs.reset(seed=[1, 2, 3])
    envs.reset(seed=1)
    with pytest.raises(pb.Refused, match=r"the shape \(2,\)"):
        envs.step(np.zeros(3, np.int64))
    for nonsense in ([99, 0], [-1, 0], [0.5, 1.0], [float("nan"), 0.0], ["hit", "stand"]):
        with pytest.raises(pb.Refused, match="whole numbers from 0 to"):
            envs.step(np.array(nonsense))
    with pytest.raises(pb.Refused, match="rounds restart by themselves"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(pb.Refused, match="values=True"):
        envs.dealt(0)
    with pytest.raises(pb.Refused, match="at least one environment"):
        make_vector("flip-it", 0)


def test_RY_10_bets_in_action_win_when_the_deck_runs_out() -> None:
    """Mark the deck as dealt out, which one seat never reaches by itself, and hit."""
    envs, single, tried = make_vector("roll-your-own", 1), make_single("roll-your-own"), 0
    for seed in range(20):
        seen, _ = envs.reset(seed=seed)
        seen, _, over, _, _ = envs.step(np.array([0]))
        single.reset(seed=seed)
        single.step(0)
        bonus = net(single.dealt.round.events)[Seat(1)]["bonus"]
        if over[0] or seen["observation"][0, envs.fields.index("stage")] != PLAY or seen["observation"][0, 7] != 1:
            continue
        envs._batch.state[0, DRAWN] = 52
        seen, _, over, _, info = envs.step(np.array([envs.actions.index("hit")]))
        assert over[0]
        assert info["cents"][0] == bonus + 2 * envs.setting.unit
        tried += 1
    assert tried > 5


def test_numpy_seeds_work_and_rendering_needs_a_reset() -> None:
    envs = TableVector("flop22", num_envs=2, render_mode="ansi")
    with pytest.raises(pb.Refused, match="no round has been dealt yet"):
        envs.render()
    first, second = (envs.reset(seed=seed)[0]["observation"] for seed in (4, np.int64(4)))  # type: ignore[arg-type]
    assert (first == second).all()
