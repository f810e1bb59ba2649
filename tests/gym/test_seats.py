"""The tables with seats, for PettingZoo: its own tests, and the script to the cent."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import pitboss as pb
import pitboss.gym
from pitboss.gym import IDS

every_game = pytest.mark.parametrize("game", IDS)
is_a_dict = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",  # said of every mask in an observation but of PettingZoo's own games
    "ignore:Observation space for each agent probably should be",
)


@every_game
@is_a_dict
def test_pettingzoo_finds_nothing_to_say(game: str) -> None:
    api_test(pitboss.gym.aec(game, players=3, render_mode="ansi"), num_cycles=20)


@every_game
def test_the_same_seed_gives_the_same_round(game: str) -> None:
    seed_test(lambda: pitboss.gym.aec(game, players=3), num_cycles=20)


@every_game
def test_every_seats_reward_is_what_the_script_pays(game: str) -> None:
    table, chance = pitboss.gym.aec(game, players=4), np.random.default_rng(3)
    for episode in range(15):
        table.reset(seed=9 if episode == 0 else None)
        won: dict[str, float] = {}
        for agent in table.agent_iter():
            seen, reward, ended, _, info = table.last()
            won[agent] = reward
            assert (seen["action_mask"] == info["action_mask"]).all()
            table.step(None if ended else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        nets = pb.replay(table.dealt.round.record).net
        unit = table.setting.unit
        assert {f"seat_{seat}": sum(bets.values()) / unit for seat, bets in nets.items()} == won


def test_nobody_sees_an_answer_before_all_have_answered() -> None:
    """The dealer asks the whole table: seat 2 sees the same whatever seat 1 said (C-6)."""
    shown = []
    for said in (0, 1):
        table = pitboss.gym.aec("beat-the-dealer", players=2, values=True)
        table.reset(seed=1)
        table.step(said)
        assert table.agent_selection == "seat_2"
        seen, _, _, _, info = table.last()
        shown.append((seen["observation"].tolist(), info["values"].tolist()))
    assert shown[0] == shown[1]


def test_the_first_seats_cards_are_those_of_the_seat_alone() -> None:
    """The same seed is the same shuffle at every table."""
    alone = pitboss.gym.aec("flop22", players=1)
    three = pitboss.gym.aec("flop22", players=3)
    alone.reset(seed=5)
    three.reset(seed=5)
    assert alone.dealt.round.pack.cards == three.dealt.round.pack.cards


def test_more_seats_than_the_table_has_are_refused() -> None:
    with pytest.raises(pb.Refused, match="1 to 6 seats"):
        pitboss.gym.aec("flop22", players=7)


def test_what_is_out_of_order_is_said_in_a_sentence() -> None:
    table = pitboss.gym.aec("flop22", players=2, render_mode="ansi")
    for too_early in (lambda: table.step(0), lambda: table.observe("seat_1"), table.render):
        with pytest.raises(pb.Refused, match="reset deals the first round"):
            too_early()
    table.reset(seed=1)
    with pytest.raises(pb.Refused, match="no agent 'seat_9': choose seat_1 or seat_2"):
        table.observe("seat_9")
