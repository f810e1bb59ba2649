"""The disk cache: used if intact, recomputed if damaged, stale or forged."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.compute.disk import cache_files, source_hash
from pitboss.solving.answers import cached_answers
from pitboss.solving.answers.analysis import Analysis, BetOdds, Chart, Outcome, Played

RULES = {"chip": "$1", "table": {"Full House": ["5:1", "5:1"]}}
BET = BetOdds(
    "red", (Outcome("red", Fraction(3, 2), Fraction(1, 3)), Outcome("other", -1, Fraction(2, 3))), "Red", "", 6
)
CHART = Chart("fold", "When", ("a", "b"), (("x", ("1/2", Fraction(1, 2))), ("y", (None, 0.1))))
PLAYED = Played(1, Fraction(4, 3), ((-1, 0.30000000000000004), (2, 0.7)), "one unit")
ANALYSIS = Analysis("x", RULES, (BET,), PLAYED, (CHART,), ("Some of it is exact.",))


class Solver:
    """A solver that counts its calls."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> Analysis:
        self.asked += 1
        return ANALYSIS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache_files, "directory", lambda: tmp_path / "solved")
    return tmp_path / "solved"


def ask(solver: Solver, rules: object = RULES) -> Analysis:
    return cached_answers.cached_analysis("x", rules, solver)


def test_cached_value_reads_back_unchanged(folder: Path) -> None:
    solver = Solver()
    first, cached = ask(solver), ask(solver)
    assert solver.asked == 1
    assert first == cached == ANALYSIS
    assert cached.as_data() == ANALYSIS.as_data()
    assert isinstance(cached.bets[0].outcomes[0].pays, Fraction)
    assert cached.chart("fold").rows == CHART.rows
    assert len(list(folder.iterdir())) == 1


def test_other_rules_are_another_question(folder: Path) -> None:
    solver = Solver()
    ask(solver)
    ask(solver, {**RULES, "chip": "$2"})
    assert solver.asked == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: whole[:-1],
        lambda whole: whole + b" ",
        lambda whole: whole.replace(b"2/3", b"1/3"),
        lambda whole: whole.replace(b"pitboss kept 1", b"pitboss kept 0"),
        lambda whole: b"",
        lambda whole: whole[:40],
        lambda whole: b"\0" * len(whole),
    ],
)
def test_damaged_file_is_recomputed_and_replaced(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    solver = Solver()
    ask(solver)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert ask(solver) == ANALYSIS
    assert solver.asked == 2
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("old", "new"),
    [("2/3", "1/3"), ("Outcome", "Path"), ("Analysis", "BetOdds"), (",null]}", ",null,1]}"), ("1/3", "1/0")],
)
def test_forged_file_with_a_valid_checksum_is_not_trusted(folder: Path, old: str, new: str) -> None:
    solver = Solver()
    ask(solver)
    (path,) = folder.iterdir()
    lines = path.read_bytes().split(b"\n", 3)
    payload = lines[3].replace(old.encode(), new.encode())
    assert payload != lines[3]
    lines[2:] = [hashlib.sha256(payload).hexdigest().encode(), payload]
    path.write_bytes(b"\n".join(lines))
    assert ask(solver) == ANALYSIS
    assert solver.asked == 2


def test_file_of_another_question_is_not_trusted(folder: Path) -> None:
    solver = Solver()
    ask(solver)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.unlink()
    ask(solver, {"chip": "$2"})
    (other,) = folder.iterdir()
    other.write_bytes(whole)
    ask(solver, {"chip": "$2"})
    assert solver.asked == 3


@pytest.mark.parametrize("what", ["source_digest", "__version__"])
def test_other_version_or_sources_are_recomputed(folder: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    solver = Solver()
    ask(solver)
    monkeypatch.setattr(cache_files, what, (lambda patterns: "edited") if what == "source_digest" else "9.9.9")
    ask(solver)
    assert solver.asked == 2


def test_unwritable_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr(cache_files, "directory", lambda: tmp_path / "file" / "solved")
    solver = Solver()
    assert ask(solver) == ask(solver) == ANALYSIS
    assert solver.asked == 2


def test_bytes_are_cached_too(folder: Path) -> None:
    asked = []

    def solve() -> bytes:
        asked.append(1)
        return b"\0\1\n"

    assert (
        cached_answers.cached_bytes(["solver", 1], solve)
        == cached_answers.cached_bytes(["solver", 1], solve)
        == b"\0\1\n"
    )
    assert len(asked) == 1


def test_oldest_files_are_evicted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_files, "_MAX_FILES", 3)
    for number in range(5):
        cache_files.write(number, json.dumps(number).encode())
    assert len(list(folder.iterdir())) == 3


def test_recently_used_files_are_evicted_last(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_files, "_MAX_FILES", 3)
    cache_files.write("costly", b"costly")
    for number in range(9):
        for path in folder.iterdir():
            os.utime(path, (0, path.stat().st_mtime - 10))
        assert cache_files.read("costly") == b"costly"
        cache_files.write(number, b"cheap")


def test_editing_a_source_changes_its_digest(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("1")
    before = source_hash.digest_of(["*.py"], tmp_path)
    file.write_text("2")
    edited = source_hash.digest_of(["*.py"], tmp_path)
    assert edited != before
    file.rename(tmp_path / "b.py")
    assert source_hash.digest_of(["*.py"], tmp_path) not in (before, edited)
    assert len(source_hash.source_digest(source_hash.SOLVERS)) == 16


def test_pattern_that_would_match_folders_is_refused(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "round.py").write_text("hit = 1\n")
    assert source_hash.digest_of(["*.py"], tmp_path)
    with pytest.raises(ValueError, match="has no extension"):
        source_hash.digest_of(["*"], tmp_path)
