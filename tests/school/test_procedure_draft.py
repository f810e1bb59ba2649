"""Draft procedures: generated from a script's events, and good enough to deal a round by."""

from __future__ import annotations

import tomllib
from pathlib import Path
from shutil import copytree

import pytest

from helpers.outside import EXAMPLES
from pitboss.contract.dealing_checks import procedure
from pitboss.contract.new_game import write_procedure
from pitboss.games import FOLDERS, GAMES, OURS, use_folder
from pitboss.games.procedure import order_of, procedure_of
from pitboss.play.refused import Refused
from pitboss.school.lessons.lesson import Lesson
from pitboss.school.lessons.lesson_ask import Level
from pitboss.school.procedure_draft import TO_FILL, draft_order, draft_procedure, pattern

NAMES = ("three-card-poker", "baccarat", "let-it-ride", "mississippi-stud", "casino-war")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """Copy an example without its procedure, under a new name."""
    monkeypatch.setenv(FOLDERS, "")
    monkeypatch.chdir(tmp_path)
    copytree(EXAMPLES / request.param, tmp_path / request.param)
    for file in tmp_path.rglob("procedure.toml"):
        file.unlink()
    procedure_of.cache_clear()
    return f"./{request.param}"


@pytest.mark.parametrize("folder", NAMES, indirect=True)
def test_round_can_be_dealt_with_a_draft(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    write_procedure(folder)
    assert TO_FILL in capsys.readouterr().out
    game = GAMES[use_folder(folder)]
    for level in Level:
        for seed in range(4):
            lesson = Lesson(game, game.rules(), seed, level)
            lesson.begin()
            while ask := lesson.asks:
                lesson.answer(ask.right)
            assert lesson.is_over
    for seed in range(40):
        procedure(game, seed)


@pytest.mark.parametrize("folder", NAMES[:1], indirect=True)
def test_procedure_is_not_overwritten(folder: str) -> None:
    write_procedure(folder)
    with pytest.raises(Refused) as fault:
        write_procedure(folder)
    assert fault.value.code == "file-exists"
    with pytest.raises(Refused) as fault:
        write_procedure("no-such-game")
    assert fault.value.code == "no-such-game"


@pytest.mark.parametrize("game", OURS)
def test_draft_finds_the_motions_of_our_own_games(game: str) -> None:
    """Checks who makes each motion, and that the order fits rounds not used for the draft."""
    drafted = tomllib.loads(draft_procedure(GAMES[game]))
    own = procedure_of(game)
    known = [one for one in drafted["motions"] if one["motion"] in own]
    wrong = {one["motion"] for one in known if one["who"] != own[one["motion"]].who}
    assert wrong <= {"fold", "set-hands"}  # the player makes these, which only a person can know
    assert len(known) > len(own) * 0.7


def test_patterns_follow_observed_order() -> None:
    rounds = [["bet", "bet", "deal", "take"], ["bet", "deal", "pay", "take"], ["bet", "deal", "ask", "pay", "ask"]]
    found = pattern(rounds)
    assert all(order_of(found).fits(one) for one in rounds)
    for wrong in (["deal", "bet"], ["bet", "take", "deal"], ["deal"], ["bet", "deal", "bet"]):
        assert not order_of(found).fits(wrong)


@pytest.mark.parametrize("folder", NAMES[:1], indirect=True)
def test_draft_allows_every_settlement_wherever_a_bet_is_settled(folder: str) -> None:
    """Other house rules settle bets in ways that no round of the draft showed, such as a payout that is a push."""
    game = GAMES[use_folder(folder)]
    rounds = [
        ["bet", "take-ante", "turn", "pay-pair-plus", "take-play", "rack"],
        ["bet", "turn", "pay-ante", "pay-ante", "rack"],
        ["bet", "take-ante", "turn", "pay-ante", "rack"],
    ]
    order = order_of(draft_order(game, rounds))
    for one in (*rounds, ["bet", "turn", "push-pair-plus", "push-play", "pay-ante", "pay-ante-bonus", "rack"]):
        assert order.fits(one)
    assert not order.fits(["bet", "push-play", "turn", "rack"])
