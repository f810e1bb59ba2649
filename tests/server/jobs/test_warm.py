"""Compiling in advance: each step once, with its progress, and never two at a time in the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.at_the_terminal import command
from pitboss.play.game import Game
from pitboss.server.jobs import warm


@pytest.fixture
def done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """A cache of its own, and steps that only note that they were taken."""
    taken: list[tuple[str, str]] = []

    def note(what: str) -> None:
        def step(game: Game) -> None:
            taken.append((game.name, what))

        monkeypatch.setitem(warm.STEPS, what, step)

    for what in list(warm.STEPS):
        note(what)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return taken


def test_each_step_is_taken_once_and_counted(done: list[tuple[str, str]]) -> None:
    everything = [(game.name, what) for game, what in warm.steps()]
    assert warm.progress() == (0, len(everything))
    told: list[tuple[int, int]] = []
    warm.warm(lambda so_far, of: told.append((so_far, of)))
    assert done == everything
    assert told == [(place + 1, len(everything)) for place in range(len(everything))]
    assert warm.progress() == (len(everything), len(everything))
    warm.warm()
    assert done == everything


def test_other_sources_are_compiled_again(done: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    warm.warm()
    monkeypatch.setattr(warm, "source_digest", lambda patterns: "edited")
    assert warm.progress().done == 0


def test_a_step_that_fails_leaves_no_mark(done: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(game: Game) -> None:
        raise RuntimeError

    monkeypatch.setitem(warm.STEPS, "hints", fails)
    with pytest.raises(RuntimeError):
        warm.warm()
    assert warm.progress().done == sum(what == "odds" for _, what in warm.steps())


def test_the_command_does_all_of_it(done: list[tuple[str, str]]) -> None:
    assert command("warm").code == 0
    assert warm.progress().done == len(done) > 0


def test_a_house_starts_it_unless_it_is_done_or_switched_off(
    done: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    class Popen:
        def __init__(self, args: list[str], **_how: object) -> None:
            started.append(args)

        def kill(self) -> None:
            started.clear()

        def wait(self) -> None:
            pass

    monkeypatch.setattr("pitboss.server.jobs.warm.subprocess.Popen", Popen)
    warm.WarmProcess().start()  # switched off for all tests
    assert not started
    monkeypatch.delenv(warm.OFF)
    beside = warm.WarmProcess()
    beside.start()
    assert started[0][1:] == ["-m", "pitboss", "warm", "--background"]
    beside.close()
    assert not started
    warm.warm()
    warm.WarmProcess().start()
    assert not started
