"""The public library: `import pitboss as pb`."""

from __future__ import annotations

import json
import pydoc
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

import matplotlib as mpl
import pytest

import pitboss as pb
from helpers.at_the_terminal import command
from pitboss.documents.report import report
from pitboss.games import GAMES
from pitboss.lab.display import ResultView

every_game = pytest.mark.parametrize("game", list(GAMES))
SITUATIONS: dict[str, dict[str, str]] = {
    "flop22": {"card": "As"},
    "flip-it": {"board": "As Kd 7h 7c"},
    "beat-the-dealer": {"hole": "2c 7d"},
    "roll-your-own": {"cards": "As Kd 8h", "dealer": "6c"},
    "free-bet": {"hand": "8s 8h", "dealer": "6c"},
    "blackjack": {"hand": "Ts 6h", "dealer": "Tc"},
}


def test_imports_are_lazy() -> None:
    """Importing takes less than 0.1 s of CPU and loads no submodule."""
    program = (
        "import sys, time; t = time.process_time(); import pitboss; t = time.process_time() - t;"
        "print(t < 0.1, sorted(name for name in sys.modules if name.startswith('pitboss.')),"
        " [name for name in ('numba', 'numpy', 'pandas', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "True [] []"


def test_every_name_exists_and_has_a_documented_example() -> None:
    for name in pb.__all__:
        called = report if name == "report" else getattr(pb, name)
        assert called.__doc__
        assert name == "Refused" or ">>> " in called.__doc__, f"{name} has no example"
    help_text = pydoc.plain(pydoc.render_doc(pb))
    for name in set(pb.__all__) - {"games", "report", "Refused"}:
        assert f"pb.{name}(" in help_text
        assert f"\n    {name}(" in help_text
    with pytest.raises(AttributeError, match="has no attribute 'craps'"):
        pb.craps  # noqa: B018


def test_games_lists_all_games() -> None:
    assert list(pb.games()) == list(GAMES)
    assert "Free Bet Blackjack" in pb.games()._repr_html_()  # type: ignore[attr-defined]
    assert repr(pb.games()).startswith("<games: flop22, ")


def test_reprs_are_short() -> None:
    dealt = pb.deal("flop22", seed=3)
    assert repr(dealt.record) == "<record of flop22: seat 1, 1 answered>"
    assert pb.replay(str(dealt.record)).events == dealt.events
    assert repr(pb.games()["flop22"]).startswith("<flop22: One card plays three flops")
    assert repr(pb.compare("flip-it", pb.rules("flip-it", call_it_pays=10))).startswith("<flip-it, what differs: 1 opt")


def test_rounds_accept_scientific_notation() -> None:
    for rounds in (1e3, "1e3"):
        assert repr(pb.simulate("flip-it", rounds, seed=7)) == repr(pb.simulate("flip-it", 1000, seed=7))
    assert pb.risk("flip-it", rounds=1e3).to_json() == pb.risk("flip-it", rounds=1000).to_json()
    for bad in (0.5, float("inf")):
        with pytest.raises(pb.Refused, match="whole number from 1"):
            pb.simulate("flip-it", bad)


@every_game
def test_odds_match_the_command(game: str) -> None:
    found = pb.odds(game)
    assert found.to_json() == command("odds", game, "--json").out.strip()
    shown = found._repr_html_()
    assert shown.count("<svg") == 1
    assert shown.count("<table>") == 1 + len(found.strategy)
    assert len(repr(found)) < 200
    frame = found.to_frame()
    assert list(frame.bet) == [bet.name for bet in found.bets]
    assert found.played
    parts: list[ResultView] = [*found.bets, *found.strategy, found.played]
    for part in parts:
        assert len(part.to_frame()) == len(part.tables()[0].rows)
        assert "<td" in part._repr_html_()
        assert len(repr(part)) < 160


def test_exact_figures_stay_exact() -> None:
    assert pb.odds("flop22").bets["field"].house_edge == Fraction(1, 13)
    with pytest.raises(KeyError, match="there is no 'fields'"):
        pb.odds("flop22").bets["fields"]


@every_game
def test_advice_matches_the_command(game: str) -> None:
    found = pb.advise(game, **SITUATIONS[game])
    words = [word for name, value in SITUATIONS[game].items() for word in (f"--{name}", value)]
    assert found.to_json() == command("advise", game, *words, "--json").out.strip()
    assert list(found.to_frame().option) == list(found.options)
    assert repr(found).startswith(f"<best {found.best}: ")


@every_game
def test_round_is_dealt_and_replayed(game: str) -> None:
    dealt = pb.deal(game, seed=7, seats=2, play="best")
    assert dealt.pending is None
    assert dealt.bank == -sum(won for bets in dealt.net.values() for won in bets.values())
    for record in (dealt.record, dealt.record.as_data(), dealt.record.as_json()):
        replayed = pb.replay(record)
        assert replayed.to_json() == dealt.to_json()
        assert replayed.events == dealt.events
    assert pb.deal(game, seed=7, seats=2, play="best").events == dealt.events
    assert "<td" in dealt._repr_html_()


def test_replay_matches_the_command(tmp_path: Any) -> None:
    dealt = pb.deal("free-bet", seed=3, wagers={1: {"main": "$10"}, 2: {"main": 500}})
    path = tmp_path / "one.jsonl"
    path.write_text(dealt.record.as_json() + "\n", encoding="utf-8")
    assert command("replay", str(path), "--json").out.strip() == dealt.to_json()


def test_replay_accepts_a_dealt_round() -> None:
    dealt = pb.deal("free-bet", seed=1)
    assert pb.replay(dealt).events == dealt.events


def test_dealt_round_prints_as_a_transcript() -> None:
    dealt = pb.replay("game flop22\npack Ah As ...\nwagers 1: ante-1 $10\nanswers 1=both")
    lines = str(dealt).splitlines()
    assert lines[0] == "Seat 1 bets $10 on Ante, hand 1."
    assert lines[-1] == "Result: seat 1 +$400; the house −$400."


def test_wagers_are_text_decimal_dollars_or_whole_cents() -> None:
    ways: tuple[Any, ...] = ("$10", Decimal(10), Decimal("10.00"), 1000)
    assert len({pb.deal("flop22", seed=4, wagers={1: {"ante-1": amount}}).bank for amount in ways}) == 1
    for wrong in (10.0, True, Decimal("10.001"), Decimal("NaN")):
        with pytest.raises(pb.Refused) as refused:
            pb.deal("flop22", wagers={1: {"ante-1": cast("Any", wrong)}})
        assert refused.value.code == "not-an-amount"


def test_odds_take_options_as_rules_do() -> None:
    assert pb.odds("flip-it", jokers=0).to_json() == pb.odds(pb.rules("flip-it", jokers=0)).to_json()


def test_dir_lists_only_the_api() -> None:
    assert set(dir(pb)) == {*pb.__all__, "__version__"}


def test_swept_numbers_are_numbers_in_pandas_and_polars() -> None:
    found = pb.sweep("flip-it", jokers=[0, 2, 16], workers=1)
    assert found.to_frame().sort_values("jokers")["jokers"].tolist() == [0, 2, 16]
    assert found.to_polars()["jokers"].to_list() == [0, 2, 16]
    assert found.to_polars().columns == found.to_frame().columns.tolist()


def test_column_without_any_figure_is_numeric() -> None:
    """No round of flip~it has a defined share of wins."""
    swept = pb.sweep("flip-it", jokers=[0, 8])
    assert str(swept.to_frame()["played hit"].dtype) == "float64"
    assert str(swept.to_polars().schema["played hit"]) == "Float64"


def test_plots_overlay_save_and_draw_with_matplotlib(tmp_path: Any) -> None:
    two = [pb.sweep("flip-it", jokers="0..24..8", call_it_pays=[pays], workers=1) for pays in ("11:1", "12:1")]
    both = two[0].plot(bets=["call-2"]) + two[1].plot(bets=["call-2"])
    chart = both.label("11 to 1", "12 to 1")
    chart.save(str(tmp_path / "edges.svg"))
    picture = (tmp_path / "edges.svg").read_text(encoding="utf-8")
    assert all(name in picture for name in ("11 to 1", "12 to 1"))
    mpl.use("Agg")
    axes = chart.matplotlib()
    assert [line.get_label() for line in axes.get_lines()] == ["11 to 1", "12 to 1"]
    assert list(axes.get_lines()[1].get_ydata()) == [y for _, y in chart.series[1].points]
    with pytest.raises(pb.Refused):
        chart.save(str(tmp_path / "edges.png"))


@pytest.mark.parametrize(
    "result",
    [
        lambda: pb.odds("flop22"),
        lambda: pb.simulate("flip-it", 1000),
        lambda: pb.risk("flip-it", rounds=100),
        lambda: pb.tune("flip-it", "call", edge="1%..30%"),
    ],
)
def test_results_can_be_plotted(result: Any) -> None:
    chart = result().plot()
    assert chart.svg().startswith("<svg")
    assert all(one.points for one in chart.series)


def test_result_without_a_chart_is_refused() -> None:
    with pytest.raises(pb.Refused) as refused:
        pb.advise("flop22", card="As").plot()
    assert refused.value.code == "no-chart"


def test_function_can_play() -> None:
    asked = []

    def stand(seen: object, offer: Any, seat: int) -> str:
        asked.append(seat)
        return str(offer.options[seat][0].name)

    dealt = pb.deal("free-bet", seed=1, wagers={1: {"main": 1000}}, play=stand)
    assert asked
    assert dealt.pending is None


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: pb.rules("poker"), "unknown game 'poker'"),
        (lambda: pb.rules("free-bet", decks=99), "decks: must be a whole number from 1 to 16"),
        (lambda: pb.deal("flop22", play="well"), "seats play 'plain', 'best', 'by hand' or by a function"),
        (lambda: pb.deal("flop22", wagers={1: {"ante-1": "ten"}}), "in ante-1, 'ten' is not an amount"),
        (lambda: pb.deal("flop22", wagers=cast("Any", {"ante-1": "$10"})), "wagers are bets by seat"),
        (lambda: pb.deal("flop22", wagers=cast("Any", "$10")), "wagers are bets by seat"),
        (
            lambda: pb.deal("flop22", wagers=cast("Any", {"1": {"ante-1": "$10"}})),
            "seats are numbers, as in 1",
        ),
        (lambda: pb.sweep("free-bet", decks="a..b"), "'a..b' is not a range: write two numbers"),
        (lambda: pb.odds("flop22").plot().save("/no-such-folder/odds.svg"), "cannot be written"),
        (lambda: pb.odds("flop22").plot() + pb.sweep("flip-it", jokers="0..1").plot(), "have different axes"),
        (lambda: pb.odds(cast("str", 5)), "5 is neither a game's name nor rules"),
        (lambda: pb.deal("flop22", wagers={}), "nobody has bet"),
        (lambda: pb.advise("flop22"), "card is missing"),
        (lambda: pb.advise("flop22", cards="As"), "unknown situation cards"),
        (lambda: pb.replay("{}"), "unknown game"),
        (lambda: pb.compare("flop22", "flip-it"), "cannot be compared"),
        (lambda: pb.sweep("flop22"), "name what to vary"),
        (lambda: pb.deal("flop22", seats=99), "Flop 22 has 1 to 6 seats, not 99"),
        (lambda: pb.deal("flop22", seats=cast("int", "x")), "Flop 22 has 1 to 6 seats, not 'x'"),
        (lambda: pb.replay(cast("str", 5)), "5 is not a record"),
        (lambda: pb.risk("flop22", stakes=cast("dict[str, int]", ["ante-1"])), "stakes are units by bet"),
        (lambda: pb.risk("flop22", actual=cast("Any", 5)), "the amount won and the amount bet"),
        (lambda: pb.risk("flop22", seed=-1), "seed must be a whole number from 0 up"),
        (lambda: pb.simulate("flop22", "lots"), "'lots' is not a number of rounds: write 1000000"),
        (lambda: pb.simulate("flop22", 100, workers=0), "workers must be a whole number from 1"),
        (lambda: pb.tune("flop22", "played", edge="2%..3%", joint=cast("float", "x")), "the stake is in main bets"),
    ],
)
def test_invalid_arguments_are_refused_with_a_message(ask: Any, words: str) -> None:
    with pytest.raises(pb.Refused) as refused:
        ask()
    assert words in refused.value.reason


def test_simulate_matches_the_command() -> None:
    found = pb.simulate(pb.rules("flip-it", call_it_pays=10), 5000, seed=3)
    printed = json.loads(
        command("simulate", "flip-it", "--rounds", "5000", "--seed", "3", "--set", "call_it_pays=10", "--json").out
    )
    mine = json.loads(found.to_json())
    for timed in ("seconds", "rounds_per_second"):
        del printed[timed], mine[timed]
    assert mine == printed
    assert found.tables()[0].rows[0][0] == "red"
    assert "5,000 rounds" in repr(found)
