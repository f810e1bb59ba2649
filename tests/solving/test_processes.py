"""Processes beside this one: what they hear, and that they leave without a word."""

from __future__ import annotations

import gc
import pickle
import signal
import subprocess

from pitboss.compute.processes import FreshPool
from pitboss.simulation.script_processes import COMMAND


def test_a_process_never_hears_ctrl_c_not_even_while_it_begins() -> None:
    """Pressed while a worker still loads what it needs, it would be told in a page of its own."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with FreshPool(1, gc.enable) as pool:
        held = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()
    assert signal.SIGINT in held
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before


def test_a_process_whose_asker_is_gone_leaves_without_a_word() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(pickle.dumps(("no plan", "no chunk")))
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
