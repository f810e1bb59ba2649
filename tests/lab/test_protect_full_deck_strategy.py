"""Effects of removal with the full-deck strategy, and the value of seeing all seats' cards."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from pitboss.compute.streams import stream
from pitboss.games import GAMES
from pitboss.games.flip_it.deal.rules import Rules as FlipIt
from pitboss.games.flip_it.simulate.removal import removal as flip_it_removal
from pitboss.games.flip_it.simulate.threats import threats as flip_it_threats
from pitboss.games.flop22.count.best_play import Rest, equal_antes
from pitboss.games.flop22.deal.hands import capped
from pitboss.games.flop22.deal.rules import Rules as Flop22
from pitboss.games.flop22.simulate.removal import GAME
from pitboss.games.flop22.simulate.removal import removal as flop22_removal
from pitboss.games.free_bet.count.odds import side_bets
from pitboss.games.free_bet.count.solved import solver_rules
from pitboss.games.free_bet.deal.rules import Rules as FreeBet
from pitboss.games.free_bet.simulate.all_seats import all_seats
from pitboss.games.odds import analysis_of
from pitboss.games.roll_your_own.count.solve import counted_rules
from pitboss.games.roll_your_own.deal.rules import Rules as RollYourOwn
from pitboss.games.roll_your_own.simulate.known_card import known_worths
from pitboss.games.roll_your_own.simulate.removal import full_worth
from pitboss.games.roll_your_own.simulate.simulation import Simulation
from pitboss.lab.protection import protect
from pitboss.solving.blackjack.solve import solved
from pitboss.solving.combinations import without
from pitboss.solving.insured import insured
from pitboss.statistics.exactness import Number, total

ROUNDS = 1 << 18
SIX = 4 * 4
"""Card code of a six."""


def check(fixed: Mapping[str, Number], best: Mapping[str, Number], slack: float) -> None:
    """Check that the mean over an unknown removed card is the full deck's, and that no chart beats best play."""
    assert len(fixed) == len(best) == 13
    assert abs(float(total(fixed.values()))) <= slack
    for rank, change in fixed.items():
        assert float(change) <= float(best[rank]) + slack


def test_flop_22_with_fixed_play() -> None:
    found = flop22_removal(Flop22())
    check(found.fixed_play[GAME], found.best[GAME], 0)
    assert list(found.with_fixed_play()) == list(found.best)


@pytest.mark.parametrize("card", [4, 30, 51])
@pytest.mark.parametrize("aggregate", [190_000, 20_000])
def test_flop_22_with_fixed_play_matches_every_order_of_the_flops(card: int, aggregate: int) -> None:
    """Leave seven cards, unknown to the player, who answers as with a full deck."""
    rules = Flop22()
    rest = Rest(rules, card, equal_antes(rules))
    cards = [kind for kind in range(len(rest.start)) for _ in range(2)][-7:]
    left = tuple(cards.count(kind) for kind in range(len(rest.start)))
    orders = list(permutations(range(len(cards)), 3))
    won = 0
    for order in orders:
        believed, room = rest.start, aggregate
        for place, at in enumerate(order):
            result = rest.results[rest.hands[place], rest.best(place, believed, room)][cards[at]]
            paid = capped(result.won, room)
            won, room, believed = won + paid - result.lost, room - paid, without(believed, cards[at])
    assert rest.worth_by_chart(left, aggregate) == Fraction(won, len(orders))
    assert rest.worth_by_chart(left, aggregate) <= max(rest.worths(left, aggregate).values())


def test_roll_your_own_with_fixed_play_averages_to_the_full_deck() -> None:
    rules = RollYourOwn()
    full, deck = full_worth(rules), (4,) * 9 + (16,)
    found = [known_worths(value, counted_rules(rules).for_play) for value in range(10)]
    assert sum(cards * each.fixed_play for cards, each in zip(deck, found, strict=True)) / 52 == pytest.approx(
        full, abs=1e-13
    )
    for each in found:
        assert each.fixed_play <= each.removed + 1e-13
    assert found[4].removed - found[4].fixed_play > 5e-4  # with a five gone some plays change


def test_roll_your_own_with_fixed_play_matches_simulation_without_a_six() -> None:
    rules = RollYourOwn()
    simulation, counts = Simulation(rules, 1, "best", {}), np.zeros(Simulation.cells, np.int64)
    rng, nothing = np.random.default_rng(3), stream(0, "", 0)
    others = np.array([code for code in range(52) if code != SIX], np.uint8)
    for _ in range(ROUNDS):  # the six is last: one seat never gets that far (RY-10)
        simulation._play(nothing, 1, np.append(rng.permutation(others), np.uint8(SIX)), counts, shuffles=False)
    cells = counts.nonzero()[0]
    nets = np.array([
        sum(float(result.net) for bet, result in simulation.settle(int(cell)).items() if bet != "bonus")
        for cell in cells
    ])  # fmt: skip
    mean = nets @ counts[cells] / ROUNDS
    error = np.sqrt(((nets - mean) ** 2) @ counts[cells]) / ROUNDS
    assert abs(mean - known_worths(5, counted_rules(rules).for_play).fixed_play) < 4 * error < 0.02


def test_insurance_with_many_cards_seen() -> None:
    """Count by hand the 15 ways to see two of six cards, three of them tens: no ten in 3 of 15."""
    found = insured(6, 3, 2)
    assert found.share == Fraction(12, 15)  # two or three of the remaining four are tens
    assert found.edge == (Fraction(3, 15) * Fraction(5, 4) + Fraction(9, 15) * Fraction(1, 2)) / found.share
    assert insured(311, 96, 14).share == 0


def test_free_bet_with_the_cards_of_all_seats() -> None:
    rules = FreeBet(decks=1)
    sides = tuple(side_bets(rules))[:2]
    rows = {row.bet: row for row in all_seats(rules, sides, samples=2)}
    assert set(rows) == {"main", "insurance", "pot-of-gold", "push-22"}
    assert rows["main"].edge > solved(solver_rules(rules)).expected_value
    assert rows["main"].se > 0
    assert not rows["main"].exact
    assert rows["insurance"].edge > 0
    assert rows["insurance"].share < Fraction(1, 13)
    assert [rows[bet.name].edge for bet in sides] == [bet.ev for bet in sides]
    six = {row.bet: row for row in all_seats(FreeBet(), (), samples=2)}
    assert (six["insurance"].share, six["insurance"].edge) == (0, Fraction(3 * 96, 311) - 1)


def test_flip_it_with_the_cards_of_all_seats_is_unchanged() -> None:
    rules = FlipIt()
    start = flip_it_removal(rules).start
    rows = {row.bet: row for row in flip_it_threats(rules, shoes=20) if row.name == "the cards of all seats"}
    assert {bet: row.edge for bet, row in rows.items()} == {
        "red": start["red"], "call": start["call-7"], "bonus": start["bonus"],
    }  # fmt: skip
    assert all(row.exact and row.closing.seconds == 0 and row.closing.clause and row.note for row in rows.values())


def test_effects_with_fixed_play_are_reported_for_every_bet() -> None:
    found = protect("flop22")
    data = found.as_data()
    assert list(data["removal_with_the_play_kept"]) == list(data["removal"])
    assert [table.title for table in found.tables()][-1] == "The same with the full-deck strategy"


def test_every_bet_of_the_odds_has_effects_of_removal() -> None:
    odds = {bet.name: -bet.house_edge for bet in analysis_of(GAMES["flop22"], GAMES["flop22"].rules()).bets}
    start = protect("flop22").removal.start
    assert {bet: start[bet] for bet in odds} == odds


def test_frame_has_all_fields_of_a_row() -> None:
    found = protect("flop22")
    row, data = found.to_frame().iloc[0], found.as_data()["threats"][0]
    for column, name in (
        ("who", "who"),
        ("desirability", "desirability"),
        ("rounds lost an hour", "rounds_lost_an_hour"),
    ):
        assert row[column] == data[name]
    assert row["exact"] == "yes"
