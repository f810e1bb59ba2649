"""The table in a real terminal of 80 by 40: colours, the menu, Ctrl-C and the end of input."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import pitboss

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
TIMEOUT_SECONDS = 300.0
SIT_DOWN = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches it, as at a person's terminal
from pitboss.cli import main
main()
"""


class Terminal:
    """A user at a terminal, who waits for text on the screen and then types."""

    def __init__(self, fd: int, process: subprocess.Popen[bytes]) -> None:
        self.fd = fd
        self.process = process
        self.raw = ""
        self._read_to = 0
        self._decode = codecs.getincrementaldecoder("utf-8")().decode

    def wait_for(self, words: str) -> str:
        """Return the new screen text, without colours, up to these words."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while (found := ESCAPE.sub("", self.raw).find(words, self._read_to)) < 0:
            assert time.monotonic() < deadline, self.raw
            if select.select([self.fd], [], [], 0.5)[0]:
                self.raw += self._decode(os.read(self.fd, 65536))
        begin, self._read_to = self._read_to, found + len(words)
        return ESCAPE.sub("", self.raw)[begin : self._read_to]

    def type(self, keys: str) -> None:
        os.write(self.fd, keys.encode())

    def exit_code(self) -> int:
        return self.process.wait(TIMEOUT_SECONDS)


@contextmanager
def terminal(*args: str, **more_env: str) -> Iterator[Terminal]:
    keyboard, device = pty.openpty()
    fcntl.ioctl(device, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    env = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    env |= {"PYTHONPATH": str(Path(pitboss.__file__).parents[1]), **more_env}
    process = subprocess.Popen(
        [sys.executable, "-c", SIT_DOWN, *args], stdin=device, stdout=device, stderr=device, env=env,
        start_new_session=True,
    )  # fmt: skip
    os.close(device)
    try:
        yield Terminal(keyboard, process)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.wait()
        os.close(keyboard)


def test_menu_opens_a_full_screen_table() -> None:
    with terminal() as person:
        person.wait_for("Number or name (q leaves): ")
        person.type("nonsense\r")
        person.wait_for("'nonsense'")
        person.type("FLOP\r")
        person.wait_for("place your bets")
        person.type("q")
        person.wait_for("You played 0 rounds and leave with $1,000 (even).")
        assert person.exit_code() == 0


def test_plain_log_has_colours_and_ends_with_the_input() -> None:
    with terminal("deal", "flop22", "--plain") as person:
        person.wait_for("Your wagers [ante-1 1]: ")
        person.type("10\r")
        shown = person.wait_for("Your answer [none]: ")
        assert "▸ You, seat 1" in shown
        assert "\x1b[" in person.raw
        person.type("none\r")
        person.wait_for("round 2")
        person.wait_for("Your wagers [ante-1 10]: ")
        person.type("\x04")
        person.wait_for("You played 1 round and leave with ")
        assert person.exit_code() == 0


def test_prompt_is_redrawn_after_fg() -> None:
    with terminal("deal", "flop22", "--plain") as person:
        person.wait_for("Your wagers [ante-1 1]: ")
        person.process.send_signal(signal.SIGSTOP)
        person.process.send_signal(signal.SIGCONT)
        person.wait_for("Your wagers [ante-1 1]: ")
        person.type("q\r")
        person.wait_for("leave with")


def test_width_is_updated_on_resize() -> None:
    with terminal("deal", "flop22", "--plain") as person:
        person.wait_for("Your wagers")
        fcntl.ioctl(person.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 50, 0, 0))
        person.type("?\r")
        lines = person.wait_for("Also: hint").splitlines()
        assert 40 < max(len(line) for line in lines[1:]) <= 50


def test_ctrl_c_in_mid_round_leaves_with_default_answers() -> None:
    with terminal("deal", "flop22", "--plain", "--seats", "6", "--seat", "4", "--seed", "3") as person:
        person.wait_for("Your wagers")
        person.type("ante-1 10 ante-2 10 field 5\r")
        person.wait_for("Your answer [none]: ")
        person.type("d\r")
        person.wait_for("Your answer [none]: ")
        person.type("\x03")
        assert "You leave: the rest is played with default answers." in person.wait_for(
            "You played 1 round and leave with "
        )
        assert person.exit_code() == 0


@pytest.mark.parametrize(
    "args", [["deal", "flip-it", "--plain"], ["deal", "flop22", "--plain", "--seats", "6"], ["rules", "flop22"]]
)
def test_no_color_gives_no_escape_codes(args: list[str]) -> None:
    with terminal(*args, NO_COLOR="1") as person:
        if args[0] == "deal":
            person.wait_for("Your wagers")
            person.type("1\r")
            person.wait_for("Your ")
            person.type("q\ry\r")
            person.wait_for("leave with")
        else:
            person.wait_for("aggregate_scope")
        assert "\x1b" not in person.raw


def test_question_and_its_context_fit_40_rows() -> None:
    with terminal("deal", "flop22", "--plain", "--seats", "6", "--seat", "6", "--seed", "3") as person:
        person.wait_for("Your wagers [ante-1 1]: ")
        person.type("ante-1 10 ante-2 10 ante-3 10 field 5\r")
        for _ in range(3):
            assert person.wait_for("Your answer [none]: ").count("\n") < 40
            person.type("both\r")


def test_ctrl_c_lets_bots_finish_their_round(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    with terminal("deal", "flop22", "--auto", "--rounds", "1000000", "--save", str(path)) as person:
        person.wait_for("round 20")
        person.type("\x03")
        shown = person.wait_for(" dealt; the house ")
        assert person.exit_code() == 0
    dealt = int(re.findall(r"(\d+) rounds dealt", shown)[0])
    assert len(path.read_text(encoding="utf-8").splitlines()) == dealt
    assert "void" not in path.read_text(encoding="utf-8")
