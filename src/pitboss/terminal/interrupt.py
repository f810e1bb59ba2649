"""Ctrl-C handling: immediate at prompts and during computations, otherwise deferred until the dealer has finished."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from types import FrameType

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
on_screen: list[Callable[[], None]] = []
"""Functions that remove a progress bar from the screen, called before an exit on Ctrl-C."""


class Interrupts:
    """A handler that defers Ctrl-C while a round is dealt; a second Ctrl-C interrupts immediately."""

    def __init__(self) -> None:
        self.is_asking = False
        self.came = False

    def handle(self, signum: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C."""
        if self.is_asking or self.came:
            raise KeyboardInterrupt
        self.came = True

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Let Ctrl-C interrupt the current prompt."""
        if self.came:
            raise KeyboardInterrupt
        self.is_asking = True
        try:
            yield
        finally:
            self.is_asking = False


@contextmanager
def handling(number: int, handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Install a signal handler, and restore the previous one; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


@contextmanager
def interrupts() -> Iterator[Interrupts]:
    """Install the Ctrl-C handler for a session."""
    watch = Interrupts()
    with handling(signal.SIGINT, watch.handle):
        yield watch


def say_stopped() -> None:
    """Say on a terminal that the command was stopped."""
    if sys.stderr.isatty():
        sys.stderr.write("pitboss: stopped by Ctrl-C\n")


@contextmanager
def at_interrupt(act: Callable[[], None] = say_stopped) -> Iterator[None]:
    """
    Call `act` on Ctrl-C and exit immediately, since no work is left half done.

    A `KeyboardInterrupt` would wait several seconds for every compiling thread, and is lost if raised during Numba's
    cleanup. A Ctrl-C handler that is already installed, or ignored signals, are left alone.
    """

    def stop(signum: int, frame: FrameType | None) -> None:
        for clear in on_screen:
            clear()
        act()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(INTERRUPTED)

    is_default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with handling(signal.SIGINT, stop) if is_default else nullcontext():
        yield
