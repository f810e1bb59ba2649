"""Planted faults: a count room, or a script, that somebody broke, and the sentence with which `check` finds it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from helpers.outside import EXAMPLES
from pitboss.contract import witness
from pitboss.contract.random_inputs import Broken
from pitboss.contract.suite import Check, kept
from pitboss.contract.witness import compare_with_script, odds_and_script
from pitboss.games import FOLDERS, GAMES, use_folder
from pitboss.games.odds import analysis_of
from pitboss.money import Pays
from pitboss.play.game import Game
from pitboss.solving.script.bets import Bets
from pitboss.solving.script.exact import ExactOdds
from pitboss.solving.script.paths import Budget

ROOM = '''
"""The odds of the script, with a change."""
from fractions import Fraction
from msgspec.structs import replace
from pitboss.games.script_odds import ScriptOdds
from pitboss.kit import Advice, Analysis

SITUATION = ()

def _script():
    from {package} import GAME
    return ScriptOdds(GAME)

def analyse(rules):
    found = _script().analyse(rules)
    {analysis}
    return found

def advise(rules, situation):
    return _script().advise(rules, situation)

def advise_seat(rules, seen, offer, seat):
    found = _script().advise_seat(rules, seen, offer, seat)
    {advice}
    return found

def changed(found, name, change):
    return replace(found, bets=tuple(change(bet) if bet.name == name else bet for bet in found.bets))

def moved(bet):
    first, second, *others = bet.outcomes
    step = Fraction(1, 1000)
    return replace(bet, outcomes=(
        replace(first, probability=first.probability - step), replace(second, probability=second.probability + step),
        *others,
    ))

def repriced(bet):
    first, *others = bet.outcomes
    return replace(bet, outcomes=(replace(first, pays=first.pays + 1), *others))
'''

Planted = Callable[[str, str, str], Game]


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Planted:
    """Casino War under another name, with a count room or a script that is changed."""
    monkeypatch.setenv(FOLDERS, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def write(name: str, analysis: str = "", advice: str = "") -> Game:
        package = name.replace("-", "_")
        copy = tmp_path / name
        shutil.copytree(EXAMPLES / "casino-war", copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        (copy / "src" / "casino_war").rename(copy / "src" / package)
        for file in [*copy.rglob("*.py"), *copy.rglob("*.toml")]:
            text = file.read_text().replace("casino_war", package).replace("casino-war", name)
            file.write_text(text)
        room = copy / "src" / package / "count"
        room.mkdir()
        (room / "__init__.py").touch()
        (room / "odds.py").write_text(ROOM.format(package=package, analysis=analysis, advice=advice))
        return GAMES[use_folder(str(copy))]

    return write


def fault(game: Game) -> str:
    return kept(game, Check(odds_and_script)).fault


def test_a_room_that_is_right_passes(planted: Planted) -> None:
    assert fault(planted("war-right", "", "")) == ""


def test_the_odds_on_the_tutorial_page_are_those_of_the_script(planted: Planted) -> None:
    """The whole `count/odds.py` of docs/adding-a-game.md, in a copy of Casino War."""
    page = (EXAMPLES.parent / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    own_odds = page[page.index("## 11. Odds of your own") :]
    room = own_odds[own_odds.index("```python\n") + len("```python\n") :].split("```\n")[0]
    game = planted("war-of-the-page", "", "")
    folder = Path(str(GAMES[game.name].play.__code__.co_filename)).parents[1]
    (folder / "count" / "odds.py").write_text(room.replace("casino-war", game.name))
    for rules in (game.rules(), game.rules().but(decks=1, surrender=False), game.rules().but(tied_war_pays=Pays(0))):
        compare_with_script(game, rules, ExactOdds(Bets(game, rules), Budget()))
    assert re.findall(r"^from (pitboss\S*)", room, re.M) == ["pitboss.kit"]


def test_a_wrong_probability_is_found(planted: Planted) -> None:
    found = fault(planted("war-wrong-chance", 'found = changed(found, "tie", moved)', ""))
    assert found == (
        "tie: count/odds.py gives wins 10 bets a probability of 7.295498%, the script 7.395498%"
    )  # fmt: skip


def test_a_wrong_pay_line_is_found(planted: Planted) -> None:
    found = fault(planted("war-wrong-line", 'found = changed(found, "tie", repriced)', ""))
    assert found.startswith("tie: count/odds.py pays +11 for 'a tie', the script +10")


def test_a_wrong_best_play_is_found(planted: Planted) -> None:
    swap = 'found = replace(found, options={"surrender": Fraction(-1, 2), "war": Fraction(-3, 4)})'
    found = fault(planted("war-wrong-play", "", swap))
    assert found.startswith("ante: after ")
    assert "the advice is 'surrender', worth -0.500000; the script gives 'war', worth -0.3" in found


def test_a_wrong_value_of_an_answer_is_found(planted: Planted) -> None:
    swap = 'found = replace(found, options={**found.options, "surrender": Fraction(-3, 5)})'
    found = fault(planted("war-wrong-value", "", swap))
    assert re.search(r"the advice values 'surrender' at (-0\.2\d+) against 'war', the script at (-0\.1\d+)", found)


def test_a_wrong_whole_round_is_found(planted: Planted) -> None:
    nets = "((net + (net == 1), chance) for net, chance in found.played.distribution)"
    found = fault(
        planted(
            "war-wrong-round", f"found = replace(found, played=replace(found.played, distribution=tuple({nets})))", ""
        )
    )
    assert found.startswith("a whole round: count/odds.py gives ")


def test_a_bet_chosen_by_the_cards_in_view_is_worth_no_less_than_the_same_bet_on_all() -> None:
    game = GAMES["flip-it"]
    rules = game.rules.read({"jokers": 0})
    exact = ExactOdds(Bets(game, rules), Budget())
    right = analysis_of(game, rules).played
    assert exact.main is not None
    assert right is not None
    witness._compare_choice(right, exact.main, exact.bets)
    wrong = replace(right, distribution=((-1, Fraction(51, 100)), (1, Fraction(49, 100))))
    sentence = "a house edge of 2.000000% to bets chosen by the cards in view, the script 0.000000% to red"
    with pytest.raises(Broken, match=sentence):
        witness._compare_choice(wrong, exact.main, exact.bets)


def test_a_bet_that_is_left_out_is_found(planted: Planted) -> None:
    found = fault(planted("war-left-out", "found = replace(found, bets=found.bets[:1])", ""))
    assert found.startswith("tie is missing in count/odds.py")


def test_what_cannot_be_counted_is_played(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget of one run: the room is compared with rounds, and a wrong line is many standard errors off."""
    right = planted("war-played", "", "")
    wrong = planted("war-played-wrong", 'found = changed(found, "tie", repriced)', "")
    monkeypatch.setattr(witness, "Budget", lambda: Budget(runs=1))
    monkeypatch.setattr(witness, "ROUNDS", 3000)
    assert fault(right) == ""
    assert "standard errors away" in fault(wrong)
    assert fault(wrong).startswith("tie: count/odds.py gives wins ")
