"""House-rules files: every option is written with its description, and reading the file back gives the same rules."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.at_the_terminal import command
from helpers.stacking import rules_of
from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.options.rules_file import load_rules, read_rules, write_rules
from pitboss.play.refused import Refused

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
@given(data=st.data())
def test_random_rules_round_trip(game: Game, data: st.DataObject) -> None:
    rules = data.draw(rules_of(game))
    assert read_rules(game.rules, write_rules(rules)) == rules


@every_game
def test_every_option_is_written_with_its_description(game: Game) -> None:
    text = write_rules(game.rules())
    words = " ".join(text.replace("#", " ").split())
    for name in game.rules.options():
        assert f"{name} = " in text or f"[{name}]" in text
        assert game.rules.meaning(name) in words


@every_game
def test_command_reads_its_own_output(game: Game, tmp_path: object) -> None:
    path = f"{tmp_path}/house.toml"
    with open(path, "w", encoding="utf-8-sig") as file:
        file.write(command("rules", game.name, "--toml", "--set", "chip=$5").out)
    rules = load_rules(game.rules, path)
    assert rules == game.rules().with_settings(["chip=$5"])
    assert load_rules(game.rules, path, ["chip=$2"]).chip == 200


def test_oversized_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text("# long\n" * 200_000)
    with pytest.raises(Refused) as fault:
        load_rules(GAMES["flop22"].rules, str(path))
    assert fault.value.code == "bad-file"


@every_game
@given(text=st.text(max_size=80) | st.text(alphabet='ab=[]{}"\n.1$#', max_size=60))
def test_any_text_gives_rules_or_a_refusal(game: Game, text: str) -> None:
    with contextlib.suppress(Refused):
        assert isinstance(read_rules(game.rules, text), game.rules)


@every_game
@given(data=st.data())
def test_sheet_shows_every_bet_and_option_in_80_columns(game: Game, data: st.DataObject) -> None:
    settings = [f"--set=chip={data.draw(st.sampled_from(['$1', '$5', '$10']))}"]
    done = command("rules", game.name, *settings)
    assert done.code == 0
    assert "\x1b" not in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    words = " ".join(done.out.split())
    for bet in game.bets(game.rules()):
        assert f" {bet.name} " in words
        assert bet.meaning in words
    for name in game.rules.options():
        assert name in words
        assert game.rules.meaning(name) in words
        assert game.rules.ruling(name)
