"""Processes beside this one: what they hear and what they leave alone."""

from __future__ import annotations

import gc
import signal

from pitboss.counting.processes import FreshPool


def test_a_process_never_hears_ctrl_c_not_even_while_it_begins() -> None:
    """Pressed while a worker still loads what it needs, it would be told in a page of its own."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with FreshPool(1, gc.enable) as pool:
        held = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()
    assert signal.SIGINT in held
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
