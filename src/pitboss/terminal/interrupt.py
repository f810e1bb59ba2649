"""Ctrl-C: heard at once at a question and while odds are counted, otherwise when the dealer's hands are free."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """While a round is dealt, Ctrl-C waits; a second one does not."""

    def __init__(self) -> None:
        self.is_asking = False
        self.came = False

    def heard(self, signum: int, frame: FrameType | None) -> None:
        """Ctrl-C was pressed."""
        if self.is_asking or self.came:
            raise KeyboardInterrupt
        self.came = True

    @contextmanager
    def asking(self) -> Iterator[None]:
        """A question is on the screen: Ctrl-C ends it."""
        if self.came:
            raise KeyboardInterrupt
        self.is_asking = True
        try:
            yield
        finally:
            self.is_asking = False


@contextmanager
def interrupts() -> Iterator[Interrupts]:
    """Take Ctrl-C over for a sitting, and give it back."""
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
def leaving_at_once(code: int) -> Iterator[None]:
    """
    Let Ctrl-C end a program that only counts where it stands, with this exit code: nothing is left half done.

    A `KeyboardInterrupt` would wait for every thread that compiles, some seconds, and one that is raised while Numba
    clears up is lost. Where Ctrl-C is taken care of already, or is not to be heard, that stays.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, lambda signum, frame: os._exit(code))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
