"""Ahead-of-time compilation: each step runs once, with progress, and never concurrently in the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.at_the_terminal import command
from pitboss.play.game import Game
from pitboss.server.jobs import warm


@pytest.fixture
def done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Set up an empty cache, and steps that only record that they ran."""
    taken: list[tuple[str, str]] = []

    def note(what: str) -> None:
        def step(game: Game) -> None:
            taken.append((game.name, what))

        monkeypatch.setitem(warm.STEPS, what, step)

    for what in list(warm.STEPS):
        note(what)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return taken


def test_each_step_runs_once_and_is_counted(done: list[tuple[str, str]]) -> None:
    everything = [(game.name, what) for game, what in warm.steps()]
    assert warm.progress() == (0, len(everything))
    progress: list[tuple[int, int]] = []
    warm.warm(lambda so_far, of: progress.append((so_far, of)))
    assert done == everything
    assert progress == [(place + 1, len(everything)) for place in range(len(everything))]
    assert warm.progress() == (len(everything), len(everything))
    warm.warm()
    assert done == everything


def test_changed_sources_are_recompiled(done: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    warm.warm()
    monkeypatch.setattr(warm, "source_digest", lambda patterns: "edited")
    assert warm.progress().done == 0


def test_failed_step_is_not_marked_done(done: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(game: Game) -> None:
        raise RuntimeError

    monkeypatch.setitem(warm.STEPS, "hints", fails)
    with pytest.raises(RuntimeError):
        warm.warm()
    assert warm.progress().done == sum(what == "odds" for _, what in warm.steps())


def test_command_runs_every_step(done: list[tuple[str, str]]) -> None:
    assert command("warm").code == 0
    assert warm.progress().done == len(done) > 0


def test_server_starts_it_unless_done_or_disabled(done: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
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
    monkeypatch.delenv(warm.WARM_VARIABLE)
    process = warm.WarmProcess()
    process.start()
    assert started[0][1:] == ["-m", "pitboss", "warm", "--background"]
    process.close()
    assert not started
    warm.warm()
    warm.WarmProcess().start()
    assert not started


ENDLESS_STEPS = """
import threading
from pitboss.server.jobs import warm

def step(game):
    print("begun", flush=True)
    threading.Event().wait()

warm.STEPS = {"odds": step}
warm.warm_in_background()
"""


def background(cache: Path) -> subprocess.Popen[str]:
    """Start a server's background process, with steps that never end."""
    return subprocess.Popen(
        [sys.executable, "-c", ENDLESS_STEPS], env={**os.environ, "XDG_CACHE_HOME": str(cache)}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline()


def test_background_process_runs_once_per_machine_and_ends_with_its_server(tmp_path: Path) -> None:
    with background(tmp_path) as first:
        assert first_line(first) == "begun\n"
        with background(tmp_path) as second:
            assert second.communicate(timeout=600)[0] == ""
        assert first.poll() is None
        assert first.stdin
        first.stdin.close()  # as the system does when the server is killed
        assert first.wait(timeout=600) == 0
    with background(tmp_path) as third:
        assert first_line(third) == "begun\n", "the lock ends with the process"
        third.kill()
