"""The multi-seat tables for PettingZoo: its own API tests, and payouts equal to the script's to the cent."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import pitboss as pb
import pitboss.gym
from pitboss.gym import IDS

every_game = pytest.mark.parametrize("game", IDS)
is_a_dict = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",  # raised for every masked observation of external games
    "ignore:Observation space for each agent probably should be",
)


@every_game
@is_a_dict
def test_passes_pettingzoo_api_test(game: str) -> None:
    api_test(pitboss.gym.aec(game, players=3, render_mode="ansi"), num_cycles=20)


@every_game
def test_same_seed_gives_the_same_round(game: str) -> None:
    seed_test(lambda: pitboss.gym.aec(game, players=3), num_cycles=20)


@every_game
def test_rewards_match_the_script(game: str) -> None:
    table, rng = pitboss.gym.aec(game, players=4), np.random.default_rng(3)
    for episode in range(15):
        table.reset(seed=9 if episode == 0 else None)
        won: dict[str, float] = {}
        for agent in table.agent_iter():
            seen, reward, ended, _, info = table.last()
            won[agent] = reward
            assert (seen["action_mask"] == info["action_mask"]).all()
            table.step(None if ended else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        nets = pb.replay(table.dealt.round.record).net
        unit = table.setting.unit
        assert {f"seat_{seat}": sum(bets.values()) / unit for seat, bets in nets.items()} == won


def test_answers_are_hidden_until_all_seats_have_answered() -> None:
    """Check that seat 2 sees the same whatever seat 1 answered: the dealer asks the whole table (C-6)."""
    shown = []
    for answer in (0, 1):
        table = pitboss.gym.aec("beat-the-dealer", players=2, values=True)
        table.reset(seed=1)
        table.step(answer)
        assert table.agent_selection == "seat_2"
        seen, _, _, _, info = table.last()
        shown.append((seen["observation"].tolist(), info["values"].tolist()))
    assert shown[0] == shown[1]


def test_shuffle_does_not_depend_on_the_number_of_seats() -> None:
    alone = pitboss.gym.aec("flop22", players=1)
    three = pitboss.gym.aec("flop22", players=3)
    alone.reset(seed=5)
    three.reset(seed=5)
    assert alone.dealt.round.pack.cards == three.dealt.round.pack.cards


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(pb.Refused, match="1 to 6 seats"):
        pitboss.gym.aec("flop22", players=7)


def test_wrong_order_is_refused_with_a_message() -> None:
    table = pitboss.gym.aec("flop22", players=2, render_mode="ansi")
    for too_early in (lambda: table.step(0), lambda: table.observe("seat_1"), table.render):
        with pytest.raises(pb.Refused, match="no round has been dealt yet"):
            too_early()
    table.reset(seed=1)
    with pytest.raises(pb.Refused, match="no agent 'seat_9': choose seat_1 or seat_2"):
        table.observe("seat_9")
