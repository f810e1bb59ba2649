"""Odds, advice and outlooks of a game that has only its script; where it cannot be walked, simulated with the error."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from helpers.outside import casino_war
from helpers.stacking import StackedPack, in_dollars
from pitboss.cards import parse_cards
from pitboss.games import GAMES
from pitboss.games.odds import Effort, analysis_of, odds_of
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.solving.answers.cached_answers import kept_analysis
from pitboss.solving.answers.situation import Situation
from pitboss.solving.script import script_advice, script_odds
from pitboss.solving.script.exact import ExactOdds
from pitboss.solving.script.paths import Budget
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
    monkeypatch.setattr(script_advice, "ROLLOUTS", 400)
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


def test_more_time_solves_a_cached_simulation_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulated analysis in the cache is not an answer to --exact or --within; an exact one is."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(script_odds, "ROUNDS", 300)
    monkeypatch.setattr(script_odds, "MAX_ROUNDS", 300)
    game = casino_war(monkeypatch)
    shares: list[tuple[str, float]] = []
    monkeypatch.setattr(script_odds, "Budget", lambda: Budget(runs=1))
    assert analysis_of(game, game.rules()).is_simulated
    found = analysis_of(game, game.rules(), effort=Effort(exact=True, progress=lambda *done: shares.append(done)))
    assert not found.is_simulated
    assert {doing for doing, _ in shares} == {"counting ante", "counting ante and tie"}
    done = [share for doing, share in shares if doing == "counting ante"]
    assert done == sorted(done)
    assert done[-1] == pytest.approx(1)
    monkeypatch.setattr(script_odds, "ExactOdds", lambda *_: pytest.fail("it is in the cache"))
    assert analysis_of(game, game.rules(), effort=Effort(seconds=60)) == found


def test_what_cannot_be_counted_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    game = casino_war(monkeypatch)
    with pytest.raises(Refused) as refused:
        script_odds.analyse(game, game.rules(), Budget(runs=1), must_be_exact=True)
    assert refused.value.code == "not-exact"


def test_a_bet_next_to_a_counted_game_is_simulated_at_best_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tie is left out of the counting: rounds are answered as the best play of the ante, which stays exact."""
    monkeypatch.setattr(script_odds, "ROUNDS", 2000)
    monkeypatch.setattr(script_odds, "MAX_ROUNDS", 2000)
    game = casino_war(monkeypatch)
    game = replace(game, bot=lambda rules, seen, offer, seat: pytest.fail("the best play is known"))
    counted = ExactOdds.all_bets
    monkeypatch.setattr(ExactOdds, "all_bets", lambda exact: {"ante": counted(exact)["ante"]})
    found = script_odds.analyse(game, game.rules())
    assert found.bet("ante").rounds == 0
    assert found.bet("tie").rounds == 2000
    assert found.played
    assert not found.played.rounds
    assert "at best play" in found.assumptions[0]
