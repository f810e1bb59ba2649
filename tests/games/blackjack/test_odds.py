"""Blackjack's odds and advice, compared with published figures and with each other."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.documents.inputs.other_rules import found_alone, published_of
from pitboss.games import GAMES
from pitboss.games.blackjack.count.side_bets import side_bets
from pitboss.games.odds import odds_of
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Situation


@pytest.fixture
def game() -> Game:
    return GAMES["blackjack"]


@pytest.mark.parametrize(
    ("rules", "edge"),
    [  # the Wizard of Odds calculator, as quoted by onlinecasinotopic.com, 22 October 2014
        ({"decks": 8}, 0.431),
        ({"decks": 2}, 0.178),
        ({"decks": 8, "hits_soft_17": True}, 0.645),
        ({"decks": 8, "surrender": "late"}, 0.355),
    ],
)
def test_edges_match_published_figures(game: Game, rules: dict[str, object], edge: float) -> None:
    found = odds_of(game).edges(game.rules.read(rules))  # type: ignore[attr-defined]
    assert 100 * found["main"] == pytest.approx(edge, abs=5.1e-4)


@pytest.mark.parametrize(("decks", "edge"), [(2, 22.33), (4, 10.14), (6, 6.11), (8, 4.10)])
def test_perfect_pairs_matches_published_figures(game: Game, decks: int, edge: float) -> None:
    """Compare with onlinecasinositeinfo.com, "Mathematical analysis of blackjack side bets": 25, 12 and 6 to 1."""
    found = odds_of(game).edges(game.rules.read({"decks": decks}))  # type: ignore[attr-defined]
    assert isinstance(found["perfect-pairs"], Fraction)
    assert 100 * float(found["perfect-pairs"]) == pytest.approx(edge, abs=0.0051)


def test_21_plus_3_matches_published_figures(game: Game) -> None:
    """
    Compare with Wizard of Odds, quoted in wizardofvegas.com thread 33881: eight decks, 100, 40, 25, 10 and 5 to 1.
    """
    found = odds_of(game).edges(game.rules.read({"decks": 8}))  # type: ignore[attr-defined]
    lines = 0.024446 + 0.082524 + 0.129213 + 0.309465 + 0.294207 - 0.902736
    assert float(found["21-plus-3"]) == pytest.approx(-lines, abs=3e-6)


def test_analysis_is_complete_and_names_the_known_exception(game: Game) -> None:
    analysis = odds_of(game).analyse(game.rules())
    assert analysis.played is not None
    assert float(analysis.played.ev) == pytest.approx(-0.0040286434, abs=1e-10)
    assert float(analysis.played.average_bet) == pytest.approx(1.131698, abs=5e-7)
    by_cards = analysis.chart("cards").as_data()
    assert list(by_cards) == ["2,10"]
    assert {up: play for up, play in by_cards["2,10"].items() if play != "-"} == {"4": "H"}
    assert analysis.chart("total").as_data()["hard 16"]["10"] == "H"
    assert analysis.chart("pairs").as_data()["8-8"]["10"] == "P"


@pytest.mark.parametrize(
    ("settings", "bet", "edge"),
    [  # Wizard of Odds, Lucky Ladies: six decks, 135,360 + 2,738,340 + … of 9,294,695,280 deals
        ({"decks": 6, "lucky_ladies": True}, "lucky-ladies", 0.247089),
        ({"decks": 1, "lucky_ladies": True}, "lucky-ladies", 0.3816),  # onlineblackjack.org, one and eight decks
        ({"decks": 8, "lucky_ladies": True}, "lucky-ladies", 0.2405),
        ({"decks": 6, "royal_match": True}, "royal-match", 0.0667),  # Wizard of Odds, by Mark Pilarski and others
        ({"decks": 1, "royal_match": True}, "royal-match", 0.1086),
        ({"decks": 2, "royal_match": True}, "royal-match", 0.0833),
        ({"decks": 4, "royal_match": True}, "royal-match", 0.0708),
        ({"decks": 8, "royal_match": True}, "royal-match", 0.0646),
    ],
)
def test_lucky_ladies_and_royal_match_match_published_figures(
    game: Game, settings: dict[str, object], bet: str, edge: float
) -> None:
    rules = game.rules.read({"seats": 1} | settings)
    digits = 5e-7 if edge == 0.247089 else 5.1e-5
    found = odds_of(game).edges(rules)[bet]  # type: ignore[attr-defined]
    assert float(found) == pytest.approx(edge, abs=digits)


def test_lucky_ladies_line_by_line(game: Game) -> None:
    """Compare with Wizard of Odds, pay table A with six decks: permutations of the first two cards and the dealer's."""
    rules = game.rules.read({"lucky_ladies": True})
    bet = next(bet for bet in side_bets(rules) if bet.name == "lucky-ladies")  # type: ignore[arg-type]
    every = 9_294_695_280
    published = [135_360, 2_738_340, 43_105_500, 193_112_640, 744_863_040, 8_310_740_400]
    assert [outcome.probability for outcome in bet.outcomes] == [Fraction(ways, every) for ways in published]


def test_published_rows_match(game: Game) -> None:
    """Compare every undisputed row of published.toml to the published digits."""
    rows = published_of("blackjack")
    assert len(rows) >= 12
    for row in rows:
        rules = game.rules().with_settings(row.settings)
        found = found_alone(game, rules, row.figure)
        assert found is not None
        assert row.agrees(found), row.what


def advice(game: Game, **situation: str) -> Advice:
    odds = odds_of(game)
    return odds.advise(game.rules(), Situation(odds.SITUATION, situation))


def best(game: Game, hand: str, dealer: str) -> str:
    options = advice(game, hand=hand, dealer=dealer).options
    return max(options, key=lambda name: float(options[name]))


def test_advice_knows_the_closest_call(game: Game) -> None:
    assert best(game, "Ts 2h", "4c") == "hit"
    assert best(game, "9s 3h", "4c") == "stand"


@pytest.mark.parametrize(
    "situation",
    [{"hand": "Ts", "dealer": "4c"}, {"hand": "Ts Th 5c", "dealer": "4c"}, {"hand": "As Th", "dealer": "4c"}],
)
def test_impossible_situations_are_refused(game: Game, situation: dict[str, str]) -> None:
    with pytest.raises(Refused):
        advice(game, **situation)
