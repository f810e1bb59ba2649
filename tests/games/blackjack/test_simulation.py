"""Blackjack simulated: the kernel follows the script card for card, and its means match the solver."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from helpers.following import by_the_kernel, by_the_script, dealt_by_the_script
from helpers.stacking import shuffled
from pitboss.cards import Card, fresh_pack
from pitboss.compute.streams import draw, stream
from pitboss.games import GAMES
from pitboss.games.blackjack.deal import bot
from pitboss.games.blackjack.deal.rules import Rules, cut_card
from pitboss.games.blackjack.simulate.kernels import play_rounds
from pitboss.games.blackjack.simulate.plans import plan_value
from pitboss.games.blackjack.simulate.simple import simple
from pitboss.games.blackjack.simulate.simulation import Simulation
from pitboss.games.blackjack.simulate.strategies import STRATEGIES, plan_for
from pitboss.games.odds import analysis_of
from pitboss.play.records.record_reader import read_text
from pitboss.play.refused import Refused
from pitboss.play.round import replay_whole
from pitboss.play.steps import Event, Offer, Seat
from pitboss.ranking.totals import card_value
from pitboss.simulation.plan import Plan, simulator, work
from pitboss.simulation.run import run

GAME = GAMES["blackjack"]
TRANSCRIPTS = sorted((Path(__file__).parents[1] / "transcripts" / "blackjack").glob("*.txt"))
HOUSES: list[dict[str, object]] = [
    {},
    {"hole_card": False, "surrender": "early", "resplit_aces": True},
    {"surrender": "early", "lucky_ladies": True, "royal_match": True, "doubles": "10-11"},
    {"surrender": "late", "hits_soft_17": True, "decks": 2, "even_money": False},
    {"hole_card": False, "lucky_ladies": True, "double_after_split": False, "decks": 1, "most_hands": 3, "seats": 7},
    {"most_hands": 1, "doubles": "9-11"},
    {"double_any_number": True, "hit_split_aces": True, "resplit_aces": True, "blackjack_always_wins": True},
    {"double_any_number": True, "hit_split_aces": True, "double_after_split": False, "doubles": "9-11", "decks": 2},
    {"hole_card": False, "blackjack_always_wins": True, "hit_split_aces": True, "most_hands": 3, "surrender": "early"},
]
ROUNDS = 4_000_000
MAX_STANDARD_ERRORS = 3.5
"""Largest deviation allowed for a mean."""


def make_simulation(settings: dict[str, object], strategy: str = "best", seats: int = 1) -> Simulation:
    return Simulation(Rules.read({"chip": "$0.50"} | settings), seats, strategy, {})


def stacked_shoe(decks: int, values: tuple[int, ...], rng: random.Random) -> tuple[Card, ...]:
    """Return a shoe whose first 40 cards have few values only, to get many pairs."""
    pack = list(fresh_pack(decks))
    rng.shuffle(pack)
    front = [card for card in pack if card_value(card.code) in values][:40]
    for card in front:
        pack.remove(card)
    return (*front, *pack)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("settings", HOUSES, ids=str)
def test_kernel_follows_the_script(strategy: str, settings: dict[str, object]) -> None:
    """Deal random shoes and shoes full of pairs, aces and tens, to one, three and seven seats."""
    rng = random.Random(4)
    for seats in (1, 3, 7):
        made = make_simulation(settings, strategy, seats)
        packs: list[Sequence[Card]] = [shuffled(GAME, made.rules, seed) for seed in range(5)]
        fronts = [(1,), (2, 7), (4, 5), (8, 3), (10, 1), (5, 6, 10), (1, 10, 6)]
        packs += [stacked_shoe(made.rules.decks, front, rng) for front in fronts]
        for pack in packs:
            made.luck = rng.getrandbits(64)
            assert by_the_kernel(made, pack) == by_the_script(GAME, made, pack, seats)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_kernel_agrees_on_the_pack_of_every_transcript(path: Path) -> None:
    dealt = replay_whole(read_text(path.read_text(encoding="utf-8").split("\n\n", maxsplit=1)[0], GAMES))
    assert dealt.wagers
    seats = len(dealt.wagers)
    made = make_simulation(dealt.rules.changed(), "best", seats)
    assert by_the_kernel(made, dealt.pack.cards) == by_the_script(GAME, made, dealt.pack.cards, seats)


@pytest.mark.parametrize("settings", HOUSES, ids=str)
def test_basic_answers_every_offer_like_the_bot(settings: dict[str, object]) -> None:
    made, asked = make_simulation(settings, "basic", 5), 0

    class Both:
        rules = made.rules

        def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
            nonlocal asked
            asked += 1
            assert made.answer(seen, offer, seat) == bot.answer(made.rules, seen, offer, seat)
            return made.answer(seen, offer, seat)

    for seed in range(40):
        dealt_by_the_script(GAME, Both(), shuffled(GAME, made.rules, seed), 5)  # type: ignore[arg-type]
    assert asked > 200


def test_simple_strategy_says_how_many_cards_are_doubled() -> None:
    for settings, cards in (({}, "two cards"), ({"double_any_number": True}, "any number of cards")):
        found = simple(Rules.read(settings))
        assert any(cards in sentence for sentence in found.sentences)
        assert plan_value(Rules.read(settings), plan_for(Rules.read(settings), "chart", found.changes)) == found.ev


def test_never_extra_bets_no_more_money() -> None:
    plan = Plan("blackjack", 200_000, 1, strategy="never-extra")
    made = simulator(plan)
    assert isinstance(made, Simulation)
    assert {made.ended(int(cell)).put_down for cell in work(plan, 0).nonzero()[0]} == {1}


@pytest.mark.parametrize(("seats", "settings"), [(3, {}), (1, {"hole_card": False, "lucky_ladies": True})])
def test_shoe_is_dealt_to_the_cut_card_as_at_the_table(seats: int, settings: dict[str, object]) -> None:
    """Deal ten shoes: the script deals the same cards that the kernel's stream draws."""
    rules = Rules.read({"decks": 2, "seats": seats, "chip": "$0.50"} | settings)
    made = Simulation(rules, seats, "basic", {}, shoe=True)
    state, counts = stream(7, "blackjack", 0), Counter[int]()
    whole, shoe_cards = fresh_pack(2), np.arange(104, dtype=np.uint8)
    drawn, shoes, rounds = 104, 0, 0
    while True:
        if 104 - drawn < cut_card(rules):
            shoes += 1
            if shoes > 10:
                break
            draw(state, shoe_cards, np.uint64(0))  # the burn card
            drawn = 1
        ahead, there = state.copy(), shoe_cards.copy()
        coming = [whole[draw(ahead, there, np.uint64(place))] for place in range(drawn, 104)]
        dealt = dealt_by_the_script(GAME, made, coming, seats, [whole[place] for place in shoe_cards[:drawn]])
        assert dealt.void_reason is None
        counts.update(made.cells_of(coming))
        for _ in range(dealt.pack.drawn):
            draw(state, shoe_cards, np.uint64(drawn))
            drawn += 1
        rounds += 1
    by_kernel = np.zeros(made.cells, np.int64)
    made.chunk(stream(7, "blackjack", 0), rounds, by_kernel)
    assert rounds > 50
    assert {int(cell): int(by_kernel[cell]) for cell in by_kernel.nonzero()[0]} == dict(counts)


def test_kernel_is_compiled_once() -> None:
    for strategy in STRATEGIES:
        work(Plan("blackjack", 10, 1, players=3, strategy=strategy), 0)
    work(Plan("blackjack", 10, 1, shoe=True), 0)
    make_simulation({"hole_card": False, "surrender": "early"}).cells_of(fresh_pack(6))
    assert len(play_rounds.signatures) == 1  # type: ignore[attr-defined]


def test_main_wager_is_required() -> None:
    with pytest.raises(Refused, match="main") as fault:
        simulator(Plan("blackjack", 10, 1, stakes={"main": 0}))
    assert fault.value.code == "no-wager"


@pytest.mark.parametrize("settings", [{}, *HOUSES[1:5], *HOUSES[6:]], ids=str)
def test_simulated_means_match_the_solver(settings: dict[str, object]) -> None:
    rounds = ROUNDS if not settings else ROUNDS // 4
    tally = run(Plan("blackjack", rounds, seed=22, rules=settings), workers=1)
    figures, analysis = tally.figures(), analysis_of(GAME, Rules.read(settings))
    for bet, figure in figures.items():
        exact = float(analysis.bet(bet).ev) if bet != "played" else None
        if exact is not None:
            assert abs(figure.mean - exact) <= MAX_STANDARD_ERRORS * figure.sd / sqrt(rounds), bet


@pytest.mark.parametrize("strategy", ["chart", "basic", "never-extra"])
def test_other_strategies_match_the_solver(strategy: str) -> None:
    rules = Rules()
    exact = plan_value(rules, plan_for(rules, strategy))
    figure = run(Plan("blackjack", ROUNDS // 4, seed=5, strategy=strategy), workers=1).figures()["main"]
    assert abs(figure.mean - exact) <= MAX_STANDARD_ERRORS * figure.sd / sqrt(ROUNDS // 4)


def test_plan_of_best_play_has_the_value_of_best_play() -> None:
    for settings in HOUSES:
        rules = Rules.read({"chip": "$0.50"} | settings)
        best = -float(GAME.provides.edges(rules)["main"])  # type: ignore[misc]
        assert plan_value(rules, plan_for(rules, "best")) == pytest.approx(best, abs=1e-13)
        assert plan_value(rules, plan_for(rules, "basic")) <= best
