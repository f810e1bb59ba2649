"""Ctrl-C handling: immediate at prompts and during computations, otherwise deferred until the dealer has finished."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
on_screen: list[Callable[[], None]] = []
"""Functions that remove a progress bar from the screen, called before an exit at Ctrl-C."""


class Interrupts:
    """A handler that defers Ctrl-C while a round is dealt; a second Ctrl-C interrupts immediately."""

    def __init__(self) -> None:
        self.is_asking = False
        self.came = False

    def heard(self, signum: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C."""
        if self.is_asking or self.came:
            raise KeyboardInterrupt
        self.came = True

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Let Ctrl-C interrupt the prompt on the screen."""
        if self.came:
            raise KeyboardInterrupt
        self.is_asking = True
        try:
            yield
        finally:
            self.is_asking = False


@contextmanager
def interrupts() -> Iterator[Interrupts]:
    """Install the Ctrl-C handler for a session, and restore the previous one."""
    watch = Interrupts()
    if threading.current_thread() is not threading.main_thread():
        yield watch
        return
    before = signal.signal(signal.SIGINT, watch.heard)
    try:
        yield watch
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def at_interrupt(act: Callable[[], None] = lambda: None) -> Iterator[None]:
    """
    Let Ctrl-C do this and exit immediately, since nothing is left half done.

    A `KeyboardInterrupt` would wait several seconds for every compiling thread, and is lost if raised during Numba's
    cleanup. A Ctrl-C handler that is already installed, or ignored signals, are left alone.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(signum: int, frame: FrameType | None) -> None:
        for clear in on_screen:
            clear()
        act()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(INTERRUPTED)

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
