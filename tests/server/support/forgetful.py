"""Servers with one planted defect: they acknowledge something and do not write it. The crash tests must find each."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from pitboss.server.store.balances import Accounts
from pitboss.server.store.batch import CommandWrites
from pitboss.server.store.store import Store
from pitboss.table.finished_round import compact

Write = Callable[[Store, Sequence[CommandWrites]], list[Exception | None]]


def _skip(is_lost: Callable[[CommandWrites], bool]) -> None:
    """Acknowledge the writes that `is_lost` selects, without writing them."""
    honest: Write = Store._write

    def write(store: Store, writings: Sequence[CommandWrites]) -> list[Exception | None]:
        if any(map(is_lost, writings)):
            return [None] * len(writings)
        return honest(store, writings)

    Store._write = write  # type: ignore[assignment,method-assign]


def _change_live(change: Callable[[dict[str, Any]], object]) -> None:
    """Write a table state other than the one that was shown."""
    honest: Write = Store._write

    def changed(writing: CommandWrites) -> CommandWrites:
        if not writing.live:
            return writing
        state = json.loads(writing.live)
        change(state)
        return replace(writing, live=compact(state).decode())

    Store._write = lambda store, writings: honest(  # type: ignore[method-assign,assignment]
        store, [changed(writing) for writing in writings]
    )


def _change_seats(place: int, value: str) -> None:
    """Write a different value for one field of each seated player: 1 is the nickname, 5 the seed."""

    def change(state: dict[str, Any]) -> None:
        for seated in state["seats"].values():
            seated[place] = value

    _change_live(change)


def _show_more_money() -> None:
    honest = Accounts.bankroll
    Accounts.bankroll = lambda bank, player: honest(bank, player) + 100  # type: ignore[assignment,method-assign]


DEFECTS: dict[str, Callable[[], None]] = {
    "settled round": lambda: _skip(lambda writing: bool(writing.finished)),
    "bet": lambda: _skip(lambda writing: bool(writing.transfers) and not writing.finished),
    "answer": lambda: _change_live(lambda state: state.update(said={}) if "said" in state else None),
    "earlier answers": lambda: _change_live(lambda state: state.update(answers=[]) if "answers" in state else None),
    "readiness": lambda: _change_live(lambda state: state.update(ready=[])),
    "seat": lambda: _change_live(lambda state: state.update(seats={}, owners={})),
    "seed": lambda: _change_seats(5, ""),
    "nickname": lambda: _change_seats(1, "Nobody"),
    "money": _show_more_money,
}
"""Functions that plant each defect, by the name of what the server loses."""
