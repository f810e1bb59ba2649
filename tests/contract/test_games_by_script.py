"""The built-in games solved by the script engine, compared with their own odds for the same deck."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace as with_fields
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.cards import CARDS, Card
from pitboss.games import GAMES
from pitboss.games.beat_the_dealer.count.solve import Solution
from pitboss.games.beat_the_dealer.count.solved import house_of
from pitboss.games.beat_the_dealer.count.tally import tally_all
from pitboss.games.beat_the_dealer.deal import round as beat_the_dealer
from pitboss.games.beat_the_dealer.deal.motions import HandRead
from pitboss.games.blackjack.count.solved import solver_rules as blackjack_rules
from pitboss.games.free_bet.count.solved import solver_rules as free_bet_rules
from pitboss.games.odds import analysis_of
from pitboss.games.roll_your_own.count.removed_cards import known_others, removed_cards_given
from pitboss.games.roll_your_own.count.solve import deals, mean_of, set_best
from pitboss.games.roll_your_own.count.up_card_solver import OddsRules, UpCard
from pitboss.money import Cents
from pitboss.play.steps import Seat
from pitboss.solving.blackjack.solve import solved
from pitboss.solving.script.best_play import best_play
from pitboss.solving.script.bets import Bets
from pitboss.solving.script.exact import ExactOdds
from pitboss.solving.script.paths import Budget, Paths
from pitboss.solving.script.script_odds import bet_odds

STAKE = Cents(10_000)
NO_LIMIT = 1e9


def solve_by_script(
    name: str, rules: Any, pack: tuple[Card, ...], *made: str, counted: Collection[str] = ()
) -> Fraction:
    """Return the expected value of a round, or of the `counted` bets, in units, under best play with a reduced deck."""
    game = replace(GAMES[name], whole_pack=lambda rules: pack)
    wagers = {Seat(1): dict.fromkeys(made, STAKE)}
    paths = Paths(game, rules, wagers, Seat(1), budget=Budget(seconds=NO_LIMIT))
    results = best_play(paths).results()
    nets = ((sum(one.net for one in cell if not counted or one.bet in counted), chance) for cell, chance in results)
    return sum((chance * net for net, chance in nets), Fraction(0)) / STAKE


def cards_of(values: dict[int, int]) -> tuple[Card, ...]:
    """Return a deck with the given number of cards of each value; an ace is 1."""
    return tuple(
        CARDS[((value + 11) % 13) * 4 + place % 4] for value, count in values.items() for place in range(count)
    )


def counts_of(values: dict[int, int]) -> tuple[int, ...]:
    return tuple(values.get(value, 0) for value in range(1, 11))


@pytest.mark.parametrize("values", [{10: 6, 6: 3, 5: 3}, {9: 2, 8: 2, 7: 2, 6: 2, 5: 1}])
@pytest.mark.parametrize("options", [{}, {"hits_soft_17": True, "hole_card": False}])
def test_blackjack_without_splits(values: dict[int, int], options: dict[str, Any]) -> None:
    """Forbid splits: after a split the solver's player sees one hand at a time, the script's player all hands."""
    rules: Any = GAMES["blackjack"].rules.read({"most_hands": 1, **options})
    own = solved(with_fields(blackjack_rules(rules), pack=counts_of(values))).expected_value
    assert float(solve_by_script("blackjack", rules, cards_of(values), "main")) == pytest.approx(own, abs=1e-13)


@pytest.mark.parametrize(
    ("values", "hands"),
    [
        ({10: 6, 8: 2}, 2),
        ({10: 6, 8: 2}, 3),
        ({10: 4, 9: 2, 7: 2}, 2),
        ({10: 7, 8: 3}, 2),
        pytest.param({10: 7, 8: 3}, 3, marks=pytest.mark.slow),
        ({10: 12}, 4),
    ],
)
def test_blackjack_with_splits(values: dict[int, int], hands: int) -> None:
    """Use decks in which no hand is better played with the other hands in view, and every split hand gets its card."""
    rules: Any = GAMES["blackjack"].rules.read({"most_hands": hands})
    own = solved(with_fields(blackjack_rules(rules), pack=counts_of(values))).expected_value
    assert float(solve_by_script("blackjack", rules, cards_of(values), "main")) == pytest.approx(own, abs=1e-13)


@pytest.mark.slow
def test_free_bet_with_splits() -> None:
    """Split eights free and tens for money, to four hands."""
    values = {10: 10, 8: 2}
    rules: Any = GAMES["free-bet"].rules()
    own = solved(free_bet_rules(rules, counts_of(values))).expected_value
    assert float(solve_by_script("free-bet", rules, cards_of(values), "main")) == pytest.approx(own, abs=1e-13)


@pytest.mark.parametrize("values", [(10, 9, 8, 7, 6, 1), (10, 9, 8, 7, 6, 5, 4)])
@pytest.mark.parametrize("options", [{}, {"free_doubles": False, "dealer_22_pushes": False}])
def test_free_bet_without_pairs(values: tuple[int, ...], options: dict[str, Any]) -> None:
    """Use one card of each value, so no hand can be split."""
    rules: Any = GAMES["free-bet"].rules.read(options)
    pack = dict.fromkeys(values, 1)
    own = solved(free_bet_rules(rules, counts_of(pack))).expected_value
    assert float(solve_by_script("free-bet", rules, cards_of(pack), "main")) == pytest.approx(own, abs=1e-13)


WITHOUT_LOOK = {"hits_soft_17": False, "dealer_peeks": False}
SMALL_DECKS = [
    ({10: 8, 9: 2}, {}),
    *(
        pytest.param(values, options, marks=pytest.mark.slow)
        for values, options in [
            ({10: 7, 9: 2, 1: 1}, {}),
            ({10: 4, 9: 3, 8: 3}, {}),
            ({10: 6, 6: 2, 5: 2}, {}),
            ({10: 6, 9: 2, 6: 1, 5: 1}, WITHOUT_LOOK),
        ]
    ),
]


@pytest.mark.parametrize(("values", "options"), SMALL_DECKS)
def test_roll_your_own_without_splits(values: dict[int, int], options: dict[str, Any]) -> None:
    """Set and play all hands with ten cards: in these decks, the play of one hand never depends on the other hand's
    cards.
    """
    rules: Any = GAMES["roll-your-own"].rules.read({"max_splits": 0, **options})
    pack, house = counts_of(values), OddsRules(0, Fraction(3, 2), rules.hits_soft_17, rules.dealer_peeks)
    gone, ways = removed_cards_given(known_others(), 0, pack), deals(pack)
    worth = np.zeros(ways.shape)
    for up_card in np.flatnonzero(pack):
        worth[:, up_card] = set_best(UpCard(int(up_card), house, gone).solve(), house).worth.max(axis=1)
    hands = ("two-card", "one-card")
    found = solve_by_script("roll-your-own", rules, cards_of(values), *hands, "bonus", counted=hands)
    assert float(found) == pytest.approx(mean_of(ways, np.where(ways, worth, 0)[:, :, None])[0], abs=1e-13)


@pytest.mark.slow
def test_beat_the_dealer_with_three_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enumerate 3,326,400 deals of 12 cards. The dealer's announcement of the best five cards is left out."""
    silent = HandRead(None, "", (), motion="read-dealer")
    monkeypatch.setattr(beat_the_dealer, "read_hand", lambda seat, hole, table: silent)
    rules: Any = GAMES["beat-the-dealer"].rules()
    in_pack = np.array([int(rank in "AKQ") for rank in "23456789TJQKA"])
    own = Solution(tally_all(rules.ante_pays_from.number, in_pack).tolist(), house_of(rules))
    pack = tuple(card for card in CARDS if in_pack[card.code // 4])
    assert solve_by_script("beat-the-dealer", rules, pack, "ante") == own.ev


def edges_agree(name: str, rules: Any, names: list[str]) -> bool:
    """Return whether the full-deck edges solved from the script equal the game's own."""
    bets, own = Bets(GAMES[name], rules), analysis_of(GAMES[name], rules)
    exact = ExactOdds(bets, Budget(seconds=NO_LIMIT))
    found = {}
    for bet in bets.before:
        if bet.name in names and (play := exact.solve(bets.with_company(bet))) is not None:
            found[bet.name] = bet_odds(bets, bet, list(play.results())).house_edge
    return found == {name: own.bet(name).house_edge for name in names}


def test_flip_it_with_a_full_shoe_without_jokers() -> None:
    rules = GAMES["flip-it"].rules.read({"jokers": 0})
    assert edges_agree("flip-it", rules, ["red", "odd", "high", "call-2", "call-K"])


@pytest.mark.slow
@pytest.mark.parametrize("bet", ["red", "odd", "high", "call-2"])
def test_flip_it_with_a_full_shoe(bet: str) -> None:
    """Enumerate every order of 18 jokers among the first cards: 79,000 script runs for an inside bet."""
    assert edges_agree("flip-it", GAMES["flip-it"].rules(), [bet])


@pytest.mark.slow
@pytest.mark.parametrize("jokers", [0, 1])
def test_flip_it_bonus_with_few_jokers(jokers: int) -> None:
    """
    Count the bonus in eight decks, which takes about 10 CPU seconds for each order of jokers among the four cards up.

    There are 1 and 5 such orders here. With 24 jokers there are 20,475, which would take more than two days.
    """
    assert edges_agree("flip-it", GAMES["flip-it"].rules.read({"jokers": jokers}), ["bonus"])
