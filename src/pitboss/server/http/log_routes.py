"""HTTP routes for the house log: signed heads, and proofs that anyone can check without trusting the house."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from pitboss.play.refused import Refused
from pitboss.server.http.models import Model
from pitboss.server.http.table_routes import REFUSALS, Asker, Registry
from pitboss.server.store.house_log import HouseLog, signed_head, signed_successors
from pitboss.server.store.store import Store

router = APIRouter(prefix="/api/log", responses=REFUSALS)
Size = Annotated[int, Query(ge=0, lt=2**53)]


class SignedHead(Model):
    """A signed head of the log: its size, the root of its tree, the time, and the signing key (Ed25519)."""

    size: int
    root: str
    at: int
    key: str
    signature: str


class Consistency(Model):
    """The hashes that prove that the log at `second` begins with the log at `first` (RFC 6962, 2.1.2)."""

    first: int
    second: int
    path: list[str]


class Inclusion(Model):
    """The position of a round in the log, and the hashes from it to the root (RFC 6962, 2.1.1)."""

    leaf: int
    size: int
    path: list[str]


@router.get("/head")
async def head(registry: Registry) -> SignedHead:
    """Return the current head of the log, signed."""
    await registry.catch_up()
    store = registry.writer.store
    return SignedHead(**signed_head(store.tree, store.key.signing))


class FormerKey(Model):
    """A former signing key, and its signature (Ed25519) of the key that followed it."""

    key: str
    successor: str
    signature: str


@router.get("/keys")
async def keys(registry: Registry) -> list[FormerKey]:
    """Return the former signing keys, oldest first, each with its signature of the next one."""
    key = registry.writer.store.key
    return [
        FormerKey(**one) for one in signed_successors([*(old.secret for old in key.retired("signing")), key.signing])
    ]


@router.get("/consistency")
async def consistency(first: Size, second: Size, registry: Registry, _asker: Asker) -> Consistency:
    """Prove that the log only grew between two sizes."""
    path = await registry.writer.read(lambda store: HouseLog(store.database).consistency(first, second))
    return Consistency(first=first, second=second, path=path)


@router.get("/round")
async def inclusion(
    table: Annotated[str, Query(max_length=60)], number: Annotated[int, Query(ge=1, lt=2**53)], size: Size,
    registry: Registry, _asker: Asker,
) -> Inclusion:  # fmt: skip
    """Prove that a round is in the log."""

    def ask(store: Store) -> Inclusion:
        found = store.round_id(table, number) if "\0" not in table else None
        if found is None:
            raise Refused("no-such-round", f"table {table!r} has finished no round {number}")
        return Inclusion(**HouseLog(store.database).round_inclusion(found, size))

    return await registry.writer.read(ask)
