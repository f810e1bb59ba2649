"""Odds, advice and outlooks of a game that has only its script; where it cannot be walked, simulated with the error."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import pytest

from helpers.outside import casino_war
from helpers.stacking import StackedPack, in_dollars
from pitboss.cards import parse_cards
from pitboss.games import GAMES
from pitboss.games.odds import odds_of
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.solving.answers.cached_answers import kept_analysis
from pitboss.solving.answers.situation import Situation
from pitboss.solving.script import script_odds
from pitboss.solving.script.script_advice import SITUATION, advise, advise_seat
from pitboss.statistics.simulated_figures import Simulated, error_of

ONE, TWO = Seat(1), Seat(2)


def test_odds_that_cannot_be_walked_are_simulated_and_say_so_beside_every_figure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Free Bet's own script against its own counted odds: within the error that the simulated figures carry."""
    monkeypatch.setattr(script_odds, "ROUNDS", 4000)
    monkeypatch.setattr(script_odds, "MAX_ROUNDS", 4000)
    game = GAMES["free-bet"]
    found = script_odds.analyse(game, game.rules())
    counted = {bet.name: bet for bet in odds_of(game).analyse(game.rules()).bets}
    assert "simulated" in found.assumptions[0]
    for bet in found.bets:
        for figure in (bet.ev, bet.house_edge, bet.hit, bet.push, bet.sd):
            assert error_of(figure) is not None
        data = bet.as_data()
        assert data["simulated"] is True
        assert list(data["errors"]) == ["ev", "house_edge", "sd", "hit", "push"]  # type: ignore[call-overload]
    push_22, error = found.bet("push-22").ev, error_of(found.bet("push-22").ev)
    assert error
    assert abs(float(push_22) - float(counted["push-22"].ev)) < 4 * error
    assert found.played
    assert error_of(found.played.element_of_risk)
    json.dumps(found.as_data(), allow_nan=False)


def test_a_simulated_analysis_is_kept_with_its_errors(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(script_odds, "ROUNDS", 300)
    monkeypatch.setattr(script_odds, "MAX_ROUNDS", 300)
    game = GAMES["flip-it"]
    first = kept_analysis("x", {}, lambda: script_odds.analyse(game, game.rules()))
    again = kept_analysis("x", {}, lambda: pytest.fail("it was kept"))
    assert again.as_data() == first.as_data()
    assert error_of(again.bets[0].ev)


def told(**said: str) -> Situation:
    return Situation(SITUATION, said)


def test_advice_by_the_cards_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = casino_war(monkeypatch)
    advice = advise(game, game.rules(), told(dealt="8h 8s"))
    assert advice.best == "war"
    assert advice.options["surrender"] == Fraction(-1, 2)
    tied = Fraction(22 * 21 + 12 * 24 * 23, 310 * 309)
    assert advice.options["war"] == 2 * tied - (1 - tied) / 2
    assert advise(game, game.rules(), told(dealt="8h 8s", bets="ante, tie")).options["surrender"] == Fraction(19, 2)


@pytest.mark.parametrize("said", [{"dealt": "8h 9s"}, {}, {"dealt": "8h 8s 3c"}, {"bets": "tie"}])
def test_a_situation_in_which_nothing_is_asked_is_refused(
    said: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = casino_war(monkeypatch)
    with pytest.raises(Refused):
        advise(game, game.rules(), told(**said))


def test_advice_at_the_table_counts_the_cards_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """One deck: with two more eights in view a war against an eight cannot be tied by the last one alone."""
    game = casino_war(monkeypatch)
    rules = game.rules().with_settings(["decks=1"])
    piles = {"seat 1 card": "8h", "seat 2 card": "8c", "dealer": "8s"}
    pack = StackedPack(game.whole_pack(rules), {spot: parse_cards(card) for spot, card in piles.items()})
    dealt = Round.deal(game, rules, pack, in_dollars({1: {"ante": 10}, 2: {"ante": 10, "tie": 5}}))
    assert dealt.pending
    advice = advise_seat(game, rules, view(dealt.events, ONE), dealt.pending, ONE)
    tied = Fraction(12 * 4 * 3, 49 * 48)
    assert advice.options["war"] == 2 * tied - (1 - tied) / 2
    assert advice.options["surrender"] == Fraction(-1, 2)


def test_a_hint_that_cannot_be_walked_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["beat-the-dealer"]
    rules, draw = game.rules(), Random(5)
    pack = list(game.whole_pack(rules))
    draw.shuffle(pack)
    dealt = Round.deal(game, rules, pack, in_dollars({1: {"ante": 10}}))
    assert dealt.pending
    seen = view(dealt.events, ONE)
    advice = advise_seat(game, rules, seen, dealt.pending, ONE)
    assert all(isinstance(worth, Simulated) for worth in advice.options.values())
    assert advice.options["fold"] == pytest.approx(-1)
    assert "imulated" in advice.notes[0]
    assert advice.as_data()["simulated"] is True
