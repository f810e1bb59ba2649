"""Every deal of a script enumerated: compared with the explorer, with other exact odds, and by hand."""

from __future__ import annotations

import gc
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from helpers.outside import casino_war
from helpers.stacking import in_dollars
from pitboss.cards import CARDS, parse_cards
from pitboss.games import GAMES
from pitboss.games.odds import analysis_of
from pitboss.play.game import Game
from pitboss.play.steps import Seat
from pitboss.solving.explore import Tree
from pitboss.solving.script.best_play import BestPlay, best_play
from pitboss.solving.script.deals import Deals
from pitboss.solving.script.paths import Paths, TooMany
from pitboss.solving.script.script_odds import analyse
from pitboss.solving.script.undecided import UNKNOWN, OpenCard, OpenPack, Undecided

ONE = Seat(1)


def test_tables_are_freed_without_the_garbage_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that has allocated few objects may not collect for a long time, and tables are large."""
    game = casino_war(monkeypatch)
    paths = Paths(game, game.rules(), in_dollars({1: {"ante": 5}}), ONE)
    gc.collect()
    gc.disable()
    try:
        before = sum(isinstance(one, Deals) for one in gc.get_objects())
        assert best_play(paths).questions
        assert sum(isinstance(one, Deals) for one in gc.get_objects()) == before + 1  # the pack before the deal
    finally:
        gc.enable()


def with_pack(game: Game, cards: str) -> Game:
    """Return the same game with a tiny deck."""
    pack = parse_cards(cards)
    return replace(game, whole_pack=lambda rules: pack)


def won(play: BestPlay) -> Fraction:
    """Return the mean net of a round, in cents."""
    return sum((chance * sum(one.net for one in cell) for cell, chance in play.results()), Fraction(0))


@pytest.mark.parametrize("cards", ["As Ah Kd 9c 2d 3d", "Ah As 2c 3c 4c", "As Ah Ad Td 9c 7h 5s 2d"])
@pytest.mark.parametrize("bets", [{"ante-1": 10}, {"ante-1": 10, "field": 5}, {"ante-1": 1, "ante-2": 10}])
def test_flop_22_with_a_tiny_deck_matches_the_explorer(cards: str, bets: dict[str, int]) -> None:
    game = GAMES["flop22"]
    wagers = in_dollars({1: bets})
    play = best_play(Paths(with_pack(game, cards), game.rules(), wagers, ONE))
    assert sum(chance for _, chance in play.results()) == 1
    assert won(play) == Tree(game, game.rules(), parse_cards(cards), wagers).best_play(ONE)


def test_flop_22_enumerated_matches_its_exact_odds() -> None:
    """Compare the field and the first hand over a whole deck, to the last fraction."""
    game = GAMES["flop22"]
    counted = {bet.name: bet for bet in analysis_of(game, game.rules()).bets}
    play = best_play(Paths(game, game.rules(), in_dollars({1: {"ante-1": 10, "field": 10}}), ONE))
    for name in ("ante-1", "field"):
        mean = sum(
            (chance * one.net for cell, chance in play.results() for one in cell if one.bet == name), Fraction(0)
        )
        assert mean / 1000 == counted[name].ev
    assert play.deals == 52 * 51  # the card and one flop: nobody looks at the others


def test_casino_war_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count six decks: 23 of the other 311 cards tie; of a war, (22·21 + 12·24·23) of 310·309 pairs tie again."""
    game = casino_war(monkeypatch)
    found = analyse(game, game.rules())
    tie, tied_war = Fraction(23, 311), Fraction(22 * 21 + 12 * 24 * 23, 310 * 309)
    war = 2 * tied_war + (1 - tied_war) / 2 - 2 * (1 - tied_war) / 2
    assert found.bet("tie").ev == 11 * tie - 1
    assert found.bet("ante").ev == tie * war
    assert round(float(found.bet("tie").house_edge), 4) == 0.1865
    assert round(float(found.bet("ante").house_edge), 4) == 0.0233
    assert "9,294,695,280 ordered deals" in found.assumptions[0]  # 312·311·310·309: three cards are burned unseen
    assert found.played
    assert found.played.average_bet == 1 + tie


def test_casino_war_with_a_tiny_deck_matches_the_explorer(monkeypatch: pytest.MonkeyPatch) -> None:
    game, cards = casino_war(monkeypatch), "2c 2d 2h 5c 5d 9s 9h 9c"
    for settings in ([], ["surrender=no"], ["tied_war_pays=3"], ["tied_war_pays=push"]):
        rules = game.rules().with_settings(settings)
        wagers = in_dollars({1: {"ante": 10, "tie": 5}})
        walked = won(best_play(Paths(with_pack(game, cards), rules, wagers, ONE)))
        assert walked == Tree(game, rules, parse_cards(cards), wagers).best_play(ONE)


def test_script_with_too_many_paths_is_refused() -> None:
    game = GAMES["free-bet"]
    with pytest.raises(TooMany):
        best_play(Paths(game, game.rules(), in_dollars({1: {"main": 10}}), ONE))


class Always:
    """A decider that gives every expression the same value."""

    def __init__(self, value: int) -> None:
        self.value, self.asked = value, list[object]()

    def decide(self, expression: object) -> int:
        self.asked.append(expression)
        return self.value


def test_card_that_is_never_looked_at_is_never_decided() -> None:
    decider = Always(5)
    pack = OpenPack(decider, 5)
    cards = [pack.draw() for _ in range(3)]
    total = cards[0].rank + cards[1].rank
    assert isinstance(total, Undecided)
    assert f"{total} {cards[0]} {cards[2].sign}" == f"{UNKNOWN} {UNKNOWN} {UNKNOWN}"
    assert (len(pack), decider.asked) == (2, [])
    assert [10, 20, 30, 40, 50, 60][total] == 60
    assert str(decider.asked) == "[add(card(0, 'rank'), card(1, 'rank'))]"


@pytest.mark.parametrize(
    ("look", "suits", "names"),
    [
        (lambda a, b: a.rank > b.rank, False, False),
        (lambda a, b: a.code // 4 == b.code >> 2, False, False),
        (lambda a, b: a.is_joker, False, False),
        (lambda a, b: a.suit == b.suit, True, False),
        (lambda a, b: a.code % 4 != b.code & 3, True, False),
        (lambda a, b: a == b, True, False),
        (lambda a, b: a.suit == 3, True, True),
        (lambda a, b: a.suit < b.suit, True, True),
        (lambda a, b: a.code + 1 == b.code, True, True),
        (lambda a, b: a == CARDS[3], True, True),
    ],
)
def test_suit_dependence_of_an_expression(look: Callable[[Any, Any], Any], suits: bool, names: bool) -> None:
    expression = look(OpenCard(Always(1), 0), OpenCard(Always(1), 1)).expression
    assert (expression.needs_suits, expression.names_suits) == (suits, names)
