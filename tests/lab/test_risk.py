"""`pitboss risk` and `pitboss.lab.risk`: the figures of all games, independent checks, and refusals."""

from __future__ import annotations

import json
from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest

from pitboss.cli import run
from pitboss.compute.streams import stream
from pitboss.games import GAMES
from pitboss.games.flip_it.count.round_law import nets_of
from pitboss.games.flip_it.deal.rules import Rules
from pitboss.games.odds import analysis_of
from pitboss.lab.risk import risk
from pitboss.lab.risk.risk_charts import all_charts
from pitboss.lab.risk.round_distribution import all_stakes, law_of
from pitboss.play.refused import Refused
from pitboss.simulation.plan import Plan, simulator
from pitboss.simulation.run import run as simulate
from pitboss.simulation.tally import Tally

FIELDS = ("ahead", "quantiles", "mean", "sd", "ruin_within", "ruin_ever", "n0")


@pytest.mark.parametrize("game", ["flop22", "flip-it", "beat-the-dealer", "free-bet", "blackjack"])
def test_every_game_has_an_answer(game: str) -> None:
    found = risk(game, rounds=280, bankroll=60, goal=120)
    data = found.as_data()
    assert all(data[name] is not None for name in FIELDS)
    played = analysis_of(GAMES[game], GAMES[game].rules()).played
    assert played is not None
    assert found.session.mean == pytest.approx(280 * float(played.ev))
    assert found.session.ahead == pytest.approx(found.normal.ahead, abs=0.05)
    assert found.house.edge == pytest.approx(float(played.house_edge))
    assert list(found.session.quantiles.values()) == sorted(found.session.quantiles.values())
    assert "0.05" in found.session.quantiles
    assert found.session.ruin_ever == 1.0
    assert found.session.error < 1e-10


def test_simulated_sessions_of_flop22_agree() -> None:
    """Simulate four thousand sessions of 60 games with the game's own kernel."""
    rounds, sessions = 60, 4000
    exact = risk("flop22", rounds=rounds, stakes={"ante-1": 1, "ante-2": 1, "ante-3": 1})
    made = simulator(Plan("flop22", rounds, 7, stakes=exact.stakes))
    nets: dict[int, float] = {}
    ends = np.zeros(sessions)
    for session in range(sessions):
        counts = np.zeros(made.cells, np.int64)
        made.chunk(stream(7, "flop22", session), rounds, counts)
        for cell in counts.nonzero()[0].tolist():
            if cell not in nets:
                nets[cell] = float(sum(each.net for each in made.settle(cell).values()))
            ends[session] += counts[cell] * nets[cell]
    share = exact.session.ahead
    assert abs((ends > 0).mean() - share) < 4 * (share * (1 - share) / sessions) ** 0.5
    assert abs(ends.mean() - exact.session.mean) < 4 * exact.session.sd / sessions**0.5


def test_even_money_game_matches_the_closed_form() -> None:
    found = risk("flip-it", stakes={"red": 1}, rounds=50, bankroll=20, goal=40)
    ratio = Fraction(232, 208)  # 24 jokers and 208 black cards lose
    reached = (ratio**20 - 1) / (ratio**40 - 1)
    assert found.session.goal_first == pytest.approx(float(reached), rel=1e-9)
    assert found.n0 == pytest.approx(335.1111, abs=1e-3)


def test_player_stops_when_the_initial_bet_is_not_affordable() -> None:
    stakes = {"red": 3}
    for bankroll, ruined in ((2, 1.0), (3, 232 / 440), (5, 232 / 440), (6, 0.0)):
        assert risk("flip-it", stakes=stakes, rounds=1, bankroll=bankroll).session.ruin_within == pytest.approx(ruined)


def test_flip_it_single_bets_match_the_odds() -> None:
    rules = Rules()
    odds = analysis_of(GAMES["flip-it"], rules)
    for bet in ("red", "odd", "low", "call-7"):
        nets = dict(nets_of(rules, {bet: 1}))
        single = odds.bet(bet)
        assert sum(net * chance for net, chance in nets.items()) == single.ev
        assert sum(chance for net, chance in nets.items() if net > 0) == single.hit
    bonus = odds.bet("bonus")
    how_often = odds.chart("bonus").as_data()["any of these"]["how often"]
    alone = sum((net * chance for net, chance in nets_of(rules, {"bonus": 1})), Fraction(0))
    assert float(alone) == pytest.approx(float(bonus.ev) * float(str(how_often)), rel=1e-12)


def test_flip_it_combined_bets_match_simulation() -> None:
    game = GAMES["flip-it"]
    stakes = all_stakes(game.bets(game.rules()), {"red": 1, "call-Q": 1, "bonus": 2})
    law = law_of(game, game.rules(), stakes)
    seen = simulate(Plan("flip-it", 1 << 18, 5, stakes=stakes)).figures()["played"]
    assert abs(seen.mean - law.mean) < 4 * seen.se
    assert seen.sd == pytest.approx(law.sd, rel=0.02)


def test_stakes_include_the_bets_they_need() -> None:
    bets = [bet for bet in GAMES["free-bet"].bets(GAMES["free-bet"].rules()) if not bet.in_play]
    assert all_stakes(bets, {"pot-of-gold": 2}) == {"main": 1, "pot-of-gold": 2, "push-22": 0, "toke": 0}
    three = [bet for bet in GAMES["roll-your-own"].bets(GAMES["roll-your-own"].rules()) if not bet.in_play]
    assert set(all_stakes(three, {"bonus": 2}).values()) == {2}
    with pytest.raises(Refused, match="pot-of-gold") as fault:
        all_stakes(bets, {"pot-of-god": 1})
    assert fault.value.code == "no-such-bet"


@pytest.mark.parametrize(
    ("game", "main", "bet"),
    [("free-bet", "main", "push-22"), ("beat-the-dealer", "ante", "five-card"), ("roll-your-own", "two-card", "bonus")],
)
def test_bet_alone_has_the_figures_of_the_odds(game: str, main: str, bet: str) -> None:
    """No table deals a side bet without its main bet, but its distribution is known."""
    found, odds = (
        risk(game, stakes={main: 0, bet: 2}, rounds=100),
        analysis_of(GAMES[game], GAMES[game].rules()).bet(bet),
    )
    assert (found.found, found.stakes, found.initial_bet) == ("exact", {bet: 2}, 2)
    assert found.round_mean == pytest.approx(2 * float(odds.ev), rel=1e-12)
    assert found.round_sd == pytest.approx(2 * odds.sd, rel=1e-12)
    assert f"alone: the rules deal it only together with {main}" in found.how
    with pytest.raises(Refused) as fault:
        risk(game, stakes={main: 0, f"{bet}x": 1})
    assert fault.value.code == "no-such-bet"


def test_toke_alone_is_refused() -> None:
    with pytest.raises(Refused, match="toke") as fault:
        risk("free-bet", stakes={"main": 0, "toke": 1})
    assert fault.value.code == "bet-needs"


def test_simulated_figures_are_labelled() -> None:
    found = risk("free-bet", stakes={"pot-of-gold": 1}, rounds=100)
    assert "simulated rounds" in found.how
    assert 0 < found.round_error < 0.01


@pytest.mark.parametrize(("game", "stakes"), [("free-bet", {"main": 2}), ("roll-your-own", {"bonus": 2})])
def test_main_bets_scale_exactly(game: str, stakes: dict[str, int]) -> None:
    """Compare two units on each compulsory bet with twice the game of `pitboss odds`, without simulation."""
    double, played = risk(game, stakes=stakes, bankroll=200), risk(game, bankroll=100)
    assert double.round_error == 0
    assert double.found == "computed"  # the nets of rounds with three hands from splits have errors
    assert double.uncertainty == played.uncertainty
    assert double.initial_bet == 2 * played.initial_bet
    assert double.n0 == pytest.approx(played.n0, rel=1e-12)
    for figure in ("ahead", "ruin_within"):
        assert getattr(double.session, figure) == pytest.approx(getattr(played.session, figure), abs=1e-9)
    assert double.session.quantiles == {share: 2 * net for share, net in played.session.quantiles.items()}


@pytest.mark.parametrize("game", ["free-bet", "roll-your-own", "blackjack"])
def test_round_has_the_exact_mean_and_deviation_of_the_odds(game: str) -> None:
    """Check that the exact figures are used and that the distribution agrees with them."""
    played, found = analysis_of(GAMES[game], GAMES[game].rules()).played, risk(game)
    assert played is not None
    assert (found.round_mean, found.round_sd) == (float(played.ev), played.sd)
    assert played.spread.sd == pytest.approx(played.sd, rel=1e-6)


@pytest.mark.parametrize("game", ["free-bet", "roll-your-own", "blackjack"])
def test_errors_of_a_round_are_carried_into_the_session(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Two distributions that differ by u in any probability differ by at most m * u over m rounds."""
    played = analysis_of(GAMES[game], GAMES[game].rules()).played
    assert played is not None
    uncertainty = sum(played.errors) / 2
    assert 0 < uncertainty < 0.01
    assert run(["risk", game, "--rounds", "100"]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert f"total {2 * uncertainty:.1e}: over 100 rounds, they move a probability by at most" in output
    assert f"{100 * uncertainty:.1e}" in output
    assert "the player computed normal" in output


def test_ctrl_c_stops_a_simulated_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(plan: Plan) -> Tally:
        return Tally(plan, 0, {}, 0.0, "by hand")

    monkeypatch.setattr("pitboss.simulation.run.run", stopped)
    assert run(["risk", "free-bet", "--set-bet", "push-22=1"]) == 130


def test_simulated_distribution_is_not_called_exact(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["risk", "free-bet", "--set-bet", "push-22=1", "--rounds", "100", "--unit", "25"]) == 0
    output = capsys.readouterr().out
    assert "the player                             simulated        normal" in output
    assert "exact" not in output


def test_percentile_of_the_house_result_of_a_month() -> None:
    found = risk("flip-it", stakes={"red": 1}, month=10_000, actual=(545, 10_000), accepted=100)
    month = found.house.month
    assert month is not None
    assert month.hold == 0.0545
    assert 0.4 < month.percentile < 0.6
    assert month.is_usual
    assert found.house.largest_limit is None  # even the worst month in 20 wins
    short = risk("flip-it", stakes={"red": 1}, month=100, accepted=100, actual=(60, 100))
    assert short.house.one_in_20 < 0
    assert short.house.largest_limit == pytest.approx(100 / -short.house.one_in_20)
    assert short.house.month is not None
    assert not short.house.month.is_usual


def test_house_is_sure_to_be_ahead_after_the_stated_rounds() -> None:
    found = risk("flip-it", stakes={"red": 1})
    after = int(found.house.sure_after)
    assert abs(after - 907) < 30
    assert risk("flip-it", stakes={"red": 1}, rounds=after).session.ahead < 0.05


def test_charts_are_titled_svgs() -> None:
    found = risk("flip-it", stakes={"red": 1}, month=1000, actual=(50, 1000))
    charts = all_charts(found)
    assert list(charts) == ["fan", "session", "ruin", "hold"]
    for svg in charts.values():
        root = ElementTree.fromstring(svg)
        assert root.findtext("{http://www.w3.org/2000/svg}title", "").startswith("flip-it")
    assert charts["fan"].count('stroke-width="1"') == 10
    assert found._repr_html_().count("<svg") == 4


def test_command_prints_the_fields(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["risk", "flop22", "--rounds", "1e4", "--bankroll", "500", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert all(name in data for name in FIELDS)
    assert data["quantiles"].keys() == {"0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99"}
    assert data == json.loads(risk("flop22", rounds=10_000, bankroll=500).to_json())


def test_command_prints_a_report(capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("charts")
    words = ["risk", "flip-it", "--set-bet", "red=1", "--goal", "$5000", "--unit", "25", "--actual", "$9000/$10000"]
    assert run([*words, "--bankroll", "100", "--svg", str(folder)]) == 0
    output = capsys.readouterr().out
    for phrase in ("ahead at the end", "ruin within", "200 reached before ruin", "OUTSIDE", "ruin by bankroll"):
        assert phrase in output
    assert sorted(path.name for path in folder.iterdir()) == [
        f"flip-it-{name}.svg" for name in ("fan", "hold", "ruin", "session")
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bankroll", "many"], "--bankroll takes an amount"),
        (["--bankroll", "0"], "more than 0"),
        (["--goal", "50"], "more than the bankroll"),
        (["--goal", "$50"], "needs --unit"),
        (["--actual", "12"], "--actual takes won/bet"),
        (["--actual", "12/0"], "the amount bet must be more than 0"),
        (["--rounds", "1e9"], "not a number of rounds: write 1 to 2,000,000"),
        (["--rounds", "0"], "not a number of rounds: write 1 to 2,000,000"),
        (["--limit", "0"], "must be more than 0"),
        (["--limit", "-5"], "must be more than 0"),
        (["--bankroll", "1000000000"], "an amount below a billion"),
        (["--set-bet", "rot=1"], "unknown bet 'rot'"),
        (["--goal", "100000000"], "the goal may be"),
        (["--unit", "0"], "more than $0"),
    ],
)
def test_invalid_arguments_are_refused_with_a_message(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["risk", "flip-it", *words]) == 2
    assert sentence in capsys.readouterr().err
