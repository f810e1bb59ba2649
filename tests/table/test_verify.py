"""The seal: one deal for one commitment, and every field of a proof checked."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import CARDS, JOKER, Card
from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.table.audit.verify import check_round
from pitboss.table.seal.commitments import link
from pitboss.table.seal.seeded_shuffle import check_seed, players_digest
from table.purses import Purses, new_table
from table.test_table import put_chips

ONE = Seat(1)
Deal = tuple[Card, bytes, bytes]
hashes = st.binary(min_size=32, max_size=32)
cards = st.sampled_from([*CARDS, JOKER])


def rounds(game: str, many: int) -> list[dict[str, Any]]:
    """Rounds of one player with a seed, who says nothing."""
    bank, kept = Purses("ann"), list[dict[str, Any]]()
    table = new_table(game, bank)
    table.sit(ONE, "ann", "Ann", 0.0, seed="open sesame")
    now = 0.0
    while len(kept) < many:
        put_chips(table, ONE, Random(len(kept)))
        table.say_ready(ONE, 0.0)
        finished = bank.take(table).finished
        while not finished:
            table.tick(now := now + 1000)
            finished = bank.take(table).finished
        kept.append(json.loads(finished[0].body))
    return kept


@given(one=st.tuples(cards, hashes, hashes), two=st.tuples(cards, hashes, hashes), place=st.integers(0, 9))
def test_two_deals_have_two_commitments(
    one: tuple[Card, bytes, bytes], two: tuple[Card, bytes, bytes], place: int
) -> None:
    """All fields have a fixed width, so that no two can be told apart in two ways."""
    links = [link(52, place, [card], [salt], after)[0] for card, salt, after in (one, two)]
    assert (links[0] == links[1]) == (one == two)
    assert link(52, place, [one[0]], [one[1]], one[2]) != link(52, place + 1, [one[0]], [one[1]], one[2])
    assert link(52, place, [one[0]], [one[1]], one[2]) != link(104, place, [one[0]], [one[1]], one[2])


seeds = st.dictionaries(
    st.integers(1, 12), st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=64)
)


@given(one=seeds, two=seeds)
def test_other_seeds_are_another_part(one: dict[int, str], two: dict[int, str]) -> None:
    assert (players_digest(one) == players_digest(two)) == (one == two)


@pytest.mark.parametrize("seed", ["", "x" * 65, "é", "a\n", "\x7f"])
def test_a_seed_is_ascii_that_everyone_can_type(seed: str) -> None:
    with pytest.raises(Refused, match="a seed is 1 to 64 letters"):
        check_seed(seed)


def test_the_issues_two_deals_for_one_commitment_are_refused() -> None:
    body = rounds("flip-it", 2)[1]
    for salt in ("x", "x 5s y", "0" * 63, "0" * 65, "A" * 64, 0, None):
        cooked = deepcopy(body)
        cooked["proof"]["salts"][0] = salt
        assert check_round(json.dumps(cooked), GAMES)
    for change in ({"after": "y Jd z"}, {"start": body["proof"]["start"] + 1}, {"start": body["proof"]["start"] - 1}):
        assert check_round(json.dumps({**body, "proof": {**body["proof"], **change}}), GAMES)


@pytest.mark.parametrize("game", list(GAMES))
def test_whatever_is_changed_in_a_round_is_found(game: str) -> None:
    """Every leaf of the proof changed, left out or doubled, in a round of a pack and in rounds of a shoe."""
    for body in rounds(game, 2):
        assert check_round(json.dumps(body), GAMES) == []
        for cooked in changed(body["proof"]):
            assert check_round(json.dumps({**body, "proof": cooked}), GAMES), cooked
        text = json.dumps(body)
        assert check_round(text[:-1] + ', "number": 1}', GAMES)  # the same field twice
        for name in body:
            assert check_round(json.dumps({key: value for key, value in body.items() if key != name}), GAMES)


def changed(proof: dict[str, Any]) -> list[dict[str, Any]]:
    """This proof with one thing different, in many ways; the seal for the next shuffle is bound by the audit."""
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


def test_a_shoe_is_opened_after_its_last_round_and_not_before() -> None:
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
