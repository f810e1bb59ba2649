"""The external examples, solved from their scripts alone, compared with published and derived figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers.outside import EXAMPLES
from pitboss.contract.proof import odds_and_simulation, workers
from pitboss.games import FOLDERS, GAMES, use_folder
from pitboss.play.game import Game
from pitboss.simulation.stakes import stakes_together
from pitboss.solving.answers.analysis import Analysis
from pitboss.solving.script.bets import Bets
from pitboss.solving.script.charts import charts
from pitboss.solving.script.exact import ExactOdds
from pitboss.solving.script.paths import Budget
from pitboss.solving.script.script_odds import analyse


@pytest.fixture(autouse=True)
def _folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset the folders named by a test."""
    monkeypatch.setenv(FOLDERS, "")


def example(name: str) -> Game:
    return GAMES[use_folder(str(EXAMPLES / name))]


def solved(name: str, **options: object) -> Analysis:
    game = example(name)
    return analyse(game, game.rules().with_changes(**options))


def test_three_card_poker_ante() -> None:
    """Enumerate 407,170,400 deals; published: 3.37% with the bonus 5/4/1, playing Q-6-4 or better."""
    game = example("three-card-poker")
    bets = Bets(game, game.rules())
    play = ExactOdds(bets, Budget()).main
    assert play
    mean = sum((chance * sum(one.net for one in cell) for cell, chance in play.results()), Fraction(0)) / bets.unit
    assert mean == Fraction(-13_733_780, 407_170_400)


def test_pair_plus_is_solved_without_the_dealer() -> None:
    """Enumerate 22,100 hands at 40/30/6/4/1."""
    game = example("three-card-poker")
    bets = Bets(game, game.rules())
    play = ExactOdds(bets, Budget()).solve([bet for bet in bets.before if bet.name == "pair-plus"])
    assert play
    mean = sum((chance * cell[0].net for cell, chance in play.results()), Fraction(0)) / bets.unit
    assert mean == Fraction(-512, 22_100)
    assert play.deals == 52 * 51 * 50


def test_baccarat_with_eight_decks() -> None:
    """Compare with published edges; a player cannot bet on both sides, so each is solved alone."""
    found = solved("baccarat")
    edges = {bet.name: round(float(bet.house_edge) * 100, 6) for bet in found.bets}
    assert edges["player"] == 1.235081
    assert edges["banker"] == 1.057906
    assert edges["tie"] == 14.359629
    assert round(edges["dragon-7"], 2) == 7.61
    assert round(edges["panda-8"], 2) == 10.19
    ez = solved("baccarat", ez=True)
    assert round(float(ez.bet("banker").house_edge) * 100, 2) == 1.02


def test_let_it_ride_per_single_bet() -> None:
    """Enumerate 51,979,200 deals of three cards and two: 3.51% of one of three equal bets."""
    found = solved("let-it-ride")
    assert found.played
    assert found.played.house_edge == Fraction(1_822_224, 51_979_200)
    assert 1 < found.played.average_bet < Fraction(13, 10)  # bets that are taken back do not count as money bet


def test_mississippi_stud() -> None:
    """Enumerate 155,937,600 deals of two cards and three: 4.91% of the ante."""
    found = solved("mississippi-stud")
    assert found.bet("ante").house_edge == Fraction(7_664_112, 155_937_600)


@pytest.mark.parametrize(
    ("name", "last", "pays", "edge"),
    [
        ("let-it-ride", "Tens or Better", (500, 100, 25, 15, 10, 5, 3, 2, 1), Fraction(1427, 41_650)),
        ("let-it-ride", "Tens or Better", (1000, 200, 50, 11, 8, 5, 4, 3, 1), Fraction(-33_503, 309_400)),
        ("mississippi-stud", "Jacks or Better", (500, 100, 40, 10, 7, 4, 3, 2, 1), Fraction(9427, 232_050)),
        ("mississippi-stud", "Jacks or Better", (1000, 200, 60, 12, 9, 6, 4, 2, 1), Fraction(-2_035_373, 9_746_100)),
    ],
)
def test_poker_games_with_other_tables(name: str, last: str, pays: tuple[int, ...], edge: Fraction) -> None:
    """Compare with a program that ranks all 2,598,960 hands and decides at each set of cards, in another language."""
    made = ("Royal Flush", "Straight Flush", "Four of a Kind", "Full House", "Flush", "Straight", "Three of a Kind")
    lines = zip((*made, "Two Pair", last), pays, strict=True)
    found = solved(name, pay_table={line: f"{won}:1" for line, won in lines})
    assert found.played
    assert found.played.house_edge == edge


@pytest.mark.parametrize(
    ("options", "edge"),
    [
        ({"ante_bonus": {"Straight Flush": "3:1", "Three of a Kind": "2:1"}}, Fraction(870_929, 20_358_520)),
        ({"qualifies_from": 13}, Fraction(609_491, 25_448_150)),
    ],
)
def test_three_card_poker_under_other_rules(options: dict[str, object], edge: Fraction) -> None:
    """Compare with a program that plays all 407,170,400 deals, in another language."""
    game = example("three-card-poker")
    bets = Bets(game, game.rules().with_changes(**options))
    play = ExactOdds(bets, Budget()).main
    assert play
    mean = sum((chance * sum(one.net for one in cell) for cell, chance in play.results()), Fraction(0)) / bets.unit
    assert -mean == edge


def test_chart_of_three_card_poker_shows_the_lowest_hand_to_play() -> None:
    game = example("three-card-poker")
    play = ExactOdds(Bets(game, game.rules()), Budget()).main
    assert play
    rows = dict(charts(play, 1)[1].rows)
    assert rows["fold or play: play"][0] == "Q-6-4"
    assert rows["fold or play: fold"][1] == "Q-6-3"


def test_rounded_commission_names_its_stakes() -> None:
    """Round a commission of 5% up to a dollar: at $1 it takes the whole win, at $500 rounding costs nothing."""
    rounded = solved("baccarat", commission_chip="$1").bet("banker")
    assert round(float(rounded.house_edge) * 100, 6) == 1.057906
    assert "At a stake of $500." in rounded.note
    assert "44.6247% at $1" in rounded.note
    assert solved("baccarat").bet("banker").note == ""
    assert round(float(solved("baccarat", commission=4).bet("banker").house_edge) * 100, 4) == 0.5993


@pytest.mark.parametrize(
    ("table", "pays"),
    [("40:1 30:1 6:1 3:1 1:1", (40, 30, 6, 3, 1)), ("50:1 30:1 6:1 4:1 1:1", (50, 30, 6, 4, 1))],
)
def test_pair_plus_with_other_tables(table: str, pays: tuple[int, ...]) -> None:
    """Count 48 straight flushes, 52 threes, 720 straights, 1,096 flushes and 3,744 pairs of 22,100."""
    game = example("three-card-poker")
    names = ("Straight Flush", "Three of a Kind", "Straight", "Flush", "Pair")
    rules = game.rules().with_changes(pair_plus=dict(zip(names, table.split(), strict=True)))
    bets = Bets(game, rules)
    play = ExactOdds(bets, Budget()).solve([bet for bet in bets.before if bet.name == "pair-plus"])
    assert play
    mean = sum((chance * cell[0].net for cell, chance in play.results()), Fraction(0)) / bets.unit
    counts = (48, 52, 720, 1096, 3744)
    won = sum(count * odds for count, odds in zip(counts, pays, strict=True))
    assert mean == Fraction(won - (22_100 - sum(counts)), 22_100)


@pytest.mark.parametrize(
    ("options", "edges"),
    [
        ({"decks": 6}, {"player": 1.24, "banker": 1.06, "tie": 14.44}),
        ({"decks": 1}, {"player": 1.29, "banker": 1.01, "tie": 15.75}),
        ({"tie_pays": "9:1"}, {"tie": 4.84}),
        ({"ez": True}, {"banker": 1.02}),
    ],
)
def test_baccarat_under_other_rules(options: dict[str, object], edges: dict[str, float]) -> None:
    """Compare with casinoexploit.com/baccarat.html by decks, and multiplayerbaccarat.com/odds.html for a tie at 9:1."""
    found = solved("baccarat", **options)
    assert {name: round(float(found.bet(name).house_edge) * 100, 2) for name in edges} == edges


def test_bets_that_exclude_each_other_are_simulated_in_turn() -> None:
    """`check` compares each bet of baccarat with its odds, although Player and Banker are not bet together."""
    game = example("baccarat")
    together = list(stakes_together([bet for bet in game.bets(game.rules()) if not bet.in_play]))
    assert [stakes["player"] + stakes["banker"] for stakes in together] == [1, 1]
    assert all(any(stakes[name] for stakes in together) for name in together[0])
    odds_and_simulation(game, 1)
    workers(game, 1)
