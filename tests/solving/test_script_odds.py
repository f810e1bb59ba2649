"""Odds, advice and outlooks of a game with only a script; simulated with an error if it can't be enumerated."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from helpers.outside import casino_war
from helpers.stacking import StackedPack, in_dollars
from pitboss.cards import parse_cards
from pitboss.games import GAMES
from pitboss.games.odds import Effort, analysis_of, odds_of
from pitboss.kit import Announced, Board, Pack, Script, Wagers
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat, Settled
from pitboss.play.view import view
from pitboss.solving.answers.cached_answers import cached_analysis
from pitboss.solving.answers.situation import Situation
from pitboss.solving.script import paths as paths_module
from pitboss.solving.script import script_advice, script_odds, simulated_rounds
from pitboss.solving.script.bets import Bets
from pitboss.solving.script.exact import ExactOdds, ends_if_unaffected
from pitboss.solving.script.paths import Budget
from pitboss.solving.script.random_rounds import Rounds
from pitboss.solving.script.script_advice import SITUATION, advise, advise_seat
from pitboss.solving.script.simulated_rounds import BestPlayGain, SampledPaths, SimulatedTable
from pitboss.statistics.simulated_figures import Simulated, error_of

ONE, TWO = Seat(1), Seat(2)


def simulate_only(monkeypatch: pytest.MonkeyPatch, rounds: int) -> None:
    """Limit a simulation to this number of rounds."""
    for name in ("FIRST_ROUNDS", "MAX_ROUNDS", "MAX_SINGLE_ROUNDS"):
        monkeypatch.setattr(simulated_rounds, name, rounds)


def test_simulated_odds_are_labelled_and_have_errors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Compare Free Bet's own script with its exact odds: they agree within the error of the simulated figures."""
    simulate_only(monkeypatch, 4000)
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


def test_simulated_analysis_is_cached_with_its_errors(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    simulate_only(monkeypatch, 300)
    game = GAMES["flip-it"]
    first = cached_analysis("x", {}, lambda: script_odds.analyse(game, game.rules()))
    cached = cached_analysis("x", {}, lambda: pytest.fail("it was kept"))
    assert cached.as_data() == first.as_data()
    assert error_of(cached.bets[0].ev)


def situation(**words: str) -> Situation:
    return Situation(SITUATION, words)


def test_advice_for_cards_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = casino_war(monkeypatch)
    advice = advise(game, game.rules(), situation(dealt="8h 8s"))
    assert advice.best == "war"
    assert advice.options["surrender"] == Fraction(-1, 2)
    tied = Fraction(22 * 21 + 12 * 24 * 23, 310 * 309)
    assert advice.options["war"] == 2 * tied - (1 - tied) / 2
    assert advise(game, game.rules(), situation(dealt="8h 8s", bets="ante, tie")).options["surrender"] == Fraction(
        19, 2
    )


@pytest.mark.parametrize("words", [{"dealt": "8h 9s"}, {}, {"dealt": "8h 8s 3c"}, {"bets": "tie"}])
def test_situation_without_a_decision_is_refused(words: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    game = casino_war(monkeypatch)
    with pytest.raises(Refused):
        advise(game, game.rules(), situation(**words))


def test_advice_at_the_table_counts_the_cards_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use one deck: with two more eights in view, the last one alone cannot tie a war against an eight."""
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


def test_hint_that_cannot_be_enumerated_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
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
    """Check that only an exact analysis in the cache answers --exact or --within, not a simulated one."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    simulate_only(monkeypatch, 300)
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


def test_odds_over_budget_are_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    game = casino_war(monkeypatch)
    with pytest.raises(Refused) as refused:
        script_odds.analyse(game, game.rules(), Budget(runs=1), must_be_exact=True)
    assert refused.value.code == "not-exact"


def test_side_bet_of_an_exact_game_is_simulated_at_best_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the tie out of the enumeration: rounds are played by the best play of the ante, which stays exact."""
    simulate_only(monkeypatch, 2000)
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


def test_sampled_tables_match_rounds_played_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play the same 2,000 decks of Casino War in one table and round by round; both reach the exact value."""
    game = casino_war(monkeypatch)
    bets = Bets(game, game.rules())
    table = Rounds(game, game.rules(), 1, bets.stakes(bets.before))
    sampled = SampledPaths(game, game.rules(), table.wagers_on(()), ONE, rounds=2000, seed=3)
    found = sampled.play()
    assert found == table.play_packs(sampled.packs(), lambda *asked: game.bot(game.rules(), *asked))
    assert sampled.runs < 20
    exact = script_odds.analyse(game, game.rules())
    simulate_only(monkeypatch, 4000)
    for runs in (simulated_rounds.ROUNDS_PER_RUN, 4000):  # tables, then single rounds
        monkeypatch.setattr(simulated_rounds, "ROUNDS_PER_RUN", runs)
        ends, rounds = SimulatedTable(bets).play(bets.before)
        tie = script_odds.bet_odds(bets, bets.before[1], ends, rounds)
        assert rounds == 4000
        assert abs(float(tie.ev) - float(exact.bet("tie").ev)) < 4 * (error_of(tie.ev) or 0)


def test_simulation_ends_at_its_target_error_or_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = casino_war(monkeypatch)
    bets = Bets(game, game.rules())
    monkeypatch.setattr(simulated_rounds, "FIRST_ROUNDS", 1000)
    monkeypatch.setattr(simulated_rounds, "ROUNDS", 1000)
    monkeypatch.setattr(simulated_rounds, "TARGET_ERROR", 0.01)
    ends, rounds = SimulatedTable(bets).play(bets.main)
    error = error_of(script_odds.bet_odds(bets, bets.main[0], ends, rounds).ev)
    assert error
    assert error <= 0.01 < error * (rounds / (rounds - 1000)) ** 0.5
    assert SimulatedTable(bets, budget=Budget(seconds=0.0)).play(bets.main)[1] == 1000


def test_best_play_is_compared_with_the_bot_if_its_deals_can_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a bot surrender every tie: the gain is the extra value of a war, times the probability of a tie."""
    game = casino_war(monkeypatch)
    game = replace(game, bot=lambda rules, seen, offer, seat: "surrender")
    bets = Bets(game, game.rules())
    gain = BestPlayGain(bets, Budget(), 0.003).play()
    war = advise(game, game.rules(), situation(dealt="8h 8s")).options["war"] - Fraction(-1, 2)
    assert gain.mean.error <= 0.003
    assert abs(gain.mean - Fraction(23, 311) * war) < 4 * gain.mean.error
    assert gain.wrong == gain.counted == sum(one > 0 for one in gain.gains)
    assert {round(one, 9) for one in gain.gains} == {0.0, round(float(war), 9)}
    monkeypatch.setattr(simulated_rounds, "_RUNS_OF_A_QUESTION", 1)
    nothing = BestPlayGain(bets, Budget(), 0.003).play()
    assert (nothing.counted, nothing.hopeless) == (0, ["surrender or go to war"])
    assert not nothing.mean


def test_text_that_depends_on_an_unseen_card_is_no_other_question(monkeypatch: pytest.MonkeyPatch) -> None:
    game = casino_war(monkeypatch)

    def telling(rules: Any, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
        burned = pack.draw("burned")
        yield Announced("say", "red" if burned.is_red else "black")
        return (yield from game.play(rules, pack, wagers, board))

    told = replace(game, play=telling, bot=lambda rules, seen, offer, seat: "surrender")
    gain = BestPlayGain(Bets(told, told.rules()), Budget(), 0.003).play()
    war = advise(game, game.rules(), situation(dealt="8h 8s")).options["war"] - Fraction(-1, 2)
    assert gain.counted
    assert {round(one, 9) for one in gain.gains} == {0.0, round(float(war), 9)}


def test_simulated_odds_say_what_best_play_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    simulate_only(monkeypatch, 4000)
    game = casino_war(monkeypatch)
    game = replace(game, bot=lambda rules, seen, offer, seat: "surrender")
    exact = script_odds.analyse(game, game.rules()).played
    found = script_odds.analyse(game, game.rules(), Budget(runs=1))
    (note,) = (one for one in found.assumptions if one.startswith("At best play"))
    edge, error = re.findall(r"house edge of ante is ([\d.]+)% ± ([\d.]+)%, simulated", note)[0]
    assert exact
    assert abs(float(edge) / 100 - float(exact.house_edge)) < 4 * float(error) / 100
    assert "the bot's answer was not the best one at " in note


def test_side_bet_is_enumerated_within_the_callers_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave time for the simulation of the main bet too: half of the rest is for side bets."""
    times = iter([0.0, 60.0, 60.0])
    monkeypatch.setattr(paths_module, "process_time", lambda: next(times))
    budget = Budget(seconds=80.0, task="counting ante")
    rest = budget.rest()
    assert rest.seconds == pytest.approx((80 - 60) / 2 / 0.75)
    monkeypatch.undo()
    game = casino_war(monkeypatch)
    bets = Bets(game, game.rules())
    ends_of = {
        seconds: ends_if_unaffected(
            game, game.rules(), {ONE: bets.stakes(bets.before)}, {"tie"}, Budget(seconds=seconds)
        )
        for seconds in (0.0, 60.0)
    }
    assert ends_of[0.0] is None
    assert ends_of[60.0] is not None


@pytest.mark.parametrize(
    ("times", "amounts"),
    [(0, r"\$500 was bet, and \$0 was settled"), (2, r"\$500 was bet, and \$1,000 was settled")],
)
@pytest.mark.parametrize("runs", [20_000, 1])
def test_rare_line_that_is_not_settled_once_has_no_odds(
    times: int, amounts: str, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settle one line in 180 rounds twice, or not at all: every path is checked, and so is every simulated round."""
    simulate_only(monkeypatch, 4000)
    game = casino_war(monkeypatch)

    def play(rules: Any, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
        script, reply = game.play(rules, pack, wagers, board), None
        try:
            while True:
                step = script.send(reply)  # type: ignore[arg-type]
                is_rare = isinstance(step, Settled) and step.line == "war tied"
                for _ in range(times if is_rare else 1):
                    reply = yield step
        except StopIteration as ended:
            return ended.value  # type: ignore[no-any-return]

    with pytest.raises(Refused, match=f"^ante of seat 1: {amounts} or returned: the script must settle every stake"):
        script_odds.analyse(replace(game, play=play), game.rules(), Budget(runs=runs))
