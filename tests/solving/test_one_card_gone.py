"""Odds without one card of a rank, from one pass over the deals of the whole deck."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec import structs

from helpers.outside import EXAMPLES
from pitboss.cards import Card, fresh_pack
from pitboss.games import FOLDERS, GAMES, use_folder
from pitboss.play.game import Game
from pitboss.solving.script.bets import Bets
from pitboss.solving.script.deals import Deals, PackKinds, RecentSplits
from pitboss.solving.script.exact import ExactOdds
from pitboss.solving.script.paths import Budget


@pytest.fixture(autouse=True)
def _folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDERS, "")


def with_pack(game: Game, cards: tuple[Card, ...]) -> ExactOdds:
    return ExactOdds(Bets(structs.replace(game, whole_pack=lambda rules: cards), game.rules()), Budget())


def mean(exact: ExactOdds, name: str) -> Fraction:
    bet = next(bet for bet in exact.bets.before if bet.name == name)
    found = exact.without_one(bet)
    assert found
    return found[0]


def test_baccarat_without_a_card_matches_a_smaller_deck() -> None:
    """Compare with published figures for eight decks: removing a four changes Player by -0.0120%, a six by +0.0113%."""
    game = GAMES[use_folder(str(EXAMPLES / "baccarat"))]
    whole = fresh_pack(8)
    exact = with_pack(game, whole)
    found = exact.without_one(exact.bets.before[0])
    assert found
    start, without = found
    assert round(float(without[2] - start) * 100, 4) == -0.0120
    assert round(float(without[4] - start) * 100, 4) == 0.0113
    for rank in (2, 7):
        gone = next(card for card in whole if card.code // 4 == rank)
        left = list(whole)
        left.remove(gone)
        assert without[rank] == mean(with_pack(game, tuple(left)), "player")


def test_suits_are_averaged_and_play_is_optimised_for_the_remaining_deck() -> None:
    """Remove each of 16 cards by hand: no decision depends on the side bet."""
    game = GAMES[use_folder(str(EXAMPLES / "three-card-poker"))]
    whole = tuple(card for card in fresh_pack() if card.rank > 10)
    exact = with_pack(game, whole)
    pair_plus = next(bet for bet in exact.bets.before if bet.name == "pair-plus")
    found = exact.without_one(pair_plus)
    assert found
    for rank in (9, 12):
        cards = [card for card in whole if card.code // 4 == rank]
        by_hand = [mean(with_pack(game, tuple(one for one in whole if one != card)), "pair-plus") for card in cards]
        assert found[1][rank] == sum(by_hand, Fraction(0)) / len(by_hand)
    ante = exact.without_one(exact.bets.before[0])
    assert ante
    assert sum(ante[1].values(), Fraction(0)) / len(ante[1]) >= ante[0]  # more knowledge never makes play worse


def test_cards_known_not_to_be_jokers_are_counted_without_looking() -> None:
    pack = PackKinds((1,) * 52 + (3,), True, False, RecentSplits())
    deals, chances = Deals.undealt(pack), Fraction(1)
    for card in range(4):
        deals = deals.split_joker(card)[False]
        chances *= Fraction(52 - card, 55 - card)
    opened = deals.open((Random(1).randrange(4, 9),)).finished()
    assert not opened.plain
    assert Fraction(opened.weight_of_all(), opened.total) == chances
    assert Fraction(int(opened.weight[-1]), opened.total) == chances * Fraction(3, 51)  # the last kind is the joker
    assert set(deals.split_joker(9)) == {False, True}
    assert set(deals.split_joker(2)) == {False}
