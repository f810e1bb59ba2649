"""The seal: one deal per commitment, and every field of a proof checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.stored_rounds import check_round
from pitboss.cards import CARDS, JOKER, Card, parse_cards
from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.table.seal.commitments import link
from pitboss.table.seal.seeded_shuffle import check_seed, players_digest
from table.purses import Purses, new_table
from table.test_table import put_chips

ONE = Seat(1)
Deal = tuple[Card, bytes, bytes]
hashes = st.binary(min_size=32, max_size=32)
cards = st.sampled_from([*CARDS, JOKER])


def rounds(game: str, count: int) -> list[dict[str, Any]]:
    """Return `count` rounds of one player with a fixed seed who never answers."""
    bank, bodies = Purses("ann"), list[dict[str, Any]]()
    table = new_table(game, bank)
    table.sit(ONE, "ann", "Ann", 0.0, seed="open sesame")
    now = 0.0
    while len(bodies) < count:
        put_chips(table, ONE, Random(len(bodies)))
        table.say_ready(ONE, 0.0)
        finished = bank.take(table).finished
        while not finished:
            table.tick(now := now + 1000)
            finished = bank.take(table).finished
        bodies.append(json.loads(finished[0].body))
    return bodies


@given(one=st.tuples(cards, hashes, hashes), two=st.tuples(cards, hashes, hashes), place=st.integers(0, 9))
def test_different_deals_have_different_commitments(
    one: tuple[Card, bytes, bytes], two: tuple[Card, bytes, bytes], place: int
) -> None:
    """Check that the fixed-width encoding is unambiguous."""
    links = [link(52, place, [card], [salt], after)[0] for card, salt, after in (one, two)]
    assert (links[0] == links[1]) == (one == two)
    assert link(52, place, [one[0]], [one[1]], one[2]) != link(52, place + 1, [one[0]], [one[1]], one[2])
    assert link(52, place, [one[0]], [one[1]], one[2]) != link(104, place, [one[0]], [one[1]], one[2])


seeds = st.dictionaries(
    st.integers(1, 12), st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=64)
)


def test_link_can_be_computed_by_hand_as_the_document_shows(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "honest-deal.md").read_text()
    (command,) = (line.strip() for line in text.splitlines() if "xxd" in line)
    salt, after = b"s" * 32, b"n" * 32
    xxd = tmp_path / "xxd"  # not installed everywhere: `xxd -r -p` turns hex digits into bytes
    xxd.write_text(f"#!{sys.executable}\nimport sys\nsys.stdout.buffer.write(bytes.fromhex(sys.stdin.read()))\n")
    xxd.chmod(0o755)
    command = command.replace("SALT", salt.hex()).replace("NEXT", after.hex())
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", command], env={"PATH": path}, capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == link(52, 3, parse_cards("Ah"), [salt], after)[0].hex()


@given(one=seeds, two=seeds)
def test_different_seeds_have_different_digests(one: dict[int, str], two: dict[int, str]) -> None:
    assert (players_digest(one) == players_digest(two)) == (one == two)


@pytest.mark.parametrize("seed", ["", "x" * 65, "é", "a\n", "\x7f"])
def test_invalid_seeds_are_refused(seed: str) -> None:
    with pytest.raises(Refused) as fault:
        check_seed(seed)
    assert fault.value.code == "bad-seed"


def test_two_deals_for_one_commitment_are_refused() -> None:
    body = rounds("flip-it", 2)[1]
    for salt in ("x", "x 5s y", "0" * 63, "0" * 65, "A" * 64, 0, None):
        cooked = deepcopy(body)
        cooked["proof"]["salts"][0] = salt
        assert check_round(json.dumps(cooked), GAMES)
    for change in ({"after": "y Jd z"}, {"start": body["proof"]["start"] + 1}, {"start": body["proof"]["start"] - 1}):
        assert check_round(json.dumps({**body, "proof": {**body["proof"], **change}}), GAMES)


@pytest.mark.parametrize("game", list(GAMES))
def test_any_change_in_a_round_is_detected(game: str) -> None:
    """Change, drop or double every leaf of the proof, in a single-deck round and in rounds of a shoe."""
    for body in rounds(game, 2):
        assert check_round(json.dumps(body), GAMES) == []
        for cooked in changed(body["proof"]):
            assert check_round(json.dumps({**body, "proof": cooked}), GAMES), cooked
        text = json.dumps(body)
        assert check_round(text[:-1] + ', "number": 1}', GAMES)  # duplicate field
        for name in body:
            assert check_round(json.dumps({key: value for key, value in body.items() if key != name}), GAMES)


def changed(proof: dict[str, Any]) -> list[dict[str, Any]]:
    """Return copies of the proof with one change each; the next shuffle's seal is checked by the audit."""
    cooked = [{key: value for key, value in proof.items() if key != name} for name in proof]
    cooked += [{**proof, "more": 1}, {**proof, "version": 1}, {**proof, "version": True}]
    for name in ("commitment", "house", "after", "seed"):
        if name in proof and (name != "house" or "seed" in proof):
            cooked += [{**proof, name: value} for value in ("0" * 64, proof[name].upper() + "A", proof[name][:-1], 7)]
    for name in ("size", "start"):
        cooked += [{**proof, name: proof[name] + step} for step in (-1, 1)]
    for name in ("cards", "order"):
        held = proof.get(name, "").split()
        if len(held) > 1:
            turned = [held[1], held[0], *held[2:]]
            parts = [held[:-1], [*held, held[0]], held[:1] * len(held)] + ([turned] if turned != held else [])
            cooked += [{**proof, name: " ".join(part)} for part in parts]
            cooked.append({**proof, name: proof[name].replace(" ", "  ", 1)})
    if "seed" in proof:
        cooked += [{**proof, "seeds": other} for other in ({}, {"1": "another"}, {"2": proof["seeds"]["1"]})]
    return cooked


def test_shoe_is_opened_only_after_its_last_round() -> None:
    opened = [body["proof"].get("seed") is not None for body in rounds("free-bet", 90)]
    assert any(opened)
    assert not opened[0]
    pack = rounds("flop22", 1)[0]["proof"]
    assert pack["order"].split()[: len(pack["cards"].split())] == pack["cards"].split()


def test_both_sides_have_a_part_in_the_order() -> None:
    orders = set()
    for seed in ("one", "two", ""):
        bank = Purses("ann")
        table = new_table("flop22", bank)  # the house's part is the same
        table.sit(ONE, "ann", "Ann", 0.0, seed=seed)
        assert table.shoe
        orders.add(table.shoe.order)
    assert len(orders) == 3
