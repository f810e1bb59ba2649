"""The Gymnasium environments: the script's own rounds, to the cent, and no hidden card in an observation."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pitboss as pb
from pitboss.cards import Card
from pitboss.contract.new_game import write_game
from pitboss.games import OURS
from pitboss.gym import IDS, dealing
from pitboss.gym.env import TableEnv
from pitboss.gym.vector import TableVector
from pitboss.play.options.rules_file import write_rules
from pitboss.play.steps import Seat

OTHER_RULES: dict[str, dict[str, object]] = {
    "flop22": {"bonus_pays": "double-only", "aggregate": "$50"},
    "flip-it": {"decks": 2, "jokers": 0, "cut_card": 10, "paytable": 2},
    "beat-the-dealer": {"ante_pays_from": "pair", "five_card_bonus_survives_fold": True},
    "roll-your-own": {"dealer_peeks": False, "max_splits": 2},
    "free-bet": {"decks": 1, "seats": 2, "free_splits": False, "resplit_aces": False},
    "blackjack": {"decks": 1, "seats": 2, "surrender": "late", "resplit_aces": True},
}
every_game = pytest.mark.parametrize("game", IDS)


def make_env(game: str, **keywords: Any) -> TableEnv:
    """Return the unwrapped environment of a game."""
    env = gymnasium.make(IDS[game], **keywords).unwrapped
    assert isinstance(env, TableEnv)
    return env


def play_at_random(env: TableEnv, rng: np.random.Generator, seed: int | None = None) -> int:
    """Play one episode at random and return its net in cents."""
    seen, info = env.reset(seed=seed)
    ended = False
    while not ended:
        assert env.observation_space.contains(seen)
        assert (seen["action_mask"] == info["action_mask"]).all()
        action = rng.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, ended, cut, info = env.step(action)
        assert info["heard"]
        assert not cut
        assert reward == (info["cents"] / env.setting.unit if ended else 0)
    assert env.observation_space.contains(seen)
    assert not seen["action_mask"].any()
    return int(info["cents"])


@every_game
def test_page_lists_the_environment_with_its_actions(game: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    assert f"| `{IDS[game]}` |" in page
    assert [name for name in make_env(game).actions if f"`{name}`" not in page and not name.startswith("call-")] == []


@every_game
@pytest.mark.parametrize("changed", [False, True], ids=["sheet", "other rules"])
def test_passes_gymnasium_check(game: str, changed: bool) -> None:
    check_env(make_env(game, values=True, render_mode="ansi", **(OTHER_RULES[game] if changed else {})))


@every_game
def test_episode_replays_to_the_same_net(game: str) -> None:
    env, rng = make_env(game, **OTHER_RULES[game]), np.random.default_rng(5)
    for episode in range(60):
        cents = play_at_random(env, rng, 11 if episode == 0 else None)
        replayed = pb.replay(env.record)
        assert sum(replayed.net[Seat(1)].values()) == cents == -replayed.bank


@every_game
def test_compiled_steps_are_those_of_the_script(game: str) -> None:
    """Only an environment that draws the table, or gives values, is dealt by the script."""
    keywords = OTHER_RULES[game]
    compiled, script = make_env(game, **keywords), make_env(game, render_mode="ansi", **keywords)
    assert type(compiled._steps) is not type(script._steps)
    rng, asked = np.random.default_rng(2), 0
    for episode in range(40):
        seed = 3 if episode == 0 else None
        (seen, info), (other, other_info) = compiled.reset(seed=seed), script.reset(seed=seed)
        over = False
        while not over:
            assert (seen["observation"] == other["observation"]).all()
            assert (seen["action_mask"] == other["action_mask"]).all()
            assert (info["cents"], info["heard"]) == (other_info["cents"], other_info["heard"])
            assert compiled.record == script.record
            action = rng.integers(len(compiled.actions))
            seen, reward, over, _, info = compiled.step(action)
            other, other_reward, other_over, _, other_info = script.step(action)
            assert (reward, over) == (other_reward, other_over)
            asked += 1
        assert compiled.record == script.record
    assert asked >= 40


@every_game
def test_same_seed_gives_the_same_episodes(game: str) -> None:
    once, twin = make_env(game), make_env(game)
    first = [play_at_random(once, np.random.default_rng(1), seed) for seed in (7, None, None, 7, None)]
    assert first == [play_at_random(twin, np.random.default_rng(1), seed) for seed in (7, None, None, 7, None)]
    assert once.record.pack == twin.record.pack
    once.reset(seed=7)
    assert once.dealt.round.pack.cards != twin.dealt.round.pack.cards


@every_game
def test_forbidden_action_falls_back_to_the_default(game: str) -> None:
    env, tried = make_env(game), 0
    for seed in range(12):
        seen, info = env.reset(seed=seed)
        forbidden = np.flatnonzero(seen["action_mask"] == 0)
        if forbidden.size:
            allowed = env.dealt.allowed(env.dealt.seats[0])
            *_, info = env.step(forbidden[-1])
            assert not info["heard"]
            answers_given = [answer for answers in env.record.answers or () for answer in answers.values()]
            assert answers_given[:1] in ([allowed[0]], []) or env.setting.view.bets
            tried += 1
    assert tried or game == "flop22"  # Flop 22 allows every action at all times


HIDDEN = {
    "flop22": (1, 2, 3),
    "flip-it": (4,),
    "beat-the-dealer": (1, 3),
    "roll-your-own": (3, 5),
    "free-bet": (4,),
    "blackjack": (4,),
}
"""Positions in the deck of the cards that are hidden at the first action."""


@every_game
def test_hidden_cards_do_not_affect_observations_masks_or_values(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    env, pack_of = make_env(game, values=True), dealing.pack_of

    def swapped(*asked: object) -> tuple[Card, ...]:
        pack = list(pack_of(*asked))  # type: ignore[arg-type]
        last = len(pack) - 1
        for number, place in enumerate(HIDDEN[game]):
            pack[place], pack[last - number] = pack[last - number], pack[place]
        return tuple(pack)

    compared = 0
    for seed in range(8):
        monkeypatch.setattr(dealing, "pack_of", pack_of)
        seen, info = env.reset(seed=seed)
        over = env.dealt.round.is_over
        monkeypatch.setattr(dealing, "pack_of", swapped)
        other, other_info = env.reset(seed=seed)
        if over or env.dealt.round.is_over or any(card.is_joker for card in env.dealt.round.pack.cards[:6]):
            continue  # the dealer has turned the cards, or a joker moved all of them
        compared += 1
        assert (seen["observation"] == other["observation"]).all()
        assert (seen["action_mask"] == other["action_mask"]).all()
        assert (info["values"] == other_info["values"]).all()
    assert compared


def test_rules_can_be_given_as_options_object_or_file(tmp_path: Path) -> None:
    rules = pb.rules("free-bet", decks=8)
    file = tmp_path / "house.toml"
    file.write_text(write_rules(rules), encoding="utf-8")
    for env in (
        make_env("free-bet", decks=8),
        make_env("free-bet", rules=rules),
        make_env("free-bet", rules=str(file)),
    ):
        assert env.setting.rules == rules
    assert make_env("free-bet", rules=rules, hits_soft_17="no").setting.rules == pb.rules(rules, hits_soft_17=False)


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"deks": 8}, "no option 'deks'"),
        ({"rules": pb.rules("flop22")}, "rules of Flop 22, not of Free Bet Blackjack"),
        ({"wagers": {"main": "$10", "pot": "$1"}}, "unknown bet 'pot'"),
        ({"wagers": {"main": "$9000"}}, "outside its limits"),
        ({"wagers": {"main": "ten"}}, "not an amount"),
        ({"wagers": ["main"]}, "amounts by bet"),
        ({"rules": {"decks": 8}}, "the result of pitboss.rules"),
        ({"render_mode": "human"}, "render_mode='ansi'"),
    ],
)
def test_invalid_arguments_are_refused_with_a_message(keywords: dict[str, object], words: str) -> None:
    with pytest.raises(pb.Refused, match=words):
        TableEnv("free-bet", **keywords)  # type: ignore[arg-type]


def test_wrong_order_and_invalid_actions_are_refused_with_a_message() -> None:
    env = make_env("flip-it")
    with pytest.raises(pb.Refused, match="no round has been dealt yet"):
        env.step(0)
    env.reset(seed=1)
    for nonsense in (19, -1, None, 1.7, "red", np.array([1, 2])):
        with pytest.raises(pb.Refused, match=r"there is no action .*: they are 0 to 18"):
            env.step(nonsense)  # type: ignore[arg-type]
    env.step(0)
    with pytest.raises(pb.Refused, match="the round is over"):
        env.step(0)


def test_values_match_the_advice() -> None:
    env = make_env("free-bet", values=True)
    compared = 0
    for seed in range(30):
        _, info = env.reset(seed=seed)
        offer = env.dealt.round.pending
        if offer is None or "cards" not in offer.context:
            continue
        cards = " ".join(map(str, offer.context["cards"]))  # type: ignore[call-overload]
        advice = pb.advise("free-bet", hand=cards, dealer=str(offer.context["up"]))
        for name, worth in advice.options.items():
            assert info["values"][env.actions.index(name)] == pytest.approx(float(worth), abs=1e-12)
        assert np.isfinite(info["values"]).sum() == len(advice.options)
        compared += 1
    assert compared > 10


def test_values_are_in_units_of_the_first_wager() -> None:
    """Compare insurance, which is half the wager, with half of what the advice gives per insurance bet (FB-8)."""
    env = make_env("free-bet", values=True, wagers={"main": "$20"})
    for seed in range(100):
        seen, info = env.reset(seed=seed)
        if seen["action_mask"][env.actions.index("insurance")]:
            tens = seen["observation"][env.fields.index("hand-10")]
            worth = 3 * (96 - tens) / (312 - 3) - 1
            assert info["values"][env.actions.index("insurance")] == pytest.approx(worth / 2)
            return
    raise AssertionError("no insurance was offered")


def test_round_without_a_decision_is_paid_by_one_step() -> None:
    env, rng = make_env("free-bet"), np.random.default_rng(1)
    for seed in range(200):
        seen, _ = env.reset(seed=seed)
        if env.dealt.round.is_over:
            assert np.flatnonzero(seen["action_mask"]).tolist() == [0]
            assert play_at_random(env, rng, seed) == sum(pb.replay(env.record).net[Seat(1)].values())
            return
    raise AssertionError("every round asked something")


@every_game
def test_ansi_mode_renders_the_terminal_table(game: str) -> None:
    env = make_env(game, render_mode="ansi")
    env.reset(seed=2)
    shown = env.render()
    assert shown is not None
    assert "Dealer" in shown
    assert "▸ You, seat 1" in shown
    assert f"may: {env.dealt.allowed(env.dealt.seats[0])[0]}" in shown
    assert make_env(game).render() is None


def test_every_game_has_an_environment() -> None:
    assert list(IDS)[: len(OURS)] == list(OURS)
    env = gymnasium.make("pitboss.gym:pitboss/FreeBet-v0")
    assert env.spec is not None
    assert env.spec.id == "pitboss/FreeBet-v0"


@pytest.mark.parametrize(("missing", "asked"), [("gymnasium", "pitboss.gym"), ("pettingzoo", "pitboss.gym.seats_env")])
def test_missing_extra_is_explained(missing: str, asked: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None\ntry:\n import {asked}\nexcept ImportError as e: print(e)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert "pip install 'pitboss[gym]'" in done.stdout


EXTERNAL_VIEW = """
from pitboss.games.environments.view import CODES, EnvView, number_of
from pitboss.play.steps import Dealt


class OneCardView(EnvView):
    actions = ("fold", "play")
    usual = ("ante",)

    def named(self):
        return {"card": CODES}

    def seen(self, events, offer, seat):
        return {"card": number_of(event.card) for event in events if isinstance(event, Dealt) and event.seat == seat}


VIEW = OneCardView
"""


def test_external_game_brings_its_own_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game("one-card")
    assert TableEnv("one-card").fields[0] == "question"  # derived from the script until the game brings its own
    folder = tmp_path / "one-card" / "src" / "one_card" / "gym"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "view.py").write_text(EXTERNAL_VIEW, encoding="utf-8")
    env = TableEnv("one-card")
    seen, _ = env.reset(seed=3)
    assert 1 <= seen["observation"][0] <= 52
    assert seen["action_mask"].tolist() == [1, 1]
    _, reward, over, _, _ = env.step(0)
    assert (reward, over) == (-1.0, True)
    vector = TableVector("one-card", 2)
    assert (vector.reset(seed=3)[0]["observation"][0] == seen["observation"]).all()
