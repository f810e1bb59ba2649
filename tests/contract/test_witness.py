"""Planted faults in a game's odds or script, and the message with which `check` reports each."""

from __future__ import annotations

import re
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Protocol

import pytest
from msgspec.structs import replace

from helpers.outside import EXAMPLES
from pitboss.contract import proof, witness
from pitboss.contract.other_figures import other_figures
from pitboss.contract.random_inputs import BrokenPromise
from pitboss.contract.suite import Check, run_check
from pitboss.contract.witness import compare_with_script, odds_and_script
from pitboss.games import FOLDERS, GAMES, use_folder
from pitboss.games.odds import analysis_of
from pitboss.money import Pays
from pitboss.play.game import Game
from pitboss.solving.script.bets import Bets
from pitboss.solving.script.exact import ExactOdds
from pitboss.solving.script.paths import Budget

ODDS_MODULE = '''
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


class Planted(Protocol):
    """A factory for a copy of Casino War with its own odds, changed by these statements."""

    def __call__(self, name: str, analysis: str = "", advice: str = "", **files: str) -> Game: ...


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Planted:
    """Return a factory for copies of Casino War under another name, with changed odds."""
    monkeypatch.setenv(FOLDERS, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def write(name: str, analysis: str = "", advice: str = "", **files: str) -> Game:
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
        (room / "odds.py").write_text(ODDS_MODULE.format(package=package, analysis=analysis, advice=advice))
        for part, statements in files.items():
            with (room / f"{part}.py").open("a") as more:
                more.write(statements)
        return GAMES[use_folder(str(copy))]

    return write


def find_fault(game: Game) -> str:
    return run_check(game, Check(odds_and_script)).fault


def test_correct_odds_pass(planted: Planted) -> None:
    assert find_fault(planted("war-right")) == ""


def test_odds_of_the_tutorial_match_the_script(planted: Planted) -> None:
    """Run the complete `count/odds.py` of docs/adding-a-game.md in a copy of Casino War."""
    page = (EXAMPLES.parent / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    own_odds = page[page.index("## 11. Odds of your own") :]
    room = own_odds[own_odds.index("```python\n") + len("```python\n") :].split("```\n")[0]
    game = planted("war-of-the-page")
    folder = Path(str(GAMES[game.name].play.__code__.co_filename)).parents[1]
    (folder / "count" / "odds.py").write_text(room.replace("casino-war", game.name))
    for rules in (
        game.rules(),
        game.rules().with_changes(decks=1, surrender=False),
        game.rules().with_changes(tied_war_pays=Pays(0)),
    ):
        compare_with_script(game, rules, ExactOdds(Bets(game, rules), Budget()))
    assert re.findall(r"^from (pitboss\S*)", room, re.M) == ["pitboss.kit"]


def test_wrong_probability_is_reported(planted: Planted) -> None:
    found = find_fault(planted("war-wrong-chance", 'found = changed(found, "tie", moved)', ""))
    assert found == (
        "tie: count/odds.py gives wins 10 bets a probability of 7.295498%, the script 7.395498%"
    )  # fmt: skip


def test_wrong_pay_line_is_reported(planted: Planted) -> None:
    found = find_fault(planted("war-wrong-line", 'found = changed(found, "tie", repriced)', ""))
    assert found.startswith("tie: count/odds.py pays +11 for 'a tie', the script +10")


def test_wrong_best_play_is_reported(planted: Planted) -> None:
    swap = 'found = replace(found, options={"surrender": Fraction(-1, 2), "war": Fraction(-3, 4)})'
    found = find_fault(planted("war-wrong-play", "", swap))
    assert found.startswith("ante: after ")
    assert "the advice is 'surrender', worth -0.500000; the script gives 'war', worth -0.3" in found


def test_wrong_option_value_is_reported(planted: Planted) -> None:
    swap = 'found = replace(found, options={**found.options, "surrender": Fraction(-3, 5)})'
    found = find_fault(planted("war-wrong-value", "", swap))
    assert re.search(r"the advice values 'surrender' at (-0\.2\d+) against 'war', the script at (-0\.1\d+)", found)


def test_wrong_round_distribution_is_reported(planted: Planted) -> None:
    nets = "((net + (net == 1), chance) for net, chance in found.played.distribution)"
    found = find_fault(
        planted(
            "war-wrong-round", f"found = replace(found, played=replace(found.played, distribution=tuple({nets})))", ""
        )
    )
    assert found.startswith("a whole round: count/odds.py gives ")


def test_choosing_the_bet_by_the_board_is_never_worse_than_a_fixed_bet() -> None:
    game = GAMES["flip-it"]
    rules = game.rules.read({"jokers": 0})
    exact = ExactOdds(Bets(game, rules), Budget())
    right = analysis_of(game, rules).played
    assert exact.main is not None
    assert right is not None
    witness._compare_choice(right, exact.main, exact.bets)
    wrong = replace(right, distribution=((-1, Fraction(51, 100)), (1, Fraction(49, 100))))
    sentence = "a house edge of 2.000000% to bets chosen by the cards in view, the script 0.000000% to red"
    with pytest.raises(BrokenPromise, match=sentence):
        witness._compare_choice(wrong, exact.main, exact.bets)


def test_missing_bet_is_reported(planted: Planted) -> None:
    found = find_fault(planted("war-left-out", "found = replace(found, bets=found.bets[:1])", ""))
    assert found.startswith("tie is missing in count/odds.py")


def test_simulation_replaces_exact_odds_when_over_budget(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare a bet that depends on answers with simulated rounds, with a budget of one run."""
    right = planted("war-played", "", "")
    wrong = planted("war-played-wrong", 'found = changed(found, "ante", repriced)', "")
    swap = 'found = replace(found, options={**found.options, "surrender": Fraction(-3, 5)})'
    wrong_value = planted("war-played-wrong-value", "", swap)
    monkeypatch.setattr(witness, "Budget", lambda rows=0, **more: Budget(rows=rows, **more) if rows else Budget(runs=1))
    monkeypatch.setattr(witness, "ROUNDS", 3000)
    assert find_fault(right) == ""
    fault = find_fault(wrong)
    assert fault.startswith("ante: count/odds.py gives wins ")
    assert "standard errors away" in fault
    assert "the advice values 'surrender' at -0.2" in find_fault(wrong_value)  # at a random question


def change_bet(name: str, change: str) -> str:
    return f'found = changed(found, "{name}", lambda bet: {change})'


def change_played(change: str) -> str:
    return f"found = replace(found, played=replace(found.played, {change}))"


OUTCOMES = "replace(bet, outcomes=tuple(replace(line, pays={}) for line in bet.outcomes))"
FAULTS = {
    change_played("average_bet=1"): "count/odds.py gives an average bet of 1.000000, the script 1.073955",
    change_played("initial_bet=3"): "a whole round: count/odds.py gives an initial bet of 3, the game 2 bets",
    change_played("initial_bet=Fraction(1, 2)"): "gives an initial bet of 1/2, the game 2 bets",
    change_played("known_ev=Fraction(-1, 50)"): "gives an expected value of -0.020000, the script -0.023301",
    change_played("known_variance=Fraction(4)"): "gives a standard deviation of 2.000000, the script 1.057637",
    "found = replace(found, played=None)": "gives no `played`, so a whole round is not compared",
    change_bet("tie", "replace(bet, known_ev=Fraction(1, 50))"): "a house edge of -2.000000%, the script 18.649518%",
    change_bet("tie", "replace(bet, known_variance=9)"): "a standard deviation of 3.000000, the script 2.878674",
    change_bet("tie", OUTCOMES.format("-line.pays")): "tie: count/odds.py pays -10 for 'a tie', the script +10",
    change_bet("ante", OUTCOMES.format("line.pays / 2")): "ante: count/odds.py pays +1 for 'war tied', the script +2",
    change_bet("ante", "replace(bet, outcomes=bet.outcomes[:-1])"): "count/odds.py: the probabilities of ante sum to",
    "found = _script().analyse(rules.with_changes(decks=8))": "ante: count/odds.py gives loses 1 bet a probability of",
    "found = _script().analyse(type(rules)())": "with decks=",
    "found = found.no_such": "count/odds.py, line 16, in `found = found.no_such`: AttributeError",
}


@pytest.mark.parametrize(("analysis", "sentence"), FAULTS.items())
def test_wrong_figure_is_reported(planted: Planted, analysis: str, sentence: str) -> None:
    assert sentence in find_fault(planted(f"war-{abs(hash(analysis))}", analysis))


ADVICE_FAULTS = {
    'found = replace(found, options={**found.options, "war": found.options["war"] + seat - 1})': (
        "values 'war' at -0.315064 for seat 1, and at +5.684936 for seat 7 with the same cards"
    ),
    'found = replace(found, options={"war": found.options["war"]})': "the advice is about war",
    "found = replace(found, options={name: -worth for name, worth in found.options.items()})": "the script gives 'war'",
    "found = None": "`advise_seat` of count/odds.py gives None",
}


@pytest.mark.parametrize(("advice", "sentence"), ADVICE_FAULTS.items())
def test_wrong_advice_is_reported(planted: Planted, advice: str, sentence: str) -> None:
    assert sentence in find_fault(planted(f"war-{abs(hash(advice))}", advice=advice))


@pytest.mark.parametrize(
    ("analysis", "sentence"),
    [
        ('found = replace(found, game="war")', "the odds are for another game"),
        (
            'found = replace(found, bets=(*found.bets, replace(found.bets[0], name="bonus")))',
            "the odds are for bonus, which is not a bet of the game",
        ),
        (change_bet("tie", 'replace(bet, known_ev=float("nan"))'), "a figure of the odds is infinite or not a number"),
    ],
)
def test_inconsistent_odds_are_reported(planted: Planted, analysis: str, sentence: str) -> None:
    assert run_check(planted(f"war-{abs(hash(analysis))}", analysis), Check(proof.odds)).fault == sentence


OTHER_FILES = {
    "odds": (
        "def edges(rules):\n    return {**dict.fromkeys(('tie', 'played')), 'ante': Fraction(1, 40)}\n",
        "ante: `edges` of count/odds.py gives a house edge of 2.500000%, `analyse` 2.330057%",
    ),
    "odds ": (
        "def bets_alone(rules):\n    return [moved(bet) for bet in analyse(rules).bets if bet.name == 'tie']\n",
        "tie: `bets_alone` of count/odds.py gives a house edge of 19.749518%, `analyse` 18.649518%",
    ),
    "paid": (
        "from pitboss.solving.answers.paytable_bets import Paid\n"
        "def paid(rules):\n    return {'tie': Paid('tie_pays', lambda: [1 / 12], line='a tie')}\n",
        "tie: count/paid.py gives a house edge of 8.333333%, count/odds.py 18.649518%",
    ),
    "round_law": (
        "def nets_of(rules, stakes):\n    return [(1, 0.5), (-1, 0.5)]\n",
        "ante: count/round_law.py gives -2 a probability of 0.000000%, count/odds.py 3.424211%",
    ),
    "expect": (
        "from pitboss.solving.answers.outlook import Outlook\n"
        "def expect(placed):\n    return Outlook(-1000.0, 250e6)\n",
        "ante: count/expect.py gives a mean of -0.020000 and a standard deviation of 0.316228, count/odds.py -0.023301"
        " and 1.057637",
    ),
}


@pytest.mark.parametrize("file", OTHER_FILES)
def test_other_wrong_figure_is_reported(planted: Planted, file: str) -> None:
    text, sentence = OTHER_FILES[file]
    game = planted(f"war-{file.replace(' ', '-alone')}", **{file.strip(): text})
    assert run_check(game, Check(other_figures)).fault == sentence


def test_correct_odds_without_other_figures_are_not_applicable(planted: Planted) -> None:
    found = run_check(planted("war-plain"), Check(other_figures))
    assert (found.fault, found.not_applicable) == ("", "the count folder has no figures besides its odds")


def test_payout_that_is_not_posted_is_reported(planted: Planted) -> None:
    """Search for the payout in a table of random deals, which reaches lines that 60 random rounds may miss."""
    game = planted("war-posted")
    assert run_check(game, Check(proof.posted_payouts)).fault == ""
    silent = replace(game, bets=lambda rules: tuple(replace(bet, pays="9 to 1") for bet in game.bets(rules)))
    found = run_check(silent, Check(proof.posted_payouts)).fault
    assert re.fullmatch(r"\w+ is paid \d+ to 1 for '.+', and says it pays 9 to 1: set `pays` of its Bet", found)
