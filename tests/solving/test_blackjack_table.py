"""The blackjack table of the examples: its promises, its odds and its advice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers.outside import EXAMPLES
from pitboss.contract.suite import CHECKS, Check, kept
from pitboss.games import GAMES
from pitboss.games.odds import odds_of
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Situation


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.chdir(EXAMPLES)
    return GAMES["blackjack"]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_the_table_keeps_its_promises(game: Game, check: Check) -> None:
    assert kept(game, check).fault == ""


@pytest.mark.parametrize(
    ("rules", "edge"),
    [  # the Wizard of Odds calculator, as quoted by onlinecasinotopic.com, 22 October 2014
        ({"decks": 8}, 0.431),
        ({"decks": 2}, 0.178),
        ({"decks": 8, "hits_soft_17": True}, 0.645),
        ({"decks": 8, "surrender": "late"}, 0.355),
    ],
)
def test_edges_are_as_published(game: Game, rules: dict[str, object], edge: float) -> None:
    found = odds_of(game).edges(game.rules.read(rules))  # type: ignore[attr-defined]
    assert 100 * found["main"] == pytest.approx(edge, abs=5.1e-4)


@pytest.mark.parametrize(("decks", "edge"), [(2, 22.33), (4, 10.14), (6, 6.11), (8, 4.10)])
def test_perfect_pairs_is_as_published(game: Game, decks: int, edge: float) -> None:
    """25, 12 and 6 to 1: onlinecasinositeinfo.com, "Mathematical analysis of blackjack side bets"."""
    found = odds_of(game).edges(game.rules.read({"decks": decks}))  # type: ignore[attr-defined]
    assert isinstance(found["perfect-pairs"], Fraction)
    assert 100 * float(found["perfect-pairs"]) == pytest.approx(edge, abs=0.0051)


def test_21_plus_3_is_as_published(game: Game) -> None:
    """Eight decks, 100, 40, 25, 10 and 5 to 1: Wizard of Odds, quoted in wizardofvegas.com thread 33881."""
    found = odds_of(game).edges(game.rules.read({"decks": 8}))  # type: ignore[attr-defined]
    lines = 0.024446 + 0.082524 + 0.129213 + 0.309465 + 0.294207 - 0.902736
    assert float(found["21+3"]) == pytest.approx(-lines, abs=3e-6)


def test_the_analysis_is_whole_and_names_the_known_exception(game: Game) -> None:
    analysis = odds_of(game).analyse(game.rules())
    assert analysis.played is not None
    assert float(analysis.played.ev) == pytest.approx(-0.0040286434, abs=1e-10)
    assert float(analysis.played.average_bet) == pytest.approx(1.131698, abs=5e-7)
    by_cards = analysis.chart("cards").as_data()
    assert list(by_cards) == ["2,10"]
    assert {up: play for up, play in by_cards["2,10"].items() if play != "-"} == {"4": "H"}
    assert analysis.chart("total").as_data()["hard 16"]["10"] == "H"
    assert analysis.chart("pairs").as_data()["8-8"]["10"] == "P"


def advice(game: Game, **said: str) -> Advice:
    odds = odds_of(game)
    return odds.advise(game.rules(), Situation(odds.SITUATION, said))


def best(game: Game, hand: str, dealer: str) -> str:
    options = advice(game, hand=hand, dealer=dealer).options
    return max(options, key=lambda name: float(options[name]))


def test_advice_knows_the_closest_call(game: Game) -> None:
    assert best(game, "Ts 2h", "4c") == "hit"
    assert best(game, "9s 3h", "4c") == "stand"


@pytest.mark.parametrize(
    "said",
    [{"hand": "Ts", "dealer": "4c"}, {"hand": "Ts Th 5c", "dealer": "4c"}, {"hand": "As Th", "dealer": "4c"}],
)
def test_impossible_situations_are_refused(game: Game, said: dict[str, str]) -> None:
    with pytest.raises(Refused):
        advice(game, **said)
