"""The screen: wrapped lines, colour only if supported, and prompts."""

from __future__ import annotations

import codecs
import logging
import os
import select
import shutil
import signal
import sys
import textwrap
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, TextIO, TypeAlias

from pitboss.play.refused import Refused

if TYPE_CHECKING:
    from rich.console import Console

Span: TypeAlias = str | tuple[str, str]
Line: TypeAlias = list[Span]

NARROWEST, WIDEST, LOWEST = 40, 100, 20
"""Columns of the narrowest screen and of the longest line; rows of the smallest full screen."""
LONGEST_SHOWN = 60
LONGEST_LINE = 10_000
"""Longer lines cannot have been typed by a person."""
WAKE = 0.2
"""Seconds between checks for Ctrl-C while a prompt waits."""
_PLAIN = str.maketrans(
    {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "▸": ">", "▒": "#", "─": "-", "·": "-", "–": "-", "…": "...", "’": "'"}
)


def _as_plain(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that the terminal's encoding lacks by ones it has."""
    assert isinstance(error, UnicodeEncodeError)
    lost = error.object[error.start : error.end].translate(_PLAIN)
    return "".join(sign if sign.isascii() else "?" for sign in lost), error.end


codecs.register_error("pitboss", _as_plain)


def open_streams() -> None:
    """Make sure that no input or output fails because of its encoding or a closed stream."""
    for name, mode, errors in (("stdin", "r", "replace"), ("stdout", "w", "pitboss"), ("stderr", "w", "pitboss")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  (open until the program exits)
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def width() -> int:
    """Return the maximum line length: the terminal's width, within limits."""
    return max(NARROWEST, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


def has_full_screen() -> bool:
    """Whether an interactive terminal with cursor control is present and large enough."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") in ("dumb", "", "unknown"):
        return False
    size = os.get_terminal_size(sys.stdout.fileno())
    return size.columns >= NARROWEST and size.lines >= LOWEST


class OneLine(logging.Handler):
    """A log handler that prints each record on one line."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the message and the exception without a traceback; ignore a closed error stream."""
        raised = record.exc_info[1] if record.exc_info else None
        with suppress(OSError, ValueError):  # a full disk, a broken pipe or a closed stream
            sys.stderr.write(f"pitboss: {record.getMessage()}{f': {raised!r}' if raised else ''}\n")


def tell_log() -> None:
    """Send log messages to standard error, the compiler's too if it is a terminal; repeated calls have no effect."""
    log = logging.getLogger("pitboss")
    if sys.stderr.isatty():
        logging.getLogger("pitboss.compute.compiled").setLevel(logging.INFO)
    if not any(isinstance(handler, OneLine) for handler in log.handlers):
        log.addHandler(OneLine())


def printable(text: str, longest: int = LONGEST_SHOWN) -> str:
    """Return typed text in a printable form: no control characters, and shortened if too long."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in text[: longest + 1])
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def wait_for_a_line(is_back: threading.Event, draw: Callable[[], None]) -> None:
    """
    Wait for a typed line with periodic wake-ups; redraw the prompt after the program was in the background.

    A Ctrl-C just before a blocking read would be handled only at the next key; a wait with timeouts lets it through.
    """
    while os.name == "posix" and not select.select([sys.stdin], [], [], WAKE)[0]:
        if is_back.is_set():
            is_back.clear()
            draw()


@contextmanager
def _told_of_the_foreground() -> Iterator[threading.Event]:
    """
    Provide an event that is set when the program continues.

    It is not redrawn in the signal handler, which may run in mid-line.
    """
    is_back = threading.Event()
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        yield is_back
        return
    before = signal.signal(signal.SIGCONT, lambda signum, frame: is_back.set())
    try:
        yield is_back
    finally:
        signal.signal(signal.SIGCONT, before)


class Screen:
    """An output for people: a terminal with colour, or plain text to a file or pipe."""

    def __init__(self, file: TextIO | None = None, wide: int | None = None) -> None:
        self.file = file or sys.stdout
        self._wide = wide
        forced = bool(os.environ.get("FORCE_COLOR"))
        is_capable = self.file.isatty() and os.environ.get("TERM", "") != "dumb"
        self.has_colour = (is_capable or forced) and not os.environ.get("NO_COLOR")

    @property
    def width(self) -> int:
        """The maximum line length, read each time because windows are resized."""
        return width() if self._wide is None else self._wide

    @cached_property
    def console(self) -> Console:
        """The Rich console, loaded on first use."""
        from rich.console import Console  # noqa: PLC0415  (not needed for plain text)

        return Console(
            file=self.file, width=self.width, color_system="auto" if self.has_colour else None,
            force_terminal=self.has_colour, markup=False, highlight=False, emoji=False,
        )  # fmt: skip

    def _prompt(self, prompt: str) -> None:
        self.file.write(prompt)
        self.file.flush()

    def line(self, *spans: Span, indent: int = 0) -> None:
        """Print one line, wrapped if too long, with continuation lines indented by `indent`."""
        if self.has_colour:
            self._coloured(spans, indent)
            return
        text = "".join(span if isinstance(span, str) else span[0] for span in spans)
        if len(text) > self.width:
            text = textwrap.fill(
                text, self.width, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False
            )
        self.file.write(text + "\n")

    def _coloured(self, spans: tuple[Span, ...], indent: int) -> None:
        from rich.text import Text  # noqa: PLC0415

        self.console.width = self.width
        text = Text.assemble(*spans)
        text.highlight_regex(r"(?:10|[2-9JQKA])[♦♥]", "bold red")
        text.highlight_regex(r"(?:10|[2-9JQKA])[♣♠]|\bJk\b", "bold")
        first = text.wrap(self.console, self.width)[0]
        self.console.print(first)
        rest = text[len(first.plain) :]
        rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
        for line in rest.wrap(self.console, self.width - indent) if rest else ():
            self.console.print(Text(" " * indent) + line)

    def lines(self, lines: Iterable[Span | Line], indent: int | None = None) -> None:
        """Print lines, each wrapped under its own beginning unless `indent` says otherwise."""
        for line in lines:
            spans = line if isinstance(line, list) else [line]
            text = "".join(span if isinstance(span, str) else span[0] for span in spans)
            self.line(*spans, indent=len(text) - len(text.lstrip()) if indent is None else indent)

    def ask_with(self, question: str, usual: str) -> str:
        """Ask a question; a long one is printed on separate lines, so that no word is broken."""
        prompt = f"{question} [{usual}]: " if usual else f"{question} "
        room = self.width - NARROWEST // 2
        if len(prompt) <= room:
            return self.ask(prompt)
        self.line(prompt.rstrip(": "), indent=2)
        return self.ask("> ")

    def ask(self, prompt: str) -> str:
        """Return the line typed after the prompt, without its line ending; raise `EOFError` at the end of input."""
        with _told_of_the_foreground() as is_back:
            self._prompt(prompt)
            if sys.stdin.isatty():
                wait_for_a_line(is_back, lambda: self._prompt(prompt))
        typed = sys.stdin.readline(LONGEST_LINE + 1)
        if len(typed) > LONGEST_LINE:
            raise Refused("bad-input", f"the input is no answer: a line of more than {LONGEST_LINE:,} characters")
        if not typed:
            self.file.write("\n")
            raise EOFError
        if not sys.stdin.isatty():
            room = max(self.width - len(prompt), NARROWEST // 2)
            self.file.write(printable(typed.strip("\r\n"), room) + "\n")  # show the answer in transcripts
        return typed.strip("\r\n")
