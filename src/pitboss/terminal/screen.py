"""The screen: wrapped lines, colour only if supported, and prompts."""

from __future__ import annotations

import codecs
import json
import logging
import os
import select
import shutil
import signal
import sys
import textwrap
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeAlias

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.terminal.interrupt import handling

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.lab.display import ResultView

Span: TypeAlias = str | tuple[str, str]
Line: TypeAlias = list[Span]

NARROWEST, WIDEST, LOWEST = 40, 100, 20
"""The minimum and maximum line length in columns, and the minimum rows of a full screen."""
MAX_SHOWN_LENGTH = 60
MAX_LINE_LENGTH = 10_000
"""Longer lines cannot have been typed by a person."""
WAKE_SECONDS = 0.2
"""Seconds between checks for Ctrl-C while a prompt waits."""
_PLAIN = str.maketrans(
    {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "▸": ">", "▒": "#", "─": "-", "·": "-", "–": "-", "…": "...", "’": "'"}
    | {"│": "|", "●": "o", **dict.fromkeys("┌┐└┘├┤", "+")}
)


def _as_plain(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that the terminal's encoding lacks by ones it has."""
    assert isinstance(error, UnicodeEncodeError)
    lost = error.object[error.start : error.end].translate(_PLAIN)
    return "".join(sign if sign.isascii() else "?" for sign in lost), error.end


codecs.register_error("pitboss", _as_plain)


def plain(line: Iterable[Span]) -> str:
    """Return the text of a line without its styles."""
    return "".join(span if isinstance(span, str) else span[0] for span in line)


def open_streams() -> None:
    """Prepare the standard streams so that neither encodings nor closed streams cause errors."""
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
    """Return whether an interactive terminal with cursor control is present and large enough."""
    unset = "dumb" if os.name == "posix" else "windows"  # Windows consoles do not set TERM
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", unset) in ("dumb", "", "unknown"):
        return False
    size = os.get_terminal_size(sys.stdout.fileno())
    return size.columns >= NARROWEST and size.lines >= LOWEST


def print_json(*rows: Mapping[str, object]) -> None:
    """Print one JSON object per line."""
    sys.stdout.writelines(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def print_result(found: ResultView, output: str, show: Callable[[Screen], None]) -> None:
    """Print a result as JSON, CSV or Markdown, or by `show` as text."""
    if output:
        sys.stdout.write(found.in_format(output))
    else:
        show(Screen())


class OneLine(logging.Handler):
    """A log handler that prints each record on one line."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the message and the exception without a traceback; ignore a closed error stream."""
        raised = record.exc_info[1] if record.exc_info else None
        with suppress(OSError, ValueError):  # a full disk, a broken pipe or a closed stream
            sys.stderr.write(f"pitboss: {record.getMessage()}{f': {raised!r}' if raised else ''}\n")


def log_to_stderr() -> None:
    """Send log messages to standard error, including the compiler's on a terminal; repeated calls have no effect."""
    log = logging.getLogger("pitboss")
    if sys.stderr.isatty():
        logging.getLogger("pitboss.compute.compiled").setLevel(logging.INFO)
    if not any(isinstance(handler, OneLine) for handler in log.handlers):
        log.addHandler(OneLine())


def write_file(path: str | Path, content: str | bytes) -> None:
    """Write a file; raise `Refused` with the reason if that fails."""
    try:
        Path(path).write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    except OSError as error:
        raise Refused("no-file", f"{str(path)!r} cannot be written: {in_words(error)}") from None


def printable(text: str, max_length: int = MAX_SHOWN_LENGTH) -> str:
    """Return typed text in a printable form: no control characters, and shortened if too long."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in text[: max_length + 1])
    return shown if len(shown) <= max_length else shown[: max_length - 1] + "…"


def wait_for_a_line(is_back: threading.Event, draw: Callable[[], None]) -> None:
    """
    Wait for a typed line with periodic wake-ups; redraw the prompt after the program was in the background.

    A Ctrl-C just before a blocking read would be handled only at the next key; a wait with timeouts lets it through.
    """
    while os.name == "posix" and not select.select([sys.stdin], [], [], WAKE_SECONDS)[0]:
        if is_back.is_set():
            is_back.clear()
            draw()


@contextmanager
def _foreground_event() -> Iterator[threading.Event]:
    """
    Provide an event that is set when the program continues.

    The prompt is not redrawn in the signal handler, which may run in mid-line.
    """
    is_back = threading.Event()
    is_posix = os.name == "posix"
    with handling(signal.SIGCONT, lambda signum, frame: is_back.set()) if is_posix else nullcontext():
        yield is_back


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
        text = plain(spans)
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
        """Print lines; continuation lines keep the line's own indent unless `indent` is given."""
        for line in lines:
            spans = line if isinstance(line, list) else [line]
            text = plain(spans)
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
        with _foreground_event() as is_back:
            self._prompt(prompt)
            if sys.stdin.isatty():
                try:
                    wait_for_a_line(is_back, lambda: self._prompt(prompt))
                except KeyboardInterrupt:
                    self.file.write("\n")
                    raise
        typed = sys.stdin.readline(MAX_LINE_LENGTH + 1)
        if len(typed) > MAX_LINE_LENGTH:
            raise Refused(
                "bad-input", f"the input is too long for an answer: a line of more than {MAX_LINE_LENGTH:,} characters"
            )
        if not typed:
            self.file.write("\n")
            raise EOFError
        if not sys.stdin.isatty():
            room = max(self.width - len(prompt), NARROWEST // 2)
            self.file.write(printable(typed.strip("\r\n"), room) + "\n")  # show the answer in transcripts
        return typed.strip("\r\n")
