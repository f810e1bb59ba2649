"""Audit of stored shoes: each is shuffled again from its seed and compared with its published commitments."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from pitboss.play.refused import Refused
from pitboss.table.audit.shoe_chain import InUse
from pitboss.table.audit.verify import Games
from pitboss.table.saved_table import setup_from
from pitboss.table.seal.commitments import link, salts_of
from pitboss.table.seal.seeded_shuffle import house_seal, shuffled

Unlock = Callable[[str, str], bytes]
"""Decrypts the stored seed of a table."""


def stored_shoe_faults(
    row: tuple[int, str, str, str], in_use: InUse | None, games: Games, unlock: Unlock, table: str
) -> Iterator[str]:  # fmt: skip
    """Yield the differences between a table's stored shoe and seeds and the commitments made since the shuffle."""
    is_open, setup, shoe, live = row
    if in_use and not is_open and not in_use.proof.is_opened:
        yield "it was closed, but its shoe was never opened"
    if not shoe or not live:
        return
    try:
        whole, data, state = setup_from(json.loads(setup), games), json.loads(shoe), json.loads(live)
        seed, next_seed = unlock(data["seed"], table), unlock(state["next_seed"], table)
        seeds = {int(seat): text for seat, text in data["seeds"].items()}
        order = shuffled(whole.game.whole_pack(whole.rules), seed, seeds)
    except (ValueError, KeyError, TypeError, AttributeError, Refused) as error:
        yield f"its shoe cannot be dealt from its seed: {error}"
        return
    is_dealt_from = state.get("shoe", True)
    announced = in_use.proof.next if in_use and not is_dealt_from else data["next"]
    if house_seal(next_seed) != announced:
        yield "its seed for the next shuffle is not the one whose seal was announced"
    if in_use is None or not is_dealt_from:
        return
    if house_seal(seed) != in_use.proof.house:
        if house_seal(seed) != in_use.proof.next:
            yield "its shoe is neither the one in use nor the one whose seal was announced before"
        return
    links = link(len(order), 0, order, salts_of(seed, len(order)))
    for start, commitment in in_use.sealed.items():
        if start >= len(links) or links[start].hex() != commitment:
            yield f"dealt from its seed, its shoe is not the one that was sealed at card {start}"
