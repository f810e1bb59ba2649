"""Shoes opened before their cut card came out: the seed is published, so that every round can be checked."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import DecodeError, Struct, ValidationError, convert

from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.table.audit.file_kind import describe_file
from pitboss.table.audit.verify import Games, read_json
from pitboss.table.finished_round import compact
from pitboss.table.seal.commitments import Proof
from pitboss.table.seats import Setup

FIELDS = {"table", "number", "game", "rules", "proof"}


class OpenedShoe(NamedTuple):
    """An opened shoe as published, for `pitboss verify`."""

    table: str
    number: int
    """The last round for which betting was opened with this shoe."""
    house: str
    """The hash of its seed."""
    body: str


class _Body(Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    number: int
    game: str
    rules: dict[str, Any]
    proof: dict[str, Any]


class CheckedOpening(NamedTuple):
    """An opened shoe after checking, with its faults."""

    table: str
    number: int
    proof: Proof
    burns: int
    faults: list[str]


def publish(setup: Setup, number: int, proof: Proof) -> OpenedShoe:
    """Build the document that opens a shoe."""
    body = {
        "table": setup.id, "number": number, "game": setup.game.name, "rules": setup.rules.changed(),
        "proof": proof.as_data(),
    }  # fmt: skip
    return OpenedShoe(setup.id, number, proof.house, compact(body).decode())


def is_opening(text: str) -> bool:
    """Whether this text is an opened shoe rather than a round."""
    try:
        data = read_json(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.keys() >= FIELDS and "record" not in data


def read_opening(text: str, games: Games) -> CheckedOpening:
    """Read an opened shoe and check it by itself. Raise `Refused` if it can't be read."""
    try:
        body = convert(read_json(text), _Body)
        proof, game = Proof.read(body.proof), game_called(body.game, games)
        rules = game.rules.read(body.rules)
    except (ValidationError, DecodeError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Refused("not-a-shoe", f"this is not an opened shoe: {describe_file(text)}") from None
    faults = list(proof.faults(game, rules))
    if not proof.is_opened:
        faults.append("the house's seed is not shown")
    if proof.cards:
        faults.append("an opened shoe has no cards of a round")
    return CheckedOpening(body.table, body.number, proof, game.burns, faults)
