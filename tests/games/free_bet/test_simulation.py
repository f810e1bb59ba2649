"""Free Bet simulated: the kernel follows the script card for card, and its means match the solver."""

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
from pitboss.games.free_bet.count.joint_play import solved_jointly
from pitboss.games.free_bet.count.side_bets import chance_of_22, insurance_wins
from pitboss.games.free_bet.count.solved import pot_of_gold, solver_rules
from pitboss.games.free_bet.count.tokens import tokens_of
from pitboss.games.free_bet.deal import bot
from pitboss.games.free_bet.deal.rules import Rules, cut_card
from pitboss.games.free_bet.simulate.kernels import play_rounds
from pitboss.games.free_bet.simulate.playbook import playbook
from pitboss.games.free_bet.simulate.simulation import VOID, Simulation, ended
from pitboss.games.free_bet.simulate.strategies import STRATEGIES
from pitboss.play.records.record_reader import read_text
from pitboss.play.refused import Refused
from pitboss.play.round import replay_whole
from pitboss.play.steps import Event, Offer, Seat, Settled
from pitboss.ranking.totals import card_value
from pitboss.simulation.plan import Plan, simulator, work
from pitboss.simulation.run import run
from pitboss.solving.blackjack.distribution.nets import solved_nets
from pitboss.solving.blackjack.hands import all_hands
from pitboss.solving.blackjack.play import HIT, SPLIT, STAND
from pitboss.solving.blackjack.solve import PlayPlan, solved

GAME = GAMES["free-bet"]
ALL_BETS = {"main": 1, "pot-of-gold": 1, "push-22": 1, "toke": 1}
TRANSCRIPTS = sorted((Path(__file__).parents[1] / "transcripts" / "free-bet").glob("*.txt"))
ROUNDS = 4_000_000
MAX_STANDARD_ERRORS = 3.5
"""Largest deviation allowed for a mean."""


def make_simulation(rules: Rules, strategy: str = "best", seats: int = 1) -> Simulation:
    return Simulation(rules, seats, strategy, ALL_BETS)


def stacked_shoe(values: tuple[int, ...], draw: random.Random) -> tuple[Card, ...]:
    """Return a shoe whose first 40 cards have few values only, to get many pairs."""
    pack = list(fresh_pack(6))
    draw.shuffle(pack)
    front = [card for card in pack if card_value(card.code) in values][:40]
    for card in front:
        pack.remove(card)
    return (*front, *pack)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("settings", [{}, {"free_splits": False}, {"free_doubles": False, "resplit_aces": False}])
def test_kernel_agrees_on_shoes_full_of_pairs(strategy: str, settings: dict[str, bool]) -> None:
    """Deal one to four hands with up to seven tokens (FB-3, FB-6)."""
    made, rng = make_simulation(Rules.read({"chip": "$0.50"} | settings), strategy, 2), random.Random(4)
    tokens: set[int] = set()
    for values in [(1,), (2, 7), (4, 5), (8, 3), (9, 2), (10, 1), (5, 6, 10), (1, 10, 6)] * 6:
        pack = stacked_shoe(values, rng)
        made.luck = rng.getrandbits(64)
        assert by_the_kernel(made, pack) == by_the_script(GAME, made, pack, 2)
        tokens.update(ended(cell).tokens for cell in made.cells_of(pack))
    assert settings or {0, 1, 3, 5} <= tokens or strategy == "random"


@pytest.mark.parametrize("settings", [{}, {"free_splits": False}, {"free_doubles": False, "resplit_aces": False}])
def test_FB_8_kernel_agrees_on_insurance(settings: dict[str, bool]) -> None:
    """Answer at random with an ace up: some seats insure, and win or lose by the hole card."""
    made, ends = make_simulation(Rules.read({"chip": "$0.50"} | settings), "random", 3), set()
    for seed in range(120):
        pack = list(shuffled(GAME, made.rules, seed))
        ace = next(place for place, card in enumerate(pack) if card.rank == 14)
        pack[3], pack[ace] = pack[ace], pack[3]
        made.luck = seed
        assert by_the_kernel(made, pack) == by_the_script(GAME, made, pack, 3)
        ends |= {ended(cell).insurance for cell in made.cells_of(pack)}
    assert ends == {1, 2, 3, 4}


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("strategy", ["best", "basic"])
def test_kernel_agrees_on_the_pack_of_every_transcript(path: Path, strategy: str) -> None:
    dealt = replay_whole(read_text(path.read_text(encoding="utf-8").split("\n\n", maxsplit=1)[0], GAMES))
    assert dealt.wagers
    seats = len(dealt.wagers)
    made = make_simulation(Rules.read(dealt.rules.changed()), strategy, seats)
    assert by_the_kernel(made, dealt.pack.cards) == by_the_script(GAME, made, dealt.pack.cards, seats)


def greedy(rules: Rules, seats: int) -> Simulation:
    """Return a player who splits every pair and hits everything below 21."""
    made, hands = make_simulation(rules, "basic", seats), all_hands()
    dealt = np.repeat(np.where(hands.total == 21, STAND, HIT).astype(np.uint8)[:, None], 10, axis=1)
    after = np.repeat(dealt[None], 20, axis=0).reshape(2, 10, *dealt.shape)
    after[:, 0, hands.cards > 1] = STAND
    dealt[[hands.number((pair, pair)) for pair in range(10)]] = SPLIT
    plan = PlayPlan(dealt, after, after, np.ones((2, 2, 10, 10), np.bool_))
    made.book = playbook(solver_rules(rules), plan)
    return made


def test_FB_7_kernel_agrees_that_an_original_hand_over_29_loses_push_22() -> None:
    made, over = greedy(Rules(), 4), 0
    for seed in range(150):
        pack = shuffled(GAME, made.rules, seed)
        assert by_the_kernel(made, pack) == by_the_script(GAME, made, pack, 4)
        events = dealt_by_the_script(GAME, made, pack, 4).events
        over += sum("ends at 22, but" in event.line for event in events if isinstance(event, Settled))
    assert over > 0


def test_C_4_kernel_agrees_that_a_deck_that_runs_out_is_void() -> None:
    """Split seven pairs from one deck and hit to 21 or more, which sometimes needs more than 52 cards."""
    made = greedy(Rules(decks=1), 7)
    voids = 0
    for seed in range(30):
        deck = list(fresh_pack(1))
        rest = deck[4 * 8 :]
        pairs = [*deck[0 : 4 * 8 : 4], *deck[1 : 4 * 8 : 4]]  # 2 to 8 for the seats, a 9 up, and once more
        rest += [card for card in deck[: 4 * 8] if card not in pairs]
        random.Random(seed).shuffle(rest)
        pack = (*pairs, *rest)
        assert by_the_kernel(made, pack) == by_the_script(GAME, made, pack, 7)
        voids += made.cells_of(pack) == [VOID] * 7
    assert 0 < voids < 30


@pytest.mark.parametrize("settings", [{}, {"free_splits": False, "free_doubles": False}])
def test_basic_answers_every_offer_like_the_bot(settings: dict[str, bool]) -> None:
    made, asked = make_simulation(Rules.read(settings), "basic", 5), 0

    class Both:
        rules = made.rules

        def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
            nonlocal asked
            asked += 1
            assert made.answer(seen, offer, seat) == bot.answer(made.rules, seen, offer, seat)
            return made.answer(seen, offer, seat)

    for seed in range(60):
        dealt_by_the_script(GAME, Both(), shuffled(GAME, made.rules, seed), 5)  # type: ignore[arg-type]
    assert asked > 300


def test_never_extra_bets_no_more_money() -> None:
    for settings in ({}, {"free_splits": False}, {"free_doubles": False}):
        plan = Plan("free-bet", 200_000, 1, settings, strategy="never-extra")
        put_down = {ended(int(cell)).put_down for cell in work(plan, 0).nonzero()[0]}
        assert put_down == {1}


@pytest.mark.parametrize(("seats", "left_out"), [(3, "nothing"), (1, "push-22")])
def test_FB_1_shoe_is_dealt_to_the_cut_card_as_at_the_table(seats: int, left_out: str) -> None:
    """
    Deal ten shoes: the script deals the same cards that the kernel's stream draws.

    Without Push 22 the dealer draws nothing once every hand has bust, so the next round begins a card earlier (FB-7).
    """
    rules = Rules(decks=2, seats=seats)
    made = Simulation(rules, seats, "basic", ALL_BETS | {left_out: 0}, shoe=True)
    state, counts = stream(7, "free-bet", 0), Counter[int]()
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
        dealt = dealt_by_the_script(GAME, made, coming, seats, [whole[place] for place in shoe_cards[:drawn]], left_out)
        assert dealt.void_reason is None
        counts.update(made.cells_of(coming))
        for _ in range(dealt.pack.drawn):
            draw(state, shoe_cards, np.uint64(drawn))
            drawn += 1
        rounds += 1
    by_kernel = np.zeros(made.cells, np.int64)
    made.chunk(stream(7, "free-bet", 0), rounds, by_kernel)
    assert rounds > 50
    assert {int(cell): int(by_kernel[cell]) for cell in by_kernel.nonzero()[0]} == dict(counts)


def test_shoe_differs_from_a_fresh_deck_every_round() -> None:
    fresh = work(Plan("free-bet", 20_000, 3, {"cut_card_percent": 100}), 0)
    assert not (work(Plan("free-bet", 20_000, 3, shoe=True), 0) == fresh).all()


def test_kernel_is_compiled_once() -> None:
    """Expect one signature for every strategy and number of seats, with or without a shoe."""
    for strategy in STRATEGIES:
        work(Plan("free-bet", 10, 1, players=3, strategy=strategy), 0)
    work(Plan("free-bet", 10, 1, shoe=True), 0)
    make_simulation(Rules()).cells_of(fresh_pack(6))
    assert len(play_rounds.signatures) == 1  # type: ignore[attr-defined]


def test_main_bet_is_required() -> None:
    with pytest.raises(Refused, match="main") as fault:
        simulator(Plan("free-bet", 10, 1, stakes={"main": 0}))
    assert fault.value.code == "no-wager"


def within(mean: float, sd: float, exact: float, rounds: int = ROUNDS) -> bool:
    return abs(mean - exact) <= MAX_STANDARD_ERRORS * sd / sqrt(rounds)


def test_simulated_means_match_the_solver() -> None:
    """Check main bet, Pot of Gold, Push 22, each number of tokens, money bet and insurance."""
    tally = run(Plan("free-bet", ROUNDS, seed=22), workers=1)
    figures, terms = tally.figures(), solver_rules(Rules())
    nets, chances = solved_nets(terms), tokens_of(solved(terms))
    exact = {
        "main": solved(terms).expected_value,
        "pot-of-gold": float(chances @ pot_of_gold(Rules())),
        "push-22": float(12 * chance_of_22(terms) - 1),
    }
    assert {bet for bet in figures if bet != "played"} == set(exact)
    for bet, mean in exact.items():
        assert within(figures[bet].mean, figures[bet].sd, mean), bet
    cells = {int(cell): int(tally.cells[cell]) for cell in tally.cells.nonzero()[0]}
    assert VOID not in cells
    tokens, insurance, put_down, squares = Counter[int](), Counter[int](), 0, 0
    for cell, count in cells.items():
        end = ended(cell)
        tokens[end.tokens] += count
        insurance[end.insurance] += count
        put_down += end.put_down * count
        squares += end.put_down**2 * count
    for number, chance in enumerate(chances):
        assert within(tokens[number] / ROUNDS, sqrt(chance * (1 - chance)), float(chance)), number
    mean = put_down / ROUNDS
    assert within(mean, sqrt(squares / ROUNDS - mean**2), nets.average_bet)
    offered, wins = insurance[1] + insurance[2], float(insurance_wins(terms.pack, 0, 0))
    assert within(offered / ROUNDS, sqrt(1 / 13 * 12 / 13), 1 / 13)
    assert within(insurance[2] / offered, sqrt(wins * (1 - wins)), wins, offered)


@pytest.mark.parametrize(
    "settings",
    [
        {"decks": 1, "seats": 1},
        {"free_doubles": False, "free_splits": False, "dealer_22_pushes": False},
        {"hits_soft_17": False, "resplit_aces": False},
    ],
)
def test_means_under_other_rules_match_the_solver(settings: dict[str, bool | int]) -> None:
    rounds = 1_000_000
    figures = run(Plan("free-bet", rounds, seed=22, rules=settings), workers=1).figures()
    rules = Rules.read(settings)
    game = solved(solver_rules(rules))
    assert within(figures["main"].mean, figures["main"].sd, game.expected_value, rounds)
    pot = float(tokens_of(game) @ pot_of_gold(rules))
    assert within(figures["pot-of-gold"].mean, max(figures["pot-of-gold"].sd, 1e-9), pot, rounds)


def test_FB_6_joint_play_matches_the_solver_for_both_bets() -> None:
    rounds = 1_000_000
    plan = Plan("free-bet", rounds, seed=22, strategy="best-joint", stakes={"push-22": 0})
    figures, terms, pays = run(plan, workers=1).figures(), solver_rules(Rules()), pot_of_gold(Rules())
    both, alone = (
        game.expected_value + float(tokens_of(game) @ pays) for game in (solved_jointly(terms, pays, 1), solved(terms))
    )
    assert within(figures["played"].mean, figures["played"].sd, both, rounds)
    assert both > alone
