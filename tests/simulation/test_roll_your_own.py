"""Roll Your Own simulated: the solver's figures, line by line; full tables; every transcript; insurance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from helpers.blackjack.best_strategy import answer, best_strategy
from helpers.stacking import shuffled
from pitboss.cards import Card
from pitboss.compute.disk import cache_files as store
from pitboss.compute.streams import stream
from pitboss.games import GAMES
from pitboss.games.roll_your_own.count.paid import bonus_odds
from pitboss.games.roll_your_own.count.solve import LINES, SettledBet, Solution, solved
from pitboss.games.roll_your_own.deal.motions import RanOut
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.games.roll_your_own.simulate import tables as sim_tables
from pitboss.games.roll_your_own.simulate.kernels import (
    BET_LINES,
    BLACKJACK_LINE,
    BONUS_LINES,
    BOTH_PAID,
    INSURANCE_LINES,
    INSURES,
    OTHER_CARD_SETS,
    SPLIT_LINES,
    play_rounds,
)
from pitboss.games.roll_your_own.simulate.simulation import STRATEGIES, Simulation, money_and_net
from pitboss.games.roll_your_own.simulate.tables import tables
from pitboss.money import Cents
from pitboss.play.records.ledger import net
from pitboss.play.records.record_reader import read_text
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.simulation.exact import exact_means
from pitboss.simulation.plan import Plan, simulator
from pitboss.simulation.run import run
from pitboss.solving.blackjack.rules import VALUES

GAME = GAMES["roll-your-own"]
RULES = Rules()
TRANSCRIPTS = sorted((Path(__file__).parents[1] / "games" / "transcripts" / GAME.name).glob("*.txt"))
UNIT = Cents(100)
ROUNDS = 1 << 22


@pytest.fixture(scope="module")
def solution() -> Solution:
    """Return the game solved under the default rules."""
    return solved(RULES)


@pytest.fixture(scope="module")
def counts() -> np.ndarray:
    """
    Return four million rounds of best play, by the lines of the two-card bet, the one-card bet, bonus and
    insurance.
    """
    cells: np.ndarray = run(Plan(GAME.name, ROUNDS, seed=11)).cells
    return cells.reshape(BET_LINES, BET_LINES, BONUS_LINES, INSURANCE_LINES)


def by_line(lines: np.ndarray) -> list[int]:
    """Count how often a blackjack bet ended on each line of the solver."""
    ends = dict.fromkeys(LINES, 0)
    for line, count in enumerate(lines):
        money, won = (1, 0) if line == BLACKJACK_LINE else money_and_net(line)
        name = {-2: "doubled and lost", -1: "lost", 0: "push", 1: "won", 2: "doubled and won"}.get(won, "")
        if line == BLACKJACK_LINE or line >= SPLIT_LINES:
            name = "blackjack" if line == BLACKJACK_LINE else "split"
        assert name.startswith("doubled") == (money == 2 and won != 0) or name == "split"
        ends[name] += int(count)
    return [ends[name] for name in LINES]


@pytest.mark.parametrize("bet", ["two_card", "one_card"])
def test_each_blackjack_bet_has_the_solved_frequencies(bet: str, solution: Solution, counts: np.ndarray) -> None:
    settled: SettledBet = getattr(solution, bet)
    lines = counts.sum((1, 2, 3) if bet == "two_card" else (0, 2, 3))
    assert lines.sum() == ROUNDS
    for exact, count in zip(solution.mean(settled.lines), by_line(lines), strict=True):
        assert abs(count - ROUNDS * exact) < 3.5 * sqrt(ROUNDS * exact * (1 - exact))
    extra = np.array([0 if line == BLACKJACK_LINE else money_and_net(line)[0] - 1 for line in range(BET_LINES)])
    mean, square = lines @ extra / ROUNDS, lines @ extra**2 / ROUNDS
    assert abs(mean - solution.mean(settled.extra)) < 3.5 * sqrt((square - mean**2) / ROUNDS)


def test_every_bet_has_the_solved_mean(solution: Solution, counts: np.ndarray) -> None:
    figures = simulated_means(counts)
    bonus = float(sum(won * chance for _, won, chance in bonus_odds(solution.rules.bonus_pays)))
    two, one = float(solution.mean(solution.two_card.worth)), float(solution.mean(solution.one_card.worth))
    for exact, (mean, error) in zip((two, one, bonus, two + one + bonus), figures, strict=True):
        assert abs(mean - exact) < 3.5 * error
    plan = Plan(GAME.name, 1, 1)
    assert exact_means(plan, {}) == pytest.approx(
        {"two-card": two, "one-card": one, "bonus": bonus, "played": two + one + bonus}, abs=1e-12
    )
    assert exact_means(Plan(GAME.name, 1, 1, players=2), {}) == {}
    assert exact_means(Plan(GAME.name, 1, 1, strategy="basic"), {}) == {}


def simulated_means(counts: np.ndarray) -> list[tuple[float, float]]:
    """Return mean and standard error of the two-card bet, the one-card bet, the bonus and the total."""
    made = simulator(Plan(GAME.name, 1, 1))
    flat, totals, squares = counts.reshape(-1), [0.0] * 4, [0.0] * 4
    for cell in flat.nonzero()[0]:
        nets = [float(made.settle(int(cell))[bet].net) for bet in ("two-card", "one-card", "bonus")]
        for place, won in enumerate([*nets, sum(nets)]):
            totals[place] += won * int(flat[cell])
            squares[place] += won * won * int(flat[cell])
    means = [total / ROUNDS for total in totals]
    return [(mean, sqrt((square / ROUNDS - mean**2) / ROUNDS)) for mean, square in zip(means, squares, strict=True)]


def test_best_strategy_matches_the_solver_on_every_hand(solution: Solution) -> None:
    made, strategy, draw = Simulation(RULES, 1, "best", {}), best_strategy(solution), random.Random(3)
    seen = set()
    for _ in range(20_000):
        up_card, *others = draw.choices(range(VALUES), k=draw.choice((2, 3)))
        hand = draw.choices(range(VALUES), k=draw.choice((2, 2, 3, 4)))
        splits, may_split = draw.choice((0, 0, 1, 2, 3)), draw.random() < 0.7
        is_split = splits > 0
        soft = 10 * (0 in hand and sum(hand) + len(hand) <= 11)
        if sum(hand) + len(hand) + soft >= 21 or (is_split and hand[0] == 0) or hand.count(hand[0]) > 4:
            continue  # finished, or more cards than there are
        offered = ["stand", "hit", *["double"] * (len(hand) == 2), *["split"] * may_split]
        known = others[0] if len(others) == 1 else int(strategy.other_pairs[others[0], others[1]])
        wish = made._preferred_action(up_card * OTHER_CARD_SETS + known, hand, is_split, splits, offered)
        theirs = answer(strategy, up_card, tuple(others), hand, splits, may_split)
        assert wish == theirs or (theirs == "split" and not may_split)
        seen.add((wish, is_split))
    assert len(seen) == 8


def dealt_by_the_script(made: Simulation, pack: Sequence[Card], seats: int) -> Round:
    """Deal the round by the script to seats that play like the kernel, with a dollar on each bet."""
    dealt = Round(GAME, made.rules, pack)
    dealt.place({Seat(seat): dict.fromkeys(("two-card", "one-card", "bonus"), UNIT) for seat in range(1, seats + 1)})
    while dealt.pending:
        for seat in list(dealt.pending.options):
            dealt.say(seat, made.answer(view(dealt.events, seat), dealt.pending, seat))
    return dealt


def check_agreement(made: Simulation, pack: Sequence[Card], seats: int) -> Round:
    """Check that kernel and script settle every bet of this deck alike."""
    dealt = dealt_by_the_script(made, pack, seats)
    script = {seat: {bet: Fraction(won, UNIT) for bet, won in bets.items()} for seat, bets in net(dealt.events).items()}
    for seat, cell in enumerate(made.cells_of(pack), 1):
        assert {bet: result.net for bet, result in made.settle(cell).items()} == script[Seat(seat)]
    return dealt


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("seats", [1, 6, 12])
def test_RY_10_kernel_agrees_on_full_tables_even_if_the_deck_runs_out(strategy: str, seats: int) -> None:
    rules = Rules.read({"chip": "$1", "seats": 12})
    made = Simulation(rules, seats, strategy, {})
    ran_out = 0
    for seed in range(40):
        made.luck = seed
        dealt = check_agreement(made, shuffled(GAME, rules, seed), seats)
        ran_out += any(isinstance(event, RanOut) for event in dealt.events)
    assert (ran_out > 0) == (seats == 12)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_kernel_agrees_on_the_pack_of_every_transcript(strategy: str, path: Path) -> None:
    record = read_text(path.read_text(encoding="utf-8").split("\n\n", maxsplit=1)[0], GAMES)
    rules = Rules.read(record.rules.changed() | {"chip": "$1"})
    for seats in (1, max(record.wagers)):
        check_agreement(Simulation(rules, seats, strategy, {}), record.pack, seats)


@pytest.mark.parametrize("peeks", [True, False])
def test_RY_9_kernel_agrees_on_a_seat_that_always_insures(peeks: bool) -> None:
    rules = Rules.read({"chip": "$1", "dealer_peeks": peeks})
    made = Simulation(rules, 3, "basic", {})
    settings = made.tables.settings.copy()
    settings[:1000] |= np.where(settings[:1000] & np.uint64(BOTH_PAID), np.uint64(0), np.uint64(INSURES))
    made.tables = made.tables._replace(settings=settings)
    lines = set()
    for seed in range(150):
        pack = list(shuffled(GAME, rules, seed))
        ace = next(place for place, card in enumerate(pack) if card.rank == 14)
        pack[10], pack[ace] = pack[ace], pack[10]  # the up card, after three hands of three cards and the burned card
        check_agreement(made, pack, 3)
        lines |= {cell % INSURANCE_LINES for cell in made.cells_of(pack)}
    assert lines >= {1, 2}


def test_same_seed_gives_the_same_totals_on_any_number_of_threads() -> None:
    plan = Plan(GAME.name, 600_000, seed=5, players=2)
    one, two = run(plan, workers=1), run(plan, workers=2)
    assert (one.cells == two.cells).all()
    assert one.cells.sum() == 2 * plan.rounds


def test_kernel_is_compiled_for_one_signature() -> None:
    for strategy in STRATEGIES:
        for seats, rules in ((1, RULES), (6, Rules.read({"dealer_peeks": False, "max_splits": 0}))):
            made = Simulation(rules, seats, strategy, {})
            made.chunk(stream(1, GAME.name, 0), 10, np.zeros(made.cells, np.int64))
    assert len(getattr(play_rounds, "signatures", [0])) == 1


def test_best_play_cached_on_disk_matches_the_solution(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(store, "directory", lambda: tmp_path)
    usual = tables(RULES, "best")
    rules = Rules.read({"max_splits": 1, "blackjack_pays": "6:5"})
    solved_now = tables(rules, "best")
    monkeypatch.setattr(sim_tables, "solved_up_cards", None)  # solving again would fail
    cached = tables(rules, "best")
    assert solved_now.settings.tolist() == cached.settings.tolist()
    assert solved_now.codes.tobytes() == cached.codes.tobytes()
    assert cached.settings.tolist() != usual.settings.tolist()


def test_RY_1_stakes_are_equal_and_scale_the_results() -> None:
    made = simulator(Plan(GAME.name, 1, 1, stakes=dict.fromkeys(("two-card", "one-card", "bonus"), 4)))
    plain = simulator(Plan(GAME.name, 1, 1))
    for cell in made.cells_of(shuffled(GAME, RULES, 1)):
        for bet, result in made.settle(cell).items():
            assert result.stake == 4
            assert result.net == 4 * plain.settle(cell)[bet].net
    for stakes in ({"two-card": 2}, dict.fromkeys(("two-card", "one-card", "bonus"), 0)):
        with pytest.raises(Refused, match="equal"):
            simulator(Plan(GAME.name, 1, 1, stakes=stakes))


def test_lines_of_a_bet_are_distinct_and_stakes_cover_every_loss() -> None:
    ends = [money_and_net(line) for line in range(BET_LINES) if line != BLACKJACK_LINE]
    assert len(set(ends[:BLACKJACK_LINE])) == BLACKJACK_LINE
    split = ends[BLACKJACK_LINE:]
    assert split == [(money, won) for money in range(2, 11) for won in range(-money, money + 1)]
