"""
A model of one table's lease, searched exhaustively.

A process takes the table, reads it, decides, and writes. Between any two steps anything may happen to it and to the
others. Clocks are not modelled: a live member may be considered dead at any moment, which is the worst that pauses,
slow networks and clock jumps can do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

T = TypeVar("T")
NOBODY = -1


class Process(NamedTuple):
    """The memory of one process, empty after a kill."""

    epoch: int = 0
    """Epoch under which it took the table; 0 if it does not consider itself the owner."""
    seen: int | None = None
    """The last write it has read; None if it has not read the table yet."""
    deciding: tuple[int, int] | None = None
    """A pending write: its epoch, and the write it follows."""


class World(NamedTuple):
    """The database and all processes."""

    processes: tuple[Process, ...]
    silent: tuple[bool, ...]
    """For each process, whether its membership has expired by the database clock."""
    owner: int = NOBODY
    epoch: int = 0
    written: int = 0
    """Number of writes to the table."""


Step = tuple[str, int, World]


class Overwritten(Exception):
    """An error: a process overwrote a write that it never read."""


def first(many: int) -> World:
    """Return the initial world: `many` processes, and a table without an owner."""
    return World((Process(),) * many, (True,) * many)


def steps(world: World, *, checks_epoch: bool = True) -> Iterator[Step]:
    """Return every possible next world."""
    for who, process in enumerate(world.processes):
        remembers = _remembering(world, who)
        yield "is killed", who, remembers(Process())
        yield "is silent", who, _heard(world, who, silent=True)
        yield "renews", who, _heard(world, who, silent=False)
        if world.owner in (NOBODY, who) or world.silent[world.owner]:
            taken = remembers(Process(world.epoch + 1, None, process.deciding))
            yield "takes", who, taken._replace(owner=who, epoch=world.epoch + 1)
        if process.epoch and process.seen is None:
            yield "reads", who, remembers(process._replace(seen=world.written))
        if process.seen is not None and process.deciding is None:
            yield "decides", who, remembers(process._replace(deciding=(process.epoch, process.seen)))
        if process.epoch and world.owner == who:
            yield "leaves", who, remembers(Process(deciding=process.deciding))._replace(owner=NOBODY)
        if process.deciding:
            yield "writes", who, _write(world, who, checks_epoch)


def _write(world: World, who: int, checks_epoch: bool) -> World:
    """Write as `SharedStore` does under the database lock, as one atomic step."""
    process = world.processes[who]
    assert process.deciding
    epoch, follows = process.deciding
    if checks_epoch and (world.owner, world.epoch) != (who, epoch):
        return _remembering(world, who)(Process())  # the room is lost
    if follows != world.written:
        raise Overwritten
    written = world.written + 1
    seen = written if process.epoch == epoch else process.seen
    return _remembering(world, who)(process._replace(seen=seen, deciding=None))._replace(written=written)


def _remembering(world: World, who: int) -> Callable[[Process], World]:
    def with_(process: Process) -> World:
        return world._replace(processes=_put(world.processes, who, process))

    return with_


def _heard(world: World, who: int, *, silent: bool) -> World:
    return world._replace(silent=_put(world.silent, who, silent))


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def search(many: int, most_epochs: int, most_writings: int, *, checks_epoch: bool = True) -> int:
    """Visit every state within these bounds. Return their number, or raise `Overwritten`."""
    seen, waiting = {first(many)}, [first(many)]
    while waiting:
        for _, _, world in steps(waiting.pop(), checks_epoch=checks_epoch):
            if world.epoch <= most_epochs and world.written <= most_writings and world not in seen:
                seen.add(world)
                waiting.append(world)
    return len(seen)
