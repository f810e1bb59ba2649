"""The walkthroughs of docs/architecture.md: every file exists, and the program enters them in the documented order."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from platformdirs import user_cache_path
from websockets.sync.client import connect

from helpers import walking

PAGE = Path(walking.SRC).parents[1] / "docs" / "architecture.md"
PAGE_TEXT = PAGE.read_text(encoding="utf-8")
NAMED = re.compile(r"`((?:\w+/)*\w+\.py)")
WALKS = ("A wager", "An answer", "`pitboss odds", "`pitboss simulate")
MAX_FILES = 20
"""Maximum number of files in a walkthrough."""


def files_of(walk: str, page: str) -> list[str]:
    """Return the files of one walkthrough's numbered steps, in order."""
    steps = re.search(r"^1\. .*?(?=\n\n)", page.split(f"\n**{walk}", 1)[1], re.M | re.S)
    assert steps
    return NAMED.findall(steps[0])


def missing(page: str) -> list[str]:
    """Return the files named on the page, with or without their folder, that do not exist."""
    there = {file.as_posix() for root in ("src", "tests", "bench") for file in (PAGE.parents[1] / root).rglob("*.py")}
    return [named for named in NAMED.findall(page) if not any(file.endswith(f"/{named}") for file in there)]


def test_every_named_file_exists() -> None:
    assert len(NAMED.findall(PAGE_TEXT)) > 60
    assert missing(PAGE_TEXT) == []
    assert missing("`play/round.py` and `play/nowhere.py: hear`, `nowhere.py`") == ["play/nowhere.py", "nowhere.py"]


def test_every_folder_of_the_package_is_described() -> None:
    listing = re.search(r"^## The folders\n\n```\n(.*?)^```", PAGE_TEXT, re.M | re.S)
    assert listing
    described = re.findall(r"(\w+)/", listing[1])
    assert {path.parent.name for path in Path(walking.SRC).glob("*/__init__.py")} <= set(described)


@pytest.mark.parametrize("walk", WALKS)
def test_walkthrough_is_short(walk: str) -> None:
    assert 10 <= len(files_of(walk, PAGE_TEXT)) <= MAX_FILES


def program(tmp_path: Path, walk: str, when: str, *arguments: str) -> subprocess.Popen[str]:
    """Run the program on this walkthrough with an empty cache but compiled kernels."""
    environment = {
        **os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "NUMBA_CACHE_DIR": str(user_cache_path("pitboss", appauthor=False)),
        "PYTHONPATH": str(Path(walking.SRC).parent),
    }  # fmt: skip
    words = [sys.executable, walking.__file__, str(tmp_path / "notes"), ",".join(files_of(walk, PAGE_TEXT)), when]
    return subprocess.Popen(
        [*words, *arguments], env=environment, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def arrived(walk: str, running: subprocess.Popen[str], tmp_path: Path) -> bool:
    """Return whether it visited every file in order; otherwise report where it diverged."""
    if running.wait(300) != walking.ARRIVED:
        files, notes = files_of(walk, PAGE_TEXT), tmp_path / "notes"
        done = int(notes.read_text(encoding="utf-8")) if notes.exists() else 0
        pytest.fail(f"after {files[done - 1] if done else 'the start'} the program does not enter {files[done]}")
    return True


@pytest.mark.parametrize(
    ("walk", "arguments", "typed"),
    [
        ("A wager", ("deal", "flop22", "--seed", "1"), "ante-1 10\nboth\nq\n"),
        ("`pitboss odds", ("odds", "free-bet", "--fresh"), ""),
        ("`pitboss simulate", ("simulate", "roll-your-own", "--rounds", "1e4"), ""),
    ],
)
def test_command_walkthrough_matches_execution(
    walk: str, arguments: tuple[str, ...], typed: str, tmp_path: Path
) -> None:
    with program(tmp_path, walk, "now", *arguments) as running:
        running.communicate(typed)
        assert arrived(walk, running, tmp_path)


def test_answer_walkthrough_matches_execution(tmp_path: Path) -> None:
    walk = "An answer"
    with program(tmp_path, walk, "signal", *["serve", "--port", "0", "--no-browser", "--database", "books"]) as serving:
        try:
            answer_an_offer(serving)
        finally:
            serving.kill()
        assert arrived(walk, serving, tmp_path)


def answer_an_offer(serving: subprocess.Popen[str]) -> None:
    """Sit down, bet, and answer the first offer. Tracing starts at the answer."""
    assert serving.stdout
    house = serving.stdout.readline().split("http://")[1].split("/")[0]
    with urlopen(f"http://{house}/api/me", timeout=60) as me:
        cookie = {"Cookie": me.headers["Set-Cookie"].partition(";")[0]}
    wish = Request(f"http://{house}/api/tables", b'{"game": "flop22"}', {**cookie, "Content-Type": "application/json"})
    with urlopen(wish, timeout=60) as opened:
        table = json.load(opened)["id"]
    with connect(f"ws://{house}/ws/{table}", additional_headers=cookie) as line:
        for message in ({"type": "sit", "seat": 1}, {"type": "bet", "bets": {"ante-1": 500}}, {"type": "ready"}):
            line.send(json.dumps(message))
        while not json.loads(line.recv(60))["you"].get("asked"):
            pass
        serving.send_signal(signal.SIGUSR1)
        line.send(json.dumps({"type": "say", "answer": "both", "offer": 0}))
        with suppress(subprocess.TimeoutExpired):
            serving.wait(60)
