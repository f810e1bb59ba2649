"""Games loaded from a folder by path: every command finds them and reports faults in their scripts."""

from __future__ import annotations

import os
import re
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.contract.new_game import write_game
from pitboss.contract.suite import CHECKS, run_check
from pitboss.games import FOLDERS, GAMES, GROUP, installed, use_folder
from pitboss.play.refused import Refused
from pitboss.play.steps import Returned, Seat, Wagered
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import run as simulate
from pitboss.solving.script.script_odds import analyse
from pitboss.solving.script.seen_by_seat import settlements


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a new game; changes to this process are undone afterwards."""
    monkeypatch.setenv(FOLDERS, "")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr("pitboss.games._asked_for", {})
    monkeypatch.setattr("pitboss.simulation.plan._made", {})
    monkeypatch.setattr("pitboss.simulation.tally._settled_cells", {})
    monkeypatch.chdir(tmp_path)
    write_game("pocket-game")
    for module in [name for name in sys.modules if name.startswith("pocket_game")]:
        monkeypatch.delitem(sys.modules, module)
    return tmp_path / "pocket-game"


def edit(folder: Path, old: str, new: str) -> None:
    """Change a line of the script."""
    script = folder / "src" / "pocket_game" / "deal" / "round.py"
    text = script.read_text()
    assert old in text
    script.write_text(text.replace(old, new))


def test_path_takes_precedence_over_an_installed_copy(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "elsewhere" / "pocket_game"
    copy.mkdir(parents=True)
    (copy / "__init__.py").write_text("raise RuntimeError('the installed copy')")
    monkeypatch.syspath_prepend(copy.parent)
    points = [EntryPoint("pocket-game", "pocket_game", GROUP)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    installed.cache_clear()
    try:
        with pytest.raises(Refused, match="the installed copy"):
            GAMES["pocket-game"]
        assert use_folder("./pocket-game") == "pocket-game"
        assert GAMES["pocket-game"].title == "Pocket Game"
        assert str(folder) in os.environ[FOLDERS]
    finally:
        installed.cache_clear()


@pytest.mark.parametrize("command", ["rules", "odds"])
def test_commands_accept_a_path(folder: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, str(folder)]) == 0
    assert "Pocket Game" in capsys.readouterr().out


def test_folder_without_a_game_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "pyproject.toml").write_text("[project]\nname = 'empty'\n")
    with pytest.raises(Refused) as refused:
        use_folder("./empty")
    assert refused.value.code == "no-such-game"


def test_fault_shows_its_line_once_and_deal_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(folder, "face=Face.DOWN)", "face=Face.no_such_name)")
    assert run(["check", "./pocket-game"]) == 2
    captured = capsys.readouterr()
    source = re.sub(r"\s+", " ", captured.out)
    assert source.count("in `(dealer,) = yield from deal_dealer(pack, 1, face=Face.no_such_name)") == 1
    assert "pocket-game/src/pocket_game/deal/round.py, line" in source
    assert run(["deal", "./pocket-game", "--auto", "--rounds", "3"]) == 2
    assert capsys.readouterr().out.count("is void") == 1


def test_fault_outside_a_round_names_its_line_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(folder, "face=Face.DOWN)", "face=Face.no_such_name)")
    assert run(["odds", "./pocket-game"]) == 2
    assert "in `(dealer,) = yield from deal_dealer(pack, 1, face=Face.no_such_name)" in capsys.readouterr().err


def test_settlement_of_an_unknown_bet_is_refused(folder: Path) -> None:
    """Settle a bonus under its own name, without a stake: it belongs on a bet, with `bonus(...)`."""
    use_folder("./pocket-game")
    edit(
        folder,
        "    yield Discarded(",
        "    for seat in wagers:\n"
        "        ante = wagers[seat]['ante']\n"
        "        yield Settled(seat, 'bonus', Cents(0), ante, 'a bonus', EVEN_MONEY, 'PG-1')\n"
        "    yield Discarded(",
    )
    for module in [name for name in sys.modules if name.startswith("pocket_game")]:
        del sys.modules[module]
    game = GAMES["pocket-game"]
    with pytest.raises(Refused) as refused:
        analyse(game, game.rules())
    assert refused.value.code == "no-such-bet"


def test_returned_bet_is_not_money_bet() -> None:
    seat = Seat(1)
    (found,) = settlements([Wagered(seat, "bet", 500), Returned(seat, "bet", 500)], seat)  # type: ignore[arg-type]
    assert (found.put_down, found.net) == (0, 0)


def test_comparison_that_cannot_be_made_is_not_a_pass(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_folder("./pocket-game")
    game = GAMES["pocket-game"]
    monkeypatch.setattr("pitboss.contract.proof.exact_figures", lambda plan, figures: {})
    monkeypatch.setattr("pitboss.contract.proof.exact_lines", lambda plan, means: {})
    check = next(each for each in CHECKS if each.name == "odds and simulation")
    assert run_check(game, check).fault == ""  # the whole round is compared instead

    first = simulate
    calls: list[object] = []

    def run_once(plan: Plan, workers: int) -> object:
        calls.append(plan)
        if len(calls) > 1:
            raise Refused("no-best-play", "no best play")
        return first(plan, workers)

    monkeypatch.setattr("pitboss.contract.proof.run", run_once)
    assert run_check(game, check).fault.startswith("not compared")
