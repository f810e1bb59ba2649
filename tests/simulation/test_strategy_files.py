"""Strategy files: a printed strategy reads back to the same play, and errors name their place."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from helpers.at_the_terminal import command
from helpers.strategy_files import changes_of, examples
from pitboss.compute.random_choices import RANDOM
from pitboss.games import GAMES
from pitboss.games.beat_the_dealer.simulate.hole_words import WORDS, Holdings
from pitboss.games.flip_it.count.shoe import TYPES
from pitboss.play.refused import Refused
from pitboss.ranking.poker import PokerClass, class_of, rank_hand
from pitboss.simulation.plan import CHUNK, Plan, simulation_of, simulator, work
from pitboss.simulation.run import run
from pitboss.simulation.strategy import read_strategy, strategy_called, write_strategy

ROUNDS = 20_000
NAMED = [(game, name) for game in GAMES for name in simulation_of(game).STRATEGIES if name != RANDOM]


def plan_of(game: str, text: str, rounds: int = ROUNDS) -> Plan:
    start, changes, file = read_strategy(GAMES[game], text, "mine.toml")
    return Plan(game, rounds, 3, strategy=start, changes=changes, file=file)


@pytest.mark.parametrize(("game", "name"), NAMED)
def test_printed_strategy_reads_back_to_the_same_totals(game: str, name: str) -> None:
    text = write_strategy(Plan(game, 1, 1, strategy=name))
    assert (work(plan_of(game, text), 0) == work(Plan(game, ROUNDS, 3, strategy=name), 0)).all()


@pytest.mark.parametrize(
    ("game", "name", "other"),
    [
        ("flop22", "best", "never-extra"),
        ("flip-it", "best", "never-extra"),
        ("beat-the-dealer", "basic", "best"),
        ("free-bet", "chart", "basic"),
        ("free-bet", "basic", "best"),
    ],
)
def test_complete_strategy_file_does_not_depend_on_its_start(game: str, name: str, other: str) -> None:
    text = write_strategy(Plan(game, 1, 1, strategy=name)).replace(f'start = "{name}"', f'start = "{other}"')
    plain = work(Plan(game, ROUNDS, 3, strategy=name), 0)
    assert (work(plan_of(game, text), 0) == plain).all()
    assert not (work(Plan(game, ROUNDS, 3, strategy=other), 0) == plain).all()


def test_roll_your_own_file_contains_all_hands_and_settings() -> None:
    """Combine the bot's hands with the best settings; the result does not depend on the strategy that the file starts
    from.
    """
    hands = write_strategy(Plan("roll-your-own", 1, 1, strategy="basic")).split("[hands]\n")[1]
    settings = write_strategy(Plan("roll-your-own", 1, 1)).split("[hands]\n")[0]
    from_best, from_other = (
        f"{settings}[hands]\n{hands}".replace('"best"', start, 1) for start in ('"best"', '"never-extra"')
    )
    totals = [work(plan_of("roll-your-own", text), 0) for text in (from_best, from_other)]
    assert (totals[0] == totals[1]).all()
    for named in ("best", "basic", "never-extra"):
        assert not (work(Plan("roll-your-own", ROUNDS, 3, strategy=named), 0) == totals[0]).all()


@pytest.mark.parametrize("game", GAMES)
def test_every_example_of_the_page_changes_play_and_is_the_same_on_two_threads(game: str) -> None:
    plan = plan_of(game, examples()[game], CHUNK + 10)
    one, two = run(plan, workers=1), run(plan, workers=2)
    assert (one.cells == two.cells).all()
    assert not (one.cells == run(Plan(game, plan.rounds, 3, strategy=plan.strategy), workers=1).cells).all()


INVALID = [
    ("flop22", "doubel = []", "'double'"),
    ("flop22", 'double = ["1"]', "double: there is no card '1'"),
    ("flop22", "[double]\nhand-4 = []", "double: there is no hand 'hand-4'; did you mean 'hand-1'?"),
    ("flop22", "double = 9", "is not a list"),
    ("flip-it", 'bonus = ["pair"]', "'a pair'"),
    ("flip-it", 'start = "basic"', "start must be best, best-joint or never-extra"),
    ("beat-the-dealer", 'fold = ["27o"]', "fold: there is no starting hand '27o'"),
    ("beat-the-dealer", 'turn = ["paired"]', "turn: there is no holding 'paired'"),
    ("roll-your-own", '[alone]\n"2-A-10" = "A"', "did you mean"),
    ("roll-your-own", '[alone]\nA-2-10 = "9"', "alone, A-2-10: '9' is not possible there: choose 'A', '2' or '10'"),
    ("roll-your-own", '[hands]\nhard-16 = { 10-2 = "hit" }', "runs backwards: write 2-10"),
    ("roll-your-own", "hands = 1", "is not a table"),
    ("free-bet", '[dealt]\nhard-22 = "hit"', "there is no situation 'hard-22'"),
    ("free-bet", '[dealt]\nhard-16 = { J = "hit" }', "there is no up card 'J'"),
    ("free-bet", '[dealt]\nhard-16 = { 2 = "hit", 2-3 = "stand" }', "up card 2 appears twice"),
    ("free-bet", '[pairs]\n8-8 = "double"', "pairs, 8-8: 'double' is not possible there: choose 'split' or 'by total'"),
    ("free-bet", 'insurance = "maybe"', "insurance: 'maybe' is not possible there: choose 'yes' or 'no'"),
    ("free-bet", 'game = "flop22"', "this strategy is for 'flop22', not for 'free-bet'"),
    ("free-bet", 'start = "random"', "start must be best"),
    ("free-bet", "start =", "this is not TOML"),
    ("free-bet", "dealt = 1979-05-27", "is not a table of situations"),
]


@pytest.mark.parametrize(("game", "text", "words"), INVALID)
def test_invalid_file_is_refused_with_a_message_that_names_the_place(game: str, text: str, words: str) -> None:
    with pytest.raises(Refused) as refused:
        simulator(plan_of(game, text))
    assert refused.value.reason.startswith("mine.toml: ")
    assert words in refused.value.reason
    assert "\n" not in refused.value.reason.split("not TOML")[0]


def test_missing_file_and_unknown_strategy_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"nowhere\.toml") as fault:
        strategy_called(GAMES["flop22"], "nowhere.toml")
    assert fault.value.code == "no-file"
    (tmp_path / "latin.toml").write_bytes(b"# \xe9")
    with pytest.raises(Refused, match="UTF-8"):
        strategy_called(GAMES["flop22"], str(tmp_path / "latin.toml"))
    with pytest.raises(Refused) as fault:
        simulator(Plan("flop22", 1, 1, strategy=strategy_called(GAMES["flop22"], "bset").start))
    assert fault.value.code == "no-such-strategy"
    with pytest.raises(Refused) as fault:
        write_strategy(Plan("flop22", 1, 1, strategy=RANDOM))
    assert fault.value.code == "no-strategy-file"


def test_command_plays_a_file_and_reports_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(examples()["flop22"], encoding="utf-8")
    played = command("simulate", "flop22", "--rounds", "1000", "--strategy", str(file), "--json")
    start, changes = changes_of(examples()["flop22"])
    assert json.loads(played.out)["strategy"] == {"file": str(file), "start": start, "changes": changes}
    shown = command("simulate", "flop22", "--rounds", "1000", "--strategy", str(file))
    assert f"withthechangesof{file}." in "".join(shown.out.split())
    printed = command("simulate", "flop22", "--strategy", "basic", "--print-strategy")
    assert printed.out == write_strategy(Plan("flop22", 1, 1, strategy="basic"))


def test_flip_it_boards_are_bet_as_listed_in_a_file() -> None:
    changes = {"bonus": ["a pair"]}
    made = simulator(Plan("flip-it", 1, 1, changes=changes))
    assert [part.found for part in made.in_words()] == [["a pair"]]
    assert set(TYPES.values()) > {"a pair"}


def is_called(name: str, hole: list[int], board: list[int]) -> bool:
    """Return whether two hole cards and a board have this name, in a simple implementation."""
    ranks, on_board = [code // 4 for code in hole], [code // 4 for code in board]
    cards, poker_class = hole + board, class_of(rank_hand(hole + board))
    suits = [code % 4 for code in cards]
    four = [suit for suit in range(4) if suits.count(suit) == 4 and suit in {code % 4 for code in hole}]
    straights = [{rank % 13 for rank in range(low - 1, low + 4)} for low in range(10)]

    def outs(held: set[int]) -> int:
        made = any(straight <= held for straight in straights)
        return 0 if made else len({rank for rank in range(13) for each in straights if each <= held | {rank}})

    more = outs(set(ranks + on_board)) if outs(set(ranks + on_board)) > outs(set(on_board)) else 0
    pocket, top = ranks[0] == ranks[1], max(on_board)
    return {
        "anything": True,
        "own pair": pocket or bool(set(ranks) & set(on_board)),
        "pocket pair": pocket,
        "overpair": pocket and ranks[0] > top,
        "top pair": not pocket and top in ranks,
        "two pair or better": poker_class >= PokerClass.TWO_PAIR,
        "three of a kind or better": poker_class >= PokerClass.THREE_OF_A_KIND,
        "straight or better": poker_class >= PokerClass.STRAIGHT,
        "flush or better": poker_class >= PokerClass.FLUSH,
        "flush draw": bool(four),
        "open straight draw": more > 1,
        "inside straight draw": more == 1,
        "two overcards": not pocket and min(ranks) > top,
        **{rank: number in ranks for number, rank in enumerate(("ten", "jack", "queen", "king", "ace"), 8)},
    }[name]


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("name", WORDS)
def test_holdings_match_a_simple_implementation(name: str, size: int) -> None:
    draw, seen = random.Random(5), set()
    for number in range(1500):
        ranks = range(13) if number % 3 else range(draw.randint(0, 8), 13)
        deck = [rank * 4 + suit for rank in ranks for suit in range(4 if number % 5 else 2)]
        one, other, *board = draw.sample(deck, 2 + size)
        found = WORDS[name](Holdings(np.array([one]), np.array([other]), np.array([board])))
        assert found.shape == (1, 1)
        assert found[0, 0] == is_called(name, [one, other], board), (one, other, board)
        seen.add(bool(found[0, 0]))
    assert seen == ({True} if name == "anything" else {True, False})
