"""The shipped answers: complete, current, correct and small."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from pitboss.compute.disk import cache_files, shipped_answers
from pitboss.compute.disk.shipped_answers import AnswerLine, checksum, file_of, question_key, read_answers
from pitboss.compute.disk.source_hash import OURS as PACKAGE
from pitboss.contract.shipping import build, check
from pitboss.contract.shipping.recipes import closure_of, recipes
from pitboss.documents.inputs import liability, material
from pitboss.games import GAMES, OURS
from pitboss.games.interface import GameInterface
from pitboss.games.odds import analysis_of, analysis_question

MAX_BYTES = 3_000_000
QUICK = ("analysis", "covariances", "risk")
"""Answers that take a second or two to recompute."""
SMALL = ("flop22", "flip-it")
"""Games whose answers take a few seconds in total."""
SOLVED_BY = "games/flop22/count/best_play.py"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a copy of the package's sources that a test may change."""
    copy = tmp_path / "pitboss"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    for module in (shipped_answers, check):
        monkeypatch.setattr(module, "OURS", copy)
    for known in (shipped_answers._is_current, shipped_answers._split):
        known.cache_clear()
    yield copy
    for known in (shipped_answers._is_current, shipped_answers._split):
        known.cache_clear()


@pytest.mark.parametrize("game", sorted(OURS))
def test_every_answer_is_present_and_current(game: str) -> None:
    assert check.faults_of(GAMES[game]) == []


@pytest.mark.parametrize("game", SMALL)
def test_small_games_recompute_exactly(game: str) -> None:
    assert check.wrong_answers(GAMES[game]) == []


@pytest.mark.parametrize("game", sorted({*OURS} - {*SMALL}))
def test_odds_recompute_exactly(game: str) -> None:
    assert check.wrong_answers(GAMES[game], QUICK) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted({*OURS} - {*SMALL}))
def test_other_games_recompute_exactly(game: str) -> None:
    assert check.wrong_answers(GAMES[game]) == []


def test_total_size_is_limited() -> None:
    assert 0 < sum(file_of(game).stat().st_size for game in OURS) <= MAX_BYTES


def test_solver_change_reports_the_stale_file_and_the_source(package: Path) -> None:
    assert check.faults_of(GAMES["flop22"]) == []
    source = package / SOLVED_BY
    source.write_text(source.read_text() + "\nAT_FAULT = 1\n")
    shipped_answers._is_current.cache_clear()
    faults = check.faults_of(GAMES["flop22"])
    made_by_it = [recipe for recipe in recipes(GAMES["flop22"]) if SOLVED_BY in recipe.sources()]
    assert len(faults) == len(made_by_it) >= 5
    assert all("solving/answers/shipped/flop22.jsonl" in fault and SOLVED_BY in fault for fault in faults)
    assert check.faults_of(GAMES["flip-it"]) == []


def test_stale_answer_is_never_used(package: Path) -> None:
    question = analysis_question(GAMES["flop22"], GAMES["flop22"].rules())
    assert shipped_answers.shipped(question.asked) is not None
    source = package / SOLVED_BY
    source.write_text(source.read_text() + "\nAT_FAULT = 1\n")
    shipped_answers._is_current.cache_clear()
    assert shipped_answers.shipped(question.asked) is None


def test_new_version_asks_only_for_answers_with_records_of_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (liability, material):
        monkeypatch.setattr(module, "__version__", "later")
    _, lines = read_answers(file_of("flip-it"))
    shipped = {line.question for line in lines}
    asked = {question_key(recipe.question.asked): recipe.what for recipe in recipes(GAMES["flip-it"])}
    assert {what for key, what in asked.items() if key not in shipped} == {"report liability", "report examples"}
    assert {line.what for line in lines if b"version" in bytes(line.answer)} == {"report liability", "report examples"}


def test_comments_docstrings_and_formatting_are_ignored(package: Path) -> None:
    source = package / SOLVED_BY
    source.write_text("# A remark.\n" + source.read_text().replace('"""', '"""Now: ', 1) + "\n\n# Another.\n")
    shipped_answers._is_current.cache_clear()
    assert check.faults_of(GAMES["flop22"]) == []


CODE = b"""'Odds.'

@cache
def edge(pays: int) -> int:
    'Return the edge.'
    if pays < 3:  # a loss
        raise ValueError("too low")
    return pays * 2

LIMIT = 5
'The limit.'
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"'Odds.'", b"'The odds of a bet.'"),
        (b"    'Return the edge.'\n", b""),
        (b"'The limit.'", b"'The largest bet.'"),
        (b"  # a loss", b"  # the bet loses"),
        (b"pays * 2", b"(pays * 2)"),
    ],
    ids=["module docstring", "deleted docstring", "attribute docstring", "comment", "formatting"],
)
def test_wording_keeps_the_code_hash(old: bytes, new: bytes) -> None:
    assert CODE.count(old) == 1
    assert shipped_answers.code_hash("odds.py", CODE.replace(old, new)) == shipped_answers.code_hash("odds.py", CODE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"LIMIT = 5", b"LIMIT = 6"),
        (b"pays * 2", b"pays + 2"),
        (b"pays < 3", b"pays <= 3"),
        (b"@cache\n", b""),
        (b"@cache", b"@kernel"),
        (b"pays: int", b"pays: float"),
        (b'"too low"', b'"too small"'),
        (b"LIMIT = 5", b"MOST = 5"),
    ],
    ids=["constant", "operator", "comparison", "no decorator", "decorator", "annotation", "message", "name"],
)
def test_code_changes_the_code_hash(old: bytes, new: bytes) -> None:
    assert CODE.count(old) == 1
    assert shipped_answers.code_hash("odds.py", CODE.replace(old, new)) != shipped_answers.code_hash("odds.py", CODE)


def test_data_files_are_hashed_whole() -> None:
    assert shipped_answers.code_hash("odds.md", b"# 1") != shipped_answers.code_hash("odds.md", b"# 2")


def _change_one_digit(package: Path, *, sum_up: bool) -> None:
    """Plant one wrong digit in the analysis of Flop 22, with the checksum corrected or not."""
    path = package / "solving/answers/shipped/flop22.jsonl"
    first, second, *rest = path.read_bytes().splitlines()
    line = msgspec.json.decode(second, type=AnswerLine)
    answer = bytes(line.answer)
    place = answer.index(b'"/":"') + 5
    planted = answer[:place] + (b"8" if answer[place : place + 1] != b"8" else b"7") + answer[place + 1 :]
    changed = second.replace(answer, planted)
    if sum_up:
        changed = changed.replace(line.checksum.encode(), checksum(planted).encode())
    path.write_bytes(b"\n".join([first, changed, *rest]) + b"\n")
    shipped_answers._split.cache_clear()


def test_checksum_detects_a_wrong_digit(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_files, "directory", lambda: tmp_path / "solved")
    right = analysis_of(GAMES["flop22"], GAMES["flop22"].rules())
    _change_one_digit(package, sum_up=False)
    assert [fault for fault in check.faults_of(GAMES["flop22"]) if "analysis is damaged" in fault]
    assert analysis_of(GAMES["flop22"], GAMES["flop22"].rules()) == right


def test_recomputing_detects_a_wrong_digit_with_a_valid_checksum(package: Path) -> None:
    _change_one_digit(package, sum_up=True)
    assert not [fault for fault in check.faults_of(GAMES["flop22"]) if "analysis" in fault]
    (fault,) = check.wrong_answers(GAMES["flop22"], ["analysis"])
    assert "solving/answers/shipped/flop22.jsonl: analysis is wrong" in fault


@pytest.mark.parametrize(
    ("shipped", "made", "differs"),
    [
        (0.1, 0.1 + 1e-17, False),
        (0.1, 0.1001, True),
        ({"/": "1/3"}, {"/": "1/3"}, False),
        ({"/": "1/3"}, {"/": "2/3"}, True),
        ([1, [2.0, "x"]], [1, [2.0, "x"]], False),
        ([1, [2.0, "x"]], [1, [2.0, "y"]], True),
        ([1, 2], [1], True),
        (1, 1.0, False),
        (float("inf"), float("inf"), False),
    ],
)
def test_answers_are_compared_digit_by_digit(shipped: object, made: object, differs: bool) -> None:
    assert bool(check.difference(shipped, made)) is differs


def test_rebuilding_changes_nothing(package: Path) -> None:
    before = file_of("flop22").read_bytes()
    assert "up to date" in build.write_answers("flop22", every=False)
    assert file_of("flop22").read_bytes() == before


def test_sources_of_an_answer_are_its_transitive_imports() -> None:
    (first, *_) = recipes(GAMES["free-bet"])
    sources = first.sources()
    assert "solving/blackjack/solve.py" in sources
    assert "statistics/exactness.py" in sources
    assert not [name for name in sources if name.startswith(("server/", "terminal/", "games/flop22/", "compute/disk/"))]
    head, (line, *_) = read_answers(file_of("free-bet"))
    assert {head.sources[place][0] for place in line.by} == set(sources)


@pytest.mark.parametrize("game", sorted(OURS))
def test_no_built_in_game_is_solved_by_its_script(game: str) -> None:
    """Check that none of the shipped answers comes from the script solver."""
    provides = GAMES[game].provides
    assert provides.has(GameInterface.odds)
    assert provides.has(GameInterface.removal)
    assert provides.has(GameInterface.threats)


def test_type_checking_imports_are_ignored(tmp_path: Path) -> None:
    assert "games/environments/view.py" not in closure_of([PACKAGE / "games/interface.py"])
    assert "money.py" in closure_of([PACKAGE / "games/interface.py"])
