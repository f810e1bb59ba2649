"""Every deal of a script walked: beside the explorer card by card, beside odds counted otherwise, by hand."""

from __future__ import annotations

from fractions import Fraction

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
from pitboss.solving.script.script_odds import analyse
from pitboss.solving.script.undealt import OpenPack, SuitLookedAt, Undealt
from pitboss.solving.script.walk import TooMany, Walk

ONE = Seat(1)


def with_pack(game: Game, cards: str) -> Game:
    """The same game with a tiny pack."""
    pack = parse_cards(cards)
    return replace(game, whole_pack=lambda rules: pack)


def won(play: BestPlay) -> Fraction:
    """What a round wins on average, in cents."""
    return sum((chance * sum(one.net for one in cell) for cell, chance in play.results()), Fraction(0))


@pytest.mark.parametrize("cards", ["As Ah Kd 9c 2d 3d", "Ah As 2c 3c 4c", "As Ah Ad Td 9c 7h 5s 2d"])
@pytest.mark.parametrize("bets", [{"ante-1": 10}, {"ante-1": 10, "field": 5}, {"ante-1": 1, "ante-2": 10}])
def test_flop_22_on_a_tiny_pack_is_what_the_explorer_finds_card_by_card(cards: str, bets: dict[str, int]) -> None:
    game = GAMES["flop22"]
    wagers = in_dollars({1: bets})
    play = best_play(Walk(with_pack(game, cards), game.rules(), wagers, ONE))
    assert sum(chance for _, chance in play.results()) == 1
    assert won(play) == Tree(game, game.rules(), parse_cards(cards), wagers).best_play(ONE)


def test_flop_22_walked_is_flop_22_counted() -> None:
    """The field and the first hand, over a whole deck, to the last fraction."""
    game = GAMES["flop22"]
    counted = {bet.name: bet for bet in analysis_of(game, game.rules()).bets}
    play = best_play(Walk(game, game.rules(), in_dollars({1: {"ante-1": 10, "field": 10}}), ONE))
    for name in ("ante-1", "field"):
        mean = sum(
            (chance * one.net for cell, chance in play.results() for one in cell if one.bet == name), Fraction(0)
        )
        assert mean / 1000 == counted[name].ev
    assert play.deals == 52 * 51  # the card and one flop: nobody looks at the others


def test_casino_war_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six decks: 23 of the other 311 cards tie; of a war, (22·21 + 12·24·23) of 310·309 pairs tie again."""
    game = casino_war(monkeypatch)
    found = analyse(game, game.rules())
    tie, tied_war = Fraction(23, 311), Fraction(22 * 21 + 12 * 24 * 23, 310 * 309)
    war = 2 * tied_war + (1 - tied_war) / 2 - 2 * (1 - tied_war) / 2
    assert found.bet("tie").ev == 11 * tie - 1
    assert found.bet("ante").ev == tie * war
    assert round(float(found.bet("tie").house_edge), 4) == 0.1865
    assert round(float(found.bet("ante").house_edge), 4) == 0.0233
    assert "9,294,695,280 deals" in found.assumptions[0]  # 312·311·310·309: three cards are burned unseen
    assert found.played
    assert found.played.average_bet == 1 + tie


def test_casino_war_on_a_tiny_pack_is_what_the_explorer_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    game, cards = casino_war(monkeypatch), "2c 2d 2h 5c 5d 9s 9h 9c"
    for settings in ([], ["surrender=no"], ["tied_war_pays=3"], ["tied_war_pays=push"]):
        rules = game.rules().with_settings(settings)
        wagers = in_dollars({1: {"ante": 10, "tie": 5}})
        walked = won(best_play(Walk(with_pack(game, cards), rules, wagers, ONE)))
        assert walked == Tree(game, rules, parse_cards(cards), wagers).best_play(ONE)


def test_a_script_that_can_go_too_many_ways_says_so() -> None:
    game = GAMES["free-bet"]
    with pytest.raises(TooMany):
        best_play(Walk(game, game.rules(), in_dollars({1: {"main": 10}}), ONE))


class Always:
    """Chance that always deals the same kind."""

    def __init__(self, kind: int, *, by_suit: bool) -> None:
        self.kind, self.by_suit, self.asked = kind, by_suit, 0

    def decide(self) -> int:
        self.asked += 1
        return self.kind


def test_a_card_nobody_looks_at_is_never_decided() -> None:
    chance = Always(3, by_suit=False)
    pack = OpenPack(chance, 5)
    cards = [pack.draw() for _ in range(3)]
    assert (len(pack), chance.asked) == (2, 0)
    assert [cards[0].rank, cards[0].code // 4, cards[0].code >> 2] == [5, 3, 3]
    assert (chance.asked, cards[0].sign, cards[0].is_joker) == (1, "5", False)


@pytest.mark.parametrize(
    "look",
    [
        lambda card: card.suit, lambda card: card.is_red, lambda card: card.code % 4, lambda card: card.code & 3,
        lambda card: card.code == 12, lambda card: card.code < 12, lambda card: card == CARDS[3], hash,
        lambda card: CARDS[card.code], lambda card: card.code // 13, lambda card: card.code + 1,
    ],
)  # fmt: skip
def test_by_rank_every_look_at_a_suit_is_noticed(look: object) -> None:
    with pytest.raises(SuitLookedAt):
        look(Undealt(Always(3, by_suit=False)))  # type: ignore[operator]


def test_by_suit_a_card_is_a_card() -> None:
    card = Undealt(Always(51, by_suit=True))
    assert (card.rank, card.suit, card.code, card.sign, card.is_red) == (14, 3, 51, "A♠", False)
    assert card == CARDS[51]
    assert Undealt(Always(52, by_suit=True)).is_joker
