"""The command and the library call: arguments are checked before any round, and results are reported."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitboss
from helpers.at_the_terminal import command
from pitboss import cli
from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.simulation import run as running
from pitboss.simulation.number_reading import read_rounds, read_stakes
from pitboss.simulation.plan import CHUNK, Plan, simulation_of, work
from pitboss.simulation.run import BY_HAND, ClusterFailed, run
from pitboss.simulation.tally import PLAYED, Tally
from pitboss.solving.answers.simulator import Counts

KEYS = ["mean", "se", "sd", "exact", "z", "distribution"]


def simulate(*args: str) -> Any:
    """Return the JSON output of the command after a few rounds."""
    return json.loads(command("simulate", *args, "--rounds", "2000", "--json").out)


def refusal(*args: str) -> str:
    """Return the error message of the command."""
    done = command("simulate", *args)
    assert (done.code, done.out) == (2, "")
    return done.err


@pytest.mark.parametrize(("text", "rounds"), [("1", 1), ("1e9", 10**9), ("1.5e3", 1500), ("1_000,000", 10**6)])
def test_rounds_are_parsed_in_common_notations(text: str, rounds: int) -> None:
    assert read_rounds(text) == rounds


@pytest.mark.parametrize("text", ["0", "-5", "1e30", "1e16", "abc", "1.5", "1e-3", "", "٣", "nan", "inf", "0x10"])
def test_invalid_number_of_rounds_is_refused(text: str) -> None:
    with pytest.raises(Refused) as fault:
        read_rounds(text)
    assert fault.value.code == "no-rounds"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("flop22", "--players", "99"), "1 to 6 players, not 99"),
        (("flop22", "--players", "0"), "1 to 6 players, not 0"),
        (("flop22", "--set-bet", "feild=1"), "unknown bet 'feild' before the deal: did you mean 'field'?"),
        (("flop22", "--set-bet", "double-1=1"), "before the deal"),
        (("flop22", "--set-bet", "field=-1"), "write name=units"),
        (("flop22", "--set-bet", "field=1.5"), "write name=units"),
        (("flop22", "--set-bet", "field"), "write name=units"),
        (("flop22", "--set-bet", "ante-1=0"), "ante-2 cannot be bet without ante-1"),
        (("flop22", "--set-bet", "ante-2=0"), "ante-3 cannot be bet without ante-2"),
        (("flop22", "--set-bet", "field=2000"), "2000 units are more"),
        (("flop22", "--set", "equal_antes=true", "--set-bet", "ante-2=2"), "must equal those on ante-1"),
        (("free-bet", "--set-bet", "main=0"), "every hand needs a blackjack wager"),
        (("flop22", "--shoe"), "there is no shoe"),
        (("flop22", "--strategy", "wild"), "or by a strategy file"),
        (("flop22", "--dask", ""), "no Dask scheduler answers at ''"),
    ],
)
def test_invalid_arguments_are_refused_before_any_round(args: tuple[str, ...], words: str) -> None:
    assert words in refusal(*args)


def test_no_bets_are_refused() -> None:
    names = [bet.name for bet in bets_before_the_deal("flip-it")]
    assert "there is no bet" in refusal("flip-it", *(part for name in names for part in ("--set-bet", f"{name}=0")))


def bets_before_the_deal(game: str) -> Iterator[Any]:
    found = GAMES[game]
    yield from (bet for bet in found.bets(found.rules()) if not bet.in_play)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"field = 1.5", "'field=1.5' is not a bet"),
        (b"field = true", "'field=True' is not a bet"),
        (b"[field]\na = 1", "is not a bet"),
        (b"field = 1\nfield = 2", "this is not TOML"),
        (b"\xff\x00", "is not UTF-8 text, as a file of bets must be"),
        (b"#" * 2_000_000, "is too long for a file of bets"),
    ],
)
def test_invalid_bets_file_is_refused_with_its_name(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "bets.toml"
    path.write_bytes(content)
    with pytest.raises(Refused) as refused:
        read_stakes(str(path))
    assert words in refused.value.reason
    assert str(path) in refused.value.reason


def test_bets_from_the_command_override_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bets.toml"
    path.write_bytes(b"\xef\xbb\xbffield = 0\nante-3 = 2\n")
    found = simulate("flop22", "--bets", str(path), "--set-bet", "ante-3=5", "--strategy", "never-extra")
    assert "field" not in found["bets"]
    by_bet = [sum(net * count for net, count in bet["distribution"]) for bet in found["bets"].values()]
    played = sum(net * count for net, count in found["played"]["distribution"])
    assert played == by_bet[0] + by_bet[1] + 5 * by_bet[2]
    for missing in (tmp_path, tmp_path / "none.toml"):
        with pytest.raises(Refused) as fault:
            read_stakes(str(missing))
        assert fault.value.code == "no-file"


@pytest.mark.parametrize("game", ["flop22", "free-bet"])
def test_json_has_the_documented_fields(game: str) -> None:
    found = simulate(game, "--seed", "4", "--players", "2")
    head = ["game", "rules", "strategy", "seed", "rounds", "seconds", "rounds_per_second", "bets", "played"]
    assert [key for key in found if key in head] == head
    assert (found["game"], found["rounds"], found["asked"], found["stopped"]) == (game, 2000, 2000, "")
    for figures in (*found["bets"].values(), found["played"]):
        assert [key for key in figures if key in KEYS] == KEYS
        if figures["z"] is not None:
            assert figures["z"] == pytest.approx((figures["mean"] - figures["exact"]) / figures["se"])
        times = sum(count for _, count in figures["distribution"])
        assert figures["hit"] == sum(count for net, count in figures["distribution"] if net > 0) / times
        assert figures["push"] == sum(count for net, count in figures["distribution"] if net == 0) / times
        assert figures["se"] == pytest.approx(figures["sd"] / figures["rounds"] ** 0.5)


def test_played_sums_the_exact_figures_without_the_toke() -> None:
    found = simulate("free-bet", "--set-bet", "push-22=3", "--set-bet", "toke=2")
    bets, played = found["bets"], found["played"]
    exact = bets["main"]["exact"] + bets["pot-of-gold"]["exact"] + 3 * bets["push-22"]["exact"]
    mean = bets["main"]["mean"] + bets["pot-of-gold"]["mean"] + 3 * bets["push-22"]["mean"]
    assert (played["exact"], played["mean"]) == (pytest.approx(exact), pytest.approx(mean))
    assert "toke" in bets
    assert simulate("flip-it")["played"]["exact"] is None  # the bonus is not bet every round


@pytest.mark.parametrize(
    ("game", "needed", "bet"), [("beat-the-dealer", "ante", "five-card"), ("flop22", "ante-1", "field")]
)
def test_side_bet_alone_is_counted_in_rounds_dealt_with_the_bet_it_requires(game: str, needed: str, bet: str) -> None:
    alone = simulate(game, "--set-bet", f"{needed}=0", "--set-bet", f"{bet}=3")
    only = dict.fromkeys((each.name for each in bets_before_the_deal(game)), 0) | {needed: 1, bet: 3}
    dealt = simulate(game, *(part for name, units in only.items() for part in ("--set-bet", f"{name}={units}")))
    assert (list(alone["bets"]), alone["played"]) == ([bet], None)
    assert alone["bets"][bet] == dealt["bets"][bet]
    said = command("simulate", game, "--rounds", "100", "--set-bet", f"{needed}=0", "--set-bet", f"{bet}=3").out
    assert f"Only {bet}, a theoretical case" in said
    assert f"1 on {needed} too" in " ".join(said.split())
    assert "played" not in said


def test_bet_alone_of_an_equal_pair_gets_the_units_it_must_equal() -> None:
    found = pitboss.simulate(pitboss.rules("flop22", equal_antes=True), 500, stakes={"ante-1": 0, "ante-2": 2})
    assert (list(found.bets), dict(found.plan.stakes)) == (
        ["ante-2"],
        {"ante-1": 2, "ante-2": 2, "ante-3": 0, "field": 0},
    )
    assert found.plot().title.startswith("flop22, ante-2")


def test_text_lists_every_result_without_trailing_spaces() -> None:
    shown = command("simulate", "free-bet", "--rounds", "2000", "--strategy", "basic").out
    assert all(line == line.rstrip() for line in shown.splitlines())
    assert "push-22     2,000 rounds: -1:" in shown
    assert shown.index("\nplayed ") > shown.index("\npush-22 ")


@pytest.mark.parametrize("game", ["flop22", "flip-it", "beat-the-dealer", "roll-your-own", "free-bet"])
def test_each_strategy_is_described_in_a_sentence(game: str) -> None:
    verbs = ("bets", "doubles", "folds", "never", "plays", "sets", "takes")
    for sentence in simulation_of(game).STRATEGIES.values():
        assert sentence.startswith(verbs), sentence


def test_unwritable_file_is_refused_before_any_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.terminal.analysis.show_simulation.run", None)
    for path in (tmp_path, tmp_path / "none" / "out.parquet"):
        assert "cannot be written" in refusal("flop22", "--out", str(path))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "pip install 'pitboss[frames]'" in refusal("flop22", "--out", str(tmp_path / "out.parquet"))
    assert list(tmp_path.iterdir()) == []


def test_file_is_written_even_if_the_output_pipe_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pandas

    def close_pipe(*args: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("pitboss.terminal.analysis.show_simulation.show", close_pipe)
    path = tmp_path / "out.parquet"
    with pytest.raises(BrokenPipeError):
        cli.run_command(["simulate", "flop22", "--rounds", "500", "--out", str(path)])
    frame = pandas.read_parquet(path)
    assert frame[frame.bet == "field"]["count"].sum() == 500


def some_chunks(plan: Plan, error: BaseException) -> Iterator[Counts]:
    """Yield two chunks, then raise the error."""
    yield work(plan, 0)
    yield work(plan, 1)
    raise error


@pytest.mark.parametrize(("error", "stopped"), [(KeyboardInterrupt(), BY_HAND), (ClusterFailed("gone"), "gone")])
def test_finished_chunks_count_after_a_stop(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, stopped: str
) -> None:
    monkeypatch.setattr(running, "_here", lambda plan, workers: some_chunks(plan, error))
    plan = Plan("flop22", 10 * CHUNK, 1, players=2)
    tally = run(plan)
    assert (tally.rounds, tally.stopped) == (2 * CHUNK, stopped)
    assert (tally.cells == work(plan, 0) + work(plan, 1)).all()


def test_lost_cluster_is_reported_after_partial_results(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lose(plan: Plan, *args: object) -> Tally:
        return Tally(plan, CHUNK, work(plan, 0), 1.0, "the cluster failed: gone")

    monkeypatch.setattr("pitboss.terminal.analysis.show_simulation.run", lose)
    assert cli.run(["simulate", "flop22", "--rounds", "1e9", "--json", "--dask", "tcp://nowhere:1"]) == 2
    captured = capsys.readouterr()
    assert json.loads(captured.out)["rounds"] == CHUNK
    assert captured.err.startswith("pitboss: the cluster failed: gone")


@pytest.mark.posix
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_ctrl_c_reports_partial_results(more: list[str]) -> None:
    program = (
        "import os, signal, sys; from pitboss import cli; from pitboss.terminal.analysis import show_simulation as it;"
        " run = it.run;"
        "stop = lambda tally: os.kill(os.getpid(), signal.SIGINT) if tally.rounds > 1e6 else None;"
        "it.run = lambda plan, workers, dask, progress: run(plan, workers, dask, stop);"
        "sys.exit(cli.run(['simulate', 'flop22', '--rounds', '1e12', *sys.argv[1:]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *more], capture_output=True, text=True, check=True, timeout=600
    )
    if more:
        found = json.loads(done.stdout)
        assert found["asked"] == 10**12
        assert found["stopped"] == BY_HAND
        assert found["rounds"] % CHUNK == 0
        assert sum(count for _, count in found["played"]["distribution"]) == found["rounds"] > 10**6
    else:
        assert "of 1,000,000,000,000 rounds were played; all of them count" in " ".join(done.stdout.split())


def test_call_plays_like_the_command(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('double = ["A"]\n', encoding="utf-8")
    changes = {"start": "best", "double": ["A"]}
    of_file, of_data = (
        pitboss.simulate("flop22", CHUNK + 7, strategy=strategy, workers=workers)
        for strategy, workers in ((str(path), 1), (changes, 2))
    )
    assert np.array_equal(of_file.cells, of_data.cells)
    frame = of_data.to_frame()
    assert frame[frame.bet == PLAYED]["count"].sum() == CHUNK + 7


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"game": "poker"}, "unknown game 'poker'"),
        ({"rounds": 0}, "rounds must be a whole number from 1 up, not 0"),
        ({"rounds": 2.5}, "not 2.5"),
        ({"seed": -1}, "seed must be a whole number from 0 up"),
        ({"stakes": {"field": 1.5}}, "units on field must be a whole number"),
        ({"strategy": {"start": "random"}}, "start must be best"),
        ({"strategy": {"game": "free-bet"}}, "this strategy is for 'free-bet'"),
        ({"strategy": "nowhere.toml"}, "cannot be read"),
        ({"rules": {"seats": "many"}}, "seats"),
    ],
)
def test_call_refuses_what_the_command_refuses(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused) as refused:
        pitboss.simulate(**{"game": "flop22", "rounds": 10, **asked})
    assert words in refused.value.reason


def test_cluster_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(running, "CONNECT_TIMEOUT_SECONDS", 0.1)
    made = LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=0, processes=False, dashboard_address=None, silence_logs="CRITICAL"
    )
    with made as cluster, pytest.raises(Refused) as fault:
        run(Plan("flop22", 10, 1), dask=cluster.scheduler_address)
    assert fault.value.code == "no-workers"
